"""The lexical cohesion profile: spreading activation by plain loops, valleys between topics."""

import math

import numpy as np
import pytest

from tests.methods.learning_texts import NO_WORDS, method_text
from tmima import Segmentation, TmimaError
from tmima.methods.literature.kozima import (
    Kozima,
    _hanning_window,
    _significance,
    cohesiveness,
    read_network,
)

LINKS = [
    ("ship", "sail", 2.0),
    ("ship", "anchor", 1.0),
    ("sail", "anchor", 1.0),
    ("cow", "barn", 1.0),
    ("cow", "hay", 3.0),
    ("hay", "barn", 1.0),
]
LINES = ["ship sail", "anchor ship", "sail anchor", "cow barn", "hay cow", "barn hay"]


@pytest.fixture
def network(tmp_path):
    path = tmp_path / "network.tsv"
    path.write_text("".join(f"{a}\t{b}\t{w}\n" for a, b, w in LINKS), encoding="utf-8")
    return str(path)


def spread(given, nodes, steps):
    """The activity after some steps, by plain loops over the links."""
    leaving = {n: sum(w for a, _, w in LINKS if a == n) for n in nodes}
    coming = {n: sum(w for _, b, w in LINKS if b == n) for n in nodes}
    activity = dict.fromkeys(nodes, 0.0)
    for _ in range(steps):
        after = {}
        for n in nodes:
            out = sum(w / leaving[n] * activity[b] for a, b, w in LINKS if a == n)
            into = sum(w / coming[n] * activity[a] for a, b, w in LINKS if b == n)
            after[n] = min(1.0, given.get(n, 0.0) + (out + into) / 2)
        activity = after
    return activity


@pytest.mark.parametrize("steps", [1, 2, 10])
@pytest.mark.parametrize("scale", [0.3, 1.0, 3.0])  # the last meets the limit of 1
def test_activation_is_the_plain_loop(network, steps, scale):
    nodes, links = read_network(network)
    weights = {"ship": 0.9 * scale, "anchor": 0.6 * scale, "cow": 0.5 * scale}
    window = np.array([nodes[n] for n in weights]), np.array(list(weights.values()))
    total = sum(weights.values())
    activity = spread({n: w * w / total for n, w in weights.items()}, nodes, steps)
    expected = sum(w * activity[n] for n, w in weights.items())
    assert cohesiveness([window], links, steps)[0] == pytest.approx(expected)


def test_significance_is_a_share_of_the_information():
    sequence = np.array([0, 0, 1, 2], dtype=np.int32)
    frequent, rare = math.log(2 / 4) / math.log(1 / 4), 1.0
    assert _significance(sequence) == pytest.approx([frequent, frequent, rare, rare])


def test_the_window_is_widest_at_the_gap():
    place, weight = _hanning_window(np.arange(6), np.ones(6), 2, 2)
    assert place.tolist() == [0, 1, 2, 3]
    edge, middle = (0.5 * (1 + math.cos(math.pi * d / 2)) for d in (1.5, 0.5))
    assert weight == pytest.approx([edge, middle, middle, edge])


def test_the_profile_is_lowest_between_topics(network):
    method = Kozima(network=network, window=3)
    profile = method.profile(method_text(LINES))
    assert int(profile.argmin()) == 2
    assert method.segment(method_text(LINES)) == Segmentation((3, 6))
    assert method.segment(method_text(LINES), n_segments=2) == Segmentation((3, 6))
    for number in range(1, 7):
        assert len(method.segment(method_text(LINES), n_segments=number)) == number


def test_words_outside_the_network_are_passed_over(network):
    method = Kozima(network=network, window=3)
    within = [f"{line} 1" for line in LINES]
    strange = [f"{line} unheard{i}" for i, line in enumerate(LINES)]
    method.window = 2
    # The frequencies change, the words of the windows do not.
    assert method.segment(method_text(within)) == method.segment(method_text(strange))


def test_odd_texts(network):
    method = Kozima(network=network)
    assert method.segment(method_text(["ship"])) == Segmentation((1,))
    assert method.segment(method_text(NO_WORDS)) == Segmentation((3,))
    assert method.segment(method_text(["unheard", "words"])) == Segmentation((2,))


def test_more_windows_than_a_batch(network):
    lines = LINES * 60
    method = Kozima(network=network)
    profile = method.profile(method_text(lines))
    assert len(profile) == len(lines) - 1
    # The text repeats, so does the profile, far from its ends.
    assert profile[60:66] == pytest.approx(profile[300:306])


def test_errors_name_what_was_seen(tmp_path):
    with pytest.raises(TmimaError, match="kozima needs a network"):
        Kozima().segment(method_text(["ship"]))
    for content, message in (
        ("ship\tsail\n", "line 1 is not of the form"),
        ("ship\tsail\tmuch\n", "above 0, not 'much'"),
        ("ship\tsail\t-1\n", "above 0, not '-1'"),
        ("# nothing\n", "holds no link"),
    ):
        path = tmp_path / "bad.tsv"
        path.write_text(content, encoding="utf-8")
        with pytest.raises(TmimaError, match=message):
            Kozima(network=str(path)).segment(method_text(["ship"]))
    with pytest.raises(TmimaError, match="not 0 and 10"):
        Kozima(window=0)
