"""python -m benchmarks.guessed_headings: how often a guessed heading of a plain text is one.

Documents whose authors gave them headings (TMIMA_DATA, `outlines`) are written as plain texts in
several ways: with headings as bare lines, numbered, underlined, in capitals, marked by number
signs, as "Chapter 3. Tides", and as the first words of a paragraph; paragraphs wrapped or not,
lists with numbers or dashes. Beside them stand texts without headings, in which every guess is
wrong: the same documents without their headings, Greek articles, encyclopedia articles, lectures,
laws, chats.

The precision of each kind of guess on the part that learns is its confidence in
`tmima.formats.guessed_headings`; the least confidence that binds is chosen on the part that chooses
by the second table.
"""

import json
import lzma
import os
import re
import textwrap
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

import click
from tools.learning.texts import PARTS, part_of

from tmima import languages
from tmima.files import read_text
from tmima.formats.guessed_headings import CONFIDENCE
from tmima.formats.plain import lay_out_prose, parse_choi
from tmima.plots.tables import Table
from tmima.segmentation.outline import LEAST_CONFIDENCE
from tmima.text import Source

WAYS = ("bare", "numbered", "underlined", "capitals", "marked", "named", "run-in", "none")
_LANGUAGE = re.compile(
    r"translations-[a-z]{2}(?:-[A-Z]{2})?-|(?<=^tutorial-)[a-z]{2}(?:-[a-z]{2})?-"
    r"|(?<=-pr\.)[a-z]{2}-[a-z]{2}-|^[a-z]{2}(?=\.react)"
)
_MARKS = "=-~^"


class Written(NamedTuple):
    """A plain text, and the offsets at which its headings begin."""

    text: str
    headings: frozenset[int]


def lesson_part(name: str) -> str:
    """Return the part of a document; the translations of a lesson are in one part.

    >>> lesson_part("tutorial-el-html-README") == lesson_part("tutorial-it-html-README")
    True
    """
    return part_of(_LANGUAGE.sub("", name))


def documents(data: Path, part: str, most: int) -> Iterator[dict]:
    """Yield documents of a part, of each kind so many at the most."""
    for path in sorted((data / "outlines").glob("*.jsonl.xz")):
        count = 0
        with lzma.open(path, "rt", encoding="utf-8") as file:
            for line in file:
                one = json.loads(line)
                if count < most and lesson_part(one["id"]) == part:
                    count += 1
                    yield one


def write(document: dict, way: str, *, wrapped: bool, numbered_lists: bool) -> Written:
    """Write a document as a plain text."""
    text, items = document["text"], set(document["items"])
    at: dict[int, list[tuple[int, str]]] = {}
    for offset, level, words in document["headings"] if way != "none" else ():
        if words.strip() and offset < len(text):
            at.setdefault(offset, []).append((level, " ".join(words.split())))
    ranks = {
        level: rank
        for rank, level in enumerate(sorted({one[0] for some in at.values() for one in some}))
    }
    written, found = "", set()
    numbers: list[int] = []
    item = 0
    start = 0
    for paragraph in text.split("\n\n"):
        run_in = ""
        for level, words in at.get(start, ()):
            rank = ranks[level]
            numbers = [*numbers, *[0] * (rank + 1)][: rank + 1]
            numbers = [max(1, number) for number in numbers[:-1]] + [numbers[-1] + 1]
            number = ".".join(map(str, numbers))
            shown = {
                "numbered": f"{number}. {words}",
                "underlined": f"{words}\n{_MARKS[min(rank, 3)] * max(3, len(words))}",
                "capitals": words.upper(),
                "marked": f"{'#' * (1 + min(rank, 5))} {words}",
                "named": f"Chapter {number}. {words}",
                "run-in": f"{number}. {words.rstrip('.:?!')}. ",
            }.get(way, words)
            found.add(len(written) + len(run_in))
            if way == "run-in":
                run_in += shown
            else:
                written += shown + "\n\n"
        item = item + 1 if start in items else 0
        mark = (f"{item}. " if numbered_lists else "- ") if item else ""
        shown = run_in + mark + paragraph
        written += (textwrap.fill(shown, 72) if wrapped else shown) + "\n\n"
        start += len(paragraph) + 2
    return Written(written, frozenset(found))


