"""A title and keywords for each segment: its heading, or the phrases that tell it from the rest.

A segment that is a section, or begins with a heading, is called as its author called it. Of any
other, a word weighs more that it holds often, the text elsewhere less, and that comes soon
(`kernel.word_weights`). A phrase weighs what its words weigh together, divided by a power of their
number, and more if it comes again: that gives the keywords, and the candidates for the title, of
which `ranking` chooses by what was learnt from the titles of others and from readers. A part of a
talk that only greets or says farewell, and a beginning without a subject, are called so.
"""

import math
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import chain, islice, pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tmima import kernel
from tmima.errors import TmimaError
from tmima.formats import ends_sentence
from tmima.kernel.arrays import Floats, Rows, one_by_one
from tmima.languages import (
    HEAD_LAST,
    INFLECTED,
    begins_oblique,
    conjunction,
    in_nominative,
    in_plural,
    introduction,
    tells_nominatives,
    written_alone,
)
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
from tmima.titles.noun_phrases import Numbers, Phrases, phrases_of
from tmima.titles.phrase_features import FEATURES, TextFacts, features_of
from tmima.titles.ranking import Ranker, shipped
from tmima.titles.talk import frame_of, names_in

LONGEST = 39
"""Characters of a title at the most, unless it is the document's own heading: platforms cut off, or
refuse, what has more."""

MOST_CANDIDATES = 30
"""Of a segment, that are looked at closely."""

