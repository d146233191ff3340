"""Learn the shipped weights from running text, without a treebank.

    python -m tools.greek.weights LEXICON.bin TEXTS... --endings endings.json -o weights.bin

Words with one open class in the lexicon show in which contexts that class stands: round 0 learns
from them alone, with features of the neighbours only. Later rounds tag the text with the weights so
far and learn again from all words, each ambiguous one among its own classes. The classifier is
multinomial logistic regression (Adagrad, L2). What is kept are weights of tags, endings of two or
three letters and function words; no content word of the texts, and rare features are dropped.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from tmima.languages.el.candidates import Candidates
from tmima.languages.el.dictionary import Lexicon, load_endings
from tmima.languages.el.spans import spans, split_sentences
from tmima.languages.el.tagging import INDEX, OWN, TEMPLATES, Key, Tagger, TaggerModel, feature_keys
from tmima.languages.el.word import TAGS

OPEN = 4  # the first four tags of the model compete
LEAST = 6  # a feature seen less often tells more about the text than about the language
Instance = tuple[list[tuple[int, Key]], tuple[int, ...], int]


def sentences(paths: list[Path]) -> Iterator[list[str]]:
    """Cut the texts, one paragraph per line, into sentences of words."""
    for path in paths:
        for line in path.read_text(encoding="utf-8").splitlines():
            for start, end in split_sentences(line):
                yield [line[a:b] for a, b in spans(line, start, end)]


def instances(tagger: Tagger, corpus: list[list[str]], first: bool) -> Iterator[Instance]:
    """Give the features, the competing classes and the class of each word to learn from."""
    for words, tags in tagger.words_and_tags(corpus):
        for at, (word, tag) in enumerate(zip(words, tags, strict=True)):
            index = INDEX.get(tag, OPEN)
            single = len(word.tags) == 1
            if index < OPEN and word.known and not word.listed and (single or not first):
                keys = feature_keys(words, at, tags)
                own = single or first
                used = [
                    (number, key)
                    for number, (name, key) in enumerate(zip(TEMPLATES, keys, strict=True))
                    if key is not None and not (own and name in OWN and name not in ALWAYS)
                ]
                rivals = tuple(range(OPEN)) if single else tuple({INDEX[t] for t in word.tags})
                yield used, rivals, index


ALWAYS: frozenset[str] = frozenset()


def fit(data: list[Instance], epochs: int, rate: float, decay: float, seed: int) -> TaggerModel:
    """Fit the weights by Adagrad on the multinomial log-likelihood."""
    counts = Counter(feature for used, _, _ in data for feature in used)
    numbers = {f: n for n, f in enumerate((f for f, c in counts.items() if c >= LEAST), 1)}
    width = max(len(used) for used, _, _ in data)
    rows = np.zeros((len(data), width), dtype=np.int32)
    allowed = np.zeros((len(data), OPEN), dtype=bool)
    truth = np.zeros((len(data), OPEN), dtype=np.float32)
    for place, (used, rivals, index) in enumerate(data):
        known = [numbers[f] for f in used if f in numbers]
        rows[place, : len(known)] = known
        allowed[place, list(rivals)] = True
        truth[place, index] = 1
    weights = np.zeros((len(numbers) + 1, OPEN), dtype=np.float32)
    squares = np.full_like(weights, 1e-2)
    generator = np.random.default_rng(seed)
    for _ in range(epochs):
        order = generator.permutation(len(data))
        for begin in range(0, len(order), 256):
            batch = order[begin : begin + 256]
            logits = weights[rows[batch]].sum(axis=1)
            logits[~allowed[batch]] = -1e9
            logits -= logits.max(axis=1, keepdims=True)
            chance = np.exp(logits)
            chance /= chance.sum(axis=1, keepdims=True)
            gradient = np.repeat((chance - truth[batch])[:, None, :], width, axis=1).reshape(-1, OPEN)
            flat = rows[batch].reshape(-1)
            ids, inverse = np.unique(flat, return_inverse=True)
            total = np.zeros((len(ids), OPEN), dtype=np.float32)
            np.add.at(total, inverse, gradient)
            total += decay * weights[ids]
            squares[ids] += total**2
            weights[ids] -= rate * total / np.sqrt(squares[ids])
            weights[0] = 0
    tables: list[dict[Key, list[float]]] = [{} for _ in TEMPLATES]
    rest = [0.0] * (len(TAGS) - OPEN)
    for (template, key), number in numbers.items():
        tables[template][key] = [float(weight) for weight in weights[number]] + rest
    return TaggerModel(tables, supervised=False)


def main(arguments: list[str]) -> None:
    """Learn and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("lexicon", type=Path)
    parser.add_argument("texts", type=Path, nargs="+")
    parser.add_argument("-o", "--output", type=Path, required=True)
    parser.add_argument("--endings", type=Path, required=True)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--rate", type=float, default=0.1)
    parser.add_argument("--decay", type=float, default=0.2)
    parser.add_argument("--seed", type=int, default=3)
    options = parser.parse_args(arguments)
    candidates = Candidates(Lexicon.open(options.lexicon), load_endings(options.endings))
    corpus = list(sentences(sorted(options.texts)))
    model = TaggerModel([{} for _ in TEMPLATES], supervised=False)
    for turn in range(options.rounds):
        data = list(instances(Tagger(candidates, model), corpus, first=turn == 0))
        model = fit(data, options.epochs, options.rate, options.decay, options.seed)
        sys.stderr.write(f"round {turn}: {len(data)} words, {sum(map(len, model.weights))} features\n")
        kept = TaggerModel.parse_foreign(model.dump(smallest=0.05))
        options.output.write_bytes(kept.table.pack())


if __name__ == "__main__":
    main(sys.argv[1:])
