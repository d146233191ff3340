"""The same as `_text.pyx` in plain Python, for where no C compiler was found."""

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate

import numpy as np

from tmima.kernel.arrays import Arcs, Classes, Rows
from tmima.kernel.groups import (
    ACCENTED,
    BARE,
    ENDS,
    LABEL,
    LAST,
    NOT_LAST,
    ONLY_LAST,
    TARGET,
    UPPER,
    StopKind,
)

__all__ = [
    "change_words",
    "find_lines",
    "find_sentences",
    "find_syllable",
    "lookup_folded_forms",
    "lookup_form",
    "lookup_plain_words",
    "number_distinct_words",
    "scan_words",
    "slice_words",
    "sum_weight_rows",
    "trim_spans",
]

Plain = Callable[[str, int, int], list[tuple[int, int]]]
"""Gives the next word of a stretch of text, or the words that it is read as; none if none comes."""

Visible = Callable[[str, int, int], tuple[int, int] | None]
"""Gives a range without the characters at its ends that nobody sees; None if nobody sees any."""

Ends = Callable[[str, int, int, int], int]
"""Tells of a stretch of text, by where its sentence begins, a place in it and where the paragraph
ends, whether a stop begins at the place: 0 if none does; where the stop and what closes after it
end; minus that, if the sentence goes on behind it."""

Key = tuple[str, ...]
Tables = Sequence[Mapping[Key, Sequence[float]]]


