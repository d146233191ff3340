"""The noun phrases of a text as columns: which neighbouring words can belong to one."""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tmima import kernel
from tmima.languages import ALL_CELLS, GENITIVE, NOMINATIVE, PartOf, PhraseKind, phrase_parts
from tmima.text import Document, Sense

Flags = NDArray[np.bool_]
Numbers = NDArray[np.int64]
# What may lie between two words of a phrase, unless they touch.
_BETWEEN = " \n\u00a0-‐‑"
_NOMINAL = (PhraseKind.NOUN, PhraseKind.NAME)
_CONTENT = (*_NOMINAL, PhraseKind.MODIFIER)
_MOST_WORDS = 8
# Gender, number and case take fewer bits than this.
_CELL_BITS = 32
# The words that are remembered from one text to the next, at the most.
_MEMORY = 1 << 16
# An odd number with many bits, by which the numbers of words become the key of their row.
_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
# Words of the name of a speaker, at the most.
_SPEAKER = 3


class Phrases(NamedTuple):
    """The distinct phrases of each segment, and where they stand.

    Phrase i stands at the words [starts[j], starts[j] + lengths[j]) for j in edges[i] ..
    edges[i + 1] - 1, where it can be a nominative before all others.

    Attributes:
        segments: the segment of each phrase.
        sizes: the number of its words that are no function words.
        nominatives: how often it can be one.
        edges: where its occurrences begin.
        starts: of each occurrence.
        lengths: of each occurrence, in words.
    """

    segments: Numbers
    sizes: Numbers
    nominatives: Numbers
    edges: Numbers
    starts: Numbers
    lengths: Numbers

    def places(self, phrase: int) -> Iterator[tuple[int, int]]:
        """Yield the ranges of words at which a phrase stands, as a nominative if it ever does."""
        first, last = self.edges[phrase : phrase + 2].tolist()
        count = int(self.nominatives[phrase]) or last - first
        starts = self.starts[first : first + count].tolist()
        lengths = self.lengths[first : first + count].tolist()
        for start, length in zip(starts, lengths, strict=True):
            yield start, start + length


class Parts(NamedTuple):
    """The words of a text as parts of phrases.

    Attributes:
        kinds: what each word does in phrases.
        cells: its gender, number and case, as bits.
        linked: whether it can stand in one phrase with the word after it.
    """

    kinds: Numbers
    cells: Numbers
    linked: Flags


def phrases_of(document: Document, terms: Numbers, edges: Numbers, *, longest: int) -> Phrases:
    """Find the noun phrases of a text that hold a kept word.

    Phrases of the same kept words in the same order are one.

    Args:
        document: the text.
        terms: what each word counts as, by number, -1 if it is not kept.
        edges: how many words come before each segment, and how many there are.
        longest: the characters of a phrase at the most.
    """
    words = document.columns.words
    starts, lengths, sizes, keys, nominative = _windows(parts_of(document), terms)
    short = words.ends[starts + lengths - 1] - words.starts[starts] <= longest
    segments = np.searchsorted(edges, starts, side="right") - 1
    order = np.flatnonzero(short)
    order = order[np.lexsort((starts[order], ~nominative[order], keys[order], segments[order]))]
    starts, lengths, sizes, keys, nominative, segments = (
        column[order] for column in (starts, lengths, sizes, keys, nominative, segments)
    )
    new = np.ones(len(order), dtype=bool)
    new[1:] = (np.diff(segments) != 0) | (keys[1:] != keys[:-1])
    firsts = np.flatnonzero(new)
    return Phrases(
        segments[firsts],
        sizes[firsts],
        np.add.reduceat(nominative, firsts, dtype=np.int64) if len(firsts) else firsts,
        np.append(firsts, len(order)),
        starts,
        lengths,
    )


def _windows(parts: Parts, terms: Numbers) -> list[NDArray[Any]]:
    """Return where phrases stand: first word, length, size, key, whether it may be a nominative."""
    content, nominal = _among(parts.kinds, _CONTENT), _among(parts.kinds, _NOMINAL)
    sizes = np.concatenate(([0], np.cumsum(content)))
    kept = np.concatenate(([0], np.cumsum(terms >= 0)))
    # The case of a phrase is its first noun's.
    places = np.where(nominal, np.arange(len(terms)), len(terms) - 1)
    heads = np.minimum.accumulate(places[::-1])[::-1]
    nominative = (parts.cells & parts.cells[heads] & NOMINATIVE) != 0
    whole, keys = content.copy(), np.zeros(len(terms), dtype=np.uint64)
    found = []
    for length in range(1, _MOST_WORDS + 1):
        last = np.arange(length - 1, len(terms))
        if length > 1:
            whole = whole[:-1] & parts.linked[last - 1]
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


