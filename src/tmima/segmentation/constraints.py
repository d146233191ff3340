"""What a segmentation must satisfy, and the segments and cuts that this leaves, as arrays."""

import math
import re
from bisect import bisect_right
from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from tmima.errors import TmimaError, shortened
from tmima.kernel.arrays import Flags, Indices
from tmima.segmentation.outline import (
    FOLLOW,
    HEADINGS,
    OUTLINES,
    HeadingLevels,
    OutlineBounds,
)
from tmima.segmentation.sizes import (
    SIZE_UNITS,
    first_units,
    require_document,
    require_timeline,
    size_of,
    split_oversize,
)
from tmima.segmentation.tokenizers import Tokenizer, tokenizer_named
from tmima.settings import (
    Count,
    Function,
    OneOf,
    PlaceList,
    Switch,
    Whole,
    check_fields,
    checked_fields,
    document_settings,
    setting,
)
from tmima.text import Document, Units, heading_sentences, parse_time, plural, short_time


@dataclass(frozen=True, slots=True)
class Admissible:
    """The segmentations of T units that constraints allow, as bounds on their segments.

    Attributes:
        earliest: for each unit t, the first unit of the longest segment that may end with t.
        latest: for each unit t, the first unit of the shortest segment that may end with t.
        closed: for each of the places 0 .. T, whether no segment may end there.
        counts: the least and the greatest number of segments, or nothing.
        until: for each of the places 0 .. T, the last place where a segment that begins there may
            end; nothing where all may end anywhere. It comes of sections that lie within each
            other or apart: of two places the later one, if it lies before the first one's last
            place, has no later last place.
    """

    earliest: Indices
    latest: Indices
    closed: Flags
    counts: tuple[int, int] | None = None
    until: Indices | None = None

    @classmethod
    def everything(cls, size: int) -> Self:
        """Allow all segmentations."""
        return cls(
            np.zeros(size, dtype=np.int64),
            np.arange(size, dtype=np.int64),
            np.zeros(size + 1, dtype=np.uint8),
        )

    def within(self, window: int) -> "Admissible":
        """Return these bounds without segments of more than `window` units."""
        starts = np.arange(len(self.earliest)) + 1 - window
        return replace(self, earliest=np.maximum(self.earliest, starts))

    def between(self, first: int, last: int) -> "Admissible":
        """Return these bounds for the units first .. last - 1 alone, in any number of segments."""
        places = slice(first, last + 1)
        size = last - first
        return Admissible(
            np.maximum(self.earliest[first:last] - first, 0),
            self.latest[first:last] - first,
            self.closed[places],
            until=None if self.until is None else np.minimum(self.until[places] - first, size),
        )

    def allows(self, starts: Indices, ends: Indices) -> NDArray[np.bool_]:
        """Return for some pairs of places whether a segment may go from one to the other."""
        fits = (self.earliest[ends - 1] <= starts) & (starts <= self.latest[ends - 1])
        fits &= self.closed[ends] == 0
        return fits if self.until is None else fits & (self.until[starts] >= ends)

    def require_counts(self) -> None:
        """Raise if none of the numbers of segments asked for is possible."""
        if self.counts is None:
            return
        (low, high), (least, greatest) = self.counts, self.possible_counts()
        if high < least or low > greatest:
            possible = f"more than {high} are needed" if high < least else f"{greatest} is the most"
            raise self.count_error(possible)

    def count_error(self, possible: str) -> TmimaError:
        """Return the error where no segmentation has the number asked for."""
        low, high = self.counts or (0, 0)
        return TmimaError(
            f"no segmentation into {low if low == high else f'{low}-{high}'} segments satisfies"
            f" the other constraints: {possible}"
        )

    @property
    def longest(self) -> int:
        """The number of units of the longest segment allowed."""
        return int((np.arange(len(self.earliest)) - self.earliest).max()) + 1

    def reachable(self) -> NDArray[np.bool_]:
        """Return for each place whether allowed segments lead there from the beginning.

        The number of segments is not looked at.
        """
        size = len(self.earliest)
        reached = np.zeros(size + 1, dtype=np.bool_)
        reached[0] = True
        until = [size] * (size + 1) if self.until is None else self.until.tolist()
        bounds = zip(self.earliest.tolist(), self.latest.tolist(), self.closed[1:], strict=True)
        begins = [0]  # the places reached from which a segment may still end further on, rising
        for end, (first, last, closed) in enumerate(bounds, start=1):
            nearest = bisect_right(begins, last) - 1
            reached[end] = not closed and nearest >= 0 and begins[nearest] >= first
            # What a section holds cannot be begun from once the section is over.
            while until[begins[-1]] <= end and len(begins) > 1:
                begins.pop()
            if reached[end]:
                begins.append(end)
        return reached

    def without(self, wrong: Mapping[tuple[int, int], bool]) -> "Admissible":
        """Return these bounds without some runs of units that are too large or too small.

        A run that is too large also excludes every run that contains it, and one that is too small
        every run that it contains.
        """
        earliest, latest = np.zeros_like(self.earliest), self.latest.copy()
        for (first, last), too_large in wrong.items():
            if too_large:
                earliest[last - 1] = max(earliest[last - 1], first + 1)
            else:
                latest[last - 1] = min(latest[last - 1], first - 1)
        earliest = np.maximum(self.earliest, np.maximum.accumulate(earliest))
        latest = np.minimum.accumulate(latest[::-1])[::-1].copy()
        return replace(self, earliest=earliest, latest=latest)

    def possible_counts(self) -> tuple[int, int]:
        """Return the least and the greatest number of segments, whatever `counts` asks for.

        All numbers between the two are possible if there is no outline: bounds never fall then, so
        where a segment of one segmentation holds one of another, both can change over to the
        other's way there.
        """
        extreme = self._least_sum_of_steps if self.until is None else self._least_sum_in_sections
        units = np.arange(len(self.earliest))
        # Nothing can be cut into more than its units.
        single = self.allows(units, units + 1).all()
        if single and self.until is None:
            return self._fewest_by_longest(), len(units)
        return extreme(1), len(units) if single else -extreme(-1)

    def _fewest_by_longest(self) -> int:
        """Return the least number of segments where units are allowed to be segments.

        Bounds never fall, so there is none with fewer than the one whose segments, from the last to
        the first, are as long as they may be.
        """
        count, end = 0, len(self.earliest)
        while end:
            count, end = count + 1, int(self.earliest[end - 1])
        return count

    def places_by_end(self) -> dict[int, Indices]:
        """Return the places that segments may begin at up to some place only, by that place."""
        size = len(self.earliest)
        if self.until is None or not (self.until < size).any():
            return {}
        bound = np.flatnonzero(self.until < size)
        order = bound[np.argsort(self.until[bound], kind="stable")]
        ends, firsts = np.unique(self.until[order], return_index=True)
        return dict(zip(ends.tolist(), np.split(order, firsts[1:]), strict=True))

    def _least_sum_in_sections(self, step: int) -> int:
        """Return what `_least_sum_of_steps` does where bounds may fall and sections end."""
        values = np.full(len(self.earliest) + 1, np.inf)
        values[0] = 0.0
        over = self.places_by_end()
        rows = zip(self.earliest.tolist(), self.latest.tolist(), self.closed[1:], strict=True)
        for end, (first, last, closed) in enumerate(rows, start=1):
            if not closed and first <= last:
                values[end] = values[first : last + 1].min() + step
            if end in over:
                values[over[end]] = np.inf
        if math.isinf(values[-1]):
            raise TmimaError("no segmentation is allowed: some place cannot be passed")
        return int(values[-1])

    def _least_sum_of_steps(self, step: int) -> int:
        """Return the least sum of `step` over the segments of a segmentation."""
        values: list[float] = [0.0, *[math.inf] * len(self.earliest)]
        waiting = deque([0])  # places whose values rise, of which the first is the least
        entered = 1
        rows = zip(
            self.earliest.tolist(), self.latest.tolist(), self.closed[1:].tolist(), strict=True
        )
        for unit, (first, last, closed) in enumerate(rows):
            for place in range(entered, last + 1):
                while waiting and values[waiting[-1]] >= values[place]:
                    waiting.pop()
                waiting.append(place)
            entered = max(entered, last + 1)
            while waiting and waiting[0] < first:
                waiting.popleft()
            if waiting and not closed and first <= last:
                values[unit + 1] = values[waiting[0]] + step
        if math.isinf(values[-1]):
            raise TmimaError("no segmentation is allowed: some place cannot be passed")
        return int(values[-1])


