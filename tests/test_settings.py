"""The settings of a segmenter: what it says of itself is what it does, for ever."""

import copy
import pickle

import pytest

from tmima import Constraints, Cue, CueStream, Segmenter, TextStream, TmimaError
from tmima.segmenter import SegmenterSettings

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


@pytest.mark.parametrize("name", SegmenterSettings.__annotations__)
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
    assert used.replace(segments=3).n_segments == 3


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
    segmenter = Segmenter(constraints={"max_size": 2, "cut_at": [1]}, stopwords={"cat"})
    for change in (
        lambda given: given.update(max_size=1),
        lambda given: given.pop("max_size"),
        lambda given: given.setdefault("min_size", 1),
        lambda given: given.__setitem__("max_size", 1),
        lambda given: given.__delitem__("max_size"),
        lambda given: given.__ior__({"max_size": 1}),
        lambda given: given.clear(),
        lambda given: given.popitem(),
    ):
        with pytest.raises(TmimaError, match=r"Segmenter\.replace"):
            change(segmenter.constraints)
    assert segmenter.constraints == {"max_size": 2, "cut_at": (1,)}
    assert segmenter.stopwords == frozenset({"cat"})


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
    segmenter = Named("a", language="en", constraints={"max_size": 2, "cut_at": [1]})
    segmenter.segment(TEXT)
    made = again(segmenter)
    assert type(made) is Named
    assert (made.name, made.seen, made.settings) == ("a", [TEXT], segmenter.settings)
    assert made.segment(TEXT) == segmenter.segment(TEXT)
    with pytest.raises(TmimaError, match="cannot be changed"):
        made.language = "el"
    with pytest.raises(TmimaError, match="cannot be changed"):
        made.constraints["max_size"] = 3
    assert segmenter.replace(language="el").name == "a"


def test_a_stream_of_cues_has_what_its_segmenter_has_learnt():
    trained = Segmenter(language="en", method="density").train([(TEXT, ENDS)])
    assert (
        CueStream(trained).flow.settings["parameters"] == TextStream(trained).settings["parameters"]
    )
    flow = CueStream(trained)
    flow.push(Cue(0, 1, TEXT))
    assert flow.finish()


def test_searches_of_scikit_learn_set_what_they_search():
    sklearn = pytest.importorskip("tmima.integrations.sklearn")
    base = pytest.importorskip("sklearn.base")
    one = sklearn.TopicSegmenter(language="en", settings={"constraints": {"max_size": 2}})
    one.fit([TEXT])
    before = one.predict([TEXT])
    one.set_params(settings={"n_segments": 1}, max_size=None)
    assert one.fit([TEXT]).predict([TEXT]) == [(5,)] != before
    assert base.clone(one).get_params() == one.get_params()
