"""The similarities by name: each equals its formula, read in any blocks, and keeps its bound."""

import math
import random
import sys
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import oracle
from tmima import TmimaError, languages
from tmima.formats import read
from tmima.similarity import DEFAULT_SIMILARITY, GivenMatrix, Sources, similarities
from tmima.similarity.columns import MixedSimilarity
from tmima.similarity.vectors import Cosines, LatentWords, Vectors, encoder, open_model
from tmima.similarity.words import BackgroundWords, GradedWords, WordFamilies, surprisal_weights
from tmima.testing import CheckError, check_similarity
from tmima.text import Units

# Words with relatives, by their first six or four letters, and without.
WORDS = "nation national nationality native navy politics political politeness sea".split()
sentences = st.lists(st.lists(st.sampled_from(WORDS), max_size=4), min_size=1, max_size=9)


def units_of_words(texts) -> Units:
    numbers = {word: number for number, word in enumerate(WORDS)}
    units = oracle.units_of([{numbers[word] for word in words} for words in texts])
    return type(units)(
        **{
            **{name: getattr(units, name) for name in units.__slots__},
            "vocabulary": tuple(WORDS[: len(units.vocabulary)]),
        }
    )


def document_units(text: str, language: str = "en") -> Units:
    return Units.of(read(text, languages.analyzer(language)))


def dense(similarity, *, width=None, reach=None) -> np.ndarray:
    """D above the diagonal, read in blocks of some width."""
    size = len(similarity)
    matrix = np.zeros((size, size))
    width = width or size
    for first in range(0, size, width):
        block = similarity.columns(first, min(size, first + width), reach)
        for column in range(len(block.starts) - 1):
            for entry in range(block.starts[column], block.starts[column + 1]):
                assert matrix[block.rows[entry], first + column] == 0
                matrix[block.rows[entry], first + column] = block.values[entry]
    return matrix


def graded_by_loops(texts, probability=None) -> np.ndarray:
    size = len(texts)
    matrix = np.zeros((size, size))
    for s, t in product(range(size), repeat=2):
        total = 0.0
        for share, letters in ((0.4, 99), (0.4, 6), (0.2, 4)):
            for key in {w[:letters] for w in texts[s]} & {w[:letters] for w in texts[t]}:
                holders = sum(any(w[:letters] == key for w in words) for words in texts)
                weight = share / math.sqrt(max(1, holders - 1))
                if probability is not None:
                    uses = {w for words in texts for w in words if w[:letters] == key}
                    p = sum(probability[w] for w in uses)
                    weight *= max(0.0, -math.log(max(p, 1e-6)) - 3) / 10
                total += weight
        if s < t:
            matrix[s, t] = 1 - math.exp(-total)
    return matrix


@given(texts=sentences)
def test_graded_is_its_formula(texts):
    assert dense(GradedWords(units_of_words(texts))) == pytest.approx(graded_by_loops(texts))


@given(texts=sentences, seed=st.integers(0, 99))
def test_probabilities_weigh_words_and_families_by_their_surprise(texts, seed):
    chance = random.Random(seed)
    probability = {word: 10 ** chance.uniform(-8, -0.5) for word in WORDS}
    units = units_of_words(texts)
    # A word that the text lacks is in no family of it.
    there = {word for words in texts for word in words}
    known = np.array([probability[word] if word in there else 0.0 for word in units.vocabulary])
    found = dense(GradedWords(units, known))
    assert found == pytest.approx(graded_by_loops(texts, probability))


@given(texts=sentences)
def test_the_shares_of_a_word_and_its_families_sum_to_one(texts):
    units = units_of_words(texts)
    families = WordFamilies.of(units)
    terms, words = families.pairs
    sums = np.bincount(words, families.shares[terms], minlength=len(units.vocabulary))
    assert sums == pytest.approx(1)


def test_words_without_relatives_are_their_own_families():
    units = document_units("Ships sail. Bakers knead. Ships rest.")
    assert set(WordFamilies.of(units).units.vocabulary) == set(units.vocabulary)


