"""The overlap of a chunk: text that stands before it, as a text of its own beside the chunk's."""

from bisect import bisect_left
from collections.abc import Callable, Sequence

from tmima.loading import Pattern

TOKENS, SENTENCES = OVERLAP_UNITS = ("tokens", "sentences")
_WORD = Pattern(r"(?<=\s)\S")


def overlap_before(
    text: str,
    starts: Sequence[int],
    start: int,
    count: Callable[[str], int],
    *,
    sentences: int | None,
    most: int,
) -> str:
    """Return the whole sentences before a place that together have no more tokens than allowed.

    Where not even the last sentence fits, its last words that do.

    Args:
        text: of the document.
        starts: where its sentences begin.
        start: where the chunk begins.
        count: the number of tokens of a text.
        sentences: no more sentences than these.
        most: no more tokens than these.
    """
    last = bisect_left(starts, start)
    fewest = 0 if sentences is None else max(0, last - sentences)
    begin = start
    for index in range(last - 1, fewest - 1, -1):
        if count(text[starts[index] : start]) > most:
            break
        begin = starts[index]
    if begin == start and last:
        words = [found.start() for found in _WORD.finditer(text, starts[last - 1], start)]
        fitting = bisect_left(words, True, key=lambda word: count(text[word:start]) <= most)
        begin = words[fitting] if fitting < len(words) else start
    return text[begin:start]
