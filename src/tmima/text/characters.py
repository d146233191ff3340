"""What characters are to the scanners of the kernel, as tables by code point."""

from collections.abc import Mapping
from functools import cache

import numpy as np
import regex
from numpy.typing import NDArray

from tmima.arrays import Classes

# The scripts of living languages; what lies beyond is rare enough for the plain way.
_TOLD = 0x10000


def classes(kinds: Mapping[str, int], *, but: str = "") -> Classes:
    """Return the kinds of the first characters of Unicode.

    Args:
        kinds: by patterns of the characters that are of the kind.
        but: a pattern of characters that are left to the plain way.

    >>> classes({r"\\p{Lu}": 2, r"\\p{L}": 1})[ord("A")]
    np.uint16(3)
    """
    table = np.zeros(_TOLD, dtype=np.uint16)
    for pattern, kind in kinds.items():
        table[_codes(pattern)] |= np.uint16(kind)
    if but:
        table[_codes(but)] = 0
    return table


def _codes(pattern: str) -> NDArray[np.uint16]:
    # In runs, of which there are far fewer than characters.
    members = "".join(regex.findall(f"(?:{pattern})+", _told()))
    return np.frombuffer(members.encode("utf-16-le", "surrogatepass"), dtype=np.uint16)


@cache
def _told() -> str:
    return np.arange(_TOLD, dtype="<u4").tobytes().decode("utf-32-le", "surrogatepass")
