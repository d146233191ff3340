"""The loops of learning, in C: compiled when they are first asked for, by the machine's compiler."""

import ctypes
import subprocess
import sysconfig
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tmima.kernel.arrays import Floats

Prefix = NDArray[np.float32]
"""Double prefix sums of a matrix: [i, j] is the sum over rows before i and columns before j."""
Squares = NDArray[np.float32]
"""Sums over squares of a matrix: [j, l] is that of the l units before j; no segment has more units than columns."""


@cache
def _library() -> ctypes.CDLL:
    source = Path(__file__).with_name("loops.c")
    made = Path(tempfile.mkdtemp(prefix="tmima-")) / "loops.so"
    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    # Linked without -ffast-math: a library linked with it takes subnormal numbers from the whole process.
    flags = ["-O3", "-march=native", "-ffast-math", "-fPIC", "-c"]
    subprocess.run([compiler, *flags, str(source), "-o", f"{made}.o"], check=True)
    subprocess.run([compiler, "-shared", f"{made}.o", "-o", str(made), "-lmvec", "-lm"], check=True)
    return ctypes.CDLL(str(made))


def _at(array: NDArray[Any]) -> ctypes.c_void_p:
    if not array.flags.c_contiguous:
        raise ValueError("an array must be contiguous")
    return ctypes.c_void_p(array.ctypes.data)


def expectations(
    squares: Squares, places: Floats, lengths: Floats, weights: Floats
) -> tuple[float, Floats, Floats, Floats]:
    """Return what is expected of the segmentations of a text, by their scores.

    A segmentation scores places[i] for each cut before unit i, and for each segment of n units
    lengths[n] + weights[n] * (the sum of its square of the matrix).

    Returns:
        The logarithm of the sum of exp(score); the probability of a cut before each unit; the
        expected number of segments of each length; the expected sum of their squares.
    """
    size = len(places)
    total = ctypes.c_double()
    cuts, counts, blocks = (np.empty(size + 1) for _ in range(3))
    _library().expectations(
        _at(squares), ctypes.c_long(size), ctypes.c_long(squares.shape[1] - 1), _at(places), _at(lengths), _at(weights),
        ctypes.byref(total), _at(cuts), _at(counts), _at(blocks),
    )  # fmt: skip
    cuts[0] = 0.0
    return total.value, cuts[:size], counts, blocks


def numbers(squares: Squares, places: Floats, lengths: Floats, weights: Floats, most: int = 40) -> Floats:
    """Return the probability of 1, 2, .. `most` segments."""
    size = len(places)
    total = expectations(squares, places, lengths, weights)[0]
    shares = np.zeros(min(most, size))
    _library().numbers(
        _at(squares), ctypes.c_long(size), ctypes.c_long(squares.shape[1] - 1), _at(places), _at(lengths), _at(weights),
        ctypes.c_long(len(shares)), ctypes.c_double(total), _at(shares),
    )  # fmt: skip
    return shares


def best(squares: Squares, places: Floats, lengths: Floats, weights: Floats, most: int = 0) -> list[int]:
    """Return the ends of the segmentation that scores most, of all or into `most` segments."""
    size = len(places)
    layers = most + 1 if most else 1
    values = np.empty((layers, size + 1))
    previous = np.zeros((layers, size + 1), dtype=np.int32)
    _library().best(
        _at(squares), ctypes.c_long(size), ctypes.c_long(squares.shape[1] - 1), _at(places), _at(lengths), _at(weights),
        ctypes.c_long(most), _at(values), _at(previous),
    )  # fmt: skip
    ends, at, layer = [], size, most
    while at:
        ends.append(at)
        at = int(previous[layer, at])
        layer -= bool(most)
    return ends[::-1]


def sums_by_bin(
    bins: NDArray[np.uint8],
    leaves: NDArray[np.uint8],
    gradients: NDArray[np.float32],
    weights: NDArray[np.float32],
    shape: tuple[int, int],
) -> Floats:
    """Return for each leaf and each bin the sum of the gradients of its rows, and that of their weights.

    Args:
        bins: of each row.
        leaves: of each row.
        gradients: of each row.
        weights: of each row.
        shape: the number of leaves and that of bins.
    """
    sums = np.zeros((*shape, 2))
    _library().sum_bins(
        _at(bins), _at(leaves), _at(gradients), _at(weights),
        ctypes.c_long(len(bins)), ctypes.c_long(shape[1]), _at(sums),
    )  # fmt: skip
    return sums
