"""Collections: texts by author, and the generators of the paper's two suites that cut them up."""

from tmima.collection.collection import (
    BUNDLED,
    Author,
    Collection,
    SourceText,
    collection_language,
    read_collection,
)
from tmima.collection.generated import GeneratedText, Passage, glue
from tmima.collection.suites import RANGES, seeded, suite1, suite2

__all__ = [
    "BUNDLED",
    "RANGES",
    "Author",
    "Collection",
    "GeneratedText",
    "Passage",
    "SourceText",
    "collection_language",
    "glue",
    "read_collection",
    "seeded",
    "suite1",
    "suite2",
]
