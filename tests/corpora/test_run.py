"""Many texts: any form in, whole files out, and the same bytes however a run was broken."""

import csv
import errno
import gzip
import hashlib
import json
import math
import os
import signal
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
import pytest

from tests.command import output, refusal, tmima
from tmima import Segmenter, TmimaError
from tmima.cli import tmima as command
from tmima.cli.show import output as showing
from tmima.files.journal import Journal

pa = pytest.importorskip("pyarrow", reason="corpora need pyarrow: 'tmima[corpus]'")

import pyarrow.parquet as pq  # noqa: E402

from tmima.arrow import segment_table  # noqa: E402
from tmima.corpora import OUTPUT_FORMATS, rows  # noqa: E402
from tmima.corpora.parts import FORMATS  # noqa: E402
from tmima.corpora.rows import CorpusColumns  # noqa: E402
from tmima.corpora.run import Corpus, learn, run  # noqa: E402
from tmima.corpora.run_journal import RunJournal  # noqa: E402
from tmima.corpora.texts import input_pieces  # noqa: E402

TEXT = (
    "The cats purr. A cat sleeps. The cats drink.\nThe ships sail. A ship sinks. The ships drift.\n"
)
TEXTS = [TEXT, "The tide is late. Ο ήλιος βγήκε.", TEXT * 2, "Bakers bake bread. 🙂 Bread is good."]
ROWS = [{"id": f"n{number}", "text": text} for number, text in enumerate(TEXTS * 3)]
SEGMENTER = Segmenter(
    language="en",
    parameters={"mean_length": 3, "std_length": 1, "gamma": 0.4, "r": 0.5},
    questions={"posteriors": True},
    titles="none",
)
# A few bytes instead of megabytes show the same.
SMALL = CorpusColumns(id="id", max_bytes=100_000)


def parquet(path: Path) -> Path:
    pq.write_table(pa.Table.from_pylist(ROWS), path, row_group_size=5)
    return path


def json_lines(path: Path) -> Path:
    data = "".join(json.dumps(row) + "\n" for row in ROWS).encode()
    pack = {".gz": gzip.compress, ".zst": lambda raw: pa.compress(raw, "zstd", asbytes=True)}
    path.write_bytes(pack.get(path.suffix, bytes)(data))
    return path


def comma_separated(path: Path) -> Path:
    separator = "\t" if path.suffix == ".tsv" else ","
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.DictWriter(file, ["id", "text"], delimiter=separator)
        writer.writeheader()
        writer.writerows(ROWS)
    return path


def folder(path: Path) -> Path:
    for number, row in enumerate(ROWS):
        file = path / f"{number % 2}" / f"{number:02d}.{('txt', 'text')[number % 2]}"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(row["text"].encode())
    return path


FORMS = {
    "a.parquet": parquet,
    "a.jsonl": json_lines,
    "a.jsonl.gz": json_lines,
    "a.json.zst": json_lines,
    "a.csv": comma_separated,
    "a.tsv": comma_separated,
    "texts": folder,
}


def plain_loop() -> list[dict]:
    return segment_table(pa.Table.from_pylist(ROWS), segmenter=SEGMENTER).to_pylist()


def corpus(source: Path, out: Path, **further) -> Corpus:
    further.setdefault("columns", CorpusColumns(id="id"))
    inputs = source if isinstance(source, list) else [source]
    return Corpus(inputs=inputs, out=out, segmenter=SEGMENTER, **further)


def tree(out: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(out)): path.read_bytes() for path in out.rglob("*") if path.is_file()
    }


def rows_in(out: Path) -> list[dict]:
    return [
        row for path in sorted(out.glob("*.parquet")) for row in pq.read_table(path).to_pylist()
    ]


@pytest.fixture
def source(tmp_path) -> Path:
    """Rows in several pieces: two files of row groups, one of lines."""
    below = tmp_path / "in"
    below.mkdir()
    parquet(below / "a.parquet")
    parquet(below / "b.parquet")
    json_lines(below / "c.jsonl.gz")
    return below


@pytest.mark.parametrize("name", FORMS)
def test_every_form_of_the_same_texts_gives_the_rows_of_the_plain_loop(name, tmp_path):
    source = FORMS[name](tmp_path / name)
    made = run(corpus(source, tmp_path / "out"))
    found = rows_in(tmp_path / "out")
    wanted = plain_loop()
    if name == "texts":
        assert {row["source"] for row in found} == {row["id"] for row in found}
        # Folders are gone through in order, here the even ones first.
        order = [f"n{number}" for half in (0, 1) for number in range(half, len(ROWS), 2)]
        wanted = sorted(wanted, key=lambda row: order.index(row["id"]))
        for row in (*found, *wanted):
            # A file gives its name to the ids of its segments; a row of a table has none.
            row["id"] = row["segment_id"] = None
    else:
        assert {row["source"] for row in found} == {source.as_posix()}
        assert [row["id"] for row in found] == [f"n{row['row']}" for row in found]
    for row in found:
        del row["source"], row["row"]
    assert found == wanted
    assert (made["texts"], made["segments"]) == (len(ROWS), len(wanted))


def test_the_number_of_jobs_changes_nothing(source, tmp_path):
    one, two = tmp_path / "one", tmp_path / "two"
    assert run(corpus(source, one)) == run(corpus(source, two), jobs=2)
    assert tree(one) == tree(two)


def test_shares_together_are_the_whole(source, tmp_path):
    run(corpus(source, tmp_path / "whole"))
    for share in (1, 2, 3):
        run(corpus(source, tmp_path / "shared", shard=(share, 3)))
    whole, shared = tree(tmp_path / "whole"), tree(tmp_path / "shared")
    manifests = [json.loads(shared.pop(f"_tmima-{share}-of-3.json")) for share in (1, 2, 3)]
    manifest = json.loads(whole.pop("_tmima.json"))
    assert whole == shared
    for name in ("texts", "segments", "errors", "nulls"):
        assert sum(each[name] for each in manifests) == manifest[name]


