"""How frequent each lemma is in the language at large, from the frequencies of forms."""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping

from .letters import fold, is_word, tidy
from .reading import ADJECTIVE, ADVERB, PARTICIPLE, PROPER, VERB, Reading

Lemma = tuple[str, str]  # tag, lemma

FLOOR = -20.0  # the table gives this to every form it has seen too seldom to count
UNSEEN = -21.0


def form_masses(table: Mapping[str, float], forms: Iterable[str]) -> dict[tuple[str, bool], float]:
    """Probability mass of (lower-case form, written with a capital).

    The table has words with an accent astray (κατηγόρια for κατηγορία). A counted word that is no
    form of the lexicon gives its mass, in equal parts, to the forms that differ by accents alone.
    """
    known = set(forms)
    by_key: defaultdict[str, list[str]] = defaultdict(list)
    for form in sorted(known):
        by_key[fold(form)].append(form)
    masses: defaultdict[tuple[str, bool], float] = defaultdict(float)
    for written, value in sorted(table.items()):
        word = tidy(written.replace("\u00b5", "μ"))
        if not is_word(word):
            continue
        targets = [word] if word in known else by_key[fold(word)] if value > FLOOR else []
        for target in targets:
            masses[target, written[0].isupper()] += math.exp(value) / len(targets)
    return dict(masses)


def lemma_log_probabilities(
    readings: Iterable[Reading], masses: Mapping[tuple[str, bool], float]
) -> dict[tuple[str, str], float]:
    """ln P of (tag, lemma): the masses of its forms.

    A form with several readings gives each a share in proportion to what the lemma's forms without
    rivals weigh on average (εθνικό goes to the adjective because of εθνικής and εθνικών). An adverb
    made from an adjective weighs as much as the adjective. What is written with a capital goes to
    names where there is a name. A participle counts for its verb, and its mass for the adjective.
    """
    owners: defaultdict[str, list[Lemma]] = defaultdict(list)
    for form, tag, lemma in sorted(set(readings)):
        owners[form].append((tag, lemma))
    alone: defaultdict[Lemma, list[float]] = defaultdict(list)
    for form, found in owners.items():
        if len(rivals := [owner for owner in found if owner[0] != PARTICIPLE]) == 1:
            alone[rivals[0]].append(masses.get((form, rivals[0][0] == PROPER), 0.0))
    weight = {owner: sum(found) / len(found) for owner, found in alone.items()}
    total: defaultdict[Lemma, float] = defaultdict(float)
    for (form, capital), mass in sorted(masses.items()):
        found = [owner for owner in owners.get(form, []) if owner[0] != PARTICIPLE]
        fitting = [owner for owner in found if (owner[0] == PROPER) == capital] or found
        adjective = max((weight.get(owner, 0.0) for owner in fitting if owner[0] == ADJECTIVE), default=0.0)
        shares = [
            max(weight.get(owner, 0.0), adjective if owner[0] == ADVERB else 0.0, math.exp(UNSEEN)) for owner in fitting
        ]
        for owner, share in zip(fitting, shares, strict=True):
            total[owner] += mass * share / sum(shares)
    lemmas = {owner for found in owners.values() for owner in found}
    return {
        (tag, lemma): math.log(max(total[VERB if tag == PARTICIPLE else tag, lemma], math.exp(UNSEEN)))
        for tag, lemma in sorted(lemmas)
    }
