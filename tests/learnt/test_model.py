"""The learnt model: its numbers are those of its equations, in plain NumPy and double precision."""

import json
import math
import re
from collections.abc import Mapping, Sequence

import numpy as np
import pytest
from tools.learning.join import joined

from tmima import TmimaError, kernel
from tmima.learnt import LONGEST, Model
from tmima.learnt.features import SIGNS, TEXT
from tmima.learnt.model import Adaptation, LengthScores
from tmima.learnt.places import Places
from tmima.learnt.weights_file import check_weights
from tmima.segmentation import TextCost

MODEL = Model.shipped()
NETWORKS = check_weights(MODEL._weights)
COMMON = {name: MODEL._weights[name] for name in ("means", "deviations")}
# What the first network of the shipped model has, with what is common to all of them.
HELD = {name: one.astype(np.float64) for name, one in (COMMON | NETWORKS[0]).items()}
HEADING = SIGNS.index("heading")
Held = Mapping[str, np.ndarray]


def made(size: int, *, seed: int, far: float, headings: bool = False) -> Places:
    """Return places as no text has them: `far` deviations from what features usually are."""
    random = np.random.default_rng(seed)
    off = random.normal(size=(size, len(HELD["means"]))) * far
    values = (HELD["means"] + off * HELD["deviations"]).astype(np.float32)
    signs = random.integers(0, 2, (size, len(SIGNS)), dtype=np.uint8)
    signs[:, HEADING] &= headings
    said = values[0, -len(TEXT) :]
    expected = kernel.Expected(np.zeros(size + 1), np.zeros(size + 1), 1.0)
    halves = (slice(0, size // 2), slice(size // 2, size))
    return Places(lambda: (values[half] for half in halves), said, signs, expected, 0.25)


def layer(held: Held, name: str, values: np.ndarray) -> np.ndarray:
    return values @ held[f"{name}.weight"] + held[f"{name}.bias"]


def two_layers(held: Held, name: str, values: np.ndarray) -> np.ndarray:
    hidden = layer(held, f"{name}.0", values)
    return layer(held, f"{name}.2", hidden / (1 + np.abs(hidden)))


def network_odds(places: Places, held: Held = HELD) -> np.ndarray:
    """Return the odds of each place: what is within 1, 2, 4 and 8 places of it is mixed with it."""
    off = (places.values - HELD["means"]) / HELD["deviations"]
    rows = layer(held, "read", np.concatenate((np.clip(off, -5, 5), 2.0 * places.signs), axis=1))
    for number in range(4):
        mean = rows.mean(axis=1, keepdims=True)
        spread = np.sqrt(rows.var(axis=1, keepdims=True) + 1e-5)
        even = (rows - mean) / spread * held[f"norms.{number}.weight"]
        even += held[f"norms.{number}.bias"]
        before, own, after = held[f"near.{number}.weight"]
        around = even @ own + held[f"near.{number}.bias"]
        apart = 2**number
        for place in range(len(rows)):
            if place >= apart:
                around[place] += even[place - apart] @ before
            if place + apart < len(rows):
                around[place] += even[place + apart] @ after
        rows = rows + layer(held, f"mixed.{number}", np.maximum(around, 0))
    return layer(held, "odds", rows)[:, 0]


def odds(places: Places, *networks: Held) -> np.ndarray:
    """Return the mean of the odds of networks, raised where there are no headings."""
    found = np.mean([network_odds(places, held) for held in networks], axis=0)
    found += 0.0 if places.signs[:, HEADING].any() else 0.25
    found[0] = 0.0
    return found


def scores(places: Places, longest: int, *networks: Held) -> tuple[np.ndarray, np.ndarray]:
    """Return the means of what lengths score, and of what density weighs in each."""
    text, size = places.text.astype(np.float64), len(places)
    known = min(LONGEST, size)
    believed = 3 * text[TEXT.index("believed length")]
    lengths, weights = np.zeros((2, len(networks), longest))
    for row, held in enumerate(networks):
        weight, power = two_layers(held, "density", text)
        scale = math.log1p(math.exp(weight)) / math.sqrt(known) / 0.25
        power = 2 / (1 + math.exp(-power))
        for count in range(1, longest + 1):
            counted = math.log(count)
            share, beside = counted - math.log(known), counted - believed
            given = [counted, share, share**2, beside, beside**2, *text]
            lengths[row, count - 1] = two_layers(held, "length", np.array(given))[0]
            weights[row, count - 1] = scale * count**-power
    return lengths.mean(axis=0), weights.mean(axis=0)


@pytest.mark.parametrize("headings", [False, True])
@pytest.mark.parametrize("far", [1.0, 9.0])
@pytest.mark.parametrize("size", [1, 2, 9, 40])
def test_odds_are_those_of_the_equations(size, far, headings):
    places = made(size, seed=size, far=far, headings=headings)
    found = several(NETWORKS[:1]).odds(places)
    np.testing.assert_allclose(found, odds(places, HELD), rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("far", [1.0, 9.0])
@pytest.mark.parametrize(("size", "longest"), [(5, 5), (5, 8), (40, 12), (LONGEST + 500, 30)])
def test_scores_of_lengths_are_those_of_the_equations(size, longest, far):
    """A text that is longer than any that was learnt from is taken for one of the longest."""
    places = made(size, seed=size, far=far)
    lengths, weights = scores(places, longest, HELD)
    found = several(NETWORKS[:1]).segments(places, longest)
    np.testing.assert_allclose(found.lengths[1:], lengths, rtol=1e-4, atol=1e-4)
    np.testing.assert_allclose(found.weights[1:], weights, rtol=1e-4)
    assert found.lengths[0] == found.weights[0] == 0


# --- Several runs


def network(seed: int) -> dict[str, np.ndarray]:
    """Return the arrays of a network that is near the shipped one."""
    random = np.random.default_rng(seed)
    return {
        name: (one + 0.1 * random.normal(size=one.shape)).astype(np.float32)
        for name, one in NETWORKS[0].items()
    }


def several(networks: Sequence[Mapping[str, np.ndarray]]) -> Model:
    arrays = dict(COMMON)
    for number, own in enumerate(networks):
        arrays |= {f"{number}.{name}": one for name, one in own.items()}
    return Model(arrays, {})


@pytest.mark.parametrize("count", [1, 2, 3])
def test_a_model_of_several_runs_is_their_mean(count):
    networks = [network(seed) for seed in range(count)]
    model, held = several(networks), [HELD | own for own in networks]
    for size in (1, 9, 40):
        places = made(size, seed=size, far=1.0)
        np.testing.assert_allclose(model.odds(places), odds(places, *held), rtol=1e-4, atol=2e-4)
        lengths, weights = scores(places, 12, *held)
        found = model.segments(places, 12)
        np.testing.assert_allclose(found.lengths[1:], lengths, rtol=1e-4, atol=2e-4)
        np.testing.assert_allclose(found.weights[1:], weights, rtol=1e-4)
    reasons = model.reasons(places)
    alone = [several([own]).reasons(places) for own in networks]
    for kind, one in reasons.items():
        mean = np.mean([each[kind] for each in alone], axis=0)
        np.testing.assert_allclose(one, mean, atol=1e-5)


def test_a_run_twice_is_the_run_to_the_last_bit():
    places = made(40, seed=3, far=1.0)
    once = several(NETWORKS[:1])
    for count in (2, 4):
        model = several(NETWORKS[:1] * count)
        assert model.odds(places).tobytes() == once.odds(places).tobytes()
        found, expected = model.segments(places, 50), once.segments(places, 50)
        assert found.lengths.tobytes() == expected.lengths.tobytes()
        assert found.weights.tobytes() == expected.weights.tobytes()


def test_runs_may_differ_in_channels_and_layers():
    """The farthest that any of them sees is held until it has come."""
    small = {
        name: one
        for name, one in network(1).items()
        if not re.match(r"(near|mixed|norms)\.3", name)
    }
    wide = len(small["read.bias"])
    for name, array in small.items():
        if not name.startswith(("length", "density")):
            cut = tuple(slice(None if side != wide else 7) for side in array.shape)
            small[name] = np.ascontiguousarray(array[cut])
    places = made(60, seed=8, far=1.0)
    together, large, alone = (several(one) for one in ([network(2), small], [network(2)], [small]))
    mean = (large.odds(places) + alone.odds(places)) / 2
    np.testing.assert_allclose(together.odds(places), mean, atol=1e-5)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"1.odds.bias": None}, "the array 1.odds.bias is missing"),
        ({"odds.bias": np.zeros(1, np.float32)}, "the array odds.bias is none of a model"),
        ({"2.odds.bias": np.zeros(1, np.float32)}, r"the array 2\..* is missing"),
        ({"1.odds.bias": np.zeros(2, np.float32)}, r"the array 1\.odds\.bias has float32 of"),
        ({"1.read.weight": np.zeros((9, 24), np.float32)}, "are for 9 features of a place"),
        ({"1.read.weight": np.zeros((), np.float32)}, "are for 1 features of a place"),
    ],
)
def test_runs_that_are_not_whole_are_refused(changed, message):
    arrays = several([network(1), network(2)])._weights | changed
    with pytest.raises(TmimaError, match=message):
        Model({name: one for name, one in arrays.items() if one is not None}, {})


