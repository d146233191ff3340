"""The options of a segmenter: everything that says how a text is read and cut."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from tmima.cli.options import common as options
from tmima.cli.options.constraints import constraint_options, constraints
from tmima.cli.options.parameters import parameter_options, parameters
from tmima.cli.options.similarity import similarity_options
from tmima.errors import TmimaError
from tmima.segmenter import SegmenterSettings
from tmima.text import ASIDE, CODE, Document

Command = TypeVar("Command", bound=Callable[..., None])

_MOST_FAULTS = 5

_STRICT = click.option(
    "--strict", is_flag=True, help="Refuse a transcript that cannot be read without a fault."
)
method = click.option(
    "--method",
    help="Segmentation method (`tmima methods` lists them). [default: learnt, or density if "
    "parameters of its cost are given]",
)
finer = click.option(
    "--finer",
    type=float,
    metavar="X",
    help="More segments (above 0, as 1) or fewer (below 0, as -1) than the text has by itself.",
)
_SET = click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="KEY=VALUE",
    callback=options.reading_values,
    help="An option of the method; may be given again.",
)
_OPTIONS: tuple[Callable[[Any], Any], ...] = (
    options.language,
    options.input_format,
    options.encoding,
    _STRICT,
    options.unit,
    parameter_options,
    options.normalise,
    options.stopwords,
    options.tagger,
    similarity_options,
    method,
    finer,
    _SET,
    constraint_options,
    options.titles,
    options.overlap,
)


def segmenter_options(command: Command) -> Command:
    """Give a command the options of a segmenter."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def cutting_options(command: Command) -> Command:
    """Give a command those of them that do not belong to one file."""
    for option in reversed(_OPTIONS):
        if option not in (options.encoding, _STRICT):
            command = option(command)
    return command


def segmenter_settings(given: dict[str, Any]) -> SegmenterSettings:
    """Return the settings of the segmenter that a command's options describe."""
    learnt = parameters(given)
    return SegmenterSettings(
        language=given["language"],
        format=given["format"],
        unit=given["unit"],
        normalise=given["normalise"],
        stopwords=options.stopword_list(given["stopwords"]),
        tagger=given["tagger"],
        method=given["method"],
        n_segments=given["n_segments"],
        finer=given["finer"],
        adaptation=learnt.adaptation,
        similarity=learnt.similarity,
        parameters=learnt.parameters,
        background=given["background"],
        encode=given["encode"],
        constraints=constraints(given),
        options=options.method_options(given["settings"]) or None,
        titles=given["titles"],
        overlap=given["overlap"],
    )


def tell_format(document: Document, file: Path, *, told: object) -> None:
    """Say on standard error as what a document was read, unless that was told."""
    origin = document.origin
    if origin is None or told is not None:
        return
    aside = sum(block.kind in (ASIDE, CODE) for block in origin.blocks)
    said = f", {aside} of {len(origin.blocks)} blocks not compared" if aside else ""
    click.echo(f"tmima: {file}: read as {origin.kind}{said}", err=True)


def tell_faults(document: Document, file: Path, *, strict: bool) -> None:
    """Say on standard error what could not be read of a transcript, or refuse it."""
    faults = () if document.timeline is None else document.timeline.faults
    if faults and strict:
        more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
        raise TmimaError(f"{file}: {faults[0]}{more}")
    for fault in faults[:_MOST_FAULTS]:
        click.echo(f"tmima: {file}: {fault}", err=True)
    if len(faults) > _MOST_FAULTS:
        click.echo(f"tmima: {file}: and {len(faults) - _MOST_FAULTS} more", err=True)
