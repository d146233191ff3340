"""Regular expressions that are compiled when they are first used."""

from typing import Any

import regex


class Pattern:
    """A pattern of `regex`, compiled when it is first asked: most programs need few of ours.

    >>> Pattern(r"\\p{Lu}\\w+").search("the Aegean")[0]
    'Aegean'
    """

    def __init__(self, pattern: str, flags: int = 0) -> None:
        self._source = pattern, flags

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        found = getattr(regex.compile(*self._source), name)
        # Found at once from now on.
        setattr(self, name, found)
        return found
