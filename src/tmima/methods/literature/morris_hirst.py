"""Lexical chains over a thesaurus (Morris and Hirst 1991).

Publication: Jane Morris and Graeme Hirst, "Lexical Cohesion Computed by Thesaural Relations as an
Indicator of the Structure of Text", Computational Linguistics 17(1), 1991.

Words are related if they are the same or share a category of the thesaurus. Read in order, a word
joins the chain that last had a word related to it with at most three sentences between the two;
otherwise it begins a chain. A chain may take words that are related only through its others. Chains
of too few words tell nothing and are dropped. Where chains end and others begin, a segment does.

The publication builds chains by hand and compares their ends with the structure by eye. The score
of the gap between units i and i + 1 here is that of Okumura and Honda (COLING 1994), who made a
program of the idea:

    w(i) = number of chains whose last word is in unit i
         + number of chains whose first word is in unit i + 1

Cuts fall at its local maxima above mean + deviation / 2; with a number of segments given, at the
highest maxima.

Departures, beside this rule: of the five relations of Roget's thesaurus only the first, a common
category, for the user's file has no pointers between categories; a chain that is taken up again
after the distance is a new chain; words that the thesaurus lacks are related to themselves only.
"""

import numpy as np
from numpy.typing import NDArray

from tmima.errors import TmimaError
from tmima.methods.method import MethodEntry
from tmima.methods.searches import cut_at, cuts_at_highest, peaks
from tmima.methods.vocabulary import read_fields
from tmima.segmentation import Prepared
from tmima.text import Segmentation

Thesaurus = dict[str, frozenset[str]]


class LexicalChains:
    """Cuts where lexical chains end and begin.

    Args:
        thesaurus: a file with a line `word TAB categories`, the categories parted by blanks; words
            as the analyzer gives them (lemmas or stems), in any case.
        distance: how many sentences may lie between two linked words.
        minimum: how many words a chain must have.
    """

    def __init__(
        self, *, thesaurus: str | None = None, distance: int = 3, minimum: int = 3
    ) -> None:
        if distance < 0 or minimum < 1:
            raise TmimaError(
                f"distance is 0 or more and minimum 1 or more, not {distance} and {minimum}"
            )
        self.thesaurus = thesaurus
        self.distance = distance
        self.minimum = minimum

    def segment(self, text: Prepared, *, n_segments: int | None = None) -> Segmentation:
        """Return the segments between the gaps where most chains end and begin."""
        if self.thesaurus is None:
            raise TmimaError(
                "chains needs a thesaurus: give a file as the option thesaurus (`options=`)"
            )
        if getattr(self, "read_", None) != self.thesaurus:
            self.categories_ = read_thesaurus(self.thesaurus)
            self.read_ = self.thesaurus
        found = chains(text, self.categories_, self.distance)
        curve = _chain_ends_and_starts(found, len(text), self.minimum)
        tops = peaks(curve)
        if n_segments is not None:
            return cut_at(len(text), cuts_at_highest(curve, n_segments, tops))
        limit = float(curve.mean() + curve.std() / 2) if len(curve) else 0.0
        return cut_at(len(text), [place for place in tops if curve[place] > limit])


def read_thesaurus(path: str) -> Thesaurus:
    """Return the categories of each word; lines of the same word add up."""
    thesaurus: Thesaurus = {}
    for _, (word, categories) in read_fields(path, columns=2, form="word TAB categories"):
        key = word.lower()
        thesaurus[key] = thesaurus.get(key, frozenset()) | frozenset(categories.split())
    return thesaurus


def chains(text: Prepared, categories: Thesaurus, distance: int) -> list[list[int]]:
    """Return the lexical chains as the units of their words, in order."""
    all_chains: list[list[int]] = []
    # The chain and the sentence of the latest word of each category, or of the word itself.
    latest: dict[tuple[str, str], tuple[int, int]] = {}
    for unit, (first, last) in enumerate(text.units.runs):
        for sentence in range(first, last):
            for token in text.document.sentences[sentence].tokens:
                if not token.kept:
                    continue
                word = token.term
                keys = [("word", word)]
                keys += [("category", each) for each in sorted(categories.get(word, ()))]
                near = [
                    (latest[key][1], latest[key][0])
                    for key in keys
                    if key in latest and sentence - latest[key][1] - 1 <= distance
                ]
                if near:
                    chain = max(near)[1]
                else:
                    chain = len(all_chains)
                    all_chains.append([])
                all_chains[chain].append(unit)
                for key in keys:
                    latest[key] = (chain, sentence)
    return all_chains


def _chain_ends_and_starts(
    all_chains: list[list[int]], size: int, minimum: int
) -> NDArray[np.float64]:
    """Return for every gap how many chains end before it and begin after it."""
    curve = np.zeros(size + 1)
    for chain in all_chains:
        if len(chain) >= minimum:
            curve[chain[0]] += 1
            curve[chain[-1] + 1] += 1
    # The first and the last place are the ends of the text.
    return curve[1:-1]


ENTRY = MethodEntry(
    name="chains",
    year="1991",
    summary="lexical chains over a thesaurus; cuts where chains end and begin",
    reference="Morris and Hirst, Lexical Cohesion Computed by Thesaural Relations as an Indicator "
    "of the Structure of Text, Computational Linguistics 17(1), 1991",
    make=LexicalChains,
    needs="thesaurus",
    count="optional",
)
