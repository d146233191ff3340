"""Plain text: as prose, or with one sentence per line."""

from tmima.formats.format import Format, Layout
from tmima.text import Analyzer, Span, line_spans, paragraph_spans, visible_span


def _prose(text: str, analyzer: Analyzer) -> Layout:
    return Layout([analyzer.split(text, paragraph) for paragraph in paragraph_spans(text)])


def _lines(text: str, analyzer: Analyzer) -> Layout:
    paragraphs: list[list[Span]] = [[]]
    for line in line_spans(text):
        visible = visible_span(text, *line)
        if visible is not None:
            paragraphs[-1].append(visible)
        elif paragraphs[-1]:
            paragraphs.append([])
    return Layout(paragraphs)


PROSE = Format("text", "prose", _prose)
LINES = Format("lines", "one sentence per line, blank lines between paragraphs", _lines)
