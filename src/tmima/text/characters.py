"""What characters are to the scanners of the kernel, as tables by code point."""

from collections.abc import Mapping
from functools import cache

import numpy as np
from numpy.typing import NDArray

from tmima.kernel.arrays import Classes, Rows
from tmima.loading import Pattern

# The scripts of living languages; what lies beyond is rare enough for the plain way.
_TOLD = 0x10000
# The first and the last of long runs of characters that patterns do not tell apart: ideographs,
# Hangul syllables, surrogates and private characters. Only the first of each is asked for.
_ALIKE = ((0x3400, 0x4DB5), (0x4E00, 0x9FEF), (0xAC00, 0xD7A3), (0xD800, 0xDFFF), (0xE000, 0xF8FF))


def character_classes(kinds: Mapping[str, int]) -> Classes:
    """Return the kinds of the first characters of Unicode, given by patterns of such characters.

    >>> character_classes({r"\\p{Lu}": 2, r"\\p{L}": 1})[ord("A")]
    np.uint16(3)
    """
    table = np.zeros(_TOLD, dtype=np.uint16)
    for pattern, kind in kinds.items():
        table[_matching_codes(pattern)] |= np.uint16(kind)
    for first, last in _ALIKE:
        table[first : last + 1] = table[first]
    return table


def characters_at(text: str, places: Rows) -> NDArray[np.uint32]:
    """Return the code points of the characters at some places of a text.

    >>> characters_at("abc", np.array([2, 0], dtype=np.int32)).tolist()
    [99, 97]
    """
    characters = "".join(map(text.__getitem__, places.tolist()))
    return np.frombuffer(characters.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)


def _matching_codes(pattern: str) -> NDArray[np.uint16]:
    # In runs, of which there are far fewer than characters.
    members = "".join(Pattern(f"(?:{pattern})+").findall(_asked_characters()))
    return np.frombuffer(members.encode("utf-16-le", "surrogatepass"), dtype=np.uint16)


@cache
def _asked_characters() -> str:
    asked = np.ones(_TOLD, dtype=np.bool_)
    for first, last in _ALIKE:
        asked[first + 1 : last + 1] = False
    codes = np.flatnonzero(asked).astype("<u4")
    return codes.tobytes().decode("utf-32-le", "surrogatepass")
