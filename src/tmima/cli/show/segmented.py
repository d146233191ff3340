"""A segmented text for people: on a terminal, plain in a file or a pipe, and as rows of CSV."""

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tmima.cli.show.output import printable
from tmima.cli.ui_language import wording
from tmima.formats import CHOI_SEPARATOR
from tmima.result import Segment, SegmentedText, Settings
from tmima.segmentation import ELSEWHERE, Answers, Branch, Certificate, Solution
from tmima.segments import SegmentField, columns_of

_FIRST_WORDS = 8


def as_plain_text(result: SegmentedText, *, verbose: bool = False) -> str:
    """Return the segments with a heading each, and what else was asked for.

    Args:
        result: the segmented text.
        verbose: whether the method, its cost and its parameters are told too.
    """
    parts = [
        f"{heading}\n{_without_separators(segment.text)}\n"
        for heading, segment in zip(_headings(result), result.segments, strict=True)
    ]
    return "\n".join(
        [*parts, *_answer_blocks(result), _closing_lines(result, verbose=verbose) + "\n"]
    )


def table_of_contents(result: SegmentedText) -> str:
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


def print_segments(result: SegmentedText, *, verbose: bool = False) -> None:
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
        console.print(Text(printable(_without_separators(segment.text))))
        console.print()
    for block in _answer_blocks(result):
        console.print(Text(printable(block)))
    console.print(Text(_closing_lines(result, verbose=verbose), style="dim"))


def _headings(result: SegmentedText) -> list[str]:
    words = wording()
    headings = []
    for number, segment in enumerate(result.segments, start=1):
        named = _title_with_path(segment)
        title = f"{named}: " if named else ""
        parts = [
            _unit_range(result.unit, segment.first, segment.last),
            words.say("cli.characters", start=segment.start, end=segment.end),
        ]
        if segment.certainty:
            certainty = words.say(f"certainty.{segment.certainty}")
            parts.append(words.say("cli.cut", certainty=certainty))
        headings.append(f"{number}. {title}{', '.join(parts)}")
    return headings


def _title_with_path(segment: Segment) -> str:
    """Return the title of a segment behind the headings above it that are not part of the title."""
    above = list(segment.path or ())
    # The lowest heading is often part of the title already.
    if above and (not segment.title or above[-1] in segment.title):
        above.pop()
    return " > ".join([*above, segment.title] if segment.title else above)


def _unit_range(unit: str, first: int, last: int) -> str:
    return wording().say(f"cli.range.{unit}", first=first + 1, last=last)


def _closing_lines(result: SegmentedText, *, verbose: bool) -> str:
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
        lines.append(_method_line(result))
    return "\n".join([*lines, *_number_of_segments_note(result.settings)])


def _method_line(result: SegmentedText) -> str:
    """Return a line with the method, the cost of the answer and the parameters."""
    words = wording()
    settings = result.settings
    values = {name: _short_number(value) for name, value in settings.numbers().items()}
    if settings.similarity is not None:
        values = {"similarity": settings.similarity, **values}
    said = words.say("cli.method", method=result.method)
    if result.cost is not None:
        said += ", " + words.say("cli.cost", cost=words.number(result.cost, ".4f"))
    parameters = ", ".join(f"{name} {value}" for name, value in values.items())
    return words.say("cli.then", first=said, second=parameters) if parameters else said


def _number_of_segments_note(settings: Settings) -> list[str]:
    """Return a line on how sure the number of segments is; nothing where the user gave it."""
    number = settings.number
    if number is None:
        return []
    words = wording()
    low, high = number.interval
    # A user who asked for fewer segments, or for a number of them, has one topic because of that.
    if number.median == 1 and settings.finer >= 0 and settings.constraints.n_segments is None:
        return [words.say("cli.oneTopic", share=words.number(number.share(1), ".0%"))]
    return [words.say("cli.probably", low=low, high=high)] if low < high else []


def _short_number(value: object) -> object:
    return f"{value:.4g}" if isinstance(value, float) else value


def _without_separators(text: str) -> str:
    """Return a segment as people read it, without the separator lines of Choi's format."""
    return "\n".join(line for line in text.strip().splitlines() if line.strip() != CHOI_SEPARATOR)


