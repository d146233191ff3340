"""`tmima train`: the parameters from texts whose segments are known."""

import json
from dataclasses import asdict
from pathlib import Path

import click

from tmima.cli.options import common as options
from tmima.cli.options.paths import InputPath, OutputPath
from tmima.cli.options.scores import score_unit
from tmima.cli.show.output import write
from tmima.errors import TmimaError
from tmima.scores import TOLERANCE
from tmima.segmentation import LENGTH_UNITS, write_parameters
from tmima.segmenter import Segmenter
from tmima.similarity import PAPER_SIMILARITY, similarities
from tmima.training import DEFAULT_OBJECTIVE, OBJECTIVES


@click.command()
@click.argument("folder", type=InputPath())
@click.option(
    "-o",
    "--output",
    type=OutputPath(),
    metavar="OUT",
    required=True,
    help="Write the parameters here, for tmima segment --params.",
)
@options.language
@options.normalise
@click.option(
    "--length-unit",
    type=options.UnitChoice(LENGTH_UNITS),
    default="sentences",
    show_default=True,
    help="What length is counted in.",
)
@score_unit
@click.option(
    "--objective",
    type=click.Choice(list(OBJECTIVES)),
    default=DEFAULT_OBJECTIVE,
    show_default=True,
    help="What is minimised; pk is what Fragkou's experiments do.",
)
@click.option(
    "--diagonal/--no-diagonal",
    default=True,
    show_default=True,
    help="Count a sentence's similarity with itself, or not.",
)
@click.option(
    "--similarity",
    type=options.Named(similarities),
    default=PAPER_SIMILARITY,
    show_default=True,
    help="How similar two sentences are.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def train(
    folder: Path,
    output: Path,
    language: str | None,
    normalise: str | None,
    length_unit: str,
    unit: str,
    objective: str,
    diagonal: bool,
    similarity: str,
    as_json: bool,
) -> None:
    """Learn the parameters from the texts in Choi's format below FOLDER.

    The preferred length and its deviation are those of the true segments; gamma and r are the
    pair of 80 with the lowest mean error on these texts: WindowDiff and what F1±2 lacks of 1 in
    equal parts (balanced), or another --objective. Pk alone is lowest for hardly cutting where
    topics are hard to find. The temperature is the one under which the probabilities of cuts
    are truest; the table shows what they are worth.
    """
    if similarities[similarity].needs:
        raise TmimaError(
            f"the similarity {similarity} needs {similarities[similarity].needs}: train it in "
            "Python, with Segmenter(...).train"
        )
    segmenter = Segmenter(
        language=language,
        normalise=normalise,
        similarity=similarity,
        parameters={"length_unit": length_unit, "diagonal": diagonal},
        options={"score_unit": unit, "objective": objective},
    )
    learnt = segmenter.train(folder).training_
    told = (
        f"{learnt.texts} texts, {learnt.segments} segments, language "
        f"{segmenter.language_}, similarity {similarity}, Pk in {learnt.unit} {learnt.pk:.2%} on "
        "the texts themselves"
    )
    tenths = [
        f"  {tenth.low:4.0%} to {tenth.high:4.0%} (mean {tenth.said:6.1%}): "
        f"{tenth.true:6.1%} of {tenth.places} are"
        for tenth in learnt.reliability
    ]
    scores = learnt.scores
    minimised = (
        f"objective {learnt.objective}: WindowDiff {scores.window_diff:.2%}, "
        f"B {scores.boundary_similarity:.2%}, F1±{TOLERANCE} {scores.f1_within:.2%}"
    )
    worth = ["of the places said to be a cut with a probability of", *tenths]
    summary = asdict(learnt) | {
        "pk": learnt.pk,
        "unit": learnt.unit,
        "language": segmenter.language_,
        "similarity": similarity,
    }
    parameters = learnt.parameters
    write(write_parameters(parameters, similarity), output)
    if as_json:
        click.echo(json.dumps(summary | {"parameters": parameters.as_dict()}))
        return
    click.echo(told)
    click.echo(minimised)
    for name, value in parameters.as_dict().items():
        click.echo(f"{name:<12} {value:.4f}" if isinstance(value, float) else f"{name:<12} {value}")
    for line in worth:
        click.echo(line)
    click.echo(f"written to {output}")
