"""python -m benchmarks.bundled: the figures of `benchmarks.real` on texts that come with the code.

The documents of tests/data/documents, texts glued of the bundled Greek collection, and its single
articles. `tests/test_real_texts.py` keeps these figures from getting worse.
"""

from dataclasses import replace
from functools import cache

import numpy as np
from tests.documents import documents

from benchmarks.real import HEAD, Kind, line, measured
from tmima import Segmenter, languages
from tmima.collection import BUNDLED, RANGES, Author, read_collection, seeded, suite1, suite2

_TEXTS = 10


def written(language: str) -> Kind:
    """Return the documents in a language."""
    return Kind(f"documents-{language}", [one.document for one in documents(language)])


def glued() -> Kind:
    """Return texts of both suites, drawn from all authors of the bundled collection."""
    authors = _authors()
    texts = suite2(authors, _TEXTS, seeded(1, "suite2"))
    for lengths in RANGES:
        texts += suite1(authors, lengths, _TEXTS, seeded(1, "suite1", lengths=lengths))
    return Kind("glued-el", [replace(text.document, truth=text.truth) for text in texts])


def segments_of_articles() -> float:
    """Return the mean number of segments that single articles are cut into with nothing set."""
    segmenter = Segmenter(language="el")
    found = [len(segmenter.segment(text.document)) for one in _authors() for text in one.texts]
    return float(np.mean(found))


@cache
def _authors() -> list[Author]:
    return list(read_collection(BUNDLED, languages.analyzer("el")).authors.values())


def main() -> None:
    """Print the table."""
    print(HEAD)
    for kind in (written("en"), written("el"), glued()):
        print(line(kind.name, measured(kind, excess=True)), flush=True)
    print(f"\nsingle articles: {segments_of_articles():.2f} segments")


if __name__ == "__main__":
    main()
