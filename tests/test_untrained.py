"""The experiment without training: halves that never meet, cells, and the page they make."""

import random
from pathlib import Path

import pytest
from benchmarks.untrained.halves import (
    GROUPS,
    HALVES,
    Group,
    background_for,
    half_of_authors,
    half_of_texts,
)
from benchmarks.untrained.page import page
from benchmarks.untrained.plan import MODES, UntrainedPlan, plan_untrained
from benchmarks.untrained.rivals import PENALTIES, kernel_changes

from tmima import TmimaError, score
from tmima.collection import BUNDLED, RANGES
from tmima.document import Units
from tmima.experiments.run import run
from tmima.fitting.lengths import UnlabelledText, learn
from tmima.formats import choi
from tmima.segmentation import Parameters, cheapest
from tmima.similarity import GradedWords, similarities

ENGLISH = Group("en", (3, 5))
GREEK = Group("el", (3, 5))


@pytest.fixture(scope="session")
def data(tmp_path_factory) -> Path:
    """Made-up texts in Choi's format, eight a range, and the bundled collection as articles."""
    folder = tmp_path_factory.mktemp("data")
    chance = random.Random(9)
    words = [f"{a}{b}{c}" for a in "bdfg" for b in "aeiou" for c in ("ron", "lin", "sko", "tup")]
    for low, high in RANGES:
        place = folder / "choi" / "1" / f"{low}-{high}"
        place.mkdir(parents=True)
        for number in range(8):
            segments = []
            for _ in range(4):
                own = chance.sample(words, 6)
                segments.append(
                    [
                        f"The {' '.join(chance.sample(own, 3))} in {chance.choice(words)} ."
                        for _ in range(chance.randint(low, high))
                    ]
                )
            (place / f"{number}.ref").write_text(choi.render(segments))
    (folder / "greek-articles").symlink_to(BUNDLED)
    return folder


@pytest.fixture(scope="session")
def results(data, tmp_path_factory):
    """The cells of one kind of texts in each language."""
    pytest.importorskip("ruptures")
    pytest.importorskip("wordfreq")
    whole = plan_untrained(data, quick=True)
    few = tuple(cell for cell in whole.cells if cell.group in (ENGLISH, GREEK))
    few = tuple(cell for cell in few if "vectors" not in cell.subject)
    few = tuple(cell for cell in few if cell.subject not in ("minilm", "wordllama"))
    return run(UntrainedPlan(few), tmp_path_factory.mktemp("out"))


def test_the_halves_never_meet(data):
    names = [{author.name for author in half_of_authors(half, data)} for half in HALVES]
    assert not names[0] & names[1]
    assert len(names[0] | names[1]) == 10
    texts = [
        {document.text for document, _ in half_of_texts(ENGLISH, half, data, seed=1, most=99)}
        for half in HALVES
    ]
    assert [len(each) for each in texts] == [4, 4]
    assert not texts[0] & texts[1]


def test_a_collection_to_learn_from_is_of_the_other_authors(data):
    for half, other in zip(HALVES, reversed(HALVES), strict=True):
        learnt_from = {units.document.text for units in background_for(GREEK, half, data)}
        others = {
            text.document.text for author in half_of_authors(other, data) for text in author.texts
        }
        assert learnt_from == others
    assert background_for(ENGLISH, "reporting", data) == []


def test_a_half_of_another_name_and_a_folder_without_texts_are_refused(data, tmp_path):
    with pytest.raises(TmimaError, match="choosing, reporting, not 'both'"):
        half_of_texts(ENGLISH, "both", data, seed=1, most=3)
    (tmp_path / "choi").mkdir()
    with pytest.raises(TmimaError, match="3-5"):
        half_of_texts(ENGLISH, "choosing", tmp_path, seed=1, most=3)


def test_what_chooses_reads_one_half_and_what_reports_the_other(data, monkeypatch):
    read = []

    def spy(group, half, *_, **__):
        read.append(half)
        raise TmimaError("seen")

    monkeypatch.setattr("benchmarks.untrained.plan.half_of_texts", spy)
    for cell in plan_untrained(data).cells:
        with pytest.raises(TmimaError, match="seen"):
            cell.compute()
        assert read[-1] == ("reporting" if cell.task in ("similarity", "rival") else "choosing")


def test_a_cell_by_hand(results, data):
    entry = similarities["graded"]
    errors = []
    for document, truth in half_of_texts(GREEK, "reporting", data, seed=1, most=6):
        units = Units.of(document)
        similarity = GradedWords(units)
        text = UnlabelledText(similarity, units.sentences, len(units))
        learnt = learn([text], Parameters(gamma=entry.gamma, r=entry.r))
        found = cheapest(similarity, units.sentences, learnt.parameters).segmentation
        errors.append(score(truth, found).pk)
    cell = results["similarity-graded-el-3-5"]
    assert cell["text"]["pk_by_text"] == pytest.approx(errors)
    assert cell["text"]["scores"]["pk"] == pytest.approx(sum(errors) / len(errors))


def test_every_similarity_has_every_mode(results):
    for name, cell in results.items():
        if name.startswith("similarity"):
            assert all(0 <= cell[mode]["scores"]["pk"] <= 1 for mode in MODES)
            low, high = cell["text"]["pk_interval"]
            assert low <= cell["text"]["scores"]["pk"] <= high


def test_the_page_shows_what_the_cells_hold(results):
    shown = page(results)
    for name, cell in results.items():
        for mode in MODES:
            if mode in cell:
                for measure in ("pk", "window_diff"):
                    assert f"{100 * cell[mode]['scores'][measure]:.2f} (" in shown, (name, mode)
    for name in similarities.own():
        assert f"`{name}`" in shown
    assert "| U00 |" in shown
    assert "KernelCPD on words" in shown
    row = next(line for line in shown.splitlines() if line.startswith("| words | "))
    assert f"| {PENALTIES['words']:g} |" in row


def test_the_plan_has_all_kinds_of_texts(data):
    cells = plan_untrained(data).cells
    assert len({cell.name for cell in cells}) == len(cells)
    assert {cell.group for cell in cells if cell.subject == "graded"} == set(GROUPS)


def test_kernel_changes_take_bare_sentences_and_a_single_one():
    np = pytest.importorskip("numpy")
    pytest.importorskip("ruptures")
    rows = np.repeat(np.eye(3), 4, axis=0)
    assert kernel_changes(rows, penalty=0.5).boundaries == (4, 8, 12)
    rows[4:8] = 0
    assert kernel_changes(rows, n_segments=3).boundaries == (4, 8, 12)
    assert kernel_changes(rows[:1], penalty=0.5).boundaries == (1,)
