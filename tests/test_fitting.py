"""With nothing set, lengths come from the text; what is set wins; and the output says so."""

import json
from itertools import pairwise

import numpy as np
import pytest

import tmima
from tests.test_cli import output, refusal
from tmima import Parameters, SharedWords, TmimaError
from tmima.fitting import fitted as fitting
from tmima.segmentation.parameter_file import read_parameters, write_parameters

TOPICS = [
    ["harbour", "ship", "tide", "sailor", "anchor", "mast"],
    ["baker", "dough", "flour", "oven", "bread", "yeast"],
    ["court", "judge", "witness", "lawyer", "verdict", "oath"],
    ["orchard", "apple", "harvest", "ladder", "basket", "cider"],
    ["violin", "concert", "melody", "pianist", "chorus", "rehearsal"],
]
LENGTH = 9


def made_up(*, shuffled: bool = False, seed: int = 3) -> list[str]:
    """Return sentences of two words of a topic and one of their own, nine a topic."""
    chance = np.random.default_rng(seed)
    sentences = []
    for words in TOPICS:
        for _ in range(LENGTH):
            one, other = chance.choice(words, 2, replace=False)
            own = "".join(chance.choice(list("bcdfghklmnprst"), 7))
            sentences.append(f"The {one} and the {other} had {own}.")
    if shuffled:
        chance.shuffle(sentences)
    return sentences


def segmented(sentences: list[str], **options) -> tmima.SegmentedText:
    return tmima.segment("\n".join(sentences), language="en", form="lines", **options)


def test_with_nothing_set_the_topics_are_found():
    result = segmented(made_up())
    assert result.boundaries == tuple(LENGTH * (i + 1) for i in range(len(TOPICS)))
    fitted = result.fitted
    assert fitted.name == "graded"
    assert fitted.learnt == ("mean_length", "std_length")
    assert fitted.parameters.mean_length == pytest.approx(LENGTH)
    assert fitted.chance <= 0.05
    shown = result.as_dict()
    assert shown["similarity"] == "graded"
    assert shown["learnt"] == {
        "parameters": ["mean_length", "std_length"],
        "from": "the text itself",
    }
    assert shown["parameters"]["mean_length"] == pytest.approx(LENGTH)


def test_what_is_given_wins():
    sentences = made_up()
    mean = segmented(sentences, parameters={"mean_length": 5})
    assert mean.fitted.name == "graded"
    assert mean.fitted.parameters.mean_length == 5
    assert mean.fitted.learnt == ()
    deviation = segmented(sentences, parameters={"std_length": 2.5})
    assert deviation.fitted.parameters.std_length == 2.5
    assert "mean_length" in deviation.fitted.learnt
    weights = segmented(sentences, parameters={"gamma": 0.55})
    assert (weights.fitted.name, weights.fitted.parameters.gamma) == ("shared", 0.55)
    every = Parameters(7, 3, 0.4, 0.66)
    assert segmented(sentences, parameters=every).fitted.parameters == every
    assert segmented(sentences, parameters=every).fitted.name == "shared"
    assert segmented(sentences, parameters=every, similarity="graded").fitted.name == "graded"
    own = segmented(sentences, measure=SharedWords)
    assert own.fitted.name == "own"


def test_a_number_of_segments_tells_the_length():
    result = segmented(made_up(), segments=3)
    assert len(result.segmentation) == 3
    assert result.fitted.parameters.mean_length == pytest.approx(LENGTH * len(TOPICS) / 3)


def test_a_text_without_topics_is_told_to_have_none():
    chances = [segmented(made_up(shuffled=True, seed=seed)).fitted.chance for seed in range(20)]
    # As a p-value: at most one in twenty, on average, says that there are topics.
    assert sum(chance <= 0.05 for chance in chances) <= 4
    shown = output(
        "segment", "-", "--language", "en", "--input", "lines",
        stdin="\n".join(made_up(shuffled=True, seed=0)),
    )  # fmt: skip
    assert "this text shows no topical structure" in shown
    shown = output("segment", "-", "--language", "en", stdin="\n".join(made_up()))
    assert "no topical structure" not in shown
    assert "similarity graded, mean_length 9 (learnt from the text)" in shown


