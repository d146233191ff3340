"""The checks that every registered method goes through because it is registered."""

import inspect
import json
import random
import re
import tempfile
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tools.texts import sentences

from tests.command import output, refusal
from tmima import Segmentation, TmimaError, languages
from tmima.formats import read
from tmima.methods import (
    LearnsLabelled,
    LearnsPlain,
    Method,
    MethodEntry,
    make,
    methods,
    options_of,
)
from tmima.paper import BUNDLED, read_collection, suite1
from tmima.segmentation import Prepared
from tmima.testing import check_method

pytest.importorskip("sklearn", reason="some methods need the extra: pip install 'tmima[methods]'")


@cache
def greek(seed: int) -> list[Prepared]:
    analyzer = languages.analyzer("el")
    members = read_collection(BUNDLED, analyzer).members(5)
    texts = suite1(members, (3, 7), 4, random.Random(seed))
    return [Prepared.of(replace(text.document, truth=text.truth)) for text in texts]


def english(text: str, format: str = "text") -> Prepared:
    return Prepared.of(read(text, languages.analyzer("en"), format=format))


@cache
def word_files() -> dict[str, str]:
    """A thesaurus and a network of the words of the Greek texts: each with its neighbours."""
    folder = Path(tempfile.mkdtemp())
    vocabulary = sorted({word for text in greek(1) for word in text.units.vocabulary})
    thesaurus, network = folder / "thesaurus.tsv", folder / "network.tsv"
    thesaurus.write_text(
        "".join(f"{word}\t{i // 7} {i // 11 + 9000}\n" for i, word in enumerate(vocabulary)),
        encoding="utf-8",
    )
    pairs = pairwise(vocabulary)
    network.write_text("".join(f"{a}\t{b}\t0.5\n" for a, b in pairs), encoding="utf-8")
    return {"thesaurus": str(thesaurus), "network": str(network)}


@cache
def prepared(name: str) -> Method:
    """A method with all that it needs, learnt once for all checks."""
    needs = methods[name].needs
    options = {needs: word_files()[needs]} if needs in word_files() else {}
    # A few features are induced as many are, one by one.
    method = make(name, {"features": 5} if name == "exponential" else options)
    if isinstance(method, LearnsPlain):
        method.learn(greek(2))
    if isinstance(method, LearnsLabelled):
        method.train(greek(2))
    return method


@pytest.fixture(params=methods.own())
def ready(request):
    """A method's entry, the method itself, and how to call it."""
    known, method = methods[request.param], prepared(request.param)

    def segment(text: Prepared, n_segments: int = 3) -> Segmentation:
        given = min(n_segments, len(text)) if known.count == "required" else None
        return method.segment(text, n_segments=given)

    return known, method, segment


def test_it_says_what_it_is(ready):
    known, _, _ = ready
    assert isinstance(known, MethodEntry)
    assert known.needs in {"", "collection", "training", "thesaurus", "network"}
    assert known.count in {"ignored", "optional", "required"}
    assert 10 < len(known.summary) < 120
    assert known.name in {"uniform", "random", "none"} or known.reference
    module = inspect.getmodule(known.make)
    assert module is not None
    assert len(module.__doc__ or "") > 80


def test_it_segments_greek(ready):
    _, _, segment = ready
    for text in greek(1):
        assert segment(text).size == len(text)


def test_it_gives_the_same_answer_twice(ready):
    _, _, segment = ready
    text = greek(1)[0]
    assert segment(text) == segment(text)


def test_it_leaves_its_input_alone(ready):
    _, _, segment = ready
    text = greek(1)[1]
    before = text.sequence.copy(), text.units.terms.copy(), text.units.words.copy()
    segment(text)
    after = text.sequence, text.units.terms, text.units.words
    assert all(np.array_equal(a, b) for a, b in zip(before, after, strict=True))


def test_one_sentence_is_one_segment(ready):
    _, _, segment = ready
    assert segment(english("The cat sleeps on the warm roof.")) == Segmentation((1,))


def test_two_sentences_are_no_trouble(ready):
    _, _, segment = ready
    assert segment(english("The cat sleeps. The ship sails."), 2).size == 2


def test_a_text_without_a_kept_word_is_no_error(ready):
    _, _, segment = ready
    assert segment(english("It is. We are. You do. They were. She has.")).size == 5


def test_words_it_has_never_seen_are_no_error(ready):
    _, _, segment = ready
    assert segment(english("Zxqv bnmk. Wrtp zxqv. Plkj hgfd. Mnbv plkj.")).size == 4


