"""A stream gives the segments of the whole text, however it is cut into pieces."""

import json
import math
import random
import subprocess
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import accumulate, pairwise
from pathlib import Path
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tmima
from tests import oracle
from tests.command import COMMAND, output, refusal
from tmima import Parameters, Segmentation, Segmenter, TextStream, TmimaError, languages
from tmima.paper import BUNDLED
from tmima.records import sealed, unsealed
from tmima.scores import score
from tmima.segmentation import Admissible, universal_window
from tmima.similarity import SharedWords
from tmima.streaming import DEFAULT_DELAY
from tmima.streaming.density_cuts import GradedTerms, OnlineSimilarity, SharedTerms
from tmima.streaming.online_programme import OnlineProgramme

texts = st.lists(st.sets(st.integers(0, 7), max_size=3), min_size=1, max_size=60)
numbers = st.builds(
    Parameters,
    mean_length=st.floats(1, 8),
    std_length=st.floats(0.5, 4),
    gamma=st.floats(0.1, 1),
    r=st.sampled_from([0.33, 0.5, 1.0]),
)


# --- The programme


def columns_of(words, window):
    similarity = OnlineSimilarity(SharedTerms(), window=window)
    return [similarity.push([str(word) for word in sorted(one)]) for one in words]


def whole(words, parameters, window):
    units = oracle.units_of(words)
    allowed = Admissible.everything(len(units)).within(window)
    return oracle.cheapest(SharedWords(units), units.sentences, parameters, allowed)


@settings(max_examples=300)
@given(texts, numbers, st.integers(1, 12), st.data())
def test_the_cuts_are_those_of_the_whole_for_every_way_of_pushing(words, parameters, window, data):
    programme = OnlineProgramme(parameters, window=window)
    columns = columns_of(words, window)
    found = []
    while columns:
        count = data.draw(st.integers(1, len(columns)))
        pushed, columns = columns[:count], columns[count:]
        cuts = programme.push(pushed)
        assert not any(cut.forced for cut in cuts)
        found += [cut.place for cut in cuts]
        expected_so_far = found[-1] if found else 0
        assert programme.decided == expected_so_far
    expected = whole(words, parameters, window)
    assert (*found, *programme.finish()) == expected.segmentation.boundaries


@given(texts, numbers, st.integers(1, 9))
def test_a_final_cut_is_final_whatever_comes(words, parameters, window):
    # What was final before the last units came is cut in the optimum of every longer text too.
    for extra in ([set()] * 5, [{0, 1, 2}] * 9, [{7}, {6}, {5}]):
        programme = OnlineProgramme(parameters, window=window)
        found = [cut.place for cut in programme.push(columns_of(words, window))]
        longer = whole([*words, *extra], parameters, window).segmentation.boundaries
        assert set(found) <= set(longer)


def deadline_oracle(words, parameters, window, delay, together):
    """Decide with the whole programme, anew after every unit once the first have come together."""
    decided, passed, forced = [0], set(), []
    for read in range(max(1, together), len(words) + 1):
        units = oracle.units_of(words[:read])
        allowed = Admissible.everything(read).within(window)
        allowed.earliest[:] = np.maximum(
            allowed.earliest,
            np.maximum.accumulate([unit if unit in decided else 0 for unit in range(read)]),
        )
        allowed.closed[[place for place in passed if place < read]] = 1
        best = oracle.cheapest(
            SharedWords(units), units.sentences, parameters, allowed
        ).segmentation
        for place in range(decided[-1] + 1, read - delay + 1):
            if place in best.boundaries:
                decided.append(place)
                forced.append(place)
        passed |= set(range(1, read - delay + 1)) - set(decided)
    return forced, [*best.boundaries]


@settings(max_examples=100)
@given(
    st.lists(st.sets(st.integers(0, 7), max_size=3), min_size=1, max_size=25),
    numbers,
    st.integers(2, 9),
    st.integers(1, 6),
    st.integers(0, 25),
)
def test_a_deadline_decides_as_the_best_so_far_does(words, parameters, window, delay, together):
    programme = OnlineProgramme(parameters, window=window, max_delay=delay)
    together = min(together, len(words))
    columns = columns_of(words, window)
    found = programme.push(columns[:together], together=True) if together else []
    for column in columns[together:]:
        for cut in programme.push([column]):
            assert programme.read - cut.place <= delay or not cut.forced
            found.append(cut)
    forced, expected = deadline_oracle(words, parameters, window, delay, together)
    assert [*(cut.place for cut in found), *programme.finish()] == expected
    assert {cut.place for cut in found if cut.forced} <= set(forced)


