"""Kinds that are left out of learning: each once, with its like, and no text is made of them."""

import os
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from tools.learning.extract import sources
from tools.learning.leave_out import FOLDS, MADE, prepare_fold

DATA = Path(os.environ.get("TMIMA_DATA", Path(__file__).parents[2] / "shared" / "data"))


def test_each_kind_is_left_out_once():
    assert max(Counter(kind for fold in FOLDS for kind in fold).values()) == 1


def test_the_folds_have_every_kind_of_the_corpora():
    if not (DATA / "sections").is_dir():
        pytest.skip("no corpora: set TMIMA_DATA")
    known = {kind for fold in FOLDS for kind in fold}
    for folder in ("sections", "outlines"):
        found = {path.name.split(".")[0] for path in (DATA / folder).glob("*.xz")}
        assert found <= known, found - known


def test_a_fold_links_other_kinds_and_makes_anew_what_is_made_of_them(tmp_path, monkeypatch):
    cache, folder = tmp_path / "cache", tmp_path / "fold"
    cache.mkdir()
    kinds = (
        "wiki",
        "marked-wiki",
        "laws",
        "marked-laws",
        "glued-learn",
        "feeds-learn",
        "two-learn",
    )
    for kind in kinds:
        np.savez(cache / f"{kind}.npz", count=0)
    asked = []
    monkeypatch.setattr("subprocess.run", lambda command, check: asked.append(command))
    prepare_fold(tmp_path / "data", cache, folder, ["laws"])
    assert sorted(path.stem for path in folder.iterdir()) == ["marked-wiki", "wiki"]
    (command,) = asked
    assert command[command.index("--only") + 1 : command.index("--without")] == [*MADE]
    assert command[command.index("--without") + 1 :] == ["laws"]


def test_no_text_is_made_of_a_kind_that_is_left_out(tmp_path):
    for name in ("sections/laws.jsonl.xz", "sections/laws-el.jsonl.xz", "outlines/guides.jsonl.xz"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    more = [tmp_path / "debian" / "manuals.jsonl.xz"]
    found = [path.name.split(".")[0] for path in sources(tmp_path, more, ["laws", "guides"])]
    assert found == ["laws-el", "manuals"]