# What a method that can keep to them says it understands.
CONSTRAINTS = "constraints"
REFUSE, SPLIT, KEEP = OVERSIZE = ("refuse", "split", "keep")
_CUT_AT = "cut_at"
_OFFSET = re.compile(r"@[0-9]{1,18}")

Place = int | str
"""A place between two units: the units before it, "@" and a character offset, or a time."""


@dataclass(frozen=True, kw_only=True)
class ConstraintSettings:
    """What segments must satisfy, as settings: of `Constraints`, and of a segmenter."""

    n_segments: int | tuple[int, int] | None = setting(
        Count(),
        "Number of segments, or a range of numbers.",
        python="A range is a tuple of the least and the greatest number.",
        metavar="K|A-B",
        page=True,
    )
    min_size: int | None = setting(
        Whole(1), "Least size of a segment.", metavar="N", of=CONSTRAINTS
    )
    max_size: int | None = setting(
        Whole(1), "Greatest size of a segment.", metavar="N", of=CONSTRAINTS, stream=True
    )
    size_unit: str = setting(
        OneOf(SIZE_UNITS),
        "What sizes are counted in.",
        python="The white space between segments belongs to the one before; seconds are those of "
        "a transcript.",
        default="sentences",
        of=CONSTRAINTS,
    )
    tokenizer: Tokenizer | str | None = setting(
        Function(find=tokenizer_named),
        "Function from a text to its tokens, for sizes in tokens; tiktoken:NAME or "
        "tokenizers:FILE.",
        of=CONSTRAINTS,
    )
    oversize: str = setting(
        OneOf(OVERSIZE),
        "What becomes of a unit that alone is larger than `max_size`.",
        python='"refuse" raises an error, "split" cuts it at the best place inside, and its pieces '
        'are units themselves, "keep" leaves it a segment of its own.',
        default=REFUSE,
        of=CONSTRAINTS,
    )
    cut_at: tuple[Place, ...] = setting(
        PlaceList(),
        "Places that must be cut, by comma: units before the cut, @ and a character offset, "
        "a time of a transcript as 12:30 for the nearest place, or headings; headings:2 and "
        "headings:2-3 cut at the headings of levels 1 to 2 and 2 to 3 and nowhere else, with a "
        "plus sign behind elsewhere too.",
        default=(),
        of=CONSTRAINTS,
        page=True,
    )
    no_cut_at: tuple[Place, ...] = setting(
        PlaceList(), "Places that must not be cut.", default=(), of=CONSTRAINTS, page=True
    )
    keep_paragraphs: bool = setting(
        Switch(), "Do not cut inside a paragraph.", default=False, of=CONSTRAINTS
    )
    outline: str | None = setting(
        OneOf(OUTLINES),
        "Whether segments follow the headings of the text: none cuts across a section, and none "
        "ends with a heading.",
        python="The learnt method follows them if nothing is said, the others ignore them.",
        of=CONSTRAINTS,
        page=True,
    )


