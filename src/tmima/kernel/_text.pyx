# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Text, compiled: where lines, sentences and words are, and which words are the same. `twin_text.py` says what each does.

A string is read as bytes of one width (one, two or four for each character), which is all that the
stable interface of Python gives; the copy is gone when the function returns.
"""

from cpython.bytes cimport PyBytes_AsString
from cpython.dict cimport PyDict_GetItemWithError
from cpython.mem cimport PyMem_Calloc, PyMem_Free, PyMem_Malloc
from cpython.object cimport PyObject
from cpython.sequence cimport PySequence_GetItem
from libc.stdint cimport int32_t, int64_t, uint16_t, uint32_t
from libc.string cimport memcmp, memset

cdef extern from "Python.h":
    str PyUnicode_Substring(str text, Py_ssize_t start, Py_ssize_t end)
    int PyUnicode_ReadChar(str text, Py_ssize_t place) except? -1

import numpy as np

# As in `twin_text.py`.
cdef enum:
    SKIPPED = 1
    FIRST = 2
    INSIDE = 4
    JOINING = 8
    DIGIT = 16
    DIGIT_JOINING = 32
    BLOCKING = 64
    MARK = 128
    TOUCHING = 256
    LETTER = 512
    STOP = 2048
    UNSPACED = 4096


def as_bytes(str text):
    """Return the characters as bytes of one width, and the width."""
    if not text:
        return b"", 1
    if text.isascii():
        return text.encode("ascii"), 1
    wide = text.encode("utf-16-le", "surrogatepass")
    if len(wide) == 2 * len(text):
        return wide, 2
    return text.encode("utf-32-le", "surrogatepass"), 4


cdef inline uint32_t character(const unsigned char* data, int width, Py_ssize_t place) noexcept:
    cdef const unsigned char* at = data + place * width
    if width == 1:
        return at[0]
    if width == 2:
        return at[0] | <uint32_t>at[1] << 8
    return at[0] | <uint32_t>at[1] << 8 | <uint32_t>at[2] << 16


cdef object cut_off(object array, Py_ssize_t count):
    """Give the memory behind the first numbers of an array back; nothing else may look at it."""
    array.resize(count, refcheck=False)
    return array


def scan_words(
    str text,
    const int32_t[::1] starts,
    const int32_t[::1] ends,
    const uint16_t[::1] classes,
    plain,
    Py_ssize_t longest_short=0,
):
    raw, width = as_bytes(text)
    cdef int kind = width
    cdef const unsigned char* data = <const unsigned char*>PyBytes_AsString(raw)
    cdef Py_ssize_t known = classes.shape[0], sentences = starts.shape[0]
    cdef Py_ssize_t sentence, place, end, first, count = 0, room = 0
    cdef uint32_t code
    cdef int kind_of, after, paired
    for sentence in range(sentences):
        room += ends[sentence] - starts[sentence]
    # No word is empty, so there are no more than characters; what is not written takes no memory.
    first_places = np.empty(room, dtype=np.int32)
    last_places = np.empty(room, dtype=np.int32)
    edges_array = np.empty(sentences + 1, dtype=np.int32)
    cdef int32_t[::1] firsts = first_places
    cdef int32_t[::1] lasts = last_places
    cdef int32_t[::1] edges = edges_array
    for sentence in range(sentences):
        edges[sentence] = count
        place, end = starts[sentence], ends[sentence]
        while place < end:
            code = character(data, kind, place)
            kind_of = classes[code] if code < known else 0
            if kind_of & SKIPPED:
                place += 1
                continue
            first = place
            place += 1
            paired = kind_of & UNSPACED
            if kind_of & FIRST:
                while True:
                    after = SKIPPED
                    if place == end:
                        break
                    code = character(data, kind, place)
                    after = classes[code] if code < known else 0
                    if after & INSIDE:
                        place += 1
                    elif after & (JOINING | TOUCHING) and place + 1 < end:
                        code = character(data, kind, place + 1)
                        kind_of = classes[code] if code < known else 0
                        if kind_of == 0 or (after & TOUCHING and kind_of & FIRST):
                            after = 0
                            break
                        if not (after & JOINING and kind_of & FIRST):
                            break
                        place += 2
                    else:
                        break
                if after & STOP and place - first > longest_short:
                    code = character(data, kind, place + 1) if place + 1 < end else 0
                    if place + 1 == end or (code < known and classes[code] & SKIPPED):
                        after = STOP
                if after != 0 and not after & BLOCKING:
                    while paired and place - first > 2:
                        firsts[count], lasts[count] = <int32_t>first, <int32_t>(first + 2)
                        count += 1
                        first += 1
                    firsts[count], lasts[count] = <int32_t>first, <int32_t>place
                    count += 1
                    continue
            elif kind_of & DIGIT:
                while True:
                    after = SKIPPED
                    if place == end:
                        break
                    code = character(data, kind, place)
                    after = classes[code] if code < known else 0
                    if after & DIGIT:
                        place += 1
                    elif after & DIGIT_JOINING and place + 1 < end:
                        code = character(data, kind, place + 1)
                        kind_of = classes[code] if code < known else 0
                        if kind_of == 0:
                            after = 0
                            break
                        if not kind_of & DIGIT:
                            break
                        place += 2
                    else:
                        break
                if after != 0 and not after & BLOCKING:
                    while paired and place - first > 2:
                        firsts[count], lasts[count] = <int32_t>first, <int32_t>(first + 2)
                        count += 1
                        first += 1
                    firsts[count], lasts[count] = <int32_t>first, <int32_t>place
                    count += 1
                    continue
            elif kind_of & (MARK | STOP):
                after = SKIPPED
                if place < end:
                    code = character(data, kind, place)
                    after = classes[code] if code < known else 0
                if after & (SKIPPED | LETTER if kind_of & MARK else SKIPPED):
                    firsts[count], lasts[count] = <int32_t>first, <int32_t>place
                    count += 1
                    continue
            found = plain(text, first, end)
            if not found:
                break
            for span in found:
                firsts[count], place = span
                lasts[count] = <int32_t>place
                count += 1
    edges[sentences] = count
    firsts = lasts = None
    return edges_array, cut_off(first_places, count), cut_off(last_places, count)


def find_lines(str text):
    raw, width = as_bytes(text)
    cdef int kind = width
    cdef const unsigned char* data = <const unsigned char*>PyBytes_AsString(raw)
    cdef Py_ssize_t size = len(text), place = 0, count = 0
    cdef uint32_t code
    # What is not written takes no memory.
    first_places = np.empty(size + 1, dtype=np.int32)
    last_places = np.empty(size + 1, dtype=np.int32)
    cdef int32_t[::1] firsts = first_places
    cdef int32_t[::1] lasts = last_places
    firsts[0] = 0
    while place < size:
        code = character(data, kind, place)
        place += 1
        if 0x0D < code < 0x85:  # nearly all
            continue
        # Line feed, vertical tab, form feed, carriage return; next line; and Unicode's own two.
        if 0x0A <= code <= 0x0D or code == 0x85 or code == 0x2028 or code == 0x2029:
            lasts[count] = <int32_t>(place - 1)
            if code == 0x0D and place < size and character(data, kind, place) == 0x0A:
                place += 1
            count += 1
            firsts[count] = <int32_t>place
    lasts[count] = <int32_t>size
    firsts = lasts = None
    return cut_off(first_places, count + 1), cut_off(last_places, count + 1)


def trim_spans(
    str text,
    const int32_t[::1] starts,
    const int32_t[::1] ends,
    const uint16_t[::1] classes,
    plain,
):
    raw, width = as_bytes(text)
    cdef int kind = width
    cdef const unsigned char* data = <const unsigned char*>PyBytes_AsString(raw)
    cdef Py_ssize_t known = classes.shape[0], count = starts.shape[0], index, first, last
    cdef uint32_t code
    cdef int kind_of
    first_places = np.empty(count, dtype=np.int32)
    last_places = np.empty(count, dtype=np.int32)
    cdef int32_t[::1] firsts = first_places
    cdef int32_t[::1] lasts = last_places
    for index in range(count):
        first, last = starts[index], ends[index]
        kind_of = SKIPPED
        while first < last:
            code = character(data, kind, first)
            kind_of = classes[code] if code < known else 0
            if not kind_of & SKIPPED:
                break
            first += 1
        while first < last and kind_of != 0:
            code = character(data, kind, last - 1)
            kind_of = classes[code] if code < known else 0
            if not kind_of & SKIPPED:
                break
            last -= 1
        if kind_of == 0:
            found = plain(text, starts[index], ends[index])
            first, last = (starts[index], starts[index]) if found is None else found
        elif first == last:
            first = last = starts[index]
        firsts[index], lasts[index] = <int32_t>first, <int32_t>last
    return first_places, last_places


# As in `groups.py`.
cdef enum:
    ENDING = 1
    SUFFICIENT = 2
    CLOSING = 4
    SPACE = 8
    BEGINNING = 16
    SMALL = 32
    BREAKING = 64
    COUNTING = 128
    ASKED = 256
    OTHER_KIND = 512
    FULL_STOP = 46
    LOOK_AHEAD = 80
    LOOK_BACK = 24


cdef inline int kind_at(
    const unsigned char* data, int width, Py_ssize_t place, const uint16_t* table, Py_ssize_t known
) noexcept:
    cdef uint32_t code = character(data, width, place)
    return table[code] if code < known else 0


cdef int stop_at(
    str text,
    const unsigned char* data,
    int width,
    Py_ssize_t start,
    Py_ssize_t place,
    Py_ssize_t end,
    const uint16_t* table,
    Py_ssize_t known,
    frozenset short,
    Py_ssize_t longest,
    Py_ssize_t* after,
) except -2:
    """Tell whether a sentence ends with the stop at a place: 1, 0, or -1 where plain must tell."""
    cdef int kind = kind_at(data, width, place, table, known), telling = 0
    cdef int sufficient = kind & SUFFICIENT
    cdef Py_ssize_t at = place + 1, lowest, word
    if kind == 0:
        return -1
    if not sufficient and place > 0:
        kind = kind_at(data, width, place - 1, table, known)
        if kind == 0:
            return -1
        if kind & ENDING:
            after[0] = at
            return 0
    kind = OTHER_KIND
    while at < end:
        kind = kind_at(data, width, at, table, known)
        if kind == 0 or (not sufficient and kind & SUFFICIENT):
            return -1
        if not kind & (SUFFICIENT if sufficient else ENDING):
            break
        at += 1
    while at < end:
        kind = kind_at(data, width, at, table, known)
        if kind == 0 or kind & ASKED:
            return -1
        if not kind & CLOSING:
            break
        at += 1
    after[0] = at
    if sufficient:
        return 1
    if at == end or not kind & SPACE:
        return 0
    lowest = min(at + LOOK_AHEAD, end)
    while at < lowest:
        kind = kind_at(data, width, at, table, known)
        if kind == 0:
            return -1
        if kind & BEGINNING:
            if kind & SMALL:
                return 0
            break
        at += 1
    if after[0] > place + 1 or character(data, width, place) != FULL_STOP:
        return 1
    at, lowest = place, max(start, place - LOOK_BACK)
    while at > lowest:
        kind = kind_at(data, width, at - 1, table, known)
        if kind & BREAKING:
            break
        if kind == 0 or character(data, width, at - 1) == FULL_STOP:
            return -1
        if not kind & COUNTING:
            telling = 1
        at -= 1
    if at == place:
        return 1
    if at + 1 == place:
        return -1
    # What counts numbers an item only where nothing is said before it.
    word, lowest = at, max(start, at - LOOK_BACK)
    while not telling and word > lowest:
        word -= 1
        kind = kind_at(data, width, word, table, known)
        if kind & BEGINNING:
            telling = 1
    if not telling:
        return -1
    if place - at <= longest and text[at:place].lower() in short:
        return -1
    return 1


def find_sentences(
    str text,
    const int32_t[::1] starts,
    const int32_t[::1] ends,
    const uint16_t[::1] classes,
    frozenset short,
    plain,
):
    raw, width = as_bytes(text)
    cdef int kind = width, kind_of, decided
    cdef const unsigned char* data = <const unsigned char*>PyBytes_AsString(raw)
    cdef const uint16_t* table = &classes[0]
    cdef Py_ssize_t known = classes.shape[0], paragraphs = starts.shape[0]
    cdef Py_ssize_t paragraph, start, place, end, after = 0, answer, count = 0, room = 0
    cdef Py_ssize_t longest = max(map(len, short), default=0)
    for paragraph in range(paragraphs):
        room += ends[paragraph] - starts[paragraph]
    first_places = np.empty(room, dtype=np.int32)
    last_places = np.empty(room, dtype=np.int32)
    edges_array = np.empty(paragraphs + 1, dtype=np.int32)
    cdef int32_t[::1] firsts = first_places
    cdef int32_t[::1] lasts = last_places
    cdef int32_t[::1] edges = edges_array
    for paragraph in range(paragraphs):
        edges[paragraph] = count
        start = place = starts[paragraph]
        end = ends[paragraph]
        while place < end:
            kind_of = kind_at(data, kind, place, table, known)
            if kind_of != 0 and not kind_of & (ENDING | SUFFICIENT):
                place += 1
                continue
            decided = stop_at(
                text, data, kind, start, place, end, table, known, short, longest, &after
            )
            if decided < 0:
                answer = plain(text, start, place, end)
                decided = answer > 0
                after = abs(answer) if answer else place + 1
            if decided:
                firsts[count], lasts[count] = <int32_t>start, <int32_t>after
                count += 1
                start = after
            place = after
        if start < end:
            firsts[count], lasts[count] = <int32_t>start, <int32_t>end
            count += 1
    edges[paragraphs] = count
    firsts = lasts = None
    return edges_array, cut_off(first_places, count), cut_off(last_places, count)


# Of a word: its hash, its number, where it first occurs and how long it is.
cdef struct Slot:
    uint32_t value
    int32_t number
    int32_t start
    int32_t size


def slice_words(str text, const int32_t[::1] starts, const int32_t[::1] ends):
    cdef Py_ssize_t index
    return [PyUnicode_Substring(text, starts[index], ends[index]) for index in range(starts.shape[0])]


def number_distinct_words(str text, const int32_t[::1] starts, const int32_t[::1] ends):
    raw, width = as_bytes(text)
    cdef int kind = width
    cdef const unsigned char* data = <const unsigned char*>PyBytes_AsString(raw)
    cdef Py_ssize_t count = starts.shape[0], room = 1024, index, place, other
    cdef int32_t distinct = 0, start, size
    cdef uint32_t value
    cdef Slot* slot
    numbers_array = np.empty(count, dtype=np.int32)
    places_array = np.empty(count, dtype=np.int32)
    cdef int32_t[::1] numbers = numbers_array
    cdef int32_t[::1] places = places_array
    # An open table; a slot without a number is free, so numbers begin with 1 in it.
    cdef Slot* slots = <Slot*>PyMem_Calloc(room, sizeof(Slot))
    cdef Slot* larger
    if slots == NULL:
        raise MemoryError("no memory to number the words")
    for index in range(count):
        start, size = starts[index], ends[index] - starts[index]
        value = 2166136261
        for place in range(start, start + size):
            value = (value ^ character(data, kind, place)) * 16777619
        value ^= value >> 15
        place = value & (room - 1)
        while True:
            slot = slots + place
            if slot.number == 0 or (
                slot.value == value
                and slot.size == size
                and memcmp(
                    data + <Py_ssize_t>slot.start * kind,
                    data + <Py_ssize_t>start * kind,
                    <size_t>size * kind,
                )
                == 0
            ):
                break
            place = (place + 1) & (room - 1)
        if slot.number == 0:
            places[distinct] = <int32_t>index
            distinct += 1
            slot.value, slot.number, slot.start, slot.size = value, distinct, start, size
        numbers[index] = slot.number - 1
        if 4 * distinct > 3 * room:
            larger = <Slot*>PyMem_Calloc(2 * room, sizeof(Slot))
            if larger == NULL:
                PyMem_Free(slots)
                raise MemoryError("no memory to number the words")
            for other in range(room):
                if slots[other].number:
                    place = slots[other].value & (2 * room - 1)
                    while larger[place].number:
                        place = (place + 1) & (2 * room - 1)
                    larger[place] = slots[other]
            PyMem_Free(slots)
            slots, room = larger, 2 * room
    PyMem_Free(slots)
    places = None
    return numbers_array, cut_off(places_array, distinct)


def sum_weight_rows(tables, list keys, list indices):
    cdef Py_ssize_t template, place, many = len(indices)
    cdef PyObject* row
    cdef double* sums = <double*>PyMem_Malloc(max(1, many) * sizeof(double))
    if sums == NULL:
        raise MemoryError(f"no memory for {many} sums")
    try:
        for place in range(many):
            sums[place] = 0.0
        for template in range(len(keys)):
            key = keys[template]
            if key is None:
                continue
            row = PyDict_GetItemWithError(tables[template], key)
            if row != NULL:
                for place in range(many):
                    sums[place] += <double>PySequence_GetItem(<object>row, indices[place])
        return [sums[place] for place in range(many)]
    finally:
        PyMem_Free(sums)


# As in `twin_text.py`.
cdef enum:
    LABEL = 0x3F
    ENDS = 0x40
    LAST = 0x80


def lookup_form(const uint32_t[::1] arcs, const uint32_t[::1] skips, bytes labels):
    cdef const unsigned char* letters = <const unsigned char*>PyBytes_AsString(labels)
    cdef Py_ssize_t size = len(labels), many = arcs.shape[0], at, place = 0
    cdef uint32_t arc = 0
    cdef int64_t number = -1
    for at in range(size):
        if at and not arc >> 8:
            return -1
        place = arc >> 8
        while place < many:
            arc = arcs[place]
            if arc & LABEL == letters[at]:
                break
            if arc & LAST:
                return -1
            place += 1
        if place >= many:
            return -1
        number += skips[place]
        if arc & ENDS:
            number += 1
    return number if size and arc & ENDS else -1


def lookup_folded_forms(
    const uint32_t[::1] arcs, const uint32_t[::1] skips, bytes folded, bytes folds
):
    cdef const unsigned char* letters = <const unsigned char*>PyBytes_AsString(folded)
    cdef const unsigned char* fold = <const unsigned char*>PyBytes_AsString(folds)
    cdef Py_ssize_t size = len(folded), many = arcs.shape[0], depth = 0, place
    cdef uint32_t arc
    cdef int64_t number
    found = []
    if not size or len(folds) < 64:
        return found
    # By depth: the arc that is looked at, and the number of the forms before its state.
    cdef Py_ssize_t* places = <Py_ssize_t*>PyMem_Malloc(size * sizeof(Py_ssize_t))
    cdef int64_t* numbers = <int64_t*>PyMem_Malloc(size * sizeof(int64_t))
    cdef unsigned char* path = <unsigned char*>PyMem_Malloc(size)
    if places == NULL or numbers == NULL or path == NULL:
        PyMem_Free(places)
        PyMem_Free(numbers)
        PyMem_Free(path)
        raise MemoryError(f"no memory for a word of {size} letters")
    try:
        places[0], numbers[0] = 0, -1
        while depth >= 0:
            place = places[depth]
            if place < 0 or place >= many:
                depth -= 1
                continue
            arc = arcs[place]
            places[depth] = -1 if arc & LAST else place + 1
            if fold[arc & LABEL] != letters[depth]:
                continue
            number = numbers[depth] + skips[place] + (1 if arc & ENDS else 0)
            if depth + 1 == size:
                path[depth] = arc & LABEL
                if arc & ENDS:
                    found.append((number, path[:size]))
            elif arc >> 8:
                path[depth] = arc & LABEL
                depth += 1
                places[depth], numbers[depth] = arc >> 8, number
        return found
    finally:
        PyMem_Free(places)
        PyMem_Free(numbers)
        PyMem_Free(path)


# As in `twin_text.py`.
cdef enum:
    UPPER = 64
    ACCENTED = 128
    NOT_LAST = 256
    ONLY_LAST = 512
    BARE = 1024


def find_syllable(str word, Py_ssize_t syllable, str vowels, str pairs):
    cdef Py_ssize_t size = len(word), known = len(vowels), many = len(pairs)
    cdef Py_ssize_t place, passing, each, count = 0, wanted = 0
    cdef int code, after
    for passing in range(2):
        place, count = 0, 0
        while place < size:
            code = PyUnicode_ReadChar(word, place)
            place += 1
            for each in range(known):
                if PyUnicode_ReadChar(vowels, each) == code:
                    break
            else:
                continue
            if place < size:
                after = PyUnicode_ReadChar(word, place)
                for each in range(0, many - 1, 2):
                    if (
                        PyUnicode_ReadChar(pairs, each) == code
                        and PyUnicode_ReadChar(pairs, each + 1) == after
                    ):
                        place += 1
                        break
            if passing and count == wanted:
                return place - 1
            count += 1
        if not count or syllable < 1:
            return -1
        wanted = max(0, count - syllable)


def change_words(
    list words,
    const int32_t[::1] places,
    list changes,
    frozenset unusual,
    frozenset heads,
    tuple doubtful,
    dict senses,
    dict letters,
):
    cdef Py_ssize_t index, size, cut, count = len(words)
    cdef str word, form, tag, added, lemma, last
    cdef object number, key
    sense_numbers = np.full(count, -1, dtype=np.int32)
    letter_numbers = np.zeros(count, dtype=np.int32)
    cdef int32_t[::1] found = sense_numbers
    cdef int32_t[::1] ends = letter_numbers
    for index in range(count):
        if places[index] < 0:
            continue
        word = words[index]
        form = word.lower()
        size = len(form)
        if form in unusual or PyUnicode_Substring(form, 0, 2) in heads:
            continue
        tag, cut, added = <tuple>changes[places[index]]
        lemma = PyUnicode_Substring(form, 0, max(0, size - cut)) + added
        if tag == "PROPN":
            lemma = lemma[:1].upper() + lemma[1:]
        elif tag == "NOUN" and lemma.endswith(doubtful):
            continue
        key = (tag, lemma)
        number = senses.get(key)
        if number is None:
            number = senses[key] = len(senses)
        found[index] = number
        last = PyUnicode_Substring(form, max(0, size - 3), size)
        number = letters.get(last)
        if number is None:
            number = letters[last] = len(letters)
        ends[index] = number
    return sense_numbers, letter_numbers


cdef bint has_form(
    const uint32_t* arcs,
    Py_ssize_t many,
    Py_ssize_t place,
    const unsigned char* data,
    int width,
    Py_ssize_t at,
    Py_ssize_t last,
    const uint16_t* letters,
    const unsigned char* folds,
) noexcept:
    """Tell whether letters from a place on lead from a state to the end of a form, if folded."""
    cdef uint32_t arc
    cdef unsigned char wanted = folds[letters[character(data, width, at)] & LABEL]
    while place < many:
        arc = arcs[place]
        if folds[arc & LABEL] == wanted:
            if at + 1 == last:
                if arc & ENDS:
                    return True
            elif arc >> 8 and has_form(
                arcs, many, arc >> 8, data, width, at + 1, last, letters, folds
            ):
                return True
        if arc & LAST:
            return False
        place += 1
    return False


def lookup_plain_words(
    str text,
    const int32_t[::1] starts,
    const int32_t[::1] ends,
    const uint16_t[::1] letters,
    const uint32_t[::1] arcs,
    const uint32_t[::1] skips,
    bytes folds,
):
    raw, width = as_bytes(text)
    cdef int kind = width
    cdef const unsigned char* data = <const unsigned char*>PyBytes_AsString(raw)
    cdef Py_ssize_t count = starts.shape[0], known = letters.shape[0], many = arcs.shape[0]
    cdef Py_ssize_t index, at, first, last, place
    cdef uint32_t code, arc
    cdef int letter, accents, found, capital, bare
    cdef int32_t number
    cdef const unsigned char* fold = <const unsigned char*>PyBytes_AsString(folds)
    numbers_array = np.empty(count, dtype=np.int32)
    cdef int32_t[::1] numbers = numbers_array
    for index in range(count):
        first, last = starts[index], ends[index]
        numbers[index] = -2
        if last - first < 2:
            continue
        number, accents, place, arc, found = -1, 0, 0, 0, 1
        capital = bare = 0
        for at in range(first, last):
            code = character(data, kind, at)
            letter = letters[code] if code < known else 0
            if letter & ACCENTED:
                accents += 1
            capital |= letter & UPPER
            bare |= letter & BARE
            if (
                letter == 0
                or accents > 1
                or (letter & UPPER and at > first)
                or letter & (NOT_LAST if at + 1 == last else ONLY_LAST)
            ):
                break
            if found:
                place = arc >> 8
                found = at == first or place > 0
                while found:
                    if place >= many:
                        found = 0
                        break
                    arc = arcs[place]
                    if arc & LABEL == letter & LABEL:
                        number += <int32_t>skips[place] + (1 if arc & ENDS else 0)
                        break
                    if arc & LAST:
                        found = 0
                    place += 1
        else:
            if bare and not accents:
                continue
            if found and arc & ENDS:
                numbers[index] = number
            elif capital or (
                many and has_form(&arcs[0], many, 0, data, kind, first, last, &letters[0], fold)
            ):
                numbers[index] = -1
            else:
                numbers[index] = -3
    return numbers_array
