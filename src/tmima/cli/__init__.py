"""The command line. Whatever is wrong with the input is said in one line, with exit status 2."""

import os
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from itertools import chain
from typing import Any, NoReturn, TextIO

import click

from tmima.cli import ui_language
from tmima.cli.show.output import printable
from tmima.errors import TmimaError
from tmima.version import __version__

_BAD_INPUT = 2
_INTERRUPTED = 130


# The sections of the help and the commands of each. A command is a module of the same name in
# `commands/`, which is imported when it is needed.
_SECTIONS = {
    "Everyday": ("segment", "chapters", "chunks", "explore", "evaluate", "info"),
    "Research": (
        "methods", "settings", "train", "compare", "analyze", "tagger", "generate", "experiment",
    ),
    "Service (many texts, or texts without end)": ("corpus", "stream"),
}  # fmt: skip


class ReaderGoneError(Exception):
    """The reader of standard output has closed the pipe."""


class LazyGroup(click.Group):
    """Commands by sections, each imported from the module of its name in `commands/`."""

    def __init__(self, *args: Any, sections: Mapping[str, Sequence[str]], **options: Any) -> None:
        super().__init__(*args, **options)
        self.sections = sections
        self.names = tuple(chain.from_iterable(sections.values()))
        # The one that was wanted last, whose options messages name.
        self.command: click.Command = self

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order of the help."""
        return list(self.names)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands of each section, all in columns of the same width."""
        width = max(map(len, self.names))
        room = formatter.width - width - len("    ")
        for title, names in self.sections.items():
            rows = [(name.ljust(width), self._short_help(ctx, name, room)) for name in names]
            with formatter.section(title):
                formatter.write_dl(rows)

    def _short_help(self, ctx: click.Context, name: str, room: int) -> str:
        command = self.get_command(ctx, name)
        return command.get_short_help_str(room) if command else ""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command."""
        if cmd_name not in self.names:
            return None
        self.command = getattr(import_module(f"tmima.cli.commands.{cmd_name}"), cmd_name)
        ui_language.add_hidden_option(self.command)
        return self.command

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; click itself would end the process with status 1 at a broken pipe."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise ReaderGoneError from None


@click.group(
    cls=LazyGroup,
    sections=_SECTIONS,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    params=[ui_language.option],
)
@click.version_option(__version__, prog_name="tmima")
def tmima() -> None:
    """Cut texts into their topics, and judge how well it was done."""


def main() -> NoReturn:
    """Run the command line and exit."""
    _replace_closed_streams()
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    try:
        tmima.main(standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
    except click.ClickException as error:
        _fail(_with_hint(error))
    except TmimaError as error:
        from tmima.cli.options import spell_options

        _fail(spell_options(error, tmima.command))
    except (click.Abort, KeyboardInterrupt):
        sys.exit(_INTERRUPTED)
    except (ReaderGoneError, BrokenPipeError):
        # The reader of the pipe has ended, as `head` does: nothing more is written.
        _redirect_to_devnull(sys.stdout)
    except OSError as error:
        # Whatever is read or written by name has its own message.
        _redirect_to_devnull(sys.stdout)
        _fail(f"{error.filename or 'standard output'} cannot be used: {error.strerror}")
    except MemoryError:
        _fail("out of memory: give it more, or a part of the text at a time (tmima stream)")
    sys.exit(0)


def _replace_closed_streams() -> None:
    """Open the null device in place of closed standard streams, on which every use would fail.

    Otherwise the next file that is opened would be taken for one of them.
    """
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        if getattr(sys, name) is None:
            # Opened the wrong way round: a command that does not need it goes on, others fail.
            flags = os.O_WRONLY if mode == "r" else os.O_RDONLY
            opened = os.open(os.devnull, flags)
            if opened != number:
                os.dup2(opened, number)
                os.close(opened)
            setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115


def _redirect_to_devnull(stream: TextIO) -> None:
    """Redirect a stream that cannot be written, so that Python does not flush it again at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _with_hint(error: click.ClickException) -> str:
    message = error.format_message().replace("\n", " ")
    context = getattr(error, "ctx", None)
    return f"{message} (see {context.command_path} --help)" if context else message


def _fail(message: str) -> NoReturn:
    try:
        click.echo(f"tmima: {printable(message)}", err=True)
    except OSError:
        _redirect_to_devnull(sys.stderr)
    sys.exit(_BAD_INPUT)
