"""Names of segments: phrases that stand in the text, short, different, the same every time."""

import json
import pickle
import random
import re
import sys
import tracemalloc
from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import tmima
from tests.command import output, refusal
from tests.documents import documents
from tests.pages import follow, page
from tests.texts import made_up
from tmima import Segmentation, Segmenter, TmimaError, Units, languages
from tmima.formats import read
from tmima.languages import PhraseKind
from tmima.text import Heading, Outline, Sense
from tmima.titles import Name, names
from tmima.titles.names import LONGEST, Namer
from tmima.titles.noun_phrases import phrases_of

names_module = sys.modules["tmima.titles.names"]  # `names` is also its function
TEXT = "\n".join(made_up())
WORDS = [
    "The",
    "the",
    "of",
    "and",
    "to",
    "they",
    "bakers",
    "dough",
    "Ship's",
    "sails",
    "-",
    ".",
    "\n",
]


def named(text: str, language: str, *boundaries: int) -> list[Name]:
    document = read(text, languages.analyzer(language))
    ends = boundaries or (len(document.sentences),)
    return names(document, Units.of(document), Segmentation(ends))


def phrases(text: str, language: str) -> set[str]:
    """Return the phrases that are no part of a longer one."""
    document = read(text, languages.analyzer(language))
    words = document.columns.words
    every = np.arange(len(words.starts), dtype=np.int32)
    whole = np.array([0, len(document.sentences)])
    found = phrases_of(document, every, whole, longest=len(text))
    spans = [
        span
        for phrase in range(len(found.segments))
        for span in zip(*found.places(phrase), strict=True)
    ]
    return {
        text[words.starts[first] : words.ends[last]]
        for first, last in spans
        if not any(
            one <= first and last <= end for one, end in spans if (one, end) != (first, last)
        )
    }


@pytest.mark.parametrize("language", ["en", "el"])
def test_titles_stand_in_their_segment_and_differ(language):
    for one in documents(language):
        assert one.document.truth is not None
        found = names(one.document, Units.of(one.document), one.document.truth)
        spans = one.document.columns.spans
        for (first, last), (title, keywords, _) in zip(
            one.document.truth.segments, found, strict=True
        ):
            passage = " ".join(one.document.text[spans[first][0] : spans[last - 1][1]].split())
            assert 0 < len(title) <= LONGEST
            assert len(keywords) == 5
            parts = re.split(r", | and | και ", title[:1].lower() + title[1:])
            assert title[:1] == title[:1].upper()
            known = title in (languages.introduction(language), "Intro", "Κλείσιμο")
            # In Greek a word may have another ending where no nominative stands; in English what is
            # counted may be a plural.
            words = [word[:3] for part in parts for word in part.split()]
            sought = words if language == "el" else [part[:-3] for part in parts]
            assert known or all(part.lower() in passage.lower() for part in sought), title
            begun = [word[:3] for keyword in keywords for word in keyword.split()]
            assert all(each in passage for each in (begun if language == "el" else keywords))
        assert len({title for title, *_ in found}) == len(found)


def test_a_greek_word_leaves_the_accent_of_the_next_behind():
    ((title, keywords, _),) = named("Το πλυντήριό μου χάλασε. Το πλυντήριό σου δουλεύει.", "el")
    assert keywords[0] == "πλυντήριο"
    assert "πλυντήριό" not in title


def test_the_beginning_of_a_segment_holds_no_separator_of_its_format():
    text = "==========\nOh, well.\nAnd so on.\n==========\nBut then.\n==========\n"
    document = read(text, languages.analyzer("en"), format="choi")
    found = names(document, Units.of(document), document.truth)
    assert [title for title, *_ in found] == ["Oh, well", "But then"]


def test_what_stands_in_capitals_beside_the_name_of_a_speaker_names_nothing():
    turns = (
        "Bob Martin: They called me Uncle Bob because of a Uncle Bob joke.",
        "Adam Stone: So Uncle Bob it is, Uncle Bob.",
        "Bob Martin: The Uncle Bob tests were slow tests.",
        "Adam Stone: I like Uncle Bob.",
    )
    document = read("\n\n".join(turns), languages.analyzer("en"))
    assert document.speech is not None
    end = (len(document.sentences),)
    (name,) = names(document, Units.of(document), Segmentation(end))
    assert not {"uncle", "bob"} & set(" ".join((name.title, *name.keywords)).lower().split())


@pytest.mark.parametrize("word", ["people-first", "client-side", "app-like"])
def test_a_compound_that_stands_before_nouns_ends_no_phrase(word):
    assert f"{word} culture" in phrases(f"They like the {word} culture.", "en")
    assert not any(word in phrase for phrase in phrases(f"That was {word}.", "en"))


def test_a_name_that_begins_with_a_full_stop_keeps_it():
    text = "Use .NET Standard versions in tools. The .NET Standard versions run."
    assert named(text, "en")[0].title == ".NET Standard"


def test_a_polish_phrase_that_begins_in_another_case_comes_last():
    text = "Starego portu. Latarnia morska. Starego portu. Starego portu. Latarnia morska."
    assert named(text, "pl")[0].title == "Latarnia morska"
    text = (
        "Starego portu jest brak. Starego portu szkoda. Latarnia stoi. Starego portu nie ma. "
        "Latarnia jest."
    )
    assert named(text, "pl")[0].title == "Latarnia"