@pytest.mark.parametrize("text", ["x", "One. Two.", "...", "a b c\n" * 3, "word. " * 30])
def test_small_and_empty_texts_are_no_error(text):
    result = tmima.segment(text, language="en")
    assert "".join(one.text for one in result.segments) == text


@pytest.mark.parametrize("segments", [None, 2])
def test_without_a_word_lengths_in_words_cannot_be_learnt_and_that_is_no_error(segments):
    text = "... !!!\n\n??? ..."
    result = tmima.segment(
        text, language="en", parameters={"length_unit": "words"}, segments=segments
    )
    assert "".join(one.text for one in result.segments) == text
    assert result.fitted.learnt == ()


def test_topics_are_tested_for_only_where_lengths_are_open(monkeypatch):
    asked = []
    monkeypatch.setattr(fitting, "structure_chance", lambda _: asked.append(1) or 0.5)
    given = {"mean_length": 9, "std_length": 3}
    assert segmented(made_up(), parameters=given).fitted.chance is None
    assert not asked
    assert segmented(made_up()).fitted.chance == 0.5


def test_vectors_come_from_any_function():
    words = sorted({word for topic in TOPICS for word in topic})

    def encode(texts):
        return [[word in text for word in words] for text in texts]

    result = segmented(made_up(), similarity="vectors", encode=encode)
    assert result.fitted.name == "vectors"
    assert set(result.boundaries) >= {9, 18, 27, 36, 45}


def test_lsa_learns_from_other_texts():
    pytest.importorskip("scipy", reason="the extra methods is not installed")
    others = ["\n".join(made_up(seed=seed)) for seed in range(5, 9)]
    result = segmented(made_up(), similarity="lsa", collection=others)
    assert result.fitted.name == "lsa"
    assert set(result.boundaries) >= {9, 18, 27, 36, 45}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"similarity": "cosine"}, "unknown similarity 'cosine': choose one of shared, graded"),
        ({"similarity": "lsa"}, "learns from a collection"),
        ({"similarity": "vectors"}, "needs a model: give"),
        ({"similarity": "shared", "measure": SharedWords}, "not both"),
        ({"parameters": {"mean": 3}}, "unknown parameter 'mean'"),
    ],
)
def test_what_is_missing_is_named(options, message):
    with pytest.raises(TmimaError, match=message):
        segmented(made_up(), **options)


def test_parameters_keep_their_similarity_in_a_file():
    parameters = Parameters(9, 3, 0.4, 0.5)
    assert read_parameters(write_parameters(parameters, "graded")) == (parameters, "graded")
    assert read_parameters(write_parameters(parameters, "shared")) == (parameters, None)
    with pytest.raises(TmimaError, match="unknown similarity"):
        read_parameters('{"similarity": "x"}')


def test_lengths_are_learnt_from_a_folder_of_plain_texts(tmp_path):
    folder = tmp_path / "texts"
    folder.mkdir()
    for seed in range(4):
        text = "\n".join(made_up(seed=seed))
        (folder / f"{seed}.txt").write_text(text, encoding="utf-8")
    params = tmp_path / "params.json"
    shown = output("train", folder, "--unlabelled", "--language", "en", "-o", params)
    assert "4 texts, 20 segments found in them, similarity graded" in shown
    learnt, similarity = read_parameters(params.read_text())
    assert similarity == "graded"
    assert learnt.mean_length == pytest.approx(LENGTH)
    result = json.loads(output("segment", folder / "0.txt", "--params", params, "--format", "json"))
    assert result["similarity"] == "graded"
    assert result["boundaries"] == [9, 18, 27, 36, 45]
    assert "there is no folder" in refusal("train", folder / "x", "--unlabelled", "-o", params)


def test_the_similarity_of_a_training_is_kept(tmp_path):
    folder = tmp_path / "texts"
    folder.mkdir()
    for seed in range(3):
        lines = made_up(seed=seed)
        cuts = [0, 9, 18, 30, 36, 45]
        parts = ["\n".join(lines[a:b]) for a, b in pairwise(cuts)]
        (folder / f"{seed}.ref").write_text(
            "==========\n" + "\n==========\n".join(parts) + "\n==========\n", encoding="utf-8"
        )
    params = tmp_path / "params.json"
    shown = output("train", folder, "--similarity", "graded", "--language", "en", "-o", params)
    assert "similarity graded" in shown
    assert read_parameters(params.read_text())[1] == "graded"