@settings(max_examples=150)
@given(
    st.lists(st.sets(st.integers(0, 4), max_size=3), min_size=2, max_size=30),
    numbers,
    st.integers(2, 9),
    st.none() | st.integers(1, 6),
    st.data(),
)
def test_a_programme_that_begins_anew_knows_all_that_was_decided(
    words, parameters, window, delay, data
):
    """Saved and resumed every few units: the same cuts, the same places passed by deadlines."""
    columns = columns_of(words, window)
    whole_, parts = (OnlineProgramme(parameters, window=window, max_delay=delay) for _ in range(2))
    expected = [*whole_.push(columns)]
    found, place = [], 0
    while place < len(columns):
        size = data.draw(st.integers(1, 7))
        found += parts.push(columns[place : place + size])
        place += size
        again = OnlineProgramme(
            parameters,
            window=window,
            max_delay=delay,
            begin=parts.decided,
            cost=parts.decided_cost,
            closed=parts.passed,
        )
        again.replay(columns[parts.decided : place])
        assert again.passed == parts.passed
        parts = again
    assert found == expected
    assert parts.finish() == whole_.finish()


# --- The beginning, made short, so that what comes behind it can be compared with slow oracles


@contextmanager
def short_beginning(sentences: int, characters: int = 12_000) -> Iterator[None]:
    with patch.multiple(
        "tmima.streaming.stream_sentences", _HEAD_SENTENCES=sentences, _HEAD_CHARACTERS=characters
    ):
        yield


def in_pieces(text: str, places: Iterable[int]) -> list[str]:
    edges = [0, *sorted(places), len(text)]
    return [text[a:b] for a, b in pairwise(edges)]


def offsets(segments) -> list[tuple]:
    return [(one.start, one.end, one.first, one.last, one.text) for one in segments]


# Relatives that begin alike, and strangers.
WORDS = (
    "political politics politician policy nation native national ship shipping bread baker oven"
).split()
lines = st.lists(
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=4).map(" ".join),
    min_size=1,
    max_size=28,
)
GIVEN = {"mean_length": 4, "std_length": 2, "gamma": 0.5, "r": 0.5}
PLAIN = {"language": "en", "normalise": "plain", "format": "lines"}


def frozen_degrees(sentences: list[str], beginning: int) -> oracle.Matrix:
    """D of graded words with weights of the first sentences, as the definition has it."""
    families = [
        {
            (letters, word[:letters]): share
            for word in sentence.split()
            for letters, share in ((None, 0.4), (6, 0.4), (4, 0.2))
        }
        for sentence in sentences
    ]
    holders = Counter(name for one in families[:beginning] for name in one)
    return [
        [
            0.0
            if one is other
            else 1
            - math.exp(
                -sum(
                    share / math.sqrt(max(1, holders[name] - 1))
                    for name, share in one.items()
                    if name in other
                )
            )
            for other in families
        ]
        for one in families
    ]


@settings(max_examples=60)
@given(lines, st.integers(1, 12))
def test_graded_words_are_those_of_the_beginning(sentences, beginning):
    settings_ = {**PLAIN, "similarity": "graded", "parameters": GIVEN}
    with short_beginning(beginning):
        flow = TextStream(Segmenter(**settings_), max_delay=0)
        found = [*flow.push("\n".join(sentences)), *flow.finish()]
    begun = flow._cuts is not None
    assert begun == (len(sentences) > beginning)
    ends = [one.last for one in found]
    d = frozen_degrees(sentences, beginning if begun else len(sentences))
    numbers_ = [1] * len(sentences), 4, 2, 0.5, 0.5
    best, _ = oracle.programme(d, *numbers_)
    # Equal sums may be added in another order: what counts is that no segmentation is cheaper.
    assert oracle.cost(ends, d, *numbers_) == pytest.approx(best, abs=1e-9)


