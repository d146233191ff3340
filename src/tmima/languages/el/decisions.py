"""Decisions between the readings of ambiguous words, written from grammar.

A rule sees all words of a text with all their readings (`WordLine`) and the places of the words
that are its to decide; `at + 1` are the words after them. It is found by the word's form, where the
grammar of one word is its own, or by its ambiguity scheme.

What a rule suggests may depend on the tag of the word before, which is decided only later, from
left to right. So a rule answers with rows of the table `HINTS`, which has a column for each tag
that the word before may have. An entry is the code of a tag, -1 for no suggestion, or -2 - code for
"any tag but this one". The first rows suggest the same tag whatever stands before: their numbers
are the codes of the tags.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final

import numpy as np

from tmima.kernel import CELLS
from tmima.kernel.arrays import Bytes, Rows
from tmima.languages.el import nominal
from tmima.languages.el.columns import (
    ALL_TAGS,
    CODES,
    EDGE,
    TAG_BITS,
    Kind,
    Mask,
    Values,
    WordLine,
    tag_bits,
)
from tmima.languages.el.word import Word
from tmima.languages.el.word_lists import CLOSED

Rule = Callable[[WordLine, Rows], Values]

_VERBAL: Final = tag_bits(("VERB", "AUX"))
_NOMINAL: Final = tag_bits(("NOUN", "PROPN", "ADJ", "NUM", "DET"))
_NAMING: Final = tag_bits(("NOUN", "PROPN"))
# What an adjective may stand before without being said of the subject.
_CONTINUES_PHRASE: Final = tag_bits(("ADJ", "ADV", "VERB", "NOUN"))

# By the code of a tag.
_ENDS_CONJUNCT: Final = np.isin((*ALL_TAGS, "edge"), ("PUNCT", "SCONJ", "PART"))

# Bounds in words; they keep the time linear.
_FURTHEST_INFINITIVE: Final = 5
_LONGEST_CONJUNCT: Final = 12
_LONGEST_QUESTION: Final = 60
_LONGEST_SERIES: Final = 12

# The forms that rules name, by number; 0 stands for every other form.
_FORMS: Final[dict[str, int]] = {}
_MOST_FORMS: Final = 256


def _form_set(forms: str) -> Mask:
    """Give each form a number, and return a mask by number that is true for these forms."""
    among = np.zeros(_MOST_FORMS, dtype=np.bool_)
    for form in forms.split():
        among[_FORMS.setdefault(form, len(_FORMS) + 1)] = True
    return among


_BEFORE_VERB: Final = _form_set("να θα ας δεν δε μην μη ν' θ' που αν όταν")
_CLITICS: Final = _form_set("μου σου του της μας σας τους με σε τον την το τα τις")
# After these a verb or its clitics follow.
_BEGINS_CLAUSE: Final = _form_set("να θα δεν")
_ACCUSATIVE: Final = _form_set("τον την τη το τους τις τα")
# What a time or a place is said to reach to: ως το βράδυ, ως εδώ.
_LIMITS: Final = _form_set(
    """
    πρωί μεσημέρι απόγευμα βράδυ δειλινό ξημέρωμα χάραμα σούρουπο μεσάνυχτα νύχτα μέρα ημέρα αυγή
    εβδομάδα μήνα χρόνο καλοκαίρι χειμώνα φθινόπωρο άνοιξη τέλος τέλη αρχή αρχές μέσα στιγμή
    γεράματα θάνατο κορυφή πόρτα άκρη γόνατο γόνατα λαιμό κόκαλο τώρα σήμερα αύριο χθες χτες τότε
    εδώ εκεί πού πότε
    """
)
_OVER_ADVERB: Final = _form_set("από προς για ως")  # από μέσα, προς τα μέσα
_INDEFINITE_ARTICLE: Final = _form_set("ένας έναν ένα μια μία")
_ADVERBS_OF_STATE: Final = _form_set("καλά αργά άσχημα ωραία")  # είμαι καλά, είναι αργά
_AND: Final = _form_set("και κι")
_JOINS_ADJECTIVES: Final = _form_set(", και ή")
_COMMA: Final = _form_set(",")
_QUESTION_MARK: Final = _form_set(";")
_FUTURE_OR_SUBJUNCTIVE: Final = _form_set("να θα")
_TOWARDS: Final = _form_set("προς")
_INSIDE: Final = _form_set("μέσα")
_BEFORE_DATIVE: Final = _form_set("εν τη")
_AND_MORE: Final = _form_set("και κι πιο")
_ALSO: Final = _form_set("και κι επίσης")
_IN_THE: Final = _form_set("τω στο")
_AFTER_BEFORE: Final = _form_set("να ακόμα καν")

_ARTICLE_CELLS: Final = np.zeros(_MOST_FORMS, dtype=np.int32)
for _form, _cells in nominal.ARTICLES.items():
    _ARTICLE_CELLS[_form_set(_form)] = _cells

# Words that rules or readings know by themselves, and not by their endings.
ON_LISTS: Final = frozenset(_FORMS) | frozenset(CLOSED)

# What rules ask of a word by itself, as flags.
_CAPITAL: Final = 1
_INFINITIVE: Final = 2  # ends as the only form of a verb that follows the auxiliary έχω
_SINGULAR: Final = 4  # ends as a noun in the accusative singular, before which πολύ can stand
_IN_A: Final = 8
_USED_AS_NOUN: Final = 16  # its noun is its adjective: απλό, απλός
_PARTICIPLE_IN_MENA: Final = 32  # the same, and in -μένα
_ADVERBIAL: Final = 64
_COPULA: Final = 128

_ADVERBIAL_SCHEMES: Final = frozenset(
    {"ADJ-ADV", "ADJ-ADV-NOUN", "ADJ-ADV-VERB", "ADJ-ADV-NOUN-VERB"}
)


@lru_cache(maxsize=1 << 12)
def flags_by_ending(ending: str) -> int:
    """Return the flags that tell of the last two letters of a word."""
    return (
        _INFINITIVE * ending.endswith(("ει", "εί"))
        | _SINGULAR * ending.endswith(("ο", "ό", "ί", "ι", "α", "ς"))
        | _IN_A * ending.endswith(("α", "ά"))
    )


def flags_of_readings(
    form: str, scheme: str, lemmas: Mapping[str, str], priors: Mapping[str, float]
) -> int:
    """Return the flags of a word of several readings that tell of them."""
    used_as_noun = nominal.is_adjective_used_as_noun(lemmas)
    # σωστά: in -α, and an adverb or an adjective.
    in_a = form[-1] in "αά" and scheme in _ADVERBIAL_SCHEMES
    return (
        _USED_AS_NOUN * used_as_noun
        | _PARTICIPLE_IN_MENA * (used_as_noun and form.endswith("μένα"))
        | _ADVERBIAL * (in_a and not nominal.is_mainly_noun(lemmas, priors))
    )


def kind_of(word: Word) -> Kind:
    """Return what the rules and features need to know of a word besides its ending."""
    flags = rule = 0
    if word.only is None:
        flags = flags_of_readings(word.form, word.scheme, word.lemmas, word.priors)
        if word.listed:
            rule = RULE_BY_FORM.get(word.form) or _RULE_BY_SCHEME.get(word.scheme, 1)
    if "AUX" in word.tags and word.lemmas["AUX"] == "είμαι":
        flags |= _COPULA
    plain = open_kind(word.tags, word.scheme, capital=word.capital, flags=flags)
    form = word.form if word.closed else None
    return plain._replace(form=form, number=_FORMS.get(word.form, 0), rule=rule)


def open_kind(tags: tuple[str, ...], scheme: str, *, capital: bool, flags: int) -> Kind:
    """Return a kind of words that are on no list."""
    return Kind(tags, scheme, None, capital, flags | _CAPITAL * capital, 0, 0)


# Rows of HINTS after those of the tags.
_NO_HINT: Final = len(ALL_TAGS)
_RELATIVE: Final = _NO_HINT + 1
_WHY: Final = _NO_HINT + 2
_NOUN_OR_ADVERB: Final = _NO_HINT + 3
_AFTER_ARTICLE: Final = _NO_HINT + 4
# For an adverb or adjective in -α a row for each combination of these facts.
_IN_A_ROWS: Final = _NO_HINT + 5
_AFTER_ARTICLE_FORM, _DISAGREES_WITH_IT, _SAME_ENDING, _ELSE_ADVERB, _ELSE_ADJECTIVE = (
    1, 2, 4, 8, 16,
)  # fmt: skip

_NOTHING: Final = -1
_NOT_ADVERB: Final = -2 - CODES["ADV"]


def _hint_for_adverb_in_a(facts: int, before: int) -> int:
    """Tell the adverb in -ά (μιλά σωστά) from the adjective or noun alike (τα σωστά λόγια)."""
    if facts & _AFTER_ARTICLE_FORM and before not in (CODES["PRON"], EDGE):
        adverb = bool(facts & _DISAGREES_WITH_IT)  # το δυνητικά τεράστιο
    elif before == CODES["DET"] or (before == CODES["ADJ"] and facts & _SAME_ENDING):
        adverb = False
    else:
        adverb = bool(facts & _ELSE_ADVERB)
    return CODES["ADV"] if adverb else CODES["ADJ"] if facts & _ELSE_ADJECTIVE else _NOT_ADVERB


def _hint_row(tags: str, then: int, otherwise: int) -> list[int]:
    """Return a row: one hint after some tags, another after the rest."""
    named = {EDGE if tag == "edge" else CODES[tag] for tag in tags.split()}
    return [then if before in named else otherwise for before in range(EDGE + 1)]


def _hint_table() -> Bytes:
    before = range(EDGE + 1)
    table = [[code for _ in before] for code in range(_NO_HINT)]
    table.append([_NOTHING for _ in before])
    table.append(_hint_row("edge VERB ADV ADP", CODES["SCONJ"], CODES["PRON"]))
    table.append(_hint_row("edge PUNCT CCONJ DET", CODES["ADV"], CODES["SCONJ"]))
    table.append(_hint_row("DET ADJ NUM ADP", CODES["NOUN"], CODES["ADV"]))
    table.append(_hint_row("DET", CODES["NOUN"], _NOTHING))
    table += [[_hint_for_adverb_in_a(facts, tag) for tag in before] for facts in range(32)]
    return np.array(table, dtype=np.int8)


HINTS: Final = _hint_table()


def hint_name(row: int, tag_before: str | None) -> str:
    """Return a hint as text: a tag, "" for no suggestion, "-ADV" for any tag but ADV.

    >>> hint_name(CODES["DET"], None)
    'DET'
    """
    hint = int(HINTS[row, EDGE if tag_before is None else CODES[tag_before]])
    return ALL_TAGS[hint] if hint >= 0 else "" if hint == _NOTHING else "-" + ALL_TAGS[-2 - hint]


_RULES: Final[list[Rule]] = []
RULE_BY_FORM: Final[dict[str, int]] = {}
_RULE_BY_SCHEME: Final[dict[str, int]] = {}


def _rule_for_words(*, forms: str = "", scheme: str = "") -> Callable[[Rule], Rule]:
    """Register a rule for the listed words of some forms or of an ambiguity scheme."""

    def register(rule: Rule) -> Rule:
        RULE_BY_FORM.update(dict.fromkeys(forms.split(), len(_RULES)))
        if scheme:
            _RULE_BY_SCHEME[scheme] = len(_RULES)
        _RULES.append(rule)
        return rule

    return register


def hint_rows(line: WordLine, places: Rows) -> Rows:
    """Return for each ambiguous word the row of `HINTS` that its rule gives."""
    rows = np.empty(len(places), dtype=np.int32)
    rules = line.column("rule", places)
    for number in np.flatnonzero(np.bincount(rules)).tolist():
        own = np.flatnonzero(rules == number)
        rows[own] = _RULES[number](line, places[own])
    return rows


def _where(condition: Mask, then: str, otherwise: str) -> Values:
    return np.where(condition, CODES[then], CODES[otherwise])


@_rule_for_words()  # number 0, for what no list of function words has
def _open_class(line: WordLine, at: Rows) -> Values:
    """Nouns, verbs, adjectives, adverbs; a later line here goes before an earlier one."""
    rows = np.full(len(at), _NO_HINT)
    rows[_stands_alone(line, at) & line.may_be(at, TAG_BITS["NOUN"])] = _AFTER_ARTICLE
    of_next = _agrees_with_following_noun(line, at)
    rows[of_next & line.may_be(at, TAG_BITS["ADJ"])] = CODES["ADJ"]
    first = np.flatnonzero(line.is_edge(at - 1) & line.may_be(at, TAG_BITS["VERB"]))
    rows[first[_is_joined_to_verb(line, at[first])]] = CODES["VERB"]
    predicate = _is_predicate(line, at)
    adjective = of_next | (predicate & line.has(at, _USED_AS_NOUN))
    in_a = np.flatnonzero(line.has(at, _ADVERBIAL))
    rows[in_a] = _adverb_or_adjective(line, at[in_a], predicate[in_a], adjective[in_a])
    rows[predicate & line.has(at, _PARTICIPLE_IN_MENA)] = CODES["ADJ"]
    return rows


@_rule_for_words()  # number 1, for listed words that no other rule decides
def _first_reading(line: WordLine, at: Rows) -> Values:
    """The reading listed first."""
    return line.column("first_tag", at)


def _stands_alone(line: WordLine, at: Rows) -> Mask:
    """το νανοϋλικό αντέχει: all there is between an article and a verb."""
    after = line.column("only_tag", at + 1)
    before_verb = (after == CODES["VERB"]) | (after == CODES["AUX"])
    answer: Mask = (_ARTICLE_CELLS[line.column("form", at - 1)] != 0) & before_verb
    return answer


def _agrees_with_following_noun(line: WordLine, at: Rows) -> Mask:
    """νέα (ευρωπαϊκή) κυβέρνηση: an agreeing noun follows, after other adjectives."""
    answer = np.zeros(len(at), dtype=np.bool_)
    undecided = np.arange(len(at))
    for step in (1, 2, 3):
        if not len(undecided):
            break
        tag = line.column("only_tag", at[undecided] + step)
        nouns = undecided[tag == CODES["NOUN"]]
        cells = line.column("noun", at[nouns] + step)
        answer[nouns] = cells & line.column("adjective", at[nouns]) != 0
        undecided = undecided[tag == CODES["ADJ"]]
    return answer


def _is_joined_to_verb(line: WordLine, at: Rows) -> Mask:
    """Μέτρα ως το δέκα και άνοιξε τα μάτια: και joins like to like, so the first word is a verb."""
    answer = np.zeros(len(at), dtype=np.bool_)
    undecided = np.arange(len(at))
    for step in range(1, _LONGEST_CONJUNCT):
        if not len(undecided):
            break
        here = at[undecided] + step
        joins = line.is_form(here, _AND)
        answer[undecided[joins]] = line.column("only_tag", here[joins] + 1) == CODES["VERB"]
        over = line.may_be(here, _VERBAL) | _ENDS_CONJUNCT[line.column("first_tag", here)]
        undecided = undecided[~(joins | over | line.is_edge(here))]
    return answer


def _is_predicate(line: WordLine, at: Rows) -> Mask:
    """τα μέτρα είναι (ήδη) σωστά: the adjective is said of the subject."""
    copula = line.has(at - 1, _COPULA) | line.has(at - 2, _COPULA)
    copula &= ~line.is_form(at - 1, _COMMA)  # ήταν, σύμφωνα με αυτόν
    copula &= ~line.is_form(at + 1, _INDEFINITE_ARTICLE)  # είναι ουσιαστικά μια αλλαγή
    return copula & ~line.is_form(at, _ADVERBS_OF_STATE) & ~line.may_be(at + 1, _CONTINUES_PHRASE)


def _adverb_or_adjective(line: WordLine, at: Rows, predicate: Mask, adjective: Mask) -> Values:
    """μιλά σωστά (ADV), τα σωστά λόγια, είναι σωστά (ADJ): see `_hint_for_adverb_in_a`."""
    own = line.column("adjective", at)
    article = _ARTICLE_CELLS[line.column("form", at - 1)]
    nouns = line.column("noun", _end_of_series(line, at) + 1)
    # A feminine singular (νέα κυβέρνηση) is possible only where the adjective has one in -α.
    before_noun = (nouns & CELLS["npN"] != 0) | (own & nouns & CELLS["fsN"] != 0)
    rows: Values = (
        _IN_A_ROWS
        + _AFTER_ARTICLE_FORM * (article != 0)
        + _DISAGREES_WITH_IT * (article & own == 0)
        + _SAME_ENDING * (line.column("ending", at - 1) == line.column("ending", at))
        + _ELSE_ADVERB * ~(before_noun | predicate)
        + _ELSE_ADJECTIVE * adjective
    )
    return rows


def _end_of_series(line: WordLine, at: Rows) -> Rows:
    """Skip adjectives joined to one: οικονομικά, κοινωνικά και πολιτιστικά δικαιώματα."""
    at = at.copy()
    going_on = np.arange(len(at))
    for _ in range((_LONGEST_SERIES - 1) // 2):
        if not len(going_on):
            break
        here = at[going_on]
        joined = line.is_form(here + 1, _JOINS_ADJECTIVES)
        joined &= line.may_be(here + 2, TAG_BITS["ADJ"]) & line.has(here + 2, _IN_A)
        going_on = going_on[joined]
        at[going_on] += 2
    return at


@_rule_for_words(forms="το τον του την τη της τους τις τα τ'")
def _article_or_pronoun(line: WordLine, at: Rows) -> Values:
    """το σπίτι (DET) or το είδα (PRON), το σπίτι του (PRON)."""
    after = line.column("tags", at + 1)
    pronoun = (after | _VERBAL == _VERBAL) | line.is_form(at + 1, _BEGINS_CLAUSE)
    pronoun |= (after & _VERBAL != 0) & line.is_form(at - 1, _BEFORE_VERB)
    verbs = np.flatnonzero(after & TAG_BITS["VERB"] != 0)
    article = _ARTICLE_CELLS[line.column("form", at[verbs])]
    pronoun[verbs] |= line.column("article", at[verbs] + 1) & article == 0  # της έδωσα
    return _where(~pronoun & (after & (_NOMINAL | TAG_BITS["ADV"]) != 0), "DET", "PRON")


@_rule_for_words(scheme="DET-PRON")
def _determiner_or_pronoun(line: WordLine, at: Rows) -> Values:
    """αυτό το σπίτι, άλλος άνθρωπος (DET) or αυτό είναι (PRON)."""
    return _where(line.may_be(at + 1, _NOMINAL), "DET", "PRON")


@_rule_for_words(scheme="ADP-PRON")
def _preposition_or_pronoun(line: WordLine, at: Rows) -> Values:
    """μ' αυτόν (ADP) or μ' αρέσει, σ' αγαπώ (PRON)."""
    return _where(line.may_be(at + 1, _VERBAL), "PRON", "ADP")


