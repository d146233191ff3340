"""python -m benchmarks.names_read WHAT: could the names of segments be printed as headings?

`draw` names unseen texts at their true cuts, one segment of each, and writes docs/gallery-names.csv
with the verdicts that were given to the same names before; with `--passages FILE` it writes each
name beside the beginning of its segment, for who reads them. `page` writes docs/gallery-names.md
from that table. `scan` looks in some 500 names from talks for what must never be in one: names of
speakers, marks of transcribers, contractions, markup.

The texts are those of `sections` and `outlines` in TMIMA_DATA that report, by their own name and by
that of their lesson, headings taken out; Greek articles, which have no sections of their own, are
cut with nothing set. Which texts and which segment of each is drawn by a seed.
"""

import csv
import os
import random
import re
import zlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import click
from tools.learning.texts import REPORT, CutText, sections
from tools.learning.titles import lesson

from tmima import Segmenter, TmimaError

DOCS = Path(__file__).parents[1] / "docs"
TABLE, PAGE = DOCS / "gallery-names.csv", DOCS / "gallery-names.md"
ARTICLES = "greek-articles"
# How many names of each kind of texts.
GROUPS = {
    "English textbooks": {"textbooks": 50},
    "Podcasts": {"podcasts": 50},
    "Greek": {
        "courses-el": 11,
        "guides-el": 10,
        "laws-gazette-el": 9,
        "laws-el": 3,
        ARTICLES: 17,
    },
    "Others": {
        "technical-github": 5,
        "technical-kubernetes": 5,
        "technical-dotnet": 4,
        "technical-books": 4,
        "encyclopedia": 8,
        "technical-fr": 3,
        "technical-mdn-fr": 5,
        "technical-mdn-es": 4,
        "textbooks-es": 3,
        "textbooks-pl": 5,
        "laws-de": 4,
    },
}
# Talks, in the order in which they are scanned until there are names enough.
TALKS = ("videos-en", "meetings-committee", "meetings-academic", "meetings-product", "podcasts")
_SEED = 77
_LONGEST, _LONGEST_OF = 30_000, {"podcasts": 60_000, "laws-el": 90_000}
_LONGEST_TALK = 100_000
_BEGINNING = 700
_NAMES = 500
_SPEAKER = re.compile(r"^([^\W\d_][^\n:]{0,39}): ", re.MULTILINE)
_UNWANTED = {
    "a mark of a transcriber": re.compile(
        r"[\[\](){}♪♫]|>>|\b(?:inaudible|laugh(?:s|ter)?|applause|crosstalk|gap|vocalsound)\b", re.I
    ),
    "markup": re.compile(r"[*_#`|<>\\]|https?:|&\w+;"),
    "a contraction": re.compile(
        r"\w['’](?:t|re|ve|ll|d|m)\b"
        r"|\b(?:it|he|she|that|this|there|here|what|who|where|how|let|everyone)['’]s\b",
        re.I,
    ),
}
_HEAD = """# Names read one by one

Could the name of a segment be printed as a heading of its passage? These are 200 names of texts
that report, by their own name and by that of their lesson, at the cuts of their authors and without
their headings: one segment of each text, both drawn by a seed. Nothing was learnt from them, but
modules of textbooks may stand in whole chapters that were learnt from, where the titles are those
of modules and not of sections. Podcasts are cut at their breaks and have no titles; Greek
articles have neither, and are cut with nothing set. Of the Greek guides those that were never
translated are left out. The texts are short: 30,000 characters at the most, podcasts 60,000, laws
90,000.

**A language model read them**, one reader once, each name beside the beginning of its segment and
the true title; of podcasts it was told how often the words of a name stand in the part and where.
It had changed how names are chosen, on other texts, after reading the list of the draw before,
which had another seed and of which 101 of 200 (50 %) were printable. Texts are few: 96 segments are
in both draws, and the 44 names of them that are the same keep their verdicts. Of the names that the
rules before gave to the 200 places of this draw, the same reader found 83 (42 %) printable, at the
same sitting and knowing which were which: textbooks 28, podcasts 15, Greek 26, others 14. Compare
these, not the draws, which have other texts. A name is printable when it is well formed in its
language and says what the passage is about. What the whole text is about, and so tells nothing of
this part, is *general*; *loose* are two things that do not belong together; *number* is a bare
singular beside another phrase where a plural or an article is wanted; a *fragment* wants its other
half, *a part only* is in the passage without covering it; *placeholder* is the "Unk" that this
collection of articles has in place of rare words. *Introduction* is printable where the passage is
one. Who reads less strictly finds more, so shares can be compared with those of the same reader
only.

    TMIMA_DATA=DIR python -m benchmarks.names_read draw --passages passages.txt
    python -m benchmarks.names_read page

The first draws and names, and keeps the verdicts of names that are the same as before (a new name
is *not read*); the second makes this page. [The table](gallery-names.csv) tells text and segment.

"""


