"""The decisions that need nothing but the next words, for all words of a text at once.

Every second ambiguous word of a text is an article or a pronoun, and its neighbours alone tell
which. What is decided here is what `rules.article_or_pronoun` and `rules.determiner_or_pronoun`
say, which are the readable statement of it.
"""

from collections.abc import Sequence
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tmima.arrays import Rows
from tmima.languages.el.tagger import nominal, rules
from tmima.languages.el.tagger.word import Word

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
        | _BEFORE_VERB * (word.form in rules.BEFORE_VERB)
        | _BEGINS_CLAUSE * (word.form in rules.BEGINS_CLAUSE)
    )
    if word.listed and {"DET", "PRON"} <= word.can:
        rule = rules.rule_of(word)
        found |= _BY_ARTICLE * (rule is rules.article_or_pronoun)
        found |= _BY_DETERMINER * (rule is rules.determiner_or_pronoun)
    return found


@cache
def _shown_by_tags(can: frozenset[str]) -> int:
    return (
        _VERBAL * bool(can & rules.VERBAL)
        | _ONLY_VERBAL * (can <= rules.VERBAL)
        | _MAY_BE_VERB * ("VERB" in can)
        | _NOMINAL * bool(can & rules.NOMINAL)
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