def test_the_manifest_tells_the_truth(source, tmp_path):
    out = tmp_path / "out"
    run(corpus(source, out))
    manifest = json.loads((out / "_tmima.json").read_bytes())
    assert not (out / "_parts.jsonl").exists()
    assert {part["file"] for part in manifest["parts"]} == tree(out).keys() - {"_tmima.json"}
    for part in manifest["parts"]:
        data = (out / part["file"]).read_bytes()
        assert (part["bytes"], part["sha256"]) == (len(data), hashlib.sha256(data).hexdigest())
        assert part["segments"] == pq.read_metadata(out / part["file"]).num_rows
    assert sum(part["texts"] for part in manifest["parts"]) == manifest["texts"] == 3 * len(ROWS)
    assert manifest["settings"]["language"] == "en"
    assert manifest["versions"]["pyarrow"] == pa.__version__


class PowerCutError(BaseException):
    """As if the process had ended."""


@pytest.mark.parametrize(("after", "torn"), [(0, False), (1, True), (6, False), (9, True)])
def test_a_run_that_was_broken_off_goes_on_and_ends_the_same(
    after, torn, source, tmp_path, monkeypatch
):
    run(corpus(source, tmp_path / "unbroken", part_rows=4))
    broken = corpus(source, tmp_path / "broken", part_rows=4)
    add = RunJournal.add
    added = []

    def cut_off(journal, part):
        if len(added) == after:
            if torn:  # half a line is all that came to the disk
                with (broken.out / "_parts.jsonl").open("a") as lines:
                    lines.write(json.dumps(part)[:40])
            raise PowerCutError
        added.append(part["file"])
        add(journal, part)

    monkeypatch.setattr(RunJournal, "add", cut_off)
    try:
        run(broken)
    except PowerCutError:
        assert not (broken.out / "_tmima.json").exists()
    finished = list(added)
    monkeypatch.setattr(
        RunJournal, "add", lambda journal, part: (added.append(part["file"]), add(journal, part))
    )
    run(broken)
    assert tree(broken.out) == tree(tmp_path / "unbroken")
    # What was finished was not done again.
    assert len(added) == len(set(added))
    assert added[: len(finished)] == finished
    # And once more there is nothing to do.
    run(broken)
    assert len(added) == len(set(added))
    assert tree(broken.out) == tree(tmp_path / "unbroken")


PART = {
    "file": "a", "bytes": 1, "texts": 1, "segments": 1, "errors": 0, "nulls": 0, "sha256": "0",
    "input": "0",
}  # fmt: skip


def test_half_a_line_of_the_journal_tells_nothing(source, tmp_path):
    made = {"settings": 1}
    journal = RunJournal(tmp_path, "", made)
    journal.open_for_writing()
    journal.add(PART)
    lines = tmp_path / "_parts.jsonl"
    # Nothing but the end of the line is missing; more might have been to come.
    lines.write_text(lines.read_text() + json.dumps(PART | {"file": "b"}))
    journal = RunJournal(tmp_path, "", made)
    assert journal.parts == {"a": PART}
    journal.open_for_writing()
    assert len(lines.read_text().splitlines()) == 2


def test_a_manifest_is_there_only_when_all_is(source, tmp_path, monkeypatch):
    whole = corpus(source, tmp_path / "out")
    run(whole)
    json_lines(source / "d.jsonl.gz")
    with monkeypatch.context() as broken:
        broken.setattr(RunJournal, "add", power_cut)
        with pytest.raises(PowerCutError):
            run(whole)
    assert not (whole.out / "_tmima.json").exists()
    assert run(whole)["texts"] == 4 * len(ROWS)


def power_cut(*_) -> None:
    raise PowerCutError


def test_a_run_that_is_refused_touches_nothing(source, tmp_path):
    whole = corpus(source, tmp_path / "out")
    run(whole)
    made = tree(whole.out)
    before = {path: path.read_bytes() for path in source.iterdir()}
    for name, spoil, message in (
        ("a.parquet", cut_short, "cannot be read"),
        (
            "c.jsonl.gz",
            lambda path: path.write_bytes(gzip.compress(b'{"text": "x"}')),
            "other texts",
        ),
        ("c.jsonl.gz", Path.unlink, "not given any more"),
        # One that comes before all others: each has another number then.
        ("0.jsonl", lambda path: path.write_text('{"text": "x"}'), "other texts"),
        ("d.jsonl", lambda path: path.write_text('{"body": "x"}'), "no column 'text'"),
        ("d.jsonl.gz", lambda path: path.write_bytes(b"x"), "cannot be read"),
    ):
        spoil(source / name)
        with pytest.raises(TmimaError, match=message):
            run(whole)
        assert tree(whole.out) == made
        (source / name).unlink(missing_ok=True)
        for path, content in before.items():
            path.write_bytes(content)
    # What is lost is not made again where another file is refused.
    (whole.out / "part-000000-0000.parquet").unlink()
    (source / "c.jsonl.gz").write_bytes(gzip.compress(b'{"text": "x"}'))
    with pytest.raises(TmimaError, match="other texts"):
        run(whole)
    del made["part-000000-0000.parquet"]
    assert tree(whole.out) == made


@pytest.mark.parametrize("column", ["tekst", "id,tekst"])
def test_a_wrong_column_leaves_nothing_in_the_way_of_the_right_one(column, source, tmp_path):
    out = tmp_path / "out"
    for path in source.iterdir():
        with pytest.raises(TmimaError, match="has no column"):
            run(corpus(path, out, columns=CorpusColumns(text=column)))
    assert not out.exists()


def own_titles(segments) -> list[str]:
    return ["own"] * len(segments)


