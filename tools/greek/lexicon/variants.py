"""Where a lemma is only another face of one the lexicon has: middle voice, degrees of adjectives."""

from collections.abc import Set

from .letters import accented, without_accent
from .reading import ADJECTIVE, PARTICIPLE, VERB

_MIDDLE = {"ομαι": ("ω",), "ουμαι": ("ω",), "αμαι": ("ω", "αω"), "ιεμαι": ("ω", "αω"), "ωμαι": ("ω", "αω")}
_DEGREES = {
    "οτερος": "ος",
    "οτατος": "ος",
    "υτερος": "υς",
    "υτατος": "υς",
    "εστερος": "ης",
    "εστατος": "ης",
    "ωτερος": "ος",
    "ωτατος": "ος",
}


class Basic:
    """Finds the basic lemma of another: the active of a middle, the positive of a comparative."""

    def __init__(self, verbs: Set[str], adjectives: Set[str]) -> None:
        self._verbs = {without_accent(verb): verb for verb in sorted(verbs, reverse=True)}
        self._adjectives = {without_accent(word): word for word in sorted(adjectives, reverse=True)}

    def of(self, tag: str, lemma: str) -> str:
        """The basic lemma if it is known, or the lemma itself."""
        bare = without_accent(lemma)
        if tag in (VERB, PARTICIPLE) and lemma.endswith("άω"):
            return self._verbs.get(bare.removesuffix("αω") + "ω", lemma)
        if tag == VERB:
            for ending, actives in _MIDDLE.items():
                for active in actives:
                    if bare.endswith(ending) and (known := self._verbs.get(bare.removesuffix(ending) + active)):
                        return known
        if tag == ADJECTIVE and lemma == accented(lemma, 3):
            for ending, positive in _DEGREES.items():
                if bare.endswith(ending) and (known := self._adjectives.get(bare.removesuffix(ending) + positive)):
                    return known
        return lemma
