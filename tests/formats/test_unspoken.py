"""Marks of transcribers and commands of templates: found, not compared, and no part of a name."""

import pytest

import tmima
from tmima import languages
from tmima.formats import read
from tmima.formats.unspoken import unspoken

MARKS = [
    "[laughter]",
    "(inaudible)",
    "{gap}",
    "{disfmarker}",
    "[Applause and cheers]",
    "(laughs)",
    "[inaudible 00:12:03]",
    "♪ la la ♪",
    "[γέλια]",
    "[ΓΈΛΙΑ]",
    "[ SILENCE ]",
    "[ſilence]",
    "[MUSİC]",
    "(Rires, au fond)",
    "(Beifall)",
    "{{ page.title }}",
    "{{% heading whatsnext %}}",
    '{{domxref("Element")}}',
    "{% include note.html %}",
    "{#pod-fault}",
]
WORDS = ["(to sea)", "[link](address)", "a < b", "(the gaping hole)", "[sic]", "{a} and {b}"]


@pytest.mark.parametrize("mark", MARKS)
@pytest.mark.parametrize("speech", [False, True])
def test_a_mark_is_found_in_any_text(mark, speech):
    text = f"The old ship {mark} sails on."
    assert [text[start:end] for start, end in unspoken(text, speech=speech)] == [mark]


@pytest.mark.parametrize("words", WORDS)
def test_brackets_of_prose_are_read(words):
    assert not unspoken(f"The old ship {words} sails on.", speech=False)


def test_any_short_brackets_of_speech_are_marks_but_those_of_links_and_long_ones():
    text = "So [door slams] we saw {x} and [the site](address), [" + "w " * 40 + "]."
    assert [text[start:end] for start, end in unspoken(text, speech=True)] == [
        "[door slams]",
        "{x}",
    ]


def kept(text: str, language: str = "en") -> list[str]:
    document = read(text, languages.analyzer(language))
    return [token.lemma for one in document.sentences for token in one.tokens if token.kept]


@pytest.mark.parametrize("mark", MARKS)
def test_words_of_marks_are_not_compared(mark):
    assert kept(f"The old ship {mark} sails along the coast.") == kept(
        "The old ship sails along the coast."
    )


TALK = """Ann: The harbour wall leaks and the harbour floods. [laughter]
Bob: The waves broke the harbour wall again. [laughter] We {gap} mend the wall.
Ann: I’m glad. The baker kneads the rye dough. [laughter]
Bob: I’m sure the rye dough rises, and I’ve seen the dough. [laughter]
"""


def test_nothing_is_called_by_marks():
    for result in (
        tmima.segment(TALK, n_segments=2),
        tmima.segment("\n\n".join(TALK.splitlines()).replace(": ", " "), n_segments=2),
    ):
        named = " ".join((segment.title + " ".join(segment.keywords)) for segment in result).lower()
        assert not {"laughter", "gap", "i’m", "i've"} & set(named.split())


def test_an_apostrophe_moves_no_cut():
    typed = TALK.replace("’", "'")
    cuts = [[segment.start for segment in tmima.segment(text)] for text in (TALK, typed)]
    assert cuts[0] == cuts[1]
