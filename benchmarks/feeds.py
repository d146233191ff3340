"""python -m benchmarks.feeds: what to set where whole articles follow each other in one text.

Ten articles of the bundled Greek collection are joined, thirty times, and cut with different
settings. A border between two articles is found where a segment begins within 150 characters of it.
"""

import random
from collections.abc import Callable
from typing import Any, NamedTuple

from tmima import Segmenter
from tmima.paper import BUNDLED
from tmima.plots.tables import Table

_FEEDS, _ARTICLES, _NEAR = 30, 10, 150


class Way(NamedTuple):
    """A way to join articles and to cut the feed.

    Attributes:
        name: in the table.
        join: the number of an article and its text, to the text as it stands in the feed.
        settings: of the segmenter.
    """

    name: str
    join: Callable[[int, str], str]
    settings: dict[str, Any]


def plain(_number: int, article: str) -> str:
    """Return an article with a blank line behind it."""
    return f"{article}\n\n"


def headed(number: int, article: str) -> str:
    """Return an article with a heading of Markdown above it."""
    return f"# {number}\n\n{article}\n\n"


WAYS = (
    Way("nothing set", plain, {}),
    Way("`--finer 1`", plain, {"finer": 1}),
    Way("`--finer -1`", plain, {"finer": -1}),
    Way("`--keep-paragraphs`", plain, {"keep_paragraphs": True}),
    Way("`--n-segments 8-12`", plain, {"n_segments": (8, 12)}),
    Way("`--n-segments 10`", plain, {"n_segments": _ARTICLES}),
    Way("a heading above each article", headed, {"format": "markdown"}),
)


def feeds() -> list[list[str]]:
    """Return the articles of each feed."""
    articles = [path.read_text("utf-8").strip() for path in sorted(BUNDLED.rglob("*.txt"))]
    return [random.Random(seed).sample(articles, _ARTICLES) for seed in range(_FEEDS)]


def figures(way: Way) -> tuple[str, ...]:
    """Return how many cuts there are for 100 that are true, and how many of each are right."""
    segmenter = Segmenter(language="el", **way.settings)
    found = true = right = 0
    for articles in feeds():
        parts = [way.join(*numbered) for numbered in enumerate(articles)]
        starts = [len("".join(parts[:count])) for count in range(1, len(parts))]
        cuts = [segment.start for segment in segmenter.segment("".join(parts))][1:]
        found, true = found + len(cuts), true + len(starts)
        right += sum(any(abs(cut - start) <= _NEAR for cut in cuts) for start in starts)
    return f"{100 * found / true:.0f}", f"{100 * right / found:.0f}", f"{100 * right / true:.0f}"


def main() -> None:
    """Print the table."""
    columns = ("", "cuts for 100 borders", "of 100 cuts at a border", "of 100 borders found")
    rows = tuple((way.name, *figures(way)) for way in WAYS)
    print(Table("feeds", "Articles that follow each other", columns, rows).markdown())


if __name__ == "__main__":
    main()
