"""What is read of a corpus: which columns, and in which pieces."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tmima.arrow import MAX_BYTES, segment_fields
from tmima.errors import TmimaError

# So much goes to a process at once: small enough that all have work, large enough to be worth it.
BATCH_ROWS = 64
BATCH_BYTES = 1 << 20

TEXT, COMPLAINT, FILE = "text", "complaint", "file"
"""Columns of what is read that are none of what is written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
    """Which columns of the input are wanted.

    Attributes:
        text: the one with the texts.
        id: one that becomes the column `id`.
        keep: further ones, each with its name in the output.
        max_bytes: of a text; a longer one is an error of its row.
    """

    text: str = "text"
    id: str | None = None
    keep: Mapping[str, str] = field(default_factory=dict)
    max_bytes: int = MAX_BYTES

    def __post_init__(self) -> None:
        for name in (self.text, *self.kept, *self.kept.values()):
            if not is_utf8(name):
                raise TmimaError(f"a column cannot be called {name!r}: that is not UTF-8")
        taken = {"source", "row", COMPLAINT, FILE, *(each.name for each in segment_fields())}
        taken |= set() if self.id is None else {"id"}
        for old, new in self.keep.items():
            if new in taken:
                raise TmimaError(
                    f"keep= {old}: the output has a column {new!r} of its own: give another name, "
                    f"as {old}=my_{new}"
                )
            taken.add(new)

    @property
    def kept(self) -> dict[str, str]:
        """The columns that are kept, by their names in the output."""
        named = {} if self.id is None else {"id": self.id}
        return named | {new: old for old, new in self.keep.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """What is read as one: a row group of Parquet, a file of rows, or some files of a text each.

    Attributes:
        name: its path below what was given.
        files: its path, or its paths.
        group: the row group.
        size: about how many bytes are read for it.
    """

    name: str
    files: Sequence[Path]
    group: int | None = None
    size: int = 0


def require_columns(path: Path, there: Sequence[str], wanted: Iterable[str]) -> None:
    """Refuse a file that lacks a column, or has several of its name."""
    for each in wanted:
        if each not in there:
            raise TmimaError(f"{path} has no column {each!r}: it has {', '.join(there)}")
        if there.count(each) > 1:
            raise TmimaError(f"{path} has {there.count(each)} columns {each!r}: rename all but one")


def is_utf8(name: str) -> bool:
    """Return whether a name from outside is text; what is not comes as halves of characters."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True
