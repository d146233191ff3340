"""The measuring stand: halves that never meet, cells, and the page they make."""

import json
import lzma
import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from benchmarks.accuracy import kernel_changes, stand
from benchmarks.accuracy.chunkers import ChonkieChunks, LangChainChunks, LlamaIndexChunks, placed
from benchmarks.accuracy.contrast import contrast
from benchmarks.accuracy.found import Found
from benchmarks.accuracy.page import corpora_table, means_table, page
from benchmarks.accuracy.reliability import draw, tenths
from benchmarks.accuracy.stand import (
    CHONKIE,
    CONTENDERS,
    DEFAULT,
    KERNEL,
    LANGCHAIN,
    NOTHING,
    OLD,
    ON_VECTORS,
    RIVALS,
    TEXTSPLIT,
    TOLD,
    TRAINED,
    WAYS,
    Cell,
    plan,
    run,
)
from benchmarks.accuracy.texts import (
    ARTICLES,
    HALVES,
    KINDS,
    LINES,
    REAL,
    SECTIONS,
    SINGLE,
    half_of_authors,
    texts_of,
)
from benchmarks.accuracy.wanted import wanted_table
from tools.learning.texts import CHOOSE, LEARN, REPORT, part_of

from tmima import Prepared, Segmentation, TmimaError, languages, score, segment
from tmima.formats import read, render_choi
from tmima.paper import BUNDLED
from tmima.paper.suites import RANGES

BY_NAME = {kind.name: kind for kind in KINDS}
FEW = [BY_NAME[name] for name in ("wiki", "en-3-5", "el-articles", "sections/textbooks")]
MEASURED = (DEFAULT, "density, graded", "c99", "mincut", "none")


def made_up(chance: random.Random, lengths: tuple[int, int]) -> list[list[str]]:
    """Return four segments of sentences, each with words of its own."""
    words = [f"{a}{b}{c}" for a in "bdfg" for b in "aeiou" for c in ("ron", "lin", "sko", "tup")]
    segments = []
    for _ in range(4):
        own = chance.sample(words, 6)
        segments.append(
            [
                f"The {' '.join(chance.sample(own, 3))} in {chance.choice(words)} ."
                for _ in range(chance.randint(*lengths))
            ]
        )
    return segments


def cut_text(name: str, kind: str, chance: random.Random) -> dict[str, object]:
    """Return a line of sections."""
    chunks = [" ".join(some) + "\n\n" for some in made_up(chance, (10, 12))]
    if BY_NAME[kind] in LINES:
        chunks = ["\n".join(some) + "\n" for some in made_up(chance, (10, 12))]
    cuts = np.cumsum([len(chunk) for chunk in chunks])[:-1].tolist()
    return {
        "id": name,
        "language": BY_NAME[kind].language,
        "text": "".join(chunks),
        "cuts": cuts,
        "lines": BY_NAME[kind] in LINES,
    }


@pytest.fixture(scope="session")
def data(tmp_path_factory) -> Path:
    """Made-up texts, twelve a kind, sections of all parts, and the bundled collection."""
    folder = tmp_path_factory.mktemp("data")
    chance = random.Random(9)
    places = [(folder / "choi" / "1" / f"{low}-{high}", (low, high)) for low, high in RANGES]
    places += [(folder / "real" / kind.name, (5, 12)) for kind in REAL]
    for place, lengths in places:
        place.mkdir(parents=True)
        for number in range(12):
            text = render_choi(made_up(chance, lengths))
            (place / f"{number}.ref").write_text(text)
    (folder / "sections").mkdir()
    for kind in SECTIONS:
        names = [f"{kind.name}-{number}" for number in range(60)]
        lines = [json.dumps(cut_text(name, kind.name, chance)) for name in names]
        with lzma.open(folder / f"{kind.name}.jsonl.xz", "wt") as file:
            file.write("\n".join(lines) + "\n")
    (folder / "greek-articles").symlink_to(BUNDLED)
    return folder


@pytest.fixture(scope="session")
def out(tmp_path_factory) -> Path:
    """Where results are kept."""
    return tmp_path_factory.mktemp("out")


def some_cells(data: Path, most: int = 5) -> list[Cell]:
    """Return the cells of few kinds of text."""
    return [cell for cell in plan(data, most=most) if cell.kind in FEW]


