"""Learning where texts are cut: parts that stay apart, features and sums by plain loops."""

import json
import lzma
import math
import random
import re
import shutil
from dataclasses import replace
from itertools import combinations, pairwise
from pathlib import Path

import numpy as np
import pytest
from tools.learning import beliefs, extract, loops, texts
from tools.learning.extract import extracted, read, unseen, write
from tools.learning.features import ENDINGS, SIGNS, SPLITS, TEXT, WINDOWS, features, names, signs
from tools.learning.texts import CHOOSE, LEARN, REPORT, CutText

import tmima
from tmima.collection import BUNDLED
from tmima.document import Units
from tmima.similarity import GradedWords

needs_compiler = pytest.mark.skipif(not shutil.which("cc"), reason="the loops are compiled by cc")


@pytest.fixture(scope="module")
def units() -> Units:
    text = "".join(path.read_text("utf-8") for path in sorted(BUNDLED.glob("archaeology/*.txt")))
    return Units.of(tmima.Segmenter(language="el").read(text))


# --- Texts and their parts


def test_parts_are_those_of_the_rule_of_the_texts():
    """Numbers 0 to 6 of the checksum learn, 7 chooses, 8 and 9 report."""
    parts = [texts.part_of(str(number)) for number in range(2000)]
    assert parts.count(LEARN) == pytest.approx(1400, rel=0.1)
    assert parts.count(CHOOSE) == pytest.approx(200, rel=0.2)
    assert parts.count(REPORT) == pytest.approx(400, rel=0.2)
    # The checksums of these end in 7, 1 and 5.
    assert [texts.part_of(name) for name in "abc"] == [CHOOSE, LEARN, LEARN]


def a_text(name: str = "x", part: str = LEARN, count: int = 4, word: str = "ship") -> CutText:
    made = [
        " ".join(f"The {word} number {section} sails at {k}." for k in range(5))
        for section in range(count)
    ]
    text = "\n\n".join(made)
    cuts = [text.index(one) for one in made[1:]]
    return CutText(name, "made", part, "en", text, tuple(cuts), lines=False)


def test_separators_are_no_words(tmp_path):
    """Once they were, and every unseen text was cut perfectly."""
    lines = [["Cats purr .", "A cat sleeps ."], ["Ships sail ."], ["Bread bakes .", "It rises ."]]
    separator = "==========\n"
    (tmp_path / "1.ref").write_text(
        separator
        + separator.join("".join(f"{line}\n" for line in some) for some in lines)
        + separator
    )
    (text,) = texts.choi(tmp_path, "real", "en")
    assert "=" not in text.text
    assert text.sections == ["".join(f"{line}\n" for line in some) for some in lines]


def test_files_of_choi_choose_and_report_in_turn(tmp_path):
    for number in range(4):
        (tmp_path / f"{number}.ref").write_text("==========\nA cat.\n==========\nA ship.\n")
    found = [text.part for text in texts.choi(tmp_path, "real", "en")]
    assert found == [CHOOSE, REPORT, CHOOSE, REPORT]


def test_sections_are_read_with_their_parts(tmp_path):
    row = {"id": "a", "language": "en", "text": "One. Two.", "cuts": [5], "lines": False}
    with lzma.open(tmp_path / "books.jsonl.xz", "wt") as file:
        file.write(json.dumps(row) + "\n")
    (text,) = texts.sections(tmp_path / "books.jsonl.xz")
    assert (text.kind, text.part, text.sections) == ("books", texts.part_of("a"), ["One. ", "Two."])


def test_what_occurs_in_what_judges_is_not_learnt_from():
    reports = a_text("r", REPORT)
    seen = texts.fingerprint(reports.text)
    other = a_text("o", word="loaf")
    assert seen
    assert unseen([a_text("same"), other, reports], seen) == [other, reports]


def test_what_is_glued_is_of_one_part_and_cut_where_texts_meet():
    pool = [
        a_text(f"{part}{k}", part, word=f"{part}{k}") for part in (LEARN, REPORT) for k in range(30)
    ]
    found = list(texts.glued(pool, LEARN, 5, seed=1))
    assert found == list(texts.glued(pool, LEARN, 5, seed=1))
    for text in found:
        assert text.part == LEARN
        assert REPORT not in text.text
        words = [{line.split()[1] for line in section.splitlines()} for section in text.sections]
        assert all(len(each) == 1 for each in words)
        assert all(one != other for one, other in pairwise(words))


