"""Memory: short units that all share their words take no more than a text of sentences does."""

import random
import subprocess
import sys

import numpy as np
import pytest

import tmima
from tmima import TmimaError
from tmima.similarity import GivenMatrix, can_be_stored
from tmima.similarity.columns import MOST_ENTRIES

# What Python, its packages and what may be kept of D take together, in megabytes.
FIXED = 150
PROGRAM = """
import sys, tmima
text = sys.stdin.read()
tmima.Segmenter(language="en", titles="none", **eval(sys.argv[1])).segment(text)
# Not the most that getrusage knows of, which counts the process that started this one.
print(open('/proc/self/status').read().split('VmHWM:')[1].split()[0])
"""
WORDS = ["ship", "bread", "court", "apple", "violin", "harbour", "tide", "oven"]


def chat(chance: random.Random) -> str:
    return " ".join(chance.choices(WORDS, k=chance.randint(1, 3))).capitalize() + ".\n"


LINES = {
    "one word": lambda _: "Ship.\n",
    "speakers": lambda chance: chance.choice(["Ann: yes\n", "Bob: no\n"]),
    "chat": chat,
}


def lines(kind: str, size: int) -> str:
    chance, text = random.Random(1), ""
    while len(text) < size:
        text += LINES[kind](chance)
    return text


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere memory is counted otherwise")
@pytest.mark.parametrize(
    ("kind", "settings"),
    [
        ("one word", {}),
        ("speakers", {}),
        ("one word", {"n_segments": 20}),
        ("one word", {"parameters": {"gamma": 0.3}, "n_segments": 20}),
        ("one word", {"parameters": {"mean_length": 30}}),
        ("chat", {"questions": {"posteriors": True, "cut_costs": True}}),
    ],
)
def test_short_units_take_no_more_memory_than_sentences(kind, settings):
    text = lines(kind, 60_000)
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, repr(settings)],
        input=text,
        capture_output=True,
        text=True,
        check=True,
    )
    assert int(done.stdout) / 1000 < FIXED + 12 * len(text) / 1e6


GROWTH = """
import sys, tmima
def peak():
    return int(open('/proc/self/status').read().split('VmHWM:')[1].split()[0])
text = sys.stdin.read()
tmima.segment(text[:20_000])
fixed = peak()
tmima.segment(text)
print((peak() - fixed) * 1024)
"""


def sentences(words: int, gap: str, size: int) -> str:
    """Return sentences of so many words, some frequent and many rare."""
    chance, found, held = random.Random(1), [], 0
    letters = "bcdfghklmnprstvz"
    while held < size:
        numbers = [int(4000 ** chance.random()) for _ in range(words)]
        one = " ".join(
            f"{letters[n % 16]}a{letters[n // 16 % 16]}o{letters[n // 256]}" for n in numbers
        )
        found.append(one.capitalize() + gap)
        held += len(found[-1])
    return "".join(found)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere memory is counted otherwise")
@pytest.mark.parametrize(
    ("words", "gap", "size", "most"),
    [
        (20, ".\n", 1_500_000, 42),
        (20, ". ", 1_500_000, 42),
        (4, ". ", 700_000, 36),
        (1, "\n", 700_000, 90),
    ],
)
def test_a_long_text_takes_a_bounded_number_of_bytes_a_byte(words, gap, size, most):
    """As `benchmarks.reading` measures it, and half as much again for what differs by chance."""
    text = sentences(words, gap, size)
    done = subprocess.run(
        [sys.executable, "-c", GROWTH], input=text, capture_output=True, text=True, check=True
    )
    assert int(done.stdout) / len(text) < most


def test_of_a_similarity_no_more_is_kept_than_may_be():
    class Blocks:
        """Each block of columns has the entries of a small square above its diagonal."""

        def __init__(self, size: int, side: int = 1) -> None:
            self.size = size
            self.side = side
            self.asked = 0

        def __len__(self) -> int:
            return self.size

        def columns(self, first, last, reach=None):
            self.asked = last
            return GivenMatrix(np.ones((self.side, self.side))).columns(0, self.side)

    few = int((2 * MOST_ENTRIES) ** 0.5)
    # All pairs would fit: D is not looked at. Else columns are, until there are too many.
    assert can_be_stored(small := Blocks(few - 1))
    assert not small.asked
    assert can_be_stored(large := Blocks(10 * few))
    assert large.asked == len(large)
    assert not can_be_stored(full := Blocks(10 * few, side=200))
    assert full.asked < len(full)


@pytest.mark.parametrize("method", ["c99", "dotplot", "mincut"])
def test_methods_that_keep_all_pairs_say_what_they_would_need(method):
    text = lines("one word", 60_000)
    refused = r"10,000 units need 3\.2 GB, .* no more than 2: take the default .* paragraphs"
    with pytest.raises(TmimaError, match=refused):
        tmima.segment(text, method=method, n_segments=3)
