"""The learnt method: exact by enumeration, one number, constraints, dial and levels."""

import json
import math
from dataclasses import replace
from itertools import accumulate, combinations, pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tmima
from tests import oracle
from tmima import Segmenter, TmimaError, kernel
from tmima.kernel import twin, twin_places
from tmima.learnt import Adaptation, Model, answer, names, seen, settle_by_number
from tmima.learnt.features import SIGNS
from tmima.learnt.model import SHIPPED
from tmima.methods import Learnt
from tmima.paper import BUNDLED
from tmima.segmentation import Constraints, Prepared, Problem, Questions, ask
from tmima.similarity import GivenMatrix
from tmima.similarity.words import GradedWords
from tmima.text import Segmentation

ARTICLES = sorted(BUNDLED.glob("*/*.txt"))


def article(number: int = 0) -> str:
    return ARTICLES[number % len(ARTICLES)].read_text("utf-8")


@pytest.fixture(scope="module")
def long_text() -> Prepared:
    """Several articles, one after the other."""
    text = "\n\n".join(path.read_text("utf-8") for path in ARTICLES[::7])
    return Segmenter(language="el").prepare(text)


def small(words: list[set[int]]) -> Problem:
    """A text of a few units, as the method makes it ready."""
    units = oracle.units_of(words, [5] * len(words))
    similarity = GradedWords(units)
    text = Prepared.of_units(units)
    method = Learnt(similarity=lambda _: similarity)
    return method.problem(text, Constraints())


word_sets = st.lists(st.sets(st.integers(0, 8), min_size=1, max_size=4), min_size=1, max_size=9)


def scored(given_: Problem) -> dict[tuple[int, ...], float]:
    """What every segmentation scores, by plain loops."""
    units, expected = given_.text.units, given_.cost.expected
    size = len(units)
    matrix = np.zeros((size, size))
    block = given_.similarity.columns(0, size)
    matrix[block.rows, block.columns()] = block.values
    matrix += np.triu(matrix, 1).T
    degrees = np.diff(expected.sums)
    beyond = matrix - expected.scale * np.outer(degrees, degrees)
    np.fill_diagonal(beyond, 0.0)
    segment: Any = given_.cost.segment
    lengths, weights = segment.lengths, segment.weights
    found = {}
    for count in range(size):
        for cuts in combinations(range(1, size), count):
            score = -sum(given_.cost.place_costs[cut] for cut in cuts)
            for a, b in pairwise((0, *cuts, size)):
                score += lengths[b - a] + weights[b - a] * beyond[a:b, a:b].sum()
            found[(*cuts, size)] = score
    return found


@settings(deadline=None)
@given(word_sets)
def test_the_answer_is_the_most_probable_into_the_median_number(words):
    made = small(words)
    every = scored(made)
    most = max(every.values())
    shares = {ends: math.exp(score - most) for ends, score in every.items()}
    whole = sum(shares.values())
    by_number = [
        sum(share for ends, share in shares.items() if len(ends) == number) / whole
        for number in range(1, len(words) + 1)
    ]
    settled = settle_by_number(made)
    found, number = ask(made, settled, Questions(posteriors=True)), settled.number
    for count, share in enumerate(by_number, start=1):
        assert number.share(count) == pytest.approx(share, abs=1e-6)
    reached = np.cumsum(by_number)
    if abs(reached - 0.5).min() > 1e-6:
        assert number.median == 1 + int(np.argmax(reached >= 0.5))
    ends = found.optimum.segmentation.boundaries
    assert len(ends) == number.median
    best = max(score for each, score in every.items() if len(each) == number.median)
    assert every[ends] == pytest.approx(best, abs=1e-7)
    assert found.optimum.cost == pytest.approx(-best, abs=1e-7)
    assert found.posteriors is not None
    for place in range(1, len(words)):
        belief = sum(share for each, share in shares.items() if place in each) / whole
        assert found.posteriors.cuts[place - 1] == pytest.approx(belief, abs=1e-6)