def test_what_is_glued_may_keep_its_paragraphs():
    pool = [a_text(f"{k}", word=f"w{k}") for k in range(30)]
    for text in texts.glued(pool, LEARN, 8, seed=1, paragraphs=True):
        assert not text.lines
        assert all(section.endswith("\n\n") for section in text.sections)
        words = [set(re.findall(r"w\d+", section)) for section in text.sections]
        assert all(len(each) == 1 for each in words)
        assert all(one != other for one, other in pairwise(words))


def test_headings_and_items_come_back_where_they_were():
    """A cut falls before the heading of its section; a heading inside a section is none."""
    text = CutText(
        "x", "made", LEARN, "en", "One.\n\nTwo.\n\nThree.\n\nFour.", (6, 20), lines=False,
        headings=((0, 0, "Page"), (6, 1, "Second"), (12, 2, "Below"), (20, 1, "Last")),
        items=(12, 20),
    )  # fmt: skip
    found = texts.headed(text)
    assert found.sections == [
        "Page\n\nOne.\n\n", "Second\n\nTwo.\n\nBelow\n\n- Three.\n\n", "Last\n\n- Four.",
    ]  # fmt: skip
    assert texts.headed(replace(text, headings=(), items=())).sections == text.sections


def test_a_crop_is_made_of_whole_sections_that_fit():
    text = a_text(count=9)
    for seed in range(5):
        found = texts.cropped(text, len(text.text) // 2, random.Random(seed))
        assert len(found.text) <= len(text.text) // 2
        assert set(found.sections) <= set(text.sections)
        assert found.text in text.text
    assert texts.cropped(text, 10**6, random.Random(1)) == text


def test_a_few_sections_are_texts_of_their_own():
    pool = [a_text(str(number)) for number in range(5)]
    for count, kind in ((1, "one"), (2, "two")):
        for text in texts.few(pool, 3, 1, sections=count):
            assert (text.kind, len(text.sections)) == (kind, count)


# --- Features by plain loops


@needs_compiler
def test_windows_and_splits_are_those_of_plain_loops(units):
    found = features(GradedWords(units), units)
    named = names()
    assert found.values.shape == (len(units), len(named))
    size = len(units)
    matrix = np.zeros((size, size))
    matrix[found.rows, found.columns] = found.similar
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
                assert value == pytest.approx(values.sum() / math.sqrt(max(1, pairs)), abs=1e-9)
        for window in SPLITS:
            low, high = max(0, place - window), min(size, place + window)
            held = units.starts[high] - units.starts[low]
            odds = likely(units, low, place) + likely(units, place, high) - likely(units, low, high)
            value = found.values[place, named.index(f"split {window}")]
            assert value == pytest.approx(odds / math.sqrt(held), abs=1e-9)


def likely(units: Units, first: int, last: int, alpha: float = 0.1) -> float:
    """Return the log probability of the words of some units by a compound multinomial."""
    words = len(units.vocabulary)
    counts = np.bincount(units.terms[units.starts[first] : units.starts[last]], minlength=words)
    return (
        math.lgamma(words * alpha)
        - math.lgamma(int(counts.sum()) + words * alpha)
        + sum(math.lgamma(count + alpha) - math.lgamma(alpha) for count in counts.tolist())
    )


@needs_compiler
def test_a_text_in_another_order_of_letters_has_the_same_features():
    """Nothing knows a language: other words in the same pattern are the same."""
    text = "the cat saw a ship.\na ship saw bread.\nbread is old?\nthe old cat sleeps.\n" * 3
    other = text.translate(
        str.maketrans("abcdefghijklmnopqrstuvwxyz", "bcdefghijklmnopqrstuvwxyza")
    )
    segmenter = tmima.Segmenter(language="und", format="lines", stopwords=[], normalise="plain")
    values = [
        features(GradedWords(one), one).values
        for one in (Units.of(segmenter.read(each)) for each in (text, other))
    ]
    np.testing.assert_allclose(values[0], values[1], atol=1e-12)


def test_signs_say_yes_no_or_nothing():
    text = "Ann: Hello there. How are you?\n\nBob: Well.\n\nOn the road\n\nAnn: Let us go."
    units = Units.of(tmima.Segmenter(language="en", format="text").read(text))
    found = dict(zip(SIGNS, signs(units).T.tolist(), strict=True))
    assert found["paragraph"] == [1, 0, 1, 1, 1]
    assert found["inside"] == [0, 1, 0, 0, 0]
    assert found["heading"] == [0, 0, 0, 1, 0]
    assert found["under heading"] == [0, 0, 0, 0, 1]
    assert found["turn"] == [1, 0, 1, 0, 1]
    assert found["inside turn"] == [0, 1, 0, 1, 0]
    assert found["item"] == found["no item"] == [0, 0, 0, 0, 0]
    hidden = signs(units, layout=False)
    assert not hidden[:, :4].any()
    text = "What is needed\n\n- Flour.\n\n2) Water.\n\nα. Salt.\n\nIt is baked."
    found = signs(Units.of(tmima.Segmenter(language="en", format="text").read(text)))
    assert found[:, 6].tolist() == [0, 1, 1, 1, 0]
    assert found[:, 7].tolist() == [1, 0, 0, 0, 1]
    plain = Units.of(tmima.Segmenter(language="en", format="text").read("One. Two. Three."))
    assert not signs(plain).any()


@needs_compiler
def test_what_is_written_is_read_again(tmp_path):
    some = [a_text("a"), a_text("b", REPORT)]
    write(tmp_path / "made.npz", some)
    rows = list(read(tmp_path / "made.npz"))
    for row, text in zip(rows, some, strict=True):
        fresh = extracted(text)
        assert fresh is not None
        assert row.keys() == fresh.keys()
        assert all(np.array_equal(row[name], fresh[name]) for name in row)
        assert (str(row["name"]), str(row["part"])) == (text.name, text.part)
        assert row["truth"].tolist() == [5, 10, 15, 20]
        assert row["values"].shape[1] == len(names())
    assert len(TEXT) == 17
    assert len(ENDINGS) == 4


@needs_compiler
def test_the_loops_leave_the_numbers_of_others_alone():
    """A library that is compiled for speed may switch off subnormal numbers in the process."""
    loops.windows(np.zeros(1, np.int32), np.ones(1, np.int32), np.ones(1), WINDOWS, 3)
    smallest = np.finfo(np.float64).smallest_normal
    assert smallest / 2 > 0


# --- Sums over all segmentations, by listing them


def listed(size: int) -> list[tuple[int, ...]]:
    inner = range(1, size)
    return [(*cuts, size) for k in range(size) for cuts in combinations(inner, k)]


def random_scores(seed: int, size: int):
    chance = np.random.default_rng(seed)
    matrix = chance.normal(size=(size, size))
    matrix += matrix.T
    prefix = np.zeros((size + 1, size + 1), dtype=np.float32)
    prefix[1:, 1:] = matrix.cumsum(0).cumsum(1)
    places, lengths = chance.normal(size=size), chance.normal(size=size + 1)
    return prefix, places, lengths, np.abs(chance.normal(size=size + 1)) / 3


def score_of(ends, prefix, places, lengths, weights) -> float:
    total = 0.0
    for start, end in pairwise((0, *ends)):
        block = (
            float(prefix[end, end]) + float(prefix[start, start]) - 2 * float(prefix[start, end])
        )
        total += (
            (places[start] if start else 0) + lengths[end - start] + weights[end - start] * block
        )
    return total


@needs_compiler
@pytest.mark.parametrize("seed", range(6))
def test_sums_are_those_over_all_segmentations(seed):
    size = 3 + seed
    given = random_scores(seed, size)
    every = listed(size)
    scores = np.array([score_of(ends, *given) for ends in every])
    shares = np.exp(scores - scores.max())
    total = math.log(shares.sum()) + scores.max()
    shares /= shares.sum()
    found, cuts, counts, _ = loops.expectations(*given)
    assert found == pytest.approx(total, rel=1e-6)
    for place in range(1, size):
        expected = sum(share for share, ends in zip(shares, every, strict=True) if place in ends)
        assert cuts[place] == pytest.approx(expected, abs=1e-6)
    for length in range(1, size + 1):
        expected = sum(
            share * sum(end - start == length for start, end in pairwise((0, *ends)))
            for share, ends in zip(shares, every, strict=True)
        )
        assert counts[length] == pytest.approx(expected, abs=1e-6)
    numbers = loops.numbers(*given)
    for number in range(1, size + 1):
        own = [share for share, ends in zip(shares, every, strict=True) if len(ends) == number]
        assert numbers[number - 1] == pytest.approx(sum(own), abs=1e-6)
        best = max(
            (ends for ends in every if len(ends) == number), key=lambda e: score_of(e, *given)
        )
        assert loops.best(*given, number) == list(best)
    assert loops.best(*given) == list(every[int(scores.argmax())])


@needs_compiler
@pytest.mark.parametrize("width", [2, 4, 7])
def test_beliefs_are_those_over_all_segmentations_of_short_segments(width):
    size = 7
    prefix, _, lengths, weights = random_scores(2, size)
    lengths, weights = lengths[: width + 1].copy(), weights[: width + 1].copy()
    squares = beliefs.bands(prefix, width)
    assert squares.shape == (size, width)
    every = [ends for ends in listed(size) if max(b - a for a, b in pairwise((0, *ends))) <= width]
    scores = [
        sum(
            lengths[b - a] + weights[b - a] * squares[b - 1, b - a - 1]
            for a, b in pairwise((0, *ends))
        )
        for ends in every
    ]
    padded = [np.concatenate((each, np.zeros(size - width))) for each in (lengths, weights)]
    assert scores[0] == pytest.approx(score_of(every[0], prefix, np.zeros(size), *padded), rel=1e-5)
    shares = np.exp(scores)
    total, cuts = loops.beliefs(squares, lengths, weights)
    assert total == pytest.approx(math.log(shares.sum()))
    for place in range(1, size):
        own = sum(share for share, ends in zip(shares, every, strict=True) if place in ends)
        assert cuts[place] == pytest.approx(own / shares.sum())


@needs_compiler
def test_words_of_segments_are_told_as_by_plain_loops(units):
    width, alpha = 9, 0.3
    words = len(units.vocabulary)
    single = np.array([math.log(k + alpha) for k in range(width + 1)])
    whole = np.array([math.lgamma(k + words * alpha) for k in range(units.starts[-1] + 1)])
    found = loops.likelihoods(units.starts, units.terms, width, single, whole)
    for end, count in ((1, 1), (5, 3), (40, 9), (len(units), 7)):
        expected = likely(units, end - count, end, alpha)
        assert found[end - 1, count - 1] == pytest.approx(expected)


@needs_compiler
def test_an_even_text_is_believed_to_be_even():
    """Ten passages that share no word, of five units each: where they meet, how long they are."""
    segmenter = tmima.Segmenter(language="und", format="lines", stopwords=[], normalise="plain")
    names = [f"{chr(97 + k // 26)}{chr(97 + k % 26)}word" for k in range(40)]
    chance = random.Random(1)
    lines = [
        " ".join(chance.sample(names[4 * topic : 4 * topic + 4], 3)) + "."
        for topic in range(10)
        for _ in range(5)
    ]
    units = Units.of(segmenter.read("\n".join(lines)))
    row = extract.arrays(units, range(5, 51, 5), layout=False)
    squares = beliefs.bands(
        beliefs.prefix_sums(*(row[one] for one in beliefs.MATRIX)), beliefs.WIDEST
    )
    odds, (length, evenness, doubt, _) = beliefs.believed(squares)
    assert set(np.argsort(-odds)[:9]) == set(range(5, 50, 5))
    assert math.exp(3 * length) == pytest.approx(5, rel=0.2)
    assert evenness > 0.7
    assert doubt < 0.1
    told, _ = beliefs.worded(units.starts, units.terms, len(units.vocabulary))
    assert set(np.argsort(-told[1])[:9]) == set(range(5, 50, 5))


@needs_compiler
def test_the_gradient_is_that_of_small_steps():
    torch = pytest.importorskip("torch", reason="weights are learnt with PyTorch")
    from tools.learning.network import Loss

    size = 7
    prefix, *scores = random_scores(3, size)
    text = {"prefix": prefix, "values": np.zeros((size, 1)), "truth": np.array([3, 7])}
    given = [torch.tensor(array[None], requires_grad=True) for array in scores]
    loss = Loss.apply([text], *given)
    loss.sum().backward()
    for array in given:
        for index in range(1, array.shape[1]):
            step = torch.zeros_like(array)
            step[0, index] = 1e-4
            moved = [each + step if each is array else each for each in given]
            back = [each - step if each is array else each for each in given]
            slope = (Loss.apply([text], *moved) - Loss.apply([text], *back)) / 2e-4
            assert float(array.grad[0, index]) == pytest.approx(float(slope.detach()), abs=1e-4)


def test_belief_is_caught_within_a_tolerance():
    pytest.importorskip("torch", reason="weights are learnt with PyTorch")
    from tools.learning.train import caught

    cuts = np.zeros(30)
    cuts[[9, 10, 11]] = 0.2, 0.3, 0.2
    cuts[20] = 0.25
    assert caught(cuts, 0.3) == [10, 30]
    assert caught(cuts, 0.2) == [10, 20, 30]
    assert caught(np.zeros(5), 0.3) == [5]


def test_the_page_names_every_module_of_the_tool():
    root = Path(__file__).parents[1]
    page = (root / "docs" / "learning.md").read_text("utf-8")
    for path in (root / "tools" / "learning").glob("[a-z]*.*"):
        assert path.name in page or f"tools.learning.{path.stem}" in page, path.name
