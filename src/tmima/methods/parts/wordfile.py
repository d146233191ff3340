"""Files of the user's that tell about words: fields parted by tabs, one entry per line."""

from collections.abc import Iterator
from os import PathLike

from tmima.errors import TmimaError
from tmima.files import read_text


def fields(
    path: str | PathLike[str], *, columns: int, form: str
) -> Iterator[tuple[str, list[str]]]:
    """Yield where each entry stands (for errors) and its fields; blank lines and # are passed over.

    Args:
        path: the file, UTF-8.
        columns: how many fields a line has.
        form: what a line looks like, for the error.
    """
    for number, line in enumerate(read_text(path).splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        where = f"{path}, line {number}"
        found = [field.strip() for field in line.split("\t")]
        if len(found) != columns or not all(found):
            raise TmimaError(f"{where} is not of the form {form}: {line[:60]!r}")
        yield where, found
