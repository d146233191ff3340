"""What ranks phrases: facts of a text, and the sums of trees, by plain loops."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tmima import languages
from tmima.formats import read
from tmima.titles.phrase_features import FEATURES, TextFacts
from tmima.titles.ranking import SCALE, shipped

TEXT = (
    "Boats sail. Boats and sails turn. Tides turn boats. "
    "Tides come. The sails dry. "
    "Boats sail on tides. Boats dry."
)
SENTENCES = [0, 3, 5, 7]


def test_facts_of_a_text_are_those_of_plain_loops():
    document = read(TEXT, languages.analyzer("en"))
    words = [[token.term for token in one.tokens if token.kept] for one in document.sentences]
    names = sorted({word for sentence in words for word in sentence})
    senses = document.columns.words
    terms = np.array(
        [
            names.index(lemma) if kept else -1
            for lemma, _, kept in (senses.senses[number] for number in senses.numbers)
        ]
    )
    facts = TextFacts.of(document, terms.astype(np.int32), names, SENTENCES)
    for place, pair in enumerate(facts.pairs.tolist()):
        segment, term = divmod(pair, len(names))
        first, last = SENTENCES[segment : segment + 2]
        having = [one for one in range(first, last) if names[term] in words[one]]
        count = sum(words[one].count(names[term]) for one in having)
        earlier = sum(words[one].count(names[term]) for one in range(first))
        found = (
            facts.counts[place],
            facts.covered[place],
            facts.firsts[place],
            facts.lasts[place],
            facts.earlier[place],
        )
        assert found == (count, len(having), having[0], having[-1], earlier)
    held = np.array([[names.index("boat"), -1]])
    assert facts.times(np.array([0]), held).tolist() == [[3, 0]]
    assert facts.times(np.array([1]), held).tolist() == [[0, 0]]
    assert facts.times(np.array([-1]), held).tolist() == [[0, 0]]


@given(st.lists(st.floats(-2, 2, width=32), min_size=len(FEATURES), max_size=len(FEATURES)))
def test_values_are_those_of_trees_walked_one_by_one(numbers):
    row = np.array([numbers], dtype=np.float64)
    row[0, FEATURES.index("rank")] = 3
    ranker = shipped()
    total = int(ranker.places[3])
    for asked, thresholds, leaves in zip(
        ranker.features, ranker.thresholds, ranker.leaves, strict=True
    ):
        leaf = 0
        for level, (feature, threshold) in enumerate(zip(asked, thresholds, strict=True)):
            leaf += (np.float32(row[0, feature]) > threshold) << level
        total += int(leaves[leaf])
    assert ranker.values(row)[0] == total / SCALE
