"""The units of segmentation: the rows of D, between which a cut may fall."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tmima.arrays import equal
from tmima.errors import TmimaError
from tmima.values import Document, Segmentation, Sentence, Span

UNITS = ("sentences", "paragraphs")
_SINGULARS = ("sentence", "paragraph", "word", "character", "token")


def plural(unit: str) -> str:
    """Return the name of a unit as it is used everywhere; the singular is understood.

    >>> plural("sentence"), plural("words"), plural("page")
    ('sentences', 'words', 'page')
    """
    return f"{unit}s" if unit in _SINGULARS else unit


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

    runs: tuple[Span, ...]
    edges: tuple[int, ...]
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
        return hash((self.edges, self.vocabulary))

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
        unit = plural(unit)
        if unit not in UNITS:
            raise TmimaError(f"unknown unit {unit!r}: choose one of {', '.join(UNITS)}")
        runs = (
            document.paragraphs
            if unit == "paragraphs"
            else tuple(Span(i, i + 1) for i in range(len(document.sentences)))
        )
        numbers: dict[str, int] = {}
        terms: list[int] = []
        starts = [0]
        for first, last in runs:
            kept = {
                numbers.setdefault(word, len(numbers))
                for sentence in document.sentences[first:last]
                for word in kept_words(sentence)
            }
            terms.extend(sorted(kept))
            starts.append(len(terms))
        return cls(
            runs=runs,
            edges=_edges(document, runs),
            sentences=np.array([last - first for first, last in runs], dtype=np.int64),
            words=np.array(
                [sum(word_count(s) for s in document.sentences[a:b]) for a, b in runs],
                dtype=np.int64,
            ),
            starts=np.array(starts, dtype=np.int64),
            terms=np.array(terms, dtype=np.int32),
            vocabulary=tuple(numbers),
            document=document,
        )


def kept_words(sentence: Sentence) -> Iterator[str]:
    """Yield the words that make a sentence similar to others, as often as they stand in it."""
    for token in sentence.tokens:
        if token.kept:
            yield token.term


def word_count(sentence: Sentence) -> int:
    """Return the number of words of a sentence, kept or not."""
    return sum(token.tag != "PUNCT" for token in sentence.tokens)


def _edges(document: Document, runs: Sequence[Span]) -> tuple[int, ...]:
    inner = [document.sentences[first].start for first, _ in runs[1:]]
    return (0, *inner, len(document.text))
