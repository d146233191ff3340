"""Local context analysis and the worth of segments, by plain loops."""

import itertools
import math

import numpy as np
import pytest

from tests.methods.learning_texts import NO_WORDS, method_text, topic_text
from tmima import Segmentation, TmimaError
from tmima.methods.literature.ponte import Ponte, SegmentWorth, _passages

COLLECTION = [
    "ship sail harbour",
    "ship wave wave tide",
    "sail tide harbour",
    "cow barn hay hay",
    "barn milk",
    "cow milk ship",
]


def learnt(**options):
    method = Ponte(passage=1, **options)
    method.learn([method_text(COLLECTION)])
    return method


def test_passages_take_whole_units():
    assert _passages(method_text(["a b c", "d", "e f", "g"]), 4) == Segmentation((2, 4))
    assert _passages(method_text(["a b c", "d"]), 1) == Segmentation((1, 2))


def test_belief_is_the_plain_product():
    method = learnt(passages=3, concepts=4)
    passages = [line.split() for line in COLLECTION]
    query = ["ship", "tide"]
    holding = {w: sum(w in p for p in passages) for p in passages for w in p}
    rarity = {w: math.log10(len(passages) / n) for w, n in holding.items()}
    idf = {w: min(1.0, r / 5) for w, r in rarity.items()}

    def cosine(passage):
        norm = math.sqrt(sum((passage.count(w) * rarity[w]) ** 2 for w in set(passage)))
        return sum(passage.count(w) * rarity[w] ** 2 for w in query) / norm

    best = sorted((p for p in passages if cosine(p) > 0), key=cosine, reverse=True)[:3]

    def belief(concept):
        value = 1.0
        for w in query:
            af = sum(p.count(concept) * p.count(w) for p in best)
            value *= (0.1 + math.log(1 + af) * idf[concept] / math.log(len(best))) ** idf[w]
        return value

    values = {c: belief(c) for p in best for c in p}
    numbers = method.vocabulary_.numbers
    names = {number: word for word, number in numbers.items()}
    asked = np.array([numbers[w] for w in query])
    candidates, logarithms = method.beliefs(asked)
    found = {names[n]: math.exp(b) for n, b in zip(candidates, logarithms, strict=True)}
    assert found == pytest.approx(values)
    chosen = [values[names[n]] for n in method._words_of_greatest_belief(asked)]
    assert chosen == pytest.approx(sorted(values.values(), reverse=True)[:4])


def test_units_keep_their_own_words_and_gain_others():
    method = learnt()
    found = method.expansions(method_text(["sail", "unheard", "1"])).toarray()
    numbers = method.vocabulary_.numbers
    assert found[0, numbers["sail"]] == 1
    assert found[0, numbers["tide"]] == 1  # they stand in one passage
    assert found[0, numbers["barn"]] == 0
    assert found[1].sum() == 1
    assert found[2].sum() == 0


def test_worth_is_the_plain_loop():
    chance = np.random.default_rng(1)
    table = chance.random((6, 6))
    table = table + table.T
    np.fill_diagonal(table, 0)
    worth = SegmentWorth(table)

    def plain(first, last):
        n = last - first
        pairs = [table[i, j] for i, j in itertools.combinations(range(first, last), 2)]
        outside = [*range(max(first - n, 0), first), *range(last, min(last + n, 6))]
        across = [table[i, j] for i in range(first, last) for j in outside]
        mean = sum(pairs) / len(pairs) if pairs else 0.0
        return n * (mean - (sum(across) / len(across) if across else 0.0))

    for end in range(1, 7):
        assert worth.ending(end) == pytest.approx([plain(start, end) for start in range(end)])


def test_expansion_joins_what_shares_no_word():
    method = learnt(shortest=2)
    lines = ["sail", "wave", "harbour", "hay", "milk", "barn"]
    assert method.segment(method_text(lines)) == Segmentation((3, 6))
    assert method.segment(method_text(lines), n_segments=2) == Segmentation((3, 6))


def test_lengths_stay_in_the_range_where_they_can():
    method = learnt(shortest=2, longest=3)
    text, _ = topic_text(3)
    assert all(2 <= length <= 3 for length in method.segment(text).lengths)
    assert method.segment(method_text(["ship"])) == Segmentation((1,))
    # A number of segments prevails over the range.
    assert method.segment(method_text(["ship"] * 4), n_segments=1) == Segmentation((4,))
    assert len(method.segment(method_text(["ship"] * 4), n_segments=4)) == 4


def test_learnt_topics_are_found_again_and_the_same_twice():
    method = Ponte(shortest=2, passage=8)
    method.learn([topic_text(seed)[0] for seed in range(8)])
    text, truth = topic_text(100)
    assert method.segment(text, n_segments=len(truth)) == truth
    assert method.segment(text) == method.segment(text)


def test_odd_texts():
    method = learnt()
    assert method.segment(method_text(NO_WORDS)).size == 3
    assert method.segment(method_text(["unheard", "words"])).size == 2


def test_errors_name_what_was_seen():
    with pytest.raises(TmimaError, match="ponte needs a collection"):
        Ponte().segment(method_text(["ship"]))
    with pytest.raises(TmimaError, match="1 texts without a kept word"):
        Ponte().learn([method_text(NO_WORDS)])
    with pytest.raises(TmimaError, match="from 5 to 3"):
        Ponte(shortest=5, longest=3)
