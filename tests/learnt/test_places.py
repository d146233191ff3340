"""What is seen at the places of a text: features by plain loops, signs, beliefs."""

import math
import random
from collections.abc import Callable
from itertools import pairwise, product

import numpy as np
import pytest

import tmima
from tmima.learnt import Model, beliefs, names, seen
from tmima.learnt.features import SIGNS, TEXT, layout_signs
from tmima.learnt.similarity_windows import WINDOWS
from tmima.learnt.surface import ENDINGS
from tmima.learnt.words import GAPS, SPANS, SPLITS
from tmima.paper import BUNDLED
from tmima.similarity.words import GradedWords
from tmima.text import Cue, Source, Timeline, Units


@pytest.fixture(scope="module")
def units() -> Units:
    text = "".join(path.read_text("utf-8") for path in sorted(BUNDLED.glob("archaeology/*.txt")))
    return Units.of(tmima.Segmenter(language="el").read(text))


def test_windows_and_splits_are_those_of_plain_loops(units):
    similarity = GradedWords(units)
    found = seen(similarity, units)
    block = similarity.columns(0, len(units))
    named = names()
    assert found.values.shape == (len(units), len(named))
    size = len(units)
    matrix = np.zeros((size, size))
    matrix[block.rows, block.columns()] = block.values
    matrix += matrix.T
    degrees = matrix.sum(axis=1)
    scale = matrix.sum() / (degrees.sum() ** 2 - (degrees**2).sum())
    beyond = matrix - scale * np.outer(degrees, degrees)
    np.fill_diagonal(beyond, 0)
    upper = np.triu_indices(size, 1)
    assert found.deviation == pytest.approx(math.sqrt(np.mean(beyond[upper] ** 2)))
    beyond /= found.deviation
    for place in (1, 2, 7, 60, size - 1):
        for window in WINDOWS:
            low, high = max(0, place - window), min(size, place + window)
            for name, values, pairs in (
                ("across", beyond[low:place, place:high], (place - low) * (high - place)),
                ("before", np.triu(beyond[low:place, low:place]), math.comb(place - low, 2)),
                ("after", np.triu(beyond[place:high, place:high]), math.comb(high - place, 2)),
            ):
                value = found.values[place, named.index(f"{name} {window}")]
                assert value == pytest.approx(values.sum() / math.sqrt(max(1, pairs)), abs=2e-5)
        for window in SPLITS:
            low, high = max(0, place - window), min(size, place + window)
            held = units.starts[high] - units.starts[low]
            odds = likely(units, low, place) + likely(units, place, high) - likely(units, low, high)
            value = found.values[place, named.index(f"split {window}")]
            assert value == pytest.approx(odds / math.sqrt(held), abs=2e-5)


def test_words_lengths_marks_and_positions_are_those_of_plain_loops(units):
    """Every other feature of a place but what is believed of it."""
    size, document = len(units), units.document
    assert document is not None
    told = dict(zip(names(), seen(GradedWords(units), units).values.T, strict=True))
    held = [units.terms[first:last].tolist() for first, last in pairwise(units.starts.tolist())]
    occurs: dict[int, list[int]] = {}
    for unit, terms in enumerate(held):
        for term in terms:
            occurs.setdefault(term, []).append(unit)

    def share(first: int, last: int, which: Callable[[int, list[int]], bool]) -> float:
        pairs = [(unit, term) for unit in range(first, last) for term in held[unit]]
        return sum(which(unit, occurs[term]) for unit, term in pairs) / max(1, len(pairs))

    kinds: dict[str, Callable[[int, list[int]], bool]] = {
        "new": lambda unit, where: len(where) > 1 and unit == where[0],
        "last": lambda unit, where: len(where) > 1 and unit == where[-1],
        "once": lambda unit, where: len(where) == 1,
    }
    logs = [math.log1p(words) for words in units.words.tolist()]
    mean, spread = np.mean(logs), np.std(logs)
    lines = [document.text[slice(*document.columns.spans[last - 1])] for _, last in units.runs]
    for place in (0, 1, 2, 9, 60, size - 1):
        expected = {"from the start": math.log1p(place) / 5, "place": place / size}
        expected["from the end"] = math.log1p(size - place) / 5
        for span, (name, which) in product(SPANS, kinds.items()):
            expected[f"{name} before {span}"] = share(max(0, place - span), place, which)
            expected[f"{name} after {span}"] = share(place, min(size, place + span), which)
        expected["words"], expected["terms"] = logs[place] / 3, len(held[place]) / 10
        expected["words here"] = (logs[place] - mean) / spread
        # Nothing is before the first place.
        expected["words before"] = logs[place - 1] / 3 if place else 0
        expected["words there"] = (logs[place - 1] - mean) / spread if place else 0
        expected["terms before"] = len(held[place - 1]) / 10 if place else 0
        for mark in ENDINGS:
            expected[f"ends {mark}"] = float(lines[place].endswith(mark))
            before = place > 0 and lines[place - 1].endswith(mark)
            expected[f"before it ends {mark}"] = float(before)
        for name, value in expected.items():
            assert told[name][place] == pytest.approx(value, abs=2e-5), (name, place)
    for gap in GAPS:
        across = np.zeros(size)
        for where in occurs.values():
            for before, after in pairwise(where):
                if after - before <= gap:
                    across[before + 1 : after + 1] += 1 / math.sqrt(len(where) - 1)
        standing = (across - across.mean()) / across.std()
        np.testing.assert_allclose(told[f"spanned {gap}"], standing, atol=2e-5)


