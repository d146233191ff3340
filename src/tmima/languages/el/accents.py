"""Where the accent of a Greek word stands, counted in syllables from its end.

Inflexion moves the accent (κατώφλιο, κατωφλίου), so a change of ending is described on the bare
letters, with the place of the accent apart. Two vowels that make one sound (ου, αι, ευ...) are one
syllable, and the accent is written on the second.
"""

from typing import Final

import regex

from tmima import kernel

_LETTERS: Final = "αεηιουωϊϋ"
_PAIRS: Final = "αιειοιυιουαυευηυ"
_VOWELS: Final = regex.compile(r"αι|ει|οι|υι|ου|αυ|ευ|ηυ|[αεηιουωϊϋ]")
_BARE: Final = str.maketrans("άέήίόύώΐΰ", "αεηιουωϊϋ")
_ACCENTED: Final = dict(zip("αεηιουωϊϋ", "άέήίόύώΐΰ", strict=True))


def without_accents(form: str) -> str:
    """Return a form without its accents, with its diaereses."""
    return form.translate(_BARE)


def accented_syllable(form: str) -> int:
    """Return which syllable from the end has the accent, 0 if none has.

    >>> [accented_syllable(form) for form in ("άνθρωπος", "ανθρώπου", "καλός", "του")]
    [3, 2, 1, 0]
    """
    bare = without_accents(form)
    accents = [index for index, (a, b) in enumerate(zip(form, bare, strict=True)) if a != b]
    if not accents:
        return 0
    return sum(match.end() > accents[0] for match in _VOWELS.finditer(_split_hiatus(form, bare)))


def _split_hiatus(form: str, bare: str) -> str:
    """Mark the hiatus that an accent on the first vowel shows (γάιδαρος), by a diaeresis."""
    letters = list(bare)
    for index in range(1, len(form)):
        if form[index - 1] != bare[index - 1] and bare[index] in "ιυ":
            letters[index] = "ϊ" if bare[index] == "ι" else "ϋ"
    return "".join(letters)


def with_accent(bare: str, syllable: int) -> str:
    """Return a form with the accent on a syllable from the end, the first one if there are fewer.

    >>> with_accent("κατωφλιο", 3), with_accent("καλος", 1), with_accent("του", 0)
    ('κατώφλιο', 'καλός', 'του')
    """
    place = kernel.find_syllable(bare, syllable, _LETTERS, _PAIRS)
    if place < 0:
        return bare
    return bare[:place] + _ACCENTED[bare[place]] + bare[place + 1 :]
