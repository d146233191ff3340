"""The way in: from a text in some format to a document, and from a folder to labelled ones."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from os import PathLike

import numpy as np

from tmima.errors import TmimaError, plain_text
from tmima.files import files_below, read_text
from tmima.formats import choi
from tmima.formats.documents import lay_out_document
from tmima.formats.format import AnyFormat, DocumentFormat, Format, Layout, TranscriptFormat
from tmima.formats.html import HTML, HTML_MAIN
from tmima.formats.markdown import MARKDOWN
from tmima.formats.plain import LINES, PROSE
from tmima.registry import Registry
from tmima.text import Analyzer, ColumnAnalyzer, Document, Origin, Sentences, Spans, Timeline, Words

AUTO = "auto"
# Offsets have 32 bits.
_LONGEST = 2**31 - 1

formats: Registry[AnyFormat] = Registry(
    "format",
    "tmima.formats",
    {
        **{each.name: each for each in (PROSE, LINES, choi.CHOI)},
        # In the order in which a text is tried: whatever only a header tells comes first.
        "vtt": "tmima.formats.captions:VTT",
        "srt": "tmima.formats.captions:SRT",
        "whisper": "tmima.formats.speech_json:WHISPER",
        "whisper.cpp": "tmima.formats.speech_json:WHISPER_CPP",
        "json3": "tmima.formats.speech_json:JSON3",
        "podcast": "tmima.formats.speech_json:PODCAST",
        "turns": "tmima.formats.turns:TURNS",
        **{each.name: each for each in (MARKDOWN, HTML, HTML_MAIN)},
    },
)


def found_format(text: str, *, among: tuple[type[AnyFormat], ...] | None = None) -> str:
    """Return the name of the format that a text has; prose if none is recognised.

    >>> found_format("==========\\nA cat.\\n=========="), found_format("A cat.\\n==========")
    ('choi', 'text')
    >>> found_format("WEBVTT\\n\\n00:01.000 --> 00:02.000\\nA cat.")
    'vtt'
    """
    # Other packages are looked through only where any format is asked for: it takes time.
    for name in formats if among is None else formats.built_in:
        try:
            format = formats[name]
        except TmimaError:
            # What another package announces but cannot load must not stand in the way of ours.
            continue
        if among is not None and not isinstance(format, among):
            continue
        if format.recognises is not None and format.recognises(text):
            return name
    return PROSE.name


def format_of(text: str, told: str | AnyFormat | None) -> AnyFormat:
    """Return the format of a text: the one that was told, "auto", or what it clearly is.

    That is a transcript or a page, or else prose.
    """
    if told is None:
        return formats[found_format(text, among=(TranscriptFormat, DocumentFormat))]
    if isinstance(told, str):
        return formats[found_format(text) if told == AUTO else told]
    return told


def heard(text: str, format: str | AnyFormat | None) -> str | Timeline | Origin:
    """Return what is said in a transcript or read in a document; of any other text, itself."""
    text = plain_text(text)
    known = format_of(text, format)
    if isinstance(known, TranscriptFormat):
        return known.hear(text)
    return known.take(text) if isinstance(known, DocumentFormat) else text


def read(
    text: str | Timeline | Origin,
    analyzer: Analyzer,
    *,
    format: str | AnyFormat | None = PROSE.name,
) -> Document:
    """Find the paragraphs, sentences and words of a text.

    Args:
        text: the text; it is kept as it is. Of a transcript, the text is what is said, of a
            document what is read of it.
        analyzer: what finds sentences and words.
        format: the name of a format, a format of one's own, "auto" to find it from the text, or
            nothing for a transcript or a page if it is one and else prose.
    """
    if isinstance(text, str):
        text = plain_text(text)
        known = format_of(text, format)
        if isinstance(known, Format):
            return _document(text, known.lay_out(text, analyzer), analyzer)
        text = known.hear(text) if isinstance(known, TranscriptFormat) else known.take(text)
    if isinstance(text, Origin):
        layout = lay_out_document(text, analyzer)
        return replace(_document(text.text, layout, analyzer), origin=text)
    if text.faults and not text.cues:
        raise TmimaError(f"nothing with a time was found in the transcript: {text.faults[0]}")
    from tmima.formats.speech import lay_out

    return replace(_document(text.text, lay_out(text, analyzer), analyzer), timeline=text)


def _document(text: str, layout: Layout, analyzer: Analyzer) -> Document:
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
        sentences=Sentences(spans, words.not_kept(Spans.of(layout.apart))),
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
