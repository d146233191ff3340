"""The paper's experiments: reproducible, resumable, and equal to plain loops."""

import json
import random
import re
import shutil
from pathlib import Path

import pytest

from tests import oracle
from tests.command import output, refusal, strict_json
from tests.test_golden import without_new_scores
from tmima import Segmentation, TmimaError, languages, score
from tmima.files.results import JOURNAL
from tmima.paper import plan, read_collection, run_plan, suite1
from tmima.paper.results import TABLE_1, TABLE_2, TABLE_3, TABLE_4
from tmima.scores import interval
from tmima.training import GAMMAS, POWERS

pytest.importorskip("matplotlib", reason="experiments draw: pip install 'tmima[plot]'")

GOLDEN = Path(__file__).parents[1] / "golden" / "experiment.json"
SUBJECTS = {
    "sea": "ship sail harbour tide anchor".split(),
    "bread": "baker dough flour oven loaf".split(),
    "sky": "star planet moon orbit comet".split(),
}


@pytest.fixture(scope="session")
def collection(tmp_path_factory) -> Path:
    """Three authors with three texts of twelve sentences, from a fixed seed."""
    folder = tmp_path_factory.mktemp("collection")
    chance = random.Random(4)
    for author, words in SUBJECTS.items():
        (folder / author).mkdir()
        for number in range(3):
            lines = []
            for _ in range(4):
                made = []
                for _ in range(3):
                    one, two = chance.sample(words, 2)
                    other = chance.choice("garden river winter window letter".split())
                    made.append(f"The {one} and the {two} of the {other} were there.")
                lines.append(" ".join(made))
            (folder / author / f"{number}.txt").write_text("\n".join(lines))
    return folder


def quick(experiment: str, collection: Path, **options):
    return plan(experiment, collection, language="en", quick=True, **options)


@pytest.fixture(scope="session")
def results(collection, tmp_path_factory):
    out = tmp_path_factory.mktemp("out")
    return {name: run_plan(quick(name, collection), out) for name in ("suite1", "suite2")}


def test_every_number_is_the_golden_one(results):
    """Golden values of a tiny collection: a change of any number must be meant.

    To renew: TMIMA_RENEW=1 pytest tests/paper/test_cells.py -k golden
    """
    import os

    for cells in results.values():
        for cell in cells.values():
            cell["settings"]["folder"] = "collection"
    if os.environ.get("TMIMA_RENEW"):
        GOLDEN.parent.mkdir(exist_ok=True)
        GOLDEN.write_text(json.dumps(results, indent=1) + "\n")
    assert_equal(results, json.loads(GOLDEN.read_text()), "results")


def assert_equal(found, expected, place):
    if isinstance(expected, dict):
        found = without_new_scores(found, expected)
        assert list(found) == list(expected), place
        for key in expected:
            assert_equal(found[key], expected[key], f"{place}.{key}")
    elif isinstance(expected, list):
        assert len(found) == len(expected), place
        for index, (one, other) in enumerate(zip(found, expected, strict=True)):
            assert_equal(one, other, f"{place}[{index}]")
    elif isinstance(expected, float):
        assert found == pytest.approx(expected, rel=1e-12, abs=1e-15), place
    else:
        assert found == expected, place


@pytest.mark.slow
def test_a_whole_cell_by_plain_loops(collection, results):
    """Set 5, 3-5, of suite 1: texts, halves, moments, all 80 pairs and the scores, done again."""
    cell = results["suite1"]["set5-3-5"]
    analyzer = languages.analyzer("en")
    members = read_collection(collection, analyzer).members(5)
    texts = suite1(members, (3, 5), 8, random.Random("1/suite1/5/(3, 5)"))
    words = [
        [{t.lemma for t in s.tokens if t.kept} for s in text.document.sentences] for text in texts
    ]
    matrices = [oracle.shared_words(each) for each in words]
    precision = []
    for number, repetition in enumerate(cell["repetitions"]):
        chance = random.Random(f"1/suite1/set5-3-5/half {number}")
        training = sorted(chance.sample(range(8), 4))
        lengths = [length for index in training for length in texts[index].truth.lengths]
        mean = sum(lengths) / len(lengths)
        deviation = (sum((x - mean) ** 2 for x in lengths) / (len(lengths) - 1)) ** 0.5

        def found(index, gamma, r, mean=mean, deviation=deviation):
            d = matrices[index]
            _, boundaries = oracle.programme(d, [1] * len(d), mean, deviation, gamma, r)
            return Segmentation(boundaries)

        errors = {}
        for r in POWERS:
            for gamma in GAMMAS:
                pks = [score(texts[i].truth, found(i, gamma, r)).pk for i in training]
                errors[r, gamma] = sum(pks) / len(pks)
        r, gamma = min(errors, key=lambda pair: (round(errors[pair], 12), *pair))
        assert repetition["training"] == training
        assert repetition["parameters"] == pytest.approx(
            {
                "mean_length": mean,
                "std_length": deviation,
                "gamma": gamma,
                "r": r,
                "length_unit": "sentences",
            }
        )
        tested = [
            score(texts[i].truth, found(i, gamma, r)) for i in sorted(set(range(8)) - set(training))
        ]
        assert repetition["scores"]["pk"] == pytest.approx(sum(s.pk for s in tested) / 4)
        precision.append(sum(s.precision for s in tested) / 4)
    assert cell["scores"]["precision"] == pytest.approx(sum(precision) / len(precision))


