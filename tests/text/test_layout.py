"""Paragraphs, lines that an editor wrapped, headings."""

import pytest

from tmima import languages
from tmima.formats import read
from tmima.text import (
    heading_sentences,
    is_heading,
    is_wrapped,
    paragraph_spans,
)


@pytest.mark.parametrize(
    ("text", "paragraphs"),
    [
        ("One.\nTwo.\nThree.", ["One.", "Two.", "Three."]),
        ("One\nis wrapped\nhere.\n\nTwo\nis not.", ["One\nis wrapped\nhere.", "Two\nis not."]),
        (
            "A heading\n\nThe text below it.\nA new paragraph.",
            ["A heading", "The text below it.", "A new paragraph."],
        ),
        ("  \n\t\n", []),
        ("first\r\nsecond\r\nthird", ["first\r\nsecond\r\nthird"]),
    ],
)
def test_paragraphs_end_at_line_breaks_unless_the_text_is_wrapped(text, paragraphs):
    assert [text[start:end] for start, end in paragraph_spans(text)] == paragraphs


@pytest.mark.parametrize(
    ("low", "wrapped"), [(0, False), (5, False), (6, False), (7, True), (20, True)]
)
def test_a_text_is_wrapped_where_more_than_three_lines_in_ten_go_on_in_a_sentence(low, wrapped):
    lines = ["A first line", *["goes on here"] * low, *["Begins here"] * (20 - low)]
    assert is_wrapped("\n".join(lines)) == wrapped
    assert is_wrapped("\r\n".join(lines)) == wrapped


@pytest.mark.parametrize(
    ("line", "wrapped"),
    [
        ("(which goes on", True),
        ("– «which goes on", True),
        ("90 of them go on", True),
        # A year or a sum may begin a paragraph.
        ("1990 was late", False),
        ("– «Which begins", False),
    ],
)
def test_up_to_three_marks_may_stand_before_the_small_letter_of_a_wrapped_line(line, wrapped):
    assert is_wrapped(f"A first line\n{line}") == wrapped


@pytest.mark.parametrize(
    ("text", "heading"),
    [
        ("The tide mill", True),
        ("Wait... the tide mill", True),
        ("The tide mill ..... 12", False),
        ("The tide mill . . . . . 12", False),
        ("---\ntitle: The tide mill", False),
        ("--- The tide mill", True),
    ],
)
def test_lines_of_contents_and_settings_are_no_headings(text, heading):
    assert is_heading(text) == heading


def test_a_marked_heading_at_the_end_heads_nothing():
    text = "# The mill\n\nIt stands still.\n\n## The end\n"
    document = read(text, languages.analyzer("en"), format="markdown")
    assert heading_sentences(document) == [0]


@pytest.mark.parametrize(
    ("paragraphs", "headings"),
    [
        (["One " * 12, "Prose follows it."], [0]),
        (["One " * 13, "Prose follows it."], []),
        (["# " + "one " * 30, "Prose follows it."], [0]),
        (["Four words stand here", "Prose follows it."], [0]),
        (["Four words end here.", "Prose follows it."], []),
        (["Prose comes first.", "A last heading heads nothing"], []),
        (["Two of them", "A question?", "Prose follows it."], [0, 1]),
    ],
)
def test_headings_are_short_paragraphs_that_do_not_end_as_prose(paragraphs, headings):
    document = read("\n\n".join(paragraphs), languages.analyzer("en"))
    assert heading_sentences(document) == headings
