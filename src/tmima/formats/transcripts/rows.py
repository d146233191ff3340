"""The rows of a JSON file one by one, each with its line, as far as the file can be read."""

import json
from collections.abc import Iterator
from itertools import islice
from math import nan
from typing import Any, NamedTuple

import regex

from tmima.text import Fault, usable

_SPACE = regex.compile(r"[\s\ufeff]*")
_NO_CHARACTER = "\ufffd"
_HALF = regex.compile("[\ud800-\udfff]")
_DECODER = json.JSONDecoder(strict=False)


class Row(NamedTuple):
    """An object of a list, and the line on which it begins."""

    line: int
    values: dict[str, Any]

    def number(self, *path: str, unit: float = 1.0) -> float:
        """Return a number of the row in seconds; `nan` where there is none.

        >>> Row(1, {"at": {"from": "250"}}).number("at", "from", unit=0.001)
        0.25
        """
        value: Any = self.values
        for name in path:
            value = value.get(name) if isinstance(value, dict) else None
        if isinstance(value, bool) or not isinstance(value, int | float | str):
            return nan
        try:
            return usable(float(value) * unit)
        except (ValueError, OverflowError):
            return nan

    def text(self, name: str) -> str | None:
        """Return a text of the row; nothing where there is none.

        Half of a character, as where an emoji was cut in two, is no character.
        """
        value = self.values.get(name)
        return _HALF.sub(_NO_CHARACTER, value) if isinstance(value, str) else None


def rows(text: str, key: str, faults: list[Fault]) -> Iterator[Row]:
    """Yield the objects of a list: what a key of a JSON object holds, or the file itself.

    JSON lines, an object after the other, are such a list too. Where the file breaks off, what
    comes before is yielded and the place is named.

    >>> faults = []
    >>> list(rows('{"a": 1, "rows": [{"x": 2}, 3, {"x": ', "rows", faults))
    [Row(line=1, values={'x': 2})]
    >>> [str(fault) for fault in faults]
    ['line 1: 3 is no row', 'line 1: not JSON from here on: Expecting value']
    """
    try:
        place, closed = _list_of(text, key)
        while place < len(text) and text[place] != "]":
            value, after = _DECODER.raw_decode(text, place)
            if isinstance(value, dict):
                yield Row(_line(text, place), value)
            else:
                faults.append(
                    Fault(
                        _line(text, place), f"{_HALF.sub(_NO_CHARACTER, str(value)[:30])} is no row"
                    )
                )
            place = _past(text, after)
            if text[place : place + 1] == ",":
                place = _past(text, place + 1)
        if closed and place == len(text):
            faults.append(Fault(_line(text, place), "the file breaks off"))
    except json.JSONDecodeError as error:
        faults.append(Fault(_line(text, error.pos), f"not JSON from here on: {error.msg}"))
    except (ValueError, RecursionError):
        faults.append(Fault(None, "not JSON that can be read"))


def has_rows(text: str, key: str, *fields: str) -> bool:
    """Tell whether a text is JSON whose first rows have one of some fields."""
    if text[_past(text, 0) :][:1] not in ("{", "["):
        return False
    return any(row.values.keys() & set(fields) for row in islice(rows(text, key, []), 5))


def _list_of(text: str, key: str) -> tuple[int, bool]:
    """Return where the list of a key begins, and whether it is a list and not JSON lines."""
    begin = place = _past(text, 0)
    if text[place : place + 1] == "[":
        return _past(text, place + 1), True
    while text[place : place + 1] in ("{", ","):
        name, place = _DECODER.raw_decode(text, _past(text, place + 1))
        place = _past(text, place)
        if text[place : place + 1] != ":":
            break
        place = _past(text, place + 1)
        if name == key and text[place : place + 1] == "[":
            return _past(text, place + 1), True
        _, place = _DECODER.raw_decode(text, place)
        place = _past(text, place)
    return begin, False


def _past(text: str, place: int) -> int:
    return int(_SPACE.match(text, place).end())


def _line(text: str, place: int) -> int:
    return text.count("\n", 0, place) + 1
