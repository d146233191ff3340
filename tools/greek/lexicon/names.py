"""Proper nouns from bare capitalised forms: which of them are forms of one name, and which is its lemma.

Names decline in the singular in a few ways only. A form is traced to the nominatives it may belong to,
and the first that is attested is its lemma. Two ways are ambiguous without an article: Χης, Χη is
a man and his genitive (Μητσοτάκης, Μητσοτάκη) or a woman's genitive and a woman (Θεσσαλονίκης,
Θεσσαλονίκη), and so is Χας, Χα. Lists by hand decide, then the ending of the stem, then the
frequencies: men are named most in the nominative.
"""

from collections.abc import Iterable, Iterator, Mapping, Set

from .letters import accent_position, accented, without_accent
from .reading import PROPER, Reading

_FEMININE = (
    "πολη",
    "νίκη",
    "ίκη",
    "ένη",
    "ήνη",
    "ρίνη",
    "βίνη",
    "όπη",
    "άφνη",
    "όη",
    "ύλη",
    "ούση",
    "ία",
    "εία",
    "ιά",
    "άδα",
    "ίτσα",
    "ούλα",
    "ινα",
    "ίνα",
    "έττα",
    "άννα",
    "έλα",
    "έλλα",
    "όσα",
    "ούσα",
    "οια",
    "αια",
    "αία",
    "άντα",
    "έγκη",
)
_MASCULINE = (
    "άκη",
    "ίδη",
    "άδη",
    "ώτη",
    "ίτη",
    "ιάτη",
    "άλη",
    "έλη",
    "ίλη",
    "ούλη",
    "άρη",
    "έρη",
    "ίρη",
    "όρη",
    "ούρη",
    "άνη",
    "ογλή",
    "τζή",
    "τσή",
    "λή",
    "ρή",
    "κλή",
    "νή",
    "γένη",
    "σθένη",
    "κράτη",
    "φάνη",
    "άρχη",
    "ύρη",
    "ώρη",
    "ίκη",
    "έα",
    "ωνα",
    "ώνα",
    "οντα",
    "ορα",
    "άρα",
    "ούρα",
    "αρά",
    "λά",
    "κά",
    "νά",
    "τζά",
    "γά",
    "πά",
    "μά",
    "ίδα",
    "ληνα",
)
_WOMEN = ("οπουλου", "ιδου", "αδου", "ατου")  # surnames of women: no man's genitive


class Names:
    """The lemma of each name form; all in lower case."""

    def __init__(
        self, forms: Set[str], masses: Mapping[str, float], *, men: Iterable[str], women: Iterable[str]
    ) -> None:
        self._men, self._women = set(men), set(women)
        self._forms = set(forms) | self._men | self._women
        self._masses = masses

    def readings(self, trusted: Mapping[str, str]) -> Iterator[Reading]:
        """A reading for every form; where gender decides, a trusted pair of form and lemma wins."""
        for form in self._forms:
            lemma = self.lemma(form)
            pair = trusted.get(form, "")
            either = (form, form + "ς", form.removesuffix("ς"))  # gender decides
            if pair in self._forms and pair in either and lemma in either:
                lemma = lemma if form in self._men | self._women else pair
            yield Reading(form, PROPER, lemma)

    def lemma(self, form: str) -> str:
        """The nominative of a form, or the form itself."""
        if form in self._men or form in self._women:
            return form
        for names in (self._second_declension, self._others, self._plurals):
            found = [name for name in dict.fromkeys(names(form)) if name in self._forms]
            if found:
                return max(found, key=self._mass)  # of equals the first
        return form

    def _second_declension(self, form: str) -> Iterator[str]:
        """-ος, -ο and the plural -α: Βενιζέλου, Λονδίνου, Τρικάλων."""
        bare, place = without_accent(form), accent_position(form)
        ending = next((e for e in ("ους", "ου", "οι", "ων", "ο", "ε") if bare.endswith(e)), "")
        if not ending or (place == 2 and bare.endswith(_WOMEN)):
            return
        stem = bare.removesuffix(ending)
        for accent in [3, 2] if place == 2 and ending in ("ου", "ων", "ους") else [place]:
            neuter = accented(stem + "ο", accent)
            is_neuter = self._mass(neuter) > 10 * self._mass(neuter + "ς")
            if not (ending == "ο" and is_neuter):
                yield neuter + "ς"
            if ending in ("ου", "ων") and is_neuter:
                yield neuter
            if ending == "ων":
                yield accented(stem + "α", accent)

    def _others(self, form: str) -> Iterator[str]:
        """The other declensions of the singular, and their plurals."""
        bare, place = without_accent(form), accent_position(form)
        if place == 2 and bare.endswith(_WOMEN):
            return
        if bare.endswith("ιου"):
            yield accented(bare.removesuffix("ου"), 2 if place == 1 else place)  # Παρίσι, Παρισιού
            yield accented(bare.removesuffix("ου"), 1)
        if bare.endswith(("ου", "ων")):
            yield accented(bare[:-2] + "ο", 3 if place == 2 else place)
        if bare.endswith("εως"):
            yield accented(bare.removesuffix("εως") + "η", 2)
        if bare.endswith("ους"):
            yield accented(bare.removesuffix("υς") + "ς", place)  # Άργους, Άργος
        if bare.endswith(("ες", "ων")):
            for vowel in ("α", "η"):
                for accent in (place, 2, 3):
                    yield from self._by_gender(accented(bare[:-2] + vowel, accent))
        if bare.endswith(("δος", "τος")) and form[:-1] not in self._forms:
            yield accented(bare.removesuffix("ος") + "α", place)  # Ελλάδος, Ελλάδα
        if bare.endswith(("ας", "ης", "ους", "ως")):
            yield from self._by_gender(form[:-1])
        if bare.endswith(("α", "η", "ου")) and form + "ς" in self._forms:
            yield from self._by_gender(form)

    def _plurals(self, form: str) -> Iterator[str]:
        """Names in the plural only: Δελφών, Σερρών."""
        bare, place = without_accent(form), accent_position(form)
        if bare.endswith(("ων", "ους")):
            stem = bare.removesuffix("ων").removesuffix("ους")
            yield accented(stem + "οι", place)
            yield accented(stem + "ες", 2)

    def _by_gender(self, oblique: str) -> Iterator[str]:
        """Χης or Χη, for a name that has both."""
        nominative = oblique + "ς"
        yield nominative if self._is_masculine(oblique, nominative) else oblique

    def _is_masculine(self, oblique: str, nominative: str) -> bool:
        if nominative in self._men or nominative not in self._forms:
            return nominative in self._men
        if oblique in self._women:
            return False
        if oblique not in self._forms:
            return True
        first, second = self._mass(nominative), self._mass(oblique)
        if oblique.endswith(_FEMININE):
            return first > 3 * second > 0
        if oblique.endswith(_MASCULINE):
            return not second or first > second / 3
        if oblique.endswith(("η", "ή")) and not (first and second):
            return True
        return first > 1.5 * second > 0

    def _mass(self, form: str) -> float:
        return self._masses.get(form, 0.0)
