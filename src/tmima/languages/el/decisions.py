"""Decisions between the readings of function words, written from grammar.

Each rule sees the words of the sentence with all their readings, the place, and the tags already
decided to the left; it gives the tag. Rules are found by the form's ambiguity scheme, or by the
form where the grammar of one word is its own.

This is the readable statement. `columns` asks the same of all words of a text at once.
"""

from collections.abc import Callable, Sequence
from typing import Final

from tmima.languages.el import nominal
from tmima.languages.el.word import Word

Rule = Callable[[Sequence[Word], int, Sequence[str]], str]

VERBAL: Final = frozenset({"VERB", "AUX"})
NOMINAL: Final = frozenset({"NOUN", "PROPN", "ADJ", "NUM", "DET"})
BEFORE_VERB: Final = frozenset(
    {"να", "θα", "ας", "δεν", "δε", "μην", "μη", "ν'", "θ'", "που", "αν", "όταν"}
)
CLITICS: Final = frozenset(
    {"μου", "σου", "του", "της", "μας", "σας", "τους", "με", "σε", "τον", "την", "το", "τα", "τις"}
)
# After these a verb or its clitics follow.
BEGINS_CLAUSE: Final = frozenset({"να", "θα", "δεν"})
# The only form of the verb that follows the auxiliary έχω ends so.
INFINITIVE: Final = ("ει", "εί")
FURTHEST: Final = 5
LONGEST_CONJUNCT: Final = 12
LONGEST_QUESTION: Final = 60  # words; a bound keeps the time linear
ACCUSATIVE: Final = frozenset({"τον", "την", "τη", "το", "τους", "τις", "τα"})
# What a time or a place is said to reach to: ως το βράδυ, ως εδώ.
LIMITS: Final = frozenset(
    """
    πρωί μεσημέρι απόγευμα βράδυ δειλινό ξημέρωμα χάραμα σούρουπο μεσάνυχτα νύχτα μέρα ημέρα αυγή
    εβδομάδα μήνα χρόνο καλοκαίρι χειμώνα φθινόπωρο άνοιξη τέλος τέλη αρχή αρχές μέσα στιγμή
    γεράματα θάνατο κορυφή πόρτα άκρη γόνατο γόνατα λαιμό κόκαλο τώρα σήμερα αύριο χθες χτες τότε
    εδώ εκεί πού πότε
    """.split()
)
OVER_ADVERB: Final = frozenset({"από", "προς", "για", "ως"})  # από μέσα, προς τα μέσα
# Endings of a noun in the accusative singular that πολύ or λίγο can stand before.
SINGULAR: Final = ("ο", "ό", "ί", "ι", "α", "ς")


def _next(words: Sequence[Word], at: int) -> Word | None:
    return words[at + 1] if at + 1 < len(words) else None


def article_or_pronoun(words: Sequence[Word], at: int, tags: Sequence[str]) -> str:
    """το σπίτι (DET) or το είδα (PRON), το σπίτι του (PRON)."""
    after = _next(words, at)
    if after is None:
        return "PRON"
    can = after.can
    if can <= VERBAL or after.form in BEGINS_CLAUSE:
        return "PRON"
    if "VERB" in can and nominal.disagrees(words[at].form, after):
        return "PRON"  # της έδωσα
    if can & VERBAL and at and words[at - 1].form in BEFORE_VERB:
        return "PRON"
    if can & NOMINAL:
        return "DET"
    return "DET" if "ADV" in can else "PRON"


def determiner_or_pronoun(words: Sequence[Word], at: int, tags: Sequence[str]) -> str:
    """αυτό το σπίτι, άλλος άνθρωπος (DET) or αυτό είναι (PRON)."""
    after = _next(words, at)
    if after is None:
        return "PRON"
    return "DET" if "DET" in after.tags or after.can & NOMINAL else "PRON"


def preposition_or_pronoun(words: Sequence[Word], at: int, tags: Sequence[str]) -> str:
    """μ' αυτόν (ADP) or μ' αρέσει, σ' αγαπώ (PRON)."""
    after = _next(words, at)
    return "PRON" if after is not None and after.can & VERBAL else "ADP"


def relative_or_conjunction(words: Sequence[Word], at: int, tags: Sequence[str]) -> str:
    """ο άνθρωπος που ήρθε (PRON) or χαίρομαι που ήρθες, παρόλο που (SCONJ)."""
    return "SCONJ" if at == 0 or tags[at - 1] in ("VERB", "ADV", "ADP") else "PRON"


