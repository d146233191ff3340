"""python -m benchmarks.names_read WHAT: could the names of segments be printed as headings?

`draw` names unseen texts at their true cuts, one segment of each, and writes docs/gallery-names.csv
with the verdicts that were given to the same names before; with `--beside TABLE` it takes the names
that another version drew, and with `--passages FILE` it writes for who reads them each passage with
these names and its author's title, in the order of the alphabet and without telling whose is whose.
`take ONE TWO` puts the answers of two readers into the table. `page` writes docs/gallery-names.md
from it. `scan` looks in some 500 names from talks for what must never be in one: names of
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
from collections.abc import Iterator, Mapping, Sequence
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
_SEED = 79
_LONGEST, _LONGEST_OF = 30_000, {"podcasts": 60_000, "laws-el": 90_000}
_LONGEST_TALK = 100_000
_BEGINNING, _INSIDE = 1100, 350
_LONGEST_TITLE = 80
_VERDICT = re.compile(r"\b([abc]) (yes|no(?:: [^;]+)?)")
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

**Two readers, both language models who had not seen the code, read them blind**: each passage with
the name that the rules before gave it, ours and its author's title, mixed, with nothing to tell
whose is whose, and strictly. Nothing was changed after they read. A name is printable when it is
well formed in its language and says what the passage is about. What the whole text is about, and
so tells nothing of this part, is *general*; *loose* are two things that do not belong together;
*number* is a bare singular where a plural or an article is wanted; a *fragment* wants its other
half, *part only* is in the passage without covering it; *placeholder* is the "Unk" that this
collection of articles has in place of rare words. *Introduction* is printable where the passage is
one. Who reads less strictly finds more, so shares can be compared with those of the same reader
only: what these two say of authors' titles is the most that could be had.

    TMIMA_DATA=DIR python -m benchmarks.names_read draw --beside before.csv --passages passages.txt
    python -m benchmarks.names_read take one.txt two.txt
    python -m benchmarks.names_read page

The first draws and names, and keeps the verdicts of names that are the same as before (a new name
is *not read*); a reader answers a line for each passage (`17: a yes; b no: general; c yes`). [The
table](gallery-names.csv) tells text and segment, the names before, and every verdict.

"""


class Named(NamedTuple):
    """A name and whether it could be printed, a row of the table.

    Verdicts are "yes", or "no: " and what is wrong; empty where nobody has read it.

    Attributes:
        group: of texts that are told together.
        kind: of texts.
        text: the name of the text.
        segment: its number in the text, from 1.
        title: what its author calls it; empty where there is no title.
        name: what we call it.
        one: what the first reader says of our name.
        two: what the second reader says of it.
        before: what the rules before called it.
        before_one: what the first reader says of that.
        before_two: what the second reader says of it.
        title_one: what the first reader says of the author's title.
        title_two: what the second reader says of it.
    """

    group: str
    kind: str
    text: str
    segment: str
    title: str
    name: str
    one: str = ""
    two: str = ""
    before: str = ""
    before_one: str = ""
    before_two: str = ""
    title_one: str = ""
    title_two: str = ""

    @property
    def names(self) -> list[str]:
        """The names that are read, in the order of the alphabet."""
        return sorted(
            {self.name, self.before, self.title if len(self.title) <= _LONGEST_TITLE else ""} - {""}
        )

    def with_answers(self, verdicts: Sequence[Mapping[str, str]]) -> "Named":
        """Return the row with what two readers say of its names."""
        of = {"": self.name, "before_": self.before, "title_": self.title}
        said = {
            f"{whose}{reader}": answers.get(name, "")
            for whose, name in of.items()
            for reader, answers in zip(("one", "two"), verdicts, strict=True)
        }
        return self._replace(**said)


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


def rows(table: Path = TABLE) -> list[Named]:
    """Return the names that were read."""
    with table.open(encoding="utf-8", newline="") as file:
        return [Named(**row) for row in csv.DictReader(file)]


def keep(some: list[Named]) -> None:
    """Write the table."""
    with TABLE.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(Named._fields)
        writer.writerows(some)


