"""Nothing that is read is written over, and nothing is opened before what can be refused is."""

import hashlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import click
import pytest

from tests.command import COMMAND, PATIENCE, output, refusal, tmima
from tests.files import posix
from tmima import cli
from tmima.cli.paths import InputPath, OutputPath
from tmima.errors import TmimaError
from tmima.files import refuse_inputs
from tmima.files.results import JOURNAL, ResultsFolder
from tmima.files.resumable import OutputCheckpoint, ResumableOutput
from tmima.paper import BUNDLED
from tmima.segmenter import SETTINGS
from tmima.settings import Encode, File, Function, Options, WordList


def test_an_output_that_is_an_input_is_refused_by_whatever_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    folder = Path("texts")
    folder.mkdir()
    read = folder / "a.txt"
    read.write_text("A cat.")
    Path("link").symlink_to(read)
    Path("folder").symlink_to(folder)
    Path("hard").hardlink_to(read)
    for out in (read, "texts/../texts/a.txt", read.resolve(), "link", "folder/a.txt", "hard"):
        for given in (read, folder, "link", "hard"):
            with pytest.raises(TmimaError, match="would be written over the input"):
                refuse_inputs(["new", out], ["other", given])
        refuse_inputs([out], ["other", "texts/b.txt"])
    refuse_inputs(["texts/b.txt", "texts"], [read, folder])