def auxiliary_or_verb(words: Sequence[Word], at: int, tags: Sequence[str]) -> str:
    """έχει ήδη γράψει (AUX) or έχει βιβλία (VERB)."""
    for word in words[at + 1 : at + 1 + FURTHEST]:
        if "VERB" in word.tags and word.form.endswith(INFINITIVE):
            return "AUX"
        if not ("ADV" in word.tags or word.tags[0] in ("PART", "CCONJ")) or word.form in (
            "να",
            "θα",
        ):
            return "VERB"
    return "VERB"


def _before_noun_phrase(words: Sequence[Word], at: int) -> bool:
    after = _next(words, at)
    if after is None:
        return False
    return bool(after.can & (NOMINAL | {"PRON"})) and "SCONJ" not in after.tags


def preposition_or_adverb(words: Sequence[Word], at: int, tags: Sequence[str]) -> str:
    """μετά τον πόλεμο (ADP) or μετά έφυγε, μετά από αυτό (ADV)."""
    return "ADP" if _before_noun_phrase(words, at) else "ADV"


def before(words: Sequence[Word], at: int, tags: Sequence[str]) -> str:
    """πριν φύγει (SCONJ), πριν τον πόλεμο (ADP), πριν από αυτό, δύο χρόνια πριν (ADV)."""
    after = _next(words, at)
    if after is not None and (after.form in ("να", "ακόμα", "καν") or after.can & VERBAL):
        return "SCONJ"
    return preposition_or_adverb(words, at, tags)


def between(words: Sequence[Word], at: int, tags: Sequence[str]) -> str:
    """μεταξύ των δύο (ADP), εν τω μεταξύ (ADV)."""
    return "ADV" if at and words[at - 1].form in ("τω", "στο") else "ADP"


def as_soon(words: Sequence[Word], at: int, tags: Sequence[str]) -> str:
    """μόλις έφτασε (SCONJ) or μόλις δύο, έχει μόλις φτάσει (ADV)."""
    after = _next(words, at)
    if after is None or (at and words[at - 1].scheme == "AUX-VERB"):
        return "ADV"
    return "SCONJ" if after.can & VERBAL or after.form in CLITICS else "ADV"


def as_well(words: Sequence[Word], at: int, tags: Sequence[str]) -> str:
    """καθώς έφευγε (SCONJ), καθώς και (ADV)."""
    after = _next(words, at)
    return "ADV" if after is not None and after.form in ("και", "κι", "επίσης") else "SCONJ"


def as_to(words: Sequence[Word], at: int, tags: Sequence[str]) -> str:
    """ως προς αυτό, ως το βράδυ, ως τα χίλια (ADP) or ως πρόεδρος (ADV)."""
    after = _next(words, at)
    if after is None:
        return "ADV"
    if after.form == "προς" or after.form in LIMITS:
        return "ADP"
    last = _next(words, at + 1)
    limit = last is not None and (last.form in LIMITS or last.tags[0] in ("NUM", "PROPN"))
    return "ADP" if after.form in ACCUSATIVE and limit else "ADV"


def why(words: Sequence[Word], at: int, tags: Sequence[str]) -> str:
    """Γιατί έφυγες; (ADV) or έφυγε γιατί άργησε (SCONJ)."""
    if at == 0 or tags[at - 1] in ("PUNCT", "CCONJ", "DET"):
        for word in words[at : at + LONGEST_QUESTION]:
            if word.form == ";":
                return "ADV"
    return "SCONJ"


def more_and_more(words: Sequence[Word], at: int, tags: Sequence[str]) -> str:
    """όλο και περισσότερο (ADV) or όλο το σπίτι (DET)."""
    after = _next(words, at)
    if after is not None and after.form in ("και", "κι", "πιο"):
        return "ADV"
    return determiner_or_pronoun(words, at, tags)


def noun_or_preposition(words: Sequence[Word], at: int, tags: Sequence[str]) -> str:
    """το εν λόγω θέμα, επί τη βάσει (NOUN: an old dative) or λόγω καιρού (ADP)."""
    return "NOUN" if at and words[at - 1].form in ("εν", "τη") else "ADP"


