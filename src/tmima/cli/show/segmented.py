"""A segmented text for people: on a terminal, plain in a file or a pipe, and as rows of CSV."""

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tmima.cli.show.output import printable
from tmima.cli.ui_language import wording
from tmima.fields import SegmentField, columns_of
from tmima.formats import CHOI_SEPARATOR
from tmima.result import Segment, SegmentedText, Settings
from tmima.segmentation import ELSEWHERE, Answers, Branch, Certificate, Solution

_FIRST_WORDS = 8


def plain(result: SegmentedText, *, verbose: bool = False) -> str:
    """Return the segments with a heading each, and what else was asked for.

    Args:
        result: the segmented text.
        verbose: whether the method, its cost and its parameters are told too.
    """
    parts = [
        f"{heading}\n{_visible(segment.text)}\n"
        for heading, segment in zip(_headings(result), result.segments, strict=True)
    ]
    return "\n".join([*parts, *_further(result), _summary(result, verbose=verbose) + "\n"])


def contents(result: SegmentedText) -> str:
    """Return the contents: the name of each segment, how long it is, and its summary."""
    words = wording()
    size = len(result.document.text)
    lines = []
    for number, segment in enumerate(result.segments, start=1):
        length = words.count(result.unit, segment.last - segment.first)
        share = words.number((segment.end - segment.start) / size, ".0%")
        said = words.say("cli.contents", length=length, share=share)
        lines.append(f"{number:>3}. {segment.title or ''} ({said})".replace("  (", " ("))
        summary = segment.summary or ""
        if summary and summary != segment.title:
            lines.append(f"     {' '.join(summary.split())}")
    return "\n".join(lines) + "\n"


def show(result: SegmentedText, *, verbose: bool = False) -> None:
    """Print the segments on a terminal: a dotted line before one that could begin elsewhere.

    Without probabilities all cuts look sure.
    """
    from rich.console import Console
    from rich.rule import Rule
    from rich.text import Text

    console = Console()
    for heading, segment in zip(_headings(result), result.segments, strict=True):
        unsure = segment.certainty == ELSEWHERE
        style, line = ("yellow", "┄") if unsure else ("cyan", "─")
        console.print(
            Rule(Text(heading, style=f"bold {style}"), align="left", style=style, characters=line)
        )
        console.print(Text(printable(_visible(segment.text))))
        console.print()
    for block in _further(result):
        console.print(Text(printable(block)))
    console.print(Text(_summary(result, verbose=verbose), style="dim"))


def _headings(result: SegmentedText) -> list[str]:
    words = wording()
    headings = []
    for number, segment in enumerate(result.segments, start=1):
        named = _with_path(segment)
        title = f"{named}: " if named else ""
        parts = [
            _range(result.unit, segment.first, segment.last),
            words.say("cli.characters", start=segment.start, end=segment.end),
        ]
        if segment.certainty:
            certainty = words.say(f"certainty.{segment.certainty}")
            parts.append(words.say("cli.cut", certainty=certainty))
        headings.append(f"{number}. {title}{', '.join(parts)}")
    return headings


def _with_path(segment: Segment) -> str:
    """Return what a segment is called, behind the headings above it that its name does not tell."""
    above = list(segment.path or ())
    # The first of the sections that it holds is part of its name already.
    if above and (not segment.title or above[-1] in segment.title):
        above.pop()
    return " > ".join([*above, segment.title] if segment.title else above)


def _range(unit: str, first: int, last: int) -> str:
    return wording().say(f"cli.range.{unit}", first=first + 1, last=last)


def _summary(result: SegmentedText, *, verbose: bool) -> str:
    words = wording()
    lines = [
        words.say(
            "cli.closing",
            segments=words.count("segments", len(result.segmentation)),
            units=words.count(result.unit, len(result.units)),
            language=result.document.language,
        )
    ]
    if verbose:
        lines.append(_method(result))
    return "\n".join([*lines, *_number_note(result.settings)])


def _method(result: SegmentedText) -> str:
    """Return what cut the text: the method, the cost, the parameters by their names."""
    words = wording()
    settings = result.settings
    values = {name: _number(value) for name, value in settings.numbers().items()}
    if settings.similarity is not None:
        values = {"similarity": settings.similarity, **values}
    said = words.say("cli.method", method=result.method)
    if result.cost is not None:
        said += ", " + words.say("cli.cost", cost=words.number(result.cost, ".4f"))
    parameters = ", ".join(f"{name} {value}" for name, value in values.items())
    return words.say("cli.then", first=said, second=parameters) if parameters else said


