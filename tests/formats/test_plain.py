"""From text to document: nothing is lost, and every offset is true."""

from itertools import accumulate, pairwise
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import tmima
from tmima import TmimaError, languages
from tmima.formats import CHOI_SEPARATOR, parse_choi, plain, read, render_choi
from tmima.formats.guessed_headings import CONFIDENCE
from tmima.segmentation.outline import LEAST_CONFIDENCE
from tmima.text import (
    Segmentation,
    Span,
    Units,
    heading_sentences,
    is_heading,
    paragraph_spans,
    visible_lines,
    visible_span,
)

AWFUL = [
    "\ufeffΠρώτη πρόταση. Δεύτερη πρόταση.",
    "One line.\r\nTwo lines.\rThree lines.\u2028Four.",
    "NUL\x00 inside. And\x00\x00 again.",
    "cafe\u0301 Ε\u0301να ζωη\u0301. Κι a\u0308llo.",
    "👩‍👩‍👧‍👦 runs. 🏳️‍🌈! Then 👍🏽.",
    "שלום עולם. מה שלומך? טוב.",
    "\u202eright to left\u202c. Next.",
    "soft\u00adhyphen zero\u200bwidth. End.",
    "東京は日本の首都です。人口が多い。京都も。",
    "... !!! ??? ;;; ···",
    "a" * 5000 + ". " + "b" * 5000,
]
ROUGH = st.text(st.sampled_from("aBΓδέ .!?;…·«»\"'()[]1-=\n\r\t\x00\ufeff\u0301\u200b\u2028漢。😀"))
TEXTS = st.one_of(st.text(), ROUGH)


def rough_examples(test):
    for text in AWFUL:
        test = example(text=text)(test)
    return test


def is_blank(text: str) -> bool:
    return visible_span(text, 0, len(text)) is None


@rough_examples
@given(text=TEXTS)
@pytest.mark.parametrize("language", ["el", "en", "und", "zh"])
@pytest.mark.parametrize("format", ["text", "lines", "choi"])
def test_spans_are_true_and_nothing_is_lost(language, format, text):
    try:
        document = read(text, languages.analyzer(language, normalise="plain"), format=format)
    except TmimaError:
        assert is_blank(text) or (format == "choi" and is_blank(text.replace(CHOI_SEPARATOR, "")))
        return
    assert document.text == text
    end = 0
    for sentence in document.sentences:
        between = text[end : sentence.start]
        assert is_blank(between.replace(CHOI_SEPARATOR, "") if format == "choi" else between)
        span = Span(sentence.start, sentence.end)
        assert visible_span(text, *span) == span
        for token in sentence.tokens:
            assert sentence.start <= token.start < token.end <= sentence.end
        starts = [token.start for token in sentence.tokens]
        assert starts == sorted(set(starts))
        end = sentence.end
    assert [i for p in document.paragraphs for i in range(*p)] == list(
        range(len(document.sentences))
    )
    for unit in ("sentences", "paragraphs"):
        edges = Units.of(document, unit).edges
        assert edges[0] == 0
        assert edges[-1] == len(text)
        assert list(edges) == sorted(edges)


@rough_examples
@given(text=TEXTS.filter(lambda text: not is_blank(text)))
@pytest.mark.parametrize("unit", ["sentences", "paragraphs"])
def test_segments_joined_are_the_text(unit, text):
    result = tmima.segment(text, unit=unit)
    assert "".join(segment.text for segment in result.segments) == text
    for segment in result.segments:
        assert text[segment.start : segment.end] == segment.text


def test_the_same_text_gives_the_same_result_twice(sample):
    assert tmima.segment(sample).as_dict() == tmima.segment(sample).as_dict()


def test_lines_are_sentences_and_blank_lines_part_paragraphs():
    document = read("One. Two.\nThree\n\n\nFour", languages.analyzer("en"), format="lines")
    assert [(s.start, s.end) for s in document.sentences] == [(0, 9), (10, 15), (18, 22)]
    assert document.paragraphs == (Span(0, 2), Span(2, 3))


