"""`tmima compare`: methods side by side on the same texts."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any, cast

import click

from tmima.cli.options import (
    jobs,
    score_unit,
    setting,
    spell_options,
    train,
)
from tmima.cli.paths import InputPath, OutputPath, results_folder
from tmima.cli.show.output import prepare_matplotlib, printable
from tmima.cli.ui_language import wording
from tmima.cli.values import function_named, method_options
from tmima.errors import TmimaError
from tmima.files import encode_json
from tmima.files.results import ResultsFolder
from tmima.methods import Method, MethodEntry, methods
from tmima.paper import (
    ComparisonRow,
    Contender,
    Setup,
    comparison_setup,
    contenders,
    own_method,
    run_contenders,
    tabulate,
)
from tmima.plots.tables import Table

_FORMS = ("md", "csv", "json", "png", "svg")


@click.command()
@click.argument("folder", type=InputPath())
@click.option(
    "--methods",
    "names",
    default="all",
    show_default=True,
    metavar="all|A,B,C",
    help="Which methods: names, or MODULE:CLASS of one's own. The module may lie in the current "
    "folder.",
)
@score_unit
@train
@setting("language")
@setting("normalise")
@setting("options", metavar="METHOD.NAME=VALUE", help="An option of a method; may be given again.")
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
    # First: what is imported for a method is read, and must not be written over.
    chosen = (
        list(methods) if names == "all" else [_method_or_entry(name) for name in names.split(",")]
    )
    folder_of_results = None
    if output is not None:
        prepare_matplotlib()
        folder_of_results = results_folder(output, [f"comparison.{form}" for form in _FORMS])
    wanted = contenders(chosen, _options_by_method(options, chosen))
    setup = comparison_setup(
        folder, train=train, language=language, normalise=normalise, unit=score_unit
    )
    rows = _run_with_progress(setup, wanted, jobs)
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
                reason=spell_options(reason),
            )
            click.echo(printable(said))
    if folder_of_results is not None:
        _write_comparison(folder_of_results, tabulate(rows, score_unit), rows, score_unit)
        click.echo(words.say("cli.written", output=output))
    if not any(row.scores for row in rows):
        raise TmimaError("every method failed: the reasons are above")


def _method_or_entry(name: str) -> str | MethodEntry:
    """Return the name of a method, or the entry of a class that MODULE:CLASS names."""
    if name in methods or ":" not in name:
        return name
    return own_method(cast("type[Method]", function_named("names", name)), name)


def _options_by_method(
    written: tuple[str, ...], chosen: Iterable[str | MethodEntry]
) -> dict[str, dict[str, Any]]:
    given: dict[str, dict[str, Any]] = {}
    known = {*methods, *(one.name for one in chosen if isinstance(one, MethodEntry))}
    for one in written:
        path, equals, value = one.partition("=")
        # The module of a class may have points in its name.
        method, dot, key = path.rpartition(".")
        if not dot or method not in known:
            raise TmimaError(
                f"`options` must be METHOD.NAME=VALUE with a known method, not {one!r}"
            )
        given.setdefault(method, {}).update(method_options([f"{key}{equals}{value}"]))
    return given


def _run_with_progress(setup: Setup, wanted: list[Contender], jobs: int) -> list[ComparisonRow]:
    from tmima.cli.show.output import progress

    with progress(wording().say("cli.progress.methods"), len(wanted)) as advance:
        return run_contenders(setup, wanted, jobs=jobs, on_row=lambda _: advance())


def _write_comparison(
    output: ResultsFolder, table: Table, rows: list[ComparisonRow], unit: str
) -> None:
    from tmima.plots import bar_chart, render_figure

    comparison = {"unit": unit, "methods": [row.as_dict() for row in rows]}
    scored = [row for row in rows if row.scores]
    figure = bar_chart(
        [row.contender.label for row in scored],
        [row.mean.pk for row in scored],
        [row.interval("pk") for row in scored],
        title=f"Pk in {unit}, {len(scored[0].scores) if scored else 0} texts",
    )
    picture = render_figure("comparison", "Pk of each method", figure)
    described = encode_json(comparison, indent=1) + "\n"
    contents: tuple[str | bytes, ...] = (
        table.markdown(),
        table.csv(),
        described,
        picture.png,
        picture.svg,
    )
    for form, content in zip(_FORMS, contents, strict=True):
        output.write(f"comparison.{form}", content)
