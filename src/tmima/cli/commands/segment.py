"""`tmima segment`: a text in, its segments out."""

import sys
from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import click

from tmima.cli import options
from tmima.cli.paths import OutputPath, note_inputs, results_folder
from tmima.cli.show.output import (
    joined_in_chunks,
    prepare_matplotlib,
    printable,
    report_faults,
    report_format,
    show_waiting,
    write,
)
from tmima.cli.show.segmented import as_plain_text, csv_rows, print_segments, table_of_contents
from tmima.cli.ui_language import wording
from tmima.errors import TmimaError
from tmima.files import files_named
from tmima.formats import open_file
from tmima.result import SegmentedText
from tmima.segmenter import Segmenter


@click.command(cls=options.SettingsCommand)
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@options.settings()
@options.encoding
@options.strict
@options.train
@click.option(
    "--format",
    "style",
    type=click.Choice(["text", "contents", "markdown", "outline", "json", "choi", "html", "csv"]),
    default="text",
    show_default=True,
    help="What to print: the text cut, its contents alone, the text as Markdown with a heading for "
    "each segment, or its outline as a list; of several texts json is a line for each. csv has a "
    "row for each segment.",
)
@click.option(
    "--plot",
    type=OutputPath(),
    metavar="OUT.png",
    help="Draw the dotplot with the segments (needs the extra plot).",
)
@options.set_option(
    "path_plot",
    type=OutputPath(),
    metavar="OUT.png",
    help="Draw the costs of --set path (needs the extra plot).",
)
@click.option(
    "--verbose",
    is_flag=True,
    help="Also tell the method, its cost and its parameters (text; json always has them).",
)
@options.output_file
def segment(
    files: tuple[str, ...],
    style: str,
    verbose: bool,
    plot: Path | None,
    path_plot: Path | None,
    output: Path | None,
    train: Path | None,
    strict: bool,
    encoding: str | None,
    **given: Any,
) -> None:
    """Cut the text in FILE (- for standard input) into its topics.

    Printed is the most probable segmentation into the median of the number of segments, both under
    the constraints given. With --method density it is the one of least cost of all, whatever its
    number of segments.

    FILE may also be a folder or a pattern, and there may be several: then -o is a folder for a file
    of each, or all go to standard output one after the other. (`tmima corpus` is for thousands.)
    """
    if path_plot is not None and not given["path"]:
        raise TmimaError("`path_plot` draws the costs of `path`: give that too")
    segmenter = Segmenter(**options.given_settings(given))
    if style == "html" and "questions" in segmenter.entry.settings:
        segmenter = segmenter.replace(posteriors=True)
    named = files_named(files)
    alone = list(named) == [Path(files[0])]
    note_inputs(*named)
    if plot is not None or path_plot is not None:
        prepare_matplotlib()
        if not alone:
            raise TmimaError("a plot is of one text: give one file")
    put = _output_writer(named, output, style, alone=alone, verbose=verbose)
    # What is wrong with the settings is told once, whatever the number of files.
    segmenter.check()
    if train is not None:
        with show_waiting(wording().say("cli.training")):
            segmenter.train(train)
    for file, result in _results(segmenter, named, alone=alone, encoding=encoding, strict=strict):
        _write_plots(result, plot, path_plot)
        put(file, result)
        # Only now, so that of a file that fails nothing but its error is told.
        report_format(result.document, file, told=segmenter.format)


def _results(
    segmenter: Segmenter,
    files: Collection[Path],
    *,
    alone: bool,
    encoding: str | None,
    strict: bool,
) -> Iterator[tuple[Path, SegmentedText]]:
    """Yield each file with its segments; of several files, one that fails does not end it."""
    failed = 0
    for file in files:
        try:
            result = _segment_file(segmenter, file, encoding=encoding, strict=strict)
        except TmimaError as error:
            if alone:
                raise
            click.echo(f"tmima: {printable(f'{file}: {options.spell_options(error)}')}", err=True)
            failed += 1
        else:
            yield file, result
    if failed:
        raise TmimaError(f"{failed} of {len(files)} files could not be cut")


