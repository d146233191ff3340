"""`tmima segment`: a text in, its segments out."""

import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import click

from tmima.cli.options import common as options
from tmima.cli.options.questions import question_options, questions
from tmima.cli.options.segmenter import (
    segmenter_options,
    segmenter_settings,
    tell_faults,
    tell_format,
)
from tmima.cli.show.output import waiting, write
from tmima.cli.show.segmented import plain, show
from tmima.errors import TmimaError
from tmima.formats import open_file
from tmima.result import SegmentedText
from tmima.segmenter import Segmenter


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@segmenter_options
@options.train
@question_options
@click.option(
    "--format",
    "style",
    type=click.Choice(["text", "json", "choi", "html"]),
    default="text",
    show_default=True,
    help="What to print.",
)
@click.option(
    "--plot",
    type=click.Path(path_type=Path),
    metavar="OUT.png",
    help="Draw the dotplot with the segments (needs the extra plot).",
)
@click.option(
    "--path-plot",
    type=click.Path(path_type=Path),
    metavar="OUT.png",
    help="Draw the costs of --path (needs the extra plot).",
)
@options.output_file
def segment(
    file: Path,
    style: str,
    plot: Path | None,
    path_plot: Path | None,
    output: Path | None,
    training: Path | None,
    strict: bool,
    encoding: str | None,
    **given: Any,
) -> None:
    """Cut the text in FILE (- for standard input) into its topics.

    The segmentation printed is the one of least cost of all, their number included, or of all that
    satisfy the constraints. Parameters that are not given are learnt from the text.
    """
    if plot is not None or path_plot is not None:
        from tmima.extras import require

        require("plot")
    if path_plot is not None and not given["path"]:
        raise TmimaError("path_plot draws the costs of path=: give that too")
    settings = segmenter_settings(given)
    costs = style == "html" and given["method"] == "density"
    settings["questions"] = questions(given, cut_costs=costs)
    segmenter = Segmenter(**settings)
    text = open_file(file, encoding=encoding, format=given["format"])
    with waiting("Reading") as say:
        prepared = segmenter.prepare(text)
        if training is not None:
            say("Training")
            segmenter.train(training)
        say(f"Cutting {len(prepared):,} {prepared.unit}")
        result = segmenter.segment(prepared)
    tell_faults(result.document, file, strict=strict)
    if plot is not None:
        result.plot(plot)
    if path_plot is not None and result.answers is not None and result.answers.path is not None:
        from tmima.plots import elbow

        elbow([one.cost if one else None for one in result.answers.path], path_plot)
    if style == "text" and output is None and sys.stdout.isatty():
        show(result)
    else:
        write(_STYLES[style](result), output)
    # Only now: of what fails, nothing but the failure is told.
    tell_format(result.document, file, told=given["format"])


_STYLES: dict[str, Callable[[SegmentedText], str | Iterable[str]]] = {
    "text": plain,
    "json": SegmentedText.json_pieces,
    "choi": SegmentedText.choi_lines,
    "html": SegmentedText.as_html,
}