@document_settings
@dataclass(frozen=True, kw_only=True)
class Constraints(ConstraintSettings):
    """What every segmentation must satisfy; only those that do are weighed."""

    def __post_init__(self) -> None:
        check_fields(self)
        if self.min_size and self.max_size and self.min_size > self.max_size:
            raise TmimaError(
                f"`min_size` {self.min_size} is above `max_size` {self.max_size} {self.size_unit}"
            )
        if self._counts is not None and not 1 <= self._counts[0] <= self._counts[1]:
            raise TmimaError(
                "the number of segments must be 1 or more, or a range of such numbers, not "
                f"{self.n_segments}"
            )

    @classmethod
    def of(cls, given: "Constraints | Mapping[str, Any] | None") -> Self:
        """Return constraints, also from a mapping of their names."""
        return checked_fields(cls, given, "constraint")

    def with_count(self, n_segments: int | tuple[int, int] | None) -> "Constraints":
        """Return these constraints with a number of segments, if one is given."""
        return self if n_segments is None else replace(self, n_segments=n_segments)

    def as_dict(self) -> dict[str, Any]:
        """Return the constraints that are set, for JSON; a tokenizer as its name."""
        values = {name: getattr(self, name) for name in self._stated_constraints()}
        if self.min_size or self.max_size:
            values["size_unit"] = self.size_unit
            values |= {"tokenizer": self.tokenizer} if isinstance(self.tokenizer, str) else {}
            values |= {"oversize": self.oversize} if self.oversize != REFUSE else {}
        return values | ({"outline": self.outline} if self.outline else {})

    def on(self, units: Units) -> Admissible | None:
        """Return the segmentations of some units that satisfy these constraints.

        Nothing is returned if there are no constraints. If no segmentation satisfies them, the
        error says which ones clash, and where.
        """
        # Where a section of which the first heading stands behind others may not be cut inside,
        # some numbers of segments are not to be had.
        for rows in (False, True) if self.outline == FOLLOW else ():
            bounds = OutlineBounds.of(units, rows=rows)
            if bounds is None:
                break
            allowed = self._admissible_within(units, bounds)
            if self._is_possible(allowed):
                return allowed
        # Who tells sizes, places or a number means them: where they cannot be kept along with the
        # outline, the outline gives way.
        if not self._stated_constraints():
            return None
        allowed = self._admissible_within(units)
        if not allowed.reachable()[-1]:
            raise TmimaError(self._clash_message(units))
        return allowed

    def wrong_sizes(
        self, units: Units, allowed: Admissible, runs: Iterable[tuple[int, int]]
    ) -> dict[tuple[int, int], bool]:
        """Return which runs of units are too large, or else too small, each counted as a whole.

        Sizes in tokens need not add up, and which runs fit is decided by few that are counted.
        """
        wrong: dict[tuple[int, int], bool] = {}
        if self.size_unit != "tokens" or not (self.min_size or self.max_size):
            return wrong
        least, greatest = self.min_size or 0, self.max_size or math.inf
        for first, last in runs:
            size = self.size_of(units, first, last)
            # What must not be parted may be left as it is.
            kept = self.oversize == KEEP and allowed.closed[first + 1 : last].all()
            if size < least or (size > greatest and not kept):
                wrong[first, last] = size > greatest
        return wrong

    def size_of(self, units: Units, first: int, last: int) -> int:
        """Return the size of the units first .. last - 1 in what sizes are counted in."""
        return size_of(units, self.size_unit, self.tokenizer, first, last)

    def size_error(self, units: Units) -> TmimaError:
        """Return the error where all segmentations had runs of a wrong size."""
        named = self._stated_constraints()
        limits = " and ".join(named[name] for name in ("min_size", "max_size") if name in named)
        return TmimaError(
            f"no segmentation of {len(units)} units was found that keeps {limits}: this tokenizer "
            "counts a text otherwise than its parts; give limits that are further apart"
        )

    def _is_possible(self, allowed: Admissible) -> bool:
        """Return whether some segmentation is allowed; an outline alone always leaves one."""
        if not self._stated_constraints():
            return True
        if not allowed.reachable()[-1]:
            return False
        if allowed.counts is None:
            return True
        least, most = allowed.possible_counts()
        return least <= allowed.counts[1] and allowed.counts[0] <= most

    def split_oversize_units(self, document: Document, unit: str) -> Document:
        """Return a document without units that alone are too large, if those are to be split."""
        if self.max_size is None or self.oversize != SPLIT:
            return document
        whole = plural(unit) == "paragraphs" or self.keep_paragraphs
        return split_oversize(
            document, self.max_size, self.size_unit, self.tokenizer, paragraphs=whole
        )

    def of_coarser_levels(self) -> "Constraints":
        """Return what the levels above the finest must satisfy.

        The number of segments and their sizes are those of the finest level alone. The places that
        must be cut, or must not, are the same on every level.
        """
        return replace(self, n_segments=None, max_size=None)

    def between_paragraphs(self, paragraphs: Units) -> "Constraints":
        """Return these constraints, which are on paragraphs, as constraints on their sentences."""
        # Errors must speak of paragraphs, which the user named, not of the sentences inside them.
        self.on(paragraphs)

        def in_sentences(places: Iterable[Place]) -> tuple[Place, ...]:
            return tuple(
                place if isinstance(place, str) else paragraphs.runs[place - 1][1]
                for place in places
            )

        return replace(
            self,
            keep_paragraphs=True,
            cut_at=in_sentences(self.cut_at),
            no_cut_at=in_sentences(self.no_cut_at),
        )

    @property
    def _counts(self) -> tuple[int, int] | None:
        """The least and the greatest number of segments."""
        return (
            (self.n_segments, self.n_segments)
            if isinstance(self.n_segments, int)
            else self.n_segments
        )

    def _stated_constraints(self) -> dict[str, str]:
        """Return the constraints that are set, by name, each as messages state it."""
        said = {
            "min_size": f"`min_size` {self.min_size} {self.size_unit}",
            "max_size": f"`max_size` {self.max_size} {self.size_unit}",
            "n_segments": "`n_segments` " + "-".join(map(str, self._counts or ())),
            "cut_at": "`cut_at` " + ",".join(map(str, self.cut_at)),
            "no_cut_at": "`no_cut_at` " + ",".join(map(str, self.no_cut_at)),
            "keep_paragraphs": "`keep_paragraphs`",
        }
        return {name: text for name, text in said.items() if getattr(self, name)}

    def _admissible_within(self, units: Units, bounds: OutlineBounds | None = None) -> Admissible:
        size = len(units)
        earliest, latest = first_units(
            units, self.size_unit, self.tokenizer, least=self.min_size, greatest=self.max_size
        )
        must = self.required_cuts(units)
        must_not = self._places(units, self.no_cut_at, "no_cut_at")
        closed = np.zeros(size + 1, dtype=np.uint8)
        if self.keep_paragraphs:
            closed[1:size] = ~_paragraph_ends(units)[1:size]
        closed[list(must_not)] = 1
        exact = self._only_heading_cuts(units)
        if exact is not None:
            closed[1:size] = 1
            closed[list(must | exact)] = 0
        for place in sorted(must):
            if closed[place]:
                other = "no_cut_at" if place in must_not else "keep_paragraphs"
                raise TmimaError(
                    f"`cut_at` and `{other}` clash: the place after unit {place} "
                    f"(character {units.edges[place]}) must be cut and must not"
                )
        if self.oversize == KEEP:
            # Units that must not be parted are a segment whatever its size.
            begins = np.maximum.accumulate(np.where(closed[:size], 0, np.arange(size)))
            earliest = np.minimum(earliest, begins)
        if bounds is not None:
            closed |= bounds.closed
            closed[list(must)] = 0
            closed = bounds.open_where_needed(closed, earliest)
            earliest = np.maximum(earliest, bounds.earliest)
        # No segment reaches back over a place that must be cut.
        last_cut = np.zeros(size, dtype=np.int64)
        for place in must:
            last_cut[place] = place
        counts = self._counts
        if counts is not None and counts[0] > size:
            raise TmimaError(f"{size} units cannot be cut into {counts[0]} segments")
        return Admissible(
            np.maximum(earliest, np.maximum.accumulate(last_cut)),
            latest,
            closed,
            None if counts is None else (counts[0], min(counts[1], size)),
            None if bounds is None else bounds.until,
        )

    def required_cuts(self, units: Units) -> set[int]:
        """Return the places that must be cut."""
        return self._places(units, self.cut_at, "cut_at")

    def _only_heading_cuts(self, units: Units) -> set[int] | None:
        """Return the headings to cut at if cuts are wanted nowhere else; nothing otherwise.

        A number of segments or a greatest size asks for other cuts too, as many as it takes.
        """
        levels = [HeadingLevels.parse(one) for one in self.cut_at if isinstance(one, str)]
        alone = [one for one in levels if one is not None and not one.more]
        if not alone or self._counts is not None or self.max_size is not None:
            return None
        return {place for one in alone for place in one.places_of_headings(units)}

    def _places(self, units: Units, wanted: Iterable[Place], name: str) -> set[int]:
        places: set[int] = set()
        for place in wanted:
            levels = HeadingLevels.parse(place) if isinstance(place, str) else None
            if place == HEADINGS and name == _CUT_AT:
                places.update(_heading_places(units))
            elif levels is not None and name == _CUT_AT:
                places.update(levels.places_of_headings(units))
            elif isinstance(place, str) and _OFFSET.fullmatch(place):
                at = _place_of_offset(units, int(place[1:]), strict=name == _CUT_AT)
                places.update(() if at is None else (at,))
            elif isinstance(place, str) and parse_time(place) is not None and len(units) > 1:
                places.add(_place_of_time(units, place))
            elif isinstance(place, int) and 0 < place < len(units):
                places.add(place)
            else:
                headings = "" if name != _CUT_AT else "or headings:2, "
                raise TmimaError(
                    f"`{name}` wants places from 1 to {len(units) - 1} (units before the cut) or @ "
                    f"and a character offset, or a time as 12:30, {headings}not {shortened(place)}"
                )
        return places

    def _clash_message(self, units: Units) -> str:
        """Return which constraints cannot hold together, and from where on."""
        reached = self._admissible_within(units).reachable()
        place = int(np.flatnonzero(reached)[-1])
        if self.max_size is not None:
            for unit in range(place, min(place + 2, len(units))):
                size = self.size_of(units, unit, unit + 1)
                if size > self.max_size:
                    return (
                        f"unit {unit + 1} (characters {units.edges[unit]}-{units.edges[unit + 1]}) "
                        f"alone has {size} {self.size_unit}, more than `max_size` {self.max_size}: "
                        "`oversize='split'` cuts it, keep leaves it so"
                    )
        named = self._stated_constraints()
        nothing = Constraints()
        guilty = [
            name
            for name in named
            if replace(self, **{name: getattr(nothing, name)})
            ._admissible_within(units)
            .reachable()[-1]
        ]
        return (
            f"no segmentation satisfies {' and '.join(named[name] for name in guilty or named)}: "
            f"after unit {place} of {len(units)} (character {units.edges[place]}) no segment fits"
        )


