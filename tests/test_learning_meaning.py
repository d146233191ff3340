"""Features of meaning that are on trial, beside plain loops over vectors."""

import math
from itertools import combinations, product

import numpy as np
import pytest
from tools.learning.meaning import (
    CENTRED,
    RAW,
    STANDING,
    Meaning,
    WordVectors,
    nothing_known,
    read_table,
)

from tmima import Segmenter
from tmima.learnt.numerics import WINDOW
from tmima.text import Units

SHIPS = [f"The {ship} sailed from the harbour with {load}." for ship, load in product(
    ("frigate", "schooner", "steamer", "barge"), ("coal", "wool", "timber"))]  # fmt: skip
BREAD = [f"The baker kneads {flour} into {bread}." for flour, bread in product(
    ("flour", "dough", "butter", "yeast"), ("loaves", "cakes", "biscuits"))]  # fmt: skip


def units_of(sentences, language="en"):
    return Units.of(Segmenter(language=language, format="lines").read("\n".join(sentences)))


def made_table():
    """Return vectors of which those of ships lie near each other, and so do those of bread."""
    chance = np.random.default_rng(1)
    subjects = chance.normal(size=(2, 64))
    found = {}
    for subject, sentences in zip(subjects, (SHIPS, BREAD), strict=True):
        for word in sorted(set(units_of(sentences).vocabulary)):
            found[word] = np.rint(20 * (subject + chance.normal(size=64))).astype(np.int8)
    stems = sorted(found)
    return WordVectors(
        np.array([one.encode() for one in stems]), np.array([*map(found.get, stems)])
    )


TABLE = made_table()


@pytest.fixture(scope="module")
def units():
    return units_of([*SHIPS, *BREAD])


def looped_vectors(units):
    """Return the vector of each unit in double precision, by a dictionary of the table."""
    known = {
        stem.decode(): row.astype(float)
        for stem, row in zip(TABLE.stems, TABLE.vectors, strict=True)
    }
    found = []
    for first, last in zip(units.starts, units.starts[1:], strict=False):
        words = [units.vocabulary[number] for number in units.terms[first:last]]
        total = sum((known[word] for word in words if word in known), np.zeros(64))
        found.append(total / max(1e-9, np.linalg.norm(total)))
    return np.array(found)


def without_mean(vectors):
    apart = vectors - vectors.sum(axis=0) / vectors.any(axis=1).sum()
    return apart / np.maximum(1e-9, np.linalg.norm(apart, axis=1, keepdims=True))


def test_words_are_looked_up_whole(tmp_path):
    np.savez(tmp_path / "own.npz", **TABLE._asdict())
    table = read_table(tmp_path / "own.npz")
    first, last = (table.stems[place].decode() for place in (0, -1))
    rows = table.rows((first, last, "zzzqq", "α", first * 9, ""))
    assert rows.tolist() == [0, len(table.stems) - 1, -1, -1, -1, -1]


def test_columns_are_those_of_plain_loops(units):
    raw = looped_vectors(units)
    apart = without_mean(raw)
    size = len(units)
    products = apart @ apart.T
    pairs = [products[i, j] for i, j in combinations(range(size), 2)]
    mean, spread = np.mean(pairs), np.std(pairs)
    found = Meaning.of(units, TABLE).columns(0, size)
    for window, place in product((1, 3, 8, 55), (1, 5, 12, 23)):
        before = range(max(0, place - window), place)
        after = range(place, min(size, place + window))
        across = [products[i, j] for i, j in product(before, after)]
        within = [products[i, j] for i, j in combinations(before, 2)]
        for side, some in (("across", across), ("before", within)):
            wanted = (sum(some) - mean * len(some)) / (spread * math.sqrt(max(1, len(some))))
            assert found[side, window][place] == pytest.approx(wanted, abs=0.05)
        if window in (1, 3, 8):
            for name, vectors in ((RAW, raw), (CENTRED, apart)):
                one, other = vectors[list(before)].sum(axis=0), vectors[list(after)].sum(axis=0)
                wanted = one @ other / np.linalg.norm(one) / np.linalg.norm(other)
                assert found[name, window][place] == pytest.approx(wanted, abs=0.01)


def test_the_place_where_the_subject_changes_stands_out(units):
    columns = Meaning.of(units, TABLE).columns(0, len(units))
    for name in (CENTRED, STANDING):
        assert int(np.argmin(columns[name, 5])) == len(SHIPS)


def test_places_seen_apart_are_seen_as_together(units):
    """To the last bit: sums are of whole numbers."""
    meaning = Meaning.of(units, TABLE)
    whole, part = meaning.columns(0, len(units)), meaning.columns(7, 15)
    assert all((part[key] == whole[key][7:15]).all() for key in whole)


def test_a_long_text_is_seen_in_parts(units):
    many = units_of([*SHIPS, *BREAD] * (1 + WINDOW // len(units)))
    assert len(many) > WINDOW
    meaning = Meaning.of(many, TABLE)
    assert len(meaning.apart) == len(many)
    edge = meaning.columns(WINDOW, WINDOW + 1)
    near = meaning.columns(WINDOW - 5, WINDOW + 5)
    assert all(edge[key][0] == near[key][5] for key in edge)


def test_units_without_known_words_have_no_vector():
    units = units_of(["Zzzqq xqzzk.", SHIPS[0], "42.", BREAD[0]])
    meaning = Meaning.of(units, TABLE)
    assert not meaning.raw[[0, 2]].any()
    assert meaning.raw[[1, 3]].any(axis=1).all()
    assert 0 < meaning.known < 1
    columns = meaning.columns(0, len(units))
    assert all(np.isfinite(column).all() for column in columns.values())


def test_what_is_seen_without_vectors_has_the_same_names(units):
    assert nothing_known(3).keys() == Meaning.of(units, TABLE).columns(0, 3).keys()


@pytest.mark.parametrize("sentences", [["Ships."], ["Ships.", "Bread."]])
def test_short_texts_have_finite_features(sentences):
    columns = Meaning.of(units_of(sentences), TABLE).columns(0, len(sentences))
    assert all(np.isfinite(column).all() for column in columns.values())


def test_nothing_is_known_of_a_text_without_words():
    assert Meaning.of(units_of(["...", "!!!"]), TABLE) is None
