"""`tmima chapters`: a transcript in, its chapters out in the form that a platform reads."""

from pathlib import Path
from typing import Any

import click

from tmima.chapters import chapter_formats, render, usual_form
from tmima.chapters.cutting import cut_prepared
from tmima.cli import options
from tmima.cli.paths import InputPath
from tmima.cli.show.output import report_faults, write
from tmima.cli.values import Named
from tmima.formats import open_file
from tmima.segmentation import QuestionSettings
from tmima.segmenter import Segmenter
from tmima.settings import settings_of


@click.command(
    cls=options.SettingsCommand, context_settings={"default_map": {"size_unit": "seconds"}}
)
@click.argument("file", type=InputPath())
@options.settings(without=settings_of(QuestionSettings).keys() - {"levels"}, also=["every"])
@options.encoding
@options.strict
@click.option(
    "--format",
    "style",
    type=Named(chapter_formats),
    default=None,
    show_default="youtube, or text where no times are known",
    metavar="FORM",
    help=f"The form of the chapters: {', '.join(chapter_formats.own())}. YouTube and Spotify have "
    "rules, which the chapters keep.",
)
@options.output_file
def chapters(
    file: Path,
    style: str | None,
    encoding: str | None,
    strict: bool,
    output: Path | None,
    **given: Any,
) -> None:
    """Cut the transcript in FILE (- for standard input) into chapters with times and titles.

    Every kind of transcript that --input-format names is found by its content. Sizes are seconds.
    Where names tell who speaks and no times when, chapters have none.
    """
    segmenter = Segmenter(**options.given_settings(given))
    text = segmenter.prepare(open_file(file, encoding=encoding, format=segmenter.format))
    report_faults(text.document, file, strict=strict)
    form = style or usual_form(text.document)
    write(render(cut_prepared(segmenter, text, form), form), output)
