"""Words by rule, for any language in Unicode, with their spans."""

from functools import cache

from tmima import kernel
from tmima.kernel import CharacterKind
from tmima.kernel.arrays import Classes, Rows
from tmima.loading import Pattern
from tmima.text import Spans, character_classes

# A word begins with a letter and goes on through letters, digits, combining accents and invisible
# joiners; a number is a word that is never kept.
_INSIDE = r"[\p{L}\p{M}\p{Nd}\p{Cf}]"
_BODY = rf"\p{{L}}{_INSIDE}*"
_NUMBER = r"\p{N}+(?:[.,:/]\p{N}+)*"
_PARTED = Pattern(rf"{_BODY}|{_NUMBER}")
_JOINED = Pattern(rf"{_BODY}(?:['’]{_BODY})*|{_NUMBER}")
_WITHOUT_SPACES = r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]"
_UNSPACED = Pattern(_WITHOUT_SPACES)
_FIRST_UNSPACED = "\u0e00"  # the first of these scripts, Thai, begins here


def scan_sentences(
    text: str, sentences: Spans, *, joins_apostrophes: bool
) -> tuple[Rows, Rows, Rows]:
    """Return the words of all sentences as columns; see `kernel.scan_words`."""
    return kernel.scan_words(
        text,
        sentences.starts,
        sentences.ends,
        _word_classes(joins_apostrophes),
        _next_word_joining_apostrophes
        if joins_apostrophes
        else _next_word_splitting_at_apostrophes,
    )


def _next_word_splitting_at_apostrophes(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Return the span of the next word, or of its pairs of characters; apostrophes split words."""
    word = _PARTED.search(text, start, end)
    return _word_or_character_pairs(text, *word.span()) if word else []


def _next_word_joining_apostrophes(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Return the span of the next word, or of its pairs of characters; apostrophes join words."""
    word = _JOINED.search(text, start, end)
    return _word_or_character_pairs(text, *word.span()) if word else []


def _word_or_character_pairs(text: str, first: int, last: int) -> list[tuple[int, int]]:
    """Return the span of a word, or of its overlapping pairs of characters.

    Scripts without spaces between words are read in such pairs, which serve as words do: a shared
    pair is a sign of a shared subject, a shared character is not.
    """
    if text[first] < _FIRST_UNSPACED or last - first == 1 or not _UNSPACED.match(text, first, last):
        return [(first, last)]
    return [(offset, offset + 2) for offset in range(first, last - 1)]


@cache
def _word_classes(joins_apostrophes: bool) -> Classes:
    """Return the `CharacterKind` of each character by code point, from the patterns above."""
    if joins_apostrophes:
        table = _word_classes(False).copy()
        table[[ord(one) for one in "'’"]] |= int(CharacterKind.JOINING)
        return table
    return character_classes(
        {
            r"[^\p{L}\p{N}]": CharacterKind.SKIPPED,
            r"\p{L}": CharacterKind.FIRST,
            _INSIDE: CharacterKind.INSIDE,
            r"\p{N}": CharacterKind.DIGIT,
            r"[.,:/]": CharacterKind.DIGIT_JOINING,
            _WITHOUT_SPACES: CharacterKind.UNSPACED,
        }
    )
