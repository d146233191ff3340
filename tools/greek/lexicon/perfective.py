"""Past and perfective forms whose verb is known but was inflected without them.

From an attested ακμάσω, ήκμασα, κηδεύτηκα, κηδευθώ back to the present: the perfective stem is mapped
to the presents it may belong to, and the one the lexicon knows is taken.
"""

from collections.abc import Iterable, Iterator, Set

from .letters import accented, without_accent
from .reading import VERB, Reading

# perfective stem ending -> present lemma endings (accents off), likeliest first
_ACTIVE = {
    "ευσ": ("ευω",),
    "εψ": ("ευω", "επω", "εβω", "επτω"),
    "ψ": ("βω", "πω", "φω", "πτω", "φτω", "υω"),
    "ισ": ("ιζω",),
    "ασ": ("αζω", "ω", "αω", "αινω", "νω"),
    "ησ": ("ω", "αω", "ηζω", "αινω", "νω"),
    "ωσ": ("ωνω", "ωθω", "ω"),
    "εσ": ("ω", "αω", "νω"),
    "υσ": ("υω", "υζω", "υνω"),
    "εισ": ("εινω", "ειω", "ειζω"),
    "ξ": ("γω", "κω", "χω", "ζω", "σσω", "ττω", "χνω", "γγω", "ω", "αω", "σκω"),
    "σ": ("ω", "ζω", "θω", "νω"),
}
_PASSIVE = {
    "ευθ": ("ευω",),
    "ευτ": ("ευω",),
    "εφτ": ("ευω", "επτω", "επω"),
    "ωθ": ("ωνω", "ω"),
    "ηθ": ("ω", "αω"),
    "ισθ": ("ιζω",),
    "ιστ": ("ιζω",),
    "ασθ": ("αζω", "ω"),
    "αστ": ("αζω", "ω", "αω"),
    "υνθ": ("υνω",),
    "ανθ": ("αινω",),
    "χθ": ("γω", "κω", "χω", "ζω", "σσω", "ττω", "γγω"),
    "κατασταθ": ("καθιστω",),
    "συσταθ": ("συνιστω",),
    "παρασταθ": ("παριστω",),
    "αντικατασταθ": ("αντικαθιστω",),
    "χτ": ("γω", "κω", "χω", "ζω", "σσω", "χνω", "γγω", "ω", "αω"),
    "φθ": ("βω", "πω", "φω", "πτω"),
    "φτ": ("βω", "πω", "φω", "πτω"),
    "εθ": ("ω", "τω", "νω"),
    "υθ": ("υω", "υνω", "νω"),
    "υστ": ("υω", "υζω"),
    "ειστ": ("εινω",),
    "θ": ("νω", "ω"),
    "στ": ("ζω", "θω", "νω", "ω"),
}
_SUBJUNCTIVE = ("ω", "εις", "ει", "ουμε", "ομε", "ετε", "ουν", "ουνε")
_SUBJUNCTIVE_PASSIVE = ("ώ", "είς", "εί", "ούμε", "είτε", "ούν", "ούνε")


def perfective_readings(forms: Iterable[str], verbs: Set[str]) -> Iterator[Reading]:
    """Paradigms for the perfective stems of `forms`, where they lead to one of `verbs`."""
    bare = {without_accent(verb): verb for verb in sorted(verbs, reverse=True)}
    for form in forms:
        if form.endswith(("σω", "ψω", "ξω")):
            stem = form[:-1]
            if verb := _present(without_accent(stem), _ACTIVE, bare):
                yield from (Reading(made, VERB, verb) for made in _active(stem))
        elif form.endswith(("θώ", "τώ")):
            stem = form[:-1]
            if verb := _present(without_accent(stem), _PASSIVE, bare):
                yield from (Reading(made, VERB, verb) for made in _passive(stem))
        elif form.endswith(("θηκε", "τηκε")):
            stem = without_accent(form)[:-3]
            if verb := _present(stem, _PASSIVE, bare):
                yield from (Reading(made, VERB, verb) for made in _passive(stem))


def _present(stem: str, table: dict[str, tuple[str, ...]], bare: dict[str, str]) -> str:
    for ending in sorted(table, key=len, reverse=True):
        if stem.endswith(ending):
            for present in table[ending]:
                if verb := bare.get(stem.removesuffix(ending) + present):
                    return verb
    return ""


def _active(stem: str) -> Iterator[str]:
    yield from (stem + ending for ending in _SUBJUNCTIVE)
    bare = without_accent(stem)
    yield from (accented(bare + ending, 3) for ending in ("α", "ες", "ε", "αν", "αμε", "ατε", "ανε"))
    yield accented(bare + "τε", 2)
    yield stem + "τε"


def _passive(stem: str) -> Iterator[str]:
    bare = without_accent(stem)
    yield from (bare + ending for ending in _SUBJUNCTIVE_PASSIVE)
    yield from (accented(bare + ending, 3) for ending in ("ηκα", "ηκες", "ηκε", "ηκαν", "ηκαμε", "ηκατε", "ηκανε"))
    yield bare + "ήκαν"


def learned_augments(readings: Iterable[Reading], attested: Set[str]) -> Iterator[Reading]:
    """ήκμασε beside άκμασε, ήλπιζε beside έλπιζε, where somebody wrote it."""
    for form, tag, lemma in readings:
        if tag == VERB and form[0] in "άέ" and lemma[0] in "αε" and "ή" + form[1:] in attested:
            yield Reading("ή" + form[1:], VERB, lemma)
