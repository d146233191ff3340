"""Segmenter: chains of terms by their kind, weighed at their ends (Kan et al. 1998).

Publication: Min-Yen Kan, Judith L. Klavans and Kathleen R. McKeown, "Linear Segmentation and
Segment Significance", Sixth Workshop on Very Large Corpora, 1998.

Two uses of a term with at most n sentences from the one to the other are linked, n by the kind of
the term. A row of linked uses spans some units; for this term a unit is

    front    where a link begins,
    during   where a link goes on,
    rear     the first unit after a link,
    no link  any other,

and is given the weight of its kind of unit and term. The weights of a term sum to zero over the
text: what front, during and rear have given is taken back in equal shares from the units without a
link. The score of a unit is the sum over all terms; a cut falls before a unit whose score is a
local maximum above zero. With a number of segments given, the highest maxima are cut.

    kind of term     link   front   rear   during
    proper noun         8      10      8       -3
    noun                4      10      8       -3
    pronoun             0       1     13       -1

Departures. The table is given as it is known here without a copy of the publication to check it
against; all of it can be set by options. Terms are single words, where the publication takes noun
phrases. Kinds come from the analyzer's tags (PROPN, NOUN, PRON) where it gives any; otherwise a
word that is written with a capital wherever it does not begin a sentence is a proper noun, every
other kept word a noun, and pronouns come from a short list for English and are none for other
languages. A noun must be used twice to be a term. If all units of a term have a link, the balance
is shared by all. The publication scores paragraphs; here units are what the user has chosen.
"""

from collections import defaultdict
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from tmima.errors import TmimaError
from tmima.kernel.arrays import total
from tmima.methods.method import MethodEntry
from tmima.methods.searches import cut_at, cuts_at_highest, peaks
from tmima.segmentation import Prepared
from tmima.text import Segmentation

PROPER, NOUN, PRONOUN = KINDS = ("proper", "noun", "pronoun")
TAGS = {"PROPN": PROPER, "NOUN": NOUN, "PRON": PRONOUN}
PRONOUNS = {
    "en": frozenset(
        "he him his himself she her hers herself it its itself they them their theirs themselves "
        "i me my mine myself we us our ours ourselves you your yours yourself yourselves".split()
    )
}
# A unit's role for a term; a later number prevails where a unit has two.
NO_LINK, REAR, DURING, FRONT = range(4)

Weights = tuple[float, float, float]


class TermSegmenter:
    """Cuts where many chains of terms begin or have just ended.

    Args:
        proper: weights of proper nouns at the front, at the rear and during a link.
        noun: those of nouns.
        pronoun: those of pronouns.
        links: how many sentences a link may reach, for proper nouns, nouns and pronouns.
        minimum: how often a noun or proper noun must be used to be a term.
    """

    def __init__(
        self,
        *,
        proper: Weights = (10.0, 8.0, -3.0),
        noun: Weights = (10.0, 8.0, -3.0),
        pronoun: Weights = (1.0, 13.0, -1.0),
        links: tuple[int, int, int] = (8, 4, 0),
        minimum: int = 2,
    ) -> None:
        for name, weights in zip(KINDS, (proper, noun, pronoun), strict=True):
            if len(weights) != 3:
                raise TmimaError(f"{name} needs the weights front, rear, during, not {weights}")
        if len(links) != 3 or min(links) < 0:
            raise TmimaError(f"links needs three numbers of sentences of 0 or more, not {links}")
        if minimum < 1:
            raise TmimaError(f"minimum is a number of uses of 1 or more, not {minimum}")
        self.proper = proper
        self.noun = noun
        self.pronoun = pronoun
        self.links = links
        self.minimum = minimum

    def scores(self, text: Prepared) -> NDArray[np.float64]:
        """Return the score of every unit; they sum to zero."""
        weights = dict(zip(KINDS, (self.proper, self.noun, self.pronoun), strict=True))
        links = dict(zip(KINDS, self.links, strict=True))
        uses: dict[tuple[str, str], list[tuple[int, int]]] = defaultdict(list)
        for kind, term, sentence, unit in _terms(text):
            uses[kind, term].append((sentence, unit))
        size = len(text)
        scores = np.zeros(size)
        everywhere = 0.0
        for (kind, _), places in uses.items():
            if kind != PRONOUN and len(places) < self.minimum:
                continue
            roles = _term_roles(places, links[kind], size)
            front, rear, during = weights[kind]
            given = {unit: (0.0, rear, during, front)[role] for unit, role in roles.items()}
            balance = -total(given.values()) / ((size - len(given)) or size)
            everywhere += balance
            for unit, weight in given.items():
                scores[unit] += weight - (balance if len(given) < size else 0.0)
        return scores + everywhere

    def segment(self, text: Prepared, *, n_segments: int | None = None) -> Segmentation:
        """Return the segments that begin at the highest scores."""
        curve = self.scores(text)[1:]
        tops = peaks(curve)
        places = (
            [place for place in tops if curve[place] > 0]
            if n_segments is None
            else cuts_at_highest(curve, n_segments, tops)
        )
        return cut_at(len(text), places)


def _terms(text: Prepared) -> Iterator[tuple[str, str, int, int]]:
    """Yield the kind, the term, the sentence and the unit of every term's use."""
    document = text.document
    tagged = any(t.tag in TAGS for sentence in document.sentences for t in sentence.tokens)
    names = frozenset() if tagged else _proper_names(text)
    pronouns = PRONOUNS.get(document.language, frozenset())
    for unit, (first, last) in enumerate(text.units.runs):
        for sentence in range(first, last):
            for token in document.sentences[sentence].tokens:
                term = token.term
                if tagged:
                    kind = TAGS.get(token.tag)
                elif document.text[token.start : token.end].lower() in pronouns:
                    kind = PRONOUN
                elif token.kept:
                    kind = PROPER if term in names else NOUN
                else:
                    kind = None
                if kind is not None:
                    yield kind, term, sentence, unit


def _proper_names(text: Prepared) -> frozenset[str]:
    """Return the kept words that have a capital wherever they do not begin a sentence."""
    capital: set[str] = set()
    small: set[str] = set()
    for sentence in text.document.sentences:
        for token in sentence.tokens[1:]:
            if token.kept:
                spelled = capital if text.document.text[token.start].isupper() else small
                spelled.add(token.term)
    return frozenset(capital - small)


def _term_roles(places: list[tuple[int, int]], link: int, size: int) -> dict[int, int]:
    """Return the role of each unit that has one for a term used in these sentences and units."""
    roles: dict[int, int] = {}

    def take(unit: int, role: int) -> None:
        if unit < size:
            roles[unit] = max(role, roles.get(unit, NO_LINK))

    previous = None
    for sentence, unit in places:
        if previous is None or sentence - previous[0] > link:
            if previous is not None:
                take(previous[1] + 1, REAR)
            take(unit, FRONT)
        else:
            for passed in range(previous[1] + 1, unit + 1):
                take(passed, DURING)
        previous = (sentence, unit)
    if previous is not None:
        take(previous[1] + 1, REAR)
    return roles


ENTRY = MethodEntry(
    name="segmenter",
    year="1998",
    summary="chains of proper nouns, nouns and pronouns, weighed at their ends",
    reference="Kan, Klavans and McKeown, Linear Segmentation and Segment Significance, "
    "Workshop on Very Large Corpora 1998",
    make=TermSegmenter,
    count="optional",
)
