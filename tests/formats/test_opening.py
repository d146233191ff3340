"""One file is opened in one way, whoever opens it, and so has one answer."""

import base64
import json
import re
from pathlib import Path
from typing import Any, cast

import pytest

import tmima
from tests.command import output
from tests.command import tmima as run
from tests.documents import FOLDER, SECTION
from tests.formats.test_documents import NOTES, PAGE
from tests.formats.test_office import DOCX, EPUB, packed, pdf
from tmima.explore.session import OpenText, Upload
from tmima.formats import parse_text
from tmima.integrations.chunks import chunker, chunks
from tmima.text import exact_time, short_time

TRANSCRIPTS = Path(__file__).parents[2] / "docs" / "transcripts"
TALK = parse_text((TRANSCRIPTS / "lighthouse.vtt").read_text(encoding="utf-8")).timeline
PROSE = TALK.text
GREEK = SECTION.sub("", min((FOLDER / "el").glob("*.txt")).read_text(encoding="utf-8"))


def rows(**names: str) -> list[dict]:
    """Return the cues as rows of JSON, start, end, text and speaker by the names given."""
    return [
        {names[field]: getattr(cue, field) for field in names if getattr(cue, field) is not None}
        for cue in TALK.cues
    ]


def captions(arrow: str = "{} --> {}", head: str = "") -> str:
    times = ((cue, map(exact_time, (cue.start, cue.end))) for cue in TALK.cues)
    return head + "".join(f"{arrow.format(*both)}\n{cue.text}\n\n" for cue, both in times)


def whisper_cpp() -> list[dict]:
    return [
        {"offsets": {"from": 1000 * cue.start, "to": 1000 * cue.end}, "text": cue.text}
        for cue in TALK.cues
    ]


def json3() -> list[dict]:
    return [
        {
            "tStartMs": 1000 * cue.start,
            "dDurationMs": 1000 * (cue.end - cue.start),
            "segs": [{"utf8": cue.text}],
        }
        for cue in TALK.cues
    ]


def turns(form: str) -> str:
    return "".join(
        form.format(time=short_time(cue.start), name=cue.speaker or "Guest", said=cue.text)
        for cue in TALK.cues
    )


