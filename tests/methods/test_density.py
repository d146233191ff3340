"""The method density: equation (1) with what is given, and what suits where nothing is."""

import pickle

import pytest

import tmima
from tests.command import output
from tests.texts import LENGTH, TOPICS, TRUTH, labelled, made_up
from tmima import Parameters, TmimaError
from tmima.methods.method import CUSTOM_SIMILARITY, ChosenSimilarity
from tmima.segmentation import Prepared
from tmima.similarity import SharedWords, similarities
from tmima.similarity.columns import MixedSimilarity
from tmima.similarity.vectors import Cosines
from tmima.similarity.words import GradedWords
from tmima.training import read_parameters, write_parameters


def segmented(sentences: list[str], **options) -> tmima.SegmentedText:
    text = "\n".join(sentences)
    return tmima.segment(text, language="en", format="lines", method="density", **options)


def test_with_nothing_set_it_is_the_papers_similarity_and_what_suits_it():
    result = segmented(made_up())
    suited = similarities["shared"]
    assert result.settings.similarity == "shared"
    assert isinstance(result.similarity, SharedWords)
    assert result.settings.parameters == Parameters()
    assert (suited.gamma, suited.r) == (Parameters().gamma, Parameters().r)
    assert set(result.boundaries) <= {0, *TRUTH}
    assert result.as_dict().keys().isdisjoint({"structure", "evidence", "learnt"})


def test_what_is_given_wins():
    sentences = made_up()
    mean = segmented(sentences, parameters={"mean_length": 5}).settings
    assert (mean.parameters.mean_length, mean.parameters.std_length) == (5, 3)
    deviation = segmented(sentences, parameters={"std_length": 2.5}).settings
    assert deviation.parameters.std_length == 2.5
    assert deviation.parameters.mean_length == Parameters().mean_length
    weights = segmented(sentences, parameters={"gamma": 0.55}, similarity="graded").settings
    assert weights.parameters.gamma == 0.55
    assert weights.parameters.r == similarities["graded"].r
    every = Parameters(7, 3, 0.4, 0.66)
    assert segmented(sentences, parameters=every, n_segments=3).settings.parameters == every
    graded = segmented(sentences, similarity="graded")
    assert graded.settings.similarity == "graded"
    assert isinstance(graded.similarity, GradedWords)
    assert graded.settings.parameters.gamma == similarities["graded"].gamma
    own = segmented(sentences, similarity=SharedWords)
    assert own.settings.similarity == CUSTOM_SIMILARITY
    assert own.settings.parameters == Parameters()


@pytest.mark.parametrize("length_unit", ["sentences", "words"])
def test_a_number_of_segments_tells_the_length(length_unit):
    result = segmented(made_up(), n_segments=3, parameters={"length_unit": length_unit})
    whole = result.units.lengths(length_unit).sum()
    if length_unit == "sentences":
        assert whole == LENGTH * len(TOPICS)
    assert len(result.segmentation) == 3
    assert result.settings.parameters.mean_length == whole / 3
    assert result.settings.parameters.std_length == pytest.approx(0.6 * whole / 3)
    given = segmented(made_up(), n_segments=3, parameters={"mean_length": 4}).settings
    assert given.parameters.mean_length == 4


def test_a_range_of_numbers_tells_no_length():
    result = segmented(made_up(), n_segments=(2, 3))
    assert len(result) in (2, 3)
    assert result.settings.parameters.mean_length == Parameters().mean_length


@pytest.mark.parametrize("n_segments", [None, 1])
@pytest.mark.parametrize("length_unit", ["sentences", "words"])
@pytest.mark.parametrize("text", ["x", "One. Two.", "...", "a b c\n" * 3, "... !!!\n\n??? ..."])
def test_small_and_empty_texts_are_no_error(text, length_unit, n_segments):
    result = tmima.segment(
        text,
        language="en",
        method="density",
        n_segments=n_segments,
        parameters={"length_unit": length_unit},
    )
    assert "".join(one.text for one in result.segments) == text


