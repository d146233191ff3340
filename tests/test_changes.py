"""Changes that somebody will want: each is made to a copy, in the files that the table of
docs/changing.md names, and must show on every front."""

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.pages import page

PACKAGE = Path(__file__).parents[1] / "src" / "tmima"
MOST_FILES = 3

# What each program below may use.
PRELUDE = """
import csv, io, json
from pathlib import Path

from click.testing import CliRunner

import tmima
from tmima.cli import tmima as command_line

TEXT = (
    "The harbour was full of ships. Every ship waited for the tide. The tide was late. "
    "Bakers rise early. The baker kneads the dough. Good dough needs good flour. "
)
Path("text.txt").write_text(TEXT)
REF = "=" * 10 + "\\n" + TEXT[:82].strip().replace(". ", ".\\n") + "\\n" + "=" * 10 + "\\n"
REF += TEXT[82:].strip().replace(". ", ".\\n") + "\\n" + "=" * 10 + "\\n"
Path("text.ref").write_text(REF)


def run(line, status=0):
    done = CliRunner().invoke(command_line, line.split(), prog_name="tmima")
    assert done.exit_code == status, (line, done.output, done.exception)
    return " ".join(done.output.split())


def client():
    from starlette.testclient import TestClient

    from tmima.explore.server import create_app

    return TestClient(create_app(), base_url="http://127.0.0.1:8765")


def about():
    with client() as server:
        return server.get("/api/about").json()


def described():
    with client() as server:
        return json.dumps(server.get("/openapi.json").json())


def cut_by_the_page(text=TEXT, file=None, **asked):
    from base64 import b64encode

    with client() as server:
        if file:
            content = b64encode(Path(file).read_bytes()).decode()
            opened = server.post("/api/files", json={"name": file, "content": content})
        else:
            opened = server.post("/api/texts", json={"text": text})
        assert opened.status_code < 300, opened.text
        found = server.post(f"/api/texts/{opened.json()['key']}/cuts", json=asked)
        assert found.status_code == 200, found.text
        return opened.json(), found.json()


def corpus(name, *options):
    run(f"corpus {name} OUT --jobs 1 --format jsonl " + " ".join(options))
    (part,) = Path("OUT").glob("part-*.jsonl")
    return [json.loads(line) for line in part.read_text().splitlines()]
"""


@dataclass(frozen=True)
class Change:
    """A change to a copy of the package, and what shows it.

    Attributes:
        edits: by file: texts that stand there once and what takes the place of each, or the text of
            a new file.
        program: what must run then.
    """

    edits: dict[str, tuple[str, ...] | str]
    program: str