def test_half_of_a_phrase_names_nothing_where_a_whole_one_does():
    text = "Harbour walls leak. The iron gate rusts. Iron gates rust. They paint iron bars."
    document = read(text, languages.analyzer("en"))
    namer = Namer(document, Units.of(document), Segmentation((len(document.sentences),)), ())
    rows = [row for *_, row, _ in namer.looked_at()]
    assert rows
    fit = {namer.as_written(one): namer.is_fit(one) for one in namer._candidates.tolist()}
    assert not fit["iron"]
    assert fit["iron bars"]


def test_the_first_of_three_segments_is_an_introduction():
    text = "So it was, and so we went. " + "The harbour wall leaks. The harbour wall is old. "
    text += "Rye dough rises. The rye dough is dark. "
    titles = [name.title for name in named(text, "en", 1, 3, 5)]
    assert titles[0] == "Introduction"
    assert "Introduction" not in [name.title for name in named(text, "en", 1, 5)]


def test_an_irregular_past_ends_no_phrase():
    assert "Old Whinmoor" in phrases("Old Whinmoor rode the last bus.", "en")


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=40), st.data())
def test_any_text_is_named_in_few_characters(words, data):
    text = " ".join(words)
    assume(any(word[0].isalpha() or word in ".-" for word in words))
    document = read(text, languages.analyzer("en"))
    size = len(document.sentences)
    cuts = data.draw(st.sets(st.integers(1, size), max_size=5))
    segmentation = Segmentation(tuple(sorted(cuts | {size})))
    found = names(document, Units.of(document), segmentation)
    assert len(found) == len(segmentation)
    assert all(0 < len(title) <= LONGEST for title, *_ in found)
    assert found == names(document, Units.of(document), segmentation)


def test_what_only_one_segment_has_names_it():
    first = "The town council met. It discussed the harbour wall. The harbour wall leaks. "
    second = (
        "The town council ate. It ordered apple cake. The apple cake was good. Apple cake rises."
    )
    assert [title for title, *_ in named(first + second, "en", 3, 7)] == [
        "Harbour wall",
        "Apple cake",
    ]


HEADED = (
    "## 2.1 The tide mill\n\nThe mill stands still. The miller waits for the tide.\n\n"
    "The bakery\n\nThe baker kneads the dough. The dough rests in the bakery.\n\n"
    "The baker sells bread. The bread is dark. Bread of the baker is cheap.\n"
)


def test_a_segment_that_begins_with_a_heading_is_called_by_it():
    document = read(HEADED, languages.analyzer("en"))
    found = names(document, Units.of(document), Segmentation((3, 6, len(document.sentences))))
    assert [title for title, *_ in found[:2]] == ["2.1 The tide mill", "The bakery"]
    assert "bread" in found[2].title.lower()


def test_a_heading_alone_is_called_by_itself():
    text = "The tide mill\n\nThe mill stands still. The miller waits. The tide comes. It goes.\n"
    document = read(text, languages.analyzer("en"))
    found = names(document, Units.of(document), Segmentation((1, 5)))
    assert found[0].title == "The tide mill"


@pytest.mark.parametrize(("length", "called"), [(99, True), (100, True), (101, False)])
def test_a_heading_of_more_than_a_hundred_characters_is_no_name(length, called):
    heading = ("The tide mill " * 9)[: length - 1] + "s"
    document = read(
        f"# {heading}\n\nThe mill stands still. The miller waits for the tide.\n",
        languages.analyzer("en"),
        format="markdown",
    )
    (name,) = names(document, Units.of(document), Segmentation((len(document.sentences),)))
    assert (name.title == heading) == called
    assert called or len(name.title) <= LONGEST


def test_the_same_heading_names_one_segment_only():
    text = (
        "Example\n\nA ship sails. The ship waits.\n\nExample\n\nBread is dark. The bread rises.\n"
    )
    document = read(text, languages.analyzer("en"))
    found = names(document, Units.of(document), Segmentation((3, 6)))
    assert found[0].title == "Example"
    assert found[1].title != "Example"


def test_lines_without_full_stops_are_no_headings():
    text = "\n".join(["the ship sails out", "the ship comes home"] * 4)
    document = read(text, languages.analyzer("en"), format="lines")
    (name,) = names(document, Units.of(document), Segmentation((8,)))
    assert name.title.lower() != "the ship sails out"


@pytest.mark.parametrize(("below", "headed"), [(3, True), (2, True), (1, False)])
def test_where_more_than_a_third_looks_like_headings_none_is_one(below, headed):
    """Two lines of a list in every four are no headings; one of three sentences may be."""
    parts = [("On the sea", "A ship sails."), ("In the oven", "Bread is dark.")]
    text = "\n\n".join(f"{head}\n\n{' '.join([prose] * below)}" for head, prose in parts)
    found = named(text, "en", 1 + below, 2 + 2 * below)
    assert ([name.title for name in found] == ["On the sea", "In the oven"]) == headed


ITEMS = "\n\n".join(f"How to build {what} quickly" for what in ("boats", "walls", "ovens"))
PROSE = "\n\nThe harbour wall leaks. The harbour wall breaks. It rains. The wall is wet." * 4


