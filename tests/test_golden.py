"""Records of what was found: the default path, the paper's path, and what the command line refuses.

The default path may change, with its weights: `python -m tests.test_golden default` writes that
record anew, and its difference shows what has become of each text. `paper` and `refusals` do the
same for the others, of which the first is never meant to change.
"""

import hashlib
import json
import math
import platform
import re
import shlex
import shutil
import sys
import tempfile
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import tmima
from tests.command import end
from tests.command import tmima as command
from tests.documents import documents
from tmima.formats.format import formats
from tmima.languages import known_languages
from tmima.methods import methods
from tmima.paper import BUNDLED
from tmima.scores import SCORES
from tmima.similarity import similarities

HERE = Path(__file__).parent / "golden"
TEXTS = HERE / "texts"
# Powers and logarithms are the C library's; elsewhere they may differ in the last digit.
SAME_LIBRARY = platform.libc_ver()[0] == "glibc" and platform.machine() == "x86_64"
TOLERANCE = 1e-9

# --- The default path

# Of each language some, in every layout that prose comes in.
NAMES = (
    "en", "el", "en_headings", "en_blanks", "en_crlf", "en_wrapped", "en_shuffled", "el_nfd",
    "el_capitals", "el_two", "en_long_lines", "de", "fr", "ru", "zh", "ja", "ar", "en_short",
    "en_two", "en_mixed", "el_short", "el_wrapped", "el_odd", "und",
)  # fmt: skip
# So many texts of each author of the bundled collection.
OF_EACH = 2
# So many characters of the beginning of texts of all authors are one more text.
BEGINNINGS = (700, 1500)


@cache
def texts() -> dict[str, str]:
    """Return the texts by name: small ones, documents as people write them, mixtures."""
    found = {name: (TEXTS / f"{name}.txt").read_text(encoding="utf-8") for name in NAMES}
    for language in ("en", "el"):
        found |= {f"{language}/{one.name}": one.document.text for one in documents(language)}
    folders = sorted(path for path in BUNDLED.iterdir() if path.is_dir())
    bundled = {
        path: path.read_text(encoding="utf-8")
        for folder in folders
        for path in sorted(folder.glob("*.txt"))[:OF_EACH]
    }
    found |= {f"{path.parent.name}/{path.stem}": text for path, text in bundled.items()}
    first = list(bundled.values())[::OF_EACH]
    for length in BEGINNINGS:
        found[f"{length} of each, one after the other"] = "\n\n".join(
            text[:length].rpartition("\n")[0] for text in first
        )
    found["all of two, one after the other"] = "\n\n".join(first[:2])
    return found


def default(name: str) -> dict[str, Any]:
    """Return where a text is cut, in characters and in sentences, and how sure that is."""
    result = tmima.segment(texts()[name], questions={"posteriors": True})
    number = result.settings.number
    assert number is not None
    assert result.answers is not None
    assert result.answers.posteriors is not None
    return {
        "number": [number.median, *number.interval],
        "language": result.document.language,
        "ends": [segment.end for segment in result],
        "boundaries": list(result.boundaries),
        "cost": result.cost,
        "probabilities": [
            float(result.answers.posteriors.cuts[place - 1]) for place in result.boundaries[:-1]
        ],
    }


# --- The paper's path, and the methods of the literature

