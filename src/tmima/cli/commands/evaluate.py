"""`tmima evaluate`: segmentations in files against the true ones."""

import json
from dataclasses import asdict
from pathlib import Path

import click

from tmima.cli.options.paths import InputPath
from tmima.cli.options.scores import score_unit
from tmima.scores import TOLERANCE, evaluate_files


@click.command()
@click.argument("reference", metavar="REF", type=InputPath())
@click.argument("hypothesis", metavar="HYP", type=InputPath())
@score_unit
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def evaluate(reference: Path, hypothesis: Path, unit: str, as_json: bool) -> None:
    """Score HYP against the true segmentation REF.

    Both are files in Choi's format, or folders of such files with the same names. Precision,
    recall and F1 are of the cuts inside the text; Pk and WindowDiff are errors, 0 is best. B is
    boundary similarity, which counts a cut that is one sentence off by half; F1±2 counts one
    that is up to two sentences off as found. The scores of a folder are the means over its files.
    """
    mean = evaluate_files(reference, hypothesis, unit=unit).mean
    if as_json:
        click.echo(json.dumps(asdict(mean)))
        return
    texts = "1 text" if mean.documents == 1 else f"mean of {mean.documents} texts"
    click.echo(f"{texts}, windows counted in {unit}")
    for name, value in (
        ("precision", mean.precision),
        ("recall", mean.recall),
        ("F1", mean.f1),
        ("Pk", mean.pk),
        ("WindowDiff", mean.window_diff),
        ("B", mean.boundary_similarity),
        (f"F1±{TOLERANCE}", mean.f1_within),
    ):
        click.echo(f"{name:<11}{value:8.2%}")