@pytest.mark.parametrize(
    "line",
    [
        "Ann: Shall we look at the ovens?",
        "a) of the first part of the law",
        "Bread and ovens that we build with the",
        "Part 1 no. 27 of 16 May 2001",
        ITEMS,
    ],
)
def test_what_only_looks_like_a_heading_names_nothing(line):
    """Questions of somebody, items of lists, lines that break off, mastheads."""
    assert "harbour wall" in named(line + PROSE, "en")[0].title.lower()


@pytest.mark.parametrize("line", ["What do ovens need?", "An oven: how to build it", "Example"])
def test_a_line_of_a_few_words_is_still_a_heading(line):
    assert named(line + PROSE, "en")[0].title == line


def test_in_capitals_alone_no_stop_word_is_a_name():
    text = "THE HARBOUR WALL IS OLD. THE HARBOUR WALL IS WET. THE HARBOUR WALL IS BARE."
    assert named(text, "en")[0].title == "HARBOUR WALL"


def test_two_words_that_need_no_article_join():
    milk = "Farms sell milk. Milk comes from farms. Farms have milk. "
    clock = "The station has a clock. The clock of the station is old. The clock hangs. "
    titles = [name.title for name in named(milk + clock, "en", 3, 6)]
    assert titles[0] in ("Milk and farms", "Farms and milk")
    assert " and " not in titles[1]


def paired(text: str, language: str) -> set[str]:
    """Return the pairs that could be the title of a text of one segment."""
    document = read(text, languages.analyzer(language))
    namer = Namer(document, Units.of(document), Segmentation((len(document.sentences),)), ())
    namer.name(0)
    pairs = permutations(namer.ranked(0), 2)
    return set(filter(None, (namer.pair(one, other) for one, other in pairs)))


def test_the_second_of_a_pair_has_its_capital_only_if_it_has_one_inside_a_sentence():
    found = paired("Farms sell milk. Milk comes from farms. Milk goes to Riga. Riga buys it.", "en")
    assert found & {"milk and farms", "Milk and farms"}
    assert not any("and Farms" in both or "and riga" in both for both in found)


def test_what_is_counted_is_a_plural_in_a_title_and_stays_as_it_is_in_keywords():
    text = "A tide gate shuts. Every tide gate is iron. The tide gate rusts."
    ((title, keywords, _),) = named(text, "en")
    assert title == "Tide gates"
    assert "tide gate" in keywords
    always = "The tide gate shuts. The tide gate is iron. The tide gate rusts."
    assert named(always, "en")[0].title == "Tide gate"


def test_what_needs_no_article_stays_a_singular():
    text = "He orders a green tea. Green tea is hot. Farmers grow green tea. Green tea sells."
    assert named(text, "en")[0].title == "Green tea"


def test_a_first_segment_with_a_subject_of_its_own_is_no_introduction():
    """Articles of a feed, of which the first says nothing of the others."""
    articles = (
        "Farms sell milk. Milk comes from farms. Farms have milk. "
        "The station has a clock. The clock of the station is old. "
    )
    feed, *_ = named(f"The river rises. The flood comes. {articles}", "en", 2, 5, 7)
    assert feed.title == "Flood"
    guide, *_ = named(f"Here are farms. There is a station. {articles}", "en", 2, 5, 7)
    assert guide.title == "Introduction"


def test_a_noun_of_another_segment_makes_no_noun_of_a_verb():
    stove = "The stove hums. An old stove hums. The iron stove hums. "
    hums = "The hums of bees fill it. Loud hums of bees stop. "
    alone, *_ = named(stove, "en")
    beside, *_ = named(stove + hums, "en", 3, 5)
    assert (beside.title, beside.keywords) == (alone.title, alone.keywords)
    assert "hums" not in beside.title


def test_no_half_of_a_pair_is_a_pair():
    text = "The cats and dogs sleep. The old mill turns. Cats and dogs eat. The old mill stands."
    found = paired(text, "en")
    assert found
    assert all(both.split().count("and") == 1 for both in found)


def test_pairs_are_joined_in_the_language_of_the_text():
    spanish = "El agua corre. La isla recibe agua. La isla tiene agua. El agua rodea la isla."
    assert any(" e isla" in both or " y agua" in both for both in paired(spanish, "es"))
    polish = "Woda płynie. Wyspa ma wodę. Wyspa stoi. Woda otacza wyspę."
    assert not paired(polish, "pl")


def test_a_pair_needs_a_sentence_that_has_both_and_each_twice():
    apart = (
        "The harbour wall leaks. Fishing boats wait. The harbour wall breaks. Fishing boats sink."
    )
    once = "The harbour wall stops fishing boats. The harbour wall leaks. The harbour wall breaks."
    both = "The harbour wall stops fishing boats. Fishing boats pass the harbour wall."
    values = []
    for text in (apart, once, both):
        document = read(text, languages.analyzer("en"))
        namer = Namer(document, Units.of(document), Segmentation((len(document.sentences),)), ())
        namer.name(0)
        numbers = {namer.as_written(one).lower(): one for one in namer._candidates.tolist()}
        pair = numbers["harbour wall"], numbers["fishing boats"]
        values.append(namer._value_of_pair(*pair))
    assert values[:2] == [0.0, 0.0]
    assert values[2] > 0


def test_a_plural_heads_a_segment_where_the_text_has_one():
    text = "The tide gate is here. The tide gate leaks. Tide gates rust. The tide gate is shut."
    assert named(text, "en")[0].title == "Tide gates"


