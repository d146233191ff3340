"""Noun phrases and what words weigh, in NumPy: the same as compiled, to the last bit."""

import math
from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tmima.kernel.arrays import Floats, Indices, Rows, one_by_one
from tmima.kernel.groups import ALL_CELLS, CELL_BITS, CELLS

__all__ = [
    "find_phrases",
    "word_weights",
]

Truths = NDArray[np.bool_]
Keys = NDArray[np.uint64]
Windows = tuple[Indices, Indices, Indices, Keys, Truths]
"""Where phrases stand: first word, length, size, key, whether it may be a nominative."""

_NOMINATIVE = sum(bit for cell, bit in CELLS.items() if cell.endswith("N"))
_GENITIVE = sum(bit for cell, bit in CELLS.items() if cell.endswith("G"))
# As `languages.PhraseKind` has them.
BREAK, NOUN, NAME, MODIFIER, LINK, AND, ARTICLE, BEFORE_VERB, AFTER_VERB = range(9)

# What may lie between two words of a phrase, unless they touch.
_BETWEEN = " \n\u00a0-‐‑"
_NOMINAL = (NOUN, NAME)
_CONTENT = (*_NOMINAL, MODIFIER)
_MOST_WORDS = 8
# An odd number with many bits, by which the numbers of words become the key of their row.
_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
# Words of the name of a speaker, at the most.
_SPEAKER = 3
# The bonus of a word that the first sentence of its segment has.
_BEGINNING_BONUS = 2.0


def find_phrases(
    text: str,
    starts: Rows,
    ends: Rows,
    edges: Rows,
    parts: Indices,
    terms: Rows,
    longest: int,
) -> Windows:
    """Find the noun phrases of a text that hold a kept word, as they begin, the shorter first.

    The key of a phrase is that of its words without function words: two of one key are one phrase.

    Args:
        text: the text.
        starts: where each word begins.
        ends: where it ends.
        edges: how many words come before each sentence, and how many there are.
        parts: what each word does in phrases, packed.
        terms: what each word counts as, by number, -1 if it is not kept.
        longest: the characters of a phrase at the most.
    """
    kinds, cells = parts >> CELL_BITS, parts & ((1 << CELL_BITS) - 1)
    letters = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype="<u4")
    touching = _touches_next(letters, starts, ends, edges)
    kinds = _drop_certain_verbs(kinds, touching, edges)
    kinds[_is_speaker_name(letters, ends, edges)] = BREAK
    found = _phrases_of_any_length(kinds, cells, touching & _can_precede_next(kinds, cells), terms)
    firsts, lengths = found[:2]
    order = np.lexsort((lengths, firsts))
    short = ends[firsts + lengths - 1] - starts[firsts] <= longest
    order = order[short[order]]
    firsts, lengths, sizes, keys, nominative = (column[order] for column in found)
    return firsts, lengths, sizes, keys, nominative


def _phrases_of_any_length(
    kinds: Indices, cells: Indices, linked: Truths, terms: Rows
) -> list[NDArray[Any]]:
    """Find phrases of any number of characters; `linked` says which words join the next."""
    content, nominal = _is_in(kinds, _CONTENT), _is_in(kinds, _NOMINAL)
    sizes = np.concatenate(([0], np.cumsum(content)))
    kept = np.concatenate(([0], np.cumsum(terms >= 0)))
    # The case of a phrase is its first noun's.
    places = np.where(nominal, np.arange(len(terms)), len(terms) - 1)
    heads = np.minimum.accumulate(places[::-1])[::-1]
    nominative = (cells & cells[heads] & _NOMINATIVE) != 0
    whole, keys = content.copy(), np.zeros(len(terms), dtype=np.uint64)
    found = []
    for length in range(1, _MOST_WORDS + 1):
        last = np.arange(length - 1, len(terms))
        if length > 1:
            whole = whole[:-1] & linked[last - 1]
            keys = keys[:-1]
        # Function words between two others do not make another phrase.
        step = keys * _MULTIPLIER + (terms[last] + 2).astype(np.uint64)
        keys = np.where(content[last], step, keys)
        starts = np.flatnonzero(whole & nominal[last])
        starts = starts[kept[starts + length] > kept[starts]]
        found.append(
            (
                starts,
                np.full(len(starts), length),
                sizes[starts + length] - sizes[starts],
                keys[starts],
                nominative[starts],
            )
        )
    return [np.concatenate(column) for column in zip(*found, strict=True)]


def _is_in(kinds: Indices, some: Iterable[int]) -> Truths:
    """Return which words are of one of some kinds."""
    table = np.zeros(AFTER_VERB + 1, dtype=bool)
    table[list(some)] = True
    found: Truths = table[kinds]
    return found


