"""The front door: a segmenter that only stores, refuses by name, learns, is kept and comes back."""

import json
import pickle
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tmima
from tests import oracle
from tests.similarity.test_named import dense
from tests.texts import TRUTH, UNEVEN, labelled, made_up
from tmima import (
    Constraints,
    Document,
    Parameters,
    Prepared,
    Questions,
    Segmentation,
    SegmentedText,
    Segmenter,
    TmimaError,
    languages,
)
from tmima.formats import formats, parse_choi, read
from tmima.methods import MethodEntry
from tmima.segmenter import SETTINGS
from tmima.settings import Switch, settings_of
from tmima.similarity import NamedSimilarity, SharedWords
from tmima.similarity import vectors as lsa

TEXT = "\n".join(made_up())
LINES: dict[str, Any] = {"language": "en", "format": "lines"}
CHOI: dict[str, Any] = {"language": "en", "format": "choi"}
LEARNERS = ("hmm", "aspect-hmm", "exponential", "ponte", "c99-lsa")
# A few features are induced as many are, one by one.
FEW = {"exponential": {"features": 5}}
NONSENSE = object()


@pytest.fixture(scope="module")
def methods_extra() -> None:
    pytest.importorskip("sklearn", reason="needs the extra: pip install 'tmima[methods]'")


class Halves:
    """A method of one's own."""

    def segment(self, text: Prepared, *, n_segments: int | None = None) -> Segmentation:
        count = min(n_segments or 2, len(text))
        return Segmentation(tuple(len(text) * (k + 1) // count for k in range(count)))


# --- settings


def test_the_constructor_only_stores():
    given = dict.fromkeys(SETTINGS, NONSENSE)
    segmenter = Segmenter(**given)
    assert all(getattr(segmenter, name) is NONSENSE for name in given)
    assert segmenter.settings == given
    assert vars(segmenter) == given


def test_the_constructor_takes_settings_by_name_only():
    with pytest.raises(TypeError):
        Segmenter("en")  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="segments"):
        Segmenter(segments=3)  # type: ignore[call-arg]


def test_its_repr_shows_what_was_given():
    assert repr(Segmenter()) == "Segmenter()"
    assert repr(Segmenter(unit="sentences", method=None)) == "Segmenter()"
    given = Segmenter(language="en", method="c99", n_segments=3, stopwords=["a"])
    assert repr(given) == "Segmenter(language='en', stopwords=('a',), method='c99', n_segments=3)"
    # Arrays compare entry by entry; a matrix in the wrong place can be shown all the same.
    assert "similarity=array(" in repr(Segmenter(similarity=np.eye(2)))


def test_segment_is_one_line_over_it():
    for settings in ({}, {"method": "c99"}, {"n_segments": 4, "questions": {"posteriors": True}}):
        assert tmima.segment(TEXT, **LINES, **settings) == Segmenter(**LINES, **settings).segment(
            TEXT
        )


def test_a_string_a_document_and_a_prepared_text_are_the_same_text():
    segmenter = Segmenter(**LINES)
    document = segmenter.read(TEXT)
    assert isinstance(document, Document)
    prepared = segmenter.prepare(document)
    expected = segmenter.segment(TEXT)
    assert expected.boundaries == TRUTH
    assert segmenter.segment(document) == segmenter.segment(prepared) == expected
    assert segmenter.segment(prepared).document is document
    for bad in (None, 3, b"bytes", ["A text."]):
        with pytest.raises(TmimaError, match="a text must be a string or a Document, not"):
            segmenter.segment(bad)


def test_a_number_of_segments_given_with_the_text_prevails():
    segmenter = Segmenter(**LINES, n_segments=2)
    assert len(segmenter.segment(TEXT)) == 2
    found = segmenter.segment(TEXT, n_segments=4)
    assert (len(found), found.settings.constraints.n_segments) == (4, 4)
    assert len(segmenter.segment(TEXT)) == 2


@pytest.mark.parametrize("kind", [np.int64, np.int32, np.uint8])
@pytest.mark.parametrize("method", ["density", "c99", "uniform"])
def test_the_number_of_segments_may_be_numpy_s(kind, method):
    found = Segmenter(**LINES, method=method, n_segments=kind(3)).segment(TEXT)
    assert found == Segmenter(**LINES, method=method, n_segments=3).segment(TEXT)
    assert json.dumps(found.as_dict())


def test_a_range_of_numbers_is_for_density():
    found = Segmenter(**LINES, n_segments=(2, 3)).segment(TEXT)
    assert found.settings.constraints.n_segments == (2, 3)
    assert len(found) == 3
    with pytest.raises(TmimaError, match="c99 takes one number as n_segments"):
        Segmenter(**LINES, method="c99", n_segments=(2, 3)).segment(TEXT)


def test_records_may_be_mappings():
    by_mapping = Segmenter(
        **LINES,
        parameters={"mean_length": 5, "std_length": 2, "length_unit": "sentence"},
        constraints={"max_size": 7, "size_unit": "sentence"},
        questions={"best": 3},
        similarity="graded",
    )
    by_record = Segmenter(
        **LINES,
        # What is left out of a mapping suits the similarity; a record is taken as it is.
        parameters=Parameters(5, 2, gamma=0.4, r=0.5),
        constraints=Constraints(max_size=7),
        questions=Questions(best=3),
        similarity="graded",
    )
    found = by_mapping.segment(TEXT)
    assert found == by_record.segment(TEXT)
    assert max(found.segmentation.lengths) == 7
    assert len(found.answers.best) == 3


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ({"parameters": {"mu": 3}}, "unknown parameter 'mu': known are mean_length"),
        ({"constraints": {"size": 3}}, "unknown constraint 'size': known are n_segments"),
        ({"questions": {"alternatives": 3}}, "unknown question 'alternatives': known are post"),
        ({"parameters": 3}, "parameters must be a Parameters or a mapping of its fields, not 3"),
        ({"constraints": 3}, "constraints must be a Constraints or a mapping of its fields"),
        ({"questions": "best"}, "questions must be a Questions or a mapping of its fields"),
        ({"questions": {"best": 1.5}}, "best must be a whole number, not 1.5"),
        ({"questions": {"path": -1}}, "path must be 1 or more, not -1"),
        ({"options": {"gama": 0.2}}, "the method learnt has no option 'gama'"),
        ({"method": "density", "options": {"gama": 0.2}}, "unknown parameter 'gama'"),
        ({"parameters": {"gamma": 0.2}, "options": {"parameters": {}}}, "is given twice"),
        ({"unit": "page"}, "unit= must be one of sentences, paragraphs, not 'page'"),
        ({"format": "xml"}, "unknown format 'xml': choose one of text, lines, choi"),
        ({"similarity": "cosine"}, "unknown similarity 'cosine': choose one of shared, graded"),
        ({"stopwords": "the"}, "stopwords must be a list of words, not 'the'"),
    ],
)
def test_unknown_names_and_bad_values_are_refused_when_it_is_used(setting, message):
    with pytest.raises(TmimaError, match=message):
        Segmenter(**{**LINES, **setting}).segment(TEXT)


