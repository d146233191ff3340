"""The words of a text with their true spans.

Words keep the combining accents and invisible characters typed inside them; elided words keep their
apostrophe (σ' αυτό, απ'τα: two words each; να 'ρθω: two); numbers, dates, hours, percentages and
ordinals (22ος) are one word each, and so are hyphenated words, abbreviations with their stops,
addresses and runs of one punctuation mark. Every character that is no white space belongs to
exactly one word.
"""

from functools import cache, lru_cache
from typing import Final

import regex

from tmima.arrays import Classes
from tmima.kernel import Kind
from tmima.languages.el.lexicon.closed import CLOSED
from tmima.languages.el.text.abbreviations import CLOSING, LEADING
from tmima.languages.tokens import classes

_APOSTROPHES: Final = "'\u2019\u2018\u02bc\u1fbd\u1fbf\u00b4\u0384\u0374\u2032"
_SPACE: Final = r"\s\x1c-\x1f"  # what str.isspace calls white space
_LETTER: Final = r"\p{L}[\p{M}\p{Cf}]*+"


def _options(forms: list[str]) -> str:
    return "|".join(regex.escape(form) for form in sorted(forms, key=len, reverse=True))


# Words that lose their last vowel before a vowel, and those that lose their first one after it.
_ELIDED: Final = [
    form[:-1] for form in CLOSED if form[-1] == "'"
] + "δω φέρ δώσ πάρ άσ κάν πες".split()
_CUT: Final = [form[1:] for form in CLOSED if form[0] == "'"]
# Abbreviations of one word keep their stop; those with inner stops are covered by the letter-stop
# pattern.
_ABBREVIATED: Final = [form for form in LEADING | CLOSING if len(form) > 1 and "." not in form]
_MIXED: Final = [form for form in LEADING | CLOSING if regex.search(r"\w\w\.|\.\w\w", form)]

_COMMON: Final = r"[A-Za-z\u0386\u0388-\u03ce]"
_NO_END: Final = rf"[\w\p{{M}}\p{{Cf}}.@{_APOSTROPHES}\u2010\u2011\-]"
_MARKS: Final = "[,;:!«»()]"
_LONGEST_REMEMBERED: Final = 24

# The first two alternatives are the common cases, which `word_classes` tells a scanner; the others,
# slower to try, see what they leave.
_TOKEN: Final = regex.compile(
    rf"""
      {_COMMON}++(?!{_NO_END}|,τι\b)
    | {_MARKS}(?=[{_SPACE}\p{{L}}])
    | (?:https?://|www\.)[^{_SPACE}«»"<>]*[\w/]                           # web addresses
    | (?<![\w.+-])[\w.+-]{{1,64}}+@[\w-]{{1,64}}+(?:\.\w{{1,64}})++   # mail addresses
    | [όΌ],τι\b | [οΟ]\u0301,τι\b                                    # the pronoun ό,τι, not ότι
    | (?<!\w)(?i:{_options(_ELIDED)})[{_APOSTROPHES}]                # σ' απ' γι'
    | (?<![\w{_APOSTROPHES}])[{_APOSTROPHES}](?i:{_options(_CUT)})(?!\w)   # 'ναι 'ρθω
    | (?<!\w)(?i:{_options(_MIXED)})\.                               # κ.λπ. αρ.φ.
    | (?<!\w)(?:{_LETTER}\.){{2,12}}+(?!\w)                            # π.χ. Η.Π.Α.
    | (?<!\w)(?i:{_options(_ABBREVIATED)})\.(?!\w)                   # σελ. δηλ.
    | (?<!\w)\p{{L}}\.(?=\s?\p{{Lu}})                                # initials
    | \d++(?:[.,:/-]\d++)*+(?:%|‰|(?:{_LETTER}){{1,3}}+(?!\w)|[{_APOSTROPHES}](?!\w))?+
    | \p{{Lu}}[{_APOSTROPHES}](?![\w])                               # Γ' as a numeral
    | (?:{_LETTER}|_)(?:{_LETTER}|[\d_]|[-\u2010\u2011{_APOSTROPHES}](?=\p{{L}}))*+     # words
    | (?P<mark>[^\w{_SPACE}])(?P=mark)*+                                  # punctuation
    | [^{_SPACE}]
    """,
    regex.VERBOSE,
)


def spans(text: str, start: int = 0, end: int | None = None) -> list[tuple[int, int]]:
    """Give the spans of the words of ``text[start:end]``, as offsets into `text`.

    >>> text = "Απ' το 22ο λεπτό, σ'αυτό: 3,5%."
    >>> [text[start:stop] for start, stop in spans(text)]
    ["Απ'", 'το', '22ο', 'λεπτό', ',', "σ'", 'αυτό', ':', '3,5%', '.']
    """
    return [
        match.span() for match in _TOKEN.finditer(text, start, len(text) if end is None else end)
    ]


def next_word(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Return the first word of a stretch of text."""
    # The ends of sentences, quickly: a stop before a blank, and a word before such a stop.
    stop = text.find(".", start, start + _LONGEST_REMEMBERED)
    if 0 <= stop < end and (stop + 1 == end or text[stop + 1] == " "):
        if stop == start:
            return [(start, stop + 1)]
        word = text[start:stop]
        if stop > start + 1 and word.isalpha() and (not start or text[start - 1] == " "):
            return [(start, stop + _keeps_stop(word))]
    match = _TOKEN.search(text, start, end)
    return [match.span()] if match else []


@lru_cache(maxsize=1 << 14)
def _keeps_stop(word: str) -> bool:
    """Tell whether a word of several letters is an abbreviation, to which the stop belongs."""
    match = _TOKEN.search(f"{word}. ")
    return match is not None and match.end() > len(word)


@cache
def word_classes() -> Classes:
    """Return what the characters are to the scanner of words, by the common cases of the pattern.

    A comma before a letter may be that of ό,τι; what has no kind is none of the common cases.
    """
    return classes(
        {
            f"[{_SPACE}]": Kind.SKIPPED,
            _COMMON: Kind.FIRST | Kind.INSIDE,
            _NO_END: Kind.BLOCKING,
            _MARKS: Kind.MARK,
            ",": Kind.TOUCHING,
            r"\p{L}": Kind.LETTER,
            r"[\s\S]": Kind.OTHER,
        }
    )
