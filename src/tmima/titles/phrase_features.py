"""What is seen of a phrase that may name a segment: the columns that `ranking` decides by."""

import math
import zlib
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np

from tmima.kernel.arrays import Floats, Rows, one_by_one
from tmima.languages import PhraseKind
from tmima.text import Document, Words
from tmima.titles.noun_phrases import Numbers, Phrases, Surroundings, Truths

FEATURES = tuple(
    """
    count size kept words characters weight_mean weight_most weight_least score rank first_sentence
    first_place spread share_least share_mean segments_mean segments_most terms_least
    capital_first capital_last link conjunction hyphen digit free subject after_article
    after_verb after_gap after_content before_gap before_break before_content nominative
    modifier_first name_last mean_characters prior_mean prior_most prior_least first_prior
    last_prior ending_prior beginning_prior before_prior after_prior link_prior segment_words
    segments position is_first is_last tagged speech
    head_terms tail_terms head_share tail_share head_cover tail_cover cover_most cover_least
    cover_mean head_cohesion tail_cohesion cohesion_least cohesion_most soonest latest term_spread
    first_word in_sentence earlier_mean earlier_head earlier_tail near_mean near_tail announced
    of_most_count place_of_first common_mean common_most common_least common_head common_tail
    """.split()
)
"""The names of the columns."""

BUCKETS = 1 << 15
"""Into so many of each kind words and their endings are put."""
_ENDING = 3
_ROLES = ("first", "last", "ending", "beginning", "before", "after", "link")
_OF_ENDINGS = ("ending", "beginning")
# How far into a sentence a phrase may begin for it to be told from what begins later.
_FAR = 40
# Of so many words the first that has a tag tells that the others have.
_ASKED = 50


@cache
def _checksum_of(kind: str, language: str) -> int:
    return zlib.crc32(f"{kind} {language} ".encode())


def bucket(kind: str, language: str, word: str) -> int:
    """Return the bucket of a word, or of its ending.

    >>> bucket("word", "en", "ship") == bucket("word", "en", "ship") < BUCKETS
    True
    """
    return zlib.crc32(word.encode("utf-8", "replace"), _checksum_of(kind, language)) % BUCKETS


class Priors(NamedTuple):
    """How much likelier words of a bucket are in titles than in other phrases of their segments.

    Attributes:
        words: by bucket of the term.
        first: by bucket of the first word as written.
        last: of the last word as written.
        endings: by bucket of the last letters of the last word.
        beginnings: by bucket of the last letters of the first word.
        before: by bucket of the word before it, where it stands first.
        after: by bucket of the word behind it, where it stands first.
        links: by bucket of the function word in it.
        common: logarithms of how many texts have a term, by its bucket.
    """

    words: Floats
    first: Floats
    last: Floats
    endings: Floats
    beginnings: Floats
    before: Floats
    after: Floats
    links: Floats
    common: Floats


NO_PRIORS = Priors(*np.zeros((9, BUCKETS)))


@lru_cache(maxsize=1 << 14)
def _buckets_of(language: str, word: str) -> tuple[int, ...]:
    """Return the buckets of a word in each of its roles, in the order of `Buckets`."""
    whole, ending = word.encode("utf-8", "replace"), word[-_ENDING:].encode("utf-8", "replace")
    return tuple(
        zlib.crc32(ending if kind in _OF_ENDINGS else whole, _checksum_of(kind, language)) % BUCKETS
        for kind in _ROLES
    )


@lru_cache(maxsize=1 << 14)
def _bucket_of_term(language: str, term: str) -> int:
    return bucket("word", language, term)


