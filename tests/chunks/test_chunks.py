"""What a chunk tells is true: its place, context, neighbours, ids; and structure is kept."""

import asyncio
import json
import pickle
from itertools import pairwise
from pathlib import Path

import pyarrow as pa
import pytest

import tmima
from tmima import Chunk, Chunker, Origin, Source, TmimaError
from tmima.arrow import segment_table
from tmima.chunks.context import ContextMaker
from tmima.segments import fields_of
from tmima.text import Block

SHIP = "The ship waited in the harbour for the tide. "
DOUGH = "The baker kneads the dough before the sun rises. "
PAGE = "\n\n".join(
    [
        "# Manual",
        "What it is for. " * 8,
        "## Ships",
        *[SHIP * 2 + f"Berth {number} is free." for number in range(8)],
        "### Sails",
        *[f"Sail {number} is of linen. " * 3 for number in range(6)],
        "## Bread",
        *[DOUGH * 2 + f"Loaf {number} is baked." for number in range(8)],
    ]
)
ROWS = "\n".join(f"| {name} | {number} tons |" for number, name in enumerate(["Argo"] * 40))
TABLE = f"# Fleet\n\n{SHIP * 3}\n\nThe ships of the fleet:\n\n| ship | load |\n|---|---|\n{ROWS}\n"
CODE = "```python\n" + "\n".join(f"x{n} = f({n})\n" for n in range(12)) + "```"


def count(text: str) -> int:
    return len(text.split())


def chunker(limit: int = 60, **settings) -> Chunker:
    return Chunker(max_tokens=limit, tokenizer=str.split, language="en", **settings)


def test_a_chunk_tells_where_it_stands():
    chunks = chunker().chunk(PAGE, document_id="manual.md")
    assert "".join(one.text for one in chunks) == PAGE
    assert {one.document_id for one in chunks} == {"manual.md"}
    assert len({one.id for one in chunks}) == len(chunks)
    for one, after in pairwise(chunks):
        assert (one.next_id, after.previous_id) == (after.id, one.id)
    assert chunks[0].previous_id is chunks[-1].next_id is None
    sails = next(one for one in chunks if one.text.startswith("### Sails"))
    assert (sails.path, sails.title) == (("Manual", "Ships", "Sails"), "Sails")
    assert sails.context == "Manual > Ships > Sails"


def test_sections_begin_chunks_and_no_heading_is_left_behind():
    for limit in (30, 60, 90, 150):
        chunks = chunker(limit).chunk(PAGE)
        assert not [one for one in chunks if one.text.rstrip().splitlines()[-1].startswith("#")]
        if limit == 60:
            starts = [one.text.split("\n")[0] for one in chunks]
            assert {"## Ships", "### Sails", "## Bread"} <= set(starts)


def test_a_paragraph_is_cut_rather_than_left_without_its_heading():
    before = f"## Ships\n\n{SHIP * 4}\n\n## Food\n\n{SHIP * 4}"
    text = f"{before}\n\n### Bread\n\n{DOUGH * 6}\n\n{SHIP * 4}"
    assert count(DOUGH * 6) <= 55 < count(f"### Bread\n\n{DOUGH * 6}")
    (heading,) = [one for one in chunker(55).chunk(text) if "### Bread" in one.text]
    assert DOUGH in heading.text


def test_paragraphs_are_kept_unless_the_limit_forces_otherwise():
    chunks = chunker().chunk(PAGE)
    assert not any(one.forced for one in chunks)
    assert all(one.text.endswith(("\n\n", PAGE[-10:])) for one in chunks)
    long = SHIP * 40
    assert [one.forced for one in chunker().chunk(long)][1:] == [True] * (
        len(chunker().chunk(long)) - 1
    )


def test_a_table_keeps_its_announcing_line_and_its_parts_have_its_header():
    chunks = chunker(48).chunk(TABLE)
    first = next(one for one in chunks if "| ship | load |" in one.text)
    assert "The ships of the fleet:" in first.text
    parts = [one for one in chunks if one.start > first.start]
    assert parts
    for one in parts:
        assert one.context.endswith("| ship | load |\n|---|---|")
        assert one.text.startswith("| Argo")


def test_code_that_fits_is_whole():
    text = "\n\n".join(["# Use", SHIP * 3, CODE, DOUGH * 3, CODE, SHIP * 4])
    for limit in (45, 60, 80):
        assert all(one.text.count("```") % 2 == 0 for one in chunker(limit).chunk(text))


