"""Training: moments by hand, the grid against plain loops."""

import json
import math
import re
import statistics
from dataclasses import asdict, replace

import numpy as np
import pytest

from tests import oracle
from tests.command import output, refusal
from tmima import Document, Parameters, Segmentation, Segmenter, TmimaError, languages, pk
from tmima.formats import parse_choi, read, render_choi
from tmima.scores import average
from tmima.segmentation import CostsSideBySide, Prepared, Problem, Programme, TextCost
from tmima.similarity import GivenMatrix, SharedWords, StoredColumns
from tmima.training import (
    DEFAULT_OBJECTIVE,
    GAMMAS,
    OBJECTIVES,
    POWERS,
    grid_search,
    scores_of_cuts,
    solve,
)
from tmima.training.grid import (
    calibrate_temperature,
    error_of_cuts,
    errors,
    length_moments,
    reliability,
)

TEXTS = [
    [
        ["The cats purr .", "A cat sleeps ."],
        ["The ships sail .", "A ship sinks .", "Old ships rust ."],
    ],
    [
        ["Bread rises .", "Fresh bread smells .", "Bakers bake bread ."],
        ["Dogs bark .", "A dog runs ."],
    ],
    [["Rain falls .", "The rain stops ."], ["Trains leave .", "A train waits .", "Night trains ."]],
]


def compared(document: Document, truth: Segmentation, unit: str = "sentences") -> Problem:
    text = Prepared.of(replace(document, truth=truth), unit)
    return Problem.of(text, text.stored(SharedWords(text.units)))


def problems() -> list[Problem]:
    made = []
    for segments in TEXTS:
        text = render_choi(segments)
        document = read(text, languages.analyzer("en"), format="choi")
        made.append(compared(document, Segmentation(parse_choi(text).boundaries)))
    return made


def texts() -> list[Prepared]:
    return [problem.text for problem in problems()]


def test_the_grid_is_the_papers():
    assert GAMMAS == (
        0,
        0.01,
        0.02,
        0.03,
        0.04,
        0.05,
        0.06,
        0.07,
        0.08,
        0.09,
        0.1,
        0.2,
        0.3,
        0.4,
        0.5,
        0.6,
        0.7,
        0.8,
        0.9,
        1.0,
    )
    assert POWERS == (0.33, 0.5, 0.66, 1)


def test_moments_are_the_sample_ones():
    lengths = [2, 3, 3, 2, 2, 3]
    assert length_moments(texts()) == pytest.approx(
        (statistics.mean(lengths), statistics.stdev(lengths))
    )


def test_moments_in_words_count_words():
    lengths = [[3 + 3, 3 + 3 + 3], [2 + 3 + 3, 2 + 3], [2 + 3, 2 + 3 + 2]]
    flat = [length for text in lengths for length in text]
    assert length_moments(texts(), "words") == pytest.approx(
        (statistics.mean(flat), statistics.stdev(flat))
    )


@pytest.mark.slow
def test_the_search_is_the_plain_one():
    """All 80 pairs by the textbook programme, the first of the best in the paper's order."""
    mean, deviation = length_moments(texts())
    best = None
    for r in POWERS:
        for gamma in GAMMAS:
            errors = []
            for problem, segments in zip(problems(), TEXTS, strict=True):
                words = []
                for sentence in (s for segment in segments for s in segment):
                    analyzer = languages.analyzer("en")
                    (tokens,) = analyzer.tokens(sentence, [(0, len(sentence))])
                    words.append({token.lemma for token in tokens if token.kept})
                _, boundaries = oracle.programme(
                    oracle.shared_words(words), [1] * len(words), mean, deviation, gamma, r
                )
                errors.append(pk(problem.text.truth, Segmentation(boundaries)))
            error = sum(errors) / len(errors)
            if best is None or error < best[0] - 1e-12:
                best = (error, gamma, r)
    grid = grid_search(problems())
    assert grid.error == pytest.approx(best[0])
    assert (grid.parameters.gamma, grid.parameters.r) == best[1:]
    assert grid.errors.shape == (4, 20)