def test_functions_are_known_again_in_another_run(tmp_path):
    source = json_lines(tmp_path / "a.jsonl")
    segmenter = Segmenter(language="en", titles=own_titles, parameters=SEGMENTER.parameters)
    made = run(replace(corpus(source, tmp_path / "out"), segmenter=segmenter))
    assert made["settings"]["titles"] == "<function own_titles>"
    assert {row["title"] for row in rows_in(tmp_path / "out")} == {"own"}


def test_a_file_that_was_lost_or_cut_short_is_made_again(source, tmp_path):
    whole = corpus(source, tmp_path / "out")
    run(whole)
    wanted = tree(whole.out)
    first, second, third, *_ = sorted(whole.out.glob("*.parquet"))
    first.unlink()
    second.write_bytes(second.read_bytes()[:-1])
    # Of the same size, but not the same.
    third.write_bytes(third.read_bytes()[:-1] + b"!")
    run(whole)
    assert tree(whole.out) == wanted


def test_what_was_made_otherwise_is_not_mixed_in(source, tmp_path):
    whole = corpus(source, tmp_path / "out")
    run(whole)
    made = tree(whole.out)
    differs = (
        r"was made otherwise: settings\.language is 'en' there and 'el' now: choose another OUT"
    )
    with pytest.raises(TmimaError, match=differs):
        run(replace(whole, segmenter=Segmenter(**SEGMENTER.settings | {"language": "el"})))
    with pytest.raises(TmimaError, match=r"otherwise: text is True there and False now:"):
        run(replace(whole, text=False))
    every = (
        r"settings\.parameters is [^;]* now; settings\.titles is 'none' there and 'phrases' now; "
        r"settings\.posteriors is True there and False now: ch"
    )
    with pytest.raises(TmimaError, match=every):
        run(replace(whole, segmenter=Segmenter(language="en")))
    assert tree(whole.out) == made
    (source / "c.jsonl.gz").unlink()
    with pytest.raises(TmimaError, match="from texts that are not given any more"):
        run(whole)
    ROWS.reverse()
    try:
        parquet(source / "b.parquet")
    finally:
        ROWS.reverse()
    with pytest.raises(TmimaError, match=r"was made from other texts than those of .*b\.parquet"):
        run(whole)


def test_other_names_and_types_are_kept(tmp_path):
    table = pa.table(
        {"n": pa.array([3, 4], pa.int16()), "title": ["one", None], "body": [TEXT, TEXT]}
    )
    pq.write_table(table, tmp_path / "a.parquet")
    columns = CorpusColumns(text="body", id="n", keep={"title": "name", "n": "n"})
    run(corpus(tmp_path / "a.parquet", tmp_path / "out", columns=columns, text=False))
    (path,) = (tmp_path / "out").glob("*.parquet")
    found = pq.read_table(path)
    assert found.schema.names[:5] == ["source", "row", "id", "name", "n"]
    assert found.schema.field("id").type == pa.int16()
    assert "text" not in found.schema.names
    assert set(found.column("name").to_pylist()) == {"one", None}
    with pytest.raises(TmimaError, match=r"a column 'title' of its own: .* as title=my_title"):
        CorpusColumns(keep={"title": "title"})


def test_files_are_read_as_what_they_are(tmp_path):
    below = tmp_path / "in"
    below.mkdir()
    (below / "a.html").write_text("<p>The cats &amp; dogs purr.</p>")
    (below / "b.md").write_text("# Cats\n\nThe *cats* purr.\n")
    (below / "c.vtt").write_text("WEBVTT\n\n00:02.000 --> 00:04.000\n<v Ann>The ships sail.\n")
    made = run(corpus(below, tmp_path / "out"))
    assert (made["texts"], made["segments"]) == (3, 3)
    page, markdown, talk = rows_in(tmp_path / "out")
    assert "cats & dogs" in page["text"]
    assert (page["origin_start"], page["origin_end"]) == (3, 28)
    assert markdown["text"] == "# Cats\n\nThe *cats* purr.\n"
    assert (talk["text"].strip(), talk["start_time"], talk["speakers"]) == (
        "The ships sail.", 2.0, ["Ann"]
    )  # fmt: skip


def test_poisoned_rows_cost_themselves_only(tmp_path):
    lines = [
        json.dumps({"id": 0, "text": TEXT}),
        json.dumps({"id": 1, "text": "a" * 200_000}),
        '{"id": 2, "text": "half \\ud800 a character."}',
        json.dumps({"id": 3, "text": ""}),
        json.dumps({"id": 4, "text": None}),
        json.dumps({"id": 5}),
        '{"id": 6, "text": ',
        "[7]",
        "",
        json.dumps({"id": 8, "text": 8}),
        json.dumps({"id": 9, "text": "x" * 10_000_000}),
        "[" * 100_000,
        json.dumps({"id": {"a": "ü"}, "text": TEXT}),
    ]
    data = "\n".join(lines).encode() + b'\n{"id": 12, "text": "byte \xff."}\n'
    (tmp_path / "a.jsonl").write_bytes(data)
    made = run(corpus(tmp_path / "a.jsonl", tmp_path / "out", columns=SMALL))
    assert (made["texts"], made["nulls"], made["errors"]) == (13, 2, 9)
    rows = rows_in(tmp_path / "out")
    good = [(row["id"], row["start"], row["end"]) for row in rows if row["end"] is not None]
    ends = [(each.start, each.end) for each in SEGMENTER.segment(TEXT)]
    assert good == [(name, *each) for name in ("0", '{"a": "ü"}') for each in ends]
    errors = [row["error"] for row in rows if row["error"]]
    for said, wanted in zip(
        errors,
        [
            "the text has 200,000 bytes, more than max_bytes=100000",
            "half a character",
            "the text is empty",
            "line 7 is not JSON",
            "line 8 is not a JSON object",
            "a text must be a string, not 8",
            "line 11 has more than 600,000 bytes",
            "line 12 is not JSON",
            "line 14 is not JSON",
        ],
        strict=True,
    ):
        assert wanted in said


