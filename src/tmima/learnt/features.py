"""The features of places, of texts and of layouts: one table for each, one entry for each feature.

An entry has a name, a kind and the function that computes it from what is seen (`views`, `layout`).
Names, kinds and columns follow from the tables here, and with them the shapes of weights, what is
forgotten while learning and what reasons are told by. A feature more or less is an entry more or
less, and weights that are learnt again. None knows a language.
"""

import math
from collections.abc import Callable, Hashable, Iterable, Mapping
from itertools import product
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np

from tmima.kernel.arrays import Flags, Floats, Singles
from tmima.learnt.layout import Bools, Layout
from tmima.learnt.similarity_windows import SIDES, SPREAD, WINDOWS, WITHIN
from tmima.learnt.surface import ENDINGS
from tmima.learnt.views import PlacesView, TextView
from tmima.learnt.words import GAPS, SPANS, SPLITS
from tmima.text import Units

# Longer texts than were learnt from are taken for texts of so many units. Whoever learns from texts
# that are longer raises it here and nowhere else.
LONGEST = 4000
_TINY = 4

SIMILARITY, WORDS, SIZES, MARKS, POSITION, BELIEFS, WHOLE = (
    "similarity", "words", "sizes", "marks", "position", "beliefs", "text",
)  # fmt: skip
PARAGRAPHS, TURNS, ITEMS, OUTLINE = "paragraphs", "turns", "items", "outline"

View = TypeVar("View")
Value = TypeVar("Value")
Key = TypeVar("Key", bound=Hashable)
Column = Floats | Singles


class Feature(NamedTuple, Generic[View, Value]):
    """A feature.

    Attributes:
        name: of its own.
        kind: which features it is forgotten and explained with.
        compute: returns it, given what is seen.
    """

    name: str
    kind: str
    compute: Callable[[View], Value]


PlaceFeature = Feature[PlacesView, Column]


def _picked(
    block: Callable[[PlacesView], Mapping[Key, Column]], key: Key
) -> Callable[[PlacesView], Column]:
    """Return the function that picks a column of several that are computed together."""
    return lambda here: block(here)[key]


def _at_places(
    block: Callable[[PlacesView], Mapping[Key, Column]], key: Key
) -> Callable[[PlacesView], Column]:
    """Return the function that picks the part of a column of the whole text."""
    return lambda here: block(here)[key][here.here]


PLACE_FEATURES: tuple[PlaceFeature, ...] = (
    # How similar the units before a place are to those after it, and each of the sides in itself.
    *(
        Feature(f"{side} {window}", SIMILARITY, _picked(lambda here: here.similar, (side, window)))
        for window, side in product(WINDOWS, SIDES)
    ),
    # How much better two multinomials tell the words around it than one.
    *(
        Feature(f"split {window}", WORDS, _at_places(lambda here: here.splits, window))
        for window in SPLITS
    ),
    # How many words recur across it, begin at it, end at it, or occur once only.
    *(
        Feature(f"spanned {gap}", WORDS, _at_places(lambda here: here.chains.spanned, gap))
        for gap in GAPS
    ),
    *(
        Feature(
            f"{which} {side} {span}", WORDS, _picked(lambda here: here.shares, (which, side, span))
        )
        for span in SPANS
        for which, sides in (
            ("new", ("after", "before")),
            ("last", ("before", "after")),
            ("once", ("after", "before")),
        )
        for side in sides
    ),
    # How long the units behind it and before it are, also beside those of the whole text.
    Feature("words", SIZES, lambda here: here.sizes.words.own),
    Feature("words here", SIZES, lambda here: here.sizes.standing.own),
    Feature("words before", SIZES, lambda here: here.sizes.words.before),
    Feature("words there", SIZES, lambda here: here.sizes.standing.before),
    Feature("terms", SIZES, lambda here: here.sizes.terms.own),
    Feature("terms before", SIZES, lambda here: here.sizes.terms.before),
    # How they begin and end.
    *(
        Feature(f"{name} {mark}", MARKS, _picked(block, mark))
        for name, block in (
            ("ends", lambda here: here.marks.ends),
            ("before it ends", lambda here: here.marks.ends_before),
        )
        for mark in ENDINGS
    ),
    Feature("small letter", MARKS, lambda here: here.marks.small_letter),
    Feature("digit", MARKS, lambda here: here.marks.digit),
    Feature("no letter", MARKS, lambda here: here.marks.no_letter),
    # Where in the text it is.
    Feature("from the start", POSITION, lambda here: here.logarithms[here.before] / 5),
    Feature("from the end", POSITION, lambda here: here.logarithms[here.after] / 5),
    Feature("place", POSITION, lambda here: here.before / len(here.text.units)),
    # What small models of the whole text believe of it.
    *(
        Feature(name, BELIEFS, _at_places(lambda here: here.text.beliefs, name))
        for name in ("believed", "worded weakly", "worded strongly")
    ),
)

