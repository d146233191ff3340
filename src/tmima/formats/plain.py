"""Plain text: as prose, or with one sentence per line."""

from tmima.formats.format import PROSE, Format, Layout
from tmima.text import Analyzer, Source, Span, line_spans, paragraph_spans, visible_span


def lay_out_prose(source: Source, analyzer: Analyzer) -> Layout:
    """Find the sentences of each paragraph."""
    text = source.text
    return Layout([analyzer.split(text, paragraph) for paragraph in paragraph_spans(text)])


def lay_out_lines(source: Source, analyzer: Analyzer) -> Layout:
    """Take every line for a sentence; blank lines part paragraphs."""
    paragraphs: list[list[Span]] = [[]]
    for line in line_spans(source.text):
        visible = visible_span(source.text, *line)
        if visible is not None:
            paragraphs[-1].append(visible)
        elif paragraphs[-1]:
            paragraphs.append([])
    return Layout(paragraphs)


TEXT = Format(PROSE, "prose")
LINES = Format(
    "lines", "one sentence per line, blank lines between paragraphs", lay_out=lay_out_lines
)
