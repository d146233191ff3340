"""The measuring stand: halves that never meet, cells, and the page they make."""

import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from benchmarks.accuracy import kernel_changes, stand
from benchmarks.accuracy.page import page
from benchmarks.accuracy.stand import KERNEL, WAYS, Cell, Plan, plan
from benchmarks.accuracy.texts import (
    HALVES,
    KINDS,
    REAL,
    SINGLE,
    background_for,
    half_of_authors,
    texts_of,
)

from tmima import MethodText, Segmentation, TmimaError, score, segment
from tmima.collection import BUNDLED, RANGES
from tmima.experiments.run import run
from tmima.formats import choi
from tmima.similarity import similarities

BY_NAME = {kind.name: kind for kind in KINDS}
FEW = [BY_NAME[name] for name in ("wiki", "greek-laws", "en-3-5", "el-3-5", "el-articles")]


@pytest.fixture(scope="session")
def data(tmp_path_factory) -> Path:
    """Made-up texts in Choi's format, eight a kind, and the bundled collection as articles."""
    folder = tmp_path_factory.mktemp("data")
    chance = random.Random(9)
    words = [f"{a}{b}{c}" for a in "bdfg" for b in "aeiou" for c in ("ron", "lin", "sko", "tup")]
    places = [(folder / "choi" / "1" / f"{low}-{high}", (low, high)) for low, high in RANGES]
    places += [(folder / "real" / kind.name, (5, 12)) for kind in REAL]
    for place, lengths in places:
        place.mkdir(parents=True)
        for number in range(8):
            segments = []
            for _ in range(4):
                own = chance.sample(words, 6)
                segments.append(
                    [
                        f"The {' '.join(chance.sample(own, 3))} in {chance.choice(words)} ."
                        for _ in range(chance.randint(*lengths))
                    ]
                )
            (place / f"{number}.ref").write_text(choi.render(segments))
    (folder / "greek-articles").symlink_to(BUNDLED)
    return folder


@pytest.fixture(scope="session")
def results(data, tmp_path_factory):
    """Few contenders on few kinds of text."""
    whole = plan(data, most=3, only=["shared", "graded", "c99", "mincut", "none"])
    few = tuple(cell for cell in whole.cells if cell.kind in FEW)
    return run(Plan(few), tmp_path_factory.mktemp("out"))


def test_the_halves_never_meet(data):
    names = [{author.name for author in half_of_authors(half, data)} for half in HALVES]
    assert not names[0] & names[1]
    assert len(names[0] | names[1]) == 10
    for name in ("en-3-5", "wiki", "el-articles"):
        texts = [{text.text for text in texts_of(BY_NAME[name], h, data, most=99)} for h in HALVES]
        assert all(texts)
        assert not texts[0] & texts[1]


def test_the_files_of_even_order_choose(data):
    files = sorted((data / "real" / "wiki").glob("*.ref"))
    chosen = texts_of(BY_NAME["wiki"], "choosing", data, most=99)
    assert [text.text for text in chosen] == [file.read_text() for file in files[::2]]


@pytest.mark.parametrize("language", ["en", "el"])
def test_a_collection_to_learn_from_is_of_the_other_half(data, language):
    for kind in (each for each in KINDS if each.language == language and each.family != "glued"):
        learnt_from = {text.text for text in background_for(language, "reporting", data)}
        assert learnt_from
        assert not learnt_from & {text.text for text in texts_of(kind, "reporting", data, most=99)}


def test_a_half_of_another_name_and_a_folder_without_texts_are_refused(data, tmp_path):
    with pytest.raises(TmimaError, match="choosing, reporting, not 'both'"):
        texts_of(BY_NAME["en-3-5"], "both", data, most=3)
    (tmp_path / "choi").mkdir()
    for name in ("en-3-5", "wiki"):
        with pytest.raises(TmimaError, match=name):
            texts_of(BY_NAME[name], "choosing", tmp_path, most=3)


def test_what_is_measured_was_not_trained_on(data, monkeypatch):
    read = []
    monkeypatch.setattr(stand, "texts_of", lambda _, half, *__, **___: read.append(half) or [])
    for half in HALVES:
        with pytest.raises(TmimaError, match="no text to train from"):
            Cell("graded", BY_NAME["wiki"], half, data, 3)._trained()
        assert read[-1] != half


