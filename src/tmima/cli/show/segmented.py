"""A segmented text for people: on a terminal, plain in a file or a pipe, and as rows of CSV."""

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tmima.cli.show.output import printable
from tmima.fields import columns_of
from tmima.formats import CHOI_SEPARATOR
from tmima.result import Segment, SegmentedText, Settings
from tmima.segmentation import ELSEWHERE, Answers, Branch, Solution

_FIRST_WORDS = 8


def plain(result: SegmentedText) -> str:
    """Return the segments with a heading each, and what else was asked for."""
    parts = [
        f"{heading}\n{_visible(segment.text)}\n"
        for heading, segment in zip(_headings(result), result.segments, strict=True)
    ]
    return "\n".join([*parts, *_further(result), _summary(result) + "\n"])


def show(result: SegmentedText) -> None:
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
    console.print(Text(_summary(result), style="dim"))


def _headings(result: SegmentedText) -> list[str]:
    headings = []
    for number, segment in enumerate(result.segments, start=1):
        title = f"{segment.title}: " if segment.title else ""
        headings.append(
            f"{number}. {title}{result.unit} {segment.first + 1}-{segment.last}, "
            f"characters {segment.start}-{segment.end}"
            + (f", cut {segment.certainty}" if segment.certainty else "")
        )
    return headings


def _summary(result: SegmentedText) -> str:
    settings = result.settings
    values = {name: _number(value) for name, value in settings.numbers().items()}
    if settings.similarity is not None:
        values = {"similarity": settings.similarity, **values}
    parameters = ", ".join(f"{name} {value}" for name, value in values.items())
    cost = "" if result.cost is None else f", cost {result.cost:.4f}"
    return (
        f"{_counted(len(result.segmentation), 'segments')} of "
        f"{_counted(len(result.units), result.unit)}, language "
        f"{result.document.language}, method {result.method}{cost}"
        + (f"; {parameters}" if parameters else "")
        + _number_note(settings)
    )


def _number_note(settings: Settings) -> str:
    """Return how sure the number of segments is, where nobody told it."""
    number = settings.number
    if number is None:
        return ""
    low, high = number.interval
    # Who asks for it coarser, or for so many, has one topic for that.
    if number.median == 1 and settings.finer >= 0 and settings.constraints.n_segments is None:
        return (
            f"\nNote: this text is probably one topic ({number.share(1):.0%}). --n-segments K or "
            "--finer X cuts it all the same."
        )
    return f"\nNumber of segments: probably {low} to {high}." if low < high else ""


def _number(value: object) -> object:
    return f"{value:.4g}" if isinstance(value, float) else value


def _counted(count: int, nouns: str) -> str:
    return f"{count} {nouns.removesuffix('s')}" if count == 1 else f"{count} {nouns}"


def _visible(text: str) -> str:
    """Return a segment as people read it, without the separator lines of Choi's format."""
    return "\n".join(line for line in text.strip().splitlines() if line.strip() != CHOI_SEPARATOR)


def _further(result: SegmentedText) -> Iterator[str]:
    """Yield what else was asked for, a block of lines each."""
    answers = result.answers
    if answers is None:
        return
    if answers.levels is not None:
        yield (
            "\n".join(
                ["Levels", *_outline(result, answers.levels, result.titles_of(answers.levels))]
            )
            + "\n"
        )
    if answers.posteriors is not None:
        found = answers.posteriors
        yield (
            f"Expected number of segments {found.expected_segments:.2f}, entropy "
            f"{found.entropy:.2f} nats at temperature {found.temperature:g}\n"
        )
    yield from _lists(answers)


def _lists(answers: Answers) -> Iterator[str]:
    if answers.best is not None:
        title = f"The cheapest of {answers.certificate.among}: cost, boundaries"
        yield _table(title, answers.best)
    if answers.samples is not None:
        yield _table("Samples: cost, boundaries", answers.samples)
    if answers.path is not None:
        count = len(answers.optimum.segmentation)
        title = f"The cheapest by number of segments, answered {count}: cost, boundaries"
        yield _table(title, answers.path)


def _table(title: str, found: Sequence[Solution | None]) -> str:
    lines = [title]
    for number, one in enumerate(found, start=1):
        if one is None:
            lines.append(f"{number:>4}  none is allowed")
        else:
            boundaries = " ".join(map(str, one.segmentation.boundaries))
            lines.append(f"{number:>4}  {one.cost:.4f}  {boundaries}")
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
        yield f"{indent}{number}  {title}{result.unit} {branch.first + 1}-{branch.last}: {begins}"
        yield from _outline(result, branch.children, titles, f"{number}.")


def csv_rows(result: SegmentedText, file: str, *, header: bool = True) -> Iterator[str]:
    """Yield a row for each segment; what there are several of, as keywords, by semicolon."""
    columns = [each.name for each in columns_of(Segment)]
    held = io.StringIO()
    writer = csv.writer(held, lineterminator="\n")
    if header:
        writer.writerow(("file", "segment", *columns))
    for number, segment in enumerate(result):
        values = segment.values()
        writer.writerow((file, number, *(_cell(values[name]) for name in columns)))
        yield held.getvalue()
        held.seek(0)
        held.truncate()


def _cell(value: Any) -> Any:
    return "; ".join(map(str, value)) if isinstance(value, tuple) else value