@given(st.lists(st.sets(st.sampled_from(WORDS), max_size=4), min_size=1, max_size=12), st.data())
def test_what_is_not_in_the_beginning_weighs_as_what_is_rare(units, data):
    word = data.draw(st.sampled_from(["xylophone", *WORDS]))
    terms = dict(GradedTerms.of(units).terms([word]))
    holding = sum(word in unit for unit in units)
    assert terms[word] == pytest.approx(0.4 / math.sqrt(max(1, holding - 1)))
    assert sum(dict(GradedTerms.of([]).terms([word])).values()) == pytest.approx(1)


@settings(max_examples=60)
@given(lines, st.integers(1, 12))
def test_given_parameters_and_shared_words_give_the_cuts_of_the_whole(sentences, beginning):
    settings_ = {**PLAIN, "similarity": "shared", "parameters": GIVEN}
    text = "\n".join(sentences)
    with short_beginning(beginning):
        found = list(tmima.stream([text], max_delay=0, **settings_))
    assert offsets(found) == offsets(tmima.segment(text, **settings_))


# Breaks of all kinds, sentences that end; and prose that an editor wrapped.
mixed = st.lists(
    st.sampled_from(
        [
            *("Ships sail", "a ship sinks", "the baker bakes", "Bread", "and", ".", ". ", "! "),
            *(" ", "\t", "\n", "\r\n", "\r", "\r\n\r\n", "\n \n", "\u2029", "\ufeff"),
        ]
    ),
    max_size=40,
)
wrapped = st.lists(
    st.sampled_from(["ships\r\n", "sail ", "the baker ", "rose.\r\n\r\n", "bread\r\n", "Sun. "]),
    min_size=12,
    max_size=40,
)
prose = st.one_of(mixed, wrapped).map("".join)


@settings(max_examples=150)
@given(prose, st.sampled_from(["text", "lines"]), st.integers(0, 4), st.data())
def test_the_pieces_make_no_difference(text, format_, delay, data):
    places = data.draw(st.lists(st.integers(0, len(text)), max_size=12))
    settings_ = {"language": "en", "format": format_, "parameters": GIVEN, "max_delay": delay}
    with short_beginning(3, characters=60):
        expected = list(tmima.stream([text], **settings_))
        assert list(tmima.stream(in_pieces(text, places), **settings_)) == expected
        assert list(tmima.stream(list(text), **settings_)) == expected
    assert "".join(one.text for one in expected) == (
        text if text.strip("\ufeff \t\r\n\u2029") else ""
    )
    assert [one.start for one in expected[1:]] == [one.end for one in expected[:-1]]
    assert [one.first for one in expected[1:]] == [one.last for one in expected[:-1]]


WRAPPED = (
    "All day it rained\r\nand the river rose. At\r\nlast it stopped.\r\n\r\n"
    "The sun came out\r\nand the river fell. The\r\nfields were wet.\r\n\r\n"
) * 3


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
def test_wrapped_text_with_carriage_returns_is_read_as_the_whole(size):
    # One \r\n is no blank line: its halves were taken for two breaks, where a piece ended there.
    settings_ = {"language": "en", "parameters": GIVEN, "similarity": "shared"}
    expected = tmima.segment(WRAPPED, **settings_)
    assert len(expected.units) == 12
    pieces = [WRAPPED[i : i + size] for i in range(0, len(WRAPPED), size)]
    with short_beginning(4):
        found = list(tmima.stream(pieces, max_delay=0, **settings_))
    assert offsets(found) == offsets(expected)


@settings(max_examples=80)
@given(prose, st.sampled_from(["text", "lines"]))
def test_a_text_shorter_than_the_beginning_is_cut_as_the_whole(text, format_):
    settings_ = {"language": "en", "format": format_}
    found = list(tmima.stream(list(text), max_delay=2, **settings_))
    try:
        expected = offsets(tmima.segment(text, **settings_))
    except TmimaError:
        expected = []
    assert offsets(found) == expected
    assert [one.cut for one in found] == ["final"] * (len(found) - 1) + ["end"] * bool(found)


