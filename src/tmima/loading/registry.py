"""Things by name that outsiders may add to: methods, similarities, languages, formats."""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from tmima.errors import TmimaError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

Entry = TypeVar("Entry")


class Registry(Generic[Entry]):
    """A dictionary of entries: our own, those that were registered, those of installed packages.

    An entry may be given as "module:attribute"; its module is imported when it is asked for. An
    installed package adds one by an entry point of the registry's group, found when a name is not
    known otherwise or when all names are listed.

    Args:
        kind: what the entries are, for messages.
        group: of the entry points.
        own: the entries of this package, in the order of lists.
    """

    def __init__(self, kind: str, group: str, own: Mapping[str, Entry | str]) -> None:
        self.kind = kind
        self.group = group
        self._own = tuple(own)
        self._entries: dict[str, Entry | str] = dict(own)

    def __iter__(self) -> Iterator[str]:
        """Yield all names, our own first."""
        yield from self._entries
        yield from (name for name in _installed(self.group) if name not in self._entries)

    def __contains__(self, name: object) -> bool:
        return name in self._entries or name in _installed(self.group)

    def __getitem__(self, name: str) -> Entry:
        """Return an entry, or say which there are."""
        if name not in self._entries:
            point = _installed(self.group).get(name) if isinstance(name, str) else None
            if point is None:
                raise TmimaError(f"unknown {self.kind} {name!r}: choose one of {', '.join(self)}")
            try:
                self._entries[name] = point.load()
            except (ImportError, AttributeError) as error:
                raise TmimaError(
                    f"the {self.kind} {name!r} of the entry point {point.value} cannot be loaded: "
                    f"{error}"
                ) from None
        known = self._entries[name]
        if isinstance(known, str):
            module, _, attribute = known.partition(":")
            known = self._entries[name] = cast("Entry", getattr(import_module(module), attribute))
        return known

    @property
    def built_in(self) -> tuple[str, ...]:
        """The names of what is registered here, without what other packages announce."""
        return tuple(self._entries)

    def get(self, name: str) -> Entry | None:
        """Return an entry, or nothing if there is none."""
        if name not in self:
            return None
        return self[name]

    def register(self, name: str, entry: Entry | str) -> None:
        """Add an entry; ours cannot be replaced, one's own can."""
        if not isinstance(name, str) or not name:
            raise TmimaError(f"the name of a {self.kind} must be a word, not {name!r}")
        if name in self._own:
            raise TmimaError(f"{name!r} is a {self.kind} of tmima's own: choose another name")
        self._entries[name] = entry

    def unregister(self, name: str) -> None:
        """Take an entry out that was registered."""
        if name in self._own or name not in self._entries:
            raise TmimaError(f"no {self.kind} {name!r} was registered")
        del self._entries[name]

    def own(self) -> tuple[str, ...]:
        """Return the names of this package's entries."""
        return self._own


@cache
def _installed(group: str) -> "dict[str, EntryPoint]":
    """Return the entry points of a group by name.

    Reading them takes milliseconds, and so does importing what reads them.
    """
    from importlib.metadata import entry_points

    points: Any = entry_points(group=group)
    return {point.name: point for point in points}
