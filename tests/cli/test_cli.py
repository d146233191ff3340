"""The command line as a person meets it: every command in a process of its own."""

import ast
import csv
import io
import json
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest

import tmima as package
from tests.command import output, refusal, tmima
from tests.sources import string_literals
from tmima.cli import main
from tmima.cli import tmima as group
from tmima.cli.commands.segment import segment as segment_command
from tmima.cli.options import spell_options
from tmima.errors import TmimaError
from tmima.formats import parse_choi, render_choi
from tmima.languages import languages

TEXT = (
    "The cats purr. A cat sleeps. The cats drink.\nThe ships sail. A ship sinks. The ships drift.\n"
)
SETTING = "--set mean_length=3 --set std_length=1 --set gamma=0.5 --set r=0.5".split()


@pytest.fixture
def article(tmp_path) -> Path:
    path = tmp_path / "article.txt"
    path.write_text(TEXT, encoding="utf-8")
    return path


def test_json_is_one_object_of_the_promised_form(article):
    result = json.loads(output("segment", article, "--format", "json", *SETTING))
    assert list(result) == [
        "language",
        "method",
        "unit",
        "units",
        "parameters",
        "cost",
        "boundaries",
        "segments",
        "similarity",
        "certificate",
    ]
    assert result["language"] == "en"
    assert result["method"] == "density"
    assert (result["unit"], result["units"]) == ("sentences", 6)
    assert result["parameters"] == {
        "mean_length": 3.0,
        "std_length": 1.0,
        "gamma": 0.5,
        "r": 0.5,
        "length_unit": "sentences",
    }
    # Two segments of three sentences, each similar to each: -(1 - gamma) * 9 / 3^r, twice.
    assert result["cost"] == pytest.approx(-9 / 3**0.5)
    assert result["boundaries"] == [3, 6]
    first, second = result["segments"]
    assert first.pop("title").startswith("Cats")
    assert first.pop("keywords")[0] == "cats"
    assert (second.pop("title")[:5], second.pop("keywords")[0]) == ("Ships", "ships")
    assert (first.pop("summary"), second.pop("summary")) == ("The cats purr.", "The ships sail.")
    assert (first.pop("forced"), second.pop("forced")) == (False, False)
    assert len({first.pop("id"), second.pop("id")}) == 2
    place = {"start": 0, "end": 45, "first": 0, "last": 3}
    assert first == first | place | {"text": TEXT[:45], "units": 3}
    place = {"start": 45, "end": len(TEXT), "first": 3, "last": 6}
    assert second == second | place | {"text": TEXT[45:], "units": 3}
    # What does not apply is left out, the probability that nobody asked for too.
    assert not {"probability", "start_time", "page", "path", "before"} & first.keys()


def test_standard_input_gives_the_same(article):
    options = ["--format", "json", *SETTING]
    found = [json.loads(output("segment", given, *options, stdin=TEXT)) for given in ("-", article)]
    ids = [[segment.pop("id") for segment in one["segments"]] for one in found]
    assert found[0] == found[1]
    # An id is also of the file's name, and standard input has none.
    assert set(ids[0]).isdisjoint(ids[1])


def test_text_is_plain_when_piped(article):
    shown = output("segment", article, "--verbose", *SETTING)
    assert "\x1b" not in shown
    assert re.search(r"^1\. Cats.*: sentences 1-3, characters 0-45\nThe cats purr\.", shown, re.M)
    assert "2 segments of 6 sentences, language en" in shown
    assert "mean_length 3, std_length 1, gamma 0.5, r 0.5, length_unit sentences" in shown


def test_choi_format_can_be_read_back(article, tmp_path):
    shown = output("segment", article, "--format", "choi", *SETTING)
    assert parse_choi(shown).boundaries == (3, 6)
    again = json.loads(
        output("segment", "-", "--input-format", "choi", "--format", "json", *SETTING, stdin=shown)
    )
    assert again["boundaries"] == [3, 6]
    assert "".join(segment["text"] for segment in again["segments"]) == shown


