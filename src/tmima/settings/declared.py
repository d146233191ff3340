"""Settings are declared once: what each may be, what it means, and who understands it.

A setting is a field of a dataclass, made by `setting`. From the fields come the checks and their
messages, what is shown, saved and loaded, the options of the command line, the requests of the
explorer and the reference. A new setting is a new field, and whatever uses it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Generic, NoReturn, TypeVar, overload

from tmima.errors import TmimaError, shortened
from tmima.settings.kinds import Kind

Record = TypeVar("Record")
_KEY = "setting"


@dataclass(frozen=True, slots=True)
class Setting:
    """The declaration of a setting: its kind, its help, its default and where it is offered.

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
    def python_help(self) -> str:
        """The help for those who write Python, with the default in words."""
        usual = f"By default {self.usual}." if self.usual else ""
        return " ".join(filter(None, (self.help, self.python, usual)))

    def is_default(self, value: Any) -> bool:
        """Return whether a value is the default, of the same type."""
        # Arrays compare entry by entry, and what is false is no number.
        return value is self.default or (
            type(value) is type(self.default) and value == self.default
        )


def setting(kind: Kind, help: str, *, default: Any = None, **more: Any) -> Any:
    """Return a dataclass field that declares a setting; `more` are attributes of `Setting`."""
    return field(default=default, metadata={_KEY: Setting(kind, help, default, **more)})


def settings_of(kind: type) -> dict[str, Setting]:
    """Return the declarations of the settings of a record, by name."""
    if kind not in _told:
        told = {each.name: each.metadata.get(_KEY) for each in fields(kind)}
        _told[kind] = {name: one for name, one in told.items() if one is not None}
    return _told[kind]


# Parameters are made by the dozen: what is told of their fields is looked up once.
_told: dict[type, dict[str, Setting]] = {}


def check_fields(record: Any) -> None:
    """Check all settings of a frozen record, and store each in its normal form."""
    for name, told in settings_of(type(record)).items():
        value = getattr(record, name)
        if not told.is_default(value):
            checked = told.kind.check(name, value)
            if checked is not value:
                object.__setattr__(record, name, checked)


def document_settings(kind: type[Record]) -> type[Record]:
    """Add what its settings mean to the description of a class."""
    told = [f"    {name}: {each.python_help}" for name, each in settings_of(kind).items()]
    kind.__doc__ = "\n".join([*(kind.__doc__ or "").rstrip().split("\n"), "", "Args:", *told, ""])
    return kind


def checked_fields(kind: type[Record], given: Any, noun: str) -> Record:
    """Return a record; a mapping of its fields becomes one, None becomes the default one."""
    if given is None:
        return kind()
    if isinstance(given, kind):
        return given
    if not isinstance(given, Mapping):
        raise TmimaError(
            f"`{noun}s` must be a {kind.__name__} or a mapping of its fields, not "
            + shortened(given)
        )
    known = [field.name for field in fields(kind)]  # type: ignore[arg-type]
    for name in given:
        if name not in known:
            raise TmimaError(f"unknown {noun} {shortened(name)}: known are {', '.join(known)}")
    return kind(**given)


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


class ImmutableDict(dict[Any, Any]):
    """A dictionary that cannot be changed."""

    def _refuse(self, *_: Any, **__: Any) -> NoReturn:
        raise TmimaError("settings cannot be changed: Segmenter.replace returns another segmenter")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __reduce__(self) -> Any:
        # Otherwise it would be filled after it was made, which it refuses.
        return ImmutableDict, (dict(self),)


def immutable(value: Any) -> Any:
    """Return a value of settings whose dictionaries, lists and sets nobody can change any more.

    What can be gone through once only becomes a row; objects of one's own stay what they are.

    >>> given = {"cut_at": [2, 3]}
    >>> kept = immutable(given)
    >>> given["cut_at"].append(4)
    >>> kept
    {'cut_at': (2, 3)}
    """
    if isinstance(value, Mapping):
        return ImmutableDict({name: immutable(each) for name, each in value.items()})
    if type(value) in (list, tuple) or isinstance(value, Iterator):
        return tuple(map(immutable, value))
    return frozenset(value) if isinstance(value, set) else value
