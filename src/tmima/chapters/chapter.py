"""A chapter: a time, a title, and the chapters inside it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tmima.errors import TmimaError
from tmima.loading import Pattern
from tmima.result import SegmentedText
from tmima.segmentation import Branch
from tmima.text import Document, Timeline, Turns

_LONGEST_TITLE = 60
# White space, control characters, halves of characters, and what is no character.
_NO_LINE = Pattern(r"[\s\p{Cc}\p{Cs}\ufffe\uffff]+")
# Fields of a segment that a chapter tells in its own way.
_OWN = ("title", "speakers", "start_time", "end_time")


@dataclass(frozen=True, slots=True)
class Chapter:
    """A part of a recording.

    Attributes:
        start: in seconds; the first begins with the recording. None where no times are known.
        end: where the next begins, or the recording ends.
        title: a line.
        text: what is said.
        speakers: who speaks, in order.
        children: the chapters that it is cut into on the next level.
        turns: what is said without a change of speaker or a long pause, each with who says it.
        units: its first unit, from 0, and the one after its last.
        characters: where its text begins, and where it ends.
        about: what else is known of the segment that it is, for JSON; nothing if it holds others.
    """

    start: float | None
    end: float | None
    title: str
    text: str
    speakers: tuple[str, ...] = ()
    children: tuple["Chapter", ...] = ()
    turns: tuple[tuple[str | None, str], ...] = ()
    units: tuple[int, int] = (0, 0)
    characters: tuple[int, int] = (0, 0)
    about: Mapping[str, Any] = field(default_factory=dict)

    def leaves(self) -> Iterator["Chapter"]:
        """Yield the chapters of the finest level."""
        if not self.children:
            yield self
        for child in self.children:
            yield from child.leaves()


def chapters_of(result: SegmentedText) -> list[Chapter]:
    """Return the segments of a transcript as chapters, nested if levels were asked for."""
    speech = speech_of(result.document)
    levels = None if result.answers is None else result.answers.levels
    flat = tuple(Branch(first, last) for first, last in result.segmentation.segments)
    branches = flat if levels is None else levels
    about = {
        segment.first: {name: value for name, value in segment.about().items() if name not in _OWN}
        for segment in result
    }
    return _chapters(result, speech, branches, result.titles_of(branches), about)


def speech_of(document: Document) -> Timeline | Turns:
    """Return who speaks when in a transcript; of what nobody speaks there are no chapters."""
    if document.speech is None:
        raise TmimaError(
            "chapters need times or names of speakers, and this text has neither: see `format=`"
        )
    return document.speech


def _chapters(
    result: SegmentedText,
    speech: Timeline | Turns,
    branches: Sequence[Branch],
    titles: Mapping[Branch, str],
    about: Mapping[int, Mapping[str, Any]],
) -> list[Chapter]:
    edges, text = result.units.edges, result.document.text
    found = []
    for branch in branches:
        begin, end = edges[branch.first], edges[branch.last]
        times: list[float | None] = [None, None]
        if isinstance(speech, Timeline):
            times = speech.times([begin, end]).round(3).tolist()
            times[0] = times[0] if branch.first else 0.0
        said = text[begin:end]
        found.append(
            Chapter(
                start=times[0],
                end=times[1],
                # Where nothing names it, its first words do.
                title=as_line(titles[branch]) or shortened(as_line(said), _LONGEST_TITLE),
                text=said.strip(),
                speakers=speech.speakers(begin, end),
                children=tuple(_chapters(result, speech, branch.children, titles, about)),
                turns=tuple(speech.spoken(begin, end)),
                units=(branch.first, branch.last),
                characters=(begin, end),
                about={} if branch.children else about[branch.first],
            )
        )
    return found


def as_line(text: str) -> str:
    r"""Return a text as one line, without the characters that XML or UTF-8 has no form for.

    >>> as_line("The tide\n\tmill\x00 ")
    'The tide mill'
    """
    return str(_NO_LINE.sub(" ", text)).strip()


def shortened(title: str, most: int) -> str:
    """Return a title of so many characters at the most, cut between words where that is possible.

    >>> shortened("The harbour of the island", 15), shortened("Harbour", 4)
    ('The harbour of…', 'Har…')
    """
    if len(title) <= most:
        return title
    head = title[:most]
    whole = head[: head.rfind(" ")] if " " in head else head[: most - 1]
    return whole.rstrip(" ,.;:·-–—") + "…"
