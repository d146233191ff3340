"""The noun phrases of a text as columns, by segment."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tmima import kernel
from tmima.kernel.arrays import Rows
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


def phrases_of(document: Document, terms: Rows, sentences: Numbers, *, longest: int) -> Phrases:
    """Find the noun phrases of neighbouring segments that hold a kept word.

    Phrases of the same kept words in the same order are one.

    Args:
        document: the text.
        terms: what each of its words counts as, by number, -1 if it is not kept.
        sentences: the first sentence of each segment, and the one after the last.
        longest: the characters of a phrase at the most.
    """
    columns = document.columns
    edges = columns.words.edges[sentences[0] : sentences[-1] + 1]
    first, last = int(edges[0]), int(edges[-1])
    # The text of these segments alone, with what stands behind their last word.
    spans = columns.spans.starts
    begin = int(columns.words.starts[first]) if last > first else 0
    end = int(spans[sentences[-1]]) if sentences[-1] < len(spans) else len(document.text)
    text = document.text[begin:end]
    inside, words = slice(first, last), columns.words
    begins, ends = words.starts[inside] - begin, words.ends[inside] - begin
    parts = _parts(document, text, begins, ends, words.numbers[inside])
    starts, lengths, sizes, keys, nominative = kernel.find_phrases(
        text, begins, ends, edges - first, parts, terms[inside], longest
    )
    starts = starts + first
    segments = np.searchsorted(columns.words.edges[sentences], starts, side="right") - 1
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


def _parts(document: Document, text: str, starts: Rows, ends: Rows, numbers: Rows) -> Numbers:
    """Return what each word of a part of a document does in phrases, packed."""
    senses = document.columns.words.senses
    # Each word once for each sense that it has.
    forms, _ = kernel.number_distinct_words(text, starts, ends)
    pairs = forms * np.int64(len(senses)) + numbers
    _, places, owners = np.unique(pairs, return_index=True, return_inverse=True)
    spans = zip(starts[places].tolist(), ends[places].tolist(), strict=True)
    written = [text[start:end] for start, end in spans]
    part = phrase_parts(document.language)
    known = _remembered(part)
    if len(known) > _MEMORY:  # forget all and start again: simple, and never large
        known.clear()
    found = []
    for word, number in zip(written, numbers[places].tolist(), strict=True):
        sense = senses[number]
        met = known.get(word)
        if met is None or met[0] != sense:
            met = known[word] = sense, kernel.packed_part(*part(word, sense))
        found.append(met[1])
    return np.array(found, dtype=np.int64)[owners]


@lru_cache(maxsize=16)
def _remembered(_part: PartOf) -> dict[str, tuple[Sense, int]]:
    """Return what words did in the texts before: the last sense of each, and its part, packed."""
    return {}
