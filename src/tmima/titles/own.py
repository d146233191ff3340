"""Titles that a function of the user's gives."""

from collections.abc import Sequence

from tmima.errors import TmimaError
from tmima.titles.names import Name


def retitled(names: Sequence[Name], titles: Sequence[str]) -> list[Name]:
    """Return names with other titles, one for each; they may be of any length.

    >>> retitled([Name("wet coats", ("coats",))], ["The bus"])
    [Name(title='The bus', keywords=('coats',))]
    """
    if isinstance(titles, str) or not isinstance(titles, Sequence):
        raise TmimaError(f"titles= must return a list of titles, not {titles!r}")
    if len(titles) != len(names):
        raise TmimaError(f"titles= returned {len(titles)} titles for {len(names)} segments")
    for title in titles:
        if not isinstance(title, str):
            raise TmimaError(f"titles= must return strings, not {title!r}")
    return [Name(title, name.keywords) for name, title in zip(names, titles, strict=True)]
