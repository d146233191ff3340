"""Formats: one record, one registry; which format a text or a file has."""

import pytest

import tmima
from tests.formats.test_documents import NOTES, PAGE
from tests.formats.test_office import packed, pdf
from tmima import Format, Segmenter, Source, TmimaError
from tmima.cli.commands.segment import segment as segment_command
from tmima.formats import (
    find_packed,
    formats,
    formats_by_family,
    open_bytes,
    parse_text,
    text_formats,
)
from tmima.formats.format import _SIGNS, find_format
from tmima.text import Block, Cue, Origin, Timeline

CAPTIONS = "WEBVTT\n\n00:01.000 --> 00:02.000\nA ship waits."
CHOI = "==========\nA cat.\n==========\n"


@pytest.fixture(autouse=True)
def as_before(monkeypatch) -> None:
    monkeypatch.setattr(formats, "_entries", dict(formats._entries))


def test_every_format_is_known_by_its_name():
    assert [formats[name].name for name in formats.own()] == list(formats.own())


def test_families_have_every_format_once_and_the_help_names_them_all():
    families = formats_by_family()
    names = [name for family in families.values() for name in family]
    assert names == list(formats.own())
    formats.register("one's own", Format("one's own", "nothing yet"))
    assert formats_by_family() == {**families, "others": ["one's own"]}
    (option,) = (one for one in segment_command.params if one.name == "format")
    for family, known in families.items():
        assert f"{', '.join(known)} ({family})" in option.help


def test_what_is_packed_is_no_format_of_a_text():
    assert {*formats.own()} - {*text_formats()} == {"pdf", "docx", "epub", "odt", "pptx"}
    with pytest.raises(TmimaError, match="a text is no PDF, which is a file of bytes"):
        parse_text("A ship waits.", "pdf")
    with pytest.raises(TmimaError, match=r"a\.txt is no DOCX"):
        open_bytes("a.txt", b"A ship waits.", format="docx")
    kinds = {
        "pdf": pdf("A ship."),
        "docx": packed(**{"word/document.xml": ""}),
        "epub": packed(**{"META-INF/container.xml": ""}),
    }
    for name, content in kinds.items():
        found = find_packed(content)
        assert found is not None
        assert found.name == name
    assert find_packed(packed(some="zip")) is find_packed(b"A ship.") is find_packed(b"PK") is None


@pytest.mark.parametrize(
    ("text", "name", "by_default", "by_auto"),
    [
        ("A ship waits.", "", "text", "text"),
        ("A ship waits.", "a.txt", "text", "text"),
        (NOTES, "", "text", "text"),
        (NOTES, "a.md", "markdown", "markdown"),
        (NOTES, "A.MARKDOWN", "markdown", "markdown"),
        (PAGE, "", "html", "html"),
        (PAGE, "a.txt", "html", "html"),
        ("<p>A ship.", "a.xhtml", "html", "html"),
        # By its name it is a piece of Markdown.
        (PAGE, "a.md", "markdown", "markdown"),
        (CAPTIONS, "", "vtt", "vtt"),
        (CAPTIONS, "a.md", "vtt", "vtt"),
        (CAPTIONS, "a.html", "vtt", "vtt"),
        (CHOI, "", "text", "choi"),
        (CHOI, "a.md", "markdown", "markdown"),
    ],
)
def test_name_and_content_tell_the_format(text, name, by_default, by_auto):
    assert find_format(text, name=name, auto=False).name == by_default
    assert find_format(text, name=name).name == by_auto
    for told, expected in ((None, by_default), ("auto", by_auto), ("lines", "lines")):
        assert parse_text(text, told, name=name).format == expected
        assert open_bytes(name, text.encode(), format=told).format == expected


@pytest.mark.parametrize("arrow", ["->", "-->", "--->", "–>", "—>", "→"])
def test_captions_are_known_by_any_arrow(arrow):
    assert find_format(f"1\n00:01 {arrow} 00:02\nA ship waits.").name == "srt"


def test_formats_that_no_text_tells_have_no_signs():
    for name, signs in _SIGNS.items():
        assert bool(signs) == (formats[name].recognises is not None), name


def test_a_text_is_tried_once(monkeypatch):
    asked: list[str] = []

    def recognises(text: str) -> bool:
        asked.append(text)
        return False

    formats.register("asked", Format("asked", "none", recognises=recognises, parse=Source))
    Segmenter(language="en").segment("A ship waits.")
    assert asked == ["A ship waits."]
    Segmenter(language="en").segment(open_bytes("a", b"A ship waits."))
    assert len(asked) == 2
    Segmenter(language="en", format="lines").segment("A ship waits.")
    assert len(asked) == 2


def test_a_format_of_one_s_own_is_one_record(tmp_path):
    def parse(text: str) -> Source:
        return Source.of(Origin("wiki", text, [Block(0, len(text))]))

    def shouts(text: str) -> bool:
        return text.isupper()

    file = tmp_path / "a.wiki"
    file.write_text("A ship waits.", encoding="utf-8")
    assert tmima.open_file(file) == Source("A ship waits.")
    wiki = Format("wiki", "pages of a wiki", suffixes=(".wiki",), parse=parse)
    # Told as a record it needs no registry.
    assert tmima.segment("A ship.", format=wiki, language="en").document.origin.kind == "wiki"
    formats.register("wiki", wiki)
    assert tmima.open_file(file).format == "wiki"
    assert tmima.segment(tmima.open_file(file), language="en").as_dict()["format"] == "wiki"
    formats.register("shouted", Format("shouted", "", recognises=shouts, parse=parse))
    assert find_format("A SHIP", auto=False).name == "shouted"
    assert find_format("A SHIP", name="a.wiki", auto=False).name == "shouted"


def test_what_was_opened_is_what_it_is():
    text = "A ship waits. A ship sails.\nA baker kneads."
    lines = Segmenter(language="en", format="lines")
    # Of a plain text the segmenter's format decides, whether it was opened or not.
    assert len(lines.segment(Source(text)).units) == len(lines.segment(text).units) == 2
    assert Segmenter(language="en").segment(parse_text(text, "lines")).units.sentences.sum() == 2
    assert Segmenter(format="auto").read(Source(CHOI)).truth is not None
    # What has times or blocks has been read already.
    for source in (Source.of(Timeline([Cue(0, 1, text)])), parse_text(CAPTIONS), parse_text(PAGE)):
        document = lines.read(source)
        assert (document.timeline, document.origin) == (source.timeline, source.origin)
        assert document.text == source.text


def test_a_format_is_a_name_or_a_record():
    for use in (parse_text, lambda text, told: open_bytes("a.txt", text.encode(), format=told)):
        with pytest.raises(TmimaError, match="format= must be a name or a Format, not 5"):
            use("A ship.", 5)
        with pytest.raises(TmimaError, match="unknown format 'xml': choose one of text, lines"):
            use("A ship.", "xml")
