"""The way in: from a text in some format to a document, and from a folder to labelled ones."""

from collections.abc import Iterator
from itertools import chain
from os import PathLike

import numpy as np

from tmima.document import Analyzer, ColumnAnalyzer
from tmima.errors import TmimaError
from tmima.files import files_below, read_text
from tmima.formats import choi
from tmima.formats.format import Format
from tmima.formats.prose import LINES, PROSE
from tmima.registry import Registry
from tmima.values import Document, Sentences, Spans, Words

AUTO = "auto"
# Offsets have 32 bits.
_LONGEST = 2**31 - 1

formats: Registry[Format] = Registry(
    "format", "tmima.formats", {each.name: each for each in (PROSE, LINES, choi.CHOI)}
)


def found_format(text: str) -> str:
    """Return the name of the format that a text has; prose if none is recognised.

    >>> found_format("==========\\nA cat.\\n=========="), found_format("A cat.\\n==========")
    ('choi', 'text')
    """
    for name in formats:
        try:
            recognises = formats[name].recognises
        except TmimaError:
            # What another package announces but cannot load must not stand in the way of ours.
            continue
        if recognises is not None and recognises(text):
            return name
    return PROSE.name


def read(text: str, analyzer: Analyzer, *, format: str | Format = PROSE.name) -> Document:
    """Find the paragraphs, sentences and words of a text.

    Args:
        text: the text; it is kept as it is.
        analyzer: what finds sentences and words.
        format: the name of a format, a format of one's own, or "auto" to find it from the text.
    """
    if isinstance(format, str):
        format = formats[found_format(text) if format == AUTO else format]
    layout = format.lay_out(text, analyzer)
    paragraphs = [sentences for sentences in layout.paragraphs if sentences]
    if not paragraphs:
        raise TmimaError(
            f"the text is empty: {len(text)} characters and no sentence among them"
            if text
            else "the text is empty"
        )
    if len(text) > _LONGEST:
        raise TmimaError(f"the text has {len(text)} characters, more than {_LONGEST}: part it")
    spans = Spans.of(chain.from_iterable(paragraphs))
    edges = np.cumsum([0, *map(len, paragraphs)]).astype(np.int32)
    words = (
        analyzer.word_columns(text, spans)
        if isinstance(analyzer, ColumnAnalyzer)
        else Words.of(analyzer.tokens(text, list(spans)))
    )
    return Document(
        text=text,
        language=analyzer.language,
        sentences=Sentences(spans, words),
        paragraphs=Spans.tiling(edges),
        truth=layout.truth,
    )


def labelled_texts(
    folder: str | PathLike[str], analyzer: Analyzer
) -> Iterator[tuple[str, Document]]:
    """Yield the texts in Choi's format below a folder, each with its path, analyzed."""
    files = files_below(folder)
    if not files:
        raise TmimaError(f"{folder} holds no text")
    for name, path in files.items():
        text = read_text(path)
        if not choi.parse(text).sentences:
            raise TmimaError(f"{path} holds no sentence")
        yield name, read(text, analyzer, format=choi.CHOI)
