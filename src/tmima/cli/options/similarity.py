"""The options that choose a similarity and give it what it needs."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import click

from tmima.errors import TmimaError
from tmima.files import files_below, read_text
from tmima.similarity.named import SIMILARITIES
from tmima.similarity.vectors import Encoder, open_model

Command = TypeVar("Command", bound=Callable[..., None])

similarity = click.option(
    "--similarity",
    type=click.Choice(list(SIMILARITIES)),
    help="How similar two sentences are. [default: graded; shared, the paper's, if gamma, r or all "
    "parameters are given]",
)
_COLLECTION = click.option(
    "--collection",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="Other texts of the language, for the similarity lsa.",
)
_MODEL = click.option(
    "--model",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="A model of sentence-transformers or model2vec, for the similarity vectors.",
)


def similarity_options(command: Command) -> Command:
    """Give a command the options of similarities."""
    return similarity(_COLLECTION(_MODEL(command)))


def collected(folder: Path | None) -> list[str]:
    """Return the texts of a folder."""
    if folder is None:
        return []
    texts = [read_text(path) for path in files_below(folder).values()]
    if not texts:
        raise TmimaError(f"{folder} holds no text")
    return texts


def encoder(folder: Path | None) -> Encoder | None:
    """Return what makes vectors of texts, from a model in a folder."""
    return None if folder is None else open_model(folder)
