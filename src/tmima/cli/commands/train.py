"""`tmima train`: what texts whose segments are known teach."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from tmima.cli import options
from tmima.cli.paths import InputPath, OutputPath
from tmima.cli.show.output import show_waiting, write
from tmima.cli.ui_language import wording
from tmima.errors import TmimaError
from tmima.files import encode_json
from tmima.learnt import Adaptation
from tmima.methods import DEFAULT_METHOD, PAPER_METHOD
from tmima.scores import SCORES, Scores
from tmima.segmenter import Segmenter
from tmima.similarity import DEFAULT_SIMILARITY, PAPER_SIMILARITY, similarities
from tmima.training import (
    DEFAULT_OBJECTIVE,
    OBJECTIVES,
    Adapting,
    Reliability,
    Training,
    write_parameters,
)


@click.command()
@click.argument("folder", type=InputPath())
@click.option(
    "-o",
    "--output",
    type=OutputPath(),
    metavar="OUT",
    required=True,
    help="Write what is learnt here, for --params of the other commands.",
)
@click.option(
    "--method",
    type=click.Choice([DEFAULT_METHOD, PAPER_METHOD]),
    default=DEFAULT_METHOD,
    show_default=True,
    help="Which method is trained: the learnt one, or the paper's.",
)
@options.setting("language")
@options.setting("normalise")
@options.score_unit
@options.setting(
    "similarity",
    help=f"How similar two sentences are. [default: {DEFAULT_SIMILARITY}; {PAPER_SIMILARITY} with "
    f"--method {PAPER_METHOD}]",
)
@options.setting(
    "length_unit",
    help=f"With --method {PAPER_METHOD}, what length is counted in. [default: sentences]",
)
@click.option(
    "--objective",
    type=click.Choice(list(OBJECTIVES)),
    help=f"With --method {PAPER_METHOD}, what is minimised; pk is what Fragkou's experiments do. "
    f"[default: {DEFAULT_OBJECTIVE}]",
)
@options.setting(
    "diagonal",
    help=f"With --method {PAPER_METHOD}, count a sentence's similarity with itself, or not. "
    "[default: count it]",
)
@click.option(
    "--format",
    "style",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="What to print.",
)
def train(
    folder: Path,
    output: Path,
    method: str,
    language: str | None,
    normalise: str | None,
    score_unit: str,
    similarity: str | None,
    style: str,
    **given: Any,
) -> None:
    """Learn from the texts in Choi's format below FOLDER how texts of their kind are cut.

    Five numbers of the learnt method are moved to where the true segments are likeliest: what the
    odds of places, each cut, the lengths of segments and their density count for. Ten texts are
    enough. How far the numbers move depends on how well what most of the texts teach fits the
    others; what may be chance, or would cut these texts worse, moves nothing. Scores and
    probabilities are shown before and after, of these texts themselves: on others the gain is
    smaller.

    With --method density these are the parameters of equation (1). The preferred length and its
    deviation are those of the true segments; gamma and r are the pair of 80 with the lowest mean
    error on these texts: WindowDiff and what F1±2 lacks of 1 in equal parts (balanced), or another
    --objective. Pk alone is lowest for hardly cutting where topics are hard to find. The
    temperature is the one under which the probabilities of cuts are truest; the table shows what
    they are worth.
    """
    if similarity is not None and similarities[similarity].needs:
        raise TmimaError(
            f"the similarity {similarity} needs {similarities[similarity].needs}: train it in "
            "Python, with Segmenter(...).train"
        )
    paper = method == PAPER_METHOD
    if not paper:
        _refuse_paper_options(given)
    segmenter = Segmenter(
        language=language,
        normalise=normalise,
        method=method,
        similarity=similarity,
        parameters=_given_among(given, "length_unit", "diagonal") if paper else None,
        options={"score_unit": score_unit, **_given_among(given, "objective")},
    )
    words = wording()
    with show_waiting(words.say("cli.training")):
        learnt = segmenter.train(folder).training_
    adapted = isinstance(learnt, Adapting)
    name = similarity or (DEFAULT_SIMILARITY if adapted else PAPER_SIMILARITY)
    numbers = learnt.adaptation if isinstance(learnt, Adapting) else learnt.parameters
    write(write_parameters(numbers, name), output)
    if style == "json":
        summary = asdict(learnt) | {
            "pk": learnt.scores.pk,
            "unit": learnt.scores.unit,
            "language": segmenter.language_,
            "similarity": name,
            "adaptation" if adapted else "parameters": numbers.as_dict(),
        }
        click.echo(encode_json(summary))
        return
    click.echo(
        words.say(
            "cli.trainedOn",
            texts=words.count("texts", learnt.texts),
            segments=words.count("segments", learnt.segments),
            language=segmenter.language_,
            similarity=name,
            unit=words.unit(learnt.scores.unit),
            pk=words.number(learnt.scores.pk, ".2%"),
        )
    )
    told = (
        _describe_adaptation(learnt) if isinstance(learnt, Adapting) else _describe_training(learnt)
    )
    for line in (*told, words.say("cli.writtenTo", output=output)):
        click.echo(line)


def _given_among(given: Mapping[str, Any], *names: str) -> dict[str, Any]:
    return {name: given[name] for name in names if given[name] is not None}


def _refuse_paper_options(given: Mapping[str, Any]) -> None:
    """Refuse the options of the paper's method."""
    for name in _given_among(given, "length_unit", "objective", "diagonal"):
        raise TmimaError(f"`{name}` is for the paper's method: give `method='{PAPER_METHOD}'`")


