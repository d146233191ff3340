"""All readings of all sources, one step after the other."""

import logging
import math
from collections import defaultdict

from . import byhand, sources
from .inflect import Inflector, Lemma
from .letters import ACUTE, is_word, tidy
from .mine import guesses, mine
from .names import Names
from .pairs import candidate_classes, grouped, pair_readings
from .perfective import learned_augments, perfective_readings
from .reading import ADJECTIVE, PARTICIPLE, VERB, Reading
from .variants import Basic

log = logging.getLogger("build")


class Collector:
    """Gathers readings: the lists, the pairs, what can be mined from bare forms, and names."""

    def __init__(self, inflector: Inflector) -> None:
        self._inflector = inflector
        self._pairs = sources.form_lemma_pairs()
        self._table = sources.log_probabilities()
        self._attested = sources.attested_forms()
        self.preferred = {tidy(form): tidy(lemma) for form, lemma in sorted(self._pairs.items())}

    def readings(self) -> set[Reading]:
        dropped = byhand.dropped()
        index = {(tag, word) for tag, words in sources.lemma_index().items() for word in words}
        index = (index | set(byhand.lemmas())) - dropped
        found = _without(dropped, self._listed(index))
        log.info("%d readings from the lists", len(found))
        found |= self._mined({reading.form for reading in found}, index)
        log.info("%d with what was mined", len(found))
        found |= self._names()
        log.info("%d with names", len(found))
        found |= set(sources.lemma_exceptions()) | set(byhand.forms())
        found |= set(learned_augments(found, self._attested))
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
        return found | set(pair_readings(common, known, paradigms, self._attested))

    def _mined(self, explained: set[str], index: set[Lemma]) -> set[Reading]:
        names = {tidy(form) for form in self._attested if form[:1].isupper()}
        listed = {form for form in self._attested if is_word(form) and _accents(form) <= 1}
        attested = listed | {form for form in self._table if is_word(form) and _accents(form) <= 1}
        unexplained = listed - names - explained
        paradigms = self._inflector.paradigms(guesses(unexplained, attested))
        kept = list(mine(paradigms, attested, unexplained))
        verbs = {lemma for tag, lemma in [*index, *kept] if tag == VERB}
        basic = Basic(verbs, {lemma for tag, lemma in [*index, *kept] if tag == ADJECTIVE})
        found = {
            Reading(form, tag, basic.of(tag, lemma) if lemma == guess[1] else lemma)
            for guess in kept
            for form, tag, lemma in paradigms[guess]
        }
        unexplained -= {reading.form for reading in found}
        return found | set(perfective_readings(sorted(unexplained), verbs))

    def _names(self) -> set[Reading]:
        counted = {
            tidy(form): math.exp(value) for form, value in sorted(self._table.items()) if value > -20 and _is_name(form)
        }
        forms = {tidy(form) for form in self._attested if _is_name(form)} | set(counted)
        pairs = {tidy(form): tidy(lemma) for form, lemma in self._pairs.items() if _is_name(form) and _is_name(lemma)}
        forms |= set(pairs) | set(pairs.values())
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
    verbs = {lemma for _, tag, lemma in found if tag == VERB}
    basic = Basic({verb for verb in verbs if verb.endswith("ώ")}, set())
    return {
        Reading(form, tag, basic.of(tag, lemma)) if lemma.endswith("άω") else Reading(form, tag, lemma)
        for form, tag, lemma in found
    }


def _accents(form: str) -> int:
    return sum(letter in ACUTE for letter in form)


def _is_name(form: str) -> bool:
    """Written with one capital, in Greek letters, longer than an initial."""
    word = tidy(form)
    return form[:1].isupper() and form[1:] == word[1:] and len(form) > 2 and is_word(word) and _accents(word) <= 1
