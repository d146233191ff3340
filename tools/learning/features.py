"""What can be seen at each place of a text, in numbers that know no language.

A place is the beginning of a unit; row i of the features is the place before unit i. With D the
similarity, E what chance would give it (`expectation`), and X = (D - E) / its deviation:

- how similar the w units before a place are to the w after it, and each of the two sides in itself;
- how much better two multinomials tell the words around a place than one;
- how many words recur across a place, begin at it, end at it, or occur once only;
- how long the units are, how they begin and end, where in the text the place is;
- what small models of the whole text believe of the place (`beliefs.py`);
- what the text is like as a whole: the last columns, the same in each row.
"""

import math
import re
import unicodedata
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tmima import kernel
from tmima.arrays import Floats, Indices
from tmima.document import Units, heading_sentences
from tmima.segmentation import expectation
from tmima.similarity import Similarity
from tmima.values import Spans
from tools.learning import beliefs, loops

WINDOWS = (1, 2, 3, 5, 8, 13, 21, 34, 55)
SPLITS = (2, 5, 13, 34)
GAPS = (2, 5, 12, 30, 80)
SPANS = (1, 3, 8, 21)
ENDINGS = ".?:!"
WITHIN = (2, 5, 13, 34)
TEXT = (
    "units", "mean words", "tiny units", "deviation",
    *(f"mean within {window}" for window in WITHIN), "spread across 5", *beliefs.TEXT,
)  # fmt: skip
SIGNS = ("paragraph", "inside", "heading", "under heading", "turn", "inside turn", "item", "no item")
# Longer texts than were learnt from are taken for texts of so many units.
LONGEST = 1000
_TINY = 4
# A dash, a dot or a star; or a number or a letter or two, with a point or a bracket.
_ITEM = re.compile(r"(?:[-–—•·*+]|\(?(?:\d{1,3}|[^\W\d_]{1,2})[.)])\s")
_ALPHA = 0.1


@dataclass(frozen=True, slots=True, eq=False)
class Places:
    """The features of a text.

    Attributes:
        values: one row per place, one column per feature.
        signs: what the layout says of each place; zeros where nothing is known.
        rows, columns, similar: the entries of D above the diagonal.
        expected: what chance would give D.
        deviation: of D from that, over all pairs.
    """

    values: Floats
    signs: Floats
    rows: NDArray[np.int32]
    columns: NDArray[np.int32]
    similar: Floats
    expected: kernel.Expected
    deviation: float


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


def features(similarity: Similarity, units: Units, *, layout: bool = True) -> Places:
    """Return what can be seen at the places of a text; of its layout only if that is known."""
    size = len(units)
    block = similarity.columns(0, size)
    rows, columns, values = block.rows.copy(), block.columns(), block.values.copy()
    expected = expectation(similarity)
    deviation = _deviation(rows, columns, values, expected)
    similar = _similar(loops.windows(rows, columns, values, WINDOWS, size), expected, deviation)
    prefix = beliefs.prefix_sums(rows, columns, values, np.diff(expected.sums), expected.scale, deviation)
    believed, numbers = beliefs.believed(beliefs.bands(prefix, beliefs.WIDEST))
    worded, more = beliefs.worded(units.starts, units.terms, len(units.vocabulary))
    found = [
        *similar,
        *_splits(units),
        *_chains(units),
        *_sizes(units),
        *_characters(units),
        np.log1p(np.arange(size)) / 5,
        np.log1p(size - np.arange(size)) / 5,
        np.arange(size) / size,
        believed,
        *worded,
        *(np.full(size, number) for number in (*_of_text(units, deviation, similar), *numbers, *more)),
    ]
    return Places(
        np.stack(found, axis=1),
        signs(units, layout=layout),
        rows,
        columns,
        values,
        expected,
        deviation,
    )


