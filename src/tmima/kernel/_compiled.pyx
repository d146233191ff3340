# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The compiled kernel: loops over arrays, no policy. `twin.py` is the same in NumPy.

Every floating-point operation of the least costs is written in the order in which the twin performs
it, and the extension is built without contraction, so the two agree to the last bit. Soft minima
agree to rounding: the exponential of the C library is not NumPy's.

The groups of arrays (see `groups.py`) are taken apart at the head of each function, once a call;
the loops below it know only arrays.
"""

from libc.math cimport INFINITY, exp, log
from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.stdlib cimport free, malloc, qsort

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

    TMIMA_WIDE static void tmima_saturate(double *values, ptrdiff_t count)
    {
        ptrdiff_t index;
        for (index = 0; index < count; index++) {
            double x = values[index] < 40.0 ? -values[index] : -40.0, power, rest;
            TMIMA_EXP_PARTS(double, unsigned long long, x, power, rest)
            values[index] = (1.0 - power) - power * rest;
        }
    }

    #if defined(__GNUC__)
    #define TMIMA_FOUR 1
    typedef double tmima_four __attribute__((vector_size(32)));
    typedef long long tmima_mask __attribute__((vector_size(32)));
    typedef unsigned long long tmima_bits __attribute__((vector_size(32)));

    /* rows from high down to low; lane j is column top - j */
    #define TMIMA_LOOP(LENGTHS, EXPECTS, COUNTS, LAYERS, FOLD) \
        for (row = high; row >= low; row--) { \
            memcpy(&read, lanes + 4 * row, sizeof read); \
            inside += read; \
            weight = inside; \
            if (EXPECTS) { \
                between = end_sums - sums[row]; \
                weight -= scale * (between * between - (end_squares - squares[row])); \
            } \
            memcpy(&read, density_weights + row, sizeof read); \
            if (LENGTHS) { \
                deviation = (ends - positions[row]) - mean_length; \
                weight = (deviation * deviation) * length_weight - weight * read; \
            } \
            else weight = 0.0 - weight * read; \
            if (COUNTS) { \
                memcpy(&read, count_costs + row, sizeof read); \
                weight += read; \
            } \
            weight += place; \
            for (layer = 0; layer < LAYERS; layer++) { \
                cost = weight + values[LAYERS * row + layer]; \
                mask = cost < best[layer]; \
                best[layer] = (tmima_four)( \
                    ((tmima_mask)cost & mask) | ((tmima_mask)best[layer] & ~mask)); \
                FOLD \
            } \
            at -= 1; \
        }

    /* The latest of the cheapest starts; or what all of them cost, for soft minima. */
    #define TMIMA_FOUND found[layer] = (at & mask) | (found[layer] & ~mask);
    #define TMIMA_KEPT memcpy(costs + 4 * (row - low), &cost, sizeof cost);

    /* Four layers share what a segment costs; only the model's cost is asked for with so many. */
    TMIMA_WIDE static void tmima_weigh_four(
        const double *lanes, const double *values, const double *positions,
        const double *density_weights, const double *count_costs,
        const double *sums, const double *squares, const double *numbers,
        double *state, double *costs, ptrdiff_t layers, ptrdiff_t high, ptrdiff_t low)
    {
        tmima_four nothing = {0.0, 0.0, 0.0, 0.0}, scale = nothing + numbers[0];
        tmima_four mean_length = nothing + numbers[1], length_weight = nothing + numbers[2];
        tmima_four inside, ends, end_sums, end_squares, place, best[4];
        tmima_four read, weight, between, deviation, cost;
        tmima_mask mask, at = {high, high, high, high}, found[4];
        ptrdiff_t row, layer;
        memcpy(&inside, state, sizeof inside);
        memcpy(&ends, state + 4, sizeof ends);
        memcpy(&end_sums, state + 8, sizeof end_sums);
        memcpy(&end_squares, state + 12, sizeof end_squares);
        memcpy(&place, state + 16, sizeof place);
        memcpy(best, state + 20, sizeof best);
        for (layer = 0; layer < 4; layer++) found[layer] = at - at - 1;
        if (costs) {
            if (numbers[2] == 0.0 && sums) TMIMA_LOOP(0, 1, 1, 1, TMIMA_KEPT)
            else if (sums) TMIMA_LOOP(1, 1, 1, 1, TMIMA_KEPT)
            else TMIMA_LOOP(1, 0, 1, 1, TMIMA_KEPT)
        }
        else if (layers == 4) {
            if (numbers[2] == 0.0 && sums) TMIMA_LOOP(0, 1, 1, 4, TMIMA_FOUND)
            else if (sums) TMIMA_LOOP(1, 1, 1, 4, TMIMA_FOUND)
            else TMIMA_LOOP(1, 0, 1, 4, TMIMA_FOUND)
        }
        else if (sums && count_costs) TMIMA_LOOP(1, 1, 1, 1, TMIMA_FOUND)
        else if (sums) TMIMA_LOOP(1, 1, 0, 1, TMIMA_FOUND)
        else if (count_costs) TMIMA_LOOP(1, 0, 1, 1, TMIMA_FOUND)
        else TMIMA_LOOP(1, 0, 0, 1, TMIMA_FOUND)
        memcpy(state, &inside, sizeof inside);
        memcpy(state + 20, best, sizeof best);
        for (layer = 0; layer < 4; layer++)
            for (row = 0; row < 4; row++) state[36 + 4 * layer + row] = (double)found[layer][row];
    }

    /* What four columns sum up over their starts: the shares exp(-excess), which are 0 from `most` on, and
       their products with the excess, with the mean numbers of segments and with the mean squares. */
    TMIMA_WIDE static void tmima_share_four(
        const double *costs, const double *means, const double *squares, ptrdiff_t count,
        const double *least, double scale, double most, double *sums)
    {
        tmima_four nothing = {0.0, 0.0, 0.0, 0.0}, from, excess, share;
        tmima_four whole = nothing, spread = nothing, mean = nothing, square = nothing;
        tmima_mask near;
        ptrdiff_t row;
        memcpy(&from, least, sizeof from);
        for (row = 0; row < count; row++) {
            memcpy(&excess, costs + 4 * row, sizeof excess);
            excess = (excess - from) * scale;
            near = excess < most;
            excess = (tmima_four)((tmima_mask)excess & near);
            TMIMA_EXP(tmima_four, tmima_bits, -excess, share)
            share = (tmima_four)((tmima_mask)share & near);
            whole += share;
            spread += share * excess;
            mean += share * means[row];
            square += share * squares[row];
        }
        memcpy(sums, &whole, sizeof whole);
        memcpy(sums + 4, &spread, sizeof spread);
        memcpy(sums + 8, &mean, sizeof mean);
        memcpy(sums + 12, &square, sizeof square);
    }
    #else
    #define TMIMA_FOUR 0
    static void tmima_weigh_four(
        const double *lanes, const double *values, const double *positions,
        const double *density_weights, const double *count_costs,
        const double *sums, const double *squares, const double *numbers,
        double *state, double *costs, ptrdiff_t layers, ptrdiff_t high, ptrdiff_t low) {}
    static void tmima_share_four(
        const double *costs, const double *means, const double *squares, ptrdiff_t count,
        const double *least, double scale, double most, double *sums) {}
    #endif
    """
    bint FOUR "TMIMA_FOUR"
    void weigh_sums "tmima_weigh_sums"(
        double* weights, const double* positions, const double* density_weights,
        const double* count_costs, const double* sums, const double* squares,
        const double* numbers, Py_ssize_t count,
    ) noexcept nogil
    void fold_layers "tmima_fold_layers"(
        double* found, const double* source, const double* weights,
        Py_ssize_t count, Py_ssize_t stride, Py_ssize_t layers,
    ) noexcept nogil
    void saturate_all "tmima_saturate"(double* values, Py_ssize_t count) noexcept nogil
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
        double* state, double* costs, Py_ssize_t layers, Py_ssize_t high, Py_ssize_t low,
    ) noexcept nogil
    void share_four "tmima_share_four"(
        const double* costs, const double* means, const double* squares, Py_ssize_t count,
        const double* least, double scale, double most, double* sums,
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
    cdef int64_t entry, start, slot, new, begin, count = 0
    cdef bint weighted = word_weights.shape[0] > 0
    cdef double weight
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
                weight = word_weights[unit_words[position]] if weighted else 0.0
                while entry >= start:
                    row = postings[entry]
                    if row < oldest:
                        break
                    # A slot from before this column is another column's. Nearly half of all rows
                    # have one, in no order: without a branch nothing is guessed wrong.
                    slot = slots[row - base]
                    new = slot < begin
                    slot = count if new else slot
                    slots[row - base] = slot
                    rows[count] = row
                    if weighted:
                        sums[count] = 0.0
                        sums[slot] += weight
                    count += new
                    entry -= 1
        starts[last - first] = count
        free(slots)
    return count


def write_inverted_index(
    int64_t[::1] posting_starts,
    int32_t[::1] postings,
    int32_t[::1] places,
    const int64_t[::1] unit_starts,
    const int32_t[::1] unit_words,
):
    cdef Py_ssize_t words = posting_starts.shape[0] - 1, unit, position, word
    cdef int64_t place
    with nogil:
        for word in range(words + 1):
            posting_starts[word] = 0
        for position in range(unit_words.shape[0]):
            posting_starts[unit_words[position] + 1] += 1
        for word in range(words):
            posting_starts[word + 1] += posting_starts[word]
        # Each start moves on to the next one, and is put back.
        for unit in range(unit_starts.shape[0] - 1):
            for position in range(unit_starts[unit], unit_starts[unit + 1]):
                place = posting_starts[unit_words[position]]
                posting_starts[unit_words[position]] += 1
                postings[place] = <int32_t>unit
                places[position] = <int32_t>place
        for word in range(words, 0, -1):
            posting_starts[word] = posting_starts[word - 1]
        posting_starts[0] = 0


cdef int by_number(const void* one, const void* other) noexcept nogil:
    cdef int32_t first = (<const int32_t*>one)[0], second = (<const int32_t*>other)[0]
    return (first > second) - (first < second)


cdef void put_in_order(int32_t* held, Py_ssize_t count) noexcept nogil:
    """Sort numbers; a few are put in their places one by one."""
    cdef Py_ssize_t index, place
    cdef int32_t number
    if count > 64:
        qsort(held, count, sizeof(int32_t), by_number)
        return
    for index in range(1, count):
        number = held[index]
        place = index
        while place and held[place - 1] > number:
            held[place] = held[place - 1]
            place -= 1
        held[place] = number


def distinct_terms(
    const int64_t[::1] edges,
    const int32_t[::1] numbers,
    const int32_t[:, ::1] terms,
    Py_ssize_t width,
):
    cdef Py_ssize_t rows = edges.shape[0] - 1, levels = terms.shape[0], row, level, position
    cdef int64_t count
    cdef int32_t term
    cdef bint writing
    starts_array = np.zeros(rows + 1, dtype=np.int64)
    held_array = np.empty(0, dtype=np.int32)
    cdef int64_t[::1] starts = starts_array
    cdef int32_t[::1] held = held_array
    # The last row that holds each term.
    cdef int32_t* last = <int32_t*>malloc((width + 1) * sizeof(int32_t))
    if last == NULL:
        raise MemoryError(f"no memory to list {width} terms")
    # Once to count, once to write.
    for writing in (False, True):
        count = 0
        for row in range(width):
            last[row] = -1
        for row in range(rows):
            for position in range(edges[row], edges[row + 1]):
                if numbers[position] < 0:
                    continue
                for level in range(levels):
                    term = terms[level, numbers[position]]
                    if term >= 0 and last[term] != row:
                        last[term] = <int32_t>row
                        if writing:
                            held[count] = term
                        count += 1
            if writing and count > starts[row]:
                put_in_order(&held[starts[row]], count - starts[row])
            starts[row + 1] = count
        if not writing:
            held_array = np.empty(count, dtype=np.int32)
            held = held_array
    free(last)
    return starts_array, held_array


def one_minus_exp(double[::1] values):
    if values.shape[0]:
        with nogil:
            saturate_all(&values[0], values.shape[0])


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


# What is summed over the starts of a column at a temperature; shares are relative to the least cost.
cdef struct Soft:
    double least
    double whole
    double spread
    double mean
    double square


cdef inline void add_start(
    Soft* sums, double cost, double scale, double mean, double square
) noexcept nogil:
    cdef double excess, share
    if cost == INFINITY:
        return
    excess = (cost - sums.least) * scale
    if excess >= 0.0:
        if excess < NEGLIGIBLE:
            share = exp(-excess)
            sums.whole += share
            sums.spread += share * excess
            sums.mean += share * mean
            sums.square += share * square
        return
    # The cheapest up to here: what there is becomes a part of it.
    share = exp(excess) if excess > -NEGLIGIBLE else 0.0
    sums.spread = share * (sums.spread - excess * sums.whole) if share > 0.0 else 0.0
    sums.whole = share * sums.whole + 1.0
    sums.mean = share * sums.mean + mean
    sums.square = share * sums.square + square
    sums.least = cost


cdef inline void arrive(
    const Soft* sums, double temperature, double* value, double* spread, double* mean, double* square
) noexcept nogil:
    if sums.least == INFINITY:
        return
    value[0] = sums.least - temperature * log(sums.whole)
    spread[0] = log(sums.whole) + sums.spread / sums.whole
    if mean != NULL:
        # One segment more than the start has.
        mean[0] = sums.mean / sums.whole + 1.0
        square[0] = (sums.square + 2.0 * sums.mean) / sums.whole + 1.0


cdef inline void fold_soft(
    double[:, :, ::1] values,
    double[:, ::1] spreads,
    double[:, ::1] counts,
    double[::1] weights,
    double[::1] costs,
    double temperature,
    Py_ssize_t step,
    Py_ssize_t column,
    Py_ssize_t earliest,
    Py_ssize_t latest,
) noexcept nogil:
    cdef Py_ssize_t layer, index, count = latest - earliest + 1
    cdef bint counted = counts.shape[1] > 0
    cdef Soft sums
    for layer in range(step, values.shape[1]):
        for index in range(count):
            costs[index] = weights[index] + values[earliest + index, layer - step, 0]
        sums = Soft(least_of(costs, count), 0.0, 0.0, 0.0, 0.0)
        for index in range(count):
            add_start(
                &sums, costs[index], 1.0 / temperature,
                counts[0, earliest + index] if counted else 0.0,
                counts[1, earliest + index] if counted else 0.0,
            )
        arrive(
            &sums, temperature, &values[column + 1, layer, 0], &spreads[column + 1, layer],
            &counts[0, column + 1] if counted else NULL,
            &counts[1, column + 1] if counted else NULL,
        )


# Four columns, one in each lane of a vector. Lane j is column top - j, so that the weights by number of
# units lie as they are read.
cdef struct Four:
    double* lanes
    Py_ssize_t layers
    Py_ssize_t column
    # The first row that has lanes.
    Py_ssize_t lowest
    const int64_t* earliest
    # For each lane the sum of the rows beyond the four; what the end of the segment has: its length, its
    # expected sums, its place cost; and by layer the least cost and the start that has it.
    double[52] state


cdef void weigh_columns(
    Four* four,
    const double* values,
    double* row_sums,
    double* costs,
    const Weighing* cost,
    const int64_t[::1] starts,
    Py_ssize_t index,
    const int32_t[::1] rows,
    const double[::1] entries,
) noexcept nogil:
    # The starts that all four have in common, up to the first column.
    cdef Py_ssize_t column = four.column, top = column + 3, lowest = four.lowest
    cdef Py_ssize_t lane, row, end, entry
    cdef double[3] numbers
    cdef double twice
    numbers[0], numbers[1], numbers[2] = cost.scale, cost.mean_length, cost.length_weight
    for end in range(4):
        for entry in range(starts[index + end], starts[index + end + 1]):
            row = rows[entry]
            twice = entries[entry] if row == column + end else 2.0 * entries[entry]
            row_sums[row] += twice
            if row >= lowest:
                for lane in range(3 - end, -1, -1):
                    four.lanes[4 * row + lane] += twice
    for lane in range(4):
        end = top - lane + 1
        four.state[lane] = 0.0
        for row in range(top - lane, column, -1):
            four.state[lane] += four.lanes[4 * row + lane]
        four.state[4 + lane] = cost.positions[end]
        four.state[8 + lane] = cost.sums[end] if cost.sums != NULL else 0.0
        four.state[12 + lane] = cost.squares[end] if cost.sums != NULL else 0.0
        four.state[16 + lane] = cost.place_costs[end] if cost.place_costs != NULL else 0.0
    for lane in range(16):
        four.state[20 + lane] = INFINITY
    weigh_four(
        four.lanes, values, cost.positions,
        cost.density_weights - (top + 1),
        cost.count_costs - (top + 1) if cost.count_costs != NULL else NULL,
        cost.sums, cost.squares, numbers, four.state, costs, four.layers, column, four.earliest[3],
    )


cdef void fold_four(
    Four* four, double* values, int32_t* previous, const Weighing* cost, const double* biases
) noexcept nogil:
    cdef Py_ssize_t column = four.column, low = four.earliest[3], layers = four.layers
    cdef Py_ssize_t lane, row, end, layer, place
    cdef double inside, weight
    cdef double[4] best, later
    cdef Py_ssize_t[4] start, latest
    for end in range(4):
        lane = 3 - end
        for layer in range(layers):
            best[layer] = four.state[20 + 4 * layer + lane]
            start[layer] = <Py_ssize_t>four.state[36 + 4 * layer + lane]
            later[layer] = INFINITY
        inside = four.state[lane]
        for row in range(low - 1, four.earliest[end] - 1, -1):
            inside += four.lanes[4 * row + lane]
            weight = weigh_one(cost, column + end, row, inside)
            for layer in range(layers):
                if weight + values[layers * row + layer] < best[layer]:
                    best[layer], start[layer] = weight + values[layers * row + layer], row
        # The latest starts, which the columns before have just reached; among equals they win.
        inside = 0.0
        for row in range(column + end, column, -1):
            inside += four.lanes[4 * row + lane]
            weight = weigh_one(cost, column + end, row, inside)
            for layer in range(layers):
                if weight + values[layers * row + layer] < later[layer]:
                    later[layer], latest[layer] = weight + values[layers * row + layer], row
        for layer in range(layers):
            if later[layer] <= best[layer] and later[layer] < INFINITY:
                best[layer], start[layer] = later[layer], latest[layer]
            place = layers * (column + end + 1) + layer
            values[place] = best[layer] if biases == NULL else best[layer] + biases[layer]
            if start[layer] >= 0:
                previous[place] = <int32_t>start[layer]


cdef void fold_four_soft(
    Four* four,
    double* values,
    double* spreads,
    double* means,
    double* squares,
    const double* costs,
    const Weighing* cost,
    double temperature,
) noexcept nogil:
    cdef Py_ssize_t column = four.column, low = four.earliest[3], lane, row, end
    cdef double inside, scale = 1.0 / temperature
    cdef double[16] found
    cdef Soft sums
    share_four(
        costs, means + low, squares + low, column + 1 - low, &four.state[20], scale, NEGLIGIBLE, found
    )
    for end in range(4):
        lane = 3 - end
        sums = Soft(
            four.state[20 + lane], found[lane], found[4 + lane], found[8 + lane], found[12 + lane]
        )
        inside = four.state[lane]
        for row in range(low - 1, four.earliest[end] - 1, -1):
            inside += four.lanes[4 * row + lane]
            add_start(
                &sums, weigh_one(cost, column + end, row, inside) + values[row], scale,
                means[row], squares[row],
            )
        inside = 0.0
        for row in range(column + end, column, -1):
            inside += four.lanes[4 * row + lane]
            add_start(
                &sums, weigh_one(cost, column + end, row, inside) + values[row], scale,
                means[row], squares[row],
            )
        row = column + end + 1
        arrive(&sums, temperature, values + row, spreads + row, means + row, squares + row)


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


def forward(table, scratch, cost, bounds, mode, block):
    cdef double[:, :, ::1] values = table.values
    cdef int32_t[:, :, ::1] previous = table.previous
    cdef int32_t[:, :, ::1] previous_ranks = table.previous_ranks
    cdef double[:, ::1] spreads = table.spreads
    cdef double[:, ::1] counts = table.counts
    cdef double[::1] row_sums = scratch.row_sums
    cdef double[::1] weights = scratch.weights
    cdef double[::1] costs = scratch.costs
    cdef Weighing apart = taken_apart(cost)
    cdef const int64_t[::1] earliest = bounds.earliest
    cdef const int64_t[::1] latest = bounds.latest
    cdef const uint8_t[::1] closed = bounds.closed
    cdef double temperature = mode.temperature
    cdef Py_ssize_t step = mode.step
    cdef const double[::1] biases = mode.biases
    cdef Py_ssize_t first = block.first
    cdef const int64_t[::1] starts = block.starts
    cdef const int32_t[::1] rows = block.rows
    cdef const double[::1] entries = block.values
    cdef Py_ssize_t index = 0, column, oldest, newest, base = 0, count = starts.shape[0] - 1
    cdef Py_ssize_t layer, layers = values.shape[1]
    cdef bint soft = temperature > 0.0
    # Soft minima of the model's costs alone: those of equation (1) keep the bits that they had.
    cdef bint single = FOUR and values.shape[2] == 1 and (
        layers == 1 and (not soft or (counts.shape[1] > 0 and apart.count_costs != NULL))
        or layers == 4 and biases.shape[0] == 4 and apart.count_costs != NULL
    )
    cdef double* lanes = NULL
    cdef double* kept = NULL
    cdef Four four
    if single:
        base = first
        for column in range(first, first + count):
            base = min(base, earliest[column])
        lanes = <double*>malloc(max(1, 4 * (first + count - base)) * sizeof(double))
        kept = <double*>malloc(4 * weights.shape[0] * sizeof(double)) if soft else NULL
        if lanes == NULL or (soft and kept == NULL):
            free(lanes)
            free(kept)
            raise MemoryError(f"no memory for the sums of {first + count - base} units")
        for column in range(base, first + count):
            for oldest in range(4):
                lanes[4 * (column - base) + oldest] = row_sums[column]
        four.lanes, four.layers, four.lowest = lanes - 4 * base, layers, base
    with nogil:
        while index < count:
            column = first + index
            if single and index + 4 <= count and is_plain(column, earliest, latest, closed):
                four.column = column
                four.earliest = &earliest[column]
                weigh_columns(
                    &four, &values[0, 0, 0], &row_sums[0], kept, &apart, starts, index, rows, entries
                )
                if soft:
                    fold_four_soft(
                        &four, &values[0, 0, 0], &spreads[0, 0], &counts[0, 0], &counts[1, 0],
                        kept, &apart, temperature,
                    )
                else:
                    fold_four(
                        &four, &values[0, 0, 0], &previous[0, 0, 0], &apart,
                        &biases[0] if biases.shape[0] else NULL,
                    )
                settle(four.lanes, &row_sums[0], base, starts[index], starts[index + 4], rows)
                index += 4
                continue
            add_column(row_sums, column, starts, index, rows, entries, 1.0)
            if single:
                settle(four.lanes, &row_sums[0], base, starts[index], starts[index + 1], rows)
            index += 1
            oldest, newest = earliest[column], latest[column]
            if closed[column + 1] or newest < oldest:
                continue
            weigh_column(&weights[0], &row_sums[0], &apart, column, oldest)
            if soft:
                fold_soft(
                    values, spreads, counts, weights, costs, temperature, step, column, oldest, newest
                )
            elif values.shape[2] == 1:
                fold_least(values, previous, weights, step, column, oldest, newest)
                for layer in range(biases.shape[0]):
                    values[column + 1, layer, 0] += biases[layer]
            else:
                fold_ranked(
                    values, previous, previous_ranks, weights, step, column, oldest, newest
                )
        free(lanes)
        free(kept)


def forward_by_each_cost(
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
    # Four columns whose segments may have one unit, with starts before all of them, which no later
    # column has more of.
    cdef Py_ssize_t end
    for end in range(column, column + 4):
        if closed[end + 1] or latest[end] != end:
            return False
        if end > column and earliest[end] < earliest[end - 1]:
            return False
    return earliest[column + 3] <= column


def backward(table, double[:, ::1] beyond, scratch, cost, bounds, mode, block):
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


def count_segments_beyond(table, double[:, ::1] counts, int64_t[:, ::1] bands, scratch, cost, bounds, mode, block):
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
                        counts[row, number + 1] += share * counts[column + 1, number]
                    if low + 1 < bands[row, 0]:
                        bands[row, 0] = low + 1
                    if high + 1 > bands[row, 1]:
                        bands[row, 1] = high + 1
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