def test_a_word_with_a_capital_inside_stays_as_it_is():
    text = "We use eBPF here. They like eBPF. Nobody wrote eBPF. Old eBPF is new."
    assert named(text, "en")[0].title in ("eBPF", "Old eBPF")


@pytest.mark.parametrize(
    ("text", "language", "wrong"),
    [
        ("La grange montre un toit. Une grange montre le mur.", "fr", "montre"),
        ("Le port brille clairement. Un port brille clairement.", "fr", "clairement"),
        ("El barco navega lentamente. Un barco navega lentamente.", "es", "lentamente"),
        ("Die Träger erheben den Turm. Träger erheben Steine.", "de", "erheben"),
        ("Aus grauen Steinen. Mit grauen Steinen. Von grauen Steinen.", "de", "grauen"),
    ],
)
def test_no_verb_adverb_or_oblique_adjective_in_other_languages(text, language, wrong):
    name = named(text, language)[0]
    assert wrong not in name.title.lower().split()


def test_a_hollow_word_before_of_is_left_out():
    text = "A number of tide gates. The number of tide gates grows. That number of tide gates."
    assert named(text, "en")[0].title == "Tide gates"


def test_in_a_talk_what_is_said_once_is_no_title_where_something_recurs():
    fill = "Ann: They sit there, and it goes on.\nBob: It does, all of it, as it did before.\n"
    once = "Ann: The marble quarry of the old king is far away.\n"
    again = "Bob: The tide gate is shut.\nAnn: The tide gate leaks.\n"
    text = once + (fill * 6 + again) * 6
    document = read(text, languages.analyzer("en"), format="turns")
    (name,) = names(document, Units.of(document), Segmentation((len(document.sentences),)))
    assert name.title == "Tide gate"


def test_a_title_is_one_phrase():
    """Two that are worth as much may not belong together."""
    text = (
        "The harbour wall leaks. The fishing boats wait. The harbour wall breaks. "
        "The fishing boats sink."
    )
    assert named(text, "en")[0].title == "Harbour wall"


def test_a_title_does_not_say_a_word_twice_in_other_forms():
    text = "Pole elektryczne rośnie. Pole elektryczne maleje. " + "W polu elektrycznym. " * 2
    assert named(text, "pl")[0].title.lower().count("elektryczn") == 1


def test_a_title_may_join_what_the_text_joins():
    text = (
        "The salt and pepper is old. The fishing boats wait. The salt and pepper leaks. "
        "The fishing boats sink. Salt and pepper and fishing boats are old."
    )
    assert named(text, "en")[0].title == "Salt and pepper"


def test_lists_of_names_differ_too():
    found = {name.title for name in named("Anna. Bob. Anna. Bob.", "en", 2, 4)}
    assert found == {"Anna", "Bob"}


def test_the_summary_is_the_sentence_that_says_most_of_its_segment():
    text = (
        "Oh, my. Ann: The harbour wall of the old town leaks at every tide. It was late. "
        "Somebody said that nothing at all could be done here. The wall leaks. The harbour is old."
    )
    (name,) = named(text, "en")
    assert name.summary == "The harbour wall of the old town leaks at every tide."
    assert named("Oh. Well. And so on.", "en")[0].summary == ""


@pytest.mark.parametrize(
    ("text", "language", "summary"),
    [
        # A fragment says most: the next best is taken.
        (
            "obstructive sleep apnea and central sleep apnea of sleepers.\n"
            "Doctors know two kinds of it, which are treated in two ways.\n",
            "en",
            "Doctors know two kinds of it, which are treated in two ways.",
        ),
        (
            "The sleep apnea of sleepers, the central sleep apnea and others:\n"
            "12 doctors know two kinds of it, which are treated in two ways!\n",
            "en",
            "12 doctors know two kinds of it, which are treated in two ways!",
        ),
        (
            "άπνοια του ύπνου και κεντρική άπνοια του ύπνου των ασθενών.\n"
            "«Ποιες θεραπείες γνωρίζουν οι γιατροί του νοσοκομείου;»\n",
            "el",
            "«Ποιες θεραπείες γνωρίζουν οι γιατροί του νοσοκομείου;»",
        ),
        # None is whole.
        ("the harbour wall of the old town leaks at every tide", "en", ""),
        ("the harbour wall of the old town leaks at every tide.", "en", ""),
        ("The harbour wall of the old town leaks at every tide", "en", ""),
    ],
)
def test_a_summary_is_a_whole_sentence(text, language, summary):
    document = read(text, languages.analyzer(language), format="lines")
    (name,) = names(document, Units.of(document), Segmentation((len(document.sentences),)))
    assert name.summary == summary


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("ท่าเรือเก่าของเมืองรั่วทุกครั้งที่น้ำขึ้น", "th"),
        ("ძველი ქალაქის ნავსადგურის კედელი ჟონავს.", "und"),  # has capitals, but not for sentences
        ("Քաղաքի հին նավահանգստի պատը ջուր է թողնում։", "hy"),
    ],
)
def test_a_whole_sentence_is_known_in_every_script(text, language):
    assert named(text, language)[0].summary == text


