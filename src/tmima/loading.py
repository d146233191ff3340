"""Names of a package that are loaded when somebody first asks for them."""

from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from typing import Any


def later(package: str, homes: Mapping[str, Iterable[str]]) -> Callable[[str], Any]:
    """Return the `__getattr__` of a package that looks for names in the modules they live in.

    No module may have the name of what it holds: once imported, it would stand in its place.

    >>> later("tmima", {"tmima.scores": ["pk"]})("pk").__module__
    'tmima.scores.windows'
    """
    modules = {name: module for module, names in homes.items() for name in names}

    def load(name: str) -> Any:
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(modules[name]), name)

    return load
