"""Sentence ends in Greek text, with the offsets of the text as it was given.

A run of ``. ! ? ; …`` (and U+037E, the Greek question mark) is a candidate, with the quotation
marks and brackets that close after it. It ends a sentence unless a lower-case letter follows, or
the stop belongs to an abbreviation, an initial, a number or the enumerator of a paragraph. The ano
teleia, the colon and a line break are no ends: a caller splits paragraphs and headings first.

Every test looks at a bounded stretch around the candidate, so the time is linear in the text.
"""

import unicodedata
from typing import Final

import regex

from tmima.languages.el.lexicon.closed import CLOSED, FORM_BY_KEY
from tmima.languages.el.text.abbreviations import CLOSING, ERA, LEADING, UNITS
from tmima.languages.el.text.characters import accentless_key, normalise

# Closers may stand apart from the stop in carelessly set text; only a guillemet (or ”) is then sure
# to close.
_CANDIDATE: Final = regex.compile(
    r"""(?P<stop>[.!?;\u037e\u2026\u203c-\u2049]++)      # the stops
        (?P<close>(?:['"”’»›)\]}*]|\p{Cf})*+(?:[\s\x1c-\x1f]{0,3}[»”])*+)  # what closes after them
        (?P<gap>[\s\x1c-\x1f]*+)""",
    regex.VERBOSE,
)
_OPENERS: Final = frozenset("«»\"“”„‘’'‹([{-–—―•*…·\u00ad\u200b\ufeff")
_DASHES: Final = frozenset("-–—―")
_WORD_BEFORE: Final = regex.compile(r"[\p{L}\p{M}\p{Cf}](?:[\p{L}\p{M}\p{Cf}\d]|\.(?=\p{L}))*+$")
_ENUMERATOR: Final = regex.compile(
    r"[(«\s]*(?:\d{1,3}(?:\.\d{1,3})*|[Α-Ωα-ωA-Za-z]΄?|[IVXLΙΧ]{1,6}|[α-ω]{2})"
)
_NEXT_WORD: Final = regex.compile(r"[\p{L}\p{M}\p{Cf}]{1,24}")
_ADDRESS: Final = regex.compile(r"[\w-]\.[a-z]{2,}$")  # paradeigma.gr, of a site or mailbox
_AFTER_NUMBER: Final = regex.compile(r"\d[\s\x1c-\x1f]{0,3}$")
_LOOK_BACK: Final = 40
# Normalising may drop a mark or two, never this many letters.
_LONGEST_SHORT_WORD: Final = max(map(len, CLOSING | UNITS | LEADING)) + 2
_LOOK_AHEAD: Final = 12


def split(text: str) -> list[tuple[int, int]]:
    """Give the spans of the sentences of a paragraph: tight, in order, all non-blank text covered.

    >>> text = "Ήρθε ο κ. Λάμπρου. Πού ήταν; «Εδώ!» είπε."
    >>> [text[start:end] for start, end in split(text)]
    ['Ήρθε ο κ. Λάμπρου.', 'Πού ήταν;', '«Εδώ!» είπε.']
    """
    spans: list[tuple[int, int]] = []
    begin, last = len(text) - len(text.lstrip()), len(text.rstrip())
    for match in _CANDIDATE.finditer(text):
        end = match.end("close")
        if match.end() >= last:
            break
        if match.start() > begin and _is_end(text, begin, match):
            spans.append((begin, end))
            begin = match.end()
    if begin < last:
        spans.append((begin, last))
    return spans


def _is_end(text: str, begin: int, match: "regex.Match[str]") -> bool:
    stop, closed = match.group("stop"), match.start("close") != match.end("close")
    spaced = match.start("gap") != match.end("gap")
    following = _first_letter(text, match.end())
    if following is not None and (
        text[following].islower() or (not spaced and not text[following].isupper())
    ):
        return False
    if stop == "." and not closed:
        return _full_stop_ends(text, begin, match.start(), match.end(), spaced, following)
    if not spaced:
        return _is_missing_space(text, match.start(), match.end())
    return True


def _first_letter(text: str, position: int) -> int | None:
    """Find the first letter or digit after opening quotes, brackets and dashes."""
    limit = min(len(text), position + _LOOK_AHEAD)
    for index in range(position, limit):
        char = text[index]
        if char.isalnum():
            return index
        if not (char in _OPENERS or char.isspace() or unicodedata.category(char) == "Cf"):
            return None
    return None


def _full_stop_ends(
    text: str, begin: int, stop: int, after: int, spaced: bool, following: int | None
) -> bool:
    if stop - begin <= _LOOK_AHEAD and _ENUMERATOR.fullmatch(text, begin, stop):
        return False
    earliest = max(begin, stop - _LOOK_BACK)
    start = text.rfind(" ", earliest, stop) + 1
    if not (start and text[start:stop].isalpha()):
        word = _WORD_BEFORE.search(text, earliest, stop)
        if word is None:
            return spaced
        start = word.start()
    elif stop - start > _LONGEST_SHORT_WORD and not text[stop - 1].isascii():
        return spaced or _is_missing_space(text, stop, after)
    shape = text[start:stop]
    form = normalise(shape)
    if form in CLOSING or shape == ERA or ("." in shape and _ADDRESS.search(shape)):
        return spaced
    if form in UNITS and _AFTER_NUMBER.search(text, max(begin, start - 4), start):
        return spaced and following is not None and text[following].isupper()
    if form in LEADING and not shape.isupper():
        return False
    if "." in form or (len(shape) == 1 and shape.isupper()):
        # Initials: a name follows them. A new sentence shows when it begins with a function word.
        return spaced and following is not None and _begins_with_function_word(text, following)
    return spaced or _is_missing_space(text, stop, after)


def _begins_with_function_word(text: str, position: int) -> bool:
    word = _NEXT_WORD.match(text, position)
    if word is None or text.startswith(".", word.end()):  # one more initial
        return False
    form = normalise(word.group())
    if word.group().isupper():
        form = FORM_BY_KEY.get(accentless_key(form), form)
    readings = CLOSED.get(form, ())
    return bool(readings) and readings[0].tag != "INTJ"


def _is_missing_space(text: str, stop: int, after: int) -> bool:
    """Tell whether a blank was forgotten: a stop between a small and a capital Greek letter."""
    before, word = text[max(0, stop - 3) : stop], text[after : after + 2]
    return (
        len(before) == 3
        and before.isalpha()
        and before.islower()
        and word.isalpha()
        and word[0].isupper()
        and word[0] > "\u036f"
        and (len(word) < 2 or word[1].islower() or word[0] in "ΟΗ")
    )
