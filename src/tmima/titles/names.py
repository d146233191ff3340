"""A title and keywords for each segment: its heading, or the phrases that tell it from the rest.

A segment that is a section, or begins with a heading, is called as its author called it. Of any
other, a word weighs more that it holds often, the text elsewhere less, and that comes soon
(`kernel.word_weights`). A phrase weighs what its words weigh together, divided by a power of their
number, and more if it comes again. The best phrase is the title, with the next best where that says
nearly as much. `benchmarks/titles.py` chose the constants.
"""

import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from tmima import kernel
from tmima.errors import TmimaError
from tmima.formats import ends_sentence
from tmima.kernel.arrays import Floats, Rows, one_by_one
from tmima.languages import conjunction, joined, written_alone
from tmima.segmentation import LEAST_CONFIDENCE
from tmima.text import (
    Document,
    Section,
    Segmentation,
    Units,
    Words,
    heading_sentences,
    heading_words,
    visible_span,
)
from tmima.titles.noun_phrases import Numbers, phrases_of

LONGEST = 39
"""Characters of a title at the most, unless it is the document's own heading: platforms cut off, or
refuse, what has more."""

_KEYWORDS = 5
# What the weight of k words together is divided by: a power of k. Keywords are shorter than titles.
_TITLE_POWER, _KEYWORD_POWER = 0.5, 0.75
_AGAIN = 0.5
# A title of one word says little, one in an oblique case begins in the middle of a sentence.
_ALONE, _OBLIQUE = 0.5, 0.5
_LISTED = 3
# The next best phrase joins the title if it weighs such a share of the best.
_NEARLY = 0.3
# So many first letters in common make two words forms of one.
_STEM = 4
# Of a heading; what is longer is no name.
_LONGEST_HEADING = 100
# Where more of the sentences look like headings, none is one: a list, or lines without full stops.
_MOST_HEADINGS = 1 / 3
# What the weight of a sentence's words is divided by, and its characters: neither too long a
# sentence nor a cry sums a passage up.
_SENTENCE_POWER = 0.6
_SHORTEST_SUMMARY, _LONGEST_SUMMARY = 40, 300
_SPEAKER = re.compile(r"^\W{0,2}[^\W\d_][^:\n.!?]{0,40}:\W{0,2}\s(?=\S)")
# Phrases are found of segments with so many words at a time: they take far more memory than words.
_WORDS_AT_A_TIME = 1 << 14
# Characters of a sentence in which the first words of a segment are looked for.
_SEEN = 400


class Name(NamedTuple):
    """What a segment is called, what it is about, and the sentence that says most of it.

    Attributes:
        title: its heading or a phrase of its text.
        keywords: phrases of its text, the most telling first.
        summary: its most central whole sentence, in its own words; empty if none is whole.
    """

    title: str = ""
    keywords: tuple[str, ...] = ()
    summary: str = ""


def names(
    document: Document,
    units: Units,
    segmentation: Segmentation,
    avoid: Sequence[frozenset[str]] = (),
) -> list[Name]:
    """Name the segments of a text by phrases as they stand in it.

    Titles begin with a capital, have fewer than 40 characters (headings are as their author wrote
    them) and differ from each other wherever the text has enough phrases. Where no phrase has two
    words that tell, a title lists three; a segment without any word that is kept is called by its
    beginning.

    Args:
        document: the text.
        units: of it.
        segmentation: its segments.
        avoid: for each segment, titles in small letters that it is not to have.
    """
    namer = _Namer(document, units, segmentation, avoid)
    return [namer.name(segment) for segment in range(len(segmentation))]


