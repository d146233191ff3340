"""Many texts: any form in, whole files out, and the same bytes however a run was broken."""

import csv
import errno
import gzip
import hashlib
import json
import os
from dataclasses import replace
from pathlib import Path

import click
import pytest

from tests.command import output
from tmima import Segmenter, TmimaError
from tmima.cli import tmima as command

pa = pytest.importorskip("pyarrow", reason="corpora need pyarrow: 'tmima[corpus]'")

import pyarrow.parquet as pq  # noqa: E402

from tmima import files  # noqa: E402
from tmima.arrow import segment_table  # noqa: E402
from tmima.corpora import Columns, Corpus, learn, pieces, run  # noqa: E402
from tmima.corpora.journal import Journal  # noqa: E402
from tmima.corpora.writing import FORMATS  # noqa: E402

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
SMALL = Columns(id="id", max_bytes=100_000)


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
    further.setdefault("columns", Columns(id="id"))
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
            row["id"] = None
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
    add = Journal.add
    added = []

    def cut_off(journal, part):
        if len(added) == after:
            if torn:  # half a line is all that came to the disk
                with (broken.out / "_parts.jsonl").open("a") as lines:
                    lines.write(json.dumps(part)[:40])
            raise PowerCutError
        added.append(part["file"])
        add(journal, part)

    monkeypatch.setattr(Journal, "add", cut_off)
    try:
        run(broken)
    except PowerCutError:
        assert not (broken.out / "_tmima.json").exists()
    finished = list(added)
    monkeypatch.setattr(
        Journal, "add", lambda journal, part: (added.append(part["file"]), add(journal, part))
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


def test_half_a_line_of_the_journal_tells_nothing(source, tmp_path):
    made = {"settings": 1}
    with Journal(tmp_path, "", made) as journal:
        journal.add({"file": "a", "bytes": 0})
    (tmp_path / "a").touch()
    (tmp_path / "b").touch()
    lines = tmp_path / "_parts.jsonl"
    # Nothing but the end of the line is missing; more might have been to come.
    lines.write_text(lines.read_text() + '{"file": "b", "bytes": 0}')
    with Journal(tmp_path, "", made) as journal:
        assert journal.known("a")
        assert journal.known("b") is None
    assert len(lines.read_text().splitlines()) == 2


def test_a_manifest_is_there_only_when_all_is(source, tmp_path):
    whole = corpus(source, tmp_path / "out")
    run(whole)
    parquet(source / "d.parquet")
    cut_short(source / "d.parquet")
    (source / "d.parquet").rename(source / "d.jsonl.gz")
    with pytest.raises(TmimaError, match="cannot be read"):
        run(whole)
    assert not (whole.out / "_tmima.json").exists()
    json_lines(source / "d.jsonl.gz")
    assert run(whole)["texts"] == 4 * len(ROWS)


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
    first, second, *_ = sorted(whole.out.glob("*.parquet"))
    first.unlink()
    second.write_bytes(second.read_bytes()[:-1])
    run(whole)
    assert tree(whole.out) == wanted


def test_what_was_made_otherwise_is_not_mixed_in(source, tmp_path):
    whole = corpus(source, tmp_path / "out")
    run(whole)
    made = tree(whole.out)
    with pytest.raises(TmimaError, match=r"was made otherwise \(settings differ\): choose another"):
        run(replace(whole, segmenter=Segmenter(language="en")))
    with pytest.raises(TmimaError, match=r"\(text differ\)"):
        run(replace(whole, text=False))
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
    columns = Columns(text="body", id="n", keep={"title": "name", "n": "n"})
    run(corpus(tmp_path / "a.parquet", tmp_path / "out", columns=columns, text=False))
    (path,) = (tmp_path / "out").glob("*.parquet")
    found = pq.read_table(path)
    assert found.schema.names[:5] == ["source", "row", "id", "name", "n"]
    assert found.schema.field("id").type == pa.int16()
    assert "text" not in found.schema.names
    assert set(found.column("name").to_pylist()) == {"one", None}
    with pytest.raises(TmimaError, match=r"a column 'title' of its own: .* as title=my_title"):
        Columns(keep={"title": "title"})


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

    monkeypatch.setattr(files.os, "fsync", full)
    with pytest.raises(TmimaError, match=r"cannot be written: No space left on device"):
        run(whole)
    unbroken = tree(tmp_path / "unbroken")
    left = tree(whole.out)
    del left["_parts.jsonl"]
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
    columns = Columns(id="id")
    learnt = []
    for number in (4, 4, 100):
        segmenter = Segmenter(language="en")
        learn(segmenter, pieces([source], columns), columns, number)
        learnt.append((segmenter.lengths_.texts, segmenter.parameters_))
    assert learnt[0] == learnt[1]
    assert [texts for texts, _ in learnt] == [4, 4, 36]


def test_learning_takes_texts_from_one_end_of_a_corpus_to_the_other(tmp_path):
    """Files of one kind often lie side by side: the first of them tell of no other."""
    folder = tmp_path / "texts"
    folder.mkdir()
    for number in range(40):
        row = {"text": f"The ship number {number} sails. The tide number {number} is late."}
        (folder / f"{number:02d}.jsonl").write_text(json.dumps(row))
    columns = Columns()
    learner = Listening()
    learn(learner, pieces([folder], columns), columns, 8)
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
        Columns(keep={"title": "name", "author": "name"})
    assert Columns(keep={"title": "name", "author": "by"}).kept == {"name": "title", "by": "author"}


def test_odd_corpora_are_refused_by_name(tmp_path):
    for odd, message in (
        ({"inputs": "a.parquet"}, r"inputs= must be a list of paths, not 'a\.parquet'"),
        ({"format": "xml"}, "format= must be one of parquet, jsonl, dolma, not 'xml'"),
        ({"errors": "hide"}, "errors= must be one of column, raise, not 'hide'"),
    ):
        with pytest.raises(TmimaError, match=message):
            Corpus(**({"inputs": [], "out": tmp_path, "segmenter": SEGMENTER} | odd))


def test_what_is_written_is_never_read(tmp_path):
    with pytest.raises(TmimaError, match="what is written would be read"):
        corpus(tmp_path, tmp_path / "out")


def test_the_command_does_what_its_options_say(source, tmp_path):
    options = ["--language", "en", "--learn", 9, "--id", "id", "--format", "jsonl", "--no-text"]
    said = output("corpus", source, tmp_path / "out", *options, "--jobs", 1)
    manifest = json.loads((tmp_path / "out/_tmima.json").read_bytes())
    assert manifest["learnt"]["similarity_"] == "graded"
    files = len(manifest["parts"])
    assert said == (
        f"36 texts, {manifest['segments']} segments, 0 errors, 0 nulls in {files} files below "
        f"{tmp_path / 'out'}\n"
    )


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--learn", "3", "--gamma", "0.3"], "learn= finds the parameters: leave out"),
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
