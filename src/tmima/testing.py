"""The checks that our own methods, similarities, analyzers and formats pass, for those of others.

Each function goes through a list of small checks and raises `CheckError` at the first that fails,
with what was seen. Nothing but the thing itself is needed:

    from tmima.testing import check_method
    check_method(MyMethod())
"""

from collections.abc import Callable, Sequence
from copy import deepcopy
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tmima import languages
from tmima.errors import TmimaError
from tmima.formats import Format, parse_text, read
from tmima.kernel.arrays import Floats
from tmima.methods import Method
from tmima.segmentation import (
    Admissible,
    Parameters,
    Prepared,
    Programme,
    TextCost,
    programme,
)
from tmima.segmenter import Segmenter
from tmima.similarity import Bounded, Measure, Similarity
from tmima.text import Analyzer, Segmentation, Span, visible_span

_TOPICS = (
    ("The harbour was full of ships. ", "Every ship waited for the tide. ", "The tide was late. "),
    ("Bakers rise early. ", "The baker kneads the dough. ", "Good dough needs good flour. "),
    ("The judge heard a witness. ", "A witness swore an oath. ", "The judge gave a verdict. "),
)
TEXTS = {
    "topics": "".join(sentence for topic in _TOPICS for sentence in topic * 2),
    "one sentence": "The cat sleeps on the warm roof.",
    "two sentences": "The cat sleeps. The ship sails.",
    "no kept word": "It is. We are. You do. They were. She has.",
    "unknown words": "Zxqv bnmk. Wrtp zxqv. Plkj hgfd. Mnbv plkj.",
    "repeated sentence": "The same ship sails. " * 12,
    "paragraphs": "\n\n".join("".join(topic) for topic in _TOPICS),
    "emoji and accents": "Ένα 🚢 φεύγει. Cafe\u0301 noir! Το 🚢 γυρίζει;\r\n\r\nNaïve café.",
    "white space": "\ufeff  One ship.\u00a0 Two ships.\t\n\n  Three ships.   ",
}


# What limits, offsets and joined chunks go wrong on in splitters.
CHUNKED = {
    **TEXTS,
    "one long word": "y" * 700,
    "one long sentence": "the ship waited for the tide, " * 40,
    "no spaces": "船が港で潮を待つ、" * 60,
    "emoji": "👨‍👩‍👧‍👦👍🏽" * 40,
    "repeated paragraphs": "The same ship sails.\n\n" * 30,
    "much white space": "A ship." + " " * 500 + "\n" * 200 + "A baker.",
    "accents": "Το πλοίο περίμενε στο λιμάνι· ο φούρναρης ζύμωνε. Ήρθε η παλίρροια; " * 12,
}


class CheckError(AssertionError):
    """A check that failed: which, and what was seen."""


def check_method(
    method: Method,
    *,
    accepts_count: bool = True,
    needs_count: bool = False,
    language: str = "en",
) -> None:
    """Check that a method keeps the promises of `tmima.Method`.

    Every text is cut into segments that cover it; the same text gives the same answer; the text is
    left alone; a number of segments is obeyed; a text of one sentence, without kept words or with
    unknown ones is no error; through a `Segmenter` the segments joined are the text.

    Args:
        method: ready to be used, trained if it must be.
        accepts_count: whether it can be given a number of segments.
        needs_count: whether it must be.
        language: of the texts that it is tried on.
    """
    if not isinstance(method, Method):
        raise CheckError(f"a method has segment(text, *, n_segments=None); {method!r} has not")
    reader = Segmenter(language=language)
    for name, content in TEXTS.items():
        text = reader.prepare(content)
        count = min(3, len(text)) if needs_count else None
        before = [part.copy() for part in _arrays_of(text)]
        found = method.segment(text, n_segments=count)
        if not isinstance(found, Segmentation) or found.size != len(text):
            raise CheckError(f"{name}: {found!r} does not cover {len(text)} units")
        if method.segment(text, n_segments=count) != found:
            raise CheckError(f"{name}: the same text gave two answers")
        if not all(map(np.array_equal, before, _arrays_of(text))):
            raise CheckError(f"{name}: the method changed the text")
        if accepts_count:
            _check_counts(method, text, name)
        result = Segmenter(method=method, language=language, n_segments=count).segment(content)
        if "".join(segment.text for segment in result) != content:
            raise CheckError(f"{name}: the segments joined are not the text")


def _arrays_of(text: Prepared) -> list[NDArray[Any]]:
    return [text.sequence, text.owners, text.units.terms, text.units.words]


def _check_counts(method: Method, text: Prepared, name: str) -> None:
    for count in (1, 2, 5):
        if count <= len(text):
            segmentation = method.segment(text, n_segments=count)
            if len(segmentation) != count:
                raise CheckError(
                    f"{name}: {len(segmentation)} segments where {count} were asked for"
                )