class TextFacts(NamedTuple):
    """What the whole text tells of its segments and its words.

    Attributes:
        document: the text.
        terms: what each of its words counts as, by number, -1 if it is not kept.
        names: the words that count as each number.
        sentences: the first sentence of each segment, and the one after the last.
        pairs: each segment with each term that it has, as segment * number of terms + term, rising.
        counts: how often it has it.
        covered: how many sentences of it have it.
        firsts: the first sentence of it that has it.
        lasts: the last one.
        earlier: how often the segments before it have it.
        in_text: how often the text has each term.
        segments: how many segments have each term.
    """

    document: Document
    terms: Rows
    names: Sequence[str]
    sentences: Numbers
    pairs: Numbers
    counts: Numbers
    covered: Numbers
    firsts: Numbers
    lasts: Numbers
    earlier: Numbers
    in_text: Numbers
    segments: Numbers

    @classmethod
    def of(
        cls, document: Document, terms: Rows, names: Sequence[str], sentences: Sequence[int]
    ) -> "TextFacts":
        """Count the terms of a text by segment."""
        words = document.columns.words
        edges = words.edges[np.array(sentences)]
        owners = np.repeat(np.arange(len(edges) - 1), np.diff(edges))
        sentence = np.repeat(np.arange(len(words.edges) - 1), np.diff(words.edges))
        kept = terms >= 0
        size = max(1, len(names))
        keys = owners[kept] * size + terms[kept].astype(np.int64)
        order = np.argsort(keys, kind="stable")
        keys, sentence = keys[order], sentence[kept][order]
        firsts = _new(keys) if len(keys) else keys
        pairs, counts = keys[firsts], np.diff(np.append(firsts, len(keys)))
        fresh = np.append(True, np.diff(sentence) != 0)[: len(keys)]
        fresh[firsts] = True
        # Of each term, from segment to segment, how often those before have it.
        by_term = np.argsort(pairs % size, kind="stable")
        before = np.cumsum(counts[by_term]) - counts[by_term]
        begins = _new(pairs[by_term] % size) if len(pairs) else pairs
        before -= np.repeat(before[begins], np.diff(np.append(begins, len(pairs))))
        earlier = np.empty(len(pairs), dtype=np.int64)
        earlier[by_term] = before
        return cls(
            document,
            terms,
            names,
            np.array(sentences),
            pairs,
            counts,
            np.add.reduceat(fresh, firsts, dtype=np.int64) if len(firsts) else counts,
            sentence[firsts],
            sentence[firsts + counts - 1] if len(firsts) else counts,
            earlier,
            np.bincount(terms[kept], minlength=size),
            np.bincount(pairs % size, minlength=size),
        )

    def places(self, segments: Numbers, held: Numbers) -> Numbers:
        """Return where the pairs of segments and the terms that they have stand, 0 for no term."""
        found = np.searchsorted(self.pairs, segments[:, None] * max(1, len(self.names)) + held)
        known: Numbers = np.where(held >= 0, found, 0)
        return known

    def times(self, segments: Numbers, held: Numbers) -> Numbers:
        """Return how often segments, which need not exist, have terms; 0 for no term."""
        keys = segments[:, None] * max(1, len(self.names)) + held
        places = np.minimum(np.searchsorted(self.pairs, keys), len(self.pairs) - 1)
        is_there = (held >= 0) & (self.pairs[places] == keys)
        found: Numbers = np.where(is_there, self.counts[places], 0)
        return found


