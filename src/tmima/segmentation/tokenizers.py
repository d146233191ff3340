"""Tokenizers by name, and how many tokens runs of units have, with few of them counted.

Tokens of sentences do not add up to those of their text, and to count every run of sentences takes
thousands of times as long as to count the text. But what is gained or lost where two sentences meet
shows in the words beside that place. So units and places are counted, and added up:

    tokens of a run = those of its units + what each place between two of them adds

Whether that is true of a tokenizer is asked of the whole text, in runs that overlap. If one of them
has another number, nothing is added up, and runs are counted one by one.
"""

from collections.abc import Callable, Hashable, Sized
from dataclasses import dataclass
from functools import cache, lru_cache
from os import path
from typing import Any, NoReturn

import numpy as np

from tmima.errors import TmimaError, shortened
from tmima.kernel.arrays import Indices
from tmima.loading import require

Tokenizer = Callable[[str], Sized]
"""What cuts a text into tokens; only their number is looked at."""

# So many pieces of text and their numbers of tokens are remembered.
_REMEMBERED = 1 << 14


def is_named(tokenizer: object) -> bool:
    """Tell whether something is the name of a tokenizer, as "tiktoken:cl100k_base"."""
    return isinstance(tokenizer, str) and tokenizer.partition(":")[0] in _KINDS


def count_tokens(tokenizer: Tokenizer | str | None, text: str) -> int:
    """Return how many tokens a text has; the same piece of text is counted once."""
    if tokenizer is None:
        raise TmimaError("sizes in tokens need a tokenizer: pass a function from text to tokens")
    count = (
        _count_with_tokenizer
        if isinstance(tokenizer, Hashable)
        else _count_with_tokenizer.__wrapped__
    )
    return count(tokenizer, text)


@lru_cache(maxsize=_REMEMBERED)
def _count_with_tokenizer(tokenizer: Tokenizer | str, text: str) -> int:
    cut = tokenizer_named(tokenizer) if isinstance(tokenizer, str) else tokenizer
    try:
        return len(cut(text))
    except Exception as error:
        raise TmimaError(
            "`tokenizer=` must be a function from a text to its tokens; this one ended in "
            f"{type(error).__name__}: {error}"
        ) from error


@cache
def tokenizer_named(name: str) -> Tokenizer:
    """Return a tokenizer by its name; nothing is ever downloaded.

    Args:
        name: "tiktoken:" and an encoding or a model, or "tokenizers:" and a file tokenizer.json or
            the name of a model that was downloaded before.
    """
    kind, _, which = name.partition(":")
    if kind not in _KINDS or not which:
        raise TmimaError(
            "`tokenizer=` must be a function, or tiktoken: or tokenizers: and a name, not "
            + shortened(name)
        )
    return _KINDS[kind](which)


def _load_tiktoken(which: str) -> Tokenizer:
    from unittest import mock

    tiktoken = require("tiktoken")
    try:
        # What it would read from the network comes from its cache or not at all.
        with mock.patch("tiktoken.load.read_file", side_effect=_refuse_download):
            known = which in tiktoken.list_encoding_names()
            encoding = (tiktoken.get_encoding if known else tiktoken.encoding_for_model)(which)
    except (OSError, KeyError, ValueError) as error:
        raise TmimaError(f"`tokenizer=` tiktoken:{which} cannot be had: {error}") from None

    def encode(text: str) -> list[int]:
        return list(encoding.encode_ordinary(text))

    return encode


def _refuse_download(address: str) -> NoReturn:
    """Say where tiktoken looks for a file before it asks the network for it."""
    from hashlib import sha1

    file = address.rpartition("/")[2]
    name = sha1(address.encode(), usedforsecurity=False).hexdigest()
    raise OSError(
        f"it is not on this machine, and nothing is downloaded. Put its file {file} under the "
        f"name {name} into a folder, and set TIKTOKEN_CACHE_DIR to that folder"
    )


def _load_tokenizers(which: str) -> Tokenizer:
    made: Any = require("tokenizers").Tokenizer
    file = which if path.exists(which) else _find_downloaded(which)
    if file is None:
        raise TmimaError(
            f"`tokenizer=` tokenizers:{which} is no file and no model on this machine: give the "
            "path of its tokenizer.json, nothing is downloaded"
        )
    try:
        tokenizer = made.from_file(file)
    except Exception as error:  # the package raises nothing more precise
        raise TmimaError(f"`tokenizer=` tokenizers:{which} cannot be read: {error}") from None
    # Models cut long texts off and fill short ones up; neither is the size of a text.
    tokenizer.no_truncation()
    tokenizer.no_padding()

    def encode(text: str) -> Any:
        return tokenizer.encode(text, add_special_tokens=False)

    return encode


def _find_downloaded(name: str) -> str | None:
    """Return the file of a model that was downloaded before, if the package that did is here."""
    try:
        from huggingface_hub import try_to_load_from_cache

        file = try_to_load_from_cache(name, "tokenizer.json")
    except (ImportError, ValueError):
        return None
    return file if isinstance(file, str) else None


_KINDS: dict[str, Callable[[str], Tokenizer]] = {
    "tiktoken": _load_tiktoken,
    "tokenizers": _load_tokenizers,
}


# The places of a run that is counted to see whether numbers add up.
_TOGETHER = 32
# Beside a place a word is looked at, and white space, but no more characters than these.
_BESIDE = 64
# In texts so short, in units times characters, runs are counted anyway: it takes no time.
_SHORT = 1 << 13
# A run whose parts, counted one by one, stay this far from a limit is not counted as a whole.
_SAFELY_BELOW = 0.8
_SAFELY_ABOVE = 1.25
# What a text can have more than a longer one that it is the end of.
_MOST_ADDED = 8


