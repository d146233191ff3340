"""All methods by name. A module is imported when its method is asked for."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from tmima.errors import TmimaError
from tmima.methods.method import Method, MethodEntry

# In the order of the table: the paper's own, then the literature by its years, then the floors.
MODULES = {
    "density": "density",
    "vmp": "vmp",
    "chains": "chains",
    "kozima": "kozima",
    "texttiling": "texttiling",
    "dotplot": "dotplot",
    "exponential": "exponential",
    "ponte": "ponte",
    "yaari": "yaari",
    "heinonen": "heinonen",
    "segmenter": "segmenter",
    "hmm": "hmm",
    "c99": "c99",
    "c99-lsa": "c99_lsa",
    "utiyama": "utiyama",
    "aspect-hmm": "aspect_hmm",
    "uniform": "floors",
    "random": "floors",
    "none": "floors",
}


def entry(name: str) -> MethodEntry:
    """Return what is known of a method."""
    if name not in MODULES:
        raise TmimaError(f"unknown method {name!r}: choose one of {', '.join(MODULES)}")
    module = import_module(f"tmima.methods.{MODULES[name]}")
    entries: tuple[MethodEntry, ...] = getattr(module, "ENTRIES", None) or (module.ENTRY,)
    return next(each for each in entries if each.name == name)


def make(name: str, options: Mapping[str, Any] | None = None) -> Method:
    """Make a method with options by name."""
    known = entry(name)
    try:
        return known.make(**(options or {}))
    except (TypeError, TmimaError) as error:
        raise TmimaError(f"{name}: {error}") from None