def test_more_runs_than_a_model_may_have_are_refused():
    with pytest.raises(TmimaError, match=r"the array 8\..* is none of a model"):
        several([network(1)] * 9)


def test_runs_are_joined_in_a_file(tmp_path):
    paths = [tmp_path / f"{number}.npz" for number in range(3)]
    usual = dict(COMMON)
    for number, path in enumerate(paths):
        about = json.dumps({"settings": {"seed": number}, "date": "today"}).encode()
        np.savez(path, **usual, **network(number), about=np.frombuffer(about, np.uint8))
    np.savez(tmp_path / "two.npz", **joined(paths[:2]))
    np.savez(tmp_path / "three.npz", **joined([tmp_path / "two.npz", paths[2]]))
    model = Model.load(tmp_path / "three.npz")
    assert model.about["date"] == "today"
    assert model.about["settings"]["runs"] == [{"seed": 0}, {"seed": 1}, {"seed": 2}]
    places = made(9, seed=1, far=1.0)
    mean = np.mean([Model.load(path).odds(places) for path in paths], axis=0)
    np.testing.assert_allclose(model.odds(places), mean, atol=1e-5)


def test_a_run_with_other_means_and_deviations_is_restated(tmp_path):
    """It gives what it gave alone."""
    deviations = COMMON["deviations"]
    other = {
        "means": COMMON["means"] + np.float32(0.1) * deviations,
        "deviations": deviations * np.float32(0.8),
    }
    about = np.frombuffer(b"{}", np.uint8)
    np.savez(tmp_path / "first.npz", **COMMON, **network(1), about=about)
    np.savez(tmp_path / "other.npz", **other, **network(2), about=about)
    np.savez(tmp_path / "both.npz", **joined([tmp_path / "first.npz", tmp_path / "other.npz"]))
    # So near to their means that nothing is cut off.
    places = made(9, seed=1, far=0.5)
    alone = [Model.load(tmp_path / f"{name}.npz") for name in ("first", "other")]
    mean = np.mean([model.odds(places) for model in alone], axis=0)
    both = Model.load(tmp_path / "both.npz")
    np.testing.assert_allclose(both.odds(places), mean, atol=1e-4)
    few = {name: one[:-1] for name, one in other.items()}
    np.savez(tmp_path / "few.npz", **few, **network(2), about=about)
    with pytest.raises(TmimaError, match="a run is for 99 features and the first for 100"):
        joined([tmp_path / "first.npz", tmp_path / "few.npz"])


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
