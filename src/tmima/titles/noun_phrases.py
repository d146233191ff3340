"""The noun phrases of a text as columns, by segment."""

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tmima import kernel
from tmima.kernel.arrays import Rows
from tmima.kernel.groups import ALL_CELLS, CELL_BITS, CELLS
from tmima.languages import ATTRIBUTIVE, HOLLOW, MAYBE_VERB, PartOf, PhraseKind, phrase_parts
from tmima.text import Document, Sense

Numbers = NDArray[np.int64]
Truths = NDArray[np.bool_]
# The words that are remembered from one text to the next, at the most.
_MEMORY = 1 << 16
_HYPHENS = tuple(map(ord, "-‐‑"))
_BLANKS = tuple(map(ord, " \n\u00a0"))
# What a hyphen may make a part of a word: no pronoun and no conjunction does.
_JOINABLE = (PhraseKind.BREAK, PhraseKind.LINK, PhraseKind.ARTICLE)
_SHOUTED = 0.5
# Words that touch, all with capitals: more are a headline.
_LONGEST_NAME = 6
_NOUNS = (PhraseKind.NOUN, PhraseKind.NAME)
_NOMINATIVE = sum(bit for cell, bit in CELLS.items() if cell.endswith("N"))
_NOUNS_IN_CAPITALS = ("de", "lb", "nds")


class Surroundings(NamedTuple):
    """The words of some neighbouring segments as columns, for who asks what stands beside a phrase.

    Attributes:
        first: the number of the first of them in the document.
        kinds: what each does in phrases, alone.
        capitals: whether it begins with a capital.
        touches: whether the next one follows at once, in the same sentence.
        hyphened: whether a hyphen joins it to the next one.
        begins: whether a sentence begins with it.
        forms: a number for each way in which a word is written.
    """

    first: int
    kinds: Numbers
    capitals: Truths
    touches: Truths
    hyphened: Truths
    begins: Truths
    forms: Numbers


class Phrases(NamedTuple):
    """The distinct phrases of each segment, and where they stand.

    Phrase i stands at the words [starts[j], starts[j] + lengths[j]) for j in edges[i] ..
    edges[i + 1] - 1, where it can be a nominative before all others.

    Attributes:
        segments: the segment of each phrase.
        sizes: the number of its words that are no function words.
        nominatives: how often it can be one.
        edges: where its occurrences begin.
        starts: of each occurrence.
        lengths: of each occurrence, in words.
        around: the words that all of them stand among.
    """

    segments: Numbers
    sizes: Numbers
    nominatives: Numbers
    edges: Numbers
    starts: Numbers
    lengths: Numbers
    around: Surroundings

    def count(self, phrase: int) -> int:
        """Return how often a phrase stands in its segment."""
        return int(self.edges[phrase + 1] - self.edges[phrase])

    def places(self, phrase: int) -> tuple[Numbers, Numbers]:
        """Return the first and the last words of a phrase, as a nominative if it ever is one."""
        first = self.edges[phrase]
        some = slice(first, first + (int(self.nominatives[phrase]) or self.count(phrase)))
        return self.starts[some], self.starts[some] + self.lengths[some] - 1


