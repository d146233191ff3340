"""Adapting the learnt model: the likelihood by enumeration, its optimum, files and commands."""

import json
import math
from dataclasses import astuple, replace
from itertools import combinations, pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.command import output, refusal
from tests.methods.test_learnt import scored, small, word_sets
from tests.texts import UNEVEN, labelled, made_up
from tmima import Segmenter, TmimaError
from tmima.learnt import Adaptation
from tmima.learnt.model import NUMBERS
from tmima.methods import Learnt
from tmima.scores import average, score
from tmima.segmentation import Constraints, Prepared, Problem
from tmima.text import Segmentation
from tmima.training import adapting, read_parameters, write_parameters
from tmima.training import likelihood as likelihoods
from tmima.training.likelihood import KnownText, fit_adaptation

LABELLED = [labelled(seed) for seed in range(4)]
CHOI = {"language": "en", "format": "choi"}

numbers = st.floats(-1.5, 1.5)
adaptations = st.builds(Adaptation, numbers, numbers, numbers, numbers, numbers)


def with_truth(words: list[set[int]], data: st.DataObject) -> tuple[Problem, Segmentation]:
    cuts = data.draw(st.sets(st.integers(1, max(1, len(words) - 1)))) - {len(words)}
    return small(words), Segmentation((*sorted(cuts), len(words)))


def moved(adaptation: Adaptation, number: int, step: float) -> Adaptation:
    values = list(adaptation.numbers)
    values[number] += step
    return Adaptation(*values)


# --- The likelihood


@settings(deadline=None)
@given(word_sets, adaptations, st.data())
def test_the_likelihood_is_that_of_the_truth_among_all_segmentations(words, adaptation, data):
    problem, truth = with_truth(words, data)
    scores = scored(replace(problem, cost=adaptation.of_cost(problem.cost)))
    most = max(scores.values())
    whole = most + math.log(sum(math.exp(each - most) for each in scores.values()))
    found = KnownText.of(problem, truth).likelihood(adaptation)
    assert found.value == pytest.approx(scores[truth.boundaries] - whole, abs=1e-7)


@settings(deadline=None)
@given(word_sets, adaptations, st.data())
def test_gradient_and_curvature_are_those_of_the_likelihood(words, adaptation, data):
    problem, truth = with_truth(words, data)
    text = KnownText.of(problem, truth)
    found = text.likelihood(adaptation)
    for number in range(len(NUMBERS)):
        above, below = (text.likelihood(moved(adaptation, number, step)) for step in (1e-5, -1e-5))
        slope = (above.value - below.value) / 2e-5
        assert found.gradient[number] == pytest.approx(slope, abs=1e-4, rel=1e-4)
        bend = -(above.gradient - below.gradient) / 2e-5
        np.testing.assert_allclose(found.curvature[number], bend, atol=1e-3, rtol=1e-3)


@settings(deadline=None)
@given(word_sets, adaptations, adaptations, st.data())
def test_the_likelihood_is_concave(words, one, other, data):
    problem, truth = with_truth(words, data)
    text = KnownText.of(problem, truth)
    middle = Adaptation(*np.mean([one.numbers, other.numbers], axis=0))
    ends = [text.likelihood(each).value for each in (one, other)]
    assert text.likelihood(middle).value >= sum(ends) / 2 - 1e-9
    assert np.linalg.eigvalsh(text.likelihood(one).curvature).min() >= -1e-9


def test_where_no_cut_may_be_the_likelihood_reckons_with_none():
    """Enumerated over those segmentations that cut between paragraphs only."""
    lines = made_up()[:6]
    text = "\n\n".join(" ".join(lines[at : at + 2]) for at in (0, 2, 4))
    prepared = Segmenter(language="en", unit="paragraphs").prepare(text)
    sentences = Prepared.of(prepared.document)
    problem = Learnt().problem(sentences, Constraints().between_paragraphs(prepared.units))
    every = scored(problem)
    allowed = [(*cuts, 6) for count in range(3) for cuts in combinations((2, 4), count)]
    whole = math.log(sum(math.exp(every[ends]) for ends in allowed))
    found = KnownText.of(problem, Segmentation((4, 6))).likelihood(Adaptation())
    assert found.value == pytest.approx(every[4, 6] - whole)