@_rule_for_words(forms="που")
def _relative_or_conjunction(line: WordLine, at: Rows) -> Values:
    """ο άνθρωπος που ήρθε (PRON) or χαίρομαι που ήρθες, παρόλο που (SCONJ)."""
    return np.full(len(at), _RELATIVE)


@_rule_for_words(scheme="AUX-VERB")
def _auxiliary_or_verb(line: WordLine, at: Rows) -> Values:
    """έχει ήδη γράψει (AUX) or έχει βιβλία (VERB)."""
    auxiliary = np.zeros(len(at), dtype=np.bool_)
    undecided = np.arange(len(at))
    for step in range(1, 1 + _FURTHEST_INFINITIVE):
        if not len(undecided):
            break
        here = at[undecided] + step
        infinitive = line.may_be(here, TAG_BITS["VERB"]) & line.has(here, _INFINITIVE)
        auxiliary[undecided[infinitive]] = True
        first = line.column("first_tag", here)
        between = (first == CODES["PART"]) | (first == CODES["CCONJ"])
        between |= line.may_be(here, TAG_BITS["ADV"])
        between &= ~infinitive & ~line.is_form(here, _FUTURE_OR_SUBJUNCTIVE)
        undecided = undecided[between]
    return _where(auxiliary, "AUX", "VERB")


