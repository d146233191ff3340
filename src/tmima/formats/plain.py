"""Plain text: prose, one sentence per line, and Choi's format.

In Choi's format a line is a sentence, and a line of ten equals signs stands around every segment.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter

import numpy as np

from tmima.formats.documents import CONTENTS, split_prose
from tmima.formats.format import PROSE, Format, Layout
from tmima.formats.guessed_headings import add_short_paragraphs, guess_headings
from tmima.loading import Pattern
from tmima.text import (
    Analyzer,
    Paragraphs,
    Segmentation,
    Source,
    Span,
    Spans,
    is_heading,
    joined_lines,
    line_spans,
    split_paragraphs,
    visible_lines,
    visible_span,
    visible_spans,
)

CHOI_SEPARATOR = "=========="
# What may stand between two lines of hyphens at the head: names and values, items, comments.
# A line is read in one way only (?>): lines that could be read in two would be tried in 2^n.
_SETTING = r"(?>[ \t]*(?:#.*|-[ \t].*|[\w.-]+:(?:[ \t].*)?|[ \t]\S.*)?\R)"
_SETTINGS = Pattern(rf"\ufeff?(?P<whole>---[ \t]*\R{_SETTING}{{1,200}}?(?:---|\.\.\.))[ \t]*(?=\R)")
# "The tide ........ 12", and dots with blanks between.
_LEADERS = Pattern(
    # Looked for where the dots begin: every dot would be tried with all that follow.
    r"(?m)(?<!\.[ \t]?)(?:\.[ \t]?){5,}+[ \t]*+(?:\d{1,4}|[ivxlc]{1,6})[ \t]*$"
)
# What such lines cannot do without, found much sooner than they are.
_DOTS = re.compile(r"\.[ \t]?\.[ \t]?\.[ \t]?\.[ \t]?\.")
_AFTER_BLANK = r"(?:\A(?:[ \t]*\r?\n)?|\n[ \t]*\r?\n)"
# A line of marks may lie over a heading too.
_OVER = r"(?:[*=~^-]{3,}[ \t]*\r?\n)?"
_UNDERLINED = Pattern(
    rf"{_AFTER_BLANK}(?P<whole>{_OVER}(?P<title>\S[^\n]{{0,99}})\r?\n"
    r"(?P<line>([*=~^-])\4{2,}))[ \t]*(?=\r?\n|\z)"
)
_NUMBERED = Pattern(
    rf"{_AFTER_BLANK}[ \t]*(?P<title>\d{{1,3}}(?:\.\d{{1,3}})+\.?[ \t]+\p{{Lu}}[^\n\r]{{0,99}}?)"
    r"[ \t]*(?=\r?\n[ \t]*\r?(?:\n|\z))"
)
# Looked for backwards, from where a line of marks begins and from a digit at the head of a line.
_RULES = frozenset("*=~^-")
# What may end a heading that has a line under it, though it ends prose too.
_CLOSING = " \t\r:;!?)]"
_BEFORE_RULE = Pattern(rf"(?r){_AFTER_BLANK}{_OVER}\S[^\n]{{0,99}}\r?\n")
_BEFORE_NUMBER = Pattern(rf"(?r){_AFTER_BLANK}[ \t]*")
# No heading goes further. Without an end `regex` looks through the rest of the text, at each line
# anew, for a letter that the pattern must have.
_FARTHEST = 4096


def lay_out_prose(source: Source, analyzer: Analyzer) -> Layout:
    """Find the sentences of each paragraph.

    A heading with a line under it or a number before it, or that is very probably one, is one
    sentence. Settings at the head of the text and tables of contents with their dots are one
    sentence each, and not compared.
    """
    text = source.text
    lines = visible_lines(text)
    paragraphs = joined_lines(text, lines)
    beside = sorted([*_front_matter(text), *_contents_lines(text, lines.spans)])
    marked = list(_marked_headings(text, lines.spans))
    underlined = [one for one in marked if "\n" in text[one.start : one.end]]
    sure = guess_headings(text, lines, paragraphs, underlined, beside)
    known = {one.start: one for one in marked}
    known |= {one.start: Span(one.start, one.end) for one in sure}
    whole = sorted([*beside, *known.values()])
    if not whole:
        sentences = split_paragraphs(analyzer, text, paragraphs)
    else:
        blocks = [
            block for paragraph in paragraphs for block in _split_paragraph(text, paragraph, whole)
        ]
        sentences = Paragraphs.of(split_prose(text, blocks, analyzer))
    return Layout(
        sentences, ignored=beside, headings=add_short_paragraphs(text, lines, sentences, sure)
    )


def _split_paragraph(text: str, paragraph: Span, whole: list[Span]) -> Iterator[tuple[Span, bool]]:
    """Yield the parts of a paragraph, what is whole and what is prose, and which of the two."""
    begin = paragraph.start
    inside = whole[
        bisect_right(whole, begin, key=attrgetter("end")) : bisect_left(
            whole, paragraph.end, key=attrgetter("start")
        )
    ]
    for one in inside:
        before = visible_span(text, begin, one.start) if begin < one.start else None
        if before is not None:
            yield before, True
        if begin <= one.start:
            yield one, False
        begin = one.end
    rest = visible_span(text, begin, paragraph.end) if begin < paragraph.end else None
    if rest is not None:
        yield rest, True


def _front_matter(text: str) -> Iterator[Span]:
    # Few texts begin so, and to compile the pattern takes longer than to ask.
    match = _SETTINGS.match(text) if text.startswith(("---", "\ufeff---")) else None
    if match is not None:
        yield Span(match.start("whole"), match.end("whole"))


def _contents_lines(text: str, lines: Spans) -> Iterator[Span]:
    """Yield runs of lines that end with dots and the number of a page."""
    if not _DOTS.search(text) or not _LEADERS.search(text):
        return
    run: Span | None = None
    title: Span | None = None
    for visible in lines:
        if _LEADERS.search(text, *visible):
            run = Span((run or title or visible).start, visible.end)
            continue
        title = visible if text[slice(*visible)].lower() in CONTENTS else None
        if run is not None:
            yield run
            run = None
    if run is not None:
        yield run


def _marked_headings(text: str, lines: Spans) -> Iterator[Span]:
    """Yield headings that a line of marks lies under, and those with numbers as 6.2.5."""
    starts = lines.starts.tolist()
    for start, first in zip(starts, map(text.__getitem__, starts), strict=True):
        if first in _RULES and (before := _BEFORE_RULE.match(text, 0, start)):
            match = _UNDERLINED.match(text, before.start(), start + _FARTHEST)
            if (
                match is not None
                and is_heading(match["title"].rstrip(_CLOSING))
                and len(match["line"]) >= 0.7 * len(match["title"].rstrip())
            ):
                yield Span(*match.span("whole"))
        elif first.isdigit() and (before := _BEFORE_NUMBER.match(text, 0, start)):
            match = _NUMBERED.match(text, before.start(), start + _FARTHEST)
            if match is not None and is_heading(match["title"]):
                yield Span(*match.span("title"))


def lay_out_lines(source: Source, analyzer: Analyzer) -> Layout:
    """Take every line for a sentence; blank lines part paragraphs."""
    lines, opens = visible_lines(source.text)
    edges = np.append(np.flatnonzero(opens), len(lines)).astype(np.int32)
    return Layout(Paragraphs(lines, edges))


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
    for number, visible in enumerate(visible_spans(text, line_spans(text)), start=1):
        if visible.start == visible.end:
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
