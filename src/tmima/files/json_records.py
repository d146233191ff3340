"""JSON as this package writes it: numbers that are not finite, and records with a checksum."""

import json
from collections.abc import Callable, Mapping
from math import isfinite
from os import PathLike, fspath
from typing import Any

from tmima.errors import TmimaError


def json_value(value: Any, other: Callable[[Any], Any]) -> Any:
    """Return a value of settings as JSON has it.

    Args:
        value: what was given; paths become strings, numbers of NumPy those of Python.
        other: what becomes of an object that JSON has no form for.

    >>> from pathlib import Path
    >>> json_value({"weights": Path("own.npz"), "cut_at": (2, 3)}, repr)
    {'weights': 'own.npz', 'cut_at': [2, 3]}
    """
    if value is None or isinstance(value, str | int | float):
        return value
    if isinstance(value, PathLike):
        return fspath(value)
    if isinstance(value, Mapping):
        return {name: json_value(each, other) for name, each in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [json_value(each, other) for each in value]
    # A number of NumPy, which is not imported only to ask for it.
    return value.item() if getattr(value, "ndim", None) == 0 else other(value)


def encode_json(value: Any, **options: Any) -> str:
    """Return a value as JSON that every parser reads; all JSON of this package is written here.

    JSON knows no number that is not finite: null stands for it.

    Args:
        value: what is written.
        options: as those of `json.dumps`.

    >>> print(encode_json({"costs": [0.5, float("inf")], "name": "τμήμα"}, ensure_ascii=False))
    {"costs": [0.5, null], "name": "τμήμα"}
    """
    try:
        return json.dumps(value, allow_nan=False, **options)
    except ValueError:
        return json.dumps(_with_null(value), allow_nan=False, **options)


def _with_null(value: Any) -> Any:
    """Return a value with null in place of every number that is not finite."""
    if isinstance(value, Mapping):
        return {name: _with_null(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_with_null(each) for each in value]
    return None if isinstance(value, float) and not isfinite(value) else value


CHECKSUM = "checksum"


def sealed(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return a record with the checksum of the rest of it."""
    return {**record, CHECKSUM: _checksum(record)}


def unsealed(record: Any, kind: str = "state of a stream") -> dict[str, Any]:
    """Return a record without its checksum; one that was altered is refused.

    Args:
        record: what `sealed` gave.
        kind: what it should be, for messages.
    """
    if not isinstance(record, dict) or not all(isinstance(name, str) for name in record):
        raise TmimaError(f"this is no {kind}: {str(record)[:60]!r}")
    values = {name: value for name, value in record.items() if name != CHECKSUM}
    try:
        right = record.get(CHECKSUM) == _checksum(values)
    except (TypeError, ValueError, RecursionError) as error:
        raise TmimaError(f"this is no {kind}: {error}") from None
    if not right:
        raise TmimaError(f"this is no {kind} that can be used: its checksum is wrong")
    return values


def _checksum(record: Mapping[str, Any]) -> str:
    from hashlib import sha256  # brings OpenSSL along, for nothing where nothing is saved

    content = encode_json(record, sort_keys=True, separators=(",", ":"))
    return sha256(content.encode("ascii")).hexdigest()