@pytest.mark.parametrize(
    "setting",
    [
        {"format": 3},
        {"options": 3},
        {"method": Halves},
        {"analyzer": 3},
        {"similarity": "vectors", "encode": 3},
        {"similarity": "lsa", "background": [1, 2]},
        {"parameters": Parameters(), "options": {"gamma": 0.3}},
    ],
    ids=lambda setting: next(reversed(setting)),
)
def test_nonsense_is_refused_by_name(setting):
    with pytest.raises(TmimaError, match=next(reversed(setting))):
        Segmenter(**{**LINES, **setting}).segment(TEXT)


# --- methods


UNDERSTOOD_BY_DENSITY = {
    "similarity": "graded",
    "parameters": {"gamma": 0.2},
    "background": ["A text."],
    "encode": len,
    "max_size": 3,
    "best": 2,
}


@pytest.mark.parametrize("name", list(UNDERSTOOD_BY_DENSITY))
@pytest.mark.parametrize("method", ["c99", "uniform", Halves()], ids=["c99", "uniform", "own"])
def test_what_a_method_does_not_understand_is_refused_by_name(method, name):
    segmenter = Segmenter(**LINES, method=method, **{name: UNDERSTOOD_BY_DENSITY[name]})
    label = method if isinstance(method, str) else "Halves"
    users = "density" if name == "parameters" else "learnt, density"
    message = f"the method {label} takes no {name}=: that is for {users}"
    with pytest.raises(TmimaError, match=message):
        segmenter.segment(TEXT)


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ({"method": "c98"}, "unknown method 'c98': choose one of learnt, density, vmp"),
        ({"method": "c99", "options": {"rank": 3}}, "c99 has no option 'rank': it has mask"),
        ({"method": "none", "options": {"length": 3}}, "none has no option 'length': it has none"),
        ({"method": "none", "n_segments": 3}, "none does not accept n_segments"),
        ({"method": "dotplot"}, "dotplot must be given n_segments"),
        ({"method": 3}, "a method is a name, a MethodEntry or an object that segments, not 3"),
    ],
)
def test_methods_say_what_they_take(setting, message):
    with pytest.raises(TmimaError, match=message):
        Segmenter(**LINES, **setting).segment(TEXT)


def test_a_method_gets_its_options():
    found = Segmenter(**LINES, method="uniform", options={"length": 15}).segment(TEXT)
    assert found.boundaries == (15, 30, 45)
    assert found.settings.options == {"length": 15}
    assert found.as_dict()["parameters"] == {"length": 15}


def test_a_method_of_one_s_own_is_an_object_or_an_entry():
    entry = MethodEntry("halves", "", "cuts in two", "", Halves)
    for method, name in ((Halves(), "Halves"), (entry, "halves")):
        found = Segmenter(**LINES, method=method).segment(TEXT)
        assert (found.boundaries, found.method, found.cost) == ((22, 45), name, None)
    assert len(Segmenter(**LINES, method=Halves(), n_segments=3).segment(TEXT)) == 3
    # An entry that says nothing of a number accepts none.
    with pytest.raises(TmimaError, match="halves does not accept n_segments"):
        Segmenter(**LINES, method=entry, n_segments=3).segment(TEXT)


