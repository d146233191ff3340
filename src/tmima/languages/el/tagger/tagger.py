"""Tags and lemmas for the words of a sentence.

Each word has its readings from `candidates`; the context decides where there are several, from left
to right: function words by the rules of `rules`, open classes by the weights of a `Model` and by
how frequent the reading's lemma is. A model that a user trained on a treebank decides both.
"""

from collections.abc import Sequence

from tmima.languages.el.tagger.candidates import Candidates
from tmima.languages.el.tagger.features import extract
from tmima.languages.el.tagger.model import Model
from tmima.languages.el.tagger.names import is_inside, nominative
from tmima.languages.el.tagger.rules import suggest
from tmima.languages.el.tagger.word import Word


class Tagger:
    """Part-of-speech tags (UPOS) and lemmas for Greek."""

    def __init__(self, candidates: Candidates, model: Model) -> None:
        self.candidates = candidates.with_added(model.readings) if model.readings else candidates
        self.model = model

    def tag(self, words: Sequence[str]) -> list[tuple[str, str]]:
        """Give the tag and the lemma of each word of one sentence."""
        found = [self.candidates(word) for word in words]
        tags = self.decide(found)
        return [word.answer or in_context(found, tags, at) for at, word in enumerate(found)]

    def decide(self, words: Sequence[Word]) -> list[str]:
        """Choose one tag for each word, from left to right."""
        tags = [word.only or "" for word in words]
        self.fill(words, tags)
        return tags

    def fill(self, words: Sequence[Word], tags: list[str]) -> None:
        """Choose the tags that are empty, from left to right."""
        for at in [at for at, tag in enumerate(tags) if not tag]:
            tags[at] = self._choose(words, at, tags)

    def _choose(self, words: Sequence[Word], at: int, tags: Sequence[str]) -> str:
        word = words[at]
        hint = suggest(words, at, tags)
        if self.model.supervised:
            return self.model.best(extract(words, at, tags, hint), word.tags)
        if hint in word.lemmas:
            return hint
        allowed = word.tags
        if hint == "-ADV":
            allowed = tuple(tag for tag in allowed if tag != "ADV")
        return self.model.best(extract(words, at, tags), allowed, word.priors)


def in_context(words: Sequence[Word], tags: Sequence[str], at: int) -> tuple[str, str]:
    """Give tag and lemma of a word that has no answer by itself."""
    word, tag = words[at], tags[at]
    if word.name and tag == "NOUN" and is_inside(words, at):
        return "PROPN", word.name
    if word.known or tag != "PROPN":
        return tag, word.lemmas[tag]
    return tag, nominative(words, tags, at)