@pytest.mark.parametrize("length", [299, 300, 301])
def test_a_summary_has_three_hundred_characters_at_the_most_where_one_is_shorter(length):
    long = (
        ("The harbour wall of the old town leaks " * 9)[: length - 1].strip().ljust(length - 1, "x")
    )
    short = "Nobody in the house of the baker has ever seen it."
    (name,) = named(f"{long}. {short}", "en")
    assert len(f"{long}.") == length
    assert name.summary == (short if length > 300 else f"{long}.")
    assert named(f"{long}.", "en")[0].summary == f"{long}."


def test_no_heading_is_a_summary():
    question = "Why does the harbour wall of the old town leak?"
    text = f"# {question}\n\nNobody in the house of the baker has ever seen it.\n"
    document = read(text, languages.analyzer("en"), format="markdown")
    (name,) = names(document, Units.of(document), Segmentation((2,)))
    assert (name.title, name.summary) == (
        question,
        "Nobody in the house of the baker has ever seen it.",
    )


def test_neighbours_alike_have_different_titles():
    found = named("The red ship sails. " * 3, "en", 1, 2, 3)
    assert len({title for title, *_ in found}) == 3


def test_a_single_word_names_one_segment_only():
    assert [title for title, *_ in named("The bread. The bread.", "en", 1, 2)] == [
        "Bread",
        "The bread",
    ]


def test_what_the_whole_text_says_as_often_tells_less():
    text = (
        "Here the bakers, the pirates. Here the bakers, the pirates. "
        "Here the bakers, the sailors. Here the bakers, the sailors. "
    )
    assert [keywords for _, keywords, _ in named(text, "en", 2, 4)] == [
        ("pirates", "bakers"),
        ("sailors", "bakers"),
    ]


def test_no_phrase_goes_from_one_sentence_into_the_next():
    document = read("See the harbour\nwalls leak\n", languages.analyzer("en"), format="lines")
    (name,) = names(document, Units.of(document), Segmentation((2,)))
    assert not any("harbour wall" in each for each in (name.title, *name.keywords))


def test_a_segment_without_kept_words_is_called_by_its_beginning():
    assert named("And so it was. Then there were we.", "en") == [Name("And so it was", ())]
    assert named("a" * 50, "und")[0].title == "A" + "a" * (LONGEST - 1)


def test_a_beginning_runs_over_no_full_stop_and_is_another_sentence_where_the_first_is_taken():
    first, second = named("So it was. So it was. Then we were.", "en", 1, 3)
    assert [first.title, second.title] == ["So it was", "Then we were"]


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("They see the marshes of the Haddle Level today.", "marshes of the Haddle Level"),
        ("Some say salt and caesium matter.", "salt and caesium matter"),
        ("The baker kneads the dough.", "dough"),  # a verb comes before an article
        ("They want to bake bread.", "bread"),  # and after "to"
        ("Tarkovsky dismissed films.", "films"),  # no verb
        ("The family doctor came.", "family doctor"),
    ],
)
def test_english_phrases(text, phrase):
    assert phrase in phrases(text, "en")


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("Είδαμε τους ναυτικούς χάρτες.", "ναυτικούς χάρτες"),
        ("Η διακοπή του νερού κράτησε.", "διακοπή του νερού"),
        ("Ήταν αιώνες αρχαίας ιστορίας.", "αιώνες αρχαίας ιστορίας"),
        ("Ζούσαν φυτά και ζώα.", "φυτά και ζώα"),
        ("Έδωσε στον μαθητή βιβλία.", "βιβλία"),  # no genitive, no phrase
        ("Έχει μεγάλος νερά.", "νερά"),  # no agreement, no phrase
    ],
)
def test_greek_phrases(text, phrase):
    assert phrase in phrases(text, "el")


def test_a_greek_title_is_in_the_nominative_if_the_text_has_it():
    text = "Είδε τον ναυτικό χάρτη. Πήρε τον ναυτικό χάρτη. Ο ναυτικός χάρτης χάθηκε."
    assert named(text, "el")[0].title == "Ναυτικός χάρτης"


def test_what_can_be_a_nominative_names_a_greek_segment_before_what_cannot():
    """*Παλιό μύλο* is the object of a sentence; *νέο πλοίο* is a name, though it comes later."""
    text = "Είδε τον παλιό μύλο. Το νέο πλοίο έφυγε."
    ((title, keywords, _),) = named(text, "el")
    assert title == "Νέο πλοίο"
    assert keywords == ("πλοίο", "μύλος")


def test_who_speaks_is_no_topic():
    text = "CHAIR: The harbour wall leaks.\nCHAIR: The harbour wall is old.\n"
    assert not any(
        "CHAIR" in each for each in (named(text, "en")[0].title, *named(text, "en")[0].keywords)
    )


def test_a_language_by_general_rules_joins_its_nouns():
    part = languages.phrase_parts("fr")
    assert part("de", tmima.text.Sense("de", "", False)).kind is PhraseKind.LINK
    found = named("La guerre de succession commence. La guerre de succession dure.", "fr")
    assert found[0].title == "Guerre de succession"


def test_names_are_found_when_they_are_asked_for(monkeypatch):
    calls = []
    monkeypatch.setattr(tmima.result, "names", lambda *given: calls.append(given) or names(*given))
    result = tmima.segment(TEXT, language="en", format="lines", n_segments=3)
    assert "".join(segment.text for segment in result) == TEXT
    assert not calls
    assert result.segments[0].title == result.segments[0].title
    assert len(calls) == 1
    again = pickle.loads(pickle.dumps(result))
    assert (again, again.names) == (result, result.names)
    assert pickle.loads(pickle.dumps(result.segments[1])).title == result.segments[1].title