# --- A stream that is stopped and goes on


def resumed_at(text: str, place: int, segmenter: Segmenter, delay: int):
    flow = TextStream(segmenter, max_delay=delay)
    found = flow.push(text[:place])
    again = TextStream.resume(json.loads(json.dumps(flow.state())))
    assert again.characters == place
    assert again.settings == flow.settings
    return found + again.push(text[place:]) + again.finish()


@pytest.mark.parametrize("delay", [0, 2, 50])
@pytest.mark.parametrize(
    "settings_",
    [
        {"parameters": GIVEN, "similarity": "shared"},
        {"parameters": Parameters(3, 1), "stopwords": ["it"]},
        {"method": "density", "constraints": {"max_size": 4}},
    ],
    ids=["shared", "parameters", "max_size"],
)
def test_a_saved_stream_goes_on_as_if_nothing_had_happened(settings_, delay):
    segmenter = Segmenter(language="en", **settings_)
    with short_beginning(5):
        expected = list(tmima.stream([WRAPPED], max_delay=delay, **segmenter.settings))
        assert len(expected) > 1
        for place in range(len(WRAPPED) + 1):
            assert resumed_at(WRAPPED, place, segmenter, delay) == expected


def test_a_stream_saved_twice_goes_on_too():
    with short_beginning(5):
        flow = TextStream(Segmenter(language="en", parameters=GIVEN), max_delay=3)
        found = []
        for place in range(0, len(WRAPPED), 11):
            found += flow.push(WRAPPED[place : place + 11])
            flow = TextStream.resume(json.loads(json.dumps(flow.state())))
        found += flow.finish()
        expected = list(tmima.stream([WRAPPED], language="en", parameters=GIVEN, max_delay=3))
    assert found == expected


@pytest.mark.parametrize("seed", range(4))
def test_a_stream_resumed_after_a_deadline_does_not_cut_where_it_passed(seed):
    chance = random.Random(seed)
    sentences = [" ".join(chance.choices(WORDS, k=chance.randint(1, 3))) + "\n" for _ in range(16)]
    text, delay = "".join(sentences), 1 + seed % 2
    segmenter = Segmenter(**PLAIN, similarity="shared", parameters=GIVEN)
    with short_beginning(3):
        expected = list(tmima.stream([text], max_delay=delay, **segmenter.settings))
        for place in accumulate(map(len, sentences)):
            assert resumed_at(text, place, segmenter, delay) == expected


def test_a_saved_stream_keeps_the_language_it_found_and_its_tagger(monkeypatch):
    flow = TextStream(Segmenter(format="lines", parameters=GIVEN))
    flow.push("Η θάλασσα ήταν ήρεμη και το πλοίο έφυγε για το νησί.\n" * 400 + "Plain English.")
    made = []
    real = languages.analyzer
    monkeypatch.setattr(
        languages, "analyzer", lambda code, **kept: made.append((code, kept)) or real(code)
    )
    state = unsealed(flow.state())
    state["settings"]["tagger"] = "model"
    TextStream.resume(sealed(state))
    assert [(code, kept["tagger"]) for code, kept in made] == [("el", Path("model"))]


@pytest.mark.parametrize("state", [{}, {"state": 1}, {"settings": {}}])
def test_what_is_no_state_of_a_stream_is_refused(state):
    with pytest.raises(TmimaError, match="no state of a stream"):
        TextStream.resume(state)


# --- Real texts, with the beginning as long as it is

GREEK = "\n\n".join(
    path.read_text(encoding="utf-8") for path in sorted(BUNDLED.rglob("*.txt"))[:30:3]
)
AS_GIVEN = {"language": "el", "parameters": Parameters(8, 3, 0.6, 1.0), "similarity": "shared"}


