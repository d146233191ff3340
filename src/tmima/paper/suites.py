"""Texts glued of passages of others: the generators of the paper's two suites (its section 3.2)."""

import random
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tmima.errors import TmimaError
from tmima.formats import choi
from tmima.paper.collection import Author, SourceText
from tmima.text import Document, Segmentation, Sentences, Span, Spans, Words


@dataclass(frozen=True, slots=True)
class Passage:
    """The sentences [first, last) of an author's text."""

    author: Author
    source: SourceText
    first: int
    last: int

    def as_dict(self) -> dict[str, str | int]:
        """Return where the passage comes from, for JSON."""
        return {
            "author": self.author.name,
            "text": self.source.name,
            "first": self.first,
            "last": self.last,
        }


@dataclass(frozen=True, slots=True)
class GeneratedText:
    """A document made of passages, each a true segment of it."""

    document: Document
    truth: Segmentation
    passages: tuple[Passage, ...]

    def as_choi(self) -> str:
        """Return the text in Choi's format."""
        text, spans = self.document.text, self.document.columns.spans
        return choi.render(
            [text[start:end] for start, end in spans[first:last]]
            for first, last in self.truth.segments
        )


def glue(passages: Sequence[Passage]) -> GeneratedText:
    """Make one document of passages, one sentence per line, without analyzing them again."""
    lines: list[str] = []
    paragraphs: list[Span] = []
    places: list[tuple[int, int, int, int]] = []  # start, end, shift, words
    words: list[Words] = []
    position = 0
    for passage in passages:
        source = passage.source.document
        columns = source.columns
        for first, last in source.paragraphs:
            start, end = max(first, passage.first), min(last, passage.last)
            if start < end:
                before = len(places) - passage.first
                paragraphs.append(Span(before + start, before + end))
        counts = np.diff(columns.words.edges).tolist()
        for sentence in range(passage.first, passage.last):
            begin, end = columns.spans[sentence]
            shift = position - begin
            places.append((begin + shift, end + shift, shift, counts[sentence]))
            lines.append(source.text[begin:end])
            position = end + shift + 1
        words.append(columns.words.part(passage.first, passage.last))
    starts, ends, shifts, counted = np.array(places, dtype=np.int32).T
    moved = np.repeat(shifts, counted)
    tables = np.cumsum([0, *(len(each.senses) for each in words)])
    sentences = Sentences(
        Spans(starts, ends),
        Words(
            np.concatenate(([0], np.cumsum(counted))).astype(np.int32),
            np.concatenate([each.starts for each in words]) + moved,
            np.concatenate([each.ends for each in words]) + moved,
            np.concatenate(
                [each.numbers + at for each, at in zip(words, tables.tolist(), strict=False)]
            ),
            [sense for each in words for sense in each.senses],
        ),
    )
    language = passages[0].source.document.language
    document = Document("\n".join(lines), language, sentences, paragraphs)
    truth = Segmentation.from_lengths(passage.last - passage.first for passage in passages)
    return GeneratedText(document, truth, tuple(passages))


RANGES = ((3, 11), (3, 5), (6, 8), (9, 11))
_SEGMENTS = 10


def seeded(
    seed: int, suite: str, *, members: int = 5, lengths: tuple[int, int] | None = None
) -> random.Random:
    """Return the chance that a suite's texts come from; an experiment and `generate` share it."""
    return random.Random(f"{seed}/{suite}/{members}/{lengths}")


def suite1(
    authors: Sequence[Author], lengths: tuple[int, int], count: int, chance: random.Random
) -> list[GeneratedText]:
    """Return texts of ten segments, each the beginning of a text, of a length in a..b sentences.

    A length is drawn, then an author, then one of the author's texts, each uniformly; a text
    shorter than the length cannot be drawn for it, nor an author who has no other.
    """
    shortest, longest = lengths
    if not 1 <= shortest <= longest:
        raise TmimaError(f"a range of lengths must rise from 1 or more, not be {lengths}")
    fitting = {length: _with_texts_of(authors, length) for length in range(shortest, longest + 1)}
    texts = []
    for _ in range(count):
        passages = []
        for _ in range(_SEGMENTS):
            length = chance.randint(shortest, longest)
            author = chance.choice(fitting[length])
            source = chance.choice(author.texts)
            passages.append(Passage(author, source, 0, length))
        texts.append(glue(passages))
    return texts


def suite2(authors: Sequence[Author], count: int, chance: random.Random) -> list[GeneratedText]:
    """Return texts of ten segments, each a run of whole paragraphs of a text.

    Of a text with Z paragraphs, l of them are taken, l uniform in 1..Z, from a first one that is
    uniform among the Z - l + 1 possible.
    """
    texts = []
    for _ in range(count):
        passages = []
        for _ in range(_SEGMENTS):
            author = chance.choice(authors)
            source = chance.choice(author.texts)
            paragraphs = source.document.paragraphs
            run = chance.randint(1, len(paragraphs))
            first = chance.randint(0, len(paragraphs) - run)
            passages.append(
                Passage(author, source, paragraphs[first][0], paragraphs[first + run - 1][1])
            )
        texts.append(glue(passages))
    return texts


def _with_texts_of(authors: Sequence[Author], length: int) -> list[Author]:
    """Return the authors who have a text of a length, with only such texts."""
    found = []
    for author in authors:
        texts = tuple(text for text in author.texts if len(text.document.sentences) >= length)
        if texts:
            found.append(Author(author.name, author.area, texts))
    if not found:
        names = ", ".join(author.name for author in authors)
        raise TmimaError(f"no author has a text of {length} sentences among {names}")
    return found
