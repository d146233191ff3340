"""What can be seen at each place of a text, in numbers that know no language.

A place is the beginning of a unit; row i of the features is the place before unit i. With D the
similarity, E what chance would give it (`expectation`), and X = (D - E) / its deviation:

- how similar the w units before a place are to the w after it, and each of the two sides in itself;
- how much better two multinomials tell the words around a place than one;
- how many words recur across a place, begin at it, end at it, or occur once only;
- how long the units are, how they begin and end, where in the text the place is;
- what the author's layout says of it: paragraphs, headings, turns of speakers, items (`signs`);
- what small models of the whole text believe of the place (`beliefs`);
- what the text is like as a whole: the last columns, the same in each row.

Time grows with the text. Features are made for 2,000 places at a time: those of all would
take many times the text. The numbers are rounded, so that the last bit of a sum or of a logarithm,
which is not the same on all machines, decides nothing.
"""

import math
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np

from tmima import kernel
from tmima.arrays import (
    Flags,
    Floats,
    Indices,
    Rows,
    Singles,
    distinct,
    one_by_one,
)
from tmima.learnt import beliefs
from tmima.loading import Pattern
from tmima.segmentation import HORIZON, expectation
from tmima.similarity import Similarity, column_blocks
from tmima.text import Document, Spans, Units, characters_at, heading_sentences

SIGNS = (
    "paragraph", "inside", "heading", "under heading", "turn", "inside turn", "item", "no item",
)  # fmt: skip
# Those that paragraphs tell.
LAYOUT = SIGNS[:4]
# A dash, a dot or a star; or a number or a letter or two, with a point or a bracket.
_BULLETS = "-–—•·*+"
_ITEM = Pattern(rf"(?:[{_BULLETS}]|\(?(?:\d{{1,3}}|[^\W\d_]{{1,2}})[.)])\s")
_LONGEST_ITEM = 6
# What formats write before the words of a heading, an item or a quotation.
_WRITTEN_MARKS = Pattern(rf"(?:(?:#{{1,6}}|[{_BULLETS}>|]|\d{{1,3}}[.)]|```\w*)\s+)+")
_SPEAKER = Pattern(r"\p{Lu}[^\n:]{0,39}: ")
_COLON = Pattern(r": ")
_MOST_NAMES = 4


def signs(units: Units) -> Flags:
    """Return what the layout says of each place; a pair of zeros where it says nothing.

    None is a rule: the model has learnt what each is worth, and what it is worth not to know it. In
    a transcript a paragraph ends with a speaker's turn or at a pause.
    """
    found = np.zeros((len(units), len(SIGNS)), dtype=np.uint8)
    document = units.document
    if document is None or len(document.paragraphs) < 2:
        return found
    runs = Spans.of(units.runs)
    first = np.zeros(len(document.sentences), dtype=bool)
    first[Spans.of(document.paragraphs).starts] = True
    found[:, 0] = first[runs.starts]
    found[:, 1] = ~first[runs.starts]
    heading = np.zeros(len(document.sentences) + 1, dtype=bool)
    heading[heading_sentences(document)] = True
    found[:, 2] = heading[runs.starts]
    found[1:, 3] = heading[runs.starts[1:] - 1]
    # Whether the speaker is the same as before is not asked: where a recording was parted, the same
    # one often ends a part and begins the next, which was learnt as a sign of a cut.
    starts = document.columns.spans.starts[runs.starts]
    told = {one.start for one in document.origin.blocks if one.item} if document.origin else set()
    for column, some in ((4, _turns(document, starts)), (6, _items(document, starts, told))):
        # A heading with a colon is no speaker, and one with a number no item, where it is known.
        places = some if document.origin is None else [one for one in some if not found[one, 2]]
        # A single one tells of no layout.
        if len(places) > 1:
            found[:, column + 1] = 1
            found[places, column : column + 2] = 1, 0
    return found