def test_long_segments_that_are_not_weighed_do_not_count(monkeypatch):
    """As in texts of thousands of units, whose segments have a greatest length."""
    words = [{at % 3, at % 5} for at in range(9)]
    problem = small(words)
    longest = 4
    segment: Any = problem.cost.segment
    cut = type(segment)(segment.lengths[: longest + 1], segment.weights[: longest + 1])
    shorter = replace(problem, cost=replace(problem.cost, segment=cut), longest=longest)
    fit = [
        each
        for ends, each in scored(problem).items()
        if max(b - a for a, b in pairwise((0, *ends))) <= longest
    ]
    found = KnownText.of(shorter, Segmentation((3, 6, 9))).likelihood(Adaptation())
    true = scored(problem)[3, 6, 9]
    assert found.value == pytest.approx(true - math.log(sum(map(math.exp, fit))))
    with pytest.raises(TmimaError, match="a segment of 5 units is longer than the 4"):
        KnownText.of(shorter, Segmentation((5, 9)))
    monkeypatch.setattr(likelihoods, "MOST_UNITS", 8)
    with pytest.raises(TmimaError, match="a text of 9 units is too long to learn from, 8 are the"):
        KnownText.of(problem, Segmentation((3, 9)))


# --- What is found


@pytest.fixture(scope="module")
def texts() -> list[KnownText]:
    segmenter, method = Segmenter(**CHOI), Learnt()
    prepared = [segmenter.prepare(each) for each in LABELLED]
    truths = [each.document.truth for each in prepared]
    # One has fewer segments than the others: each counts by their number.
    truths[1] = Segmentation((18, 45))
    return [
        KnownText.of(method.problem(each, Constraints()), truth)
        for each, truth in zip(prepared, truths, strict=True)
    ]


def objective(texts: list[KnownText], adaptation: Adaptation, prior: float) -> float:
    """What is made as great as can be, written down once more."""
    start = Adaptation()
    change = np.subtract(adaptation.numbers, start.numbers)
    held = np.zeros((len(NUMBERS), len(NUMBERS)))
    total = 0.0
    for text in texts:
        weight = 1 / math.sqrt(len(text.truth))
        held += weight * text.likelihood(start).curvature / len(texts)
        total += weight * text.likelihood(adaptation).value
    return float(total - prior * change @ held @ change / 2)


START = np.array(Adaptation().numbers)


@pytest.mark.parametrize("prior", [0.5, 10.0])
def test_what_is_found_is_the_optimum(texts, prior):
    found = Adaptation(*likelihoods._optimum(texts, START, prior)[0].tolist())
    best = objective(texts, found, prior)
    assert best > objective(texts, Adaptation(), prior)
    for number in range(len(NUMBERS)):
        for step in (0.01, -0.01):
            assert objective(texts, moved(found, number, step), prior) < best


def test_a_prior_and_fewer_texts_move_the_numbers_less(texts):
    held = sum(text.likelihood(Adaptation()).curvature for text in texts)

    def far(some: list[KnownText], prior: float) -> float:
        change = likelihoods._optimum(some, START, prior)[0] - START
        return float(change @ held @ change)

    by_prior = [far(texts, prior) for prior in (2.0, 10.0, 100.0, 1e6)]
    assert by_prior == sorted(by_prior, reverse=True)
    assert by_prior[-1] == pytest.approx(0, abs=1e-3)
    # The same text again says the same: only the prior weighs less.
    by_count = [far(texts[:1] * count, 10.0) for count in (1, 4, 16)]
    assert by_count == sorted(by_count)


def test_texts_that_agree_are_believed_sooner_than_those_that_do_not(texts):
    agreed = [text.likelihood(Adaptation()) for text in texts[:1] * 6]
    still = np.zeros(len(NUMBERS))
    assert likelihoods._prior(agreed, agreed, still) == min(likelihoods._PRIORS)
    # What one half says the other half denies.
    denied = [
        replace(each, gradient=sign * each.gradient)
        for each, sign in zip(agreed, (1, -1) * 3, strict=True)
    ]
    assert likelihoods._prior(denied, denied, still) is None
    assert likelihoods._prior(agreed[:2], agreed[:2], still) is None
    assert fit_adaptation(texts[:2]) == Adaptation(texts=2)


def test_what_is_found_is_rounded_and_says_from_how_many_texts(texts):
    found = fit_adaptation(texts[:1] * 4)
    assert found.texts == 4
    assert found.numbers != Adaptation().numbers
    assert list(found.numbers) == [round(number, 4) for number in found.numbers]


def test_a_gain_that_is_none_where_it_leads_to_moves_nothing(texts, monkeypatch):
    chosen = iter([5.0, None])
    monkeypatch.setattr(likelihoods, "_prior", lambda *_: next(chosen))
    assert fit_adaptation(texts) == Adaptation(texts=len(texts))
    chosen = iter([5.0, 2.0, 2.0])
    found = likelihoods._optimum(texts, START, 2.0)[0]
    assert fit_adaptation(texts).numbers == pytest.approx(found, abs=1e-4)
    assert not list(chosen)


