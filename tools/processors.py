"""Older processors: how NumPy and OpenBLAS are told to take this one for such a one."""

import platform
from collections.abc import Mapping

import numpy as np

# Of NumPy's extensions for x86 the ones that came after AVX2, under their names of all versions.
_WIDE = ("AVX512", "X86_V4")


def older() -> Mapping[str, dict[str, str]]:
    """Return the older kinds by name, each with the variables of the environment that make it.

    There are none for a processor that is not of the family x86.
    """
    if platform.machine() not in ("x86_64", "AMD64"):
        return {}
    # A feature that the processor lacks, or that NumPy always uses, must not be named.
    found: list[str] = np.show_config(mode="dicts")["SIMD Extensions"].get("found", [])
    wide = [name for name in found if name.startswith(_WIDE)]
    return {
        "AVX2": _variables(wide, "Haswell"),
        "SSE": _variables(found, "Nehalem"),
    }


def _variables(without: list[str], kernels: str) -> dict[str, str]:
    # Set but empty, the first would be complained about.
    features = {"NPY_DISABLE_CPU_FEATURES": " ".join(without)} if without else {}
    return {**features, "OPENBLAS_CORETYPE": kernels}
