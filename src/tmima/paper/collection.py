"""A collection: a folder for each author, one file per text."""

import tomllib
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

from tmima.errors import TmimaError
from tmima.files import read_text
from tmima.formats import read
from tmima.languages import UNDETERMINED, detect_language, language_code
from tmima.text import Analyzer, Document

BUNDLED = Path(__file__).parent / "bundled"

_DESCRIPTION = "authors.toml"
# Without a description, the ten authors with the most texts are the paper's ten, in that order,
# and each set holds these of them (Table 2 by rank: the first two, the first and the third, ...).
_AUTHORS = 10
_RANKS = ((0, 1), (0, 2), (0, 1, 2), (0, 1, 2, 3), (0, 1, 2, 3, 4), tuple(range(_AUTHORS)))


@dataclass(frozen=True, slots=True)
class SourceText:
    """One text of an author."""

    name: str
    document: Document


@dataclass(frozen=True, slots=True)
class Author:
    """An author: the folder's name, the thematic area if it is known, the texts."""

    name: str
    area: str
    texts: tuple[SourceText, ...]


@dataclass(frozen=True, slots=True)
class Collection:
    """Authors by name, and the sets of authors that suite 1 draws from."""

    authors: dict[str, Author]
    sets: dict[int, tuple[str, ...]]

    def members(self, number: int) -> list[Author]:
        """Return the authors of a set."""
        if number not in self.sets:
            known = ", ".join(map(str, self.sets))
            raise TmimaError(f"the collection has no set {number}: choose one of {known}")
        return [self.authors[name] for name in self.sets[number]]


def read_collection(folder: str | PathLike[str], analyzer: Analyzer) -> Collection:
    """Read and analyze a collection.

    Each folder inside `folder` is an author and each `.txt` file in it a text, one paragraph per
    line or paragraphs parted by blank lines. An optional `authors.toml` gives `language` (the code
    of the texts' language), `[authors]` (the thematic area by folder) and `[sets]` (lists of
    folders by number).
    """
    folder = _checked(folder)
    problems: list[str] = []
    authors = {}
    description = _description(folder)
    areas = description.get("authors", {})
    for path in sorted(path for path in folder.iterdir() if path.is_dir()):
        texts = []
        for file in sorted(path.glob("*.txt")):
            try:
                texts.append(SourceText(file.name, read(read_text(file), analyzer)))
            except TmimaError as error:
                place = f"{path.name}/{file.name}"
                problems.append(str(error) if str(file) in str(error) else f"{place}: {error}")
        if texts:
            authors[path.name] = Author(path.name, areas.get(path.name, ""), tuple(texts))
    if problems:
        raise TmimaError(f"{len(problems)} bad texts in {folder}: " + "; ".join(problems))
    if not authors:
        raise TmimaError(f"{folder} holds no author: a folder for each with .txt files is wanted")
    return Collection(authors, _sets(folder, description, authors))


def collection_language(folder: str | PathLike[str]) -> str:
    """Return the language that a collection's description names, or that its first text is in."""
    folder = _checked(folder)
    language = _description(folder).get("language")
    if language is None:
        first = next(iter(sorted(folder.glob("*/*.txt"))), None)
        return UNDETERMINED if first is None else detect_language(read_text(first))
    try:
        return language_code(language)
    except TmimaError as error:
        raise TmimaError(f"{folder / _DESCRIPTION}: {error}") from None


def _checked(folder: str | PathLike[str]) -> Path:
    folder = Path(folder)
    if not folder.is_dir():
        raise TmimaError(f"there is no folder {folder}")
    return folder


def _description(folder: Path) -> dict[str, Any]:
    path = folder / _DESCRIPTION
    if not path.exists():
        return {}
    try:
        return tomllib.loads(read_text(path))
    except tomllib.TOMLDecodeError as error:
        raise TmimaError(f"{path} is not TOML: {error}") from None


def _sets(
    folder: Path, description: dict[str, Any], authors: dict[str, Author]
) -> dict[int, tuple[str, ...]]:
    if "sets" not in description:
        ranked = sorted(authors.values(), key=lambda author: (-len(author.texts), author.name))
        ranked = ranked[:_AUTHORS]
        return {
            number: tuple(ranked[rank].name for rank in ranks if rank < len(ranked))
            for number, ranks in enumerate(_RANKS)
        }
    sets = {}
    for number, names in description["sets"].items():
        unknown = [name for name in names if name not in authors]
        if unknown or not names or not number.isdigit():
            raise TmimaError(
                f"{folder / _DESCRIPTION}: set {number} names "
                + (f"{unknown[0]!r}, which has no texts" if unknown else "no author by number")
            )
        sets[int(number)] = tuple(names)
    return sets
