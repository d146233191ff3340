"""A group of commands each of which is imported only when it is wanted."""

from collections.abc import Sequence
from importlib import import_module
from typing import Any

import click


class ReaderGoneError(Exception):
    """Nobody reads standard output any more."""


class LazyGroup(click.Group):
    """Finds a command in the module of its name in this folder."""

    def __init__(self, *args: Any, commands: Sequence[str], **options: Any) -> None:
        super().__init__(*args, **options)
        self.names = tuple(commands)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order in which they were given."""
        return list(self.names)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command."""
        if cmd_name not in self.names:
            return None
        command: click.Command = getattr(import_module(f"tmima.cli.commands.{cmd_name}"), cmd_name)
        return command

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; click itself would end the process with status 1 at a broken pipe."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise ReaderGoneError from None