_SET = "--set mean_length=7 --set std_length=3 --set gamma=0.5 --set r=0.5"
# What is kept of a result besides its cuts, as a digest.
KEPT = (
    "language", "unit", "method", "parameters", "similarity", "certificate", "posteriors", "best",
    "samples", "path", "levels", "cut_costs",
)  # fmt: skip
# Matrices are multiplied and decomposed differently from processor to processor.
LINEAR_ALGEBRA = ("lsa", "vectors", "hmm")
SEGMENTED = [
    "en.txt --method density",
    "en.txt --method density --n-segments 6",
    "el.txt --method density",
    f"el.txt {_SET}",
    f"en.txt {_SET} --posteriors --set cut_costs=true --best 3 --set path=5",
    f"el.txt {_SET} --posteriors --best 3 --set samples=3 --set seed=2 --set path=6 --levels 3",
    "en.txt --method density --set similarity=graded",
    "en.txt --method density --set similarity=background",
    "el.txt --method density --set similarity=background",
    "en.txt --method density --set similarity=lsa --set background=plain",
    "en.txt --method density --set similarity=background --set normalise=stem",
    "en.txt --set similarity=graded --set gamma=0.7",
    "en.txt --set mean_length=5",
    "en.txt --set mean_length=0",
    "en.txt --set std_length=2",
    "en.txt --set gamma=0",
    "en.txt --set gamma=1",
    "en.txt --set r=0 --set mean_length=5",
    "en.txt --set r=2",
    "en.txt --set gamma=0.5 --set r=0.7",
    f"en.txt {_SET} --set diagonal=false",
    "en.txt --set length_unit=words --set mean_length=90 --set std_length=40 --set gamma=0.5 "
    "--set r=0.5",
    "el.txt --set length_unit=words --set gamma=0.6",
    f"en.txt {_SET} --set temperature=0.01 --posteriors",
    "en.txt --params params.json",
    "el.txt --params params.json --n-segments 5",
    "en.txt --params params_graded.json --posteriors",
    "en.txt --params params_words.json",
    "en.txt --params params.json --set unit=paragraphs",
    f"en.txt --set unit=paragraphs {_SET} --posteriors --best 3 --set path=5 --levels 2",
    "en.txt --method density --min-size 3 --max-size 6",
    f"en.txt --max-size 60 --size-unit words {_SET}",
    "el.txt --method density --min-size 600 --size-unit characters",
    "en.txt --method density --max-size 100 --size-unit tokens --tokenizer builtins:list "
    "--set oversize=keep",
    "en.txt --method density --max-size 50 --size-unit characters --set oversize=split",
    "en.txt --method density --cut-at 3,20,21 --set no_cut_at=8,15",
    "en_headings.txt --method density --cut-at headings --keep-paragraphs --min-size 2",
    "en.txt --method density --n-segments 8-12 --set samples=4",
    "en.txt --method density --n-segments 5-9 --min-size 3 --max-size 12 --cut-at 10 "
    f"--set no_cut_at=23 --posteriors --best 2 {_SET}",
    "en.ref --input-format choi --method density",
    "el.ref --input-format choi --method density --train learnt",
    "en_lines.txt --input-format lines --method density --set stopwords=stopwords.txt",
    "zh.txt --method density",
    "ru.txt --method density --set normalise=plain",
    "en.txt --method vmp --set window=20 --set rise=0.5",
    "el.txt --method vmp",
    "en.txt --method chains --set thesaurus=thesaurus.tsv",
    "en.txt --method kozima --set network=network.tsv --n-segments 4",
    "en.txt --method texttiling --set width=10 --set block=3",
    "el.txt --method texttiling --set width=10 --set block=2",
    "en.txt --method dotplot --n-segments 6",
    "en.txt --method dotplot --n-segments 6 --set algorithm=minimisation",
    "en.txt --method yaari",
    "el.txt --method yaari --n-segments 5",
    "en.txt --method heinonen --set preferred=90 --set weight=0.4",
    "en.txt --method segmenter",
    "el.txt --method segmenter",
    "en.txt --method c99",
    "en.txt --method c99 --n-segments 6",
    "el.txt --method c99 --set mask=5 --set limit=1",
    "en.txt --method utiyama",
    "el.txt --method utiyama --set unit=paragraphs --n-segments 4",
    "en.txt --method mincut --n-segments 6",
    "en.txt --method bayesseg --n-segments 6",
    "en.txt --method uniform --set length=4",
    "en.txt --method random --set seed=9 --set length=6",
    "en.txt --method none",
    "en.txt --method hmm --train learnt --set topics=6",
    "en.txt --method ponte --train learnt",
    "en.txt --method exponential --train learnt --set features=5 --set minimum=2",
]
OTHERS = [
    "train learnt --method density --objective pk --format json -o out",
    "train learnt --method density --similarity graded --no-diagonal --format json -o out",
    "train learnt --method density --length-unit words --score-unit words --format json -o out",
    "train labelled_el --method density --objective pk --format json -o out",
    "generate suite1 --texts 2 --range 3 5 --seed 3 -o out",
    "generate suite2 --texts 2 --seed 4 -o out",
    "evaluate labelled guessed --format json",
    "evaluate labelled guessed --score-unit words --format json",
]
PAPER = [f"segment {line} --titles none --format json" for line in SEGMENTED] + OTHERS