def test_the_number_of_processes_changes_nothing(collection, results, tmp_path):
    again = run_plan(quick("suite2", collection), tmp_path, jobs=2)
    for cell in again.values():
        cell["settings"]["folder"] = results["suite2"]["sentences"]["settings"]["folder"]
    assert again == results["suite2"]


def test_a_run_goes_on_where_it_stopped(collection, tmp_path):
    wanted = quick("suite2", collection)
    first = run_plan(wanted, tmp_path)
    (tmp_path / "cells" / "suite2" / "paragraphs.json").unlink()
    kept = tmp_path / "cells" / "suite2" / "sentences.json"
    before = kept.stat().st_mtime_ns
    assert run_plan(wanted, tmp_path) == first
    assert kept.stat().st_mtime_ns == before


def test_other_settings_are_not_mixed_in(collection, tmp_path):
    run_plan(quick("suite2", collection), tmp_path)
    with pytest.raises(TmimaError, match=r"made with other settings \(seed\)"):
        run_plan(quick("suite2", collection, seed=2), tmp_path)


def copied(collection: Path, folder: Path) -> Path:
    return Path(shutil.copytree(collection, folder / "collection"))


def test_other_texts_and_versions_are_not_mixed_in(collection, tmp_path, monkeypatch):
    """The folder has the same name, so that only the texts can tell."""
    texts = copied(collection, tmp_path)
    wanted = quick("suite2", texts)
    first = run_plan(wanted, tmp_path / "out")
    assert run_plan(quick("suite2", copied(collection, tmp_path / "b")), tmp_path / "out") == first
    changed = next(texts.rglob("*.txt"))
    content = changed.read_text()
    changed.write_text(content.replace("garden", "orchard"))
    with pytest.raises(TmimaError, match="from other texts or by another version"):
        run_plan(wanted, tmp_path / "out")
    changed.write_text(content)
    (texts / "more.txt").write_text("One more text.")
    with pytest.raises(TmimaError, match="from other texts or by another version"):
        run_plan(wanted, tmp_path / "out")
    (texts / "more.txt").unlink()
    assert run_plan(wanted, tmp_path / "out") == first
    monkeypatch.setitem(run_plan.__globals__, "__version__", "0.0.7")
    with pytest.raises(TmimaError, match="from other texts or by another version"):
        run_plan(wanted, tmp_path / "out")


def test_a_damaged_cell_is_computed_again(collection, tmp_path):
    wanted = quick("suite2", collection)
    first = run_plan(wanted, tmp_path)
    path = tmp_path / "cells" / "suite2" / "sentences.json"
    whole = path.read_bytes()
    for damaged in (whole[:-20], whole[:100], b"", b"{}", b"[]", b"5", b"\xff", b"[" * 100_000):
        path.write_bytes(damaged)
        assert run_plan(wanted, tmp_path) == first
        assert path.read_bytes() == whole


def test_both_readings_of_suite2_have_the_same_texts(results):
    one, other = results["suite2"].values()
    assert one["sources"] == other["sources"]


def test_bootstrap_interval_covers_the_mean():
    values = [0.1, 0.2, 0.3, 0.4] * 10
    low, high = interval(values, seed="x")
    assert low < 0.25 < high
    # The deviation of the mean of 40 such values is 0.0177; two of them on each side.
    assert high - low == pytest.approx(4 * 0.0177, rel=0.15)