class Named(NamedTuple):
    """A name and whether it could be printed, a row of the table.

    Attributes:
        group: of texts that are told together.
        kind: of texts.
        text: the name of the text.
        segment: its number in the text, from 1.
        title: what its author calls it; empty where there is no title.
        name: what we call it.
        printable: yes or no; empty where nobody has read it.
        why: what is wrong with it, in a word.
    """

    group: str
    kind: str
    text: str
    segment: str
    title: str
    name: str
    printable: str = ""
    why: str = ""


def unseen(kind: str, longest: int) -> list[CutText]:
    """Return the texts of a kind that report and are not longer, in the order they are drawn."""
    data = Path(os.environ["TMIMA_DATA"])
    if kind == ARTICLES:
        paths = sorted((data / kind).rglob("*.txt"))
        names = [path.relative_to(data / kind).as_posix() for path in paths]
        texts = [
            CutText(name, kind, REPORT, "el", path.read_text("utf-8"), (), lines=False)
            for name, path in zip(names, paths, strict=True)
        ]
    else:
        path = next(data.glob(f"*/{kind}.jsonl.xz"))
        texts = [text for text in sections(path) if reports(text.name)]
    short = [text for text in texts if len(text.text) <= longest]
    random.Random(f"{_SEED} {kind}").shuffle(short)
    # Some guides have a Greek address and were never translated.
    return [text for text in short if text.language != "el" or is_greek(text.text)]


def reports(name: str) -> bool:
    """Tell whether a text reports by its own name and by that of its lesson."""
    return all(zlib.crc32(each.encode()) % 10 >= 8 for each in (name, lesson(name)))


def is_greek(text: str) -> bool:
    """Tell whether more letters are Greek than Latin."""
    return len(re.findall("[α-ωά-ώ]", text.lower())) > len(re.findall("[a-z]", text.lower()))


def drawn() -> Iterator[tuple[Named, str]]:
    """Yield the names that are to be read, each with its segment's text."""
    for group, kinds in GROUPS.items():
        for kind, wanted in kinds.items():
            left = wanted
            for text in unseen(kind, _LONGEST_OF.get(kind, _LONGEST)):
                if not left:
                    break
                titles = {at: title for at, _, title in text.headings}
                told = {}
                if text.kind != ARTICLES:
                    cuts = [f"@{cut}" for cut in text.cuts]
                    told = {"cut_at": cuts, "n_segments": len(cuts) + 1}
                form = "lines" if text.lines else "text"
                try:
                    result = Segmenter(language=text.language, format=form, **told).segment(
                        text.text
                    )
                except TmimaError:  # A cut of the author's stands where there is none to be had.
                    continue
                place = random.Random(text.name).randrange(len(result))
                segment = result[place]
                title = titles.get((0, *text.cuts)[place], "") if text.cuts else ""
                number = f"{place + 1} of {len(result)}"
                yield Named(group, kind, text.name, number, title, segment.title), segment.text
                left -= 1


def rows() -> list[Named]:
    """Return the names that were read."""
    with TABLE.open(encoding="utf-8", newline="") as file:
        return [Named(**row) for row in csv.DictReader(file)]


def shares(some: list[Named]) -> Iterator[tuple[str, int, int]]:
    """Yield for each group, and for all, how many names could be printed, of how many."""
    counts = Counter(row.group for row in some if row.printable)
    printable = Counter(row.group for row in some if row.printable == "yes")
    for group in GROUPS:
        yield group, printable[group], counts[group]
    yield "all", printable.total(), counts.total()


