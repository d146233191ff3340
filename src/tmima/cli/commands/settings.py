"""`tmima settings`: what `--set NAME=VALUE` can set."""

from collections.abc import Mapping
from itertools import groupby

import click

from tmima.cli.commands.chapters import chapters
from tmima.cli.commands.corpus import corpus
from tmima.cli.commands.segment import segment
from tmima.cli.commands.stream import stream
from tmima.cli.options import SettingsCommand

_COMMANDS: Mapping[str, SettingsCommand] = {
    "segment": segment,
    "chapters": chapters,
    "corpus": corpus,
    "stream": stream,
}
_WIDTH = 100


@click.command()
@click.pass_context
def settings(ctx: click.Context) -> None:
    """Show what --set NAME=VALUE can set in segment, chapters, corpus and stream.

    Options of a method (tmima methods) are set in the same way.
    """
    click.echo(list_settings(ctx), nl=False)


def list_settings(ctx: click.Context) -> str:
    """Return the settings by the commands that have them, each with what it means."""
    formatter = click.HelpFormatter(width=ctx.terminal_width, max_width=_WIDTH)
    takers = {
        name: [command for command, one in _COMMANDS.items() if name in one.set_options()]
        for name in segment.set_options()
    }
    by_number = sorted(takers, key=lambda name: -len(takers[name]))
    for commands, names in groupby(by_number, key=takers.__getitem__):
        with formatter.section(", ".join(commands)):
            formatter.write_dl([_row(segment.set_options()[name], ctx) for name in names])
    return formatter.getvalue()


def _row(option: click.Option, ctx: click.Context) -> tuple[str, str]:
    return f"{option.name}={option.make_metavar(ctx).strip('[]')}", option.help or ""