@given(word_sets, st.data())
def test_a_number_that_is_told_is_kept(words, data):
    made = small(words)
    count = data.draw(st.integers(1, len(words)))
    told = replace(made, constraints=Constraints(n_segments=count))
    found = settle_by_number(told)
    number = found.number
    assert len(found.optimum.segmentation) == count == number.median
    best = max(score for ends, score in scored(made).items() if len(ends) == count)
    assert found.optimum.cost == pytest.approx(-best, abs=1e-7)


def test_the_bias_finds_what_the_layers_find(long_text, monkeypatch):
    """In long texts the number is reached by a bias; here both ways are tried on one text."""
    made = Learnt().problem(long_text, Constraints())
    counts = set()
    for number in (2, 5, 9, 14, 30):
        exact = settle_by_number(replace(made, constraints=Constraints(n_segments=number)))
        with monkeypatch.context() as patch:
            patch.setattr(answer, "_MOST_WEIGHED", 0)
            told = replace(made, constraints=Constraints(n_segments=number))
            found = settle_by_number(told)
        assert abs(len(found.optimum.segmentation) - number) <= 3
        if len(found.optimum.segmentation) == number:
            counts.add(number)
            assert found.optimum.cost == pytest.approx(exact.optimum.cost, abs=1e-9)
    assert len(counts) >= 2


def test_a_number_that_is_told_is_kept_where_no_bias_leads_to_it(long_text, monkeypatch):
    exact = [Segmenter(n_segments=number).segment(long_text) for number in range(1, 20)]
    monkeypatch.setattr(answer, "_MOST_WEIGHED", 0)
    found = [Segmenter(n_segments=number).segment(long_text) for number in range(1, 20)]
    assert [len(each) for each in found] == list(range(1, 20))
    assert [each.cost for each in found] == pytest.approx([each.cost for each in exact])


# --- What is answered


@pytest.mark.parametrize("number", range(0, len(ARTICLES), 9))
def test_number_interval_and_segments_do_not_contradict_each_other(number):
    for finer in (-3.0, 0.0, 2.0):
        found = tmima.segment(article(number), language="el", finer=finer)
        told = found.settings.number
        low, high = told.interval
        assert low <= len(found) == told.median <= high
        assert sum(told.shares) == pytest.approx(1, abs=1e-6)
        assert "".join(segment.text for segment in found) == article(number)


def test_the_dial_goes_from_few_segments_to_many(long_text):
    counts = [len(Segmenter(finer=finer).segment(long_text)) for finer in (-8, -4, -2, 0, 2, 4, 8)]
    assert counts == sorted(counts)
    assert counts[0] < counts[3] < counts[-1]


def test_a_dial_that_is_no_number_is_refused():
    with pytest.raises(TmimaError, match="finer= must be a number, not 'much'"):
        tmima.segment("One. Two.", finer="much")  # type: ignore[arg-type]
    with pytest.raises(TmimaError, match="finer= must be from -100 to 100, not 1e"):
        tmima.segment("One. Two.", finer=1e308)
    with pytest.raises(TmimaError, match="takes no finer="):
        tmima.segment("One. Two.", finer=1, method="c99")


@pytest.mark.parametrize("levels", [1, 2, 3, 5])
def test_levels_are_nested_and_the_finest_is_the_answer(long_text, levels):
    plain = Segmenter(finer=2).segment(long_text)
    found = Segmenter(finer=2, questions={"levels": levels}).segment(long_text)
    assert found.boundaries == plain.boundaries
    level = list(found.answers.levels)
    numbers = [len(level)]
    while below := [child for branch in level for child in branch.children]:
        assert {branch.last for branch in level} <= {branch.last for branch in below}
        level = below
        numbers.append(len(level))
    assert tuple(branch.last for branch in level) == plain.boundaries
    assert len(numbers) == levels
    assert numbers == sorted(numbers)


