"""Constraints hold, the optimum is that of all that satisfy them, and clashes are named."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import oracle
from tmima import languages
from tmima.errors import TmimaError
from tmima.formats import read
from tmima.segmentation import Constraints, Parameters
from tmima.similarity import SharedWords
from tmima.text import Segmentation, Units

ANALYZER = languages.analyzer("en")
SENTENCES = [
    "Ships sail.",
    "The harbour sleeps under a pale moon.",
    "A ship waits for the tide.",
    "Bread.",
    "Bakers rise early and knead the dough for hours.",
    "The dough rests.",
]


def units_of(picked, breaks) -> Units:
    """Make a text of some of the sentences, with blank lines after some of them."""
    text = ""
    for index, sentence in enumerate(picked):
        text += SENTENCES[sentence] + ("\n\n" if index in breaks else " ")
    return Units.of(read(text, ANALYZER))


def cut(units: Units, wanted: Constraints, parameters: Parameters | None = None) -> Segmentation:
    problem = oracle.problem_of(SharedWords(units), units, parameters or Parameters(), wanted)
    return problem.programme().optimum().segmentation


def tokens(text: str) -> list[str]:
    """A tokenizer that, as real ones do, marks the beginning of a text and joins across spaces."""
    letters = text.replace(" ", "_")
    return ["<s>"] + [letters[i : i + 3] for i in range(0, len(letters), 3)]


def size_of(units: Units, unit: str, first: int, last: int) -> int:
    text = units.document.text[units.edges[first] : units.edges[last]]
    return {
        "sentences": last - first,
        "words": int(units.words[first:last].sum()),
        "characters": len(text),
        "tokens": len(tokens(text)),
    }[unit]


def satisfies(units: Units, wanted: Constraints, boundaries: tuple[int, ...]) -> bool:
    low, high = wanted.n_segments or (1, len(units))
    paragraph_ends = {last for _, last in units.document.paragraphs}
    return (
        low <= len(boundaries) <= high
        and all(
            (wanted.min_size or 0)
            <= size_of(units, wanted.size_unit, first, last)
            <= (wanted.max_size or 10**9)
            for first, last in zip((0, *boundaries), boundaries, strict=False)
        )
        and set(wanted.cut_at) <= set(boundaries)
        and not set(wanted.no_cut_at) & set(boundaries)
        and (not wanted.keep_paragraphs or set(boundaries) <= paragraph_ends)
    )


@st.composite
def constrained(draw):
    picked = draw(st.lists(st.integers(0, 5), min_size=1, max_size=9))
    units = units_of(picked, draw(st.sets(st.integers(0, 8), max_size=4)))
    size_unit = draw(st.sampled_from(["sentences", "words", "characters", "tokens"]))
    scale = {"sentences": 1, "words": 5, "characters": 30, "tokens": 10}[size_unit]
    least = draw(st.none() | st.integers(1, 3 * scale))
    greatest = draw(st.none() | st.integers(least or 1, 8 * scale))
    places = st.lists(st.integers(1, max(1, len(units) - 1)), max_size=2 if len(units) > 1 else 0)
    low = draw(st.none() | st.integers(1, 3))
    return units, Constraints(
        n_segments=None if low is None else (low, draw(st.integers(low, 5))),
        min_size=least,
        max_size=greatest,
        size_unit=size_unit,
        tokenizer=tokens,
        cut_at=tuple(draw(places)),
        no_cut_at=tuple(draw(places)),
        keep_paragraphs=draw(st.booleans()),
    )


@settings(max_examples=300)
@given(constrained(), st.floats(0.5, 5), st.sampled_from([0.2, 0.5, 0.9]))
def test_the_optimum_among_all_that_satisfy(problem, mean, gamma):
    units, wanted = problem
    parameters = Parameters(mean, 1.5, gamma, 0.5)
    d = [[0.0] * len(units) for _ in range(len(units))]
    for block in [SharedWords(units).columns(0, len(units))]:
        for column in range(len(units)):
            for row in block.rows[block.starts[column] : block.starts[column + 1]]:
                d[row][column] = d[column][row] = 1.0
    every = [
        (cost, boundaries)
        for cost, boundaries in oracle.weighed(d, [1] * len(units), mean, 1.5, gamma, 0.5)
        if satisfies(units, wanted, boundaries)
    ]
    search = oracle.problem_of(SharedWords(units), units, parameters, wanted)
    if not every:
        with pytest.raises(TmimaError):
            search.programme().optimum()
        return
    found = search.programme().optimum()
    assert satisfies(units, wanted, found.segmentation.boundaries)
    assert found.cost == pytest.approx(every[0][0], rel=1e-9, abs=1e-9)
    for one in search.programme().best(5):
        assert satisfies(units, wanted, one.segmentation.boundaries)


def test_no_constraints_are_no_work():
    assert Constraints().on(units_of([0, 1, 2], set())) is None


TEXT = (
    "Harbours\n\nShips sail. Every ship waits.\n\nBakers\n\nAt dawn\n\nBakers rise early. "
    "The dough rests."
)


def test_headings_begin_segments_and_a_heading_under_a_heading_stays_with_it():
    units = Units.of(read(TEXT, ANALYZER))
    parameters = Parameters(mean_length=3.5, std_length=1, gamma=1)
    assert cut(units, Constraints(cut_at=("headings",)), parameters).boundaries == (3, 7)


@pytest.mark.parametrize("before", [0, 1, 2])
def test_an_offset_from_the_end_of_a_unit_to_the_next_is_its_place(before):
    # Two characters before "Bakers" the sentence before it ends.
    offset = TEXT.index("Bakers\n") - before
    units = Units.of(read(TEXT, ANALYZER))
    wanted = Constraints(cut_at=(f"@{offset}",), n_segments=2)
    assert cut(units, wanted).boundaries == (3, 7)


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        (Constraints(min_size=4, n_segments=2), "into 2 segments .* 1 is the most"),
        (Constraints(max_size=2, n_segments=(2, 3)), "into 2-3 segments .* more than 3 are needed"),
        (Constraints(max_size=2, no_cut_at=(1, 2)), "max_size 2 sentences and no_cut_at 1,2.*unit"),
        (Constraints(min_size=30, size_unit="words"), "min_size 30 words.*after unit 0 of 7"),
        (
            Constraints(max_size=12, size_unit="characters"),
            r"unit 2 \(characters 10-22\) alone has 12|unit 3 .* alone has",
        ),
        (Constraints(cut_at=(3,), no_cut_at=(3,)), "cut_at and no_cut_at clash: .* unit 3"),
        (Constraints(cut_at=(2,), keep_paragraphs=True), "cut_at and keep_paragraphs clash"),
        (Constraints(cut_at=("@13",)), r"@13 lies inside unit 2 \(characters 10-22\)"),
        (Constraints(cut_at=("@5000",)), "outside the text of"),
        (Constraints(cut_at=(7,)), "places from 1 to 6 .* not 7"),
        (Constraints(no_cut_at=("here",)), "not 'here'"),
        (Constraints(n_segments=8), "7 units cannot be cut into 8 segments"),
        (Constraints(max_size=9, size_unit="tokens"), "need a tokenizer"),
    ],
)
def test_clashes_are_named(wanted, message):
    units = Units.of(read(TEXT, ANALYZER))
    with pytest.raises(TmimaError, match=message):
        cut(units, wanted)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"min_size": 0}, "min_size must be 1 or more, not 0"),
        ({"min_size": 5, "max_size": 4}, "min_size 5 is above max_size 4 sentences"),
        ({"size_unit": "pages"}, "characters, tokens, seconds, not 'pages'"),
        ({"n_segments": 0}, "1 or more, or a range of such numbers, not 0"),
        ({"n_segments": (5, 3)}, r"not \(5, 3\)"),
        ({"n_segments": (1, 2, 3)}, "the least and the greatest number"),
        ({"n_segments": "3"}, "the least and the greatest number, not '3'"),
        ({"n_segments": True}, "n_segments must be a whole number, not True"),
        ({"max_size": 2.5}, "max_size must be a whole number, not 2.5"),
    ],
)
def test_bad_constraints_are_refused(values, message):
    with pytest.raises(TmimaError, match=message):
        Constraints(**values)


def test_one_place_needs_no_list_around_it():
    assert Constraints(cut_at="headings") == Constraints(cut_at=("headings",))
    assert Constraints(cut_at=3, no_cut_at="@12") == Constraints(cut_at=[3], no_cut_at=("@12",))


def test_whole_numbers_of_numpy_are_plain_ones():
    given_ = Constraints(n_segments=np.int64(3), max_size=np.int32(4), cut_at=np.array([2]))
    assert given_ == Constraints(n_segments=3, max_size=4, cut_at=(2,))
    assert Constraints(n_segments=[np.int64(2), 3]).n_segments == (2, 3)
    assert cut(Units.of(read(TEXT, ANALYZER)), given_.with_count(np.int64(4))).lengths[0] == 2


def test_constraints_may_be_a_mapping_and_the_singular_is_understood():
    given_ = Constraints.of({"max_size": 2, "size_unit": "word"})
    assert given_ == Constraints(max_size=2, size_unit="words")
    assert Constraints.of(given_) is given_
    assert Constraints.of(None) == Constraints()
    with pytest.raises(TmimaError, match="unknown constraint 'maxsize': known are n_segments"):
        Constraints.of({"maxsize": 2})
    with pytest.raises(TmimaError, match="a Constraints or a mapping of its fields, not 3"):
        Constraints.of(3)


def test_an_offset_at_the_last_character_of_a_unit_is_inside_it():
    units = Units.of(read(TEXT, ANALYZER))
    with pytest.raises(TmimaError, match="inside unit 3"):
        cut(units, Constraints(cut_at=(f"@{TEXT.index('Bakers') - 3}",)))


def test_tokens_between_sentences_count_towards_the_greatest_size():
    # The spaces between words are tokens, those at the end of a text are none: two sentences have
    # one more together than apart.
    def spaced(text: str) -> list[str]:
        return [*text.split(), *text.split()[1:]]

    units = units_of([0, 1, 2, 3], set())
    apart = [len(spaced(units.document.text[a:b])) for a, b in pairwise(units.edges)]
    wanted = Constraints(max_size=sum(apart[:2]), size_unit="tokens", tokenizer=spaced)
    found = cut(units, wanted, Parameters(mean_length=4, std_length=0.1, gamma=1))
    edges = [units.edges[place] for place in (0, *found.boundaries)]
    sizes = [len(spaced(units.document.text[a:b])) for a, b in pairwise(edges)]
    assert max(sizes) <= wanted.max_size < len(spaced(units.document.text[: units.edges[2]]))


def test_a_longer_run_may_fall_below_the_least_size():
    # As a tokenizer does that joins what stands at the end of one sentence and the next.
    def joining(text: str) -> list[str]:
        return text.split()[2 * (text.count(".") - 1) :]

    text = "Ships. One two three four five six seven eight nine ten."
    units = Units.of(read(text, ANALYZER))
    assert [len(joining(text[a:b])) for a, b in pairwise(units.edges)] == [1, 10]
    assert len(joining(text)) == 9
    with pytest.raises(TmimaError, match="min_size 10 tokens"):
        cut(units, Constraints(min_size=10, size_unit="tokens", tokenizer=joining))


def test_as_many_segments_as_units_are_allowed():
    units = units_of([0, 1, 2], set())
    assert len(cut(units, Constraints(n_segments=3))) == 3
    assert len(cut(units, Constraints(n_segments=(3, 9)))) == 3