def test_relatives_make_sentences_similar_in_greek_too():
    units = document_units("Η πολιτική αλλάζει. Ο πολιτικός μιλά. Το ψωμί ζεσταίνεται.", "el")
    found = dense(GradedWords(units))
    assert found[0, 1] > 0
    assert found[0, 2] == found[1, 2] == 0


def test_importance_falls_with_frequency_and_is_never_negative():
    values = surprisal_weights(np.array([0.0, 1e-9, 1e-6, 1e-5, 1e-3, 0.2, 1.0]))
    assert values[0] == values[1] == values[2] > values[3] > values[4] > values[5] == values[6] == 0


def test_in_greek_a_common_word_makes_less_similar_than_a_rare_one():
    text = "Το κράτος ήταν εκεί. Το κράτος έλειπε. Ο αστρολάβος έσπασε. Ο αστρολάβος χάθηκε."
    units = document_units(text, "el")
    found = dense(BackgroundWords("el")(units))
    assert 0 < found[0, 1] < found[2, 3]


def test_in_english_stems_are_looked_up_by_their_written_forms():
    pytest.importorskip("wordfreq")
    units = document_units("Countries differ. A country is small. Astrolabes shine. The astrolabe.")
    found = dense(BackgroundWords("en")(units))
    assert 0 < found[0, 1] < found[2, 3]


def test_a_language_without_frequencies_is_refused_with_those_that_have_them():
    pytest.importorskip("wordfreq")
    with pytest.raises(TmimaError, match=r"known for .*el.*not for 'eu'"):
        BackgroundWords("eu")


def test_units_without_a_document_cannot_be_looked_up():
    units = oracle.units_of([{0}, {0}])
    for measure in (BackgroundWords("el"), Vectors(lambda texts: np.eye(len(texts)))):
        with pytest.raises(TmimaError, match="document"):
            measure(units)


rows = st.lists(st.lists(st.integers(-3, 3), min_size=3, max_size=3), min_size=1, max_size=8)


@given(vectors=rows)
def test_cosines_are_those_of_the_textbook(vectors):
    for s, t in product(range(len(vectors)), repeat=2):
        one, other = np.array(vectors[s], float), np.array(vectors[t], float)
        norm = np.linalg.norm(one) * np.linalg.norm(other)
        expected = max(0.0, float(one @ other) / norm) if norm and s < t else 0.0
        assert dense(Cosines(vectors))[s, t] == pytest.approx(expected, abs=1e-12)


@given(vectors=rows, data=st.data())
def test_centred_cosines_by_hand(vectors, data):
    weights = data.draw(st.lists(st.floats(0, 1), min_size=len(vectors), max_size=len(vectors)))
    directions = [np.array(row) / (np.linalg.norm(row) or 1) for row in vectors]
    middle = sum(directions) / len(directions)
    found = dense(Cosines(vectors).centred(np.array(weights)))
    for s, t in combinations(range(len(vectors)), 2):
        one, other = directions[s] - middle, directions[t] - middle
        norm = np.linalg.norm(one) * np.linalg.norm(other)
        if norm > 1e-9:
            expected = weights[s] * weights[t] * max(0.0, float(one @ other) / norm)
            assert found[s, t] == pytest.approx(expected, abs=1e-6)


def test_vectors_are_mixed_with_words_and_bare_answers_hardly_count():
    units = document_units("The ship waits. The ship sails. Yes. A harbour sleeps. Yes.")
    alike = [[1.0, 0.2], [1.0, 0.1], [0.0, 1.0], [1.0, 0.0], [0.0, 1.0]]
    found = dense(Vectors(lambda texts: alike, excess=True)(units))
    assert dense(Vectors(lambda texts: alike)(units)) == pytest.approx(dense(Cosines(alike)))
    words, cosines = dense(GradedWords(units)), dense(Cosines(alike).centred(np.ones(5)))
    assert found[0, 3] > 0 == words[0, 3]
    assert cosines[2, 4] > cosines[0, 3] > found[0, 3] > found[2, 4]
    assert found[0, 1] > found[0, 3]


