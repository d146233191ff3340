"""Texts to learn from: folders and lists of them, as documents."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from os import PathLike
from typing import Any, Protocol

from tmima.errors import TmimaError, marked_message, shortened
from tmima.files import Folder, files_below
from tmima.formats.format import Format
from tmima.formats.opening import labelled_texts, open_file, read
from tmima.text import Analyzer, Document, Segmentation

Labelled = str | Document | tuple[str | Document, Segmentation | Sequence[int]]
"""A text that tells its true segments, or a text with the ends of its segments in sentences."""


class Reader(Protocol):
    """What reads texts, as a segmenter does."""

    @property
    def format(self) -> str | Format | None:
        """Of the texts, if it is told."""
        ...

    def read(self, text: str | Document) -> Document:
        """Find the sentences and words of a text."""
        ...

    def analyzer_for(self, text: str) -> Analyzer:
        """Return what finds them."""
        ...


def labelled_documents(texts: Folder | Iterable[Labelled], reader: Reader) -> Iterator[Document]:
    """Yield texts as documents that know their truth."""
    if isinstance(texts, str | PathLike):
        analyzer = reader.analyzer_for(next(texts_of(texts)))
        for _, document in labelled_texts(texts, analyzer):
            yield _require_truth(document)
        return
    for item in _require_iterable(texts):
        if isinstance(item, tuple) and len(item) == 2:
            yield _with_truth(reader.read(item[0]), item[1])
        else:
            yield _require_truth(reader.read(item))


def plain_documents(texts: Folder | Iterable[str | Document], reader: Reader) -> Iterator[Document]:
    """Yield texts as documents."""
    if not isinstance(texts, str | PathLike):
        yield from map(reader.read, _require_iterable(texts))
        return
    analyzer = reader.analyzer_for(next(texts_of(texts)))
    for path in files_below(texts).values():
        try:
            yield read(open_file(path, format=reader.format), analyzer, format=reader.format)
        except TmimaError as error:
            raise TmimaError(f"{path}: {marked_message(error)}") from None


def texts_of(given: Folder | Iterable[str] | None) -> Iterator[str]:
    """Yield texts, or those of a folder one by one."""
    if not isinstance(given, str | PathLike):
        for text in given or ():
            if not isinstance(text, str):
                raise TmimaError(f"`background=` must be texts or a folder, not {text!r}")
            yield text
        return
    files = files_below(given)
    if not files:
        raise TmimaError(f"{given} holds no text")
    for path in files.values():
        yield open_file(path).text


def _require_iterable(texts: Any) -> Iterable[Any]:
    if not isinstance(texts, Iterable):
        raise TmimaError(f"texts must be a folder or a list of texts, not {shortened(texts)}")
    return texts


def _require_truth(document: Document) -> Document:
    """Refuse a document that does not know its truth."""
    if document.truth is None:
        raise TmimaError(
            "a text to train from must tell its true segments: give it in Choi's format, or as a "
            f"pair with the ends of its segments; {document.text[:40]!r} tells none"
        )
    return document


def _with_truth(document: Document, truth: Segmentation | Sequence[int]) -> Document:
    """Return a document with the given segmentation as its truth."""
    segmentation = truth if isinstance(truth, Segmentation) else Segmentation(tuple(truth))
    if segmentation.size != len(document.sentences):
        raise TmimaError(
            f"a training text has {len(document.sentences)} sentences but its segmentation "
            f"{segmentation.size}"
        )
    return replace(document, truth=segmentation)
