"""Bad values of every kind: one clear line on the command line, a TmimaError in the library."""

import os
from contextlib import suppress
from pathlib import Path
from typing import get_type_hints

import click
import numpy as np
import pytest

import tmima
from tmima import Constraints, Parameters, Questions, Segmenter, TextStream, TmimaError
from tmima.cli import tmima as command_line
from tmima.segmenter import SETTINGS

TEXT = "\n\n".join(
    f"The {one} is here. A {one} was there. The {one} and the {two} met."
    for one, two in (("cat", "dog"), ("ship", "boat"), ("baker", "bread"), ("river", "sea"))
)
HUGE = "9" * 20
DIGITS = "9" * 5000


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    made = tmp_path_factory.mktemp("files")
    (made / "a.txt").write_text(TEXT)
    (made / "deep.json").write_text("[" * 100_000)
    (made / "digits.json").write_text('{"mean_length": %s}' % ("9" * 5000))
    (made / "large.json").write_text('{"mean_length": %s}' % ("9" * 400))
    (made / "list.json").write_text("[]")
    (made / "similarity.json").write_text('{"similarity": []}')
    head = '{"format": "tmima greek tagger 1", '
    for number, rest in enumerate(
        ("}", '"weights": 5}', '"weights": {}, "readings": 5, "supervised": 1}', '"weights": {}}')
    ):
        (made / f"tagger{number}.json").write_text(head + rest.removeprefix("}"))
    (made / "tagger9.json").write_text(head + '"weights": {"word": {"a": ["x"]}}}')
    for number, pair in enumerate(
        ('["NOUN", []]', '["NOUN", 5]', '["x", "και"]', '[[], "και"]'), 4
    ):
        rest = f'"weights": {{}}, "supervised": true, "readings": {{"και": [{pair}]}}}}'
        (made / f"tagger{number}.json").write_text(head + rest, encoding="utf-8")
    return made


@pytest.mark.parametrize(
    "options",
    [
        *(f"--set std_length={value}" for value in ("1e300", "1e155", "1e-160")),
        *(f"--set temperature={value}" for value in ("1e300", "1e-300", "nan")),
        *("--set mean_length=1e300", "--set r=inf"),
        *("--levels 33", "--levels 1000000000", "--best 1001", f"--best {HUGE}"),
        *("--set samples=100001", f"--set samples={HUGE}", "--set samples=2 --set seed=-1"),
        f"--min-size {HUGE}",
        *(f"--n-segments {HUGE}", f"--n-segments {DIGITS}", f"--n-segments 1-{DIGITS}"),
        *(f"--cut-at {DIGITS}", f"--cut-at @{DIGITS}", f"--set no_cut_at={HUGE}"),
        *("--n-segments ٣", "--cut-at ٣", "--cut-at @٣"),
        "--set path=1 --cut-at 2,3 --set path_plot=x.png",
        "--tokenizer tests.test_refusals:number --size-unit tokens --max-size 5",
        "--tokenizer math:sqrt --size-unit tokens --max-size 5",
        *("--params deep.json", "--params digits.json", "--params large.json"),
        *("--params list.json", "--params similarity.json", "--params ."),
        *(f"--set tagger=tagger{number}.json --language el" for number in range(8)),
        "--set tagger=tagger9.json --language el",
        *("--set tagger=deep.json --language el", "--set tagger=list.json --language el"),
        *("--method c99 --set rank=1", "--method c99 --set mask=x", "--method c99 --set mask=[]"),
        *("--language xx", "--encoding xx", "--set stopwords=nowhere"),
    ],
)
def test_bad_values_are_told_in_a_line(folder, monkeypatch, options):
    monkeypatch.chdir(folder)
    with pytest.raises((TmimaError, click.ClickException)) as caught:
        command_line.main(["segment", "a.txt", *options.split()], standalone_mode=False)
    said = str(caught.value)
    assert "\n" not in said
    assert len(said) < 700
    assert not (folder / "x.png").exists()


@pytest.mark.parametrize(
    "options",
    [
        *("--set r=1e6", "--set r=1e9"),
        *(f"--max-size {HUGE}", f"--max-size {HUGE} --size-unit characters"),
        *(
            "--levels 32",
            "--levels 3 --set r=1e9 --set mean_length=3 --set std_length=1",
            "--best 20",
            f"--set path={HUGE}",
            f"--set samples=2 --set seed={HUGE}",
        ),
    ],
)
def test_values_that_are_large_but_good_are_taken(folder, monkeypatch, capsys, options):
    monkeypatch.chdir(folder)
    command_line.main(["segment", "a.txt", *options.split()], standalone_mode=False)
    assert "segment" in capsys.readouterr().out


def number(text: str) -> int:
    """Stands for a tokenizer that gives a number instead of tokens."""
    return len(text)


def test_a_limit_has_its_reason():
    for name, most in (("best", 1000), ("samples", 100_000), ("levels", 32)):
        Questions(**{name: most})
        with pytest.raises(
            TmimaError, match=rf"^{name} must be {most} or less, not {most + 1}: \w"
        ):
            Questions(**{name: most + 1})


def test_a_comparison_in_which_every_method_failed_is_a_failure(tmp_path, capsys):
    (tmp_path / "one.ref").write_text("==========\nOne cat.\n==========\nOne ship.\n==========\n")
    line = ["compare", str(tmp_path), "--methods", "hmm", "--jobs", "1"]
    with pytest.raises(TmimaError, match="every method failed"):
        command_line.main(line, standalone_mode=False)
    assert "hmm failed on one.ref" in capsys.readouterr().out


