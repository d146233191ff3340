"""`tmima evaluate`: segmentations in files against the true ones."""

import json
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

import click

from tmima.cli import options
from tmima.cli.paths import InputPath
from tmima.cli.show.output import write
from tmima.scores import SCORES, Evaluation, evaluate_files
from tmima.tables import Table, percent

_WIDTH = max(len(each.label) for each in SCORES.values())
_EXPLAINED = "\b\n" + "\n".join(f"{each.label:<{_WIDTH}}  {each.help}" for each in SCORES.values())


def _text(found: Evaluation) -> str:
    mean = found.mean
    texts = "1 text" if mean.documents == 1 else f"mean of {mean.documents} texts"
    return f"{texts}, windows counted in {mean.unit}\n" + "".join(
        f"{SCORES[name].label:<{_WIDTH}} {value:8.2%}\n" for name, value in mean.values().items()
    )


def _json(found: Evaluation) -> str:
    return json.dumps(asdict(found.mean)) + "\n"


def _csv(found: Evaluation) -> str:
    rows = [(name, *map(percent, scores.values().values())) for name, scores in found.files.items()]
    labels = [each.label for each in SCORES.values()]
    return Table("scores", "Scores in per cent", ("file", *labels), tuple(rows)).csv()


_STYLES: dict[str, Callable[[Evaluation], str]] = {"text": _text, "json": _json, "csv": _csv}


@click.command(epilog=_EXPLAINED)
@click.argument("reference", metavar="REF", type=InputPath())
@click.argument("hypothesis", metavar="HYP", type=InputPath())
@options.score_unit
@click.option(
    "--format",
    "style",
    type=click.Choice(list(_STYLES)),
    default="text",
    show_default=True,
    help="What to print. csv has a row for each text, in per cent.",
)
@options.output_file
def evaluate(
    reference: Path, hypothesis: Path, score_unit: str, style: str, output: Path | None
) -> None:
    """Score HYP against the true segmentation REF.

    Both are files in Choi's format, or folders of such files with the same names. The scores are of
    the cuts inside the text; those of a folder are the means over its files.
    """
    write(_STYLES[style](evaluate_files(reference, hypothesis, unit=score_unit)), output)
