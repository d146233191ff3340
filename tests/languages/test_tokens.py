"""Words in columns: found as by the plain patterns, and seen as sentences of tokens."""

import pickle
from itertools import pairwise

import numpy as np
import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

import tmima
from tmima.formats import read
from tmima.kernel import twin_text
from tmima.languages import sentences
from tmima.languages import tokens as rules
from tmima.languages.el import spans as greek
from tmima.languages.language import Language
from tmima.languages.sentences import SentenceSplitter
from tmima.text import (
    LINE_BREAK,
    Document,
    Sentence,
    Sentences,
    Span,
    Spans,
    Token,
    Units,
    Words,
    kept_sequence,
    layout,
    visible_span,
)

compiled = pytest.importorskip(
    "tmima.kernel._text", reason="the package was installed without a C compiler"
)

# Every kind of character that some rule knows, and those beyond the table.
ALPHABET = (
    "abzABZ αβτιώΏςΣόΌ ΓπχΧμΠ.,;:!?…'’΄-–‐_@/%‰«»()[]\"*+123٣๑²½Ⅷ"
    " \n\t\x1c\u00a0\u00ad\u200b\u0301\ufeff日本〇カタไทยกำเຂ한אب😀𝒜𝟙"
)
WORDS = ("σελ", "2019", "μακροσκελής")
texts = st.lists(st.sampled_from([*ALPHABET, *WORDS * 3]), max_size=80).map("".join)
SCANNERS = {
    "joined": (rules._word_classes(True), rules._next_word_joining_apostrophes),
    "parted": (rules._word_classes(False), rules._next_word_splitting_at_apostrophes),
    "greek": (greek.word_classes(), greek.next_word, greek.LONGEST_SHORT),
}