# The library


@pytest.mark.parametrize("name", ["format", "options", "analyzer", "titles", "encode", "method"])
def test_a_long_value_is_not_told_whole(name):
    with pytest.raises(TmimaError, match="…") as raised:
        tmima.segment(TEXT, language="en", **{name: range(10**300, 10**301)})
    assert len(str(raised.value)) < 200


ODD = [
    5, -1, 1.5, True, "x", "", b"x", [], [5], ["x"], (1,), (2, 1), {}, {"x": 5}, {5: 5}, {5},
    object(), len, int, float("nan"), np.array([1, 2]), np.float64("inf"), Path("nowhere"),
    10**400, "\ud800", lambda: None,
]  # fmt: skip


def only_refused(work) -> None:
    with suppress(TmimaError):  # and nothing else
        work()


@pytest.mark.parametrize("name", [*SETTINGS, "constraints", "questions"])
def test_odd_settings_are_refused_by_name_or_taken(name):
    for value in ODD:
        if name in ("similarity", "encode", "titles", "tokenizer") and callable(value):
            continue  # what a function of the user's does is the user's
        settings = {"language": "en", "parameters": {"mean_length": 3, "std_length": 1}}
        settings[name] = value
        only_refused(lambda settings=settings: tmima.segment(TEXT, **settings))


@pytest.mark.parametrize("kind", [Constraints, Parameters, Questions])
def test_odd_fields_are_refused_by_name_or_taken(kind):
    setting = f"{kind.__name__.lower().rstrip('s')}s"
    for name in get_type_hints(kind):
        for value in ODD:
            settings = {"language": "en", setting: {name: value}}
            only_refused(lambda settings=settings: tmima.segment(TEXT, **settings))


def test_odd_texts_and_counts_are_refused():
    segmenter = Segmenter(language="en", parameters={"mean_length": 3, "std_length": 1})
    for value in ODD:
        if not isinstance(value, str):
            with pytest.raises(TmimaError):
                segmenter.segment(value)
            with pytest.raises(TmimaError):
                TextStream(segmenter).push(value)
        only_refused(lambda value=value: segmenter.segment(TEXT, n_segments=value))
        only_refused(lambda value=value: TextStream(segmenter, max_delay=value))
        only_refused(lambda value=value: TextStream.resume(value))
        only_refused(lambda value=value: list(segmenter.segment_many([TEXT], jobs=value)))
        if not isinstance(value, bool | int):  # a number is an open file
            only_refused(lambda value=value: Segmenter.load(value))
            only_refused(lambda value=value: segmenter.train(value))
            only_refused(lambda value=value: segmenter.learn(value))


def test_a_segmenter_file_with_wrong_types_is_refused(tmp_path):
    path = tmp_path / "saved.json"
    for content in (
        *("[", "[]", "{}", '{"settings": []}', '{"settings": {"x": 1}}', "[" * 100_000),
        *('{"settings": {}, "learnt": 5}', '{"settings": {}, "learnt": {"method": 5}}'),
    ):
        path.write_text(content)
        with pytest.raises(TmimaError, match="holds no segmenter that can be read"):
            Segmenter.load(path)


def test_half_a_character_has_a_place_in_the_report():
    page = tmima.segment(TEXT + " Half \ud800 a character.", language="en").as_html()
    assert "\\ud800" in page
    assert page.encode("utf-8")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="limits of memory as POSIX has them")
def test_short_memory_is_told_in_a_line(tmp_path):
    import resource
    import subprocess

    from tests.command import COMMAND, PATIENCE

    text = tmp_path / "long.txt"
    with text.open("wb") as file:
        file.truncate(1 << 30)  # takes no room, until it is read
    done = subprocess.run(
        [*COMMAND, "segment", text],
        capture_output=True,
        timeout=PATIENCE,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (300 << 20, 300 << 20)),
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.startswith(b"tmima: out of memory: ")
    assert done.stderr.count(b"\n") == 1


@pytest.mark.parametrize("value", [None, 5, 2.5, b"text", object(), ["text"], {"a": 1}])
def test_what_names_no_file_is_refused(value):
    for use in (tmima.open_file, Segmenter.load, Segmenter().save):
        with pytest.raises(TmimaError, match="a file is named by a string or a path, not"):
            use(value)


def test_what_names_no_encoding_is_refused(folder):
    with pytest.raises(TmimaError, match="encoding= 5 is not known"):
        tmima.open_file(folder / "a.txt", encoding=5)


@pytest.mark.parametrize("value", [None, 5, 2.5, object(), TEXT, np.str_(TEXT)])
def test_what_is_no_list_of_texts_is_refused_at_once(value):
    with pytest.raises(TmimaError, match="segment_many takes a list of texts, not"):
        Segmenter().segment_many(value)


@pytest.mark.parametrize("value", [None, 5, 2.5, object()])
def test_what_is_no_row_of_pieces_is_refused(value):
    with pytest.raises(TmimaError, match="a stream is made of pieces of text, not of"):
        list(tmima.stream(value))
    with pytest.raises(TmimaError, match="a text must be a string, not"):
        list(tmima.stream([value]))


def test_background_texts_that_do_not_differ_are_refused():
    with pytest.raises(TmimaError, match="all 4 passages of 8 sentences in background= hold the"):
        tmima.segment(TEXT, similarity="lsa", background=["The ship sails.\n"] * 4, language="en")
