"""PDF: paragraphs, headings, and what is beside the text, from lines as they lie on pages."""

import pytest

import tmima
from tests.formats.test_office import pdf
from tmima import TmimaError, open_file
from tmima.formats.pdf import Entry, Line, lay_out_pages


def page(*lines: str | tuple[str, float] | tuple[str, float, float]) -> list[Line]:
    """Lay lines out below each other; a line may tell its size and the gap before it."""
    found, top = [], 720.0
    for line in lines:
        text, size, gap = (*((line,) if isinstance(line, str) else line), 10.0, 12.0)[:3]
        if not isinstance(line, str) and len(line) == 2:
            gap = 12.0
        top -= gap
        found.append(Line(text, 72.0, top, size))
    return found


def kinds(pages: list[list[Line]], outline: list[Entry] | None = None) -> list[tuple[str, str]]:
    laid = lay_out_pages(pages, outline or [])
    return [(block.kind, laid.text[block.start : block.end]) for block in laid.blocks]


def test_lines_make_paragraphs_by_gaps_and_indents():
    lines = page("A ship waits", "for the tide.", ("Bakers rise early.", 10.0, 24.0))
    assert kinds([lines]) == [
        ("prose", "A ship waits\nfor the tide."),
        ("prose", "Bakers rise early."),
    ]
    indented = [*page("A ship waits."), Line("It is late.", 90.0, 696.0, 10.0)]
    assert len(kinds([indented])) == 2


def test_headings_are_those_of_the_outline_with_their_levels():
    lines = page(
        "1.2 The tide", "A ship waits.", ("Not Told", 18.0, 30.0), ("It is late.", 10.0, 30.0)
    )
    laid = lay_out_pages([lines], [Entry(2, "The Tide", 0)])
    assert [(block.kind, block.level) for block in laid.blocks][:2] == [
        ("heading", 2),
        ("prose", 0),
    ]
    assert [kind for kind, _ in kinds([lines], [Entry(2, "The Tide", 0)])].count("heading") == 1
    parted = page("The long tide of", "the harbour", "A ship waits.")
    assert kinds([parted], [Entry(1, "The long tide of the harbour", 0)])[0] == (
        "heading",
        "The long tide of\nthe harbour",
    )


def test_a_running_head_with_the_words_of_a_heading_is_none():
    pages = [page("The tide", *(f"{a} and {b} are here." for b in "xyz")) for a in "ABC"]
    pages[0].insert(3, Line("The tide", 72.0, 600.0, 18.0))
    found = kinds(pages, [Entry(1, "The tide", 0)])
    assert [kind for kind, text in found if text == "The tide"] == [
        "aside",
        "heading",
        "aside",
        "aside",
    ]


def test_without_an_outline_larger_letters_and_numbers_make_headings():
    lines = page(
        ("The tide", 18.0, 12.0), ("A ship waits for the tide here.", 10.0, 30.0),
        ("2.1. Bread", 10.0, 30.0), ("Bakers rise early in the morning.", 10.0, 30.0),
    )  # fmt: skip
    assert [kind for kind, _ in kinds([lines])] == ["heading", "prose", "heading", "prose"]


def test_what_comes_again_at_the_edges_of_pages_is_beside_the_text():
    said = ("one", "two", "three", "four")
    pages = [
        page(
            f"The Tides of {number}", f"A ship of {word}", "waits.", f"{word} is late.", str(number)
        )
        for number, word in enumerate(said, start=1)
    ]
    found = kinds(pages)
    assert {text for kind, text in found if kind == "aside"} == {
        *(f"The Tides of {number}" for number in range(1, 5)),
        *"1234",
    }
    assert all("Tides" not in text for kind, text in found if kind == "prose")
    # Two pages tell nothing of heads, three do; a number alone is one all the same.
    for count in (2, 3):
        some = {text for kind, text in kinds(pages[:count]) if kind == "aside"}
        assert ("The Tides of 1" in some) == (count == 3)
    assert ("aside", "7") in kinds([page("A ship waits.", "It is late.", "All of it.", "7")])


def test_tables_of_contents_are_beside_the_text():
    lines = page("The tide . . . . . . . 12", "Bread ........ 14", "A ship waits for the tide.")
    assert kinds([lines])[0] == ("aside", "The tide . . . . . . . 12\nBread ........ 14")
    assert kinds([page("He waited... and waited.")])[0][0] == "prose"


def test_a_paragraph_goes_on_over_a_page_and_what_lies_between_is_not_compared():
    pages = [page("A ship waits for", "the late", "1"), page("tide in the harbour.", "It comes.")]
    laid = lay_out_pages(pages, [])
    (block,) = laid.blocks
    assert laid.text[block.start : block.end] == laid.text
    assert laid.text == "A ship waits for\nthe late\n\n1\ftide in the harbour.\nIt comes."
    assert [laid.text[start:end] for start, end in laid.ignored] == ["1"]


def test_a_word_that_was_parted_is_whole():
    laid = lay_out_pages([page("The har\ufffe", "bour is full of ships.")], [])
    assert laid.text == "The harbour is full of ships."
    assert laid.blocks[0].end == len(laid.text)