def test_levels_keep_what_must_be_cut(long_text):
    cuts = (11, 60, 61)
    found = Segmenter(constraints={"cut_at": cuts}, questions={"levels": 3}).segment(long_text)
    assert set(cuts) <= {branch.last for branch in found.answers.levels}


def test_constraints_hold(long_text):
    size = len(long_text)
    found = Segmenter(constraints={"max_size": 7, "min_size": 2, "no_cut_at": [7, 14]}).segment(
        long_text
    )
    assert all(2 <= b - a <= 7 for a, b in pairwise((0, *found.boundaries)))
    assert not {7, 14} & set(found.boundaries)
    low, high = found.settings.number.interval
    assert size / 7 <= low <= len(found) <= high
    between = Segmenter(n_segments=(3, 6)).segment(long_text)
    assert 3 <= len(between) <= 6
    assert between.settings.number.first >= 3
    paragraphs = Segmenter(unit="paragraphs", finer=2).segment(
        Segmenter(language="el", unit="paragraphs").prepare(long_text.document.text)
    )
    whole = Segmenter(constraints={"keep_paragraphs": True}, finer=2).segment(long_text)
    assert len(whole) > 1
    assert [one.start for one in paragraphs] == [one.start for one in whole]


def test_questions_are_answered(long_text):
    asked = {
        "posteriors": True,
        "cut_costs": True,
        "best": 4,
        "samples": 5,
        "path": 40,
    }
    found = Segmenter(questions=asked).segment(long_text)
    answers = found.answers
    assert answers.best[0].segmentation == found.segmentation
    assert {len(one.segmentation) for one in answers.best} == {len(found)}
    costs = [one.cost for one in answers.best]
    assert costs == sorted(costs)
    assert all(answers.cut_costs[cut - 1] == 0 for cut in found.segmentation.cuts)
    assert (answers.cut_costs >= 0).all()
    assert [len(one.segmentation) for one in answers.path] == list(range(1, 41))
    assert answers.path[len(found) - 1].segmentation == found.segmentation
    assert answers.posteriors.expected_segments == pytest.approx(
        found.settings.number.mean, abs=1e-5
    )
    assert answers.certificate.optimal
    assert json.dumps(found.as_dict())


def test_reasons_are_told_with_the_costs_of_cuts(long_text):
    """A kind of features that is as usual, or a layout that is not known, adds nothing."""
    found = Segmenter(questions={"cut_costs": True}, finer=1).segment(long_text)
    odds, reasons = found.answers.odds, found.answers.reasons
    assert len(odds) == len(long_text) - 1
    assert set(reasons) > {"similarity", "words", "layout"}
    similarity = GradedWords(long_text.units)
    places = seen(similarity, long_text.units)
    model = Model.shipped()
    assert odds == pytest.approx(model.odds(places)[1:] + 1)
    hidden = replace(places, signs=np.zeros_like(places.signs))
    layout = model.odds(places) - model.odds(hidden)
    assert reasons["layout"] == pytest.approx(layout[1:], abs=1e-5)
    assert not model.reasons(hidden)["layout"].any()
    told = found.as_dict()
    assert len(told["odds"]) == len(told["reasons"]["words"]) == len(long_text) - 1


def test_answers_are_compared_with_their_reasons(long_text):
    one, again = (
        Segmenter(questions={"cut_costs": True}).segment(long_text).answers for _ in range(2)
    )
    assert one == again
    reasons = dict(one.reasons)
    assert one != replace(again, reasons={**reasons, "layout": reasons["layout"] + 1})
    assert one != replace(again, reasons={"layout": reasons["layout"]})


def test_parameters_mean_density_and_nothing_means_learnt():
    assert tmima.segment("One. Two.").method == "learnt"
    assert tmima.segment("One. Two.", parameters={"gamma": 0.5}).method == "density"
    assert tmima.segment("One. Two.", method="density").method == "density"


