"""Saved segmenters that were altered: refused when they are read or used, never a raw error."""

import copy
import json
from collections.abc import Iterator
from dataclasses import is_dataclass
from typing import Any

import pytest

from tmima import Segmenter, TmimaError
from tmima.settings import saving

TEXT = "\n\n".join(
    f"The {one} is here. A {one} was there. The {one} and the {two} met."
    for one, two in (("cat", "dog"), ("ship", "boat"), ("baker", "bread"), ("river", "sea"))
)
LABELLED = [(TEXT, [3, 5, 9, 12])] * 4
ODD = (
    *(
        None,
        True,
        -1,
        0,
        3,
        2**70,
        1e308,
        -2.5,
        float("nan"),
        float("inf"),
        "",
        "x",
        "c99",
        [],
        [1],
    ),
    *(["x"], [[1, 2]], {}, {"x": 1}, {"array": "AAAA", "type": "O", "shape": [1]}, {"pairs": []}),
    *({"record": "Parameters", "pairs": []}, {"tuple": [1]}, {"sparse": "csr"}),
)
SETTINGS = {
    "language": "en", "format": "text", "normalise": "stem", "stopwords": ["a"], "overlap": 1,
    "parameters": {"mean_length": 3.0, "std_length": 1.0}, "n_segments": 3,
    "constraints": {"max_size": 5, "cut_at": [3]}, "questions": {"posteriors": True, "best": 2},
}  # fmt: skip


def places(value: Any, at: tuple = ()) -> Iterator[tuple]:
    """All fields of a file, of long lists the first."""
    yield at
    keys = value if isinstance(value, dict) else range(min(2, len(value)))
    if isinstance(value, dict | list):
        for key in keys:
            if isinstance(value[key], dict | list):
                yield from places(value[key], (*at, key))
            else:
                yield (*at, key)


def altered(content: Any, values: tuple = ODD) -> Iterator[Any]:
    """The file with each of its fields something else, or left out."""
    for *path, last in filter(None, places(content)):
        for odd in (*values, places):
            changed = at = copy.deepcopy(content)
            for key in path:
                at = at[key]
            if odd is places:
                del at[last]
            else:
                at[last] = odd
            if json.dumps(changed) != json.dumps(content):
                yield changed


def saved(segmenter: Segmenter, path) -> Any:
    segmenter.save(path)
    return json.loads(path.read_text())


def test_altered_settings_are_refused_or_hold(tmp_path):
    path = tmp_path / "segmenter.json"
    read = 0
    for changed in altered(saved(Segmenter(**SETTINGS), path)):
        path.write_text(json.dumps(changed))
        try:
            segmenter = Segmenter.load(path)
            result = segmenter.segment(TEXT)
            json.dumps(result.as_dict(), allow_nan=False)
            assert repr(segmenter)
            read += 1
        except TmimaError:
            pass
    assert read > 50


@pytest.mark.parametrize("method", ["density", "hmm", "ponte"])
def test_altered_learning_is_refused(method, tmp_path):
    pytest.importorskip("scipy", reason="some methods need an extra")
    path = tmp_path / "segmenter.json"
    trained = Segmenter(language="en", method=method).train(LABELLED)
    content = saved(trained, path)
    assert Segmenter.load(path).segment(TEXT) == trained.segment(TEXT)
    for changed in altered(content, ODD[::4]):
        path.write_text(json.dumps(changed))
        with pytest.raises(TmimaError, match=r"segmenter\.json holds no segmenter that can be"):
            Segmenter.load(path)


@pytest.mark.parametrize("name", saving._RECORDS)
def test_every_record_that_can_be_saved_is_where_the_table_says(name):
    assert is_dataclass(saving._record_class(name))
