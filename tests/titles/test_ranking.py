"""What ranks phrases: facts of a text, and what they share with the best ones, by plain loops."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tmima import languages
from tmima.formats import read
from tmima.titles.phrase_features import TextFacts
from tmima.titles.ranking import SCALE, agreement

TEXT = (
    "Boats sail. Boats and sails turn. Tides turn boats. "
    "Tides come. The sails dry. "
    "Boats sail on tides. Boats dry."
)
SENTENCES = [0, 3, 5, 7]
PHRASE = st.lists(st.integers(0, 4), min_size=1, max_size=3)


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


@given(st.lists(st.tuples(st.integers(0, 2), PHRASE, st.integers(-SCALE, SCALE)), max_size=12))
def test_agreement_is_the_mean_of_shares_by_nearness_to_the_best(phrases):
    phrases = sorted(phrases, key=lambda one: one[0])
    segments = np.array([segment for segment, _, _ in phrases], dtype=np.int64)
    rows = [held + [-1] * (3 - len(held)) for _, held, _ in phrases]
    held = np.array(rows, dtype=np.int64).reshape(-1, 3)
    values = np.array([value for _, _, value in phrases]) / SCALE
    found = agreement(values, held, segments)
    for place, (segment, own, _) in enumerate(phrases):
        others = [other for other in range(len(phrases)) if phrases[other][0] == segment]
        best = max(values[other] for other in others)
        weights = [max(0.0, 0.2 - (best - values[other])) ** 2 for other in others]
        shares = [
            len({*own} & {*phrases[other][1]}) / len({*own} | {*phrases[other][1]})
            for other in others
        ]
        wanted = sum(a * b for a, b in zip(weights, shares, strict=True)) / sum(weights)
        assert abs(found[place] - wanted) < 1e-3