def test_a_similarity_of_one_s_own_is_a_measure_or_an_entry():
    entry = NamedSimilarity("words in common", 0.7, 0.5, lambda sources: SharedWords)
    density = {**LINES, "method": "density"}
    as_entry = Segmenter(**density, similarity=entry).segment(TEXT)
    as_measure = Segmenter(**density, similarity=SharedWords).segment(TEXT)
    assert isinstance(as_entry.similarity, SharedWords)
    assert as_entry.settings.similarity == as_measure.settings.similarity == "custom"
    # The weights of the cost are the entry's; those of a measure are the defaults.
    assert as_entry.settings.parameters.gamma == 0.7
    assert as_measure.settings.parameters.gamma == Parameters().gamma


# --- what is made once


def test_latent_vectors_are_made_once_for_two_texts(monkeypatch):
    pytest.importorskip("scipy", reason="lsa needs the extra methods")
    made = []
    vectors = lsa._vectors
    monkeypatch.setattr(lsa, "_vectors", lambda *given: made.append(1) or vectors(*given))
    others = ["\n".join(made_up(seed=seed)) for seed in range(5, 9)]
    segmenter = Segmenter(**LINES, similarity="lsa", background=others)
    one, other = segmenter.segment(TEXT), segmenter.segment("\n".join(made_up(seed=4)))
    assert len(made) == 1
    assert one != other
    assert one == tmima.segment(TEXT, **LINES, similarity="lsa", background=others)
    assert len(made) == 2


def test_the_background_is_read_in_the_units_of_the_text():
    """Its passages are of as many units, and what a unit is must be the same there."""
    pytest.importorskip("scipy", reason="lsa needs the extra methods")
    texts = ["\n\n".join(f"{one} {two}" for one, two in pairs(made_up(seed=k))) for k in range(4)]
    settings = {"language": "en", "format": "text", "unit": "paragraphs"}
    found = tmima.segment(texts[0], **settings, similarity="lsa", background=texts[1:])
    english = languages.analyzer("en")
    collection = [tmima.Units.of(read(text, english), "paragraphs") for text in texts[1:]]
    expected = lsa.LatentWords(collection, "en")(
        tmima.Units.of(read(texts[0], english), "paragraphs")
    )
    np.testing.assert_allclose(dense(found.similarity), dense(expected), rtol=1e-9, atol=1e-12)


def pairs(sentences: list[str]) -> list[tuple[str, str]]:
    return list(zip(sentences[::2], sentences[1::2], strict=False))


def test_an_analyzer_is_made_once_for_each_language(monkeypatch):
    made = []
    analyzer = languages.analyzer

    def counted(code: str, **given):
        made.append(code)
        return analyzer(code, **given)

    monkeypatch.setattr(languages, "analyzer", counted)
    # Settings that no other test has: what others have made is shared.
    segmenter = Segmenter(stopwords=["made", "once"])
    greek = "Το πλοίο φεύγει από το λιμάνι. Η γάτα κοιμάται."
    english = "The ship leaves the harbour. The cat sleeps on the roof."
    found = [segmenter.segment(text).document.language for text in (greek, english, greek)]
    assert found == ["el", "en", "el"]
    assert made == ["el", "en"]


def test_an_own_analyzer_is_used_for_every_text():
    plain = languages.analyzer("und")
    found = Segmenter(analyzer=plain).segment("The ships sail. A ship waits.")
    assert found.document.language == "und"


def test_one_prepared_text_serves_segmenters_of_different_settings():
    prepared = Segmenter(**LINES).prepare(TEXT)
    for settings in (
        {},
        {"similarity": "shared"},
        {"similarity": SharedWords},
        {"parameters": {"gamma": 0.2}},
        {"parameters": {"diagonal": False}},
        {"n_segments": 3},
        {"method": "utiyama"},
    ):
        found = Segmenter(**LINES, **settings).segment(prepared)
        assert found == Segmenter(**LINES, **settings).segment(TEXT), settings


