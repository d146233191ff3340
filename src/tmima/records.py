"""Values that stay as they were given: fixed in a program, sealed with a checksum in a file."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, NoReturn

from tmima.errors import TmimaError


class FixedDict(dict[Any, Any]):
    """A dictionary that cannot be changed."""

    def _refuse(self, *_: Any, **__: Any) -> NoReturn:
        raise TmimaError("settings cannot be changed: Segmenter.replace returns another segmenter")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __reduce__(self) -> Any:
        # Otherwise it would be filled after it was made, which it refuses.
        return FixedDict, (dict(self),)


def fixed(value: Any) -> Any:
    """Return a value of settings whose dictionaries, lists and sets nobody can change any more.

    What can be gone through once only becomes a row; objects of one's own stay what they are.

    >>> given = {"cut_at": [2, 3]}
    >>> kept = fixed(given)
    >>> given["cut_at"].append(4)
    >>> kept
    {'cut_at': (2, 3)}
    """
    if isinstance(value, Mapping):
        return FixedDict({name: fixed(each) for name, each in value.items()})
    if type(value) in (list, tuple) or isinstance(value, Iterator):
        return tuple(map(fixed, value))
    return frozenset(value) if isinstance(value, set) else value


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

    content = json.dumps(record, sort_keys=True, separators=(",", ":"))
    return sha256(content.encode("ascii")).hexdigest()