def _items(document: Document, starts: Rows, told: set[int]) -> list[int]:
    """Return the units that begin as the items of a list do, or of which the format says so."""
    text = document.text
    found = []
    for first in range(0, len(starts), _WINDOW):
        # Many units have the same head: each is looked at once.
        some = starts[first : first + _WINDOW].tolist()
        heads = [text[start : start + _LONGEST_ITEM] for start in some]
        items = {
            head
            for head in set(heads)
            if (head[0] in _BULLETS or "." in head or ")" in head) and _ITEM.match(head)
        }
        if items or told:
            found += [
                first + place
                for place, head in enumerate(heads)
                if head in items or some[place] in told
            ]
    return found


def _turns(document: Document, starts: Rows) -> list[int]:
    """Return the units that begin a speaker's turn, as the times tell or a name at their head."""
    if document.timeline is not None:
        speakers = [document.timeline.speaker(start) for start in starts.tolist()]
        pairs = zip(speakers, [None, *speakers], strict=False)
        return [place for place, (own, before) in enumerate(pairs) if own and own != before]
    if document.turns is not None:
        begins = {turn.start for turn in document.turns.turns}
        return [place for place, start in enumerate(starts.tolist()) if start in begins]
    # A name ends with a colon, which few units have: only those are looked at.
    colons = np.array([colon.start() for colon in _COLON.finditer(document.text)], dtype=np.int64)
    return [
        place
        for place in distinct(np.searchsorted(starts, colons, side="right") - 1).tolist()
        if place >= 0 and _names_speaker(document.text, int(starts[place]))
    ]


def _names_speaker(text: str, start: int) -> bool:
    """Tell whether a unit begins with a name and a colon."""
    found = _SPEAKER.match(text, start)
    return found is not None and len(found[0].split()) <= _MOST_NAMES


WINDOWS = (1, 2, 3, 5, 8, 13, 21, 34, 55)
SPLITS = (2, 5, 13, 34)
GAPS = (2, 5, 12, 30, 80)
SPANS = (1, 3, 8, 21)
ENDINGS = ".?:!"
WITHIN = (2, 5, 13, 34)
TEXT = (
    "units", "mean words", "tiny units", "deviation",
    *(f"mean within {window}" for window in WITHIN), "spread across 5",
    *beliefs.TEXT,
)  # fmt: skip
# Longer texts than were learnt from are taken for texts of so many units.
LONGEST = 1000
# How the names of the features of each kind begin.
_KINDS = {
    "similarity": ("across ", "before 1", "before 2", "before 3", "before 5", "before 8", "after "),
    "words": ("split ", "spanned ", "new ", "last ", "once "),
    "sizes": ("words", "terms"),
    "marks": ("ends ", "before it ends ", "small letter", "digit", "no letter"),
    "position": ("from ", "place"),
    "beliefs": ("believed", "worded "),
}
_TINY = 4
_ALPHA = 0.1
# The deviation of D is no smaller than this part of its root mean square.
_LEAST_PART = 0.05
_STEPS = 2.0**16
# So many numbers are worked on at once: in a short text, what is to be done takes less than to ask.
_TOGETHER = 1 << 15
# So many places are looked at together.
_WINDOW = 1 << 11


@dataclass(frozen=True, eq=False)
class Places:
    """The features of a text.

    Attributes:
        windows: yields them for some neighbouring places at a time, one row per place, one column
            per feature.
        said: what the text is like as a whole.
        signs: what the layout says of each place; zeros where nothing is known.
        expected: what chance would give D.
        deviation: of D from that, over all pairs.
    """

    windows: Callable[[], Iterator[Singles]]
    said: Singles
    signs: Flags
    expected: kernel.Expected
    deviation: float

    def __len__(self) -> int:
        return len(self.signs)

    @property
    def values(self) -> Singles:
        """The features of all places."""
        return np.concatenate(list(self.windows()))

    @cached_property
    def text(self) -> Singles:
        """What the text is like as a whole: its numbers, and how many places have each sign."""
        signs = self.signs.sum(axis=0).astype(np.float32) / np.float32(len(self))
        return np.concatenate((self.said, signs)).astype(np.float32, copy=False)


