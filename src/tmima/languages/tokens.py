"""Words by rule, for any language in Unicode, with their spans."""

from collections.abc import Iterator

import regex

# A word begins with a letter and goes on through letters, digits, combining accents and invisible
# joiners; a number is a word that is never kept.
_BODY = r"\p{L}[\p{L}\p{M}\p{Nd}\p{Cf}]*"
_NUMBER = r"\p{N}+(?:[.,:/]\p{N}+)*"
_PARTED = regex.compile(rf"{_BODY}|{_NUMBER}")
_JOINED = regex.compile(rf"{_BODY}(?:['’]{_BODY})*|{_NUMBER}")
_UNSPACED = regex.compile(
    r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}][\p{L}\p{M}\p{Cf}]*"
)
_FIRST_UNSPACED = "\u0e00"  # the first of these scripts, Thai, begins here


def word_spans(
    text: str, start: int, end: int, *, joins_apostrophes: bool
) -> Iterator[tuple[int, int]]:
    """Yield the offsets of the words of a sentence.

    Scripts without spaces between words are read as overlapping pairs of characters, which serve
    as words do: a shared pair is a sign of a shared subject, a shared character is not.

    >>> [span for span in word_spans("l'eau 3,14", 0, 10, joins_apostrophes=False)]
    [(0, 1), (2, 5), (6, 10)]
    """
    pattern = _JOINED if joins_apostrophes else _PARTED
    for word in pattern.finditer(text, start, end):
        first, last = word.span()
        if text[first] < _FIRST_UNSPACED or last - first == 1 or not _UNSPACED.match(word[0]):
            yield first, last
        else:
            for offset in range(first, last - 1):
                yield offset, offset + 2