@_rule_for_words(forms="μετά κατόπιν")
def _preposition_or_adverb(line: WordLine, at: Rows) -> Values:
    """μετά τον πόλεμο (ADP) or μετά έφυγε, μετά από αυτό (ADV)."""
    noun_phrase = line.may_be(at + 1, _NOMINAL | TAG_BITS["PRON"])
    return _where(noun_phrase & ~line.may_be(at + 1, TAG_BITS["SCONJ"]), "ADP", "ADV")


@_rule_for_words(forms="πριν πρίν")
def _prin_before(line: WordLine, at: Rows) -> Values:
    """πριν φύγει (SCONJ), πριν τον πόλεμο (ADP), πριν από αυτό, δύο χρόνια πριν (ADV)."""
    clause = line.is_form(at + 1, _AFTER_BEFORE) | line.may_be(at + 1, _VERBAL)
    return np.where(clause, CODES["SCONJ"], _preposition_or_adverb(line, at))


@_rule_for_words(forms="μεταξύ")
def _metaxy_between(line: WordLine, at: Rows) -> Values:
    """μεταξύ των δύο (ADP), εν τω μεταξύ (ADV)."""
    return _where(line.is_form(at - 1, _IN_THE), "ADV", "ADP")


@_rule_for_words(forms="μόλις")
def _molis_as_soon_or_just(line: WordLine, at: Rows) -> Values:
    """μόλις έφτασε (SCONJ) or μόλις δύο, έχει μόλις φτάσει (ADV)."""
    clause = line.may_be(at + 1, _VERBAL) | line.is_form(at + 1, _CLITICS)
    return _where(clause & (line.column("tags", at - 1) != _VERBAL), "SCONJ", "ADV")


