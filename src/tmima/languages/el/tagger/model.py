"""Linear weights that choose between the tags of an ambiguity scheme.

The score of a tag is the sum of the weights of the features that hold; only the tags the lexicon
allows compete. A model file is JSON: a header and, per template, ``key: [weight of each tag]`` with
the weights as integers in thousandths, zeros at the end left out. No code is ever read from it.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from tmima import kernel
from tmima.languages.el.lexicon.closed import Reading
from tmima.languages.el.tagger.features import TEMPLATES, Key

TAGS: Final = (
    "NOUN",
    "VERB",
    "ADJ",
    "ADV",
    "ADP",
    "AUX",
    "CCONJ",
    "DET",
    "INTJ",
    "NUM",
    "PART",
    "PRON",
    "SCONJ",
)
INDEX: Final = {tag: index for index, tag in enumerate(TAGS)} | {"PROPN": 0}
# How much a nat of the lemma's frequency counts beside the context, and how many nats at most:
# beyond that the lexicon's counts are too thin to tell more.
_PRIOR: Final = 0.2
_FLOOR: Final = 5.0
_FORMAT: Final = "tmima greek tagger 1"
_SCALE: Final = 1000
_SEPARATOR: Final = "\t"

Weights = Sequence[Mapping[Key, Sequence[float]]]


def _trimmed(row: list[int]) -> list[int]:
    """Leave out the zeros at the end: most rows have weights for the first tags only."""
    while row and not row[-1]:
        row.pop()
    return row


def _padded(row: Sequence[int]) -> tuple[float, ...]:
    # A tuple: the garbage collector soon leaves tuples of numbers alone, lists never.
    return (*[value / _SCALE for value in row], *[0.0] * (len(TAGS) - len(row)))


class Model:
    """The weights, by template and key."""

    def __init__(
        self,
        weights: Weights,
        *,
        supervised: bool,
        readings: Mapping[str, tuple[Reading, ...]] | None = None,
    ) -> None:
        self.weights = weights
        # Readings that a treebank has and the lists have not, by form.
        self.readings = dict(readings or {})
        # Trained on a treebank: the rules of grammar are then hints among others, not decisions.
        self.supervised = supervised

    def best(
        self,
        keys: list[Key | None],
        tags: Sequence[str],
        priors: Mapping[str, float] | None = None,
    ) -> str:
        """Give the tag with the highest score; the first of equals.

        `priors` are log-probabilities of the readings' lemmas; they count a little beside the
        context.
        """
        scores = kernel.sum_rows(self.weights, keys, [INDEX[tag] for tag in tags])
        if priors:
            floor = max(priors.values()) - _FLOOR
            for place, tag in enumerate(tags):
                scores[place] += _PRIOR * max(floor, priors.get(tag, floor))
        return tags[scores.index(max(scores))]

    def dump(self, *, smallest: float = 0.0) -> str:
        """Return the model as JSON; weights that are all below `smallest` are left out."""
        tables = {
            name: {
                _SEPARATOR.join(key): _trimmed([round(weight * _SCALE) for weight in row])
                for key, row in sorted(table.items())
                if max(map(abs, row)) > smallest
            }
            for name, table in zip(TEMPLATES, self.weights, strict=True)
        }
        header = {
            "format": _FORMAT,
            "tags": TAGS,
            "supervised": self.supervised,
            "readings": self.readings,
        }
        text = json.dumps({**header, "weights": tables}, ensure_ascii=False, separators=(",", ":"))
        return text + "\n"

    @classmethod
    def load(cls, path: Path) -> "Model":
        """Read a model file."""
        return cls.parse(path.read_text(encoding="utf-8"))

    @classmethod
    def parse(cls, text: str) -> "Model":
        """Read a model from JSON."""
        try:
            data = json.loads(text)
        except json.JSONDecodeError as error:
            raise ValueError(f"not a tagger model, which is JSON: {error}") from None
        found = data.get("format") if isinstance(data, dict) else None
        if found != _FORMAT:
            raise ValueError(f"not a tagger model: its format is {found!r}, not {_FORMAT!r}")
        tables: list[dict[Key, tuple[float, ...]]] = []
        for name in TEMPLATES:
            rows = data["weights"].get(name, {})
            tables.append({tuple(key.split(_SEPARATOR)): _padded(row) for key, row in rows.items()})
        readings = {
            form: tuple(Reading(tag, lemma) for tag, lemma in pairs)
            for form, pairs in data["readings"].items()
        }
        for reading in (one for each in readings.values() for one in each):
            if not isinstance(reading.lemma, str) or reading.tag not in INDEX:
                raise ValueError(f"not a tagger model: no reading is {list(reading)!r:.60}")
        return cls(tables, supervised=bool(data["supervised"]), readings=readings)
