"""Settings are declared once: what each may be, what it means, and who understands it.

A setting is a field of a dataclass, made by `setting`. From the fields come the checks and their
messages, what is shown, saved and loaded, the options of the command line, the requests of the
explorer and the reference. A new setting is a new field, and whatever uses it.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from numbers import Real
from typing import Any, Generic, TypeVar, overload

import numpy as np

from tmima.errors import TmimaError, checked_fields, shortened, whole_number
from tmima.registry import Registry

Record = TypeVar("Record")
_KEY = "setting"


# --- What a setting may be


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


@dataclass(frozen=True, slots=True)
class OneOf(Kind):
    """One of some names; of units in the plural the singular is understood."""

    names: Sequence[str]

    def check(self, name: str, value: Any) -> str:
        """Return the name."""
        if isinstance(value, str) and self.meant(value) in self.names:
            return self.meant(value)
        raise TmimaError(f"`{name}` must be one of {', '.join(self.names)}, not {shortened(value)}")

    def meant(self, name: str) -> str:
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
class Known(Instance):
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
    """

    names: Sequence[str] = ()
    find: Callable[[str], Any] | None = None

    def check(self, name: str, value: Any) -> Any:
        """Return the function or its name."""
        if isinstance(value, str) and self.find is not None:
            self.find(value)
            return value
        if callable(value) or (isinstance(value, str) and value in self.names):
            return value
        among = f"one of {', '.join(self.names)} or " if self.names and not self.find else ""
        raise TmimaError(f"`{name}` must be {among}a function, not {shortened(value)}")


# --- Fields


@dataclass(frozen=True, slots=True)
class Setting:
    """What the field of a setting tells of itself.

    Attributes:
        kind: what it may be.
        help: what it means, for every reader.
        default: what it is if it is not given.
        python: what is to be said to those who write Python besides.
        usual: on the command line, what it is if it is not given, where no value says it.
        option: its name on the command line, "" if it has none.
        metavar: what stands for its value there.
        of: what a method must understand to be given it; of all methods, nothing.
        stream: whether a text that is still coming in can be cut with it.
        page: whether it can be set in the explorer; of a number, within what limits.
    """

    kind: Kind
    help: str
    default: Any = None
    python: str = ""
    usual: str = ""
    option: str | None = None
    metavar: str | None = None
    of: str = ""
    stream: bool = False
    page: bool | tuple[float, float] = False

    @property
    def described(self) -> str:
        """What it means, for those who write Python."""
        usual = f"By default {self.usual}." if self.usual else ""
        return " ".join(filter(None, (self.help, self.python, usual)))

    def is_default(self, value: Any) -> bool:
        """Return whether a value says no more than what is so if none is given."""
        # Arrays compare entry by entry, and what is false is no number.
        return value is self.default or (
            type(value) is type(self.default) and value == self.default
        )


def setting(kind: Kind, help: str, *, default: Any = None, **more: Any) -> Any:
    """Return the field of a setting; what else it tells is that of `Setting`."""
    return field(default=default, metadata={_KEY: Setting(kind, help, default, **more)})


def settings_of(kind: type) -> dict[str, Setting]:
    """Return what the fields of a record tell of themselves, by name."""
    if kind not in _told:
        told = {each.name: each.metadata.get(_KEY) for each in fields(kind)}
        _told[kind] = {name: one for name, one in told.items() if one is not None}
    return _told[kind]


# Parameters are made by the dozen: what is told of their fields is looked up once.
_told: dict[type, dict[str, Setting]] = {}


def check_fields(record: Any) -> None:
    """Check all settings of a frozen record, and keep each as it is used."""
    for name, told in settings_of(type(record)).items():
        value = getattr(record, name)
        if not told.is_default(value):
            checked = told.kind.check(name, value)
            if checked is not value:
                object.__setattr__(record, name, checked)


def described(kind: type[Record]) -> type[Record]:
    """Add what its settings mean to the description of a class."""
    told = [f"    {name}: {each.described}" for name, each in settings_of(kind).items()]
    kind.__doc__ = "\n".join([*(kind.__doc__ or "").rstrip().split("\n"), "", "Args:", *told, ""])
    return kind


class View(Generic[Record]):
    """Settings as one record, which may also be given in their place.

    Args:
        kind: the record; its settings are also those of the class that has the view.
        noun: what one of them is called.
    """

    def __init__(self, kind: type[Record], noun: str) -> None:
        self.kind = kind
        self._noun = noun

    @overload
    def __get__(self, one: None, of: object = None) -> None: ...
    @overload
    def __get__(self, one: object, of: object = None) -> Record: ...
    def __get__(self, one: object, of: object = None) -> Record | None:
        # A dataclass asks its class for the default.
        if one is None:
            return None
        return self.kind(**{name: getattr(one, name) for name in settings_of(self.kind)})

    def __set__(self, one: object, given: Record | Mapping[str, Any] | None) -> None:
        told = settings_of(self.kind)
        if isinstance(given, Mapping) and given.keys() <= told.keys():
            values = dict(given)
        else:
            record = checked_fields(self.kind, given, self._noun)
            values = {name: getattr(record, name) for name in told}
            values = {name: of for name, of in values.items() if not told[name].is_default(of)}
        for name, value in values.items():
            if not told[name].is_default(getattr(one, name)):
                raise TmimaError(
                    f"`{name}=` is given twice: as a setting and among the {self._noun}s"
                )
            object.__setattr__(one, name, value)
