"""Choi's format: one sentence per line, and a line of ten equals signs around every segment."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from tmima.formats.format import Format, Layout
from tmima.text import Analyzer, Segmentation, Source, Span, line_spans, visible_span

SEPARATOR = "=========="


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


def parse(text: str) -> ChoiText:
    """Read a text in Choi's format. Blank lines are passed over, and so are empty segments.

    >>> parse("==========\\nA cat .\\nA dog .\\n==========\\nA ship .\\n==========\\n").boundaries
    (2, 3)
    """
    sentences: list[Span] = []
    numbers: list[int] = []
    boundaries: list[int] = []
    for number, line in enumerate(line_spans(text), start=1):
        visible = visible_span(text, *line)
        if visible is None:
            continue
        if text[visible.start : visible.end] != SEPARATOR:
            sentences.append(visible)
            numbers.append(number)
        elif len(sentences) > (boundaries[-1] if boundaries else 0):
            boundaries.append(len(sentences))
    if len(sentences) > (boundaries[-1] if boundaries else 0):
        boundaries.append(len(sentences))
    return ChoiText(text, tuple(sentences), tuple(numbers), tuple(boundaries))


def render(segments: Iterable[Sequence[str]]) -> str:
    """Write segments of sentences in Choi's format, line breaks within a sentence as spaces.

    >>> print(render([["One.", "Two."], ["Three."]]), end="")
    ==========
    One.
    Two.
    ==========
    Three.
    ==========
    """
    return "".join(lines(segments))


def lines(segments: Iterable[Sequence[str]]) -> Iterator[str]:
    """Yield the lines of `render`."""
    yield SEPARATOR + "\n"
    for segment in segments:
        for sentence in segment:
            yield _line(sentence) + "\n"
        yield SEPARATOR + "\n"


def _lay_out(source: Source, analyzer: Analyzer) -> Layout:
    """Take all sentences for one paragraph; separator lines are none of them."""
    parsed = parse(source.text)
    truth = Segmentation(parsed.boundaries) if parsed.boundaries else None
    return Layout([list(parsed.sentences)], truth)


def _recognises(text: str) -> bool:
    """Tell whether a text begins with a separator line."""
    visible = visible_span(text, 0, len(text))
    if visible is None:
        return False
    return text[visible.start : visible.end].partition("\n")[0].strip() == SEPARATOR


CHOI = Format("choi", "Choi's format", recognises=_recognises, lay_out=_lay_out)


def _line(sentence: str) -> str:
    line = " ".join(sentence.split())
    # A sentence that looks like the separator would be read back as one.
    return line + "=" if line == SEPARATOR else line