def test_stored_columns_are_those_of_the_similarity():
    generator = np.random.default_rng(2)
    units = oracle.units_of([set(generator.integers(0, 30, 3).tolist()) for _ in range(1200)])
    plain, stored = SharedWords(units), StoredColumns(SharedWords(units))
    for first, last in ((0, 1200), (0, 1), (700, 900), (1199, 1200)):
        one, other = plain.columns(first, last), stored.columns(first, last)
        for name in ("starts", "rows", "values"):
            assert np.array_equal(getattr(one, name), getattr(other, name))


def test_cuts_between_paragraphs_are_counted_in_sentences():
    text = "The cats purr. A cat sleeps.\nThe ships sail. A ship sinks.\nOld ships rust."
    document = read(text, languages.analyzer("en"))
    problem = compared(document, Segmentation((2, 5)), "paragraphs")
    assert length_moments([problem.text]) == (2.5, math.sqrt(0.5))
    assert solve(problem, Parameters(2, 1, 1.0, 0.5)).boundaries in {(2, 4, 5), (2, 5)}
    assert scores_of_cuts(problem, Segmentation((2, 5))).pk == 0


def test_scores_in_words_are_in_words():
    problem = problems()[0]
    found = Segmentation((3, 5))
    assert scores_of_cuts(problem, found, "words").unit == "words"
    assert scores_of_cuts(problem, found, "words").pk != scores_of_cuts(problem, found).pk
    settings = [Parameters(2.0, 1.0), Parameters(3.0, 1.0)]
    expected = [scores_of_cuts(problem, solve(problem, each), "words").pk for each in settings]
    assert errors(problem, CostsSideBySide(settings), score_unit="words").tolist() == expected


@pytest.mark.parametrize(
    ("boundaries", "message"),
    [((5,), "1 segment is too little"), ((1, 2, 3, 4, 5), "all 5 segments have the length 1")],
)
def test_lengths_that_teach_nothing_are_refused(boundaries, message):
    sentences = [sentence for segment in TEXTS[0] for sentence in segment]
    document = read("\n".join(sentences), languages.analyzer("en"), format="lines")
    with pytest.raises(TmimaError, match=message):
        length_moments([compared(document, Segmentation(boundaries)).text])


def test_the_command_trains_and_segment_obeys(tmp_path):
    folder = tmp_path / "texts" / "deep"
    folder.mkdir(parents=True)
    for number, segments in enumerate(TEXTS):
        (folder / f"{number}.ref").write_text(render_choi(segments))
    params = tmp_path / "params.json"
    density = ("--method", "density")
    learnt = json.loads(
        output("train", tmp_path / "texts", "-o", params, "--format=json", *density)
    )
    expected = grid_search(problems(), objective=DEFAULT_OBJECTIVE)
    assert learnt["texts"] == 3
    assert learnt["segments"] == 6
    sure = calibrate_temperature(problems(), expected.parameters)
    assert learnt["parameters"] == sure.as_dict()
    assert learnt["objective"] == DEFAULT_OBJECTIVE
    mean = average([scores_of_cuts(each, solve(each, expected.parameters)) for each in problems()])
    assert learnt["scores"] == asdict(mean)
    assert (learnt["pk"], learnt["unit"]) == (mean.pk, "sentences")
    trained = Segmenter(method="density").train(tmp_path / "texts")
    assert trained.parameters_ == trained.training_.parameters == sure
    assert (trained.similarity_, trained.language_) == ("shared", "en")
    assert (trained.training_.texts, trained.training_.segments) == (3, 6)
    assert trained.training_.scores == mean
    assert (trained.training_.scores.pk, trained.training_.scores.unit) == (mean.pk, "sentences")
    shown = json.loads(
        output(
            "segment",
            folder / "0.ref",
            "--input-format",
            "choi",
            "--params",
            params,
            "--format",
            "json",
        )
    )
    assert shown["parameters"] == learnt["parameters"]
    assert "mean_length" in output("train", tmp_path / "texts", "-o", params, *density)


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_the_search_minimises_what_it_is_told(objective):
    grid = grid_search(problems(), objective=objective)
    found = [error_of_cuts(each, solve(each, grid.parameters), objective) for each in problems()]
    assert grid.error == pytest.approx(sum(found) / len(found))
    assert grid.error == grid.errors.min()


