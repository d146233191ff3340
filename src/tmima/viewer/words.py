"""The words that tell what a segment is about."""

from collections import Counter
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from tmima.document import Units
from tmima.values import Document, Segmentation

_SHOWN = 5


def written_words(document: Document, units: Units) -> tuple[str, ...]:
    """Return each word of the vocabulary as the text writes it most often.

    >>> from tmima import languages
    >>> from tmima.formats import read
    >>> document = read("Two bakers. The baker bakes.", languages.analyzer("en"))
    >>> written_words(document, Units.of(document))
    ('bakers', 'bakes')
    """
    written: dict[str, Counter[str]] = {word: Counter() for word in units.vocabulary}
    for sentence in document.sentences:
        for token in sentence.tokens:
            if token.kept:
                written[token.term][document.text[token.start : token.end]] += 1
    return tuple(counts.most_common(1)[0][0] for counts in written.values())


def typical_words(units: Units, segmentation: Segmentation) -> list[NDArray[np.int64]]:
    """Return for each segment the numbers of its most typical words, the most typical first.

    A word that n of a segment's units hold, and a share q of all the text's, counts
    n log(n / (q times the segment's units)): its part in how far the segment's words lie from the
    whole text's (Kullback and Leibler). Words no more frequent than elsewhere are left out; of
    equals the one that comes first in the text wins.
    """
    size, words = len(units), len(units.vocabulary)
    lengths = np.array(segmentation.lengths)
    segment_of_unit = np.repeat(np.arange(len(segmentation)), lengths)
    segment = np.repeat(segment_of_unit, np.diff(units.starts))
    pairs, held = np.unique(segment * words + units.terms, return_counts=True)
    owner, word = np.divmod(pairs, max(words, 1))
    shares = np.bincount(units.terms, minlength=words) / size
    weight = held * np.log(held / (shares[word] * lengths[owner]))
    order = np.lexsort((word, -weight, owner))
    ranked = order[weight[order] > 0]
    starts = np.searchsorted(owner[ranked], np.arange(len(segmentation) + 1))
    return [word[ranked[a : min(b, a + _SHOWN)]] for a, b in pairwise(starts)]