def _number_note(settings: Settings) -> list[str]:
    """Return how sure the number of segments is, where nobody told it."""
    number = settings.number
    if number is None:
        return []
    words = wording()
    low, high = number.interval
    # Who asks for it coarser, or for so many, has one topic for that.
    if number.median == 1 and settings.finer >= 0 and settings.constraints.n_segments is None:
        return [words.say("cli.oneTopic", share=words.number(number.share(1), ".0%"))]
    return [words.say("cli.probably", low=low, high=high)] if low < high else []


def _number(value: object) -> object:
    return f"{value:.4g}" if isinstance(value, float) else value


def _visible(text: str) -> str:
    """Return a segment as people read it, without the separator lines of Choi's format."""
    return "\n".join(line for line in text.strip().splitlines() if line.strip() != CHOI_SEPARATOR)


def _further(result: SegmentedText) -> Iterator[str]:
    """Yield what else was asked for, a block of lines each."""
    answers = result.answers
    if answers is None:
        return
    words = wording()
    if answers.levels is not None:
        yield (
            "\n".join(
                [
                    words.say("levels"),
                    *_outline(result, answers.levels, result.titles_of(answers.levels)),
                ]
            )
            + "\n"
        )
    if answers.posteriors is not None:
        found = answers.posteriors
        said = words.say(
            "cli.expected",
            expected=words.number(found.expected_segments, ".2f"),
            entropy=words.number(found.entropy, ".2f"),
            temperature=words.number(found.temperature, "g"),
        )
        yield f"{said}\n"
    yield from _lists(answers)


def _lists(answers: Answers) -> Iterator[str]:
    words = wording()
    if answers.best is not None:
        among = _among(answers.certificate)
        yield _table(words.say("cli.best", among=among), answers.best)
    if answers.samples is not None:
        yield _table(words.say("cli.samples"), answers.samples)
    if answers.path is not None:
        answered = len(answers.optimum.segmentation)
        yield _table(words.say("cli.path", answered=answered), answers.path)


def _among(certificate: Certificate) -> str:
    """Return the segmentations that a certificate is of, in the words of this run."""
    words, english = wording(), certificate.among
    if certificate.n_segments is None:
        name = words.say_or("cli.among.all", english)
    else:
        low, high = certificate.n_segments
        numbers = f"{low}" if low == high else words.say("cli.numbers", low=low, high=high)
        name = words.say_or("cli.among.some", english).format(numbers=numbers)
    return name + words.say_or("cli.among.nested", "") if certificate.nested else name


def _table(title: str, found: Sequence[Solution | None]) -> str:
    words = wording()
    lines = [title]
    for number, one in enumerate(found, start=1):
        if one is None:
            lines.append(f"{number:>4}  {words.say('cli.noneAllowed')}")
        else:
            boundaries = " ".join(map(str, one.segmentation.boundaries))
            lines.append(f"{number:>4}  {words.number(one.cost, '.4f')}  {boundaries}")
    return "\n".join(lines) + "\n"


def _outline(
    result: SegmentedText,
    branches: Sequence[Branch],
    titles: Mapping[Branch, str],
    prefix: str = "",
) -> Iterator[str]:
    text, edges = result.document.text, result.units.edges
    for index, branch in enumerate(branches, start=1):
        number = f"{prefix}{index}"
        words = _visible(text[edges[branch.first] : edges[branch.last]]).split()
        begins = " ".join(words[:_FIRST_WORDS]) + (" …" if len(words) > _FIRST_WORDS else "")
        indent = "  " * number.count(".")
        title = f"{titles[branch]}: " if titles[branch] else ""
        where = _range(result.unit, branch.first, branch.last)
        yield f"{indent}{number}  {title}{where}: {begins}"
        # What is cut no further on a level is not told again.
        below = branch.children
        while len(below) == 1:
            below = below[0].children
        yield from _outline(result, below, titles, f"{number}.")


def csv_rows(result: SegmentedText, file: str, *, header: bool = True) -> Iterator[str]:
    """Yield a row for each segment; what there are several of, as keywords, in one cell."""
    columns = columns_of(Segment)
    held = io.StringIO()
    writer = csv.writer(held, lineterminator="\n")
    if header:
        writer.writerow(("file", "segment", *(each.column for each in columns)))
    for number, segment in enumerate(result):
        values = segment.values()
        writer.writerow((file, number, *(_cell(values[each.name], each) for each in columns)))
        yield held.getvalue()
        held.seek(0)
        held.truncate()


def _cell(value: Any, of: SegmentField) -> Any:
    if isinstance(value, bool):
        return str(value).lower()
    return of.between.join(map(str, value)) if isinstance(value, tuple) else value