def plain_spans(scanner: str, text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Return what the pattern alone finds, one word after the other."""
    if scanner == "greek":
        return greek.spans(text, start, end)
    pattern = rules._JOINED if scanner == "joined" else rules._PARTED
    words = [match.span() for match in pattern.finditer(text, start, end)]
    return [span for word in words for span in rules._word_or_character_pairs(text, *word)]


@pytest.mark.parametrize("scanner", SCANNERS)
@pytest.mark.parametrize("scan", [compiled.scan_words, twin_text.scan_words])
@given(text=texts, data=st.data())
def test_words_are_scanned_as_the_patterns_find_them(scanner, scan, text, data):
    places = st.integers(0, len(text))
    cuts = sorted(data.draw(st.sets(places, max_size=6)))
    spans = Spans.of(pairwise(cuts))
    edges, starts, ends = scan(text, spans.starts, spans.ends, *SCANNERS[scanner])
    found = list(zip(starts.tolist(), ends.tolist(), strict=True))
    expected = [plain_spans(scanner, text, *span) for span in spans]
    assert found == [span for one in expected for span in one]
    assert np.diff(edges).tolist() == [len(one) for one in expected]


@pytest.mark.parametrize("scan", [compiled.scan_words, twin_text.scan_words])
def test_short_greek_words_keep_the_stop_or_apostrophe_that_is_theirs(scan):
    words = [*(f"{word}." for word in greek._ABBREVIATED), *(f"{word}'" for word in greek._ELIDED)]
    text = " ".join(words)
    _, starts, ends = scan(text, *map(np.int32, ([0], [len(text)])), *SCANNERS["greek"])
    assert [text[start:end] for start, end in zip(starts, ends, strict=True)] == words


@pytest.mark.parametrize(
    "number", [compiled.number_distinct_words, twin_text.number_distinct_words]
)
@given(words=st.lists(st.text(st.sampled_from("abγ日😀"), max_size=3)))
def test_words_are_numbered_as_they_come(number, words):
    text = "".join(words)
    ends = np.cumsum([0, *map(len, words)]).astype(np.int32)
    numbers, places = number(text, ends[:-1], ends[1:])
    distinct = list(dict.fromkeys(words))
    assert [words[place] for place in places] == distinct
    assert [distinct[each] for each in numbers] == words


@pytest.mark.parametrize("cut", [compiled.slice_words, twin_text.slice_words])
@given(words=st.lists(st.text(st.sampled_from("abγ日😀\ud800"), max_size=3)))
def test_words_are_cut_out_whatever_their_letters(cut, words):
    ends = np.cumsum([0, *map(len, words)]).astype(np.int32)
    assert cut("".join(words), ends[:-1], ends[1:]) == words


def test_thousands_of_words_are_numbered():
    words = [f"{number:05}" for number in range(5000)] * 2
    ends = np.arange(len(words) + 1, dtype=np.int32) * 5
    numbers, _ = compiled.number_distinct_words("".join(words), ends[:-1], ends[1:])
    assert numbers.tolist() == [*range(5000)] * 2


_ROWS = st.lists(st.floats(-9, 9), min_size=3, max_size=3)
_KEYS = st.sampled_from([("a",), ("b", "c"), ("d",)])


@given(st.lists(st.dictionaries(_KEYS, _ROWS), max_size=9), st.data())
def test_rows_are_summed_table_after_table(tables, data):
    """The last bit decides between equals, so the order of the sum is the twin's."""
    some = st.one_of(st.none(), _KEYS)
    keys = data.draw(st.lists(some, min_size=len(tables), max_size=len(tables)))
    indices = data.draw(st.lists(st.integers(0, 2), max_size=4))
    assert compiled.sum_weight_rows(tables, keys, indices) == twin_text.sum_weight_rows(
        tables, keys, indices
    )


SENTENCES = (
    Sentence(0, 4, (Token(0, 2, "A", "NOUN", True), Token(3, 4, ".", "PUNCT", False))),
    Sentence(5, 6, ()),
    Sentence(7, 12, (Token(7, 9, "b", "", True), Token(10, 12, "a", "X", True))),
)


def test_columns_are_seen_as_what_they_were_made_of():
    columns = Sentences.of(SENTENCES)
    assert columns == SENTENCES
    assert tuple(columns) == SENTENCES
    assert [columns[index] for index in range(-3, 3)] == [*SENTENCES, *SENTENCES]
    assert columns[1:] == SENTENCES[1:]
    assert repr(columns) == repr(SENTENCES)
    assert columns != SENTENCES[:2]
    assert pickle.loads(pickle.dumps(columns)) == SENTENCES
    with pytest.raises(IndexError):
        columns[3]
    part = columns.words.part(1, 3)
    assert list(part.by_sentence()) == [one.tokens for one in SENTENCES[1:]]


def test_a_document_of_tokens_has_the_units_of_its_columns():
    document = Document("A. . b a    ", "en", SENTENCES, (Span(0, 2), Span(2, 3)))
    units = Units.of(document)
    assert units.vocabulary == ("a", "b")
    assert units.terms.tolist() == [0, 0, 1]
    assert units.starts.tolist() == [0, 1, 1, 3]
    assert units.words.tolist() == [1, 0, 2]
    sequence, owners = kept_sequence(units)
    assert (sequence.tolist(), owners.tolist()) == ([0, 1, 0], [0, 2, 2])
    paragraphs = Units.of(document, "paragraphs")
    assert paragraphs.words.tolist() == [1, 2]
    assert list(paragraphs.runs) == [(0, 2), (2, 3)]


class TokensOnly:
    """The words of another analyzer, given as tokens."""

    def __init__(self, language: str) -> None:
        self._inner = tmima.analyzer(language)
        self.language, self.split, self.tokens = language, self._inner.split, self._inner.tokens


@pytest.mark.parametrize("language", ["el", "en"])
def test_an_analyzer_of_tokens_gives_the_same_document(language, sample):
    text = sample[:4000] if language == "el" else "The cats' ships sail. Don't stop; a cat can't."
    own = read(text, tmima.analyzer(language))
    assert read(text, TokensOnly(language)) == own
    assert isinstance(own.columns.words, Words)


# Every kind of mark around a stop, and those beyond the table.
STOPS = (
    "abiX αΣ1٣ \n\t\u00a0.!?…;。！．:,'\"”»)]([«/-*_\u200b\u200e\u00ad\ufeff།ไ字ⅷªé\x1c😀𝒜𑁇\ud800"
)
marked = st.lists(
    st.one_of(
        st.sampled_from(
            ["Dr.", "etc.", "U.S.", " vi.", "12.", "[12]", "word", ". ", ".” ", "end."]
        ),
        st.sampled_from(STOPS),
    ),
    max_size=40,
).map("".join)
SHORT = frozenset({"dr", "etc"})


@given(text=marked, data=st.data())
def test_kernel_and_twin_find_the_same_sentences(text, data):
    language = Language(code="en", normalise="plain", abbreviations=SHORT)
    splitter = SentenceSplitter(language, str.isupper)
    cuts = sorted(data.draw(st.sets(st.integers(0, len(text)), max_size=4)))
    spans = Spans.of(pairwise(cuts))
    given_text = (
        text,
        spans.starts,
        spans.ends,
        sentences._stop_classes(),
        SHORT,
        splitter._classify_stop,
    )
    for one, other in zip(
        compiled.find_sentences(*given_text), twin_text.find_sentences(*given_text), strict=True
    ):
        assert one.tolist() == other.tolist()
    found = (text, spans.starts, spans.ends, layout._visible_classes(), visible_span)
    for one, other in zip(compiled.trim_spans(*found), twin_text.trim_spans(*found), strict=True):
        assert one.tolist() == other.tolist()


@given(text=st.text(st.sampled_from("ab \n\r\v\f\x85\u2028\u2029é😀"), max_size=30))
def test_kernel_and_twin_find_the_same_lines(text):
    starts, ends = compiled.find_lines(text)
    assert [each.tolist() for each in twin_text.find_lines(text)] == [
        starts.tolist(),
        ends.tolist(),
    ]
    assert [text[start:end] for start, end in zip(starts, ends, strict=True)] == regex.split(
        LINE_BREAK.pattern, text
    )


@given(text=marked)
def test_sentences_are_those_between_the_stops_of_the_pattern(text):
    """The kernel looks at few stops; all of them are looked at here."""
    language = Language(code="en", normalise="plain", abbreviations=SHORT)
    splitter = SentenceSplitter(language, str.isupper)
    start, expected = 0, []
    for found in splitter._candidate.finditer(text):
        if found["ideographic"] is not None or splitter._is_sentence_end(text, start, found):
            expected.append((start, found.end()))
            start = found.end()
    tight = [visible_span(text, *span) for span in [*expected, (start, len(text))]]
    whole = splitter.split(text, Spans.of([(0, len(text))]))
    assert list(whole.sentences) == [span for span in tight if span is not None]