class _Namer:
    """The phrases of a text, ranked for each segment."""

    def __init__(
        self,
        document: Document,
        units: Units,
        segmentation: Segmentation,
        avoid: Sequence[frozenset[str]],
    ) -> None:
        self._document = document
        self._avoid = avoid
        self._avoided: frozenset[str] = frozenset()
        self._outline = document.outline.above(LEAST_CONFIDENCE)
        self._offsets = [units.edges[place] for place in (0, *segmentation.boundaries)]
        shown = visible_span(document.text, *self._offsets[:2])
        self._offsets[0] = self._offsets[0] if shown is None else shown.start
        self._sentences = [0, *(units.runs[last - 1][1] for last in segmentation.boundaries)]
        words = document.columns.words
        self._terms = _terms(words)
        of_words = kernel.word_weights(self._terms, words.edges, np.array(self._sentences))
        self._sums = np.concatenate(([0.0], np.cumsum(of_words)))
        self._central = _centrality(self._sums, words)
        self._first = self._last = 0
        self._used: set[frozenset[int] | str] = set()
        self._headings = self._told_headings()
        self._body = np.ones(len(document.sentences), dtype=bool)
        self._body[list(self._headings)] = False
        lengths = document.columns.spans.ends - document.columns.spans.starts
        self._fit = (lengths >= _SHORTEST_SUMMARY) & (lengths <= _LONGEST_SUMMARY) & self._body

    def name(self, segment: int) -> Name:
        """Return the name of a segment, another than those that were named before."""
        if segment >= self._last:
            self._find_phrases(segment)
        keywords = tuple(map(self._written, self._disjoint(segment)))
        self._avoided = self._avoid[segment] if self._avoid else frozenset()
        title = self._section(segment)
        if not title:
            title = (
                self._heading(segment)
                or self._phrase(segment)
                or self._list(keywords)
                or self._beginning(segment)
            )
            title = title[:1].upper() + title[1:]
        self._used.add(title.lower())
        return Name(title, keywords, self._summary(segment))

    def _find_phrases(self, segment: int) -> None:
        """Rank the phrases of a segment, and those of as many after it as are found together."""
        before = self._document.columns.words.edges[self._sentences]
        last = int(np.searchsorted(before, before[segment] + _WORDS_AT_A_TIME, side="right")) - 1
        self._first, self._last = segment, max(last, segment + 1)
        together = np.array(self._sentences[segment : self._last + 1])
        self._phrases = phrases_of(self._document, self._terms, together, longest=LONGEST)
        weights, sizes = self._weights(), self._phrases.sizes
        alone = np.where(sizes == 1, _ALONE, 1.0)
        self._scores = alone * weights / _powers(sizes, _TITLE_POWER)
        self._titles = self._ranked(self._scores)
        self._keywords = self._ranked(weights / _powers(sizes, _KEYWORD_POWER))

    def _summary(self, segment: int) -> str:
        """Return the whole sentence whose words weigh most, of a fit length if there is one.

        Neither headings nor names of speakers are any part of it.
        """
        first, last = self._sentences[segment : segment + 2]
        central = self._central[first:last]
        for allowed in (self._fit[first:last], self._body[first:last]):
            weights = np.where(allowed, central, 0.0)
            for place in np.argsort(-weights, kind="stable")[: np.count_nonzero(weights)].tolist():
                start, end = self._document.columns.spans[first + place]
                sentence = " ".join(_SPEAKER.sub("", self._document.text[start:end]).split())
                if _is_whole(sentence):
                    return sentence
        return ""

    def _told_headings(self) -> frozenset[int]:
        """Return the sentences that are headings; by their looks alone only where they are few."""
        document = self._document
        found = frozenset(heading_sentences(document))
        enough = document.origin is not None or (
            len(found) <= _MOST_HEADINGS * len(document.sentences)
        )
        return found if enough else frozenset()

    def _heading(self, segment: int) -> str:
        """Return the heading that a segment begins with, if no other has been called so."""
        first = self._sentences[segment]
        if first not in self._headings:
            return ""
        start, end = self._document.columns.spans[first]
        return self._if_free(heading_words(self._document.text[start:end]))

    def _section(self, segment: int) -> str:
        """Return what the author calls a segment: by its sections, or by the document's title.

        One section gives its heading, two both, more the first two, or that of the section that
        they make up. Whatever begins with a heading and is not all of its section is called by it,
        the beginning of a document by the document's title.
        """
        start, end = self._offsets[segment : segment + 2]
        outline = self._outline
        whole = outline.whole_sections(start, end)
        if len(whole) > 1:
            return self._if_free(self._all_of(whole)) or self._if_free(_row_of(whole))
        begun = whole[0] if whole else outline.begun_at(start)
        if begun is None:
            return "" if segment else self._if_free(outline.title)
        parent = "" if begun.parent is None else outline.sections[begun.parent].heading
        return self._if_free(begun.heading) or (
            self._if_free(f"{parent}: {begun.heading}") if parent and begun.heading else ""
        )

    def _all_of(self, whole: Sequence[Section]) -> str:
        """Return the heading of the section that some sections make up, if they do."""
        sections = self._outline.sections
        if whole[0].parent is None:
            return self._outline.title if whole[0].run_start == sections[0].run_start else ""
        parent = sections[whole[0].parent]
        first = sections[whole[0].parent + 1]
        covers = first.run_start == whole[0].run_start and parent.run_end == whole[-1].run_end
        return parent.heading if covers else ""

    def _if_free(self, title: str) -> str:
        """Return a title that the author wrote, if it is short and no other segment's."""
        title = " ".join(title.split())
        named = len(title) <= _LONGEST_HEADING and any(map(str.isalnum, title))
        taken = title.lower() in self._used or title.lower() in self._avoided
        return title if named and not taken else ""

    def _phrase(self, segment: int) -> str:
        """Return the best phrase that is no other segment's; none if it is a single word.

        The next best joins it where that says nearly as much and there is room.
        """
        ranked = self._titles[segment - self._first].tolist()
        for place, phrase in enumerate(ranked):
            held = self._held(phrase)
            terms = frozenset(held)
            if len(terms) < len(held) or terms in self._used:
                continue
            self._used.add(terms)
            if self._phrases.sizes[phrase] == 1:
                return ""
            title = self._written(phrase)
            # "Inputs and secrets and files" reads like a stammer.
            row = conjunction(self._document.language) in title.split()
            for other in () if row else ranked[place + 1 :]:
                if self._scores[other] < _NEARLY * self._scores[phrase]:
                    break
                # What stands there once may be a slip of the tongue, or no noun at all.
                once = self._phrases.count(other) == 1
                if once or not terms.isdisjoint(self._held(other)):
                    continue
                more = self._written(other)
                both = joined([title, more], self._document.language)
                if len(both) <= LONGEST and not _akin(title, more) and self._may_be(both):
                    return both
            if self._may_be(title):
                return title
        return ""

    def _list(self, keywords: tuple[str, ...]) -> str:
        """Return some keywords in a row that are no other segment's title."""
        for first in range(len(keywords)):
            row = [keywords[first]]
            for keyword in keywords[first + 1 : first + _LISTED]:
                longer = joined([*row, keyword], self._document.language)
                row += [keyword] if len(longer) <= LONGEST else []
            title = joined(row, self._document.language)
            if title.lower() not in self._used and self._may_be(title):
                return title
        return ""

    def _may_be(self, title: str) -> bool:
        return title.lower() not in self._avoided

    def _beginning(self, segment: int) -> str:
        """Return the first words of a segment, without what a format has written between."""
        text, spans = self._document.text, self._document.columns.spans
        first, last = self._sentences[segment : segment + 2]
        # No title has more sentences than characters.
        begin = [
            text[start:end][:_SEEN] for start, end in spans[first : min(last, first + LONGEST)]
        ]
        words = " ".join(begin).split()
        title = ""
        for word in words:
            longer = f"{title} {word}".strip()
            if len(longer) > LONGEST:
                break
            title = longer
        return title or "".join(words[:1])[:LONGEST]

    def _disjoint(self, segment: int) -> Iterator[int]:
        """Yield the best phrases that share no word with a better one."""
        taken: set[int] = set()
        count = 0
        for phrase in self._keywords[segment - self._first].tolist():
            terms = set(self._held(phrase))
            if taken.isdisjoint(terms):
                taken |= terms
                count += 1
                yield phrase
            if count == _KEYWORDS:
                return

    def _held(self, phrase: int) -> list[int]:
        """Return the kept words of a phrase, by number."""
        place = self._phrases.edges[phrase]
        start = self._phrases.starts[place]
        held = self._terms[start : start + self._phrases.lengths[place]]
        return [term for term in held.tolist() if term >= 0]

    def _written(self, phrase: int) -> str:
        """Return a phrase as the segment writes it most often, in the nominative if it does.

        What the word after a phrase does to the last one of it is left where that word stands.
        """
        words, text = self._document.columns.words, self._document.text
        firsts, lasts = self._phrases.places(phrase)
        spans = zip(words.starts[firsts].tolist(), words.ends[lasts].tolist(), strict=True)
        last_word = written_alone(self._document.language)
        counts: Counter[str] = Counter()
        for written, count in Counter(text[start:end] for start, end in spans).items():
            *before, last = written.split()
            counts[" ".join([*before, last_word(last)])] += count
        return counts.most_common(1)[0][0]

    def _weights(self) -> Floats:
        """Return the weight of each phrase, whatever its number of words."""
        phrases, once, sums = self._phrases, self._phrases.edges[:-1], self._sums
        first = phrases.starts[once]
        together = sums[first + phrases.lengths[once]] - sums[first]
        again = 1.0 + _AGAIN * _of_counts(math.log, np.diff(phrases.edges))
        found: Floats = together * again * np.where(phrases.nominatives > 0, 1.0, _OBLIQUE)
        return found

    def _ranked(self, scores: Floats) -> list[Numbers]:
        """Return the phrases of each segment, the best first; of equals the one that is first."""
        segments, starts = self._phrases.segments, self._phrases.starts[self._phrases.edges[:-1]]
        order = np.lexsort((starts, -scores, segments))
        parts = np.searchsorted(segments, np.arange(self._last - self._first + 1))
        return [order[first:last] for first, last in pairwise(parts.tolist())]


