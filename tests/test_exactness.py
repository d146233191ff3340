"""What docs/exactness.md says of the answers, statement by statement.

Of small texts all allowed segmentations are listed, number by number (`best` of each number, which
tests/segmentation and tests/methods hold to plain loops); of each answer it is asked whether the
list agrees.
"""

import ast
import math
import re
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.test_golden import texts
from tmima import Segmenter, TmimaError
from tmima.learnt import answer
from tmima.result import SegmentedText
from tmima.segmentation import Certificate, Solution
from tmima.text import Document, Segmentation

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "exactness.md").read_text(encoding="utf-8")
# The parameters are given, so that a number of segments changes no cost.
METHODS: dict[str, dict[str, Any]] = {
    "learnt": {},
    "density": {"method": "density", "parameters": {"mean_length": 3, "std_length": 2}},
}
WORDS = ("Harbour ships", "ships tide", "tide harbour", "bakers dough", "dough flour", "mill flour")
ASKED = {"best": 3, "path": 20, "cut_costs": True, "posteriors": True, "samples": 5}
ALL = "all allowed segmentations"


def into(low: int, high: int = 0) -> str:
    number = f"{low} to {high}" if high > low else f"{low}"
    return f"allowed segmentations into {number} segment{'' if number == '1' else 's'}"


sentences = st.sampled_from([f"{words} are here." for words in WORDS])
paragraphs = st.lists(st.lists(sentences, min_size=1, max_size=3), min_size=1, max_size=4)
prose = paragraphs.map(lambda blocks: "\n\n".join(" ".join(block) for block in blocks))
constraints: st.SearchStrategy[dict[str, Any]] = st.sampled_from(
    [
        {},
        {},
        {"max_size": 3},
        {"min_size": 2},
        {"cut_at": [1]},
        {"no_cut_at": [1, 3]},
        {"keep_paragraphs": True},
        {"cut_at": [2], "max_size": 4},
    ]
)
numbers = st.one_of(
    st.none(),
    st.none(),
    st.integers(1, 5),
    st.tuples(st.integers(1, 3), st.integers(3, 6)),
)
units = st.sampled_from(["sentences", "sentences", "paragraphs"])


def segmented(text: str, **given_: Any) -> SegmentedText | None:
    """Return what is found, or nothing where nothing is allowed."""
    try:
        return Segmenter(language="en", **given_).segment(text)
    except TmimaError:
        return None


def every(text: str, **given_: Any) -> dict[int, list[Solution]]:
    """Return all allowed segmentations by their number of segments, the cheapest first."""
    listed = {}
    for number in range(1, 13):
        result = segmented(text, **given_, n_segments=number, best=1_000)
        if result is not None:
            assert result.answers is not None
            assert result.answers.best is not None
            listed[number] = list(result.answers.best)
    return listed


def allowed(
    listed: dict[int, list[Solution]], told: int | tuple[int, int] | None
) -> dict[int, list[Solution]]:
    """Return the segmentations whose number of segments was told."""
    low, high = (told, told) if isinstance(told, int) else told or (1, 12)
    return {number: listed[number] for number in listed if low <= number <= high}


