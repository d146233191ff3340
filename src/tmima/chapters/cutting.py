"""From a transcript to chapters that a platform accepts: its rules are constraints of the cut."""

import math
from contextlib import suppress
from dataclasses import replace
from typing import Any

from tmima.chapters.chapter import speech_of
from tmima.chapters.writing import ChapterFormat, Rules, chapter_formats, check_times
from tmima.errors import TmimaError
from tmima.result import SegmentedText
from tmima.segmentation import Constraints, Prepared
from tmima.segmenter import Segmenter
from tmima.settings import Duration
from tmima.text import Document, Source, Timeline, short_time

_SECONDS = "seconds"
# Seconds of a chapter, unless somebody tells sizes: neither a remark nor an act.
_SHORTEST, _LONGEST = 60, 900
# A chapter may be so many times as long, or as short, as is wanted in the mean.
_AROUND = 1.5
# People publish about this number of chapters for a recording of a minute, and twice as many for
# one that is eight times as long. Chosen by `benchmarks.published_chapters`.
PUBLISHED = 3.7


def usual_length(seconds: float) -> float:
    """Return how long the chapters that people publish are in the mean, by the recording's length.

    >>> [usual_length(60 * minutes) for minutes in (5, 20, 40, 120)]
    [60.0, 119.0, 190.0, 395.0]
    """
    minutes = seconds / 60
    return max(float(_SHORTEST), float(round(60 * minutes ** (2 / 3) / PUBLISHED)))


def cut(
    text: str | Source | Document | Prepared,
    form: str | ChapterFormat = "json",
    **settings: Any,
) -> SegmentedText:
    """Cut a transcript into chapters by the rules of the form that they are to be written in.

    Args:
        text: a transcript, what was opened (`tmima.open_file`) or what was read before.
        form: the name of a form of chapters, or one's own.
        settings: those of a `Segmenter`.
    """
    segmenter = Segmenter(**settings)
    return cut_prepared(segmenter, segmenter.prepare(text), form)


def cut_prepared(
    segmenter: Segmenter, prepared: Prepared, form: str | ChapterFormat
) -> SegmentedText:
    """Cut a prepared transcript into chapters, as `cut` does."""
    known = chapter_formats[form] if isinstance(form, str) else form
    rules = known.rules
    speech = speech_of(prepared.document)
    check_times(known, prepared.document)
    if not isinstance(speech, Timeline):
        return segmenter.replace(constraints=_without_times(segmenter.constraints)).segment(
            prepared
        )
    kept = _with_length(segmenter.constraints, rules)
    told = segmenter.constraints
    by_hand = told.min_size is not None or told.max_size is not None
    wanted = None if segmenter.every is None else Duration().check("every", segmenter.every)
    if not by_hand and _takes_length(segmenter):
        segmenter = segmenter.replace(every=usual_length(speech.end))
    bounds = [] if by_hand or speech.end <= _LONGEST else _usual_bounds(kept, wanted)
    for each in bounds:
        # One cue may be longer than a chapter should be, and a number or places may be told that
        # leave no others.
        with suppress(TmimaError):
            return _cut(segmenter, prepared, speech, rules, each)
    return _cut(segmenter, prepared, speech, rules, kept)


def _takes_length(segmenter: Segmenter) -> bool:
    """Return whether chapters are to be as long as usual: nobody told their length or number."""
    known = "every" in segmenter.entry.settings
    return known and segmenter.every is None and segmenter.constraints.n_segments is None


def _cut(
    segmenter: Segmenter, prepared: Prepared, speech: Timeline, rules: Rules, kept: Constraints
) -> SegmentedText:
    """Cut a transcript with times into as many chapters as the rules ask for, or more."""
    _check_length(speech, rules.least_chapters, kept)
    count = _count(kept.n_segments, rules)
    segmenter = segmenter.replace(constraints=replace(kept, n_segments=None), n_segments=count)
    # Where the text has enough chapters by itself, the rules change nothing.
    found = segmenter.segment(prepared)
    if len(found) >= rules.least_chapters:
        return found
    return segmenter.segment(prepared, n_segments=rules.least_chapters)


def _with_length(constraints: Constraints, rules: Rules) -> Constraints:
    """Return constraints that also keep a platform's least length."""
    if not rules.least_seconds:
        return constraints
    sized = constraints.min_size is not None or constraints.max_size is not None
    if sized and constraints.size_unit != _SECONDS:
        raise TmimaError(
            f"these chapters must have {rules.least_seconds} seconds or more: sizes must be in "
            f"seconds too, not `size_unit` {constraints.size_unit!r}"
        )
    least = max(constraints.min_size or 0, rules.least_seconds)
    return replace(constraints, min_size=least, size_unit=_SECONDS)


def _usual_bounds(kept: Constraints, wanted: float | None) -> list[Constraints]:
    """Return constraints that keep chapters to lengths that listeners can use, best first.

    Where a mean length is wanted, the bounds are widened so that they hold chapters of about it.
    """
    least, most = _SHORTEST, _LONGEST
    if wanted is not None:
        least = min(least, math.ceil(wanted / _AROUND))
        most = max(most, math.ceil(wanted * _AROUND))
    longest = replace(kept, max_size=most, size_unit=_SECONDS)
    return [replace(longest, min_size=max(least, kept.min_size or 0)), longest]


def _without_times(constraints: Constraints) -> Constraints:
    """Return constraints that name seconds only where a size is given in them."""
    sized = constraints.min_size is not None or constraints.max_size is not None
    return constraints if sized else replace(constraints, size_unit=Constraints().size_unit)


def _count(given: int | tuple[int, int] | None, rules: Rules) -> int | tuple[int, int] | None:
    """Return the number of chapters that was asked for, if the rules allow it."""
    low, high = given if isinstance(given, tuple) else (given, given)
    if low is None or high is None or rules.least_chapters <= low:
        return given
    if high < rules.least_chapters:
        raise TmimaError(
            f"`n_segments` {high} is too few: there must be {rules.least_chapters} chapters or more"
        )
    return rules.least_chapters, high


def _seconds(kept: Constraints) -> int:
    """Return the least length of a chapter."""
    return kept.min_size or 0 if kept.size_unit == _SECONDS else 0


def _check_length(timeline: Timeline, least_chapters: int, kept: Constraints) -> None:
    length = _seconds(kept)
    if timeline.end < least_chapters * length:
        raise TmimaError(
            f"the recording is too short: {least_chapters} chapters of at least {length} seconds "
            f"need {short_time(least_chapters * length)}, it has {short_time(timeline.end)}"
        )
