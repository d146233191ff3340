"""`tmima chunks`: documents into lines, files and folders, and what has changed."""

import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner

from tests.chunks.test_chunks import PAGE
from tests.command import tmima
from tmima import Chunk, Chunker, TmimaError
from tmima.chunks.changes import read_chunks
from tmima.cli import tmima as command_line


def run(*arguments: str):
    given = ["chunks", *map(str, arguments), "--jobs", "1", "--max-tokens", "80"]
    return CliRunner().invoke(command_line, given, catch_exceptions=False)


@pytest.fixture
def pages(tmp_path, monkeypatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("docs").mkdir()
    for name in ("a.md", "b.md"):
        Path("docs", name).write_text(PAGE, encoding="utf-8")
    return Path("docs")


def test_lines_are_the_chunks_of_each_file(pages):
    done = run(pages)
    found = [Chunk.from_dict(json.loads(line)) for line in done.stdout.splitlines()]
    expected = [
        one
        for name in ("docs/a.md", "docs/b.md")
        for one in Chunker(max_tokens=80).chunk(Path(name), document_id=name)
    ]
    assert found == expected
    assert "estimated" in done.stderr
    assert "estimated" not in run(pages, "--tokenizer", "shlex:split").stderr


def test_a_file_and_a_folder_hold_the_same(pages):
    run(pages, "-o", "all.jsonl")
    for style in ("jsonl", "parquet"):
        done = run(pages, "-o", style, "--style", style)
        assert "2 texts" in done.stderr
        assert list(read_chunks(Path(style))) == list(read_chunks(Path("all.jsonl")))


def test_rows_are_documents_and_their_ids_are_those_of_the_chunks(pages):
    rows = [{"url": f"u{number}", "text": PAGE if number else None} for number in range(3)]
    pq.write_table(pa.Table.from_pylist(rows), "rows.parquet")
    run("rows.parquet", "-o", "out", "--id", "url")
    expected = [
        one for name in ("u1", "u2") for one in Chunker(max_tokens=80).chunk(PAGE, document_id=name)
    ]
    assert list(read_chunks(Path("out"))) == expected
    with pytest.raises(TmimaError, match="a document in each row"):
        run("rows.parquet")


def test_a_run_that_was_stopped_goes_on(pages):
    run(pages, "-o", "out", "--style", "jsonl")
    (part,) = Path("out").glob("*.jsonl")
    whole = part.read_bytes()
    part.unlink()
    assert run(pages, "-o", "out", "--style", "jsonl").exit_code == 0
    assert part.read_bytes() == whole
    with pytest.raises(TmimaError, match="choose another OUT"):
        run(pages, "-o", "out", "--style", "jsonl", "--overlap", "9")


def test_what_has_changed_is_told(pages):
    run(pages, "-o", "old.jsonl")
    Path("docs/a.md").write_text(PAGE.replace("Berth 2 is", "Berth 2 was"), encoding="utf-8")
    Path("docs/b.md").unlink()
    Path("docs/c.md").write_text(PAGE, encoding="utf-8")
    done = run(pages, "-o", "new.jsonl", "--against", "old.jsonl")
    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert {(one["document_id"], one["change"]) for one in told} >= {
        ("docs/a.md", "changed"), ("docs/b.md", "gone"), ("docs/c.md", "new")
    }  # fmt: skip
    assert sum(one["change"] == "changed" for one in told) == 1
    assert "1 changed" in done.stderr
    again = run(pages, "--against", "new.jsonl")
    assert again.stdout == ""
    assert " same, 0 new, 0 changed, 0 moved, 0 gone" in again.stderr


def test_a_file_that_cannot_be_cut_does_not_end_the_others(pages):
    Path("docs/bad.md").write_bytes(b"\xff\xfe\xff")
    done = CliRunner().invoke(command_line, ["chunks", "docs", "--jobs", "1"])
    assert isinstance(done.exception, TmimaError)
    assert "1 of the files" in str(done.exception)
    assert len({json.loads(line)["document_id"] for line in done.stdout.splitlines()}) == 2


@pytest.mark.parametrize(
    "arguments",
    [
        ("{held}", "-o", "{held}"),
        ("{held}", "-o", "hard.jsonl"),
        ("{held}", "-o", "link.jsonl"),
        ("docs", "-o", "docs/a.md"),
        ("docs", "-o", "docs"),
        ("docs/b.md", "-o", "{held}", "--against", "{held}"),
        ("docs/b.md", "-o", "link.jsonl", "--against", "{held}"),
        ("docs/b.md", "-o", "counting.py", "--tokenizer", "counting:count"),
    ],
    ids=" ".join,
)
def test_what_is_read_is_never_written_over(pages, arguments):
    """The documents, the chunks that are compared, the source of a tokenizer: by whatever name."""
    held = Path("held.jsonl")
    held.write_text("{}\n" if "--against" in arguments else PAGE, encoding="utf-8")
    Path("hard.jsonl").hardlink_to(held)
    Path("link.jsonl").symlink_to(held)
    Path("counting.py").write_text("def count(text): return text.split()\n", encoding="utf-8")
    before = {path: path.read_bytes() for path in Path().rglob("*") if path.is_file()}
    done = tmima("chunks", *(one.format(held=held) for one in arguments), "--jobs", "1")
    assert done.returncode == 2, done
    assert done.stderr.decode().startswith("tmima: ")
    assert b"Traceback" not in done.stderr
    assert {path: path.read_bytes() for path in before} == before