def test_vectors_of_the_wrong_shape_or_number_are_refused():
    units = document_units("One ship. Two ships.")
    with pytest.raises(TmimaError, match="3 vectors came back for 2 texts"):
        Vectors(lambda texts: np.eye(3))(units)
    with pytest.raises(TmimaError, match=r"shape \(2,\)"):
        Vectors(lambda texts: np.ones(2))(units)
    with pytest.raises(TmimaError, match="unit 1"):
        Cosines([[1.0], [math.nan]])


def test_an_encoder_gets_the_texts_of_the_units_and_no_more():
    seen = []

    class Model:
        def encode(self, texts):
            seen.extend(texts)
            return np.eye(len(texts))

    Vectors(encoder(Model()))(document_units("  One ship.\n\nTwo ships.  "))
    assert seen == ["One ship.", "Two ships."]


def test_a_sentence_transformers_model_is_told_not_to_draw():
    class Model:
        def encode(self, texts, show_progress_bar=True):
            assert not show_progress_bar
            return np.eye(len(texts))

    Model.__module__ = "sentence_transformers.base"
    assert len(Vectors(encoder(Model()))(document_units("One ship. Two ships."))) == 2


def test_what_is_no_model_is_refused(tmp_path):
    with pytest.raises(TmimaError, match="int has no method encode"):
        encoder(3)
    with pytest.raises(TmimaError, match="no folder"):
        open_model(tmp_path / "nothing")


@pytest.mark.parametrize(
    ("layers", "package"),
    [
        ("sentence_transformers.models.Transformer", "sentence-transformers"),
        ("sentence_transformers.models.StaticEmbedding", "model2vec"),
        (None, "model2vec"),
    ],
)
def test_a_folder_is_opened_by_the_package_that_wrote_it(tmp_path, monkeypatch, layers, package):
    for name in ("sentence_transformers", "model2vec"):
        monkeypatch.setitem(sys.modules, name, None)
    if layers:
        (tmp_path / "modules.json").write_text(f'[{{"type": "{layers}"}}]')
    with pytest.raises(TmimaError, match=f"needs {package}: pip install {package}"):
        open_model(tmp_path)


@given(one=rows, share=st.sampled_from([0.0, 0.25, 1.0]), reach=st.sampled_from([None, 2]))
def test_a_mixture_is_the_weighted_sum(one, share, reach):
    first = Cosines(one)
    second = Cosines([row[::-1] for row in one])
    found = dense(MixedSimilarity(first, second, share), reach=reach)
    expected = (1 - share) * dense(first, reach=reach) + share * dense(second, reach=reach)
    assert found == pytest.approx(expected)


def test_only_similarities_of_the_same_units_are_mixed():
    with pytest.raises(TmimaError, match="2 and 3 units"):
        MixedSimilarity(Cosines(np.eye(2)), Cosines(np.eye(3)), 0.5)
    with pytest.raises(TmimaError, match="from 0 to 1, not 2"):
        MixedSimilarity(Cosines(np.eye(2)), Cosines(np.eye(2)), 2)


def collection() -> list[Units]:
    """Texts in which harbour and quay keep company, and oven and loaf, with words of chance."""
    chance = random.Random(3)
    texts = []
    for _ in range(30):
        lines = []
        for subject in ("harbour quay anchor", "oven loaf flour"):
            for _ in range(8):
                words = chance.sample(subject.split(), 2)
                lines.append(f"The {words[0]} and the {words[1]}, a {chance.choice(WORDS)}.")
        texts.append(document_units(" ".join(lines)))
    return texts


@pytest.fixture(scope="module")
def latent() -> LatentWords:
    pytest.importorskip("scipy")
    return LatentWords(collection(), "und")