def answered(text: str) -> dict[int, dict[str, str]]:
    """Return what a reader says of the names of each passage, by number and letter.

    >>> answered("17: a yes; b no: part only\\n18: a no: form")
    {17: {'a': 'yes', 'b': 'no: part only'}, 18: {'a': 'no: form'}}
    """
    return {
        int(number): dict(_VERDICT.findall(line))
        for number, line in re.findall(r"^(\d+): (.*)$", text, re.MULTILINE)
    }


def _parts_of(text: str) -> str:
    """Return a passage, or its beginning, a part of its middle and its end."""
    text = " ".join(text.split())
    if len(text) <= _BEGINNING + 2 * _INSIDE:
        return text
    middle = len(text) // 2
    return f"{text[:_BEGINNING]} [...] {text[middle : middle + _INSIDE]} [...] {text[-_INSIDE:]}"


def shares(some: list[Named], verdict: str = "one") -> Iterator[tuple[str, int, int]]:
    """Yield for each group, and for all, how many names could be printed, of how many."""
    read = [row for row in some if getattr(row, verdict)]
    counts = Counter(row.group for row in read)
    printable = Counter(row.group for row in read if getattr(row, verdict) == "yes")
    for group in GROUPS:
        yield group, printable[group], counts[group]
    yield "all", printable.total(), counts.total()


def written(some: list[Named]) -> str:
    """Return the page of the names that were read."""
    parts = [_HEAD]
    parts.append(
        "| texts | names | printable | before | their authors' titles |\n|---|---|---|---|---|\n"
    )
    columns = [
        list(shares(some, verdict)) for verdict in Named._fields if verdict.endswith(("one", "two"))
    ]
    for one, two, before_one, before_two, title_one, title_two in zip(*columns, strict=True):
        told = [
            f"{first[1]} and {second[1]} of {first[2]}" if first[2] else "–"
            for first, second in ((one, two), (before_one, before_two), (title_one, title_two))
        ]
        parts.append(f"| {one[0]} | {one[2]} | {' | '.join(told)} |\n")
    verdicts = [verdict for row in some for verdict in (row.one, row.two)]
    reasons = Counter(
        verdict.removeprefix("no: ") for verdict in verdicts if verdict.startswith("no")
    )
    told = [
        f"{why} {count}"
        for why, count in sorted(reasons.items(), key=lambda one: (-one[1], one[0]))
    ]
    parts.append(f"\nWhat is wrong, both readers together: {', '.join(told)}.\n")
    for group in GROUPS:
        parts.append(
            f"\n## {group}\n\n| name | its author's title | one reader | the other | kind |\n"
        )
        parts.append("|---|---|---|---|---|\n")
        for row in some:
            if row.group == group:
                said = (row.one or "not read", row.two or "not read")
                cells = (_plain(row.name), _plain(row.title) or "–", *said, row.kind)
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
@click.option(
    "--beside", type=click.Path(path_type=Path), help="A table that another version drew."
)
@click.option("--passages", type=click.Path(path_type=Path), help="Where to write what is read.")
def draw(beside: Path | None, passages: Path | None) -> None:
    """Name unseen texts, and write the table with the verdicts that are known."""
    known = {row[:6]: row for row in rows()} if TABLE.exists() else {}
    before = {row[1:4]: row.name for row in rows(beside)} if beside else {}
    found = [(row._replace(before=before.get(row[1:4], "")), text) for row, text in drawn()]
    keep([known.get(row[:6], row) for row, _ in found])
    if passages:
        with passages.open("w", encoding="utf-8") as file:
            for number, (row, text) in enumerate(found, 1):
                names = "  ".join(map("=".join, zip("abc", row.names, strict=False)))
                file.write(
                    f"### {number} [{row.kind}] {row.segment}\n{_parts_of(text)}\n{names}\n\n"
                )


@main.command()
@click.argument("answers", nargs=2, type=click.Path(path_type=Path, exists=True))
def take(answers: tuple[Path, Path]) -> None:
    """Put what two readers say into the table."""
    said = [answered(path.read_text(encoding="utf-8")) for path in answers]
    read = []
    for number, row in enumerate(rows(), 1):
        verdicts = [
            {
                name: each.get(number, {}).get(letter, "")
                for letter, name in zip("abc", row.names, strict=False)
            }
            for each in said
        ]
        read.append(row.with_answers(verdicts))
    keep(read)


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