def _describe_training(learnt: Training) -> list[str]:
    return [
        wording().say(
            "cli.objective", objective=learnt.objective, scores=_scores_besides_pk(learnt.scores)
        ),
        *_number_lines(learnt.parameters.as_dict()),
        *_reliability_lines(learnt.reliability),
    ]


def _describe_adaptation(learnt: Adapting) -> list[str]:
    words = wording()
    chance = learnt.adaptation.numbers == Adaptation().numbers
    before = words.say("cli.beforeTraining")
    return [
        words.say("cli.there", scores=_scores_besides_pk(learnt.scores)),
        f"{before} Pk {words.number(learnt.before.pk, '.2%')}, {_scores_besides_pk(learnt.before)}",
        *_number_lines(learnt.adaptation.as_dict()),
        *_reliability_lines(learnt.reliability),
        before,
        *_reliability_lines(learnt.reliability_before),
        *([words.say("cli.nothingChanged")] if chance else []),
    ]


def _number_lines(values: Mapping[str, Any]) -> Iterator[str]:
    words, width = wording(), max(12, *map(len, values))
    for name, value in values.items():
        shown = words.number(value, ".4f") if isinstance(value, float) else value
        yield f"{name:<{width}} {shown}"


def _scores_besides_pk(scores: Scores) -> str:
    """Return all scores but Pk, which is printed before them, on one line."""
    words = wording()
    others = {name: value for name, value in scores.values().items() if name != "pk"}
    return ", ".join(
        f"{words.say_or(f'score.{name}', SCORES[name].label)} {words.number(value, '.2%')}"
        for name, value in others.items()
    )


def _reliability_lines(reliability: Sequence[Reliability]) -> list[str]:
    """Return the reliability table of the probabilities, a line for each tenth."""
    words = wording()
    lines = [words.say("cli.ofThePlaces")]
    for tenth in reliability:
        said = words.say(
            "cli.worth",
            low=f"{tenth.low:4.0%}",
            high=f"{tenth.high:4.0%}",
            said=words.number(tenth.said, "6.1%"),
            true=words.number(tenth.true, "6.1%"),
            places=tenth.places,
        )
        lines.append(f"  {said}")
    return lines