def paper(line: str) -> dict[str, Any]:
    """Return what a command line of the paper's path gives."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made) / "texts"
        status, out, err = called(line, folder)
        assert status == 0, err
        if line.startswith("segment"):
            found = json.loads(out)
            # The record is older than the name of what a certificate is of (test_exactness.py).
            found.get("certificate", {}).pop("among", None)
            rest = {name: found[name] for name in KEPT if name in found}
            kept = {"boundaries": found["boundaries"], "cost": found.get("cost")}
            if any(name in line for name in LINEAR_ALGEBRA):
                return kept
            return {**kept, "rest": digest(json.dumps(rest, sort_keys=True))}
        written = folder / "out"
        files = sorted(written.rglob("*")) if written.is_dir() else [written]
        contents = {
            path.name: digest(path.read_text(encoding="utf-8"))
            for path in files
            if path.is_file() and not path.name.startswith(("_", "."))
        }
        if "--format json" in line:
            return {"printed": json.loads(out), "files": contents}
        return contents


# --- What is refused

REFUSED = [
    "nowhere.txt", "empty.txt", "blank.txt", "latin1.txt", "- < latin1.txt", "",
    "en.txt --topics 5", "en.txt --format xml", "en.txt --input-format xml",
    "en.txt --set unit=word",
    "en.txt --language xx", "en.txt --set normalise=fuzzy", "en.txt --set similarity=cosine",
    "en.txt --method c98", "en.txt --max-size 5 --size-unit pages", "en.txt --set gamma=1.5",
    "en.txt --set gamma=much", "en.txt --set gamma=nan", "en.txt --set r=-1",
    "en.txt --set mean_length=-2",
    "en.txt --set std_length=0", "en.txt --set temperature=0", "en.txt --set std_length=1e300",
    "en.txt --params nowhere.json", "en.txt --params not_json.json",
    "en.txt --params params_list.json", "en.txt --params params_unknown.json",
    "en.txt --params params_similarity.json",
    "en.txt --params params.json --set gamma=0.5 --set mean_length=5", "en.txt --n-segments 0",
    "en.txt --n-segments many", "en.txt --n-segments 9-5", "en.txt --max-size 0",
    "en.txt --max-size 50 --size-unit tokens", "en.txt --tokenizer math",
    "en.txt --tokenizer nowhere_at_all:encode", "en.txt --tokenizer math:nothing",
    "en.txt --tokenizer math:pi", "en.txt --set similarity=lsa", "en.txt --titles math",
    "en.txt --set similarity=lsa --set background=nowhere",
    "en.txt --set similarity=lsa --set background=no_texts",
    "en.txt --set background=plain", "en.txt --set similarity=vectors",
    "en.txt --set similarity=vectors --set encode=nowhere", "und.txt --set similarity=background",
    "en.txt --set stopwords=nowhere.txt", "en.txt --set tagger=params.json",
    "el.txt --set tagger=params.json",
    "en.txt --set mask=3", "en.txt --method c99 --set mask", "en.txt --method c99 --set speed=3",
    "en.txt --method c99 --set mask=4", "en.txt --method dotplot",
    "en.txt --method vmp --n-segments 4", "en.txt --method c99 --n-segments 3-5",
    "en.txt --method c99 --max-size 5", "en.txt --method utiyama --posteriors",
    "en.txt --method c99 --finer 1", "en.txt --method c99 --set gamma=0.5",
    "en.txt --method c99 --set similarity=graded", "en.txt --method c99 --params params.json",
    "en_short.txt --method c99 --n-segments 9", "en.txt --method chains",
    "en.txt --method chains --set thesaurus=thesaurus_bad.tsv", "en.txt --method kozima",
    "en.txt --method kozima --set network=network_bad.tsv", "en.txt --method hmm",
    "en.txt --method exponential", "en.txt --method c99-lsa", "en_short.txt -o nowhere/out.txt",
    "en_short.txt -o labelled", "en.txt --best 0", "en.txt --best 1001", "en.txt --levels two",
    "en.txt --levels 33", "en.txt --set samples=2 --set seed=-1", "en.txt --finer 101",
    "en.txt --finer nan", "en.txt --overlap -1", "en.txt --set path_plot=x.png",
    "en.txt --gamma 0.5", "en.txt --no-diagonal", "en.txt --cut-costs", "en.txt --path-plot x.png",
    "en.txt --set finer=x", "en.txt --encoding xx",
    "en.txt --min-size 9 --max-size 5", "en.txt --n-segments 3 --max-size 10",
    "en.txt --n-segments 9 --min-size 8", "en.txt --cut-at 5 --set no_cut_at=5",
    "en.txt --cut-at 2 --keep-paragraphs", "en.txt --max-size 40 --size-unit characters",
    "en_short.txt --min-size 4 --max-size 5", "en_short.txt --n-segments 7",
    "en.txt --max-size 3 --size-unit tokens --tokenizer builtins:list", "en_short.txt --cut-at 6",
    "en_short.txt --set no_cut_at=0", "en_short.txt --cut-at chapters", "en_short.txt --cut-at @10",
    "en_short.txt --cut-at @1000", "en_headings.txt --set no_cut_at=headings",
    "en_short.txt --cut-at 1:00", "en.txt --max-size 5 --size-unit seconds",
    "en.txt el.txt --format html",
]  # fmt: skip
REFUSED_ELSEWHERE = [
    "cut en.txt", "stream --max-delay 0 < en.txt", "stream --max-delay -1 < en.txt",
    "stream --input-format choi < en.txt", "stream --set similarity=lsa < en.txt",
    "stream --method c99 < en.txt", "stream --method density < en.txt",
    "stream --params params.json < en.txt",
    "stream --cues --state s < en.txt", "stream --cues --input-format lines < en.txt",
    "stream --finer x < en.txt", "stream --set gamma=0.5 < en.txt", "stream --set x=1 < en.txt",
    "stream --gamma 0.5 < en.txt", "chapters en.txt --set path=3",
    "stream < empty.txt", "chapters en.txt", "chapters en.txt --format spotify --max-size 0",
    "train learnt", "train nowhere -o p", "train no_texts -o p", "train one_empty -o p",
    "train learnt -o p --similarity lsa", "train learnt -o p --objective pk",
    "train learnt -o p --length-unit words", "train learnt -o p --method c99",
    "train learnt -o p --score-unit x", "compare labelled --methods c98",
    "compare labelled --methods c99 --set c99.speed=3 --jobs 1",
    "compare labelled --methods c99 --set mask=3", "compare nowhere --methods c99",
    "compare labelled --methods hmm --jobs 1", "analyze treebank.conllu --input-format conllu",
    "evaluate labelled guessed_less", "generate suite1 --set 9 --texts 1 -o out",
    "generate suite1 --range 5 3 --texts 1 -o out", "explore --timeout nan",
    "explore --language xx",
    "explore en.txt --max-bytes 5", "corpus en.txt out --shard 3",
    "corpus en.txt out --set gamma=2",
    "corpus en.txt out --method c99 --finer 1", "corpus en.txt out --max-size 0",
]  # fmt: skip
REFUSALS = [f"segment {line}".strip() for line in REFUSED] + REFUSED_ELSEWHERE


def refusal(line: str) -> str:
    """Return what the command line says to what cannot be."""
    with tempfile.TemporaryDirectory() as made:
        status, out, err = called(line, Path(made) / "texts")
    assert status == 2, f"{line}: {out[:80]}"
    return err


# --- Records


def called(line: str, folder: Path) -> tuple[int, str, str]:
    """Run a command line in a folder of its own that holds the texts."""
    shutil.copytree(TEXTS, folder)
    words, _, stdin = line.partition(" < ")
    data = (folder / stdin).read_bytes() if stdin else b""
    done = command(*shlex.split(words), stdin=data, folder=folder)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def digest(text: str) -> str:
    """Return what tells a text from others."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


