"""The packed file: a minimal automaton that numbers the forms, and columns of what is known of each.

Layout: the magic word; the sizes of the sections as little-endian 32-bit numbers; the sections:

    arcs       32 bits each: label of the letter, 64 if a form ends here, 128 if it is the last arc of
               its state, from bit 8 on the first arc of the state that it leads to (0 for none)
    skips      32 bits, by arc: how many forms go through the arcs before it in its state
    ends       32 bits, by shape: where its text begins, and where the last one ends
    low        16 bits, by form, the forms in order: its record, without what is above 16 bits
    shapes     16 bits, by record: how lemmas are made of the form
    sets       16 bits, by record: the frequencies
    high       8 bits, by form: the upper bits of its record
    grades     5 bytes a set: the grade of the form and those of its lemmas (see `grade`)
    text       of the shapes, in ISO 8859-7: entries joined by blanks, entry = tag strip suffix, with
               `strip` as "0" plus the number of letters to take off the form, and `suffix` what to add
               to get the lemma
    alphabet   UTF-8: the letters in order; label 0 stands for none

The commoner records, shapes and sets have the lower numbers, so that the file packs well.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from itertools import accumulate
from os.path import commonprefix
from typing import NamedTuple, TypeVar

import numpy as np

from .letters import fold

MAGIC = b"TMIMALX2"
LOWEST, STEP, GRADES = -21.8, 0.2, 94
MOST_ENTRIES = 4
ENDS, LAST, TARGET = 64, 128, 8
T = TypeVar("T", bound=Hashable)

Arc = tuple[int, bool, int]  # label, whether a form ends with it, the state it leads to


class Entry(NamedTuple):
    tag: str
    lemma: str
    log_probability: float


class Line(NamedTuple):
    form: str
    log_probability: float
    entries: Sequence[Entry]


def grade(log_probability: float) -> int:
    """A log-probability in steps of a fifth of a nat."""
    step = round((log_probability - LOWEST) / STEP)
    return min(max(step, 0), GRADES - 1)


def encode_entry(form: str, entry: Entry) -> str:
    common = len(commonprefix([form, entry.lemma]))
    return entry.tag + chr(48 + len(form) - common) + entry.lemma[common:]


def number(values: Iterable[T]) -> dict[T, int]:
    """The distinct values by number, the commonest first."""
    counts = Counter(values)
    ordered = sorted(counts, key=lambda value: (-counts[value], value))
    return {value: place for place, value in enumerate(ordered)}


def minimal(forms: Iterable[bytes]) -> list[tuple[Arc, ...]]:
    """The states of the least automaton of sorted forms, the first one last (Daciuk et al. 2000)."""
    numbers: dict[tuple[Arc, ...], int] = {}
    way: list[list[Arc]] = [[]]
    before = b""

    def settle(depth: int) -> None:
        while len(way) > depth + 1:
            state = numbers.setdefault(tuple(way.pop()), len(numbers))
            label, ends, _ = way[-1][-1]
            way[-1][-1] = label, ends, state

    for form in forms:
        shared = len(commonprefix([form, before]))
        settle(shared)
        for place in range(shared, len(form)):
            way[-1].append((form[place], place == len(form) - 1, -1))
            way.append([])
        before = form
    settle(0)
    return [*numbers, tuple(way[0])]


def flatten(states: Sequence[tuple[Arc, ...]]) -> tuple[list[int], list[int]]:
    """The arcs as numbers, those of the first state first, and how many forms each skips."""
    firsts: dict[int, int] = {}
    place = 0
    for which in range(len(states) - 1, -1, -1):
        firsts[which] = place if states[which] else 0
        place += len(states[which])
    counts: list[int] = []
    skipped: list[list[int]] = []
    for state in states:
        sums = list(accumulate((ends + counts[to] for _, ends, to in state), initial=0))
        counts.append(sums.pop())
        skipped.append(sums)
    arcs: list[int] = []
    skips: list[int] = []
    for which in range(len(states) - 1, -1, -1):
        for at, (label, ends, to) in enumerate(states[which], start=1):
            last = LAST * (at == len(states[which]))
            arcs.append(firsts[to] << TARGET | last | ENDS * ends | label)
        skips += skipped[which]
    return arcs, skips


def pack(lines: Iterable[Line]) -> bytes:
    """The bytes of the file; the same lines in any order give the same bytes."""
    ordered = sorted(lines, key=lambda line: line.form)
    alphabet = "\0" + "".join(sorted({c for line in ordered for c in line.form + fold(line.form)}))
    labels = {letter: label for label, letter in enumerate(alphabet)}
    arcs, skips = flatten(minimal(bytes(labels[c] for c in line.form) for line in ordered))
    shapes = [" ".join(encode_entry(line.form, entry) for entry in line.entries) for line in ordered]
    sets = [
        bytes(map(grade, [line.log_probability, *(entry.log_probability for entry in line.entries)]))
        for line in ordered
    ]
    records = list(zip(shapes, sets, strict=True))
    by_shape, by_set, by_record = number(shapes), number(sets), number(records)
    texts = [shape.encode("iso8859-7") for shape in by_shape]
    numbers = np.array([by_record[record] for record in records], dtype=np.uint32)
    sections = [
        np.array(arcs, "<u4"),
        np.array(skips, "<u4"),
        np.array([0, *accumulate(map(len, texts))], "<u4"),
        (numbers & 0xFFFF).astype("<u2"),
        np.array([by_shape[shape] for shape, _ in by_record], "<u2"),
        np.array([by_set[grades] for _, grades in by_record], "<u2"),
        (numbers >> 16).astype("u1"),
        np.frombuffer(b"".join(grades.ljust(MOST_ENTRIES + 1, b"\0") for grades in by_set), "u1"),
        np.frombuffer(b"".join(texts), "u1"),
        np.frombuffer(alphabet.encode("utf-8"), "u1"),
    ]
    sizes = np.array([len(section) for section in sections], "<u4")
    return b"".join([MAGIC, sizes.tobytes(), *(section.tobytes() for section in sections)])