def test_one_prepared_text_keeps_the_vectors_of_different_models_apart():
    prepared = Segmenter(**LINES).prepare(TEXT)

    def found(length: int) -> tuple[int, ...]:
        # Segmenters come and go: what one leaves must not be taken for another's.
        segmenter = Segmenter(
            method="density",
            n_segments=45 // length,
            similarity="vectors",
            encode=lambda texts: np.eye(99)[np.arange(len(texts)) // length],
        )
        return segmenter.segment(prepared).boundaries

    for length in (9, 5, 15) * 10:
        assert found(length) == tuple(range(length, 46, length))


# --- learning


def folder_of(folder: Path, texts: dict[str, str]) -> Path:
    folder.mkdir(parents=True)
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def labelled_folder(folder: Path) -> Path:
    return folder_of(folder / "texts", {f"{seed}.ref": labelled(seed) for seed in range(4)})


LABELLED = [labelled(seed) for seed in range(4)]
PAIRS = [("\n".join(made_up(seed=seed)), UNEVEN) for seed in range(4)]


@pytest.mark.parametrize("method", ["density", *LEARNERS])
@pytest.mark.usefixtures("methods_extra")
def test_it_trains_from_a_folder_from_pairs_and_from_texts_that_tell(method, tmp_path):
    learner = {"method": method, "options": FEW.get(method)}
    folder = labelled_folder(tmp_path)
    documents = [read(text, languages.analyzer("en"), format="choi") for text in LABELLED]
    trained = [
        Segmenter(**LINES, **learner).train(folder),
        Segmenter(**LINES, **learner).train(str(folder)),
        Segmenter(**LINES, **learner).train(PAIRS),
        Segmenter(**LINES, **learner).train(iter(PAIRS)),
        Segmenter(**CHOI, **learner).train(LABELLED),
        Segmenter(**LINES, **learner).train(documents),
        Segmenter(**LINES, **learner).train([(document, document.truth) for document in documents]),
    ]
    text = read("\n".join(made_up(seed=9)), languages.analyzer("en"), format="lines")
    found = [segmenter.segment(text) for segmenter in trained]
    assert len(set(found)) == 1
    assert {one.settings.learnt_from for one in found} == {"4 labelled texts"}
    if method in ("density", "hmm", "aspect-hmm"):
        assert found[0].boundaries == TRUTH
    for segmenter in trained:
        assert segmenter.learnt_from_ == "4 labelled texts"
        assert segmenter.language_ == "en"


@pytest.mark.parametrize("method", LEARNERS)
@pytest.mark.usefixtures("methods_extra")
def test_a_method_that_learns_is_refused_before(method):
    with pytest.raises(TmimaError, match=f"{method} needs .*: use train first"):
        Segmenter(**LINES, method=method).segment(TEXT)


@pytest.mark.parametrize(
    "method",
    [
        "density",
        "ponte",
        "c99-lsa",
        *(name for name in ("hmm", "aspect-hmm", "exponential")),
    ],
)
@pytest.mark.usefixtures("methods_extra")
def test_it_trains_between_paragraphs(method):
    def text(seed: int) -> str:
        lines = made_up(seed=seed)
        return "\n\n".join(" ".join(lines[i : i + 3]) for i in range(0, 45, 3))

    options = FEW.get(method)
    segmenter = Segmenter(language="en", unit="paragraphs", method=method, options=options)
    segmenter.train([(text(seed), UNEVEN) for seed in range(4)])
    assert segmenter.segment(text(9)).segmentation.size == 15


def test_training_leaves_what_was_found():
    segmenter = Segmenter(**CHOI, method="density")
    assert not [name for name in vars(segmenter) if name.endswith("_")]
    assert segmenter.train(LABELLED) is segmenter
    assert segmenter.similarity_ == "shared"
    assert segmenter.parameters_ == segmenter.training_.parameters
    assert segmenter.parameters_.mean_length == 9
    assert (segmenter.training_.texts, segmenter.training_.segments) == (4, 20)
    found = segmenter.segment(labelled(9))
    assert found.settings.parameters == segmenter.parameters_
    assert found.as_dict()["learnt"] == {"from": "4 labelled texts"}


def test_training_keeps_the_similarity_and_what_lengths_count():
    given = {"length_unit": "words", "diagonal": False}
    segmenter = Segmenter(**CHOI, similarity="graded", parameters=given).train(LABELLED)
    assert segmenter.similarity_ == "graded"
    assert segmenter.parameters_.length_unit == "words"
    assert segmenter.parameters_.mean_length > 40
    assert not segmenter.parameters_.diagonal
    assert segmenter.segment(labelled(9)).settings.similarity == "graded"


def test_pk_of_training_counts_words_where_that_is_an_option():
    trained = Segmenter(**CHOI, method="density", options={"score_unit": "word"}).train(LABELLED)
    assert trained.training_.scores.unit == "words"


@pytest.mark.usefixtures("methods_extra")
def test_a_folder_to_learn_from_is_read_in_the_format_of_the_settings(tmp_path):
    # Two sentences as prose, one as a line.
    texts = {
        f"{seed}.txt": "\n".join(made_up(seed=seed)).replace(" had ", " left. They had ")
        for seed in range(3)
    }
    ponte = Segmenter(**LINES, method="ponte")
    from_list = ponte.replace().learn(texts.values())
    from_folder = ponte.replace().learn(folder_of(tmp_path / "plain", texts))
    learnt: list[Any] = [from_list.method_, from_folder.method_]
    counted = [each.counts_.toarray().tolist() for each in learnt]
    assert counted[0] == counted[1]
    assert from_folder.learnt_from_ == "3 plain texts"


@pytest.mark.usefixtures("methods_extra")
def test_methods_that_learn_from_plain_texts_do():
    plain = ["\n".join(made_up(seed=seed)) for seed in range(4)]
    for method in ("ponte", "c99-lsa"):
        learnt = Segmenter(**LINES, method=method).learn(plain)
        assert learnt.segment(TEXT) == replaced_source(
            Segmenter(**LINES, method=method).train(PAIRS).segment(TEXT), "4 plain texts"
        )
    for method in ("hmm", "exponential", "aspect-hmm", "c99", "density"):
        with pytest.raises(TmimaError, match=f"{method} learns nothing from plain texts"):
            Segmenter(**LINES, method=method).learn(plain)


def replaced_source(result: SegmentedText, source: str) -> SegmentedText:
    return replace(result, settings=replace(result.settings, learnt_from=source))


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        ([], "there is no text to train from"),
        (["The ship sails.\nA ship waits."], "must tell its true segments.*'The ship sails"),
        ([("The ship sails.\nA ship waits.", [3])], "has 2 sentences but its segmentation 3"),
        ([("The ship sails.\nA ship waits.", [2, 1])], "must rise"),
        ([3], "a text must be a string or a Document, not int"),
        ("no-such-folder", "there is no folder no-such-folder"),
    ],
)
def test_texts_that_cannot_train_are_refused(texts, message):
    segmenter = Segmenter(**LINES)
    with pytest.raises(TmimaError, match=message):
        segmenter.train(texts)
    assert not hasattr(segmenter, "method_")


