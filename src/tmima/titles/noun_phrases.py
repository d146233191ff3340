"""The noun phrases of a text as columns, by segment."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tmima import kernel
from tmima.arrays import Rows
from tmima.languages import PartOf, phrase_parts
from tmima.text import Document, Sense

Numbers = NDArray[np.int64]
# The words that are remembered from one text to the next, at the most.
_MEMORY = 1 << 16


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

    def count(self, phrase: int) -> int:
        """Return how often a phrase stands in its segment."""
        return int(self.edges[phrase + 1] - self.edges[phrase])

    def places(self, phrase: int) -> tuple[Numbers, Numbers]:
        """Return the first and the last words of a phrase, as a nominative if it ever is one."""
        first = self.edges[phrase]
        some = slice(first, first + (int(self.nominatives[phrase]) or self.count(phrase)))
        return self.starts[some], self.starts[some] + self.lengths[some] - 1


def phrases_of(document: Document, terms: Rows, edges: Rows, *, longest: int) -> Phrases:
    """Find the noun phrases of a text that hold a kept word.

    Phrases of the same kept words in the same order are one.

    Args:
        document: the text.
        terms: what each word counts as, by number, -1 if it is not kept.
        edges: how many words come before each segment, and how many there are.
        longest: the characters of a phrase at the most.
    """
    words = document.columns.words
    starts, lengths, sizes, keys, nominative = kernel.find_phrases(
        document.text, words.starts, words.ends, words.edges, _parts(document), terms, longest
    )
    segments = np.searchsorted(edges, starts, side="right") - 1
    order = np.lexsort((starts, ~nominative, keys, segments))
    starts, lengths, sizes = starts[order], lengths[order], sizes[order]
    keys, nominative, segments = keys[order], nominative[order], segments[order]
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


def _parts(document: Document) -> Numbers:
    """Return what each word of a text does in phrases, packed."""
    words = document.columns.words
    # Each word once for each sense that it has.
    forms, _ = kernel.number_words(document.text, words.starts, words.ends)
    pairs = forms * np.int64(len(words.senses)) + words.numbers
    _, places, owners = np.unique(pairs, return_index=True, return_inverse=True)
    spans = zip(words.starts[places].tolist(), words.ends[places].tolist(), strict=True)
    written = [document.text[start:end] for start, end in spans]
    part = phrase_parts(document.language)
    known = _remembered(part)
    if len(known) > _MEMORY:  # forget all and start again: simple, and never large
        known.clear()
    found = []
    for word, number in zip(written, words.numbers[places].tolist(), strict=True):
        sense = words.senses[number]
        met = known.get(word)
        if met is None or met[0] != sense:
            met = known[word] = sense, kernel.packed_part(*part(word, sense))
        found.append(met[1])
    return np.array(found, dtype=np.int64)[owners]


@lru_cache(maxsize=16)
def _remembered(_part: PartOf) -> dict[str, tuple[Sense, int]]:
    """Return what words did in the texts before: the last sense of each, and its part, packed."""
    return {}