def test_latent_words_join_what_keeps_company(latent):
    found = dense(latent(document_units("A harbour. Some quay. An oven. A loaf.")))
    assert min(found[0, 1], found[2, 3]) > 0.1
    assert max(found[0, 2], found[0, 3], found[1, 2], found[1, 3]) < 0.05


def test_latent_words_are_the_same_from_the_same_collection(latent):
    units = document_units("A harbour. Some quay. An oven. A loaf.")
    assert (dense(latent(units)) == dense(LatentWords(collection(), "und")(units))).all()


def test_a_collection_of_nothing_is_refused():
    with pytest.raises(TmimaError, match="too few"):
        LatentWords([document_units("The ship.")], "und")


@pytest.fixture(params=similarities.own())
def similarity(request):
    """Every registered similarity, on a text with relatives, repetitions and a bare sentence."""
    if request.param == "lsa":
        pytest.importorskip("scipy")
    if request.param == "background":
        pytest.importorskip("wordfreq")
    chance = random.Random(5)
    text = " ".join(
        f"The {chance.choice(WORDS)} and the {chance.choice(WORDS)} meet." for _ in range(30)
    )
    sources = Sources(
        language="en",
        background=collection(),
        encode=lambda texts: np.random.default_rng(1).normal(size=(len(texts), 5)),
    )
    return similarities[request.param].make(sources)(document_units(text + " It is."))


def test_every_similarity_says_what_it_is_and_what_it_needs():
    for name in similarities.own():
        entry = similarities[name]
        assert 10 < len(entry.summary) < 120
        assert entry.needs == {"lsa": "background", "vectors": "encode"}.get(name, "")
        assert 0 <= entry.gamma <= 1


def test_every_similarity_is_the_same_in_blocks_and_within_a_reach(similarity):
    whole = dense(similarity)
    assert len(similarity) == len(whole) == 31
    assert dense(similarity, width=7) == pytest.approx(whole, abs=1e-12)
    distance = np.arange(31)[None, :] - np.arange(31)[:, None]
    near = dense(similarity, width=4, reach=5)
    assert near[distance <= 5] == pytest.approx(whole[distance <= 5], abs=1e-12)


def test_every_similarity_is_between_0_and_1_and_keeps_its_bound(similarity):
    whole = dense(similarity)
    assert whole.min() >= 0
    assert 0 < whole.max() <= 1
    both = whole + np.triu(whole, 1).T
    for count in (1, 3, 10):
        largest = max(both[s : s + count, s : s + count].sum() for s in range(32 - count))
        assert largest <= similarity.largest_block(count) + 1e-9


def test_an_unknown_name_is_refused_with_the_known_ones():
    with pytest.raises(TmimaError, match="'cosine': choose one of shared, graded, background"):
        similarities["cosine"]


def test_what_a_similarity_lacks_is_named():
    sources = Sources(language="en")
    for name, lack in (("lsa", "too few"), ("vectors", "needs encode=")):
        with pytest.raises(TmimaError, match=lack):
            similarities[name].make(sources)


def test_the_default_needs_nothing_but_the_text():
    similarities[DEFAULT_SIMILARITY].make(Sources(language="und"))


@pytest.mark.parametrize("name", ["shared", "graded"])
def test_our_similarities_pass_the_checks_of_all_similarities(name):
    check_similarity(similarities[name].make(Sources(language="en")))


def test_a_similarity_that_gives_the_engine_other_values_is_noticed():
    class Liar(GivenMatrix):
        """Halves what is far from the diagonal when it is asked for as the engine asks."""

        def columns(self, first, last, reach=None):
            block = super().columns(first, last, reach)
            if reach is not None and reach > 3:
                block.values[block.columns() - block.rows > 1] *= -0.5
            return block

    def in_topics(units: Units) -> Liar:
        topics = np.arange(len(units)) // 6
        return Liar(0.1 + (topics[:, None] == topics))

    with pytest.raises(CheckError, match="by its columns"):
        check_similarity(in_topics)
