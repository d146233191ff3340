"""reStructuredText: headings by underlines, directives and code beside the text."""

import pytest

import tmima
from tests.formats.test_documents import blocks
from tmima.formats import find_packed, parse_text

TEXT = """=====
Tides
=====

:Author: Anna

The harbour
-----------

A ship waits for the :ref:`tide`. An example::

    wait()

Every ship does. See `the page <http://a.example/b>`_.

.. note:: Ships are patient.

   The tide is late.

.. code-block:: python

   x = 1

.. image:: ship.png
   :alt: A ship

Bread
-----

- Bakers rise early.

+---+---+
| a | b |
+---+---+

Dough
~~~~~

It rises.
"""


def test_blocks():
    source = parse_text(TEXT, "rst")
    assert source.text == TEXT
    assert blocks(source.origin) == [
        ("heading", "=====\nTides\n====="),
        ("aside", ":Author: Anna"),
        ("heading", "The harbour\n-----------"),
        ("prose", "A ship waits for the :ref:`tide`. An example::"),
        ("code", "wait()"),
        ("prose", "Every ship does. See `the page <http://a.example/b>`_."),
        ("aside", ".. note:: Ships are patient."),
        ("prose", "The tide is late."),
        ("code", ".. code-block:: python\n\n   x = 1"),
        ("aside", ".. image:: ship.png\n   :alt: A ship"),
        ("heading", "Bread\n-----"),
        ("prose", "- Bakers rise early."),
        ("table", "+---+---+\n| a | b |\n+---+---+"),
        ("heading", "Dough\n~~~~~"),
        ("prose", "It rises."),
    ]
    levels = [block.level for block in source.origin.blocks if block.kind == "heading"]
    assert levels == [1, 2, 2, 3]
    unread = {TEXT[start:end] for start, end in source.origin.ignored}
    assert {":ref:", "<http://a.example/b>`_"} <= unread


def test_it_is_known_by_its_name_and_titles_have_no_marks():
    assert parse_text(TEXT, name="a.rst").format == "rst"
    assert parse_text(TEXT, name="a.txt").format == "text"
    assert find_packed(TEXT.encode()) is None
    result = tmima.segment(parse_text(TEXT, "rst"), language="en", cut_at="headings")
    assert [segment.title for segment in result] == ["Tides", "The harbour", "Bread", "Dough"][
        -len(result) :
    ]
    assert "".join(segment.text for segment in result) == TEXT
    assert all(segment.origin_start is not None for segment in result)


@pytest.mark.parametrize(
    "text", ["::", "..", "====", "===\n", "\n\n", "A\n===\nB\n===", "::\n\n  a", ".. a::\n b"]
)
def test_odd_texts_are_read(text):
    found = parse_text(text, "rst")
    assert found.text == text
    ends = [0]
    for block in found.origin.blocks:
        assert ends[-1] <= block.start < block.end
        ends.append(block.end)


def test_a_line_over_a_heading_makes_another_level():
    """As the language has it: a title with a line over it and under it, sections with one under."""
    text = "====\nBook\n====\n\nShip\n====\n\nIt waits.\n\nTide\n====\n\nIt is late.\n"
    found = parse_text(text, "rst").origin.blocks
    assert [block.level for block in found if block.kind == "heading"] == [1, 2, 2]


@pytest.mark.parametrize(("length", "kind"), [(100, "heading"), (101, "prose")])
def test_what_has_more_than_a_hundred_characters_is_no_heading(length, kind):
    text = f"{'a' * length}\n{'=' * length}\n\nIt waits.\n"
    assert parse_text(text, "rst").origin.blocks[0].kind == kind


def test_many_headings_take_no_long_time():
    text = "".join(f"Heading {number}\n=============\n\nA ship.\n\n" for number in range(10_000))
    assert sum(block.kind == "heading" for block in parse_text(text, "rst").origin.blocks) == 10_000