def scan_words(
    text: str, starts: Rows, ends: Rows, classes: Classes, plain: Plain, longest_short: int = 0
) -> tuple[Rows, Rows, Rows]:
    """Find the words of each sentence in one pass over the text.

    Args:
        text: the text.
        starts: where the sentences begin.
        ends: where they end.
        classes: the kinds of characters by code point, as far as they are told.
        plain: the slow function that finds the next word. The compiled scanner calls it only where
            a character has no kind or shows that a word is unusual; the twin for every word.
        longest_short: the length of the longest abbreviation. A stop after a longer word and before
            white space does not belong to the word.

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


_LINE_BREAKS = re.compile("\r\n|[\n\r\v\f\x85\u2028\u2029]")


def find_lines(text: str) -> tuple[Rows, Rows]:
    """Return where the lines of a text begin and end, without their line breaks."""
    spans = [found.span() for found in _LINE_BREAKS.finditer(text)]
    return (
        np.array([0, *(end for _, end in spans)], dtype=np.int32),
        np.array([*(start for start, _ in spans), len(text)], dtype=np.int32),
    )


def trim_spans(
    text: str, starts: Rows, ends: Rows, classes: Classes, plain: Visible
) -> tuple[Rows, Rows]:
    """Return ranges without the characters at their ends that nobody sees.

    A range in which nobody sees any becomes empty, where it began.

    Args:
        text: the text.
        starts: where the ranges begin.
        ends: where they end.
        classes: the kinds of characters by code point, as far as they are told: SKIPPED of those
            that nobody sees.
        plain: the slow function that trims one range. The compiled one calls it only where a
            character has no kind; the twin for every range.
    """
    spans = zip(starts.tolist(), ends.tolist(), strict=True)
    found = [plain(text, *span) or (span[0], span[0]) for span in spans]
    table = np.array(found, dtype=np.int32).reshape(-1, 2)
    return table[:, 0].copy(), table[:, 1].copy()


def find_sentences(
    text: str, starts: Rows, ends: Rows, classes: Classes, short: frozenset[str], plain: Ends
) -> tuple[Rows, Rows, Rows]:
    """Part paragraphs at the stops that end a sentence.

    Decided here are the common cases, in which all characters around a stop have kinds. A stop with
    white space after what closes behind it ends a sentence, unless the next word begins with a
    small letter. A single full stop does not if the word before it is on a list, has another full
    stop, is a single character, or counts (all its characters do) and no word is before it in its
    sentence: then the plain way is asked.
    Any language whose rules say the same of these cases may be read by this, whatever else it has.

    Args:
        text: the text.
        starts: where the paragraphs begin.
        ends: where they end.
        classes: the kinds of characters (`StopKind`) by code point, as far as they are told.
        short: abbreviations in lower case, without their full stop; `plain` decides after them.
        plain: the slow function that decides whether a sentence ends. The compiled one calls it
            where a character has no kind and at stops that are unusual; the twin at every stop.

    Returns:
        for each paragraph the number of sentences before it, and of all; where each begins; where
        it ends, white space around it included.
    """
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    kinds = np.append(classes, np.uint16(0))[np.minimum(codes, len(classes))]
    asked = np.flatnonzero((kinds == 0) | (kinds & (StopKind.STOP | StopKind.SUFFICIENT) != 0))
    spans: list[tuple[int, int]] = []
    edges = [0]
    for begin, end in zip(starts.tolist(), ends.tolist(), strict=True):
        start = done = begin
        for place in asked[np.searchsorted(asked, begin) : np.searchsorted(asked, end)].tolist():
            found = plain(text, start, place, end) if place >= done else 0
            done = max(done, abs(found))
            if found > 0:
                spans.append((start, found))
                start = found
        if start < end:
            spans.append((start, end))
        edges.append(len(spans))
    table = np.array(spans, dtype=np.int32).reshape(-1, 2)
    return np.array(edges, dtype=np.int32), table[:, 0].copy(), table[:, 1].copy()


def slice_words(text: str, starts: Rows, ends: Rows) -> list[str]:
    """Return the parts of a text between some places."""
    return list(map(text.__getitem__, map(slice, starts.tolist(), ends.tolist())))


def number_distinct_words(text: str, starts: Rows, ends: Rows) -> tuple[Rows, Rows]:
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


def sum_weight_rows(tables: Tables, keys: list[Key | None], indices: list[int]) -> list[float]:
    """Sum some entries of the rows that keys have in tables, table after table.

    A key is looked up in the table of its place; None, and a key that the table has not, adds
    nothing.
    """
    rows = [
        row
        for table, key in zip(tables, keys, strict=True)
        if key is not None and (row := table.get(key)) is not None
    ]
    sums = []
    for index in indices:
        total = 0.0
        # Not `sum`, which rounds otherwise from one version of Python to the next.
        for row in rows:
            total += row[index]
        sums.append(total)
    return sums


def lookup_form(arcs: Arcs, skips: Arcs, labels: bytes) -> int:
    """Return the number of a form of an automaton, which numbers them in order; -1 if it has none.

    Args:
        arcs: the automaton, its first state first.
        skips: of each arc, how many forms go through those before it in its state.
        labels: of the letters of the form.
    """
    found = lookup_folded_forms(arcs, skips, labels, bytes(range(LABEL + 1)))
    return found[0][0] if found else -1


def lookup_folded_forms(
    arcs: Arcs, skips: Arcs, folded: bytes, folds: bytes
) -> list[tuple[int, bytes]]:
    """Return the numbers and labels of the forms that are folded to given labels, in order.

    Args:
        arcs: the automaton.
        skips: as above.
        folded: the labels that are wanted.
        folds: by label, what it is folded to.
    """
    if not folded or len(folds) <= LABEL:
        return []
    found = []
    ways = [(b"", 0, -1)]  # what is read, the state it leads to, the number of the forms before it
    while ways:
        path, place, number = ways.pop()
        wanted, ends = folded[len(path)], len(path) + 1 == len(folded)
        onward = []
        last = False
        while not last and place < len(arcs):
            arc = int(arcs[place])
            last = bool(arc & LAST)
            if folds[arc & LABEL] == wanted:
                reached = path + bytes((arc & LABEL,))
                its_number = number + int(skips[place]) + bool(arc & ENDS)
                if not ends and arc >> TARGET:
                    onward.append((reached, arc >> TARGET, its_number))
                elif ends and arc & ENDS:
                    found.append((its_number, reached))
            place += 1
        ways += reversed(onward)
    return found


def find_syllable(word: str, syllable: int, vowels: str, pairs: str) -> int:
    """Return the place of the last vowel of a syllable, counted from the end of a word.

    Args:
        word: in lower case.
        syllable: which from the end; the first if there are fewer. -1 is returned for 0, and where
            there is no vowel.
        vowels: those letters.
        pairs: two vowels each that make one sound, and so one syllable.
    """
    ends = []
    place = 0
    together = {pairs[at : at + 2] for at in range(0, len(pairs) - 1, 2)}
    while place < len(word):
        sound = word[place : place + 2]
        place += 1
        if sound[0] in vowels:
            place += sound in together
            ends.append(place)
    if not ends or syllable < 1:
        return -1
    return ends[max(0, len(ends) - syllable)] - 1


def change_words(
    words: list[str],
    places: Rows,
    changes: list[tuple[str, int, str]],
    unusual: frozenset[str],
    heads: frozenset[str],
    doubtful: tuple[str, ...],
    senses: dict[tuple[str, str], int],
    letters: dict[str, int],
) -> tuple[Rows, Rows]:
    """Read words whose lemma is theirs but for their last letters, and number the senses.

    Left out are the words of `unusual` in lower case, those whose first two letters are in `heads`,
    and nouns whose lemma has an ending of `doubtful`.

    Args:
        words: as written.
        places: of each word, where among `changes` its own is; -1 if it has none.
        changes: the tag, how many letters of the form go, what comes for them. Names are given a
            capital.
        unusual: see above.
        heads: see above.
        doubtful: see above.
        senses: the numbers of tags with lemmas; new ones are added.
        letters: the numbers of the last three letters of words in lower case; new ones are added.

    Returns:
        of each word the number of its sense, -1 if it is left out, and that of its last letters.
    """
    found, ends = np.full(len(words), -1, dtype=np.int32), np.zeros(len(words), dtype=np.int32)
    for index, (word, place) in enumerate(zip(words, places.tolist(), strict=True)):
        form = word.lower()
        if place < 0 or form in unusual or form[:2] in heads:
            continue
        tag, cut, added = changes[place]
        lemma = form[: max(0, len(form) - cut)] + added
        if tag == "PROPN":
            lemma = lemma[:1].upper() + lemma[1:]
        elif tag == "NOUN" and lemma.endswith(doubtful):
            continue
        found[index] = senses.setdefault((tag, lemma), len(senses))
        ends[index] = letters.setdefault(form[-3:], len(letters))
    return found, ends


def lookup_plain_words(
    text: str, starts: Rows, ends: Rows, letters: Classes, arcs: Arcs, skips: Arcs, folds: bytes
) -> Rows:
    """Return the numbers that words have in an automaton; -1 for none, -2 for unusual spellings.

    A usual (plain) spelling has two letters or more, no capital but the first letter, at most one
    accent, one if it begins with a bare capital, and final and non-final forms of letters in their
    places. -3 stands for a word in small letters that equals no form even where it is folded.

    Args:
        text: the text.
        starts: where the words begin.
        ends: where they end.
        letters: by code point, the label of the letter and what it is; 0 where it is not plain.
        arcs: the automaton.
        skips: as above.
        folds: by label, what it is folded to.
    """
    numbers = []
    for start, end in zip(starts.tolist(), ends.tolist(), strict=True):
        codes = [ord(letter) for letter in text[start:end]]
        kinds = [int(letters[code]) if code < len(letters) else 0 for code in codes]
        plain = (
            len(kinds) > 1
            and all(kinds)
            and sum(bool(kind & ACCENTED) for kind in kinds) <= 1
            and not any(kind & UPPER for kind in kinds[1:])
            and not any(kind & ONLY_LAST for kind in kinds[:-1])
            and not kinds[-1] & NOT_LAST
            and (not kinds[0] & BARE or any(kind & ACCENTED for kind in kinds))
        )
        labels = bytes(kind & LABEL for kind in kinds)
        number = lookup_form(arcs, skips, labels) if plain else -2
        if number == -1 and not kinds[0] & UPPER:
            folded = bytes(folds[label] for label in labels)
            number = -1 if lookup_folded_forms(arcs, skips, folded, folds) else -3
        numbers.append(number)
    return np.array(numbers, dtype=np.int32)