@pytest.mark.parametrize(
    ("head", "small", "digit", "no_letter"),
    [
        ("The", 0, 0, 0),
        ("the", 1, 0, 0),
        ("ώρα", 1, 0, 0),
        ("3", 0, 1, 0),
        ("٣", 0, 1, 0),
        # Numbers, but no digits.
        ("Ⅳ", 0, 0, 0),
        ("½", 0, 0, 0),
        ("«The", 0, 0, 1),
        ("潮", 0, 0, 0),
    ],
)
def test_a_unit_begins_with_a_small_letter_a_digit_or_a_mark(head, small, digit, no_letter):
    units = Units.of(tmima.Segmenter(language="en", format="lines").read(f"A ship.\n{head} is.\n"))
    told = dict(zip(names(), seen(GradedWords(units), units).values[1], strict=True))
    assert [told[name] for name in ("small letter", "digit", "no letter")] == [
        small,
        digit,
        no_letter,
    ]


def test_units_of_fewer_than_four_words_are_tiny():
    text = "The ship waits here.\nThe ship waits.\nThe ship.\nThe old ship waits here.\n"
    units = Units.of(tmima.Segmenter(language="en", format="lines").read(text))
    assert units.words.tolist() == [4, 3, 2, 5]
    assert seen(GradedWords(units), units).said[TEXT.index("tiny units")] == 0.5


def test_where_all_units_are_alike_rounding_is_no_deviation():
    """What is left of D - E where nothing differs would be blown up to any size."""
    text = "The ship waits in the harbour.\n" * 30
    units = Units.of(tmima.Segmenter(language="en", format="lines").read(text))
    similarity = GradedWords(units)
    alike = similarity.columns(0, len(units)).values
    assert alike.min() == alike.max() > 0
    assert seen(similarity, units).deviation == pytest.approx(alike[0] / 20)