@pytest.fixture(scope="session")
def results(data, out):
    """Few contenders on few kinds of text."""
    return run(some_cells(data), out, only=MEASURED)


def test_the_halves_never_meet(data):
    names = [{author.name for author in half_of_authors(half, data)} for half in HALVES]
    assert not names[0] & names[1]
    assert len(names[0] | names[1]) == 10
    for name in (
        "en-3-5",
        "wiki",
        "sections/textbooks",
        "sections/laws-el",
        "one-en",
        "el-articles",
    ):
        texts = [{text.text for text in texts_of(BY_NAME[name], h, data, most=99)} for h in HALVES]
        assert all(texts)
        assert not texts[0] & texts[1]


def test_the_files_of_even_order_choose(data):
    files = sorted((data / "real" / "wiki").glob("*.ref"))
    chosen = texts_of(BY_NAME["wiki"], "choosing", data, most=99)
    assert [text.text for text in chosen] == [file.read_text() for file in files[::2]]


def test_what_was_learnt_from_is_never_measured(data):
    parts = {"choosing": CHOOSE, "reporting": REPORT}
    for kind in (*SECTIONS, *SINGLE[1:]):
        learnt, own = set(), {half: set() for half in HALVES}
        sources = [kind] if kind in SECTIONS else SECTIONS
        for source in sources:
            with lzma.open(data / f"{source.name}.jsonl.xz", "rt") as file:
                for row in map(json.loads, file):
                    part = part_of(row["id"])
                    learnt |= {row["text"]} if part == LEARN else set()
                    for half in HALVES:
                        own[half] |= {row["text"]} if part == parts[half] else set()
        for half in HALVES:
            texts = {text.text for text in texts_of(kind, half, data, most=99)}
            assert texts
            assert not any(text in whole for text in texts for whole in learnt)
            assert all(any(text in whole for whole in own[half]) for text in texts)


def test_sections_keep_their_paragraphs_and_their_cuts(data):
    for name in ("sections/textbooks", "sections/meetings-product"):
        kind = BY_NAME[name]
        with lzma.open(data / f"{name}.jsonl.xz", "rt") as file:
            cuts = {row["text"]: row["cuts"] for row in map(json.loads, file)}
        for document in texts_of(kind, "reporting", data, most=3):
            assert (len(document.paragraphs) > 1) == (kind not in LINES)
            starts = [document.sentences[place].start for place in document.truth.cuts]
            assert starts == cuts[document.text]


def test_texts_of_one_topic_have_one_segment(data):
    for kind in SINGLE:
        texts = texts_of(kind, "reporting", data, most=3)
        assert texts
        assert all(len(text.truth) == 1 for text in texts)
    assert sum(len(texts_of(ARTICLES, half, data, most=3)) for half in HALVES) == 70


def test_a_half_of_another_name_and_a_folder_without_texts_are_refused(data, tmp_path):
    with pytest.raises(TmimaError, match="choosing, reporting, not 'both'"):
        texts_of(BY_NAME["en-3-5"], "both", data, most=3)
    (tmp_path / "choi").mkdir()
    for name in ("en-3-5", "wiki", "sections/textbooks"):
        with pytest.raises(TmimaError, match=name):
            texts_of(BY_NAME[name], "choosing", tmp_path, most=3)


def test_what_is_measured_was_not_trained_on(data, monkeypatch):
    read = []
    monkeypatch.setattr(stand, "texts_of", lambda _, half, *__, **___: read.append(half) or [])
    for half in HALVES:
        with pytest.raises(TmimaError, match="no text to train from"):
            Cell("density, graded", BY_NAME["wiki"], half, data, 3)._trained()
        assert read[-1] != half


def test_a_cell_by_hand(results, data):
    scores, numbers = [], []
    for document in texts_of(BY_NAME["wiki"], "reporting", data, most=5):
        found = segment(
            document, method="density", similarity="graded", n_segments=len(document.truth)
        )
        scores.append(score(document.truth, found.segmentation))
        numbers.append(len(found) / len(document.truth))
    figures = results["wiki-density--graded"][TOLD]
    assert figures["pk"] == pytest.approx(np.mean([each.pk for each in scores]))
    assert figures["window_diff"] == pytest.approx(np.mean([each.window_diff for each in scores]))
    assert figures["f1_within"] == pytest.approx(np.mean([each.f1_within for each in scores]))
    assert figures["found"] == np.median(numbers)


