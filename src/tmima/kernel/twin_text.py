"""The same as `_text.pyx` in plain Python, for where no C compiler was found."""

from collections.abc import Callable
from enum import IntFlag
from itertools import accumulate

import numpy as np

from tmima.arrays import Classes, Rows

Plain = Callable[[str, int, int], list[tuple[int, int]]]
"""Gives the next word of a stretch of text, or the words that it is read as; none if none comes."""


class Kind(IntFlag):
    """What a character is to a scanner of words; one that has no kind is left to the plain way."""

    SKIPPED = 1
    """Begins no word."""
    FIRST = 2
    """Begins a word."""
    INSIDE = 4
    """Goes on in a word."""
    JOINING = 8
    """Goes on in a word if one that begins a word follows."""
    DIGIT = 16
    """Begins a number and goes on in it."""
    DIGIT_JOINING = 32
    """Goes on in a number if a digit follows."""
    BLOCKING = 64
    """After a word it says that this was no plain word."""
    MARK = 128
    """Is a word by itself, if white space or a letter follows."""
    TOUCHING = 256
    """After a word and before one that begins a word it says that this was no plain word."""
    LETTER = 512
    """Is a letter."""
    OTHER = 1024
    """Is known to be none of these."""


def scan_words(
    text: str, starts: Rows, ends: Rows, classes: Classes, plain: Plain
) -> tuple[Rows, Rows, Rows]:
    """Find the words of each sentence in one pass over the text.

    Args:
        text: the text.
        starts: where the sentences begin.
        ends: where they end.
        classes: the kinds of characters by code point, as far as they are told.
        plain: finds the next word in a stretch of text in the plain way, which is asked wherever a
            character has no kind, or says that a word is not plain; here for every word.

    Returns:
        for each sentence the number of words before it, and of all; where each word begins; where
        it ends.
    """
    spans: list[tuple[int, int]] = []
    counts = [0]
    for start, end in zip(starts.tolist(), ends.tolist(), strict=True):
        before = len(spans)
        place = start
        while found := plain(text, place, end):
            spans += found
            place = found[-1][1]
        counts.append(len(spans) - before)
    table = np.array(spans, dtype=starts.dtype).reshape(-1, 2)
    return (
        np.array(list(accumulate(counts)), dtype=np.int32),
        table[:, 0].copy(),
        table[:, 1].copy(),
    )


def number_words(text: str, starts: Rows, ends: Rows) -> tuple[Rows, Rows]:
    """Number the distinct words of a text in the order in which they first occur.

    Returns:
        the number of each word, and by number the place of its first occurrence among all.
    """
    numbers: dict[str, int] = {}
    found, places = [], []
    for place, (start, end) in enumerate(zip(starts.tolist(), ends.tolist(), strict=True)):
        word = text[start:end]
        number = numbers.get(word)
        if number is None:
            number = numbers[word] = len(numbers)
            places.append(place)
        found.append(number)
    return np.array(found, dtype=np.int32), np.array(places, dtype=np.int32)