def names() -> list[str]:
    """Return the names of the features, in the order of the columns."""
    found = []
    for window in WINDOWS:
        found += [f"across {window}", f"before {window}", f"after {window}"]
    found += [f"split {window}" for window in SPLITS]
    found += [f"spanned {gap}" for gap in GAPS]
    for span in SPANS:
        found += [f"new after {span}", f"new before {span}", f"last before {span}"]
        found += [f"last after {span}", f"once after {span}", f"once before {span}"]
    found += ["words", "words here", "words before", "words there", "terms", "terms before"]
    found += [f"ends {mark}" for mark in ENDINGS] + [f"before it ends {mark}" for mark in ENDINGS]
    found += ["small letter", "digit", "no letter", "from the start", "from the end", "place"]
    return [*found, *beliefs.PLACE, *TEXT]


def kinds() -> dict[str, list[int]]:
    """Return the columns of each kind of features."""
    found: dict[str, list[int]] = {kind: [] for kind in _KINDS}
    for column, name in enumerate(names()[: -len(TEXT)]):
        (kind,) = (kind for kind, first in _KINDS.items() if name.startswith(first))
        found[kind].append(column)
    return found


def seen(similarity: Similarity, units: Units) -> Places:
    """Return what can be seen at the places of a text."""
    size = len(units)
    expected = expectation(similarity)
    # What is seen through all windows would take too much to be kept of a long text.
    kept = WINDOWS if size <= _WINDOW else WITHIN
    deviation, sums = _looked_over(similarity, expected, kept)
    looked = list(sums) if kept == WINDOWS else None

    def similar() -> Iterator[list[Floats]]:
        return iter(looked) if looked else _similar(similarity, expected, deviation)

    sizes, numbers = _Sizes.of(units), _of_similar(iter(looked) if looked else sums, kept, size)
    del sums
    columns, said = beliefs.believed(similarity, units, expected, deviation)
    believed = [_rounded(column) for column in columns]
    del columns
    of_text = [*_of_text(units, deviation, sizes.mean), *numbers, *said]
    logs = logarithms(size + 1)

    def windows() -> Iterator[Singles]:
        # Gone when all places were seen.
        splits, chains = _splits(units), _Chains.of(units)
        for first, near in zip(range(0, size, _WINDOW), similar(), strict=True):
            last = min(size, first + _WINDOW)
            here, at = slice(first, last), np.arange(first, last)
            columns: list[Floats | Singles] = [
                *near,
                *(split[here] for split in splits),
                *(spanned[here] for spanned in chains.spanned),
                *chains.shares(first, last),
                *sizes.columns(first, last),
                *_characters(units, first, last),
                logs[at] / 5,
                logs[size - at] / 5,
                at / size,
                *(belief[here] for belief in believed),
            ]
            values = np.empty((last - first, len(columns) + len(of_text)), dtype=np.float32)
            together = max(1, _TOGETHER // (last - first))
            for number in range(0, len(columns), together):
                some = columns[number : number + together]
                values[:, number : number + len(some)] = _rounded(np.array(some)).T
            values[:, len(columns) :] = _rounded(np.array(of_text))
            yield values

    return Places(windows, _rounded(np.array(of_text)), signs(units), expected, deviation)


def _rounded(values: Floats) -> Singles:
    rounded: Singles = (np.rint(values * _STEPS) / _STEPS).astype(np.float32)
    return rounded


def _of_text(units: Units, deviation: float, mean_words: float) -> list[float]:
    return [
        math.log(min(LONGEST, len(units))) / 5,
        mean_words / 3,
        float((units.words < _TINY).mean()),
        deviation * 10,
    ]


def _of_similar(
    similar: Iterator[list[Floats]], windows: tuple[int, ...], size: int
) -> list[float]:
    """Return how similar the units of windows are, and how much that differs across places."""
    wanted = [*(3 * windows.index(window) + 2 for window in WITHIN), 3 * windows.index(5)]
    wholes, first = np.empty((len(wanted), size)), 0
    for columns in similar:
        last = first + len(columns[0])
        for whole, number in zip(wholes, wanted, strict=True):
            whole[first:last] = columns[number]
        first = last
    return [*wholes[:-1].mean(axis=1).tolist(), float(wholes[-1].std())]


def _looked_over(
    similarity: Similarity, expected: kernel.Expected, windows: tuple[int, ...]
) -> tuple[float, Iterator[list[Floats]]]:
    """Return the deviation of D, and what `_similar` yields, but for these windows.

    The deviation is the root of the mean square of D - E over all pairs within the horizon.
    """
    degrees, size, widest = np.diff(expected.sums), len(similarity), windows[-1]
    found = np.zeros(2)
    across = np.zeros((len(windows), size + 1))
    within = np.zeros((len(windows), size + 1 + widest))
    for block in column_blocks(similarity, reach=HORIZON):
        kernel.add_pairs(degrees, HORIZON, found, block)
        kernel.add_windows(across, within, np.array(windows), block)
    products, squares = found.tolist()
    ends = np.minimum(np.arange(size) + 1 + HORIZON, size)
    after = expected.squares[ends] - expected.squares[1:]
    own = float((degrees * degrees * after).sum())
    mean = squares - 2 * expected.scale * products + expected.scale**2 * own
    pairs = max(1.0, float((ends - np.arange(size) - 1).sum()))
    # Where all units are alike, what is left of rounding and of the horizon tells nothing.
    deviation = math.sqrt(max(1e-12, mean / pairs, _LEAST_PART**2 * squares / pairs))

    def sums() -> Iterator[list[Floats]]:
        for each in (across, within):
            np.cumsum(each, axis=1, out=each)
        for first in range(0, size, _WINDOW):
            last = min(size, first + _WINDOW)
            here = across[:, first:last], within[:, first : last + widest]
            yield _in_deviations(first, *here, windows, expected, deviation)

    return deviation, sums()


def _similar(
    similarity: Similarity, expected: kernel.Expected, deviation: float
) -> Iterator[list[Floats]]:
    """Yield, for each window, X across places, before them and after them, in deviations."""
    size, widest = len(similarity), WINDOWS[-1]
    carried = np.zeros(len(WINDOWS))
    tail = np.zeros((len(WINDOWS), 0))
    for first in range(0, size, _WINDOW):
        last = min(size, first + _WINDOW)
        # The columns that add to these places, and the first place that any of them adds to.
        low, high = max(0, first - widest - 1), min(size, last + widest)
        zero = low - 2 * widest
        across = np.zeros((len(WINDOWS), high + widest + 2 - zero))
        within = np.zeros((len(WINDOWS), high + 2 * widest + 2 - zero))
        block = similarity.columns(low, high, 2 * widest - 1)
        moved = block._replace(first=low - zero, rows=block.rows - np.int32(zero))
        kernel.add_windows(across, within, np.array(WINDOWS), moved)
        # Sums go on where those of the places before ended, so they are those of the whole text.
        across = across[:, first - zero : last - zero]
        across[:, 0] += carried
        across = across.cumsum(axis=1)
        carried = across[:, -1]
        begin = first if first else -widest
        within = within[:, widest + begin - zero : widest + last - zero]
        if first:
            within[:, 0] += tail[:, -1]
        within = np.concatenate((tail, within.cumsum(axis=1)), axis=1)
        tail = within[:, -widest:].copy()
        yield _in_deviations(first, across, within, WINDOWS, expected, deviation)


def _in_deviations(
    first: int,
    across: Floats,
    within: Floats,
    windows: tuple[int, ...],
    expected: kernel.Expected,
    deviation: float,
) -> list[Floats]:
    """Return how much sums of D are beyond what chance would give, in deviations.

    Those within windows begin so many places before `first` as the widest has units.
    """
    sums, squares, scale = expected
    size, widest, places = len(sums) - 1, windows[-1], np.arange(first, first + across.shape[1])
    # All windows at once, but no more than there is room for.
    found: list[Floats] = []
    step = max(1, _TOGETHER // len(places))
    for number in range(0, len(windows), step):
        some = np.array(windows[number : number + step])[:, None]
        numbers = np.arange(number, number + len(some))[:, None]
        low, high = np.maximum(places - some, 0), np.minimum(places + some, size)
        before, after = sums[places] - sums[low], sums[high] - sums[places]
        own_before = scale / 2 * (before * before - (squares[places] - squares[low]))
        own_after = scale / 2 * (after * after - (squares[high] - squares[places]))
        left, right, here = places - low, high - places, places - first
        seen_here = [
            value / (deviation * np.sqrt(np.maximum(1, pairs)))
            for value, pairs in (
                (across[numbers, here] - scale * before * after, left * right),
                (within[numbers, here - some + widest] - own_before, left * (left - 1) / 2),
                (within[numbers, here + widest] - own_after, right * (right - 1) / 2),
            )
        ]
        found += [one for window in zip(*seen_here, strict=True) for one in window]
    return found


def _splits(units: Units) -> list[Singles]:
    """Return the log odds of two sources of words against one, by the root of their number."""
    size, words = len(units), len(units.vocabulary)
    single = _of_single()
    most = int(_around(units.starts, SPLITS[-1]).max(initial=0))
    whole = beliefs.log_gammas(max(1, words) * _ALPHA, most + 1)
    found: list[Singles] = []
    step = max(1, _TOGETHER // size)
    for number in range(0, len(SPLITS), step):
        windows = SPLITS[number : number + step]
        odds, around = np.zeros((2, len(windows), size))
        for window, of_window, held in zip(windows, odds, around, strict=True):
            kernel.add_splits(of_window, units.starts, units.terms, window, words, single, whole)
            held[:] = _around(units.starts, window)
        found.extend(_rounded(odds / np.sqrt(np.maximum(1, around))))
    return found


@lru_cache(maxsize=1)
def _of_single() -> Floats:
    return beliefs.log_gammas(_ALPHA, 2 * SPLITS[-1] + 2)


def _around(starts: Indices, window: int) -> Indices:
    """Return how many words the units of a window before each place and after it have."""
    size = len(starts) - 1
    held = np.full(size, starts[-1])
    held[: max(0, size - window)] = starts[window:-1]
    held[window:] -= starts[: max(0, size - window)]
    return held


class _Chains(NamedTuple):
    """What recurs across places, and which words begin and end there.

    Attributes:
        spanned: for each gap, how much recurs across each place within it, beside other places.
        counts: the words before each place that begin there, end there, occur once.
        held: all words before each place.
    """

    spanned: list[Singles]
    counts: Rows
    held: Rows

    @classmethod
    def of(cls, units: Units) -> "_Chains":
        """Follow the words of a text."""
        size = len(units)
        counts = np.empty((3, size), dtype=np.int32)
        spanned: list[Singles] = []
        step = max(1, _TOGETHER // size)
        for number in range(0, len(GAPS), step):
            gaps = np.array(GAPS[number : number + step])
            changes = np.empty((len(gaps), size + 1))
            kernel.follow_words(
                changes, counts, units.starts, units.terms, len(units.vocabulary), gaps
            )
            some = np.cumsum(changes, axis=1, out=changes)[:, :size]
            deviations = np.maximum(1e-3, some.std(axis=1, keepdims=True))
            spanned.extend(_rounded((some - some.mean(axis=1, keepdims=True)) / deviations))
        sums = np.zeros((3, size + 1), dtype=np.int32)
        np.cumsum(counts, axis=1, out=sums[:, 1:])
        return cls(spanned, sums, units.starts.astype(np.int32))

    def shares(self, first: int, last: int) -> list[Floats]:
        """Return the shares of words that begin, end or occur once around some places."""
        counts, held, spans = self.counts, self.held, np.array(SPANS)[:, None]
        places, size = np.arange(first, last), len(held) - 1
        low, high = np.maximum(places - spans, 0), np.minimum(places + spans, size)
        here = counts[:, None, first:last]
        before = (here - counts[:, low]) / np.maximum(1, held[places] - held[low])
        after = (counts[:, high] - here) / np.maximum(1, held[high] - held[places])
        return [
            one
            for (new, ended, once), (begun, over, alone) in zip(
                after.swapaxes(0, 1), before.swapaxes(0, 1), strict=True
            )
            for one in (new, begun, over, ended, once, alone)
        ]


class _Sizes(NamedTuple):
    """The words of units, beside those of all.

    Attributes:
        units: the units.
        mean: of log(1 + words) over all units.
        spread: the deviation of it.
    """

    units: Units
    mean: float
    spread: float

    @classmethod
    def of(cls, units: Units) -> "_Sizes":
        """Look at all units of a text."""
        words = _log_words(units, 0, len(units))
        return cls(units, float(words.mean()), max(0.1, float(words.std())))

    def columns(self, first: int, last: int) -> list[Floats]:
        """Return the words and kept words of some units and of the ones before them."""
        begin = max(0, first - 1)
        words = _log_words(self.units, begin, last)
        terms = np.diff(self.units.starts[begin : last + 1]) / 10
        (size, before), (standing, there), (kept, kept_before) = (
            _with_shifted(one, first)
            for one in (words / 3, (words - self.mean) / self.spread, terms)
        )
        return [size, standing, before, there, kept, kept_before]


def _with_shifted(values: Floats, first: int) -> tuple[Floats, Floats]:
    """Return what is true of units, and of the ones before them, which nothing is of the first."""
    if first:
        return values[1:], values[:-1]
    return values, np.concatenate(([0.0], values[:-1]))


def _characters(units: Units, first: int, last: int) -> list[Floats]:
    """Return how some units end, how the ones before them do, and how units begin."""
    document = units.document
    if document is None:
        return [np.zeros(last - first)] * (2 * len(ENDINGS) + 3)
    begin = max(0, first - 1)
    text, spans, runs = document.text, document.columns.spans, Spans.of(units.runs)[begin:last]
    lasts = characters_at(text, spans.ends[runs.ends - 1] - 1)
    marks = [_with_shifted((lasts == ord(mark)).astype(np.float64), first) for mark in ENDINGS]
    starts = spans.starts[runs.starts][first - begin :]
    if document.origin is not None:
        starts = _behind_marks(text, starts)
    heads = characters_at(text, starts)
    begins = np.array(list(map(_begin, heads.tolist())), dtype=np.float64).reshape(-1, 3).T
    return [*(own for own, _ in marks), *(before for _, before in marks), *begins]


def _behind_marks(text: str, starts: Rows) -> Rows:
    """Return where the words of units begin: what a format writes before them is no word."""
    found = [
        start if (mark := _WRITTEN_MARKS.match(text, start)) is None else mark.end()
        for start in starts.tolist()
    ]
    return np.minimum(np.array(found, dtype=np.int64), len(text) - 1)


@lru_cache(maxsize=1 << 10)
def _begin(code: int) -> tuple[bool, bool, bool]:
    """Tell whether a character is a small letter, a digit, or neither a letter nor a number."""
    kind = unicodedata.category(chr(code))
    return kind == "Ll", kind == "Nd", kind[0] not in "LN"


def _log_words(units: Units, first: int, last: int) -> Floats:
    """Return log(1 + words) of some units."""
    return logarithms(int(units.words.max(initial=0)) + 1)[units.words[first:last]]


def logarithms(count: int) -> Floats:
    """Return log(1 + n) for n below a count, at the least."""
    return _more(1 << max(10, (count - 1).bit_length()))


@lru_cache(maxsize=4)
def _more(count: int) -> Floats:
    return one_by_one(math.log1p, np.arange(count))
