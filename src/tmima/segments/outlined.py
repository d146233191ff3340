"""A segmented text to hand on: as Markdown with a heading for each segment, or as an outline."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from tmima.segmentation import LEAST_CONFIDENCE
from tmima.text import CODE, Document, Heading, Outline, heading_words, short_time, visible_span

if TYPE_CHECKING:
    from tmima.result import Segment

_MARKDOWN = "markdown"
_DEEPEST = 6
_FENCE = "```"
# What Markdown would take for a heading, the line under one, a fence or a tag.
_TAKEN = re.compile(r"(?m)^([ \t]*)(?=#|[=-]+[ \t]*$|```|~~~|<)")


def as_markdown(document: Document, segments: Sequence["Segment"]) -> Iterator[str]:
    """Yield a text as Markdown in pieces: each segment under a heading, its own or its name.

    A text in Markdown stays as it is; in any other the author's headings are written with number
    signs, and what Markdown would misread has a backslash before it.
    """
    outline = document.outline.above(LEAST_CONFIDENCE)
    hours = _has_hours(segments)
    for number, segment in enumerate(segments):
        parts = []
        begin = _visible_start(document, segment)
        if outline.begun_at(begin) is None and segment.title:
            time = "" if segment.start_time is None else f"[{_time(segment.start_time, hours)}] "
            level = _level_inside(outline, begin, segment.end)
            parts.append(_heading(level, time + segment.title))
        parts.extend(_body_paragraphs(document, outline, segment))
        yield ("\n\n" if number else "") + "\n\n".join(parts)
    yield "\n"


def as_outline(document: Document, segments: Sequence["Segment"]) -> Iterator[str]:
    """Yield the lines of a nested list: sections and segments with their places, no text."""
    outline = document.outline.above(LEAST_CONFIDENCE)
    hours = _has_hours(segments)
    above: list[str] = []
    for segment in segments:
        path = segment.path or ()
        begin = _visible_start(document, segment)
        begun = outline.begun_at(begin)
        parents = list(path if begun is None else path[:-1])
        shared = 0
        while shared < min(len(parents), len(above)) and parents[shared] == above[shared]:
            shared += 1
        for depth in range(shared, len(parents)):
            yield _list_item(depth, parents[depth])
        named = segment.title or (path[-1] if begun is not None and path else "…")
        yield _list_item(len(parents), named, _shown_place(segment, hours))
        above = [*parents, path[-1] if begun is not None and path else named]
        yield from _sections_inside(document, outline, begin, segment.end, len(parents))


def _sections_inside(
    document: Document, outline: Outline, begin: int, end: int, depth: int
) -> Iterator[str]:
    """Yield the sections inside a segment that its own name and path do not tell."""
    inside = [one for one in outline.sections if begin < one.run_start < end]
    top = min((one.level for one in inside), default=0)
    for one in inside:
        pages = None if document.origin is None else document.origin.pages(one.start, one.end)
        place = f"p. {pages[0]}" if pages else f"{one.start}-{one.end}"
        yield _list_item(depth + 1 + one.level - top, one.heading, place)


def _list_item(depth: int, name: str, place: str = "") -> str:
    return f"{'  ' * depth}- {' '.join(name.split())}{f' ({place})' if place else ''}\n"


def _shown_place(segment: "Segment", hours: bool) -> str:
    """Return where a segment stands, as its readers count: time, page, or characters."""
    if segment.start_time is not None:
        return _time(segment.start_time, hours)
    return f"{segment.start}-{segment.end}" if segment.page is None else f"p. {segment.page}"


def _has_hours(segments: Sequence["Segment"]) -> bool:
    return any((one.start_time or 0) >= 3600 for one in segments)


def _time(seconds: float, hours: bool) -> str:
    return short_time(seconds, hours=hours)


def _visible_start(document: Document, segment: "Segment") -> int:
    seen = visible_span(document.text, segment.start, segment.end)
    return segment.start if seen is None else seen.start


def _level_inside(outline: Outline, begin: int, end: int) -> int:
    """Return the level of a heading one below the innermost section that holds some characters."""
    holds = [one.level for one in outline.sections if one.run_start <= begin and end <= one.run_end]
    return max(holds, default=0) + 1


def _heading(level: int, words: str) -> str:
    return f"{'#' * min(level, _DEEPEST)} {' '.join(words.split())}"


def _body_paragraphs(document: Document, outline: Outline, segment: "Segment") -> Iterator[str]:
    text = document.text
    if document.origin is not None and document.origin.kind == _MARKDOWN:
        if said := text[segment.start : segment.end].strip():
            yield said
        return
    if document.timeline is not None:
        before = None
        for speaker, said in document.timeline.spoken(segment.start, segment.end):
            if said:
                yield _escape_markdown(
                    said if speaker in (None, before) else f"**{speaker}:** {said}"
                )
            before = speaker
        return
    headings = {
        one.start: one for one in outline.headings if segment.start <= one.start < segment.end
    }
    code = {
        block.start: block.end
        for block in (() if document.origin is None else document.origin.blocks)
        if block.kind == CODE and segment.start <= block.start and block.end <= segment.end
    }
    edges = sorted(
        {segment.start, segment.end, *headings, *code, *code.values()}
        | {one.end for one in headings.values()}
    )
    for first, last in pairwise(edges):
        said = text[first:last].strip("\n\r\f\v")
        if first in headings:
            yield _heading_line(headings[first], text)
        elif not said.strip():
            continue
        elif first in code:
            fence = _FENCE
            while fence in said:
                fence += "`"
            yield f"{fence}\n{said}\n{fence}"
        else:
            yield _escape_markdown(said.strip())


def _heading_line(heading: Heading, text: str) -> str:
    words = heading_words(text[heading.start : heading.end])
    return _heading(heading.level, words or text[heading.start : heading.end])


def _escape_markdown(text: str) -> str:
    return _TAKEN.sub(r"\1\\", "\n".join(re.split(r"\r\n?|\n|\f", text)))
