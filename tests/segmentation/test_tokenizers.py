"""Sizes in tokens: as if all runs of units were counted, and the text not many times over."""

import math
import random
from functools import cache
from pathlib import Path

import numpy as np
import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

import tmima
from tmima import Constraints, Prepared, Segmenter, TmimaError, languages
from tmima.formats import read
from tmima.methods import Learnt
from tmima.segmentation import constraints as constraints_module
from tmima.segmentation import tokenizers
from tmima.segmentation.sizes import first_units
from tmima.text import Units

PAGE = (Path(__file__).parents[2] / "docs" / "methods.md").read_text(encoding="utf-8")[:9000]
TEXT = read(PAGE[:3000], languages.analyzer("en"), format="text")
UNITS = Units.of(read(PAGE, languages.analyzer("en"), format="text"))
_PIECES = regex.compile(r" ?\p{L}{1,4}|\p{L}{1,4}| ?\p{N}| ?[^\s\p{L}\p{N}]{1,2}|\s+(?!\S)|\s")


def pieces(text: str) -> list[str]:
    """As models of language do: a space belongs to the word after it."""
    return _PIECES.findall(text)


def in_sentinels(text: str) -> list[str]:
    """As models of vectors do: a token before the text and one after it."""
    return ["<s>", *text.split(), "</s>"]


def quarters(text: str) -> range:
    """As those do who guess: what is lost in each sentence does not show beside it."""
    return range(len(text) // 4)


def threes(text: str) -> range:
    """Three characters a token, and a last one."""
    return range(1 - -len(text) // 3)


@cache
def counted_runs(tokenizer) -> list[list[int]]:
    """Count, for each unit, all runs that end with it."""
    starts, ends = UNITS.edges[:-1], UNITS.edges[1:]
    return [
        [len(tokenizer(PAGE[start:end])) for start in starts[: last + 1]]
        for last, end in enumerate(ends)
    ]


@pytest.mark.parametrize("tokenizer", [pieces, in_sentinels, quarters, threes])
@pytest.mark.parametrize("sizes", [(None, 150), (None, 700), (40, 400), (300, None), (None, 10**6)])
def test_the_runs_are_those_of_counting_all(tokenizer, sizes):
    found = first_units(UNITS, "tokens", tokenizer, least=sizes[0], greatest=sizes[1])
    least, greatest = sizes[0] or 0, sizes[1] or len(PAGE)
    # By none of these tokenizers a run has more tokens than one that it is the end of.
    runs = counted_runs(tokenizer)
    assert found[0].tolist() == [sum(size > greatest for size in sizes) for sizes in runs]
    assert found[1].tolist() == [sum(size >= least for size in sizes) - 1 for sizes in runs]


@pytest.mark.parametrize("greatest", [64, 256, 1024, 8192])
def test_a_text_is_not_counted_many_times_over(greatest):
    asked = []

    def counted(text: str) -> list[str]:
        asked.append(len(text))
        return pieces(text)

    limits = Constraints(max_size=greatest, size_unit="tokens", tokenizer=counted, oversize="split")
    segmenter = Segmenter(language="en", titles="none", format="text", constraints=limits)
    found = segmenter.segment(PAGE)
    assert max(len(pieces(one.text)) for one in found) <= greatest
    # Each unit, each place and runs that overlap; what is too large is halved until it fits.
    assert sum(asked) < 6 * len(PAGE)


def test_where_numbers_do_not_add_up_the_ends_of_runs_are_counted():
    asked = []

    def counted(text: str) -> range:
        asked.append(len(text))
        return quarters(text)

    first_units(UNITS, "tokens", counted, least=None, greatest=1000)
    # The longest run that ends with each unit and the one that is too long, not all of them.
    assert len(asked) < 8 * len(UNITS)
    assert tokenizers._prefix_sums_if_additive(*_counts(quarters)) is None
    assert tokenizers._prefix_sums_if_additive(*_counts(pieces)) is not None


def _counts(tokenizer):
    counts = tokenizers.TokenCounts(PAGE, tuple(UNITS.edges), tokenizer)
    return counts, counts.tokens_of_units()


# --- Tokenizers whose numbers do not add up

TOKENIZERS = {
    "quarters": lambda text: range(math.ceil(len(text) / 4)),
    "thirds": lambda text: range(math.ceil(len(text) / 3)),
    "words and two": lambda text: range(len(text.split()) + 2),
    "by parity": lambda text: range(len(text) // 4 + (3 if len(text) % 2 else 0)),
    "bytes": lambda text: range(len(text.encode()) // 4),
}


def loose_prose(seed: int) -> str:
    chance = random.Random(seed)
    words = ["sea", "ships", "a", "harbour", "judge", "bread", "of", "moonlight", "I", "ναύτης"]
    lines = (" ".join(chance.choices(words, k=chance.randint(1, 14))) for _ in range(60))
    parts = (line.capitalize() + chance.choice([". ", ".\n\n", "! "]) for line in lines)
    return "".join(parts)


@settings(deadline=None, max_examples=150)
@given(
    st.integers(0, 10_000),
    st.sampled_from(list(TOKENIZERS)),
    st.integers(1, 60),
    st.one_of(st.none(), st.integers(1, 25)),
    st.sampled_from(["refuse", "split", "keep"]),
    st.sampled_from(["learnt", "density"]),
    st.booleans(),
)
def test_segments_keep_limits_in_tokens_that_do_not_add_up(
    seed, name, most, least, oversize, method, asked
):
    tokens = TOKENIZERS[name]
    text = loose_prose(seed)
    try:
        found = tmima.segment(
            text,
            language="en",
            method=method,
            max_size=most,
            min_size=least,
            size_unit="tokens",
            tokenizer=tokens,
            oversize=oversize,
            questions={"best": 3, "samples": 3} if asked else None,
        )
    except TmimaError:
        return
    edges = found.units.edges
    every = [found.segmentation]
    if asked:
        every += [one.segmentation for one in (*found.answers.best, *found.answers.samples)]
    for first, last in {run for one in every for run in one.segments}:
        count = len(tokens(text[edges[first] : edges[last]]))
        assert least is None or count >= least
        assert count <= most or (oversize == "keep" and last == first + 1)


@pytest.mark.parametrize("seed", [3, 28, 57, 91])
@pytest.mark.parametrize("name", ["quarters", "thirds"])
def test_limits_that_were_broken_are_kept(seed, name):
    # By chance the numbers of these texts add up wherever that is tried.
    tokens, text = TOKENIZERS[name], loose_prose(seed)
    for most, least in ((25, 5), (40, None), (60, 10)):
        found = Segmenter(
            language="en",
            max_size=most,
            min_size=least,
            size_unit="tokens",
            tokenizer=tokens,
            oversize="split",
        ).segment(text)
        assert all((least or 0) <= len(tokens(one.text)) <= most for one in found)


def test_limits_in_tokens_that_nothing_keeps_are_refused_by_name(monkeypatch):
    # Every run fits as far as its parts tell, and none once it is counted.
    monkeypatch.setattr(
        constraints_module,
        "first_units",
        lambda units, *_, **__: (np.zeros(len(units), dtype=np.int64), np.arange(len(units))),
    )
    for limits, named in (
        ({"max_size": 2}, "max_size 2 tokens"),
        ({"min_size": 90, "max_size": 95}, "min_size 90 tokens and max_size 95 tokens"),
    ):
        told = Constraints(size_unit="tokens", tokenizer=str.split, **limits)
        with pytest.raises(TmimaError, match=f"keeps {named}: this tokenizer"):
            Learnt(constraints=told).segment(Prepared.of(TEXT))
