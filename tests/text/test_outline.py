"""The outline of a text: a tree of sections, whatever the levels of its headings."""

from hypothesis import given
from hypothesis import strategies as st

from tmima.text import Heading, Outline, heading_words

LEVELS = st.lists(st.tuples(st.integers(1, 9), st.booleans()), max_size=12)


def outline_of(levels: list[tuple[int, bool]], title: str = "") -> tuple[str, Outline]:
    """Return a text with headings of some levels, with or without words behind each."""
    text = "Before all.\n\n"
    headings = []
    for number, (level, has_body) in enumerate(levels):
        written = f"{'#' * level} Part {number}"
        headings.append(Heading(len(text), len(text) + len(written), level))
        text += written + "\n\n" + ("Some words.\n\n" if has_body else "")
    return text, Outline.of(text, headings, title)


@given(LEVELS)
def test_sections_are_a_tree(levels):
    text, outline = outline_of(levels)
    for index, section in enumerate(outline.sections):
        following = [one for one in outline.sections[index + 1 :] if one.level <= section.level]
        assert section.end == (following[0].start if following else len(text))
        holders = [
            one
            for one in outline.sections[:index]
            if one.start < section.start and section.end <= one.end and one.level < section.level
        ]
        parent = None if section.parent is None else outline.sections[section.parent]
        assert parent == (holders[-1] if holders else None)
        for other in outline.sections:
            apart = other.end <= section.start or section.end <= other.start
            inside = section.start <= other.start and other.end <= section.end
            holds = other.start <= section.start and section.end <= other.end
            assert apart or inside or holds


@given(LEVELS)
def test_rows_of_headings_begin_where_words_stand_before(levels):
    text, outline = outline_of(levels)
    for section in outline.sections:
        between = text[section.run_start : section.start]
        assert "Some words" not in between
        assert text[: section.run_start].rstrip().endswith(".")
        assert section.run_end <= section.end


def test_the_highest_level_that_comes_twice_has_the_first_rank():
    _, outline = outline_of([(1, True), (2, True), (3, True), (2, True), (5, True)])
    assert [section.rank for section in outline.sections] == [1, 1, 2, 1, 3]


def test_the_path_goes_from_the_highest_section_to_the_innermost():
    text, outline = outline_of([(1, True), (2, False), (3, True), (2, True), (1, True)])
    starts = [section.start for section in outline.sections]
    assert outline.path(0, starts[0]) == ()
    assert outline.path(starts[0], starts[1]) == ("Part 0",)
    assert outline.path(starts[2] + 12, starts[3]) == ("Part 0", "Part 1", "Part 2")
    # A row of headings is begun with at once.
    assert outline.path(starts[1], starts[3]) == ("Part 0", "Part 1", "Part 2")
    # Several neighbouring sections: the first names them.
    assert outline.path(starts[1], starts[4]) == ("Part 0", "Part 1")
    assert outline.path(starts[3], starts[4]) == ("Part 0", "Part 3")
    assert outline.path(0, len(text)) == ()


def test_headings_that_are_not_sure_enough_are_text():
    text = "# One\n\nWords.\n\n## Guess\n\n# Two\n\nWords."
    headings = [Heading(0, 5, 1), Heading(15, 23, 2, 0.4), Heading(25, 30, 1)]
    outline = Outline.of(text, headings)
    assert outline.sections[2].run_start == 15
    sure = outline.above(0.5)
    assert [section.heading for section in sure.sections] == ["One", "Two"]
    assert sure.sections[1].run_start == 25
    assert outline.above(0.0) is outline


def test_what_a_heading_says():
    assert heading_words("### **Bold** move ###") == "Bold move"
    assert heading_words("## Learn C#") == "Learn C#"
    assert heading_words("The tide\nmill {#mill}") == "The tide mill"
    assert heading_words("Άρθρο 5\n~~~~~~~") == "Άρθρο 5"
    assert heading_words("###") == ""