def parts_of(document: Document) -> Parts:
    """Find what the words of a text do in phrases, each by its language and its neighbours."""
    words = document.columns.words
    # Each word once for each sense that it has.
    forms, _ = kernel.number_words(document.text, words.starts, words.ends)
    pairs = forms * np.int64(len(words.senses)) + words.numbers
    _, places, owners = np.unique(pairs, return_index=True, return_inverse=True)
    part = _packed_parts(phrase_parts(document.language))
    spans = zip(words.starts[places].tolist(), words.ends[places].tolist(), strict=True)
    found = [
        part(document.text[start:end], words.senses[number])
        for (start, end), number in zip(spans, words.numbers[places].tolist(), strict=True)
    ]
    packed = np.array(found, dtype=np.int64)[owners]
    kinds, cells = packed >> _CELL_BITS, packed & ((1 << _CELL_BITS) - 1)
    touching = _touching(document)
    kinds = _in_context(kinds, touching, words.edges)
    kinds[_speakers(document)] = PhraseKind.BREAK
    return Parts(kinds, cells, touching & _fitting(kinds, cells))


@lru_cache(maxsize=16)
def _packed_parts(part: PartOf) -> Callable[[str, Sense], int]:
    """Return the same with kind and cells in one number, words remembered from text to text."""

    @lru_cache(maxsize=_MEMORY)
    def packed(word: str, sense: Sense) -> int:
        kind, cells = part(word, sense)
        return int(kind) << _CELL_BITS | int(cells)

    return packed


def _among(kinds: Numbers, some: Iterable[int]) -> Flags:
    """Tell which words are of some kinds."""
    table = np.zeros(len(PhraseKind), dtype=bool)
    table[list(some)] = True
    found: Flags = table[kinds]
    return found


def _touching(document: Document) -> Flags:
    """Tell of each word whether nothing but a space or a hyphen parts it from the next one."""
    words = document.columns.words
    touching = np.zeros(len(words.starts), dtype=bool)
    if len(touching):
        letters = np.frombuffer(document.text.encode("utf-32-le", "surrogatepass"), dtype="<u4")
        gaps = words.starts[1:] - words.ends[:-1]
        spaced = np.isin(letters[words.ends[:-1]], [ord(one) for one in _BETWEEN])
        touching[:-1] = (gaps == 0) | ((gaps == 1) & spaced)
        last = words.edges[1:] - 1
        touching[last[last >= 0]] = False
    return touching


def _speakers(document: Document) -> Flags:
    """Tell which words name who speaks: those before a colon early in a sentence."""
    words = document.columns.words
    letters = np.frombuffer(document.text.encode("utf-32-le", "surrogatepass"), dtype="<u4")
    firsts = np.repeat(words.edges[:-1], np.diff(words.edges))
    places = np.arange(len(firsts))
    colon = letters[np.minimum(words.ends, len(letters) - 1)] == ord(":")
    named = np.zeros(len(firsts), dtype=bool)
    early = colon & (places - firsts < _SPEAKER)
    for before in range(_SPEAKER):
        at = np.flatnonzero(early & (places - before >= firsts))
        named[at - before] = True
    return named


def _in_context(kinds: Numbers, touching: Flags, edges: NDArray[np.int32]) -> Numbers:
    """Take out what must be verbs, and capitals that only begin a sentence."""
    kinds = kinds.copy()
    firsts = edges[:-1][np.diff(edges) > 0]
    kinds[firsts[kinds[firsts] == PhraseKind.NAME]] = PhraseKind.NOUN
    plain = _among(kinds, (PhraseKind.NOUN, PhraseKind.MODIFIER))
    before, after = np.roll(kinds, 1), np.roll(kinds, -1)
    follows = np.roll(touching, 1) & (before == PhraseKind.BEFORE_VERB)
    precedes = touching & _among(after, (PhraseKind.ARTICLE, PhraseKind.AFTER_VERB))
    kinds[plain & (follows | precedes)] = PhraseKind.BREAK
    return kinds


def _fitting(kinds: Numbers, cells: Numbers) -> Flags:
    """Tell of each word whether it and the next can follow each other in a phrase."""
    after, cells_after = np.roll(kinds, -1), np.roll(cells, -1)
    before, cells_before = np.roll(kinds, 1), np.roll(cells, 1)
    agree = (cells & cells_after) != 0
    genitive = (cells_after & GENITIVE) != 0
    content_next = _among(after, _CONTENT)
    noun = _among(kinds, _NOMINAL)
    names = (kinds == PhraseKind.NAME) & (after == PhraseKind.NAME)
    joins = _among(after, (PhraseKind.LINK, PhraseKind.AND))
    # Where no case tells that it belongs to what comes before it, it does not.
    free_modifier = (after == PhraseKind.MODIFIER) & (cells_after == ALL_CELLS)
    # What "and" joins has one case, whatever the gender and the number.
    parallel = _cases(cells_before) & _cases(cells_after)
    fitting: Flags = (
        ((kinds == PhraseKind.MODIFIER) & content_next & agree)
        | (noun & content_next & (genitive | (names & agree)) & ~free_modifier)
        | (noun & joins)
        | ((kinds == PhraseKind.LINK) & content_next & agree)
        | ((kinds == PhraseKind.AND) & content_next & (parallel != 0))
        | ((kinds == PhraseKind.LINK) & (after == PhraseKind.ARTICLE))
        | ((kinds == PhraseKind.ARTICLE) & content_next & (before == PhraseKind.LINK))
    )
    return fitting


def _cases(cells: Numbers) -> Numbers:
    """Return the cases of cells as three bits."""
    cases = np.zeros_like(cells)
    for shift in range(0, 18, 3):
        cases |= (cells >> shift) & 0b111
    return cases
