"""What is installed on request only, and what is said where it is missing."""

import re
import sys
import tomllib
from pathlib import Path

import pytest

from tmima import TmimaError
from tmima.extras import EXTRAS, require

PROJECT = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8"))
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


def test_the_table_has_the_extras_of_the_project_and_their_packages():
    for name, requirements in PROJECT["project"]["optional-dependencies"].items():
        packages = {re.split(r"\[|>=", requirement)[0] for requirement in requirements}
        assert EXTRAS[name].install == f"'tmima[{name}]'"
        assert set(EXTRAS[name].packages) == {IMPORTED.get(each, each) for each in packages}


def test_what_is_there_is_returned(monkeypatch):
    monkeypatch.setitem(sys.modules, "model2vec", sys)
    assert require("model2vec") is sys