@pytest.mark.parametrize("text", ["", " \n\t", "\ufeff", "\u200b\x00\n"])
def test_a_blank_text_is_refused(text):
    with pytest.raises(TmimaError, match="text is empty"):
        tmima.segment(text)


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ({"unit": "page"}, "unit= must be one of sentences, paragraphs, not 'page'"),
        ({"format": "xml"}, "unknown format 'xml': choose one of text, lines, choi"),
        ({"language": "tlh"}, "unknown language 'tlh': choose one of"),
        ({"language": "zh", "normalise": "stem"}, "no stemmer for language 'zh'"),
        ({"language": "zh", "normalise": "lemma"}, "no lemmas for language 'zh'"),
        ({"language": "el", "normalise": "porter"}, "for English, not for 'el'"),
        ({"normalise": "root"}, "normalise= must be one of lemma, stem, porter, plain, not 'root'"),
    ],
)
def test_unknown_names_are_refused_with_the_known_ones(option, message):
    with pytest.raises(TmimaError, match=message):
        tmima.segment("Some text.", **option)


def test_choi_lines_are_sentences_and_separators_are_not():
    text = "==========\nA . B .\nC\n==========\nD\n==========\n"
    parsed = parse_choi(text)
    assert [parsed.sentence(i) for i in range(3)] == ["A . B .", "C", "D"]
    assert parsed.boundaries == (2, 3)
    assert parsed.line_numbers == (2, 3, 5)


@given(st.lists(st.lists(st.text("abc= .", min_size=1).filter(str.strip), min_size=1), min_size=1))
def test_choi_survives_writing_and_reading(segments):
    parsed = parse_choi(render_choi(segments))
    lengths = [b - a for a, b in zip((0, *parsed.boundaries), parsed.boundaries, strict=False)]
    assert lengths == list(map(len, segments))
    written = [sentence for segment in segments for sentence in segment]
    for index, sentence in enumerate(written):
        line = " ".join(sentence.split())
        assert parsed.sentence(index) == (line + "=" if line == CHOI_SEPARATOR else line)


def test_a_document_of_choi_s_format_knows_its_truth():
    text = "==========\nA cat .\nA dog .\n==========\nA ship .\n==========\n"
    document = read(text, languages.analyzer("en"), format="choi")
    assert document.truth == Segmentation((2, 3))
    assert Units.of(document).truth == Segmentation((2, 3))
    # All sentences are one paragraph, inside which the truth cuts.
    assert Units.of(document, "paragraphs").truth is None
    assert read(text, languages.analyzer("en"), format="auto") == document
    assert read("A cat.", languages.analyzer("en")).truth is None


BOOK = """---
title: A book
lang: en
---

Contents

1. The tide ........................ 3
2. Bread . . . . . . . . . . . . . . 9

The tide
========

The harbour was full of ships. Every ship waited for the tide. The tide was late.

6.2.5. Managing Package Priorities

Bakers rise early. The baker kneads the dough. Good dough needs flour.
"""


def test_settings_and_contents_of_a_plain_text_are_not_compared_and_headings_are_whole():
    document = read(BOOK, languages.analyzer("en"))
    assert document.text == BOOK
    shown = [
        (BOOK[one.start : one.end], any(token.kept for token in one.tokens))
        for one in document.sentences
    ]
    contents = BOOK[BOOK.index("Contents") : BOOK.index("9\n") + 1]
    assert shown[:4] == [
        ("---\ntitle: A book\nlang: en\n---", False),
        (contents, False),
        ("The tide\n========", True),
        ("The harbour was full of ships.", True),
    ]
    assert ("6.2.5. Managing Package Priorities", True) in shown
    result = tmima.segment(BOOK, language="en", n_segments=3)
    assert result.segments[2].title == "6.2.5. Managing Package Priorities"
    told = tmima.segment(BOOK, language="en", cut_at="headings")
    assert [one.title for one in told][-2:] == ["The tide", "6.2.5. Managing Package Priorities"]
    assert "".join(one.text for one in told) == BOOK


def test_dots_and_hyphens_in_prose_change_nothing():
    text = (
        "He waited..... and waited.\n\nIt was 3.14 then.\n\n---\n\nA line of hyphens parts it. So."
    )
    english = languages.analyzer("en")
    usual = [one for part in paragraph_spans(text) for one in english.split(text, part)]
    assert [Span(one.start, one.end) for one in read(text, english).sentences] == usual
    hostile = "." * 100_000 + "\n" + "1." * 50_000 + "\n\n" + "=" * 100_000
    assert read(hostile + " ship", languages.analyzer("en")).text


