"""Version 0.1.0's answers, run by run: what was not asked to change has not changed.

A run whose answer changes on purpose is named in DIFFERENCES with the reason.
"""

import copy
import importlib.util
import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest

HERE = Path(__file__).parent
# Of floating-point numbers; 0 wants the same digits. For machines with other arithmetic.
TOLERANCE = float(os.environ.get("TMIMA_GOLDEN_TOLERANCE", "0"))


class Difference(NamedTuple):
    """Why a run's answer is another today, and what makes the new answer of the old one.

    Without `change` the run must merely differ.
    """

    reason: str
    change: Callable[[dict[str, Any]], dict[str, Any]] | None = None


DIFFERENCES: dict[str, Difference] = {}


def _load(name: str) -> ModuleType:
    """Import a module of this folder, wherever the folder is."""
    spec = importlib.util.spec_from_file_location(f"golden_v0_1_0_{name}", HERE / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


RECORD = _load("record")
GOLDEN: dict[str, Any] = json.loads((HERE / "golden.json").read_text(encoding="utf-8"))


def differences(expected: Any, actual: Any, place: str = "") -> Iterator[str]:
    """Yield where two JSON values differ."""
    if isinstance(expected, dict) and isinstance(actual, dict):
        for key in sorted(expected.keys() | actual.keys()):
            here = f"{place}.{key}" if place else key
            if key not in actual:
                yield f"{here} is missing, was {expected[key]!r}"
            elif key not in expected:
                yield f"{here} is new: {actual[key]!r}"
            else:
                yield from differences(expected[key], actual[key], here)
    elif isinstance(expected, list) and isinstance(actual, list):
        if len(expected) != len(actual):
            yield f"{place} has {len(actual)} entries, had {len(expected)}"
        for index, (one, other) in enumerate(zip(expected, actual, strict=False)):
            yield from differences(one, other, f"{place}[{index}]")
    elif not _same(expected, actual):
        yield f"{place} is {actual!r}, was {expected!r}"


def _same(expected: Any, actual: Any) -> bool:
    if type(expected) is not type(actual):
        return False
    if isinstance(expected, float):
        close = abs(expected - actual) <= TOLERANCE * max(1.0, abs(expected))
        return repr(expected) == repr(actual) or (TOLERANCE > 0 and close)
    return bool(expected == actual)


@pytest.mark.parametrize("run", RECORD.RUNS, ids=lambda run: run["name"])
def test_a_run_gives_what_it_gave(run, tmp_path):
    expected = copy.deepcopy(GOLDEN[run["name"]])
    # Through JSON, as what was recorded went.
    actual = json.loads(json.dumps(RECORD.execute(run, tmp_path / "run")))
    known = DIFFERENCES.get(run["name"])
    if known is not None and known.change is None:
        assert list(differences(expected, actual)), f"no longer differs ({known.reason})"
        return
    if known is not None and known.change is not None:
        expected = known.change(expected)
    found = list(differences(expected, actual))
    assert not found, "\n".join(["tmima " + " ".join(run["args"]), *found[:20]])


def test_runs_and_recording_belong_together():
    names = [run["name"] for run in RECORD.RUNS]
    assert len(names) == len(set(names))
    assert set(names) == set(GOLDEN)
    assert set(DIFFERENCES) <= set(GOLDEN)
