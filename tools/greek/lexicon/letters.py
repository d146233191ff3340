"""Greek letters: which words are monotonic Greek, and how accents come off or move."""

import re
import unicodedata
from typing import Final

ACUTE: Final = dict(zip("άέήίόύώΐΰ", "αεηιουωϊϋ", strict=True))
_ADD: Final = {plain: accented for accented, plain in ACUTE.items()}
_FOLD: Final = str.maketrans("άέήίόύώΐΰϊϋς", "αεηιουωιυιυσ")
_WORD: Final = re.compile("[α-ωάέήίόύώϊϋΐΰ]+(?:-[α-ωάέήίόύώϊϋΐΰ]+)*")
_NUCLEUS: Final = re.compile("αι|ει|οι|ου|υι|αυ|ευ|ηυ|αί|εί|οί|ού|υί|αύ|εύ|ηύ|[αεηιουωάέήίόύώϊϋΐΰ]")


def tidy(word: str) -> str:
    """The word in NFC, in lower case."""
    return unicodedata.normalize("NFC", word).lower()


def is_word(word: str) -> bool:
    """Whether a lower-case word is monotonic Greek letters only (polytonic entries are not)."""
    return _WORD.fullmatch(word) is not None


def fold(word: str) -> str:
    """The accent-insensitive key: no acute, no diaeresis, σ for ς."""
    return word.translate(_FOLD)


def without_accent(word: str) -> str:
    """The word without its acute accents; the diaeresis stays."""
    return "".join(ACUTE.get(letter, letter) for letter in word)


def syllables(word: str) -> list[tuple[int, int]]:
    """Spans of the vowel groups, first to last (every ι counts as a syllable of its own)."""
    return [match.span() for match in _NUCLEUS.finditer(word)]


def accent_position(word: str) -> int:
    """Which syllable from the end bears the accent: 1 the last; 0 when none does."""
    for place, (start, stop) in enumerate(reversed(syllables(word)), 1):
        if any(letter in ACUTE for letter in word[start:stop]):
            return place
    return 0


def accented(word: str, position: int) -> str:
    """The word with one accent, on the `position`-th syllable from the end (or the first)."""
    bare = without_accent(word)
    spans = syllables(bare)
    if not spans:
        return bare
    _, stop = spans[-min(position, len(spans))]
    return bare[: stop - 1] + _ADD.get(bare[stop - 1], bare[stop - 1]) + bare[stop:]