def noun_or_adverb(words: Sequence[Word], at: int, tags: Sequence[str]) -> str:
    """τα μέσα, στο τέλος (NOUN) or μέσα στο σπίτι, τέλος, (ADV)."""
    after = _next(words, at)
    if at and (
        tags[at - 1] in ("DET", "ADJ", "NUM", "ADP") and words[at - 1].form not in OVER_ADVERB
    ):
        return "NOUN"
    if words[at].form == "μέσα":
        return "ADV"
    return "ADV" if at == 0 and after is not None and after.tags[0] == "PUNCT" else "NOUN"


def much(words: Sequence[Word], at: int, tags: Sequence[str]) -> str:
    """πολύ νερό, λίγο ψωμί (ADJ) or πολύ καλός (ADV)."""
    after = _next(words, at)
    if after is None or not after.can <= {"NOUN", "PROPN"}:
        return "ADV"
    return "ADJ" if after.form.endswith(SINGULAR) and not after.capital else "ADV"


def adverb_of_place(words: Sequence[Word], at: int, tags: Sequence[str]) -> str:
    """τα ψηλά βουνά, μακριά μαλλιά (ADJ) or πετά ψηλά, μακριά από (ADV)."""
    return "ADJ" if nominal.adjective_of_next(words, at) else "ADV"


def first(words: Sequence[Word], at: int, tags: Sequence[str]) -> str:
    """The reading listed first."""
    return words[at].tags[0]


def _joined_to_verb(words: Sequence[Word]) -> bool:
    """Μέτρα ως το δέκα και άνοιξε τα μάτια: και joins like to like, so the first word is a verb."""
    for at, word in enumerate(words[1:LONGEST_CONJUNCT], start=1):
        if word.form in ("και", "κι"):
            after = _next(words, at)
            return after is not None and after.only == "VERB"
        if not VERBAL.isdisjoint(word.tags) or word.tags[0] in ("PUNCT", "SCONJ", "PART"):
            return False
    return False


_ADVERBIAL: Final = frozenset({"ADJ-ADV", "ADJ-ADV-NOUN", "ADJ-ADV-VERB", "ADJ-ADV-NOUN-VERB"})

BY_FORM: Final[dict[str, Rule]] = {
    "μετά": preposition_or_adverb,
    "πριν": before,
    "πρίν": before,
    "μεταξύ": between,
    "μόλις": as_soon,
    "καθώς": as_well,
    "ως": as_to,
    "γιατί": why,
    "όλο": more_and_more,
    "λόγω": noun_or_preposition,
    "βάσει": noun_or_preposition,
    "κατόπιν": preposition_or_adverb,
    "τέλος": noun_or_adverb,
    "μέσα": noun_or_adverb,
    "πολύ": much,
    "λίγο": much,
    "περισσότερο": much,
    "λιγότερο": much,
    "που": relative_or_conjunction,
    **dict.fromkeys(("ψηλά", "χαμηλά", "μακριά", "κοντά"), adverb_of_place),
    **dict.fromkeys("το τον του την τη της τους τις τα τ'".split(), article_or_pronoun),
}
BY_SCHEME: Final[dict[str, Rule]] = {
    "DET-PRON": determiner_or_pronoun,
    "AUX-VERB": auxiliary_or_verb,
    "ADP-PRON": preposition_or_pronoun,
}


def rule_of(word: Word) -> Rule:
    """Return the rule that decides a listed word."""
    return BY_FORM.get(word.form) or BY_SCHEME.get(word.scheme, first)


def is_adverbial(word: Word) -> bool:
    """σωστά: in -α, and an adverb or an adjective."""
    in_a = word.form[-1] in "αά" and word.scheme in _ADVERBIAL
    return in_a and not nominal.is_rather_noun(word)


def suggest(words: Sequence[Word], at: int, tags: Sequence[str]) -> str:
    """Give the tag that grammar suggests for an ambiguous word, or "" where it has no rule.

    "-ADV" says what the word is not.
    """
    word = words[at]
    if word.listed:
        return rule_of(word)(words, at, tags)
    if word.form.endswith("μένα") and nominal.is_predicate_adjective(words, at):
        return "ADJ"
    if is_adverbial(word):
        if nominal.adverb_in_a(words, at, tags):
            return "ADV"
        agrees = nominal.adjective_of_next(words, at) or nominal.is_predicate_adjective(words, at)
        return "ADJ" if agrees else "-ADV"
    if at == 0 and "VERB" in word.can and _joined_to_verb(words):
        return "VERB"
    if "ADJ" in word.can and nominal.adjective_of_next(words, at):
        return "ADJ"
    if "NOUN" in word.can and nominal.stands_alone(words, at, tags):
        return "NOUN"
    return ""