def test_poisoned_rows_of_csv_and_folders_cost_themselves_only(tmp_path):
    (tmp_path / "a.csv").write_bytes(b"id,text\n1,Cats purr.\n2\n3,byte \xff.\n4,Ships sail.\n")
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts/a.txt").write_bytes(b"Cats \xff purr.")
    (tmp_path / "texts/b.txt").write_text("Ships sail.")
    sources = [tmp_path / "a.csv", tmp_path / "texts"]
    made = run(corpus(sources, tmp_path / "out"))
    assert (made["texts"], made["segments"], made["errors"]) == (6, 3, 3)
    errors = [row["error"] for row in rows_in(tmp_path / "out") if row["error"]]
    assert errors[0] == "line 3 has 1 fields, the header 2"
    assert "a byte that is not UTF-8, at 5" in errors[1]
    assert "byte 0xff at offset 5" in errors[2]


def test_errors_may_end_it_and_say_where(tmp_path):
    (tmp_path / "a.jsonl").write_text('{"text": "Cats purr."}\n{"text": ""}\n')
    with pytest.raises(TmimaError, match=r"a\.jsonl, row 1: the text is empty"):
        run(corpus(tmp_path / "a.jsonl", tmp_path / "out", errors="raise"))


def cut_short(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-9])


@pytest.mark.parametrize(
    ("name", "spoil", "message"),
    [
        ("z.jsonl.gz", cut_short, "z.jsonl.gz cannot be read: Truncated"),
        ("z.json.zst", cut_short, "z.json.zst cannot be read: Truncated"),
        ("z.parquet", cut_short, "z.parquet cannot be read: "),
        (
            "z.csv",
            lambda path: path.write_text('id,text\n1,"' + "x" * 700_000),
            "z.csv is not CSV",
        ),
        ("z.csv", lambda path: path.write_text("body\nx\n"), "no column 'text': it has body"),
        ("z.jsonl", lambda path: path.write_text('{"body": 1}'), "no column 'text': it has body"),
        (
            "z.jsonl",
            lambda path: (path.unlink(), path.symlink_to("nowhere")),
            "z.jsonl cannot be read: No such file",
        ),
    ],
)
def test_input_that_cannot_be_read_leaves_the_finished_files(name, spoil, message, tmp_path):
    below = tmp_path / "in"
    below.mkdir()
    json_lines(below / "a.jsonl")
    out = tmp_path / "out"
    run(corpus(below, out, columns=SMALL))
    finished = {name: data for name, data in tree(out).items() if name.startswith("part")}
    FORMS[name.replace("z", "a", 1)](below / name)
    spoil(below / name)
    source = below / name if (below / name).is_symlink() else below
    with pytest.raises(TmimaError, match=message):
        run(corpus(source, out if source == below else tmp_path / "other", columns=SMALL))
    assert tree(out).items() >= finished.items()


def test_a_full_disk_is_told_in_a_line_and_the_run_goes_on_later(source, tmp_path, monkeypatch):
    run(corpus(source, tmp_path / "unbroken"))
    whole = corpus(source, tmp_path / "out")
    replaced = []

    def full(descriptor):
        replaced.append(descriptor)
        if len(replaced) == 6:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(TmimaError, match=r"cannot be written: No space left on device"):
        run(whole)
    unbroken = tree(tmp_path / "unbroken")
    left = tree(whole.out)
    del left["_parts.jsonl"], left["_batches.bin"]
    assert left
    assert left.items() <= unbroken.items()
    monkeypatch.undo()
    run(whole)
    assert tree(whole.out) == unbroken


def test_attributes_lie_beside_the_documents_of_dolma(tmp_path):
    documents = tmp_path / "documents"
    for name in ("x/a.jsonl.gz", "x/b.json.zst", "c.jsonl"):
        (documents / name).parent.mkdir(parents=True, exist_ok=True)
        json_lines(documents / name)
    run(corpus(documents, tmp_path / "set", format="dolma", part_rows=2))
    below = tmp_path / "set" / "attributes" / "tmima"
    assert {str(path.relative_to(below)) for path in below.rglob("*.*")} == {
        "x/a.jsonl.gz", "x/b.json.zst", "c.jsonl"
    }  # fmt: skip
    plain = (below / "c.jsonl").read_bytes()
    assert gzip.decompress((below / "x/a.jsonl.gz").read_bytes()) == plain
    assert pa.input_stream(below / "x/b.json.zst").read() == plain
    lines = [json.loads(line) for line in plain.splitlines()]
    assert [line["id"] for line in lines] == [row["id"] for row in ROWS]
    for line, row in zip(lines, ROWS, strict=True):
        spans = line["attributes"]["tmima"]
        assert "".join(row["text"][start:end] for start, end, _ in spans) == row["text"]
        assert all(0 <= score <= 1 for _, _, score in spans)
    with pytest.raises(TmimaError, match="needs JSON lines"):
        run(corpus(parquet(tmp_path / "a.parquet"), tmp_path / "other", format="dolma"))


def test_lines_of_json_have_every_column(tmp_path):
    run(corpus(parquet(tmp_path / "a.parquet"), tmp_path / "out", format="jsonl"))
    paths = sorted((tmp_path / "out").glob("*.jsonl"))
    found = [json.loads(line) for path in paths for line in path.read_text().splitlines()]
    for row in found:
        del row["source"], row["row"]
    assert found == plain_loop()


def test_learning_is_from_the_whole_whatever_the_share(source, tmp_path):
    pytest.importorskip("sklearn", reason="ponte needs the extra methods")
    columns = CorpusColumns(id="id")
    learnt = []
    for number in (4, 4, 100):
        segmenter = Segmenter(language="en", method="ponte")
        learn(segmenter, input_pieces([source], columns), columns, number)
        method: Any = segmenter.method_
        counted = method.counts_.toarray().tolist()
        learnt.append((segmenter.learnt_from_, counted))
    assert learnt[0] == learnt[1]
    assert [texts for texts, _ in learnt] == ["4 plain texts"] * 2 + ["36 plain texts"]


