"""A text glued of passages of others, which remembers where each comes from."""

from collections.abc import Sequence
from dataclasses import dataclass

from tmima.collection.collection import Author, SourceText
from tmima.formats import choi
from tmima.values import Document, Segmentation, Sentence, Span, Token


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
        text, sentences = self.document.text, self.document.sentences
        return choi.render(
            [text[sentence.start : sentence.end] for sentence in sentences[first:last]]
            for first, last in self.truth.segments
        )


def glue(passages: Sequence[Passage]) -> GeneratedText:
    """Make one document of passages, a sentence a line, without analyzing them again."""
    lines: list[str] = []
    sentences: list[Sentence] = []
    paragraphs: list[Span] = []
    position = 0
    for passage in passages:
        source = passage.source.document
        for first, last in source.paragraphs:
            start, end = max(first, passage.first), min(last, passage.last)
            if start < end:
                paragraphs.append(Span(len(sentences), len(sentences) + end - start))
            for sentence in source.sentences[start:end]:
                sentences.append(_moved(sentence, position - sentence.start))
                lines.append(source.text[sentence.start : sentence.end])
                position = sentences[-1].end + 1
    language = passages[0].source.document.language
    document = Document("\n".join(lines), language, tuple(sentences), tuple(paragraphs))
    truth = Segmentation.from_lengths(passage.last - passage.first for passage in passages)
    return GeneratedText(document, truth, tuple(passages))


def _moved(sentence: Sentence, shift: int) -> Sentence:
    tokens = tuple(
        Token(token.start + shift, token.end + shift, *token[2:]) for token in sentence.tokens
    )
    return Sentence(sentence.start + shift, sentence.end + shift, tokens)
