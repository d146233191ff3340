"""The learnt model: its numbers are those of its equations, in plain NumPy and double precision."""

import math

import numpy as np
import pytest

from tmima import kernel
from tmima.learnt import Model
from tmima.learnt.features import SIGNS, TEXT
from tmima.learnt.model import Adaptation, LengthScores
from tmima.learnt.places import Places
from tmima.segmentation import TextCost

MODEL = Model.shipped()
HELD = {name: one.astype(np.float64) for name, one in MODEL._weights.items()}
HEADING = SIGNS.index("heading")


def made(size: int, *, seed: int, far: float, headings: bool = False) -> Places:
    """Return places as no text has them: `far` deviations from what features usually are."""
    random = np.random.default_rng(seed)
    off = random.normal(size=(size, len(HELD["means"]))) * far
    values = (HELD["means"] + off * HELD["deviations"]).astype(np.float32)
    signs = random.integers(0, 2, (size, len(SIGNS)), dtype=np.uint8)
    signs[:, HEADING] &= headings
    about = random.normal(size=len(HELD["calibration.means"])) * far
    text = HELD["calibration.means"] + about * HELD["calibration.deviations"]
    said = text[: -len(SIGNS)].astype(np.float32)
    expected = kernel.Expected(np.zeros(size + 1), np.zeros(size + 1), 1.0)
    halves = (slice(0, size // 2), slice(size // 2, size))
    return Places(lambda: (values[half] for half in halves), said, signs, expected, 0.25)


def layer(name: str, values: np.ndarray) -> np.ndarray:
    return values @ HELD[f"{name}.weight"] + HELD[f"{name}.bias"]


def two_layers(name: str, values: np.ndarray) -> np.ndarray:
    hidden = layer(f"{name}.0", values)
    return layer(f"{name}.2", hidden / (1 + np.abs(hidden)))


def calibration(places: Places) -> np.ndarray:
    if places.signs[:, HEADING].any():
        return np.zeros(5)
    off = (places.text - HELD["calibration.means"]) / HELD["calibration.deviations"]
    return layer("calibration", np.clip(off, -3, 3))


def odds(places: Places) -> np.ndarray:
    """Return the odds of each place: what is within 1, 2, 4 and 8 places of it is mixed with it."""
    off = (places.values - HELD["means"]) / HELD["deviations"]
    rows = layer("read", np.concatenate((np.clip(off, -5, 5), 2.0 * places.signs), axis=1))
    for number in range(4):
        mean = rows.mean(axis=1, keepdims=True)
        spread = np.sqrt(rows.var(axis=1, keepdims=True) + 1e-5)
        even = (rows - mean) / spread * HELD[f"norms.{number}.weight"]
        even += HELD[f"norms.{number}.bias"]
        before, own, after = HELD[f"near.{number}.weight"]
        around = even @ own + HELD[f"near.{number}.bias"]
        apart = 2**number
        for place in range(len(rows)):
            if place >= apart:
                around[place] += even[place - apart] @ before
            if place + apart < len(rows):
                around[place] += even[place + apart] @ after
        rows = rows + layer(f"mixed.{number}", np.maximum(around, 0))
    cut, _, _, scale, _ = calibration(places)
    found = layer("odds", rows)[:, 0] * math.exp(scale) + cut
    found[0] = 0.0
    return found


@pytest.mark.parametrize("headings", [False, True])
@pytest.mark.parametrize("far", [1.0, 9.0])
@pytest.mark.parametrize("size", [1, 2, 9, 40])
def test_odds_are_those_of_the_equations(size, far, headings):
    places = made(size, seed=size, far=far, headings=headings)
    np.testing.assert_allclose(MODEL.odds(places), odds(places), rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("far", [1.0, 9.0])
@pytest.mark.parametrize(("size", "longest"), [(5, 5), (5, 8), (40, 12), (1500, 30)])
def test_scores_of_lengths_are_those_of_the_equations(size, longest, far):
    """A text of more than 1,000 units is taken for one of 1,000."""
    places = made(size, seed=size, far=far)
    text = places.text.astype(np.float64)
    known = min(1000, size)
    _, density, length, _, whole = calibration(places)
    believed = 3 * text[TEXT.index("believed length")]
    expected = []
    for count in range(1, longest + 1):
        counted = math.log(count)
        share, beside = counted - math.log(known), counted - believed
        given = [counted, share, share**2, beside, beside**2, *text]
        score = two_layers("length", np.array(given))[0] + length * counted
        expected.append(score + (whole if count == size else 0.0))
    weight, power = two_layers("density", text)
    scale = math.log1p(math.exp(weight)) / math.sqrt(known) / 0.25 * math.exp(density)
    power = 2 / (1 + math.exp(-power))
    found = MODEL.segments(places, longest)
    np.testing.assert_allclose(found.lengths[1:], expected, rtol=1e-4, atol=1e-4)
    weights = [scale * count**-power for count in range(1, longest + 1)]
    np.testing.assert_allclose(found.weights[1:], weights, rtol=1e-4)
    assert found.lengths[0] == found.weights[0] == 0


def test_an_adaptation_charges_for_cuts_and_neither_for_the_beginning_nor_for_the_end():
    places = np.array([0.0, -1.0, 2.0, -3.0, 0.0])
    scores = LengthScores(np.array([0.0, 1.0, 2.0]), np.array([0.0, 4.0, 6.0]))
    cost = TextCost(scores, np.arange(5.0), place_costs=places)
    own = Adaptation(odds=2.0, cut=0.5, length=3.0, length_squared=5.0, density=0.5)
    found = own.of_cost(cost)
    assert isinstance(found.segment, LengthScores)
    assert found.place_costs.tolist() == [0.0, -2.5, 3.5, -6.5, 0.0]
    log = math.log(2)
    assert found.segment.lengths.tolist() == pytest.approx([0, 1, 2 + 3 * log + 5 * log**2])
    assert found.segment.weights.tolist() == [0.0, 2.0, 3.0]
