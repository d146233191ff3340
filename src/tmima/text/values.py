"""The values that travel: a document with its sentences and words, and a segmentation of it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, pairwise
from operator import index, lt
from typing import NamedTuple, overload

import numpy as np
from numpy.typing import NDArray

from tmima.errors import TmimaError, plain_text
from tmima.text.outline import Outline
from tmima.text.source import Origin
from tmima.text.timeline import Timeline
from tmima.text.turns import Turns

Column = NDArray[np.int32]
# How many sentences become views at a time.
_VIEWED = 256
# How many ranges do.
_LISTED = 1 << 13
_NO_OUTLINE = Outline()


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


class Spans(Sequence[Span]):
    """Ranges as two columns; a `Span` is made when somebody looks at one."""

    __slots__ = ("ends", "starts")

    def __init__(self, starts: Column, ends: Column) -> None:
        self.starts = starts
        self.ends = ends

    @classmethod
    def of(cls, spans: Iterable[tuple[int, int]]) -> "Spans":
        """Make columns of ranges."""
        if isinstance(spans, Spans):
            return spans
        flat = np.fromiter(chain.from_iterable(spans), dtype=np.int32)
        return cls(flat[::2].copy(), flat[1::2].copy())

    @classmethod
    def tiling(cls, edges: Column) -> "Spans":
        """Return the ranges between neighbouring edges."""
        return cls(edges[:-1], edges[1:])

    def __len__(self) -> int:
        return len(self.starts)

    @overload
    def __getitem__(self, index: int) -> Span: ...
    @overload
    def __getitem__(self, index: slice) -> "Spans": ...
    def __getitem__(self, index: int | slice) -> "Span | Spans":
        if isinstance(index, slice):
            return Spans(self.starts[index], self.ends[index])
        return Span(int(self.starts[index]), int(self.ends[index]))

    def __iter__(self) -> Iterator[Span]:
        for first in range(0, len(self), _LISTED):
            part = slice(first, first + _LISTED)
            yield from map(Span, self.starts[part].tolist(), self.ends[part].tolist())

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Spans):
            return np.array_equal(self.starts, other.starts) and np.array_equal(
                self.ends, other.ends
            )
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))


class Paragraphs(Sequence[Spans]):
    """The sentences of each paragraph, as columns.

    Attributes:
        sentences: of all paragraphs, in order.
        edges: how many sentences come before each paragraph, and how many there are.
    """

    __slots__ = ("edges", "sentences")

    def __init__(self, sentences: Spans, edges: Column) -> None:
        self.sentences = sentences
        self.edges = edges

    @classmethod
    def of(cls, paragraphs: Iterable[Sequence[Span]]) -> "Paragraphs":
        """Make columns of the sentences of paragraphs."""
        if isinstance(paragraphs, Paragraphs):
            return paragraphs
        given = list(paragraphs)
        edges = np.cumsum([0, *map(len, given)]).astype(np.int32)
        return cls(Spans.of(chain.from_iterable(given)), edges)

    @property
    def runs(self) -> Spans:
        """The half-open ranges of sentences of the paragraphs that have any."""
        full = np.append(np.diff(self.edges) > 0, True)
        return Spans.tiling(self.edges[full])

    def __len__(self) -> int:
        return len(self.edges) - 1

    @overload
    def __getitem__(self, index: int) -> Spans: ...
    @overload
    def __getitem__(self, index: slice) -> list[Spans]: ...
    def __getitem__(self, index: int | slice) -> Spans | list[Spans]:
        if isinstance(index, slice):
            return [self[each] for each in range(*index.indices(len(self)))]
        place = range(len(self))[index]
        return self.sentences[self.edges[place] : self.edges[place + 1]]

    def __iter__(self) -> Iterator[Spans]:
        for first, last in pairwise(self.edges.tolist()):
            yield self.sentences[first:last]


class Sense(NamedTuple):
    """What a word counts as, wherever it stands: see `Token`."""

    lemma: str
    tag: str
    kept: bool


class Words(NamedTuple):
    """The words of a text as columns.

    Attributes:
        edges: how many words come before each sentence, and how many there are.
        starts: where each word begins.
        ends: where it ends.
        numbers: the number of its sense.
        senses: by number.
    """

    edges: Column
    starts: Column
    ends: Column
    numbers: Column
    senses: Sequence[Sense]

    @classmethod
    def of(cls, sentences: Iterable[Iterable[Token]]) -> "Words":
        """Make columns of the words of sentences."""
        known: dict[Sense, int] = {}
        edges, rows = [0], []
        for tokens in sentences:
            for start, end, lemma, tag, kept in tokens:
                sense = Sense(lemma, tag, kept)
                rows.append((start, end, known.setdefault(sense, len(known))))
            edges.append(len(rows))
        table = np.array(rows, dtype=np.int32).reshape(-1, 3)
        starts, ends, numbers = (table[:, column].copy() for column in range(3))
        return cls(np.array(edges, dtype=np.int32), starts, ends, numbers, tuple(known))

    def part(self, first: int, last: int) -> "Words":
        """Return the words of the sentences first .. last - 1, with the senses that they have."""
        begin, end = int(self.edges[first]), int(self.edges[last])
        used, numbers = np.unique(self.numbers[begin:end], return_inverse=True)
        return Words(
            self.edges[first : last + 1] - begin,
            self.starts[begin:end],
            self.ends[begin:end],
            numbers.astype(np.int32),
            [self.senses[number] for number in used.tolist()],
        )

    def not_kept(self, within: Spans) -> "Words":
        """Return these words; those that begin within some ranges are no longer kept."""
        if not len(within):
            return self
        behind = np.searchsorted(within.starts, self.starts, side="right") - 1
        inside = (behind >= 0) & (self.starts < within.ends[behind])
        used, places = np.unique(self.numbers[inside], return_inverse=True)
        numbers = self.numbers.copy()
        numbers[inside] = len(self.senses) + places
        dropped = [self.senses[number]._replace(kept=False) for number in used.tolist()]
        return self._replace(numbers=numbers, senses=[*self.senses, *dropped])

    def tokens(self, sentence: int) -> tuple[Token, ...]:
        """Return the words of a sentence, made now."""
        return next(self._make_tokens(sentence, sentence + 1))

    def by_sentence(self) -> Iterator[tuple[Token, ...]]:
        """Yield the words of each sentence."""
        count = len(self.edges) - 1
        # Some at a time: turning columns into lists at once would hold all words twice.
        for first in range(0, count, _VIEWED):
            yield from self._make_tokens(first, min(count, first + _VIEWED))

    def _make_tokens(self, first: int, last: int) -> Iterator[tuple[Token, ...]]:
        edges = self.edges[first : last + 1].tolist()
        part = slice(edges[0], edges[-1])
        senses = [self.senses[number] for number in self.numbers[part].tolist()]
        spans = zip(self.starts[part].tolist(), self.ends[part].tolist(), senses, strict=True)
        made = [Token(start, end, *sense) for start, end, sense in spans]
        for begin, end in pairwise(edges):
            yield tuple(made[begin - edges[0] : end - edges[0]])


class Sentences(Sequence[Sentence]):
    """The sentences of a text as columns; a `Sentence` is made when somebody looks at one."""

    __slots__ = ("spans", "words")

    def __init__(self, spans: Spans, words: Words) -> None:
        self.spans = spans
        self.words = words

    @classmethod
    def of(cls, sentences: Iterable[Sentence]) -> "Sentences":
        """Make columns of sentences."""
        if isinstance(sentences, Sentences):
            return sentences
        given = tuple(sentences)
        return cls(
            Spans.of((one.start, one.end) for one in given), Words.of(one.tokens for one in given)
        )

    def __len__(self) -> int:
        return len(self.spans)

    @overload
    def __getitem__(self, index: int) -> Sentence: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Sentence, ...]: ...
    def __getitem__(self, index: int | slice) -> Sentence | tuple[Sentence, ...]:
        if isinstance(index, slice):
            return tuple(self[each] for each in range(*index.indices(len(self))))
        if index < 0:
            index += len(self)
        if not 0 <= index < len(self):
            raise IndexError(f"sentence {index} of {len(self)}")
        return Sentence(*self.spans[index], self.words.tokens(index))

    def __iter__(self) -> Iterator[Sentence]:
        for (start, end), tokens in zip(self.spans, self.words.by_sentence(), strict=True):
            yield Sentence(start, end, tokens)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(self.spans)

    def __repr__(self) -> str:
        return repr(tuple(self))


@dataclass(frozen=True, slots=True)
class Document:
    """A text with its sentences in order and its paragraphs as runs of sentences.

    `paragraphs` holds half-open ranges of sentence indices that tile the sentences. What lies
    between two sentences is white space, or a separator line of the format it was read from.
    `truth` is the true segmentation of the sentences, if the input told it; `timeline` has the
    times of a transcript, whose text is what is said; `origin` the places in a document of what is
    read of it; `turns` who speaks, where names tell it and no times; `outline` its headings and the
    sections that they open; `name` is that of the file it was opened from. Whatever sentences and
    paragraphs it is given, it keeps them as columns (`columns`).
    """

    text: str
    language: str
    sentences: Sequence[Sentence]
    paragraphs: Sequence[Span]
    truth: "Segmentation | None" = None
    timeline: Timeline | None = None
    origin: Origin | None = None
    turns: Turns | None = None
    outline: Outline = _NO_OUTLINE
    name: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", plain_text(self.text))
        object.__setattr__(self, "sentences", Sentences.of(self.sentences))
        object.__setattr__(self, "paragraphs", Spans.of(self.paragraphs))

    @property
    def speech(self) -> Timeline | Turns | None:
        """Who speaks, by the cues of a transcript or by the names in a text; nothing of prose."""
        return self.turns if self.timeline is None else self.timeline

    @property
    def columns(self) -> Sentences:
        """The sentences with their columns: where they lie (`spans`), their words (`words`)."""
        return Sentences.of(self.sentences)


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
        if not whole or not all(map(lt, (0, *whole), whole)):
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