def test_units_lengths_and_the_diagonal_are_obeyed(article):
    as_json = ("--format", "json")
    paragraphs = json.loads(output("segment", article, "--set", "unit=paragraphs", *as_json))
    assert (paragraphs["unit"], paragraphs["units"]) == ("paragraphs", 2)
    words = json.loads(
        output(
            *("segment", article, *as_json),
            *("--set", "length_unit=words", "--set", "diagonal=false"),
        )
    )
    assert words["parameters"]["length_unit"] == "words"
    assert words["parameters"]["diagonal"] is False


def test_line_breaks_and_odd_characters_come_back_unchanged(tmp_path):
    content = "\ufeffΈνα.\r\nΔύο\x00.\r\n\r\nΤρι\u0301α 😀.\n".encode()
    path = tmp_path / "odd.txt"
    path.write_bytes(content)
    result = json.loads(output("segment", path, "--format", "json"))
    # All but the byte order mark, which is no text.
    assert "".join(segment["text"] for segment in result["segments"]).encode() == content[3:]
    assert result["segments"][0]["start"] == 0


def test_words_and_stopwords_are_obeyed(article, tmp_path):
    stops = tmp_path / "stops.txt"
    stops.write_text("the\ncat\ncats\nship\nships\na\n")
    listed = json.loads(
        output(
            "segment",
            article,
            *("--set", f"stopwords={stops}"),
            *("--set", "normalise=plain"),
            "--format",
            "json",
            *SETTING,
        )
    )
    # Without the shared words each sentence is similar to itself alone.
    assert listed["cost"] > -9 / 3**0.5
    output("segment", article, "--set", "stopwords=none", "--set", "normalise=porter")


def test_params_file_is_obeyed(article, tmp_path):
    params = tmp_path / "params.json"
    params.write_text('{"mean_length": 6, "std_length": 0.1, "gamma": 1.0}')
    result = json.loads(output("segment", article, "--params", params, "--format", "json"))
    assert result["boundaries"] == [6]
    assert result["parameters"]["gamma"] == 1.0


def test_output_file_is_whole(article, tmp_path):
    out = tmp_path / "out.json"
    assert output("segment", article, "--format", "json", "-o", out) == ""
    assert json.loads(out.read_text())["units"] == 6
    assert sorted(path.name for path in tmp_path.iterdir()) == ["article.txt", "out.json"]