def _touches_next(letters: NDArray[np.uint32], starts: Rows, ends: Rows, edges: Rows) -> Truths:
    """Return which words have nothing but a space or a hyphen before the next word."""
    touching = np.zeros(len(starts), dtype=bool)
    if len(touching):
        gaps = starts[1:] - ends[:-1]
        spaced = np.isin(letters[ends[:-1]], [ord(one) for one in _BETWEEN])
        touching[:-1] = (gaps == 0) | ((gaps == 1) & spaced)
        last = edges[1:] - 1
        touching[last[last >= 0]] = False
    return touching


def _is_speaker_name(letters: NDArray[np.uint32], ends: Rows, edges: Rows) -> Truths:
    """Return which words are a speaker's name: those before a colon early in a sentence."""
    firsts = np.repeat(edges[:-1], np.diff(edges))
    places = np.arange(len(firsts))
    colon = letters[np.minimum(ends, len(letters) - 1)] == ord(":")
    named = np.zeros(len(firsts), dtype=bool)
    early = colon & (places - firsts < _SPEAKER)
    for before in range(_SPEAKER):
        at = np.flatnonzero(early & (places - before >= firsts))
        named[at - before] = True
    return named


def _drop_certain_verbs(kinds: Indices, touching: Truths, edges: Rows) -> Indices:
    """Return the kinds without words that must be verbs; a first word is no name by its capital."""
    kinds = kinds.copy()
    firsts = edges[:-1][np.diff(edges) > 0]
    kinds[firsts[kinds[firsts] == NAME]] = NOUN
    plain = _is_in(kinds, (NOUN, MODIFIER))
    before, after = np.roll(kinds, 1), np.roll(kinds, -1)
    follows = np.roll(touching, 1) & (before == BEFORE_VERB)
    precedes = touching & _is_in(after, (ARTICLE, AFTER_VERB))
    kinds[plain & (follows | precedes)] = BREAK
    return kinds


def _can_precede_next(kinds: Indices, cells: Indices) -> Truths:
    """Return which words can stand directly before the next one in a phrase."""
    after, cells_after = np.roll(kinds, -1), np.roll(cells, -1)
    before, cells_before = np.roll(kinds, 1), np.roll(cells, 1)
    agree = (cells & cells_after) != 0
    genitive = (cells_after & _GENITIVE) != 0
    content_next = _is_in(after, _CONTENT)
    noun = _is_in(kinds, _NOMINAL)
    names = (kinds == NAME) & (after == NAME)
    joins = _is_in(after, (LINK, AND))
    # Where no case tells that it belongs to what comes before it, it does not.
    free_modifier = (after == MODIFIER) & (cells_after == ALL_CELLS)
    # What "and" joins has one case, whatever the gender and the number.
    parallel = _case_bits(cells_before) & _case_bits(cells_after)
    fitting: Truths = (
        ((kinds == MODIFIER) & content_next & agree)
        | (noun & content_next & (genitive | (names & agree)) & ~free_modifier)
        | (noun & joins)
        | ((kinds == LINK) & content_next & agree)
        | ((kinds == AND) & content_next & (parallel != 0))
        | ((kinds == LINK) & (after == ARTICLE))
        | ((kinds == ARTICLE) & content_next & (before == LINK))
    )
    return fitting


def _case_bits(cells: Indices) -> Indices:
    """Return the cases of cells as three bits."""
    cases = np.zeros_like(cells)
    for shift in range(0, 18, 3):
        cases |= (cells >> shift) & 0b111
    return cases


def word_weights(terms: Rows, edges: Rows, sentences: Indices) -> Floats:
    """Return the weight of each word in its segment, 0 if it is not kept.

    A word that a segment holds n times among N kept words, and the text of T kept words m times,
    weighs n log(1 + (n / N) / (m / T)) (1 + 2 exp(-d)), where d is the number of sentences between
    the segment's beginning and the first that holds it.

    Args:
        terms: what each word counts as, by number, -1 if it is not kept.
        edges: how many words come before each sentence, and how many there are.
        sentences: how many sentences come before each segment, and how many there are.
    """
    counts = np.diff(edges[sentences])
    segments = np.repeat(np.arange(len(counts)), counts)
    kept = np.flatnonzero(terms >= 0)
    size = int(terms.max(initial=0)) + 1
    pairs, firsts, owners, held = np.unique(
        segments[kept] * size + terms[kept],
        return_index=True,
        return_inverse=True,
        return_counts=True,
    )
    segment, term = np.divmod(pairs, size)
    in_segment = np.bincount(segments[kept], minlength=len(counts))[segment]
    in_text = np.bincount(terms[kept], minlength=size)[term]
    sentence = np.searchsorted(edges, kept[firsts], side="right") - 1
    late = sentence - sentences[segment]
    more = (held / in_segment) / (in_text / max(1, len(kept)))
    soon = 1.0 + _BEGINNING_BONUS * one_by_one(math.exp, -late)
    weights = np.zeros(len(terms))
    weights[kept] = (held * one_by_one(math.log1p, more) * soon)[owners]
    return weights
