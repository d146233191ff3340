"""The values that travel: a document with its sentences and words, and a segmentation of it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from operator import index
from typing import NamedTuple

from tmima.errors import TmimaError


class Span(NamedTuple):
    """A half-open range of character offsets."""

    start: int
    end: int


class Token(NamedTuple):
    """A word, or a punctuation mark (tag PUNCT): its place, its term, its tag, whether it is kept.

    Only kept words make sentences similar. `lemma` is the normalised word (a lemma, a stem or the
    lower-case form, as the analyzer decides); `tag` is a universal part of speech or empty.
    """

    start: int
    end: int
    lemma: str
    tag: str
    kept: bool

    @property
    def term(self) -> str:
        """What the word counts as: a name is the same word whatever its case."""
        return self.lemma.lower()


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence without the white space around it, and its words."""

    start: int
    end: int
    tokens: tuple[Token, ...]


@dataclass(frozen=True, slots=True)
class Document:
    """A text with its sentences in order and its paragraphs as runs of sentences.

    `paragraphs` holds half-open ranges of sentence indices that tile the sentences. What lies
    between two sentences is white space, or a separator line of the format it was read from.
    `truth` is the true segmentation of the sentences, if the input told it.
    """

    text: str
    language: str
    sentences: tuple[Sentence, ...]
    paragraphs: tuple[Span, ...]
    truth: "Segmentation | None" = None


@dataclass(frozen=True, slots=True)
class Segmentation:
    """A row of T units cut into segments, as the ends t_1 < ... < t_K = T.

    >>> Segmentation((2, 5)).segments
    [(0, 2), (2, 5)]
    """

    boundaries: tuple[int, ...]

    def __post_init__(self) -> None:
        try:
            # Whole numbers of any kind, NumPy's too, in any sequence.
            whole = tuple(map(index, self.boundaries))
        except TypeError:
            raise TmimaError(
                f"the boundaries of a segmentation must be whole numbers, not {self.boundaries!r}"
            ) from None
        object.__setattr__(self, "boundaries", whole)
        rising = all(a < b for a, b in pairwise((0, *self.boundaries)))
        if not self.boundaries or not rising:
            raise TmimaError(
                "the boundaries of a segmentation must rise from above 0 to its size, not be "
                f"{self.boundaries}"
            )

    @classmethod
    def from_lengths(cls, lengths: Iterable[int]) -> "Segmentation":
        """Make a segmentation of the lengths of its segments.

        >>> Segmentation.from_lengths([2, 3])
        Segmentation(boundaries=(2, 5))
        """
        boundaries = []
        total = 0
        for length in lengths:
            total += length
            boundaries.append(total)
        return cls(tuple(boundaries))

    def __len__(self) -> int:
        """Return the number of segments."""
        return len(self.boundaries)

    @property
    def size(self) -> int:
        """The number of units, T."""
        return self.boundaries[-1]

    @property
    def cuts(self) -> tuple[int, ...]:
        """The boundaries inside the text, that is all but its end."""
        return self.boundaries[:-1]

    @property
    def segments(self) -> list[tuple[int, int]]:
        """The segments as half-open ranges of units."""
        return list(pairwise((0, *self.boundaries)))

    @property
    def lengths(self) -> list[int]:
        """The number of units of each segment."""
        return [last - first for first, last in self.segments]

    def measured_in(self, weights: Sequence[int]) -> "Segmentation":
        """Return the segmentation of the smaller things that the units are made of.

        `weights` says how many of them (words, say) each unit holds. A segment that holds none
        vanishes.

        >>> Segmentation((1, 3)).measured_in([4, 2, 2])
        Segmentation(boundaries=(4, 8))
        """
        if len(weights) != self.size:
            raise TmimaError(f"{len(weights)} weights for a segmentation of {self.size} units")
        lengths = [sum(weights[first:last]) for first, last in self.segments]
        return Segmentation.from_lengths(length for length in lengths if length)