def _row_of(sections: Sequence[Section]) -> str:
    """Return the headings of sections in a row, two at the most."""
    one, other = (section.heading for section in sections[:2])
    return f"{one}; {other}" if len(sections) == 2 else f"{one}; {other}; …"


def _akin(one: str, other: str) -> bool:
    """Tell whether two phrases hold forms of one word, as far as its first letters tell.

    >>> _akin("pole elektryczne", "polu elektrycznym"), _akin("rye dough", "ovens")
    (True, False)
    """
    beginnings = [
        {word[:_STEM].lower() for word in phrase.split() if len(word) >= _STEM}
        for phrase in (one, other)
    ]
    return not beginnings[0].isdisjoint(beginnings[1])


def _is_whole(sentence: str) -> bool:
    """Tell whether a sentence begins and ends as one does, in a script that has capitals.

    >>> _is_whole("Tides turn."), _is_whole("and turn."), _is_whole("Tides:"), _is_whole("潮汐")
    (True, False, False, True)
    """
    letter = next(filter(str.isalpha, sentence), "")
    # A small letter has another title case, a capital another lower case: other letters have none.
    if letter.lower() == letter == letter.title():
        return True
    first = next(filter(str.isalnum, sentence))
    return first == first.title() and ends_sentence(sentence)