def test_a_function_of_ones_own_names_segments():
    own = Segmenter(language="en", titles=lambda found: [f"{one.title}!" for one in found])
    plain, other = Segmenter(language="en").segment(TEXT), own.segment(TEXT)
    assert [one.title for one in other] == [f"{one.title}!" for one in plain]
    assert [one.keywords for one in other] == [one.keywords for one in plain]
    assert other.as_dict()["segments"][0]["title"].endswith("!")


@pytest.mark.parametrize(
    ("titles", "message"),
    [
        ("words", "titles= must be one of phrases, none or a function, not 'words'"),
        (lambda _: ["one"] * 99, "titles= returned 99 titles for"),
        (lambda _: "one", "titles= must return a list of titles, not 'one'"),
        (lambda found: [None] * len(found), "titles= must return strings, not None"),
    ],
)
def test_bad_titles_are_refused_by_name(titles, message):
    with pytest.raises(TmimaError, match=message):
        _ = tmima.segment(TEXT, language="en", titles=titles).names


def test_titles_are_saved_by_name_only(tmp_path):
    Segmenter(titles="none").save(tmp_path / "one.json")
    assert Segmenter.load(tmp_path / "one.json").titles == "none"
    with pytest.raises(TmimaError, match="whose titles= is an object"):
        Segmenter(titles=lambda found: []).save(tmp_path / "two.json")


def test_the_command_line_names_by_a_function_or_not_at_all(tmp_path):
    (tmp_path / "text.txt").write_text(TEXT, encoding="utf-8")
    module = "def loud(segments):\n    return [one.title.upper() for one in segments]\n"
    (tmp_path / "loudly.py").write_text(module, encoding="utf-8")

    def segmented(*options: str) -> str:
        return output("segment", "text.txt", *options, folder=tmp_path)

    found = json.loads(segmented("--format", "json", "--titles", "loudly:loud"))
    assert all(one["title"].isupper() for one in found["segments"])
    bare = json.loads(segmented("--format", "json", "--titles", "none"))
    assert list(bare["segments"][0]) == [
        "start", "end", "first", "last", "text", "id", "forced", "units",
    ]  # fmt: skip
    assert "\n1. sentences 1-" in "\n" + segmented("--titles", "none")
    assert "--titles must be MODULE:FUNCTION, not 'words'" in refusal(
        "segment", "text.txt", "--titles", "words", folder=tmp_path
    )
    report = segmented("--format", "html")
    assert '"keywords":[' in report


def test_the_page_prints_what_it_says(tmp_path):
    assert follow(page("docs/titles.md"), tmp_path)["outputs"] == 1


def test_no_title_says_a_word_twice():
    """A name that is repeated, as in a chorus or a slip of the tongue, tells no more than once."""
    for text in (
        "The harbour harbour is old. We saw the harbour harbour. It has a harbour harbour.",
        "The ship ship wall stands. The ship ship wall leaks.",
    ):
        (name,) = named(text, "en")
        words = name.title.lower().split()
        assert len(words) == len(set(words))


def long_document(language: str) -> tuple[tmima.Document, Segmentation]:
    chance = random.Random(language)
    words = "the sea of a ship and law his red: house, New York to see them cups moon tide".split()
    if language == "el":
        words = "η θάλασσα του πλοίου και ο νόμος το: σπίτι, Νέα Υόρκη να δει φεγγάρι κύμα".split()
    lines = [" ".join(chance.choices(words, k=chance.randint(1, 9))) for _ in range(90)]
    document = read(
        ". ".join(line.capitalize() for line in lines) + ".", languages.analyzer(language)
    )
    size = len(document.sentences)
    return document, Segmentation((*sorted(chance.sample(range(1, size), 20)), size))


@pytest.mark.parametrize("language", ["en", "el"])
@pytest.mark.parametrize("at_a_time", [1, 40, 200])
def test_names_do_not_depend_on_how_many_words_are_looked_at_together(
    language, at_a_time, monkeypatch
):
    document, cut = long_document(language)
    whole = names(document, Units.of(document), cut)
    counts = []
    monkeypatch.setattr(names_module, "_WORDS_AT_A_TIME", at_a_time)
    monkeypatch.setattr(
        names_module,
        "phrases_of",
        lambda *given, **more: counts.append(len(given[2])) or phrases_of(*given, **more),
    )
    assert names(document, Units.of(document), cut) == whole
    assert len(counts) > 1
    assert sum(counts) - len(counts) == len(cut)


def test_names_of_a_long_text_take_little_memory():
    chance = random.Random(1)
    words = ["".join(chance.choices("bcdfgklmnprst", k=5)) for _ in range(2000)]
    # No function words: phrases overlap everywhere, eight beginning at each word.
    lines = (" ".join(chance.choices(words, k=12)).capitalize() + "." for _ in range(10_000))
    document = read(" ".join(lines), languages.analyzer("en"))
    units, size = Units.of(document), len(document.sentences)
    cut = Segmentation((*range(100, size, 100), size))
    tracemalloc.start()
    names(document, units, cut)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    # All phrases at once took 95 bytes for each byte of such a text.
    assert peak < 35 * len(document.text)