def test_a_method_that_learns_nothing_says_so():
    for method in ("c99", "none"):
        with pytest.raises(TmimaError, match=f"the method {method} learns nothing from texts"):
            Segmenter(**LINES, method=method).train(PAIRS)
        assert not Segmenter(method=method).learns
    with pytest.raises(TmimaError, match="there is no text to learn from"):
        Segmenter(**LINES).learn([])
    assert Segmenter().learns


def test_what_a_method_does_not_understand_is_refused_by_training_too():
    with pytest.raises(TmimaError, match="the method hmm takes no parameters="):
        Segmenter(**LINES, method="hmm", parameters={"gamma": 0.2}).train(PAIRS)


# --- files


@pytest.mark.parametrize("method", ["density", *LEARNERS])
@pytest.mark.usefixtures("methods_extra")
def test_a_trained_segmenter_is_saved_and_comes_back(method, tmp_path):
    saved = Segmenter(**CHOI, method=method, options=FEW.get(method)).train(LABELLED)
    saved.save(tmp_path / "segmenter.json")
    loaded = Segmenter.load(str(tmp_path / "segmenter.json"))
    assert loaded.settings == saved.settings
    for seed in (7, 8, 9):
        assert loaded.segment(labelled(seed)) == saved.segment(labelled(seed))
    for name in ("language_", "learnt_from_", "parameters_", "similarity_", "training_"):
        assert getattr(loaded, name, None) == getattr(saved, name, None), name
    # As JSON, and twice the same.
    loaded.save(tmp_path / "again.json")
    again = (tmp_path / "again.json").read_bytes()
    assert again == (tmp_path / "segmenter.json").read_bytes()
    assert json.loads(again)["tmima"] == tmima.__version__


def test_settings_are_saved_and_come_back(tmp_path):
    saved = Segmenter(
        **LINES,
        unit="sentences",
        normalise="plain",
        stopwords={"the"},
        n_segments=(2, np.int64(4)),
        similarity="shared",
        parameters=Parameters(7, 3, 0.3),
        constraints=Constraints(max_size=99, size_unit="words", no_cut_at=(3,)),
        questions=Questions(best=2, cut_costs=True),
        options={"score_unit": "words"},
    )
    saved.save(tmp_path / "segmenter.json")
    loaded = Segmenter.load(tmp_path / "segmenter.json")
    assert not hasattr(loaded, "method_")
    found = loaded.segment(TEXT)
    assert found == saved.segment(TEXT)
    assert found.settings.constraints == saved.segment(TEXT).settings.constraints