def text_of(title: str) -> list[str]:
    """Return some lines that no other page has."""
    said = ("waits for the ship.", "is late here.", "was heard by the gulls.", "is over now.")
    return [f"{title} {what}" for what in said]


def test_a_hyphen_that_parts_a_word_goes_and_that_of_a_compound_stays():
    lines = page(
        "The packages of a long-term plan are reintro-", "ducing what the pack\x02",
        "ages of a long-", "term plan left out of Saint-", "Malo, in a well known place at 3-",
        "4 to one, and a time\x02", "table of the time and table.",
    )  # fmt: skip
    ((_, text),) = kinds([lines])
    assert text == (
        "The packages of a long-term plan are reintroducing what the packages of a long-term plan "
        "left out of Saint-Malo, in a well known place at 3-\n4 to one, and a time-table of the "
        "time and table."
    )
    whole = page("A timetable of the time and of the table, a time\x02", "table of ours.")
    assert kinds([whole]) == [
        ("prose", "A timetable of the time and of the table, a timetable of ours.")
    ]


def test_the_label_above_the_title_of_a_chapter_is_part_of_its_heading():
    text = ("A ship waits here.", "It is late.")
    entries = [Entry(1, "The tide", 0), Entry(1, "Bread", 1)]
    for label in (("Chapter 4",), ("CHAPTER", "FOUR"), ("Appendix A",)):
        pages = [page(*label, "The tide", *text), page("Fish and chips", "Bread", *text)]
        assert kinds(pages, entries)[0] == ("heading", "\n".join((*label, "The tide")))
        assert ("heading", "Bread") in kinds(pages, entries)


def test_a_title_is_found_over_lines_with_other_numbers_and_on_the_next_page():
    title = ("4.2 Moving, removing, renaming,", "orphaning, and reintro\x02", "ducing packages")
    pages = [page("A ship waits.", "It is late."), page(*title, "Bakers rise early.")]
    told = "Moving, removing, renaming, orphaning, and reintroducing packages"
    for entry in (Entry(2, told, 1), Entry(2, told, 0), Entry(2, f"7.1.2 {told}", 1)):
        laid = lay_out_pages(pages, [entry])
        (found,) = (block for block in laid.blocks if block.kind == "heading")
        assert laid.text[found.start : found.end].endswith("reintroducing packages")
        assert (found.level, found.confidence) == (2, 1.0)


def test_two_bookmarks_of_the_same_words_are_two_headings():
    pages = [page("Notes", "A ship waits.", "Notes", "It is late.")]
    laid = lay_out_pages(pages, [Entry(1, "Notes", 0, 700.0), Entry(2, "Notes", 0, 676.0)])
    found = [(one.start, one.level) for one in laid.blocks if one.kind == "heading"]
    assert [start for start, _ in found] == [0, 22]
    assert {level for _, level in found} == {1, 2}


@pytest.mark.parametrize(
    "bookmarks",
    [
        [Entry(1, "Nowhere", 0), Entry(1, "The tide", 99), Entry(1, "", 0), Entry(1, "\x00", 1)],
        [Entry(15, "Nothing like it", number) for number in range(10_000)],
        [],
    ],
)
def test_bookmarks_that_point_nowhere_leave_the_looks(bookmarks):
    pages = [page((title, 18.0, 30.0), *text_of(title)) for title in ("The tide", "Bread", "Salt")]
    laid = lay_out_pages(pages, bookmarks)
    found = [one for one in laid.blocks if one.kind == "heading"]
    assert [laid.text[one.start : one.end] for one in found] == ["The tide", "Bread", "Salt"]
    assert all(0.8 <= one.confidence < 1 for one in found)


def test_a_guess_is_as_sure_as_it_is_regular():
    def confidences(*headings: tuple[str, float]) -> list[float]:
        pages = [page((title, size, 30.0), *text_of(title)) for title, size in headings]
        blocks = lay_out_pages(pages, []).blocks
        return [one.confidence for one in blocks if one.kind == "heading"]

    least = 0.8  # what binds
    assert min(confidences(("Tide", 18.0), ("Salt", 18.0), ("Sea", 18.0))) >= least
    assert confidences(("Tide", 18.0), ("the end", 9.0), ("so it is", 9.0))[0] < least
    assert max(confidences(("of the tide", 18.0), ("and salt", 18.0), ("sea", 18.0))) < least
    assert min(confidences(("1.1 Tide", 10.0), ("1.2 Salt", 10.0), ("2.1 Sea", 10.0))) >= least
    assert max(confidences(("4.1 Tide", 10.0), ("1.2 Salt", 10.0), ("0.1 Sea", 10.0))) < least
    # A document nearly all of whose lines look like headings has none that bind.
    shouted = page(*((f"Great {word}", 18.0, 60.0) for word in ("ship", "sea", "tide", "gull")))
    blocks = lay_out_pages([shouted, page("small", "print that goes on and on")], []).blocks
    assert all(one.confidence < least for one in blocks if one.kind == "heading")