def test_every_contender_takes_part_in_the_ways_it_can(results):
    def ways(name):
        return [way for way in WAYS if way in results[name]]

    assert ways("wiki-learnt") == list(WAYS)
    assert ways("wiki-density--graded") == [TRAINED, TOLD]
    assert ways("wiki-c99") == [NOTHING, TOLD]
    assert ways("wiki-mincut") == [TOLD]
    assert ways("wiki-none") == [NOTHING]
    assert ways("el-articles-learnt") == [NOTHING]
    assert results["wiki-learnt"][TOLD]["found"] == 1
    assert results["wiki-learnt"][NOTHING]["skill"] is not None
    assert results["wiki-c99"][NOTHING]["skill"] is None


def test_slivers_skill_and_reliability_by_hand(data):
    text = Prepared.of(texts_of(BY_NAME["wiki"], "reporting", data, most=1)[0])
    ends = (1, 3, 6, len(text))

    class Sure:
        segmentation = Segmentation(ends)
        answers = None

        def __len__(self):
            return len(ends)

    sure: Any = Sure()
    assert stand.measured([text], lambda _: sure)["slivers"] == 0.5
    true = np.array([True, False, False, False])
    usual = np.full(4, 0.25)
    assert stand.skill(true.astype(float), true, usual) == 1
    assert stand.skill(usual, true, usual) == pytest.approx(0)
    assert stand.skill(np.zeros(4), ~np.ones(4, dtype=bool), np.zeros(4)) is None
    rows = stand.reliability(np.array([1.0, 0.05, 0.31, 0.38]), true)
    assert rows[0] == [1, 0.05, 0]
    assert rows[3] == pytest.approx([2, 0.69, 0])
    assert rows[9] == [1, 1, 1]
    assert sum(row[0] for row in rows) == 4


def test_the_files_and_the_page_show_what_the_cells_hold(results):
    found = Found(results)
    corpora = {row[:4]: row[4:] for row in corpora_table(found).rows}
    for name, cell in results.items():
        kind = cell["settings"]["kind"]
        for way in WAYS:
            if way in cell and kind["family"] != "single":
                contender = RIVALS.get(cell["settings"]["contender"], cell["settings"]["contender"])
                row = corpora[kind["name"], "5", way, contender]
                figures = [cell[way][each] for each in ("pk", "window_diff", "f1_within")]
                assert row[:3] == tuple(f"{100 * each:.1f}" for each in figures), (name, way)
                assert row[3] == f"{cell[way]['found']:.2f}"
    # Each family here has one corpus, so that its mean is that corpus.
    shown = page(results)
    for row in means_table(found).rows:
        if row[3] == DEFAULT and row[2] == NOTHING:
            assert f"| {row[0]} (1) | {' / '.join(row[4:7])} |" in shown
        if row[2] != TRAINED and row[3] not in ("density, shared", "MinCut"):
            assert f" {row[5]} / {row[6]} |" in shown
    assert f"| {results['el-articles-c99'][NOTHING]['segments']:.2f} |" in shown
    assert "at most 5 texts" in " ".join(shown.split()).lower()


def test_a_contender_on_few_texts_changes_no_count(results):
    cell = json.loads(json.dumps(results["wiki-none"]))
    cell["settings"].update(contender=LANGCHAIN, most=1)
    cell["true"] = {"texts": 1, "slivers": 0.9}
    found = Found({**results, "few": cell})
    assert found.texts(BY_NAME["wiki"]) == found.most == 5
    assert found.counting([BY_NAME["wiki"]])
    assert found.of(LANGCHAIN, NOTHING) == {"wiki": cell[NOTHING]}