def check_similarity(measure: Measure, *, language: str = "en") -> None:
    """Check that what a measure makes keeps the promises of `tmima.Similarity`.

    It has a row for each unit; its columns are the same in any blocks and reach down to the
    diagonal; entries are finite and each is listed once; within a reach the entries are those of
    the whole. If it tells a bound (`largest_block`), no square on the diagonal holds more. A text
    is cut by its columns as the plain programme cuts it by the whole matrix.
    """
    for name, content in TEXTS.items():
        units = Segmenter(language=language).prepare(content).units
        similarity = measure(units)
        if len(similarity) != len(units):
            raise CheckError(f"{name}: {len(similarity)} rows for {len(units)} units")
        whole = _dense(similarity, len(units), None)
        for width in (1, 2, 5):
            if not np.array_equal(_dense(similarity, width, None), whole):
                raise CheckError(f"{name}: other values in blocks of {width} columns")
        for reach in (0, 1, 3):
            near = np.triu(whole) - np.triu(whole, reach + 1)
            dense = _dense(similarity, len(units), reach)
            if not np.array_equal(np.triu(dense) - np.triu(dense, reach + 1), near):
                raise CheckError(f"{name}: other values within a reach of {reach}")
        if isinstance(similarity, Bounded):
            _check_bound(similarity, whole, name)
        cost = TextCost.of(Parameters(), units.lengths("sentences"))
        cut = Programme(similarity, cost).optimum().segmentation
        matrix = whole + np.triu(whole, 1).T
        wanted = programme.cheapest(matrix, cost, Admissible.everything(len(units)))
        if wanted is None or cut != wanted.segmentation:
            raise CheckError(f"{name}: cut at {cut.cuts} by its columns, {wanted} by its matrix")


def _dense(similarity: Similarity, width: int, reach: int | None) -> Floats:
    size = len(similarity)
    matrix = np.zeros((size, size))
    for first in range(0, size, width):
        block = similarity.columns(first, min(size, first + width), reach)
        columns = block.columns()
        if (block.rows > columns).any() or (block.rows < 0).any():
            raise CheckError("a column lists rows below the diagonal")
        if len(set(zip(block.rows.tolist(), columns.tolist(), strict=True))) != len(block.rows):
            raise CheckError("a column lists a row twice")
        if not np.isfinite(block.values).all():
            raise CheckError("a similarity is not a finite number")
        matrix[block.rows, columns] = block.values
    return matrix


def _check_bound(similarity: Bounded, above: Floats, name: str) -> None:
    whole = above + np.triu(above, 1).T
    size = len(whole)
    for count in range(1, size + 1):
        bound = similarity.largest_block(count)
        sums = [whole[a : a + count, a : a + count].sum() for a in range(size - count + 1)]
        if max(sums) > bound * (1 + 1e-9) + 1e-9 or min(sums) < 0:
            raise CheckError(
                f"{name}: a square of {count} units holds {max(sums)}, the bound is {bound}"
            )


def check_analyzer(analyzer: Analyzer) -> None:
    """Check that an analyzer keeps the promises of `tmima.Analyzer`.

    Sentences lie in their paragraph in order, apart and without white space around them; words lie
    in their sentence in order; every word has a lemma, a tag (perhaps empty) and is kept or not.
    """
    if not isinstance(analyzer.language, str) or not analyzer.language:
        raise CheckError(f"an analyzer tells the code of its language, not {analyzer.language!r}")
    for name, content in TEXTS.items():
        paragraph = Span(0, len(content))
        sentences = analyzer.split(content, paragraph)
        _check_order(name, "sentence", sentences, paragraph)
        for start, end in sentences:
            if visible_span(content, start, end) != Span(start, end):
                raise CheckError(f"{name}: the sentence {content[start:end]!r} is not tight")
        words = analyzer.tokens(content, sentences)
        if len(words) != len(sentences):
            raise CheckError(f"{name}: words of {len(words)} sentences for {len(sentences)}")
        for sentence, tokens in zip(sentences, words, strict=True):
            for token in tokens:
                if not (isinstance(token.lemma, str) and isinstance(token.tag, str)):
                    raise CheckError(f"{name}: {token!r} has no lemma or tag")
                if token.kept and not token.term:
                    raise CheckError(f"{name}: {token!r} is kept but is no word")
            inside = [Span(token.start, token.end) for token in tokens]
            # Scripts without spaces are read as overlapping pairs, so words may overlap.
            _check_order(name, "word", inside, Span(*sentence), apart=False)


def check_language(code: str) -> None:
    """Check a language that is registered: its analyzer, and that a text of it can be cut."""
    analyzer = languages.analyzer(code)
    if analyzer.language != code:
        raise CheckError(f"the analyzer of {code!r} says it is of {analyzer.language!r}")
    check_analyzer(analyzer)
    for name, content in TEXTS.items():
        result = Segmenter(language=code).segment(content)
        if "".join(segment.text for segment in result) != content:
            raise CheckError(f"{name}: the segments joined are not the text")