def test_a_run_that_learns_first_cuts_as_a_segmenter_that_has_learnt(source, tmp_path):
    pytest.importorskip("sklearn", reason="ponte needs the extra methods")
    learnt, columns = Segmenter(language="en", method="ponte"), CorpusColumns(id="id")
    learn(learnt, input_pieces([source], columns), columns, 4)
    run(replace(corpus(source, tmp_path / "before"), segmenter=learnt))
    segmenter = Segmenter(language="en", method="ponte")
    run(replace(corpus(source, tmp_path / "during", learn=4), segmenter=segmenter))
    assert segmenter.learnt_from_ == learnt.learnt_from_ == "4 plain texts"
    one, other = (
        {path.name: path.read_bytes() for path in (tmp_path / name).glob("part-*")}
        for name in ("before", "during")
    )
    assert one == other


def test_the_formats_that_can_be_asked_for_can_be_written():
    assert tuple(FORMATS) == OUTPUT_FORMATS


def test_learning_takes_texts_from_one_end_of_a_corpus_to_the_other(tmp_path):
    """Files of one kind often lie side by side: the first of them tell of no other."""
    folder = tmp_path / "texts"
    folder.mkdir()
    for number in range(40):
        row = {"text": f"The ship number {number} sails. The tide number {number} is late."}
        (folder / f"{number:02d}.jsonl").write_text(json.dumps(row))
    columns = CorpusColumns()
    learner = Listening()
    learn(learner, input_pieces([folder], columns), columns, 8)
    taken = [int(text.split()[3]) for text in learner.texts]
    assert len(taken) == 8
    # One in each eighth of the corpus.
    assert [number // 5 for number in taken] == list(range(8))


class Listening(Segmenter):
    """Tells what it was given to learn from."""

    def __init__(self) -> None:
        super().__init__(language="en")
        self.texts: list[str] = []

    def learn(self, texts):
        self.texts += [each.text for each in texts]
        return self


def test_attributes_have_the_probabilities_of_their_cuts(tmp_path):
    """The beginning of a text is as sure as can be; an unlikely cut is not made a sure one."""
    sure, never = 1.0, 0.0
    table = pa.table(
        {
            "row": [0, 0, 0, 1, 2],
            "id": ["a", "a", "a", "b", "c"],
            "start": [0, 4, 9, 0, None],
            "end": [4, 9, 12, 7, None],
            "probability": [None, never, 0.25, None, None],
        }
    )
    lines = b"".join(FORMATS["dolma"](iter([table]), "x.jsonl")).splitlines()
    spans = [json.loads(line)["attributes"]["tmima"] for line in lines]
    assert spans == [[[0, 4, sure], [4, 9, never], [9, 12, 0.25]], [[0, 7, sure]], []]


def test_two_columns_cannot_be_kept_under_one_name():
    with pytest.raises(TmimaError, match=r"keep= author: .*'name'.* as author=my_name"):
        CorpusColumns(keep={"title": "name", "author": "name"})
    assert CorpusColumns(keep={"title": "name", "author": "by"}).kept == {
        "name": "title",
        "by": "author",
    }


def test_odd_corpora_are_refused_by_name(tmp_path):
    for odd, message in (
        ({"inputs": "a.parquet"}, r"inputs= must be a list of paths, not 'a\.parquet'"),
        ({"format": "xml"}, "format= must be one of parquet, jsonl, dolma, not 'xml'"),
        ({"errors": "hide"}, "errors= must be one of column, raise, not 'hide'"),
    ):
        with pytest.raises(TmimaError, match=message):
            Corpus(**({"inputs": [], "out": tmp_path, "segmenter": SEGMENTER} | odd))


def test_what_is_written_is_never_read(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("v").mkdir()
    json_lines(Path("v/a.jsonl"))
    Path("elsewhere").symlink_to("v/out")
    for given in ("v/**/*.jsonl", "v"):
        for _ in range(2):
            made = run(corpus([Path(given)], Path("v/out"), format="jsonl"))
            assert made["texts"] == len(ROWS)
            assert made["sources"] == ["v/a.jsonl"]
        assert len(input_pieces([given], CorpusColumns(), out=Path("v/out"))) == 1
    (part,) = Path("v/out").glob("part*")
    before = tree(tmp_path)
    for given in (part, Path("elsewhere", part.name), Path("v/out"), Path("elsewhere")):
        with pytest.raises(TmimaError, match=r"lies in v/out, where what is written goes"):
            run(corpus([Path("v/a.jsonl"), given], Path("v/out"), format="jsonl"))
    with pytest.raises(TmimaError, match=r"nothing to read outside v/out"):
        run(corpus([Path("v/*/*.jsonl")], Path("v/out"), format="jsonl"))
    assert tree(tmp_path) == before


@pytest.mark.parametrize(
    ("style", "name"),
    [
        ("jsonl", "part-000000-0000.jsonl"),
        ("jsonl", "part-000000-0017.jsonl"),
        ("parquet", "part-000000-0000.parquet"),
        ("dolma", "attributes/tmima/a.jsonl"),
        ("jsonl", "_batches.bin"),
    ],
)
def test_a_file_that_is_not_known_to_be_ours_is_never_replaced(style, name, tmp_path):
    source = json_lines(tmp_path / "a.jsonl")
    foreign = tmp_path / "out" / name
    foreign.parent.mkdir(parents=True)
    foreign.write_text("the only copy")
    said = refusal("corpus", source, tmp_path / "out", "--format", style)
    assert said == (
        f"tmima: {foreign} is there already, and nothing tells that tmima made it for these texts: "
        "choose another OUT\n"
    )
    assert tree(tmp_path / "out") == {name: b"the only copy"}
    # A link that leads nowhere is no place for a file either.
    foreign.unlink()
    foreign.symlink_to(tmp_path / "nowhere")
    if name != "_batches.bin":
        assert "is there already" in refusal("corpus", source, tmp_path / "out", "--format", style)


def test_an_input_in_the_folder_of_the_output_is_refused(tmp_path):
    source = json_lines(tmp_path / "part-000000-0000.jsonl")
    before = source.read_bytes()
    said = refusal("corpus", source, tmp_path, "--format", "jsonl")
    assert said.startswith(f"tmima: {source} lies in {tmp_path}, where what is written goes")
    assert tree(tmp_path) == {source.name: before}


def test_a_part_that_has_become_an_input_is_refused(tmp_path):
    source = json_lines(tmp_path / "a.jsonl")
    whole = corpus(source, tmp_path / "out", format="jsonl")
    run(whole)
    (part,) = whole.out.glob("part*")
    part.unlink()
    part.symlink_to(source)
    before = source.read_bytes()
    with pytest.raises(TmimaError, match="would be written over the input"):
        run(whole)
    assert source.read_bytes() == before


def test_shares_do_not_take_each_others_files_for_foreign(source, tmp_path):
    out = tmp_path / "out"
    run(corpus(source, out, shard=(1, 2)))
    run(corpus(source, out, shard=(2, 2)))
    with pytest.raises(TmimaError, match="is there already"):
        run(corpus(source, out))


SHAPES = {
    "nothing": b"",
    "no JSON": b"x\n",
    "half of it": b'{"a": 1}\n{"file": \n{}\n',
    "no object": b"[1]\n",
    "a number": b"1\n",
    "null": b"null\n",
    "a part that is none": b"{}\n[1]\n",
    "a part without its name": b'{}\n{"bytes": 1}\n',
    "a name that is none": json.dumps(PART | {"file": 3}).join(("{}\n", "\n")).encode(),
    "a size that is none": json.dumps(PART | {"bytes": "1"}).join(("{}\n", "\n")).encode(),
    "a count that is none": json.dumps(PART | {"texts": None}).join(("{}\n", "\n")).encode(),
    "a path elsewhere": json.dumps(PART | {"file": "../a"}).join(("{}\n", "\n")).encode(),
    "not UTF-8": b'{"a": "\xff"}\n',
    "deep": b"[" * 100_000 + b"\n",
    "bytes": bytes(range(256)),
}


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("name", ["_parts.jsonl", "_tmima.json"])
def test_a_journal_that_is_none_of_ours_is_refused_in_a_line(shape, name, tmp_path):
    source = json_lines(tmp_path / "a.jsonl")
    out = tmp_path / "out"
    out.mkdir()
    (out / name).write_bytes(SHAPES[shape])
    with pytest.raises(TmimaError, match=rf"{name} is damaged: [^\n]*: choose another OUT"):
        run(corpus(source, out))
    assert tree(out) == {name: SHAPES[shape]}


def test_a_journal_that_cannot_be_read_is_told_by_name(tmp_path):
    source = json_lines(tmp_path / "a.jsonl")
    (tmp_path / "out/_tmima.json").mkdir(parents=True)
    with pytest.raises(TmimaError, match=r"_tmima\.json cannot be read: Is a directory"):
        run(corpus(source, tmp_path / "out"))
    (tmp_path / "file").touch()
    with pytest.raises(TmimaError, match="file is no folder: choose another OUT"):
        run(corpus(source, tmp_path / "file"))


def few_rows(monkeypatch) -> None:
    """Have a file of lines read in batches of two."""
    monkeypatch.setattr(rows, "BATCH_ROWS", 2)


@pytest.mark.parametrize("style", ["parquet", "jsonl", "dolma"])
@pytest.mark.parametrize("torn", [0, 7])
def test_what_was_cut_of_a_file_that_is_not_finished_is_not_cut_again(
    style, torn, tmp_path, monkeypatch
):
    few_rows(monkeypatch)
    source = json_lines(tmp_path / "a.jsonl")
    run(corpus(source, tmp_path / "unbroken", format=style))
    broken = corpus(source, tmp_path / "broken", format=style)

    def cut_off(far):
        if far.texts == 8:
            raise PowerCutError

    with pytest.raises(PowerCutError):
        run(broken, on_batch=cut_off)
    assert tree(broken.out).keys() == {"_parts.jsonl", "_batches.bin"}
    saved = broken.out / "_batches.bin"
    saved.write_bytes(saved.read_bytes()[: -torn or None] + b"torn" * torn)
    cut = []
    segment = Segmenter.segment
    monkeypatch.setattr(
        Segmenter, "segment", lambda self, text: (cut.append(text), segment(self, text))[1]
    )
    # Six rows were saved; of a batch that was torn nothing is believed.
    run(broken)
    assert cut == [row["text"] for row in ROWS[6 if not torn else 4 :]]
    assert tree(broken.out) == tree(tmp_path / "unbroken")


def test_long_files_are_saved_one_by_one(tmp_path, monkeypatch):
    """A batch of many would be minutes of work, and all of it lost with the run."""
    monkeypatch.setattr(sys.modules["tmima.corpora.texts"], "BATCH_BYTES", 100)
    for number in range(4):
        (tmp_path / f"{number}.txt").write_text(
            "Cats purr. Ships sail. " * (1 if number < 2 else 9)
        )
    far = []
    run(corpus(tmp_path, tmp_path / "out"), on_batch=far.append)
    assert [each.texts for each in far] == [2, 3, 4]
    assert [each.share for each in far] == [0.5, 0.75, 1.0]


def test_the_command_does_what_its_options_say(source, tmp_path):
    pytest.importorskip("sklearn", reason="ponte needs the extra methods")
    options = ["--language", "en", "--method", "ponte", "--learn", 9, "--id", "id"]
    options += ["--format", "jsonl", "--no-text"]
    said = output("corpus", source, tmp_path / "out", *options, "--jobs", 1)
    manifest = json.loads((tmp_path / "out/_tmima.json").read_bytes())
    assert manifest["learnt"]["vocabulary_"]
    files = len(manifest["parts"])
    assert said == (
        f"36 texts, {manifest['segments']} segments, 0 errors, 0 nulls in {files} files below "
        f"{tmp_path / 'out'}\n"
    )


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--learn", "3", "--method", "c99"], "c99 learns nothing from plain texts"),
        (["--keep", "title"], "keep= title: the output has"),
        (["--shard", "3/2"], "as 3/16, not '3/2'"),
        (["--method", "wizardry"], "unknown method 'wizardry'"),
    ],
)
def test_the_command_refuses_what_cannot_be(options, message, tmp_path):
    json_lines(tmp_path / "a.jsonl")
    line = ["corpus", str(tmp_path / "a.jsonl"), str(tmp_path / "out"), *options]
    with pytest.raises((TmimaError, click.ClickException)) as refused:
        command.main(line, standalone_mode=False)
    assert message in str(refused.value)
    assert not (tmp_path / "out").exists()


