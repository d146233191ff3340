# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The compiled kernel: two loops over arrays, no policy. `twin.py` is the same in NumPy.

Every floating-point operation is written in the order in which the twin performs it, and the
extension is built without contraction, so the two agree to the last bit.
"""

from libc.math cimport INFINITY
from libc.stdint cimport int32_t, int64_t


def shared_columns(
    const int64_t[::1] unit_starts,
    const int32_t[::1] unit_words,
    const int64_t[::1] posting_starts,
    const int32_t[::1] postings,
    Py_ssize_t first,
    Py_ssize_t last,
    bint diagonal,
    int32_t[::1] marks,
    int64_t[::1] column_starts,
    int32_t[::1] rows,
):
    cdef Py_ssize_t column, position, entry
    cdef int32_t word, row
    cdef int64_t count = 0
    with nogil:
        for column in range(first, last):
            column_starts[column - first] = count
            for position in range(unit_starts[column], unit_starts[column + 1]):
                word = unit_words[position]
                for entry in range(posting_starts[word], posting_starts[word + 1]):
                    row = postings[entry]
                    if row >= column:
                        if diagonal and row == column and marks[row] != column:
                            marks[row] = <int32_t>column
                            rows[count] = row
                            count += 1
                        break
                    if marks[row] != column:
                        marks[row] = <int32_t>column
                        rows[count] = row
                        count += 1
        column_starts[last - first] = count
    return count


def advance(
    double[::1] costs,
    int64_t[::1] previous,
    double[::1] row_sums,
    const double[::1] positions,
    const double[::1] density_weights,
    double mean_length,
    double length_weight,
    Py_ssize_t first,
    const int64_t[::1] column_starts,
    const int32_t[::1] rows,
    const double[::1] values,
):
    cdef Py_ssize_t last = first + column_starts.shape[0] - 1
    cdef Py_ssize_t column, row, best_row
    cdef int64_t entry
    cdef double inside, deviation, cost, best, end
    with nogil:
        for column in range(first, last):
            for entry in range(column_starts[column - first], column_starts[column - first + 1]):
                row = rows[entry]
                if row == column:
                    row_sums[row] += values[entry]
                else:
                    row_sums[row] += 2.0 * values[entry]
            inside = 0.0
            best = INFINITY
            best_row = column
            end = positions[column + 1]
            for row in range(column, -1, -1):
                inside += row_sums[row]
                deviation = (end - positions[row]) - mean_length
                cost = costs[row] + (
                    (deviation * deviation) * length_weight
                    - inside * density_weights[column - row]
                )
                if cost < best:
                    best = cost
                    best_row = row
            costs[column + 1] = best
            previous[column + 1] = best_row
