"""The texts that choose and the texts that report, which never meet.

Of each real corpus the files in even order choose and the others report. Choi's texts with even
numbers choose, those with odd numbers report. Of the Greek authors, in the order of how many texts
they have, every other one chooses and the rest report; the texts are glued from their articles by
the generators of the paper's two suites. Texts of `sections` choose and report by the rule of
`tools.learning.texts`, which also says what is learnt from: that is never read here.

Texts of one topic are single sections of these, and the Greek articles, from which nothing was
learnt, by the same halves of authors.

Choi's texts of both halves are cut from the same passages of the Brown corpus. So nothing may be
learnt from the words of one half that is used on the other: only numbers are chosen.
"""

import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import numpy as np
from tools.learning.texts import CHOOSE, REPORT, CutText, between, sections

from tmima import Document, Segmentation, TmimaError, languages
from tmima.files import files_below, read_text
from tmima.formats import read
from tmima.paper import read_collection, seeded_generator, suite1, suite2
from tmima.paper.suites import RANGES, Author
from tmima.text import Units

HALVES = ("choosing", "reporting")
_PARTS = dict(zip(HALVES, (CHOOSE, REPORT), strict=True))
_AUTHORS = 10
_SEED = 1
# Sections of a kind: the most units, of as many texts as have no more (podcasts are long).
_MOST_UNITS = 16_000
# A single section has at least so many units: a shorter one cannot but stay whole.
_SINGLE = 10
# Of each kind of sections a third of the texts give a single section.
_THIRD = 3


@dataclass(frozen=True, slots=True)
class Kind:
    """Texts of one kind.

    Attributes:
        name: of the corpus, or the language and the range of lengths.
        language: of the texts; "" of several.
        family: "real", "sections", "glued" or "single".
        lengths: of the segments of glued texts; without a range those of suite 2.
    """

    name: str
    language: str
    family: str
    lengths: tuple[int, int] | None = None

    @property
    def in_words(self) -> bool:
        """Whether Pk and WindowDiff are counted in words, as is the custom with Choi's texts."""
        return self.family == "glued" and self.language == "en"


def _glued(language: str, lengths: tuple[int, int] | None) -> Kind:
    kind = "suite2" if lengths is None else "{}-{}".format(*lengths)
    return Kind(f"{language}-{kind}", language, "glued", lengths)


REAL = (
    Kind("wiki", "en", "real"),
    Kind("lectures-ai", "en", "real"),
    Kind("meetings-product", "en", "real"),
    Kind("meetings-academic", "en", "real"),
    Kind("meetings-committee", "en", "real"),
    Kind("chats-dialseg_711", "en", "real"),
    Kind("greek-laws", "el", "real"),
)
GLUED = (
    *(_glued("en", lengths) for lengths in RANGES),
    *(_glued("el", lengths) for lengths in RANGES),
    _glued("el", None),
)
# Names of files; the talk of meetings and the long podcasts come last, for they take long.
SECTIONS = tuple(
    Kind(f"sections/{name}", language, "sections")
    for name, language in (
        ("textbooks", "en"),
        ("textbooks-chapters", "en"),
        ("encyclopedia", "en"),
        ("technical-github", "en"),
        ("technical-kubernetes", "en"),
        ("chats-tiage", "en"),
        ("textbooks-es", "es"),
        ("textbooks-es-chapters", "es"),
        ("textbooks-pl", "pl"),
        ("textbooks-pl-chapters", "pl"),
        ("technical-mdn-es", "es"),
        ("technical-mdn-fr", "fr"),
        ("laws-el", "el"),
        ("meetings-product", "en"),
        ("meetings-academic", "en"),
        ("meetings-committee", "en"),
        ("podcasts", "en"),
    )
)
# Of these no paragraphs are known.
LINES = tuple(
    kind
    for kind in SECTIONS
    if kind.name.partition("/")[2].partition("-")[0] in ("chats", "laws", "meetings")
)
ARTICLES = Kind("el-articles", "el", "single")
SINGLE = (ARTICLES, Kind("one-en", "en", "single"), Kind("one-other", "", "single"))
KINDS = (*REAL, *GLUED, *SINGLE, *SECTIONS)