CHANGES = {
    "a language": Change(
        {
            "languages/ka.py": """
from tmima.languages.language import LanguageEntry

def analyzer(*, normalise=None, stopwords=None, tagger=None):
    from tmima.languages.language import Language
    from tmima.languages.rules import RuleAnalyzer

    georgian = Language(code="ka", normalise="plain", split=sentences)
    return RuleAnalyzer(georgian, normalise=normalise, stopwords=stopwords or ())

def sentences(paragraph):
    import re
    return [found.span() for found in re.finditer(r"[^.]+[.]*", paragraph)]

LANGUAGE = LanguageEntry(code="ka", analyzer=analyzer, aliases=("kat",), scripts=("GEORGIAN",))
""",
            "languages/language.py": (
                '"en": "tmima.languages.en:LANGUAGE"}',
                '"en": "tmima.languages.en:LANGUAGE", "ka": "tmima.languages.ka:LANGUAGE"}',
            ),
        },
        """
GEORGIAN = "კატა ეზოშია. კატას სძინავს. გემი ზღვაშია. გემები მიდიან."
Path("ka.txt").write_text(GEORGIAN)
assert tmima.detect_language(GEORGIAN) == "ka"
assert len(tmima.segment(GEORGIAN).document.sentences) == 4
assert "4 sentences, language ka" in run("segment ka.txt")
assert "ka" in run("info")
assert "ka" in about()["languages"]
assert run("analyze ka.txt --language kat")
assert corpus("ka.txt")[-1]["last"] == 4
""",
    ),
    "a document format": Change(
        {
            "formats/wiki.py": """
import re

from tmima.formats.format import Format
from tmima.text import Block, Origin, Piece, Source

def parse(text):
    blocks = []
    for line in re.finditer(r"\\S.*", text):
        kind = "heading" if line[0].startswith("==") else "prose"
        blocks.append(Block(*line.span(), kind, level=int(kind == "heading")))
    return Source.of(Origin("wiki", text, blocks, [Piece(text, 0, len(text))]))

WIKI = Format("wiki", "pages of a wiki", suffixes=(".wiki",), parse=parse)
""",
            "formats/format.py": (
                '"markdown": "',
                '"wiki": "tmima.formats.wiki:WIKI",\n        "markdown": "',
            ),
        },
        """
PAGE = f"== Ships ==\\n{TEXT[:82]}\\n== Bread ==\\n{TEXT[82:]}\\n"
Path("page.wiki").write_text(PAGE)
assert tmima.open_file("page.wiki").format == "wiki"
assert "wiki" in run("segment page.wiki --cut-at headings --format json")
assert "wiki" in run("segment --help")
assert "wiki" in str(about()["formats"])
opened, found = cut_by_the_page(file="page.wiki")
assert "origin_start" in found["segments"][0]
assert corpus("page.wiki")[0]["origin_start"] == 0
""",
    ),
    "a transcript format": Change(
        {
            "formats/seconds.py": """
from math import nan

from tmima.formats.format import Format
from tmima.text import Cue, Source, Timeline

def parse(text):
    rows = [line.partition(" ") for line in text.splitlines()]
    return Source.of(Timeline([Cue(float(row[0][1:]), nan, row[2]) for row in rows]))

def recognises(text):
    return text.startswith("@0 ")

SECONDS = Format("seconds", "lines with seconds", recognises=recognises, parse=parse)
""",
            "formats/format.py": (
                '"turns": "',
                '"seconds": "tmima.formats.seconds:SECONDS",\n        "turns": "',
            ),
        },
        """
SPEECH = "".join(
    f"@{20 * n} {one.strip()}.\\n" for n, one in enumerate(TEXT.strip().split(".")[:-1])
)
Path("talk.txt").write_text(SPEECH)
assert tmima.segment(SPEECH).segments[0].start_time == 0
assert run("chapters talk.txt --format podlove").count("psc:chapter ") >= 1
assert "start_time" in run("segment talk.txt --format json")
assert "seconds" in run("chapters --help")
assert "seconds" in str(about()["formats"])
assert "start_time" in cut_by_the_page(SPEECH)[1]["segments"][0]
assert corpus("talk.txt")[0]["start_time"] == 0
""",
    ),
    "a corpus file type": Change(
        {
            "corpora/rows.py": (
                '_SEPARATORS = {".csv": ",", ".tsv": "\\t"}',
                '_SEPARATORS = {".csv": ",", ".tsv": "\\t", ".psv": "|"}',
            ),
        },
        """
Path("texts.psv").write_text(f"id|text\\n1|{TEXT}\\n2|{TEXT}\\n")
assert {row["id"] for row in corpus("texts.psv", "--id", "id")} == {"1", "2"}
""",
    ),
    "a similarity": Change(
        {
            "similarity/even.py": """
import numpy as np

from tmima.similarity.columns import GivenMatrix

def alike(units):
    words = units.words.astype(float)
    return GivenMatrix(np.exp(-np.abs(words[:, None] - words[None, :])))
""",
            "similarity/named.py": (
                "def _latent(",
                """def _even(_: Sources) -> Measure:
    from tmima.similarity.even import alike

    return alike


def _latent(""",
                """        "lsa": NamedSimilarity(""",
                """        "even": NamedSimilarity("about as many words", 0.4, 0.5, _even),
        "lsa": NamedSimilarity(""",
            ),
        },
        """
assert tmima.segment(TEXT, similarity="even").settings.similarity == "even"
assert "even" in run("segment text.txt --set similarity=even --format json")
assert "about as many words" in run("info")
assert "even" in str(about()["similarities"])
assert cut_by_the_page(similarity="even")[1]["fitted"]["similarity"] == "even"
""",
    ),
    "the default similarity": Change(
        {
            "similarity/named.py": (
                "DEFAULT_SIMILARITY = GRADED_SIMILARITY",
                "DEFAULT_SIMILARITY = PAPER_SIMILARITY",
            ),
        },
        """
assert tmima.segment(TEXT).settings.similarity == "shared"
assert "similarity shared" in run("segment text.txt --verbose")
assert "similarity shared" in run("info")
assert cut_by_the_page()[1]["fitted"]["similarity"] == "shared"
assert [one.cut for one in tmima.stream([TEXT])]
assert "default: shared" in run("settings")
""",
    ),
    "a method": Change(
        {
            "methods/literature/halves.py": """
from tmima.methods.method import MethodEntry
from tmima.text import Segmentation

class Halves:
    def __init__(self, *, parts=2):
        self.parts = parts

    def segment(self, text, *, n_segments=None):
        count = min(n_segments or self.parts, len(text))
        return Segmentation([len(text) * part // count for part in range(1, count + 1)])

ENTRY = MethodEntry("halves", "2026", "cuts in the middle", "a test", Halves, count="optional")
""",
            "methods/method.py": (
                '        "vmp": "tmima.methods.literature.youmans:ENTRY",\n',
                '        "halves": "tmima.methods.literature.halves:ENTRY",\n',
            ),
        },
        """
assert tmima.segment(TEXT, method="halves").boundaries == (3, 6)
assert "Method halves" in run("segment text.txt --method halves --set parts=3 --verbose")
assert "cuts in the middle" in run("methods")
Path("texts").mkdir()
Path("texts/1.ref").write_text(REF)
assert "halves" in run("compare texts --methods halves,none --language en")
assert "halves" in str(about()["methods"])
assert cut_by_the_page(method="halves")[1]["boundaries"] == [3, 6]
assert "vmp" not in run("methods")
""",
    ),
    "a score": Change(
        {
            "scores/measures.py": (
                "def precision(",
                '''def number_error(reference: Segmentation, hypothesis: Segmentation) -> float:
    """Return how far the number of segments is off, as a share of the greater number."""
    counts = len(reference), len(hypothesis)
    return 1 - min(counts) / max(counts)


def precision(''',
            ),
            "scores/scores.py": (
                "    def values(self) -> dict[str, float]:",
                """    number_error: float = field(
        metadata=_score_metadata(
            "count", "How far the number is off.", measures.number_error, is_error=True
        )
    )

    def values(self) -> dict[str, float]:""",
            ),
        },
        """
assert tmima.score(tmima.Segmentation((3, 6)), tmima.Segmentation((6,))).number_error == 0.5
assert "count 0.00%" in run("evaluate text.ref text.ref")
assert "number_error" in run("evaluate text.ref text.ref --format json")
assert "count" in run("evaluate text.ref text.ref --format csv") or "number_error" in run(
    "evaluate text.ref text.ref --format csv"
)
Path("texts").mkdir()
Path("texts/1.ref").write_text(REF)
Path("texts/2.ref").write_text(REF.replace("The tide was late.\\n", ""))
assert "count" in run("compare texts --methods uniform,none --language en")
assert "number_error" in described()
assert "number_error" in str(cut_by_the_page(REF)[1])
""",
    ),
    "a field of a segment": Change(
        {
            "result.py": (
                "    def values(self) -> dict[str, Any]:",
                '''    @property
    @computed_field()
    def letters(self) -> int:
        """How many letters it has."""
        return sum(map(str.isalpha, self.text))

    def values(self) -> dict[str, Any]:''',
            ),
        },
        """
letters = tmima.segment(TEXT, n_segments=2).segments[0].letters
assert letters > 50
found = json.loads(run("segment text.txt --n-segments 2 --format json"))
assert found["segments"][0]["letters"] == letters
assert "letters" in run("segment text.txt --format csv").partition(" ")[0]
assert corpus("text.txt", "--n-segments", "2")[0]["letters"] == letters
assert "letters" in described()
assert cut_by_the_page(n_segments=2)[1]["segments"][0]["letters"] == letters
from tmima.integrations.chunks import chunker, chunks
assert chunks(chunker(100), TEXT)[0].metadata["letters"] == letters
""",
    ),
    "a setting": Change(
        {
            "settings/text_settings.py": (
                "    overlap: int = setting(",
                """    shout: bool = setting(
        Switch(), "Titles in capitals.", default=False, page=True
    )
    overlap: int = setting(""",
                "    Whole,\n",
                "    Switch,\n    Whole,\n",
            ),
            "segmenter.py": (
                "            _titles=self._plan.titles,",
                """            _titles=(
                (lambda segments: [one.title.upper() for one in segments])
                if self.shout
                else self._plan.titles
            ),""",
            ),
        },
        """
assert tmima.segment(TEXT, shout=True).segments[0].title.isupper()
segmenter = tmima.Segmenter(shout=True)
segmenter.save("saved.json")
assert tmima.Segmenter.load("saved.json").shout
assert "shout=True" in repr(segmenter)
shouted = json.loads(run("segment text.txt --set shout=true --format json"))
assert shouted["segments"][0]["title"].isupper()
assert corpus("text.txt", "--set shout=true")[0]["title"].isupper()
assert "shout=" in run("settings")
assert "shout" in described()
assert cut_by_the_page(shout=True)[1]["segments"][0]["title"].isupper()
try:
    tmima.segment(TEXT, shout="yes")
except tmima.TmimaError as error:
    assert "shout" in str(error)
from tmima.integrations.chunks import chunker, chunks
shouting = chunker(100, settings={"shout": True, "titles": "phrases"})
assert chunks(shouting, TEXT)[0].metadata["title"].isupper()
""",
    ),
    "a constraint": Change(
        {
            "segmentation/constraints.py": (
                "    keep_paragraphs: bool = setting(",
                """    even: bool = setting(
        Switch(), "Cut after even numbers only.", default=False, of=CONSTRAINTS, page=True
    )
    keep_paragraphs: bool = setting(""",
                '        said = {\n            "min_size"',
                '        said = {\n            "even": "`even`",\n            "min_size"',
                "        closed[list(must_not)] = 1\n",
                "        closed[list(must_not)] = 1\n        closed[1:size:2] |= self.even\n",
            ),
        },
        """
assert not [end % 2 for end in tmima.segment(TEXT, even=True, n_segments=2).boundaries if end % 2]
assert tmima.segment(TEXT, constraints={"even": True, "n_segments": 3}).boundaries == (2, 4, 6)
assert tmima.segment(TEXT, method="density", even=True, n_segments=3).boundaries == (2, 4, 6)
found = json.loads(run("segment text.txt --set even=true --n-segments 3 --format json"))
assert found["boundaries"] == [2, 4, 6]
assert len(corpus("text.txt", "--set even=true", "--n-segments", "3")) == 3
assert "even=" in run("settings")
assert "even" in described()
assert cut_by_the_page(even=True, n_segments=3)[1]["boundaries"] == [2, 4, 6]
Path("saved.json").unlink(missing_ok=True)
tmima.Segmenter(even=True).save("saved.json")
assert tmima.Segmenter.load("saved.json").even
""",
    ),
    "a question": Change(
        {
            "segmentation/questions.py": (
                "    seed: int = setting(",
                """    number: bool = setting(
        Switch(), "Report the expected number.", default=False, of=QUESTIONS, page=True
    )
    seed: int = setting(""",
                "    odds: Floats | None = None\n    reasons",
                "    number: float | None = None\n    odds: Floats | None = None\n    reasons",
                "        if self.odds is not None:\n            values",
                """        if self.number is not None:
            values["number"] = self.number
        if self.odds is not None:
            values""",
                "        levels=branches_of_levels(settled.levels) if settled.levels else None,\n"
                "    )",
                """        levels=branches_of_levels(settled.levels) if settled.levels else None,
        number=(
            settled.free.posteriors(temperature).expected_segments if questions.number else None
        ),
    )""",
            ),
        },
        """
assert tmima.segment(TEXT, number=True).answers.number > 1
assert tmima.segment(TEXT, method="density", questions={"number": True}).answers.number >= 1
assert json.loads(run("segment text.txt --set number=true --format json"))["number"] > 1
assert "number=" in run("settings")
tmima.Segmenter(number=True).save("saved.json")
assert tmima.Segmenter.load("saved.json").number
assert "expected number" in described()
""",
    ),
    "a form of chapters": Change(
        {
            "chapters/writing.py": (
                "_OWN = (",
                '''def rows(chapters: Sequence[Chapter], language: str) -> str:
    """Write a row for each chapter."""
    return "".join(f"{one.start},{one.title}\\n" for one in _finest(chapters))


_OWN = (
    ChapterFormat("rows", "a row for each chapter", rows, Rules(2, 4)),''',
            ),
        },
        """
SPEECH = "".join(
    f"[0:{9 * n:02d}] Ann: {one.strip()}.\\n" for n, one in enumerate(TEXT.strip().split(".")[:-1])
)
Path("talk.txt").write_text(SPEECH)
assert "0.0," in run("chapters talk.txt --format rows")
assert "rows" in run("chapters --help")
assert "rows" in str(about())
assert len(cut_by_the_page(SPEECH, form="rows")[1]["segments"]) >= 2
""",
    ),
    "an adapter": Change(
        {
            "integrations/acme.py": """
from tmima.integrations.chunks import chunker, chunks
from tmima.loading import require

require("acme")

from acme import Piece

class AcmeSplitter:
    def __init__(self, size=1000, **settings):
        self.segmenter = chunker(size, settings=settings)

    def split(self, text):
        return [Piece(one.text, one.start, one.metadata) for one in chunks(self.segmenter, text)]
""",
            "loading/on_request.py": (
                '    "stanza": Extra(',
                '    "acme": Extra("this splitter needs Acme", ("acme",), "acme"),\n'
                '    "stanza": Extra(',
            ),
        },
        """
from copy import deepcopy
import sys

from tmima.testing import Chunk, check_splitter

try:
    from tmima.integrations import acme
except tmima.TmimaError as error:
    assert "pip install acme" in str(error)
else:
    raise AssertionError("what is not installed must be asked for")
Path("acme.py").write_text(
    "from typing import Any, NamedTuple\\n"
    "class Piece(NamedTuple):\\n    text: str\\n    start: int\\n    metadata: dict[str, Any]\\n"
)
sys.path.append(".")
from tmima.integrations.acme import AcmeSplitter


def split(texts, metadata):
    made = AcmeSplitter(80, language="en")
    return [
        [
            Chunk(one.text, one.start, one.start + len(one.text), deepcopy(own) | one.metadata)
            for one in made.split(text)
        ]
        for text, own in zip(texts, metadata)
    ]


check_splitter(split, max_size=80)
""",
    ),
    "a way to name segments": Change(
        {
            "result.py": (
                'NO_TITLES, PHRASES = "none", "phrases"\nTITLES = (PHRASES, NO_TITLES)',
                'NO_TITLES, PHRASES, OPENING = "none", "phrases", "opening"\n'
                "TITLES = (PHRASES, NO_TITLES, OPENING)",
                "            return [Name()] * len(self)\n",
                """            return [Name()] * len(self)
        if self._titles == OPENING:
            return [Name(" ".join(one.text.split()[:3])) for one in self]
""",
            ),
            "settings/text_settings.py": (
                'metavar="phrases|none|ADDRESS',
                'metavar="phrases|none|opening|ADDRESS',
            ),
        },
        """
assert tmima.segment(TEXT, titles="opening").segments[0].title == "The harbour was"
assert "The harbour was" in run("segment text.txt --titles opening")
assert "|opening|" in run("segment --help").replace(" ", "")
assert corpus("text.txt", "--titles opening")[0]["title"] == "The harbour was"
from tmima.integrations.chunks import chunker, chunks
named = chunks(chunker(100, settings={"titles": "opening"}), TEXT)
assert named[0].metadata["title"] == "The harbour was"
tmima.Segmenter(titles="opening").save("saved.json")
assert tmima.Segmenter.load("saved.json").titles == "opening"
""",
    ),
    "a word of the page in Greek": Change(
        {
            "wording/words.json": (
                '"el": "πώς χωρίζεται ένα κείμενο σε θέματα"',
                '"el": "πού αλλάζει το θέμα"',
            ),
        },
        """
from tmima.wording import Wording

assert Wording("el").say("tagline") == "πού αλλάζει το θέμα"
with client() as server:
    served = server.get("/static/words.js")
    assert "πού αλλάζει το θέμα" in served.text
assert "πού αλλάζει το θέμα" in tmima.segment(TEXT).as_html()
""",
    ),
    "tokenization": Change(
        {
            "languages/tokens.py": (
                '_INSIDE = r"[\\p{L}\\p{M}\\p{Nd}\\p{Cf}]"',
                '_INSIDE = r"[\\p{L}\\p{M}\\p{Nd}\\p{Cf}_]"',
            ),
        },
        """
Path("code.txt").write_text("The read_file call. The read_file call.")
document = tmima.segment("The read_file call. The read_file call.").document
assert [document.text[t.start : t.end] for t in document.sentences[0].tokens][1] == "read_file"
assert "read_file" in run("analyze code.txt --language en")
assert [one.cut for one in tmima.stream([TEXT])]
""",
    ),
    "a prior of lengths": Change(
        {
            "learnt/model.py": (
                "        return LengthScores(rounded(np.concatenate(([0.0], lengths))), weights)",
                """        scores = rounded(np.concatenate(([0.0], lengths)))
        scores[1:4] -= 500.0  # none of fewer than four units
        return LengthScores(scores, weights)""",
            ),
        },
        """
assert len(tmima.segment(TEXT, n_segments=2)) == 2
assert len(tmima.segment(TEXT)) == 1
long = TEXT * 6
assert all(one.units >= 4 for one in tmima.segment(long, finer=20))
assert all(one.last - one.first >= 4 for one in tmima.stream([long], finer=20))
""",
    ),
}