@pytest.mark.slow
def test_ten_megabytes_on_one_line(tmp_path):
    line = "Η θάλασσα είναι γαλανή και το νησί μακριά. " * 140_000
    path = tmp_path / "long.txt"
    path.write_text(line.replace(". ", ", "), encoding="utf-8")
    assert path.stat().st_size > 10_000_000
    result = json.loads(output("segment", path, "--format", "json", "--set", "normalise=plain"))
    assert (result["units"], result["boundaries"]) == (1, [1])
    assert result["segments"][0]["text"] == path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--set", "std_length=0"], "--set std_length must be above 0, not 0.0"),
        (["--set", "std_length=-3"], "--set std_length must be above 0, not -3.0"),
        (["--set", "gamma=1.5"], "gamma must be from 0 to 1, not 1.5"),
        (["--set", "gamma=nan"], "gamma must be a finite number, not nan"),
        (["--set", "mean_length=many"], "'many' is not a valid float"),
        (["--language", "xx"], "unknown language 'xx'"),
        (["--format", "xml"], "'xml' is not one of"),
        (["--set", "stopwords=nowhere.txt"], "there is no file nowhere.txt"),
        (["--params", "nowhere.json"], "there is no file nowhere.json"),
        (["-o", "no/such/folder/out"], "no/such/folder/out cannot be written"),
        (["--wings"], "No such option"),
    ],
)
def test_bad_options_get_one_line(article, options, message):
    assert message in refusal("segment", article, *options)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--set", "unit=page"], "'page' is not one of 'sentences', 'paragraphs'"),
        (["--set", "unit=word"], "'word' is not one of 'sentences', 'paragraphs'"),
        (["--method", "c98"], "unknown method 'c98'"),
        (["--set", "similarity=cosine"], "unknown similarity 'cosine': choose one of shared, gra"),
        (["--input-format", "xml"], "choose one of text, lines, choi, vtt, srt, "),
        (["--input-format", "docx"], "article.txt is no DOCX, which is a file of bytes"),
        (["--set", "similarity=lsa"], "the similarity lsa needs texts: give --set background"),
        (["--set", "similarity=vectors"], "needs a model: give --set encode"),
        (["--set", "background=."], "--set background is for the similarity lsa, not for graded"),
        (["--method", "c99", "--set", "gamma=1"], "the method c99 takes no --params"),
        (["--method", "c99", "--set", "similarity=graded"], "c99 takes no --set similarity"),
        (["--method", "hmm"], "hmm needs training: use --train first"),
        (["--method", "ponte"], "ponte needs a collection to learn from: use --train first"),
        (["--method", "kozima"], "give a file as the option network (--set)"),
        (["--method", "c99", "--train", "labelled"], "the method c99 learns nothing from texts"),
        (["--method", "c99", "--set", "mask"], "--set must be NAME=VALUE, not 'mask'"),
        (["--method", "c99", "--set", "speed=3"], "has no option 'speed': it has mask, limit"),
        (["--set", "samples=2", "--set", "seed=-1"], "'--set seed': -1 is not in the range x>=0"),
    ],
)
def test_messages_name_options(article, options, message, capsys, monkeypatch):
    # In this process, as there are many.
    monkeypatch.chdir(article.parent)
    folder = article.parent / "labelled"
    folder.mkdir()
    (folder / "a.ref").write_text(render_choi([["one"], ["two"]]))
    monkeypatch.setattr(sys, "argv", ["tmima", "segment", str(article), *options])
    with pytest.raises(SystemExit) as stop:
        main()
    assert stop.value.code == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("tmima: ")
    assert err.count("\n") == 1
    assert message in err


def test_several_files_are_cut_one_by_one(article, tmp_path):
    texts = tmp_path / "texts"
    (texts / "below").mkdir(parents=True)
    paths = [texts / "a.txt", texts / "below" / "b.text"]
    for path in paths:
        path.write_text(article.read_text() + path.name, encoding="utf-8")
    single = [json.loads(output("segment", path, "--format", "json")) for path in paths]
    lines = output("segment", texts, "--format", "json").splitlines()
    named = [{"file": str(path)} | one for path, one in zip(paths, single, strict=True)]
    assert [json.loads(line) for line in lines] == named
    rows = list(csv.DictReader(io.StringIO(output("segment", *paths, "--format", "csv"))))
    assert [(row["file"], int(row["start"]), row["text"]) for row in rows] == [
        (one["file"], segment["start"], segment["text"])
        for one in named
        for segment in one["segments"]
    ]
    output("segment", texts / "**" / "*.*", "--format", "choi", "-o", tmp_path / "out")
    for path in paths:
        written = tmp_path / "out" / f"{path.name}.ref"
        assert written.read_text(encoding="utf-8") == output("segment", path, "--format", "choi")


def test_a_file_of_several_that_cannot_be_cut_does_not_end_the_others(article, tmp_path):
    (tmp_path / "empty.txt").touch()
    options = ("--n-segments", "2", "--format", "csv")
    done = tmima("segment", tmp_path / "empty.txt", article, *options)
    assert done.returncode == 2
    assert done.stdout.count(b"article.txt") == 2
    first, second = done.stderr.decode().splitlines()
    assert first == f"tmima: {tmp_path / 'empty.txt'}: the text is empty"
    assert second == "tmima: 1 of 2 files could not be cut"
    assert "needs --output, a folder" in refusal("segment", article, tmp_path, "--format", "html")
    assert "two of the files" in refusal(
        "segment", article, tmp_path / "x" / article.name, "-o", "o"
    )