def test_items_of_a_list_stay_with_what_announces_them():
    items = "\n\n".join(f"- Item {number} is a short one." for number in range(4))
    text = f"{SHIP * 5}\n\n{SHIP * 2}\n\nBring these along:\n\n{items}\n\n{DOUGH * 5}"
    for limit in (60, 70, 80):
        chunks = chunker(limit, format="markdown").chunk(text)
        assert not [one for one in chunks if one.text.rstrip().endswith(":")]


def test_a_context_says_what_a_chunk_goes_on_with():
    text = f"# Manual\n\n## Ships\n\nGaleons are slow. {SHIP * 12}\n\n{SHIP * 4}"
    contexts = [one.context for one in chunker(40).chunk(text)]
    assert contexts[0] == "Manual > Ships"
    assert set(contexts[1:]) == {"Manual > Ships\nGaleons are slow."}
    document = chunker().read(text)
    assert ContextMaker(document).of(173, 353) == contexts[1]


def test_a_context_is_bounded():
    title = "word " * 300
    document = chunker().read(f"# {title}\n\n{SHIP}\n\n{DOUGH}")
    for most in (0, 1, 5, 30):
        maker = ContextMaker(document, count, most)
        assert count(maker.of(len(title) + 20, len(document.text))) <= most


@pytest.mark.parametrize("unit", ["tokens", "sentences"])
def test_overlap_is_text_before_the_chunk_and_bounded(unit):
    given = {"overlap": 12 if unit == "tokens" else 2, "overlap_unit": unit}
    plain, overlapping = chunker().chunk(PAGE), chunker(**given).chunk(PAGE)
    assert [(one.start, one.end) for one in plain] == [(one.start, one.end) for one in overlapping]
    assert overlapping[0].before is None
    for one in overlapping[1:]:
        assert one.before
        assert PAGE[one.start - len(one.before) : one.start] == one.before
        assert count(one.before) <= (12 if unit == "tokens" else 15)
        assert one.indexed == f"{one.context}\n\n{one.before}{one.text}"


def test_an_overlap_of_a_sentence_that_is_too_long_is_its_last_words():
    text = "word " * 50 + "end. " + SHIP * 5
    chunks = chunker(50, overlap=4).chunk(text)
    assert [count(one.before) for one in chunks[1:]] == [4] * (len(chunks) - 1)


def test_passages_are_made_of_whole_chunks():
    chunks = chunker(30).chunk(PAGE)
    parents = [one.parent_id for one in chunks]
    runs = [
        parent
        for parent, before in zip(parents, [None, *parents], strict=False)
        if parent != before
    ]
    assert len(runs) == len(set(parents)) > 1
    for parent in set(parents):
        assert sum(one.tokens for one in chunks if one.parent_id == parent) <= 4 * 30


def test_an_edit_changes_the_chunks_of_its_section_only():
    sections = PAGE.split("\n\n## ")
    before = chunker(90).chunk(PAGE, document_id="a")
    for edited in range(1, len(sections)):
        for new in ("A sentence more. ", "One. " * 30, ""):
            some = [*sections]
            some[edited] = (
                some[edited]
                .replace("is free.", f"is free. {new}", 1)
                .replace("is baked.", f"is baked. {new}", 1)
                if new
                else some[edited].replace(SHIP, "", 1).replace(DOUGH, "", 1)
            )
            after = chunker(90).chunk("\n\n## ".join(some), document_id="a")
            title = some[edited].split("\n")[0]
            other = {one.id: one.context for one in before if title not in (one.path or ())}
            now = {one.id: one.context for one in after if title not in (one.path or ())}
            assert other == now
            assert {one.id for one in before} != {one.id for one in after}


def test_pages_are_passed_on():
    text = f"{SHIP * 3}\f{DOUGH * 3}\f{SHIP * 3}"
    blocks = [Block(start, start + len(SHIP) * 3) for start in (0, text.index(DOUGH))]
    source = Source.of(Origin("pdf", text, [*blocks, Block(text.rindex("\f") + 1, len(text))]))
    chunks = chunker(40).chunk(source)
    assert [one.page for one in chunks] == [1, 2, 3]
    assert [one.pages for one in chunks] == [(1, 1), (2, 2), (3, 3)]


def test_times_of_a_transcript_are_told():
    cues = "\n\n".join(
        f"00:{number:02d}.000 --> 00:{number + 1:02d}.000\n{SHIP}" for number in range(0, 40, 2)
    )
    chunks = chunker(40).chunk(f"WEBVTT\n\n{cues}\n")
    assert chunks[0].start_time == 0
    assert [one.end_time for one in chunks[:-1]] == [one.start_time for one in chunks[1:]]