def not_utf8(values: list[bytes | None]):
    """Return a column of strings as other programs write them, of whatever bytes."""
    raw = pa.array(values, pa.binary())
    return pa.Array.from_buffers(pa.string(), len(raw), raw.buffers())


@pytest.mark.parametrize("style", ["parquet", "jsonl"])
def test_a_string_of_parquet_that_is_not_utf8_costs_itself_only(style, tmp_path):
    columns = {
        "text": not_utf8([b"Cats purr.", b"byte \xff.", None, b"Ships sail."]),
        "id": not_utf8([b"one", b"tw\xff", None, b"four"]),
    }
    pq.write_table(pa.table(columns), tmp_path / "a.parquet")
    made = run(corpus(tmp_path / "a.parquet", tmp_path / "out", format=style))
    assert (made["texts"], made["segments"], made["errors"], made["nulls"]) == (4, 2, 1, 1)
    rows = rows_in(tmp_path / "out") or [
        json.loads(line)
        for path in (tmp_path / "out").glob("*.jsonl")
        for line in path.read_text().splitlines()
    ]
    assert [row["id"] for row in rows] == ["one", "tw\ufffd", None, "four"]
    assert rows[1]["error"] == "the text is not UTF-8: invalid start byte at byte 5"


def test_strings_within_what_is_kept_must_be_utf8(tmp_path):
    inner = pa.ListArray.from_arrays(pa.array([0, 1, 2], pa.int32()), not_utf8([b"a", b"\xff"]))
    pq.write_table(pa.table({"text": [TEXT, TEXT], "tags": inner}), tmp_path / "a.parquet")
    with pytest.raises(
        TmimaError, match=r"column 'tags' cannot be kept: .*: leave it out of keep="
    ):
        run(
            corpus(
                tmp_path / "a.parquet",
                tmp_path / "out",
                columns=CorpusColumns(keep={"tags": "tags"}),
            )
        )