def test_what_no_file_of_several_could_be_cut_with_is_told_once(article, tmp_path):
    other = tmp_path / "other.txt"
    other.write_text("Cats purr. Ships sail.", encoding="utf-8")
    assert "unknown language 'xx'" in refusal("segment", article, other, "--language", "xx")
    training = ("--method", "hmm", "--train", tmp_path / "nowhere")
    assert "there is no folder" in refusal("segment", article, other, *training)


def test_bad_files_get_one_line(tmp_path):
    assert "there is no file" in refusal("segment", tmp_path / "none.txt")
    assert "holds no file" in refusal("segment", tmp_path)
    assert "no file fits" in refusal("segment", tmp_path / "*.txt")
    path = tmp_path / "latin.txt"
    path.write_bytes(b"Caf\xe9.")
    assert "latin.txt is not UTF-8: byte 0xe9 at offset 3" in refusal("segment", path)
    for blank in (b"", b" \n\r\n", b"\xef\xbb\xbf"):
        assert "text is empty" in refusal("segment", "-", stdin=blank)


def test_params_and_options_exclude_each_other(article, tmp_path):
    params = tmp_path / "params.json"
    params.write_text("{}")
    message = refusal("segment", article, "--params", params, "--set", "gamma=0.1")
    assert message.endswith("leave out --set gamma\n")
    message = refusal(
        "segment", article, "--params", params, "--set", "mean_length=5", "--set", "r=1"
    )
    assert message.endswith("leave out --set mean_length, --set r\n")


def test_bad_params_name_the_file(article, tmp_path):
    params = tmp_path / "params.json"
    params.write_text('{"sigma": 3}')
    message = refusal("segment", article, "--params", params)
    # The names that a file can have, which are no options.
    assert "params.json: unknown parameter 'sigma': known are mean_length, std_length," in message


def test_odd_texts_are_no_errors():
    one = json.loads(output("segment", "-", "--format", "json", stdin="One sentence only"))
    assert one["boundaries"] == [1]
    stops = json.loads(output("segment", "-", "--format", "json", stdin="It is. We are. You do."))
    assert stops["units"] == 3


def test_evaluate_prints_the_promised_object(tmp_path):
    reference, hypothesis = tmp_path / "ref", tmp_path / "hyp"
    reference.write_text(render_choi([["a b", "c d"], ["e f", "g h"]]))
    hypothesis.write_text(render_choi([["a b"], ["c d"], ["e f", "g h"]]))
    result = json.loads(output("evaluate", reference, hypothesis, "--format", "json"))
    assert result == result | {
        "documents": 1,
        "unit": "sentences",
        "precision": 0.5,
        "recall": 1.0,
        "f1": pytest.approx(2 / 3),
        "pk": pytest.approx(1 / 3),
        "window_diff": pytest.approx(1 / 3),
        # A cut that both have, and one to be added.
        "boundary_similarity": 0.5,
        "f1_within": pytest.approx(2 / 3),
    }
    in_words = ("--score-unit", "words", "--format", "json")
    words = json.loads(output("evaluate", reference, hypothesis, *in_words))
    assert words["unit"] == "words"
    # Eight words, k = 2: of the six pairs two lie across the false cut alone.
    assert words["pk"] == pytest.approx(2 / 6)
    assert words["f1_within"] == result["f1_within"]
    shown = output("evaluate", reference, hypothesis)
    for line in (r"Pk +33\.33%  How often", r"B +50\.00%", r"F1±2 +66\.67%  F1 of cuts that"):
        assert re.search(f"^{line}", shown, re.MULTILINE)