def _centrality(sums: Floats, words: Words) -> Floats:
    """Return of each sentence what its words weigh, divided by a power of their number."""
    counts = np.maximum(1, np.diff(words.edges)).astype(np.int64)
    together = sums[words.edges[1:]] - sums[words.edges[:-1]]
    found: Floats = together / _powers(counts, _SENTENCE_POWER)
    return found


def _terms(words: Words) -> Rows:
    """Return what each word counts as, by number, -1 if it is not kept."""
    numbers: dict[str, int] = {}
    of_sense = [
        numbers.setdefault(lemma.lower(), len(numbers)) if kept else -1
        for lemma, _, kept in words.senses
    ]
    return np.array(of_sense, dtype=np.int32)[words.numbers]


def _of_counts(function: Callable[[float], float], counts: Numbers) -> Floats:
    """Apply a function of the C library to counts from 1 on, of which many are equal."""
    table = one_by_one(function, np.arange(1, counts.max(initial=0) + 1))
    return table[counts - 1]


def _powers(counts: Numbers, power: float) -> Floats:
    return _of_counts(lambda count: math.pow(count, power), counts)


def retitled(names: Sequence[Name], titles: Sequence[str]) -> list[Name]:
    """Return names with other titles, one for each; they may be of any length.

    >>> retitled([Name("wet coats", ("coats",))], ["The bus"])
    [Name(title='The bus', keywords=('coats',), summary='')]
    """
    if isinstance(titles, str) or not isinstance(titles, Sequence):
        raise TmimaError(f"`titles=` must return a list of titles, not {titles!r}")
    if len(titles) != len(names):
        raise TmimaError(f"`titles=` returned {len(titles)} titles for {len(names)} segments")
    for title in titles:
        if not isinstance(title, str):
            raise TmimaError(f"`titles=` must return strings, not {title!r}")
    return [name._replace(title=title) for name, title in zip(names, titles, strict=True)]