@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize(("count", "whole"), [(1, True), (40, True), (200, True), (201, False)])
def test_up_to_two_hundred_settings_at_the_head_of_a_text_are_not_compared(count, whole, mark):
    settings = "".join(f"name{number}: value\n" for number in range(count))
    document = read(f"{mark}---\n{settings}---\n\nThe ship waits.\n", languages.analyzer("en"))
    first = document.sentences[0]
    assert any(token.kept for token in first.tokens) != whole


@pytest.mark.parametrize(("marks", "whole"), [(10, True), (7, True), (6, False), (3, False)])
def test_a_line_under_a_heading_is_seven_tenths_of_it_or_longer(marks, whole):
    """What is shorter is a rule between paragraphs."""
    line = "=" * marks
    document = read(f"Tide mills\n{line}\n\nThe mill waits.\n", languages.analyzer("en"))
    first = document.sentences[0]
    assert (document.text[first.start : first.end] == f"Tide mills\n{line}") == whole


def test_a_line_of_marks_is_no_title():
    text = "The harbour is full. Ships wait.\n\n----------\n\nBakers rise. The dough is good.\n"
    result = tmima.segment(text, language="en", cut_at="headings")
    assert all(any(map(str.isalnum, segment.title)) for segment in result)


LINES = [
    *("\n", "\n\n", "\r\n", "\r", "\f", "\t", " ", "\u200b"),
    *("The tide", "It ends.", "=====", "---", "-", "======== ", "********", "a" * 101),
    *("1.2 Tides", "  3.4.5 Ships sail", "1.2", "12 Ships"),
]


@given(st.lists(st.sampled_from(LINES), max_size=16).map("".join))
def test_headings_are_found_from_the_heads_of_lines_as_in_the_whole_text(text):
    underlined = [
        found.span("whole")
        for found in plain._UNDERLINED.finditer(text)
        if is_heading(found["title"].rstrip(plain._CLOSING))
        and len(found["line"]) >= 0.7 * len(found["title"].rstrip())
    ]
    numbered = [
        found.span("title")
        for found in plain._NUMBERED.finditer(text)
        if is_heading(found["title"])
    ]
    found = plain._marked_headings(text, visible_lines(text).spans)
    assert sorted(found) == sorted([*underlined, *numbered])


BODY = (
    "The harbour was full of ships, and every one of them waited for the tide to turn. The tide "
    "was late that day, so nobody could leave before the evening came."
)


def outline_of(text: str) -> list[tuple[int, str]]:
    """Return the levels and words of the headings of a text that bind."""
    found = read(text, languages.analyzer("en")).outline.above(LEAST_CONFIDENCE)
    return [(section.level, section.heading) for section in found.sections]


def sections_of(levels: list[int], way: str) -> str:
    """Write sections of such levels, each with a heading and something to read."""
    marks = "=-~^"
    numbers: list[int] = []
    parts = []
    for place, level in enumerate(levels):
        numbers = [*numbers, *[0] * level][:level]
        numbers = [max(1, one) for one in numbers[:-1]] + [numbers[-1] + 1]
        title, number = f"Harbour {chr(65 + place)}", ".".join(map(str, numbers))
        parts.append(
            {
                "markdown": f"{'#' * level} {title}",
                "underlined": f"{title}\n{marks[level - 1] * len(title)}",
                "numbered": f"{number}. {title}",
                "section": f"Section {number} {title}",
            }[way]
        )
        parts.append(BODY)
    return "\n\n".join(parts)


# A text begins with its highest level, and no heading lies deeper by two than the one before.
LEVELS = st.lists(st.integers(1, 3), max_size=10).map(
    lambda levels: list(accumulate([1, 1, 1, *levels], lambda one, after: min(after, one + 1)))
)


@given(LEVELS)
def test_headings_marked_underlined_or_numbered_open_the_same_sections(levels):
    ways = ("markdown", "underlined", "numbered", "section")
    found = {}
    for way in ways:
        text = sections_of(levels, way)
        outline = read(text, languages.analyzer("en")).outline.above(LEAST_CONFIDENCE)
        bodies = [text[one.start : one.end].count(BODY) for one in outline.sections]
        found[way] = [
            (one.heading.split()[-1], one.rank, size)
            for one, size in zip(outline.sections, bodies, strict=True)
        ]
    assert len(found["markdown"]) == len(levels)
    assert found["underlined"] == found["numbered"] == found["section"] == found["markdown"]


