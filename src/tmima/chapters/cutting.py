"""From a transcript to chapters that a platform accepts: its rules are constraints of the cut."""

from contextlib import suppress
from dataclasses import replace
from typing import Any

from tmima.chapters.chapter import speech_of
from tmima.chapters.writing import ChapterFormat, Rules, chapter_formats, check_times
from tmima.errors import TmimaError
from tmima.result import SegmentedText
from tmima.segmentation import Constraints, Prepared
from tmima.segmenter import Segmenter
from tmima.text import Document, Source, Timeline, short_time

_SECONDS = "seconds"
_TRIED = 4
# Seconds of a chapter of a longer recording, where nothing is told: neither a remark nor an act.
_SHORTEST, _LONGEST = 60, 900


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
    usual = _with_usual_length(kept, speech)
    own = segmenter.constraints.min_size is not None or segmenter.finer
    if usual is not None and not own:
        # One cue may be longer than a chapter should be.
        with suppress(TmimaError):
            return _cut(segmenter, prepared, speech, rules, usual)
    return _cut(segmenter, prepared, speech, rules, kept)


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
    # More chapters than that have no room.
    room = min(len(prepared), int(speech.end // (_seconds(kept) or 1)))
    # Each number takes a run of its own. Where the text alone has too few, those that it has with
    # the rules are hardly more; only where they are, more are tried.
    most = _TRIED * rules.least_chapters
    while True:
        enough = (rules.least_chapters, max(rules.least_chapters, min(most, room)))
        found = segmenter.segment(prepared, n_segments=enough)
        if most >= room or len(found) <= most // 2:
            return found
        most *= 2


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


def _with_usual_length(kept: Constraints, speech: Timeline) -> Constraints | None:
    """Return constraints that keep chapters to lengths that listeners can use.

    None where somebody told a size, a number or places, or the recording is short.
    """
    told = kept.max_size is not None or kept.n_segments is not None or kept.cut_at
    if told or speech.end <= _LONGEST:
        return None
    return replace(kept, min_size=_SHORTEST, max_size=_LONGEST, size_unit=_SECONDS)


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
