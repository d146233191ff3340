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

Time and memory grow with the text. The numbers are rounded, so that the last bit of a sum or of a
logarithm, which is not the same on all machines, decides nothing.
"""

import math
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import regex

from tmima import kernel
from tmima.arrays import Floats, Indices, Rows, Singles, distinct, one_by_one
from tmima.learnt import beliefs
from tmima.segmentation import HORIZON, expectation
from tmima.similarity import Similarity, column_blocks
from tmima.text import Document, Spans, Units, heading_sentences

SIGNS = (
    "paragraph", "inside", "heading", "under heading", "turn", "inside turn", "item", "no item",
)  # fmt: skip
# Those that paragraphs tell.
LAYOUT = SIGNS[:4]
# A dash, a dot or a star; or a number or a letter or two, with a point or a bracket.
_ITEM = regex.compile(r"(?:[-–—•·*+]|\(?(?:\d{1,3}|[^\W\d_]{1,2})[.)])\s")
_SPEAKER = regex.compile(r"\p{Lu}[^\n:]{0,39}: ")
_COLON = regex.compile(r": ")
_MOST_NAMES = 4


def signs(units: Units) -> Singles:
    """Return what the layout says of each place; a pair of zeros where it says nothing.

    None is a rule: the model has learnt what each is worth, and what it is worth not to know it. In
    a transcript a paragraph ends with a speaker's turn or at a pause.
    """
    found = np.zeros((len(units), len(SIGNS)), dtype=np.float32)
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
    for column, places in ((4, _turns(document, starts)), (6, _items(document, starts))):
        # A single one tells of no layout.
        if len(places) > 1:
            found[:, column + 1] = 1.0
            found[places, column : column + 2] = 1.0, 0.0
    return found


def _items(document: Document, starts: Rows) -> list[int]:
    """Return the units that begin as the items of a list do."""
    text = document.text
    return [place for place, start in enumerate(starts.tolist()) if _ITEM.match(text, start)]


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


@dataclass(frozen=True, slots=True, eq=False)
class Places:
    """The features of a text.

    Attributes:
        values: one row per place, one column per feature.
        signs: what the layout says of each place; zeros where nothing is known.
        expected: what chance would give D.
        deviation: of D from that, over all pairs.
    """

    values: Singles
    signs: Singles
    expected: kernel.Expected
    deviation: float

    def __len__(self) -> int:
        return len(self.values)

    @property
    def text(self) -> Singles:
        """What the text is like as a whole: its numbers, and how many places have each sign."""
        signs = self.signs.sum(axis=0) / np.float32(len(self))
        return np.concatenate((self.values[0, -len(TEXT) :], signs)).astype(np.float32, copy=False)


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
    deviation = _deviation(similarity, expected)
    similar = _similar(similarity, expected, deviation)
    believed, said = beliefs.believed(similarity, units, expected, deviation)
    at = np.arange(size)
    logs = logarithms(size + 1)
    columns = [
        *similar,
        *_splits(units),
        *_chains(units),
        *_sizes(units),
        *_characters(units),
        logs[at] / 5,
        logs[size - at] / 5,
        at / size,
        *believed,
        *(np.full(size, number) for number in (*_of_text(units, deviation, similar), *said)),
    ]
    values = np.empty((size, len(columns)), dtype=np.float32)
    together = max(1, _TOGETHER // size)
    for first in range(0, len(columns), together):
        some = np.stack(columns[first : first + together], axis=1)
        values[:, first : first + together] = np.rint(some * _STEPS) / _STEPS
    return Places(values, signs(units), expected, deviation)


def _of_text(units: Units, deviation: float, similar: list[Floats]) -> list[float]:
    after = {window: similar[3 * number + 2] for number, window in enumerate(WINDOWS)}
    return [
        math.log(min(LONGEST, len(units))) / 5,
        float(_log_words(units).mean()) / 3,
        float((units.words < _TINY).mean()),
        deviation * 10,
        *(float(after[window].mean()) for window in WITHIN),
        float(similar[3 * WINDOWS.index(5)].std()),
    ]


def _deviation(similarity: Similarity, expected: kernel.Expected) -> float:
    """Return the root of the mean square of D - E over all pairs within the horizon."""
    degrees, size = np.diff(expected.sums), len(similarity)
    products = squares = 0.0
    for block in column_blocks(similarity, reach=HORIZON):
        columns = block.columns()
        near = (columns > block.rows) & (columns - block.rows <= HORIZON)
        rows, columns, values = block.rows[near], columns[near], block.values[near]
        products += float((values * degrees[rows] * degrees[columns]).sum())
        squares += float((values * values).sum())
    ends = np.minimum(np.arange(size) + 1 + HORIZON, size)
    after = expected.squares[ends] - expected.squares[1:]
    own = float((degrees * degrees * after).sum())
    mean = squares - 2 * expected.scale * products + expected.scale**2 * own
    pairs = max(1.0, float((ends - np.arange(size) - 1).sum()))
    # Where all units are alike, what is left of rounding and of the horizon tells nothing.
    return math.sqrt(max(1e-12, mean / pairs, _LEAST_PART**2 * squares / pairs))


def _similar(similarity: Similarity, expected: kernel.Expected, deviation: float) -> list[Floats]:
    """Return, for each window, X across each place, before it and after it, in deviations."""
    size, widest = len(similarity), WINDOWS[-1]
    across = np.zeros((len(WINDOWS), size + 1))
    within = np.zeros((len(WINDOWS), size + widest + 1))
    for block in column_blocks(similarity, reach=2 * widest - 1):
        kernel.add_windows(across, within, np.array(WINDOWS), block)
    across, within = across.cumsum(axis=1), within.cumsum(axis=1)
    sums, squares, scale = expected
    # All windows at once, but no more than there is room for.
    found: list[Floats] = []
    step = max(1, _TOGETHER // size)
    for first in range(0, len(WINDOWS), step):
        windows = np.array(WINDOWS[first : first + step])[:, None]
        numbers, places = np.arange(first, first + len(windows))[:, None], np.arange(size)
        low, high = np.maximum(places - windows, 0), np.minimum(places + windows, size)
        before, after = sums[places] - sums[low], sums[high] - sums[places]
        own_before = scale / 2 * (before * before - (squares[places] - squares[low]))
        own_after = scale / 2 * (after * after - (squares[high] - squares[places]))
        left, right = places - low, high - places
        seen_here = [
            value / (deviation * np.sqrt(np.maximum(1, pairs)))
            for value, pairs in (
                (across[numbers, places] - scale * before * after, left * right),
                (within[numbers, places - windows + widest] - own_before, left * (left - 1) / 2),
                (within[numbers, places + widest] - own_after, right * (right - 1) / 2),
            )
        ]
        found += [one for window in zip(*seen_here, strict=True) for one in window]
    return found


def _splits(units: Units) -> Iterator[Floats]:
    """Yield the log odds of two sources of words against one, by the root of their number."""
    size, words, places = len(units), len(units.vocabulary), np.arange(len(units))
    around = [
        units.starts[np.minimum(places + window, size)]
        - units.starts[np.maximum(places - window, 0)]
        for window in SPLITS
    ]
    single = beliefs.log_gammas(_ALPHA, 2 * SPLITS[-1] + 2)
    whole = beliefs.log_gammas(max(1, words) * _ALPHA, int(around[-1].max(initial=0)) + 1)
    for window, held in zip(SPLITS, around, strict=True):
        odds = np.zeros(size)
        kernel.add_splits(odds, units.starts, units.terms, window, words, single, whole)
        yield odds / np.sqrt(np.maximum(1, held))


def _chains(units: Units) -> list[Floats]:
    """Return what recurs across each place, and the shares of words that begin and end there."""
    size = len(units)
    order = np.argsort(units.terms, kind="stable")
    holders, terms = units.owners[order], units.terms[order]
    counts = np.bincount(terms, minlength=len(units.vocabulary))
    same = terms[1:] == terms[:-1]
    here, following = holders[:-1][same], holders[1:][same]
    weights = 1 / np.sqrt(np.maximum(1, counts[terms[1:][same]] - 1))
    found = []
    for gap in GAPS:
        near = following - here <= gap
        change = np.bincount(here[near] + 1, weights[near], size + 1)
        change -= np.bincount(following[near] + 1, weights[near], size + 1)
        spanned = np.cumsum(change)[:size]
        found.append((spanned - spanned.mean()) / max(1e-3, float(spanned.std())))
    again = counts[terms] > 1
    ends = np.concatenate((~same, [True]))[: len(terms)]
    begins = np.concatenate(([True], ~same))[: len(terms)]
    new, last, once = (
        _before(np.bincount(holders[some], minlength=size))
        for some in (begins & again, ends & again, ~again)
    )
    held = _before(np.diff(units.starts))
    places = np.arange(size)
    for span in SPANS:
        low, high = np.maximum(places - span, 0), np.minimum(places + span, size)
        left = np.maximum(1, held[places] - held[low])
        right = np.maximum(1, held[high] - held[places])
        found += [
            (new[high] - new[places]) / right,
            (new[places] - new[low]) / left,
            (last[places] - last[low]) / left,
            (last[high] - last[places]) / right,
            (once[high] - once[places]) / right,
            (once[places] - once[low]) / left,
        ]
    return found


def _before(counts: Indices) -> Indices:
    """Return the sum of what lies before each place."""
    return np.concatenate(([0], np.cumsum(counts)))


def _sizes(units: Units) -> list[Floats]:
    """Return the words and kept words of each unit and of the one before it."""
    words = _log_words(units)
    standing = (words - words.mean()) / max(0.1, float(words.std()))
    terms = np.diff(units.starts) / 10
    shifted = [_shifted(values) for values in (words / 3, standing, terms)]
    return [words / 3, standing, shifted[0], shifted[1], terms, shifted[2]]


def _shifted(values: Floats) -> Floats:
    """Return for each unit what is true of the one before it."""
    return np.concatenate(([0.0], values[:-1]))


def _characters(units: Units) -> list[Floats]:
    """Return how units end, how the ones before them do, and how units begin."""
    document = units.document
    if document is None:
        return [np.zeros(len(units))] * (2 * len(ENDINGS) + 3)
    text, spans, runs = document.text, document.columns.spans, Spans.of(units.runs)
    lasts = [text[end - 1] for end in spans.ends[runs.ends - 1].tolist()]
    kinds = [unicodedata.category(text[at]) for at in spans.starts[runs.starts].tolist()]
    marks = [np.array([last == mark for last in lasts], dtype=np.float64) for mark in ENDINGS]
    begins = [
        np.array([kind == "Ll" for kind in kinds], dtype=np.float64),
        np.array([kind == "Nd" for kind in kinds], dtype=np.float64),
        np.array([kind[0] not in "LN" for kind in kinds], dtype=np.float64),
    ]
    return [*marks, *map(_shifted, marks), *begins]


def _log_words(units: Units) -> Floats:
    """Return log(1 + words) of each unit."""
    return logarithms(int(units.words.max(initial=0)) + 1)[units.words]


def logarithms(count: int) -> Floats:
    """Return log(1 + n) for n below a count, at the least."""
    return _more(1 << max(10, (count - 1).bit_length()))


@lru_cache(maxsize=4)
def _more(count: int) -> Floats:
    return one_by_one(math.log1p, np.arange(count))
