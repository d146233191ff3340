"""The short form of `make torture`: a few trials of each part, always the same."""

import sys

import pytest
from tools.torture.trials import PARTS, repeat_line, trial

pytest.importorskip("matplotlib", reason="experiments draw: pip install 'tmima[plot]'")
pytest.importorskip("fastapi", reason="the server is in the extra explore")
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="it reads /proc, forks and mounts")

# Experiments that are killed take too long here; tests/paper/test_cells.py stops them by hand.
TRIALS = {"texts": 3, "lines": 4, "streams": 2, "hostile": 2, "inputs": 4, "disk": 3}
TRIALS["experiment-kills"] = 0


# Kills wait for processes to begin, again and again.
SLOW = {"corpus-kills", "stream-kills"}


def marks(part: str) -> list[pytest.MarkDecorator]:
    return [pytest.mark.slow] if part in SLOW else []


@pytest.mark.parametrize(
    ("part", "number"),
    [
        pytest.param(part, number, marks=marks(part))
        for part in PARTS
        for number in range(TRIALS.get(part, 1))
    ],
)
def test_a_trial_finds_nothing(part, number):
    counts, found = trial(part, "test", number)
    assert not found, repeat_line(part, "test", number)
    assert counts[f"trials of {part}"] == 1


def test_the_same_seed_makes_the_same_trial():
    assert trial("texts", "again", 7) == trial("texts", "again", 7)


def test_a_finding_is_told_with_the_line_that_repeats_it(monkeypatch):
    def broken(chance):
        raise RuntimeError(f"{chance.rng.random():.3f}")

    monkeypatch.setitem(PARTS, "texts", (1, broken))
    counts, found = trial("texts", "1", 3)
    assert found.startswith("RuntimeError: 0.")
    assert trial("texts", "1", 3) == (counts, found)
    assert repeat_line("texts", "1", 3).endswith("tools.torture --parts texts --seed 1 --trial 3")
