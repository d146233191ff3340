"""The set that ports are held to, and the examples that the programs of the field publish, run
against ours (docs/conformance.md)."""

import json
import re
from math import log
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import oracle
from tests.methods.learning_texts import method_text
from tests.pages import page
from tmima import Constraints, GivenMatrix, Parameters, Segmentation, pk, window_diff
from tmima.conformance import main
from tmima.formats import labelled_texts, parse_choi
from tmima.languages import analyzer
from tmima.methods import methods
from tmima.methods.literature.utiyama import SegmentCode, Utiyama
from tmima.segmentation.cost import SegmentCost

SET = Path(main.params[0].default)
TEXTSEG = json.loads((Path(__file__).parent / "data/peers/textseg.json").read_text())
PAGE = page("docs/conformance.md")


def from_marks(marks: str) -> Segmentation:
    """NLTK's segmentations: a mark for each place between two units, 1 where a cut is."""
    cuts = [place for place, mark in enumerate(marks, 1) if mark == "1"]
    return Segmentation((*cuts, len(marks) + 1))


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("000100000010", "000100000010", "0.00"),
        ("000100000010", "000010000100", "0.30"),
        ("000010000100", "100000010000", "0.80"),
    ],
)
def test_the_examples_of_nltk_for_windowdiff(one, other, expected):
    assert f"{window_diff(from_marks(one), from_marks(other), window=3):.2f}" == expected


@pytest.mark.parametrize(
    ("found", "expected"), [("1" * 400, "0.50"), ("0" * 400, "0.50"), ("0100" * 100, "0.00")]
)
def test_the_examples_of_nltk_for_pk(found, expected):
    assert f"{pk(from_marks('0100' * 100), from_marks(found), window=2):.2f}" == expected


# Of segeval's tests: lengths of the hypothesis and the reference, the window that segeval takes,
# which is never below 2, and the wrong windows by Pk and by WindowDiff.
SEGEVAL = [
    ((2, 3, 6), (2, 2, 7), 2, 2 / 9, 2 / 9),
    ((5, 3, 5), (5, 3, 5), 2, 0, 0),
    ((13,), (4, 4, 5), 2, 4 / 11, 4 / 11),
    ((4, 4, 5), (13,), 6, 1, 1),
    ((1,) * 13, (4, 4, 5), 2, 7 / 11, 1),
    ((4, 4, 5), (1,) * 13, 2, 7 / 11, 1),
    ((1,) * 13, (13,), 6, 1, 1),
    ((13,), (1,) * 13, 2, 1, 1),
    ((5, 3, 5), (4, 4, 5), 2, 2 / 11, 2 / 11),
    ((5, 3, 5), (5, 1, 2, 5), 2, 1 / 11, 2 / 11),
    ((4, 4, 5), (5, 1, 2, 5), 2, 3 / 11, 3 / 11),
]


@pytest.mark.parametrize(("found", "true", "window", "by_pk", "by_windowdiff"), SEGEVAL)
def test_the_examples_of_segeval_for_windows(found, true, window, by_pk, by_windowdiff):
    hypothesis, reference = map(Segmentation.from_lengths, (found, true))
    assert pk(reference, hypothesis, window=window) == pytest.approx(by_pk)
    assert window_diff(reference, hypothesis, window=window) == pytest.approx(by_windowdiff)


# --- The programs


@pytest.mark.parametrize(("cost", "boundaries"), TEXTSEG["found"])
def test_textseg_prints_these_cuts_and_costs(cost, boundaries):
    """Utiyama's program adds the prior, log n for each segment, for every number of segments."""
    lines = [" ".join(f"word{number}" for number in line) for line in TEXTSEG["words"]]
    text = method_text(lines)
    found = Utiyama().segment(text, n_segments=len(boundaries))
    assert found.boundaries == tuple(boundaries)
    code = SegmentCode(text)
    words = sum(map(len, TEXTSEG["words"]))
    ours = sum(code.ending(last)[first] + log(words) for first, last in found.segments)
    assert ours == pytest.approx(cost, abs=1e-6)


def test_textseg_finds_the_same_number():
    lines = [" ".join(f"word{number}" for number in line) for line in TEXTSEG["words"]]
    assert Utiyama().segment(method_text(lines)).boundaries == (3, 5, 9, 13, 21)


def test_the_corpora_of_bayesseg_are_read():
    """Rows of ten equal signs, lines that end in a space, no punctuation needed."""
    text = "==========\nthe ship sails \nships wait \n==========\nthe baker bakes \n==========\n"
    parsed = parse_choi(text)
    assert [parsed.sentence(i) for i in range(3)] == [
        "the ship sails",
        "ships wait",
        "the baker bakes",
    ]
    # Its program prints the number of the last sentence of each segment.
    assert parsed.boundaries == (2, 3)


def test_its_lectures_are_read_whole(corpora):
    folder = corpora / "real" / "lectures-ai"
    if not folder.is_dir():
        pytest.skip(f"no {folder}")
    path = sorted(folder.glob("*.ref"))[0]
    lines = [line.strip() for line in path.read_text(encoding="utf-8").splitlines()]
    _, document = next(iter(labelled_texts(folder, analyzer("en"))))
    assert len(document.sentences) == sum(not line.startswith("=====") for line in lines if line)
    assert len(document.truth) == sum(line.startswith("=====") for line in lines[:-1])


# --- ruptures