def test_one_file_for_two_outputs_is_refused(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("there").write_text("")
    Path("hard").hardlink_to("there")
    Path("link").symlink_to("new")
    for one, other in (("new", "./new"), ("new", "link"), ("there", "hard")):
        with pytest.raises(TmimaError, match="are one file for two outputs"):
            refuse_inputs([one, other], [])
    refuse_inputs(["new", "there"], [])


@posix
def test_what_is_no_regular_file_cannot_be_written_over(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for special in (tmp_path / "pipe", Path("/dev/null")):
        refuse_inputs([special, special], [special])


# Every command that writes a file, with all that it needs, and every option and argument by which
# it reads one: what may be written there, and what the file holds. IN is the file, FOLDER the
# folder that it lies in, OUT the output.

TEXT = "The cats purr. A cat sleeps. The ships sail. A ship sinks.\n"
LABELLED = "==========\nThe cats purr .\nA cat sleeps .\n==========\nThe ships sail .\n==========\n"
TURNS = "[00:00:01] Ann: The cats purr.\n[00:00:31] Ben: A ship sails.\n"
TREEBANK = "# text = The\n1\tThe\tthe\tDET\t_\t_\t0\troot\t_\t_\n\n"
PARAMETERS = '{"mean_length": 2, "std_length": 1, "gamma": 0.4, "r": 0.5}'
FUNCTION = "def f(texts): return [str(each) for each in texts]\n"
WRITING = {
    "segment": "text -o OUT",
    "chapters": "turns -o OUT",
    "stream": "--state OUT -o other",
    "evaluate": "labelled labelled -o OUT",
    "analyze": "text -o OUT",
    "tagger train": "treebank -o OUT",
    "train": "labelled -o OUT",
    "compare": "labelled -o OUT",
    "generate suite1": "-o OUT",
    "generate suite2": "-o OUT",
    "experiment": "suite1 --quick -o OUT",
}
NOT_WRITING = {"methods", "settings", "explore", "info"}
READING = {
    "--params": [("IN", PARAMETERS)],
    "--stopwords": [("IN", "the\n")],
    "--tagger": [("IN", "{}")],
    "--background": [("FOLDER", TEXT)],
    "--encode": [("FOLDER", "{}")],
    "--train": [("FOLDER", LABELLED)],
    "--collection": [("FOLDER", TEXT)],
    "--set": [
        *(("thesaurus=IN", "cat"), ('weights="IN"', "w"), ('x=[{"y":["IN"]}]', "w")),
        (r'weights="texts/\u0067iven.py"', "w"),
    ],
    "--titles": [("texts.given:f", FUNCTION), ("texts.importing:f", FUNCTION)],
    "--titles_prompt": [("IN", "Name {passages}")],
    "--titles_cache": [("FOLDER", TEXT)],
    "--tokenizer": [("texts.given:f", FUNCTION), ("tokenizers:IN", "{}")],
    "--methods": [("none,texts.given:Own", "class Own: segment = print\n")],
    "files": [("IN", TEXT), ("FOLDER", TEXT)],
    "file": [("IN", TURNS)],
    "treebank": [("IN", TREEBANK)],
    "folder": [("FOLDER", LABELLED)],
    "reference": [("IN", LABELLED), ("FOLDER", LABELLED)],
    "hypothesis": [("IN", LABELLED), ("FOLDER", LABELLED)],
}
_READ_KINDS = (File, WordList, Encode, Options, Function)


def commands(
    group: click.Group = cli.tmima, above: str = ""
) -> Iterator[tuple[str, click.Command]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        path = f"{above} {name}".strip()
        yield from (
            commands(command, path) if isinstance(command, click.Group) else [(path, command)]
        )


def reads_a_file(one: click.Parameter) -> bool:
    told = SETTINGS.get(str(one.name))
    by_kind = told is not None and isinstance(told.kind, _READ_KINDS)
    return by_kind or isinstance(one.type, InputPath) or one.name in ("files", "names")


def called(one: click.Parameter) -> str:
    return max(one.opts, key=len) if isinstance(one, click.Option) else str(one.name)


def given(one: click.Parameter, value: str) -> list[str]:
    """Return the words that give an option a value."""
    name = called(one)
    return f"{name}={value}".split() if name.startswith("--set ") else [name, value]


def known_as(one: click.Parameter) -> str:
    """Return the name of an option in `READING`, whether it is written by `--set` or not."""
    return called(one).replace("--set ", "--")


def clashes() -> Iterator[tuple[str, str]]:
    """Yield command lines, and what the file holds that is both read and written."""
    for name, command in commands():
        if name not in WRITING:
            continue
        arguments = [called(one) for one in command.params if isinstance(one, click.Argument)]
        for one in filter(reads_a_file, command.params):
            for value, held in READING[known_as(one)]:
                words = WRITING[name].split()
                if called(one) in arguments:
                    words[arguments.index(called(one))] = value
                else:
                    words += given(one, value)
                if name == "evaluate":  # two files, or two folders
                    other = 1 - arguments.index(called(one))
                    words[other] = "labelled/given.py" if value == "IN" else "labelled"
                yield " ".join([name, *words]), held
    yield "segment IN --plot OUT", TEXT
    yield "segment IN --n-segments 2 --set path=2 --set path_plot=OUT", TEXT
    yield "segment IN text -o OUT", TEXT
    yield "stream -o OUT --set stopwords=IN", "the\n"


def test_every_option_that_reads_a_file_is_tried():
    known = dict(commands())
    # What is written below a folder, or beside what is compared, has tests of its own.
    apart = {"corpus", "chunks"}
    assert known.keys() == WRITING.keys() | NOT_WRITING | apart
    for name, command in known.items():
        for one in command.params:
            if isinstance(one.type, click.Path):
                assert isinstance(one.type, InputPath | OutputPath), one
            assert not reads_a_file(one) or known_as(one) in READING or name in apart, one


@pytest.fixture
def folder(tmp_path) -> Path:
    for name, held in {"text": TEXT, "turns": TURNS, "treebank": TREEBANK}.items():
        (tmp_path / name).write_text(held)
    for name in ("labelled", "texts"):
        (tmp_path / name).mkdir()
    (tmp_path / "labelled" / "given.py").write_text(LABELLED)
    return tmp_path


def given_file(folder: Path, line: str, held: str) -> Path:
    given = folder / "texts" / "given.py"
    given.write_text(held)
    if "importing" in line:
        (given.parent / "importing.py").write_text("from texts.given import f\n")
    return given


def output_last(line: str) -> str:
    words = line.split()
    place = next(place for place, word in enumerate(words) if word.endswith("OUT")) - 1
    return " ".join([*words[:place], *words[place + 2 :], *words[place : place + 2]])


def with_paths(line: str, given: Path, out: Path) -> list[str]:
    line = line.replace("FOLDER", str(given.parent)).replace("OUT", str(out))
    return line.replace("IN", str(given)).split()


@pytest.mark.parametrize(("line", "held"), list(clashes()))
def test_no_command_writes_over_what_it_reads(folder, line, held):
    given = given_file(folder, line, held)
    (folder / "hard").hardlink_to(given)
    before = content(folder)
    # The output before what is read, and behind it.
    for out, order in ((given, line), (folder / "hard", output_last(line))):
        message = refusal(*with_paths(order, given, out), stdin=TEXT, folder=folder)
        # What is no model is refused before the output is known.
        assert "encode=" in order or "would be written over the input" in message, message
    assert content(folder) == before


@pytest.mark.parametrize("option", [name for name in READING if name.startswith("--")])
def test_a_corpus_is_not_written_where_an_option_reads(folder, option):
    pytest.importorskip("pyarrow", reason="corpora are in the extra corpus")
    of_corpus = {known_as(one): one for one in dict(commands())["corpus"].params}
    for value, held in READING[option] if option in of_corpus else ():
        read = given_file(folder, value, held)
        before = content(folder)
        words = ["corpus", "text", str(read.parent), *given(of_corpus[option], value)]
        line = with_paths(" ".join(words), read, read)
        message = refusal(*line, folder=folder)
        # What is no model is refused before the folder is known.
        assert option == "--encode" or f"lies in {read.parent}" in message
        assert content(folder) == before


def test_a_journal_of_results_is_no_input_and_is_not_foreign(tmp_path):
    texts = folder_of_texts(tmp_path / "t", a_txt=TEXT)
    (texts / JOURNAL).write_text(TEXT)
    before = content(texts)
    line = ("segment", texts / "a.txt", texts / JOURNAL, "-o", texts)
    assert "would be written over the input" in refusal(*line)
    # Nor is a file of that name replaced that nobody reads.
    assert "is not as tmima wrote it" in refusal("segment", texts, "-o", texts)
    assert content(texts) == before


@pytest.mark.parametrize(
    "line",
    [
        "segment text -o out --plot ./out",
        "segment text --plot out --set path=2 --n-segments 2 --set path_plot=link",
        "stream --state out -o out",
        "stream --state there -o hard",
    ],
)
def test_one_file_is_not_two_outputs(tmp_path, line):
    (tmp_path / "text").write_text(TEXT)
    (tmp_path / "link").symlink_to("out")
    (tmp_path / "there").write_text("")
    (tmp_path / "hard").hardlink_to(tmp_path / "there")
    message = refusal(*line.split(), stdin=TEXT, folder=tmp_path)
    assert "are one file for two outputs" in message
    assert not (tmp_path / "out").exists()


# Folders of results


def folder_of_texts(folder: Path, **contents: str) -> Path:
    folder.mkdir()
    for name, content in contents.items():
        (folder / name.replace("_", ".")).write_text(content)
    return folder


def content(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.parent.name != "__pycache__"
    }


def test_results_beside_texts_write_over_none_of_them(tmp_path):
    texts = folder_of_texts(tmp_path / "t", ch1=TEXT, ch1_txt="Ships sail. A ship sinks.\n")
    before = content(texts)
    message = refusal("segment", texts, "-o", texts)
    assert "ch1.txt would be written over the input" in message
    assert content(texts) == before
    # By another name of the folder, and through a link in it.
    (tmp_path / "again").symlink_to(texts)
    assert "would be written over" in refusal("segment", texts, "-o", tmp_path / "again")
    out = tmp_path / "out"
    out.mkdir()
    (out / "ch1.txt.txt").symlink_to(texts / "ch1")
    assert "would be written over" in refusal("segment", texts, "-o", out)
    assert content(texts) == before
    assert content(out).keys() == {"ch1.txt.txt"}


def test_what_lies_in_a_folder_of_results_and_is_not_ours_stays(tmp_path):
    texts = folder_of_texts(tmp_path / "t", a_txt=TEXT, b_txt=TEXT, b_txt_json="{}")
    before = content(texts)
    message = refusal("segment", texts, "-o", texts, "--format", "json")
    assert f"{texts}/b.txt.json is there already, and is not as tmima wrote it" in message
    assert content(texts) == before
    (texts / "b.txt.json").unlink()
    # A second run writes over what the first has written, but not what was changed since.
    output("segment", texts, "-o", texts, "--format", "json")
    first = content(texts)
    output("segment", texts, "-o", texts, "--format", "json", "--n-segments", "2")
    second = content(texts)
    assert first["a.txt.json"] != second["a.txt.json"]
    output("segment", texts, "-o", texts, "--format", "json")
    assert content(texts)["a.txt.json"] == first["a.txt.json"]
    (texts / "a.txt.json").write_text("mine")
    assert "a.txt.json is there already" in refusal(
        "segment", texts, "-o", texts, "--format", "json"
    )
    assert (texts / "a.txt.json").read_text() == "mine"


FOLDERS = {
    "generate suite1 --texts 1 -o out": ["001.ref", "sources.json"],
    "compare labelled --methods uniform --language en --jobs 1 -o out": ["comparison.csv"],
    "experiment suite1 --quick -o out": ["report.html", "results.json"],
}


@pytest.mark.parametrize("line", FOLDERS)
def test_no_command_writes_over_what_lies_in_its_folder(tmp_path, line):
    pytest.importorskip("matplotlib")
    folder_of_texts(tmp_path / "labelled", a_ref=LABELLED)
    for name in FOLDERS[line]:
        (tmp_path / "out").mkdir(exist_ok=True)
        (tmp_path / "out" / name).write_text("mine")
        before = content(tmp_path)
        assert f"out/{name} is there already" in refusal(*line.split(), folder=tmp_path)
        assert content(tmp_path) == before
        (tmp_path / "out" / name).unlink()


def test_a_folder_of_results_takes_the_same_run_again(tmp_path):
    line = "generate suite1 --texts 1 -o out".split()
    output(*line, folder=tmp_path)
    first = content(tmp_path / "out")
    output(*line, folder=tmp_path)
    assert content(tmp_path / "out") == first | {JOURNAL: content(tmp_path / "out")[JOURNAL]}


def test_a_result_is_known_wherever_its_writing_was_stopped(tmp_path, monkeypatch):
    def written(text: str) -> None:
        ResultsFolder(tmp_path, ["a"]).write("a", text)

    written("first")
    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            written("second")
    assert (tmp_path / "a").read_text() == "first"
    with (tmp_path / JOURNAL).open("a") as journal:
        journal.write('["a", "torn')
    written("third")
    assert (tmp_path / "a").read_text() == "third"
    written("fourth")


def test_a_folder_of_results_of_0_3_0_is_known(tmp_path):
    checksum = hashlib.sha256(b"first").hexdigest()
    (tmp_path / JOURNAL).write_text(f'["a", "{checksum}"]\n')
    (tmp_path / "a").write_text("changed")
    with pytest.raises(TmimaError, match="is not as tmima wrote it"):
        ResultsFolder(tmp_path, ["a"])
    (tmp_path / "a").write_text("first")
    ResultsFolder(tmp_path, ["a"]).write("a", "second")
    ResultsFolder(tmp_path, ["a"]).write("a", "third")
    assert (tmp_path / "a").read_text() == "third"


@pytest.mark.parametrize(
    "line", [["segment", ""], ["train", "", "-o", "p"], ["chapters", ""], ["analyze", "", "-o", ""]]
)
def test_an_empty_name_is_not_the_current_folder(tmp_path, line):
    (tmp_path / "a.txt").write_text(TEXT)
    assert "an empty name is no file" in refusal(*line, folder=tmp_path)


# What is refused leaves the output as it is


REFUSED = {
    "stream -o out --language xx": TEXT.encode(),
    "stream -o out": b"",
    "stream -o out --encoding utf-8": b"\xff" + TEXT.encode(),
    "stream -o out --cues": b"{}\n",
    "stream -o out --params none": TEXT.encode(),
    "stream -o out --state state --language xx": TEXT.encode(),
    "stream -o out --state state": b"",
    "stream -o out --state state --encoding ascii": b"\xff" + TEXT.encode(),
    "segment - -o out --language xx": TEXT.encode(),
    "segment - -o out": b"",
    "segment - --plot out.png --method nonsense": TEXT.encode(),
    "chapters - -o out": b"has neither",
    "analyze - -o out": b"\xff",
    "train missing -o out": b"",
    "tagger train missing -o out": b"",
}


@pytest.mark.parametrize("line", REFUSED)
def test_what_is_refused_leaves_the_output_as_it_is(tmp_path, line):
    for name in ("out", "out.png"):
        (tmp_path / name).write_text("mine\n")
    refusal(*line.split(), stdin=REFUSED[line], folder=tmp_path)
    assert content(tmp_path) == {"out": b"mine\n", "out.png": b"mine\n"}


@pytest.mark.parametrize("line", ["stream -o f", "stream --state f", "segment - -o f"])
@posix
def test_standard_input_is_not_written_over(tmp_path, line):
    (tmp_path / "f").write_text(TEXT)
    (tmp_path / "hard").hardlink_to(tmp_path / "f")
    for name in ("f", "hard"):
        with (tmp_path / name).open() as given:
            done = subprocess.run(
                [*COMMAND, *line.split()], stdin=given, capture_output=True, cwd=tmp_path
            )
        assert done.returncode == 2
        assert b"f would be written over standard input" in done.stderr
        assert (tmp_path / "f").read_text() == TEXT


# It heeds Ctrl-C also where the tests themselves run in the background, which ignores it.
INTERRUPTIBLE = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
from tmima.cli import main
main()
"""


@posix
def test_a_stream_that_is_interrupted_early_leaves_the_output_as_it_is(tmp_path):
    out = tmp_path / "out"
    out.write_text("")
    line = ["stream", "-o", str(out), "--state", str(tmp_path / "state")]
    command = [sys.executable, "-c", INTERRUPTIBLE, *line]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdin.write(TEXT.encode())
        process.stdin.flush()
        while not (tmp_path / "state").exists():
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        process.wait(PATIENCE)
    assert out.read_text() == ""
    # What somebody else has written since is not written over.
    out.write_text("mine\n")
    assert "holds something that the state does not know" in refusal(*line, stdin=TEXT)
    assert out.read_text() == "mine\n"
    # The same text again, to its end.
    out.write_text("")
    assert tmima(*line, stdin=TEXT).returncode == 0
    assert len(out.read_text().splitlines()) == 1


def test_a_stream_replaces_its_output_and_one_with_a_state_only_what_it_knows(tmp_path):
    out, state = tmp_path / "out", tmp_path / "state"
    out.write_text("mine\n")
    line = ("stream", "--language", "en", "-o", out)
    assert "holds something that the state" in refusal(*line, "--state", state, stdin=TEXT)
    assert content(tmp_path) == {"out": b"mine\n"}
    tmima(*line, stdin=TEXT)
    written = out.read_bytes()
    assert b"mine" not in written
    # That run had no state: whose lines these are is not known.
    assert "holds something that the state" in refusal(*line, "--state", state, stdin=TEXT)
    assert content(tmp_path) == {"out": written}
    out.unlink()
    for _ in range(2):
        tmima(*line, "--state", state, stdin=TEXT)
        assert out.read_bytes() == written


def test_an_output_of_a_stream_that_cannot_be_written_is_told_of_at_once(tmp_path):
    assert "cannot be written" in refusal("stream", "-o", tmp_path / "no" / "out", stdin=TEXT)
    assert "cannot be written" in refusal("stream", "-o", tmp_path, stdin=TEXT)


def test_lines_of_others_behind_a_stream_stay(tmp_path):
    line = ("stream", "--language", "en", "--state", tmp_path / "state", "-o", tmp_path / "out")
    tmima(*line, stdin=TEXT)
    with (tmp_path / "out").open("a") as file:
        file.write("a line of another program\n")
    before = content(tmp_path)
    for text in (TEXT, TEXT + "More ships.\n", "Another text.\n"):
        assert "has more at its end than was written to it" in refusal(*line, stdin=text)
        assert content(tmp_path) == before


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no disk that is full")
def test_a_stream_that_cannot_be_written_says_so_in_a_line():
    text = "".join(path.read_text(encoding="utf-8") for path in sorted(BUNDLED.glob("*/*.txt"))[:9])
    assert refusal("stream", "--language", "el", "-o", "/dev/full", stdin=text).count("\n") == 1


def test_lines_of_others_are_refused_before_what_comes_is_written_down(tmp_path):
    out, ours = tmp_path / "out", '{"a": 1}\n'
    place = OutputCheckpoint(position=0, tail=hashlib.sha256(b"").hexdigest())
    for held, foreign in ((ours, False), (ours[:4], False), (ours + "x\n", True), ("x\n", True)):
        out.write_text(held)
        output_ = ResumableOutput(out, resume_from=place, refuse_unknown=True)
        with suppress(TmimaError), output_ as lines:
            if foreign:
                with pytest.raises(TmimaError, match="has more at its end"):
                    lines.check_next(ours)
            else:
                lines.check_next(ours)
                lines.write(ours)
        assert out.read_text() == (held if foreign else ours)