@pytest.mark.parametrize(
    ("setting", "named"),
    [
        ({"similarity": SharedWords}, "similarity="),
        ({"encode": len}, "encode="),
        ({"analyzer": languages.analyzer("en")}, "analyzer="),
        ({"method": Halves()}, "method="),
        ({"format": formats["choi"]}, "format="),
        ({"constraints": Constraints(max_size=9, size_unit="tokens", tokenizer=len)}, "tokenizer="),
        ({"tokenizer": len}, "tokenizer="),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_settings_that_cannot_be_saved_are_refused_by_name(setting, named, tmp_path):
    with pytest.raises(TmimaError, match=f"a segmenter whose {named} .* cannot be saved"):
        Segmenter(**setting).save(tmp_path / "segmenter.json")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "content",
    ["", "[]", "{}", '{"settings": {"segments": 3}}', '{"settings": {}, "learnt": {"from": "x"}}'],
)
def test_a_file_that_holds_no_segmenter_is_refused(content, tmp_path):
    (tmp_path / "bad.json").write_text(content)
    with pytest.raises(TmimaError, match=r"bad\.json holds no segmenter that can be read"):
        Segmenter.load(tmp_path / "bad.json")


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(TmimaError, match=r"there is no file .*no\.json"):
        Segmenter.load(tmp_path / "no.json")


# --- many texts, other processes


def many(count: int) -> list[str]:
    return ["\n".join(made_up(seed=seed)[: 20 + seed]) for seed in range(count)]


def test_many_texts_come_back_in_order_whatever_the_jobs():
    texts = many(12)
    segmenter = Segmenter(**LINES)
    one = list(segmenter.segment_many(texts, jobs=1))
    two = list(segmenter.segment_many(texts, jobs=2))
    assert one == [segmenter.segment(text) for text in texts]
    assert one == two
    assert [found.document.text for found in two] == texts
    # What is sent between processes is whole.
    assert two[0].similarity.columns(0, 5).values.tolist() == (
        one[0].similarity.columns(0, 5).values.tolist()
    )


def test_a_bad_text_does_not_end_it():
    texts = ["A ship. A boat.", "", "A cat. A dog.", 3]
    one, two = (list(Segmenter(language="en").segment_many(texts, jobs=jobs)) for jobs in (1, 2))
    for found in (one, two):
        assert [type(each) for each in found] == [
            SegmentedText,
            TmimaError,
            SegmentedText,
            TmimaError,
        ]
        assert str(found[1]) == "the text is empty"
        assert "not int" in str(found[3])


def endless(taken: list[int]) -> Iterator[str]:
    while True:
        taken.append(1)
        yield "A ship sails. A cat sleeps."


@pytest.mark.parametrize(("jobs", "most"), [(1, 3), (2, 20)])
def test_texts_are_taken_as_they_are_needed(jobs, most):
    taken: list[int] = []
    found: Any = Segmenter(language="en").segment_many(endless(taken), jobs=jobs)
    assert not taken
    assert all(isinstance(next(found), SegmentedText) for _ in range(3))
    assert 3 <= len(taken) <= most
    found.close()


def test_jobs_are_a_number():
    for jobs, message in ((0, "jobs must be 1 or more, not 0"), (1.5, "whole number, not 1.5")):
        with pytest.raises(TmimaError, match=message):
            next(iter(Segmenter().segment_many(["A text."], jobs=jobs)))
    assert len(list(Segmenter().segment_many(["A text."], jobs=np.int64(1)))) == 1


def test_a_trained_segmenter_works_in_other_processes():
    trained = Segmenter(**CHOI).train(LABELLED)
    texts = [labelled(seed) for seed in (7, 8, 9)]
    assert list(trained.segment_many(texts, jobs=2)) == [trained.segment(text) for text in texts]


@pytest.mark.parametrize(
    "similarity",
    [
        "shared",
        "graded",
        "background",
        "lsa",
    ],
)
def test_it_can_be_pickled_at_any_time(similarity):
    more = {}
    if similarity == "lsa":
        pytest.importorskip("scipy", reason="lsa needs the extra methods")
        more = {"background": ["\n".join(made_up(seed=seed)) for seed in (5, 6, 7)]}
    if similarity == "background":
        pytest.importorskip("wordfreq")
    segmenter = Segmenter(**CHOI, similarity=similarity, **more)
    for _ in ("new", "used", "trained", "used again"):
        again = pickle.loads(pickle.dumps(segmenter))
        assert again.settings == segmenter.settings
        assert again.segment(labelled(9)) == segmenter.segment(labelled(9))
        if not hasattr(segmenter, "method_"):
            segmenter.train(LABELLED)
    assert again.adaptation_ == segmenter.adaptation_


# --- results


def test_a_segmentation_is_its_boundaries_however_they_came():
    for boundaries in ([2, 5], np.array([2, 5]), (np.int64(2), 5)):
        assert Segmentation(boundaries) == Segmentation((2, 5))
        assert hash(Segmentation(boundaries)) == hash(Segmentation((2, 5)))
        assert Segmentation(boundaries).boundaries == (2, 5)
        assert {type(each) for each in Segmentation(boundaries).boundaries} == {int}
    for bad in ((2.0, 5), ("2", "5"), 3, None):
        with pytest.raises(TmimaError, match="must be whole numbers, not"):
            Segmentation(bad)


def test_results_are_equal_where_all_that_made_them_is():
    given = {
        "method": "density",
        "similarity": "graded",
        "questions": {"posteriors": True, "cut_costs": True, "samples": 2},
    }
    one = Segmenter(**LINES, **given).segment(TEXT)
    assert one == Segmenter(**LINES, **given).segment(TEXT)
    assert hash(one) == hash(Segmenter(**LINES, **given).segment(TEXT))
    assert pickle.loads(pickle.dumps(one)) == one
    for other in (
        Segmenter(**LINES).segment(TEXT),
        Segmenter(**LINES, questions={"posteriors": True}).segment(TEXT),
        Segmenter(**LINES, **given, n_segments=5).segment(TEXT),
        Segmenter(**LINES, **{**given, "similarity": "shared"}).segment(TEXT),
        Segmenter(**LINES, **given).segment(TEXT + "\n"),
        replace(one, segmentation=Segmentation((45,))),
        replace(one, answers=replace(one.answers, cut_costs=one.answers.cut_costs + 1)),
    ):
        assert one != other
    assert one != "a text"
    assert len({one, Segmenter(**LINES, **given).segment(TEXT)}) == 1


def test_a_result_is_a_row_of_segments():
    found = Segmenter(**LINES).segment(TEXT)
    assert len(found) == 5
    assert list(found) == found.segments
    assert "".join(segment.text for segment in found) == TEXT
    assert [(segment.first, segment.last) for segment in found] == found.segmentation.segments
    assert all(TEXT[segment.start : segment.end] == segment.text for segment in found)


def test_a_result_has_a_short_repr():
    found = Segmenter(**LINES).segment(TEXT)
    assert repr(found) == "<SegmentedText: 5 segments of 45 sentences, en, learnt>"
    one = Segmenter(language="en", method="none", unit="paragraph").segment("A cat. A dog.")
    assert repr(one) == "<SegmentedText: 1 segment of 1 paragraph, en, none>"


def test_a_result_remembers_what_it_was_cut_with():
    density = {**LINES, "method": "density"}
    found = Segmenter(
        **density, n_segments=3, constraints={"min_size": 2}, parameters={"std_length": 4}
    ).segment(TEXT)
    settings = found.settings
    assert (settings.method, settings.unit, settings.similarity) == (
        "density",
        "sentences",
        "shared",
    )
    assert settings.constraints == Constraints(n_segments=3, min_size=2)
    assert settings.parameters == Parameters(15, 4, 0.7, 0.5)
    assert settings.learnt_from is None
    again = Segmenter(
        **density,
        similarity=settings.similarity,
        parameters=settings.parameters,
        constraints=settings.constraints,
    ).segment(TEXT)
    assert again.answers == found.answers


def test_a_result_as_a_dict_is_json():
    found = Segmenter(**LINES, questions={"best": 2, "levels": 2}).segment(TEXT)
    values = json.loads(json.dumps(found.as_dict()))
    assert values["boundaries"] == list(found.boundaries)
    assert [segment["text"] for segment in values["segments"]] == [one.text for one in found]
    assert (values["language"], values["method"], values["unit"], values["units"]) == (
        "en",
        "learnt",
        "sentences",
        45,
    )
    assert values["cost"] == found.cost
    assert len(values["best"]) == 2
    assert values["levels"][0]["children"]
    assert "posteriors" not in values
    assert Segmenter(**LINES, method="c99").segment(TEXT).as_dict()["cost"] is None


def test_a_result_in_choi_s_format_has_its_cuts():
    found = Segmenter(**LINES).segment(TEXT)
    parsed = parse_choi(found.as_choi())
    assert parsed.boundaries == found.boundaries
    assert [parsed.sentence(i) for i in range(45)] == made_up()
    text = "A cat.\nA dog.\n\nA ship.\nA boat.\nA raft."
    paragraphs = Segmenter(**LINES, unit="paragraphs", n_segments=2).segment(text)
    assert paragraphs.boundaries == (1, 2)
    assert parse_choi(paragraphs.as_choi()).boundaries == (2, 5)


def test_a_result_as_html_is_one_page():
    page = Segmenter(**CHOI, questions={"cut_costs": True}).segment(labelled(3)).as_html()
    assert page.startswith("<!doctype html>")
    assert made_up()[0].split()[-1].rstrip(".") in page


def test_a_result_draws_itself(tmp_path):
    pytest.importorskip("matplotlib", reason="plots need the extra plot")
    found = Segmenter(**CHOI).segment(labelled(3))
    found.plot(tmp_path / "plain.png")
    found.plot(str(tmp_path / "plain.svg"))
    assert (tmp_path / "plain.png").read_bytes().startswith(b"\x89PNG")
    assert b"<svg" in (tmp_path / "plain.svg").read_bytes()
    # The true cuts are drawn too: without them the picture is another.
    bare = replace(found, units=Segmenter(**LINES).segment(TEXT).units)
    bare.plot(tmp_path / "bare.png")
    assert (tmp_path / "bare.png").read_bytes() != (tmp_path / "plain.png").read_bytes()


def test_a_result_knows_the_truth_that_came_with_the_text():
    found = Segmenter(**CHOI).segment(labelled(3))
    assert found.truth == Segmentation(UNEVEN)
    assert found.document.truth == Segmentation(UNEVEN)
    assert Segmenter(**LINES).segment(TEXT).truth is None
    assert Segmenter(language="en", format="auto").segment(labelled(3)).truth == found.truth


def test_cut_costs_are_those_of_the_engine():
    constraints = {"no_cut_at": [4], "max_size": 20}
    asked = {"constraints": constraints, "questions": {"cut_costs": True}}
    found = Segmenter(**LINES, method="density", **asked).segment(TEXT)
    problem = oracle.problem_of(
        found.similarity,
        found.units,
        found.settings.parameters,
        found.settings.constraints,
    )
    expected = problem.programme().cut_costs()
    assert found.answers.cut_costs.tolist() == expected.tolist()
    assert all(expected[place - 1] == 0 for place in found.segmentation.cuts)
    assert expected[3] == np.inf
    shown = found.as_dict()["cut_costs"]
    assert shown[3] is None
    assert shown[:3] == expected[:3].tolist()
    assert Segmenter(**LINES).segment(TEXT).answers.cut_costs is None


def test_questions_and_answers_share_their_names():
    from dataclasses import fields

    from tmima.segmentation import Answers

    asked = {field.name for field in fields(Questions)} - {"seed"}
    # What is told with the costs of cuts, and with every answer.
    besides = {"odds", "reasons", "optimum", "certificate"}
    answered = {field.name for field in fields(Answers)} - besides
    assert asked == answered
    declared = settings_of(Questions)
    wanted = {name: True if isinstance(declared[name].kind, Switch) else 2 for name in asked}
    found = Segmenter(**LINES, questions=wanted).segment(TEXT)
    assert all(getattr(found.answers, name) is not None for name in asked)


@pytest.mark.parametrize("questions", [None, {"posteriors": True, "cut_costs": True}])
def test_json_comes_in_pieces_as_it_would_come_whole(questions):
    text = "Cats purr. A cat sleeps.\nShips sail. Every ship sails «far»."
    for settings in ({"questions": questions}, {"method": "texttiling"}):
        result = tmima.segment(text, language="en", **settings)
        whole = json.dumps(result.as_dict(), ensure_ascii=False) + "\n"
        assert "".join(result.json_pieces()) == whole


@pytest.mark.usefixtures("methods_extra")
@pytest.mark.parametrize("way", ["train", "learn"])
def test_of_a_folder_only_the_first_file_is_read_for_the_language(way, tmp_path, monkeypatch):
    for number in range(4):
        (tmp_path / f"{number}.txt").write_text(labelled(number))
    read = []
    whole = Path.read_bytes
    monkeypatch.setattr(Path, "read_bytes", lambda path: read.append(path) or whole(path))
    getattr(Segmenter(format="choi", method="ponte"), way)(tmp_path)
    assert sorted(path.name for path in read) == ["0.txt", "0.txt", "1.txt", "2.txt", "3.txt"]


def test_what_is_built_for_a_language_is_shared_by_segmenters_of_the_same_settings():
    one = Segmenter().analyzer_of("en")
    assert Segmenter(language="en", max_size=4).analyzer_of("en") is one
    assert Segmenter(stopwords=["sea"]).analyzer_of("en") is not one
    assert Segmenter(stopwords=["sea"]).analyzer_of("en") is not Segmenter(
        stopwords=["ship"]
    ).analyzer_of("en")


def test_a_language_that_is_registered_anew_is_not_the_one_that_was_shared():
    entry = languages.languages["en"]
    languages.languages.register("tlh", replace(entry, code="tlh", aliases=()))
    try:
        before = Segmenter().analyzer_of("tlh")
    finally:
        languages.languages.unregister("tlh")
    languages.languages.register("tlh", replace(entry, code="tlh", aliases=("klingon",)))
    try:
        assert Segmenter().analyzer_of("tlh") is not before
    finally:
        languages.languages.unregister("tlh")


def test_threads_share_what_is_built():
    texts = [f"{TEXT} The {number} ships sail{number} far." for number in range(12)]
    alone = [tmima.segment(text, language="en").boundaries for text in texts]
    with ThreadPoolExecutor(4) as threads:
        found = threads.map(lambda text: tmima.segment(text, language="en").boundaries, texts)
        assert list(found) == alone


# --- Paths in place of texts, results as sequences


@pytest.mark.parametrize("name", ["page.md", "talk.vtt", "plain.txt"])
def test_a_path_is_opened_as_open_file_opens_it(tmp_path, name):
    cue = "WEBVTT\n\n00:01.000 --> 00:02.000\nShips sail.\n"
    path = tmp_path / name
    path.write_text(cue if name.endswith("vtt") else "# Ships\n\nShips sail. A ship sinks.\n")
    opened = tmima.open_file(path)
    for found in (tmima.segment(path), Segmenter().segment(path), Segmenter().segment(opened)):
        assert found.as_dict() == tmima.segment(opened).as_dict()
        assert found.document.text == opened.text
    with pytest.raises(TmimaError, match="there is no file"):
        tmima.segment(tmp_path / "none.txt")


def test_a_string_that_is_the_path_of_a_file_is_refused(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("notes.txt").write_text("Ships sail.")
    Path("Ships sail").write_text("Ships sail.")
    for name in (
        "notes.txt",
        str(tmp_path / "notes.txt"),
        "./Ships sail",
        "../" + tmp_path.name + "/notes.txt",
    ):
        with pytest.raises(TmimaError, match=r"is the path of a file, not its text: give .*Path"):
            tmima.segment(name)
        # Who has many texts may have names of files among them.
        assert len(Segmenter().segment(name)) == 1
    # Texts that only look like paths, and a text that is a file's name by chance.
    for text in (
        "none.txt",
        "a/b",
        "Ships sail",
        "notes.txt\n",
        "See notes.txt",
        "x" * 5000 + "/a",
        "\0.txt",
    ):
        assert "".join(segment.text for segment in tmima.segment(text)) == text


def test_a_result_is_a_sequence_of_its_segments():
    found = tmima.segment(
        "Cats purr. A cat sleeps. Ships sail. Dogs bark.", n_segments=3, overlap=1
    )
    segments = list(found)
    assert isinstance(found, Sequence)
    for index in range(-3, 3):
        assert found[index] == segments[index]
        assert found[index].title == segments[index].title
    for part in (slice(None), slice(1, None), slice(None, None, -1), slice(5, 9), slice(-2, None)):
        assert found[part] == segments[part]
    assert list(reversed(found)) == segments[::-1]
    assert segments[1] in found
    assert found.index(segments[2]) == 2
    for index in (3, -4):
        with pytest.raises(IndexError):
            found[index]
    with pytest.raises(TypeError):
        found["title"]