@st.composite
def signals(draw):
    size = draw(st.integers(3, 12))
    seed = draw(st.integers(0, 2**32 - 1))
    # Random numbers, so that no two segmentations cost the same.
    return np.random.default_rng(seed).normal(size=(size, 3)), draw(st.integers(2, size - 1))


def optimum(matrix, parameters, segments):
    units = oracle.units_of([set()] * len(matrix))
    constraints = Constraints(n_segments=segments)
    return (
        oracle.problem_of(GivenMatrix(matrix), units, parameters, constraints).programme().optimum()
    )


@settings(max_examples=40)
@given(signals())
def test_its_least_squares_are_a_density(case):
    """But for a constant, its l2 is our cost with D = X X', r = 1 and no weight of length."""
    ruptures = pytest.importorskip("ruptures", reason="ruptures is not installed")
    signal, segments = case
    search = ruptures.Dynp(model="l2", min_size=1, jump=1).fit(signal)
    theirs = search.predict(n_bkps=segments - 1)
    gram = np.round(signal @ signal.T, 12)
    found = optimum((gram + gram.T) / 2, Parameters(gamma=0.0, r=1.0), segments)
    assert found.segmentation.boundaries == tuple(theirs)
    constant = np.square(signal).sum()
    assert found.cost + constant == pytest.approx(search.cost.sum_of_costs(theirs), abs=1e-6)


@settings(max_examples=40)
@given(signals())
def test_our_cost_is_a_cost_of_its_own(case):
    """A cost is fit(signal) and error(start, end); its search then finds what ours finds."""
    ruptures = pytest.importorskip("ruptures", reason="ruptures is not installed")
    from ruptures.base import BaseCost

    parameters = Parameters(mean_length=3.0, std_length=1.5, gamma=0.3, r=0.5)

    class Density(BaseCost):
        model, min_size = "density", 1

        def fit(self, signal):
            self.signal = signal
            return self

        def error(self, start, end):
            inside = self.signal[start:end, start:end].sum()
            return SegmentCost.of(parameters).segment(end - start, end - start, inside)

    signal, segments = case
    matrix = np.abs(signal @ signal.T)
    matrix = (matrix + matrix.T) / 2
    search = ruptures.Dynp(custom_cost=Density(), min_size=1, jump=1).fit(matrix)
    theirs = search.predict(n_bkps=segments - 1)
    found = optimum(matrix, parameters, segments)
    assert found.segmentation.boundaries == tuple(theirs)
    assert found.cost == pytest.approx(search.cost.sum_of_costs(theirs))


# --- The set


def checked(path: Path) -> tuple[int, str]:
    done = CliRunner().invoke(main, [str(path)])
    return done.exit_code, done.output


def test_what_is_installed_finds_what_the_set_says():
    """If not, and it is meant: python -m tmima.conformance --renew."""
    status, printed = checked(SET)
    assert status == 0, printed
    assert re.fullmatch(r"tmima \S+, set of \S+: \d+ texts, none differ\n", printed)


def test_the_set_has_what_ports_stumble_over():
    texts = json.loads(SET.read_text(encoding="utf-8"))["texts"]
    found = [each["found"] for each in texts]
    languages = {each.get("language") for each in found}
    assert languages >= {"en", "el", "de", "ru", "zh", "ja", "ar", "hi", "ko", "th", "und"}
    assert sum(len(each.get("boundaries", [])) > 1 for each in found) > len(found) / 3
    assert [each["error"] for each in found if "error" in each] == ["TmimaError"] * 2
    assert any("\0" in each["text"] for each in texts)
    assert SET.stat().st_size < 150_000


@pytest.mark.parametrize(
    ("field", "change"),
    [
        ("boundaries", lambda old: [old[0] + 1, *old[1:]]),
        ("boundaries", lambda old: old[-1:]),
        ("ends", lambda old: [old[0] - 1, *old[1:]]),
        ("sentences", lambda old: [[0, 1], *old[1:]]),
        ("language", lambda old: "fr"),
        ("probabilities", lambda old: [*old[:-1], old[-1] + 2e-6]),
        ("probabilities", lambda old: old[:-1]),
        ("error", lambda old: "TmimaError"),
    ],
)
def test_a_change_of_any_field_is_told(field, change, tmp_path):
    records = json.loads(SET.read_text(encoding="utf-8"))
    one = records["texts"][0]
    one["found"][field] = change(one["found"].get(field))
    records["texts"] = records["texts"][:2]
    path = tmp_path / "set.json"
    path.write_text(json.dumps(records), encoding="utf-8")
    status, printed = checked(path)
    assert status == 1
    assert printed.startswith(f"{one['name']}: {field[:7]}")
    assert printed.endswith("2 texts, 1 differ\n")
    # Renewed, it is what is found again.
    assert CliRunner().invoke(main, [str(path), "--renew"]).exit_code == 0
    assert checked(path)[0] == 0


def test_a_probability_may_differ_by_rounding(tmp_path):
    records = json.loads(SET.read_text(encoding="utf-8"))
    probabilities = records["texts"][0]["found"]["probabilities"]
    probabilities[:] = [each + 5e-7 for each in probabilities]
    path = tmp_path / "set.json"
    path.write_text(json.dumps(records), encoding="utf-8")
    assert checked(path)[0] == 0


# --- The page


def test_the_page_says_of_every_method_whether_it_was_checked():
    named = set(re.findall(r"^\| `([\w-]+)`", PAGE, re.MULTILINE))
    assert named == {name for name in methods.own() if methods[name].year}