# The outline


BOOK = (
    "# Ships\n\nShips are old. They float.\n\n## Sails\n\nSails are linen. Linen is strong.\n\n"
    "## Masts\n\nMasts are pine. Pine is light.\n\n## Ropes\n\nRopes are hemp. Hemp is rough.\n\n"
    "# Bread\n\n## Dough\n\nDough is flour. Flour is ground.\n\n## Ovens\n\nOvens are brick.\n"
)


def named_at(text: str, *begins: str, title: str = "") -> list[str]:
    """Return the titles of the segments of a text in Markdown that begin with some words."""
    document = read(text, languages.analyzer("en"), format="markdown")
    document = replace(document, outline=replace(document.outline, title=title))
    units = Units.of(document)
    places = [units.edges.index(text.index(begin)) for begin in begins]
    return [one.title for one in names(document, units, Segmentation((*places, len(units))))]


def test_a_segment_that_is_a_section_is_called_by_its_heading():
    found = named_at(BOOK, "## Sails", "## Masts", "## Ropes", "# Bread")
    assert found == ["Ships", "Sails", "Masts", "Ropes", "Bread"]


def test_neighbouring_sections_are_called_by_two_or_by_what_they_make_up():
    assert named_at(BOOK, "## Sails", "## Ropes")[1] == "Sails; Masts"
    # All sections of the chapter, whose own words are another segment, which has its name.
    assert named_at(BOOK, "## Sails", "# Bread") == ["Ships", "Sails; Masts; …", "Bread"]
    # "Ships" is free here, and they are all that it has.
    body = BOOK.replace("Ships are old. They float.\n\n", "")
    assert named_at(body, "# Bread") == ["Ships", "Bread"]
    assert named_at("Before.\n\n" + BOOK, "# Ships", title="Trades")[1] == "Ships; Bread"


def test_a_part_of_a_section_has_a_name_of_its_own():
    text = "# Ships\n\nOld ships float. Sails dry.\n\nThe tall tower leans. The tall tower falls.\n"
    first, second = named_at(text, "The tall")
    assert first == "Ships"
    assert second.lower() == "tall tower"


def test_the_beginning_of_a_document_is_called_by_its_title():
    text = "It floats. It sinks.\n\n# Bread\n\nDough is flour.\n"
    assert named_at(text, "# Bread", title="On ships") == ["On ships", "Bread"]
    assert named_at(text, "# Bread", title="Bread")[0] == "Bread"


def test_the_same_heading_in_another_chapter_tells_the_chapter():
    text = "# Ships\n\n## Use\n\nThey sail.\n\n# Ovens\n\n## Use\n\nThey bake.\n"
    assert named_at(text, "# Ovens") == ["Ships", "Ovens"]
    text = "# Ships\n\nA.\n\n## Use\n\nThey sail.\n\n# Ovens\n\nB.\n\n## Use\n\nThey bake.\n"
    found = named_at(text, "## Use", "# Ovens", "## Use\n\nThey bake")
    assert found == ["Ships", "Use", "Ovens", "Ovens: Use"]


def test_headings_that_are_not_sure_name_nothing_by_their_sections():
    document = read("One\n\nA cat sleeps here now.\n", languages.analyzer("en"))
    outline = Outline.of(document.text, [Heading(0, 3, 1, 0.95)])
    sure = replace(document, outline=outline)
    unsure = replace(
        document, outline=Outline.of(document.text, [Heading(0, 3, 1, 0.1)]), origin=None
    )
    assert names(sure, Units.of(sure), Segmentation((2,)))[0].title == "One"
    assert names(unsure, Units.of(unsure), Segmentation((2,))) == names(
        document, Units.of(document), Segmentation((2,))
    )


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(0, 3), min_size=2, max_size=14), st.integers(1, 4))
def test_nothing_is_called_as_what_it_is_a_part_of(kinds, levels):
    text = "\n\n".join(
        f"{'#' * level} Part {number % 3}"
        if level
        else f"The {TOPICS[number % 3]} waits. Odd {ORDER[number]} rusts."
        for number, level in enumerate(kinds)
    )
    result = tmima.segment(text, language="en", format="markdown", levels=levels, finer=3)
    titles = result.titles_of(result.answers.levels)

    def check(branch, above):
        assert titles[branch].lower() not in above
        for child in branch.children:
            held = above | {titles[branch].lower()} if len(branch.children) > 1 else above
            check(child, held)

    for branch in result.answers.levels:
        check(branch, set())


TOPICS = ["old ship", "rye bread", "grey cat"]
ORDER = (
    "tin lead iron zinc gold brass steel copper nickel silver bronze pewter chrome wolfram".split()
)


# Whole names and forms


@pytest.mark.parametrize(
    ("text", "title"),
    [
        (
            "We love New York City. New York City is large. They left New York City.",
            "New York City",
        ),
        ("The Stamp Act came. Colonists hated the Stamp Act. Who read the Stamp Act?", "Stamp Act"),
        ("Sleep helps long-term memory. The long-term memory holds facts.", "Long-term memory"),
        (
            "Ask the Open Source Initiative. The Open Source Initiative keeps a list.",
            "Open Source Initiative",
        ),
        ("We run on-premises servers. The on-premises servers cost less.", "On-premises servers"),
        ("A non-profit lab opens. The non-profit lab grows.", "Non-profit labs"),
    ],
)
def test_names_and_compounds_stay_whole(text, title):
    (name,) = named(text, "en")
    assert name.title == title
    inner = title.lower().replace("-", " ").split()[1:]
    assert len(inner) < 2 or " ".join(inner) not in map(str.lower, name.keywords)


