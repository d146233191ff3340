"""All methods by name. A module is imported when its method is asked for."""

import inspect
import math
from collections.abc import Mapping
from typing import Any

from tmima.errors import TmimaError, whole_number
from tmima.methods.method import Method, MethodEntry
from tmima.registry import Registry

DEFAULT_METHOD = "learnt"
PAPER_METHOD = "density"

# In the order of the table: our own, then the literature by its years, then the baselines.
methods: Registry[MethodEntry] = Registry(
    "method",
    "tmima.methods",
    {
        DEFAULT_METHOD: "tmima.methods.learnt:ENTRY",
        PAPER_METHOD: "tmima.methods.density:ENTRY",
        "vmp": "tmima.methods.literature.youmans:ENTRY",
        "chains": "tmima.methods.literature.morris_hirst:ENTRY",
        "kozima": "tmima.methods.literature.kozima:ENTRY",
        "texttiling": "tmima.methods.literature.hearst:ENTRY",
        "dotplot": "tmima.methods.literature.reynar:ENTRY",
        "exponential": "tmima.methods.literature.beeferman:ENTRY",
        "ponte": "tmima.methods.literature.ponte:ENTRY",
        "yaari": "tmima.methods.literature.yaari:ENTRY",
        "heinonen": "tmima.methods.literature.heinonen:ENTRY",
        "segmenter": "tmima.methods.literature.kan:ENTRY",
        "hmm": "tmima.methods.literature.yamron:ENTRY",
        "c99": "tmima.methods.literature.choi:ENTRY",
        "c99-lsa": "tmima.methods.literature.choi_lsa:ENTRY",
        "utiyama": "tmima.methods.literature.utiyama:ENTRY",
        "aspect-hmm": "tmima.methods.literature.blei:ENTRY",
        "mincut": "tmima.methods.literature.malioutov:ENTRY",
        "bayesseg": "tmima.methods.literature.eisenstein:ENTRY",
        "uniform": "tmima.methods.baselines:UNIFORM",
        "random": "tmima.methods.baselines:RANDOM",
        "none": "tmima.methods.baselines:NONE",
    },
)


def options_of(entry: MethodEntry) -> dict[str, Any]:
    """Return the options of a method with their defaults, without the settings of a segmenter."""
    known = inspect.signature(entry.make).parameters
    return {
        name: each.default
        for name, each in known.items()
        if each.kind is not inspect.Parameter.VAR_KEYWORD and name not in entry.settings
    }


def make(method: str | MethodEntry, options: Mapping[str, Any] | None = None) -> Method:
    """Make a method with options by name; one that it does not have is refused by its name."""
    entry = methods[method] if isinstance(method, str) else method
    options = dict(options or {})
    known = inspect.signature(entry.make).parameters
    if not any(each.kind is inspect.Parameter.VAR_KEYWORD for each in known.values()):
        for name in options:
            if name not in known:
                has = ", ".join(known) or "none"
                raise TmimaError(f"the method {entry.name} has no option {name!r}: it has {has}")
    try:
        for name, value in options.items():
            if isinstance(value, float) and not math.isfinite(value):
                raise TmimaError(f"{name} must be a finite number, not {value}")
            wanted = known[name].annotation if name in known else None
            if wanted is int or (wanted == int | None and value is not None):
                options[name] = whole_number(name, value)
        return entry.make(**options)
    except (TypeError, TmimaError) as error:
        raise TmimaError(f"{entry.name}: {error}") from None