def test_what_was_wanted_is_met_only_where_it_is(results):
    def rows(results):
        return {row[0]: row for row in wanted_table(Found(results)).rows}

    whole = json.loads(json.dumps(results))
    figures = whole["wiki-learnt"][NOTHING]
    figures.update(pk=0.32, window_diff=0.34, f1_within=0.45, found=1.6, skill=0.3)
    whole["sections-textbooks-learnt"][NOTHING].update(found=0.6, skill=0.2)
    name = "real texts (1), nothing set"
    assert rows(whole)[name][2:] == ("32.0 / 34.0 / 45.0", "32 / 34 / 45", "met")
    assert rows(whole)["found / true on every corpus"][4] == "met"
    assert rows(whole)["skill of probabilities, real texts and sections"][4] == "met"
    figures.update(pk=0.33, f1_within=0.44, found=1.7, skill=-0.1)
    assert rows(whole)[name][4] == "1.0 / 0.0 / 1.0"
    assert rows(whole)["found / true on every corpus"][4] == "wiki 1.70"
    assert "wiki -0.10" in rows(whole)["skill of probabilities, real texts and sections"][4]
    none = whole["wiki-none"][NOTHING]["window_diff"]
    figures["window_diff"] = none + 0.01
    assert "wiki 1.0" in rows(whole)["WindowDiff no worse than no cut on every corpus"][4]
    short = rows(whole)["ahead of all rivals in WD and F1±2, nothing set"][4]
    assert "real texts, English: no cut WD 1.0" in short


def test_a_rival_that_was_not_measured_is_named(results):
    def row(results):
        rows = {row[0]: row[4] for row in wanted_table(Found(results)).rows}
        return rows["ahead of all rivals in WD and F1±2, told the number"]

    missed = ", ".join(f"{name} not measured" for name in (KERNEL, TEXTSPLIT, LANGCHAIN))
    assert missed in row(results)
    assert CHONKIE not in row(results)
    cell = json.loads(json.dumps(results["wiki-none"]))
    cell["settings"]["contender"] = KERNEL
    cell[TOLD] = cell[NOTHING]
    short = row({**results, "kernel": cell}).partition(";")[0]
    assert f"{LANGCHAIN} not measured" in short
    assert f"{KERNEL} not measured" not in short


def test_the_reliability_is_drawn(results, tmp_path):
    found = Found(results)
    whole = tenths(found, DEFAULT)
    wiki = results["wiki-learnt"][NOTHING]["reliability"]
    assert np.allclose(whole["real texts"], wiki)
    draw(found, tmp_path / "reliability.png")
    assert (tmp_path / "reliability.png").read_bytes().startswith(b"\x89PNG")


def test_what_was_measured_is_kept(results, data, out, monkeypatch):
    asked = []

    def compute(cell):
        asked.append(cell.name)
        return {**results[cell.name], "true": {"texts": 99, "slivers": 0.0}}

    monkeypatch.setattr(Cell, "compute", compute)
    cells = some_cells(data)
    assert run(cells, out, only=MEASURED) == results
    assert not asked
    # Other weights: what they decide is not shown any more, and measured again if it is wanted.
    monkeypatch.setattr(stand, "_weights", lambda: "others")
    decided = {name for name in results if name.endswith("-learnt")}
    assert set(run(cells, out, only=["none"])) == set(results) - decided
    assert not asked
    # A copy, for the results of the session stay as they are.
    copied = out.parent / "copied"
    (copied / "cells").mkdir(parents=True)
    for file in (out / "cells").iterdir():
        (copied / "cells" / file.name).write_bytes(file.read_bytes())
    run(cells, copied, only=MEASURED)
    assert set(asked) == decided
    asked.clear()
    run(cells, copied, only=["none"], again=True)
    assert set(asked) == {name for name in results if name.endswith("-none")}
    assert not run(some_cells(data, most=4), out, only=[OLD])


def test_the_plan_has_all_kinds_of_texts(data, monkeypatch):
    cells = plan(data)
    assert len({cell.name for cell in cells}) == len(cells)
    for contender in CONTENDERS:
        kinds = {cell.kind for cell in cells if cell.contender == contender}
        english = {kind for kind in KINDS if kind.language == "en"}
        vectors = contender in ("learnt, vectors", *ON_VECTORS)
        assert kinds == (english if vectors else set(KINDS))
    for there in (True, False):
        monkeypatch.setattr("benchmarks.accuracy.encoders.installed", lambda: there)  # noqa: B023
        can = {cell.contender for cell in cells if stand.can_be_measured(cell)}
        assert OLD not in can
        assert (KERNEL in can) is there
        assert (LANGCHAIN in can) is there
        assert DEFAULT in can