def test_greek_text_in_pieces_of_any_size_is_cut_as_the_whole():
    expected = offsets(tmima.segment(GREEK, **AS_GIVEN))
    assert len(GREEK) > 2 * 12_000
    for size in (7, 1000, len(GREEK)):
        pieces = [GREEK[i : i + size] for i in range(0, len(GREEK), size)]
        found = list(tmima.stream(pieces, max_delay=0, **AS_GIVEN))
        assert offsets(found) == expected
        assert [one.cut for one in found] == ["final"] * (len(found) - 1) + ["end"]
    assert universal_window(AS_GIVEN["parameters"]) < 60
    # Most segments were out before the text had ended.
    early = TextStream(Segmenter(**AS_GIVEN), max_delay=0)
    assert len(early.push(GREEK)) > len(expected) / 2


def topical(count: int, seed: int) -> list[str]:
    """Return sentences whose topic, with six words of its own, changes every five to fifteen."""
    chance = np.random.default_rng(seed)
    made, topic = [], 0
    while len(made) < count:
        topic += 1
        for _ in range(int(chance.integers(5, 16))):
            own = [f"{'bdfgklmnprstvz'[topic % 14]}opic{topic}x{i}" for i in chance.choice(6, 2)]
            common = [f"{'aeiou'[i % 5]}word{i}" for i in chance.choice(60, 2)]
            made.append(f"The {own[0]} and the {common[0]} {own[1]} had {common[1]}.\n")
    return made[:count]


def test_the_first_segment_of_a_feed_comes_within_200_sentences():
    flow = TextStream(Segmenter(language="en"))
    feed = topical(400, seed=1)
    read = next(number for number, sentence in enumerate(feed, 1) if flow.push(sentence))
    assert 150 < read <= 200
    assert DEFAULT_DELAY == 50


def agreement(text: str, **settings_) -> float:
    """Return F1 of a stream's cuts against those of the whole text at once."""
    at_once = tmima.segment(text, language="en", **settings_).segmentation
    streamed = list(tmima.stream([text], language="en", **settings_))
    assert len(at_once) > 50
    return score(at_once, Segmentation(tuple(one.last for one in streamed))).f1


def test_with_clear_topics_next_to_nothing_differs_from_the_whole_text_at_once():
    # Measured with the weights of 2026-11-16: .92 and more.
    assert min(agreement("".join(topical(1000, seed))) for seed in range(4)) >= 0.9


def test_an_endless_paragraph_does_not_wait_for_its_end(monkeypatch):
    monkeypatch.setattr("tmima.streaming.stream_sentences._LONGEST_PARAGRAPH", 300)
    text = " ".join(f"Sentence number {i} is here." for i in range(300))
    settings_ = {"language": "en", "parameters": Parameters(4, 1, 0.9, 1.0), "max_delay": 0}
    found = [
        list(tmima.stream([text[i : i + size] for i in range(0, len(text), size)], **settings_))
        for size in (50, 9999)
    ]
    assert found[0] == found[1]
    assert "".join(one.text for one in found[0]) == text
    assert found[0][-1].last == 300


@pytest.mark.parametrize("delay", [0, 50])
def test_memory_does_not_grow_with_the_stream(delay):
    segmenter = Segmenter(
        language="en",
        format="lines",
        parameters=Parameters(5, 2, 0.8, 1.0),
        constraints={"max_size": 20},
    )
    flow = TextStream(segmenter, max_delay=delay)
    words = np.random.default_rng(4).integers(0, 30, (12_000, 3))
    for part in range(6):
        lines_ = "".join(
            f"Topic{i // 7} has word{a} and word{b} and other{part}x{i}.\n"
            for i, (a, b, _) in enumerate(words[2000 * part : 2000 * (part + 1)])
        )
        flow.push(lines_)
        assert len(flow._starts) == len(flow._cuts._kept) < 400
        assert len(flow._cuts._similarity._units) < 200
        assert len(json.dumps(flow.state())) < 80_000


