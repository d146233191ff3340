"""The ways in: a text as prose, as a sentence a line, or in Choi's format, to a document."""

from collections.abc import Callable

from tmima.document.analyzer import Analyzer
from tmima.document.lines import line_spans, visible_span
from tmima.document.paragraphs import paragraph_spans
from tmima.errors import TmimaError
from tmima.formats import choi
from tmima.values import Document, Sentence, Span

Paragraphs = list[list[Span]]


def _prose(text: str, analyzer: Analyzer) -> Paragraphs:
    return [analyzer.split(text, paragraph) for paragraph in paragraph_spans(text)]


def _lines(text: str, analyzer: Analyzer) -> Paragraphs:
    paragraphs: Paragraphs = [[]]
    for line in line_spans(text):
        visible = visible_span(text, *line)
        if visible is not None:
            paragraphs[-1].append(visible)
        elif paragraphs[-1]:
            paragraphs.append([])
    return paragraphs


def _choi(text: str, analyzer: Analyzer) -> Paragraphs:
    return [list(choi.parse(text).sentences)]


READERS: dict[str, Callable[[str, Analyzer], Paragraphs]] = {
    "text": _prose,
    "lines": _lines,
    "choi": _choi,
}


def read(text: str, analyzer: Analyzer, *, form: str = "text") -> Document:
    """Find the paragraphs, sentences and words of a text.

    Args:
        text: the text; it is kept as it is.
        analyzer: what finds sentences and words.
        form: "text" for prose; "lines" for a sentence a line (blank lines part paragraphs);
            "choi" for Choi's format (one paragraph, the separator lines are no sentences).
    """
    if form not in READERS:
        raise TmimaError(f"unknown input form {form!r}: choose one of {', '.join(READERS)}")
    paragraphs = [sentences for sentences in READERS[form](text, analyzer) if sentences]
    if not paragraphs:
        raise TmimaError(
            f"the text is empty: {len(text)} characters and no sentence among them"
            if text
            else "the text is empty"
        )
    spans = [span for sentences in paragraphs for span in sentences]
    tokens = analyzer.tokens(text, spans)
    runs = []
    first = 0
    for sentences in paragraphs:
        runs.append(Span(first, first + len(sentences)))
        first += len(sentences)
    return Document(
        text=text,
        language=analyzer.language,
        sentences=tuple(
            Sentence(start, end, words) for (start, end), words in zip(spans, tokens, strict=True)
        ),
        paragraphs=tuple(runs),
    )
