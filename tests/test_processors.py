"""The same cuts, numbers and titles, whatever the processor and however many threads it has."""

import json
import os
import subprocess
import sys
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tools.processors import older

import tmima
from tests.conftest import ROOT
from tmima.kernel.arrays import row_products
from tmima.similarity.vectors import Cosines

KINDS = {**older(), "two threads": {"OPENBLAS_NUM_THREADS": "2"}}
METHODS = ("c99", "utiyama", "bayesseg", "mincut", "dotplot")


def found() -> str:
    """Return, as JSON, what is found in some texts in many ways."""
    folder = ROOT / "src/tmima/paper/bundled"
    paths = [sorted(each.iterdir())[0] for each in sorted(folder.iterdir()) if each.is_dir()]
    greek = "\n\n".join(path.read_text("utf-8") for path in paths[:4])
    # The same sentences again and again: many cuts are equally good but for rounding.
    animals = ["Cats purr and sleep.", "A cat drinks milk.", "Cats chase small mice."]
    ships = ["Ships sail at night.", "A ship needs wind.", "Old ships rust in harbours."]
    tied = " ".join((animals * 3 + ships * 3) * 3)
    told = {"questions": {"posteriors": True, "best": 3, "samples": 5, "path": 6}}
    asked: list[tuple[str, dict]] = [
        (greek, told),
        (tied, told),
        (tied, {**told, "similarity": "vectors", "encode": vectors}),
        (greek, {**told, "similarity": "vectors", "encode": vectors}),
        (greek, {**told, "similarity": "background"}),
        *((text, {"method": name, "n_segments": 4}) for text in (greek, tied) for name in METHODS),
    ]
    return json.dumps([tmima.segment(text, **settings).as_dict() for text, settings in asked])


def vectors(texts):
    """Return vectors of 300 dimensions, the sums of those of the texts' letters in pairs."""
    of_pair = np.random.default_rng(1).integers(-99, 99, size=(1 << 10, 300)).astype(float)
    pairs = ([(ord(a) * 31 + ord(b)) % (1 << 10) for a, b in pairwise(text)] for text in texts)
    return np.array([of_pair[each].sum(axis=0) for each in pairs])


@pytest.fixture(scope="module")
def here() -> str:
    return run({})


def run(variables: dict[str, str]) -> str:
    program = "from tests.test_processors import found; print(found())"
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1", **variables},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("kind", KINDS)
def test_another_processor_finds_the_same_to_the_last_bit(kind, here):
    assert json.loads(run(KINDS[kind])) == json.loads(here)


@given(st.integers(1, 30), st.integers(1, 400), st.integers(0, 99))
def test_products_do_not_depend_on_the_order_of_their_sums(count, dimensions, seed):
    rows = np.random.default_rng(seed).normal(size=(count, dimensions))
    rows /= np.sqrt((rows * rows).sum(axis=1, keepdims=True))
    products = row_products(rows, rows)
    order = np.random.default_rng(seed).permutation(dimensions)
    mixed = np.ascontiguousarray(rows[:, order])
    assert row_products(mixed, mixed[:1]).tolist() == products[:, :1].tolist()
    assert np.allclose(products, rows @ rows.T, rtol=0, atol=1e-13)


def test_what_is_like_nothing_else_is_not_so_by_rounding():
    # Each at a right angle to the other, but for what rounding makes of thirds.
    rows = np.array([[1, 1, 1], [1, 1, -2], [1, -1, 0]]) / 3
    assert Cosines(rows @ np.linalg.qr(np.vander([1.0, 2.0, 3.0]))[0]).columns(0, 3).rows.size == 0