def test_a_cell_by_hand(results, data):
    scores, numbers = [], []
    for document in texts_of(BY_NAME["wiki"], "reporting", data, most=3):
        found = segment(
            document, method="density", similarity="graded", n_segments=len(document.truth)
        )
        scores.append(score(document.truth, found.segmentation))
        numbers.append(len(found) / len(document.truth))
    figures = results["wiki-graded"]["told the number"]
    assert figures["pk"] == pytest.approx(np.mean([each.pk for each in scores]))
    assert figures["window_diff"] == pytest.approx(np.mean([each.window_diff for each in scores]))
    assert figures["f1_within"] == pytest.approx(np.mean([each.f1_within for each in scores]))
    assert figures["found"] == np.median(numbers)


def test_every_contender_takes_part_in_the_ways_it_can(results):
    def ways(name):
        return [way for way in WAYS if way in results[name]]

    assert ways("wiki-graded") == ["trained", "told the number"]
    assert ways("wiki-c99") == ["nothing set", "told the number"]
    assert ways("wiki-mincut") == ["told the number"]
    assert ways("wiki-none") == ["nothing set"]
    assert ways("el-articles-graded") == []
    assert ways("el-articles-c99") == ["nothing set"]
    assert results["wiki-graded"]["told the number"]["found"] == 1
    assert results["wiki-graded"]["trained"]["skill"] is not None
    assert results["wiki-c99"]["nothing set"]["skill"] is None


def test_slivers_and_skill_by_hand(data):
    text = MethodText.of(texts_of(BY_NAME["wiki"], "reporting", data, most=1)[0])
    ends = (1, 3, 6, len(text))

    class Sure:
        segmentation = Segmentation(ends)
        answers = None

        def __len__(self):
            return len(ends)

    assert stand.measured([text], lambda _: Sure())["slivers"] == 0.5
    true = np.array([True, False, False, False])
    assert stand._skill(true.astype(float), true) == 1
    assert stand._skill(np.full(4, 0.25), true) == pytest.approx(0)
    assert stand._skill(np.zeros(4), ~np.ones(4, dtype=bool)) is None


def test_the_page_shows_what_the_cells_hold(results):
    shown = page(results)
    for name, cell in results.items():
        for way in WAYS:
            if way in cell and SINGLE.name not in name:
                three = [f"{100 * cell[way][each]:.1f}" for each in ("pk", "window_diff")]
                assert f"{' / '.join(three)} / " in shown, (name, way)
    for name in similarities.own():
        assert f"`{name}`" in shown
    assert f"{results['el-articles-c99']['nothing set']['segments']:.1f} segments" in shown


def test_the_plan_has_all_kinds_of_texts(data, monkeypatch):
    monkeypatch.setattr("benchmarks.accuracy.encoders.installed", lambda: True)
    cells = plan(data).cells
    assert len({cell.name for cell in cells}) == len(cells)
    assert {cell.kind for cell in cells if cell.contender == "graded"} == set(KINDS)
    vectors = {cell.kind for cell in cells if cell.contender in ("vectors", KERNEL)}
    assert vectors == {kind for kind in KINDS if kind.language == "en"}
    monkeypatch.setattr("benchmarks.accuracy.encoders.installed", lambda: False)
    assert not [cell for cell in plan(data).cells if cell.contender in ("vectors", KERNEL)]


def test_kernel_changes_take_bare_sentences_and_a_single_one(data):
    pytest.importorskip("ruptures")
    text = MethodText.of(texts_of(BY_NAME["wiki"], "reporting", data, most=1)[0])
    rows = np.repeat(np.eye(3), [4, 4, len(text) - 8], axis=0)
    cuts = (4, 8, len(text))
    assert kernel_changes.KernelChanges(lambda _: rows, 0.5).segment(text).boundaries == cuts
    rows[4:8] = 0
    told = kernel_changes.KernelChanges(lambda _: rows).segment(text, n_segments=3)
    assert told.boundaries == cuts
    trained = kernel_changes.KernelChanges(lambda _: rows, 50.0)
    assert len(trained.segment(text)) == 1
    trained.train([(text, Segmentation(cuts))])
    assert trained.segment(text).boundaries == cuts


def test_the_command_of_the_stand_begins():
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.accuracy", "--help"],
        capture_output=True,
        check=False,
        cwd=Path(__file__).parents[1],
    )
    assert done.returncode == 0, done.stderr.decode()
