"""Files that are written beside their place and then renamed: there whole, or not at all."""

import errno
import os
import re
import stat
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from tmima.errors import TmimaError
from tmima.files import as_path

_UNFINISHED = ".unfinished"


def make_folder(path: str | os.PathLike[str]) -> Path:
    """Return a folder for results, and make it if it is not there."""
    folder = as_path(path)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise TmimaError(f"{folder} cannot be made: {error.strerror}") from None
    return folder


def write_whole(
    path: str | os.PathLike[str],
    content: str | bytes | Iterable[str] | Iterable[bytes],
    *,
    on_complete: Callable[[str, int], object] | None = None,
) -> None:
    """Write a file so that it is there whole or not at all, whatever happens meanwhile.

    Links are followed, and the file keeps its mode and, where that is allowed, its owner. What is
    no regular file (a device, a pipe, `/dev/stdout`) is written into.

    Args:
        path: of the file.
        content: all of it, or pieces that are written as they come.
        on_complete: called with the SHA-256 and the number of bytes when all of them are written,
            before the file takes its place: so a journal knows every file that is in its place.
    """
    path = as_path(path)
    pieces = [content] if isinstance(content, str | bytes) else content
    data: Iterable[bytes] = (
        piece if isinstance(piece, bytes) else piece.encode("utf-8") for piece in pieces
    )
    if on_complete is not None:
        data = _with_checksum(data, on_complete)
    try:
        descriptor = open_special(path)
        if descriptor is None:
            _write_and_rename(Path(os.path.realpath(path)), data)
        else:
            with os.fdopen(descriptor, "wb") as file:
                file.writelines(data)
    except OSError as error:
        raise TmimaError(f"{path} cannot be written: {error.strerror}") from None


def _with_checksum(
    data: Iterable[bytes], on_complete: Callable[[str, int], object]
) -> Iterator[bytes]:
    """Yield what is written, and report its checksum and its size after the last piece."""
    from hashlib import sha256  # brings OpenSSL along, for nothing where nothing is saved

    digest, size = sha256(), 0
    for piece in data:
        digest.update(piece)
        size += len(piece)
        yield piece
    on_complete(digest.hexdigest(), size)


def file_checksum(path: Path) -> str:
    """Return the SHA-256 of a file in hexadecimal digits.

    Raises:
        OSError: if it is not there or cannot be read.
    """
    from hashlib import file_digest

    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


def open_special(path: str | os.PathLike[str]) -> int | None:
    """Open a pipe or a device for writing; None for a regular file or a path without a file."""
    if "\0" in os.fspath(path):
        raise TmimaError(f"{path!r} is no path: it has a null character")
    number = _named_descriptor(Path(path))
    if number is not None:
        if number == 1 and sys.stdout is not None:
            sys.stdout.flush()
        return os.dup(number)
    try:
        mode = os.stat(path).st_mode
    except FileNotFoundError:
        return None
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    return None if stat.S_ISREG(mode) else os.open(path, os.O_WRONLY)


def _named_descriptor(path: Path) -> int | None:
    """Return the open file that a path as /dev/stdout or /dev/fd/63 names by its number.

    It is written into as it is, even if it is a regular file: opened by its name it would be
    written over from its beginning.
    """
    for _ in range(40):  # as many links as the system follows
        path = Path(os.path.realpath(path.parent)) / path.name
        match = re.fullmatch(rf"/(?:dev|proc/{os.getpid()})/fd/([0-9]+)", str(path))
        if match:
            return int(match[1])
        if not path.is_symlink():
            return None
        path = path.parent / path.readlink()
    return None


def _write_and_rename(path: Path, data: Iterable[bytes]) -> None:
    """Write a regular file beside its place, then put it there."""
    with suppress(OSError):
        _remove_leftovers(path)
    mode, owner = _mode_and_owner(path)
    # Named before it is made, so that it is removed even if Ctrl-C comes while it is being made.
    name = f".{path.name}.{os.getpid()}-{os.urandom(4).hex()}{_UNFINISHED}"
    unfinished = path.with_name(name)
    try:
        descriptor = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.writelines(data)
            if owner is not None:
                mode = _set_owner(descriptor, mode, owner)
            os.chmod(unfinished, mode)
            file.flush()
            os.fsync(descriptor)
        unfinished.replace(path)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise


def _mode_and_owner(path: Path) -> tuple[int, tuple[int, int] | None]:
    """Return the mode that a file is to have, and its owner and group if it is there already."""
    try:
        there = path.stat()
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask, None
    if not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, "it is write-protected")
    return stat.S_IMODE(there.st_mode), (there.st_uid, there.st_gid)


def _set_owner(descriptor: int, mode: int, owner: tuple[int, int]) -> int:
    """Give a file to its owner and group; return the mode that does not let in others than they."""
    user, group = owner
    made = os.fstat(descriptor)
    if (made.st_uid, made.st_gid) == owner or not hasattr(os, "fchown"):
        return mode
    try:
        os.fchown(descriptor, user, group)
    except OSError:
        try:
            os.fchown(descriptor, -1, group)
        except OSError:
            # What the group might do was meant for another group.
            return mode & ~(stat.S_IRWXG | stat.S_ISGID | stat.S_ISUID)
        return mode & ~stat.S_ISUID
    return mode


def _remove_leftovers(path: Path) -> None:
    """Remove what processes that were killed have left of the same file."""
    if os.name != "posix":
        return
    begins = f".{path.name}."
    with os.scandir(path.parent) as entries:
        left = [
            entry.name
            for entry in entries
            if entry.name.startswith(begins) and entry.name.endswith(_UNFINISHED)
        ]
    for name in left:
        process = name.removeprefix(begins).partition("-")[0]
        if process.isdecimal() and not _is_running(int(process)):
            path.with_name(name).unlink(missing_ok=True)


def _is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True