@pytest.mark.parametrize("similarity", ["graded", "shared", "background"])
def test_any_similarity_serves(similarity):
    found = tmima.segment(article(3), language="el", similarity=similarity)
    assert found.settings.similarity == similarity
    assert len(found) == found.settings.number.median


def test_a_matrix_of_ones_own_serves():
    document = Segmenter(language="el").read(article(1))
    size = len(document.sentences)
    matrix = np.zeros((size, size))
    half = size // 2
    matrix[:half, :half] = matrix[half:, half:] = 1.0
    found = Segmenter(similarity=GivenMatrix(matrix), n_segments=2).segment(document)
    assert found.boundaries == (half, size)


@pytest.mark.parametrize("text", ["", "x", "One.", "One. One.", "… … …", "1 2 3\n\n4 5 6"])
def test_awful_texts_are_cut(text):
    try:
        found = tmima.segment(text)
    except TmimaError:
        assert not text.strip()
        return
    assert "".join(segment.text for segment in found) == text


# --- A long text


@pytest.fixture(scope="module")
def very_long_text(long_text) -> Prepared:
    whole = "\n\n".join([long_text.document.text] * (1 + 2500 // len(long_text)))
    return Segmenter(language="el").prepare(whole)


def test_in_a_long_text_no_segment_is_longer_than_is_weighed(long_text, monkeypatch):
    monkeypatch.setattr("tmima.learnt.answer._LONGEST", 60)
    found = Segmenter(finer=-20).segment(long_text)
    lengths = [b - a for a, b in pairwise((0, *found.boundaries))]
    assert len(long_text) > 120
    assert 55 <= max(lengths) <= 60
    assert not found.answers.certificate.optimal
    assert found.answers.certificate.proof == "limit"


@pytest.mark.parametrize("constraints", [{"min_size": 70}, {"no_cut_at": list(range(20, 110))}])
def test_what_must_be_longer_is_weighed_in_a_long_text(long_text, monkeypatch, constraints):
    monkeypatch.setattr("tmima.learnt.answer._LONGEST", 60)
    found = Segmenter(constraints=constraints).segment(long_text)
    assert max(b - a for a, b in pairwise((0, *found.boundaries))) > 60


def test_a_feed_of_articles_is_cut_where_they_begin():
    """One article of each field, one after the other: most borders are found, and hardly more."""
    articles = [path.read_text("utf-8").strip() for path in ARTICLES[::7]]
    starts = list(accumulate(len(one) + 2 for one in articles[:-1]))
    found = [one.start for one in Segmenter(language="el").segment("\n\n".join(articles))][1:]
    right = [at for at in found if at in starts]
    assert len(articles) == 10
    assert len(right) > 3
    assert len(found) - len(right) < 3


@pytest.mark.parametrize("told", [1, 2, (1, 2), 5])
def test_few_segments_of_a_long_text_can_be_told(very_long_text, told):
    found = Segmenter(n_segments=told).segment(very_long_text)
    assert len(found) == told if isinstance(told, int) else len(found) in told


def test_levels_of_a_long_text_are_as_coarse_as_can_be(very_long_text):
    plain = Segmenter(finer=4).segment(very_long_text)
    found = Segmenter(finer=4, questions={"levels": 4}).segment(very_long_text)
    assert found.boundaries == plain.boundaries
    above = [branch.last for branch in found.answers.levels]
    assert set(above) <= set(plain.boundaries)
    assert len(above) < len(plain)
    assert max(b - a for a, b in pairwise((0, *above))) <= 1000


# --- The model


def test_kernel_and_twins_give_the_same_bits(long_text, monkeypatch):
    places = seen(GradedWords(long_text.units), long_text.units)
    odds = Model.shipped().odds(places)
    segments = Model.shipped().segments(places, 50)
    for name in ("add_products", "add_splits", "add_windows", "follow_words", "normalise"):
        monkeypatch.setattr(kernel, name, getattr(twin_places, name))
    monkeypatch.setattr(kernel, "add_degrees", twin.add_degrees)
    again = seen(GradedWords(long_text.units), long_text.units)
    assert again.values.tobytes() == places.values.tobytes()
    assert Model.shipped().odds(again).tobytes() == odds.tobytes()
    other = Model.shipped().segments(again, 50)
    assert other.lengths.tobytes() == segments.lengths.tobytes()
    assert other.weights.tobytes() == segments.weights.tobytes()


def test_odds_do_not_depend_on_what_is_far_away(long_text):
    """A place sees what the windows and layers reach, and the text as a whole: no more."""
    places = seen(GradedWords(long_text.units), long_text.units)
    model = Model.shipped()
    values = places.values[:60]
    near = replace(places, windows=lambda: iter([values]), signs=places.signs[:60])
    assert model.odds(near)[1:40] == pytest.approx(model.odds(places)[1:40], abs=1e-6)


def test_places_have_names_and_signs(long_text):
    places = seen(GradedWords(long_text.units), long_text.units)
    assert places.values.shape == (len(long_text), len(names()))
    assert places.signs.shape == (len(long_text), len(SIGNS))
    assert len(set(names())) == len(names())


def test_weights_of_ones_own_are_read(tmp_path, long_text):
    own = dict(Model.shipped()._weights)
    np.savez(tmp_path / "plain.npz", about=np.frombuffer(b"{}", dtype=np.uint8), **own)
    for name in (name for name in own if name.endswith("odds.bias")):
        own[name] = own[name] + np.float32(3)
    about = np.frombuffer(json.dumps({"by": "me"}).encode(), dtype=np.uint8)
    np.savez(tmp_path / "own.npz", about=about, **own)
    assert Model.load(tmp_path / "own.npz").about == {"by": "me"}
    finer = Segmenter(options={"weights": tmp_path / "own.npz"}).segment(long_text)
    plain = Segmenter(finer=3, options={"weights": tmp_path / "plain.npz"}).segment(long_text)
    assert finer.boundaries == plain.boundaries == Segmenter(finer=3).segment(long_text).boundaries
    assert plain.boundaries != Segmenter().segment(long_text).boundaries


def test_weights_that_cannot_be_read_are_refused_by_name(tmp_path):
    (tmp_path / "own.npz").write_bytes(b"no weights")
    with pytest.raises(TmimaError, match=r"own\.npz holds no weights"):
        tmima.segment("One. Two.", options={"weights": tmp_path / "own.npz"})
    with pytest.raises(TmimaError, match=r"none\.npz holds no weights"):
        tmima.segment("One. Two.", options={"weights": tmp_path / "none.npz"})


def test_weights_for_other_features_are_refused():
    own = dict(Model.shipped()._weights)
    own["means"] = own["means"][:-1]
    with pytest.raises(TmimaError, match="learn them again"):
        Model(own, {})


def test_the_shipped_weights_are_small_and_say_where_they_come_from():
    path = next(path for path in __import__("pathlib").Path(tmima.__file__).parent.rglob(SHIPPED))
    assert path.stat().st_size < 300_000
    assert Model.shipped().about


def test_an_adaptation_that_changes_nothing_changes_nothing(long_text):
    scores = Model.shipped().segments(seen(GradedWords(long_text.units), long_text.units), 30)
    assert Adaptation().of_segments(scores) is scores
    moved = Adaptation(length=1.0, density=2.0).of_segments(scores)
    assert moved.lengths[10] == pytest.approx(scores.lengths[10] + math.log(10))
    assert moved.weights[5] == 2 * scores.weights[5]


def test_segmentations_are_plain_values(long_text):
    found = Learnt().segment(long_text, n_segments=3)
    assert isinstance(found, Segmentation)
    assert len(found) == 3
