"""`tmima corpus`: many texts in, files of their segments out."""

import re
from dataclasses import astuple
from pathlib import Path
from typing import Any

import click

from tmima.cli import options
from tmima.cli.paths import FilledFolder
from tmima.cli.show.output import texts_progress
from tmima.cli.ui_language import wording
from tmima.corpora import ERRORS, MAX_SECONDS, OUTPUT_FORMATS
from tmima.loading import require
from tmima.segmentation import QuestionSettings
from tmima.segmenter import MAX_BYTES, Segmenter
from tmima.settings import settings_of


class KeepType(click.ParamType):  # type: ignore[type-arg]
    """Columns by comma, each with another name if one is given."""

    name = "A,B=NAME"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> dict[str, str]:
        """Return the new name of each column."""
        pairs = [part.strip().partition("=") for part in str(value).split(",") if part.strip()]
        return {old: new or old for old, _, new in pairs}


class ShardType(click.ParamType):  # type: ignore[type-arg]
    """A share of how many, as 3/16."""

    name = "K/N"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int]:
        """Return the share and their number."""
        match = re.fullmatch(r"([0-9]{1,6})/([0-9]{1,6})", str(value))
        if match is None or not 1 <= int(match[1]) <= int(match[2]):
            self.fail(f"must be a share of so many, as 3/16, not {value!r}", param, ctx)
        return int(match[1]), int(match[2])


@click.command(cls=options.SettingsCommand)
@click.argument("inputs", metavar="IN...", nargs=-1, required=True)
@click.argument("out", type=FilledFolder())
@click.option(
    "--column", default="text", show_default=True, metavar="NAME", help="The column of the texts."
)
@click.option(
    "--id",
    "id_column",
    metavar="NAME",
    help="The column that becomes id. [default: none; for dolma, id]",
)
@click.option(
    "--keep",
    type=KeepType(),
    default="",
    metavar="A,B=NAME",
    help="Columns to be kept, by comma; another name after an equals sign.",
)
@options.jobs
@click.option(
    "--learn",
    type=click.IntRange(min=1),
    metavar="N",
    help="Have a method that first looks at a collection learn from N of the texts.",
)
@click.option(
    "--format",
    "style",
    type=click.Choice(OUTPUT_FORMATS),
    default=OUTPUT_FORMATS[0],
    show_default=True,
    help="What to write: a row or a line for each segment, or attributes beside Dolma's documents.",
)
@click.option("--text/--no-text", default=True, help="With the text of each segment, or without.")
@click.option(
    "--errors",
    type=click.Choice(ERRORS),
    default=ERRORS[0],
    show_default=True,
    help="A text that cannot be cut: a row that says why, or the end.",
)
@click.option(
    "--shard",
    type=ShardType(),
    default="1/1",
    metavar="K/N",
    help="Do only this share of the work, as 3/16; other machines do the others.",
)
@click.option(
    "--max-bytes",
    type=click.IntRange(min=1),
    default=MAX_BYTES,
    show_default=True,
    metavar="N",
    help="A longer text is not cut: its row says so.",
)
@click.option(
    "--max-seconds",
    type=click.IntRange(min=1),
    default=MAX_SECONDS,
    show_default=True,
    metavar="N",
    help="A text that takes longer is given up: its row says so.",
)
@options.settings(without=settings_of(QuestionSettings))
def corpus(
    inputs: tuple[str, ...],
    out: Path,
    column: str,
    id_column: str | None,
    keep: dict[str, str],
    jobs: int,
    learn: int | None,
    style: str,
    text: bool,
    errors: str,
    shard: tuple[int, int],
    max_bytes: int,
    max_seconds: int,
    **given: Any,
) -> None:
    """Cut all texts of IN (Parquet, JSON lines, CSV, text files, folders, patterns) into OUT.

    JSON lines and CSV may end in .gz or .zst. Texts are cut in processes; files in OUT appear whole
    or not at all, _tmima.json last. A run that was stopped, however, goes on when it is started
    again, and ends with the same files as one that was not. Files in OUT are never read as texts,
    and none is replaced that such a run has not made.
    """
    require("corpus")
    from tmima.corpora.rows import CorpusColumns
    from tmima.corpora.run import Corpus, run

    segmenter = Segmenter(**options.given_settings(given))
    if "questions" in segmenter.entry.settings:
        segmenter = segmenter.replace(posteriors=True)
    columns = CorpusColumns(
        text=column,
        id="id" if id_column is None and style == "dolma" else id_column,
        keep=keep,
        max_bytes=max_bytes,
    )
    words = wording()
    work = Corpus(
        inputs=inputs,
        out=out,
        segmenter=segmenter,
        columns=columns,
        format=style,
        text=text,
        errors=errors,
        learn=learn,
        shard=shard,
        max_seconds=max_seconds,
    )
    first = "cli.reading" if learn is None else "cli.learning"
    with texts_progress(words.say(first, texts=words.count("texts", learn or 0))) as show:
        made = run(work, jobs=jobs, on_batch=lambda far: show(*astuple(far)))
    made = {**made, "files": len(made["parts"])}
    names = ("texts", "segments", "errors", "nulls", "files")
    counted = {name: words.count(name, made[name]) for name in names}
    click.echo(words.say("cli.corpusDone", folder=out, **counted))