def test_clauses_of_a_licence_are_sections_and_a_list_is_none():
    clauses = "\n\n".join(f"  {n}. Harbour rules.\n\n{BODY}" for n in range(12))
    assert outline_of(clauses) == [(1, f"{n}. Harbour rules.") for n in range(12)]
    # The names of clauses may begin their first paragraphs.
    run_in = "\n\n".join(f"{n}. Harbour rules. {BODY}" for n in range(1, 6))
    assert outline_of(run_in) == [(1, f"{n}. Harbour rules.") for n in range(1, 6)]
    steps = "\n\n".join(f"{n}. Open the next lock" for n in range(1, 6))
    assert outline_of(f"{BODY}\n\n{steps}\n\n{BODY}\n\n{BODY}") == []
    # A list in one part of a text does not number the text, whatever stands between its items.
    spread = "\n\n".join(f"{n}. Open lock\n\n{BODY}" for n in range(1, 4))
    assert outline_of(f"{spread}\n\n" + f"{BODY}\n\n" * 12) == []
    # Numbers that do not rise are no numbering, and one number is none.
    assert outline_of("\n\n".join(f"{n}. Lock\n\n{BODY}" for n in (7, 3, 9, 2))) == []
    assert outline_of(f"1. Harbour\n\n{BODY}\n\n{BODY}") == []
    sentences = "\n\n".join(f"{n}. {BODY}\n\n{BODY}" for n in range(1, 6))
    assert outline_of(sentences) == []
    # A numbering begins with the first number.
    assert outline_of("\n\n".join(f"{n}. Lock\n\n{BODY}" for n in range(5, 10))) == []
    listed = "\n\n".join(f"{n}. Lock" for n in range(1, 4))
    goes_on = "\n\n".join(f"{n}. Lock\n\n{BODY}" for n in range(4, 9))
    assert outline_of(f"{listed}\n\n{goes_on}") == []
    # Where sections have next to nothing to read they are items.
    assert (
        outline_of(
            "\n\n".join(f"{n}. Lock\n\nOpen it and wait for the water." for n in range(1, 9))
        )
        == []
    )
    # Of paragraphs with numbers some begin with a short sentence.
    mixed = [f"{n}. {'Ships wait. ' if n % 2 else ''}{BODY}\n\n{BODY}" for n in range(1, 10)]
    assert outline_of("\n\n".join(mixed)) == []


def test_a_table_of_contents_opens_no_sections():
    names = ["Tides", "Ships", "Locks", "Keepers"]
    contents = "\n".join(f"   {n}.  {name}" for n, name in enumerate(names, start=1))
    body = "\n\n".join(f"{n}.  {name}\n\n   {BODY}" for n, name in enumerate(names, start=1))
    text = f"Table of Contents\n\n{contents}\n\n{body}\n\nAppendix A.  Lamps\n\n   {BODY}\n"
    expected = [(1, f"{n}. {name}") for n, name in enumerate(names, start=1)]
    assert outline_of(text) == [*expected, (1, "Appendix A. Lamps")]
    found = read(text, languages.analyzer("en")).outline.above(LEAST_CONFIDENCE)
    assert found.sections[0].start == text.index("1.  Tides\n\n")
    apart = contents.replace("\n", "\n\n")
    assert outline_of(f"Table of Contents\n\n{apart}\n\n{body}") == expected


def test_parts_chapters_and_articles_lie_within_each_other_as_they_first_occur():
    def article(number: int) -> str:
        return f"Άρθρο {number}\nΣκοπός\n\n{BODY}"

    text = "\n\n".join(
        [
            "ΜΕΡΟΣ ΠΡΩΤΟ\nΓΕΝΙΚΑ",
            "ΚΕΦΑΛΑΙΟ Α΄",
            article(1),
            article(2),
            "ΚΕΦΑΛΑΙΟ Β΄",
            article(3),
            "ΜΕΡΟΣ ΔΕΥΤΕΡΟ\nΠΟΙΝΕΣ",
            "ΚΕΦΑΛΑΙΟ Α΄",
            article(4),
        ]
    )
    assert outline_of(text) == [
        (1, "ΜΕΡΟΣ ΠΡΩΤΟ ΓΕΝΙΚΑ"),
        (2, "ΚΕΦΑΛΑΙΟ Α΄"),
        (3, "Άρθρο 1 Σκοπός"),
        (3, "Άρθρο 2 Σκοπός"),
        (2, "ΚΕΦΑΛΑΙΟ Β΄"),
        (3, "Άρθρο 3 Σκοπός"),
        (1, "ΜΕΡΟΣ ΔΕΥΤΕΡΟ ΠΟΙΝΕΣ"),
        (2, "ΚΕΦΑΛΑΙΟ Α΄"),
        (3, "Άρθρο 4 Σκοπός"),
    ]


