"""python -m benchmarks.bundled: the figures of `benchmarks.accuracy` on texts of our own.

The documents of tests/data/documents, texts glued of the bundled Greek collection, and its single
articles. `tests/test_real_texts.py` keeps these figures from getting worse.
"""

from dataclasses import replace
from functools import cache

import numpy as np
from tests.documents import documents

from benchmarks.accuracy.found import Figures
from benchmarks.accuracy.stand import measured, told
from benchmarks.accuracy.wanted import three
from tmima import Prepared, Segmenter, languages
from tmima.paper import BUNDLED, read_collection, seeded_generator, suite1, suite2
from tmima.paper.suites import RANGES, Author
from tmima.plots.tables import Table

_TEXTS = 10


def written(language: str) -> list[Prepared]:
    """Return the documents in a language."""
    return [Prepared.of(one.document) for one in documents(language)]


def glued() -> list[Prepared]:
    """Return texts of both suites, drawn from all authors of the bundled collection."""
    authors = _authors()
    texts = suite2(authors, _TEXTS, seeded_generator(1, "suite2"))
    for lengths in RANGES:
        texts += suite1(authors, lengths, _TEXTS, seeded_generator(1, "suite1", lengths=lengths))
    return [Prepared.of(replace(text.document, truth=text.truth)) for text in texts]


def figures(texts: list[Prepared]) -> tuple[Figures, Figures]:
    """Return the figures with nothing set and told the number."""
    segmenter = Segmenter(posteriors=True)
    return measured(texts, segmenter.segment), measured(texts, told(segmenter))


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
    rows = []
    for name, texts in (
        ("documents-en", written("en")),
        ("documents-el", written("el")),
        ("glued-el", glued()),
    ):
        alone, number_told = figures(texts)
        rows.append((name, *_shown(alone), *_shown(number_told)))
    each = ("found / true", "1-2", "skill")
    columns = ("", "nothing set: Pk / WD / F1±2", *each, "told: Pk / WD / F1±2", *each)
    print(Table("bundled", "Texts that come with the code", columns, tuple(rows)).markdown())
    print(f"single articles: {segments_of_articles():.2f} segments")


def _shown(each: Figures) -> list[str]:
    slivers = f"{100 * each['slivers']:.0f} %"
    return [three([each]), f"{each['found']:.2f}", slivers, f"{each['skill']:+.2f}"]


if __name__ == "__main__":
    main()