def features_of(
    facts: TextFacts,
    phrases: Phrases,
    first: int,
    some: Numbers,
    ranks: Numbers,
    scores: Floats,
    weights: Floats,
    priors: Priors,
) -> Floats:
    """Return the features of some phrases, a row for each.

    Args:
        facts: of the whole text.
        phrases: of some of its segments.
        first: the number of the first of these.
        some: numbers of phrases.
        ranks: the place of each in its segment, by score.
        scores: what each weighs as a title.
        weights: what each word of the text weighs.
        priors: what was learnt of words.
    """
    document = facts.document
    words = document.columns.words
    around, segments = phrases.around, phrases.segments[some] + first
    counts = np.diff(phrases.edges)[some]
    # Occurrences of these phrases alone, in a row, and where those of each begin.
    offsets = np.concatenate(([0], np.cumsum(counts)))
    spots = np.repeat(phrases.edges[:-1][some] - offsets[:-1], counts) + np.arange(offsets[-1])
    starts, lengths = phrases.starts[spots], phrases.lengths[spots]
    lasts = starts + lengths - 1
    inside = starts - around.first, lasts - around.first

    def share(truths: Truths) -> Floats:
        found: Floats = np.add.reduceat(truths.astype(np.float64), offsets[:-1]) / counts
        return found

    once = starts[offsets[:-1]]
    sizes = lengths[offsets[:-1]]
    ends = lasts[offsets[:-1]]
    # The kept words of each phrase, in a row.
    held = held_words(facts.terms, once, sizes)
    width = held.shape[1]
    places = once[:, None] + np.arange(width)
    is_kept = held >= 0
    kept = np.count_nonzero(is_kept, axis=1)
    pairs = facts.places(segments, held)
    in_segment = np.where(is_kept, facts.counts[pairs], 1)
    in_text = facts.in_text[np.maximum(held, 0)]
    shares = in_segment / np.maximum(in_text, 1)
    spread = facts.segments[np.maximum(held, 0)] / (len(facts.sentences) - 1)
    of_words = weights[np.minimum(places, len(weights) - 1)]
    tops = of_words.max(axis=1, where=is_kept, initial=0.0)
    top = np.maximum(_most(tops, segments), 1e-12)
    priors_of = Buckets.of(facts, phrases, some).columns(priors)

    # Where they stand.
    sentence = np.searchsorted(words.edges, starts, side="right") - 1
    first_sentences = np.minimum.reduceat(sentence, offsets[:-1]) - facts.sentences[segments]
    last_sentences = np.maximum.reduceat(sentence, offsets[:-1]) - facts.sentences[segments]
    lengths_of_segments = facts.sentences[segments + 1] - facts.sentences[segments]
    at = starts - words.edges[sentence]
    kinds, capitals = around.kinds, around.capitals
    size = len(kinds)
    before, after = np.maximum(inside[0] - 1, 0), np.minimum(inside[1] + 1, size - 1)
    touched = (inside[0] > 0) & around.touches[before]
    touches = around.touches[inside[1]]
    content = (kinds == PhraseKind.NOUN) | (kinds == PhraseKind.NAME)
    content |= kinds == PhraseKind.MODIFIER
    edges = words.edges[facts.sentences]
    segment_words = (edges[1:] - edges[:-1])[segments]
    number = len(facts.sentences) - 1
    inner = around.kinds[np.minimum(places - around.first, size - 1)]
    within = np.arange(width) < sizes[:, None]
    characters = words.ends[ends] - words.starts[once]
    first_starts: Numbers = np.minimum.reduceat(starts, offsets[:-1])
    first_words = words.edges[np.searchsorted(words.edges, first_starts, side="right") - 1]
    columns: dict[str, Floats | Numbers] = {
        "count": _log(counts),
        "size": phrases.sizes[some],
        "kept": kept,
        "words": sizes,
        "characters": characters,
        "weight_mean": of_words.sum(axis=1, where=is_kept) / np.maximum(kept, 1) / top,
        "weight_most": of_words.max(axis=1, where=is_kept, initial=0.0) / top,
        "weight_least": of_words.min(axis=1, where=is_kept, initial=1e300) / top,
        "score": scores / np.maximum(_most(scores, segments), 1e-12),
        "rank": ranks,
        "first_sentence": _log(1 + first_sentences),
        "first_place": first_sentences / lengths_of_segments,
        "spread": (last_sentences - first_sentences) / lengths_of_segments,
        "share_least": shares.min(axis=1, where=is_kept, initial=1.0),
        "share_mean": shares.sum(axis=1, where=is_kept) / np.maximum(kept, 1),
        "segments_mean": spread.sum(axis=1, where=is_kept) / np.maximum(kept, 1),
        "segments_most": spread.max(axis=1, where=is_kept, initial=0.0),
        "terms_least": _log(in_segment.min(axis=1, where=is_kept, initial=1 << 30)),
        "capital_first": share(capitals[inside[0]] & ~around.begins[inside[0]]),
        "capital_last": share(capitals[inside[1]] & ~around.begins[inside[1]]),
        "link": ((inner == PhraseKind.LINK) & within).any(axis=1),
        "conjunction": ((inner == PhraseKind.AND) & within).any(axis=1),
        "hyphen": share(around.hyphened[inside[0]]),
        "digit": np.any(_have_digits(document.text, words, around, places) & within, axis=1),
        "free": share(_is_maximal(phrases, around.first, size, inside)),
        "subject": share(at <= 1),
        "after_article": share(touched & (kinds[before] == PhraseKind.ARTICLE)),
        "after_verb": share(touched & (kinds[before] == PhraseKind.BEFORE_VERB)),
        "after_gap": share(~touched),
        "after_content": share(touched & content[before]),
        "before_gap": share(~touches),
        "before_break": share(touches & ~content[after]),
        "before_content": share(touches & content[after]),
        "nominative": phrases.nominatives[some] / counts,
        "modifier_first": kinds[once - around.first] == PhraseKind.MODIFIER,
        "name_last": share(kinds[inside[1]] == PhraseKind.NAME),
        "mean_characters": characters / sizes,
        **priors_of,
        "segment_words": _log(np.maximum(segment_words, 1)),
        "segments": np.full(len(some), float(number)),
        "position": segments / max(1, number - 1),
        "is_first": segments == 0,
        "is_last": segments == number - 1,
        "tagged": np.full(len(some), any(sense.tag for sense in words.senses[:_ASKED])),
        "speech": np.full(len(some), document.speech is not None),
        "first_word": _log(1 + first_starts - edges[segments]),
        "in_sentence": _log(1 + np.minimum(_FAR, first_starts - first_words)),
        "of_most_count": counts / _most(counts, segments),
        "place_of_first": _places_in_segments(first_starts, segments),
        **_of_terms(facts, segments, held, pairs, counts),
    }
    return np.stack([columns[name].astype(np.float64) for name in FEATURES], axis=1)


