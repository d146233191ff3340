"""`tmima segment`: a text in, its segments out."""

import json
import sys
from pathlib import Path

import click

from tmima.cli import options
from tmima.cli.output import write
from tmima.document import READERS, UNITS
from tmima.document.choi import SEPARATOR
from tmima.document.files import read_text
from tmima.errors import TmimaError
from tmima.pipeline import SegmentedText
from tmima.pipeline import segment as segment_text
from tmima.segmentation import LENGTH_UNITS, Parameters
from tmima.similarity import SharedWords


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@options.language
@click.option(
    "--input",
    "form",
    type=click.Choice(list(READERS)),
    default="text",
    show_default=True,
    help="Prose, a sentence a line, or Choi's format.",
)
@click.option(
    "--unit",
    type=click.Choice(UNITS),
    default="sentence",
    show_default=True,
    help="Cuts fall between these.",
)
@click.option("--mean-length", type=float, metavar="X", help="Preferred length of a segment (mu).")
@click.option(
    "--std-length", type=float, metavar="X", help="How far lengths stray from it (sigma)."
)
@click.option(
    "--gamma", type=float, metavar="X", help="Weight of length against density, from 0 to 1."
)
@click.option(
    "--r",
    type=float,
    metavar="X",
    help="Power of the segment's length that divides its similarity.",
)
@click.option("--length-unit", type=click.Choice(LENGTH_UNITS), help="What length is counted in.")
@click.option(
    "--diagonal/--no-diagonal",
    default=None,
    help="Count a sentence's similarity with itself, as the paper's equation does, or not.",
)
@click.option(
    "--params",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Take the parameters from a JSON file instead.",
)
@options.words
@options.stopwords
@options.tagger
@click.option("--method", default="density", show_default=True, help="See tmima methods.")
@click.option(
    "--segments", type=click.IntRange(min=1), metavar="K", help="Their number, for other methods."
)
@click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="KEY=VALUE",
    help="An option of another method; may be given again.",
)
@click.option(
    "--format",
    "style",
    type=click.Choice(["text", "json", "choi"]),
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
@options.output_file
def segment(
    file: Path,
    language: str | None,
    form: str,
    unit: str,
    mean_length: float | None,
    std_length: float | None,
    gamma: float | None,
    r: float | None,
    length_unit: str | None,
    diagonal: bool | None,
    params: Path | None,
    words: str | None,
    stopwords: str | None,
    tagger: Path | None,
    method: str,
    segments: int | None,
    settings: tuple[str, ...],
    style: str,
    plot: Path | None,
    output: Path | None,
) -> None:
    """Cut the text in FILE (- for standard input) into its topics.

    The segmentation printed is the one of least cost of all, their number included.
    """
    if plot is not None:
        from tmima.plots.extra import require_matplotlib

        require_matplotlib()
    given = {
        "mean_length": mean_length,
        "std_length": std_length,
        "gamma": gamma,
        "r": r,
        "length_unit": length_unit,
        "diagonal": diagonal,
    }
    result = segment_text(
        read_text(file),
        language=language,
        form=form,
        unit=unit,
        parameters=_parameters(params, {k: v for k, v in given.items() if v is not None}),
        words=words,
        stopwords=options.stopword_list(stopwords),
        tagger=tagger,
        method=method,
        segments=segments,
        options=options.method_options(settings),
    )
    if plot is not None:
        from tmima.plots import dotplot

        similarity = SharedWords(result.units, diagonal=result.parameters.get("diagonal", True))
        dotplot(similarity, result.segmentation, plot, unit=unit)
    if style == "json":
        write(json.dumps(result.as_dict(), ensure_ascii=False) + "\n", output)
    elif style == "choi":
        write(result.as_choi(), output)
    elif output is None and sys.stdout.isatty():
        _show(result)
    else:
        write(_plain(result), output)


def _parameters(path: Path | None, given: dict[str, object]) -> Parameters:
    if path is None:
        return Parameters(**given)  # type: ignore[arg-type]
    if given:
        options = ", ".join("--" + name.replace("_", "-") for name in given)
        raise TmimaError(f"--params {path} already gives the parameters: leave out {options}")
    try:
        return Parameters.from_json(read_text(path))
    except TmimaError as error:
        raise TmimaError(f"{path}: {error}") from None


def _summary(result: SegmentedText) -> str:
    parameters = ", ".join(f"{name} {value}" for name, value in result.parameters.items())
    cost = "" if result.cost is None else f", cost {result.cost:.4f}"
    return (
        f"{len(result.segmentation)} segments of {len(result.units)} {result.unit}s, language "
        f"{result.document.language}, method {result.method}{cost}"
        + (f" ({parameters})" if parameters else "")
    )


def _headings(result: SegmentedText) -> list[str]:
    return [
        f"{number}. {result.unit}s {segment.first + 1}-{segment.last}, "
        f"characters {segment.start}-{segment.end}"
        for number, segment in enumerate(result.segments, start=1)
    ]


def _visible(text: str) -> str:
    """Return a segment as people read it, without the separator lines of Choi's format."""
    return "\n".join(line for line in text.strip().splitlines() if line.strip() != SEPARATOR)


def _plain(result: SegmentedText) -> str:
    parts = [
        f"{heading}\n{_visible(segment.text)}\n"
        for heading, segment in zip(_headings(result), result.segments, strict=True)
    ]
    return "\n".join([*parts, _summary(result) + "\n"])


def _show(result: SegmentedText) -> None:
    from rich.console import Console
    from rich.rule import Rule
    from rich.text import Text

    console = Console()
    for heading, segment in zip(_headings(result), result.segments, strict=True):
        console.print(Rule(Text(heading, style="bold cyan"), align="left", style="cyan"))
        console.print(Text(_visible(segment.text)))
        console.print()
    console.print(Text(_summary(result), style="dim"))
