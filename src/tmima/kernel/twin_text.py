"""The same as `_text.pyx` in plain Python, for where no C compiler was found."""

from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate

import numpy as np

from tmima.arrays import Classes, Rows

Plain = Callable[[str, int, int], list[tuple[int, int]]]
"""Gives the next word of a stretch of text, or the words that it is read as; none if none comes."""

Key = tuple[str, ...]
Tables = Sequence[Mapping[Key, Sequence[float]]]


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


def sum_rows(tables: Tables, keys: list[Key | None], indices: list[int]) -> list[float]:
    """Sum some entries of the rows that keys have in tables, table after table.

    A key is looked up in the table of its place; None, and a key that the table has not, adds
    nothing.
    """
    told = [
        row
        for table, key in zip(tables, keys, strict=True)
        if key is not None and (row := table.get(key)) is not None
    ]
    sums = []
    for index in indices:
        total = 0.0
        # Not `sum`, which rounds otherwise from one version of Python to the next.
        for row in told:
            total += row[index]
        sums.append(total)
    return sums