def check_format(format: Format, samples: Sequence[str], *, language: str = "en") -> None:
    """Check that a format keeps the promises of `tmima.Format`.

    Sentences lie in the text in order and apart; paragraphs tile them; the truth, if it tells one,
    covers them; segments joined are the text, marks of the format included.

    Args:
        format: the format.
        samples: texts in it, at least one.
        language: of the texts.
    """
    if not samples:
        raise CheckError("a format is checked on samples: give at least one")
    analyzer = languages.analyzer(language)
    for content in samples:
        if format.recognises is not None and not format.recognises(content):
            raise CheckError(f"the format does not recognise {content[:40]!r}")
        # Of a transcript, the text is what is said, of a document what is read of it.
        source = parse_text(content, format)
        document = read(source, analyzer, format=format)
        spans = [Span(sentence.start, sentence.end) for sentence in document.sentences]
        text = source.text
        _check_order(content[:40], "sentence", spans, Span(0, len(text)))
        if document.truth is not None and document.truth.size != len(spans):
            raise CheckError(f"the truth covers {document.truth.size} of {len(spans)} sentences")
        result = Segmenter(format=format, language=language).segment(content)
        if "".join(segment.text for segment in result) != text:
            raise CheckError(f"the segments of {content[:40]!r} joined are not the text")
    with_nothing = _error_of(lambda: read("", analyzer, format=format))
    if with_nothing is None:
        raise CheckError("an empty text must be refused")


class Chunk(NamedTuple):
    """What a splitter of a framework made of a part of a text."""

    text: str
    start: int
    end: int
    metadata: dict[str, Any]


Split = Callable[[Sequence[str], Sequence[dict[str, Any]]], Sequence[Sequence[Chunk]]]
"""From texts and the metadata of each to the chunks of each."""


def check_splitter(
    split: Split,
    *,
    max_size: int,
    size: Callable[[str], int] = len,
    copies: Sequence[Split] = (),
) -> None:
    """Check that an adapter for a framework keeps what all of ours promise.

    Chunks joined are the text and stand where they say; none is larger than the limit, whatever the
    text; a text that is empty or blank has none and disturbs no other; metadata are copied, not
    shared; the same texts give the same chunks, one by one and together.

    Args:
        split: the adapter in use: it calls the framework and says what came out.
        max_size: the limit that the adapter was given.
        size: how large a text is, as the limit counts.
        copies: the same by adapters that were pickled or serialised and made again.
    """
    texts = ["", *CHUNKED.values(), " \n\t"]
    given = [{"name": name, "tags": ["a"]} for name in ("empty", *CHUNKED, "blank")]
    before = deepcopy(given)
    chunked = [list(chunks) for chunks in split(texts, given)]
    if given != before:
        raise CheckError("the metadata of a text were changed")
    for text, own, chunks in zip(texts, given, chunked, strict=True):
        name = own["name"]
        if "".join(chunk.text for chunk in chunks) != (text if text.strip() else ""):
            raise CheckError(
                f"{name}: the chunks joined are not the text, or a blank text has some"
            )
        for chunk in chunks:
            if text[chunk.start : chunk.end] != chunk.text:
                raise CheckError(f"{name}: {chunk.text[:40]!r} does not stand at {chunk.start}")
            if size(chunk.text) > max_size:
                raise CheckError(f"{name}: a chunk of {size(chunk.text)}, the limit is {max_size}")
            if not own.items() <= chunk.metadata.items():
                raise CheckError(f"{name}: {chunk.metadata} lacks the metadata of its text")
        tags = [id(own["tags"]), *(id(chunk.metadata["tags"]) for chunk in chunks)]
        if len(set(tags)) < len(tags):
            raise CheckError(f"{name}: metadata are shared")
    for other in (split, *copies):
        again = [
            chunks
            for text, own in zip(texts, given, strict=True)
            for chunks in other([text], [own])
        ]
        if [list(chunks) for chunks in again] != chunked:
            raise CheckError(f"{other!r} gives other chunks of the same texts, one by one")


def _check_order(
    name: str, what: str, spans: Sequence[Span], within: Span, *, apart: bool = True
) -> None:
    for before, after in pairwise([Span(within.start, within.start), *spans]):
        if after.start < (before.end if apart else before.start) or after.end > within.end:
            raise CheckError(f"{name}: the {what} {after} is out of place after {before}")
        if after.start >= after.end:
            raise CheckError(f"{name}: the {what} {after} is empty")


def _error_of(work: Callable[[], object]) -> TmimaError | None:
    try:
        work()
    except TmimaError as error:
        return error
    return None
