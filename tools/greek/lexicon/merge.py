"""From all readings to the lines of the lexicon: one lemma for a form and class, ordered by frequency."""

import math
from collections.abc import Iterable, Mapping
from itertools import groupby

from .choose import Chooser
from .frequency import UNSEEN, form_masses, lemma_log_probabilities
from .pack import Entry, Line
from .reading import PARTICIPLE, Reading


def chosen(readings: Iterable[Reading], table: Mapping[str, float], preferred: Mapping[str, str]) -> list[Reading]:
    """The readings with one lemma for each form and class."""
    everything = sorted(set(readings))
    masses = form_masses(table, paradigm_forms(everything))

    def mass(form: str) -> float:
        return masses.get((form, False), 0.0) + masses.get((form, True), 0.0)

    chooser = Chooser(everything, mass, lemma_log_probabilities(everything, masses), preferred)
    kept = []
    for (form, tag), group in groupby(everything, key=lambda reading: reading[:2]):
        lemmas = [reading.lemma for reading in group]
        kept.append(Reading(form, tag, lemmas[0] if len(lemmas) == 1 else chooser.choose(form, tag, lemmas)))
    return kept


def paradigm_forms(readings: Iterable[Reading]) -> set[str]:
    return {reading.form for reading in readings}


def lines(readings: list[Reading], table: Mapping[str, float]) -> list[Line]:
    """The lines of the lexicon; of several readings the more frequent lemma first, participles last."""
    masses = form_masses(table, paradigm_forms(readings))
    mass = lemma_log_probabilities(readings, masses)
    result = []
    for form, group in groupby(sorted(readings), key=lambda reading: reading.form):
        entries = [Entry(tag, lemma, mass[tag, lemma]) for _, tag, lemma in group]
        entries.sort(key=lambda entry: (entry.tag == PARTICIPLE, -entry.log_probability, entry.tag))
        whole = masses.get((form, False), 0.0) + masses.get((form, True), 0.0)
        result.append(Line(form, math.log(whole) if whole else UNSEEN, entries))
    return result