def test_the_end_of_a_page_does_not_part_a_heading_from_its_text():
    def pages(*heads: str) -> list[list[Line]]:
        text = ("A ship waits for", "the tide.")
        return [
            page("The Sea", *text, "Bread", "1"),
            page("The Sea", *heads, "Bakers rise early.", *text, "2"),
            page("The Sea", *text, "3"),
        ]

    laid = lay_out_pages(pages(), [Entry(1, "Bread", 0)])
    found = [(one.kind, laid.text[one.start : one.end]) for one in laid.blocks]
    place = found.index(("heading", "Bread"))
    assert found[place + 1][0] == "prose"
    assert found[place + 1][1].startswith("1\fThe Sea\n\nBakers rise early.")
    assert "1" in [laid.text[start:end] for start, end in laid.ignored]
    # Before a heading they stay with the page before: they are no part of its section.
    laid = lay_out_pages(pages("Salt"), [Entry(1, "Salt", 1)])
    (heading,) = (one for one in laid.blocks if one.kind == "heading")
    assert laid.text[heading.start : heading.end] == "Salt"


def test_code_is_known_by_its_letters_unless_all_are_alike():
    lines = page(*text_of("Tide")[:2], "x = 1", "y")
    code = [*lines[:2], *(line._replace(fixed=True) for line in lines[2:])]
    assert kinds([code])[-1] == ("code", "x = 1\ny")
    assert {kind for kind, _ in kinds([[line._replace(fixed=True) for line in lines]])} == {"prose"}


def test_the_head_of_a_short_chapter_is_known_by_its_place():
    def one(head: str, *lines: str) -> list[Line]:
        return [Line(head, 72.0, 760.0, 10.0), *page(*lines)]

    names = ("The tide", "The tide", "The tide", "Bread")
    pages = [one(name, *text_of(f"{name} {number}")) for number, name in enumerate(names)]
    assert ("aside", "Bread") in kinds(pages)


def test_many_headings_take_no_long_time():
    pages = [page(*(f"Heading {10 * n + k}" for k in range(10))) for n in range(1000)]
    outline = [Entry(1, f"Heading {number}", number // 10) for number in range(10_000)]
    laid = lay_out_pages(pages, outline)
    assert sum(block.kind == "heading" for block in laid.blocks) == 10_000


# --- By PDFium itself


def outlined(*titles: str) -> bytes:
    """Return a PDF with a page and a line of the outline for each title."""
    content = pdf(*titles).decode()
    # The catalog is the first object; what is behind the table is found all the same.
    count = content.count(" obj\n")
    first = count + 1
    items = ""
    for number, title in enumerate(titles):
        own = first + 1 + number
        after = f"/Next {own + 1} 0 R " if number + 1 < len(titles) else ""
        items += (
            f"{own} 0 obj\n<< /Title ({title}) /Parent {first} 0 R {after}"
            f"/Dest [{4 + 2 * number} 0 R /Fit] >>\nendobj\n"
        )
    root = (
        f"{first} 0 obj\n<< /Type /Outlines /First {first + 1} 0 R "
        f"/Last {first + len(titles)} 0 R >>\nendobj\n"
    )
    content = content.replace("/Type /Catalog", f"/Type /Catalog /Outlines {first} 0 R", 1)
    body, _, _ = content.partition("xref\n")
    return (
        body + root + items + f"trailer << /Size {first + 1 + len(titles)} /Root 1 0 R >>\n%%EOF\n"
    ).encode()


@pytest.fixture
def pdfium():
    return pytest.importorskip("pypdfium2", reason="pypdfium2 is not installed")


def test_a_file_with_an_outline_has_pages_and_headings(tmp_path, pdfium):
    path = tmp_path / "a.pdf"
    path.write_bytes(outlined("The tide", "A ship", "Bread"))
    source = open_file(path)
    assert source.format == "pdf"
    assert source.text == "The tide\fA ship\fBread"
    assert [block.kind for block in source.origin.blocks] == ["heading"] * 3
    result = tmima.segment(source, language="en", n_segments=3)
    assert [segment.pages for segment in result] == [(1, 1), (2, 2), (3, 3)]


def test_what_has_no_text_or_is_locked_or_broken_is_refused_in_a_line(tmp_path, pdfium):
    path = tmp_path / "a.pdf"
    path.write_bytes(pdf("", ""))
    with pytest.raises(TmimaError, match="as PDF: its pages hold no text, only pictures"):
        open_file(path)
    path.write_bytes(b"%PDF-1.4 nothing")
    with pytest.raises(TmimaError, match="cannot be read as PDF: "):
        open_file(path)
    key = "<" + "00" * 32 + ">"
    locked = (
        pdf("A ship.")
        .decode()
        .replace(
            "trailer <<",
            f"trailer << /ID [{key} {key}] /Encrypt << /Filter /Standard /V 1 /R 2 /O {key} "
            f"/U {key} /P -4 >>",
        )
    )
    path.write_bytes(locked.encode())
    with pytest.raises(TmimaError, match=r"as PDF: it is locked by a password$"):
        open_file(path)
