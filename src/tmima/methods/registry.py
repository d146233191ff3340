"""All methods by name. A module is imported when its method is asked for."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from tmima.errors import TmimaError
from tmima.methods.method import Method, MethodEntry

# In the order of the table: the paper's own, then the literature by its years, then the floors.
MODULES = {
    "density": "density",
    "vmp": "literature.youmans",
    "chains": "literature.morris_hirst",
    "kozima": "literature.kozima",
    "texttiling": "literature.hearst",
    "dotplot": "literature.reynar",
    "exponential": "literature.beeferman",
    "ponte": "literature.ponte",
    "yaari": "literature.yaari",
    "heinonen": "literature.heinonen",
    "segmenter": "literature.kan",
    "hmm": "literature.yamron",
    "c99": "literature.choi",
    "c99-lsa": "literature.choi_lsa",
    "utiyama": "literature.utiyama",
    "aspect-hmm": "literature.blei",
    "uniform": "baselines",
    "random": "baselines",
    "none": "baselines",
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
