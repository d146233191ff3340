"""Strings that are more than strings: NumPy's, those of parsers, of enumerations, of one's own."""

from enum import Enum

import numpy as np
import pytest

import tmima
from tmima import Cue, CueStream, Document, Origin, Segmenter, Span, TextStream, Timeline
from tmima.formats import parse_text, read

TEXT = "Cats purr. A cat sleeps.\n\nShips sail. Every ship sails. The ship is large.\n"
GREEK = "Η γάτα κοιμάται. Η γάτα νιαουρίζει.\n\nΤο πλοίο φεύγει. Ένα πλοίο έφτασε."


class Loud(str):
    """A string whose other forms are other texts, as those of parsers may be."""

    def __str__(self) -> str:
        return "loud"

    def __getitem__(self, key):
        return Loud(super().__getitem__(key))

    def encode(self, *args, **kwargs):
        raise AssertionError("not for compiled code")


class Listed(str, Enum):  # noqa: UP042 - a StrEnum is a string with no name of its own
    """Strings of an enumeration, whose `str` is the name."""

    TEXT = TEXT
    GREEK = GREEK


def listed(text: str) -> Listed:
    return Listed(text)


def of_a_page(text: str) -> str:
    bs4 = pytest.importorskip("bs4")
    return bs4.NavigableString(text)


def of_an_element(text: str) -> str:
    etree = pytest.importorskip("lxml.etree")
    root = etree.fromstring("<p/>")
    root.text = text
    return root.xpath("string(.)")


KINDS = (Loud, np.str_, listed, of_a_page, of_an_element)


def same(one: str, found: str) -> bool:
    return type(found) is str and found == one


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("text", [TEXT, GREEK], ids=["en", "el"])
def test_a_text_of_any_kind_of_string_is_cut_as_a_string(kind, text):
    given, segmenter = kind(text), Segmenter()
    plain = segmenter.segment(text)
    found = segmenter.segment(given)
    assert found == plain
    assert same(text, found.document.text)
    assert all(type(segment.text) is str for segment in found)
    assert list(segmenter.segment_many([given, text])) == [plain, plain]
    assert segmenter.read(given) == plain.document
    assert segmenter.prepare(given).document == plain.document
    assert tmima.segment(given, format="auto") == tmima.segment(text, format="auto")


@pytest.mark.parametrize("kind", KINDS)
def test_texts_of_any_kind_of_string_teach(kind):
    ends = [2, 5]
    plain, found = Segmenter(method="density"), Segmenter(method="density")
    assert found.train([(kind(TEXT), ends)]).parameters_ == plain.train([(TEXT, ends)]).parameters_
    words = "cat ship purr sail sleep large baker bread river sea".split()
    texts = [
        "\n".join(f"The {one} and the {words[number - place]}." for place, one in enumerate(words))
        for number in range(9)
    ]
    settings = {"similarity": "lsa", "language": "en", "unit": "sentences"}
    plain = Segmenter(background=texts, **settings).segment(TEXT)
    own = [Loud(text) for text in texts]
    assert Segmenter(background=own, **settings).segment(TEXT) == plain


@pytest.mark.parametrize("kind", KINDS)
def test_pieces_of_any_kind_of_string_flow(kind):
    assert list(tmima.stream([kind(TEXT)])) == list(tmima.stream([TEXT]))
    flow = TextStream()
    flow.push(kind(TEXT))
    assert same(TEXT, flow.state()["text"])
    cues = [Cue(0, 2, TEXT.strip()), Cue(2, 4, "Bread.")]
    flows = CueStream(), CueStream()
    for cue in cues:
        flows[0].push(cue)
    flows[1].push(cues[0]._replace(text=kind(TEXT)))
    flows[1].push(cues[1])
    assert flows[1].finish() == flows[0].finish()
    assert same(
        Timeline(cues).text, Timeline([cues[0]._replace(text=Loud(cues[0].text)), cues[1]]).text
    )


@pytest.mark.parametrize("kind", KINDS)
def test_the_rooms_below_take_any_kind_of_string_too(kind):
    given, analyzer = kind(TEXT), tmima.analyzer("en")
    assert read(given, analyzer) == read(TEXT, analyzer)
    assert same(TEXT, parse_text(given, "text").text)
    assert analyzer.tokens(given, [Span(0, 10)]) == analyzer.tokens(TEXT, [Span(0, 10)])
    assert tmima.detect_language(given) == "en"
    assert same(TEXT, Origin("page", given, []).text)
    assert same(TEXT, Document(given, "en", [], []).text)
    greek = tmima.analyzer("el")
    assert greek.tokens(kind(GREEK), [Span(0, 16)]) == greek.tokens(GREEK, [Span(0, 16)])


def test_an_array_of_texts_goes_through_scikit_learn():
    sklearn = pytest.importorskip("tmima.integrations.sklearn")
    one = sklearn.TopicSegmenter(language="en")
    assert one.predict(np.array([TEXT, TEXT])) == one.predict([TEXT, TEXT])
    assert one.transform(np.array([TEXT])) == one.transform([TEXT])