def phrases_of(document: Document, terms: Rows, sentences: Numbers, *, longest: int) -> Phrases:
    """Find the noun phrases of neighbouring segments that hold a kept word.

    Phrases of the same kept words in the same order are one. No phrase is a part of a word with
    hyphens, nor of a name in capitals.

    Args:
        document: the text.
        terms: what each of its words counts as, by number, -1 if it is not kept.
        sentences: the first sentence of each segment, and the one after the last.
        longest: the characters of a phrase at the most.
    """
    columns = document.columns
    edges = columns.words.edges[sentences[0] : sentences[-1] + 1]
    first, last = int(edges[0]), int(edges[-1])
    # The text of these segments alone, with what stands behind their last word.
    spans = columns.spans.starts
    begin = int(columns.words.starts[first]) if last > first else 0
    end = int(spans[sentences[-1]]) if sentences[-1] < len(spans) else len(document.text)
    text = document.text[begin:end]
    inside, words = slice(first, last), columns.words
    begins, ends = words.starts[inside] - begin, words.ends[inside] - begin
    heads = np.zeros(last - first, dtype=bool)
    heads[(edges - first)[edges < last]] = True
    parts, capitals, forms = _parts(document, text, begins, ends, words.numbers[inside], heads)
    letters = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype="<u4")
    touches, hyphened = _neighbours(letters, begins, ends, heads)
    # Each word with the segment that it stands in: what others hold decides nothing here.
    sizes_of_segments = np.diff(columns.words.edges[sentences])
    owners = np.repeat(np.arange(len(sizes_of_segments)), sizes_of_segments)
    forms_here = owners * (int(forms.max(initial=0)) + 1) + forms
    parts = _without_hollow_heads(_without_verbs(parts, forms_here, touches), touches)
    # A number is no part of a name ("6-inch guns").
    numeric = _is_numeric(letters[begins])
    parts, named = _with_whole_names(
        parts, terms[inside], capitals, touches, hyphened & ~numeric, heads
    )
    starts, lengths, sizes, keys, nominative = kernel.find_phrases(
        text, begins, ends, edges - first, parts, terms[inside], longest
    )
    nominative &= ~_joins_another_case(parts, starts, lengths)
    joined = hyphened if document.language in _NOUNS_IN_CAPITALS else hyphened | named
    whole = _is_whole(starts, lengths, joined)
    starts, lengths, sizes = starts[whole] + first, lengths[whole], sizes[whole]
    keys, nominative = keys[whole], nominative[whole]
    segments = np.searchsorted(columns.words.edges[sentences], starts, side="right") - 1
    order = np.lexsort((starts, ~nominative, keys, segments))
    starts, lengths, sizes = starts[order], lengths[order], sizes[order]
    keys, nominative, segments = keys[order], nominative[order], segments[order]
    new = np.ones(len(order), dtype=bool)
    new[1:] = (np.diff(segments) != 0) | (keys[1:] != keys[:-1])
    firsts = np.flatnonzero(new)
    return Phrases(
        segments[firsts],
        sizes[firsts],
        np.add.reduceat(nominative, firsts, dtype=np.int64) if len(firsts) else firsts,
        np.append(firsts, len(order)),
        starts,
        lengths,
        Surroundings(first, parts >> CELL_BITS, capitals, touches, hyphened, heads, forms),
    )


def _is_numeric(letters: NDArray[np.uint32]) -> Truths:
    """Return which characters are digits."""
    digits = np.zeros(int(letters.max(initial=0)) + 1, dtype=bool)
    distinct = np.flatnonzero(np.bincount(letters)).tolist()
    digits[[letter for letter in distinct if chr(letter).isdigit()]] = True
    found: Truths = digits[letters]
    return found


def _is_in(values: NDArray[Any], some: tuple[int, ...]) -> Truths:
    """Return which small numbers are among some: for few of these quicker than `np.isin`."""
    found: Truths = values == some[0]
    for one in some[1:]:
        found |= values == one
    return found


def _without_verbs(parts: Numbers, forms: Numbers, touches: Truths) -> Numbers:
    """Return what words do, without those that may be verbs and here are never anything else.

    *Hums* in "the stove hums", unless it stands somewhere in the segment behind no other noun.

    Args:
        parts: what each word does, packed.
        forms: a number for each way in which a word is written, another in each segment.
        touches: whether the next word follows at once.
    """
    maybe = parts & MAYBE_VERB != 0
    kinds = parts >> CELL_BITS
    before = np.append(PhraseKind.BREAK, kinds[:-1])
    follows = _shifted(touches, 1) & _is_in(before, (*_NOUNS, PhraseKind.BEFORE_VERB))
    nouns = np.bincount(forms, weights=maybe & ~follows) > 0 if len(forms) else follows
    found = maybe & follows & ~nouns[forms]
    return np.where(found, int(PhraseKind.BREAK) << CELL_BITS | ALL_CELLS, parts)


