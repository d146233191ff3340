# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The compiled kernel: loops over arrays, no policy. `twin.py` is the same in NumPy.

Every floating-point operation of the least costs is written in the order in which the twin performs
it, and the extension is built without contraction, so the two agree to the last bit. Soft minima
agree to rounding: the exponential of the C library is not NumPy's.

The groups of arrays (see `groups.py`) are taken apart at the head of each function, once a call;
the loops below it know only arrays.
"""

from libc.math cimport INFINITY, exp, expm1, log
from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.stdlib cimport free, malloc

import numpy as np

# Beyond so many temperatures a term is below the last bit of a sum of thousands.
cdef double NEGLIGIBLE = 45.0
# A way that has a smaller share than this, or a number of segments that is less probable at a place,
# is not followed any further: numbers are told to nine places.
cdef double UNLIKELY = 1e-12
cdef double IMPROBABLE = 27.7


# Loops for which wide vectors pay, compiled for them too where the machine is asked what it has.
#
# `fold_layers`: the least values of all layers, the layers of one start after the other.
# `weigh_four`: four columns at a time, one in each lane of a vector. A column's sums wait for one another at every
# step, those of its neighbours need not; and what is read of a row is read once for all four. The
# operations and their order are those of `weigh_column`, so the costs are the same to the last bit.
# `weigh_many`: one segment by many costs.
cdef extern from *:
    """
    #include "_vectors.h"

    /* A number of layers that is known stays in registers over all starts. */
    #define TMIMA_FOLD(LAYERS) \
        { \
            double kept[LAYERS]; \
            const double *from = source + layer; \
            memcpy(kept, found + layer, sizeof kept); \
            for (index = 0; index < count; index++, from += stride) \
                for (lane = 0; lane < LAYERS; lane++) { \
                    cost = from[lane] + weights[index]; \
                    kept[lane] = cost < kept[lane] ? cost : kept[lane]; \
                } \
            memcpy(found + layer, kept, sizeof kept); \
        }

    TMIMA_WIDE static void tmima_fold_layers(
        double *found, const double *source, const double *weights,
        ptrdiff_t count, ptrdiff_t stride, ptrdiff_t layers)
    {
        ptrdiff_t index, lane, layer = 0;
        double cost;
        /* The last ones may have been folded before: the least of the same is the same. */
        for (; layers >= 20 && layer < layers; layer += 20) {
            if (layer > layers - 20) layer = layers - 20;
            TMIMA_FOLD(20)
        }
        for (; layers >= 4 && layer < layers; layer += 4) {
            if (layer > layers - 4) layer = layers - 4;
            TMIMA_FOLD(4)
        }
        for (; layer < layers; layer++) TMIMA_FOLD(1)
    }

    TMIMA_WIDE static void tmima_weigh_many(
        double inside, double length, long long row, ptrdiff_t count,
        const double *TMIMA_ALONE mean_lengths, const double *TMIMA_ALONE length_weights,
        const double *TMIMA_ALONE density_weights, const double *TMIMA_ALONE values,
        double *TMIMA_ALONE best, long long *TMIMA_ALONE found)
    {
        ptrdiff_t one;
        for (one = 0; one < count; one++) {
            double deviation = length - mean_lengths[one];
            double cost = (deviation * deviation) * length_weights[one]
                - inside * density_weights[one] + values[one];
            found[one] = cost < best[one] ? row : found[one];
            best[one] = cost < best[one] ? cost : best[one];
        }
    }

    /* Apart from the running sum, which is a chain of additions. */
    TMIMA_WIDE static void tmima_weigh_sums(
        double *TMIMA_ALONE weights, const double *TMIMA_ALONE positions,
        const double *TMIMA_ALONE density_weights, const double *TMIMA_ALONE count_costs,
        const double *TMIMA_ALONE sums, const double *TMIMA_ALONE squares,
        const double *TMIMA_ALONE numbers, ptrdiff_t count)
    {
        double scale = numbers[0], mean_length = numbers[1], length_weight = numbers[2];
        double end = numbers[3], end_sum = numbers[4], end_square = numbers[5], place = numbers[6];
        double between, deviation;
        ptrdiff_t index;
        if (sums)
            for (index = 0; index < count; index++) {
                between = end_sum - sums[index];
                weights[index] -= scale * (between * between - (end_square - squares[index]));
            }
        for (index = 0; index < count; index++) {
            deviation = (end - positions[index]) - mean_length;
            weights[index] = (deviation * deviation) * length_weight
                - weights[index] * density_weights[index];
        }
        if (count_costs)
            for (index = 0; index < count; index++) weights[index] += count_costs[index];
        for (index = 0; index < count; index++) weights[index] += place;
    }

    /* The share of each start in the value of a place: exp(-excess), 0 from `most` on. */
    TMIMA_WIDE static void tmima_write_shares(
        double *TMIMA_ALONE weights, const double *TMIMA_ALONE values, ptrdiff_t count,
        double arrived, double scale, double most)
    {
        double excess, share;
        ptrdiff_t index;
        for (index = 0; index < count; index++) {
            excess = (values[index] + weights[index] - arrived) * scale;
            share = tmima_exp(-excess);
            weights[index] = excess < most ? share : 0.0;
        }
    }

    TMIMA_WIDE static void tmima_add_share(
        double *TMIMA_ALONE sums, const double *TMIMA_ALONE shares, ptrdiff_t count, double times)
    {
        ptrdiff_t index;
        for (index = 0; index < count; index++) sums[index] += shares[index] * times;
    }

    #if defined(__GNUC__)
    #define TMIMA_FOUR 1
    typedef double tmima_four __attribute__((vector_size(32)));
    typedef long long tmima_mask __attribute__((vector_size(32)));

    /* rows from high down to low; lane j is column top - j */
    #define TMIMA_LOOP(EXPECTS, COUNTS) \
        for (row = high; row >= low; row--) { \
            memcpy(&read, lanes + 4 * row, sizeof read); \
            inside += read; \
            weight = inside; \
            if (EXPECTS) { \
                between = end_sums - sums[row]; \
                weight -= scale * (between * between - (end_squares - squares[row])); \
            } \
            deviation = (ends - positions[row]) - mean_length; \
            memcpy(&read, density_weights + row, sizeof read); \
            weight = (deviation * deviation) * length_weight - weight * read; \
            if (COUNTS) { \
                memcpy(&read, count_costs + row, sizeof read); \
                weight += read; \
            } \
            weight += place; \
            weight += values[row]; \
            mask = weight < best; \
            best = (tmima_four)(((tmima_mask)weight & mask) | ((tmima_mask)best & ~mask)); \
            found = (at & mask) | (found & ~mask); \
            at -= 1; \
        }

    TMIMA_WIDE static void tmima_weigh_four(
        const double *lanes, const double *values, const double *positions,
        const double *density_weights, const double *count_costs,
        const double *sums, const double *squares, const double *numbers,
        double *state, ptrdiff_t high, ptrdiff_t low)
    {
        tmima_four nothing = {0.0, 0.0, 0.0, 0.0}, scale = nothing + numbers[0];
        tmima_four mean_length = nothing + numbers[1], length_weight = nothing + numbers[2];
        tmima_four inside, best, ends, end_sums, end_squares, place;
        tmima_four read, weight, between, deviation;
        tmima_mask mask, at = {high, high, high, high}, found = {-1, -1, -1, -1};
        ptrdiff_t row;
        memcpy(&inside, state, sizeof inside);
        memcpy(&best, state + 4, sizeof best);
        memcpy(&ends, state + 12, sizeof ends);
        memcpy(&end_sums, state + 16, sizeof end_sums);
        memcpy(&end_squares, state + 20, sizeof end_squares);
        memcpy(&place, state + 24, sizeof place);
        if (sums && count_costs) TMIMA_LOOP(1, 1)
        else if (sums) TMIMA_LOOP(1, 0)
        else if (count_costs) TMIMA_LOOP(0, 1)
        else TMIMA_LOOP(0, 0)
        memcpy(state, &inside, sizeof inside);
        memcpy(state + 4, &best, sizeof best);
        for (row = 0; row < 4; row++) state[8 + row] = (double)found[row];
    }
    #else
    #define TMIMA_FOUR 0
    static void tmima_weigh_four(
        const double *lanes, const double *values, const double *positions,
        const double *density_weights, const double *count_costs,
        const double *sums, const double *squares, const double *numbers,
        double *state, ptrdiff_t high, ptrdiff_t low) {}
    #endif
    """
    bint FOUR "TMIMA_FOUR"
    void weigh_sums "tmima_weigh_sums"(
        double* weights, const double* positions, const double* density_weights,
        const double* count_costs, const double* sums, const double* squares,
        const double* numbers, Py_ssize_t count,
    ) noexcept nogil
    void write_shares "tmima_write_shares"(
        double* weights, const double* values, Py_ssize_t count, double arrived, double scale,
        double most,
    ) noexcept nogil
    void add_share "tmima_add_share"(
        double* sums, const double* shares, Py_ssize_t count, double times
    ) noexcept nogil
    void fold_layers "tmima_fold_layers"(
        double* found, const double* source, const double* weights,
        Py_ssize_t count, Py_ssize_t stride, Py_ssize_t layers,
    ) noexcept nogil
    void weigh_many "tmima_weigh_many"(
        double inside, double length, long long row, Py_ssize_t count,
        const double* mean_lengths, const double* length_weights,
        const double* density_weights, const double* values,
        double* best, long long* found,
    ) noexcept nogil
    void weigh_four "tmima_weigh_four"(
        const double* lanes, const double* values, const double* positions,
        const double* density_weights, const double* count_costs,
        const double* sums, const double* squares, const double* numbers,
        double* state, Py_ssize_t high, Py_ssize_t low,
    ) noexcept nogil


def shared_columns(lists, Py_ssize_t reach, bint diagonal, block):
    cdef const int64_t[::1] unit_starts = lists.unit_starts
    cdef const int32_t[::1] unit_words = lists.unit_words
    cdef const int64_t[::1] posting_starts = lists.posting_starts
    cdef const int32_t[::1] postings = lists.postings
    cdef const int32_t[::1] places = lists.places
    cdef const double[::1] word_weights = lists.word_weights
    cdef int64_t[::1] starts = block.starts
    cdef int32_t[::1] rows = block.rows
    cdef double[::1] sums = block.values
    cdef Py_ssize_t first = block.first, last = block.last
    # Where the last column that has a row has written it, by row from the oldest within reach.
    cdef Py_ssize_t base = first - reach if first > reach else 0
    cdef int64_t* slots = <int64_t*>malloc((last - base) * sizeof(int64_t))
    cdef Py_ssize_t index, column, position, oldest
    cdef int32_t row
    cdef int64_t entry, start, slot, begin, count = 0
    cdef bint weighted = word_weights.shape[0] > 0
    if slots == NULL and last > base:
        raise MemoryError(f"no memory to mark {last - base} units")
    with nogil:
        for index in range(last - base):
            slots[index] = -1
        for column in range(first, last):
            starts[column - first] = begin = count
            oldest = column - reach
            for position in range(unit_starts[column], unit_starts[column + 1]):
                start = posting_starts[unit_words[position]]
                entry = places[position] - (0 if diagonal else 1)
                while entry >= start:
                    row = postings[entry]
                    if row < oldest:
                        break
                    slot = slots[row - base]
                    # A slot from before this column is another column's.
                    if slot < begin:
                        slot = slots[row - base] = count
                        rows[count] = row
                        if weighted:
                            sums[count] = 0.0
                        count += 1
                    if weighted:
                        sums[slot] += word_weights[unit_words[position]]
                    entry -= 1
        starts[last - first] = count
        free(slots)
    return count


def saturate(double[::1] values):
    cdef Py_ssize_t entry
    with nogil:
        for entry in range(values.shape[0]):
            values[entry] = -expm1(-values[entry])


def largest_window(
    const int64_t[::1] unit_starts,
    const int32_t[::1] unit_words,
    const double[::1] word_weights,
    int32_t[::1] frequencies,
    Py_ssize_t count,
):
    cdef Py_ssize_t units = unit_starts.shape[0] - 1
    cdef Py_ssize_t unit, position
    cdef int32_t word
    cdef double total = 0.0, largest = 0.0
    with nogil:
        for unit in range(units):
            for position in range(unit_starts[unit], unit_starts[unit + 1]):
                word = unit_words[position]
                total += word_weights[word] * (2 * frequencies[word] + 1)
                frequencies[word] += 1
            if unit >= count:
                for position in range(unit_starts[unit - count], unit_starts[unit - count + 1]):
                    word = unit_words[position]
                    frequencies[word] -= 1
                    total -= word_weights[word] * (2 * frequencies[word] + 1)
            if total > largest:
                largest = total
    return largest


cdef inline void add_column(
    double[::1] row_sums,
    Py_ssize_t column,
    const int64_t[::1] column_starts,
    Py_ssize_t index,
    const int32_t[::1] rows,
    const double[::1] entries,
    double sign,
) noexcept nogil:
    cdef int64_t entry
    cdef Py_ssize_t row
    for entry in range(column_starts[index], column_starts[index + 1]):
        row = rows[entry]
        if row == column:
            row_sums[row] += sign * entries[entry]
        else:
            row_sums[row] += (2.0 * sign) * entries[entry]


# A cost taken apart; the arrays live as long as the tuple that the caller holds.
cdef struct Weighing:
    const double* positions
    # By number of units, the last that of a single one: from behind the last.
    const double* density_weights
    const double* count_costs
    const double* place_costs
    const double* sums
    const double* squares
    double scale
    double mean_length
    double length_weight


cdef Weighing taken_apart(cost) except *:
    cdef const double[::1] positions = cost.positions
    cdef const double[::1] density_weights = cost.density_weights
    cdef const double[::1] count_costs = cost.count_costs
    cdef const double[::1] place_costs = cost.place_costs
    cdef const double[::1] sums = cost.expected.sums
    cdef const double[::1] squares = cost.expected.squares
    cdef Weighing apart
    apart.positions = &positions[0]
    apart.density_weights = &density_weights[0] + density_weights.shape[0]
    apart.count_costs = &count_costs[0] + count_costs.shape[0] if count_costs.shape[0] else NULL
    apart.place_costs = &place_costs[0] if place_costs.shape[0] else NULL
    apart.sums = &sums[0] if sums.shape[0] else NULL
    apart.squares = &squares[0] if sums.shape[0] else NULL
    apart.scale = cost.expected.scale
    apart.mean_length = cost.mean_length
    apart.length_weight = cost.length_weight
    return apart


cdef inline void weigh_column(
    double* weights,
    const double* row_sums,
    const Weighing* cost,
    Py_ssize_t column,
    Py_ssize_t earliest,
) noexcept nogil:
    cdef Py_ssize_t index, count = column - earliest + 1
    cdef double inside = 0.0
    cdef double[7] numbers
    numbers[0], numbers[1], numbers[2] = cost.scale, cost.mean_length, cost.length_weight
    numbers[3] = cost.positions[column + 1]
    numbers[4] = cost.sums[column + 1] if cost.sums != NULL else 0.0
    numbers[5] = cost.squares[column + 1] if cost.sums != NULL else 0.0
    numbers[6] = cost.place_costs[column + 1] if cost.place_costs != NULL else 0.0
    for index in range(count - 1, -1, -1):
        inside += row_sums[earliest + index]
        weights[index] = inside
    weigh_sums(
        weights, cost.positions + earliest, cost.density_weights - count,
        cost.count_costs - count if cost.count_costs != NULL else NULL,
        cost.sums + earliest if cost.sums != NULL else NULL,
        cost.squares + earliest if cost.sums != NULL else NULL,
        numbers, count,
    )


def weigh(scratch, cost, Py_ssize_t column, Py_ssize_t earliest):
    cdef double[::1] weights = scratch.weights
    cdef const double[::1] row_sums = scratch.row_sums
    cdef Weighing apart = taken_apart(cost)
    weigh_column(&weights[0], &row_sums[0], &apart, column, earliest)


cdef inline double least_of(const double[::1] costs, Py_ssize_t count) noexcept nogil:
    # Four minima side by side: one would wait for itself at every step.
    cdef double a = INFINITY, b = INFINITY, c = INFINITY, d = INFINITY
    cdef Py_ssize_t index = 0
    while index + 4 <= count:
        a = costs[index] if costs[index] < a else a
        b = costs[index + 1] if costs[index + 1] < b else b
        c = costs[index + 2] if costs[index + 2] < c else c
        d = costs[index + 3] if costs[index + 3] < d else d
        index += 4
    while index < count:
        a = costs[index] if costs[index] < a else a
        index += 1
    a = b if b < a else a
    c = d if d < c else c
    return c if c < a else a


cdef inline void fold_least(
    double[:, :, ::1] values,
    int32_t[:, :, ::1] previous,
    double[::1] weights,
    Py_ssize_t step,
    Py_ssize_t column,
    Py_ssize_t earliest,
    Py_ssize_t latest,
) noexcept nogil:
    cdef Py_ssize_t layers = values.shape[1]
    cdef Py_ssize_t end = column + 1
    cdef Py_ssize_t row, layer, index, count = latest - earliest + 1
    cdef double least
    if layers == 1:
        for index in range(count):
            weights[index] += values[earliest + index, 0, 0]
        least = least_of(weights, count)
        values[end, 0, 0] = least
        # Among equals the latest start.
        for index in range(count - 1, -1, -1):
            if weights[index] == least:
                previous[end, 0, 0] = <int32_t>(earliest + index)
                break
        return
    fold_layers(
        &values[end, step, 0], &values[earliest, 0, 0], &weights[0], count, layers, layers - step
    )
    if previous.shape[0] == 0:
        return
    for layer in range(step, layers):
        least = values[end, layer, 0]
        if least == INFINITY:
            continue
        # Among equals the latest start. It is near, so looking for it again costs little.
        for row in range(latest, earliest - 1, -1):
            if values[row, layer - step, 0] + weights[row - earliest] == least:
                previous[end, layer, 0] = <int32_t>row
                break


cdef inline void fold_ranked(
    double[:, :, ::1] values,
    int32_t[:, :, ::1] previous,
    int32_t[:, :, ::1] previous_ranks,
    const double[::1] weights,
    Py_ssize_t step,
    Py_ssize_t column,
    Py_ssize_t earliest,
    Py_ssize_t latest,
) noexcept nogil:
    cdef Py_ssize_t ranks = values.shape[2]
    cdef Py_ssize_t end = column + 1
    cdef Py_ssize_t row, layer, rank, place
    cdef double cost
    for layer in range(step, values.shape[1]):
        for row in range(latest, earliest - 1, -1):
            for rank in range(ranks):
                cost = values[row, layer - step, rank] + weights[row - earliest]
                if not cost < values[end, layer, ranks - 1]:
                    break
                place = ranks - 1
                while place > 0 and cost < values[end, layer, place - 1]:
                    values[end, layer, place] = values[end, layer, place - 1]
                    previous[end, layer, place] = previous[end, layer, place - 1]
                    previous_ranks[end, layer, place] = previous_ranks[end, layer, place - 1]
                    place -= 1
                values[end, layer, place] = cost
                previous[end, layer, place] = <int32_t>row
                previous_ranks[end, layer, place] = <int32_t>rank


cdef inline void fold_soft(
    double[:, :, ::1] values,
    double[:, ::1] spreads,
    double[::1] weights,
    double[::1] costs,
    double temperature,
    Py_ssize_t step,
    Py_ssize_t column,
    Py_ssize_t earliest,
    Py_ssize_t latest,
) noexcept nogil:
    cdef Py_ssize_t layer, index, count = latest - earliest + 1
    cdef double least, excess, share, total, spread, scale = 1.0 / temperature
    for layer in range(step, values.shape[1]):
        for index in range(count):
            costs[index] = weights[index] + values[earliest + index, layer - step, 0]
        least = least_of(costs, count)
        if least == INFINITY:
            continue
        total = 0.0
        spread = 0.0
        for index in range(count):
            excess = (costs[index] - least) * scale
            if excess < NEGLIGIBLE:
                share = exp(-excess)
                total += share
                spread += share * excess
        values[column + 1, layer, 0] = least - temperature * log(total)
        spreads[column + 1, layer] = log(total) + spread / total


cdef void fold_four(
    double* values,
    int32_t* previous,
    double* row_sums,
    double* lanes,
    const Weighing* cost,
    const Py_ssize_t column,
    const int64_t* earliest,
    const int64_t[::1] starts,
    Py_ssize_t index,
    const int32_t[::1] rows,
    const double[::1] entries,
) noexcept nogil:
    # Lane j is column top - j, so that the weights by number of units lie as they are read.
    cdef Py_ssize_t top = column + 3, low = earliest[3], lowest = earliest[0], lane, row, end, entry
    cdef Py_ssize_t start, latest = -1
    cdef double[28] state
    cdef double[3] numbers
    cdef double twice, inside, weight, best, later
    numbers[0], numbers[1], numbers[2] = cost.scale, cost.mean_length, cost.length_weight
    for end in range(4):
        for entry in range(starts[index + end], starts[index + end + 1]):
            row = rows[entry]
            twice = entries[entry] if row == column + end else 2.0 * entries[entry]
            row_sums[row] += twice
            if row >= lowest:
                for lane in range(3 - end, -1, -1):
                    lanes[4 * row + lane] += twice
    for lane in range(4):
        end = top - lane + 1
        state[lane] = 0.0
        for row in range(top - lane, column, -1):
            state[lane] += lanes[4 * row + lane]
        state[4 + lane] = INFINITY
        state[12 + lane] = cost.positions[end]
        state[16 + lane] = cost.sums[end] if cost.sums != NULL else 0.0
        state[20 + lane] = cost.squares[end] if cost.sums != NULL else 0.0
        state[24 + lane] = cost.place_costs[end] if cost.place_costs != NULL else 0.0
    weigh_four(
        lanes, values, cost.positions,
        cost.density_weights - (top + 1),
        cost.count_costs - (top + 1) if cost.count_costs != NULL else NULL,
        cost.sums, cost.squares, numbers, state, column, low,
    )
    for end in range(4):
        lane = 3 - end
        best, inside = state[4 + lane], state[lane]
        start = <Py_ssize_t>state[8 + lane]
        for row in range(low - 1, earliest[end] - 1, -1):
            inside += lanes[4 * row + lane]
            weight = weigh_one(cost, column + end, row, inside) + values[row]
            if weight < best:
                best, start = weight, row
        # The latest starts, which the columns before have just reached; among equals they win.
        inside = 0.0
        later = INFINITY
        for row in range(column + end, column, -1):
            inside += lanes[4 * row + lane]
            weight = weigh_one(cost, column + end, row, inside) + values[row]
            if weight < later:
                later, latest = weight, row
        if later <= best and later < INFINITY:
            best, start = later, latest
        values[column + end + 1] = best
        if start >= 0:
            previous[column + end + 1] = <int32_t>start
    settle(lanes, row_sums, lowest, starts[index], starts[index + 4], rows)


cdef inline void settle(
    double* lanes,
    const double* row_sums,
    Py_ssize_t lowest,
    int64_t first,
    int64_t last,
    const int32_t[::1] rows,
) noexcept nogil:
    # Between two groups of columns all lanes of a row hold its sum.
    cdef int64_t entry
    cdef Py_ssize_t row, lane
    for entry in range(first, last):
        row = rows[entry]
        if row >= lowest:
            for lane in range(4):
                lanes[4 * row + lane] = row_sums[row]


cdef inline double weigh_one(
    const Weighing* cost, Py_ssize_t column, Py_ssize_t row, double inside
) noexcept nogil:
    cdef Py_ssize_t count = column + 1 - row
    cdef double between, weight, deviation
    if cost.sums != NULL:
        between = cost.sums[column + 1] - cost.sums[row]
        inside -= cost.scale * (
            between * between - (cost.squares[column + 1] - cost.squares[row])
        )
    deviation = (cost.positions[column + 1] - cost.positions[row]) - cost.mean_length
    weight = (deviation * deviation) * cost.length_weight - inside * cost.density_weights[-count]
    if cost.count_costs != NULL:
        weight += cost.count_costs[-count]
    if cost.place_costs != NULL:
        weight += cost.place_costs[column + 1]
    return weight


def advance(table, scratch, cost, bounds, mode, block):
    cdef double[:, :, ::1] values = table.values
    cdef int32_t[:, :, ::1] previous = table.previous
    cdef int32_t[:, :, ::1] previous_ranks = table.previous_ranks
    cdef double[:, ::1] spreads = table.spreads
    cdef double[::1] row_sums = scratch.row_sums
    cdef double[::1] weights = scratch.weights
    cdef double[::1] costs = scratch.costs
    cdef Weighing apart = taken_apart(cost)
    cdef const int64_t[::1] earliest = bounds.earliest
    cdef const int64_t[::1] latest = bounds.latest
    cdef const uint8_t[::1] closed = bounds.closed
    cdef double temperature = mode.temperature
    cdef Py_ssize_t step = mode.step
    cdef Py_ssize_t first = block.first
    cdef const int64_t[::1] starts = block.starts
    cdef const int32_t[::1] rows = block.rows
    cdef const double[::1] entries = block.values
    cdef Py_ssize_t index = 0, column, oldest, newest, base = 0, count = starts.shape[0] - 1
    cdef bint single = FOUR and temperature == 0.0 and values.shape[1] * values.shape[2] == 1
    cdef double* lanes = NULL
    if single:
        base = earliest[first] if count else 0
        lanes = <double*>malloc(max(1, 4 * (first + count - base)) * sizeof(double))
        if lanes == NULL:
            raise MemoryError(f"no memory for the sums of {first + count - base} units")
        for column in range(base, first + count):
            for oldest in range(4):
                lanes[4 * (column - base) + oldest] = row_sums[column]
    with nogil:
        while index < count:
            column = first + index
            if single and index + 4 <= count and is_plain(column, earliest, latest, closed):
                fold_four(
                    &values[0, 0, 0], &previous[0, 0, 0], &row_sums[0],
                    lanes - 4 * base, &apart, column, &earliest[column],
                    starts, index, rows, entries,
                )
                index += 4
                continue
            add_column(row_sums, column, starts, index, rows, entries, 1.0)
            if single:
                settle(lanes - 4 * base, &row_sums[0], base, starts[index], starts[index + 1], rows)
            index += 1
            oldest, newest = earliest[column], latest[column]
            if closed[column + 1] or newest < oldest:
                continue
            weigh_column(&weights[0], &row_sums[0], &apart, column, oldest)
            if temperature > 0.0:
                fold_soft(
                    values, spreads, weights, costs, temperature, step, column, oldest, newest
                )
            elif values.shape[2] == 1:
                fold_least(values, previous, weights, step, column, oldest, newest)
            else:
                fold_ranked(
                    values, previous, previous_ranks, weights, step, column, oldest, newest
                )
        free(lanes)


def advance_many(
    const double[::1] positions,
    const double[::1] mean_lengths,
    const double[::1] length_weights,
    const double[:, ::1] density_weights,
    double[:, ::1] values,
    int32_t[:, ::1] previous,
    block,
):
    cdef const int64_t[::1] starts = block.starts
    cdef const int32_t[::1] rows = block.rows
    cdef const double[::1] entries = block.values
    cdef Py_ssize_t size = positions.shape[0] - 1, many = mean_lengths.shape[0]
    cdef Py_ssize_t column, row, one
    cdef double inside
    sums = np.zeros(size)
    chosen = np.empty(many, dtype=np.longlong)
    cdef double[::1] row_sums = sums
    cdef long long[::1] found = chosen
    with nogil:
        for column in range(size):
            add_column(row_sums, column, starts, column, rows, entries, 1.0)
            inside = 0.0
            for row in range(column, -1, -1):
                inside += row_sums[row]
                weigh_many(
                    inside, positions[column + 1] - positions[row], row, many,
                    &mean_lengths[0], &length_weights[0],
                    &density_weights[size - column - 1 + row, 0], &values[row, 0],
                    &values[column + 1, 0], &found[0],
                )
            for one in range(many):
                previous[column + 1, one] = <int32_t>found[one]


cdef inline bint is_plain(
    Py_ssize_t column,
    const int64_t[::1] earliest,
    const int64_t[::1] latest,
    const uint8_t[::1] closed,
) noexcept nogil:
    # Four columns whose segments may have one unit, with starts before all of them.
    cdef Py_ssize_t end
    for end in range(column, column + 4):
        if closed[end + 1] or latest[end] != end:
            return False
    return earliest[column + 3] <= column


def retreat(table, double[:, ::1] beyond, scratch, cost, bounds, mode, block):
    cdef const double[:, :, ::1] values = table.values
    cdef double[::1] row_sums = scratch.row_sums
    cdef double[::1] weights = scratch.weights
    cdef Weighing apart = taken_apart(cost)
    cdef const int64_t[::1] earliest = bounds.earliest
    cdef const int64_t[::1] latest = bounds.latest
    cdef const uint8_t[::1] closed = bounds.closed
    cdef double temperature = mode.temperature
    cdef Py_ssize_t step = mode.step
    cdef Py_ssize_t first = block.first
    cdef const int64_t[::1] starts = block.starts
    cdef const int32_t[::1] rows = block.rows
    cdef const double[::1] entries = block.values
    cdef Py_ssize_t layers = beyond.shape[1]
    cdef Py_ssize_t index, column, row, layer, oldest, newest
    cdef double onward, way, excess, scale = 1.0 / temperature if temperature > 0.0 else 0.0
    with nogil:
        for index in range(starts.shape[0] - 2, -1, -1):
            column = first + index
            oldest, newest = earliest[column], latest[column]
            if not closed[column + 1] and newest >= oldest:
                weigh_column(&weights[0], &row_sums[0], &apart, column, oldest)
                for layer in range(layers - step):
                    onward = beyond[column + 1, layer + step]
                    if temperature == 0.0:
                        for row in range(oldest, newest + 1):
                            way = onward + weights[row - oldest]
                            beyond[row, layer] = way if way < beyond[row, layer] else (
                                beyond[row, layer]
                            )
                    elif onward > 0.0:
                        way = values[column + 1, layer + step, 0] + temperature * log(onward)
                        for row in range(oldest, newest + 1):
                            excess = (values[row, layer, 0] + weights[row - oldest] - way) * scale
                            if excess < NEGLIGIBLE:
                                beyond[row, layer] += exp(-excess)
            add_column(row_sums, column, starts, index, rows, entries, -1.0)


def tally(table, double[:, ::1] counts, int64_t[:, ::1] bands, scratch, cost, bounds, mode, block):
    cdef const double[:, :, ::1] values = table.values
    cdef double[::1] row_sums = scratch.row_sums
    cdef double[::1] weights = scratch.weights
    cdef Weighing apart = taken_apart(cost)
    cdef const int64_t[::1] earliest = bounds.earliest
    cdef const int64_t[::1] latest = bounds.latest
    cdef const uint8_t[::1] closed = bounds.closed
    cdef Py_ssize_t first = block.first
    cdef const int64_t[::1] starts = block.starts
    cdef const int32_t[::1] rows = block.rows
    cdef const double[::1] entries = block.values
    cdef Py_ssize_t index, column, row, number, low, high, oldest, newest
    cdef Py_ssize_t last = counts.shape[1] - 1
    cdef double share, excess, scale = 1.0 / mode.temperature
    with nogil:
        for index in range(starts.shape[0] - 2, -1, -1):
            column = first + index
            oldest, newest = earliest[column], latest[column]
            low, high = bands[column + 1, 0], bands[column + 1, 1]
            # What hardly anything comes through is left out at both ends of the band.
            while low <= high and counts[column + 1, low] < UNLIKELY:
                low += 1
            while low <= high and counts[column + 1, high] < UNLIKELY:
                high -= 1
            if not closed[column + 1] and newest >= oldest and low <= high:
                weigh_column(&weights[0], &row_sums[0], &apart, column, oldest)
                for row in range(oldest, newest + 1):
                    excess = (
                        values[row, 0, 0] + weights[row - oldest] - values[column + 1, 0, 0]
                    ) * scale
                    if not excess < IMPROBABLE:
                        continue
                    share = exp(-excess)
                    for number in range(low, high + 1):
                        counts[row, number + 1 if number < last else last] += (
                            share * counts[column + 1, number]
                        )
                    if low + 1 < bands[row, 0]:
                        bands[row, 0] = low + 1
                    if high + 1 > bands[row, 1]:
                        bands[row, 1] = high + 1 if high < last else last
            add_column(row_sums, column, starts, index, rows, entries, -1.0)


def moments(table, double[:, ::1] sums, scratch, cost, bounds, mode, block):
    cdef const double[:, :, ::1] values = table.values
    cdef double[::1] row_sums = scratch.row_sums
    cdef double[::1] weights = scratch.weights
    cdef Weighing apart = taken_apart(cost)
    cdef const int64_t[::1] earliest = bounds.earliest
    cdef const int64_t[::1] latest = bounds.latest
    cdef const uint8_t[::1] closed = bounds.closed
    cdef Py_ssize_t first = block.first
    cdef const int64_t[::1] starts = block.starts
    cdef const int32_t[::1] rows = block.rows
    cdef const double[::1] entries = block.values
    cdef Py_ssize_t index, column, oldest, newest, count
    cdef double chance, mean, square, scale = 1.0 / mode.temperature
    with nogil:
        for index in range(starts.shape[0] - 2, -1, -1):
            column = first + index
            oldest, newest = earliest[column], latest[column]
            chance = sums[0, column + 1]
            if not closed[column + 1] and newest >= oldest and chance > 0.0:
                mean = sums[1, column + 1] + chance
                square = sums[2, column + 1] + 2.0 * sums[1, column + 1] + chance
                weigh_column(&weights[0], &row_sums[0], &apart, column, oldest)
                count = newest - oldest + 1
                write_shares(
                    &weights[0], &values[oldest, 0, 0], count, values[column + 1, 0, 0], scale,
                    IMPROBABLE,
                )
                add_share(&sums[0, oldest], &weights[0], count, chance)
                add_share(&sums[1, oldest], &weights[0], count, mean)
                add_share(&sums[2, oldest], &weights[0], count, square)
            add_column(row_sums, column, starts, index, rows, entries, -1.0)


def add_degrees(
    double[::1] row_degrees, double[::1] column_degrees, Py_ssize_t horizon, block
):
    cdef const int64_t[::1] starts = block.starts
    cdef const int32_t[::1] rows = block.rows
    cdef const double[::1] entries = block.values
    cdef Py_ssize_t first = block.first, index, column, left_out = 0
    cdef int64_t entry
    cdef double sum
    with nogil:
        for index in range(starts.shape[0] - 1):
            column = first + index
            sum = 0.0
            for entry in range(starts[index], starts[index + 1]):
                if rows[entry] == column or column - rows[entry] > horizon:
                    left_out += 1
                    continue
                row_degrees[rows[entry]] += entries[entry]
                sum += entries[entry]
            column_degrees[column] += sum
    return left_out
