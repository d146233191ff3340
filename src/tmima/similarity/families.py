"""Words that begin alike, counted as one: relatives that a stemmer or a lemma keeps apart."""

from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from tmima.arrays import Floats, Indices, distinct
from tmima.languages import without_accents
from tmima.text import Units

# How much of a match is the word's own, and how much is that of all words with the same first six
# or four letters (political, politician; nation, native). docs/accuracy.md says how it was chosen.
_WORD_SHARE = 0.4
_BEGINNINGS = ((6, 0.4), (4, 0.2))


def beginnings(word: str) -> list[tuple[str, float]]:
    """Return a word and its families, each with its share of a match.

    >>> beginnings("political")
    [('political', 0.4), ('politi-', 0.4), ('poli-', 0.2)]
    >>> beginnings("oven")
    [('oven', 0.4), ('oven---', 0.4), ('oven-', 0.2)]
    """
    bare = without_accents(word)
    # Filled up, so that a short word's families, which are not alike, have names of their own.
    families = [(f"{bare[:letters]:-<{letters + 1}}", share) for letters, share in _BEGINNINGS]
    return [(word, _WORD_SHARE), *families]


@dataclass(frozen=True, slots=True)
class Families:
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
    def of(cls, units: Units) -> "Families":
        """Find the families of a text's words."""
        # All at once: a word at a time would take as long as everything else here.
        joined = without_accents("\n".join(units.vocabulary))
        words = joined.split("\n") if units.vocabulary else []
        names = list(units.vocabulary)
        shares = np.full(len(words), _WORD_SHARE)
        term = np.arange(len(words))  # that each word belongs to, level by level
        levels = [term]
        for letters, share in _BEGINNINGS:
            numbers: dict[str, int] = {}
            family = np.array(
                [numbers.setdefault(word[:letters], len(numbers)) for word in words],
                dtype=np.int64,
            )
            # Each branch once: the words of one are all of one family.
            of_branch = np.full(len(names), -1, dtype=np.int64)
            of_branch[term] = family
            branches = np.flatnonzero(of_branch >= 0)
            alone = np.zeros(len(names), dtype=np.bool_)
            alone[branches] = np.bincount(of_branch[branches])[of_branch[branches]] == 1
            shares[alone] += share
            term = np.where(alone[term], term, len(names) + family)
            names += [f"{beginning}-" for beginning in numbers]
            shares = np.concatenate((shares, np.full(len(numbers), share)))
            levels.append(term)
        return cls._held(units, np.array(levels), names, shares)

    @classmethod
    def _held(cls, units: Units, levels: Indices, names: list[str], shares: Floats) -> "Families":
        """Number the terms that there are, and list them by unit."""
        width = max(1, len(names))
        first = units.owners * width
        # Each pair of unit and term once, in order. Most words are the same term at all levels.
        pairs = [first + levels[0, units.terms]]
        for below, level in pairwise(levels):
            other = (level != below)[units.terms]
            pairs.append(first[other] + level[units.terms[other]])
        held = distinct(np.concatenate(pairs))
        kept = distinct(levels.ravel().copy())
        belongs = distinct((levels * levels.shape[1] + np.arange(levels.shape[1])).ravel())
        of_term, of_word = np.divmod(belongs, max(1, levels.shape[1]))
        return cls(
            replace(
                units,
                starts=np.searchsorted(held, np.arange(len(units) + 1) * width).astype(np.int64),
                terms=np.searchsorted(kept, held % width).astype(np.int32),
                vocabulary=tuple(names[number] for number in kept),
            ),
            shares[kept],
            np.stack((np.searchsorted(kept, of_term), of_word)),
        )

    def totals(self, values: Floats) -> Floats:
        """Return for each term the sum of a value over its words."""
        terms, words = self.pairs
        sums: Floats = np.bincount(terms, values[words], len(self.shares)).astype(np.float64)
        return sums

    def holders(self) -> Floats:
        """Return for each term the number of units that hold it."""
        return np.bincount(self.units.terms, minlength=len(self.shares)).astype(np.float64)
