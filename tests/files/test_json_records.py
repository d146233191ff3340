"""Whatever is written as JSON is JSON: no front writes NaN or Infinity, which only Python reads."""

import ast
import json
import math
import re
from pathlib import Path

import numpy as np
import pytest

import tmima
from tests.command import output, strict_json
from tests.texts import labelled
from tmima.files import encode_json
from tmima.result import Settings
from tmima.segmentation import NumberOfSegments

SOURCE = Path(tmima.__file__).parent
# So many segments that their number was once NaN, and so few units that it takes a second.
MANY = " ".join(
    f"The {word} is here and number {number} stands."
    for number in range(150)
    for word in ("sea", "ship", "dog", "law", "hat", "tree", "moon", "cup")
)
TURNS = "".join(
    f"[00:{number:02}:00] Ann: The sea is deep. Ships sail on it.\n\n" for number in range(20)
)


def test_all_json_is_written_in_one_place():
    # The script of the page's words holds no number.
    allowed = {SOURCE / "files" / "json_records.py", SOURCE / "wording" / "__init__.py"}
    writers = {"dump", "dumps", "JSONEncoder"}
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                written = node.value.id == "json" and node.attr in writers
                assert not written or path in allowed, path
            if isinstance(node, ast.ImportFrom) and node.module == "json":
                assert writers.isdisjoint(one.name for one in node.names), path


def test_what_is_not_finite_is_null():
    value = {"a": [math.nan, -math.inf, (math.inf, 0.5)], "b": {"c": math.nan}, "d": "NaN"}
    expected = {"a": [None, None, [None, 0.5]], "b": {"c": None}, "d": "NaN"}
    assert strict_json(encode_json(value)) == expected
    assert encode_json({"ά": 1.5}, ensure_ascii=False) == '{"ά": 1.5}'


def test_options_of_any_kind_are_told_as_json_has_them():
    """A file of weights may be given as a path; a result tells where it lies."""
    weights = SOURCE / "learnt" / "weights.npz"
    result = tmima.segment("A ship sails. Bread is dark.", options={"weights": weights})
    told = strict_json(json.dumps(result.as_dict()))
    assert told["parameters"]["weights"] == str(weights)
    assert strict_json("".join(result.json_pieces())) == told
    options = {"a": np.float64(0.5), "b": {"c": (Path("d"), None, np.int64(2))}, "e": Path}
    settings = Settings(method="own", options={**options, "f": NumberOfSegments})
    assert strict_json(json.dumps(settings.numbers())) == {
        "a": 0.5,
        "b": {"c": ["d", None, 2]},
        "e": "Path",
        "f": "NumberOfSegments",
    }


@pytest.fixture
def many(tmp_path) -> Path:
    path = tmp_path / "many.txt"
    path.write_text(MANY)
    return path


@pytest.mark.parametrize(
    "options",
    [
        "--max-size 1",
        "--finer 100",
        "--finer -100 --posteriors --levels 2 --set cut_costs=true --set no_cut_at=2,3 "
        "--set samples=1",
        "--method density --posteriors --best 2 --set cut_costs=true --set no_cut_at=2,3 "
        "--set path=3",
        "--method texttiling",
    ],
)
def test_segments_are_strict_json(many, options):
    found = strict_json(output("segment", many, "--format", "json", *options.split()))
    if "number" in found:
        told = NumberOfSegments(found["number"]["first"], np.array(found["number"]["shares"]))
        low, high = found["number"]["interval"]
        assert low <= len(found["boundaries"]) <= high
        assert low <= told.median <= high
        assert told.shares.sum() == pytest.approx(1, abs=1e-6)


def test_a_report_holds_strict_json(many):
    page = output("segment", many, "--format", "html", "--max-size", "1")
    held = re.findall(r'<script[^>]*type="application/json"[^>]*>(.*?)</script>', page, re.DOTALL)
    assert held
    for one in held:
        strict_json(one)


def test_every_command_writes_strict_json(tmp_path, many):
    turns = tmp_path / "turns.txt"
    turns.write_text(TURNS)
    texts = tmp_path / "texts"
    texts.mkdir()
    for seed in range(3):
        (texts / f"{seed}.ref").write_text(labelled(seed))
    other = tmp_path / "none.ref"
    other.write_text(labelled(0).replace("==========\n", ""))
    for line in (
        f"chapters {turns} --format json",
        f"analyze {many} --format json",
        f"train {texts} --format json -o {tmp_path / 'params.json'}",
        f"evaluate {texts / '0.ref'} {other} --format json --show",
    ):
        strict_json(output(*line.split()))
    for row in output("stream", "--state", tmp_path / "state", stdin=MANY[:4000]).splitlines():
        strict_json(row)
    for row in (tmp_path / "state").read_text().splitlines():
        strict_json(row)
    strict_json((tmp_path / "params.json").read_text())
    trained = tmima.Segmenter(language="en", format="choi").train(texts)
    trained.save(tmp_path / "trained.json")
    strict_json((tmp_path / "trained.json").read_text())


def test_a_corpus_is_strict_json(tmp_path, many):
    pytest.importorskip("pyarrow", reason="a corpus needs the extra: pip install 'tmima[corpus]'")
    rows = tmp_path / "rows.jsonl"
    rows.write_text(encode_json({"text": MANY[:4000], "weight": 1.0}) + '\n{"text": "A cat."}\n')
    out = tmp_path / "out"
    output("corpus", rows, out, "--format", "jsonl", "--jobs", "1")
    for path in out.rglob("*.json*"):
        content = path.read_text()
        for one in [content] if path.suffix == ".json" else content.splitlines():
            strict_json(one)


def test_methods_side_by_side_are_strict_json(tmp_path):
    pytest.importorskip("matplotlib", reason="it draws: pip install 'tmima[plot]'")
    texts = tmp_path / "texts"
    texts.mkdir()
    for seed in range(2):
        (texts / f"{seed}.ref").write_text(labelled(seed))
    output("compare", texts, "--methods", "density,uniform", "-o", tmp_path / "out", "--jobs", "1")
    written = list((tmp_path / "out").glob("*.json"))
    assert written
    for path in written:
        strict_json(path.read_text())


def test_the_explorer_answers_strict_json():
    pytest.importorskip(
        "fastapi", reason="the server needs the extra: pip install 'tmima[explore]'"
    )
    pytest.importorskip("httpx2", reason="this test needs httpx2")
    from tests.explore.test_server import client, opened

    with client() as server:
        key = opened(server, MANY)["key"]
        for asked in ({"finer": 100}, {"cut_at": list(range(1, 1200))}):
            answer = server.post(f"/api/texts/{key}/cuts", json=asked)
            assert answer.status_code == 200, answer.text
            low, high = strict_json(answer.text)["fitted"]["number"]["interval"]
            assert low <= 1200 <= high