def test_texts_glued_of_different_words_have_more_contrast():
    def made(words, others):
        lines = [f"The {words} in {words} ."] * 4 + [f"The {others} in {others} ."] * 4
        document = read("\n".join(lines), languages.analyzer("en"), format="lines")
        return Prepared.of(replace(document, truth=Segmentation((4, 8))))

    assert contrast(made("baron tulip", "garden lemon")) is None
    assert contrast(made("baron tulip", "baron tulip")) == pytest.approx(1)
    assert contrast(made("baron tulip", "baron lemon")) > 1


def test_kernel_changes_take_bare_sentences_and_a_single_one(data):
    pytest.importorskip("ruptures")
    text = Prepared.of(texts_of(BY_NAME["wiki"], "reporting", data, most=1)[0])
    rows = np.repeat(np.eye(3), [4, 4, len(text) - 8], axis=0)
    cuts = (4, 8, len(text))
    assert kernel_changes.KernelChanges(lambda _: rows, 0.5).segment(text).boundaries == cuts
    rows[4:8] = 0
    told = kernel_changes.KernelChanges(lambda _: rows).segment(text, n_segments=3)
    assert told.boundaries == cuts
    trained = kernel_changes.KernelChanges(lambda _: rows, 50.0)
    assert len(trained.segment(text)) == 1
    trained.train([Prepared.of(replace(text.document, truth=Segmentation(cuts)))])
    assert trained.segment(text).boundaries == cuts


def test_chunks_are_cut_at_the_nearest_edge():
    lines = ["one two", "three four", "five", "six seven"]
    assert placed(lines, ["one two three four", "five six seven"]).boundaries == (2, 4)
    assert placed(lines, ["one two t", "hree four five six seven"]).boundaries == (1, 4)
    assert placed(lines, ["one two three four five six seven"]).boundaries == (4,)
    assert placed(lines, ["o", "ne two three four five six seven"]).boundaries == (4,)


CHUNKERS = {
    LangChainChunks: "langchain_experimental",
    LlamaIndexChunks: "llama_index.core",
    ChonkieChunks: "chonkie",
}


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("made", CHUNKERS)
def test_the_chunkers_find_an_edge_that_nobody_can_miss(made):
    pytest.importorskip(CHUNKERS[made])
    lines = [
        f"{'apples' if place < 12 else 'engines'} of the kind {place} ." for place in range(30)
    ]
    document = read("\n".join(lines), languages.analyzer("en"), format="lines")
    text = Prepared.of(replace(document, truth=Segmentation((12, 30))))

    def encode(texts):
        rows = [[one.count("apples"), one.count("engines"), 0.01 * (len(one) % 3)] for one in texts]
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)

    # All compare windows of three, and LangChain finds about the number that it is told.
    chunker = made(encode)
    found = [chunker.segment(text, n_segments=3)]
    chunker.train([text])
    assert chunker.threshold_ in chunker.thresholds
    for each in (*found, chunker.segment(text)):
        assert any(abs(cut - 12) <= 2 for cut in each.cuts)
        assert len(each) < 15


def test_textsplit_learns_its_penalty_from_lengths(data):
    pytest.importorskip("textsplit")
    text = Prepared.of(texts_of(BY_NAME["wiki"], "reporting", data, most=1)[0])
    rows = np.repeat(np.eye(3), [4, 4, len(text) - 8], axis=0)
    cuts = (4, 8, len(text))
    method = kernel_changes.TextSplit(lambda _: rows)
    assert method.segment(text, n_segments=3).boundaries == cuts
    assert len(method.segment(text, n_segments=1)) == 1
    method.train([Prepared.of(replace(text.document, truth=Segmentation(cuts)))] * 2)
    # A cut that gains just the penalty is not made.
    assert method.segment(text).cuts == (8,)


def test_the_command_of_the_stand_begins():
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.accuracy", "--help"],
        capture_output=True,
        check=False,
        cwd=Path(__file__).parents[1],
    )
    assert done.returncode == 0, done.stderr.decode()
