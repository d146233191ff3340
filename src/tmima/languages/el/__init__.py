"""Modern Greek: sentences, words, parts of speech and lemmas, from data installed with the package.

The lexicon and the word lists are loaded when the first Greek text comes, not before.
"""

from collections.abc import Iterable
from pathlib import Path

from tmima.document.analyzer import Analyzer


def analyzer(
    *,
    normalise: str | None = None,
    stopwords: Iterable[str] | None = None,
    tagger: Path | None = None,
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
    from tmima.languages.el.rules_only import GREEK
    from tmima.languages.rules import RuleAnalyzer

    return RuleAnalyzer(GREEK, normalise=normalise, stopwords=stopwords)
