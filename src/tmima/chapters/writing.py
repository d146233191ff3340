"""The forms that chapters are written in, by name, each with the rules that a platform has."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any
from xml.sax.saxutils import escape, quoteattr

import regex

from tmima.chapters.chapter import Chapter, chapters_of, shortened
from tmima.errors import TmimaError
from tmima.files import encode_json
from tmima.loading import Registry
from tmima.result import SegmentedText
from tmima.text import Document, exact_time, milliseconds, short_time
from tmima.wording import LANGUAGES, Wording

_PLAIN = regex.compile(r"[*_]")
_SPECIAL = regex.compile(r"[=;#\\\n]")


@dataclass(frozen=True, slots=True)
class Rules:
    """What a platform demands: otherwise it passes over all chapters without a word.

    Attributes:
        least_chapters: their least number.
        least_seconds: the least length of each.
        longest_title: the most characters of a title.
    """

    least_chapters: int = 1
    least_seconds: int = 0
    longest_title: int | None = None


@dataclass(frozen=True, slots=True)
class ChapterFormat:
    """A form of chapters.

    Attributes:
        name: by which it is asked for.
        summary: what it is, in a line.
        write: makes it of chapters and the code of their language.
        rules: that the chapters must keep.
        suffix: how the name of a file of it ends.
        needs_times: whether it tells times, so that what has none cannot be written in it.
    """

    name: str
    summary: str
    write: Callable[[Sequence[Chapter], str], str]
    rules: Rules = Rules()
    suffix: str = ".txt"
    needs_times: bool = True


def check_times(form: ChapterFormat, document: Document) -> None:
    """Refuse a form that tells times, for a transcript that has none."""
    if form.needs_times and document.timeline is None:
        timeless = [name for name in chapter_formats if not chapter_formats[name].needs_times]
        raise TmimaError(
            f"chapters need times to be written as {form.name}, and this transcript has none: "
            f"choose one of {', '.join(timeless)}"
        )


def usual_form(document: Document) -> str:
    """Return the form that chapters are written in where nobody told any."""
    return "text" if document.timeline is None else "youtube"


def render(result: SegmentedText, form: str | ChapterFormat = "json") -> str:
    """Write the segments of a transcript as chapters."""
    known = chapter_formats[form] if isinstance(form, str) else form
    found = chapters_of(result)
    check_times(known, result.document)
    most = known.rules.longest_title
    if most is not None:
        found = [_with_short_titles(chapter, most) for chapter in found]
    return known.write(found, result.document.language)


def _with_short_titles(chapter: Chapter, most: int) -> Chapter:
    return replace(
        chapter,
        title=shortened(chapter.title, most),
        children=tuple(_with_short_titles(child, most) for child in chapter.children),
    )


def _finest(chapters: Iterable[Chapter]) -> list[Chapter]:
    return [leaf for chapter in chapters for leaf in chapter.leaves()]


def _has_hours(chapters: Sequence[Chapter]) -> bool:
    return (chapters[-1].end or 0.0) >= 3600


def _timed(chapters: Iterable[Chapter]) -> list[tuple[float, float, str]]:
    """Return start, end and title of the finest chapters; what has no times is not asked here."""
    return [(one.start or 0.0, one.end or 0.0, one.title) for one in _finest(chapters)]


def text(chapters: Sequence[Chapter], language: str) -> str:
    """Write a line for each chapter: its time or its units, its title, who speaks."""
    hours = _has_hours(chapters)
    words = Wording(language if language in LANGUAGES else "en")

    def lines(inside: Iterable[Chapter], indent: str) -> Iterable[str]:
        for number, one in enumerate(inside, start=1):
            first, last = one.units
            where = (
                words.say("cli.units", first=first + 1, last=last)
                if one.start is None
                else short_time(one.start, hours=hours)
            )
            names = f" ({', '.join(one.speakers)})" if one.speakers else ""
            yield f"{indent}{number}. {one.title}: {where}{names}\n"
            yield from lines(one.children, indent + "   ")

    return "".join(lines(chapters, ""))


def youtube(chapters: Sequence[Chapter], language: str) -> str:
    """Write the lines of a description, a time and a title on each."""
    hours = _has_hours(chapters)
    return "".join(
        f"{short_time(start, hours=hours)} {title}\n" for start, _, title in _timed(chapters)
    )


def spotify(chapters: Sequence[Chapter], language: str) -> str:
    """Write the lines of a description, a time in brackets and a title on each."""
    hours = _has_hours(chapters)
    return "".join(
        f"({short_time(start, hours=hours, padded=True)}) {title}\n"
        for start, _, title in _timed(chapters)
    )


def podcast(chapters: Sequence[Chapter], language: str) -> str:
    """Write the JSON of Podcasting 2.0 (`application/json+chapters`, version 1.2.0)."""
    rows = [
        {"startTime": one.start, "endTime": one.end, "title": one.title}
        for one in _finest(chapters)
    ]
    return _json({"version": "1.2.0", "chapters": rows})


def podlove(chapters: Sequence[Chapter], language: str) -> str:
    """Write Podlove Simple Chapters, the element that a feed holds."""
    rows = "".join(
        f'  <psc:chapter start="{exact_time(start)}" title={quoteattr(title)}/>\n'
        for start, _, title in _timed(chapters)
    )
    head = '<psc:chapters version="1.2" xmlns:psc="http://podlove.org/simple-chapters">\n'
    return f"{head}{rows}</psc:chapters>\n"


def vtt(chapters: Sequence[Chapter], language: str) -> str:
    """Write a WebVTT track of chapters; one that holds others stands before them."""
    return "WEBVTT\n\n" + "\n".join(_vtt_cues(chapters))


def _vtt_cues(chapters: Iterable[Chapter]) -> Iterable[str]:
    for one in chapters:
        times = f"{exact_time(one.start or 0.0)} --> {exact_time(one.end or 0.0)}"
        yield f"{times}\n{escape(one.title)}\n"
        yield from _vtt_cues(one.children)


def ffmetadata(chapters: Sequence[Chapter], language: str) -> str:
    """Write what `ffmpeg -i IN -i CHAPTERS -map_chapters 1 -codec copy OUT` reads."""
    rows = "".join(
        f"\n[CHAPTER]\nTIMEBASE=1/1000\nSTART={milliseconds(start)}\n"
        f"END={milliseconds(end)}\ntitle={_escaped(title)}\n"
        for start, end, title in _timed(chapters)
    )
    return f";FFMETADATA1\n{rows}"


def _escaped(title: str) -> str:
    """Return a title with the signs that ffmpeg reads as its own behind a backslash.

    >>> _escaped("1 = one; #2")
    '1 \\\\= one\\\\; \\\\#2'
    """
    return str(_SPECIAL.sub(r"\\\g<0>", title))


def matroska(chapters: Sequence[Chapter], language: str) -> str:
    """Write the XML that mkvmerge reads; a chapter holds those of the next level."""
    numbers = iter(range(1, 1 << 30))

    def atoms(inside: Iterable[Chapter], indent: str) -> str:
        parts = []
        for one in inside:
            fields = (
                f"<ChapterUID>{next(numbers)}</ChapterUID>",
                f"<ChapterTimeStart>{exact_time(one.start or 0.0, digits=9)}</ChapterTimeStart>",
                f"<ChapterTimeEnd>{exact_time(one.end or 0.0, digits=9)}</ChapterTimeEnd>",
                f"<ChapterDisplay><ChapterString>{escape(one.title)}</ChapterString>"
                f"<ChapLanguageIETF>{escape(language)}</ChapLanguageIETF></ChapterDisplay>",
            )
            lines = "".join(f"{indent}  {field}\n" for field in fields)
            nested = atoms(one.children, indent + "  ")
            parts.append(f"{indent}<ChapterAtom>\n{lines}{nested}{indent}</ChapterAtom>\n")
        return "".join(parts)

    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<Chapters>\n  <EditionEntry>\n'
        f"{atoms(chapters, '    ')}  </EditionEntry>\n</Chapters>\n"
    )


def markdown(chapters: Sequence[Chapter], language: str) -> str:
    """Write the transcript with a heading before each chapter, and names where speakers change."""
    hours = _has_hours(chapters)

    def sections(inside: Iterable[Chapter], level: int) -> Iterable[str]:
        for one in inside:
            time = "" if one.start is None else f"[{short_time(one.start, hours=hours)}] "
            yield f"{'#' * min(level, 6)} {time}{one.title}\n"
            if one.children:
                yield from sections(one.children, level + 1)
            else:
                summary = one.about.get("summary")
                if summary and summary != " ".join(one.text.split()):
                    yield f"*{_PLAIN.sub('', summary)}*\n"
                yield f"{_with_names(one)}\n"

    return "\n".join(sections(chapters, 2))


def _with_names(chapter: Chapter) -> str:
    if not chapter.speakers:
        return chapter.text
    before = None
    paragraphs = []
    for speaker, said in chapter.turns:
        paragraphs.append(said if speaker in (None, before) else f"**{speaker}:** {said}")
        before = speaker
    return "\n\n".join(paragraphs)


def as_json(chapters: Sequence[Chapter], language: str) -> str:
    """Write all that is known of the chapters, one object."""
    return _json({"language": language, "chapters": [_as_dict(one) for one in chapters]})


def _as_dict(chapter: Chapter) -> dict[str, Any]:
    inside = [_as_dict(child) for child in chapter.children]
    return {
        "start": chapter.start,
        "end": chapter.end,
        "units": list(chapter.units),
        "characters": list(chapter.characters),
        "title": chapter.title,
        "speakers": list(chapter.speakers),
        **chapter.about,
        "text": chapter.text,
        **({"chapters": inside} if inside else {}),
    }


def _json(content: Any) -> str:
    return encode_json(content, ensure_ascii=False, indent=1) + "\n"


_OWN = (
    ChapterFormat("youtube", "lines of a video's description", youtube, Rules(3, 10)),
    ChapterFormat("spotify", "lines of an episode's description", spotify, Rules(3, 30, 39)),
    ChapterFormat("podcast", "JSON of Podcasting 2.0", podcast, suffix=".json"),
    ChapterFormat("podlove", "Podlove Simple Chapters, XML for a feed", podlove, suffix=".xml"),
    ChapterFormat("vtt", "a WebVTT track of chapters, nested by levels", vtt, suffix=".vtt"),
    ChapterFormat("ffmetadata", "what ffmpeg puts into a file", ffmetadata),
    ChapterFormat("matroska", "XML of mkvmerge, nested by levels", matroska, suffix=".xml"),
    ChapterFormat(
        "markdown", "the transcript with headings", markdown, suffix=".md", needs_times=False
    ),
    ChapterFormat("text", "a numbered list, with who speaks", text, needs_times=False),
    ChapterFormat(
        "json", "all that is known of the chapters", as_json, suffix=".json", needs_times=False
    ),
)

chapter_formats: Registry[ChapterFormat] = Registry(
    "form of chapters", "tmima.chapters", {each.name: each for each in _OWN}
)
