"""What a setting may be: each kind checks a value, and refuses it by the name of the setting."""

import math
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from numbers import Real
from typing import Any

import numpy as np

from tmima.errors import TmimaError, shortened, whole_number
from tmima.loading import Registry


class Kind:
    """What a setting may be."""

    __slots__ = ()

    def check(self, name: str, value: Any) -> Any:
        """Return a value as it is used, or refuse it by the name of the setting."""
        return value


@dataclass(frozen=True, slots=True)
class Whole(Kind):
    """A whole number within limits."""

    least: int = 0
    most: int | None = None
    why: str = ""

    def check(self, name: str, value: Any) -> int:
        """Return the number as an int."""
        return whole_number(name, value, least=self.least, most=self.most, why=self.why)


@dataclass(frozen=True, slots=True)
class Number(Kind):
    """A finite number within limits.

    Attributes:
        above: whether the least is out of the limits itself.
        why: reason of the greatest, with which the message goes on.
    """

    least: float = -math.inf
    most: float = math.inf
    above: bool = False
    why: str = ""

    def check(self, name: str, value: Any) -> float:
        """Return the number, NumPy's as a plain one."""
        # Plain ones first: asking the abstract kind of all of them takes ten times as long.
        if type(value) not in (float, int):
            if isinstance(value, bool) or not isinstance(value, Real):
                raise TmimaError(f"`{name}` must be a number, not {shortened(value)}")
            value = _as_float(value)
        if not math.isfinite(_as_float(value)):
            raise TmimaError(f"`{name}` must be a finite number, not {shortened(value)}")
        if value > self.most and self.why:
            raise TmimaError(f"`{name}` must be {self.most:g} or less, {self.why}, not {value}")
        if not self.least <= value <= self.most and math.isfinite(self.most) and not self.why:
            raise TmimaError(
                f"`{name}` must be from {self.least:g} to {self.most:g}, not {shortened(value)}"
            )
        # What is divided by may have no square either.
        if self.above and (value <= self.least or value**2 == 0):
            raise TmimaError(f"`{name}` must be above {self.least:g}, not {value}")
        if value < self.least:
            raise TmimaError(f"`{name}` must not be negative, as {value} is")
        return value  # type: ignore[no-any-return]


def _as_float(value: Any) -> float:
    try:
        return float(value)
    except OverflowError:
        return math.inf


_DURATION = re.compile(
    r"(?:(?P<h>[0-9]{1,9}(?:\.[0-9]{1,9})?)h)?(?:(?P<m>[0-9]{1,9}(?:\.[0-9]{1,9})?)m)?"
    r"(?:(?P<s>[0-9]{1,9}(?:\.[0-9]{1,9})?)s?)?"
)
_SECONDS = {"h": 3600, "m": 60, "s": 1}
# Eleven days: longer than any recording.
_LONGEST_DURATION = 1e6


class Duration(Kind):
    """A length of time: seconds, or hours, minutes and seconds as they are written."""

    __slots__ = ()

    def check(self, name: str, value: Any) -> float:
        """Return the seconds.

        >>> [Duration().check("every", each) for each in ("5m", "1h30m", "90s", "90", 45)]
        [300.0, 5400.0, 90.0, 90.0, 45.0]
        """
        seconds = 0.0
        if isinstance(value, str):
            written = _DURATION.fullmatch(value.strip())
            if written is not None:
                seconds = sum(float(written[mark] or 0) * each for mark, each in _SECONDS.items())
        elif isinstance(value, Real) and not isinstance(value, bool):
            seconds = _as_float(value)
        if not 0 < seconds <= _LONGEST_DURATION:
            raise TmimaError(
                f"`{name}` must be a length of time above 0, as 5m, 90s, 1h30m or a number of "
                f"seconds, not {shortened(value)}"
            )
        return seconds


