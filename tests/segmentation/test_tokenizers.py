"""Sizes in tokens: as if all runs of units were counted, and the text not many times over."""

from functools import cache
from pathlib import Path

import pytest
import regex

from tmima import Constraints, Segmenter, languages
from tmima.formats import read
from tmima.segmentation import tokenizers
from tmima.segmentation.sizes import first_units
from tmima.text import Units

PAGE = (Path(__file__).parents[2] / "docs" / "methods.md").read_text(encoding="utf-8")[:9000]
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
    assert tokenizers._sums(*_counts(quarters)) is None
    assert tokenizers._sums(*_counts(pieces)) is not None


def _counts(tokenizer):
    counts = tokenizers.TokenCounts(PAGE, tuple(UNITS.edges), tokenizer)
    return counts, counts.parts()
