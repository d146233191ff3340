"""Values that stay as they were given, whatever becomes of what they were made of."""

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
