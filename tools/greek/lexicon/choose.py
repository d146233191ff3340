"""Which lemma a form keeps when one word class offers several."""

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping

from .reading import NOUN, PARTICIPLE, PROPER, VERB, Reading

FAR = 5.0  # nats: a lemma this much rarer than the best is noise for its form
SURE = 1.5  # nats: a lemma this much ahead by forms of its own needs no second opinion
_DUST = -16.0  # forms rarer than this tell nothing about their lemma
_DEPONENT = 0.002  # of the frequency of the middle: with a rarer active, a deponent
_FIRST_PERSON = ("ω", "ώ", "μαι")
_LEARNED = (  # ending of a learned nominative, and of the nominative in use
    ("ότης", "ότητα"),
    ("ύτης", "ύτητα"),
    ("άς", "άδα"),
    ("ίς", "ίδα"),
    ("ίς", "ίνα"),
    ("ις", "ιδα"),
    ("ις", "η"),
    ("ών", "όνα"),
    ("ών", "ώνας"),
    ("ών", "όν"),
    ("ήν", "ήνας"),
    ("ωρ", "ορας"),
    ("εύς", "έας"),
    ("ξ", "κα"),
    ("ξ", "κας"),
    ("ων", "ονας"),
    ("ων", "οντας"),
    ("ον", "ο"),
    ("όν", "ό"),
    ("ούς", "όδα"),
    ("ας", "αντας"),
    ("ύς", "ύ"),
)


class Chooser:
    """Chooses among the lemmas of one form and class, knowing all readings and form frequencies."""

    def __init__(
        self,
        readings: Iterable[Reading],
        form_mass: Callable[[str], float],
        lemma_mass: Mapping[tuple[str, str], float],
        preferred: Mapping[str, str],
    ) -> None:
        self._paradigm: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
        offers: defaultdict[tuple[str, str], int] = defaultdict(int)
        for form, tag, lemma in readings:
            self._paradigm[tag, lemma].add(form)
            offers[form, tag] += 1
        self._own: defaultdict[tuple[str, str], float] = defaultdict(lambda: math.exp(_DUST))
        for (tag, lemma), forms in self._paradigm.items():
            for form in sorted(forms):
                if offers[form, tag] == 1:
                    self._own[tag, lemma] += form_mass(form)
        self._form_mass, self._mass, self._preferred = form_mass, lemma_mass, preferred
        self._deponents: dict[tuple[str, str], bool] = {}

    def choose(self, form: str, tag: str, lemmas: Iterable[str]) -> str:
        """The lemma of `form` read as `tag`.

        In this order: lemmas that only seem to fit go (a form without the lemma's prefix, a learned
        nominative beside the one in use); lemmas that are a form of another candidate go; lemmas
        more than five nats rarer than the best go. Of the rest, the form itself (unless the pair list
        has it as the oblique of a noun in -ς); the one far ahead
        by forms that are its alone; the pair list's choice; the most frequent; the first.
        """
        left = sorted(set(lemmas))
        left = [a for a in left if not any(_misfit(form, a, b) for b in left if a != b)] or left
        left = [a for a in left if not any(self._under(tag, a, b) for b in left if a != b)] or left
        best = max(self._mass[tag, lemma] for lemma in left)
        left = [lemma for lemma in left if self._mass[tag, lemma] >= best - FAR]
        if form in left and self._preferred.get(form) != form + "ς":
            return form
        ranked = sorted(left, key=lambda lemma: (-self._own[tag, lemma], lemma))
        if len(ranked) == 1 or self._lead(tag, ranked) > SURE:
            return ranked[0]
        if self._preferred.get(form) in left and tag != PROPER:
            return self._preferred[form]
        return min(left, key=lambda lemma: (-self._mass[tag, lemma], lemma))

    def _lead(self, tag: str, ranked: list[str]) -> float:
        return math.log(self._own[tag, ranked[0]] / self._own[tag, ranked[1]])

    def _under(self, tag: str, lemma: str, other: str) -> bool:
        """Whether `lemma` belongs under `other`: a form of it, or the useless half of a verb."""
        tag = VERB if tag == PARTICIPLE else tag
        if tag == VERB and lemma.endswith("μαι") != other.endswith("μαι"):
            active, middle = (other, lemma) if lemma.endswith("μαι") else (lemma, other)
            if middle in self._paradigm[tag, active] or self._paradigm[tag, middle] & self._paradigm[tag, active]:
                return (lemma == active) == self._is_deponent(active, middle)
        if lemma not in self._paradigm[tag, other]:
            return False
        if tag == NOUN:  # παιδιά under παιδί, but not πλευρά under πλευρό: it has forms of its own
            factor = 1 if self._preferred.get(lemma) == other else 5
            return factor * self._own[tag, lemma] < self._own[tag, other]
        if tag == VERB:
            contracted = lemma.endswith("άω") and not other.endswith("άω")
            return contracted or (not lemma.endswith(_FIRST_PERSON) and other.endswith(_FIRST_PERSON))
        return other not in self._paradigm[tag, lemma] and not lemma.endswith("ος")

    def _is_deponent(self, active: str, middle: str) -> bool:
        pair = active, middle
        if pair not in self._deponents:
            actives, middles = self._paradigm[VERB, active], self._paradigm[VERB, middle]
            alone = sum(map(self._form_mass, sorted(actives - middles)))
            both = sum(map(self._form_mass, sorted(middles)))
            self._deponents[pair] = alone < _DEPONENT * both and self._preferred.get(middle) != active
        return self._deponents[pair]


def _misfit(form: str, lemma: str, other: str) -> bool:
    if lemma.endswith(other) and not form.startswith(lemma[:2]):
        return True
    return any(lemma.endswith(learned) and lemma.removesuffix(learned) + used == other for learned, used in _LEARNED)
