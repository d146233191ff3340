"""The command line. Whatever is wrong with the input is said in one line, with exit status 2."""

import os
import sys
from typing import NoReturn

import click

from tmima.cli.lazy import LazyGroup
from tmima.cli.show.errors import in_options
from tmima.errors import TmimaError
from tmima.version import __version__

_BAD_INPUT = 2
_INTERRUPTED = 130


# In the order of the help; each a module of this folder that is imported when it is wanted.
_COMMANDS = (
    "segment", "chapters", "stream", "evaluate", "analyze", "tagger", "train", "methods", "compare",
    "generate", "experiment", "explore", "info",
)  # fmt: skip


@click.group(
    cls=LazyGroup,
    commands=_COMMANDS,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="tmima")
def tmima() -> None:
    """Cut texts into their topics, and judge how well it was done."""


def main() -> NoReturn:
    """Run the command line and exit."""
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    try:
        tmima.main(standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
    except click.ClickException as error:
        _fail(in_options(_with_hint(error)))
    except TmimaError as error:
        _fail(in_options(str(error)))
    except (click.Abort, KeyboardInterrupt):
        sys.exit(_INTERRUPTED)
    except MemoryError:
        _fail("out of memory: give it more, or a part of the text at a time (tmima stream)")
    except BrokenPipeError:
        # The reader has gone, as `head` does; nothing is left to say, not even at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(0)


def _with_hint(error: click.ClickException) -> str:
    message = error.format_message().replace("\n", " ")
    context = getattr(error, "ctx", None)
    return f"{message} (see {context.command_path} --help)" if context else message


def _fail(message: str) -> NoReturn:
    click.echo(f"tmima: {message}", err=True)
    sys.exit(_BAD_INPUT)
