"""Folders of texts whose true segments are known, in a format that tells them."""

from collections.abc import Iterator
from os import PathLike

from tmima.document import Analyzer
from tmima.errors import TmimaError
from tmima.files import files_below, read_text
from tmima.formats import choi
from tmima.formats.reading import read
from tmima.values import Document


def labelled_texts(
    folder: str | PathLike[str], analyzer: Analyzer
) -> Iterator[tuple[str, Document]]:
    """Yield the texts in Choi's format below a folder, each with its path, analyzed."""
    files = files_below(folder)
    if not files:
        raise TmimaError(f"{folder} holds no text")
    for name, path in files.items():
        text = read_text(path)
        if not choi.parse(text).sentences:
            raise TmimaError(f"{path} holds no sentence")
        yield name, read(text, analyzer, format=choi.CHOI)
