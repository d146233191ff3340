"""Every feature of README and docs is there: a line each, with the command or call that shows it.

A command is followed by what its output must hold; a call must give something true.
"""

import json
import pickle
import shlex
import sys
from pathlib import Path

import numpy as np
import pyarrow
import pytest
from click.testing import CliRunner

import tmima
from tests.command import output
from tmima import arrow, chapters
from tmima.cli import tmima as command_line

ROOT = Path(__file__).parents[1]
HARBOUR = (
    "The harbour was full of ships. Every ship waited for the tide. The tide was late. "
    "No ship left the harbour. "
)
BREAD = (
    "Bakers rise early. The baker kneads the dough. Good dough needs good flour. "
    "The flour comes from the mill. "
)
TEXT = HARBOUR + BREAD
GREEK = (
    "Το λιμάνι ήταν γεμάτο πλοία. Κάθε πλοίο περίμενε. Ο φούρναρης ζυμώνει. Το ζυμάρι φουσκώνει. "
)
PAGE = f"<!doctype html><body><h1>Ships</h1><p>{HARBOUR}</p><h1>Bread</h1><p>{BREAD}</p></body>"
REF = "==========\n{}\n==========\n{}\n==========\n".format(
    HARBOUR.strip().replace(". ", ".\n"), BREAD.strip().replace(". ", ".\n")
)
TREEBANK = "1\tΤο\tο\tDET\t_\t_\t_\t_\t_\t_\n2\tπλοίο\tπλοίο\tNOUN\t_\t_\t_\t_\t_\t_\n\n" * 3
CUES = "".join(
    json.dumps({"start": 5.0 * i, "end": 5.0 * i + 4, "text": one.strip() + "."}) + "\n"
    for i, one in enumerate(TEXT.strip().rstrip(".").split("."))
)