# --- What a stream cannot do


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"format": "choi"}, "format= text or lines, not 'choi'"),
        ({"format": "auto"}, "format= text or lines, not 'auto'"),
        ({"unit": "paragraphs"}, "unit= cannot be 'paragraphs'"),
        ({"unit": "paragraph"}, "unit= cannot be 'paragraph'"),
        ({"n_segments": 4}, "cannot have n_segments="),
        ({"questions": {"posteriors": True}}, "cannot have posteriors="),
        ({"background": ["A text."]}, "cannot have background="),
        ({"encode": lambda texts: texts}, "cannot have encode="),
        ({"method": "density", "options": {"score_unit": "words"}}, "cannot have options="),
        ({"parameters": Parameters(length_unit="words")}, "length_unit cannot be 'words'"),
        ({"parameters": {"length_unit": "word"}}, "length_unit cannot be 'words'"),
        ({"constraints": {"min_size": 3}}, "cannot have min_size="),
        ({"constraints": {"max_size": 3, "size_unit": "words"}}, "cannot have size_unit="),
        ({"constraints": {"cut_at": (3,)}}, "cannot have cut_at="),
        ({"constraints": {"keep_paragraphs": True}}, "cannot have keep_paragraphs="),
        ({"constraints": {"n_segments": 3}}, "cannot have n_segments="),
        ({"method": "c99"}, "cut by learnt or density, not by the method c99"),
        ({"similarity": "lsa"}, "graded or shared, not by lsa"),
        ({"similarity": "vectors"}, "graded or shared, not by vectors"),
        ({"similarity": "background"}, "graded or shared, not by background"),
        ({"similarity": SharedWords}, "graded or shared, not by custom"),
    ],
)
def test_what_a_stream_cannot_do_is_refused_by_name(values, message):
    # At once: not when the first twelve thousand characters have come.
    with pytest.raises(TmimaError, match=message):
        TextStream(Segmenter(**values))


@pytest.mark.parametrize("delay", [-1, 2.5, "soon"])
def test_a_bad_delay_is_refused(delay):
    with pytest.raises(TmimaError, match="max_delay must be"):
        TextStream(max_delay=delay)


def test_without_a_bound_a_size_must_be_given():
    values = {"gamma": 0, "mean_length": 8, "std_length": 3}
    density_alone = {"parameters": values, "language": "en"}
    text = "".join(topical(200, seed=2))
    message = "with mean_length 8, std_length 3, gamma 0, r 0.5 no length .* give a max_size"
    with pytest.raises(TmimaError, match=message):
        list(tmima.stream([text], **density_alone))
    bounded = list(tmima.stream([text], **density_alone, constraints={"max_size": 9}))
    assert max(one.last - one.first for one in bounded) <= 9


def of_topics(*lengths: int) -> str:
    """Sentences of made-up words, those of each topic its own."""
    generator = random.Random(5)
    made = []
    for topic, length in enumerate(lengths):
        words = [f"{'bdfgk'[topic % 5]}{'aeiou'[number % 5]}l{number}m" for number in range(40)]
        made += [" ".join(generator.sample(words, 6)).capitalize() + "." for _ in range(length)]
    return " ".join(made)


@pytest.mark.parametrize("lengths", [(400,), (150, 250), (75, 325), (300, 40, 40, 40)])
@pytest.mark.parametrize(
    "parameters",
    [None, {"gamma": 0.4}, {"gamma": 0}, {"mean_length": 300}],
    ids=str,
)
@pytest.mark.parametrize("similarity", ["graded", "shared"])
def test_a_text_that_begins_with_few_topics_is_cut(lengths, parameters, similarity):
    text = of_topics(*lengths)
    segmenter = Segmenter(
        language="en", method="density", parameters=parameters, similarity=similarity
    )
    flow = TextStream(segmenter)
    found = flow.push(text) + flow.finish()
    assert "".join(one.text for one in found) == text
    assert flow._cuts.frozen.window <= 2000


def test_a_stream_has_the_parameters_that_the_method_has():
    for parameters, similarity in ((None, None), ({"mean_length": 300}, "graded")):
        segmenter = Segmenter(
            language="en", method="density", parameters=parameters, similarity=similarity
        )
        flow = TextStream(segmenter)
        flow.push(of_topics(300))
        settings_ = segmenter.segment(of_topics(20)).settings
        assert flow._cuts.frozen.parameters == settings_.parameters
        assert flow._cuts.frozen.similarity == settings_.similarity


