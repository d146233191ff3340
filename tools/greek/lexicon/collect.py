"""All readings of all sources, one step after the other."""

import logging
import math
from collections import defaultdict
from collections.abc import Set

from . import byhand, sources
from .inflect import Inflector, Lemma
from .letters import ACUTE, is_word, tidy
from .names import Names
from .pairs import candidate_classes, grouped, pair_readings
from .reading import PARTICIPLE, VERB, Reading

log = logging.getLogger("build")


class Collector:
    """Gathers readings: the lists, the pairs, and names."""

    def __init__(self, inflector: Inflector) -> None:
        self._inflector = inflector
        self._pairs = sources.form_lemma_pairs()
        self._table = sources.log_probabilities()
        self.preferred = {tidy(form): tidy(lemma) for form, lemma in sorted(self._pairs.items())}

    def readings(self) -> set[Reading]:
        dropped = byhand.dropped()
        index = {(tag, word) for tag, words in sources.lemma_index().items() for word in words}
        index = (index | set(byhand.lemmas())) - dropped
        found = _without(dropped, self._listed(index))
        log.info("%d readings from the lists", len(found))
        found |= self._names()
        log.info("%d with names", len(found))
        found |= set(sources.lemma_exceptions()) | set(byhand.forms())
        found = _one_lemma_for_contracted(_without(dropped, found))
        return found | {Reading(lemma, VERB if tag == PARTICIPLE else tag, lemma) for _, tag, lemma in found}

    def _listed(self, index: set[Lemma]) -> set[Reading]:
        known: defaultdict[str, list[str]] = defaultdict(list)
        for tag, lemma in sorted(index):
            known[lemma].append(tag)
        common = grouped(self._pairs, names=False)
        trials = {(tag, lemma) for lemma in common if lemma not in known for tag in candidate_classes(lemma)}
        paradigms = self._inflector.paradigms(index | trials)
        found = {reading for lemma in index for reading in paradigms[lemma]}
        return found | set(pair_readings(common, known, paradigms))

    def _names(self) -> set[Reading]:
        counted = {
            tidy(form): math.exp(value) for form, value in sorted(self._table.items()) if value > -20 and _is_name(form)
        }
        pairs = {tidy(form): tidy(lemma) for form, lemma in self._pairs.items() if _is_name(form) and _is_name(lemma)}
        forms = {*counted, *pairs, *pairs.values()}
        for form, value in self._table.items():
            if value > -20 and form in forms:  # written small as well: Κάστρο, κάστρο
                counted[form] = counted.get(form, 0.0) + math.exp(value)
        names = Names(forms, counted, men=byhand.words("men"), women=byhand.words("women"))
        return set(names.readings(pairs))


def _without(dropped: set[Lemma], found: set[Reading]) -> set[Reading]:
    """The readings but for those of dropped lemmas; a dropped verb takes its participles along."""
    lemmas = dropped | {(PARTICIPLE, lemma) for tag, lemma in dropped if tag == VERB}
    return {reading for reading in found if (reading.tag, reading.lemma) not in lemmas}


def _one_lemma_for_contracted(found: set[Reading]) -> set[Reading]:
    """Readings of αγαπάω go to αγαπώ where both are lemmas."""
    short = {lemma for _, tag, lemma in found if tag == VERB and lemma.endswith("ώ")}
    return {
        Reading(form, tag, lemma[:-2] + "ώ" if _is_contracted(tag, lemma, short) else lemma)
        for form, tag, lemma in found
    }


def _is_contracted(tag: str, lemma: str, short: Set[str]) -> bool:
    return tag in (VERB, PARTICIPLE) and lemma.endswith("άω") and lemma[:-2] + "ώ" in short


def _accents(form: str) -> int:
    return sum(letter in ACUTE for letter in form)


def _is_name(form: str) -> bool:
    """Written with one capital, in Greek letters, longer than an initial."""
    word = tidy(form)
    return form[:1].isupper() and form[1:] == word[1:] and len(form) > 2 and is_word(word) and _accents(word) <= 1
