"""No segment cuts across a section: the bounds against the definition, by enumeration."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tmima
from tests.segmentation.test_engine import allows
from tmima.errors import TmimaError
from tmima.segmentation import Constraints, OutlineBounds, Prepared
from tmima.segmentation import outline as bounds_of_outlines
from tmima.segmentation.outline import HeadingLevels
from tmima.text import Document, Heading, Outline, Units

KINDS = st.lists(st.integers(0, 4), min_size=1, max_size=9)


def units_of(kinds: list[int]) -> Units:
    """Return units that are headings of some levels, or text where the level is 0."""
    lines = [f"{'#' * level} Part {n}" if level else f"Text {n}." for n, level in enumerate(kinds)]
    text = "\n\n".join(lines)
    analyzer = tmima.Segmenter(language="en", format="markdown")
    return Units.of(analyzer.read(text))


def all_segmentations(size: int) -> list[tuple[int, ...]]:
    return [(*cuts, size) for count in range(size) for cuts in combinations(range(1, size), count)]


def follows(kinds: list[int], boundaries: tuple[int, ...]) -> bool:
    """The definition: each segment lies in a section, holds it, or lies apart; none ends badly."""
    size = len(kinds)
    sections = [
        (first, next((n for n in range(first + 1, size) if 0 < kinds[n] <= level), size))
        for first, level in enumerate(kinds)
        if level
    ]
    segments = list(zip((0, *boundaries), boundaries, strict=False))
    return not any(kinds[end - 1] for _, end in segments[:-1]) and all(
        (a <= start and end <= b) or (start <= a and b <= end) or end <= a or b <= start
        for start, end in segments
        for a, b in sections
    )


@settings(max_examples=150, deadline=None)
@given(KINDS)
def test_what_is_allowed_is_what_follows_the_outline(kinds):
    units = units_of(kinds)
    assert len(units) == len(kinds)
    allowed = Constraints(outline="follow").on(units)
    for boundaries in all_segmentations(len(kinds)):
        expected = follows(kinds, boundaries)
        assert (allowed is None or allows(allowed, boundaries)) == expected, boundaries


@settings(max_examples=40, deadline=None)
@given(KINDS, st.integers(1, 4))
def test_limits_hold_and_the_outline_wherever_they_let_it(kinds, largest):
    units = units_of(kinds)
    allowed = Constraints(outline="follow", max_size=largest).on(units)
    assert allowed is not None
    assert allowed.reachable()[-1]
    kept = [one for one in all_segmentations(len(kinds)) if allows(allowed, one)]
    fits = [
        one
        for one in all_segmentations(len(kinds))
        if max(np.diff([0, *one])) <= largest and follows(kinds, one)
    ]
    assert kept
    assert all(max(np.diff([0, *one])) <= largest for one in kept)
    assert set(fits) <= set(kept)


@settings(max_examples=40, deadline=None)
@given(KINDS, st.data())
def test_every_number_of_segments_is_to_be_had(kinds, data):
    units = units_of(kinds)
    text = Prepared.of(units.document)
    most = max(len(one) for one in all_segmentations(len(kinds)) if follows(kinds, one))
    wanted = data.draw(st.integers(1, len(kinds)))
    found = tmima.Segmenter(language="en", n_segments=wanted).segment(text.document)
    assert len(found) == wanted
    if wanted <= most:
        assert follows(kinds, found.boundaries)


@settings(max_examples=60, deadline=None)
@given(KINDS)
def test_the_default_follows_the_outline_in_all_that_it_answers(kinds):
    document = units_of(kinds).document
    segmenter = tmima.Segmenter(
        language="en", posteriors=True, best=3, samples=3, levels=3, cut_costs=True
    )
    found = segmenter.segment(document)
    answers = found.answers
    assert follows(kinds, found.boundaries)
    for other in (*answers.best, *answers.samples):
        assert follows(kinds, other.segmentation.boundaries)
    for cut in range(1, len(kinds)):
        possible = any(cut in one for one in all_segmentations(len(kinds)) if follows(kinds, one))
        assert possible == (answers.posteriors.cuts[cut - 1] > 0)
        assert possible or np.isinf(answers.cut_costs[cut - 1])


@settings(max_examples=60, deadline=None)
@given(KINDS, st.integers(1, 5))
def test_the_least_and_the_greatest_number_are_those_of_enumeration(kinds, largest):
    allowed = Constraints(outline="follow", max_size=largest).on(units_of(kinds))
    counts = [len(one) for one in all_segmentations(len(kinds)) if allows(allowed, one)]
    assert allowed.possible_counts() == (min(counts), max(counts))


def test_samples_follow_the_outline():
    kinds = [1, 0, 0, 2, 0, 0, 1, 0, 0]
    segmenter = tmima.Segmenter(
        language="en",
        method="density",
        outline="follow",
        samples=300,
        parameters={"temperature": 100.0},
    )
    samples = segmenter.segment(units_of(kinds).document).answers.samples
    assert len({one.segmentation for one in samples}) > 10
    assert all(follows(kinds, one.segmentation.boundaries) for one in samples)


def test_a_heading_that_is_too_large_with_its_text_is_parted_from_it_and_no_other():
    units = units_of([1, 0, 0, 1, 0, 0])
    allowed = Constraints(outline="follow", max_size=1).on(units)
    assert allowed.until is not None
    assert not allowed.closed.any()
    smaller = Constraints(outline="follow", max_size=2).on(units)
    assert smaller.closed.tolist() == [0, 1, 0, 0, 1, 0, 0]


def test_a_document_without_headings_is_left_alone():
    units = units_of([0, 0, 0])
    assert OutlineBounds.of(units) is None
    assert Constraints(outline="follow").on(units) is None


def test_a_window_is_not_proved_where_an_outline_is_followed():
    kinds = [1, *[0] * 300] * 2
    document = units_of(kinds).document
    density = tmima.Segmenter(language="en", method="density")
    assert density.segment(document).answers.certificate.proof == "bound"
    followed = density.replace(outline="follow").segment(document)
    assert followed.answers.certificate.proof == "all"


def test_cuts_have_the_outline_among_their_reasons():
    document = units_of([1, 0, 2, 0, 1, 0]).document
    found = tmima.Segmenter(language="en", cut_costs=True).segment(document)
    outline = found.answers.reasons["outline"]
    assert outline.argmax() == 3  # where a section of the highest rank begins
    assert outline[1] == np.delete(outline, 3).max()  # and where one of the second does
    plain = tmima.Segmenter(language="en", cut_costs=True, outline="ignore").segment(document)
    assert "outline" not in plain.answers.reasons


def test_headings_alone_are_one_segment():
    assert len(tmima.Segmenter(language="en").segment(units_of([1, 2, 3, 2]).document)) == 1


def test_a_large_section_may_be_cut_though_headings_stand_before_it(monkeypatch):
    kinds = [1, 2, 0, 0, 0, 2, 0]
    assert not allows(Constraints(outline="follow").on(units_of(kinds)), (4, 5, 7))
    monkeypatch.setattr(bounds_of_outlines, "_LARGE", 3)
    assert allows(Constraints(outline="follow").on(units_of(kinds)), (4, 5, 7))


@pytest.mark.parametrize("unit", ["sentences", "paragraphs"])
def test_a_title_above_the_first_section_stands_in_the_way_of_no_number(unit):
    text = "# A\n\n## B\n\nA cat. A dog.\n\nA ship. A boat.\n\n## C\n\nA tree.\n\nA rock."
    segmenter = tmima.Segmenter(language="en", format="markdown", unit=unit)
    document = segmenter.read(text)
    size = len(Units.of(document, unit))
    for number in range(1, size + 1):
        found = segmenter.segment(document, n_segments=number)
        assert len(found) == number
        # As long as there are enough places behind text, no heading is left behind.
        if number <= size - 3:
            assert not any(one.text.splitlines()[-1:] == ["## B"] for one in found)
            assert not any(one.text.rstrip().endswith(("# A", "## B", "## C")) for one in found)


@settings(max_examples=200, deadline=None)
@given(KINDS, st.integers(0, 5))
def test_sections_lie_within_each_other_or_apart_whatever_is_large(kinds, large):
    units = units_of(kinds)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bounds_of_outlines, "_LARGE", large)
        sections = bounds_of_outlines.section_places(units, units.document.outline)
        allowed = Constraints(outline="follow").on(units)
    spans = [(one.first, one.last) for one in sections if one.first < one.last]
    for a, b in spans:
        for c, d in spans:
            assert b <= c or d <= a or (a <= c and d <= b) or (c <= a and b <= d)
    if allowed is not None:
        ends = {end for one in all_segmentations(len(kinds)) if allows(allowed, one) for end in one}
        assert set(np.flatnonzero(allowed.reachable())) - {0} >= ends
        assert allowed.reachable()[-1]


def test_told_places_win_over_the_outline():
    units = units_of([1, 0, 1, 0])
    assert Constraints(outline="follow", cut_at=(1,)).on(units).closed[1] == 0
    found = tmima.Segmenter(language="en", cut_at=(1,)).segment(units.document)
    assert 1 in found.boundaries


def test_the_outline_gives_way_to_sizes_that_it_makes_impossible():
    # Segments of two units, of which a section has three.
    units = units_of([1, 0, 0, 1, 0, 0])
    found = tmima.Segmenter(language="en", min_size=2, max_size=2).segment(units.document)
    assert found.boundaries == (2, 4, 6)


def test_density_ignores_the_outline_unless_asked():
    document = units_of([1, 0, 0, 1, 0, 0, 0, 0]).document
    ignored = tmima.Segmenter(language="en", method="density", n_segments=8).segment(document)
    assert len(ignored) == 8
    kinds = [1, 0, 0, 1, 0, 0, 0, 0]
    for number in range(1, 7):
        asked = tmima.Segmenter(
            language="en", method="density", outline="follow", n_segments=number
        ).segment(document)
        assert follows(kinds, asked.boundaries)


@pytest.mark.parametrize(
    ("told", "places"),
    [
        ("headings:1", {4, 7}),
        ("headings:2", {2, 4, 7}),
        ("headings:2-3", {2, 5}),
        ("headings:3-3", {5}),
    ],
)
def test_headings_of_some_levels_are_cut_at_and_nothing_else(told, places):
    units = units_of([1, 0, 2, 0, 1, 3, 0, 1, 0, 0])
    found = tmima.Segmenter(language="en", cut_at=told).segment(units.document)
    # A heading under another is cut at with it.
    expected = {4 if place == 5 else place for place in places}
    assert set(found.boundaries) == expected | {10}
    more = tmima.Segmenter(language="en", cut_at=told + "+", n_segments=6).segment(units.document)
    assert expected <= set(more.boundaries)
    assert len(more) == 6


def test_a_heading_at_the_beginning_alone_is_cut_at_nowhere():
    found = tmima.Segmenter(language="en", cut_at="headings:3").segment(units_of([1, 0]).document)
    assert len(found) == 1


def test_levels_that_no_heading_has_are_named():
    with pytest.raises(TmimaError, match="levels 5 to 6, and the text has levels 1, 2"):
        tmima.Segmenter(language="en", cut_at="headings:5-6").segment(
            units_of([1, 0, 2, 0]).document
        )


@pytest.mark.parametrize("number", [5, 7, 8])
def test_levels_follow_the_outline(number):
    kinds = [1, 0, 2, 0, 0, 2, 0, 0, 1, 0, 2, 0, 0]
    found = tmima.Segmenter(language="en", n_segments=number, levels=3).segment(
        units_of(kinds).document
    )
    tops = {place for place, level in enumerate(kinds) if level == 1 and place}
    first = found.answers.levels
    assert {branch.last for branch in first} == tops | {len(kinds)}
    second = [child for branch in first for child in branch.children]
    assert {child.last for child in second} <= {2, 5, 8, 10, len(kinds)}


def test_written_levels():
    assert HeadingLevels.parse("headings") == HeadingLevels(1, None, more=True)
    assert HeadingLevels.parse("head") is None


@pytest.mark.parametrize(
    "written",
    ["headings:0", "headings:7-2", "headings:x", "headings:2-", "headings:", "headings:2-0"],
)
def test_levels_that_cannot_be_are_refused_by_what_can(written):
    with pytest.raises(TmimaError, match=rf"{written}.*: levels are whole numbers from 1 on"):
        tmima.Segmenter(language="en", cut_at=written).segment(units_of([1, 0, 2, 0]).document)


def test_a_guessed_heading_binds_only_where_it_is_sure():
    text = "One\n\nText here.\n\nTwo\n\nText there."
    starts = [text.index(word) for word in ("One", "Two")]
    for confidence, binds in ((0.3, False), (0.95, True)):
        document = tmima.Segmenter(language="en").read(text)
        outline = Outline.of(text, [Heading(s, s + 3, 1, confidence) for s in starts])
        given = Document(
            document.text,
            document.language,
            document.sentences,
            document.paragraphs,
            outline=outline,
        )
        assert (OutlineBounds.of(Units.of(given)) is not None) == binds
