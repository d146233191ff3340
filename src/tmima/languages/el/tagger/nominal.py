"""Adjective, adverb or noun: decisions by agreement, written from grammar.

The neuter plural of an adjective is also its adverb (σωστά), and many adjectives are nouns too
(νέα). What stands before and after shows which: an article or a noun that agrees, a copula, nothing
of the kind.
"""

from collections.abc import Sequence
from typing import Final

from tmima.languages.el.tagger.agreement import ARTICLES, adjective_cells, agree, noun_cells
from tmima.languages.el.tagger.word import Word
from tmima.languages.el.text.characters import accentless_key

_LONGEST_SERIES: Final = 12  # words; a bound keeps the time linear
_CLEARLY: Final = 2.0  # nats by which a reading is the usual one
_A: Final = frozenset({"ένας", "έναν", "ένα", "μια", "μία"})
_ADVERBS_OF_STATE: Final = frozenset({"καλά", "αργά", "άσχημα", "ωραία"})  # είμαι καλά, είναι αργά


def _neuter_plural(word: Word) -> bool:
    """τα μέτρα, τα παιδιά, τα έθνη, τα προβλήματα: a noun in the neuter plural."""
    lemma = word.lemmas.get("NOUN")
    return lemma is not None and "npN" in noun_cells(word.form, lemma)


def _end_of_series(words: Sequence[Word], at: int) -> int:
    """Skip adjectives joined to this one: οικονομικά, κοινωνικά και πολιτιστικά δικαιώματα."""
    limit = min(len(words), at + _LONGEST_SERIES)
    while at + 2 < limit and words[at + 1].form in (",", "και", "ή"):
        if "ADJ" not in words[at + 2].tags or words[at + 2].form[-1] not in "αά":
            break
        at += 2
    return at


def is_rather_noun(word: Word) -> bool:
    """αυτοκίνητα, επίπεδα: a noun first, whatever adjective has the same form."""
    if word.lemmas.get("NOUN", "ικό").endswith(("ικό", "ικός", "ικά")):
        return False
    noun = word.priors.get("NOUN", -99.0)
    return (
        noun >= word.priors.get("ADV", -99.0) + 0.5 and noun >= word.priors.get("ADJ", -99.0) - 1.0
    )


def _is_predicate(words: Sequence[Word], at: int) -> bool:
    """τα μέτρα είναι (ήδη) σωστά: the adjective is said of the subject."""
    before_words = words[max(0, at - 2) : at]
    after = words[at + 1] if at + 1 < len(words) else None
    if at and words[at - 1].form == ",":
        return False  # ήταν, σύμφωνα με αυτόν
    if after is not None and after.form in _A:
        return False  # είναι ουσιαστικά μια αλλαγή
    copula = any(word.lemmas.get("AUX") == "είμαι" for word in before_words)
    ends = after is None or not ({"ADJ", "ADV", "VERB", "NOUN"} & after.can)
    return copula and ends and words[at].form not in _ADVERBS_OF_STATE


def is_predicate_adjective(words: Sequence[Word], at: int) -> bool:
    """τα σχέδια ήταν απλά: said of the subject, what is a noun only as an adjective without one."""
    word = words[at]
    noun, adjective = word.lemmas.get("NOUN"), word.lemmas.get("ADJ")
    if noun is None or adjective is None or accentless_key(noun)[-1:] != "ο":
        return False
    return noun[:-1] == adjective[:-2] and _is_predicate(words, at)


def _is_clearly(word: Word, tag: str) -> bool:
    """Tell whether a reading is far more usual than the others."""
    others = [prior for other, prior in word.priors.items() if other != tag]
    return word.priors.get(tag, -99.0) >= max(others, default=0.0) + _CLEARLY


def disagrees(article: str, word: Word) -> bool:
    """Tell whether no noun can follow the article, of a form that is rather a verb: της έδωσα."""
    if word.capital or not _is_clearly(word, "VERB"):
        return False
    cells = ARTICLES[article]
    for tag, lemma in word.lemmas.items():
        if tag in ("NOUN", "PROPN"):
            found = noun_cells(word.form, lemma)
        elif tag == "ADJ":
            found = adjective_cells(word.form)
        else:
            continue
        if not found or not found.isdisjoint(cells):
            return False
    return True


def adverb_in_a(words: Sequence[Word], at: int, tags: Sequence[str]) -> bool:
    """Tell the adverb in -ά (μιλά σωστά) from the adjective or noun alike (τα σωστά λόγια)."""
    word = words[at]
    if at:
        previous = words[at - 1]
        cells = ARTICLES.get(previous.form)
        if cells is not None and tags[at - 1] != "PRON":
            return cells.isdisjoint(adjective_cells(word.form))  # το δυνητικά τεράστιο
        if tags[at - 1] == "DET" or (tags[at - 1] == "ADJ" and previous.final == word.final):
            return False
    if _is_predicate(words, at):
        return False
    last = _end_of_series(words, at)
    after = words[last + 1] if last + 1 < len(words) else None
    if after is None:
        return True
    if after.form in ("με", "από") or after.lemmas.get("ADP") == "σε":
        return True
    if _neuter_plural(after):
        return False
    # A feminine singular (νέα κυβέρνηση) is possible only where the adjective has one in -α.
    lemma = after.lemmas.get("NOUN", "")
    return not ("fsN" in adjective_cells(word.form) and "fsN" in noun_cells(after.form, lemma))


def stands_alone(words: Sequence[Word], at: int, tags: Sequence[str]) -> bool:
    """Tell whether a word is all there is between an article and a verb: το νανοϋλικό αντέχει."""
    before = at > 0 and words[at - 1].form in ARTICLES and tags[at - 1] == "DET"
    after = words[at + 1].only if at + 1 < len(words) else None
    return before and after in ("VERB", "AUX")


def adjective_of_next(words: Sequence[Word], at: int) -> bool:
    """Tell whether an agreeing noun follows, after other adjectives: νέα (ευρωπαϊκή) κυβέρνηση."""
    form = words[at].form
    for word in words[at + 1 : at + 4]:
        lemma = word.lemmas.get("NOUN")
        if lemma is not None and word.only is not None:
            return agree(form, word.form, lemma)
        if word.only != "ADJ":
            return False
    return False
