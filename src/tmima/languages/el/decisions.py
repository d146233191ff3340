"""Decisions between the readings of function words, written from grammar.

Each rule sees the words of the sentence with all their readings, the place, and the tags already
decided to the left; it gives the tag. Rules are found by the form's ambiguity scheme, or by the
form where the grammar of one word is its own.

Every second ambiguous word of a text is an article or a pronoun, and its neighbours alone tell
which. `determiners` decides that for all words of a text at once, as `article_or_pronoun` and
`determiner_or_pronoun` say, which are the readable statement of it.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tmima.arrays import Rows
from tmima.languages.el import nominal
from tmima.languages.el.word import Word

Rule = Callable[[Sequence[Word], int, Sequence[str]], str]

VERBAL: Final = frozenset({"VERB", "AUX"})
NOMINAL: Final = frozenset({"NOUN", "PROPN", "ADJ", "NUM", "DET"})
BEFORE_VERB: Final = frozenset(
    {"να", "θα", "ας", "δεν", "δε", "μην", "μη", "ν'", "θ'", "που", "αν", "όταν"}
)
_CLITICS: Final = frozenset(
    {"μου", "σου", "του", "της", "μας", "σας", "τους", "με", "σε", "τον", "την", "το", "τα", "τις"}
)
# After these a verb or its clitics follow.
BEGINS_CLAUSE: Final = frozenset({"να", "θα", "δεν"})
# The only form of the verb that follows the auxiliary έχω ends so.
_INFINITIVE: Final = ("ει", "εί")
_FURTHEST: Final = 5
_LONGEST_CONJUNCT: Final = 12
_LONGEST_QUESTION: Final = 60  # words; a bound keeps the time linear
_ACCUSATIVE: Final = frozenset({"τον", "την", "τη", "το", "τους", "τις", "τα"})
# What a time or a place is said to reach to: ως το βράδυ, ως εδώ.
_LIMITS: Final = frozenset(
    """
    πρωί μεσημέρι απόγευμα βράδυ δειλινό ξημέρωμα χάραμα σούρουπο μεσάνυχτα νύχτα μέρα ημέρα αυγή
    εβδομάδα μήνα χρόνο καλοκαίρι χειμώνα φθινόπωρο άνοιξη τέλος τέλη αρχή αρχές μέσα στιγμή
    γεράματα θάνατο κορυφή πόρτα άκρη γόνατο γόνατα λαιμό κόκαλο τώρα σήμερα αύριο χθες χτες τότε
    εδώ εκεί πού πότε
    """.split()
)
_OVER_ADVERB: Final = frozenset({"από", "προς", "για", "ως"})  # από μέσα, προς τα μέσα
# Endings of a noun in the accusative singular that πολύ or λίγο can stand before.
_SINGULAR: Final = ("ο", "ό", "ί", "ι", "α", "ς")


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
    for word in words[at + 1 : at + 1 + _FURTHEST]:
        if "VERB" in word.tags and word.form.endswith(_INFINITIVE):
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
    return "SCONJ" if after.can & VERBAL or after.form in _CLITICS else "ADV"


def as_well(words: Sequence[Word], at: int, tags: Sequence[str]) -> str:
    """καθώς έφευγε (SCONJ), καθώς και (ADV)."""
    after = _next(words, at)
    return "ADV" if after is not None and after.form in ("και", "κι", "επίσης") else "SCONJ"


def as_to(words: Sequence[Word], at: int, tags: Sequence[str]) -> str:
    """ως προς αυτό, ως το βράδυ, ως τα χίλια (ADP) or ως πρόεδρος (ADV)."""
    after = _next(words, at)
    if after is None:
        return "ADV"
    if after.form == "προς" or after.form in _LIMITS:
        return "ADP"
    last = _next(words, at + 1)
    limit = last is not None and (last.form in _LIMITS or last.tags[0] in ("NUM", "PROPN"))
    return "ADP" if after.form in _ACCUSATIVE and limit else "ADV"


def why(words: Sequence[Word], at: int, tags: Sequence[str]) -> str:
    """Γιατί έφυγες; (ADV) or έφυγε γιατί άργησε (SCONJ)."""
    if at == 0 or tags[at - 1] in ("PUNCT", "CCONJ", "DET"):
        for word in words[at : at + _LONGEST_QUESTION]:
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
        tags[at - 1] in ("DET", "ADJ", "NUM", "ADP") and words[at - 1].form not in _OVER_ADVERB
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
    return "ADJ" if after.form.endswith(_SINGULAR) and not after.capital else "ADV"


def adverb_of_place(words: Sequence[Word], at: int, tags: Sequence[str]) -> str:
    """τα ψηλά βουνά, μακριά μαλλιά (ADJ) or πετά ψηλά, μακριά από (ADV)."""
    return "ADJ" if nominal.adjective_of_next(words, at) else "ADV"


def first(words: Sequence[Word], at: int, tags: Sequence[str]) -> str:
    """The reading listed first."""
    return words[at].tags[0]


def _joined_to_verb(words: Sequence[Word]) -> bool:
    """Μέτρα ως το δέκα και άνοιξε τα μάτια: και joins like to like, so the first word is a verb."""
    for at, word in enumerate(words[1:_LONGEST_CONJUNCT], start=1):
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


def suggest(words: Sequence[Word], at: int, tags: Sequence[str]) -> str:
    """Give the tag that grammar suggests for an ambiguous word, or "" where it has no rule.

    "-ADV" says what the word is not.
    """
    word = words[at]
    if word.listed:
        return rule_of(word)(words, at, tags)
    if word.form.endswith("μένα") and nominal.is_predicate_adjective(words, at):
        return "ADJ"
    if word.form[-1] in "αά" and word.scheme in _ADVERBIAL and not nominal.is_rather_noun(word):
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


# What a word shows to its neighbours, and which of the rules decides it.
_VERBAL: Final = 1
_ONLY_VERBAL: Final = 2
_MAY_BE_VERB: Final = 4
_NOMINAL: Final = 8
_ADVERB: Final = 16
_DETERMINER: Final = 32
_BEFORE_VERB: Final = 64
_BEGINS_CLAUSE: Final = 128
_BY_ARTICLE: Final = 256
_BY_DETERMINER: Final = 512


def shown(word: Word) -> int:
    """Return what is told of a word by itself."""
    found = (
        _shown_by_tags(word.can)
        | _BEFORE_VERB * (word.form in BEFORE_VERB)
        | _BEGINS_CLAUSE * (word.form in BEGINS_CLAUSE)
    )
    if word.listed and {"DET", "PRON"} <= word.can:
        rule = rule_of(word)
        found |= _BY_ARTICLE * (rule is article_or_pronoun)
        found |= _BY_DETERMINER * (rule is determiner_or_pronoun)
    return found


@cache
def _shown_by_tags(can: frozenset[str]) -> int:
    return (
        _VERBAL * bool(can & VERBAL)
        | _ONLY_VERBAL * (can <= VERBAL)
        | _MAY_BE_VERB * ("VERB" in can)
        | _NOMINAL * bool(can & NOMINAL)
        | _ADVERB * ("ADV" in can)
        | _DETERMINER * ("DET" in can)
    )


def determiners(
    distinct: Sequence[Word], numbers: Rows, edges: Rows
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Tell of all words of a text which are decided here, and which of those are determiners.

    Args:
        distinct: the spellings of the text.
        numbers: of the words, by spelling.
        edges: how many words come before each sentence, and how many there are.
    """
    told = np.array([word.shown for word in distinct], dtype=np.int16)
    own = told[numbers]
    # One that shows nothing ends each sentence, so that none sees into the next.
    places = np.arange(len(numbers)) + np.repeat(np.arange(len(edges) - 1), np.diff(edges))
    spread = np.zeros(len(numbers) + len(edges) + 1, dtype=np.int16)
    spread[places + 1] = own
    before, after = spread[places], spread[places + 2]

    article = own & _BY_ARTICLE != 0
    decided = article | (own & _BY_DETERMINER != 0)
    pronoun = after & (_ONLY_VERBAL | _BEGINS_CLAUSE) != 0
    pronoun |= (after & _VERBAL != 0) & (before & _BEFORE_VERB != 0)
    pronoun |= _disagreeing(distinct, numbers, article & (after & _MAY_BE_VERB != 0))
    by_article = ~pronoun & (after & (_NOMINAL | _ADVERB) != 0)
    by_determiner = after & (_NOMINAL | _DETERMINER) != 0
    return decided, decided & np.where(article, by_article, by_determiner)


def _disagreeing(
    distinct: Sequence[Word], numbers: Rows, asked: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Tell of articles before what may be a verb whether no noun can follow them."""
    found = np.zeros(len(numbers), dtype=np.bool_)
    places = np.flatnonzero(asked)
    pairs = numbers[places].astype(np.int64) * len(distinct) + numbers[places + 1]
    kinds, which = np.unique(pairs, return_inverse=True)
    articles, followers = np.divmod(kinds, len(distinct))
    answers = [
        nominal.disagrees(distinct[article].form, distinct[follower])
        for article, follower in zip(articles.tolist(), followers.tolist(), strict=True)
    ]
    found[places] = np.array(answers, dtype=np.bool_)[which]
    return found
