"""`tmima segment`: a text in, its segments out."""

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from tmima.cli.options import common as options
from tmima.cli.options.constraints import steering, steering_options
from tmima.cli.options.parameters import cost_options, wished_parameters
from tmima.cli.options.similarity import collected, encoder, similarity_options
from tmima.cli.show.output import write
from tmima.cli.show.segmented import plain, show
from tmima.errors import TmimaError
from tmima.files import read_text
from tmima.formats import formats
from tmima.pipeline import segment as segment_text
from tmima.segmentation import Constraints
from tmima.similarity import SharedWords


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@options.language
@click.option(
    "--input",
    "form",
    type=click.Choice(list(formats)),
    default="text",
    show_default=True,
    help="Prose, a sentence a line, or Choi's format.",
)
@options.unit
@cost_options
@options.words
@options.stopwords
@options.tagger
@similarity_options
@click.option("--method", default="density", show_default=True, help="See tmima methods.")
@click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="KEY=VALUE",
    help="An option of another method; may be given again.",
)
@steering_options
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
    language: str | None,
    form: str,
    unit: str,
    words: str | None,
    stopwords: str | None,
    tagger: Path | None,
    method: str,
    settings: tuple[str, ...],
    style: str,
    plot: Path | None,
    path_plot: Path | None,
    output: Path | None,
    **given: Any,
) -> None:
    """Cut the text in FILE (- for standard input) into its topics.

    The segmentation printed is the one of least cost of all, their number included, or of all that
    satisfy the constraints. Parameters that are not given are learnt from the text.
    """
    if plot is not None or path_plot is not None:
        from tmima.plots.extra import require_matplotlib

        require_matplotlib()
    if path_plot is not None and not given["path"]:
        raise TmimaError("--path-plot draws the costs of --path K: give that too")
    segments, constraints, wanted = steering(given)
    parameters, learnt_for = wished_parameters(given)
    result = segment_text(
        read_text(file),
        language=language,
        form=form,
        unit=unit,
        parameters=parameters,
        similarity=given["similarity"] or learnt_for,
        collection=collected(given["collection"]),
        encode=encoder(given["model"]),
        words=words,
        stopwords=options.stopword_list(stopwords),
        tagger=tagger,
        method=method,
        segments=segments,
        constraints=constraints,
        wanted=wanted,
        options=options.method_options(settings),
    )
    if plot is not None:
        from tmima.plots import dotplot

        similarity = result.fitted.similarity if result.fitted else SharedWords(result.units)
        dotplot(similarity, result.segmentation, plot, unit=unit)
    if path_plot is not None and result.answers is not None and result.answers.path is not None:
        from tmima.plots import elbow

        elbow([one.cost if one else None for one in result.answers.path], path_plot)
    if style == "json":
        write(json.dumps(result.as_dict(), ensure_ascii=False) + "\n", output)
    elif style == "choi":
        write(result.as_choi(), output)
    elif style == "html":
        from tmima.viewer.report import html

        truth = result.units.truth
        bound = replace(constraints or Constraints(), segments=segments)
        write(html(result, truth=truth, constraints=bound), output)
    elif output is None and sys.stdout.isatty():
        show(result)
    else:
        write(plain(result), output)
