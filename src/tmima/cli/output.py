"""Where results go: standard output, or a file that is there whole or not at all."""

import os
import tempfile
from pathlib import Path

import click

from tmima.errors import TmimaError


def write(content: str, path: Path | None) -> None:
    """Write a result to a file, or to standard output if there is none."""
    if path is None:
        click.echo(content, nl=False)
        return
    try:
        descriptor, unfinished = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        with os.fdopen(descriptor, "wb") as file:
            file.write(content.encode("utf-8"))
        # The private mode of a temporary file is not that of the user's own files.
        mask = os.umask(0)
        os.umask(mask)
        Path(unfinished).chmod(0o666 & ~mask)
        Path(unfinished).replace(path)
    except OSError as error:
        raise TmimaError(f"{path} cannot be written: {error.strerror}") from None