@settings(deadline=None, max_examples=20)
@given(st.integers(0, 10_000))
def test_chance_moves_nothing_most_of_the_time(seed):
    """Gradients as they scatter where texts are as the model expects them, around none."""
    chance = np.random.default_rng(seed)
    kinds = len(NUMBERS)
    trials = []
    for _ in range(20):
        scattered = chance.normal(size=(10, kinds))
        some = [likelihoods.Likelihood(0.0, each, np.eye(kinds)) for each in scattered]
        trials.append(likelihoods._prior(some, some, np.zeros(kinds)) is None)
    assert sum(trials) > len(trials) / 2


def test_texts_that_say_nothing_move_nothing():
    alone = KnownText.of(small([{1, 2}]), Segmentation((1,)))
    assert fit_adaptation([alone] * 3) == Adaptation(texts=3)


def test_texts_as_the_model_expects_them_move_nothing():
    """Each segmentation as often as it is probable, nearly: the gradient is nearly none."""
    problem = small([{1, 2}, {2, 3}, {7, 8}])
    scores = scored(problem)
    shares = np.exp(np.array(list(scores.values())))
    counts = np.rint(1000 * shares / shares.sum()).astype(int)
    gradient = sum(
        count * KnownText.of(problem, Segmentation(ends)).likelihood(Adaptation()).gradient
        for ends, count in zip(scores, counts, strict=True)
    )
    assert abs(gradient).max() / counts.sum() < 0.02


# --- A segmenter that is trained


def test_training_adapts_what_is_cut_with_nothing_set():
    segmenter = Segmenter(**CHOI)
    assert segmenter.train(LABELLED) is segmenter
    learnt = segmenter.training_
    assert segmenter.adaptation_ == learnt.adaptation != Adaptation(texts=4)
    assert (learnt.texts, learnt.segments, learnt.scores.unit) == (4, 20, "sentences")
    usual, trained = (
        average([score(text.document.truth, each.segment(text).segmentation) for text in prepared])
        for each, prepared in (
            (Segmenter(**CHOI), [Segmenter(**CHOI).prepare(one) for one in LABELLED]),
            (segmenter, [segmenter.prepare(one) for one in LABELLED]),
        )
    )
    assert (learnt.before, learnt.scores) == (usual, trained)
    for tenths in (learnt.reliability_before, learnt.reliability):
        assert sum(tenth.places for tenth in tenths) == 4 * 44
        assert sum(round(tenth.true * tenth.places) for tenth in tenths) == 4 * 4
    found = segmenter.segment(labelled(9)).as_dict()
    assert found["learnt"] == {"from": "4 labelled texts"}
    assert found["parameters"] == segmenter.adaptation_.as_dict()
    told = segmenter.segment(labelled(9), n_segments=3)
    assert len(told) == 3
    assert told.settings.numbers() == {"n_segments": 3, **segmenter.adaptation_.as_dict()}


def test_probabilities_of_what_was_learnt_from_are_truer():
    def error(tenths):
        return sum(tenth.places * abs(tenth.said - tenth.true) for tenth in tenths)

    learnt = Segmenter(**CHOI).train(LABELLED).training_
    assert error(learnt.reliability) < error(learnt.reliability_before)


def test_nothing_is_changed_if_the_texts_would_be_cut_worse(monkeypatch):
    monkeypatch.setattr(adapting, "fit_adaptation", lambda _: Adaptation(cut=-30.0, texts=4))
    learnt = Segmenter(**CHOI).train(LABELLED).training_
    assert learnt.adaptation == Adaptation(texts=4)
    assert learnt.scores == learnt.before
    assert learnt.reliability == learnt.reliability_before


def test_the_dial_and_an_adaptation_add_up():
    given_ = Adaptation(cut=-1.5, length=0.2)
    one = Segmenter(**CHOI, adaptation=given_, finer=1.0).segment(LABELLED[0])
    other = Segmenter(**CHOI, adaptation=replace(given_, cut=-0.5)).segment(LABELLED[0])
    assert one.cost == other.cost
    assert one.as_dict()["parameters"] == {"finer": 1.0, **given_.as_dict()}
    assert "learnt" not in one.as_dict()


def test_between_paragraphs_it_is_trained_there():
    lines = made_up()
    text = "\n\n".join(" ".join(lines[at : at + 3]) for at in range(0, 45, 3))
    segmenter = Segmenter(language="en", unit="paragraphs")
    segmenter.train([(text, UNEVEN)] * 3)
    assert segmenter.training_.segments == 15
    assert sum(tenth.places for tenth in segmenter.training_.reliability) == 3 * 14
    assert segmenter.segment(text).segmentation.size == 15