@pytest.mark.parametrize(
    "numbers",
    [
        [f"Article {n}" for n in range(1, 6)],
        [f"Section {n}." for n in range(1, 6)],
        [f"§ {n}" for n in range(1, 6)],
        [f"Chapter {n}: Tides" for n in range(1, 6)],
        ["Part I", "Part II", "Part III", "Part IV", "Part V"],
        ["ΚΕΦΑΛΑΙΟ Α΄", "ΚΕΦΑΛΑΙΟ Β΄", "ΚΕΦΑΛΑΙΟ Γ΄", "ΚΕΦΑΛΑΙΟ Δ΄", "ΚΕΦΑΛΑΙΟ Ε΄", "ΚΕΦΑΛΑΙΟ ΣΤ΄"],
        ["Artículo 1", "ARTÍCULO 2", "Artículo 2 bis", "Artículo 3"],
        ["I. Tides", "II. Ships", "III. Locks", "IV. Lamps"],
        ["NAMES", "WHAT IT DOES", "SEE ALSO"],
        ["*********\nThe tides\n*********", "Low tide\n========", "High tide\n========="],
    ],
)
def test_kinds_of_headings(numbers):
    text = "\n\n".join(f"{one}\n\n{BODY}" for one in numbers)
    found = outline_of(text)
    assert [words for _, words in found] == [
        one.replace("*", "").split("\n=")[0].strip() for one in numbers
    ]
    assert {level for level, _ in found} <= {1, 2}
    # Each of them is a unit by itself.
    document = read(text, languages.analyzer("en"))
    starts = {sentence.start: sentence.end for sentence in document.sentences}
    for heading in document.outline.headings:
        assert starts[heading.start] == heading.end
    # In prose the same words are none.
    assert outline_of(f"{BODY} As {numbers[0]} says,\n{BODY}\n\n" * 3) == []


def test_the_sections_of_a_licence_begin_segments():
    path = Path(__file__).parents[2] / "LICENSES" / "CC-BY-SA-4.0.txt"
    text = path.read_text(encoding="utf-8")
    found = [words for _, words in outline_of(text) if words.startswith("Section")]
    assert [words.split()[1] for words in found] == [str(n) for n in range(1, 9)]
    cuts = [segment.text.split("\n")[0] for segment in tmima.segment(text, language="en")]
    assert sum(one.startswith("Section") for one in cuts) >= 7


def test_what_is_guessed_with_little_confidence_does_not_bind():
    text = f"Tides\n\n{BODY}\n\nShips\n\n{BODY}\n{BODY}\n{BODY}\n"
    outline = read(text, languages.analyzer("en")).outline
    assert [one.heading for one in outline.sections] == ["Tides", "Ships"]
    assert {one.confidence for one in outline.sections} == {CONFIDENCE["isolated"]}
    assert not outline.above(LEAST_CONFIDENCE)
    # Where a third of the lines and more look like headings, none is one.
    assert not read("A rose\n\nIs a rose\n\nIs a rose\n\n" * 5, languages.analyzer("en")).outline


@given(
    st.lists(
        st.sampled_from([*LINES, "Article 2 ", "Part III", "# ", "1. ", "§ 4", BODY]), max_size=30
    )
)
def test_every_heading_of_a_text_is_a_sentence_of_its_own(parts):
    text = "".join(parts)
    if is_blank(text):
        return
    document = read(text, languages.analyzer("en"))
    starts = {sentence.start: sentence.end for sentence in document.sentences}
    headings = document.outline.headings
    assert all(starts[one.start] == one.end for one in headings)
    assert all(one.end <= after.start for one, after in pairwise(headings))
    told = {document.sentences[index].start for index in heading_sentences(document)}
    assert {one.start for one in headings if one.end < document.sentences[-1].start} <= told


def test_a_text_that_is_headings_for_the_most_part_has_no_outline():
    for body, sections in (("Ok.", 0), ("The mill stands still all winter, and nobody minds.", 8)):
        text = "\n\n".join(f"# The mill of year {number}\n\n{body}" for number in range(8))
        document = tmima.Segmenter(language="en", format="text").read(text)
        assert len(document.outline.above(0.8)) == sections
