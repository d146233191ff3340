"""D from the words that units share: 1 or 0 as in the paper, or by degrees.

By degrees rare words say more than common ones, two shared words more than one, and words that
begin alike count as relatives, which a stemmer or a lemma keeps apart.
"""

import math
from dataclasses import dataclass, replace
from itertools import chain

import numpy as np

from tmima import kernel
from tmima.errors import TmimaError
from tmima.kernel.arrays import Floats, Indices, distinct, one_by_one
from tmima.languages import without_accents, word_probability, written
from tmima.similarity.columns import Columns
from tmima.text import Units


class InvertedIndex:
    """For each word of a text the units that hold it, and what two units share of them.

    Memory is linear in the words of the text; time in the pairs of occurrences of one word.

    Args:
        units: the units of a document.
        weights: of the words by number, not negative; without them only who shares a word is told.
    """

    def __init__(self, units: Units, weights: Floats | None = None) -> None:
        self._units = units
        starts = np.empty(len(units.vocabulary) + 1, dtype=np.int64)
        postings, places = np.empty((2, len(units.terms)), dtype=np.int32)
        kernel.write_inverted_index(starts, postings, places, units.starts, units.terms)
        self._lists = kernel.WordLists(
            unit_starts=units.starts,
            unit_words=units.terms,
            posting_starts=starts,
            postings=postings,
            places=places,
            word_weights=np.empty(0) if weights is None else weights,
        )
        self._rows = np.empty(0, dtype=np.int32)
        self._sums = np.empty(0, dtype=np.float64)

    def __len__(self) -> int:
        return len(self._units)

    def shared_columns(
        self, first: int, last: int, reach: int | None, *, diagonal: bool
    ) -> kernel.Columns:
        """Return for the units first .. last - 1 the units they share words with, back to `reach`.

        The values are the sums of the weights of the shared words (ones if words have no weights).
        The arrays are used again by the next call.
        """
        reach = last if reach is None else reach
        # The kernel writes one more, which does not count.
        room = (last - first) * min(last, reach + 1) + 1
        if len(self._rows) < room:
            self._rows = np.empty(room, dtype=np.int32)
            # Without weights nobody writes there; what nobody writes takes no memory.
            self._sums = np.empty(room) if len(self._lists.word_weights) else np.ones(room)
        starts = np.empty(last - first + 1, dtype=np.int64)
        block = kernel.Columns(first, starts, self._rows, self._sums)
        count = kernel.shared_columns(self._lists, reach, diagonal, block)
        if len(self._lists.word_weights) and (first == 0 or last == len(self)):
            # What has been read to its end is seldom read again.
            self._rows, self._sums = np.empty(0, dtype=np.int32), np.empty(0)
        return block._replace(rows=block.rows[:count], values=block.values[:count])

    def largest_pairs(self, count: int) -> float:
        """Return the most that the weights of shared words sum to over a square of `count` units.

        Each word is counted for each pair of units that hold it, so it adds its weight times the
        square of the number of those units.
        """
        words = len(self._units.vocabulary)
        weights = self._lists.word_weights
        return kernel.largest_window(
            self._units.starts,
            self._units.terms,
            weights if len(weights) else np.ones(words),
            np.zeros(words, dtype=np.int32),
            count,
        )


# How much of a match is the word's own, and how much is that of all words with the same first six
# or four letters (political, politician; nation, native). docs/accuracy.md says how it was chosen.
_WORD_SHARE = 0.4
# So many words are freed of their accents at once.
_TOGETHER = 1 << 12
_BEGINNINGS = ((6, 0.4), (4, 0.2))


@dataclass(frozen=True, slots=True)
class WordFamilies:
    """The words of a text and the families of those that begin alike, all as terms of its units.

    A family with a single branch is no term of its own: the branch, found wherever the family is,
    takes its share. So a text without relatives has no more terms than words.

    Attributes:
        units: the same units, whose terms are words and families.
        shares: of each term; those of a word and the families it is in sum to 1.
        pairs: the terms and the words that belong to them, a pair a column.
    """

    units: Units
    shares: Floats
    pairs: Indices

    @classmethod
    def of(cls, units: Units) -> "WordFamilies":
        """Find the families of a text's words."""
        # Many at once: a word at a time would take as long as everything else here.
        count = len(units.vocabulary)
        parts = [
            without_accents("\n".join(units.vocabulary[first : first + _TOGETHER]))
            for first in range(0, count, _TOGETHER)
        ]
        lengths = (map(len, part.split("\n")) for part in parts)
        sizes = np.fromiter(chain.from_iterable(lengths), dtype=np.int32, count=count)
        joined = "\n".join(parts)
        starts = np.cumsum(sizes + 1, dtype=np.int32) - sizes - 1
        breaks = starts + sizes
        # Where in the joined words the names of terms begin and end.
        begins, ends = [starts], [breaks]
        shares = np.full(count, _WORD_SHARE)
        term = np.arange(count)  # that each word belongs to, level by level
        levels = [term]
        for letters, share in _BEGINNINGS:
            heads = np.minimum(breaks, starts + letters)
            family, firsts = kernel.number_distinct_words(joined, starts, heads)
            family = family.astype(np.int64)
            # Each branch once: the words of one are all of one family.
            of_branch = np.full(len(shares), -1, dtype=np.int64)
            of_branch[term] = family
            branches = np.flatnonzero(of_branch >= 0)
            alone = np.zeros(len(shares), dtype=np.bool_)
            alone[branches] = np.bincount(of_branch[branches])[of_branch[branches]] == 1
            shares[alone] += share
            term = np.where(alone[term], term, len(shares) + family)
            begins.append(starts[firsts])
            ends.append(heads[firsts])
            shares = np.concatenate((shares, np.full(len(firsts), share)))
            levels.append(term)
        kept = distinct(np.concatenate(levels))
        words, families = np.split(kept, [np.searchsorted(kept, count)])
        spans = zip(
            np.concatenate(begins)[families].tolist(),
            np.concatenate(ends)[families].tolist(),
            strict=True,
        )
        names = (
            *map(units.vocabulary.__getitem__, words.tolist()),
            *(f"{joined[first:last]}-" for first, last in spans),
        )
        return cls._list_terms(units, np.searchsorted(kept, levels), names, shares[kept])

    @classmethod
    def _list_terms(
        cls, units: Units, levels: Indices, names: tuple[str, ...], shares: Floats
    ) -> "WordFamilies":
        """List the terms by unit."""
        belongs = distinct((levels * levels.shape[1] + np.arange(levels.shape[1])).ravel())
        starts, terms = kernel.distinct_terms(
            units.starts, units.terms, levels.astype(np.int32), len(names)
        )
        return cls(
            replace(units, starts=starts, terms=terms, vocabulary=names),
            shares,
            np.stack(np.divmod(belongs, max(1, levels.shape[1]))),
        )

    def totals(self, values: Floats) -> Floats:
        """Return for each term the sum of a value over its words."""
        terms, words = self.pairs
        sums: Floats = np.bincount(terms, values[words], len(self.shares)).astype(np.float64)
        return sums

    def unit_frequencies(self) -> Floats:
        """Return for each term the number of units that hold it."""
        return np.bincount(self.units.terms, minlength=len(self.shares)).astype(np.float64)


