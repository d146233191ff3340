"""The check of a release tells of every step what came of it, and of a failure that it was one."""

import re
import tomllib
from fnmatch import fnmatch

import pytest
from tools.release import FAILED, ROOT, StepError, lowest, run, tried

import tmima

PACKAGE = ROOT / "src" / "tmima"
REUSE = tomllib.loads((ROOT / "REUSE.toml").read_text(encoding="utf-8"))["annotations"]


def test_each_thing_tried_is_a_row():
    rows = list(tried("some", lambda: iter([("one", "passed"), ("two", "not tried")])))
    assert [(name, what, result) for name, what, _, result in rows] == [
        ("some", "one", "passed"),
        ("some", "two", "not tried"),
    ]


def test_a_failure_ends_the_step_and_is_told(capsys):
    def step():
        """Try two things."""
        yield "one", "passed"
        run("python", "-c", "raise SystemExit('it broke')")
        yield "two", "passed"

    rows = list(tried("some", step))
    assert [(what, result) for _, what, _, result in rows] == [
        ("one", "passed"),
        ("Try two things.", FAILED),
    ]
    assert "it broke" in capsys.readouterr().err


def test_what_fails_otherwise_is_not_hidden():
    with pytest.raises(StepError, match="status 3"):
        run("python", "-c", "raise SystemExit(3)")


def test_the_lowest_versions_are_those_of_the_project():
    assert "numpy==1.26" in lowest()
    assert all("==" in each and ";" not in each for each in lowest())


def test_what_cites_the_package_cites_this_version():
    cited = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert re.search(r"^version: (.*)$", cited, re.MULTILINE)[1] == tmima.__version__
    assert f"\n## {tmima.__version__} (" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_what_was_learnt_has_its_sources_and_its_licence():
    """Each file of numbers made from others' texts lies beside the page that names these."""
    kinds = {annotation["SPDX-License-Identifier"]: [] for annotation in REUSE}
    for annotation in REUSE:
        path = annotation["path"]
        kinds[annotation["SPDX-License-Identifier"]] += [path] if isinstance(path, str) else path
    for room in ("src/tmima/learnt", "src/tmima/languages/el", "src/tmima/titles"):
        assert f"{room}/SOURCES.md" in kinds["CC-BY-SA-4.0"]
        assert "CC BY-SA 4.0" in (ROOT / room / "SOURCES.md").read_text(encoding="utf-8")
    learnt = [
        path for room in ("learnt", "languages", "titles") for path in PACKAGE.glob(f"{room}/**/*")
    ]
    data = [path for path in learnt if path.suffix in {".npz", ".bin", ".json"}]
    assert len(data) == 6
    for path in data:
        shown = path.relative_to(ROOT).as_posix()
        assert any(fnmatch(shown, pattern) for pattern in kinds["CC-BY-SA-4.0"]), shown
