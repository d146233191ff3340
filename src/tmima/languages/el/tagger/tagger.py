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
        answers = [word.answer for word in found]
        open_places = [place for place, answer in enumerate(answers) if answer is None]
        for place, answer in zip(open_places, self.answers(found, open_places), strict=True):
            answers[place] = answer
        return [answer for answer in answers if answer is not None]

    def answers(self, words: Sequence[Word], places: Sequence[int]) -> list[tuple[str, str]]:
        """Give tag and lemma of the words of a sentence that have no answer by themselves."""
        tags = self.decide(words)
        return [_in_context(words, tags, at) for at in places]

    def decide(self, words: Sequence[Word]) -> list[str]:
        """Choose one tag for each word, from left to right."""
        tags = [word.only or "" for word in words]
        for at in [at for at, tag in enumerate(tags) if not tag]:
            tags[at] = self._choose(words, at, tags)
        return tags

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


def _in_context(words: Sequence[Word], tags: Sequence[str], at: int) -> tuple[str, str]:
    word, tag = words[at], tags[at]
    if word.name and tag == "NOUN" and is_inside(words, at):
        return "PROPN", word.name
    if word.known or tag != "PROPN":
        return tag, word.lemmas[tag]
    return tag, nominative(words, tags, at)
