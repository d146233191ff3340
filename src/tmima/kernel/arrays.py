"""The kinds of arrays that travel between the rooms, records that hold them compared, and sums.

NumPy's logarithms and powers, and the order in which a product of matrices sums, differ from
processor to processor in the last bit. Where such a bit could decide between two cuts, what is here
is asked instead: it gives the same bits everywhere.
"""

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass
from functools import reduce
from operator import add
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Singles = NDArray[np.float32]
Indices = NDArray[np.int64]
Rows = NDArray[np.int32]
Flags = NDArray[np.uint8]
Bytes = NDArray[np.int8]
Classes = NDArray[np.uint16]
Arcs = NDArray[np.uint32]
Keys = NDArray[np.uint64]

# Steps into which `row_products` splits a number, in parts of 1.
_COARSE, _FINE = 2.0**26, 2.0**45
# Log 2 in two parts, the first of which times a whole number is exact.
_LOG2_E = 1.4426950408889634
_LN2_HIGH, _LN2_LOW = 0.693147180369123816490, 1.90821492927058770002e-10
_TERMS = 13
# Beyond it 1 - exp(-x) is 1.
_SATURATED = 40.0
# So many numbers are a list at a time.
_LISTED = 1 << 13


def lazily_allocated_zeros(rows: int, columns: int) -> Floats:
    """Return a matrix of zeros whose pages are allocated when they are first written to.

    NumPy asks the system for large pages, of which a single number takes two megabytes.
    """
    from mmap import mmap

    size = rows * columns
    held: Floats = np.frombuffer(mmap(-1, 8 * size), dtype=np.float64)
    return held.reshape(rows, columns)


def equal(one: object, other: object) -> bool:
    """Tell whether two records have equal fields, arrays compared as a whole."""
    if type(one) is not type(other) or not is_dataclass(one):
        return False
    return all(
        _equal_values(getattr(one, field.name), getattr(other, field.name))
        for field in fields(one)
        if field.compare
    )


def _equal_values(one: object, other: object) -> bool:
    if isinstance(one, np.ndarray) or isinstance(other, np.ndarray):
        return np.array_equal(one, other)  # type: ignore[arg-type]
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(
            _equal_values(one[name], other[name]) for name in one
        )
    return bool(one == other)


def distinct(numbers: Indices) -> Indices:
    """Return the distinct ones of an array of numbers, rising; the array itself is sorted.

    It takes a tenth of the time of NumPy's `unique`, which hashes, and no second array.

    >>> distinct(np.array([3, 1, 3])).tolist()
    [1, 3]
    """
    numbers.sort()
    first = np.ones(len(numbers), dtype=bool)
    np.not_equal(numbers[1:], numbers[:-1], out=first[1:])
    return numbers[first]


def total(values: Iterable[float]) -> float:
    """Add from left to right, rounded at each step, so that every Python finds the same.

    The built-in `sum` carries along what rounding takes away, but only from Python 3.12 on.

    >>> total([0.1] * 10)
    0.9999999999999999
    """
    return reduce(add, values, 0.0)


def exponential(values: Floats) -> Floats:
    """Return exp(x) for numbers from -700 to 0, the same bits as the kernel's (`_vectors.h`).

    x = k log 2 + r, and 13 terms of the series of exp(r), from the last on.

    >>> exponential(np.array([0.0, -1.0])).tolist()
    [1.0, 0.36787944117144233]
    """
    times, rest = _exponent_and_mantissa(values)
    powers: Floats = np.ldexp(rest + 1, times)
    return powers


def saturated(values: Floats) -> Floats:
    """Return 1 - exp(-x) for numbers from 0 on, the same bits as the kernel's.

    Small numbers lose no digits to the 1.

    >>> saturated(np.array([0.0, 1e-12, 1.0, 1e9])).tolist()
    [0.0, 9.999999999995e-13, 0.6321205588285577, 1.0]
    """
    times, rest = _exponent_and_mantissa(-np.minimum(values, _SATURATED))
    found: Floats = (1 - np.ldexp(1.0, times)) - np.ldexp(rest, times)
    return found


def _exponent_and_mantissa(values: Floats) -> tuple[Rows, Floats]:
    """Return k and s of exp(x) = 2^k (1 + s)."""
    times = np.rint(values * _LOG2_E)
    rest = (values - times * _LN2_HIGH) - times * _LN2_LOW
    found = np.full(values.shape, 1 / math.factorial(_TERMS))
    for term in range(_TERMS - 1, 0, -1):
        found = found * rest + 1 / math.factorial(term)
    return times.astype(np.int32), found * rest


def one_by_one(function: Callable[[float], float], values: NDArray[Any]) -> Floats:
    """Apply a function of the C library, from `math`, to each number.

    >>> import math
    >>> one_by_one(math.sqrt, np.array([4, 9])).tolist()
    [2.0, 3.0]
    """
    found, flat = np.empty(values.size), values.ravel()
    # As lists numbers take many times as much.
    for first in range(0, len(flat), _LISTED):
        part = flat[first : first + _LISTED].tolist()
        found[first : first + _LISTED] = np.fromiter(map(function, part), np.float64, len(part))
    return found.reshape(values.shape)


def row_products(one: Floats, other: Floats) -> Floats:
    """Return the inner product of each row of one with each row of other.

    Rows must not be longer than 1. They are split into a coarse and a fine part, of so many bits
    that no sum of the products of two parts is ever rounded: so it is the same in any order. What
    is lost beyond the fine part is of the order of 1e-14.

    >>> row_products(np.array([[0.5, 0.75]]), np.eye(2)).tolist()
    [[0.5, 0.75]]
    """
    (coarse, fine), (other_coarse, other_fine) = _split_into_steps(one), _split_into_steps(other)
    products: Floats = coarse @ other_coarse.T
    products += coarse @ other_fine.T + fine @ other_coarse.T
    return products


def _split_into_steps(rows: Floats) -> tuple[Floats, Floats]:
    """Return multiples of the steps below that sum to the rows.

    Of rows up to 1, products of coarse parts are multiples of 2^-52, and their sums no more than 1.
    A fine part is at most 2^-27 in each of d dimensions, so the sums of its products with a coarse
    one, multiples of 2^-71, are at most sqrt(d) 2^-27: 53 bits up to d = 2^18.
    """
    coarse = np.rint(rows * _COARSE) / _COARSE
    return coarse, np.rint((rows - coarse) * _FINE) / _FINE
