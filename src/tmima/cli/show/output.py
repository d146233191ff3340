"""Where results go, a progress bar meanwhile, and what every command that draws does first."""

import re
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tmima.cli.ui_language import wording
from tmima.errors import TmimaError
from tmima.files.whole import write_whole
from tmima.loading import require

if TYPE_CHECKING:
    from rich.progress import Progress, ProgressColumn

    from tmima.text import Document

# Seconds after which a bar appears.
_PATIENCE = 2.0
# Seconds between two lines of progress in a log.
_EVERY = 5.0
# Characters that are gathered before they are written.
_AT_ONCE = 1 << 16
# The most faults of a transcript that are reported one by one.
_MOST_FAULTS = 5
# A carriage return may come before a line feed only: alone it would let one line hide another.
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]|\r(?!\n)")


def printable(text: str) -> str:
    """Return a text whose control characters a terminal shows instead of obeying.

    >>> printable("\x1b[2Jgone")
    '␛[2Jgone'
    """
    return _CONTROL.sub(lambda match: _control_picture(ord(match[0])), text)


def _control_picture(code: int) -> str:
    """Return the character of Unicode that shows a control character, if it has one."""
    return chr(0x2400 + code) if code < 0x20 else "␡" if code == 0x7F else "\ufffd"


def write(content: str | Iterable[str], path: Path | None) -> None:
    """Write a result to a file, or to standard output if there is none.

    Pieces of a result are written as they are made: that of a huge text is never held whole.
    """
    pieces = joined_in_chunks(content)
    if path is None:
        for piece in pieces:
            click.echo(printable(piece) if sys.stdout.isatty() else piece, nl=False)
    else:
        write_whole(path, pieces)


def joined_in_chunks(content: str | Iterable[str]) -> Iterator[str]:
    """Yield a result in chunks of some length, joined from pieces that may be small."""
    held: list[str] = []
    size = 0
    for piece in (content,) if isinstance(content, str) else content:
        held.append(piece)
        size += len(piece)
        if size >= _AT_ONCE:
            yield "".join(held)
            held, size = [], 0
    yield "".join(held)


@contextmanager
def progress(what: str, total: int) -> Iterator[Callable[[], None]]:
    """Show a bar on a terminal (standard error), and give the function that moves it on by one."""
    from rich.progress import MofNCompleteColumn

    with _progress_bar(MofNCompleteColumn()) as bar:
        task = bar.add_task(what, total=total)
        yield lambda: bar.advance(task)


@contextmanager
def texts_progress(first: str) -> Iterator[Callable[[int, float, bool], None]]:
    """Show on standard error how many texts are done, how fast, and what share of all that is.

    On a terminal it is a bar, elsewhere a line now and then. Gives the function that is told the
    number of texts, the share of the whole, and whether what was done earlier is only checked.

    Args:
        first: what is being done before that function is called.
    """
    from rich.progress import TaskProgressColumn

    words = wording()
    started = said = last = time.monotonic()
    checked = True
    with _progress_bar(TaskProgressColumn()) as bar:
        task = bar.add_task(first, total=1.0)

        def show(texts: int, share: float, checking: bool) -> None:
            nonlocal started, said, last, checked
            if checked and not checking:
                # The rate is that of what follows.
                started = last
            last = now = time.monotonic()
            checked = checking
            rate = words.number(texts / max(now - started, 1e-9), ",.0f")
            done = words.count("texts", texts)
            far = words.say("cli.checked" if checking else "cli.rate", texts=done, rate=rate)
            bar.update(task, completed=share, description=far)
            if bar.disable and now - said >= _EVERY:
                said = now
                click.echo(f"{far}, {share:.0%}", err=True)

        yield show


def _progress_bar(far: "ProgressColumn") -> "Progress":
    """Return a progress bar with a column for the progress and the time left.

    It is disabled where standard error is not a terminal.
    """
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        far,
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    )


@contextmanager
def show_waiting(what: str) -> Iterator[Callable[[str], None]]:
    """Show on a terminal (standard error) what is being done, if it takes some seconds.

    Gives a function that replaces the description by another.
    """
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    task = bar.add_task(what, total=None)
    # The bar draws itself from a thread of its own, as soon as the work has taken long.
    timer = threading.Timer(_PATIENCE, bar.start)
    timer.daemon = True
    timer.start()
    try:
        yield lambda following: bar.update(task, description=following)
    finally:
        timer.cancel()
        timer.join()
        bar.stop()


def prepare_matplotlib() -> None:
    """Require Matplotlib, and ignore settings for it that lie in the current folder.

    Matplotlib reads `matplotlibrc` there before the user's own; it may have TeX started.
    """
    require("plot")
    import matplotlib as mpl

    if Path(mpl.matplotlib_fname()).resolve().parent == Path.cwd():
        mpl.rcdefaults()


def report_format(document: "Document", file: Path, *, told: object) -> None:
    """Report on standard error in which format a document was read, unless the user named it."""
    from tmima.text import ASIDE, CODE

    origin = document.origin
    if origin is None or told is not None:
        return
    aside = sum(block.kind in (ASIDE, CODE) for block in origin.blocks)
    words = wording()
    said = words.say("cli.readAs", format=origin.kind)
    if aside:
        said += ", " + words.say("cli.notCompared", aside=aside, blocks=len(origin.blocks))
    click.echo(f"tmima: {file}: {said}", err=True)


def report_faults(document: "Document", file: Path, *, strict: bool) -> None:
    """Report the faults of a transcript on standard error; with `strict` refuse it."""
    faults = () if document.timeline is None else document.timeline.faults
    if faults and strict:
        more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
        raise TmimaError(f"{file}: {faults[0]}{more}")
    for fault in faults[:_MOST_FAULTS]:
        click.echo(f"tmima: {file}: {fault}", err=True)
    if len(faults) > _MOST_FAULTS:
        click.echo(f"tmima: {file}: and {len(faults) - _MOST_FAULTS} more", err=True)
