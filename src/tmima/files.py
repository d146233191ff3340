"""Text from files as it stands there, and files that are written whole or not at all."""

import os
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

from tmima.errors import TmimaError

STANDARD_INPUT = Path("-")


def read_text(path: str | os.PathLike[str]) -> str:
    """Return the text of a UTF-8 file, or of standard input for `-`, line breaks unchanged."""
    path = Path(path)
    if path == STANDARD_INPUT:
        return decode(sys.stdin.buffer.read(), "standard input")
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        raise TmimaError(f"there is no file {path}") from None
    except IsADirectoryError:
        raise TmimaError(f"{path} is a folder: give a file") from None
    except OSError as error:
        raise TmimaError(f"{path} cannot be read: {error.strerror}") from None
    return decode(content, str(path))


def decode(content: bytes, source: str) -> str:
    """Return UTF-8 as text; the error for anything else says where it begins."""
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise TmimaError(
            f"{source} is not UTF-8: byte 0x{content[error.start]:02x} at offset {error.start}"
        ) from None


def files_below(folder: str | os.PathLike[str]) -> dict[str, Path]:
    """Return the texts in a folder and its folders by their paths below it.

    Hidden files and JSON, which tells about texts, are left out.
    """
    folder = Path(folder)
    if not folder.is_dir():
        raise TmimaError(f"there is no folder {folder}")
    return {
        path.relative_to(folder).as_posix(): path
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.startswith(".") and path.suffix != ".json"
    }


def write_whole(path: str | os.PathLike[str], content: str | bytes | Iterable[str]) -> None:
    """Write a file so that it is there whole or not at all, whatever happens meanwhile.

    Args:
        path: of the file.
        content: all of it, or pieces of text that are written as they come.
    """
    path = Path(path)
    pieces = [content] if isinstance(content, str | bytes) else content
    try:
        descriptor, unfinished = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        raise TmimaError(f"{path} cannot be written: {error.strerror}") from None
    try:
        with os.fdopen(descriptor, "wb") as file:
            for piece in pieces:
                file.write(piece if isinstance(piece, bytes) else piece.encode("utf-8"))
        # A temporary file is private; the finished one is like the user's other files.
        mask = os.umask(0)
        os.umask(mask)
        Path(unfinished).chmod(0o666 & ~mask)
        Path(unfinished).replace(path)
    except OSError as error:
        Path(unfinished).unlink(missing_ok=True)
        raise TmimaError(f"{path} cannot be written: {error.strerror}") from None
    except BaseException:
        Path(unfinished).unlink(missing_ok=True)
        raise