def _answer_blocks(result: SegmentedText) -> Iterator[str]:
    """Yield a block of lines for each further answer: levels, probabilities, lists."""
    answers = result.answers
    if answers is None:
        return
    words = wording()
    if answers.levels is not None:
        yield (
            "\n".join(
                [
                    words.say("levels"),
                    *_hierarchy_lines(result, answers.levels, result.titles_of(answers.levels)),
                ]
            )
            + "\n"
        )
    if answers.posteriors is not None:
        posteriors = answers.posteriors
        said = words.say(
            "cli.expected",
            expected=words.number(posteriors.expected_segments, ".2f"),
            entropy=words.number(posteriors.entropy, ".2f"),
            temperature=words.number(posteriors.temperature, "g"),
        )
        yield f"{said}\n"
    yield from _solution_tables(answers)


def _solution_tables(answers: Answers) -> Iterator[str]:
    words = wording()
    if answers.best is not None:
        among = _certificate_scope(answers.certificate)
        yield _solution_table(words.say("cli.best", among=among), answers.best)
    if answers.samples is not None:
        yield _solution_table(words.say("cli.samples"), answers.samples)
    if answers.path is not None:
        answered = len(answers.optimum.segmentation)
        yield _solution_table(words.say("cli.path", answered=answered), answers.path)


def _certificate_scope(certificate: Certificate) -> str:
    """Return among which segmentations the answer is the best, in the language of the output."""
    words, english = wording(), certificate.among
    if certificate.n_segments is None:
        name = words.say_or("cli.among.all", english)
    else:
        low, high = certificate.n_segments
        numbers = f"{low}" if low == high else words.say("cli.numbers", low=low, high=high)
        name = words.say_or("cli.among.some", english).format(numbers=numbers)
    return name + words.say_or("cli.among.nested", "") if certificate.nested else name


def _solution_table(title: str, solutions: Sequence[Solution | None]) -> str:
    words = wording()
    lines = [title]
    for number, one in enumerate(solutions, start=1):
        if one is None:
            lines.append(f"{number:>4}  {words.say('cli.noneAllowed')}")
        else:
            boundaries = " ".join(map(str, one.segmentation.boundaries))
            lines.append(f"{number:>4}  {words.number(one.cost, '.4f')}  {boundaries}")
    return "\n".join(lines) + "\n"


def _hierarchy_lines(
    result: SegmentedText,
    branches: Sequence[Branch],
    titles: Mapping[Branch, str],
    prefix: str = "",
) -> Iterator[str]:
    text, edges = result.document.text, result.units.edges
    for index, branch in enumerate(branches, start=1):
        number = f"{prefix}{index}"
        words = _without_separators(text[edges[branch.first] : edges[branch.last]]).split()
        begins = " ".join(words[:_FIRST_WORDS]) + (" …" if len(words) > _FIRST_WORDS else "")
        indent = "  " * number.count(".")
        title = f"{titles[branch]}: " if titles[branch] else ""
        where = _unit_range(result.unit, branch.first, branch.last)
        yield f"{indent}{number}  {title}{where}: {begins}"
        # A segment that the next level leaves whole is printed once.
        below = branch.children
        while len(below) == 1:
            below = below[0].children
        yield from _hierarchy_lines(result, below, titles, f"{number}.")


def csv_rows(result: SegmentedText, file: str, *, header: bool = True) -> Iterator[str]:
    """Yield a row of CSV for each segment; a list, such as the keywords, is one cell."""
    columns = columns_of(Segment)
    held = io.StringIO()
    writer = csv.writer(held, lineterminator="\n")
    if header:
        writer.writerow(("file", "segment", *(each.column for each in columns)))
    for number, segment in enumerate(result):
        values = segment.values()
        writer.writerow((file, number, *(_csv_cell(values[each.name], each) for each in columns)))
        yield held.getvalue()
        held.seek(0)
        held.truncate()


def _csv_cell(value: Any, of: SegmentField) -> Any:
    if isinstance(value, bool):
        return str(value).lower()
    return of.between.join(map(str, value)) if isinstance(value, tuple) else value