_KEYWORDS = 5
# What the weight of k words together is divided by: a power of k. Keywords are shorter than titles.
_TITLE_POWER, _KEYWORD_POWER = 0.5, 0.75
_AGAIN = 0.5
# A title of one word says little, one in an oblique case begins in the middle of a sentence.
_ALONE, _OBLIQUE = 0.5, 0.5
# The first of so many segments at least is an introduction, if it is no longer than most, if so
# much of it is said again in others, and if less is expected of its best phrase.
_FEWEST_INTRODUCED, _SAID_AGAIN, _INTRODUCED = 3, 0.4, 0.5
_SUBJECT, _AFTER_GAP, _BEFORE_CONTENT, _CAPITAL_FIRST = map(
    FEATURES.index, ("subject", "after_gap", "before_content", "capital_first")
)
PAIRED = 6
"""Of so many of the best phrases two may be the title together."""
# What a reader says of a pair, from 0 to 1: a number, and so much of what he is expected to say of
# both, and for each sentence that has both, of so many.
_OF_BOTH, _TOGETHER = (-0.04, 0.4, 0.04), 4
# What a pair may be worth less than the better of the two: it tells more.
_LESS_FOR_BOTH = 0.15
# An English title is a plural where its segment has so many of them for each singular.
_PLURAL = 0.3
# Words of what a phrase is always a part of, at the most; times that a part of one comes again.
_LARGEST, _OFTEN = 4, 2
# Of a title: a letter says nothing.
_SHORTEST = 2
# Of a heading; what is longer is no name.
_LONGEST_HEADING = 100
# Where more of the sentences look like headings, none is one: a list, or lines without full stops.
_MOST_HEADINGS = 1 / 3
# Marked as a heading; said by somebody; an item of a list; a number.
_MARKED, _NUMBER = re.compile(r"#{1,6}\s"), re.compile(r"\S*\d\S*")
_SAID = re.compile(r"[^\W\d_][^\n:.!?]{0,40}: .*[.!?…]\Z", re.DOTALL)
_ITEM = re.compile(r"\W*[^\W\d_][).]")
_MOST_NUMBERS = 3
_CAPITAL_INSIDE = re.compile(r"[^\W\d_A-Z][^\W\d_]{0,3}[A-Z]")
# What has so many words and ends with one that is not kept breaks off.
_LONG_HEADING = 7
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
    them) and differ from each other wherever the text has enough phrases. A segment without any
    word that is kept is called by its beginning.

    Args:
        document: the text.
        units: of it.
        segmentation: its segments.
        avoid: for each segment, titles in small letters that it is not to have.
    """
    namer = Namer(document, units, segmentation, avoid)
    return [namer.name(segment) for segment in range(len(segmentation))]


class Namer:
    """The phrases of a text, ranked for each segment."""

    def __init__(
        self,
        document: Document,
        units: Units,
        segmentation: Segmentation,
        avoid: Sequence[frozenset[str]],
        ranker: Ranker | None = None,
    ) -> None:
        self._ranker = shipped() if ranker is None else ranker
        self._document = document
        self._avoid = avoid
        self._avoided: frozenset[str] = frozenset()
        self._outline = document.outline.above(LEAST_CONFIDENCE)
        self._offsets = [units.edges[place] for place in (0, *segmentation.boundaries)]
        shown = visible_span(document.text, *self._offsets[:2])
        self._offsets[0] = self._offsets[0] if shown is None else shown.start
        self._sentences = [0, *(units.runs[last - 1][1] for last in segmentation.boundaries)]
        words = document.columns.words
        self._terms, self._term_names = _terms(words)
        people = names_in(document)
        if people:
            self._terms = np.where(_is_called_so(document, people), np.int32(-1), self._terms)
        of_words = kernel.word_weights(self._terms, words.edges, np.array(self._sentences))
        self._of_words = of_words
        self.facts = TextFacts.of(document, self._terms, self._term_names, self._sentences)
        self._sums = np.concatenate(([0.0], np.cumsum(of_words)))
        self._central = _centrality(self._sums, words)
        self._first = self._last = 0
        self._used: set[frozenset[int] | str] = set()
        self._headings = self._told_headings()
        self._told = frozenset(heading.start for heading in self._outline.headings)
        self._body = np.ones(len(document.sentences), dtype=bool)
        self._body[list(self._headings)] = False
        lengths = document.columns.spans.ends - document.columns.spans.starts
        self._fit = (lengths >= _SHORTEST_SUMMARY) & (lengths <= _LONGEST_SUMMARY) & self._body

    def name(self, segment: int) -> Name:
        """Return the name of a segment, another than those that were named before."""
        if segment >= self._last:
            self._find_phrases(segment)
        keywords = tuple(map(self.as_written, self._disjoint(segment)))
        self._avoided = self._avoid[segment] if self._avoid else frozenset()
        title = self._section(segment)
        if not title:
            title = (
                self._heading(segment)
                or self._frame(segment)
                or self._phrase(segment)
                or self._beginning(segment)
            )
            title = begun_large(title)
        self._used.add(title.lower())
        return Name(title, keywords, self._summary(segment))

    def looked_at(self) -> Iterator[tuple[int, Phrases, Numbers, Floats, Floats]]:
        """Yield the candidates, from the first segment on: for learning which is best.

        Each time the number of the first segment, the phrases of some, the candidates among them,
        their features and what each weighs as a title.
        """
        while self._last < len(self._sentences) - 1:
            self._find_phrases(self._last)
            some = self._candidates
            yield self._first, self._phrases, some, self._features, self._scores[some]

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
        self._candidates = np.concatenate([row[:MOST_CANDIDATES] for row in self._titles])
        ranks = np.concatenate([np.arange(min(len(row), MOST_CANDIDATES)) for row in self._titles])
        self._features = (
            features_of(
                self.facts,
                self._phrases,
                self._first,
                self._candidates,
                ranks,
                self._scores[self._candidates],
                self._of_words,
                self._ranker.priors,
            )
            if len(self._candidates)
            else np.zeros((0, len(FEATURES)))
        )
        values = self._ranker.values(self._features)
        self._rows = {phrase: row for row, phrase in enumerate(self._candidates.tolist())}
        self._values: dict[int, float] = dict(
            zip(self._candidates.tolist(), values.tolist(), strict=True)
        )
        segments = self._phrases.segments[self._candidates]
        order = np.lexsort(
            (self._phrases.starts[self._phrases.edges[self._candidates]], -values, segments)
        )
        parts = np.searchsorted(segments, np.arange(self._last - self._first + 1))
        self._ranked_titles = [
            self._candidates[order[first:last]] for first, last in pairwise(parts.tolist())
        ]
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

    def _can_name(self, place: int) -> bool:
        """Tell whether a sentence that looks like a heading could name what comes after it.

        No item of a list does, nothing that somebody says, and no line that ends in the middle.
        """
        found = self._headings
        start, end = self._document.columns.spans[place]
        text = self._document.text[start:end]
        if self._document.origin is not None or start in self._told or _MARKED.match(text):
            return True
        if {place - 1, place + 1} <= found or {place + 1, place + 2} <= found:
            return False
        words = self._document.columns.words
        first, last = words.edges[place : place + 2].tolist()
        breaks_off = last - first >= _LONG_HEADING and not (
            words.senses[int(words.numbers[last - 1])].kept or text[-1] == "?"
        )
        numbers = len(_NUMBER.findall(text))
        said = self._document.speech is not None or _SAID.match(text)
        return not (breaks_off or said or numbers >= _MOST_NUMBERS or _ITEM.match(text))

    def _heading(self, segment: int) -> str:
        """Return the heading that a segment begins with, if no other has been called so."""
        first = self._sentences[segment]
        if first not in self._headings or not self._can_name(first):
            return ""
        start, end = self._document.columns.spans[first]
        return self._if_free(heading_words(self._document.text[start:end]))

    def _frame(self, segment: int) -> str:
        """Return what a part of a talk is called that only greets, says farewell or the like."""
        last = len(self._sentences) - 2
        if not last:
            return ""
        start, end = self._offsets[segment : segment + 2]
        name = frame_of(self._document, start, end, is_first=segment == 0, is_last=segment == last)
        if not name:
            return ""
        again = (f"{name} {number}" for number in range(2, last + 2))
        return next(filter(self._is_free, (name, *again)), "")

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

    def ranked(self, segment: int) -> list[int]:
        """Return the candidates of a segment that was named or comes next, the best first."""
        found: list[int] = self._ranked_titles[segment - self._first].tolist()
        return found

    def _phrase(self, segment: int) -> str:
        """Return the phrase that is worth most as a title, if no other segment has it."""
        ranked = self.ranked(segment)
        if segment == 0 and self._is_introduction(self._values[ranked[0]] if ranked else None):
            title = introduction(self._document.language)
            if self._is_free(title):
                return title
        # What tells nothing, or stands in another case, only where nothing else is left.
        fit = filter(self.is_fit, ranked)
        wholes = filter(self.is_fit, (self._whole(one, ranked) for one in fit))
        for phrase in chain(wholes, filter(self.is_fit, ranked), ranked):
            held = self.held(phrase)
            terms = frozenset(held)
            title = self.as_title(phrase)
            taken = len(terms) < len(held) or terms in self._used
            if taken or len(title) < _SHORTEST or not self._is_free(title):
                continue
            self._used.add(terms)
            return self._title_of_pair(phrase, ranked) or title
        return ""

    def _title_of_pair(self, phrase: int, ranked: Sequence[int]) -> str:
        """Return a pair of a phrase and another that is worth nearly as much, if there is one."""
        found, best = "", max(0.0, self._values[phrase] - _LESS_FOR_BOTH)
        others = list(islice(filter(self.is_fit, ranked), PAIRED))
        for other in others if phrase in others else ():
            value = self._value_of_pair(phrase, other)
            if value > best:
                in_order = self._values[phrase] >= self._values[other]
                both = self.pair(phrase, other) if in_order else self.pair(other, phrase)
                if both and self._is_free(both):
                    found, best = both, value
        return found

    def _value_of_pair(self, one: int, other: int) -> float:
        """Return what a reader is expected to say of two phrases together.

        Nothing of two that come only once, or that no sentence has both of.
        """
        if min(self._phrases.count(one), self._phrases.count(other)) < _OFTEN:
            return 0.0
        together = len(self._sentences_of(one) & self._sentences_of(other))
        values: float = self._values[one] + self._values[other]
        said = _OF_BOTH[0] + _OF_BOTH[1] * values + _OF_BOTH[2] * min(together, _TOGETHER)
        return said if together else 0.0

    def pair(self, one: int, other: int) -> str:
        """Return a title of two phrases, if they share no word and are short enough together."""
        language = self._document.language
        if not conjunction(language) or language in INFLECTED:
            return ""
        if not set(self.held(one)).isdisjoint(self.held(other)):
            return ""
        written = self.as_title(other)
        if not self._features[self._rows[other], _CAPITAL_FIRST]:
            written = written[:1].lower() + written[1:]
        link = conjunction(language, written)
        both = f"{self.as_title(one)} {link} {written}"
        return both if len(both) <= LONGEST and both.split().count(link) == 1 else ""

    def _sentences_of(self, phrase: int) -> set[int]:
        """Return the sentences in which a phrase stands."""
        first, last = self._phrases.edges[phrase : phrase + 2]
        edges = self._document.columns.words.edges
        return set(np.searchsorted(edges, self._phrases.starts[first:last], side="right").tolist())

    def is_fit(self, phrase: int) -> bool:
        """Tell whether a phrase is whole, and a nominative as far as its language tells."""
        row = self._features[self._rows[phrase]]
        language = self._document.language
        if language in INFLECTED and not row[_SUBJECT] and not row[_AFTER_GAP]:
            return False
        # What another noun always follows is half of a phrase (*members of the club* committee).
        if language in HEAD_LAST and row[_BEFORE_CONTENT] == 1:
            return False
        first = int(self._phrases.starts[self._phrases.edges[phrase]])
        words = self._document.columns.words
        if begins_oblique(language, self._document.text[words.starts[first] : words.ends[first]]):
            return False
        known = self._phrases.nominatives[phrase] or not tells_nominatives(language)
        return bool(known or self._in_nominative(phrase))

    def _whole(self, phrase: int, ranked: Sequence[int]) -> int:
        """Return the phrase that one is always a part of, or the part of it that comes again."""
        count, held = self._phrases.count(phrase), set(self.held(phrase))
        found, size = phrase, int(self._phrases.sizes[phrase])
        for other in ranked:
            own, others = int(self._phrases.sizes[other]), self._phrases.count(other)
            if others == count > 1 and size < own <= _LARGEST and held < set(self.held(other)):
                found, size = other, own
        if count == 1 and found == phrase:
            for other in ranked:
                often = self._phrases.count(other) >= _OFTEN
                if often and self._phrases.sizes[other] > 1 and held > set(self.held(other)):
                    return other
        return found

    def _is_introduction(self, value: float | None) -> bool:
        """Tell whether the first segment is better called an introduction than by a phrase."""
        lengths = np.diff(self._offsets)
        return bool(
            introduction(self._document.language)
            and self._document.speech is None
            and len(lengths) >= _FEWEST_INTRODUCED
            and lengths[0] <= lengths.mean()
            and (value is None or (value < _INTRODUCED and self._share_said_again() >= _SAID_AGAIN))
        )

    def _share_said_again(self) -> float:
        """Return how much of the words of the first segment are words of others, too."""
        facts, size = self.facts, max(1, len(self._term_names))
        first = facts.pairs < size
        counts = facts.counts[first]
        again = facts.segments[facts.pairs[first]] > 1
        return float(counts[again].sum() / max(1, counts.sum()))

    def _is_free(self, title: str) -> bool:
        """Tell whether no other segment is called so."""
        return title.lower() not in self._used and title.lower() not in self._avoided

    def _beginning(self, segment: int) -> str:
        """Return how the first sentence of a segment begins whose beginning names no other.

        What a format has written between sentences is left out, and so is a last full stop.
        """
        text, spans = self._document.text, self._document.columns.spans
        first, last = self._sentences[segment : segment + 2]
        found = []
        # A sentence of marks alone, as a row of dots, names nothing where words come.
        for start, end in spans[first : min(last, first + LONGEST)]:
            title = _first_words(text[start:end][:_SEEN])
            if any(map(str.isalnum, title)):
                if self._is_free(title):
                    return title
                found.append(title)
        start, end = spans[first]
        return found[0] if found else _first_words(text[start:end][:_SEEN])

    def _disjoint(self, segment: int) -> Iterator[int]:
        """Yield the best phrases that share no word with a better one."""
        taken: set[int] = set()
        count = 0
        for phrase in self._keywords[segment - self._first].tolist():
            terms = set(self.held(phrase))
            if taken.isdisjoint(terms):
                taken |= terms
                count += 1
                yield phrase
            if count == _KEYWORDS:
                return

    def held(self, phrase: int) -> list[int]:
        """Return the kept words of a phrase, by number."""
        place = self._phrases.edges[phrase]
        start = self._phrases.starts[place]
        held = self._terms[start : start + self._phrases.lengths[place]]
        return [term for term in held.tolist() if term >= 0]

    def as_written(self, phrase: int) -> str:
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
        ((most, often),) = counts.most_common(1)
        if _has_dot(text, int(words.starts[firsts[0]])):
            return f".{most}"
        if self._document.language == "en" and len(counts) > 1:
            plurals = (f"{most}s", f"{most}es", f"{most[:-1]}ies")
            # With a capital where a sentence begins.
            of_plurals = [counts[form] + counts[begun_large(form)] for form in plurals]
            best = max(range(len(plurals)), key=of_plurals.__getitem__)
            if of_plurals[best] >= _PLURAL * often:
                most = plurals[best] if counts[plurals[best]] else begun_large(plurals[best])
        known = self._phrases.nominatives[phrase]
        return most if known else self._in_nominative(phrase) or most

    def as_title(self, phrase: int) -> str:
        """Return a phrase as it is written where it stands alone: what is counted as a plural."""
        written = self.as_written(phrase)
        firsts = self._phrases.places(phrase)[0]
        is_bare = self._phrases.sizes[phrase] == self._phrases.lengths[self._phrases.edges[phrase]]
        if not is_bare or not written[-1:].islower():
            return written
        *others, last = written.split(" ")
        plural = in_plural(self._document.language, last, self._words_before(firsts))
        return " ".join((*others, plural)) if plural else written

    def _words_before(self, places: Numbers) -> list[str]:
        """Return the words that stand before words of the text, in small letters."""
        words = self._document.columns.words
        some = np.maximum(places - 1, 0)
        spans = zip(words.starts[some].tolist(), words.ends[some].tolist(), strict=True)
        return [self._document.text[start:end].lower() for start, end in spans]

    def _in_nominative(self, phrase: int) -> str:
        """Return a phrase that never is a nominative as one, if its language can tell it."""
        words, text = self._document.columns.words, self._document.text
        first = int(self._phrases.starts[self._phrases.edges[phrase]])
        some = slice(first, first + int(self._phrases.lengths[self._phrases.edges[phrase]]))
        spans = zip(words.starts[some].tolist(), words.ends[some].tolist(), strict=True)
        senses = [words.senses[number] for number in words.numbers[some].tolist()]
        forms = [text[start:end] for start, end in spans]
        return in_nominative(self._document.language, forms, senses)

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


def _has_dot(text: str, start: int) -> bool:
    """Tell whether a name in capitals is written with a full stop before it.

    >>> _has_dot("on .NET", 4), _has_dot("it ended. So", 10), _has_dot("e.g.So", 4)
    (True, False, False)
    """
    dotted = text[start - 1 : start] == "." and text[start : start + 2].isupper()
    return dotted and not text[:start][-2:-1].strip()


def _first_words(text: str) -> str:
    """Return as many words of a sentence as a title may have, without a full stop at its end.

    >>> _first_words("And so it was."), _first_words("Who went, and who stayed behind that year?")
    ('And so it was', 'Who went, and who stayed behind that')
    """
    words = text.split()
    title = ""
    for word in words:
        longer = f"{title} {word}".strip()
        if len(longer) > LONGEST:
            break
        title = longer
    title = title or "".join(words[:1])[:LONGEST]
    return title.removesuffix(".") if title[-2:-1].isalnum() else title


def _row_of(sections: Sequence[Section]) -> str:
    """Return the headings of sections in a row, two at the most."""
    one, other = (section.heading for section in sections[:2])
    return f"{one}; {other}" if len(sections) == 2 else f"{one}; {other}; …"


def begun_large(title: str) -> str:
    """Return a title with a capital, unless its first word has one inside.

    >>> begun_large("old harbour"), begun_large("eBPF maps")
    ('Old harbour', 'eBPF maps')
    """
    return title if _CAPITAL_INSIDE.match(title) else title[:1].upper() + title[1:]


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


def _terms(words: Words) -> tuple[Rows, list[str]]:
    """Return what each word counts as, by number, -1 if it is not kept; and by number its name."""
    numbers: dict[str, int] = {}
    of_sense = [
        numbers.setdefault(lemma.lower(), len(numbers)) if kept else -1
        for lemma, _, kept in words.senses
    ]
    return np.array(of_sense, dtype=np.int32)[words.numbers], list(numbers)


def _is_one_of(document: Document, forms: Collection[str]) -> NDArray[np.bool_]:
    """Return which words of a document are written as some are, or have a possessive behind."""
    words, text = document.columns.words, document.text
    numbers, places = kernel.number_distinct_words(text, words.starts, words.ends)
    spans = zip(words.starts[places].tolist(), words.ends[places].tolist(), strict=True)
    written = (text[start:end].replace("’", "'").removesuffix("'s") for start, end in spans)
    found: NDArray[np.bool_] = np.array([word in forms for word in written], dtype=bool)[numbers]
    return found


def _is_called_so(document: Document, people: Collection[str]) -> NDArray[np.bool_]:
    """Return which words are names of people, or stand in capitals beside one (*Uncle* Bob)."""
    words, text = document.columns.words, document.text
    found = _is_one_of(document, people)
    beside = found.copy()
    for place in np.flatnonzero(found).tolist():
        for other in (place - 1, place + 1):
            if 0 <= other < len(found):
                left, right = sorted((place, other))
                between = text[words.ends[left] : words.starts[right]]
                beside[other] |= between == " " and text[words.starts[other]].isupper()
    return beside


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
