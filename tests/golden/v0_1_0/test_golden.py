"""Version 0.1.0's answers, run by run: what was not asked to change has not changed.

What was renamed everywhere is renamed in what is expected (`as_today`), and what was added
everywhere is left out of what is found (`executed`). A run whose answer changes beyond that is
named in DIFFERENCES with the reason.
"""

import copy
import importlib.util
import json
import math
import platform
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple
from unittest.mock import patch

import pytest

from tmima.folders import JOURNAL

HERE = Path(__file__).parent
# How far numbers from linear algebra may be from those of old, relatively and near 0: how matrices
# are multiplied and decomposed differs from processor to processor. All else has the same digits
# wherever the C library, which has the powers and logarithms, is the one of the recording.
TOLERANCE, NEAR_ZERO = 1e-9, 1e-12
LINEAR_ALGEBRA = {"lsa", "vectors"}
SAME_LIBRARY = platform.libc_ver()[0] == "glibc" and platform.machine() == "x86_64"

Answer = dict[str, Any]
Run = dict[str, Any]


class Difference(NamedTuple):
    """Why a run's answer is another today, and what makes the new answer of the old one.

    `change` takes the old answer, the run, and a folder that is not there yet. Without it the run
    must merely differ, and nowhere but at the places that begin with `within`.
    """

    reason: str
    change: Callable[[Answer, Run, Path], Answer] | None = None
    within: tuple[str, ...] = ()