def _of_terms(
    facts: TextFacts, segments: Numbers, held: Numbers, pairs: Numbers, counts: Numbers
) -> dict[str, Floats | Numbers]:
    """Return how the kept words of phrases, its first one and its last one, cover their segments.

    Args:
        facts: of the whole text.
        segments: of each phrase.
        held: what the words of each count as, -1 for what is not kept.
        pairs: where the facts have each of these words of the segment.
        counts: how often each stands in its segment.
    """
    is_kept = held >= 0
    kept = np.maximum(1, np.count_nonzero(is_kept, axis=1))
    row, head = np.arange(len(held)), is_kept.argmax(axis=1)
    tail = held.shape[1] - 1 - is_kept[:, ::-1].argmax(axis=1)
    lengths = (facts.sentences[segments + 1] - facts.sentences[segments])[:, None]
    in_segment = np.where(is_kept, facts.counts[pairs], 1)
    in_text = np.maximum(facts.in_text[np.maximum(held, 0)], 1)
    shares, cover = in_segment / in_text, facts.covered[pairs] / lengths
    firsts: Numbers = facts.firsts[pairs] - facts.sentences[segments][:, None]
    spread = (facts.lasts[pairs] - facts.firsts[pairs]) / lengths
    cohesion = counts[:, None] / in_segment
    earlier = facts.earlier[pairs] / in_text
    near = (facts.times(segments - 1, held) + facts.times(segments + 1, held)) / in_text
    announced = facts.times(np.zeros_like(segments), held) > 0

    def mean(values: Floats | Truths) -> Floats:
        found: Floats = values.sum(axis=1, where=is_kept) / kept
        return found

    return {
        "head_terms": _log(in_segment[row, head]),
        "tail_terms": _log(in_segment[row, tail]),
        "head_share": shares[row, head],
        "tail_share": shares[row, tail],
        "head_cover": cover[row, head],
        "tail_cover": cover[row, tail],
        "cover_most": cover.max(axis=1, where=is_kept, initial=0.0),
        "cover_least": cover.min(axis=1, where=is_kept, initial=1.0),
        "cover_mean": mean(cover),
        "head_cohesion": cohesion[row, head],
        "tail_cohesion": cohesion[row, tail],
        "cohesion_least": cohesion.min(axis=1, where=is_kept, initial=9.0),
        "cohesion_most": cohesion.max(axis=1, where=is_kept, initial=0.0),
        "soonest": _log(1 + firsts.min(axis=1, where=is_kept, initial=1 << 20)),
        "latest": _log(1 + firsts.max(axis=1, where=is_kept, initial=0)),
        "term_spread": mean(spread),
        "earlier_mean": mean(earlier),
        "earlier_head": earlier[row, head],
        "earlier_tail": earlier[row, tail],
        "near_mean": mean(near),
        "near_tail": near[row, tail],
        "announced": mean(announced),
    }