@dataclass(frozen=True, slots=True)
class OneOf(Kind):
    """One of some names; of units in the plural the singular is understood."""

    names: Sequence[str]

    def check(self, name: str, value: Any) -> str:
        """Return the name."""
        if isinstance(value, str) and self.plural_if_known(value) in self.names:
            return self.plural_if_known(value)
        raise TmimaError(f"`{name}` must be one of {', '.join(self.names)}, not {shortened(value)}")

    def plural_if_known(self, name: str) -> str:
        """Return the plural of a name where that is what there is."""
        return f"{name}s" if f"{name}s" in self.names else name


@dataclass(frozen=True, slots=True)
class Switch(Kind):
    """True or false."""

    def check(self, name: str, value: Any) -> bool:
        """Return the value."""
        if not isinstance(value, bool | np.bool_):
            raise TmimaError(f"`{name}` must be true or false, not {shortened(value)}")
        return bool(value)


@dataclass(frozen=True, slots=True)
class Count(Kind):
    """A number, or the least and the greatest number."""

    def check(self, name: str, value: Any) -> int | tuple[int, int]:
        """Return plain ints."""
        if isinstance(value, Sequence) and not isinstance(value, str) and len(value) == 2:
            low, high = (whole_number(name, each) for each in value)
            return low, high
        if isinstance(value, Sequence):
            raise TmimaError(
                f"`{name}` must be a number, or the least and the greatest number, not "
                + shortened(value)
            )
        return whole_number(name, value)


@dataclass(frozen=True, slots=True)
class PlaceList(Kind):
    """Places between units, in numbers or words; one alone needs no list around it."""

    def check(self, name: str, value: Any) -> tuple[int | str, ...]:
        """Return the places as a tuple."""
        if isinstance(value, str | int) or not isinstance(value, Iterable):
            value = (value,)
        return tuple(each if isinstance(each, str) else whole_number(name, each) for each in value)


@dataclass(frozen=True, slots=True)
class Instance(Kind):
    """An object of some types, or one that has some attributes.

    Attributes:
        types: what it may be.
        said: that in words.
        has: attributes that it must have besides.
    """

    types: Any
    said: str
    has: tuple[str, ...] = ()

    def check(self, name: str, value: Any) -> Any:
        """Return the value."""
        if not isinstance(value, self.types):
            raise TmimaError(f"`{name}` must be {self.said}, not {shortened(value)}")
        if not all(hasattr(value, each) for each in self.has):
            raise TmimaError(f"`{name}` must have {self.said}; {shortened(value)} has not")
        return value


@dataclass(frozen=True, slots=True)
class RegistryName(Instance):
    """A name of a registry, or an object of one's own in its place.

    Attributes:
        registry: all names there are, looked at when they are used: outsiders may have added some.
        further: other names.
    """

    registry: Registry[Any] | None = None
    further: tuple[str, ...] = ()


class File(Instance):
    """A file, or a folder, that is read."""

    __slots__ = ()


class WordList(Instance):
    """A list of words."""

    __slots__ = ()


class Encode(Instance):
    """A function from texts to vectors."""

    __slots__ = ()


class Options(Instance):
    """Options of a method by name."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Function(Kind):
    """A function, or one of some names.

    Attributes:
        names: all that there are, or beginnings of such.
        find: what refuses a name that is none of them; by default they are `names`.
        beginnings: of other names, which are read by whoever uses them.
    """

    names: Sequence[str] = ()
    find: Callable[[str], Any] | None = None
    beginnings: tuple[str, ...] = ()

    def check(self, name: str, value: Any) -> Any:
        """Return the function or its name."""
        if isinstance(value, str) and value.startswith(self.beginnings):
            return value
        if isinstance(value, str) and self.find is not None:
            self.find(value)
            return value
        if callable(value) or (isinstance(value, str) and value in self.names):
            return value
        among = f"one of {', '.join(self.names)} or " if self.names and not self.find else ""
        raise TmimaError(f"`{name}` must be {among}a function, not {shortened(value)}")
