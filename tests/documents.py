"""The documents in tests/data/documents: texts of our own, with the sections they really have.

A line "========== Title" stands before each section. Paragraphs are parted by blank lines; in a
meeting each turn is a line, "NAME: words". Much in them is made up: no source of facts.
"""

from dataclasses import replace
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

import regex

from tmima import Document, Segmentation, languages
from tmima.formats import read

FOLDER = Path(__file__).parent / "data" / "documents"
SECTION = regex.compile(r"^={10} (.+)\n", regex.MULTILINE)


class Sectioned(NamedTuple):
    """A document with its sections as truth, and what the sections are called."""

    name: str
    document: Document
    titles: tuple[str, ...]


def documents(language: str) -> list[Sectioned]:
    """Return the documents in a language by name, their text without the lines of sections."""
    found = []
    for path in sorted((FOLDER / language).glob("*.txt")):
        _, *parts = SECTION.split(path.read_text(encoding="utf-8"))
        sections = parts[1::2]
        document = read("".join(sections), languages.analyzer(language))
        truth = Segmentation(
            tuple(
                sum(sentence.start < end for sentence in document.sentences)
                for end in accumulate(map(len, sections))
            )
        )
        found.append(Sectioned(path.stem, replace(document, truth=truth), tuple(parts[::2])))
    return found