def written(some: list[Named]) -> str:
    """Return the page of the names that were read."""
    parts = [_HEAD]
    parts.append("| texts | names | printable | share |\n|---|---|---|---|\n")
    parts += [
        f"| {group} | {count} | {yes} | {100 * yes / max(1, count):.0f} % |\n"
        for group, yes, count in shares(some)
    ]
    reasons = Counter(row.why for row in some if row.why)
    told = sorted(reasons.items(), key=lambda one: (-one[1], one[0]))
    parts.append(f"\nWhat is wrong: {', '.join(f'{why} {count}' for why, count in told)}.\n")
    for group in GROUPS:
        parts.append(f"\n## {group}\n\n| name | its author's title | printable | kind |\n")
        parts.append("|---|---|---|---|\n")
        for row in some:
            if row.group == group:
                verdict = f"no: {row.why}" if row.why else row.printable or "not read"
                cells = (_plain(row.name), _plain(row.title) or "–", verdict, row.kind)
                parts.append(f"| {' | '.join(cells)} |\n")
    return "".join(parts)


def _plain(words: str) -> str:
    """Return words that Markdown leaves as they are."""
    return re.sub(r"([\\`*_{}\[\]<>#|&])", r"\\\1", words)


def unwanted(name: str, speakers: set[str]) -> Iterator[str]:
    """Yield what a name from a talk should not hold.

    >>> list(unwanted("Anna and what’re boats [laughter]", {"Anna"}))
    ['a mark of a transcriber', 'a contraction', 'a speaker']
    """
    yield from (what for what, pattern in _UNWANTED.items() if pattern.search(name))
    if speakers & set(re.findall(r"[^\W\d_]+", name)):
        yield "a speaker"


def talk_names() -> Iterator[tuple[str, str, str, set[str]]]:
    """Yield names from talks that are cut with nothing set: kind, text, name, words of speakers."""
    for kind in TALKS:
        for text in unseen(kind, _LONGEST_TALK):
            turns = " ".join(_SPEAKER.findall(text.text))
            speakers = {word for word in re.findall(r"\w+", turns) if word[0].isupper()}
            form = "lines" if text.lines else "text"
            for segment in Segmenter(language=text.language, format=form).segment(text.text):
                yield kind, text.name, segment.title, speakers


@click.group()
def main() -> None:
    """Draw names to be read, write the page of those that were, look for what must not be there."""


@main.command()
@click.option("--passages", type=click.Path(path_type=Path), help="Where to write what is read.")
def draw(passages: Path | None) -> None:
    """Name unseen texts, and write the table with the verdicts that are known."""
    known = {row[:6]: row for row in rows()} if TABLE.exists() else {}
    found = list(drawn())
    with TABLE.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(Named._fields)
        writer.writerows(known.get(row[:6], row) for row, _ in found)
    if passages:
        with passages.open("w", encoding="utf-8") as file:
            for number, (row, text) in enumerate(found, 1):
                beginning = " ".join(text.split())[:_BEGINNING]
                file.write(
                    f"{number}. {row.kind}, {row.text}, {row.segment}\n"
                    f"   NAME {row.name}\n   TRUE {row.title}\n   {beginning}\n"
                )


@main.command()
def page() -> None:
    """Write the page of the names that were read."""
    PAGE.write_text(written(rows()), encoding="utf-8")


@main.command()
@click.option("--show", is_flag=True, help="Print every name, too.")
def scan(show: bool) -> None:
    """Count what should not be in names from talks."""
    counts: Counter[str] = Counter()
    names = 0
    for kind, text, name, speakers in talk_names():
        names += 1
        faults = list(unwanted(name, speakers))
        counts.update(faults)
        if faults or show:
            click.echo(" | ".join((kind, text, name, ", ".join(faults))))
        if names == _NAMES:
            break
    told = [f"{what}: {counts[what]}" for what in (*_UNWANTED, "a speaker")]
    click.echo(f"{names} names; {'; '.join(told)}")


if __name__ == "__main__":
    main()
