"""A text glued of passages of others, which remembers where each comes from."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tmima.collection.collection import Author, SourceText
from tmima.formats import choi
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