@dataclass(frozen=True, slots=True)
class TokenCounts:
    """The numbers of tokens of runs of units.

    Attributes:
        text: of the document.
        edges: character offsets that tile it; unit i is text[edges[i]:edges[i + 1]].
        tokenizer: what cuts a text into tokens.
    """

    text: str
    edges: tuple[int, ...]
    tokenizer: Tokenizer | str | None

    def __len__(self) -> int:
        return len(self.edges) - 1

    def of(self, first: int, last: int) -> int:
        """Count the tokens of the units first .. last - 1 as one text."""
        return count_tokens(self.tokenizer, self.text[self.edges[first] : self.edges[last]])

    def first_units(self, least: int | None, greatest: int | None) -> tuple[Indices, Indices]:
        """Return, for segments that end with each unit, the earliest and the latest first unit.

        Of all runs between the two none has more tokens than the greatest size, none fewer than
        the least.
        """
        find = _first_units if isinstance(self.tokenizer, Hashable) else _first_units.__wrapped__
        return find(self, least, greatest)

    def tokens_of_units(self) -> Indices:
        """Count the tokens of each unit by itself."""
        return np.array([self.of(unit, unit + 1) for unit in range(len(self))], dtype=np.int64)

    def tokens_between_units(self) -> Indices:
        """Count what each place between two units adds, by the words beside it."""
        return np.array(
            [self._tokens_added_before(unit) for unit in range(1, len(self))], dtype=np.int64
        )

    def _tokens_added_before(self, unit: int) -> int:
        start, place, end = self.edges[unit - 1 : unit + 2]
        before = self.text[max(start, place - _BESIDE) : place]
        visible = before.rstrip()
        before = before[1 + max(visible.rfind(" "), visible.rfind("\n")) :]
        after = self.text[place : min(end, place + _BESIDE)]
        rest = after.lstrip().split(None, 1)[1:]
        after = after[: len(after) - len(rest[0])].rstrip() if rest else after
        counted = [count_tokens(self.tokenizer, one) for one in (before + after, before, after)]
        return counted[0] - counted[1] - counted[2]


@lru_cache(maxsize=4)
def _first_units(
    counts: TokenCounts, least: int | None, greatest: int | None
) -> tuple[Indices, Indices]:
    parts = counts.tokens_of_units()
    sums = (
        None
        if len(counts) * len(counts.text) <= _SHORT
        else _prefix_sums_if_additive(counts, parts)
    )
    earliest = np.zeros(len(counts), dtype=np.int64)
    latest = np.arange(len(counts), dtype=np.int64)
    if sums is None:
        if greatest is not None:
            earliest = _earliest_starts(counts, parts, greatest)
        if least is not None:
            latest = np.array(
                [_latest_start(counts, parts, unit, least) for unit in range(len(counts))]
            )
    else:
        # Tiny units may add less than they take away: all shorter runs must fit, all longer reach.
        before, through = sums
        own = latest.copy()
        if greatest is not None:
            rising = np.minimum.accumulate(before[::-1])[::-1]
            fitting = np.searchsorted(rising, through - greatest, side="left")
            earliest = np.where(parts <= greatest, np.minimum(fitting, own), own + 1)
        if least is not None:
            rising = np.maximum.accumulate(before)
            latest = np.minimum(np.searchsorted(rising, through - least, side="right") - 1, own)
    # A longer text may have a token less than a shorter one; the bounds must not fall all the same.
    return np.maximum.accumulate(earliest), np.minimum.accumulate(latest[::-1])[::-1].copy()


def _prefix_sums_if_additive(counts: TokenCounts, parts: Indices) -> tuple[Indices, Indices] | None:
    """Return two sums for each unit, so that a run has through[its last] - before[its first].

    None if the numbers of tokens do not add up.
    """
    added = np.concatenate(([0], np.cumsum(counts.tokens_between_units())))
    through = np.cumsum(parts) + added
    before = through - parts
    for first in range(0, len(parts), _TOGETHER):
        last = min(len(parts) - 1, first + _TOGETHER)
        if counts.of(first, last + 1) != through[last] - before[first]:
            return None
    return before, through


def _earliest_starts(counts: TokenCounts, parts: Indices, greatest: int) -> Indices:
    """Return, for each unit, the first one of the longest run that ends with it and fits.

    A run that ends later does not begin earlier, so few are counted.
    """
    sums = np.concatenate(([0], np.cumsum(parts)))
    earliest = np.empty(len(parts), dtype=np.int64)
    first = 0
    for unit in range(len(parts)):
        shorter = first
        # Of the shorter runs those are counted that might have more than the longest.
        while shorter <= unit and sums[shorter] - sums[first] <= _MOST_ADDED:
            whole = sums[unit + 1] - sums[shorter]
            if whole > _SAFELY_BELOW * greatest and counts.of(shorter, unit + 1) > greatest:
                first = shorter + 1
            shorter += 1
        earliest[unit] = first
    return earliest


def _latest_start(counts: TokenCounts, parts: Indices, unit: int, least: int) -> int:
    """Return where the shortest run up to `unit` begins that is large enough, as all longer are."""
    total = 0
    shortest = None
    for first in range(unit, -1, -1):
        total += int(parts[first])
        if counts.of(first, unit + 1) < least:
            shortest = None
        elif shortest is None:
            shortest = first
        if shortest is not None and total >= _SAFELY_ABOVE * least:
            break
    return -1 if shortest is None else shortest