@_rule_for_words(forms="καθώς")
def _kathos_while_or_as(line: WordLine, at: Rows) -> Values:
    """καθώς έφευγε (SCONJ), καθώς και (ADV)."""
    return _where(line.is_form(at + 1, _ALSO), "ADV", "SCONJ")


@_rule_for_words(forms="ως")
def _os_as_or_until(line: WordLine, at: Rows) -> Values:
    """ως προς αυτό, ως το βράδυ, ως τα χίλια (ADP) or ως πρόεδρος (ADV)."""
    second = line.column("first_tag", at + 2)
    limit = line.is_form(at + 2, _LIMITS) | (second == CODES["NUM"]) | (second == CODES["PROPN"])
    reached = line.is_form(at + 1, _ACCUSATIVE) & limit
    reached |= line.is_form(at + 1, _TOWARDS) | line.is_form(at + 1, _LIMITS)
    return _where(reached, "ADP", "ADV")


@_rule_for_words(forms="γιατί")
def _giati_why_or_because(line: WordLine, at: Rows) -> Values:
    """Γιατί έφυγες; (ADV) or έφυγε γιατί άργησε (SCONJ)."""
    asked = line.is_form_ahead(at, _QUESTION_MARK, _LONGEST_QUESTION)
    return np.where(asked, _WHY, CODES["SCONJ"])