def signs(units: Units, *, layout: bool = True) -> Floats:
    """Return what the author's layout says of each place; a pair of zeros where it says nothing."""
    found = np.zeros((len(units), len(SIGNS)))
    document = units.document
    if document is None or len(document.paragraphs) < 2:
        return found
    runs = Spans.of(units.runs)
    if layout:
        first = np.zeros(len(document.sentences), dtype=bool)
        first[Spans.of(document.paragraphs).starts] = True
        found[:, 0] = first[runs.starts]
        found[:, 1] = ~first[runs.starts]
        heading = np.zeros(len(document.sentences) + 1, dtype=bool)
        heading[heading_sentences(document)] = True
        found[:, 2] = heading[runs.starts]
        found[1:, 3] = heading[runs.starts[1:] - 1]
    # Whether the speaker is the same as before is not asked: where a recording was parted, the same
    # one often ends a part and begins the next, which would be learnt as a sign of a cut.
    text, starts = document.text, document.columns.spans.starts[runs.starts].tolist()
    turns = [place for place, start in enumerate(starts) if _names_speaker(text, start)]
    if len(turns) > 1:
        found[:, 5] = 1.0
        found[turns, 4:6] = 1.0, 0.0
    items = [place for place, start in enumerate(starts) if _ITEM.match(text, start)]
    if len(items) > 1:
        found[:, 7] = 1.0
        found[items, 6:8] = 1.0, 0.0
    return found


def _names_speaker(text: str, start: int) -> bool:
    """Tell whether a unit begins with a name and a colon."""
    name, colon, _ = text[start : start + 42].partition(": ")
    return bool(colon) and name[:1].isupper() and "\n" not in name and len(name.split()) <= 4


def _of_text(units: Units, deviation: float, similar: list[Floats]) -> list[float]:
    words = np.log1p(units.words)
    after = {window: similar[3 * number + 2] for number, window in enumerate(WINDOWS)}
    return [
        math.log(min(LONGEST, len(units))) / 5,
        float(words.mean()) / 3,
        float((units.words < _TINY).mean()),
        deviation * 10,
        *(float(after[window].mean()) for window in WITHIN),
        float(similar[3 * WINDOWS.index(5)].std()),
    ]


def _deviation(
    rows: NDArray[np.int32],
    columns: NDArray[np.int32],
    values: Floats,
    expected: kernel.Expected,
) -> float:
    """Return the root of the mean square of D - E over all pairs."""
    degrees = np.diff(expected.sums)
    size = len(degrees)
    products = float((values * degrees[rows] * degrees[columns]).sum())
    own = (float((degrees**2).sum()) ** 2 - float((degrees**4).sum())) / 2
    squares = float((values**2).sum())
    mean = squares - 2 * expected.scale * products + expected.scale**2 * own
    return math.sqrt(max(1e-12, mean / max(1.0, size * (size - 1) / 2)))


def _similar(summed: tuple[Floats, Floats], expected: kernel.Expected, deviation: float) -> list[Floats]:
    """Return, for each window, X across each place, before it and after it, in deviations."""
    across, within = summed
    size, widest = across.shape[1], WINDOWS[-1]
    places = np.arange(size)
    sums, squares, scale = expected
    found = []
    for number, window in enumerate(WINDOWS):
        low, high = np.maximum(places - window, 0), np.minimum(places + window, size)
        before, after = sums[places] - sums[low], sums[high] - sums[places]
        own_before = scale / 2 * (before**2 - (squares[places] - squares[low]))
        own_after = scale / 2 * (after**2 - (squares[high] - squares[places]))
        left, right = places - low, high - places
        for value, pairs in (
            (across[number] - scale * before * after, left * right),
            (within[number, places - window + widest] - own_before, left * (left - 1) / 2),
            (within[number, places + widest] - own_after, right * (right - 1) / 2),
        ):
            found.append(value / (deviation * np.sqrt(np.maximum(1, pairs))))
    return found


def _splits(units: Units) -> list[Floats]:
    """Return the log odds of two sources of words against one, by the root of their number."""
    size, held = len(units), _before(np.diff(units.starts))
    words = max(1, len(units.vocabulary))
    most = int(np.diff(units.starts).max(initial=0)) * 2 * SPLITS[-1] + 1
    single = np.array([math.lgamma(k + _ALPHA) for k in range(2 * SPLITS[-1] + 2)])
    whole = np.array([math.lgamma(k + words * _ALPHA) for k in range(most + 1)])
    found = []
    for window in SPLITS:
        low = np.maximum(np.arange(size) - window, 0)
        high = np.minimum(np.arange(size) + window, size)
        odds = loops.splits(units.starts, units.terms, window, single, whole)
        found.append(odds / np.sqrt(np.maximum(1, held[high] - held[low])))
    return found


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
        _before(np.bincount(holders[some], minlength=size)) for some in (begins & again, ends & again, ~again)
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
    words = np.log1p(units.words)
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