PLAIN = {"start": "start", "end": "end", "text": "text"}
SRT = captions().replace(".000 ", ",000 ")
TEXTS = {
    "plain.txt": PROSE,
    "no-name": PROSE,
    "greek.txt": GREEK,
    "article.tex": f"The harbour\n===========\n\n{PROSE}",
    "crlf.txt": PROSE.replace("\n", "\r\n"),
    "bom.txt": "\ufeff" + PROSE,
    "notes.md": NOTES,
    "NOTES.MARKDOWN": NOTES,
    "crlf.md": NOTES.replace("\n", "\r\n"),
    "bom.md": "\ufeff" + NOTES,
    "marks.txt": NOTES,
    "page.html": PAGE,
    "page.htm": PAGE.replace("\n", "\r\n"),
    "page.xhtml": PAGE.replace("<!DOCTYPE html>", '<?xml version="1.0"?>'),
    "page.txt": PAGE,
    "piece.html": "<p>A ship waits.<p>The tide is late.<h2></h2><p>Bakers rise. Bakers knead.",
    "no-title.html": PAGE.replace("<title>Oak", "<title>").replace("The harbour</h1>", "</h1>"),
    "talk.srt": SRT,
    "crlf.srt": SRT.replace("\n", "\r\n"),
    "talk.vtt": captions(head="WEBVTT\n\n"),
    "whisper.json": json.dumps({"text": "", "segments": rows(**PLAIN)}),
    "list.json": json.dumps(rows(**PLAIN, speaker="speaker")),
    "half.json": json.dumps([{"start": 0, "text": "A ship \ud83d."}, *rows(**PLAIN)]),
    "whisper-cpp.json": json.dumps({"transcription": whisper_cpp()}),
    "json3.json": json.dumps({"events": json3()}),
    "podcast.json": json.dumps({
        "version": "1.0.0",
        "segments": rows(start="startTime", end="endTime", text="body", speaker="speaker"),
    }),
    "turns.txt": turns("{name} {time}\n{said}\n\n"),
    "times.txt": turns("[{time}] {name}: {said}\n"),
    "turns.md": turns("[{time}] **{name}:** {said}\n\n"),
}  # fmt: skip
ENCODED = {
    "utf-16.txt": PROSE.encode("utf-16"),
    "utf-16-be.md": "\ufeff".encode("utf-16-be") + NOTES.encode("utf-16-be"),
    "utf-32.html": PAGE.encode("utf-32"),
    "utf-16.srt": SRT.encode("utf-16"),
}
CONVERTED = {
    "a.pdf": pdf("A ship waits for the tide.", "Bakers rise early. Bakers knead dough."),
    "a.docx": packed(**DOCX),
    "a.epub": packed(**EPUB),
}
FILES = {name: text.encode() for name, text in TEXTS.items()} | ENCODED
TIMED = [
    name
    for name in FILES
    if name.endswith((".srt", ".vtt", ".json")) or name.startswith(("turns", "times"))
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    found = tmp_path_factory.mktemp("files")
    for name, content in FILES.items():
        (found / name).write_bytes(content)
    return found


@pytest.fixture(scope="module")
def expected(folder) -> dict[str, list[tuple[int, int]]]:
    """Return where the segments of each file begin and end, as the library has it."""
    return {name: spans(tmima.segment(tmima.open_file(folder / name))) for name in FILES}


def spans(segments) -> list[tuple[int, int]]:
    return [(one.start, one.end) for one in segments]


def of_json(rows) -> list[tuple[int, int]]:
    return [(row["start"], row["end"]) for row in rows]


def explored(name: str, content: bytes) -> list[tuple[int, int]]:
    return spans(OpenText(Upload(content, name=name)).cut())


def test_there_are_enough_files_and_they_are_what_they_are_called(folder, expected):
    assert len(FILES) >= 30
    for name in FILES:
        document = tmima.Segmenter().read(tmima.open_file(folder / name))
        assert (document.timeline is not None) == (name in TIMED), name
        read = None if document.origin is None else document.origin.kind
        by_name = "markdown" if re.search(r"\.md|\.MARKDOWN", name) and name not in TIMED else None
        assert read == ("html" if "html" in name or "page" in name else by_name), name
    assert sum(len(found) > 1 for found in expected.values()) >= 15


def test_a_byte_order_mark_changes_nothing(folder, expected):
    for name, plain in (("bom.txt", "plain.txt"), ("bom.md", "notes.md")):
        assert tmima.open_file(folder / name).text == tmima.open_file(folder / plain).text
        assert expected[name] == expected[plain]
    said = run("stream", stdin=FILES["bom.txt"]).stdout
    assert said == run("stream", stdin=FILES["plain.txt"]).stdout
    # A string is a text already, whatever it begins with.
    assert next(iter(tmima.segment(TEXTS["bom.txt"]))).text.startswith("\ufeff")


def test_the_command_line_gives_the_same_segments(folder, expected):
    done = run("segment", *(folder / name for name in FILES), "--format", "json")
    rows = map(json.loads, done.stdout.decode().splitlines())
    found = {Path(row["file"]).name: of_json(row["segments"]) for row in rows}
    assert found == expected


def test_the_explorer_gives_the_same_segments(expected):
    found = {name: explored(name, content) for name, content in FILES.items()}
    # Of a transcript it shows the chapters, which keep rules of their own.
    assert {name: found[name] for name in FILES if name not in TIMED} == {
        name: expected[name] for name in FILES if name not in TIMED
    }


def test_the_server_is_given_a_file_by_its_name_and_bytes(expected):
    pytest.importorskip("fastapi", reason="the explorer is not installed")
    from fastapi.testclient import TestClient

    from tmima.explore.server import create_app
    from tmima.explore.settings import ServerSettings

    with TestClient(
        create_app(ServerSettings(max_bytes=100_000)), base_url="http://127.0.0.1"
    ) as server:
        for name in ("notes.md", "utf-32.html"):
            file = {"name": name, "content": base64.b64encode(FILES[name]).decode()}
            text = server.post("/api/files", json=file).json()
            assert text["file"] == file
            assert text["source"] is None
            cuts = server.post(f"/api/texts/{text['key']}/cuts", json={}).json()
            edges = text["edges"]
            found = [(edges[one["first"]], edges[one["last"]]) for one in cuts["segments"]]
            assert found == expected[name]
        bad = {"name": "a.txt", "content": base64.b64encode(b"A ship \xff").decode()}
        refused = server.post("/api/files", json=bad)
        assert refused.status_code == 422
        assert "a.txt is not UTF-8" in refused.text
        long = {"name": "a.txt", "content": base64.b64encode(b"A ship. " * 20_000).decode()}
        assert server.post("/api/files", json=long).status_code == 413
        # Two bytes of a file may be more of UTF-8.
        wide = ("漢" * 49_000 + ".").encode("utf-16")
        long = {"name": "a.txt", "content": base64.b64encode(wide).decode()}
        assert "147001 bytes, more than 100000" in server.post("/api/files", json=long).text


def test_a_report_shows_the_same_segments(folder, expected, tmp_path):
    run("segment", *(folder / name for name in FILES), "--format", "html", "-o", tmp_path)
    for name, segments in expected.items():
        report = (tmp_path / f"{name}.html").read_text(encoding="utf-8")
        data = re.search(r'<script type="application/json" id="data">(.*?)</script>', report)[1]
        shown = json.loads(data)
        edges = shown["text"]["edges"]
        found = shown["cuts"]["segments"]
        assert [(edges[one["first"]], edges[one["last"]]) for one in found] == segments, name


def test_chapters_are_the_same_in_every_format_and_in_the_explorer(folder, expected):
    for name in TIMED:
        found = json.loads(output("chapters", folder / name, "--format", "json"))["chapters"]
        text = tmima.open_file(folder / name).text
        shown = [text[start:end].strip() for start, end in explored(name, FILES[name])]
        assert [one["text"] for one in found] == shown, name
        assert "".join("".join(shown).split()) == "".join(text.split()), name


def test_a_corpus_has_the_same_segments(folder, expected, tmp_path):
    pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    files = [folder / name for name in FILES]
    output("corpus", *files, tmp_path, "--format", "jsonl", "--jobs", 1)
    found: dict[str, list[tuple[int, int]]] = {}
    for part in tmp_path.glob("*.jsonl"):
        for row in map(json.loads, part.read_text(encoding="utf-8").splitlines()):
            assert row["error"] is None
            found.setdefault(Path(row["source"]).name, []).append((row["start"], row["end"]))
    assert found == expected


def test_an_adapter_is_given_what_was_opened(folder, expected):
    segmenter = chunker(None, settings={"format": None})
    found = {name: spans(chunks(segmenter, tmima.open_file(folder / name))) for name in FILES}
    assert found == expected


def test_what_is_learnt_from_a_folder_is_read_as_it_is_opened(folder, tmp_path):
    for name in ("utf-16-be.md", "utf-32.html"):
        (tmp_path / name).write_bytes(FILES[name])
    pytest.importorskip("sklearn", reason="ponte needs the extra methods")
    told, found = (tmima.Segmenter(language="en", method="ponte") for _ in range(2))
    names = ("utf-16-be.md", "utf-32.html")
    told.learn([told.read(tmima.open_file(tmp_path / name)) for name in names])
    found.learn(tmp_path)
    own, given = cast("Any", found.method_), cast("Any", told.method_)
    assert own.vocabulary_.numbers == given.vocabulary_.numbers
    assert own.counts_.toarray().tolist() == given.counts_.toarray().tolist()


@pytest.mark.parametrize("name", CONVERTED)
def test_what_a_converter_reads_is_the_same_everywhere(tmp_path, name):
    if name.endswith(".pdf"):
        pytest.importorskip("pypdfium2", reason="pypdfium2 is not installed")
    file = tmp_path / name
    file.write_bytes(CONVERTED[name])
    segments = spans(tmima.segment(tmima.open_file(file)))
    done = run("segment", file, "--format", "json")
    assert of_json(json.loads(done.stdout)["segments"]) == segments
    assert explored(name, CONVERTED[name]) == segments


def test_a_format_that_is_told_wins_everywhere(tmp_path):
    file = tmp_path / "talk.md"
    file.write_text(f"==========\n{NOTES}==========\n", encoding="utf-8")
    for told in ("text", "lines", "choi", "markdown", "auto"):
        text = tmima.open_file(file, format=told)
        segments = spans(tmima.segment(text, format=told))
        found = json.loads(output("segment", file, "--input-format", told, "--format", "json"))
        assert of_json(found["segments"]) == segments
        opened = OpenText(Upload(file.read_bytes(), format=told, name=file.name))
        assert spans(opened.cut()) == segments
