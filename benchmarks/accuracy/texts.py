"""The texts that choose and the texts that report, which never meet.

Of each real corpus the files in even order choose and the others report. Choi's texts with even
numbers choose, those with odd numbers report. Of the Greek authors, in the order of how many texts
they have, every other one chooses and the rest report; the texts are glued from their articles by
the generators of the paper's two suites, or taken as they are: single articles, of one topic each.

Choi's texts of both halves are cut from the same passages of the Brown corpus. So nothing may be
learnt from the words of one half that is used on the other: only numbers are chosen.
"""

from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from tmima import Document, Segmentation, TmimaError, languages
from tmima.collection import RANGES, Author, read_collection, seeded, suite1, suite2
from tmima.files import files_below, read_text
from tmima.formats import read

HALVES = ("choosing", "reporting")
_AUTHORS = 10
_SEED = 1
# The most texts that a similarity learns from.
_COLLECTION = 100


@dataclass(frozen=True, slots=True)
class Kind:
    """Texts of one kind.

    Attributes:
        name: of the corpus, or the language and the range of lengths.
        language: of the texts.
        family: "real", "glued" or "single".
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
SINGLE = Kind("el-articles", "el", "single")
KINDS = (*REAL, *GLUED, SINGLE)


def texts_of(kind: Kind, half: str, data: Path, *, most: int) -> list[Document]:
    """Return the texts of a kind in one of the halves, at most so many, with their truth."""
    if half not in HALVES:
        raise TmimaError(f"a half is one of {', '.join(HALVES)}, not {half!r}")
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


def background_for(language: str, half: str, data: Path) -> list[Document]:
    """Return texts of the other half, for a similarity that learns from some.

    They are encyclopedia articles in English and newspaper articles in Greek.
    """
    other = HALVES[1 - HALVES.index(half)]
    source = SINGLE if language == "el" else REAL[0]
    return texts_of(source, other, data, most=_COLLECTION)


def half_of_authors(half: str, data: Path) -> list[Author]:
    """Return the Greek authors of a half, those with the most texts first."""
    return _ranked(data)[HALVES.index(half) :: 2]


def _greek(kind: Kind, half: str, data: Path, most: int) -> list[Document]:
    authors = half_of_authors(half, data)
    if kind.family == "single":
        articles = [text.document for author in authors for text in author.texts]
        return [
            replace(article, truth=Segmentation((len(article.sentences),)))
            for article in articles[:most]
        ]
    name = "suite2" if kind.lengths is None else "suite1"
    chance = seeded(_SEED + HALVES.index(half), name, lengths=kind.lengths)
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
