"""Packing finds the cheapest way within the limit, whatever a tokenizer does."""

import math
from itertools import combinations, pairwise

import numpy as np
import pytest

from tmima import Chunker, TmimaError
from tmima.chunks.packing import Packing, cheapest
from tmima.testing import CHUNKED


def cost_of(ends, sums, costs, by_size):
    sizes = [sums[end] - sums[start] for start, end in pairwise([0, *ends])]
    if any(size >= len(by_size) for size in sizes):
        return math.inf
    return sum(costs[end] for end in ends) + sum(by_size[size] for size in sizes)


@pytest.mark.parametrize("seed", range(40))
def test_the_chunks_are_the_cheapest_of_all_ways(seed):
    chance = np.random.default_rng(seed)
    size, most = int(chance.integers(1, 10)), 12
    sums = np.concatenate(([0], np.cumsum(chance.integers(1, 7, size))))
    costs = chance.integers(-9, 10, size + 1)
    by_size = chance.integers(0, 20, most + 1)
    found = cheapest(sums, costs, by_size, np.zeros(size + 1, dtype=np.int64))
    ways = [
        [*cuts, size] for number in range(size) for cuts in combinations(range(1, size), number)
    ]
    least = min(cost_of(ends, sums, costs, by_size) for ends in ways)
    assert cost_of(found, sums, costs, by_size) == least


def by_parity(text: str) -> range:
    """Count a text of an odd number of characters half again as high."""
    return range(len(text) * (3 if len(text) % 2 else 2) // 6)


def upwards(text: str) -> range:
    """Count long texts higher than their parts."""
    return range(math.ceil(len(text) ** 1.2 / 9))


TOKENIZERS = [
    str.split,
    list,
    lambda text: range(math.ceil(len(text) / 4)),
    lambda text: range(math.ceil(len(text) / 3)),
    lambda text: range(len(text.split()) + 2),
    by_parity,
    upwards,
]


@pytest.mark.parametrize("number", range(len(TOKENIZERS)))
@pytest.mark.parametrize("limit", [12, 40, 150])
def test_limits_hold_and_offsets_are_true_with_every_tokenizer(number, limit):
    tokenizer = TOKENIZERS[number]
    chunker = Chunker(max_tokens=limit, tokenizer=tokenizer, language="en")
    for name, text in CHUNKED.items():
        chunks = chunker.chunk(text)
        assert "".join(one.text for one in chunks) == text, name
        for one in chunks:
            assert text[one.start : one.end] == one.text, name
            assert one.tokens == len(tokenizer(one.text)) <= limit, name


def test_what_is_too_large_after_all_is_found_by_counting():
    # The sums of parts say that five fit; as one text two do.
    words = "one. " * 30
    chunker = Chunker(
        max_tokens=6, tokenizer=lambda text: range(len(text.split()) ** 2), language="en"
    )
    assert max(one.tokens for one in chunker.chunk(words)) <= 6


def test_the_least_size_is_a_wish():
    text = (
        "A ship waits for the tide. " * 3 + "\n\n" + "Yes.\n\n" + "Dough rises in the warmth. " * 3
    )
    whole = Chunker(max_tokens=22, min_tokens=22, language="en").chunk(text)
    assert "".join(one.text for one in whole) == text
    # Without a wish a paragraph is a chunk of its own where sections ask for none.
    lone = Chunker(max_tokens=22, min_tokens=0, language="en").chunk(text)
    assert len(lone) <= len(whole)


def test_few_chunks_are_small():
    paragraphs = [
        "The ship waited for the tide and the tide was late. " * n for n in (1, 3, 4, 1, 3)
    ]
    chunks = Chunker(max_tokens=80, language="en").chunk("\n\n".join(paragraphs * 5))
    assert sum(one.tokens < 20 for one in chunks) == 0


def test_packing_wants_a_limit_in_tokens():
    with pytest.raises(TmimaError, match="max_size"):
        Packing(constraints={"max_size": 9})
