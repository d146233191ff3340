"""With nothing set, lengths come from the text; what is set wins; and the output says so."""

import json

import pytest

import tmima
from tests.command import output, refusal
from tests.texts import LENGTH, TOPICS, TRUTH, labelled, made_up
from tmima import GradedWords, Parameters, SharedWords, TmimaError
from tmima.fitting import fitted as fitting
from tmima.segmentation import read_parameters, write_parameters
from tmima.similarity.mixed import Mixed
from tmima.similarity.vectors import Cosines


def segmented(sentences: list[str], **options) -> tmima.SegmentedText:
    return tmima.segment("\n".join(sentences), language="en", format="lines", **options)


def test_with_nothing_set_the_topics_are_found():
    result = segmented(made_up())
    assert result.boundaries == TRUTH
    settings = result.settings
    assert settings.similarity == "graded"
    assert settings.learnt == ("mean_length", "std_length")
    assert settings.learnt_from == "the text itself"
    assert settings.parameters.mean_length == pytest.approx(LENGTH)
    assert settings.p_value <= 0.05
    assert settings.shows_topics
    assert isinstance(result.similarity, GradedWords)
    shown = result.as_dict()
    assert shown["structure"] == {"p_value": settings.p_value, "shows_topics": True}
    assert shown["similarity"] == "graded"
    assert shown["learnt"] == {
        "parameters": ["mean_length", "std_length"],
        "from": "the text itself",
    }
    assert shown["parameters"]["mean_length"] == pytest.approx(LENGTH)


def test_what_is_given_wins():
    sentences = made_up()
    mean = segmented(sentences, parameters={"mean_length": 5})
    assert mean.settings.similarity == "graded"
    assert mean.settings.parameters.mean_length == 5
    assert mean.settings.learnt == ()
    deviation = segmented(sentences, parameters={"std_length": 2.5})
    assert deviation.settings.parameters.std_length == 2.5
    assert "mean_length" in deviation.settings.learnt
    weights = segmented(sentences, parameters={"gamma": 0.55})
    assert (weights.settings.similarity, weights.settings.parameters.gamma) == ("shared", 0.55)
    every = Parameters(7, 3, 0.4, 0.66)
    assert segmented(sentences, parameters=every).settings.parameters == every
    assert segmented(sentences, parameters=every).settings.similarity == "shared"
    graded = segmented(sentences, parameters=every, similarity="graded")
    assert graded.settings.similarity == "graded"
    own = segmented(sentences, similarity=SharedWords)
    assert own.settings.similarity == "own"


def test_a_number_of_segments_tells_the_length():
    result = segmented(made_up(), n_segments=3)
    assert len(result.segmentation) == 3
    assert result.settings.parameters.mean_length == pytest.approx(LENGTH * len(TOPICS) / 3)


def test_a_text_without_topics_is_told_to_have_none():
    found = [segmented(made_up(shuffled=True, seed=seed)).settings for seed in range(20)]
    # As a p-value: at most one in twenty, on average, says that there are topics.
    assert sum(one.p_value <= 0.05 for one in found) <= 4
    assert not any(one.shows_topics for one in found)
    shown = output(
        "segment", "-", "--language", "en", "--input", "lines",
        stdin="\n".join(made_up(shuffled=True, seed=0)),
    )  # fmt: skip
    assert "this text shows one topic" in shown
    shown = output(
        "segment", "-", "--language", "en", "--input", "lines", "--no-excess",
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


@pytest.mark.parametrize("n_segments", [None, 2])
def test_without_a_word_lengths_in_words_cannot_be_learnt_and_that_is_no_error(n_segments):
    text = "... !!!\n\n??? ..."
    result = tmima.segment(
        text, language="en", parameters={"length_unit": "words"}, n_segments=n_segments
    )
    assert "".join(one.text for one in result.segments) == text
    assert result.settings.learnt == ()


def test_topics_are_tested_for_only_where_lengths_are_open(monkeypatch):
    asked = []
    monkeypatch.setattr(fitting, "structure_p_value", lambda _: asked.append(1) or 0.5)
    given = {"mean_length": 9, "std_length": 3}
    assert segmented(made_up(), parameters=given).settings.p_value is None
    assert not asked
    assert segmented(made_up()).settings.p_value == 0.5


def test_vectors_come_from_any_function():
    words = sorted({word for topic in TOPICS for word in topic})

    def encode(texts):
        return [[word in text for word in words] for text in texts]

    result = segmented(made_up(), similarity="vectors", encode=encode)
    assert result.settings.similarity == "vectors"
    assert set(result.boundaries) >= {9, 18, 27, 36, 45}


@pytest.mark.parametrize(
    ("given", "kind"),
    [({}, Mixed), ({"mean_length": 9}, Mixed), ({"excess": False}, Cosines), ({"r": 0.5}, Cosines)],
)
def test_equation_1_keeps_plain_cosines(given, kind):
    prepared = tmima.Segmenter(language="en", format="lines").prepare("\n".join(made_up()))
    segmenter = tmima.Segmenter(
        similarity="vectors",
        encode=lambda texts: [[len(each), 1.0] for each in texts],
        parameters=given,
    )
    assert isinstance(segmenter.segment(prepared).similarity, kind)


def test_lsa_learns_from_other_texts():
    pytest.importorskip("scipy", reason="the extra methods is not installed")
    others = ["\n".join(made_up(seed=seed)) for seed in range(5, 9)]
    result = segmented(made_up(), similarity="lsa", background=others)
    assert result.settings.similarity == "lsa"
    assert set(result.boundaries) >= {9, 18, 27, 36, 45}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"similarity": "cosine"}, "unknown similarity 'cosine': choose one of shared, graded"),
        ({"similarity": "lsa"}, "the similarity lsa needs background=, texts"),
        ({"similarity": "vectors"}, "vectors needs encode=, a function from texts to vectors"),
        (
            {"similarity": "graded", "background": ["x"]},
            "is for .* lsa, not for graded",
        ),
        ({"similarity": "lsa", "background": ["x"], "encode": len}, "encode= is for .* vectors"),
        ({"similarity": 3}, "must be a name or a measure, not 3"),
        ({"similarity": "shared", "measure": SharedWords}, "measure= is the old name of similar"),
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
        (folder / f"{seed}.ref").write_text(labelled(seed), encoding="utf-8")
    params = tmp_path / "params.json"
    shown = output("train", folder, "--similarity", "graded", "--language", "en", "-o", params)
    assert "similarity graded" in shown
    assert read_parameters(params.read_text())[1] == "graded"