@settings(max_examples=60)
@given(prose, constraints, numbers, units, st.sampled_from(sorted(METHODS)), st.booleans())
def test_all_answers_agree_with_the_list_of_all_segmentations(
    text, limits, told, unit, method, by_bias
):
    given_ = {**METHODS[method], **limits, "unit": unit}
    with pytest.MonkeyPatch.context() as patch:
        if by_bias:
            patch.setattr(answer, "_MOST_WEIGHED", 0)
        result = segmented(text, **given_, n_segments=told, **ASKED)
    assume(result is not None)
    listed = every(text, **given_)
    free = allowed(listed, told)
    count, answers = len(result), result.answers
    own = free[count]
    if method == "density":
        own = sorted(chain.from_iterable(free.values()), key=lambda one: one.cost)
    # The answer, the first of the best and the path's entry are one, with one cost.
    assert answers.best[0] == Solution(result.segmentation, result.cost)
    assert answers.path[count - 1] == answers.best[0] == answers.optimum
    assert result.cost == pytest.approx(own[0].cost)
    assert [one.cost for one in answers.best] == pytest.approx([one.cost for one in own[:3]])
    assert len({one.segmentation for one in answers.best}) == len(answers.best)
    assert [one and one.cost for one in answers.path] == pytest.approx(
        [listed[n][0].cost if n in listed else None for n in range(1, len(answers.path) + 1)]
    )
    # Cuts cost what the cheapest of the same segmentations with that cut costs more.
    for place, cost in enumerate(answers.cut_costs, start=1):
        with_it = [one.cost for one in own if place in one.segmentation.boundaries]
        assert cost == pytest.approx(min(with_it, default=math.inf) - own[0].cost, abs=1e-7)
    # Probabilities and samples are of all numbers that were not excluded.
    costs = {one.segmentation: one.cost for some in free.values() for one in some}
    for drawn in answers.samples:
        assert drawn.cost == pytest.approx(costs[drawn.segmentation])
    weights = {
        one: math.exp((own[0].cost - cost) / answers.posteriors.temperature)
        for one, cost in costs.items()
    }
    for place, probability in enumerate(answers.posteriors.cuts, start=1):
        with_it = sum(weight for one, weight in weights.items() if place in one.boundaries)
        assert probability == pytest.approx(with_it / sum(weights.values()), abs=1e-6)
    # The certificate names those that the answer is the cheapest of.
    expected = into(count)
    if method == "density" and not isinstance(told, int):
        expected = ALL if told is None else into(told[0], min(told[1], len(result.units)))
    assert answers.certificate.among == expected
    assert answers.certificate.optimal
    assert answers.certificate.proof == "all"


ranges = st.one_of(st.none(), st.tuples(st.integers(1, 3), st.integers(3, 6)))


@given(prose, constraints, units, ranges)
def test_the_default_s_number_is_the_median_of_all_segmentations(text, limits, unit, told):
    result = segmented(text, **limits, unit=unit, n_segments=told)
    assume(result is not None)
    listed = allowed(every(text, **limits, unit=unit), told)
    weights = {n: sum(math.exp(-one.cost) for one in some) for n, some in listed.items()}
    reached, whole = 0.0, sum(weights.values())
    for number, weight in weights.items():
        assert result.settings.number.share(number) == pytest.approx(weight / whole, abs=1e-6)
    for number, weight in weights.items():
        reached += weight / whole
        if reached > 0.5 + 1e-6:
            assert len(result) <= number
            break
    below = sum(weight for number, weight in weights.items() if number < len(result)) / whole
    assert below < 0.5 + 1e-6


@settings(max_examples=40)
@given(prose, constraints, st.integers(2, 3), units)
def test_levels_leave_the_default_as_it_is(text, limits, levels, unit):
    plain = segmented(text, **limits, unit=unit, **ASKED)
    assume(plain is not None)
    result = segmented(text, **limits, unit=unit, **ASKED, levels=levels)
    assert result.segmentation == plain.segmentation
    assert result.answers.certificate == plain.answers.certificate
    assert result.answers.path == plain.answers.path
    assert result.answers.best == plain.answers.best


@settings(max_examples=40)
@given(prose, constraints, st.integers(2, 3))
def test_levels_of_density_are_named_by_the_certificate(text, limits, levels):
    """Its answer keeps the cuts of the level above; the path knows no levels."""
    result = segmented(text, **METHODS["density"], **limits, **ASKED, levels=levels)
    assume(result is not None)
    answers, level = result.answers, result.answers.levels
    assert answers.certificate.among == f"{ALL} that keep the cuts of the level above"
    for _ in range(levels - 2):
        level = [child for branch in level for child in branch.children]
    above = {branch.last for branch in level}
    listed = every(text, **METHODS["density"], **limits)
    kept = [
        one for some in listed.values() for one in some if above <= set(one.segmentation.boundaries)
    ]
    assert result.cost == answers.best[0].cost == pytest.approx(min(one.cost for one in kept))
    assert result.segmentation == answers.best[0].segmentation
    count = len(result)
    assert answers.path[count - 1].cost == pytest.approx(listed[count][0].cost)


# --- Limits by their definition, on the text of each segment

