"""Where results go: standard output or a file."""

from pathlib import Path

import click

from tmima.files import write_whole


def write(content: str, path: Path | None) -> None:
    """Write a result to a file, or to standard output if there is none."""
    if path is None:
        click.echo(content, nl=False)
    else:
        write_whole(path, content)