RECORDS = {
    "default": (default, texts),
    "paper": (paper, lambda: PAPER),
    "refusals": (refusal, lambda: REFUSALS),
}


@cache
def record(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((HERE / f"{name}.json").read_text(encoding="utf-8"))
    return found


def assert_close(found: Any, expected: Any) -> None:
    """Compare records: all the same, numbers that are no whole ones nearly."""
    if isinstance(expected, dict):
        assert found.keys() == expected.keys()
        for name, value in expected.items():
            assert_close(found[name], value)
    elif isinstance(expected, list) and any(isinstance(one, float) for one in expected):
        assert len(found) == len(expected)
        for one, other in zip(found, expected, strict=True):
            assert_close(one, other)
    elif isinstance(expected, float):
        assert math.isclose(found, expected, rel_tol=TOLERANCE, abs_tol=1e-12)
    else:
        assert found == expected


@pytest.mark.parametrize("name", texts())
def test_with_nothing_set_a_text_is_cut_as_it_was(name):
    assert_close(default(name), record("default")[name])


def without_new_scores(found: Any, recorded: Any) -> Any:
    """Return what was found without the scores that came after it was recorded."""
    if not isinstance(found, dict) or not isinstance(recorded, dict):
        return found
    return {
        name: without_new_scores(value, recorded.get(name))
        for name, value in found.items()
        if name in recorded or name not in SCORES
    }


def test_a_new_score_changes_no_record_and_all_else_does():
    recorded = {"scores": {"pk": 0.25}, "rest": [1]}
    found = {"scores": {"pk": 0.25, "f1": 0.5}, "rest": [1]}
    assert without_new_scores(found, recorded) == recorded
    for changed in ({"scores": {"pk": 0.5}}, {"more": 1}, {"rest": [1, 2]}, {"scores": {}}):
        assert without_new_scores(found | changed, recorded) != recorded


@pytest.mark.parametrize("line", PAPER)
def test_the_paper_s_path_is_the_same_to_the_last_bit(line):
    if any(name in line for name in (*LINEAR_ALGEBRA, "exponential", "ponte")):
        pytest.importorskip("scipy", reason="needs the extra methods")
    found = json.loads(json.dumps(paper(line)))
    expected = record("paper")[line]
    found = without_new_scores(found, expected)
    if SAME_LIBRARY and not any(name in line for name in LINEAR_ALGEBRA):
        assert found == expected
    elif "rest" in found:
        assert found["boundaries"] == expected["boundaries"]
    else:
        assert_close(found, expected)


def without_new_names(found: str, recorded: str, registered: Iterable[str] = ()) -> str:
    """Return a message without the registered names that came after it was recorded."""
    known = {*registered, *methods.own(), *similarities.own(), *formats.own(), *known_languages()}
    new = "|".join(map(re.escape, known.difference(re.findall(r"[\w.-]+", recorded))))
    return re.sub(rf"(?<![\w-])(?:{new}), ", "", found)


def test_a_new_name_in_a_list_changes_no_refusal_and_all_else_does():
    recorded = "unknown method 'c98': choose one of learnt, density, none"
    grown = "unknown method 'c98': choose one of learnt, newcomer, density, none"
    assert without_new_names(grown, recorded, ["newcomer"]) == recorded
    assert without_new_names(grown, recorded) == grown
    assert without_new_names("unknown method 'c98'", recorded, ["newcomer"]) != recorded
    assert without_new_names(recorded.replace("density, ", ""), recorded, ["newcomer"]) != recorded


@pytest.mark.parametrize("line", REFUSALS)
def test_what_cannot_be_is_refused_in_the_same_words(line):
    if line.startswith(("corpus", "explore")):
        pytest.importorskip("pyarrow", reason="needs the extra corpus")
        pytest.importorskip("fastapi", reason="needs the extra explore")
    recorded = record("refusals")[line]
    assert without_new_names(refusal(line), recorded) == recorded


def test_the_records_are_of_these():
    for name, (_, of) in RECORDS.items():
        assert list(record(name)) == list(of()), f"python -m tests.test_golden {name}"
    found = record("default").values()
    assert len(found) >= 60
    assert len({each["language"] for each in found}) >= 5
    numbers = {len(each["boundaries"]) for each in found}
    assert len(numbers) >= 5, "the texts tell little if all have the same number"


if __name__ == "__main__":
    for each in sys.argv[1:] or RECORDS:
        make, of = RECORDS[each]
        made = {name: make(name) for name in of()}
        rows = ",\n".join(
            f"{json.dumps(name, ensure_ascii=False)}: {json.dumps(one, ensure_ascii=False)}"
            for name, one in made.items()
        )
        (HERE / f"{each}.json").write_text(f"{{\n{rows}\n}}\n", encoding="utf-8")
    end()
