"""`tmima train`: the parameters from texts whose segments are known."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from tmima.cli.options import common as options
from tmima.cli.show.output import write
from tmima.segmentation import LENGTH_UNITS, Parameters
from tmima.segmentation.parameter_file import write_parameters
from tmima.similarity.named import DEFAULT_SIMILARITY, PAPER_SIMILARITY, SIMILARITIES
from tmima.training import learn_lengths
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
@click.option(
    "--similarity",
    type=click.Choice([name for name in SIMILARITIES if name not in ("lsa", "vectors")]),
    help="How similar two sentences are. [default: the paper's shared; graded with --unlabelled]",
)
@click.option(
    "--unlabelled",
    is_flag=True,
    help="Learn the length of segments from plain texts of one kind, whose segments nobody knows.",
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
    similarity: str | None,
    unlabelled: bool,
    as_json: bool,
) -> None:
    """Learn the parameters from the texts in Choi's format below FOLDER.

    The preferred length and its deviation are those of the true segments; gamma and r are the
    pair of the paper's 80 with the lowest mean Pk on these texts. The temperature is the one under
    which the probabilities of cuts are truest; the table shows what they are worth.

    With --unlabelled the texts are plain and only the lengths are learnt, from the texts together.
    """
    if unlabelled:
        name = similarity or DEFAULT_SIMILARITY
        found = learn_lengths(
            folder, language=language, words=words, length_unit=length_unit, similarity=name
        )
        told = f"{found.texts} texts, {found.segments} segments found in them, similarity {name}"
        _finish(found.parameters, name, output, asdict(found), told, as_json=as_json)
        return
    learnt = train_on(
        folder,
        language=language,
        words=words,
        length_unit=length_unit,
        score_unit=unit,
        diagonal=diagonal,
        similarity=similarity or PAPER_SIMILARITY,
    )
    told = (
        f"{learnt.texts} texts, {learnt.segments} segments, language {learnt.language}, "
        f"similarity {learnt.similarity}, Pk in {learnt.unit} {learnt.pk:.2%} on the texts "
        "themselves"
    )
    tenths = [
        f"  {tenth.low:4.0%} to {tenth.high:4.0%} (mean {tenth.said:6.1%}): "
        f"{tenth.true:6.1%} of {tenth.places} are"
        for tenth in learnt.reliability
    ]
    worth = ["of the places said to be a cut with a probability of", *tenths]
    _finish(
        learnt.parameters, learnt.similarity, output, asdict(learnt), told, *worth, as_json=as_json
    )


def _finish(
    parameters: Parameters,
    similarity: str,
    output: Path,
    summary: dict[str, Any],
    told: str,
    *further: str,
    as_json: bool,
) -> None:
    """Write the parameters, and say what was learnt."""
    write(write_parameters(parameters, similarity), output)
    if as_json:
        click.echo(json.dumps(summary | {"parameters": parameters.as_dict()}))
        return
    click.echo(told)
    for name, value in parameters.as_dict().items():
        click.echo(f"{name:<12} {value:.4f}" if isinstance(value, float) else f"{name:<12} {value}")
    for line in further:
        click.echo(line)
    click.echo(f"written to {output}")
