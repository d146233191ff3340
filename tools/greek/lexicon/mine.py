"""Lemmas the lists lack, found from bare word forms: a paradigm is real when its forms are attested.

A form no list explains may itself be a lemma, or not: κοινοτική could be a noun or belong to an
adjective κοινοτικός. Each guess is inflected; the guess that explains most forms, at the least cost
in forms nobody ever wrote, is taken first, and what it explains supports no other guess.
"""

import heapq
from collections.abc import Iterator, Mapping, Set

from .letters import fold
from .reading import ADJECTIVE, NOUN, VERB, Reading

# ending of the lemma (accents off) -> endings of which one must be attested beside it
_NOUN_SIBLINGS = {
    "οσ": ("ου", "ουσ", "οι"),
    "ασ": ("α", "εσ", "αδεσ", "ων"),
    "ησ": ("η", "εσ", "ηδεσ", "ων"),
    "μα": ("ματοσ", "ματα", "ματων"),
    "α": ("ασ",),
    "η": ("ησ", "εων"),
    "ο": ("ου", "α", "ων"),
    "ι": ("ια", "ιου", "ιων"),
    "ου": ("ουσ", "ουδεσ"),
    "εασ": ("εα", "εισ", "εων"),
}
_ADJECTIVE_SIBLINGS = {
    "οσ": ("η", "ησ", "εσ", "α"),
    "ησ": ("εσ", "εισ", "ουσ"),
    "υσ": ("ια", "υ", "εισ"),
}
_VERB_SIBLINGS = {
    "ω": ("ει", "εισ", "ουν", "α", "ασ", "ετε"),
    "ομαι": ("εται", "ονται", "ομενοσ"),
    "ουμαι": ("ειται", "ουνται", "αται"),
    "αμαι": ("αται", "ουνται"),
    "ιεμαι": ("ιεται", "ιουνται"),
}
_NO_NOUN = ("ντασ", "εισα", "σασα", "ουσα", "ουσησ", "μενη", "μενησ")  # participles
_PERFECTIVE = ("σω", "ψω", "ξω", "θω", "τω")
_FEMININE = {"η": "ος", "ης": "ος", "ες": "ος", "ή": "ός", "ής": "ός", "ές": "ός", "ούς": "ός", "οί": "ός"}
_ENOUGH = {NOUN: 1.5, ADJECTIVE: 2.0, VERB: 4.0}
_SHARE = {NOUN: 0.6, ADJECTIVE: 0.3, VERB: 0.3}


def guesses(unexplained: Set[str], attested: Set[str]) -> set[tuple[str, str]]:
    """(tag, lemma) for every unexplained form that could be a lemma or the feminine of one.

    A noun beside its other half (κοζάκο, κοζάκος) is only guessed when that is unexplained too.
    """
    keys = {fold(form) for form in attested}
    found = set()
    for form in unexplained:
        key = fold(form)
        oblique = form.removesuffix("ς") if form.endswith("ς") else form + "ς"
        if (
            not key.endswith(_NO_NOUN)
            and (oblique in unexplained or oblique not in attested)
            and _has_sibling(key, _NOUN_SIBLINGS, keys)
        ):
            found.add((NOUN, form))
        if _has_sibling(key, _ADJECTIVE_SIBLINGS, keys) and not key.endswith(("ουσ", "ικησ")):
            found.add((ADJECTIVE, form))
        perfective = key.endswith(_PERFECTIVE) and not key.endswith(("σσω", "ττω", "πτω", "θετω"))
        if not perfective and _has_sibling(key, _VERB_SIBLINGS, keys):
            found.add((VERB, form))
        for ending, masculine in _FEMININE.items():
            if form.endswith(ending) and (lemma := form.removesuffix(ending) + masculine) in attested:
                found.add((ADJECTIVE, lemma))
    return found


def _has_sibling(key: str, siblings: Mapping[str, tuple[str, ...]], keys: Set[str]) -> bool:
    return any(
        key.endswith(ending) and any(key.removesuffix(ending) + other in keys for other in others)
        for ending, others in siblings.items()
    )


def mine(
    paradigms: Mapping[tuple[str, str], Set[Reading]], attested: Set[str], unexplained: Set[str]
) -> Iterator[tuple[str, str]]:
    """The guesses worth keeping, best first.

    Score of a paradigm: (its forms still unexplained) x (share of its forms attested).
    """
    forms = {guess: {reading.form for reading in made} for guess, made in paradigms.items() if made}
    share = {guess: len(made & attested) / len(made) for guess, made in forms.items()}
    left = set(unexplained)

    def score(guess: tuple[str, str]) -> float:
        return len(forms[guess] & left) * share[guess]

    queue = [
        (-score(guess), guess)
        for guess in forms
        if share[guess] >= _SHARE[guess[0]] and score(guess) >= _ENOUGH[guess[0]]
    ]
    heapq.heapify(queue)
    while queue:
        old, guess = heapq.heappop(queue)
        now = score(guess)
        if now < _ENOUGH[guess[0]] or (guess[0] != ADJECTIVE and guess[1] not in left):
            continue
        if now < -old:
            heapq.heappush(queue, (-now, guess))
            continue
        left -= forms[guess]
        yield guess