def test_a_capital_that_begins_a_sentence_makes_no_name():
    assert "Act" not in phrases("Act now and read the stamp.", "en")


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("The bank offers loans. A bank offers loans again.", "offers"),
        ("Their programs are effective and the effective programs stay.", "effective"),
        ("Communities forming the enslaved groups met. They saw enslaved groups.", "forming"),
    ],
)
def test_no_verb_or_adjective_ends_an_english_phrase(text, word):
    assert not any(phrase.lower().split()[-1] == word for phrase in phrases(text, "en"))


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("Χτίζουν με πέτρα και ασβέστη. Η πέτρα και τον ασβέστη είδαν.", "Πέτρα και ασβέστη"),
        ("Ο Φ. Τής Μ. έγραψε. Είδα τον λόγο τής Μ. εκεί.", "Τής Μ."),
    ],
)
def test_greek_titles_are_nominatives_and_hold_no_article_alone(text, wrong):
    (name,) = named(text, "el")
    assert name.title != wrong


@pytest.mark.parametrize(
    ("forms", "lemmas", "nominative"),
    [
        ("ολυμπιακών αγώνων", "ολυμπιακός αγώνας", "ολυμπιακοί αγώνες"),
        ("καλών τεχνών", "καλός τέχνη", "καλές τέχνες"),
        ("ένοπλων δυνάμεων", "ένοπλος δύναμη", "ένοπλες δυνάμεις"),
        ("δημόσιων έργων", "δημόσιος έργο", "δημόσια έργα"),
        ("μικρών παιδιών", "μικρός παιδί", "μικρά παιδιά"),
        ("παιδικών ονομάτων", "παιδικός όνομα", ""),  # the accent moves
    ],
)
def test_a_greek_genitive_of_the_plural_becomes_a_nominative(forms, lemmas, nominative):
    tagged = zip(lemmas.split(), ("ADJ", "NOUN"), strict=True)
    senses = [Sense(lemma, tag, True) for lemma, tag in tagged]
    assert languages.in_nominative("el", forms.split(), senses) == nominative


def test_a_greek_accusative_becomes_a_nominative():
    (name,) = named("Είδαμε τους αρχαίους χάρτες. Βρήκαν τους αρχαίους χάρτες.", "el")
    assert name.title == "Αρχαίοι χάρτες"


TALK = """Anna Frost: Welcome to Harbour Hour, I'm Anna Frost and with me is Bob Lund. Hello, Bob.
Bob Lund: Hi, Anna. Thanks for having me.
Anna Frost: The harbour wall leaks, Bob. The harbour wall is old.
Bob Lund: Well, Anna, the harbour wall needs stones. We mend the harbour wall with stones.
Anna Frost: Bob, what about rye dough? The rye dough rises.
Bob Lund: Rye dough rests, Anna. A baker kneads rye dough with cold water.
Anna Frost: That was Harbour Hour. Thanks for listening, and goodbye.
Bob Lund: Bye, Anna.
"""


def test_parts_that_frame_a_talk_have_names_of_their_own_and_people_none():
    document = read(TALK, languages.analyzer("en"))
    units = Units.of(document)
    begins = [TALK.index(f"Anna Frost: {word}") for word in ("The", "Bob,", "That")]
    cut = Segmentation((*(units.edges.index(begin) for begin in begins), len(units)))
    found = names(document, units, cut)
    assert [name.title for name in found] == ["Intro", "Harbour wall", "Rye dough", "Outro"]
    people = {"anna", "bob", "frost", "lund"}
    for name in found:
        assert people.isdisjoint(" ".join([name.title, *name.keywords]).lower().split())


def test_a_break_is_called_so():
    text = TALK.replace(
        "Anna Frost: Bob, what",
        "Break: The sponsor bakes.\nBreak: It bakes.\nAnna Frost: Bob, what",
    )
    document = read(text, languages.analyzer("en"))
    units = Units.of(document)
    begins = [text.index("Break: The"), text.index("Anna Frost: Bob,")]
    cut = Segmentation((*(units.edges.index(begin) for begin in begins), len(units)))
    assert names(document, units, cut)[1].title == "Break"


def test_prose_has_no_frames():
    text = "Hello, Bob. Welcome to the harbour. The harbour wall leaks. The rye dough rises."
    assert named(text, "en", 2, 4)[0].title not in ("Intro", "Outro", "Break")


def test_the_first_of_several_segments_without_a_subject_is_an_introduction():
    text = (
        "Much is said here. Some days come. They go.\n\n"
        + "The harbour wall leaks. The harbour wall is old. The harbour wall falls.\n\n"
        + "The rye dough rises. The rye dough rests. The baker kneads rye dough.\n\n"
        + "The red ship sails. The red ship sinks. Nobody sees the red ship.\n"
    )
    found = [name.title for name in named(text, "en", 3, 6, 9, 12)]
    assert found == ["Introduction", "Harbour wall", "Rye dough", "Red ship"]