def test_long_texts_of_parquet_are_errors_of_their_rows_too(tmp_path):
    pq.write_table(
        pa.table({"id": ["a", "b"], "text": ["x" * 200_000, TEXT]}), tmp_path / "a.parquet"
    )
    made = run(corpus(tmp_path / "a.parquet", tmp_path / "out", columns=SMALL))
    assert made["errors"] == 1
    assert "more than max_bytes=100000" in rows_in(tmp_path / "out")[0]["error"]


@pytest.mark.parametrize("name", ["a.parquet", "a.csv"])
def test_two_columns_of_one_name_are_refused(name, tmp_path):
    path = tmp_path / name
    if path.suffix == ".csv":
        path.write_text("text,id,text\na,b,c\n")
    else:
        table = pa.Table.from_arrays([["a"], ["b"], ["c"]], names=["text", "id", "text"])
        pq.write_table(table, path)
    with pytest.raises(TmimaError, match=r"has 2 columns 'text': rename all but one"):
        run(corpus(path, tmp_path / "out"))


def test_names_that_are_not_utf8_are_refused_in_a_line(tmp_path):
    source = json_lines(tmp_path / "a.jsonl")
    for option in ("--id", "--column", "--keep"):
        said = tmima("corpus", source, tmp_path / "out", option, "i\udcff")
        assert (said.returncode, said.stdout) == (2, b"")
        assert said.stderr == b"tmima: a column cannot be called 'i\\udcff': that is not UTF-8\n"
    if os.name == "posix":
        (tmp_path / "n\udcff.txt").write_text("Cats purr.")
        with pytest.raises(
            TmimaError, match=r"the name of '.*n\\udcff\.txt' is not UTF-8: rename it"
        ):
            run(corpus(tmp_path / "*.txt", tmp_path / "out"))
    assert not (tmp_path / "out").exists()


def test_the_column_of_texts_may_be_missing_in_the_first_rows(tmp_path):
    rows = ['{"id": 0}', "no JSON", "", '{"id": 1}', '{"id": 2, "text": "Cats purr."}']
    (tmp_path / "a.jsonl").write_text("\n".join(rows))
    made = run(corpus(tmp_path / "a.jsonl", tmp_path / "out"))
    assert (made["texts"], made["nulls"], made["errors"], made["segments"]) == (4, 2, 1, 1)
    (tmp_path / "a.csv").write_text("id,text\n1\n")
    assert run(corpus(tmp_path / "a.csv", tmp_path / "csv"))["errors"] == 1


def refused_number(said: str) -> None:
    raise ValueError(f"JSON has no {said}")