def _paragraph_ends(units: Units) -> NDArray[np.bool_]:
    document = require_document(units, "`keep_paragraphs`")
    ends = {last for _, last in document.paragraphs}
    return np.array([True] + [last in ends for _, last in units.runs])


def _heading_places(units: Units) -> list[int]:
    document = require_document(units, "`cut_at` headings")
    headings = set(heading_sentences(document))
    # A heading under another stays with it.
    begins = {index for index in headings if index - 1 not in headings}
    return [place for place, (first, _) in enumerate(units.runs) if place and first in begins]


def _place_of_time(units: Units, written: str) -> int:
    """Return the place that is nearest to a time; of two that are as near, the first."""
    timeline = require_timeline(units, f"the time {written}")
    time = parse_time(written) or 0.0
    if not timeline.time(0) <= time <= timeline.end:
        raise TmimaError(
            f"the time {written} lies outside the transcript, "
            f"{short_time(timeline.time(0))} to {short_time(timeline.end)}"
        )
    return 1 + int(np.argmin(np.abs(timeline.times(units.edges[1:-1]) - time)))


def _place_of_offset(units: Units, offset: int, *, strict: bool) -> int | None:
    """Return the place at a character offset; nothing if it lies inside a unit and may do so."""
    document = require_document(units, f"the character offset @{offset}")
    place = int(np.searchsorted(units.edges, offset, side="left"))
    if 0 < place < len(units):
        # The white space before a unit belongs to the place too.
        before = document.columns.spans[units.runs[place - 1][1] - 1].end
        if before <= offset <= units.edges[place]:
            return place
    if not strict:
        return None
    inside = place < len(units.edges) and place > 0
    where = (
        f"inside unit {place} (characters {units.edges[place - 1]}-{units.edges[place]})"
        if inside
        else f"outside the text of {units.edges[-1]} characters"
    )
    raise TmimaError(f"`cut_at` @{offset} lies {where}: name an offset between two units")
