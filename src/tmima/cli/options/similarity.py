"""The options that choose a similarity and give it what it needs."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from tmima.cli.options.common import Named
from tmima.cli.options.paths import InputPath, reading
from tmima.similarity import similarities

Command = TypeVar("Command", bound=Callable[..., None])


def _opened(_context: click.Context, _option: click.Parameter, folder: Path | None) -> Any:
    if folder is None:
        return None
    from tmima.similarity import open_model

    reading(*folder.rglob("*"))  # of a model every file is read, not only texts
    return open_model(folder)


similarity = click.option(
    "--similarity",
    type=Named(similarities),
    help="How similar two sentences are (`tmima info` lists them). [default: graded; shared if "
    "gamma, r or all parameters are given]",
)
_BACKGROUND = click.option(
    "--background",
    "--collection",
    type=InputPath(),
    metavar="FOLDER",
    help="Other texts of the language, for the similarity lsa.",
)
_ENCODE = click.option(
    "--encode",
    "--model",
    metavar="FOLDER",
    type=InputPath(),
    callback=_opened,
    help="A model of sentence-transformers or model2vec, for the similarity vectors.",
)


def similarity_options(command: Command) -> Command:
    """Give a command the options of similarities."""
    return similarity(_BACKGROUND(_ENCODE(command)))