def test_evaluate_folders_by_name(tmp_path):
    for folder, cut in (("ref", 1), ("hyp", 2)):
        for name in ("a.ref", "deep/b.ref"):
            path = tmp_path / folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            sentences = ["one", "two", "three"]
            path.write_text(render_choi([sentences[:cut], sentences[cut:]]))
    result = json.loads(output("evaluate", tmp_path / "ref", tmp_path / "hyp", "--format", "json"))
    assert (result["documents"], result["precision"]) == (2, 0.0)
    (tmp_path / "hyp" / "a.ref").unlink()
    assert "lacks a.ref" in refusal("evaluate", tmp_path / "ref", tmp_path / "hyp")
    assert "is a folder but" in refusal("evaluate", tmp_path / "ref", tmp_path / "hyp/deep/b.ref")


def test_evaluate_says_where_the_texts_differ(tmp_path):
    reference, hypothesis = tmp_path / "ref", tmp_path / "hyp"
    reference.write_text(render_choi([["one"], ["two", "three"]]))
    hypothesis.write_text(render_choi([["one", "zwei", "three"]]))
    message = refusal("evaluate", reference, hypothesis)
    assert re.search(r"line 4 of \S+ref, 'two', and line 3 of \S+hyp, 'zwei'", message)
    hypothesis.write_text(render_choi([["one", "two"]]))
    assert "hyp ends before sentence 3, 'three'" in refusal("evaluate", reference, hypothesis)
    hypothesis.write_text("==========\n")
    assert "holds no sentence" in refusal("evaluate", reference, hypothesis)


def test_info_says_what_a_run_without_options_uses():
    (line,) = (line for line in output("info").splitlines() if line.startswith("defaults"))
    default, paper = line.split("; of the method density: ")
    for part, options in ((default, ()), (paper, ("--method", "density"))):
        used = json.loads(output("segment", "-", "--format", "json", *options, stdin=TEXT))
        assert f"similarity {used['similarity']}," in part
        for name in ("mean_length", "std_length", "gamma", "r"):
            assert name not in used["parameters"] or f"{name} {used['parameters'][name]}" in part
    assert "method learnt," in default
    assert re.search(r"weights of 20\d\d-\d\d-\d\d from \d+ texts", default)


def test_info_says_what_there_is():
    shown = output("info")
    assert re.search(r"^version +\d+\.\d+\.\d+$", shown, re.MULTILINE)
    assert re.search(r"^kernel +(compiled|numpy)", shown, re.MULTILINE)
    assert re.search(rf"^languages +{', '.join(languages.own())};", shown, re.MULTILINE)
    assert re.search(r"^methods +learnt, density", shown, re.MULTILINE)


def test_help_explains_every_command_and_option():
    assert {"segment", "evaluate", "info"} <= set(re.findall(r"^  (\w+) ", output("--help"), re.M))
    shown = output("segment", "--help")
    options = (
        "language input-format params method set train n-segments max-size posteriors best levels "
        "format plot output"
    )
    for option in options.split():
        assert re.search(rf"^  (-\w, )?--{option}\b", shown, re.MULTILINE), option


def test_no_command_shows_the_help():
    assert "Usage" in output()


def test_a_closed_pipe_is_no_error(article):
    done = subprocess.run(
        f"{sys.executable} -c 'from tmima.cli import main; main()' segment {article} | head -c 1",
        shell=True,
        capture_output=True,
    )
    assert done.stderr == b""


@pytest.mark.parametrize(
    ("command", "plural", "singular"),
    [
        ("segment", "--set unit=paragraphs", "--set unit=paragraph"),
        ("segment", "--set length_unit=words", "--set length_unit=word"),
        ("segment", "--size-unit characters", "--size-unit character"),
        ("evaluate", "HYP --score-unit words", "HYP --score-unit word"),
    ],
)
def test_the_singular_of_a_unit_is_understood(command, plural, singular):
    def understood(line: str) -> dict:
        there = group.get_command(click.Context(group), command)
        return there.make_context(command, ["FILE", *line.split()]).params

    assert understood(plural) == understood(singular)
    assert understood(plural) != understood(" ".join(plural.split()[2:]) or "")


@pytest.mark.parametrize("command", list(group.names))
def test_an_option_has_one_name(command):
    there = group.get_command(click.Context(group), command)
    for option in there.params:
        names = [name for name in option.opts if name.startswith("--")]
        assert len(names) <= 1 or isinstance(option, click.Argument), names


