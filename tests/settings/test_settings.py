"""The settings of a segmenter: what it says of itself is what it does, for ever."""

import copy
import pickle

import pytest

import tmima
from tmima import (
    Constraints,
    Questions,
    Segmenter,
    TmimaError,
)
from tmima.segmenter import SETTINGS

TEXT = "Cats purr. A cat sleeps. Ships sail. Every ship sails. The ship is large."
ENDS = [2, 5]


class Named(Segmenter):
    """A segmenter of somebody else's, with more to it."""

    def __init__(self, name: str, **settings) -> None:
        super().__init__(**settings)
        self.name = name
        self.seen: list[str] = []

    def segment(self, text, **more):
        self.seen.append(text)
        return super().segment(text, **more)


@pytest.mark.parametrize("name", [*SETTINGS, "constraints", "questions"])
def test_a_setting_cannot_be_changed(name):
    for segmenter in (Segmenter(), Named("a")):
        before = segmenter.settings
        for _ in ("new", "used"):
            with pytest.raises(TmimaError, match=rf"cannot be changed: replace\({name}=\.\.\.\)"):
                setattr(segmenter, name, "c99")
            assert segmenter.settings == before
            segmenter.segment(TEXT)


def test_another_segmenter_does_what_it_says():
    used = Segmenter(language="en")
    used.segment(TEXT)
    limited = used.replace(constraints={"max_size": 2})
    result = limited.segment(TEXT)
    assert max(last - first for first, last in result.segmentation.segments) == 2
    assert result.settings.constraints == Constraints(max_size=2)
    assert used.replace(method="c99").segment(TEXT) == Segmenter(
        language="en", method="c99"
    ).segment(TEXT)
    assert used.settings == Segmenter(language="en").settings
    with pytest.raises(TypeError, match="nothing"):
        used.replace(nothing=3)
    assert used.replace(n_segments=3).n_segments == 3


def test_another_segmenter_has_learnt_nothing():
    trained = Segmenter(language="en", method="density").train([(TEXT, ENDS)])
    other = trained.replace(titles="none")
    assert not [name for name in vars(other) if name.endswith("_")]
    assert other.segment(TEXT).settings.learnt_from is None


def test_what_settings_were_made_of_may_change():
    constraints, words, options = {"cut_at": [1]}, ["cat"], {"score_unit": "sentences"}
    questions, parameters = {"best": 1}, {"mean_length": 2}
    segmenter = Segmenter(
        language="en", constraints=constraints, stopwords=words, options=options,
        questions=questions, parameters=parameters, n_segments=[1, 3],
    )  # fmt: skip
    found, saved = segmenter.segment(TEXT), repr(segmenter)
    constraints["cut_at"].append(3)
    constraints["max_size"] = 1
    words.append("ship")
    options["score_unit"] = "words"
    questions["best"] = 2
    parameters["mean_length"] = 1
    assert repr(segmenter) == saved
    assert segmenter.segment(TEXT) == found
    assert Segmenter(**segmenter.settings).segment(TEXT) == found


def test_the_settings_that_are_shown_cannot_be_changed():
    segmenter = Segmenter(options={"score_unit": "words", "best": [1]}, stopwords={"cat"})
    for change in (
        lambda given: given.update(best=1),
        lambda given: given.pop("best"),
        lambda given: given.setdefault("more", 1),
        lambda given: given.__setitem__("best", 1),
        lambda given: given.__delitem__("best"),
        lambda given: given.__ior__({"best": 1}),
        lambda given: given.clear(),
        lambda given: given.popitem(),
    ):
        with pytest.raises(TmimaError, match=r"Segmenter\.replace"):
            change(segmenter.options)
    assert segmenter.options == {"score_unit": "words", "best": (1,)}
    assert segmenter.stopwords == frozenset({"cat"})


