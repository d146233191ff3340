"""`tmima evaluate`: segmentations in files against the true ones."""

from collections.abc import Callable
from dataclasses import asdict
from itertools import chain
from pathlib import Path

import click

from tmima.cli import options
from tmima.cli.paths import InputPath, note_inputs
from tmima.cli.show.output import write
from tmima.cli.ui_language import wording
from tmima.files import encode_json
from tmima.plots.tables import Table, percent
from tmima.scores import SCORES, Evaluation, evaluate_files, file_pairs

_WIDTH = max(len(each.label) for each in SCORES.values())
_EXPLAINED = "\b\n" + "\n".join(f"{each.label:<{_WIDTH}}  {each.help}" for each in SCORES.values())


def _render_text(evaluation: Evaluation) -> str:
    words, mean = wording(), evaluation.mean
    texts = words.count("texts", mean.documents)
    if mean.documents > 1:
        texts = words.say("cli.meanOf", texts=texts)
    lines = [words.say("cli.windows", texts=texts, unit=words.unit(mean.unit))]
    for name, value in mean.values().items():
        label = words.say_or(f"score.{name}", SCORES[name].label)
        meaning = words.say_or(f"score.{name}.help", SCORES[name].help)
        lines.append(f"{label:<{_WIDTH}} {words.number(value, '8.2%')}  {meaning}")
    return "\n".join(lines) + "\n"


def _render_json(evaluation: Evaluation) -> str:
    return encode_json(asdict(evaluation.mean)) + "\n"


def _render_json_with_differences(evaluation: Evaluation) -> str:
    places = [asdict(one) for one in evaluation.differences]
    return (
        encode_json({**asdict(evaluation.mean), "differences": places}, ensure_ascii=False) + "\n"
    )


def _render_differences(evaluation: Evaluation) -> str:
    """Return a line for each cut that only one of the two segmentations has."""
    words = wording()
    wrong = {True: words.say("cli.missed"), False: words.say("cli.added")}
    width = max(map(len, wrong.values()))
    lines = []
    for one in evaluation.differences:
        unit = evaluation.files[one.file].unit
        where = "" if unit == "seconds" else f"{words.place_before(unit, one.unit)}: "
        file = f"{one.file} " if len(evaluation.files) > 1 else ""
        lines.append(f"{wrong[one.missed]:<{width}} {file}{where}{one.place}\n")
    return "".join(lines)


def _render_csv(evaluation: Evaluation) -> str:
    rows = [
        (name, *map(percent, scores.values().values())) for name, scores in evaluation.files.items()
    ]
    labels = [each.label for each in SCORES.values()]
    return Table("scores", "Scores in per cent", ("file", *labels), tuple(rows)).csv()


_STYLES: dict[str, Callable[[Evaluation], str]] = {
    "text": _render_text,
    "json": _render_json,
    "csv": _render_csv,
}


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
@click.option(
    "--show",
    is_flag=True,
    help="Also the places where only one of the two cuts, with the words there (text and json).",
)
@options.output_file
def evaluate(
    reference: Path,
    hypothesis: Path,
    score_unit: str,
    style: str,
    show: bool,
    output: Path | None,
) -> None:
    """Score HYP against the true segmentation REF.

    Both are files, or folders of files with the same names: Choi's format, JSON or CSV of
    `tmima segment`, JSON of `tmima chapters`; or chapters with times, as WebVTT, lists of YouTube
    or podcasts' JSON. They must tell the same text, or both times. The scores are of the cuts
    inside the text; those of a folder are the means over its files. JSON in a folder that tells no
    segments is left out.
    """
    note_inputs(*chain(*file_pairs(reference, hypothesis).values()))
    evaluation = evaluate_files(reference, hypothesis, unit=score_unit)
    if show and style == "json":
        write(_render_json_with_differences(evaluation), output)
    else:
        write(
            _STYLES[style](evaluation)
            + (_render_differences(evaluation) if show and style == "text" else ""),
            output,
        )
