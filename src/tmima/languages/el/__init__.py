"""Modern Greek: sentences, words, parts of speech and lemmas, from data installed with the package.

The lexicon and the word lists are loaded when the first Greek text comes, not before.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from os import PathLike

from tmima.languages.language import (
    Language,
    LanguageEntry,
    Probability,
    TaggerEntry,
    TalkWords,
)
from tmima.languages.phrases import PartOf
from tmima.text import Analyzer, Sense, Tag


def analyzer(
    *,
    normalise: str | None = None,
    stopwords: Iterable[str] | None = None,
    tagger: str | PathLike[str] | None = None,
) -> Analyzer:
    """Return the analyzer for Greek: the tagger's lemmas, or plain words or stems by rule.

    Args:
        normalise: "lemma" (default), "stem" or "plain".
        stopwords: words that are not kept, in place of the list of common content words; empty
            for the paper's plain filter by part of speech.
        tagger: a model that was trained on a treebank, in place of the shipped weights.
    """
    if normalise in (None, "lemma"):
        from tmima.languages.el.analysis import GreekAnalyzer, load_tagger

        return GreekAnalyzer(load_tagger(tagger), stopwords=stopwords)
    from tmima.languages.rules import RuleAnalyzer

    return RuleAnalyzer(rules(), normalise=normalise, stopwords=stopwords)


@cache
def rules() -> Language:
    """Return Greek as a language of general rules, without its tagger."""
    from tmima.languages.el.spans import split_sentences

    return Language(
        code=LANGUAGE.code,
        normalise="lemma",
        split=split_sentences,
        # Capitals are written without accents, and the list of stop words has none.
        accents_optional=True,
    )


def _load_tagger(model: str | PathLike[str] | None) -> Tag:
    from tmima.languages.el.analysis import load_tagger

    return load_tagger(model).tag


def _train_tagger(treebank: str | PathLike[str]) -> str:
    from tmima.languages.el.analysis import train_tagger

    return train_tagger(treebank).dump()


def _word_probabilities() -> Probability:
    from tmima.languages.el.analysis import word_probability

    return word_probability()


def _phrase_roles() -> PartOf:
    from tmima.languages.el.nominal import phrase_role

    return phrase_role


def _nominative(forms: Sequence[str], senses: Sequence[Sense]) -> str:
    from tmima.languages.el.nominal import in_nominative

    return in_nominative(forms, senses)


def _without_second_accent(word: str) -> str:
    """Drop the accent that an enclitic throws on the word before it."""
    from tmima.languages.el.characters import without_second_accent

    return without_second_accent(word)


TALK = TalkWords(
    introduces=r"με λένε|(?:είμαι|είναι) [οη]|μαζί (?:μας|μου),? (?:είναι )?(?:ο|η|οι)|κύριε|κυρία|"
    r"κ\.|ευχαριστώ,?|ευχαριστούμε,?|καλησπέρα,?|καλημέρα,?|γεια σου,?",
    shows=r"καλώς (?:ήρθατε|ορίσατε) (?:στο|στην|στον|στα)|ακούτε (?:το|την|τον|τα)",
    greets=r"καλώς (?:ήρθατε|ορίσατε)|καλησπέρα|καλημέρα|γεια σας|με λένε",
    thanks_sponsors=r"χορηγ|διαφημιστικ|μικρό διάλειμμα|επιστρέφουμε",
    says_farewell=r"ευχαριστούμε|ευχαριστώ πολύ|τα λέμε|εις το επανιδείν|αντίο|γεια σας|καλό βράδυ",
    greeting="Εισαγωγή",
    sponsors="Διάλειμμα",
    farewell="Κλείσιμο",
    breaks=frozenset("διάλειμμα διαφήμιση διαφημίσεις χορηγός χορηγοί".split()),
)

LANGUAGE = LanguageEntry(
    code="el",
    analyzer=analyzer,
    aliases=("ell", "gre"),
    scripts=("GREEK",),
    stemmer="greek",
    tagger=TaggerEntry(_load_tagger, _train_tagger),
    frequencies=_word_probabilities,
    parts=_phrase_roles,
    alone=_without_second_accent,
    nominative=_nominative,
    conjunction="και",
    introduction="Εισαγωγή",
    talk=TALK,
)