def texts_of(kind: Kind, half: str, data: Path, *, most: int) -> list[Document]:
    """Return the texts of a kind in one of the halves, at most so many, with their truth.

    Single articles and sections are as many as there are, or as many as there should be.
    """
    if half not in HALVES:
        raise TmimaError(f"a half is one of {', '.join(HALVES)}, not {half!r}")
    if kind.family == "sections":
        return list(_within(map(_document, _sections(kind, half, data)[:most])))
    if kind == ARTICLES:
        return [
            _whole(text.document) for author in half_of_authors(half, data) for text in author.texts
        ]
    if kind.family == "single":
        return list(_single(kind, half, data, most))
    if kind.family == "real":
        files = sorted((data / "real" / kind.name).glob("*.ref"))[HALVES.index(half) :: 2]
    elif kind.language == "en":
        files = _choi(kind, half, data)
    else:
        return _greek(kind, half, data, most)
    if not files:
        raise TmimaError(f"{data} holds no .ref files of the kind {kind.name}")
    analyzer = languages.analyzer(kind.language)
    return [read(read_text(file), analyzer, format="choi") for file in files[:most]]


def half_of_authors(half: str, data: Path) -> list[Author]:
    """Return the Greek authors of a half, those with the most texts first."""
    return _ranked(data)[HALVES.index(half) :: 2]


@cache
def _sections(kind: Kind, half: str, data: Path) -> list[CutText]:
    """Return the texts of one part, in an order that has nothing to do with their books."""
    path = data / f"{kind.name}.jsonl.xz"
    if not path.is_file():
        raise TmimaError(f"{data} holds no file {kind.name}.jsonl.xz")
    found = [text for text in sections(path) if text.part == _PARTS[half]]
    return sorted(found, key=lambda text: zlib.crc32(text.name[::-1].encode()))


def _document(text: CutText) -> Document:
    """Read a text, with its paragraphs if it has any; a true cut is the nearest edge of a unit."""
    form = "lines" if text.lines else "text"
    document = read(text.text, languages.analyzer(text.language), format=form)
    edges = np.asarray(Units.of(document).edges)
    size = len(document.sentences)
    cuts = {int(np.argmin(abs(edges - cut))) for cut in text.cuts} - {0, size}
    return replace(document, truth=Segmentation((*sorted(cuts), size)))


def _within(documents: Iterable[Document]) -> Iterator[Document]:
    """Yield the first of some documents, as long as they have not too many units together."""
    count = 0
    for document in documents:
        count += len(document.sentences)
        if count > _MOST_UNITS:
            return
        yield document


def _single(kind: Kind, half: str, data: Path, most: int) -> Iterator[Document]:
    """Yield single sections, one of a text, of all kinds of sections alike."""
    for source in SECTIONS:
        if (source.language == "en") == (kind.language == "en"):
            for text in _sections(source, half, data)[: -(-most // _THIRD)]:
                edges = [0, *text.cuts, len(text.text)]
                first = zlib.crc32(text.name.encode()) // 10 % (len(edges) - 1)
                document = _document(between(text, edges[first], edges[first + 1]))
                if len(document.sentences) >= _SINGLE:
                    yield document


def _whole(document: Document) -> Document:
    return replace(document, truth=Segmentation((len(document.sentences),)))


def _greek(kind: Kind, half: str, data: Path, most: int) -> list[Document]:
    authors = half_of_authors(half, data)
    name = "suite2" if kind.lengths is None else "suite1"
    chance = seeded_generator(_SEED + HALVES.index(half), name, lengths=kind.lengths)
    texts = (
        suite2(authors, most, chance)
        if kind.lengths is None
        else suite1(authors[:_AUTHORS], kind.lengths, most, chance)
    )
    return [replace(text.document, truth=text.truth) for text in texts]


@cache
def _ranked(data: Path) -> list[Author]:
    authors = read_collection(data / "greek-articles", languages.analyzer("el")).authors.values()
    return sorted(authors, key=lambda author: (-len(author.texts), author.name))


def _choi(kind: Kind, half: str, data: Path) -> list[Path]:
    wanted = "{}-{}".format(*kind.lengths or ())
    return [
        path
        for _, path in sorted(files_below(data / "choi").items())
        if path.suffix == ".ref"
        and path.parent.name == wanted
        and int(path.stem) % 2 == HALVES.index(half)
    ]
