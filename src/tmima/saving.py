"""A segmenter as JSON: its settings, and what it has learnt. Nothing in a file is ever executed."""

import base64
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import asdict, fields
from functools import partial
from typing import Any

import numpy as np

from tmima.errors import TmimaError
from tmima.learnt import Adaptation
from tmima.methods import Method
from tmima.methods.vocabulary import Vocabulary
from tmima.records import plain
from tmima.scores import Scores
from tmima.segmentation import Parameters
from tmima.training import Adapting, Reliability, Training

# Records that methods learn.
_RECORDS: dict[str, Any] = {
    each.__name__: each
    for each in (Adaptation, Adapting, Parameters, Training, Scores, Reliability)
}


def settings_as_json(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings that were given, for JSON; one that is an object is refused by name."""
    return {name: plain(value, partial(_record, name)) for name, value in settings.items()}


def _record(name: str, value: Any) -> dict[str, Any]:
    if isinstance(value, Adaptation | Parameters):
        return asdict(value)
    raise TmimaError(
        f"a segmenter whose `{name}=` is an object of one's own cannot be saved: give it by name"
    )


def learnt_as_json(method: Method) -> dict[str, Any]:
    """Return what a method has learnt: its attributes that end in an underscore."""
    return {
        name: _packed(name, value)
        for name, value in vars(method).items()
        if name.endswith("_") and not name.startswith("_")
    }


def restore(method: Method, learnt: Mapping[str, Any]) -> None:
    """Give a method back what `learnt_as_json` took."""
    for name, value in learnt.items():
        setattr(method, name, _unpacked(value))


def _packed(name: str, value: Any) -> Any:
    """Return a value for JSON; what JSON has no form for as an object that names its kind."""
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, np.ndarray):
        data = base64.b64encode(np.ascontiguousarray(value).tobytes()).decode("ascii")
        return {"array": data, "type": value.dtype.str, "shape": list(value.shape)}
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, Vocabulary):
        return {"vocabulary": list(value.numbers)}
    if type(value) in _RECORDS.values():
        fields_ = {each.name: getattr(value, each.name) for each in fields(value)}
        return {"record": type(value).__name__, **_packed_many(name, fields_)}
    if isinstance(value, Counter):
        return {"counts": [[_packed(name, key), count] for key, count in value.items()]}
    if isinstance(value, list | tuple | dict):
        return _packed_many(name, value)
    if hasattr(value, "tocoo") and hasattr(value, "indptr"):
        return {
            "sparse": value.format,
            "parts": [_packed(name, part) for part in (value.data, value.indices, value.indptr)],
            "shape": list(value.shape),
        }
    raise TmimaError(f"what was learnt as {name} is a {type(value).__name__}, which has no form")


def _packed_many(name: str, value: Any) -> Any:
    if isinstance(value, dict):
        return {"pairs": [[_packed(name, k), _packed(name, v)] for k, v in value.items()]}
    items = [_packed(name, each) for each in value]
    return items if isinstance(value, list) else {"tuple": items}


def _unpacked(value: Any) -> Any:
    if isinstance(value, list):
        return [_unpacked(each) for each in value]
    if not isinstance(value, dict):
        return value
    for kind, unpack in _KINDS.items():
        if kind in value:
            return unpack(value)
    raise TmimaError(f"a saved segmenter holds what cannot be read: {str(value)[:60]}")


def _array(value: dict[str, Any]) -> Any:
    flat = np.frombuffer(base64.b64decode(value["array"]), dtype=np.dtype(value["type"]))
    return flat.reshape(value["shape"]).copy()


def _sparse(value: dict[str, Any]) -> Any:
    from scipy.sparse import csc_array, csr_array

    kind = {"csr": csr_array, "csc": csc_array}[value["sparse"]]
    return kind(tuple(_unpacked(part) for part in value["parts"]), shape=value["shape"])


def _pairs(value: dict[str, Any]) -> dict[Any, Any]:
    return {_unpacked(key): _unpacked(each) for key, each in value["pairs"]}


_KINDS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "array": _array,
    "vocabulary": lambda value: Vocabulary.of(value["vocabulary"]),
    "record": lambda value: _RECORDS[value["record"]](**_pairs(value)),
    "counts": lambda value: Counter({_unpacked(key): n for key, n in value["counts"]}),
    "tuple": lambda value: tuple(_unpacked(each) for each in value["tuple"]),
    "pairs": _pairs,
    "sparse": _sparse,
}
