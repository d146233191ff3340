"""The way in: from a text in some format to a document."""

from tmima.document import Analyzer
from tmima.errors import TmimaError
from tmima.formats.choi import CHOI
from tmima.formats.format import Format
from tmima.formats.prose import LINES, PROSE
from tmima.registry import Registry
from tmima.values import Document, Sentence, Span

AUTO = "auto"

formats: Registry[Format] = Registry(
    "format", "tmima.formats", {each.name: each for each in (PROSE, LINES, CHOI)}
)


def found_format(text: str) -> str:
    """Return the name of the format that a text has; prose if none is recognised.

    >>> found_format("==========\\nA cat.\\n=========="), found_format("A cat.\\n==========")
    ('choi', 'text')
    """
    for name in formats:
        recognises = formats[name].recognises
        if recognises is not None and recognises(text):
            return name
    return PROSE.name


def read(text: str, analyzer: Analyzer, *, format: str | Format = PROSE.name) -> Document:
    """Find the paragraphs, sentences and words of a text.

    Args:
        text: the text; it is kept as it is.
        analyzer: what finds sentences and words.
        format: the name of a format, a format of one's own, or "auto" to find it from the text.
    """
    if isinstance(format, str):
        format = formats[found_format(text) if format == AUTO else format]
    layout = format.lay_out(text, analyzer)
    paragraphs = [sentences for sentences in layout.paragraphs if sentences]
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
        truth=layout.truth,
    )