COMMANDS = {
    # --- cutting
    "segments with titles, sentences, characters": ("segment text.txt", "characters 0-215"),
    "how sure the number is": ("segment text.txt --format json", '"interval"'),
    "any language, found": ("segment greek.txt --format json", '"language": "el"'),
    "a language told": ("segment text.txt --language en-GB", "sentences"),
    "an encoding told": ("segment latin.txt --encoding cp1253 --language el", "sentences"),
    "from standard input": ("segment -", "sentences 1-8"),
    "several files": ("segment text.txt greek.txt --format csv", "greek.txt"),
    "a folder and a pattern": ("segment training 'n*.md' --format csv", "notes.md"),
    "finer": ("segment text.txt --finer 9", "sentences 2"),
    "paragraphs as units": ("segment notes.md --set unit=paragraphs", "paragraphs"),
    # --- limits
    "a number of segments": ("segment text.txt --n-segments 3", "3. "),
    "a range of numbers": ("segment text.txt --n-segments 2-3", "2. "),
    "a least size": ("segment text.txt --min-size 3 --finer 3", "sentences 1-4"),
    "a greatest size": ("segment text.txt --max-size 2", "sentences 1-2"),
    "characters": ("segment text.txt --max-size 120 --size-unit characters", "0-108"),
    "words": ("segment text.txt --max-size 22 --size-unit words", "0-108"),
    "tokens": (
        "segment text.txt --max-size 22 --size-unit tokens --tokenizer shlex:split",
        "0-108",
    ),
    "seconds": ("segment talk.vtt --min-size 60 --size-unit seconds --format json", "start_time"),
    "what is too large is split": (
        "segment text.txt --max-size 20 --size-unit characters --set oversize=split --overlap 1",
        "characters 0-",
    ),
    "places to cut": ("segment text.txt --cut-at 2", "sentences 1-2"),
    "a place by its offset": ("segment text.txt --cut-at @31", "sentences 1-1"),
    "cuts at headings": ("segment page.html --cut-at headings", "2. "),
    "cuts at headings of some levels": ("segment page.html --cut-at headings:1", "2. "),
    "headings as hints": ("segment notes.md --outline ignore", "sentences"),
    "places not to cut": ("segment text.txt --set no_cut_at=3", "sentences"),
    "paragraphs stay whole": ("segment notes.md --keep-paragraphs", "sentences"),
    # --- questions
    "probabilities of cuts": ("segment text.txt --posteriors --n-segments 2", ", cut "),
    "costs of cuts": ("segment text.txt --set cut_costs=true --format json", '"cut_costs"'),
    "the k best": ("segment text.txt --best 3", "The cheapest of allowed segmentations into"),
    "samples": ("segment text.txt --set samples=3 --set seed=1 --format json", '"samples"'),
    "the path": ("segment text.txt --set path=3 --format json", '"path"'),
    "levels": ("segment text.txt --levels 2 --format json", '"levels"'),
    # --- methods and similarities
    "a method of the literature": ("segment text.txt --method texttiling --verbose", "texttiling"),
    "an option of a method": ("segment text.txt --method c99 --set mask=5 --verbose", "c99"),
    "the paper's cost": (
        "segment text.txt --set mean_length=3 --set std_length=1 --verbose",
        "density",
    ),
    "a similarity by name": ("segment text.txt --set similarity=shared --format json", '"shared"'),
    "background words": (
        "segment greek.txt --set similarity=background --format json",
        '"background"',
    ),
    "stems, stop words of one's own": (
        "segment text.txt --set normalise=stem --set stopwords=none",
        "sentences",
    ),
    "no titles": ("segment text.txt --titles none", "1. sentences"),
    "titles by a model": (
        f"segment text.txt --n-segments 1 --titles 'command:{sys.executable} model.py'",
        "Ships and bread",
    ),
    "titles by a function": ("segment text.txt --titles naming:loud", "LOUD"),
    # --- documents, formats, outputs
    "Markdown": ("segment notes.md --format json", '"markdown"'),
    "HTML": ("segment page.html --format json", '"origin_start"'),
    "Choi's format": ("segment text.ref --input-format choi --format choi", "=========="),
    "one sentence per line": ("segment lines.txt --input-format lines", "sentences"),
    "the contents alone": ("segment notes.md --format contents", "of the text)"),
    "the outline as a list": ("segment notes.md --format outline", "- Bread ("),
    "a heading for each segment": ("segment text.txt --format markdown --n-segments 2", "# "),
    "Greek for its reader": ("segment text.txt --ui-language el", "προτάσεις"),
    "one file for the browser": ("segment text.txt --format html -o report.html", ""),
    # --- chapters
    "chapters": ("chapters talk.vtt", "0:00 "),
    **{
        f"chapters for {form}": (f"chapters talk.vtt --format {form}", held)
        for form, held in {
            "youtube": "0:00",
            "spotify": "0:00",
            "podcast": '"1.2.0"',
            "podlove": "psc:chapter",
            "vtt": "WEBVTT",
            "ffmetadata": ";FFMETADATA1",
            "matroska": "<Chapters>",
            "markdown": "## ",
            "json": "[",
        }.items()
    },
    "chapters of a wanted length": ("chapters talk.vtt --every 1m --format json", "chapters"),
    "chapters by time": ("chapters talk.vtt --cut-at 1:00", "0:00 "),
    # --- chunks
    "chunks": ("chunks notes.md --max-tokens 30", '"context": "Bread"'),
    "chunks in tokens that are counted": (
        "chunks text.txt --max-tokens 12 --tokenizer shlex:split",
        '"tokens"',
    ),
    "an overlap": (
        "chunks notes.md --max-tokens 20 --overlap 20",
        '"before"',
    ),
    "what has changed since": ("chunks notes.md --against notes.jsonl", '"was": '),
    # --- streams and corpora
    "a stream": ("stream --max-size 3", '"cut"'),
    "a stream of speech": ("stream --cues --max-size 3", '"start_time"'),
    "a stream that can be killed": ("stream --state feed.state -o out.jsonl", ""),
    "a corpus": ("corpus texts.jsonl OUT --jobs 1 --format jsonl --id id", ""),
    "a share of a corpus": ("corpus texts.jsonl SHARE --shard 1/2 --jobs 1", ""),
    "Dolma": ("corpus texts.jsonl DOLMA --format dolma --jobs 1", ""),
    # --- scores, training, comparing
    "scores": ("evaluate text.ref text.ref", "WindowDiff"),
    "adapting to texts": ("train training -o params.json", "written to params.json"),
    "what was learnt": ("segment text.txt --params learnt.json", "sentences"),
    "the paper's training": ("train training --method density -o paper.json", "written to"),
    "methods side by side": ("compare training --methods uniform,none", "uniform"),
    "the methods": ("methods", "bayesseg"),
    "all other settings": ("settings", "no_cut_at=LIST"),
    "texts with known segments": ("generate suite1 --range 3 5 --texts 1 -o glued", "1 text"),
    "the paper's experiments": ("experiment --help", "choi"),
    # --- words
    "words, tags, lemmas": ("analyze greek.txt", "πλοίο"),
    "CoNLL-U": ("analyze greek.txt --format conllu", "NOUN"),
    "a tagger of one's own": ("tagger train bank.conllu -o model --language el", ""),
    "what is installed": ("info", "kernel"),
    "the explorer": ("explore --help", "--host"),
}
CALLS = {
    "a function": "[one.start for one in tmima.segment(TEXT, n_segments=2)] == [0, 108]",
    "segments joined are the text": "''.join(one.text for one in tmima.segment(TEXT)) == TEXT",
    "titles and keywords": "all(one.title and one.keywords for one in tmima.segment(TEXT))",
    "context": "'left' in tmima.segment(TEXT, n_segments=2, overlap=1).segments[1].before",
    "the headings above a segment": "tmima.segment(PAGE, cut_at='headings')[1].path == ('Bread',)",
    "an outline": "'Bread' in tmima.segment(PAGE).as_outline()",
    "chunks": "''.join(one.text for one in tmima.chunk(TEXT, max_tokens=20)) == TEXT",
    "as a dictionary": "tmima.segment(TEXT).as_dict()['segments']",
    "as a page": "'<html' in tmima.segment(TEXT).as_html()",
    "a picture": "tmima.segment(TEXT).plot('plot.png') or Path('plot.png').stat().st_size",
    "many texts, one of them bad": "len([*tmima.Segmenter().segment_many([TEXT, ''])]) == 2",
    "settings that cannot change": "tmima.Segmenter().replace(language='el').language == 'el'",
    "saved and loaded": "saved(tmima.Segmenter(language='en')).language == 'en'",
    "pickled": "pickle.loads(pickle.dumps(tmima.Segmenter(finer=1))).finer == 1",
    "trained": "tmima.Segmenter(language='en').train('training')",
    "how probable each number is": "tmima.segment(TEXT).settings.number.interval",
    "questions": "tmima.segment(TEXT, questions={'posteriors': True, 'best': 2}).answers.best",
    "constraints": "len(tmima.segment(TEXT, constraints={'max_size': 2})) >= 3",
    "a certificate": "tmima.segment(TEXT, method='density').answers.certificate.optimal",
    "a stream": "[one.cut for one in tmima.stream([TEXT])][-1] == 'end'",
    "a stream by hand": "tmima.TextStream().finish() == []",
    "speech that is being said": "tmima.CueStream().finish() == []",
    "files": "tmima.segment(tmima.open_file('page.html')).segments[0].origin_end",
    "times and speakers": "tmima.segment(tmima.open_file('talk.vtt')).segments[-1].end_time",
    "scores": "tmima.score(tmima.Segmentation((3, 6)), tmima.Segmentation((2, 6))).pk",
    "one score": "tmima.window_diff(tmima.Segmentation((3, 6)), tmima.Segmentation((3, 6))) == 0",
    "columns": "arrow.nested(pyarrow.array([TEXT, None])).to_pylist()[1] is None",
    "chapters": "chapters.cut(Path('talk.vtt').read_text(), 'youtube')",
    "languages": "tmima.detect_language(GREEK) == 'el'",
    "an analyzer": "tmima.segment(TEXT, analyzer=tmima.analyzer('en'))",
    "a similarity of one's own": "tmima.segment(TEXT, similarity=diagonal)",
    "errors in a line": "refused(lambda: tmima.segment('')) == 'the text is empty'",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """What the commands read, and where they write."""
    place = tmp_path_factory.mktemp("features")
    talk = (ROOT / "docs" / "transcripts" / "lighthouse.vtt").read_text(encoding="utf-8")
    for name, text in {
        "text.txt": TEXT,
        "greek.txt": GREEK,
        "page.html": PAGE,
        "notes.md": f"# Ships\n\n{HARBOUR}\n\n# Bread\n\n{BREAD}\n",
        "lines.txt": TEXT.replace(". ", ".\n"),
        "text.ref": REF,
        "talk.vtt": talk,
        "bank.conllu": TREEBANK,
        "texts.jsonl": "".join(json.dumps({"id": i, "text": TEXT}) + "\n" for i in range(3)),
        "model.py": "print('1. Ships and bread')",
        "naming.py": "def loud(segments):\n    return ['LOUD' for _ in segments]\n",
        "training/1.ref": REF,
        "notes.jsonl": json.dumps(tmima.chunk(HARBOUR, document_id="notes.md")[0].as_dict()) + "\n",
        "training/2.ref": REF.replace("The tide was late.\n", ""),
    }.items():
        (place / name).parent.mkdir(exist_ok=True)
        (place / name).write_text(text, encoding="utf-8")
    (place / "latin.txt").write_bytes(GREEK.encode("cp1253"))
    training = ["train", str(place / "training"), "-o", str(place / "learnt.json")]
    assert CliRunner().invoke(command_line, training).exit_code == 0
    return place


def saved(segmenter: tmima.Segmenter) -> tmima.Segmenter:
    segmenter.save("segmenter.json")
    return tmima.Segmenter.load("segmenter.json")


def diagonal(units: tmima.Units) -> tmima.Similarity:
    return tmima.GivenMatrix(np.eye(len(units)))


def refused(call) -> str:
    with pytest.raises(tmima.TmimaError) as caught:
        call()
    return str(caught.value)


NAMES = {
    **{"tmima": tmima, "arrow": arrow, "chapters": chapters, "pickle": pickle, "pyarrow": pyarrow},
    **{"TEXT": TEXT, "GREEK": GREEK, "PAGE": PAGE, "Path": Path},
    **{"saved": saved, "refused": refused, "diagonal": diagonal},
}


@pytest.mark.parametrize("feature", COMMANDS)
def test_a_command_shows_it(feature, folder, monkeypatch):
    line, held = COMMANDS[feature]
    monkeypatch.chdir(folder)
    if line.startswith(("segment -", "stream")):  # reading a pipe needs a process of its own
        given = CUES if "--cues" in line else TEXT
        assert held in output(*shlex.split(line), stdin=given.encode())
        return
    done = CliRunner().invoke(command_line, shlex.split(line), prog_name="tmima")
    assert done.exit_code == 0, f"{done.output} {done.exception!r}"
    assert held in done.output


@pytest.mark.parametrize("feature", CALLS)
def test_a_call_shows_it(feature, folder, monkeypatch):
    monkeypatch.chdir(folder)
    assert eval(CALLS[feature], NAMES)