def in_the_page() -> dict[str, str]:
    """Return what the table of the page says of the files of each change."""
    table = page("docs/changing.md").partition("## Usual changes")[2].partition("\n## ")[0]
    return dict(re.findall(r"^\| ([^|]+?) \| ([^|]*`[^|]*) \|", table, re.MULTILINE))


def copy_with(edits: dict[str, tuple[str, ...] | str], place: Path) -> None:
    """Copy the package, all files that stay as links, and make the edits."""
    for path in PACKAGE.rglob("*"):
        target = place / "tmima" / path.relative_to(PACKAGE)
        if path.is_dir():
            target.mkdir(parents=True, exist_ok=True)
        elif path.suffix != ".pyc":
            target.parent.mkdir(parents=True, exist_ok=True)
            os.symlink(path, target)
    for name, edit in edits.items():
        target = place / "tmima" / name
        text = edit if isinstance(edit, str) else target.read_text(encoding="utf-8")
        if not isinstance(edit, str):
            for old, new in zip(edit[::2], edit[1::2], strict=True):
                assert text.count(old) == 1, f"{name} does not have once: {old}"
                text = text.replace(old, new)
            target.unlink()
        target.write_text(text, encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("name", CHANGES)
def test_a_change_is_made_in_few_files_and_seen_everywhere(name, tmp_path):
    change = CHANGES[name]
    copy_with(change.edits, tmp_path / "copy")
    work = tmp_path / "work"
    work.mkdir()
    program = tmp_path / "program.py"
    program.write_text(PRELUDE + change.program, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, program],
        cwd=work,
        env={**os.environ, "PYTHONPATH": str(tmp_path / "copy")},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr


def test_the_table_of_the_page_names_the_files_of_each():
    told = in_the_page()
    assert told.keys() == CHANGES.keys()
    for name, change in CHANGES.items():
        new = [file for file, edit in change.edits.items() if isinstance(edit, str)]
        assert set(re.findall(r"`([\w/]+\.(?:py|json))`", told[name])) == change.edits.keys() - set(
            new
        )
        assert ("its own" in told[name]) == bool(new), name
        assert len(change.edits) <= MOST_FILES, name