@pytest.mark.parametrize("window", [1, 40, 64])
def test_places_looked_at_some_at_a_time_are_the_same_to_the_last_bit(units, monkeypatch, window):
    whole = seen(GradedWords(units), units)
    values, odds = whole.values, Model.shipped().odds(whole)
    reasons = Model.shipped().reasons(whole)
    monkeypatch.setattr("tmima.learnt.numerics.WINDOW", window)
    monkeypatch.setattr("tmima.learnt.numerics.TOGETHER", 2 * len(units))
    parts = seen(GradedWords(units), units)
    assert len(list(parts.windows())) == -(-len(units) // window)
    assert parts.values.tobytes() == values.tobytes()
    assert parts.said.tobytes() == whole.said.tobytes()
    assert Model.shipped().odds(parts).tobytes() == odds.tobytes()
    for kind, one in Model.shipped().reasons(parts).items():
        assert one.tobytes() == reasons[kind].tobytes()


def likely(units: Units, first: int, last: int, alpha: float = 0.1) -> float:
    """Return the log probability of the words of some units by a compound multinomial."""
    words = len(units.vocabulary)
    counts = np.bincount(units.terms[units.starts[first] : units.starts[last]], minlength=words)
    return (
        math.lgamma(words * alpha)
        - math.lgamma(int(counts.sum()) + words * alpha)
        + sum(math.lgamma(count + alpha) - math.lgamma(alpha) for count in counts.tolist())
    )


def test_a_text_in_another_order_of_letters_has_the_same_features():
    """Nothing knows a language: other words in the same pattern are the same."""
    text = "the cat saw a ship.\na ship saw bread.\nbread is old?\nthe old cat sleeps.\n" * 3
    other = text.translate(
        str.maketrans("abcdefghijklmnopqrstuvwxyz", "bcdefghijklmnopqrstuvwxyza")
    )
    segmenter = tmima.Segmenter(language="und", format="lines", stopwords=[], normalise="plain")
    values = [
        seen(GradedWords(one), one).values
        for one in (Units.of(segmenter.read(each)) for each in (text, other))
    ]
    np.testing.assert_allclose(values[0], values[1], atol=1e-12)


def test_signs_say_yes_no_or_nothing():
    text = "Ann: Hello there. How are you?\n\nBob: Well.\n\nOn the road\n\nAnn: Let us go."
    units = Units.of(tmima.Segmenter(language="en", format="text").read(text))
    found = dict(zip(SIGNS, layout_signs(units).T.tolist(), strict=True))
    assert found["paragraph"] == [1, 0, 1, 1, 1]
    assert found["inside"] == [0, 1, 0, 0, 0]
    assert found["heading"] == [0, 0, 0, 1, 0]
    assert found["under heading"] == [0, 0, 0, 0, 1]
    assert found["turn"] == [1, 0, 1, 0, 1]
    assert found["inside turn"] == [0, 1, 0, 1, 0]
    assert found["item"] == found["no item"] == [0, 0, 0, 0, 0]
    text = "What is needed\n\n- Flour.\n\n2) Water.\n\nα. Salt.\n\nIt is baked."
    found = layout_signs(Units.of(tmima.Segmenter(language="en", format="text").read(text)))
    assert found[:, 6].tolist() == [0, 1, 1, 1, 0]
    assert found[:, 7].tolist() == [1, 0, 0, 0, 1]
    plain = Units.of(tmima.Segmenter(language="en", format="text").read("One. Two. Three."))
    assert not layout_signs(plain).any()


@pytest.mark.parametrize(
    ("heads", "items"),
    [
        (["- ", "- ", ""], [1, 1, 0]),
        (["12. ", "(13) ", ""], [1, 1, 0]),
        (["100) ", "iv. ", ""], [1, 1, 0]),
        # A single one tells of no layout.
        (["- ", "", ""], [0, 0, 0]),
    ],
)
def test_items_are_lines_with_a_mark_or_a_number_where_there_are_two(heads, items):
    text = "\n\n".join(f"{head}The ship waits" for head in heads) + "\n"
    units = Units.of(tmima.Segmenter(language="en", format="lines").read(text))
    assert layout_signs(units)[:, SIGNS.index("item")].tolist() == items


def test_a_turn_begins_where_a_named_speaker_follows_another():
    """A cue without a name begins none: it is not known who speaks."""
    speakers = ["Ann", "Ann", None, None, "Ann", "Bob", "Bob"]
    cues = [Cue(at, at + 1, "The ship waits.", name) for at, name in enumerate(speakers)]
    units = Units.of(tmima.Segmenter(language="en").read(Source.of(Timeline(cues))))
    assert layout_signs(units)[:, SIGNS.index("turn")].tolist() == [1, 0, 0, 0, 1, 1, 0]


def test_a_name_of_a_speaker_has_up_to_four_words():
    """What is longer before a colon is a part of a sentence: *After the storm they said: go.*"""

    def turns(*names: str) -> list[int]:
        text = "\n\n".join(f"{name}: The ship waits." for name in names)
        units = Units.of(tmima.Segmenter(language="en", format="text").read(text))
        return layout_signs(units)[:, SIGNS.index("turn")].tolist()

    assert turns("Ann", "Anna Maria van Berg", "The Duke") == [1, 1, 1]
    assert turns("Ann", "Anna Maria van den Berg", "The Duke") == [1, 0, 1]


@pytest.mark.parametrize(
    ("count", "taken_for"), [(999, 999), (4000, 4000), (4001, 4000), (4500, 4000)]
)
def test_a_text_longer_than_any_learnt_from_is_taken_for_one_of_the_longest(count, taken_for):
    text = "\n".join(f"The {name} waits." for name in ["ship", "baker", "dog"] * 1500)
    lines = text.splitlines()[:count]
    units = Units.of(tmima.Segmenter(language="en", format="lines").read("\n".join(lines)))
    length = seen(GradedWords(units), units).said[TEXT.index("units")]
    assert length == pytest.approx(math.log(taken_for) / 5, abs=1e-5)


def test_an_even_text_is_believed_to_be_even():
    """Ten passages that share no word, of five units each: it is believed that they meet there."""
    segmenter = tmima.Segmenter(language="und", format="lines", stopwords=[], normalise="plain")
    known = [f"{chr(97 + k // 26)}{chr(97 + k % 26)}word" for k in range(40)]
    chance = random.Random(1)
    lines = [
        " ".join(chance.sample(known[4 * topic : 4 * topic + 4], 3)) + "."
        for topic in range(10)
        for _ in range(5)
    ]
    units = Units.of(segmenter.read("\n".join(lines)))
    found = seen(GradedWords(units), units)
    told = dict(zip(names(), found.values.T, strict=True))
    odds = told["believed"]
    length, evenness, doubt = (
        float(told[f"believed {name}"][0]) for name in ("length", "evenness", "doubt")
    )
    assert set(np.argsort(-odds)[:9]) == set(range(5, 50, 5))
    assert math.exp(3 * length) == pytest.approx(5, rel=0.2)
    assert evenness > 0.7
    assert doubt < 0.1
    assert set(np.argsort(-told["worded strongly"])[:9]) == set(range(5, 50, 5))


def test_a_long_text_is_believed_in_pieces_that_agree_with_the_whole(units, monkeypatch):
    """Far from the edges of a piece its beliefs are those of the whole text."""
    similarity = GradedWords(units)
    whole = seen(similarity, units)
    monkeypatch.setattr(beliefs, "_PIECE", 90)
    monkeypatch.setattr(beliefs, "_MARGIN", 30)
    assert len(units) > 100
    edges = list(beliefs._pieces(len(units)))
    assert [low for _, _, low, _ in edges] == [0, *(high for *_, high in edges[:-1])]
    assert edges[-1][-1] == len(units)
    parts = seen(similarity, units)
    column = names().index("believed")
    together = np.corrcoef(whole.values[:, column], parts.values[:, column])[0, 1]
    assert together > 0.9
