"""Texts by author, and the generators of the paper's two suites that glue passages of them.

A collection is a folder for each author with a text a file; the suites are those of section 3.2.
"""

import random
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from tmima.errors import TmimaError
from tmima.files import read_text
from tmima.formats import read, render_choi
from tmima.languages import UNDETERMINED, detect_language, language_code
from tmima.text import Analyzer, Document, Segmentation, Sentences, Span, Spans, Words

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
    folder = _check_folder(folder)
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
    folder = _check_folder(folder)
    language = _description(folder).get("language")
    if language is None:
        first = next(iter(sorted(folder.glob("*/*.txt"))), None)
        return UNDETERMINED if first is None else detect_language(read_text(first))
    try:
        return language_code(language)
    except TmimaError as error:
        raise TmimaError(f"{folder / _DESCRIPTION}: {error}") from None


def _check_folder(folder: str | PathLike[str]) -> Path:
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


@dataclass(frozen=True, slots=True)
class Passage:
    """The sentences [first, last) of an author's text."""

    author: Author
    source: SourceText
    first: int
    last: int

    def as_dict(self) -> dict[str, str | int]:
        """Return where the passage comes from, for JSON."""
        return {
            "author": self.author.name,
            "text": self.source.name,
            "first": self.first,
            "last": self.last,
        }


@dataclass(frozen=True, slots=True)
class GeneratedText:
    """A document made of passages, each a true segment of it."""

    document: Document
    truth: Segmentation
    passages: tuple[Passage, ...]

    def as_choi(self) -> str:
        """Return the text in Choi's format."""
        text, spans = self.document.text, self.document.columns.spans
        return render_choi(
            [text[start:end] for start, end in spans[first:last]]
            for first, last in self.truth.segments
        )


def glue(passages: Sequence[Passage]) -> GeneratedText:
    """Make one document of passages, one sentence per line, without analyzing them again."""
    lines: list[str] = []
    paragraphs: list[Span] = []
    places: list[tuple[int, int, int, int]] = []  # start, end, shift, words
    words: list[Words] = []
    position = 0
    for passage in passages:
        source = passage.source.document
        columns = source.columns
        for first, last in source.paragraphs:
            start, end = max(first, passage.first), min(last, passage.last)
            if start < end:
                before = len(places) - passage.first
                paragraphs.append(Span(before + start, before + end))
        counts = np.diff(columns.words.edges).tolist()
        for sentence in range(passage.first, passage.last):
            begin, end = columns.spans[sentence]
            shift = position - begin
            places.append((begin + shift, end + shift, shift, counts[sentence]))
            lines.append(source.text[begin:end])
            position = end + shift + 1
        words.append(columns.words.part(passage.first, passage.last))
    starts, ends, shifts, counted = np.array(places, dtype=np.int32).T
    moved = np.repeat(shifts, counted)
    tables = np.cumsum([0, *(len(each.senses) for each in words)])
    sentences = Sentences(
        Spans(starts, ends),
        Words(
            np.concatenate(([0], np.cumsum(counted))).astype(np.int32),
            np.concatenate([each.starts for each in words]) + moved,
            np.concatenate([each.ends for each in words]) + moved,
            np.concatenate(
                [each.numbers + at for each, at in zip(words, tables.tolist(), strict=False)]
            ),
            [sense for each in words for sense in each.senses],
        ),
    )
    language = passages[0].source.document.language
    document = Document("\n".join(lines), language, sentences, paragraphs)
    truth = Segmentation.from_lengths(passage.last - passage.first for passage in passages)
    return GeneratedText(document, truth, tuple(passages))


RANGES = ((3, 11), (3, 5), (6, 8), (9, 11))
_SEGMENTS = 10


def seeded_generator(
    seed: int, suite: str, *, members: int = 5, lengths: tuple[int, int] | None = None
) -> random.Random:
    """Return the seeded random generator of a suite's texts, for experiments and `generate`."""
    return random.Random(f"{seed}/{suite}/{members}/{lengths}")


def suite1(
    authors: Sequence[Author], lengths: tuple[int, int], count: int, chance: random.Random
) -> list[GeneratedText]:
    """Return texts of ten segments, each the beginning of a text, of a length in a..b sentences.

    A length is drawn, then an author, then one of the author's texts, each uniformly; a text
    shorter than the length cannot be drawn for it, nor an author who has no other.
    """
    shortest, longest = lengths
    if not 1 <= shortest <= longest:
        raise TmimaError(f"a range of lengths must rise from 1 or more, not be {lengths}")
    fitting = {
        length: _authors_with_texts_of(authors, length) for length in range(shortest, longest + 1)
    }
    texts = []
    for _ in range(count):
        passages = []
        for _ in range(_SEGMENTS):
            length = chance.randint(shortest, longest)
            author = chance.choice(fitting[length])
            source = chance.choice(author.texts)
            passages.append(Passage(author, source, 0, length))
        texts.append(glue(passages))
    return texts


def suite2(authors: Sequence[Author], count: int, chance: random.Random) -> list[GeneratedText]:
    """Return texts of ten segments, each a run of whole paragraphs of a text.

    Of a text with Z paragraphs, l of them are taken, l uniform in 1..Z, from a first one that is
    uniform among the Z - l + 1 possible.
    """
    texts = []
    for _ in range(count):
        passages = []
        for _ in range(_SEGMENTS):
            author = chance.choice(authors)
            source = chance.choice(author.texts)
            paragraphs = source.document.paragraphs
            run = chance.randint(1, len(paragraphs))
            first = chance.randint(0, len(paragraphs) - run)
            passages.append(
                Passage(author, source, paragraphs[first][0], paragraphs[first + run - 1][1])
            )
        texts.append(glue(passages))
    return texts


def _authors_with_texts_of(authors: Sequence[Author], length: int) -> list[Author]:
    """Return the authors who have a text of a length, with only such texts."""
    suitable = []
    for author in authors:
        texts = tuple(text for text in author.texts if len(text.document.sentences) >= length)
        if texts:
            suitable.append(Author(author.name, author.area, texts))
    if not suitable:
        names = ", ".join(author.name for author in authors)
        raise TmimaError(f"no author has a text of {length} sentences among {names}")
    return suitable