def test_topics_without_headings_are_named_on_request():
    text = (SHIP * 6 + "Ships wait in harbours. ") + (DOUGH * 6 + "Bread is baked of dough. ")
    assert {one.title for one in chunker(80).chunk(text)} == {None}
    assert all(one.title and one.keywords for one in chunker(80, titles="phrases").chunk(text))


def test_one_door_takes_texts_and_paths(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("page.md").write_text(PAGE, encoding="utf-8")
    found = tmima.chunk(Path("page.md"), 90, tokenizer=str.split)
    assert {one.document_id for one in found} == {"page.md"}
    assert [one.text for one in found] == [
        one.text for one in tmima.chunk(PAGE, 90, tokenizer=str.split)
    ]
    with pytest.raises(TmimaError, match=r"tmima\.chunk\(pathlib\.Path"):
        tmima.chunk("page.md")
    assert tmima.chunk(" \n") == []


def test_many_documents_come_in_order_whatever_the_jobs():
    given = [("a", PAGE), ("b", "\ud800 No UTF-8. " + SHIP), PAGE + DOUGH, ("empty", " "), ("c", 7)]
    one, two = (
        list(Chunker(max_tokens=60, language="en").chunk_many(given, jobs=jobs)) for jobs in (1, 2)
    )
    assert isinstance(one[4], TmimaError)
    assert [str(each) for each in one] == [str(each) for each in two]
    assert one[3] == []
    with pytest.raises(TmimaError, match="takes a list"):
        chunker().chunk_many(PAGE)


def test_chunks_are_made_beside_other_work():
    async def together():
        return await asyncio.gather(*(chunker().achunk(PAGE) for _ in range(2)))

    assert asyncio.run(together()) == [chunker().chunk(PAGE)] * 2


def test_a_chunk_goes_through_json_and_pickle():
    for one in chunker(overlap=5).chunk(PAGE, document_id="a"):
        assert Chunk.from_dict(json.loads(json.dumps(one.as_dict()))) == one
        assert pickle.loads(pickle.dumps(one)) == one
        assert set(one.about()) <= {each.column for each in fields_of(Chunk)}
    with pytest.raises(TmimaError, match="chunk has the fields"):
        Chunk.from_dict({"text": "x"})


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"max_tokens": 0}, "max_tokens"),
        ({"max_tokens": 9, "min_tokens": 10}, "min_tokens"),
        ({"overlap": -1}, "overlap"),
        ({"overlap_unit": "words"}, "overlap_unit"),
        ({"titles": "long"}, "titles"),
    ],
)
def test_what_cannot_be_is_refused_by_name(settings, said):
    with pytest.raises(TmimaError, match=said):
        Chunker(**settings)


def test_sentences_are_found_in_text_without_capitals():
    text = "the ship waits for the tide, of which mr. cook knows much. " * 12
    chunks = chunker(40).chunk(text)
    assert all(one.text.endswith("much. ") for one in chunks)
    assert len(chunks) > 3
    capitals = text.replace("the ship", "The ship")
    assert [one.end for one in chunker(40).chunk(capitals)] == [one.end for one in chunks]


def test_a_formula_is_cut_last():
    formula = "$$\nE = m. Is it so? c = d.\nX = y.\n$$"
    for limit in (18, 20, 24):
        text = f"{SHIP * 2}\n\n{formula}\n\n{DOUGH * 2}\n\n{SHIP}"
        chunks = chunker(limit, format="markdown").chunk(text)
        assert sum(formula in one.text for one in chunks) == 1


def test_a_table_of_arrow_becomes_a_table_of_chunks():
    table = pa.table({"id": ["a", None, "c"], "text": [PAGE, PAGE, None], "kind": ["x", "y", "z"]})
    rows = segment_table(table, segmenter=chunker(), id_column="id").to_pylist()
    first = [row for row in rows if row["id"] == "a"]
    assert [Chunk.from_dict(row) for row in first] == chunker().chunk(PAGE, document_id="a")
    assert [row["chunk"] for row in first] == list(range(len(first)))
    assert {row["kind"] for row in first} == {"x"}
    assert [row["text"] for row in rows if row["id"] == "c"] == [None]
    with pytest.raises(TmimaError, match="no column 'url'"):
        segment_table(table, segmenter=chunker(), id_column="url")