def _without_hollow_heads(parts: Numbers, touches: Truths) -> Numbers:
    """Return what words do, without nouns that say nothing before "of"."""
    after = np.append(parts[1:] >> CELL_BITS, PhraseKind.BREAK)
    hollow = (parts & HOLLOW != 0) & touches & (after == PhraseKind.LINK)
    return np.where(hollow, int(PhraseKind.BREAK) << CELL_BITS | ALL_CELLS, parts)


def _joins_another_case(parts: Numbers, starts: Numbers, lengths: Numbers) -> Truths:
    """Return in which phrases "and" is followed by a noun that cannot be a nominative."""
    kinds, cells = parts >> CELL_BITS, parts & ((1 << CELL_BITS) - 1)
    nouns = np.where(_is_in(kinds, _NOUNS), np.arange(len(parts)), -1)
    # The place of the next noun, or the last word where there is none.
    later = np.where(nouns < 0, max(0, len(parts) - 1), nouns)
    ahead = np.minimum.accumulate(later[::-1])[::-1]
    other = (kinds == PhraseKind.AND) & (cells[ahead] & _NOMINATIVE == 0)
    before = np.concatenate(([0], np.cumsum(other)))
    found: Truths = before[starts + lengths] > before[starts]
    return found


def _neighbours(
    letters: NDArray[np.uint32], starts: Rows, ends: Rows, heads: Truths
) -> tuple[Truths, Truths]:
    """Return which words the next one follows at once, and which are joined to it by a hyphen."""
    touches, hyphened = np.zeros(len(starts), dtype=bool), np.zeros(len(starts), dtype=bool)
    if len(starts) < 2:
        return touches, hyphened
    gaps = starts[1:] - ends[:-1]
    letters = letters[np.minimum(ends[:-1], max(0, len(letters) - 1))]
    near = (gaps == 1) & ~heads[1:]
    hyphened[:-1] = near & _is_in(letters, _HYPHENS)
    touches[:-1] = (near & _is_in(letters, _BLANKS)) | ((gaps == 0) & ~heads[1:]) | hyphened[:-1]
    return touches, hyphened


def _with_whole_names(
    parts: Numbers,
    terms: Rows,
    capitals: Truths,
    touches: Truths,
    hyphened: Truths,
    heads: Truths,
) -> tuple[Numbers, Truths]:
    """Return what words do in phrases beside each other, and which belong to a name with the next.

    Whatever a hyphen joins to a content word is part of it (*on-premises*), and a stop word with a
    capital is part of the name beside it (*New York*, *Stamp Act*), elsewhere none.
    """
    kinds, kept = parts >> CELL_BITS, terms >= 0
    name, modifier, noun = PhraseKind.NAME, PhraseKind.MODIFIER, PhraseKind.NOUN
    content = (kinds == noun) | (kinds == name) | (kinds == modifier)
    after, before = _shifted(hyphened, 1), hyphened
    # A hyphen joins two words; a longer compound is one if each two of it are.
    some = (before & np.append(kept[1:], False)) | (after & np.append(False, kept[:-1]))
    inside = ~content & _is_in(kinds, _JOINABLE) & (some | ((before | after) & kept))
    parts = np.where(inside & before, int(modifier) << CELL_BITS | ALL_CELLS, parts)
    # "Follow-up" is a noun, "app-specific" an adjective.
    last = inside & ~before
    parts = np.where(last & ~kept, int(noun) << CELL_BITS | ALL_CELLS, parts)
    attributive = after & ~before & (parts & ATTRIBUTIVE != 0)
    parts = np.where(
        (last & kept) | attributive, int(modifier) << CELL_BITS | ALL_CELLS | ATTRIBUTIVE, parts
    )
    # Names: of capitals that touch; what begins a sentence may have its capital from there.
    strong = capitals & kept & content
    beside = (touches & np.append(strong[1:], False)) | (
        _shifted(touches, 1) & np.append(False, strong[:-1])
    )
    alone = (kinds == name) & ~kept & ~beside & ~inside
    parts = np.where(alone, int(PhraseKind.BREAK) << CELL_BITS | ALL_CELLS, parts)
    capital = capitals & ~heads & _is_in(parts >> CELL_BITS, (noun, name, modifier))
    named = np.zeros(len(parts), dtype=bool)
    named[:-1] = touches[:-1] & capital[:-1] & capital[1:] & ~hyphened[:-1]
    return parts, _short_runs(named)


