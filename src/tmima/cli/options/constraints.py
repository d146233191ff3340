"""The options that say what the segments must satisfy."""

from collections.abc import Callable
from typing import Any, TypeVar

import click
import regex

from tmima.cli.options.common import UnitChoice, function_named
from tmima.cli.options.paths import reading
from tmima.errors import TmimaError, shortened
from tmima.segmentation import OVERSIZE, SIZE_UNITS, Constraints, Place, is_named

Command = TypeVar("Command", bound=Callable[..., None])
Count = int | tuple[int, int]

_COUNT = regex.compile(r"([0-9]{1,18})(?:-([0-9]{1,18}))?")
_NUMBER = regex.compile(r"[0-9]{1,18}")
SIZE = click.IntRange(min=1)


class CountType(click.ParamType):  # type: ignore[type-arg]
    """A number of segments, or a range as 5-9."""

    name = "K|A-B"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Count:
        """Return the number, or the least and the greatest."""
        match = _COUNT.fullmatch(str(value))
        if match is None:
            raise TmimaError(
                f"n_segments must be a number or a range as 5-9, not {shortened(value)}"
            )
        low, high = match.groups()
        return int(low) if high is None else (int(low), int(high))


class PlacesType(click.ParamType):  # type: ignore[type-arg]
    """Places between units, by comma."""

    name = "LIST"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[Place, ...]:
        """Return the places: numbers of units, character offsets, headings."""
        parts = [part.strip() for part in str(value).split(",")]
        return tuple(int(part) if _NUMBER.fullmatch(part) else part for part in parts if part)


_OPTIONS = (
    click.option(
        "--n-segments",
        "--segments",
        type=CountType(),
        metavar="K|A-B",
        help="Number of segments, or a range of numbers.",
    ),
    click.option("--min-size", type=SIZE, metavar="N", help="Least size of a segment."),
    click.option("--max-size", type=SIZE, metavar="N", help="Greatest size of a segment."),
    click.option(
        "--size-unit",
        type=UnitChoice(SIZE_UNITS),
        default="sentences",
        show_default=True,
        help="What sizes are counted in.",
    ),
    click.option(
        "--tokenizer",
        metavar="MODULE:FUNCTION",
        callback=lambda _context, _option, name: name if name is None else _tokenizer(name),
        help="Function from a text to its tokens, for sizes in tokens; tiktoken:NAME or "
        "tokenizers:FILE. The module may lie in the current folder.",
    ),
    click.option(
        "--oversize",
        type=click.Choice(OVERSIZE),
        default=OVERSIZE[0],
        show_default=True,
        help="What becomes of a unit that alone is larger than --max-size.",
    ),
    click.option(
        "--cut-at",
        type=PlacesType(),
        metavar="LIST",
        help="Places that must be cut, by comma: units before the cut, @ and a character offset, "
        "or headings.",
    ),
    click.option(
        "--no-cut-at", type=PlacesType(), metavar="LIST", help="Places that must not be cut."
    ),
    click.option("--keep-paragraphs", is_flag=True, help="Do not cut inside a paragraph."),
)
_NAMES = ("min_size", "max_size", "size_unit", "tokenizer", "oversize", "cut_at", "no_cut_at")


def _tokenizer(name: str) -> Any:
    """Return the function that is named, or the name of one whose file is read later."""
    if not is_named(name):
        return function_named("tokenizer", name)
    reading(name.partition(":")[2])
    return name


def constraint_options(command: Command) -> Command:
    """Give a command the options of constraints."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def constraints(given: dict[str, Any]) -> Constraints | None:
    """Return the constraints of a command's options, their number apart; nothing without any."""
    named = {name: given[name] for name in _NAMES if given[name] is not None}
    found = Constraints(keep_paragraphs=given["keep_paragraphs"], **named)
    return None if found == Constraints() else found