@pytest.mark.parametrize("score_unit", ["sentences", "words"])
@pytest.mark.parametrize("boundaries", [(5,), (2, 5), (3, 5), (1, 2, 3, 5)])
def test_objectives_are_errors_of_the_scores(boundaries, score_unit):
    problem = problems()[0]
    found = Segmentation(boundaries)
    scores = scores_of_cuts(problem, found, score_unit)
    assert {name: error_of_cuts(problem, found, name, score_unit) for name in OBJECTIVES} == {
        "pk": scores.pk,
        "window_diff": scores.window_diff,
        "boundary_similarity": 1 - scores.boundary_similarity,
        "f1_within": 1 - scores.f1_within,
        "balanced": (scores.window_diff + (1 - scores.f1_within)) / 2,
    }
    assert error_of_cuts(problem, found, score_unit=score_unit) == scores.pk


@pytest.mark.parametrize("useless", [(48,), (44, 45, 46, 47, 48)], ids=["silence", "slivers"])
def test_what_wins_by_pk_loses_by_the_default(useless):
    """Against a segmentation that has two of three cuts nearly, and three too many."""
    truth, useful = Segmentation((12, 24, 36, 48)), Segmentation((6, 14, 26, 31, 42, 48))
    by_pk, by_default = (OBJECTIVES[name] for name in ("pk", DEFAULT_OBJECTIVE))
    assert by_pk(truth, Segmentation(useless), None) < by_pk(truth, useful, None)
    assert by_default(truth, Segmentation(useless), None) > by_default(truth, useful, None)


def test_an_objective_is_chosen_by_name(tmp_path):
    folder = tmp_path / "texts"
    folder.mkdir()
    for number, segments in enumerate(TEXTS):
        (folder / f"{number}.ref").write_text(render_choi(segments))
    segmenter = Segmenter(method="density", options={"objective": "pk"}).train(folder)
    assert segmenter.training_.objective == "pk"
    assert segmenter.training_.scores.pk == grid_search(problems()).error
    params = tmp_path / "params.json"
    density = ("--method", "density")
    shown = output("train", folder, "-o", params, *density, "--objective", "window_diff")
    assert re.search("^objective window_diff: .*, WindowDiff [0-9.]+%, B ", shown, re.MULTILINE)
    message = "unknown objective 'pj': choose one of pk, window_diff, boundary_similarity, f1_with"
    with pytest.raises(TmimaError, match=message):
        Segmenter(method="density", options={"objective": "pj"}).train(folder)
    assert "'pj' is not one of 'pk'" in refusal("train", folder, "-o", params, "--objective", "pj")


def test_the_command_refuses_what_is_no_text(tmp_path):
    assert "there is no folder" in refusal("train", tmp_path / "no", "-o", tmp_path / "p")
    assert "holds no text" in refusal("train", tmp_path, "-o", tmp_path / "p")
    (tmp_path / "bad.ref").write_text("==========\n")
    assert "bad.ref holds no sentence" in refusal("train", tmp_path, "-o", tmp_path / "p")


@pytest.mark.slow
def test_probabilities_that_are_true_are_found_to_be():
    # A text whose cuts follow the Gibbs distribution itself, at a temperature to be found again.
    generator = np.random.default_rng(11)
    matrix = generator.random((40, 40)) < 0.25
    similarity = GivenMatrix((matrix | matrix.T).astype(float))
    parameters = Parameters(5, 2, 0.4, 0.5, temperature=0.7)
    ones = np.ones(40, dtype=np.int64)
    drawn = Programme(similarity, TextCost.of(parameters, ones)).samples(300, 0.7, seed=5)
    text = Prepared.of_units(oracle.units_of([set()] * 40))
    made = [
        Problem.of(
            replace(text, document=replace(text.document, truth=one.segmentation)), similarity
        )
        for one in drawn
    ]
    found = calibrate_temperature(made, parameters)
    assert found.temperature == pytest.approx(0.7, rel=0.1)
    for tenth in reliability(made, found):
        deviation = math.sqrt(tenth.said * (1 - tenth.said) / tenth.places)
        assert tenth.low <= tenth.said <= tenth.high
        assert abs(tenth.true - tenth.said) < 5 * deviation + 0.02


def test_faultless_training_does_not_make_certain():
    made = problems()
    found = calibrate_temperature(made, grid_search(made).parameters)
    assert found.temperature > 0.02