def test_paragraphs_are_compared_as_paragraphs():
    text = "\n\n".join(made_up())
    result = tmima.segment(text, language="en", method="density", unit="paragraphs")
    assert len(result.similarity) == len(result.units) == LENGTH * len(TOPICS)


def test_vectors_come_from_any_function():
    words = sorted({word for topic in TOPICS for word in topic})

    def encode(texts):
        return [[word in text for word in words] for text in texts]

    result = segmented(made_up(), similarity="vectors", encode=encode, n_segments=len(TOPICS))
    assert result.settings.similarity == "vectors"
    assert result.boundaries == TRUTH


def test_lsa_learns_from_other_texts():
    pytest.importorskip("scipy", reason="the extra methods is not installed")
    others = ["\n".join(made_up(seed=seed)) for seed in range(5, 9)]
    result = segmented(made_up(), similarity="lsa", background=others, n_segments=len(TOPICS))
    assert result.settings.similarity == "lsa"
    assert result.boundaries == TRUTH


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"similarity": "cosine"}, "unknown similarity 'cosine': choose one of shared, graded"),
        ({"similarity": "lsa"}, "the similarity lsa needs texts: give background="),
        ({"similarity": "vectors"}, "vectors needs a model: give encode="),
        ({"similarity": "graded", "background": ["x"]}, "is for .* lsa, not for graded"),
        ({"background": ["x"]}, "is for .* lsa, not for shared"),
        ({"similarity": "lsa", "background": ["x"], "encode": len}, "encode= is for .* vectors"),
        ({"similarity": 3}, "must be a name or a measure, not 3"),
        ({"similarity": lambda units: 3}, "must be a name or a function .* it gave 3"),
        ({"parameters": {"mean": 3}}, "unknown parameter 'mean'"),
        ({"parameters": {"excess": True}}, "unknown parameter 'excess'"),
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


def test_the_similarity_of_a_training_is_kept(tmp_path):
    folder = tmp_path / "texts"
    folder.mkdir()
    for seed in range(3):
        (folder / f"{seed}.ref").write_text(labelled(seed), encoding="utf-8")
    params = tmp_path / "params.json"
    chosen = ("--method", "density", "--similarity", "graded", "--language", "en")
    shown = output("train", folder, *chosen, "-o", params)
    assert "similarity graded" in shown
    assert read_parameters(params.read_text())[1] == "graded"


# --- The similarity that is chosen


def prepared() -> Prepared:
    return tmima.Segmenter(language="en", format="lines").prepare("\n".join(made_up()))


def test_d_is_made_once_for_each_text_and_measure():
    text = prepared()
    first, second = (ChosenSimilarity("shared", None, None, default="graded") for _ in range(2))
    made = first.of(text, diagonal=True, excess=False)
    assert second.of(text, diagonal=True, excess=False) is made
    assert first.of(text, diagonal=False, excess=False) is not made
    assert first.of(prepared(), diagonal=True, excess=False) is not made


def test_beyond_chance_vectors_are_mixed_with_words_and_by_equation_1_they_are_not():
    def encode(texts):
        return [[len(each), 1.0] for each in texts]

    text = prepared()
    chosen = ChosenSimilarity("vectors", None, encode, default="graded")
    plain = chosen.of(text, diagonal=True, excess=False)
    assert isinstance(plain, Cosines)
    assert isinstance(chosen.of(text, diagonal=True, excess=True), MixedSimilarity)
    # Another function may give other vectors.
    other = ChosenSimilarity("vectors", None, encode, default="graded")
    assert other.of(text, diagonal=True, excess=False) is not plain


def test_the_default_is_the_one_that_is_told_and_travels_without_what_was_made():
    chosen = ChosenSimilarity(None, None, None, default="graded")
    assert (chosen.name, chosen.entry) == ("graded", similarities["graded"])
    text = prepared()
    assert isinstance(chosen.of(text, diagonal=False, excess=True), GradedWords)
    sent = pickle.loads(pickle.dumps(chosen))
    assert sent.name == "graded"
    assert isinstance(sent.of(prepared(), diagonal=False, excess=True), GradedWords)
