# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Noun phrases and what words weigh, compiled. `twin_phrases.py` says what each does."""

from cpython.bytes cimport PyBytes_AsString
from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.math cimport exp, log1p
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t

import numpy as np

# As in `twin_phrases.py`.
cdef enum:
    BREAK = 0
    NOUN = 1
    NAME = 2
    MODIFIER = 3
    LINK = 4
    AND = 5
    ARTICLE = 6
    BEFORE_VERB = 7
    AFTER_VERB = 8
    MOST_WORDS = 8
    SPEAKER = 3
    ALL_CELLS = 0o777777
    NOMINATIVE = 0o111111
    GENITIVE = 0o222222
cdef uint64_t MULTIPLIER = 0x9E3779B97F4A7C15
cdef double AT_ONCE = 2.0


cdef struct Word:
    int64_t cells
    uint8_t kind
    # What it does before its neighbours are looked at.
    uint8_t alone
    uint8_t touching
    uint8_t linked
    uint8_t nominative


cdef inline bint nominal(int kind) noexcept:
    return kind == NOUN or kind == NAME


cdef inline bint content(int kind) noexcept:
    return kind == NOUN or kind == NAME or kind == MODIFIER


cdef inline int64_t cases(int64_t cells) noexcept:
    cells |= cells >> 9
    return (cells | cells >> 3 | cells >> 6) & 7


cdef inline uint32_t character(const unsigned char* data, Py_ssize_t place) noexcept:
    cdef const unsigned char* at = data + 4 * place
    return at[0] | <uint32_t>at[1] << 8 | <uint32_t>at[2] << 16


cdef inline bint between(uint32_t letter) noexcept:
    return letter in (0x20, 0x0A, 0xA0, 0x2D, 0x2010, 0x2011)


cdef inline bint fitting(const Word* word, bint first) noexcept:
    """Tell whether a word and the next can follow each other; the first has none before it."""
    cdef const Word* after = word + 1
    cdef bint agree = (word.cells & after.cells) != 0
    cdef bint free_modifier = after.kind == MODIFIER and after.cells == ALL_CELLS
    if word.kind == LINK and after.kind == ARTICLE:
        return True
    if nominal(word.kind) and (after.kind == LINK or after.kind == AND):
        return True
    if not content(after.kind):
        return False
    if word.kind == MODIFIER or word.kind == LINK:
        return agree
    if nominal(word.kind):
        return not free_modifier and (
            (after.cells & GENITIVE) != 0
            or (word.kind == NAME and after.kind == NAME and agree)
        )
    if first:
        return False
    if word.kind == AND:
        return (cases((word - 1).cells) & cases(after.cells)) != 0
    return word.kind == ARTICLE and (word - 1).kind == LINK


