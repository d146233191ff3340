"""What has changed since an index was made, and indexes that are kept as the documents are."""

import json
import random
import runpy
import zlib

import pytest

from tests.chunks.test_chunks import DOUGH, PAGE, SHIP
from tests.pages import ROOT
from tmima import Chunk, Chunker, TmimaError
from tmima.chunks.changes import CHANGED, GONE, MOVED, NEW, SAME, ChunkIndex, compare, read_chunks

CHUNKER = Chunker(max_tokens=60, tokenizer=str.split, language="en")


def chunks(text: str, name: str = "a") -> list[Chunk]:
    return CHUNKER.chunk(text, document_id=name)


def kinds(old: list[Chunk], new: list[Chunk]) -> list[str]:
    return [one.kind for one in compare(old, new)]


def test_the_same_text_has_changed_nothing():
    assert set(kinds(chunks(PAGE), chunks(PAGE))) == {SAME}


def test_an_edited_paragraph_changes_its_chunk_and_moves_what_follows():
    new = chunks(PAGE.replace("Berth 2 is free.", "Berth 2 is taken."))
    found = list(compare(chunks(PAGE), new))
    changed = [one for one in found if one.kind == CHANGED]
    assert [
        ("Berth 2 is taken." in one.chunk.text, one.was != one.chunk.id) for one in changed
    ] == [(True, True)]
    assert {one.kind for one in found} == {SAME, CHANGED, MOVED}


def test_another_context_is_a_change_under_the_same_id():
    text = f"# Manual\n\nFirst words. {SHIP * 9}\n\n{DOUGH * 4}"
    found = list(compare(chunks(text), chunks(text.replace("First words.", "Other words."))))
    assert {one.kind for one in found} == {CHANGED}
    assert found[0].was != found[0].chunk.id
    assert found[-1].was == found[-1].chunk.id


def test_documents_come_and_go():
    old = [*chunks(PAGE, "a"), *chunks(PAGE, "b")]
    new = [*chunks(PAGE, "b"), *chunks(PAGE, "c")]
    found = list(compare(old, new))
    assert {(one.document_id, one.kind) for one in found} == {("a", GONE), ("b", SAME), ("c", NEW)}


@pytest.mark.parametrize("seed", range(20))
def test_an_index_that_follows_the_changes_is_that_of_the_new_text(seed):
    chance = random.Random(seed)
    paragraphs = PAGE.split("\n\n")
    edited = [*paragraphs]
    for _ in range(3):
        place = chance.randrange(len(edited))
        edited[place : place + 1] = chance.choice(([], [edited[place], SHIP], [DOUGH * 2], [""]))
    old, new = chunks(PAGE), chunks("\n\n".join(edited))
    index = {one.id: one for one in old}
    for one in compare(old, new):
        if one.was is not None and one.kind != SAME:
            del index[one.was]
        if one.chunk is not None and one.kind != SAME:
            index[one.chunk.id] = one.chunk
    assert index == {one.id: one for one in new}


def test_chunks_are_read_from_files_and_folders(tmp_path):
    written = "".join(json.dumps(one.as_dict()) + "\n" for one in chunks(PAGE))
    (tmp_path / "part-0.jsonl").write_text(written, encoding="utf-8")
    for path in (tmp_path, tmp_path / "part-0.jsonl"):
        assert list(read_chunks(path)) == chunks(PAGE)
        index = ChunkIndex.read(path)
        assert {one.kind for one in index.compare("a", chunks(PAGE))} == {SAME}
        assert list(index.changes_of_missing_documents()) == []


@pytest.mark.parametrize("content", ["{", "[1]", '{"text": "x"}', "\xff"])
def test_what_holds_no_chunks_is_refused(content, tmp_path):
    path = tmp_path / "old.jsonl"
    path.write_text(content, encoding="latin-1")
    with pytest.raises(TmimaError, match=r"old\.jsonl"):
        list(read_chunks(path))
    with pytest.raises(TmimaError, match="cannot be read"):
        list(read_chunks(tmp_path / "none.jsonl"))
    (tmp_path / "empty").mkdir()
    with pytest.raises(TmimaError, match="holds no chunks"):
        list(read_chunks(tmp_path / "empty"))


def test_the_recipe_for_sqlite_indexes_what_changed():
    recipe = runpy.run_path(str(ROOT / "docs" / "recipes" / "sqlite_index.py"))
    index = recipe["SqliteIndex"](":memory:", CHUNKER)
    first = index.update({"a": PAGE, "b": PAGE.replace("Bread", "Loaves")})
    assert set(first) == {NEW}
    edited = PAGE.replace("Berth 2 is free.", "Berth 2 has a crane.")
    second = index.update({"a": edited})
    assert (second[CHANGED], second[GONE]) == (1, first[NEW] // 2)
    assert index.chunks() == chunks(edited)
    assert "crane" in index.search(["crane"])[0].text
    (indexed,) = index.database.execute("select count(*) from words").fetchone()
    assert indexed == len(chunks(edited))


def test_the_recipe_for_qdrant_computes_vectors_of_what_changed_alone():
    client = pytest.importorskip("qdrant_client", reason="Qdrant is not installed")
    recipe = runpy.run_path(str(ROOT / "docs" / "recipes" / "qdrant_index.py"))
    asked = []

    def encode(texts):
        asked.extend(texts)
        return [
            [float(zlib.crc32(f"{n}{text}".encode()) % 99 + 1) for n in range(8)] for text in texts
        ]

    index = recipe["QdrantIndex"](client.QdrantClient(":memory:"), encode, 8)
    index.update(chunks(PAGE))
    assert index.chunks() == chunks(PAGE)
    asked.clear()
    new = chunks(PAGE.replace("Berth 2 is free.", "Berth 2 has a crane."))
    counts = index.update(new)
    assert counts[CHANGED] == len(asked) == 1
    assert index.chunks() == new
    assert index.search(asked[0], 1)[0].text.count("crane") == 1


def engine_recipe():
    arrow = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    recipe = runpy.run_path(str(ROOT / "docs" / "recipes" / "engine_chunks.py"))
    table = arrow.table({"id": ["a", "b"], "text": [PAGE * 4, "Bread bakes."], "year": [1, 2]})
    wanted = [
        (row["id"], row["year"], chunk.start, chunk.text)
        for row in table.to_pylist()
        for chunk in recipe["CHUNKER"].chunk(row["text"], document_id=row["id"])
    ]
    return recipe, table, wanted


def test_the_recipe_for_duckdb_has_a_row_for_each_chunk():
    duckdb = pytest.importorskip("duckdb", reason="DuckDB is not installed")
    recipe, table, wanted = engine_recipe()
    connection = duckdb.connect()
    connection.register("documents", table)
    recipe["chunks_in_duckdb"](connection, "select * from documents")
    found = connection.sql("select id, year, start, text from chunks order by id, start")
    assert found.fetchall() == wanted


def test_the_recipe_for_polars_has_a_row_for_each_chunk():
    polars = pytest.importorskip("polars", reason="Polars is not installed")
    recipe, table, wanted = engine_recipe()
    found = recipe["chunks_in_polars"](polars.from_arrow(table))
    assert found.select("id", "year", "start", "text").rows() == wanted