@_rule_for_words(forms="όλο")
def _olo_more_or_whole(line: WordLine, at: Rows) -> Values:
    """όλο και περισσότερο (ADV) or όλο το σπίτι (DET)."""
    more = line.is_form(at + 1, _AND_MORE)
    return np.where(more, CODES["ADV"], _determiner_or_pronoun(line, at))


@_rule_for_words(forms="λόγω βάσει")
def _noun_or_preposition(line: WordLine, at: Rows) -> Values:
    """το εν λόγω θέμα, επί τη βάσει (NOUN: an old dative) or λόγω καιρού (ADP)."""
    return _where(line.is_form(at - 1, _BEFORE_DATIVE), "NOUN", "ADP")


@_rule_for_words(forms="τέλος μέσα")
def _noun_or_adverb(line: WordLine, at: Rows) -> Values:
    """τα μέσα, στο τέλος (NOUN) or μέσα στο σπίτι, τέλος, (ADV)."""
    heads_sentence = line.is_edge(at - 1) & (line.column("first_tag", at + 1) == CODES["PUNCT"])
    adverb = heads_sentence | line.is_form(at, _INSIDE)
    over = line.is_form(at - 1, _OVER_ADVERB)
    return np.where(~adverb, CODES["NOUN"], np.where(over, CODES["ADV"], _NOUN_OR_ADVERB))


@_rule_for_words(forms="πολύ λίγο περισσότερο λιγότερο")
def _poly_much_or_very(line: WordLine, at: Rows) -> Values:
    """πολύ νερό, λίγο ψωμί (ADJ) or πολύ καλός (ADV)."""
    noun = line.column("tags", at + 1) | _NAMING == _NAMING
    small = line.has(at + 1, _SINGULAR) & ~line.has(at + 1, _CAPITAL)
    return _where(noun & small, "ADJ", "ADV")


@_rule_for_words(forms="ψηλά χαμηλά μακριά κοντά")
def _adverb_of_place(line: WordLine, at: Rows) -> Values:
    """τα ψηλά βουνά, μακριά μαλλιά (ADJ) or πετά ψηλά, μακριά από (ADV)."""
    return _where(_agrees_with_following_noun(line, at), "ADJ", "ADV")