def without_headings(data: Path) -> Iterator[tuple[str, Written]]:
    """Yield texts that have no headings, with the corpus that each is of."""
    for path in sorted((data / "greek-articles").rglob("*.txt")):
        yield "greek-articles", Written(read_text(path), frozenset())
    for folder in sorted((data / "real").iterdir()):
        for path in sorted(folder.glob("*.ref"))[:60]:
            parsed = parse_choi(read_text(path))
            lines = [parsed.sentence(index) for index in range(len(parsed.sentences))]
            between = "\n\n" if folder.name == "greek-laws" else "\n"
            yield f"real/{folder.name}", Written(between.join(lines), frozenset())
    for path in sorted((data / "sections").glob("*.jsonl.xz")):
        with lzma.open(path, "rt", encoding="utf-8") as file:
            for _, line in zip(range(40), file, strict=False):
                yield (
                    f"sections/{path.name.split('.')[0]}",
                    Written(json.loads(line)["text"], frozenset()),
                )


class Guess(NamedTuple):
    """The kind of a guess, and whether it was right."""

    kind: str
    right: bool


def guesses(written: Written) -> list[Guess]:
    """Return what is guessed in a text; kinds are told apart by giving each a number of its own."""
    analyzer = languages.analyzer("und")
    numbers = {kind: float(place) for place, kind in enumerate(CONFIDENCE)}
    with patch.dict(CONFIDENCE, numbers):
        found = lay_out_prose(Source(written.text), analyzer).headings
    kinds = list(CONFIDENCE)
    return [Guess(kinds[int(one.confidence)], one.start in written.headings) for one in found]


def share(part: int, whole: int) -> str:
    """Return a share in percent."""
    return f"{100 * part / whole:.1f}" if whole else ""


@click.command(help=__doc__)
@click.option("--part", type=click.Choice(PARTS), default=PARTS[0])
@click.option("--most", default=40, help="Documents of each kind.")
def main(part: str, most: int) -> None:
    """Print how often guesses are right, and what binds from which confidence on."""
    data = Path(os.environ.get("TMIMA_DATA", Path(__file__).parents[2] / "shared" / "data"))
    if not (data / "outlines").is_dir():
        raise click.ClickException(f"{data} holds no outlines: set TMIMA_DATA")
    right: Counter[str] = Counter()
    guessed: Counter[str] = Counter()
    texts: list[tuple[str, Written, list[Guess]]] = []
    for index, document in enumerate(documents(data, part, most)):
        for place, way in enumerate(WAYS):
            wrapped, lists = (index + place) % 2 == 0, (index + place) % 4 < 2
            one = write(document, way, wrapped=wrapped, numbered_lists=lists)
            texts.append((way, one, guesses(one)))
    # Some texts are in two corpora.
    plain = {one.text: (corpus, one) for corpus, one in without_headings(data)}
    texts += [(corpus, one, guesses(one)) for corpus, one in plain.values()]
    for _, _, found in texts:
        guessed.update(one.kind for one in found)
        right.update(one.kind for one in found if one.right)
    rows = [
        (kind, guessed[kind], right[kind], share(right[kind], guessed[kind]), confidence)
        for kind, confidence in CONFIDENCE.items()
    ]
    show(f"Guesses, part {part}", ("kind", "guessed", "right", "percent", "confidence"), rows)
    rows = [_binding(texts, least) for least in sorted(set(CONFIDENCE.values()))]
    columns = ("least confidence", *WAYS[:-1], "precision", "texts without headings that bind")
    show("Headings that bind, percent", columns, rows)
    bare = [(name, found) for name, one, found in texts if not one.headings]
    rows = []
    for corpus in dict.fromkeys(name for name, _ in bare):
        some = [
            sum(CONFIDENCE[guess.kind] >= LEAST_CONFIDENCE for guess in found)
            for name, found in bare
            if name == corpus
        ]
        rows.append((corpus, len(some), sum(map(bool, some)), sum(some)))
    show("Without headings", ("corpus", "texts", "texts that bind", "guesses that bind"), rows)


def _binding(texts: list[tuple[str, Written, list[Guess]]], least: float) -> tuple[object, ...]:
    """Return what would bind if so much confidence were enough."""
    bound = [
        (way, one, [guess for guess in found if CONFIDENCE[guess.kind] >= least])
        for way, one, found in texts
    ]
    cells = []
    for name in WAYS[:-1]:
        some = [(one, found) for way, one, found in bound if way == name]
        hits = sum(guess.right for _, found in some for guess in found)
        cells.append(share(hits, sum(len(one.headings) for one, _ in some)))
    every = [guess for _, _, found in bound for guess in found]
    plain = [bool(found) for _, one, found in bound if not one.headings]
    return (
        least,
        *cells,
        share(sum(guess.right for guess in every), len(every)),
        f"{sum(plain)} of {len(plain)}",
    )


def show(title: str, columns: tuple[str, ...], rows: Sequence[tuple[object, ...]]) -> None:
    """Print a table."""
    shown = tuple(tuple(map(str, row)) for row in rows)
    click.echo(Table("guessed-headings", title, columns, shown).markdown())


if __name__ == "__main__":
    main()