TextFeature = Feature[TextView, float]


def _said(name: str) -> TextFeature:
    """Return what the small models say of the text under a name."""
    return Feature(name, WHOLE, lambda text: text.said[name])


def _within(window: int) -> TextFeature:
    """Return how similar the units of windows are in the mean."""
    return Feature(f"mean within {window}", WHOLE, lambda text: text.windows.within[window])


TEXT_FEATURES: tuple[TextFeature, ...] = (
    Feature("units", WHOLE, lambda text: math.log(min(LONGEST, len(text.units))) / 5),
    Feature("mean words", WHOLE, lambda text: text.sizes.mean / 3),
    Feature("tiny units", WHOLE, lambda text: float((text.units.words < _TINY).mean())),
    Feature("deviation", WHOLE, lambda text: text.windows.deviation * 10),
    *map(_within, WITHIN),
    Feature(f"spread across {SPREAD}", WHOLE, lambda text: text.windows.spread),
    *map(
        _said,
        (
            "believed length", "believed evenness", "believed doubt", "believed evidence",
            "worded weakly, number", "worded weakly, doubt",
            "worded strongly, number", "worded strongly, doubt",
        ),
    ),
)  # fmt: skip

# None is a rule: the model has learnt what each is worth, and what it is worth not to know it.
SIGN_FEATURES: tuple[Feature[Layout, Bools], ...] = (
    Feature("paragraph", PARAGRAPHS, lambda layout: layout.paragraphs.yes),
    Feature("inside", PARAGRAPHS, lambda layout: layout.paragraphs.no),
    Feature("heading", PARAGRAPHS, lambda layout: layout.headings),
    Feature("under heading", PARAGRAPHS, lambda layout: layout.under_headings),
    Feature("turn", TURNS, lambda layout: layout.turns.yes),
    Feature("inside turn", TURNS, lambda layout: layout.turns.no),
    Feature("item", ITEMS, lambda layout: layout.items.yes),
    Feature("no item", ITEMS, lambda layout: layout.items.no),
    # Seen where the outline is followed (`Places.without_outline`); zeros where none binds.
    Feature("section of rank 1", OUTLINE, lambda layout: layout.ranks == 1),
    Feature("section of rank 2", OUTLINE, lambda layout: layout.ranks == 2),
    Feature("section of lower rank", OUTLINE, lambda layout: layout.ranks > 2),
    Feature("no section begins", OUTLINE, lambda layout: layout.ranks == 0),
)

TEXT = tuple(one.name for one in TEXT_FEATURES)
SIGNS = tuple(one.name for one in SIGN_FEATURES)


def features() -> tuple[Feature[PlacesView, Column] | Feature[TextView, float], ...]:
    """Return the features whose values a place has, in the order of the columns."""
    return *PLACE_FEATURES, *TEXT_FEATURES


def names() -> list[str]:
    """Return the names of the features, in the order of the columns."""
    return [one.name for one in features()]


def kinds() -> dict[str, list[int]]:
    """Return the columns of each kind of features of a place, those of its text apart."""
    return _by_kind(PLACE_FEATURES)


def sign_kinds() -> dict[str, list[int]]:
    """Return the columns of each kind of signs."""
    return _by_kind(SIGN_FEATURES)


def _by_kind(table: Iterable[Feature[Any, Any]]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for column, one in enumerate(table):
        found.setdefault(one.kind, []).append(column)
    return found


def layout_signs(units: Units) -> Flags:
    """Return what the layout says of each place, a column for each sign; zeros where nothing."""
    layout = Layout.of(units)
    found = np.empty((len(units), len(SIGN_FEATURES)), dtype=np.uint8)
    for column, one in enumerate(SIGN_FEATURES):
        found[:, column] = one.compute(layout)
    return found
