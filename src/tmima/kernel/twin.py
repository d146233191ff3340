"""The kernel in NumPy: same names, same signatures, same bits as the compiled one.

It serves where the package was installed without a C compiler, and it is the readable statement of
what the kernel computes.
"""

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]
IndexArray = NDArray[np.int64]
RowArray = NDArray[np.int32]


def shared_columns(
    unit_starts: IndexArray,
    unit_words: RowArray,
    posting_starts: IndexArray,
    postings: RowArray,
    first: int,
    last: int,
    diagonal: bool,
    marks: RowArray,
    column_starts: IndexArray,
    rows: RowArray,
) -> int:
    """List, for each unit t of [first, last), the units s <= t that share a word with it.

    `unit_words[unit_starts[t]:unit_starts[t + 1]]` are the distinct words of unit t, and
    `postings[posting_starts[w]:posting_starts[w + 1]]` the rising units that hold word w. The units
    found for t are written, each once and in no promised order, into
    `rows[column_starts[t - first]:column_starts[t - first + 1]]`; t itself is among them only if
    `diagonal`. `marks` is scratch of one entry a unit, -1 before the first call. Returns the number
    of rows written.
    """
    count = 0
    for column in range(first, last):
        column_starts[column - first] = count
        limit = column + 1 if diagonal else column
        found = []
        for word in unit_words[unit_starts[column] : unit_starts[column + 1]]:
            holders = postings[posting_starts[word] : posting_starts[word + 1]]
            found.append(holders[: np.searchsorted(holders, limit)])
        distinct = np.unique(np.concatenate(found)) if found else rows[:0]
        rows[count : count + len(distinct)] = distinct
        count += len(distinct)
    column_starts[last - first] = count
    return count


def advance(
    costs: FloatArray,
    previous: IndexArray,
    row_sums: FloatArray,
    positions: FloatArray,
    density_weights: FloatArray,
    mean_length: float,
    length_weight: float,
    first: int,
    column_starts: IndexArray,
    rows: RowArray,
    values: FloatArray,
) -> None:
    """Carry the dynamic programme of equation (1) over the next columns of D.

    The columns t = first, first + 1, ... are given sparsely: their rows s <= t (each at most once)
    and the values D[s, t]. `row_sums[s]` holds D[s, s] + 2 * (D[s, s+1] + ... + D[s, t]), so the
    sum of D over the square of the units s..t is row_sums[s] + ... + row_sums[t], and no square
    is ever stored. With `positions[s]` the length of the text before unit s, the cost of the best
    segmentation of the units before t + 1 is

        costs[t + 1] = min over s <= t of costs[s]
            + length_weight * (positions[t + 1] - positions[s] - mean_length)^2
            - density_weights[t - s] * (sum of D over the square s..t)

    and `previous[t + 1]` the s that attains it, the largest among equals.
    """
    for index in range(len(column_starts) - 1):
        column = first + index
        entries = slice(column_starts[index], column_starts[index + 1])
        touched = rows[entries]
        row_sums[touched] += np.where(touched == column, 1.0, 2.0) * values[entries]
        # From the latest start to the earliest, so that the first minimum is the largest start.
        inside = np.cumsum(row_sums[column::-1])
        deviation = (positions[column + 1] - positions[column::-1]) - mean_length
        candidates = costs[column::-1] + (
            (deviation * deviation) * length_weight - inside * density_weights[: column + 1]
        )
        best = int(np.argmin(candidates))
        costs[column + 1] = candidates[best]
        previous[column + 1] = column - best