def test_every_bundled_folder_can_come_in_as_a_stream():
    for folder in sorted(path for path in BUNDLED.iterdir() if path.is_dir()):
        text = "".join(path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.txt")))
        found = list(tmima.stream([text], language="el"))
        assert "".join(one.text for one in found) == text


def test_a_greatest_size_is_reached():
    # All alike, so segments are as long as they may be.
    text = "The ship sails.\n" * 12
    settings_ = {**PLAIN, "parameters": {**GIVEN, "mean_length": 9}, "constraints": {"max_size": 4}}
    with short_beginning(2):
        found = list(tmima.stream([text], max_delay=0, **settings_))
    assert [one.last for one in found] == [4, 8, 12]


def test_nothing_can_be_pushed_after_the_end():
    flow = TextStream()
    assert flow.finish() == []
    with pytest.raises(TmimaError, match="the stream has ended"):
        flow.push("more")
    assert flow.finish() == []


# --- The command

OPTIONS = (
    *("--language", "el", "--mean-length", "8", "--std-length", "3", "--gamma", "0.6"),
    *("--r", "1", "--similarity", "shared"),
)


def test_the_command_prints_the_segments_of_the_whole():
    shown = output("stream", *OPTIONS, "--max-delay", "0", stdin=GREEK)
    found = [json.loads(line) for line in shown.splitlines()]
    assert [(one["start"], one["text"]) for one in found] == [
        (one.start, one.text) for one in tmima.segment(GREEK, **AS_GIVEN)
    ]
    assert set(found[0]) == {"start", "end", "first", "last", "text", "cut", "units"}
    forced = output("stream", *OPTIONS, "--max-delay", "4", stdin=GREEK)
    assert '"cut": "forced"' in forced


def test_the_command_goes_on_after_a_crash(tmp_path):
    state, out = tmp_path / "state.json", tmp_path / "out"
    options = (*OPTIONS, "--max-delay", "0", "--state", str(state), "-o", str(out))
    with subprocess.Popen([*COMMAND, "stream", *options], stdin=subprocess.PIPE) as process:
        process.stdin.write(GREEK[: len(GREEK) * 9 // 10].encode())
        process.stdin.flush()
        while not state.exists() or '"segments": 0' in state.read_text().splitlines()[-1]:
            assert process.poll() is None
        process.kill()
    assert len(out.read_text().splitlines()) > 0
    assert output("stream", *options, stdin=GREEK) == ""
    expected = output("stream", *options[:-4], stdin=GREEK)
    assert out.read_text() == expected
    # Once more on the same text, and on the text that has grown.
    assert output("stream", *options, stdin=GREEK) == ""
    assert out.read_text() == expected
    output("stream", *options, stdin=GREEK + GREEK)
    assert out.read_text() == output("stream", *options[:-4], stdin=GREEK + GREEK)
    told = refusal("stream", *options, stdin=GREEK[1:])
    assert "more than the input holds" in told


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--length-unit", "words"], "in sentences: --length-unit cannot be 'words'"),
        (["--input-format", "choi"], "a stream has --input-format text or lines, not 'choi'"),
        (["--similarity", "background"], "by graded or shared, not by background"),
        (["--max-delay", "-1"], "--max-delay"),
        (["--max-size", "0"], "--max-size"),
        (["--n-segments", "3"], "No such option"),
    ],
)
def test_bad_input_is_told_in_a_line(arguments, message):
    assert message in refusal("stream", *arguments, stdin="x")


def test_the_command_asks_for_a_size_where_there_is_no_bound():
    feed = "".join(topical(200, seed=2))
    lengths = ("--mean-length", "8", "--std-length", "3")
    message = refusal("stream", "--gamma", "0", *lengths, "--language", "en", stdin=feed)
    assert message == (
        "tmima: with --mean-length 8, --std-length 3, --gamma 0, --r 0.5 no length of a segment "
        "is too long: give a --max-size\n"
    )


def test_a_trained_stream_saved_before_its_beginning_is_complete_stays_trained():
    text = "\n".join(f"The cat number {i} is here." for i in range(12))
    labelled = [(text, [2, 4, 6, 8, 10, 12]), (text, [2, 4, 7, 9, 12])]
    trained = Segmenter(language="en", format="lines", method="density").train(labelled)
    saved = TextStream(trained)
    saved.push(text[:40])
    resumed = TextStream.resume(json.loads(json.dumps(saved.state())))
    resumed.push(text[40:])
    expected = trained.segment(text).boundaries
    assert len(expected) > 1
    assert tuple(one.last for one in resumed.finish()) == expected
    # Untrained it would be another answer.
    assert tmima.segment(text, language="en", format="lines").boundaries != expected


def test_options_of_a_training_do_not_forbid_a_stream():
    """They say how it was trained; what it found are parameters, and a stream takes those."""
    text = "\n".join(f"The cat number {i} is here." for i in range(12))
    labelled = [(text, [2, 4, 6, 8, 10, 12]), (text, [2, 4, 7, 9, 12])]
    settings: dict = {"language": "en", "format": "lines", "method": "density"}
    settings["options"] = {"score_unit": "words"}
    with pytest.raises(TmimaError, match="a stream cannot have options="):
        TextStream(Segmenter(**settings))
    trained = Segmenter(**settings).train(labelled)
    flow = TextStream(trained)
    found = flow.push(text) + flow.finish()
    assert tuple(one.last for one in found) == trained.segment(text).boundaries


# --- Speech


def spoken_cues() -> list[tmima.Cue]:
    topics = (["The ship waits for", "the tide."], ["The baker kneads", "good dough."])
    cues, time = [], 0.5
    for part in range(12):
        for text in topics[part // 6]:
            cues.append(tmima.Cue(time, time + 1.5, text, f"Speaker {part // 6}"))
            time += 2.0
    return cues


def test_cues_give_segments_with_times():
    settings = {"language": "en", "constraints": {"max_size": 6}}
    flow = tmima.CueStream(Segmenter(**settings))
    cues = spoken_cues()
    found = [segment for cue in cues for segment in flow.push(cue)] + flow.finish()
    assert "".join(segment.text for segment in found).split() == [
        word for cue in cues for word in cue.text.split()
    ]
    starts = {cue.start for cue in cues}
    assert found[0].start_time == 0.5
    assert found[-1].end_time == cues[-1].end
    for before, after in pairwise(found):
        assert before.end_time == after.start_time
        assert after.start_time in starts
    assert [segment.speakers for segment in found] == [("Speaker 0",), ("Speaker 1",)]


def test_the_last_segment_ends_when_the_last_voice_does():
    """Who speaks on while another begins and ends is still heard."""
    flow = tmima.CueStream(Segmenter(language="en", constraints={"max_size": 6}))
    told = [(0.0, 9.0, "The choir sings on.", "Choir"), (1.0, 2.5, "Good evening.", "Host")]
    found = [one for cue in told for one in flow.push(tmima.Cue(*cue))] + flow.finish()
    assert found[-1].end_time == 9.0


def test_the_command_takes_cues_as_lines_of_json():
    lines = [json.dumps({k: v for k, v in cue._asdict().items() if v}) for cue in spoken_cues()]
    shown = output(
        "stream", "--cues", "--language", "en", "--max-size", 6, stdin="\n".join(lines)
    ).splitlines()
    found = [json.loads(line) for line in shown]
    assert [one["speakers"] for one in found] == [["Speaker 0"], ["Speaker 1"]]
    assert found[0]["end_time"] == found[1]["start_time"]
    assert "line 2 is no cue" in refusal("stream", "--cues", stdin=lines[0] + '\n{"start": 1}\n')
    assert "--state is for text" in refusal("stream", "--cues", "--state", "a.json")


@pytest.mark.parametrize("start", [math.nan, math.inf, -math.inf])
def test_a_cue_without_a_start_is_refused_by_a_stream(start):
    with pytest.raises(TmimaError, match="a cue of a stream needs a start and a text, not Cue"):
        tmima.CueStream().push(tmima.Cue(start, 2, "A ship."))


@pytest.mark.parametrize("end", [math.nan, math.inf, -math.inf])
def test_a_cue_without_an_end_has_times_that_json_knows(end):
    flow = tmima.CueStream(Segmenter(language="en"))
    flow.push(tmima.Cue(1, 2, "A ship sails."))
    flow.push(tmima.Cue(3, end, "A ship."))
    (found,) = flow.finish()
    assert (found.start_time, found.end_time) == (1, 3)