def test_the_command_writes_everything(collection, tmp_path):
    shown = output(
        "experiment",
        "all",
        "--collection",
        collection,
        "--language",
        "en",
        "--quick",
        "--jobs",
        "2",
        "-o",
        tmp_path,
    )
    names = {path.name for path in tmp_path.iterdir()}
    for table in ("table1", "table2", "table3", "table4"):
        assert {f"{table}.md", f"{table}.csv"} <= names
    for figure in ("figure1", "figure2", "figure3", "figure4", "figure5"):
        assert {f"{figure}.png", f"{figure}.svg"} <= names
    assert [name for name in names if name.startswith(".")] == [JOURNAL]
    assert "**Table 3" in shown
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert not re.search(r"(src|href)=\"(?!data:)", page)
    assert page.count("<img") == 7
    results = strict_json((tmp_path / "results.json").read_text())
    cell = results["experiments"]["suite1"]["set0-3-11"]
    assert set(cell["repetitions"][0]) == {
        "training",
        "testing",
        "parameters",
        "training_pk",
        "scores",
        "pk_by_text",
    }
    row = (tmp_path / "table3.csv").read_text().splitlines()[3].split(",")
    assert row[0] == "Set0 Pk"
    assert row[1] == f"{100 * cell['scores']['pk']:.2f}"
    assert row[2] == "14.04"


@pytest.mark.slow
def test_choi_in_words_and_sentences(tmp_path):
    for lengths in ("3-11", "3-5", "6-8", "9-11"):
        out = tmp_path / "choi" / "1" / lengths
        output("generate", "suite1", "--range", *lengths.split("-"), "--texts", "4", "-o", out)
    shown = output(
        "experiment",
        "choi",
        "--collection",
        tmp_path / "choi",
        "--language",
        "el",
        "--normalise",
        "plain",
        "--quick",
        "--jobs",
        "1",
        "-o",
        tmp_path / "out",
    )
    assert "| F04 |" in shown
    results = json.loads((tmp_path / "out" / "results.json").read_text())["experiments"]["choi"]
    assert len(results) == 10
    assert results["3-5-words"]["scores"]["unit"] == "words"
    assert results["3-5-words"]["sources"] == [f"1/3-5/{number:03}.ref" for number in range(1, 5)]
    assert len(results["all-sentences"]["sources"]) == 8


def test_bad_requests_get_one_line(tmp_path, monkeypatch):
    monkeypatch.delenv("TMIMA_DATA", raising=False)
    assert "give --collection, or set TMIMA_DATA" in refusal("experiment", "choi", "-o", tmp_path)
    assert "there is no folder" in refusal(
        "experiment", "suite1", "--collection", tmp_path / "no", "-o", tmp_path / "out"
    )


@pytest.fixture
def paper(corpora) -> str:
    path = corpora.parent / "paper" / "fragkou-greek-segmentation.tex"
    if not path.exists():
        pytest.skip("the paper's source is not beside the corpora")
    return path.read_text(encoding="utf-8", errors="replace")


def percentages(text: str) -> list[float]:
    return [float(number.replace(",", ".")) for number in re.findall(r"(\d+(?:,\d+)?)\\%", text)]


def test_the_published_tables_are_the_papers(paper):
    third = paper[paper.index("Set0 Precision") : paper.index("\\textbf{Table 3}")]
    expected = [value for rows in TABLE_3 for values in rows for value in values]
    assert percentages(third) == expected
    fourth = paper[paper.index("2nd suite of Experiments}") : paper.index("\\textbf{Table 4}")]
    assert percentages(fourth) == list(TABLE_4)
    first = paper[paper.index("\\textbf{Author }") : paper.index("\\textbf{Table 1}")]
    rows = re.findall(r"^(\w+) & ([\w, ]+)\\\\", first, re.MULTILINE)
    assert [(name, area.replace(",", ", ")) for name, area in rows] == list(TABLE_1)
    second = paper[paper.index("No. of texts per set") : paper.index("\\textbf{Table 2}")]
    counts = [int(count) for count in re.findall(r"\{\\small (\d\d+)\}", second)]
    assert counts == [count for _, count in TABLE_2]
    for names, _ in TABLE_2[:-1]:
        assert ", ".join(names) in second