# Number signs are headings: sections of two ranks, and text before the first.
lines = st.sampled_from([*(f"{words} are here." for words in WORDS), "# Harbour", "## Flour"])
marked = st.lists(lines, min_size=2, max_size=8).map("\n\n".join)
limits = st.sampled_from(
    [
        {},
        {"min_size": 2, "max_size": 4},
        {"min_size": 5, "max_size": 14, "size_unit": "words"},
        {"min_size": 20, "max_size": 70, "size_unit": "characters"},
        {"min_size": 4, "max_size": 14, "size_unit": "tokens", "tokenizer": str.split},
        {"cut_at": [2]},
        {"no_cut_at": [1, 3]},
        {"keep_paragraphs": True},
        {"keep_paragraphs": True, "max_size": 12, "size_unit": "words", "cut_at": [3]},
    ]
)


def satisfies(document: Document, given_: dict[str, Any], one: Segmentation) -> bool:
    """Return whether the segments satisfy the limits, by their definition."""
    edges = [*(sentence.start for sentence in document.sentences), len(document.text)]
    starts = set(edges[:-1])
    text, unit = document.text, given_.get("size_unit", "sentences")
    measure = {
        "sentences": lambda start, end: sum(start <= edge < end for edge in starts),
        "words": lambda start, end: len(re.findall(r"\w+", text[start:end])),
        "characters": lambda start, end: end - start,
        "tokens": lambda start, end: len(text[start:end].split()),
        "seconds": lambda start, end: seconds(document, start, end),
    }[unit]
    fits = all(
        given_.get("min_size", 0)
        <= measure(edges[first], edges[last])
        <= given_.get("max_size", math.inf)
        for first, last in one.segments
    )
    ends = {last for _, last in document.paragraphs}
    return (
        fits
        and set(given_.get("cut_at", ())) <= set(one.cuts)
        and not set(given_.get("no_cut_at", ())) & set(one.cuts)
        and (not given_.get("keep_paragraphs") or set(one.cuts) <= ends)
    )


def seconds(document: Document, start: int, end: int) -> float:
    assert document.timeline is not None
    return document.timeline.time(end) - document.timeline.time(start)


def agrees_with_the_definition(
    text: str, given_: dict[str, Any], told: int | tuple[int, int] | None, **read_as: Any
) -> None:
    """Compare the answer with the list of all segmentations, filtered by the definition."""
    document = Segmenter(language="en", **read_as).read(text)
    listed = [one for some in every(text, **read_as).values() for one in some]
    low, high = (told, told) if isinstance(told, int) else told or (1, 12)
    fits: dict[int, list[float]] = {}
    for one in listed:
        if satisfies(document, given_, one.segmentation) and low <= len(one.segmentation) <= high:
            fits.setdefault(len(one.segmentation), []).append(one.cost)
    for most in (3e7, 0):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(answer, "_MOST_WEIGHED", most)
            result = segmented(text, **read_as, **given_, n_segments=told)
        assert (result is None) == (not fits)
        if result is None:
            continue
        assert satisfies(document, given_, result.segmentation)
        assert result.cost == pytest.approx(min(fits[len(result)]), abs=1e-7)
        least = min(min(costs) for costs in fits.values())
        weights = {n: sum(math.exp(least - cost) for cost in fits[n]) for n in sorted(fits)}
        whole = sum(weights.values())
        below = sum(weight for n, weight in weights.items() if n < len(result)) / whole
        assert below < 0.5 + 1e-6
        assert below + weights[len(result)] / whole > 0.5 - 1e-6


@settings(max_examples=50, deadline=None)
@given(st.one_of(prose, marked), limits, numbers, st.sampled_from(["ignore", "follow"]))
def test_the_default_is_the_best_of_what_satisfies_the_limits(text, given_, told, outline):
    # Where limits and outline clash the outline gives way: then there is nothing to compare.
    if outline == "follow" and "#" in text:
        given_ = {}
    agrees_with_the_definition(text, given_, told, outline=outline, format="markdown")


@settings(max_examples=20, deadline=None)
@given(
    st.lists(st.tuples(sentences, st.integers(1, 9)), min_size=2, max_size=7),
    st.integers(1, 8),
    st.integers(5, 30),
    numbers,
)
def test_sizes_in_seconds_are_those_of_the_recording(cues, least, more, told):
    at, parts = 0, ["WEBVTT\n"]
    for words, length in cues:
        parts.append(f"00:{at:02}.000 --> 00:{at + length:02}.000\n{words}\n")
        at += length
    limits_ = {"min_size": least, "max_size": least + more, "size_unit": "seconds"}
    agrees_with_the_definition("\n".join(parts), limits_, told, format="vtt")