def test_it_keeps_what_is_promised_of_methods(ready):
    known, method, _ = ready
    check_method(
        method, accepts_count=known.count != "ignored", needs_count=known.count == "required"
    )


def test_a_long_text_is_no_trouble(ready):
    _, _, segment = ready
    text = english("\n".join(sentences(600)), format="lines")
    assert segment(text, 40).size == 600


def test_a_number_of_segments_is_obeyed_where_it_can_be(ready):
    known, method, _ = ready
    if known.count == "ignored":
        pytest.skip(f"{known.name} finds the number itself")
    text = greek(1)[2]
    for wanted in (1, 2, 5, 9):
        assert len(method.segment(text, n_segments=wanted)) == wanted


def test_unknown_options_are_refused(ready):
    known, _, _ = ready
    # Density has options by any name, which then are parameters.
    refused = "unknown parameter" if known.name == "density" else "has no option"
    with pytest.raises(TmimaError, match=f"{known.name}.* {refused} 'no_such_option'"):
        make(known.name, {"no_such_option": 1})


def test_what_is_missing_is_said_in_a_line(ready):
    known, _, _ = ready
    if not known.needs:
        pytest.skip(f"{known.name} needs nothing")
    text = greek(1)[0]
    given = 3 if known.count == "required" else None
    with pytest.raises(TmimaError) as raised:
        make(known.name).segment(text, n_segments=given)
    assert "\n" not in str(raised.value)


def test_every_entry_in_the_folder_is_registered_under_its_name():
    from importlib import import_module

    folder = Path(import_module("tmima.methods").__file__).parent
    found: list[MethodEntry] = []
    for path in folder.rglob("*.py"):
        if path.stem != "__init__":
            name = ".".join(path.relative_to(folder).with_suffix("").parts)
            module = import_module(f"tmima.methods.{name}")
            found += [each for each in vars(module).values() if isinstance(each, MethodEntry)]
    assert sorted(each.name for each in found) == sorted(methods.own())
    assert all(methods[each.name] is each for each in found)


def test_the_command_lists_them_all():
    shown = output("methods")
    for name in methods.own():
        assert f"\n{name} " in f"\n{shown}"


def test_segment_takes_a_method_with_its_options(tmp_path):
    text = "The cats purr. A cat sleeps. The ships sail. A ship sinks."
    result = json.loads(
        output(
            "segment",
            "-",
            "--method",
            "uniform",
            "--n-segments",
            "2",
            "--format",
            "json",
            "--language",
            "en",
            stdin=text,
        )
    )
    assert (result["method"], result["cost"]) == ("uniform", None)
    assert result["boundaries"] == [2, 4]
    assert result["parameters"] == {"n_segments": 2}
    assert "must be given --n-segments" in refusal(
        "segment", "-", "--method", "dotplot", stdin=text
    )
    assert "does not accept --n-segments" in refusal(
        "segment", "-", "--method", "none", "--n-segments", "2", stdin=text
    )
    assert "unknown method 'c98'" in refusal("segment", "-", "--method", "c98", stdin=text)
    assert "NAME=VALUE" in refusal("segment", "-", "--method", "c99", "--set", "x", stdin=text)


def test_methods_lists_options(capsys):
    from tmima.cli import tmima as command_line

    command_line.main(["methods"], standalone_mode=False)
    shown = re.split(r"^(?=\S)", capsys.readouterr().out, flags=re.MULTILINE)[1:]
    assert 'options: mask=11, limit=1.2, search="program"\n' in next(
        each for each in shown if each.startswith("c99 ")
    )
    for name, lines in zip(methods, shown, strict=True):
        assert lines.startswith(f"{name} ")
        listed = re.findall(r"(?:options: |, )(\w+)=", lines)
        assert listed == list(options_of(methods[name]))
        # What is listed is taken as it stands.
        make(name, options_of(methods[name]))
    assert "parameters=" not in "".join(shown)


@pytest.mark.parametrize("name", list(methods))
@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf"), np.float64("nan")])
def test_an_option_that_json_has_no_number_for_is_refused(name, value):
    for option in options_of(methods[name]):
        with pytest.raises(TmimaError, match=f"^{name}: {option} must be a finite number, not "):
            make(name, {option: value})


@pytest.mark.parametrize("value", [2.5, 1e308, "2", [2], True])
def test_an_option_that_is_a_whole_number_is_one(value):
    with pytest.raises(TmimaError, match=r"^heinonen: window must be a whole number, not "):
        make("heinonen", {"window": value})
    made: Any = make("heinonen", {"window": np.int64(7)})
    assert made.window == 7
