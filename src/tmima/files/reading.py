"""Text from files in any encoding, files by patterns, and the refusal to write what is read."""

import codecs
import glob
import os
import stat
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from tmima.errors import TmimaError, shortened

Folder = str | os.PathLike[str]
STANDARD_INPUT = Path("-")
_DEFAULT_ENCODING = "utf-8"
# The longer first: the mark of UTF-32 begins with that of UTF-16.
_BYTE_ORDER_MARKS = {
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
_LONGEST_MARK = 4


def read_text(path: str | os.PathLike[str], *, encoding: str | None = None) -> str:
    """Return the text of a file, or of standard input for `-`, line breaks unchanged.

    Args:
        path: of the file.
        encoding: of the file; UTF-8 if not given, or UTF-16 or UTF-32 by its byte order mark.
    """
    return decoded_text(read_bytes(path), path, encoding)


def decoded_text(content: bytes, path: str | os.PathLike[str], encoding: str | None) -> str:
    """Return the bytes of a file decoded to text, without a byte order mark."""
    return "".join(decoded([content], shown_name(path), encoding))


def shown_name(path: str | os.PathLike[str]) -> str:
    """Return what messages call a file.

    >>> shown_name("a.txt"), shown_name("-")
    ('a.txt', 'standard input')
    """
    return "standard input" if Path(path) == STANDARD_INPUT else str(path)


def as_path(given: str | os.PathLike[str]) -> Path:
    """Return what names a file as a path; anything else is refused."""
    try:
        return Path(given)
    except TypeError:
        raise TmimaError(f"a file is named by a string or a path, not {shortened(given)}") from None


def read_bytes(path: str | os.PathLike[str]) -> bytes:
    """Return all of a file, or of standard input for `-`."""
    path = as_path(path)
    if path == STANDARD_INPUT:
        return b"".join(standard_input())
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise TmimaError(f"there is no file {path}") from None
    except IsADirectoryError:
        raise TmimaError(f"{path} is a folder: give a file") from None
    except OSError as error:
        raise TmimaError(f"{path} cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise TmimaError(f"{str(path)!r} cannot be read: {error}") from None


def standard_input() -> Iterator[bytes]:
    """Yield standard input as it comes, each time as much as there is, without waiting for more."""
    try:
        while content := os.read(sys.stdin.fileno(), 1 << 16):
            yield content
    except OSError as error:
        raise TmimaError(f"standard input cannot be read: {error.strerror}") from None
    except (AttributeError, ValueError):
        raise TmimaError("standard input cannot be read: it is closed") from None


def decoded(pieces: Iterable[bytes], source: str, encoding: str | None = None) -> Iterator[str]:
    """Yield pieces of a file decoded to text, without a byte order mark.

    The error of a file in another encoding names the byte at which decoding failed.
    """
    head = b""
    decoder: codecs.IncrementalDecoder | None = None
    bytes_decoded = 0  # bytes that went into the decoder

    def text(content: bytes, *, final: bool = False) -> str:
        nonlocal decoder, bytes_decoded
        if decoder is None:
            decoder = _decoder(content, encoding)
            is_default = codecs.lookup(encoding or _DEFAULT_ENCODING).name == _DEFAULT_ENCODING
            if is_default and content.startswith(codecs.BOM_UTF8):
                bytes_decoded = len(codecs.BOM_UTF8)
                content = content[bytes_decoded:]
        waiting = len(decoder.getstate()[0])
        try:
            decoded_text = decoder.decode(content, final)
        except UnicodeError as error:
            name = encoding or (_encoding_by_byte_order_mark(head) or _DEFAULT_ENCODING).upper()
            # Codecs of several bytes may not say where; then it is in this piece.
            start = getattr(error, "start", 0)
            place = max(0, bytes_decoded - waiting + start)
            seen = getattr(error, "object", content)[start : start + 1]
            said = f"byte 0x{seen.hex()} at offset {place}" if seen else f"offset {place}"
            raise TmimaError(
                f"{source} is not {name}: {said}. Give `encoding=` where one file is read, as "
                "cp1253 or latin-1, or convert it to UTF-8"
            ) from None
        bytes_decoded += len(content)
        return decoded_text

    for piece in pieces:
        if decoder is None and len(head) + len(piece) < _LONGEST_MARK:
            head += piece
            continue
        if decoder is None:
            head += piece
            yield text(head)
        else:
            yield text(piece)
    yield text(b"" if decoder is not None else head, final=True)


def _decoder(begins: bytes, encoding: str | None) -> codecs.IncrementalDecoder:
    try:
        "a".encode(encoding or _DEFAULT_ENCODING)  # refuses what is a codec but not of text
        return codecs.getincrementaldecoder(
            encoding or _encoding_by_byte_order_mark(begins) or _DEFAULT_ENCODING
        )()
    except (LookupError, TypeError):
        raise TmimaError(
            f"`encoding=` {encoding} is not known: use a name as utf-16, cp1253 or latin-1"
        ) from None


def _encoding_by_byte_order_mark(begins: bytes) -> str | None:
    """Return the encoding that a byte order mark stands for, if it is not UTF-8."""
    return next((name for mark, name in _BYTE_ORDER_MARKS.items() if begins.startswith(mark)), None)


_JSON = ".json"


def files_below(folder: str | os.PathLike[str], *, with_json: bool = False) -> dict[str, Path]:
    """Return the texts in a folder and its folders by their paths below it.

    Hidden files are left out, and JSON, which usually tells about texts, unless it is asked for.
    """
    folder = as_path(folder)
    if not folder.is_dir():
        raise TmimaError(f"there is no folder {folder}")
    return {
        path.relative_to(folder).as_posix(): path
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.startswith(".") and (with_json or path.suffix != _JSON)
    }


def files_named(given: Iterable[str | os.PathLike[str]]) -> dict[Path, str]:
    """Return files by their paths, in order, each with its path below what was given.

    Args:
        given: files, folders, and patterns such as `texts/**/*.txt`.
    """
    files: dict[Path, str] = {}
    for each in given:
        if not os.fspath(each):
            raise TmimaError("an empty name is no file: give its path, or . for this folder")
        path = Path(each)
        if path.is_dir():
            below = files_below(path)
            if not below:
                raise TmimaError(f"{path} holds no file")
            files.update((file, name) for name, file in below.items())
        elif path.exists() or not glob.has_magic(str(path)):
            files[path] = path.name
        else:
            fitting = sorted(map(Path, glob.glob(str(path), recursive=True)))
            if not fitting:
                raise TmimaError(f"no file fits {path}")
            files.update((file, file.name) for file in fitting if file.is_file())
    return files


def refuse_inputs(
    outputs: Iterable[str | os.PathLike[str]], inputs: Iterable[str | os.PathLike[str]]
) -> None:
    """Refuse outputs that are also inputs, and the same output twice, whatever names they have.

    Call it before anything is written. A link, a hard link and another spelling are the same file;
    what is no regular file (a device, a pipe, a folder) cannot be ruined.

    Args:
        outputs: the files that will be written, there already or not.
        inputs: the files that are read; `-` for standard input, a folder for the texts below it.
    """
    known: dict[_Identity, str | os.PathLike[str]] = {}
    for output in outputs:
        same = _identity(output)
        if same in known:
            raise TmimaError(
                f"{output} and {known[same]} are one file for two outputs: give another name"
            )
        if same is not None:
            known[same] = output
    if not any(isinstance(same, tuple) for same in known):
        return  # none is there: none is read
    for given in inputs:
        read = [given]
        if Path(given) != STANDARD_INPUT and os.path.isdir(given):
            read = list(files_below(given).values())
        for each in read:
            ruined = known.get(_input_identity(each))
            if ruined is not None:
                name = "standard input" if Path(each) == STANDARD_INPUT else f"the input {each}"
                raise TmimaError(
                    f"{ruined} would be written over {name}: they are the same file. Give another "
                    "name for what is written"
                )


def lies_in(path: str | os.PathLike[str], folder: str | os.PathLike[str]) -> bool:
    """Return whether a file or folder lies in a folder or is that folder, links followed."""
    return Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder))


_Identity = tuple[int, int] | str | None


def _identity(path: str | os.PathLike[str]) -> _Identity:
    """Return the device and inode of a regular file, or its real path if it is not there yet.

    Two names of one file have the same identity. What is no regular file has none.
    """
    if "\0" in os.fspath(path):
        return None  # whoever opens it will say so
    try:
        return _device_and_inode(os.stat(path))
    except OSError:
        return os.path.normcase(os.path.realpath(path))


def _input_identity(path: str | os.PathLike[str]) -> _Identity:
    if Path(path) != STANDARD_INPUT:
        return _identity(path)
    try:
        return _device_and_inode(os.fstat(sys.stdin.fileno()))
    except (AttributeError, OSError, ValueError):
        return None  # it is closed; whoever reads it will say so


def _device_and_inode(status: os.stat_result) -> _Identity:
    return (status.st_dev, status.st_ino) if stat.S_ISREG(status.st_mode) else None
