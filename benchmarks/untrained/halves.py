"""The texts that choose and the texts that report, which never meet.

Choi's texts with even numbers choose, those with odd numbers report. Of the Greek authors, in the
order of how many texts they have, every other one chooses and the rest report; the texts are glued
from their articles by the generators of the paper's two suites.

Choi's texts of both halves are cut from the same passages of the Brown corpus. So nothing may be
learnt from the words of one half that is used on the other: only numbers are chosen.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tmima import languages
from tmima.collection import RANGES, Author, read_collection, seeded, suite1, suite2
from tmima.document import Units
from tmima.errors import TmimaError
from tmima.files import files_below, read_text
from tmima.formats import read
from tmima.values import Document, Segmentation

HALVES = ("choosing", "reporting")
_AUTHORS = 10


@dataclass(frozen=True, slots=True)
class Group:
    """Texts of one kind; without a range of lengths, those of suite 2."""

    language: str
    lengths: tuple[int, int] | None

    @property
    def name(self) -> str:
        """A name for files and tables."""
        kind = "suite2" if self.lengths is None else "{}-{}".format(*self.lengths)
        return f"{self.language}-{kind}"

    @property
    def score_unit(self) -> str:
        """What Pk is counted in, as is the custom with these texts."""
        return "words" if self.language == "en" else "sentences"


GROUPS = (
    *(Group("en", lengths) for lengths in RANGES),
    *(Group("el", lengths) for lengths in RANGES),
    Group("el", None),
)

KnownText = tuple[Document, Segmentation]


def half_of_texts(group: Group, half: str, data: Path, *, seed: int, most: int) -> list[KnownText]:
    """Return the texts of a group in one of the halves, at most so many of them."""
    if half not in HALVES:
        raise TmimaError(f"a half is one of {', '.join(HALVES)}, not {half!r}")
    if group.language == "en":
        return _choi(group, half, data)[:most]
    authors = half_of_authors(half, data)
    name = "suite2" if group.lengths is None else "suite1"
    chance = seeded(seed + HALVES.index(half), name, lengths=group.lengths)
    texts = (
        suite2(authors, most, chance)
        if group.lengths is None
        else suite1(authors[:_AUTHORS], group.lengths, most, chance)
    )
    return [(text.document, text.truth) for text in texts]


def half_of_authors(half: str, data: Path) -> list[Author]:
    """Return the Greek authors of a half, those with the most texts first."""
    return _ranked(data)[HALVES.index(half) :: 2]


def background_for(group: Group, half: str, data: Path) -> list[Units]:
    """Return articles of the other half's authors, for a similarity that learns from some."""
    if group.language == "en":
        return []
    other = HALVES[1 - HALVES.index(half)]
    return [
        Units.of(text.document) for author in half_of_authors(other, data) for text in author.texts
    ]


@cache
def _ranked(data: Path) -> list[Author]:
    authors = read_collection(data / "greek-articles", languages.analyzer("el")).authors.values()
    return sorted(authors, key=lambda author: (-len(author.texts), author.name))


@cache
def _choi(group: Group, half: str, data: Path) -> list[KnownText]:
    analyzer = languages.analyzer("en")
    wanted = "{}-{}".format(*group.lengths or ())
    texts = []
    for _, path in sorted(files_below(data / "choi").items()):
        if path.suffix == ".ref" and path.parent.name == wanted:
            if int(path.stem) % 2 != HALVES.index(half):
                continue
            document = read(read_text(path), analyzer, format="choi")
            if document.truth is not None:
                texts.append((document, document.truth))
    if not texts:
        raise TmimaError(f"{data / 'choi'} holds no folder {wanted} with .ref files")
    return texts