class SharedWords:
    """D[s, t] = 1 if units s and t have a kept word in common (section 2.1 of the paper).

    A column is read off the lists of units that hold each of its words, so memory is linear in the
    words of the text, and time in the pairs of occurrences of one word.

    Args:
        units: the units of a document.
        diagonal: whether D[t, t] counts, which is 1 if unit t has a kept word. Equation (1) has it;
            the paper's pseudocode leaves it out.
    """

    def __init__(self, units: Units, *, diagonal: bool = True) -> None:
        self._postings = InvertedIndex(units)
        self._diagonal = diagonal

    def __len__(self) -> int:
        return len(self._postings)

    def columns(self, first: int, last: int, reach: int | None = None) -> Columns:
        """Return the columns first .. last - 1 of D."""
        return self._postings.shared_columns(first, last, reach, diagonal=self._diagonal)

    def largest_block(self, count: int) -> float:
        """Return the most ones that a square of `count` units can hold.

        Two units that share words have a 1 for one word at the least, so the ones in a square are
        at most the sum over words of the squared number of its units that hold the word.
        """
        return min(self._postings.largest_pairs(count), float(count) ** 2)


# Words of the language beyond e^-3 tell nothing, those below one in a million are all alike.
_COMMONEST = -3.0
_RAREST = 1e-6
_SCALE = 10.0


class GradedWords:
    """D[s, t] = 1 - exp(-sum of the weights of what units s and t share), D[t, t] = 0.

    What they share are kept words, and families of words that begin alike (`WordFamilies`). With
    n units that hold it, a word weighs

        share * importance / sqrt(max(1, n - 1))

    so one that occurs everywhere in the text says little. A unit is not compared with itself: the
    diagonal tells nothing of where topics change.

    Args:
        units: the units of a document.
        probabilities: of the words by number in the language at large; without them nothing but
            the text is used, and the importance of every word is 1.
    """

    def __init__(self, units: Units, probabilities: Floats | None = None) -> None:
        families = WordFamilies.of(units)
        weights = families.shares / np.sqrt(np.maximum(1.0, families.unit_frequencies() - 1))
        if probabilities is not None:
            weights = weights * surprisal_weights(families.totals(probabilities))
        self._postings = InvertedIndex(families.units, weights)

    def __len__(self) -> int:
        return len(self._postings)

    def columns(self, first: int, last: int, reach: int | None = None) -> Columns:
        """Return the columns first .. last - 1 of D."""
        shared = self._postings.shared_columns(first, last, reach, diagonal=False)
        # In place: the array is the block's own.
        kernel.one_minus_exp(shared.values)
        return shared

    def largest_block(self, count: int) -> float:
        """Return the most that a square of `count` units can hold.

        1 - exp(-x) is at most x and at most 1, so the sum is at most that of the weights of shared
        words over all pairs of units, and at most the number of entries.
        """
        return min(self._postings.largest_pairs(count), float(count) ** 2)


def surprisal_weights(probabilities: Floats) -> Floats:
    """Return the weights of words by their surprise, given their probabilities in the language."""
    surprise = -one_by_one(math.log, np.maximum(probabilities, _RAREST))
    return np.maximum(0.0, surprise + _COMMONEST) / _SCALE


class BackgroundWords:
    """A measure: graded words whose weight is their surprise in the language (`surprisal_weights`).

    Args:
        language: the code of a language whose frequencies are known.
    """

    def __init__(self, language: str) -> None:
        self._probability = word_probability(language)

    def __call__(self, units: Units) -> GradedWords:
        """Look the words of a text up, each in the forms in which it stands there."""
        if units.document is None:
            raise TmimaError("the words' frequency in the language needs units of a document")
        text = units.document.text
        forms: dict[str, set[str]] = {word: set() for word in units.vocabulary}
        for sentence in units.document.sentences:
            for token in sentence.tokens:
                if token.kept:
                    forms[token.term].add(written(text[token.start : token.end]))
        return GradedWords(
            units, np.array([self._probability(word, forms[word]) for word in units.vocabulary])
        )
