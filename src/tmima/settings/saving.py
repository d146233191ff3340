"""A segmenter as JSON: its settings, and what it has learnt. Nothing in a file is ever executed."""

import base64
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import asdict, fields
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from tmima.errors import TmimaError
from tmima.files import json_value
from tmima.titles import BY_MODEL

if TYPE_CHECKING:
    from tmima.methods import Method

# The records that can be saved, each with the module that has it. A module is imported when one of
# its records is read or written: whoever saves only settings needs none of what methods learn.
_RECORDS = {
    "Adaptation": "tmima.learnt",
    "Adapting": "tmima.training",
    "Parameters": "tmima.segmentation",
    "Reliability": "tmima.training",
    "Scores": "tmima.scores",
    "Training": "tmima.training",
}
# Those that settings may be.
_SETTINGS = ("Adaptation", "Parameters")
_VOCABULARY = ("tmima.methods.vocabulary", "Vocabulary")


def _record_class(name: str) -> Any:
    return getattr(import_module(_RECORDS[name]), name)


def _is_record(value: Any) -> bool:
    kind = type(value)
    return kind.__name__ in _RECORDS and kind is _record_class(kind.__name__)


def settings_as_json(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings that were given, for JSON; one that is an object is refused by name."""
    refuse_language_models(settings)
    return {
        name: json_value(value, partial(_record_as_json, name)) for name, value in settings.items()
    }


def refuse_language_models(settings: Mapping[str, Any]) -> None:
    """Refuse settings that, once loaded, would send texts to a server or run a program."""
    titles = settings.get("titles")
    if isinstance(titles, str) and titles.startswith(BY_MODEL):
        raise TmimaError(
            "a segmenter whose `titles=` asks a language model is neither saved nor loaded: leave "
            "`titles=` out, and give it to `Segmenter.replace` once it is loaded"
        )


def _record_as_json(name: str, value: Any) -> dict[str, Any]:
    if type(value).__name__ in _SETTINGS and _is_record(value):
        return asdict(value)
    raise TmimaError(
        f"a segmenter whose `{name}=` is an object of one's own cannot be saved: give it by name"
    )


def learnt_as_json(method: "Method") -> dict[str, Any]:
    """Return what a method has learnt: its attributes that end in an underscore."""
    return {
        name: _encoded(name, value)
        for name, value in vars(method).items()
        if name.endswith("_") and not name.startswith("_")
    }


def restore(method: "Method", learnt: Mapping[str, Any]) -> None:
    """Set the learnt attributes of a method that `learnt_as_json` has written."""
    for name, value in learnt.items():
        setattr(method, name, _decoded(value))


def _encoded(name: str, value: Any) -> Any:
    """Return a value encoded for JSON; arrays, tables and records name their kind."""
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, np.ndarray):
        data = base64.b64encode(np.ascontiguousarray(value).tobytes()).decode("ascii")
        return {"array": data, "type": value.dtype.str, "shape": list(value.shape)}
    if isinstance(value, np.generic):
        return value.item()
    if (type(value).__module__, type(value).__name__) == _VOCABULARY:
        return {"vocabulary": list(value.numbers)}
    if _is_record(value):
        fields_ = {each.name: getattr(value, each.name) for each in fields(value)}
        return {"record": type(value).__name__, **_encoded_items(name, fields_)}
    if isinstance(value, Counter):
        return {"counts": [[_encoded(name, key), count] for key, count in value.items()]}
    if isinstance(value, list | tuple | dict):
        return _encoded_items(name, value)
    if hasattr(value, "tocoo") and hasattr(value, "indptr"):
        return {
            "sparse": value.format,
            "parts": [_encoded(name, part) for part in (value.data, value.indices, value.indptr)],
            "shape": list(value.shape),
        }
    raise TmimaError(f"what was learnt as {name} is a {type(value).__name__}, which has no form")


def _encoded_items(name: str, value: Any) -> Any:
    if isinstance(value, dict):
        return {"pairs": [[_encoded(name, k), _encoded(name, v)] for k, v in value.items()]}
    items = [_encoded(name, each) for each in value]
    return items if isinstance(value, list) else {"tuple": items}


def _decoded(value: Any) -> Any:
    if isinstance(value, list):
        return [_decoded(each) for each in value]
    if not isinstance(value, dict):
        return value
    for kind, unpack in _KINDS.items():
        if kind in value:
            return unpack(value)
    raise TmimaError(f"a saved segmenter holds what cannot be read: {str(value)[:60]}")


def _decoded_array(value: dict[str, Any]) -> Any:
    flat = np.frombuffer(base64.b64decode(value["array"]), dtype=np.dtype(value["type"]))
    return flat.reshape(value["shape"]).copy()


def _decoded_sparse(value: dict[str, Any]) -> Any:
    from scipy.sparse import csc_array, csr_array

    kind = {"csr": csr_array, "csc": csc_array}[value["sparse"]]
    return kind(tuple(_decoded(part) for part in value["parts"]), shape=value["shape"])


def _decoded_vocabulary(value: dict[str, Any]) -> Any:
    from tmima.methods.vocabulary import Vocabulary

    return Vocabulary.of(value["vocabulary"])


def _decoded_pairs(value: dict[str, Any]) -> dict[Any, Any]:
    return {_decoded(key): _decoded(each) for key, each in value["pairs"]}


_KINDS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "array": _decoded_array,
    "vocabulary": _decoded_vocabulary,
    "record": lambda value: _record_class(value["record"])(**_decoded_pairs(value)),
    "counts": lambda value: Counter({_decoded(key): n for key, n in value["counts"]}),
    "tuple": lambda value: tuple(_decoded(each) for each in value["tuple"]),
    "pairs": _decoded_pairs,
    "sparse": _decoded_sparse,
}
