"""Wherever the library takes a path, a string will do, and whatever else is like a path."""

import json
from pathlib import Path, PurePosixPath

import pytest

import tmima
from tmima import languages
from tmima.paper import BUNDLED, plan, read_collection
from tmima.scores import evaluate_files

TEXT = "==========\nA cat.\nThe cat.\n==========\nShips.\n==========\n"


class Named:
    """Like a path, and no more."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __fspath__(self) -> str:
        return str(self._path)


@pytest.fixture(params=[str, Path, PurePosixPath, Named])
def kind(request):
    return request.param


def test_files_to_be_scored(tmp_path, kind):
    file = tmp_path / "a.ref"
    file.write_text(TEXT)
    assert evaluate_files(kind(file), kind(file)).mean.pk == 0
    assert evaluate_files(kind(tmp_path), kind(tmp_path)).mean.pk == 0


def test_folders_of_texts(tmp_path, kind):
    (tmp_path / "one.txt").write_text("A cat sleeps. The cat eats. Ships sail. The ship sinks.")
    pytest.importorskip("sklearn", reason="ponte needs the extra methods")
    learnt = tmima.Segmenter(method="ponte").learn(kind(tmp_path))
    assert learnt.learnt_from_ == "1 plain texts"
    assert read_collection(kind(BUNDLED), languages.analyzer("und")).authors
    assert plan("suite2", kind(BUNDLED), language="und").cells[0].folder == BUNDLED


def test_models_of_a_tagger(tmp_path, kind):
    model = tmp_path / "model"
    model.write_text(json.dumps({"format": "none"}))
    with pytest.raises(tmima.TmimaError, match="model: not a tagger model"):
        languages.analyzer("el", tagger=kind(model))
