# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What is seen at the places of a text, compiled; `twin_places.py` is the same in NumPy.

Sums are written in the order in which the twin performs them, and the extension is built without
contraction, so the two agree to the last bit.
"""

from libc.math cimport log, sqrt, sqrtf
from libc.stdint cimport int32_t, int64_t
from libc.stdlib cimport calloc, free, malloc

cdef extern from *:
    """
    #include "_vectors.h"

    #if defined(__GNUC__)
    typedef float tmima_eight_singles __attribute__((vector_size(32)));
    typedef float tmima_four_singles __attribute__((vector_size(16)));

    /* The products of some neighbouring rows with the next few outputs. The sums stay in registers over all
       inputs. Those of one row wait for one another at every step, those of its neighbours need not. */
    #define TMIMA_PRODUCTS(ROWS, OUTPUTS) \
        { \
            OUTPUTS kept[ROWS], read; \
            _Pragma("GCC unroll 8") for (row = 0; row < ROWS; row++) \
                memcpy(kept + row, found + row * outputs + output, sizeof read); \
            for (input = 0; input < inputs; input++) { \
                memcpy(&read, weights + input * outputs + output, sizeof read); \
                _Pragma("GCC unroll 8") for (row = 0; row < ROWS; row++) \
                    kept[row] += values[row * inputs + input] * read; \
            } \
            _Pragma("GCC unroll 8") for (row = 0; row < ROWS; row++) \
                memcpy(found + row * outputs + output, kept + row, sizeof read); \
            output += sizeof read / sizeof(float); \
        }
    #define TMIMA_ROWS(ROWS) \
        for (; rows >= ROWS; rows -= ROWS, found += ROWS * outputs, values += ROWS * inputs) { \
            output = 0; \
            while (output + 8 <= outputs) TMIMA_PRODUCTS(ROWS, tmima_eight_singles) \
            while (output + 4 <= outputs) TMIMA_PRODUCTS(ROWS, tmima_four_singles) \
            while (output < outputs) TMIMA_PRODUCTS(ROWS, float) \
        }

    TMIMA_WIDE static void tmima_add_products(
        float *found, const float *values, const float *weights,
        ptrdiff_t rows, ptrdiff_t inputs, ptrdiff_t outputs)
    {
        ptrdiff_t row, input, output;
        TMIMA_ROWS(8)
        TMIMA_ROWS(1)
    }
    #else
    static void tmima_add_products(
        float *TMIMA_ALONE found, const float *TMIMA_ALONE values, const float *TMIMA_ALONE weights,
        ptrdiff_t rows, ptrdiff_t inputs, ptrdiff_t outputs)
    {
        ptrdiff_t row, input, output;
        for (row = 0; row < rows; row++)
            for (input = 0; input < inputs; input++)
                for (output = 0; output < outputs; output++)
                    found[row * outputs + output] +=
                        values[row * inputs + input] * weights[input * outputs + output];
    }
    #endif

    /* What each length up to a unit scores, from 1 on; returns the largest. */
    TMIMA_WIDE static double tmima_score(
        double *TMIMA_ALONE row, const double *TMIMA_ALONE forward,
        const double *TMIMA_ALONE lengths, const double *TMIMA_ALONE weights,
        const double *TMIMA_ALONE blocks, ptrdiff_t most)
    {
        double largest[4];
        ptrdiff_t length, lane;
        for (length = 0; length < most; length++)
            row[length] = forward[-length] + lengths[length] + weights[length] * blocks[length];
        for (lane = 0; lane < 4; lane++) largest[lane] = row[0];
        for (length = 0; length + 4 <= most; length += 4)
            for (lane = 0; lane < 4; lane++)
                largest[lane] = row[length + lane] > largest[lane] ? row[length + lane] : largest[lane];
        for (; length < most; length++)
            largest[0] = row[length] > largest[0] ? row[length] : largest[0];
        for (lane = 1; lane < 4; lane++)
            largest[0] = largest[lane] > largest[0] ? largest[lane] : largest[0];
        return largest[0];
    }

    /* Scores become shares, the largest 1; returns their sum: four sums side by side, then theirs. */
    TMIMA_WIDE static double tmima_share(double *row, double largest, ptrdiff_t most)
    {
        double sums[4] = {0.0}, off, share;
        ptrdiff_t length, lane;
        for (length = 0; length < most; length++) {
            off = row[length] - largest;
            share = tmima_exp(off);
            row[length] = off > -40.0 ? share : 0.0;
        }
        for (length = 0; length + 4 <= most; length += 4)
            for (lane = 0; lane < 4; lane++) sums[lane] += row[length + lane];
        for (lane = 0; length < most; length++, lane++) sums[lane] += row[length];
        return (sums[0] + sums[1]) + (sums[2] + sums[3]);
    }

    TMIMA_WIDE static void tmima_pass_on(
        double *TMIMA_ALONE cuts, const double *TMIMA_ALONE row, double through, ptrdiff_t most)
    {
        ptrdiff_t length;
        for (length = 0; length < most; length++) cuts[-length] += through * row[length];
    }
    """
    double score "tmima_score"(
        double* row, const double* forward, const double* lengths, const double* weights,
        const double* blocks, Py_ssize_t most,
    ) noexcept nogil
    double share "tmima_share"(double* row, double largest, Py_ssize_t most) noexcept nogil
    void pass_on "tmima_pass_on"(
        double* cuts, const double* row, double through, Py_ssize_t most
    ) noexcept nogil
    void products "tmima_add_products"(
        float* found, const float* values, const float* weights,
        Py_ssize_t rows, Py_ssize_t inputs, Py_ssize_t outputs,
    ) noexcept nogil


def add_products(float[:, ::1] found, const float[:, ::1] values, const float[:, ::1] weights):
    cdef Py_ssize_t rows = values.shape[0], inputs = values.shape[1], outputs = weights.shape[1]
    if found.shape[0] != rows or found.shape[1] != outputs or weights.shape[0] != inputs:
        raise ValueError(f"{rows} rows of {inputs} numbers do not fit these weights")
    if rows and inputs and outputs:
        with nogil:
            products(&found[0, 0], &values[0, 0], &weights[0, 0], rows, inputs, outputs)


def normalise(
    float[:, ::1] found,
    const float[:, ::1] values,
    const float[::1] weights,
    const float[::1] biases,
    float least,
):
    cdef Py_ssize_t row, channel, channels = values.shape[1]
    cdef float mean, spread, off, count = <float>channels
    with nogil:
        for row in range(values.shape[0]):
            mean = 0.0
            for channel in range(channels):
                mean += values[row, channel]
            mean /= count
            spread = 0.0
            for channel in range(channels):
                off = values[row, channel] - mean
                spread += off * off
            spread = sqrtf(spread / count + least)
            for channel in range(channels):
                off = (values[row, channel] - mean) / spread
                found[row, channel] = off * weights[channel] + biases[channel]


def add_windows(double[:, ::1] across, double[:, ::1] within, const int64_t[::1] sizes, block):
    cdef const int64_t[::1] starts = block.starts
    cdef const int32_t[::1] rows = block.rows
    cdef const double[::1] entries = block.values
    cdef Py_ssize_t first = block.first, index, number, row, column, apart, window
    cdef Py_ssize_t count = sizes.shape[0], widest = sizes[count - 1]
    cdef int64_t entry
    cdef double value
    with nogil:
        for index in range(starts.shape[0] - 1):
            column = first + index
            for entry in range(starts[index], starts[index + 1]):
                row = rows[entry]
                value = entries[entry]
                apart = column - row
                if apart <= 0:
                    continue
                for number in range(count - 1, -1, -1):
                    window = sizes[number]
                    if apart >= 2 * window:
                        break
                    if apart > window:
                        across[number, column - window + 1] += value
                        across[number, row + window + 1] -= value
                        continue
                    across[number, row + 1] += value
                    across[number, column + 1] -= value
                    if apart < window:
                        within[number, widest + column - window + 1] += value
                        within[number, widest + row + 1] -= value


def add_splits(
    double[::1] found,
    const int64_t[::1] starts,
    const int32_t[::1] words,
    Py_ssize_t window,
    Py_ssize_t vocabulary,
    const double[::1] single,
    const double[::1] whole,
):
    cdef Py_ssize_t units = starts.shape[0] - 1, place, unit, position, on_left = 0, on_right = 0
    cdef double left = 0.0, right = 0.0, both = 0.0
    cdef int32_t word
    cdef int32_t* before = <int32_t*>calloc(2 * vocabulary + 1, sizeof(int32_t))
    if before == NULL:
        raise MemoryError(f"no memory to count {vocabulary} words")
    cdef int32_t* after = before + vocabulary
    with nogil:
        for unit in range(window if window < units else units):
            for position in range(starts[unit], starts[unit + 1]):
                word = words[position]
                both += single[after[word] + 1] - single[after[word]]
                right += single[after[word] + 1] - single[after[word]]
                after[word] += 1
                on_right += 1
        for place in range(1, units):
            for position in range(starts[place - 1], starts[place]):
                word = words[position]
                after[word] -= 1
                right -= single[after[word] + 1] - single[after[word]]
                left += single[before[word] + 1] - single[before[word]]
                before[word] += 1
                on_left += 1
                on_right -= 1
            unit = place + window - 1
            if unit < units:
                for position in range(starts[unit], starts[unit + 1]):
                    word = words[position]
                    right += single[after[word] + 1] - single[after[word]]
                    both += single[after[word] + before[word] + 1] - single[after[word] + before[word]]
                    after[word] += 1
                    on_right += 1
            unit = place - window - 1
            if unit >= 0:
                for position in range(starts[unit], starts[unit + 1]):
                    word = words[position]
                    before[word] -= 1
                    left -= single[before[word] + 1] - single[before[word]]
                    both -= single[after[word] + before[word] + 1] - single[after[word] + before[word]]
                    on_left -= 1
            found[place] += (
                left + right - both + whole[0] - whole[on_left] - whole[on_right]
                + whole[on_left + on_right]
            )
        free(before)


def follow_words(
    double[:, ::1] changes,
    int32_t[:, ::1] counts,
    const int64_t[::1] starts,
    const int32_t[::1] words,
    Py_ssize_t vocabulary,
    const int64_t[::1] gaps,
):
    cdef Py_ssize_t units = starts.shape[0] - 1, unit, position, number, apart
    cdef int32_t word
    cdef double weight
    # How often each word occurs, and the unit in which it was met.
    cdef int32_t* times = <int32_t*>calloc(2 * vocabulary + 1, sizeof(int32_t))
    # What the words of a unit weigh that were met within each gap.
    cdef double* sums = <double*>calloc(gaps.shape[0] + 1, sizeof(double))
    if times == NULL or sums == NULL:
        free(times)
        free(sums)
        raise MemoryError(f"no memory to count {vocabulary} words")
    cdef int32_t* met = times + vocabulary
    with nogil:
        for position in range(starts[units]):
            times[words[position]] += 1
        for word in range(vocabulary):
            met[word] = -1
        for unit in range(units):
            counts[0, unit] = counts[1, unit] = counts[2, unit] = 0
            for position in range(starts[unit], starts[unit + 1]):
                word = words[position]
                if times[word] == 1:
                    counts[2, unit] += 1
                elif met[word] < 0:
                    counts[0, unit] += 1
                else:
                    apart = unit - met[word]
                    weight = 1.0 / sqrt(<double>(times[word] - 1))
                    for number in range(gaps.shape[0]):
                        if apart <= gaps[number]:
                            sums[number] += weight
                met[word] = <int32_t>unit
            for number in range(gaps.shape[0]):
                changes[number, unit + 1] = -sums[number]
                sums[number] = 0.0
        for word in range(vocabulary):
            met[word] = -1
        for unit in range(units - 1, -1, -1):
            for position in range(starts[unit], starts[unit + 1]):
                word = words[position]
                if times[word] == 1:
                    continue
                if met[word] < 0:
                    counts[1, unit] += 1
                else:
                    apart = met[word] - unit
                    weight = 1.0 / sqrt(<double>(times[word] - 1))
                    for number in range(gaps.shape[0]):
                        if apart <= gaps[number]:
                            sums[number] += weight
                met[word] = <int32_t>unit
            for number in range(gaps.shape[0]):
                changes[number, unit + 1] += sums[number]
                sums[number] = 0.0
        for number in range(gaps.shape[0]):
            changes[number, 0] = 0.0
        free(times)
        free(sums)


def write_squares(
    double[:, ::1] found,
    double[::1] row_sums,
    expected,
    double deviation,
    Py_ssize_t first,
    block,
):
    cdef const double[::1] sums = expected.sums
    cdef const double[::1] squares = expected.squares
    cdef double scale = expected.scale
    cdef const int64_t[::1] starts = block.starts
    cdef const int32_t[::1] rows = block.rows
    cdef const double[::1] entries = block.values
    cdef Py_ssize_t begin = block.first, index, column, row, length, oldest, width = found.shape[1]
    cdef int64_t entry
    cdef double inside, between
    with nogil:
        for index in range(starts.shape[0] - 1):
            column = begin + index
            oldest = column + 1 - width if column + 1 - width > first else first
            for entry in range(starts[index], starts[index + 1]):
                row = rows[entry]
                if row >= oldest and row != column:
                    row_sums[row - first] += 2.0 * entries[entry]
            inside = 0.0
            for row in range(column, oldest - 1, -1):
                length = column + 1 - row
                inside += row_sums[row - first]
                between = sums[column + 1] - sums[row]
                found[column - first, length - 1] = (
                    inside - scale * (between * between - (squares[column + 1] - squares[row]))
                ) / deviation


def add_pairs(const double[::1] degrees, Py_ssize_t horizon, double[::1] found, block):
    cdef const int64_t[::1] starts = block.starts
    cdef const int32_t[::1] rows = block.rows
    cdef const double[::1] entries = block.values
    cdef Py_ssize_t first = block.first, index, column, row
    cdef int64_t entry
    cdef double products = found[0], squares = found[1]
    with nogil:
        for index in range(starts.shape[0] - 1):
            column = first + index
            for entry in range(starts[index], starts[index + 1]):
                row = rows[entry]
                if row < column and column - row <= horizon:
                    products += entries[entry] * degrees[row] * degrees[column]
                    squares += entries[entry] * entries[entry]
    found[0], found[1] = products, squares


def write_likelihoods(
    double[:, ::1] found,
    const int64_t[::1] starts,
    const int32_t[::1] words,
    Py_ssize_t vocabulary,
    const double[::1] single,
    const double[::1] whole,
):
    cdef Py_ssize_t units = found.shape[0], width = found.shape[1], held = words.shape[0]
    cdef Py_ssize_t unit, length, most, position, met
    cdef int32_t before
    cdef double step
    # The last occurrence of each word, and for each occurrence the one before it and its unit.
    cdef int32_t* last = <int32_t*>malloc((vocabulary + 2 * held + 1) * sizeof(int32_t))
    # What the unit adds to each length, beyond what it adds to a shorter one; sums of the unit before.
    cdef double* steps = <double*>calloc(2 * width + 2, sizeof(double))
    if last == NULL or steps == NULL:
        free(last)
        free(steps)
        raise MemoryError(f"no memory to count {vocabulary} words")
    cdef int32_t* earlier = last + vocabulary
    cdef int32_t* owners = earlier + held
    cdef double* sums = steps + width + 1
    with nogil:
        for position in range(vocabulary):
            last[position] = -1
        for unit in range(units):
            most = width if width < unit + 1 else unit + 1
            for position in range(starts[unit], starts[unit + 1]):
                before = last[words[position]]
                last[words[position]] = <int32_t>position
                earlier[position], owners[position] = before, <int32_t>unit
                steps[1] += single[0]
                met = 0
                while before >= 0:
                    length = unit + 1 - owners[before]
                    if length > most:
                        break
                    met += 1
                    steps[length] += single[met] - single[met - 1]
                    before = earlier[before]
            for length in range(1, most + 1):
                steps[length] += steps[length - 1]
            # The longest first: each is what the one shorter by a unit was before this unit.
            for length in range(most, 0, -1):
                sums[length] = sums[length - 1] + steps[length]
                steps[length] = 0.0
                found[unit, length - 1] = (
                    sums[length] - whole[starts[unit + 1] - starts[unit - length + 1]] + whole[0]
                )
        free(last)
        free(steps)


def believe(
    double[::1] cuts,
    const double[:, ::1] blocks,
    const double[::1] lengths,
    const double[::1] weights,
):
    cdef Py_ssize_t units = blocks.shape[0], width = lengths.shape[0] - 1
    cdef Py_ssize_t unit, most
    cdef double largest, through, total
    cdef double* row
    cdef double* forward = <double*>malloc((2 * units + 1) * sizeof(double))
    cdef double* shares = <double*>malloc(max(1, units * width) * sizeof(double))
    if forward == NULL or shares == NULL:
        free(forward)
        free(shares)
        raise MemoryError(f"no memory for the beliefs of {units} units")
    cdef double* wholes = forward + units + 1
    with nogil:
        forward[0] = 0.0
        for unit in range(units):
            most = width if width < unit + 1 else unit + 1
            row = shares + unit * width
            largest = score(row, forward + unit, &lengths[1], &weights[1], &blocks[unit, 0], most)
            wholes[unit] = share(row, largest, most)
            forward[unit + 1] = largest + log(wholes[unit])
        total = forward[units]
        for unit in range(units):
            cuts[unit] = 0.0
        for unit in range(units - 1, -1, -1):
            most = width if width < unit + 1 else unit + 1
            # The place behind the last unit is one for certain.
            through = cuts[unit + 1] if unit + 1 < units else 1.0
            pass_on(&cuts[unit], shares + unit * width, through / wholes[unit], most)
        cuts[0] = 0.0
        free(forward)
        free(shares)
    return total


def write_odds(double[::1] found, const double[::1] beliefs):
    cdef Py_ssize_t place
    with nogil:
        for place in range(beliefs.shape[0]):
            found[place] = log((beliefs[place] + 0.001) / (1.001 - beliefs[place])) / 2.0
