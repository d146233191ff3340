"""Plain text: prose, one sentence per line, and Choi's format.

In Choi's format a line is a sentence, and a line of ten equals signs stands around every segment.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from tmima.formats.format import PROSE, Format, Layout
from tmima.text import (
    Analyzer,
    Segmentation,
    Source,
    Span,
    line_spans,
    paragraph_spans,
    visible_span,
)

CHOI_SEPARATOR = "=========="


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


@dataclass(frozen=True, slots=True)
class ChoiText:
    """The sentences of a file in Choi's format and the ends t_1 < ... < t_K of its segments."""

    text: str
    sentences: tuple[Span, ...]
    line_numbers: tuple[int, ...]
    boundaries: tuple[int, ...]

    def sentence(self, index: int) -> str:
        """Return the text of one sentence."""
        start, end = self.sentences[index]
        return self.text[start:end]


def parse_choi(text: str) -> ChoiText:
    """Read a text in Choi's format. Blank lines are passed over, and so are empty segments.

    >>> parse_choi("==========\\nA cat .\\nA dog .\\n==========\\nA ship .\\n").boundaries
    (2, 3)
    """
    sentences: list[Span] = []
    numbers: list[int] = []
    boundaries: list[int] = []
    for number, line in enumerate(line_spans(text), start=1):
        visible = visible_span(text, *line)
        if visible is None:
            continue
        if text[visible.start : visible.end] != CHOI_SEPARATOR:
            sentences.append(visible)
            numbers.append(number)
        elif len(sentences) > (boundaries[-1] if boundaries else 0):
            boundaries.append(len(sentences))
    if len(sentences) > (boundaries[-1] if boundaries else 0):
        boundaries.append(len(sentences))
    return ChoiText(text, tuple(sentences), tuple(numbers), tuple(boundaries))


def render_choi(segments: Iterable[Sequence[str]]) -> str:
    """Write segments of sentences in Choi's format, line breaks within a sentence as spaces.

    >>> print(render_choi([["One.", "Two."], ["Three."]]), end="")
    ==========
    One.
    Two.
    ==========
    Three.
    ==========
    """
    return "".join(choi_lines(segments))


def choi_lines(segments: Iterable[Sequence[str]]) -> Iterator[str]:
    """Yield the lines of `render_choi`."""
    yield CHOI_SEPARATOR + "\n"
    for segment in segments:
        for sentence in segment:
            yield _choi_line(sentence) + "\n"
        yield CHOI_SEPARATOR + "\n"


def lay_out_choi(source: Source, analyzer: Analyzer) -> Layout:
    """Take all sentences for one paragraph; separator lines are none of them."""
    parsed = parse_choi(source.text)
    truth = Segmentation(parsed.boundaries) if parsed.boundaries else None
    return Layout([list(parsed.sentences)], truth)


def is_choi(text: str) -> bool:
    """Tell whether a text begins with a separator line."""
    visible = visible_span(text, 0, len(text))
    if visible is None:
        return False
    return text[visible.start : visible.end].partition("\n")[0].strip() == CHOI_SEPARATOR


def _choi_line(sentence: str) -> str:
    line = " ".join(sentence.split())
    # A sentence that looks like the separator would be read back as one.
    return line + "=" if line == CHOI_SEPARATOR else line


TEXT = Format(PROSE, "prose")
LINES = Format(
    "lines", "one sentence per line, blank lines between paragraphs", lay_out=lay_out_lines
)
CHOI = Format("choi", "Choi's format", recognises=is_choi, lay_out=lay_out_choi)
