"""The options that constrain a segmentation, and those that ask for more than one."""

import importlib
from collections.abc import Callable
from typing import Any, TypeVar, cast

import click
import regex

from tmima.errors import TmimaError
from tmima.segmentation import SIZE_UNITS, Constraints, Wanted
from tmima.segmentation.constraints import Place
from tmima.segmentation.sizes import Tokenizer

Command = TypeVar("Command", bound=Callable[..., None])
Count = int | tuple[int, int]

_COUNT = regex.compile(r"(\d+)(?:-(\d+))?")
_SIZE = click.IntRange(min=1)

_OPTIONS = (
    click.option("--segments", metavar="K|A-B", help="Their number, or a range of numbers."),
    click.option("--min-size", type=_SIZE, metavar="N", help="Least size of a segment."),
    click.option("--max-size", type=_SIZE, metavar="N", help="Greatest size of a segment."),
    click.option(
        "--size-unit",
        type=click.Choice(SIZE_UNITS),
        default="sentences",
        show_default=True,
        help="What sizes are counted in.",
    ),
    click.option(
        "--tokenizer",
        metavar="MODULE:FUNCTION",
        help="From a text to its tokens, for sizes in tokens.",
    ),
    click.option(
        "--cut-at",
        metavar="LIST",
        help="Places that must be cut, by comma: units before the cut, @ and a character offset, "
        "or headings.",
    ),
    click.option("--no-cut-at", metavar="LIST", help="Places that must not be cut."),
    click.option("--keep-paragraphs", is_flag=True, help="Do not cut inside a paragraph."),
    click.option("--posteriors", is_flag=True, help="How probable is each cut?"),
    click.option("--best", type=_SIZE, metavar="N", help="The N cheapest segmentations."),
    click.option(
        "--samples", type=_SIZE, metavar="N", help="N segmentations drawn by their probability."
    ),
    click.option("--seed", type=int, default=0, show_default=True, help="Of the samples."),
    click.option("--path", type=_SIZE, metavar="K", help="The cheapest into 1, 2, ... K segments."),
    click.option("--levels", type=_SIZE, metavar="N", help="A hierarchy of N levels."),
)


def steering_options(command: Command) -> Command:
    """Give a command the options of constraints and questions."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def steering(given: dict[str, Any]) -> tuple[Count | None, Constraints | None, Wanted | None]:
    """Return the number of segments, the constraints and the questions of a command's options."""
    constraints = Constraints(
        min_size=given["min_size"],
        max_size=given["max_size"],
        size_unit=given["size_unit"],
        tokenizer=_tokenizer(given["tokenizer"]),
        cut_at=_places(given["cut_at"]),
        no_cut_at=_places(given["no_cut_at"]),
        keep_paragraphs=given["keep_paragraphs"],
    )
    wanted = Wanted(
        posteriors=given["posteriors"],
        best=given["best"] or 0,
        samples=given["samples"] or 0,
        seed=given["seed"],
        path=given["path"] or 0,
        levels=given["levels"] or 0,
    )
    return (
        _count(given["segments"]),
        None if constraints == Constraints() else constraints,
        None if wanted == Wanted(seed=wanted.seed) else wanted,
    )


def _count(text: str | None) -> Count | None:
    if text is None:
        return None
    match = _COUNT.fullmatch(text)
    if match is None:
        raise TmimaError(f"--segments wants a number or a range as 5-9, not {text!r}")
    low, high = match.groups()
    return int(low) if high is None else (int(low), int(high))


def _places(text: str | None) -> tuple[Place, ...]:
    parts = [part.strip() for part in (text or "").split(",")]
    return tuple(int(part) if part.isdecimal() else part for part in parts if part)


def _tokenizer(name: str | None) -> Tokenizer | None:
    if name is None:
        return None
    module, colon, path = name.partition(":")
    if not colon:
        raise TmimaError(f"--tokenizer wants MODULE:FUNCTION, not {name!r}")
    try:
        found: Any = importlib.import_module(module)
        for part in path.split("."):
            found = getattr(found, part)
    except (ImportError, AttributeError) as error:
        raise TmimaError(f"--tokenizer {name}: {error}") from None
    if not callable(found):
        raise TmimaError(f"--tokenizer {name} is {type(found).__name__}, not a function")
    return cast("Tokenizer", found)
