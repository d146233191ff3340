"""A segmenter as JSON: its settings, and what it has learnt. Nothing in a file is ever executed."""

import base64
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict
from os import PathLike, fspath
from typing import Any

import numpy as np

from tmima.errors import TmimaError
from tmima.methods import Method
from tmima.methods.parts.vocabulary import Vocabulary
from tmima.segmentation import Constraints, Parameters, Questions


def settings_as_json(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings that were given, for JSON; one that is an object is refused by name."""
    found = {}
    for name, value in settings.items():
        if value is None:
            continue
        found[name] = _plain(name, value)
    return found


def _plain(name: str, value: Any) -> Any:
    if isinstance(value, Parameters):
        return asdict(value)
    if isinstance(value, Questions):
        return asdict(value)
    if isinstance(value, Constraints):
        if value.tokenizer is not None:
            raise TmimaError("a segmenter whose tokenizer= is a function cannot be saved")
        return value.as_dict()
    if isinstance(value, PathLike):
        return fspath(value)
    if isinstance(value, str | int | float | bool):
        return value
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, Mapping):
        return {key: _plain(name, each) for key, each in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [_plain(name, each) for each in value]
    raise TmimaError(
        f"a segmenter whose {name}= is an object of one's own cannot be saved: give it by name"
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
    if "array" in value:
        flat = np.frombuffer(base64.b64decode(value["array"]), dtype=np.dtype(value["type"]))
        return flat.reshape(value["shape"]).copy()
    if "vocabulary" in value:
        return Vocabulary.of(value["vocabulary"])
    if "counts" in value:
        return Counter({_unpacked(key): count for key, count in value["counts"]})
    if "tuple" in value:
        return tuple(_unpacked(each) for each in value["tuple"])
    if "pairs" in value:
        return {_unpacked(key): _unpacked(each) for key, each in value["pairs"]}
    if "sparse" in value:
        from scipy.sparse import csc_array, csr_array

        kind = {"csr": csr_array, "csc": csc_array}[value["sparse"]]
        return kind(tuple(_unpacked(part) for part in value["parts"]), shape=value["shape"])
    raise TmimaError(f"a saved segmenter holds what cannot be read: {str(value)[:60]}")
