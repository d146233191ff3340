"""Every form of a lemma, by modern-greek-inflexion, as readings."""

from collections.abc import Iterator
from typing import Any

from modern_greek_inflexion import Adjective, Noun, Verb

from .letters import accent_position, accented, is_word, tidy, without_accent
from .reading import ADJECTIVE, ADVERB, NOUN, PARTICIPLE, VERB, Reading

_FINITE = ("present", "paratatikos", "conjunctive", "aorist", "act_pres_participle")
_LEARNED = ("arch_act_pres_participle", "active_aorist_participle", "passive_aorist_participle")
_MENOS = ("passive_perfect_participle", "pass_pres_participle")
_SHIFTING = ("ου", "ων", "ους", "ης", "η")


def _leaves(node: Any) -> Iterator[str]:
    """The strings of a nested table of dictionaries and sets."""
    if isinstance(node, str):
        yield from (form for form in map(tidy, node.split(",")) if is_word(form))
    elif node:
        for child in node.values() if isinstance(node, dict) else node:
            yield from _leaves(child)


def _with_learned_accent(form: str) -> Iterator[str]:
    """επόμενου, and beside it επομένου, where the old accent moved with the ending."""
    yield form
    if accent_position(form) == 3 and form.endswith(_SHIFTING):
        yield accented(form, 2)


def noun_readings(lemma: str) -> set[Reading]:
    forms = set(_leaves(Noun(lemma).all()))
    if lemma.endswith("εια") and accent_position(lemma) == 3:
        forms.add(accented(lemma + "ς", 2))  # οικογενείας beside οικογένειας
    return {Reading(form, NOUN, lemma) for form in forms}


def adjective_readings(lemma: str) -> set[Reading]:
    """The degrees go back to the positive; adverbs are lemmas, their degrees go back to them."""
    table = Adjective(lemma).all()
    found = {
        Reading(form, ADJECTIVE, lemma)
        for degree in ("adj", "comp", "superl")
        for leaf in _leaves(table.get(degree))
        for form in _with_learned_accent(leaf)
    }
    adverbs = sorted(set(_leaves(table.get("adv"))), key=lambda form: (form.endswith("ς"), form))
    found |= {Reading(form, ADVERB, form) for form in adverbs}
    if adverbs:
        compared = set(_leaves([table.get("comp_adv"), table.get("superl_adv")]))
        found |= {Reading(form, ADVERB, adverbs[0]) for form in compared - set(adverbs)}
    return found


def verb_readings(lemma: str) -> set[Reading]:
    """Finite forms and the gerund; a declined participle is read as the verb and as an adjective."""
    table = Verb(lemma).all()
    finite = {form for part in _FINITE for form in _leaves(table.get(part))}
    found = {Reading(form, VERB, lemma) for form in finite}
    for part in _MENOS + _LEARNED:
        nominatives = set(_leaves(_nominative(table.get(part))))
        for leaf in set(_leaves(table.get(part))) - finite:
            for form in _with_learned_accent(leaf):
                found.add(Reading(form, PARTICIPLE, lemma))
                found |= {
                    Reading(form, ADJECTIVE, nominative)
                    for nominative in nominatives
                    if len(nominatives) == 1 or _same_stem(nominative, form)
                }
    return found


def _same_stem(nominative: str, form: str) -> bool:
    return without_accent(form).startswith(without_accent(nominative)[:-2])


def _nominative(table: Any) -> Any:
    return table["sg"]["masc"]["nom"] if table else None


_BY_CLASS = {NOUN: noun_readings, ADJECTIVE: adjective_readings, VERB: verb_readings}


def readings(tag: str, lemma: str) -> set[Reading]:
    """All readings of one lemma; none where the package cannot inflect it."""
    if tag == ADVERB:
        return {Reading(lemma, ADVERB, lemma)}
    try:
        return _BY_CLASS[tag](lemma)
    except Exception:  # the package fails on odd words with errors of many kinds
        return set()
