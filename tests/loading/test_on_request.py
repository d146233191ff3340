"""What is installed on request only, and what is said where it is missing."""

import re
import sys
import tomllib
from pathlib import Path

import pytest

from tmima import TmimaError
from tmima.loading import require
from tmima.loading.on_request import EXTRAS

PROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))
# Under what name a package is imported, where that differs from the name it is installed by.
IMPORTED = {
    "scikit-learn": "sklearn",
    "langchain-text-splitters": "langchain_text_splitters",
    "llama-index-core": "llama_index.core",
    "haystack-ai": "haystack",
}


@pytest.mark.parametrize("name", EXTRAS)
def test_a_missing_package_is_said_with_the_way_to_install_it(monkeypatch, name):
    for package in EXTRAS[name].packages:
        monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(TmimaError, match=r"need|told by") as error:
        require(name)
    assert str(error.value).endswith(f": pip install {EXTRAS[name].install}")


def test_what_is_said_is_what_is_missing(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    for name in ("trafilatura", "lxml_html_clean"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    # As lxml says it where it cannot find the other.
    (tmp_path / "trafilatura.py").write_text("raise ImportError('a project\\nof its own')")
    monkeypatch.setitem(sys.modules, "lxml_html_clean", None)
    with pytest.raises(TmimaError, match=r"trafilatura, and lxml_html_clean is missing: pip inst"):
        require("html")
    monkeypatch.delitem(sys.modules, "lxml_html_clean")
    (tmp_path / "lxml_html_clean.py").touch()
    with pytest.raises(
        TmimaError, match=r", which cannot be imported \(a project of its own\): pip"
    ):
        require("html")


def test_the_table_has_the_extras_of_the_project_and_their_packages():
    for name, requirements in PROJECT["project"]["optional-dependencies"].items():
        packages = {re.split(r"\[|>=", requirement)[0] for requirement in requirements}
        assert EXTRAS[name].install == f"'tmima[{name}]'"
        assert {*EXTRAS[name].packages} == {IMPORTED.get(each, each) for each in packages}


def test_what_is_there_is_returned(monkeypatch):
    monkeypatch.setitem(sys.modules, "model2vec", sys)
    assert require("model2vec") is sys