def test_a_trained_segmenter_comes_back_from_its_file(tmp_path):
    segmenter = Segmenter(**CHOI, options={"score_unit": "word"}).train(LABELLED)
    assert segmenter.training_.scores.unit == "words"
    segmenter.save(tmp_path / "trained.json")
    again = Segmenter.load(tmp_path / "trained.json")
    assert again.adaptation_ == segmenter.adaptation_
    assert again.training_ == segmenter.training_
    text = labelled(9)
    assert again.segment(text).as_dict() == segmenter.segment(text).as_dict()
    given_ = Segmenter(**CHOI, adaptation=segmenter.adaptation_)
    given_.save(tmp_path / "given.json")
    found, expected = (
        each.segment(text).as_dict()
        for each in (Segmenter.load(tmp_path / "given.json"), segmenter)
    )
    assert found == expected | {"parameters": segmenter.adaptation_.as_dict()}


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"odd": 1}, "unknown number 'odd': known are odds, cut, length, length_squared, density"),
        ({"cut": "1"}, "cut must be a finite number, not '1'"),
        ({"density": float("nan")}, "density must be a finite number, not nan"),
        ({"texts": 1.5}, "texts must be a whole number"),
        ({"texts": -1}, "texts must be 0 or more"),
    ],
)
def test_what_is_no_adaptation_is_refused(values, message):
    with pytest.raises(TmimaError, match=message):
        Segmenter(adaptation=values).segment("One. Two.")


def test_only_the_learnt_method_is_adapted():
    with pytest.raises(TmimaError, match=r"the method density takes no adaptation=: .* learnt"):
        Segmenter(method="density", adaptation=Adaptation(cut=1)).segment("One. Two.")


# --- On the command line


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    found = tmp_path_factory.mktemp("labelled")
    for number, text in enumerate(LABELLED):
        (found / f"{number}.ref").write_text(text, encoding="utf-8")
    (found / "other").mkdir()
    return found


def test_the_command_trains_and_others_obey(folder, tmp_path):
    params = tmp_path / "params.json"
    learnt = json.loads(output("train", folder, "-o", params, "--language", "en", "--format=json"))
    trained = Segmenter(**CHOI).train(folder)
    assert learnt["adaptation"] == trained.adaptation_.as_dict()
    assert (learnt["texts"], learnt["segments"], learnt["similarity"]) == (4, 20, "graded")
    assert learnt["before"]["pk"] == trained.training_.before.pk
    assert read_parameters(params.read_text()) == (trained.adaptation_, None)
    text = tmp_path / "text.ref"
    text.write_text(labelled(9), encoding="utf-8")
    options = ("--language", "en", "--input-format", "choi", "--params", params)
    found = json.loads(output("segment", text, *options, "--format", "json"))
    # The ids of segments know the name of the file.
    expected = json.loads(json.dumps(trained.segment(labelled(9)).as_dict()))
    for segment in (*found["segments"], *expected["segments"]):
        del segment["id"]
    assert found == expected
    assert found["learnt"] == {"from": "4 labelled texts"}
    shown = output("train", folder, "-o", params, "--language", "en")
    assert "with nothing learnt Pk" in shown
    assert f"length_squared {trained.adaptation_.length_squared:.4f}\n" in shown
    assert shown.count("of the places said to be a cut") == 2


def test_a_file_keeps_an_adaptation_with_its_similarity():
    adaptation = Adaptation(0.9, 0.1, -0.2, 0.3, 1.1, texts=12)
    assert astuple(adaptation) == (0.9, 0.1, -0.2, 0.3, 1.1, 12)
    assert read_parameters(write_parameters(adaptation, "graded")) == (adaptation, None)
    assert read_parameters(write_parameters(adaptation, "shared")) == (adaptation, "shared")
    with pytest.raises(TmimaError, match="unknown number 'gamma': known are odds"):
        read_parameters('{"method": "learnt", "gamma": 0.4}')


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--objective", "pk"), "--objective is for the paper's method: give --method density"),
        (("--length-unit", "words"), "--length-unit is for the paper's method: give --method den"),
        (("--no-diagonal",), "--diagonal is for the paper's method: give --method density"),
        (("--similarity", "lsa"), "the similarity lsa needs background"),
    ],
)
def test_what_is_of_the_paper_is_refused_by_name(folder, tmp_path, options, message):
    assert message in refusal("train", folder, "-o", tmp_path / "p", *options)


def test_a_file_of_one_method_is_not_for_another(folder, tmp_path):
    params = tmp_path / "params.json"
    params.write_text(write_parameters(Adaptation(cut=1.0), "graded"))
    text = folder / "0.ref"
    said = refusal("segment", text, "--params", params, "--method", "density")
    assert "the method density takes no adaptation: that is for learnt" in said
    said = refusal("segment", text, "--params", params, "--set", "gamma=0.4")
    assert "already gives the parameters: leave out --set gamma" in said