def _most(values: Floats | Numbers, segments: Numbers) -> Floats:
    """Return the greatest value of the segment of each; segments rise."""
    begins = _new(segments)
    greatest = np.maximum.reduceat(values, begins).astype(np.float64)
    found: Floats = np.repeat(greatest, np.diff(np.append(begins, len(values))))
    return found


def _places_in_segments(starts: Numbers, segments: Numbers) -> Numbers:
    """Return how many phrases of the segment of each begin before it; segments rise."""
    begins = _new(segments)
    found = np.empty(len(starts), dtype=np.int64)
    found[np.lexsort((starts, segments))] = np.arange(len(starts)) - np.repeat(
        begins, np.diff(np.append(begins, len(starts)))
    )
    return found


def _have_digits(text: str, words: Words, around: Surroundings, places: Numbers) -> Truths:
    """Return which words have a digit; each is looked at once, however often it comes."""
    inside = np.minimum(places - around.first, len(around.forms) - 1)
    _, firsts, owners = np.unique(around.forms[inside], return_index=True, return_inverse=True)
    at = inside.ravel()[firsts] + around.first
    spans = zip(words.starts[at].tolist(), words.ends[at].tolist(), strict=True)
    digits = [any(map(str.isdigit, text[start:end])) for start, end in spans]
    found: Truths = np.array(digits, dtype=bool)[owners.reshape(places.shape)]
    return found


def _new(segments: Numbers) -> Numbers:
    """Return where each segment begins in a row of segments that rise."""
    return np.flatnonzero(np.append(True, np.diff(segments) != 0))


