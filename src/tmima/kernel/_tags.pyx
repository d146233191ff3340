# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Tags from left to right, compiled. `twin_tags.py` says what it does."""

from libc.stdint cimport int8_t, int32_t, uint16_t, uint64_t

import numpy as np

# As in `twin_tags.py`.
cdef enum:
    LOOK = 0
    SHORT = 1
    ENDING = 2
    FINAL = 3
    LAST = 4
    SCHEME = 5
    SHAPE = 6
    TEMPLATES = 16


cdef inline Py_ssize_t find(
    const uint64_t[::1] keys, Py_ssize_t first, Py_ssize_t last, uint64_t key
) noexcept:
    """Return the place of a key among rising ones; -1 if it is not there."""
    cdef Py_ssize_t middle, end = last
    while first < last:
        middle = (first + last) >> 1
        if keys[middle] < key:
            first = middle + 1
        else:
            last = middle
    return first if first < end and keys[first] == key else -1


def choose_tags(
    const int32_t[::1] line,
    const int32_t[::1] places,
    const int32_t[::1] hint_rows,
    const int8_t[:, ::1] hints,
    words,
    choices,
    weights,
):
    cdef const int8_t[::1] tags = words.tags
    cdef const int32_t[::1] starts = words.starts
    cdef const uint16_t[:, ::1] features = words.features
    cdef const int8_t[::1] choice_tags = choices.tags
    cdef const double[::1] priors = choices.priors
    cdef const uint16_t[:, ::1] choice_features = choices.features
    cdef const int32_t[::1] table_starts = weights.starts
    cdef const uint64_t[::1] table_keys = weights.keys
    cdef const double[:, ::1] values = weights.values
    cdef int edge = weights.edge, columns = values.shape[1]
    cdef uint64_t shape_at_edge = weights.shape_at_edge
    cdef uint64_t keys[TEMPLATES]
    cdef Py_ssize_t found[TEMPLATES]
    cdef Py_ssize_t index, place, row, right, right2, choice, best, many, each, entry
    cdef uint64_t left, left_short, left_final, left2_short
    cdef uint64_t right_look, right_short, right_final, right2_short, ending, final, scheme
    cdef int hint, left_tag, tag
    cdef double score, highest
    chosen_array = np.empty(places.shape[0], dtype=np.int32)
    decided_array = np.full(line.shape[0], -1, dtype=np.int32)
    cdef int32_t[::1] chosen = chosen_array
    cdef int32_t[::1] decided = decided_array
    for index in range(places.shape[0]):
        place = places[index]
        row = line[place]
        choice = decided[place - 1]
        left_tag = choice_tags[choice] if choice >= 0 else tags[line[place - 1]]
        hint = hints[hint_rows[index], left_tag]
        best = -1
        for choice in range(starts[row], starts[row + 1]):
            if choice_tags[choice] == hint:
                best = choice
                break
        if best < 0:
            choice = decided[place - 1]
            left = choice_features[choice, LOOK] if choice >= 0 else features[line[place - 1], LOOK]
            left_short = (
                choice_features[choice, SHORT] if choice >= 0 else features[line[place - 1], SHORT]
            )
            left_final = features[line[place - 1], FINAL]
            choice = decided[place - 2]
            left2_short = (
                choice_features[choice, SHORT] if choice >= 0 else features[line[place - 2], SHORT]
            )
            right, right2 = line[place + 1], line[place + 2]
            right_look, right_short = features[right, LOOK], features[right, SHORT]
            right_final, right2_short = features[right, FINAL], features[right2, SHORT]
            ending, final, scheme = features[row, ENDING], features[row, FINAL], features[row, SCHEME]
            keys[0] = left
            keys[1] = left_short | ending << 16
            keys[2] = left2_short | left_short << 16
            keys[3] = right_short
            keys[4] = right_look | ending << 16
            keys[5] = right_short | right2_short << 16
            keys[6] = left_short | right_short << 16
            keys[7] = left_short | ending << 16 | right_short << 32
            keys[8] = left_short | left_final << 16 | final << 32
            keys[9] = right_short | right_final << 16 | final << 32
            keys[10] = left_short | right_short << 16 | right_final << 32 | final << 48
            keys[11] = features[row, LAST]
            keys[12] = shape_at_edge if left_tag == edge else features[row, SHAPE]
            keys[13] = scheme
            keys[14] = scheme | left_short << 16
            keys[15] = scheme | right_short << 16
            many = 0
            for each in range(TEMPLATES):
                entry = find(table_keys, table_starts[each], table_starts[each + 1], keys[each])
                if entry >= 0:
                    found[many] = entry
                    many += 1
            highest = 0.0
            for choice in range(starts[row], starts[row + 1]):
                tag = choice_tags[choice]
                if tag == -2 - hint:
                    continue
                score = 0.0
                for each in range(many):
                    score += values[found[each], tag if tag < columns else 0]
                score += priors[choice]
                if best < 0 or score > highest:
                    best, highest = choice, score
        chosen[index] = decided[place] = <int32_t>best
    return chosen_array