def find_phrases(
    str text,
    const int32_t[::1] starts,
    const int32_t[::1] ends,
    const int32_t[::1] edges,
    const int64_t[::1] parts,
    const int32_t[::1] terms,
    Py_ssize_t longest,
):
    cdef Py_ssize_t count = starts.shape[0], sentences = edges.shape[0] - 1, size = len(text)
    cdef Py_ssize_t index, at, sentence, first, last, found = 0
    cdef int64_t head, held, kept
    cdef uint64_t key
    raw = text.encode("utf-32-le", "surrogatepass")
    cdef const unsigned char* data = <const unsigned char*>PyBytes_AsString(raw)
    cdef Word* words
    cdef Word* word
    # What is not written takes no memory.
    first_places = np.empty(MOST_WORDS * count, dtype=np.int64)
    lengths_array = np.empty(MOST_WORDS * count, dtype=np.int64)
    sizes_array = np.empty(MOST_WORDS * count, dtype=np.int64)
    keys_array = np.empty(MOST_WORDS * count, dtype=np.uint64)
    nominative_array = np.empty(MOST_WORDS * count, dtype=np.bool_)
    cdef int64_t[::1] firsts = first_places
    cdef int64_t[::1] lengths = lengths_array
    cdef int64_t[::1] sizes = sizes_array
    cdef uint64_t[::1] keys = keys_array
    cdef uint8_t[::1] nominatives = nominative_array.view(np.uint8)
    words = <Word*>PyMem_Malloc(max(1, count) * sizeof(Word))
    if words == NULL:
        raise MemoryError("no memory for the phrases")
    for index in range(count):
        word = words + index
        word.alone = <uint8_t>(parts[index] >> 32)
        word.cells = parts[index] & 0xFFFFFFFF
        word.touching = index + 1 < count and (
            starts[index + 1] == ends[index]
            or (starts[index + 1] == ends[index] + 1 and between(character(data, ends[index])))
        )
    for sentence in range(sentences):
        first, last = edges[sentence], edges[sentence + 1]
        if last > 0:
            words[last - 1].touching = False
        if last > first and words[first].alone == NAME:
            words[first].alone = NOUN
    for index in range(count):
        word = words + index
        word.kind = word.alone
        if word.alone == NOUN or word.alone == MODIFIER:
            if index > 0 and (word - 1).touching and (word - 1).alone == BEFORE_VERB:
                word.kind = BREAK
            elif word.touching and (
                (word + 1).alone == ARTICLE or (word + 1).alone == AFTER_VERB
            ):
                word.kind = BREAK
    for sentence in range(sentences):
        first, last = edges[sentence], edges[sentence + 1]
        for index in range(first, min(last, first + SPEAKER)):
            if character(data, min(<Py_ssize_t>ends[index], size - 1)) == 0x3A:
                for at in range(first, index + 1):
                    words[at].kind = BREAK
    head = count - 1
    for index in range(count - 1, -1, -1):
        word = words + index
        if nominal(word.kind):
            head = index
        word.nominative = (word.cells & words[head].cells & NOMINATIVE) != 0
        word.linked = word.touching and fitting(word, index == 0)
    for first in range(count):
        if not content(words[first].kind):
            continue
        key, held, kept = 0, 0, 0
        for last in range(first, min(count, first + MOST_WORDS)):
            if last > first and not words[last - 1].linked:
                break
            kept += terms[last] >= 0
            if content(words[last].kind):
                held += 1
                key = key * MULTIPLIER + <uint64_t>(terms[last] + 2)
            if kept and nominal(words[last].kind) and ends[last] - starts[first] <= longest:
                firsts[found], lengths[found], sizes[found] = first, last - first + 1, held
                keys[found], nominatives[found] = key, words[first].nominative
                found += 1
    PyMem_Free(words)
    return (
        first_places[:found].copy(),
        lengths_array[:found].copy(),
        sizes_array[:found].copy(),
        keys_array[:found].copy(),
        nominative_array[:found].copy(),
    )


def word_weights(const int32_t[::1] terms, const int32_t[::1] edges, const int64_t[::1] sentences):
    cdef Py_ssize_t count = terms.shape[0], place, sentence, segment, first, last
    cdef int64_t size = 0, total = 0, held
    cdef double weight
    for place in range(count):
        if terms[place] >= 0:
            total += 1
            size = max(size, <int64_t>terms[place] + 1)
    weights_array = np.zeros(count)
    cdef double[::1] weights = weights_array
    # By term: how often the text has it and a segment, in which of its sentences first, its weight.
    cdef int64_t[::1] in_text = np.zeros(size, dtype=np.int64)
    cdef int64_t[::1] in_segment = np.zeros(size, dtype=np.int64)
    cdef int64_t[::1] first_in = np.zeros(size, dtype=np.int64)
    cdef double[::1] weight_of = np.zeros(size)
    for place in range(count):
        if terms[place] >= 0:
            in_text[terms[place]] += 1
    for segment in range(sentences.shape[0] - 1):
        first, last = edges[sentences[segment]], edges[sentences[segment + 1]]
        held = 0
        for sentence in range(sentences[segment], sentences[segment + 1]):
            for place in range(edges[sentence], edges[sentence + 1]):
                if terms[place] >= 0:
                    held += 1
                    if not in_segment[terms[place]]:
                        first_in[terms[place]] = sentence - sentences[segment]
                    in_segment[terms[place]] += 1
                    weight_of[terms[place]] = 0.0
        for place in range(first, last):
            if terms[place] < 0:
                continue
            weight = weight_of[terms[place]]
            if weight == 0.0:
                weight = weight_of[terms[place]] = (
                    in_segment[terms[place]]
                    * log1p(
                        (<double>in_segment[terms[place]] / <double>held)
                        / (<double>in_text[terms[place]] / <double>total)
                    )
                    * (1.0 + AT_ONCE * exp(-<double>first_in[terms[place]]))
                )
            weights[place] = weight
        for place in range(first, last):
            if terms[place] >= 0:
                in_segment[terms[place]] = 0
    return weights_array