def _segment_file(
    segmenter: Segmenter, file: Path, *, encoding: str | None, strict: bool
) -> SegmentedText:
    text = open_file(file, encoding=encoding, format=segmenter.format)
    words = wording()
    with show_waiting(words.say("cli.reading")) as say:
        prepared = segmenter.prepare(text)
        say(words.say("cli.cutting", units=words.count(prepared.unit, len(prepared))))
        result = segmenter.segment(prepared)
    report_faults(result.document, file, strict=strict)
    return result


def _write_plots(result: SegmentedText, plot: Path | None, path_plot: Path | None) -> None:
    if plot is not None:
        result.plot(plot)
    if path_plot is not None and result.answers is not None and result.answers.path is not None:
        from tmima.plots import elbow_plot

        costs = [one.cost if one else None for one in result.answers.path]
        elbow_plot(costs, path_plot, answered=len(result))


Put = Callable[[Path, SegmentedText], None]


def _output_writer(
    named: dict[Path, str], output: Path | None, style: str, *, alone: bool, verbose: bool
) -> Put:
    """Return the function that writes a result where it belongs.

    Args:
        named: the files that are cut, each with its name.
        output: the file for one result or the folder for several; standard output if none.
        style: what is written of a result.
        alone: whether one file was named, and not a folder or several.
        verbose: whether text also tells the method.
    """
    if not alone:
        return (
            _printer_in_turn(style, verbose=verbose)
            if output is None
            else _folder_writer(output, named, style, verbose=verbose)
        )
    if style == "text" and output is None and sys.stdout.isatty():
        return lambda _, result: print_segments(result, verbose=verbose)
    return lambda file, result: write(_STYLES[style](result, file, verbose), output)


def _printer_in_turn(style: str, *, verbose: bool) -> Put:
    """Return the function that prints one result after the other."""
    if style not in _PRINTED:
        raise TmimaError(f"{style} of several files needs `output`, a folder for them")
    number = count()
    return lambda file, result: write(_PRINTED[style](result, file, verbose, next(number)), None)


def _folder_writer(folder: Path, named: dict[Path, str], style: str, *, verbose: bool) -> Put:
    """Return the function that writes each result to a file of its own, called as the text is."""
    if len(set(named.values())) < len(named):
        raise TmimaError("two of the files have the same name: give the folder that holds both")
    names = {file: f"{name}.{_ENDINGS.get(style, style)}" for file, name in named.items()}
    results = results_folder(folder, names.values())
    return lambda file, result: results.write(
        names[file], joined_in_chunks(_STYLES[style](result, file, verbose))
    )


Written = str | Iterable[str]
# The third argument tells whether text is to be verbose.
_STYLES: dict[str, Callable[[SegmentedText, Path, bool], Written]] = {
    "text": lambda result, _, verbose: as_plain_text(result, verbose=verbose),
    "contents": lambda result, *_: table_of_contents(result),
    "markdown": lambda result, *_: result.markdown_pieces(),
    "outline": lambda result, *_: result.as_outline(),
    "json": lambda result, *_: result.json_pieces(),
    "choi": lambda result, *_: result.choi_lines(),
    "html": lambda result, *_: result.as_html(),
    "csv": lambda result, file, _: csv_rows(result, str(file)),
}
# Of several texts the first is number 0, before which a header may come.
_PRINTED: dict[str, Callable[[SegmentedText, Path, bool, int], Written]] = {
    "text": lambda result, file, verbose, _: (
        f"# {file}\n\n{as_plain_text(result, verbose=verbose)}\n"
    ),
    "contents": lambda result, file, *_: f"# {file}\n\n{table_of_contents(result)}\n",
    "outline": lambda result, file, *_: f"# {file}\n\n{result.as_outline()}\n",
    "json": lambda result, file, *_: result.json_pieces(file=str(file)),
    "csv": lambda result, file, _, number: csv_rows(result, str(file), header=number == 0),
}
_ENDINGS = {"text": "txt", "contents": "txt", "markdown": "md", "outline": "md", "choi": "ref"}
