"""`tmima compare`: methods side by side on the same texts."""

from pathlib import Path
from typing import Any

import click

from tmima import languages
from tmima.cli.options import in_options, jobs, method_options, score_unit, setting, settings, train
from tmima.cli.paths import InputPath, OutputPath, results_folder
from tmima.cli.show.output import printable, ready_to_draw
from tmima.cli.ui_language import wording
from tmima.errors import TmimaError
from tmima.files import files_below, read_text
from tmima.folders import ResultsFolder
from tmima.methods import methods
from tmima.paper import ComparisonRow, Contender, Setup, contenders, tabulate
from tmima.paper import compare as compare_methods
from tmima.records import encode_json
from tmima.tables import Table

_FORMS = ("md", "csv", "json", "png", "svg")


@click.command()
@click.argument("folder", type=InputPath())
@click.option(
    "--methods",
    "names",
    default="all",
    show_default=True,
    metavar="all|A,B,C",
    help="Which methods.",
)
@score_unit
@train
@settings("language", "normalise")
@setting("options", metavar="METHOD.KEY=VALUE", help="An option of a method; may be given again.")
@jobs
@click.option(
    "-o",
    "--output",
    type=OutputPath(),
    metavar="OUT",
    help="A folder for the table (Markdown, CSV, JSON) and the bar chart.",
)
def compare(
    folder: Path,
    names: str,
    score_unit: str,
    train: Path | None,
    language: str | None,
    normalise: str | None,
    options: tuple[str, ...],
    jobs: int,
    output: Path | None,
) -> None:
    """Compare methods on the texts in Choi's format below FOLDER.

    A method that accepts a number of segments takes part twice, with the true number and
    without. One that fails
    is named with the reason, and the others go on.
    """
    folder_of_results = None
    if output is not None:
        ready_to_draw()
        folder_of_results = results_folder(output, [f"comparison.{form}" for form in _FORMS])
    chosen = list(methods) if names == "all" else names.split(",")
    first = next(iter(files_below(folder).values()), None)
    if first is None:
        raise TmimaError(f"{folder} holds no text")
    code = language or languages.detect_language(read_text(first))
    wanted = contenders(chosen, _by_method(options))
    rows = _run(Setup(folder, train, code, normalise, score_unit), wanted, jobs)
    words = wording()
    click.echo(tabulate(rows, score_unit, words).markdown())
    for row in rows:
        if row.failures:
            text, reason = next(iter(row.failures.items()))
            said = words.say(
                "cli.failedMore" if len(row.failures) > 1 else "cli.failed",
                method=row.contender.in_words(words),
                text=text,
                more=len(row.failures) - 1,
                reason=in_options(reason),
            )
            click.echo(printable(said))
    if folder_of_results is not None:
        _write(folder_of_results, tabulate(rows, score_unit), rows, score_unit)
        click.echo(words.say("cli.written", output=output))
    if not any(row.scores for row in rows):
        raise TmimaError("every method failed: the reasons are above")


def _by_method(written: tuple[str, ...]) -> dict[str, dict[str, Any]]:
    given: dict[str, dict[str, Any]] = {}
    for one in written:
        method, dot, rest = one.partition(".")
        if not dot or method not in methods:
            raise TmimaError(f"`options` must be METHOD.KEY=VALUE with a known method, not {one!r}")
        given.setdefault(method, {}).update(method_options([rest]))
    return given


def _run(setup: Setup, wanted: list[Contender], jobs: int) -> list[ComparisonRow]:
    from tmima.cli.show.output import progress

    with progress(wording().say("cli.progress.methods"), len(wanted)) as advance:
        return compare_methods(setup, wanted, jobs=jobs, on_row=lambda _: advance())


def _write(output: ResultsFolder, table: Table, rows: list[ComparisonRow], unit: str) -> None:
    from tmima.plots import bars, render

    found = {"unit": unit, "methods": [row.as_dict() for row in rows]}
    scored = [row for row in rows if row.scores]
    figure = bars(
        [row.contender.label for row in scored],
        [row.mean.pk for row in scored],
        [row.interval("pk") for row in scored],
        title=f"Pk in {unit}, {len(scored[0].scores) if scored else 0} texts",
    )
    picture = render("comparison", "Pk of each method", figure)
    described = encode_json(found, indent=1) + "\n"
    contents: tuple[str | bytes, ...] = (
        table.markdown(),
        table.csv(),
        described,
        picture.png,
        picture.svg,
    )
    for form, content in zip(_FORMS, contents, strict=True):
        output.write(f"comparison.{form}", content)
