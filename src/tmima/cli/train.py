"""`tmima train`: the parameters from texts whose segments are known."""

import json
from dataclasses import asdict
from pathlib import Path

import click

from tmima.cli import options
from tmima.cli.output import write
from tmima.segmentation import LENGTH_UNITS
from tmima.training import train as train_on


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="OUT",
    required=True,
    help="Write the parameters here, for tmima segment --params.",
)
@options.language
@options.words
@click.option(
    "--length-unit",
    type=click.Choice(LENGTH_UNITS),
    default="sentences",
    show_default=True,
    help="What length is counted in.",
)
@options.score_unit
@click.option(
    "--diagonal/--no-diagonal",
    default=True,
    show_default=True,
    help="Count a sentence's similarity with itself, or not.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def train(
    folder: Path,
    output: Path,
    language: str | None,
    words: str | None,
    length_unit: str,
    unit: str,
    diagonal: bool,
    as_json: bool,
) -> None:
    """Learn the parameters from the texts in Choi's format below FOLDER.

    The preferred length and its deviation are those of the true segments; gamma and r are the
    pair of the paper's 80 with the lowest mean Pk on these texts. The temperature is the one under
    which the probabilities of cuts are truest; the table shows what they are worth.
    """
    learnt = train_on(
        folder,
        language=language,
        words=words,
        length_unit=length_unit,
        score_unit=unit,
        diagonal=diagonal,
    )
    write(json.dumps(learnt.parameters.as_dict(), indent=1) + "\n", output)
    if as_json:
        summary = asdict(learnt) | {"parameters": learnt.parameters.as_dict()}
        click.echo(json.dumps(summary))
        return
    click.echo(
        f"{learnt.texts} texts, {learnt.segments} segments, language {learnt.language}, "
        f"Pk in {learnt.unit} {learnt.pk:.2%} on the texts themselves"
    )
    for name, value in learnt.parameters.as_dict().items():
        click.echo(f"{name:<12} {value:.4f}" if isinstance(value, float) else f"{name:<12} {value}")
    click.echo("of the places said to be a cut with a probability of")
    for tenth in learnt.reliability:
        click.echo(
            f"  {tenth.low:4.0%} to {tenth.high:4.0%} (mean {tenth.said:6.1%}): "
            f"{tenth.true:6.1%} of {tenth.places} are"
        )
    click.echo(f"written to {output}")