def _load(name: str) -> ModuleType:
    """Import a module of this folder, wherever the folder is."""
    spec = importlib.util.spec_from_file_location(f"golden_v0_1_0_{name}", HERE / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


RECORD = _load("record")
# The column of times, which are not compared, has another head now.
OLD_TIMES, RECORD._TIME_COLUMN = RECORD._TIME_COLUMN, "ms per text"
GOLDEN: dict[str, Any] = json.loads((HERE / "golden.json").read_text(encoding="utf-8"))


# --- What was renamed everywhere

_KEYS = {"alternatives": "best", "tree": "levels"}
_KEYS_OF_OTHER_METHODS = {"segments": "n_segments"}
# A keyword in a message, with what comes behind it: in lists of fields it stays.
_KEYWORD = re.compile(
    r"\b(no_cut_at|cut_at|keep_paragraphs|max_size|mean_length|min_size|std_length)(?= )"
)
# Where methods are listed there is one more.
_METHODS = re.compile(r"((?:choose one of|that is for) )density")


def as_today(run: Run, expected: Answer) -> Answer:
    """Return what a run gave with all that was renamed, and nothing else, as it is called today."""
    found = copy.deepcopy(expected)
    command = run["args"][0]
    if command == "segment":
        found["stdout"] = _segmented(found["stdout"])
        found["files"] = {name: _segmented(one) for name, one in found["files"].items()}
    if command == "compare":
        found["stdout"] = found["stdout"].replace(OLD_TIMES, "ms per text")
        found["files"] = {
            name: one.replace(OLD_TIMES, "ms per text") if isinstance(one, str) else one
            for name, one in found["files"].items()
        }
    found["stderr"] = _KEYWORD.sub(lambda match: "--" + match[1].replace("_", "-"), found["stderr"])
    found["stderr"] = _METHODS.sub(r"\1learnt, density", found["stderr"])
    return found


def _segmented(value: Any) -> Any:
    """Rename in what `tmima segment --format json` prints; leave all else as it is."""
    if not isinstance(value, dict) or "boundaries" not in value:
        return value
    found = {_KEYS.get(key, key): one for key, one in value.items()}
    found["unit"] += "s"
    if found["method"] != "density":
        numbers = found["parameters"].items()
        found["parameters"] = {_KEYS_OF_OTHER_METHODS.get(key, key): one for key, one in numbers}
    # Nothing is found from a text any more: the runs are given what was (`_as_of_old`).
    found.pop("structure", None)
    if found.get("learnt", {}).get("from") == "the text itself":
        del found["learnt"]
    return found


# --- What was added everywhere

_SCORES = {"boundary_similarity": "B", "f1_within": "F1±2"}
_NEW_KEYS = {
    "evaluate": {*_SCORES},
    "compare": {*_SCORES, "objective"},
    "train": {"objective", "scores"},
}


def executed(run: Run, folder: Path) -> Answer:
    """Run a command line as of old, and leave out of its answer what was added since."""
    new = _NEW_KEYS.get(run["args"][0], set())
    kept = RECORD._kept
    with patch.object(RECORD, "_kept", lambda text: kept(_without(text, new))):
        found = RECORD.execute(_as_of_old(run), folder)
    before = zip(run["before"], found["before"], strict=True)
    # A folder of results knows its own files.
    found["files"] = {
        name: one for name, one in found["files"].items() if Path(name).name != JOURNAL
    }
    return found | {
        "args": run["args"],
        "before": [{**step, "exit_code": done["exit_code"]} for step, done in before],
    }


def _as_of_old(run: Run) -> Run:
    """Ask for the method, the cost and the objective of old where none was named; no titles."""
    args = run["args"]
    if args[0] == "segment":
        args = [*args, "--titles", "none"]
        if "--method" not in args:
            args += ["--method", "density"]
        if args[args.index("--method") + 1] == "density":
            args += _found_of_old(run)
    if args[0] == "train":
        args = [*args, "--method", "density", "--objective", "pk"]
    if args[0] == "stream":
        args = [*args, "--method", "density"]
    if args[0] == "compare" and "--train" in args:
        args = [*args, "--set", "density.objective=pk"]
    return run | {"args": args, "before": [_as_of_old(step) for step in run.get("before", [])]}


def _found_of_old(run: Run) -> Iterator[str]:
    """Yield as options the similarity and the parameters that version 0.1.0 found from a text."""
    answer = GOLDEN.get(run.get("name", ""), {"stdout": "", "files": {}})
    told = [one for one in (answer["stdout"], *answer["files"].values()) if isinstance(one, dict)]
    if "--params" in run["args"] or not told or "similarity" not in told[0]:
        return
    numbers = ("mean_length", "std_length", "gamma", "r")
    values = {name: told[0]["parameters"][name] for name in numbers}
    for name, value in {"similarity": told[0]["similarity"], **values}.items():
        option = "--" + name.replace("_", "-")
        if option not in run["args"]:
            yield from (option, str(value))


def _without(text: str, new: set[str]) -> str:
    """Leave out keys of JSON, and the columns and lines of tables that show the same."""
    if not new:
        return text
    try:
        return json.dumps(_without_keys(json.loads(text), new))
    except json.JSONDecodeError:
        pass
    heads = {_SCORES.get(key, key) for key in new}
    lines = [line for line in text.split("\n") if line.split(" ")[0] not in heads]
    for separator in ("|", ","):
        lines = _without_columns(lines, separator, heads)
    return "\n".join(lines)


def _without_keys(value: Any, new: set[str]) -> Any:
    if isinstance(value, list):
        return [_without_keys(one, new) for one in value]
    if isinstance(value, dict):
        return {key: _without_keys(one, new) for key, one in value.items() if key not in new}
    return value


def _without_columns(lines: list[str], separator: str, heads: set[str]) -> list[str]:
    columns: list[int] = []
    found = []
    for line in lines:
        cells = line.split(separator)
        columns = columns or [n for n, cell in enumerate(cells) if cell.strip() in heads]
        found.append(separator.join(cell for n, cell in enumerate(cells) if n not in columns))
    return found


# --- What is different in single runs


def _says(old: str, new: str) -> Callable[[Answer, Run, Path], Answer]:
    """Make a change of words in what is printed."""

    def change(expected: Answer, _run: Run, _folder: Path) -> Answer:
        changed = {
            name: expected[name].replace(old, new)
            for name in ("stdout", "stderr")
            if isinstance(expected[name], str)
        }
        assert changed != {name: expected[name] for name in changed}, f"{old!r} was not said"
        return expected | changed

    return change


def _refused(message: str) -> Callable[[Answer, Run, Path], Answer]:
    """Make a change of what was accepted, or failed without a word, into a refusal in one line."""

    def change(expected: Answer, _run: Run, _folder: Path) -> Answer:
        return expected | {"exit_code": 2, "stdout": "", "stderr": f"tmima: {message}\n"}

    return change


def _as_without_the_option(expected: Answer, run: Run, folder: Path) -> Answer:
    """Expect what the command gives without its last option and value."""
    plain = executed(run | {"args": run["args"][:-2]}, folder)
    assert plain["exit_code"] == 0
    return plain | {"args": run["args"]}


def _as_segment(expected: Answer, run: Run, folder: Path) -> Answer:
    """Expect of a stream what `tmima segment` gives for the text with the same options."""
    args = run["args"][1:]
    for option in ("--max-delay", "--state"):
        if option in args:
            place = args.index(option)
            args = args[:place] + args[place + 2 :]
    alone = ["segment", run["stdin"], *args, "--format", "json"]
    whole = executed(run | {"args": alone, "stdin": None, "before": []}, folder)
    assert whole["exit_code"] == 0, whole["stderr"]
    *others, last = whole["stdout"]["segments"]
    segments = [*({**one, "cut": "final"} for one in others), {**last, "cut": "end"}]
    # A single line of JSON was recorded as the object itself.
    stdout = segments if len(segments) > 1 else segments[0]
    return expected | {"exit_code": 0, "stdout": stdout, "stderr": ""}


def _as_segment_with_its_state(expected: Answer, run: Run, folder: Path) -> Answer:
    """Expect the same, and the state that a finished stream leaves today."""
    folder.mkdir()
    found = _as_segment(expected, run, folder / "whole")
    files = executed(run, folder / "kept")["files"]
    assert set(files) == {"s.json"}
    return found | {"files": files}


def _fails_as_a_whole(expected: Answer, run: Run, folder: Path) -> Answer:
    """Expect what was printed, and that it is a failure."""
    said = _says(
        "c99: C99.__init__() got an unexpected keyword argument 'speed'",
        "the method c99 has no option 'speed': it has mask, limit, search",
    )(expected, run, folder)
    failure = "tmima: every method failed: the reasons are above\n"
    return said | {"exit_code": 2, "stderr": failure}


_WAY_OUT = ". Give --encoding where one file is read, as cp1253 or latin-1, or convert it to UTF-8"
_NO_NUMBER = "takes a number of segments at the most, no other constraints and questions: those are"

_BY_REASON: dict[str, dict[str, Callable[[Answer, Run, Path], Answer]]] = {
    "what a similarity does not use is refused by name": {
        "similarity-collection-unused": _refused(
            "density: --background is for the similarity lsa, not for graded"
        ),
        "similarity-model-unused": _refused(
            "density: --encode is for the similarity vectors, not for graded"
        ),
    },
    "what a method does not understand is refused by name, each for itself": {
        "bad-method-range": _says(
            f"{_NO_NUMBER} for density", "takes one number as --n-segments, not (3, 5)"
        ),
        "bad-method-constraints": _says(
            f"{_NO_NUMBER} for density", "takes no constraints: that is for learnt, density"
        ),
        "bad-method-questions": _says(
            f"{_NO_NUMBER} for density", "takes no questions: that is for learnt, density"
        ),
        "bad-method-no-number": _says(
            "must be told the number of segments", "must be given --n-segments"
        ),
        "bad-method-takes-no-number": _says(
            "cannot be told the number of segments", "does not accept --n-segments"
        ),
        "bad-set-unknown": _says(
            "c99: C99.__init__() got an unexpected keyword argument 'speed'",
            "the method c99 has no option 'speed': it has mask, limit, search",
        ),
        "bad-set-without-method": _says(
            "the method density takes parameters, not options",
            "density: unknown parameter 'mask': known are mean_length, std_length, gamma, r, "
            "length_unit, diagonal, temperature",
        ),
    },
    "an option that was renamed is named by its new name": {
        "bad-segments-word": _says("--segments wants", "--n-segments must be"),
        "bad-unknown-words": _says("'--words'", "'--normalise' / '--words'"),
        "words-porter-el": _says("--words stem", "--normalise stem"),
        "bad-tagger-en": _says(
            "not --language en --words stem", "not language en with --normalise stem"
        ),
        "bad-lsa-without-collection": _says(
            "the similarity lsa learns from a collection of texts: give --collection FOLDER",
            "density: the similarity lsa needs texts: give --background FOLDER",
        ),
        "bad-vectors-without-model": _says(
            "the similarity vectors needs a model: give --model FOLDER, or encode in Python",
            "density: the similarity vectors needs a model: give --encode FOLDER",
        ),
        "output-text-method-5": _says("; segments 5", "; n_segments 5"),
    },
    "two methods of the literature joined the others": dict.fromkeys(
        ("bad-unknown-method", "compare-unknown-method"),
        _says("aspect-hmm, uniform", "aspect-hmm, mincut, bayesseg, uniform"),
    ),
    "there is another option whose name is near": {
        "bad-unknown-option": _says(
            "Did you mean '--stopwords'?",
            "(Did you mean one of: '--stopwords', '--strict', '--titles'?)",
        ),
    },
    "a time is a place too": {
        name: _says("a character offset, not", "a character offset, or a time as 12:30, not")
        for name in (
            "constraints-place-outside",
            "constraints-place-0",
            "constraints-place-word",
            "constraints-no-cut-at-headings",
        )
    },
    "what is too large may be cut or kept": {
        name: _says(said, f"{said}: --oversize split cuts it, keep leaves it so")
        for name, said in {
            "constraints-clash-unit-too-long": "more than --max-size 40",
            "constraints-clash-tokens": "more than --max-size 3",
        }.items()
    },
    "units are plural in messages too": {
        "bad-unknown-unit": _says("'sentence', 'paragraph'", "'sentences', 'paragraphs'"),
        "bad-unknown-size-unit": _says("'tokens'.", "'tokens', 'seconds'."),
    },
    "similarities are looked up in a registry that outsiders fill": {
        "bad-unknown-similarity": _says(
            "'cosine' is not one of 'shared', 'graded', 'background', 'lsa', 'vectors'.",
            "unknown similarity 'cosine': choose one of shared, graded, background, lsa, vectors",
        ),
    },
    "languages are looked up in a registry, Greek like any other": {
        "analyze-conllu-en": _says(
            "--input conllu needs a tagger, which 'en' has not: use el",
            "language 'en' has no tagger: choose one of el",
        ),
    },
    "a message of the library in the words of the command line": {
        "bad-tokenizer-no-colon": _says("--tokenizer wants", "--tokenizer must be"),
        "bad-set-no-value": _says("--set wants", "--set must be"),
        "compare-bad-set": _says("--set wants", "--set must be"),
        "bad-chains-no-thesaurus": _says("(--set thesaurus=PATH)", "with --set thesaurus=PATH"),
        "bad-kozima-no-network": _says("(--set network=PATH)", "with --set network=PATH"),
        "compare-thesaurus": _says("(--set network=PATH)", "with --set network=PATH"),
        "stream-length-in-words": _says(
            "in sentences, not in words", "in sentences: --length-unit cannot be 'words'"
        ),
    },
    "methods that learn are trained by tmima segment too": {
        "bad-hmm-untrained": _says("give segmented texts (--train FOLDER)", "give --train FOLDER"),
        "bad-aspect-hmm-untrained": _says(
            "give segmented texts (--train FOLDER)", "give --train FOLDER"
        ),
        "bad-exponential-untrained": _says(
            "give segmented texts (--train FOLDER)", "give --train FOLDER"
        ),
        "bad-ponte-untrained": _says(
            "a collection: give texts (--train FOLDER)",
            "a collection to learn from: give --train FOLDER",
        ),
    },
    "a negative seed is bad input, told in a line": {
        "questions-samples-negative-seed": _refused("seed must be 0 or more, not -1"),
    },
    "a format can be found from the text": {
        "bad-unknown-input": _as_without_the_option,
    },
    "a stream that is shorter than its beginning is cut as tmima segment cuts it": dict.fromkeys(
        (
            "stream-en",
            "stream-el",
            "stream-all-set",
            "stream-mean",
            "stream-params",
            "stream-params-graded",
            "stream-max-size",
            "stream-max-delay",
            "stream-max-size-delay",
            "stream-lines",
            "stream-wrapped",
            "stream-crlf",
            "stream-language",
            "stream-zh",
            "stream-words",
            "stream-stopwords",
            "stream-no-diagonal",
            "stream-no-window",
        ),
        _as_segment,
    ),
    "a stream that has ended leaves its state": dict.fromkeys(
        ("stream-state", "stream-state-resumed"), _as_segment_with_its_state
    ),
    "a comparison in which every method failed is a failure": {
        "compare-unknown-option": _fails_as_a_whole,
    },
    "a text that is not UTF-8 is told the way out": {
        "bad-not-utf-8": _says("at offset 6", "at offset 6" + _WAY_OUT),
        "bad-stdin-not-utf-8": _says("at offset 6", "at offset 6" + _WAY_OUT),
        "stream-not-utf-8": _refused(
            "standard input is not UTF-8: byte 0xe9 at offset 6" + _WAY_OUT
        ),
    },
    "several files are welcome, and rows of CSV can be printed": {
        "bad-no-argument": _says("'FILE'", "'FILE...'"),
        "bad-unknown-format": _says("'html'.", "'html', 'csv'."),
    },
    "a state has a checksum": {
        "stream-state-no-state": _refused(
            "params.json holds no state of a stream: this is no state of a stream that can be "
            "used: its checksum is wrong"
        ),
    },
}

DIFFERENCES: dict[str, Difference] = {
    name: Difference(reason, change)
    for reason, changes in _BY_REASON.items()
    for name, change in changes.items()
}
DIFFERENCES |= {
    **{
        name: Difference("several files and folders are cut", within=("exit_code", "std"))
        for name in ("bad-two-arguments", "bad-folder")
    },
    **{
        name: Difference(
            "the Greek lexicon has no list whose origin is unknown: two names and nouns",
            within=(f"stdout.sentences[{sentence}].tokens[{token}].",),
        )
        for name, sentence, token in (
            ("analyze-el-json", 5, 5),
            ("analyze-el-nfd", 12, 5),
            ("analyze-el-capitals", 3, 3),
        )
    },
    "other-version": Difference("it is another version", within=("stdout",)),
    "stream-state-left": Difference(
        "the state of a stream has another form, and what is no text is told otherwise",
        within=("files.s.json", "stderr"),
    ),
    "stream-state-left-lines": Difference(
        "a stream has the similarity and the delay of today, and a state of another form",
        within=("files.s.json", "stdout", "stderr"),
    ),
    "stream-state-resumed-lines": Difference(
        "a long stream has the similarity and the delay of today, and leaves its state",
        within=("stdout", "files.s.json"),
    ),
    **{
        name: Difference("a stream without any text writes nothing", within=("exit_code", "std"))
        for name in ("stream-empty", "stream-blank")
    },
    "generate-output-is-file": Difference("results go to a folder", within=("stderr",)),
    "train-lsa": Difference("similarities are looked up in a registry", within=("stderr",)),
    "other-methods": Difference(
        "a method accepts a number, it is not told one; floors are baselines", within=("stdout",)
    ),
}


def is_exact(run: Run) -> bool:
    """Tell whether a run's numbers must have the same digits."""
    args = run["args"]
    similarity = args[args.index("--similarity") + 1] if "--similarity" in args else ""
    return SAME_LIBRARY and similarity not in LINEAR_ALGEBRA


def differences(
    expected: Any, actual: Any, place: str = "", *, exact: bool = True
) -> Iterator[str]:
    """Yield where two JSON values differ."""
    if isinstance(expected, dict) and isinstance(actual, dict):
        for key in sorted(expected.keys() | actual.keys()):
            here = f"{place}.{key}" if place else key
            if key not in actual:
                yield f"{here} is missing, was {expected[key]!r}"
            elif key not in expected:
                yield f"{here} is new: {actual[key]!r}"
            else:
                yield from differences(expected[key], actual[key], here, exact=exact)
    elif isinstance(expected, list) and isinstance(actual, list):
        if len(expected) != len(actual):
            yield f"{place} has {len(actual)} entries, had {len(expected)}"
        for index, (one, other) in enumerate(zip(expected, actual, strict=False)):
            yield from differences(one, other, f"{place}[{index}]", exact=exact)
    elif not _same(expected, actual, exact=exact):
        yield f"{place} is {actual!r}, was {expected!r}"


def _same(expected: Any, actual: Any, *, exact: bool) -> bool:
    if type(expected) is not type(actual):
        return False
    if isinstance(expected, float):
        if exact:
            return repr(expected) == repr(actual)
        return math.isclose(expected, actual, rel_tol=TOLERANCE, abs_tol=NEAR_ZERO)
    return bool(expected == actual)


@pytest.mark.parametrize("run", RECORD.RUNS, ids=lambda run: run["name"])
def test_a_run_gives_what_it_gave(run, tmp_path):
    expected = as_today(run, GOLDEN[run["name"]])
    # Through JSON, as what was recorded went.
    actual = json.loads(json.dumps(executed(run, tmp_path / "run")))
    known = DIFFERENCES.get(run["name"])
    if known is not None and known.change is None:
        found = list(differences(expected, actual))
        assert found, f"no longer differs ({known.reason})"
        assert [one for one in found if not one.startswith(known.within)] == []
        return
    if known is not None and known.change is not None:
        changed = known.change(expected, run, tmp_path / "change")
        expected = json.loads(json.dumps(changed))
    found = list(differences(expected, actual, exact=is_exact(run)))
    assert not found, "\n".join(["tmima " + " ".join(run["args"]), *found[:20]])


def test_only_numbers_of_linear_algebra_may_differ_and_only_by_rounding():
    one, other = {"cost": 3.0, "boundaries": [2]}, {"cost": 3.0 + 4e-16, "boundaries": [2]}
    assert [*differences(one, other)] == ["cost is 3.0000000000000004, was 3.0"]
    assert not [*differences(one, other, exact=False)]
    assert [*differences(one, {"cost": 3.00000001, "boundaries": [2]}, exact=False)]
    assert [*differences(one, {"cost": 3.0, "boundaries": [3]}, exact=False)]
    assert sum(not is_exact(run) for run in RECORD.RUNS) < 30 or not SAME_LIBRARY


def test_runs_and_recording_belong_together():
    names = [run["name"] for run in RECORD.RUNS]
    assert len(names) == len(set(names))
    assert set(names) == set(GOLDEN)
    assert set(DIFFERENCES) <= set(GOLDEN)
    assert len(DIFFERENCES) == 14 + sum(map(len, _BY_REASON.values()))


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("evaluate-file", ["\\nB  ", "\\nF1±2  "]),
        ("evaluate-file-json", ['"boundary_similarity": ', '"f1_within": ']),
        ("train-json", ['"method": "learnt"', '"length_squared": ']),
        ("compare-written", ["| B |", ",F1±2,", '"boundary_similarity": ', '"f1_within": ']),
    ],
)
def test_what_was_added_is_there(name, shown, tmp_path):
    run = next(run for run in RECORD.RUNS if run["name"] == name)
    found, old = RECORD.execute(run, tmp_path / "run"), executed(run, tmp_path / "old")
    for each in shown:
        assert each in json.dumps(found, ensure_ascii=False)
        assert each not in json.dumps(old, ensure_ascii=False)


@pytest.mark.parametrize("key", ["boundaries", "cost", "segments", "certificate", "language"])
def test_renaming_leaves_what_was_found_alone(key):
    seen = 0
    for run in RECORD.RUNS:
        before = GOLDEN[run["name"]]
        after = as_today(run, before)
        assert after["exit_code"] == before["exit_code"]
        if isinstance(before["stdout"], dict) and key in before["stdout"]:
            assert after["stdout"][key] == before["stdout"][key]
            seen += 1
    assert seen > 200