def test_constraints_and_questions_are_settings_by_their_own_names():
    flat = Segmenter(language="en", max_size=2, cut_at=[1], posteriors=True)
    for constraints in ({"max_size": 2, "cut_at": [1]}, Constraints(max_size=2, cut_at=(1,))):
        for questions in ({"posteriors": True}, Questions(posteriors=True)):
            whole = Segmenter(language="en", constraints=constraints, questions=questions)
            assert whole.settings == flat.settings
            assert repr(whole) == repr(flat)
            assert whole.segment(TEXT) == flat.segment(TEXT)
    assert flat.constraints == Constraints(max_size=2, cut_at=(1,))
    assert flat.questions == Questions(posteriors=True)
    mixed = Segmenter(language="en", cut_at=[1], constraints={"max_size": 2}, questions=None)
    assert mixed.constraints == flat.constraints
    assert tmima.segment(
        TEXT, language="en", max_size=2, cut_at=1, posteriors=True
    ) == flat.segment(TEXT)


@pytest.mark.parametrize("constraints", [{"max_size": 2}, Constraints(max_size=2)])
def test_what_is_given_twice_is_refused_by_name(constraints):
    with pytest.raises(TmimaError, match="max_size= is given twice: as a setting and among the co"):
        Segmenter(max_size=3, constraints=constraints)
    with pytest.raises(TmimaError, match="best= is given twice: as a setting and among the ques"):
        Segmenter(best=3, questions={"best": 2})
    with pytest.raises(TmimaError, match="unknown constraint 'size': known are n_segments"):
        Segmenter(constraints={"size": 3})
    with pytest.raises(TmimaError, match="constraints must be a Constraints or a mapping of its"):
        Segmenter(constraints=5)


def test_a_record_takes_the_place_of_all_of_its_kind():
    segmenter = Segmenter(n_segments=3, max_size=9, cut_at=[2], posteriors=True)
    other = segmenter.replace(constraints={"min_size": 2})
    assert other.given == {"n_segments": 3, "min_size": 2, "posteriors": True}
    assert segmenter.replace(constraints=Constraints(n_segments=2)).given == {
        "n_segments": 2,
        "posteriors": True,
    }
    assert segmenter.replace(questions=None).given.keys() == {"n_segments", "max_size", "cut_at"}
    assert segmenter.replace(constraints=segmenter.constraints).given == segmenter.given


def test_words_that_can_be_gone_through_once_hold_for_every_text():
    segmenter = Segmenter(stopwords=iter(["cat", "γάτα"]))
    for text, language, word in ((TEXT, "en", "cat"), ("Η γάτα κοιμάται. Η γάτα.", "el", "γάτα")):
        document = segmenter.read(text)
        assert document.language == language
        tokens = [one for sentence in document.sentences for one in sentence.tokens]
        assert [one.kept for one in tokens if text[one.start : one.end] == word] != []
        assert not any(one.kept for one in tokens if text[one.start : one.end] == word)


@pytest.mark.parametrize(
    "again", [copy.copy, copy.deepcopy, lambda s: pickle.loads(pickle.dumps(s))]
)
def test_copies_keep_all_but_what_is_built_again(again):
    segmenter = Named("a", language="en", constraints={"max_size": 2}, parameters={"gamma": 0.5})
    segmenter.segment(TEXT)
    made = again(segmenter)
    assert type(made) is Named
    assert (made.name, made.seen, made.settings) == ("a", [TEXT], segmenter.settings)
    assert made.segment(TEXT) == segmenter.segment(TEXT)
    with pytest.raises(TmimaError, match="cannot be changed"):
        made.language = "el"
    with pytest.raises(TmimaError, match="cannot be changed"):
        made.parameters["gamma"] = 0.1
    assert segmenter.replace(language="el").name == "a"


def test_searches_of_scikit_learn_set_what_they_search():
    sklearn = pytest.importorskip("tmima.integrations.sklearn")
    base = pytest.importorskip("sklearn.base")
    one = sklearn.TopicSegmenter(language="en", settings={"constraints": {"max_size": 2}})
    one.fit([TEXT])
    before = one.predict([TEXT])
    one.set_params(settings={"n_segments": 1}, max_size=None)
    assert one.fit([TEXT]).predict([TEXT]) == [(5,)] != before
    assert base.clone(one).get_params() == one.get_params()