def test_a_method_that_learns_is_trained_on_a_folder(article, tmp_path):
    folder = tmp_path / "labelled"
    folder.mkdir()
    cats = ["The cats purr.", "A cat sleeps.", "The cats drink."]
    ships = ["The ships sail.", "A ship sinks.", "The ships drift."]
    for number in range(6):
        order = [cats, ships] if number % 2 else [ships, cats]
        (folder / f"{number}.ref").write_text(render_choi(order), encoding="utf-8")
    for method, cuts in (("hmm", [3, 6]), ("c99-lsa", [5, 6])):
        options = ["--method", method, "--train", folder, "--n-segments", "2"]
        found = json.loads(output("segment", article, *options, "--format", "json"))
        assert (found["method"], found["boundaries"]) == (method, cuts)
        assert found["learnt"]["from"] == "6 labelled texts"


def test_training_says_what_is_missing(article, tmp_path):
    empty = tmp_path / "empty"
    empty.mkdir()
    assert "empty holds no text" in refusal("segment", article, "--method", "hmm", "--train", empty)
    nowhere = refusal("segment", article, "--method", "hmm", "--train", tmp_path / "nowhere")
    assert "there is no folder" in nowhere


def test_compare_names_options_in_its_failures(tmp_path):
    folder = tmp_path / "labelled"
    folder.mkdir()
    (folder / "a.ref").write_text(render_choi([["one two", "two"], ["three", "three four"]]))
    shown = output("compare", folder, "--methods", "hmm,kozima,none", "--jobs", "1")
    assert "hmm failed on a.ref: hmm needs texts to learn from: use --train first" in shown
    assert (
        "kozima failed on a.ref: kozima needs a network: give a file as the option network (--set)"
        in shown
    )


@pytest.mark.parametrize(
    ("message", "shown"),
    [
        ("`max_size` must be 1 or more, not 0", "--max-size must be 1 or more, not 0"),
        ("leave out `mean_length`, `gamma=`", "leave out --set mean_length, --set gamma"),
        ("`format=` must be text", "--input-format must be text"),
        ("`parameters` x.json already gives", "--params x.json already gives"),
        ("give `method='density'` or `jobs=1`", "give --method density or jobs 1"),
        ("takes no `constraints=`: that", "takes no constraints: that"),
        ("there is no file max_size.txt", "there is no file max_size.txt"),
        ("not 'max_size'", "not 'max_size'"),
        ("unknown parameter 'a': known are max_size", "unknown parameter 'a': known are max_size"),
        ("see `tmima info`", "see `tmima info`"),
    ],
)
def test_keywords_become_options_and_nothing_else_does(message, shown):
    assert spell_options(TmimaError(message), segment_command) == shown


def strings_with_options(source: str) -> list[str]:
    """Return the strings of a module, but for docstrings, that hold an option."""
    literals = string_literals(ast.parse(source))
    return [one for one in literals if re.search(r"(?<![\w-])--[a-z]", one)]


def test_no_option_of_the_command_line_is_named_in_the_library():
    source = Path(package.__file__).parent
    # `python -m tmima.conformance` is a command of its own.
    fronts = ("cli", "conformance.py")
    modules = [
        path for path in source.rglob("*.py") if path.relative_to(source).parts[0] not in fronts
    ]
    assert len(modules) > 100
    found = {str(path): strings_with_options(path.read_text("utf-8")) for path in modules}
    assert {path: strings for path, strings in found.items() if strings} == {}


def test_an_option_named_in_the_library_would_be_found():
    source = (
        '"""A --doc."""\ndef f(x):\n    "Give --this."\n    raise E(f"{x} needs --train FOLDER")\n'
    )
    assert strings_with_options(source) == [" needs --train FOLDER"]
    assert strings_with_options("f('a--b', '----', 'x = --y')") == ["x = --y"]