class Buckets(NamedTuple):
    """The buckets of the words of phrases: of the kept ones, -1 for none, and of some others."""

    terms: Numbers
    first: Numbers
    last: Numbers
    endings: Numbers
    beginnings: Numbers
    before: Numbers
    after: Numbers
    links: Numbers

    @classmethod
    def of(cls, facts: TextFacts, phrases: Phrases, some: Numbers) -> "Buckets":
        """Find the buckets of some phrases."""
        document, around = facts.document, phrases.around
        text, words, language = document.text, document.columns.words, document.language
        once = phrases.starts[phrases.edges[:-1][some]]
        sizes = phrases.lengths[phrases.edges[:-1][some]]
        held = held_words(facts.terms, once, sizes)
        distinct, owners = np.unique(held[held >= 0], return_inverse=True)
        names = facts.names
        of_terms = [_bucket_of_term(language, names[term]) for term in distinct.tolist()]
        terms = np.full(held.shape, -1)
        terms[held >= 0] = np.array(of_terms, dtype=np.int64)[owners]
        starts = once - around.first
        ends = starts + sizes - 1
        last = len(around.forms) - 1
        before, after = np.maximum(starts - 1, 0), np.minimum(ends + 1, last)
        # The first function word in each, or the place behind all words where there is none.
        width = held.shape[1]
        places = np.minimum(starts[:, None] + np.arange(width), last)
        is_link = (around.kinds[places] == PhraseKind.LINK) | (
            around.kinds[places] == PhraseKind.AND
        )
        is_link &= np.arange(width) < sizes[:, None]
        link = starts + is_link.argmax(axis=1)
        none = last + 1
        spots = np.stack(
            (
                starts,
                ends,
                ends,
                starts,
                np.where((starts > 0) & around.touches[before], before, none),
                np.where((ends < last) & around.touches[ends], after, none),
                np.where(is_link.any(axis=1), link, none),
            )
        )
        forms = np.append(around.forms, -1)[spots]
        wanted, place, owner = np.unique(forms, return_index=True, return_inverse=True)
        at = spots.ravel()[place] + around.first
        written = [
            "" if form < 0 else text[begin:end].lower()
            for form, begin, end in zip(
                wanted.tolist(),
                words.starts[np.minimum(at, len(words.starts) - 1)].tolist(),
                words.ends[np.minimum(at, len(words.ends) - 1)].tolist(),
                strict=True,
            )
        ]
        table = np.array([_buckets_of(language, word) for word in written], dtype=np.int64)
        found = table.reshape(-1, len(_ROLES))[
            owner.reshape(spots.shape), np.arange(len(_ROLES))[:, None]
        ]
        return cls(terms, *found)

    def columns(self, priors: Priors) -> dict[str, Floats]:
        """Return what was learnt of the words."""
        kept = self.terms >= 0
        values = np.where(kept, priors.words[self.terms], 0.0)
        common = np.where(kept, priors.common[self.terms], 0.0)
        row = np.arange(len(kept))
        return {
            "prior_mean": values.sum(axis=1) / np.maximum(1, np.count_nonzero(kept, axis=1)),
            "prior_most": values.max(axis=1, where=kept, initial=-9.0),
            "prior_least": values.min(axis=1, where=kept, initial=9.0),
            "first_prior": priors.first[self.first],
            "last_prior": priors.last[self.last],
            "ending_prior": priors.endings[self.endings],
            "beginning_prior": priors.beginnings[self.beginnings],
            "before_prior": priors.before[self.before],
            "after_prior": priors.after[self.after],
            "link_prior": priors.links[self.links],
            "common_mean": common.sum(axis=1) / np.maximum(1, np.count_nonzero(kept, axis=1)),
            "common_most": common.max(axis=1, where=kept, initial=0.0),
            "common_least": common.min(axis=1, where=kept, initial=9.0),
            "common_head": common[row, kept.argmax(axis=1)],
            "common_tail": common[row, kept.shape[1] - 1 - kept[:, ::-1].argmax(axis=1)],
        }


def held_words(terms: Rows, starts: Numbers, lengths: Numbers) -> Numbers:
    """Return what the words of phrases count as, a row for each, -1 for what is not kept."""
    width = int(lengths.max(initial=1))
    places = np.minimum(starts[:, None] + np.arange(width), len(terms) - 1)
    held: Numbers = terms[places].astype(np.int64)
    held[np.arange(width) >= lengths[:, None]] = -1
    return held


def _is_maximal(phrases: Phrases, first: int, size: int, inside: tuple[Numbers, Numbers]) -> Truths:
    """Return which occurrences lie in no longer phrase that begins or ends elsewhere."""
    starts, lengths = phrases.starts - first, phrases.lengths
    furthest = np.zeros(size + 1, dtype=np.int64)
    np.maximum.at(furthest, starts, starts + lengths)
    # How far those reach that begin before a word.
    reach = np.append(0, np.maximum.accumulate(furthest)[:-1])
    begins, lasts = inside
    found: Truths = (furthest[begins] == lasts + 1) & (reach[begins] < lasts + 1)
    return found


def _log(counts: Numbers) -> Floats:
    """Return logarithms of whole numbers from 1 on, the same on every processor."""
    return _of_counts(math.log, counts.astype(np.int64))


def _of_counts(function: Callable[[float], float], counts: Numbers) -> Floats:
    """Apply a function of the C library to counts from 1 on, of which many are equal."""
    table = one_by_one(function, np.arange(1, counts.max(initial=0) + 1))
    return table[counts - 1]
