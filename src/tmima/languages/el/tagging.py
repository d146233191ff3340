"""The tagger: tags and lemmas for the words of a sentence.

Each word has its readings from `candidates`; the context decides where there are several, from left
to right: function words by the rules of `decisions`, open classes by the weights of a `TaggerModel`
and by how frequent the reading's lemma is. A model that a user trained on a treebank decides both.

One place makes the features for the shipped weights and for those a user trains on a treebank, so
the two cannot drift apart. A feature is a number of the template and a tuple of short strings:
function words by their form, other words by tag or ambiguity scheme and by their two last letters,
which in Greek carry the agreement of case, gender and number.

The score of a tag is the sum of the weights of the features that hold; only the tags the lexicon
allows compete. A model file is JSON: a header and, per template, ``key: [weight of each tag]`` with
the weights as integers in thousandths, zeros at the end left out. No code is ever read from it.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from tmima import kernel
from tmima.languages.el.candidates import Candidates
from tmima.languages.el.decisions import suggest
from tmima.languages.el.word import Word, is_inside, nominative
from tmima.languages.el.word_lists import Reading

Key = tuple[str, ...]

TEMPLATES: Final = (
    "left",
    "left+ending",
    "left2+left",
    "right",
    "right+ending",
    "right+right2",
    "left+right",
    "left+ending+right",
    "agreement with left",
    "agreement with right",
    "left+agreement with right",
    "ending",
    "shape",
    "scheme",
    "scheme+left",
    "scheme+right",
    "form",
    "hint",
    "form+hint",
)
# The templates that speak of the word itself rather than of its neighbours.
OWN: Final = frozenset({"ending", "shape", "scheme", "scheme+left", "scheme+right"})

_EDGE: Final = "|"
# Function words whose neighbours are the same whatever their tag: they appear as themselves.
_ONE_LOOK: Final = frozenset({"που", "σ'", "τ'", "ψηλά", "χαμηλά", "μακριά", "κοντά"})


def _decided_look(words: Sequence[Word], tags: Sequence[str | None], at: int) -> tuple[str, str]:
    """How a word looks from its right, with its ending and without, now that its tag is decided."""
    if at < 0:
        return _EDGE, _EDGE
    word = words[at]
    if word.only is not None:
        return word.look, word.short
    tag = "NOUN" if tags[at] == "PROPN" else str(tags[at])
    if word.closed:
        if word.form in _ONE_LOOK:
            return word.look, word.short
        look = f"{word.form}/{tag}"
        return look, look
    return f"{tag}:{word.ending}", tag


def extract(
    words: Sequence[Word], at: int, tags: Sequence[str | None], hint: str | None = None
) -> list[Key | None]:
    """Give one key for each template (None where it does not apply).

    The tags to the left are decided, the words to the right are not. `hint` is what the rules would
    say: only a model trained on a treebank is told it, and the form itself.
    """
    word = words[at]
    after = len(words) - at - 1
    left, left_short = _decided_look(words, tags, at - 1)
    left2 = _decided_look(words, tags, at - 2)[1]
    right = right_short = right2 = _EDGE
    left_final = words[at - 1].final if at else ""
    right_final = words[at + 1].final if after > 0 else ""
    final = word.final
    if after > 0:
        right, right_short = words[at + 1].look, words[at + 1].short
        if after > 1:
            right2 = words[at + 2].short
    ending, scheme, form = word.ending, word.scheme, word.form
    return [
        (left,),
        (left_short, ending),
        (left2, left_short),
        (right_short,),
        (right, ending),
        (right_short, right2),
        (left_short, right_short),
        (left_short, ending, right_short),
        (left_short, left_final, final),
        (right_short, right_final, final),
        (left_short, right_short, right_final, final),
        (form[-3:],),
        ("first" if not at else "capital" if word.capital else "lower",),
        (scheme,),
        (scheme, left_short),
        (scheme, right_short),
        None if hint is None else (form,),
        None if hint is None else (scheme, hint),
        None if hint is None else (form, hint),
    ]


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


def _trim_row(row: list[int]) -> list[int]:
    """Leave out the zeros at the end: most rows have weights for the first tags only."""
    while row and not row[-1]:
        row.pop()
    return row


def _pad_row(row: Sequence[int]) -> tuple[float, ...]:
    # A tuple: the garbage collector soon leaves tuples of numbers alone, lists never.
    return (*[value / _SCALE for value in row], *[0.0] * (len(TAGS) - len(row)))


class TaggerModel:
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
                _SEPARATOR.join(key): _trim_row([round(weight * _SCALE) for weight in row])
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
    def load(cls, path: Path) -> "TaggerModel":
        """Read a model file."""
        return cls.parse(path.read_text(encoding="utf-8"))

    @classmethod
    def parse(cls, text: str) -> "TaggerModel":
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
            tables.append(
                {tuple(key.split(_SEPARATOR)): _pad_row(row) for key, row in rows.items()}
            )
        readings = {
            form: tuple(Reading(tag, lemma) for tag, lemma in pairs)
            for form, pairs in data["readings"].items()
        }
        for reading in (one for each in readings.values() for one in each):
            if not isinstance(reading.lemma, str) or reading.tag not in INDEX:
                raise ValueError(f"not a tagger model: no reading is {list(reading)!r:.60}")
        return cls(tables, supervised=bool(data["supervised"]), readings=readings)


class Tagger:
    """Part-of-speech tags (UPOS) and lemmas for Greek."""

    def __init__(self, candidates: Candidates, model: TaggerModel) -> None:
        self.candidates = candidates.with_added(model.readings) if model.readings else candidates
        self.model = model

    def tag(self, words: Sequence[str]) -> list[tuple[str, str]]:
        """Give the tag and the lemma of each word of one sentence."""
        found = [self.candidates(word) for word in words]
        tags = self.decide(found)
        return [word.answer or in_context(found, tags, at) for at, word in enumerate(found)]

    def decide(self, words: Sequence[Word]) -> list[str]:
        """Choose one tag for each word, from left to right."""
        tags = [word.only or "" for word in words]
        self.fill(words, tags)
        return tags

    def fill(self, words: Sequence[Word], tags: list[str]) -> None:
        """Choose the tags that are empty, from left to right."""
        at = 0
        for _ in range(tags.count("")):
            at = tags.index("", at)
            tags[at] = self._choose(words, at, tags)

    def _choose(self, words: Sequence[Word], at: int, tags: Sequence[str]) -> str:
        word = words[at]
        hint = suggest(words, at, tags)
        if self.model.supervised:
            return self.model.best(extract(words, at, tags, hint), word.tags)
        if hint in word.can:
            return hint
        allowed = word.tags
        if hint == "-ADV":
            allowed = tuple(tag for tag in allowed if tag != "ADV")
        return self.model.best(extract(words, at, tags), allowed, word.priors)


def in_context(words: Sequence[Word], tags: Sequence[str], at: int) -> tuple[str, str]:
    """Give tag and lemma of a word that has no answer by itself."""
    word, tag = words[at], tags[at]
    if word.name and tag == "NOUN" and is_inside(words, at):
        return "PROPN", word.name
    if word.known or tag != "PROPN":
        return tag, word.lemmas[tag]
    return tag, nominative(words, tags, at)
