"""The units of segmentation, the rows of D; and the analyzer that finds sentences and words."""

from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from tmima.arrays import Rows, distinct, equal
from tmima.errors import TmimaError, shortened
from tmima.text.values import Document, Segmentation, Sentence, Span, Spans, Token, Words

Tag = Callable[[Sequence[str]], list[tuple[str, str]]]
"""Gives the words of one sentence their tags (UPOS) and lemmas."""

UNITS = ("sentences", "paragraphs")
# What lengths, and the windows of scores, are counted in.
COUNTED_UNITS = ("sentences", "words")
_SINGULARS = ("sentence", "paragraph", "word", "character", "token", "second")


def plural(unit: str) -> str:
    """Return the name of a unit as it is used everywhere; the singular is understood.

    >>> plural("sentence"), plural("words"), plural("page")
    ('sentences', 'words', 'page')
    """
    if not isinstance(unit, str):
        raise TmimaError(f"a unit must be a name, not {shortened(unit)}")
    return f"{unit}s" if unit in _SINGULARS else unit


class Analyzer(Protocol):
    """Anything that can do both may be passed to `tmima.segment` as its analyzer."""

    @property
    def language(self) -> str:
        """The code of the language, as `el` or `en`."""
        ...

    def split(self, text: str, paragraph: Span) -> list[Span]:
        """Return the sentences of a paragraph, in order, without the white space around them."""
        ...

    def tokens(self, text: str, sentences: Sequence[Span]) -> list[tuple[Token, ...]]:
        """Return the words of each sentence, in order, with offsets into `text`."""
        ...


@runtime_checkable
class ColumnAnalyzer(Analyzer, Protocol):
    """An analyzer that finds the words of all sentences at once, as columns."""

    def word_columns(self, text: str, sentences: Spans) -> Words:
        """Return the words of the sentences of a text."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class Units:
    """The units of a document as arrays: where they lie, how long they are, what they say.

    Attributes:
        runs: the half-open range of sentences of each unit.
        edges: character offsets that tile the text; unit i is text[edges[i]:edges[i + 1]], the
            white space after it included.
        sentences: the number of sentences of each unit.
        words: the number of words of each unit, kept or not.
        starts: unit i holds the distinct kept words terms[starts[i]:starts[i + 1]].
        terms: numbers of kept words, rising within a unit.
        vocabulary: the kept words by number.
        document: what they are units of, where there is one.
    """

    runs: Sequence[Span]
    edges: Sequence[int]
    sentences: NDArray[np.int64]
    words: NDArray[np.int64]
    starts: NDArray[np.int64]
    terms: NDArray[np.int32]
    vocabulary: tuple[str, ...]
    document: Document | None = None

    def __len__(self) -> int:
        return len(self.runs)

    def __eq__(self, other: object) -> bool:
        return equal(self, other)

    def __hash__(self) -> int:
        return hash((tuple(self.edges), self.vocabulary))

    @property
    def owners(self) -> NDArray[np.int64]:
        """The unit that each entry of `terms` belongs to."""
        return np.repeat(np.arange(len(self)), np.diff(self.starts))

    @property
    def truth(self) -> Segmentation | None:
        """The true segments of the document in units, if it is known and cuts inside none."""
        if self.document is None or self.document.truth is None:
            return None
        ends = {last: place for place, (_, last) in enumerate(self.runs, start=1)}
        places = [ends.get(boundary) for boundary in self.document.truth.boundaries]
        known = [place for place in places if place is not None]
        return Segmentation(tuple(known)) if len(known) == len(places) else None

    def lengths(self, length_unit: str) -> NDArray[np.int64]:
        """Return the length of each unit, in "sentences" or in "words"."""
        return self.words if length_unit == "words" else self.sentences

    @classmethod
    def of(cls, document: Document, unit: str = "sentences") -> "Units":
        """Take the sentences or the paragraphs of a document as its units."""
        return cls.with_sequence(document, unit)[0]

    @classmethod
    def with_sequence(
        cls, document: Document, unit: str = "sentences"
    ) -> tuple["Units", Rows, Rows]:
        """Return the units with all kept words in order, by number, and the unit of each."""
        unit = plural(unit)
        if unit not in UNITS:
            raise TmimaError(f"unknown unit {unit!r}: choose one of {', '.join(UNITS)}")
        words = document.columns.words
        runs = (
            Spans.of(document.paragraphs)
            if unit == "paragraphs"
            else Spans.tiling(np.arange(len(document.sentences) + 1, dtype=np.int32))
        )
        sequence, owners, vocabulary = kept_sequence(document, runs)
        # Each pair of unit and word once, in order.
        width = np.int64(max(1, len(vocabulary)))
        held = distinct(owners * width + sequence)
        counted = _words_before(words)
        units = cls(
            runs=runs,
            edges=_edges(document, runs),
            sentences=(runs.ends - runs.starts).astype(np.int64),
            words=counted[runs.ends] - counted[runs.starts],
            starts=np.searchsorted(held, np.arange(len(runs) + 1) * width).astype(np.int64),
            terms=(held % width).astype(np.int32),
            vocabulary=vocabulary,
            document=document,
        )
        return units, sequence, owners


def kept_sequence(document: Document, runs: Spans) -> tuple[Rows, Rows, tuple[str, ...]]:
    """Return the kept words of a document in order, by number, the unit of each, and the words.

    Words are numbered in the order in which they first occur.
    """
    words = document.columns.words
    numbers: dict[str, int] = {}
    of_sense = np.array(
        [
            numbers.setdefault(sense.lemma.lower(), len(numbers)) if sense.kept else -1
            for sense in words.senses
        ],
        dtype=np.int32,
    )
    terms = of_sense[words.numbers]
    kept = terms >= 0
    edges = words.edges[np.append(runs.starts, runs.ends[-1:])]
    owners = np.repeat(np.arange(len(runs), dtype=np.int32), np.diff(edges))[kept]
    sequence = terms[kept]
    # From the last to the first, so that what stays is where each first occurs.
    first = np.full(len(numbers), len(sequence), dtype=np.int64)
    first[sequence[::-1]] = np.arange(len(sequence) - 1, -1, -1)
    order = np.argsort(first, kind="stable")
    order = order[first[order] < len(sequence)]
    renumbered = np.zeros(len(numbers), dtype=np.int32)
    renumbered[order] = np.arange(len(order), dtype=np.int32)
    names = list(numbers)
    return renumbered[sequence], owners, tuple(names[number] for number in order.tolist())


def _words_before(words: Words) -> NDArray[np.int64]:
    """Return the number of words before each sentence, marks not counted."""
    marks = np.array([sense.tag == "PUNCT" for sense in words.senses], dtype=bool)
    before = words.edges.astype(np.int64)
    if marks.any():
        before -= np.searchsorted(np.flatnonzero(marks[words.numbers]), before)
    return before


def kept_words(sentence: Sentence) -> Iterator[str]:
    """Yield the words that make a sentence similar to others, as often as they stand in it."""
    for token in sentence.tokens:
        if token.kept:
            yield token.term


def word_count(sentence: Sentence) -> int:
    """Return the number of words of a sentence, kept or not."""
    return sum(token.tag != "PUNCT" for token in sentence.tokens)


def _edges(document: Document, runs: Spans) -> Sequence[int]:
    inner = document.columns.spans.starts[runs.starts[1:]]
    edges = np.concatenate(([0], inner, [len(document.text)])).astype(np.int32)
    return array("i", edges.tobytes())
