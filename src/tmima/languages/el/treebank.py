"""Train the choice between readings on a treebank of one's own.

An averaged perceptron (Collins 2002) over the features of `tagging`, limited to the readings that
the closed classes, the lexicon and the guesser allow. Sentences are tagged from left to right with
the weights so far, so the tags to the left are as uncertain in training as they will be in use.
"""

import random
from collections import Counter, defaultdict
from collections.abc import Iterable
from itertools import pairwise
from typing import Final

import numpy as np

from tmima.formats import ConlluSentence
from tmima.languages.el.candidates import Candidates
from tmima.languages.el.columns import WordLine
from tmima.languages.el.decisions import hint_name, hint_rows
from tmima.languages.el.tagging import INDEX, TEMPLATES, Key, TaggerModel, Weights, feature_keys
from tmima.languages.el.word import TAGS, Word
from tmima.languages.el.word_lists import Reading

Example = tuple[list[Word], list[int], list[str]]

_Tables = list[dict[Key, list[float]]]  # as Weights, but open to change


class _AveragedPerceptron:
    """Weights with their running sums, each brought up to date only when it changes."""

    def __init__(self, start: TaggerModel | None) -> None:
        tables: Weights = start.weights if start else [{} for _ in TEMPLATES]
        self.weights: _Tables = [{key: list(row) for key, row in table.items()} for table in tables]
        self._totals: _Tables = [{} for _ in TEMPLATES]
        self._stamps: list[dict[Key, list[int]]] = [{} for _ in TEMPLATES]
        self.now = 0

    def add(self, template: int, key: Key, index: int, change: float) -> None:
        row = self.weights[template].setdefault(key, [0.0] * len(TAGS))
        total = self._totals[template].setdefault(key, [0.0] * len(TAGS))
        stamp = self._stamps[template].setdefault(key, [0] * len(TAGS))
        total[index] += (self.now - stamp[index]) * row[index]
        stamp[index] = self.now
        row[index] += change

    def average(self) -> Weights:
        """Give the mean of each weight over all steps."""
        result: _Tables = [{} for _ in TEMPLATES]
        for template, table in enumerate(self.weights):
            for key, row in table.items():
                stamp = self._stamps[template].get(key)
                if stamp is None:  # a weight of the start that no error has touched
                    result[template][key] = row
                    continue
                total = self._totals[template][key]
                result[template][key] = [
                    (total[index] + (self.now - stamp[index]) * row[index]) / max(1, self.now)
                    for index in range(len(TAGS))
                ]
        return result


EPOCHS: Final = 8
LEAST: Final = 3
SHARE: Final = 0.1


def examples(sentences: Iterable[ConlluSentence], candidates: Candidates) -> list[Example]:
    """Return of each sentence its words, their rows of hints and their tags.

    The tag of a multiword token is that of its first word; the row of a word with one reading is
    not used.
    """
    treebank = list(sentences)
    numbers = candidates.numbers_of(token.text for each in treebank for token in each.tokens)
    edges = np.cumsum([0, *(len(each.tokens) for each in treebank)]).astype(np.int32)
    memory = candidates.memory
    ambiguous = np.flatnonzero(memory.rows["only_tag"][numbers] < 0)
    line = WordLine(memory, numbers, edges)
    rows = np.zeros(len(numbers), dtype=np.int32)
    rows[ambiguous] = hint_rows(line, line.places[ambiguous])
    return [
        (
            [memory.word(number) for number in numbers[first:last].tolist()],
            rows[first:last].tolist(),
            [token.words[0][2] if token.words else "X" for token in sentence.tokens],
        )
        for sentence, (first, last) in zip(treebank, pairwise(edges.tolist()), strict=True)
    ]


def readings(
    sentences: Iterable[ConlluSentence], candidates: Candidates
) -> dict[str, tuple[Reading, ...]]:
    """Collect the readings of the treebank that differ from ours: its conventions.

    A tag or lemma counts when the form has it at least `LEAST` times, and in a tenth of its places.
    """
    seen: dict[str, Counter[Reading]] = defaultdict(Counter)
    for sentence in sentences:
        for token in sentence.tokens:
            if len(token.words) == 1 and token.words[0][2] in INDEX:
                _, lemma, tag = token.words[0]
                seen[token.text][Reading(tag, lemma)] += 1
    by_form: dict[str, Counter[Reading]] = defaultdict(Counter)
    for text, counts in seen.items():
        word = candidates(text)
        for (tag, lemma), number in counts.items():
            same = (
                next((own for own in word.tags if INDEX[own] == INDEX[tag]), tag)
                if word.tags[0] in INDEX
                else tag
            )
            by_form[word.form][Reading(same, lemma)] += number
    result: dict[str, tuple[Reading, ...]] = {}
    for form, counts in by_form.items():
        total = sum(counts.values())
        usual = tuple(r for r, n in counts.most_common() if n >= max(LEAST, SHARE * total))
        own = candidates(form).lemmas
        if any(own.get(tag) != lemma for tag, lemma in usual):
            result[form] = usual
    return result


def train_model(
    sentences: Iterable[ConlluSentence],
    candidates: Candidates,
    start: TaggerModel | None = None,
    *,
    epochs: int = EPOCHS,
    seed: int = 0,
) -> TaggerModel:
    """Learn a model from tagged sentences, beginning with the weights of `start`."""
    treebank = list(sentences)
    added = readings(treebank, candidates)
    data = examples(treebank, candidates.with_readings(added))
    if not data:
        raise ValueError("no sentence to train on: the file has no CoNLL-U token lines")
    averaged = _AveragedPerceptron(start)
    model = TaggerModel(averaged.weights, supervised=True)
    order = random.Random(seed)
    for _ in range(epochs):
        order.shuffle(data)
        for example in data:
            _learn(model, averaged, example)
    return TaggerModel(averaged.average(), supervised=True, readings=added)


def _learn(model: TaggerModel, averaged: _AveragedPerceptron, example: Example) -> None:
    words = example[0]
    tags: list[str] = []
    for at, (word, row, truth) in enumerate(zip(*example, strict=True)):
        tag = word.tags[0]
        if word.only is None:
            averaged.now += 1
            keys = feature_keys(words, at, tags, hint_name(row, tags[at - 1] if at else None))
            tag, right = model.best_tag(keys, word.tags), INDEX.get(truth)
            if right is not None and right != INDEX[tag] and right in map(INDEX.get, word.tags):
                for template, key in enumerate(keys):
                    if key is not None:
                        averaged.add(template, key, right, 1.0)
                        averaged.add(template, key, INDEX[tag], -1.0)
        tags.append(tag)
