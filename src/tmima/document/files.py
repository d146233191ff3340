"""Text from a file, as it stands there: nothing about it is changed."""

import sys
from pathlib import Path

from tmima.errors import TmimaError

STANDARD_INPUT = Path("-")


def read_text(path: Path) -> str:
    """Return the text of a UTF-8 file, or of standard input for `-`, line breaks unchanged."""
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
