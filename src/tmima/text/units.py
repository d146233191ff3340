"""The units of segmentation, the rows of D; and the analyzer that finds sentences and words."""

from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from tmima import kernel
from tmima.errors import TmimaError, shortened
from tmima.kernel.arrays import Rows, equal
from tmima.text.values import (
    Document,
    Paragraphs,
    Segmentation,
    Sentence,
    Span,
    Spans,
    Token,
    Words,
)

Tag = Callable[[Sequence[str]], list[tuple[str, str]]]
"""Gives the words of one sentence their tags (UPOS) and lemmas."""

UNITS = ("sentences", "paragraphs")
# What lengths, and the windows of scores, are counted in.
COUNTED_UNITS = ("sentences", "words")
# So many words are numbered at once.
_TOGETHER = 1 << 16
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
    """Finds sentences and words; any object with these methods may be given as `analyzer=`."""

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


@runtime_checkable
class ParagraphAnalyzer(Analyzer, Protocol):
    """An analyzer that finds the sentences of all paragraphs at once, as columns."""

    def split_all(self, text: str, paragraphs: Spans) -> Paragraphs:
        """Return what `split` gives for each paragraph."""
        ...


def split_paragraphs(analyzer: Analyzer, text: str, paragraphs: Spans) -> Paragraphs:
    """Return the sentences of paragraphs, whatever the analyzer can do."""
    if isinstance(analyzer, ParagraphAnalyzer):
        return analyzer.split_all(text, paragraphs)
    return Paragraphs.of(analyzer.split(text, paragraph) for paragraph in paragraphs)


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
    sentences: Rows
    words: Rows
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
    def owners(self) -> Rows:
        """The unit that each entry of `terms` belongs to."""
        return np.repeat(np.arange(len(self), dtype=np.int32), np.diff(self.starts))

    @property
    def truth(self) -> Segmentation | None:
        """The true segments of the document in units, if it is known and cuts inside none."""
        if self.document is None or self.document.truth is None:
            return None
        ends = {last: place for place, (_, last) in enumerate(self.runs, start=1)}
        places = [ends.get(boundary) for boundary in self.document.truth.boundaries]
        known = [place for place in places if place is not None]
        return Segmentation(tuple(known)) if len(known) == len(places) else None

    def lengths(self, length_unit: str) -> Rows:
        """Return the length of each unit, in "sentences" or in "words"."""
        return self.words if length_unit == "words" else self.sentences

    @classmethod
    def of(cls, document: Document, unit: str = "sentences") -> "Units":
        """Take the sentences or the paragraphs of a document as its units."""
        unit = plural(unit)
        if unit not in UNITS:
            raise TmimaError(f"unknown unit {unit!r}: choose one of {', '.join(UNITS)}")
        words = document.columns.words
        runs = (
            Spans.of(document.paragraphs)
            if unit == "paragraphs"
            else Spans.tiling(np.arange(len(document.sentences) + 1, dtype=np.int32))
        )
        of_sense, vocabulary = _number_kept_words(words)
        edges = _word_edges(words, runs).astype(np.int64)
        starts, terms = kernel.distinct_terms(edges, words.numbers, of_sense[None], len(vocabulary))
        counted = _word_counts_before_sentences(words)
        return cls(
            runs=runs,
            edges=_edges(document, runs),
            sentences=runs.ends - runs.starts,
            words=counted[runs.ends] - counted[runs.starts],
            starts=starts,
            terms=terms,
            vocabulary=vocabulary,
            document=document,
        )


def kept_sequence(units: Units) -> tuple[Rows, Rows]:
    """Return all kept words of a document in order, by number, and the unit of each."""
    if units.document is None:
        return units.terms, units.owners
    words = units.document.columns.words
    return _kept_words_and_owners(
        words, _number_kept_words(words)[0], _word_edges(words, Spans.of(units.runs))
    )


def _number_kept_words(words: Words) -> tuple[Rows, tuple[str, ...]]:
    """Return the number of the kept word of each sense, -1 for others, and the words by number.

    Words are numbered in the order in which they first occur.
    """
    numbers: dict[str, int] = {}
    # The string that is there, rather than another of the same letters.
    number_by_sense = [
        numbers.setdefault(lemma if (lower := lemma.lower()) == lemma else lower, len(numbers))
        if kept
        else -1
        for lemma, _, kept in words.senses
    ]
    of_sense = np.array([*number_by_sense, -1], dtype=np.int32)
    first = np.full(len(numbers) + 1, len(words.numbers), dtype=np.int32)
    # From the last to the first, so that what stays is where each first occurs.
    for last in range(len(words.numbers), 0, -_TOGETHER):
        begin = max(0, last - _TOGETHER)
        terms = of_sense[words.numbers[begin:last]]
        first[terms[::-1]] = np.arange(last - 1, begin - 1, -1, dtype=np.int32)
    order = np.argsort(first[:-1], kind="stable")
    order = order[first[order] < len(words.numbers)]
    renumbered = np.full(len(numbers) + 1, -1, dtype=np.int32)
    renumbered[order] = np.arange(len(order), dtype=np.int32)
    names = list(numbers)
    return renumbered[of_sense], tuple(map(names.__getitem__, order.tolist()))


def _word_edges(words: Words, runs: Spans) -> Rows:
    """Return how many words come before each unit, and how many there are."""
    return words.edges[np.concatenate((runs.starts, runs.ends[-1:]))]


def _kept_words_and_owners(words: Words, of_sense: Rows, edges: Rows) -> tuple[Rows, Rows]:
    """Return the kept words of neighbouring units by number, and the unit of each from 0 on."""
    terms = of_sense[words.numbers[edges[0] : edges[-1]]]
    owners = np.repeat(np.arange(len(edges) - 1, dtype=np.int32), np.diff(edges))
    kept = terms >= 0
    return terms[kept], owners[kept]


def _word_counts_before_sentences(words: Words) -> Rows:
    """Return the number of words before each sentence, marks not counted."""
    marks = np.array([sense.tag == "PUNCT" for sense in words.senses], dtype=bool)
    if not marks.any():
        return words.edges
    return words.edges - np.searchsorted(np.flatnonzero(marks[words.numbers]), words.edges).astype(
        np.int32
    )


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