def _short_runs(joined: Truths) -> Truths:
    """Return which words are joined to the next in runs that are not too long for a name."""
    # How many joined words end at each, and from each.
    places = np.arange(len(joined))
    last_gap = np.maximum.accumulate(np.where(joined, -1, places)) if len(joined) else places
    next_gap = np.minimum.accumulate(np.where(joined, len(joined), places)[::-1])[::-1]
    before = np.append(-1, last_gap[:-1]) if len(joined) else last_gap
    found: Truths = joined & (next_gap - before <= _LONGEST_NAME)
    return found


def _shifted(truths: Truths, by: int) -> Truths:
    return np.append(np.zeros(by, dtype=bool), truths[:-by])


def _is_whole(starts: Numbers, lengths: Numbers, joined: Truths) -> Truths:
    """Return which phrases do not begin or end within what belongs together."""
    before = np.append(False, joined)
    found: Truths = ~before[starts] & ~joined[starts + lengths - 1]
    return found


def _parts(
    document: Document, text: str, starts: Rows, ends: Rows, numbers: Rows, heads: Truths
) -> tuple[Numbers, Truths, Numbers]:
    """Return what each word of a part of a document does in phrases, packed; its capital; its form.

    The first word of a sentence counts as if it had no capital.
    """
    senses = document.columns.words.senses
    # Each word once for each sense that it has.
    forms, _ = kernel.number_distinct_words(text, starts, ends)
    places, owners = _distinct(forms, numbers, heads)
    written = kernel.slice_words(text, starts[places], ends[places])
    # In a text that is all in capitals they tell nothing.
    if sum(map(str.isupper, written)) > _SHOUTED * len(written):
        written = [word.lower() for word in written]
    capitals = np.array([word[:1].isupper() for word in written], dtype=bool)
    part = phrase_parts(document.language)
    known = _remembered(part)
    if len(known) > _MEMORY:  # forget all and start again: simple, and never large
        known.clear()
    found = []
    firsts = heads[places].tolist()
    for word, number, first in zip(written, numbers[places].tolist(), firsts, strict=True):
        sense = senses[number]
        form = word[:1].lower() + word[1:] if first and word[1:].islower() else word
        met = known.get(form)
        if met is None or met[0] != sense:
            met = known[form] = sense, kernel.packed_part(*part(form, sense))
        found.append(met[1])
    return np.array(found, dtype=np.int64)[owners], capitals[owners], forms.astype(np.int64)


def _distinct(forms: Rows, numbers: Rows, heads: Truths) -> tuple[Numbers, Numbers]:
    """Return where each word stands first in each sense and role, and which of these each is."""
    keys = forms.astype(np.int64) * 2 + heads
    first = np.full(int(keys.max(initial=-1)) + 1, -1)
    first[keys[::-1]] = np.arange(len(keys))[::-1]
    # Without a tagger a form has one sense, and nothing need be sorted.
    if np.array_equal(numbers[first[keys]], numbers):
        present = np.flatnonzero(first >= 0)
        order = np.empty(len(first), dtype=np.int64)
        order[present] = np.arange(len(present))
        return first[present], order[keys]
    pairs = keys * (int(numbers.max(initial=0)) + 1) + numbers
    _, places, owners = np.unique(pairs, return_index=True, return_inverse=True)
    return places, owners


@lru_cache(maxsize=16)
def _remembered(_part: PartOf) -> dict[str, tuple[Sense, int]]:
    """Return what words did in the texts before: the last sense of each, and its part, packed."""
    return {}