def test_numbers_that_are_not_finite_are_null_in_json(tmp_path):
    odd = [math.nan, math.inf, 1.5]
    table = pa.table({"text": [TEXT] * 3, "n": odd, "deep": [{"a": [each]} for each in odd]})
    pq.write_table(table, tmp_path / "a.parquet")
    (tmp_path / "b.jsonl").write_text(
        '{"text": "Cats purr.", "n": NaN, "deep": {"a": [Infinity]}}\n'
    )
    columns = CorpusColumns(keep={"n": "n", "deep": "deep"})
    run(
        corpus(
            [tmp_path / "a.parquet", tmp_path / "b.jsonl"],
            tmp_path / "out",
            format="jsonl",
            columns=columns,
        )
    )
    found = {}
    for path in sorted((tmp_path / "out").glob("*.jsonl")):
        for line in path.read_text().splitlines():
            row = json.loads(line, parse_constant=refused_number)
            found[Path(row["source"]).name, row["row"]] = row["n"], row["deep"]
    assert found == {
        ("a.parquet", 0): (None, {"a": [None]}),
        ("a.parquet", 1): (None, {"a": [None]}),
        ("a.parquet", 2): (1.5, {"a": [1.5]}),
        ("b.jsonl", 0): ("null", '{"a": [null]}'),
    }


def deadly_titles(segments) -> list[str]:
    """End the process of a text about a kraken, as the system does when memory is short."""
    if any("kraken" in each.text for each in segments):
        os.kill(os.getpid(), signal.SIGKILL)
    return ["calm"] * len(segments)


@pytest.mark.skipif(os.name != "posix", reason="processes are killed as POSIX has it")
def test_a_text_that_ends_its_process_costs_its_own_row(tmp_path, monkeypatch):
    texts = [TEXT, "A kraken sleeps.", TEXT, "The kraken wakes.", TEXT]
    lines = [json.dumps({"id": number, "text": text}) for number, text in enumerate(texts)]
    (tmp_path / "a.jsonl").write_text("\n".join(lines))
    segmenter = Segmenter(**SEGMENTER.settings | {"titles": deadly_titles})
    whole = replace(corpus(tmp_path / "a.jsonl", tmp_path / "out"), segmenter=segmenter)
    made = run(whole, jobs=2)
    assert (made["texts"], made["errors"]) == (5, 2)
    wrong = {row["id"]: row["error"] for row in rows_in(whole.out) if row["error"]}
    said = "the text ended its process, as the system does when memory is short"
    assert wrong == {"1": said, "3": said}
    # That is how it stays.
    before = tree(whole.out)
    assert run(whole, jobs=2) == made
    assert tree(whole.out) == before


def test_a_text_that_takes_too_long_costs_its_own_row(tmp_path, monkeypatch):
    source = json_lines(tmp_path / "a.jsonl")

    def late(work, items, *, jobs, guard):
        assert (jobs, guard.seconds) == (1, 7)
        for item in items:
            yield work(guard.without(item, 2, "took more than 7 seconds"))

    monkeypatch.setattr(sys.modules["tmima.corpora.run"], "map_ordered", late)
    made = run(corpus(source, tmp_path / "out", max_seconds=7))
    assert made["errors"] == 1
    rows = [row for row in rows_in(tmp_path / "out") if row["error"]]
    assert [(row["id"], row["error"]) for row in rows] == [
        ("n2", "the text took more than 7 seconds")
    ]
    assert made["max_seconds"] == 7
    with pytest.raises(TmimaError, match="max_seconds= must be more than 0, not 0"):
        corpus(source, tmp_path / "out", max_seconds=0)


def test_a_log_is_told_now_and_then_how_far_a_run_has_come(monkeypatch, capsys):
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    with showing.texts_progress("Reading") as show:
        for seconds, checking in ((2, True), (5, True), (6, False), (9, False), (10, False)):
            now[0] = seconds
            show(seconds * 100, seconds / 100, checking)
    assert capsys.readouterr().err == (
        "500 texts checked, 100 a second, 5%\n1,000 texts, 200 a second, 10%\n"
    )


def test_a_run_that_goes_on_tells_how_much_it_has_checked(source, tmp_path):
    whole = corpus(source, tmp_path / "out")
    far = []
    run(whole, on_batch=far.append)
    assert not any(each.checking for each in far)
    assert far[-1].texts == 3 * len(ROWS)
    far.clear()
    run(whole, on_batch=far.append)
    assert all(each.checking for each in far)
    assert (far[-1].texts, far[-1].share) == (3 * len(ROWS), 1.0)


@pytest.mark.parametrize("odd", [-1, True, 10**30, 1.0])
def test_counts_that_cannot_be_are_not_taken_over(odd, source, tmp_path):
    whole = corpus(source, tmp_path / "out", format="jsonl")
    run(whole)
    path = whole.out / "_tmima.json"
    manifest = json.loads(path.read_text(encoding="utf-8"))
    manifest["parts"][0]["texts"] = odd
    path.write_text(json.dumps(manifest), encoding="utf-8")
    before = tree(whole.out)
    with pytest.raises(TmimaError, match="is damaged: texts of a part is"):
        run(whole)
    assert tree(whole.out) == before


def test_a_line_of_a_journal_that_was_altered_is_refused(source, tmp_path):
    whole = corpus(source, tmp_path / "out", format="jsonl")
    run(whole)
    manifest = json.loads((whole.out / "_tmima.json").read_text(encoding="utf-8"))
    made = {name: manifest[name] for name in ("tmima", "settings") if name in manifest}
    part = manifest["parts"][0]
    (whole.out / "_tmima.json").unlink()
    path = whole.out / "_parts.jsonl"
    Journal(path).rewrite([made, part])
    line = path.read_text().replace(f'"texts": {part["texts"]}', '"texts": 77')
    path.write_text(line, encoding="utf-8")
    before = tree(whole.out)
    with pytest.raises(TmimaError, match="its checksum is wrong"):
        run(whole)
    assert tree(whole.out) == before


def test_a_column_whose_name_is_no_text_is_refused_in_a_line(tmp_path):
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"text": ["A ship."], "number": [1]}), path)
    path.write_bytes(path.read_bytes().replace(b"number", b"numb\xe3\xe3"))
    with pytest.raises(TmimaError, match=r"a\.parquet cannot be read: .*utf-8"):
        run(corpus(path, tmp_path / "out", columns=CorpusColumns()))
