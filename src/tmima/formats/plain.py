"""Plain text: prose, one sentence per line, and Choi's format.

In Choi's format a line is a sentence, and a line of ten equals signs stands around every segment.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import regex

from tmima.formats.documents import CONTENTS
from tmima.formats.format import PROSE, Format, Layout
from tmima.loading import Pattern
from tmima.text import (
    Analyzer,
    Segmentation,
    Source,
    Span,
    is_heading,
    line_spans,
    paragraph_spans,
    visible_span,
)

CHOI_SEPARATOR = "=========="
# What may stand between two lines of hyphens at the head: names and values, items, comments.
_SETTING = r"[ \t]*(?:#.*|-[ \t].*|[\w.-]+:(?:[ \t].*)?|[ \t]\S.*)?\R"
_SETTINGS = Pattern(
    rf"\ufeff?(?P<whole>---[ \t]*\R(?:{_SETTING}){{1,200}}?(?:---|\.\.\.))[ \t]*(?=\R)"
)
# "The tide ........ 12", and dots with blanks between.
_LEADERS = Pattern(
    r"\S[ \t]*(?:\.[ \t]?){5,200}[ \t]*(?:\d{1,4}|[ivxlc]{1,6})[ \t]*$", regex.MULTILINE
)
# What such lines and headings cannot do without, found much sooner than they are.
_DOTS = re.compile(r"\.[ \t]?\.[ \t]?\.[ \t]?\.[ \t]?\.")
_RULES = ("\n===", "\n~~~", "\n^^^", "\n---")
_NUMBER = re.compile(r"\n[ \t]*\d{1,3}\.\d")
_AFTER_BLANK = r"(?:\A|\n[ \t]*\r?\n)"
_UNDERLINED = Pattern(
    rf"{_AFTER_BLANK}(?P<title>\S[^\n]{{0,99}})\r?\n(?P<line>([=~^-])\3{{2,}})[ \t]*(?=\r?\n|\z)"
)
_NUMBERED = Pattern(
    rf"{_AFTER_BLANK}[ \t]*(?P<title>\d{{1,3}}(?:\.\d{{1,3}})+\.?[ \t]+\p{{Lu}}[^\n\r]{{0,99}}?)"
    r"[ \t]*(?=\r?\n[ \t]*\r?(?:\n|\z))"
)


def lay_out_prose(source: Source, analyzer: Analyzer) -> Layout:
    """Find the sentences of each paragraph.

    A heading with a line under it or a number before it is one sentence. Settings at the head of
    the text and tables of contents with their dots are one sentence each, and not compared.
    """
    text = source.text
    beside = [*_front_matter(text), *_contents(text)]
    whole = sorted([*beside, *_headings(text)])
    paragraphs: list[list[Span]] = []
    for paragraph in paragraph_spans(text):
        begin = paragraph.start
        inside = whole[
            bisect_right(whole, begin, key=lambda one: one.end) : bisect_left(
                whole, paragraph.end, key=lambda one: one.start
            )
        ]
        for one in inside:
            before = visible_span(text, begin, one.start) if begin < one.start else None
            if before is not None:
                paragraphs.append(analyzer.split(text, before))
            if begin <= one.start:
                paragraphs.append([one])
            begin = one.end
        rest = visible_span(text, begin, paragraph.end) if begin < paragraph.end else None
        if rest is not None:
            paragraphs.append(
                analyzer.split(text, rest) if inside else analyzer.split(text, paragraph)
            )
    return Layout(paragraphs, ignored=sorted(beside))


def _front_matter(text: str) -> Iterator[Span]:
    found = _SETTINGS.match(text)
    if found is not None:
        yield Span(found.start("whole"), found.end("whole"))


def _contents(text: str) -> Iterator[Span]:
    """Yield runs of lines that end with dots and the number of a page."""
    if not _DOTS.search(text) or not _LEADERS.search(text):
        return
    run: Span | None = None
    title: Span | None = None
    for line in line_spans(text):
        visible = visible_span(text, *line)
        if visible is None:
            continue
        if _LEADERS.search(text, *visible):
            run = Span((run or title or visible).start, visible.end)
            continue
        title = visible if text[slice(*visible)].lower() in CONTENTS else None
        if run is not None:
            yield run
            run = None
    if run is not None:
        yield run


def _headings(text: str) -> Iterator[Span]:
    """Yield headings that a line of marks lies under, and those with numbers as 6.2.5."""
    for found in _UNDERLINED.finditer(text) if any(one in text for one in _RULES) else ():
        if is_heading(found["title"]) and len(found["line"]) >= 0.7 * len(found["title"].rstrip()):
            yield Span(found.start("title"), found.end("line"))
    numbered = text[:1].isspace() or text[:1].isdigit() or _NUMBER.search(text) is not None
    for found in _NUMBERED.finditer(text) if numbered else ():
        if is_heading(found["title"]):
            yield Span(*found.span("title"))


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