# --- The shipped default on the texts of tests/golden


@cache
def default(name: str) -> SegmentedText:
    return Segmenter(best=2, path=400, cut_costs=True).segment(texts()[name])


@pytest.mark.parametrize("name", texts())
def test_the_default_answers_the_cheapest_into_the_median_number(name):
    result = default(name)
    answers, number = result.answers, result.settings.number
    assert len(result) == number.median
    assert answers.certificate == Certificate(
        optimal=True, window=len(result.units), proof="all", n_segments=(len(result), len(result))
    )
    assert answers.path[len(result) - 1] == answers.best[0] == answers.optimum
    assert answers.best[0].segmentation == result.segmentation
    assert not any(answers.cut_costs[cut - 1] for cut in result.segmentation.cuts)
    # The same distribution another way: a layer for each number, summed to the end.
    if len(result.units) <= 120:
        told = Segmenter(n_segments=(1, len(result.units))).segment(texts()[name]).settings.number
        assert told.median == number.median
        for count in range(1, len(result.units) + 1):
            assert number.share(count) == pytest.approx(told.share(count), abs=1e-6)


def test_the_default_need_not_be_the_cheapest_of_all():
    """The page tells of how many texts it is not."""
    cheaper = [
        name
        for name in texts()
        if min(one.cost for one in default(name).answers.path if one) < default(name).cost - 1e-9
    ]
    told = re.search(r"in (\d+) of the (\d+) texts of `tests/golden`", PAGE)
    assert told is not None
    assert (int(told[1]), int(told[2])) == (len(cheaper), len(texts()))


@pytest.mark.parametrize("name", list(texts())[::6])
def test_density_answers_the_cheapest_of_all(name):
    result = Segmenter(method="density", best=2, path=400).segment(texts()[name])
    answers = result.answers
    assert result.cost == min(one.cost for one in answers.path if one)
    assert answers.path[len(result) - 1] == answers.best[0] == answers.optimum
    assert answers.certificate.among == ALL
    assert answers.certificate.optimal


@pytest.mark.parametrize("name", ["el", "en_crlf", "en_wrapped"])
def test_the_path_of_density_knows_no_levels(name):
    """Its entry for the answer's number may be cheaper than an answer that keeps a level above."""
    given_ = {"method": "density", "parameters": {"mean_length": 4, "std_length": 2}}
    nested = Segmenter(**given_, levels=2, path=40).segment(texts()[name])
    plain = Segmenter(**given_, n_segments=len(nested)).segment(texts()[name])
    assert nested.answers.path[len(nested) - 1] == plain.answers.optimum
    assert plain.cost < nested.cost


# --- Long texts, whose limits are lowered to those of a short one


def test_a_bias_leads_to_the_cheapest_into_the_median_number(monkeypatch):
    """Also where no bias leads to the number itself: it lies between two that a bias leads to."""
    monkeypatch.setattr(answer, "_MOST_WEIGHED", 0)
    for name in texts():
        result = Segmenter(best=1, path=400, finer=1).segment(texts()[name])
        count = len(result)
        assert count == result.settings.number.median
        assert result.answers.certificate.among == into(count)
        assert result.answers.certificate.optimal
        assert result.answers.path[count - 1] == result.answers.best[0] == result.answers.optimum


def test_the_certificate_of_a_long_text_says_that_longer_segments_were_left_out(monkeypatch):
    monkeypatch.setattr(answer, "_LONGEST", 20)
    result = Segmenter(path=400).segment(texts()["el/symvoulio"])
    assert len(result.units) > 40
    assert result.answers.certificate == Certificate(
        optimal=False, window=20, proof="limit", n_segments=(len(result), len(result))
    )


# --- The page


def test_each_statement_of_the_page_names_a_test_that_is_there():
    there = {
        node.name.removeprefix("test_")
        for path in (ROOT / "tests").rglob("test_*.py")
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }
    table = PAGE.partition("| statement |")[2].partition("\n\n")[0]
    rows = [line for line in table.splitlines()[2:] if line]
    assert len(rows) >= 10
    for row in rows:
        named = re.findall(r"`([a-z0-9]+(?:_[a-z0-9]+){2,})`", row.split("|")[3])
        assert named, row
        assert set(named) <= there, set(named) - there
