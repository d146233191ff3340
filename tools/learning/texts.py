"""The texts to learn from, to choose with and to report on, kept apart.

Sections have parts by the checksum of their name: 0 to 6 are learnt from, 7 chooses, 8 and 9 report
(the README beside them). Texts of `real` and of Choi choose by their even files and report by the
odd ones; nothing is learnt from them, and what occurs in them is left out of what is learnt from.
"""

import json
import lzma
import random
import re
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate, pairwise
from pathlib import Path

LEARN, CHOOSE, REPORT = PARTS = ("learn", "choose", "report")
_SEPARATOR = re.compile(r"={6,}.*")
_LETTERS = re.compile(r"\W+")
_SENTENCE_END = re.compile(r'(?<=[.!?;]["”’»)])\s+|(?<=[.!?;])\s+(?=["“‘«(]?[^\W_a-zα-ω])')
# How texts are glued: ranges of lengths and numbers of passages, as Choi's sets and wider.
_LENGTHS = ((3, 11), (3, 5), (6, 8), (9, 11), (3, 15), (12, 15), (10, 30))
_NUMBERS = (10, 10, 10, 6, 8, 15, 20)
_FEWEST_SENTENCES, _ENOUGH_TEXTS, _TRIES = 4, 12, 1000
_OF_ONE_KIND, _BEGINNINGS = 0.4, 0.6
_FEW = {1: "one", 2: "two"}


@dataclass(frozen=True, slots=True)
class CutText:
    """A text and where its author cut it.

    Attributes:
        name: of its own.
        kind: of texts that are weighed and reported together.
        part: whether it is learnt from, chooses or reports.
        language: code.
        text: all of it.
        cuts: the characters at which sections begin, 0 left out.
        lines: whether each line is a unit and no paragraphs are known.
        headings: character, level and words of each heading that was taken out.
    """

    name: str
    kind: str
    part: str
    language: str
    text: str
    cuts: tuple[int, ...]
    lines: bool
    headings: tuple[tuple[int, int, str], ...] = field(default=())

    @property
    def sections(self) -> list[str]:
        """The sections."""
        edges = [0, *self.cuts, len(self.text)]
        return [self.text[first:last] for first, last in pairwise(edges)]


def part_of(name: str) -> str:
    """Return the part that a text of sections has by its name."""
    number = zlib.crc32(name.encode()) % 10
    return LEARN if number < 7 else CHOOSE if number == 7 else REPORT


def sections(path: Path, *, kind: str | None = None) -> Iterator[CutText]:
    """Read JSON lines as `sections` has them."""
    with lzma.open(path, "rt", encoding="utf-8") as file:
        for line in file:
            row = json.loads(line)
            yield CutText(
                name=row["id"],
                kind=kind or path.name.split(".")[0],
                part=part_of(row["id"]),
                language=row["language"],
                text=row["text"],
                cuts=tuple(row["cuts"]),
                lines=row["lines"],
                headings=tuple((offset, level, title) for offset, level, title in row.get("headings", ())),
            )


def choi(folder: Path, kind: str, language: str) -> Iterator[CutText]:
    """Read texts in Choi's form, without their separators."""
    for number, path in enumerate(sorted(folder.rglob("*.ref"))):
        lines: list[str] = []
        cuts, at = [], 0
        for line in path.read_text("utf-8").splitlines():
            if _SEPARATOR.fullmatch(line.strip()):
                if at:
                    cuts.append(at)
            elif line.strip():
                lines.append(line)
                at += len(line) + 1
        text = "\n".join(lines) + "\n"
        inner = tuple(dict.fromkeys(cut for cut in cuts if cut < len(text)))
        part = CHOOSE if number % 2 == 0 else REPORT
        yield CutText(path.name, kind, part, language, text, inner, lines=True)


def fingerprint(text: str) -> set[int]:
    """Return what a text is known again by: runs of eight words, some of them."""
    words = _LETTERS.split(text.lower())
    found = (zlib.crc32(" ".join(words[at : at + 8]).encode()) for at in range(len(words) - 8))
    return {number for number in found if number % 16 == 0}


def glued(pool: Sequence[CutText], part: str, count: int, seed: int) -> Iterator[CutText]:
    """Glue passages from sections of different texts of one language, one sentence per line."""
    chance = random.Random(seed)
    passages = _passages(text for text in pool if text.part == part and not text.lines)
    languages = sorted(passages)
    for number in range(count):
        language = chance.choices(languages, [len(passages[each]) ** 0.5 for each in languages])[0]
        some = passages[language]
        if chance.random() < _OF_ONE_KIND:
            kind = chance.choice(some).kind
            same = [one for one in some if one.kind == kind]
            some = same if len({one.name for one in same}) > _ENOUGH_TEXTS else some
        chunks = ["\n".join(lines) + "\n" for lines in _drawn(some, chance)]
        if len(chunks) > 1:
            edges = list(accumulate(map(len, chunks)))
            text, cuts = "".join(chunks), tuple(edges[:-1])
            yield CutText(f"{part}-{number}", "glued", part, language, text, cuts, lines=True)


@dataclass(frozen=True, slots=True)
class _Passage:
    """The sentences of a section."""

    kind: str
    name: str
    sentences: list[str]


def _passages(pool: Iterable[CutText]) -> dict[str, list[_Passage]]:
    """Return the sections that have some sentences, by language."""
    found: dict[str, list[_Passage]] = {}
    for text in pool:
        for section in text.sections:
            sentences = [
                " ".join(sentence.split())
                for paragraph in section.split("\n\n")
                for sentence in _SENTENCE_END.split(paragraph.strip())
                if len(sentence.split()) > 2
            ]
            if len(sentences) >= _FEWEST_SENTENCES:
                found.setdefault(text.language, []).append(_Passage(text.kind, text.name, sentences))
    return found


def _drawn(some: Sequence[_Passage], chance: random.Random) -> list[list[str]]:
    """Draw passages of different texts, most of them from the beginning of a section."""
    low, high = chance.choice(_LENGTHS)
    wanted = chance.choice(_NUMBERS)
    seen: set[str] = set()
    found: list[list[str]] = []
    for _ in range(_TRIES):
        one = chance.choice(some)
        length = chance.randint(low, high)
        if one.name in seen or len(one.sentences) < length:
            continue
        seen.add(one.name)
        at = 0 if chance.random() < _BEGINNINGS else chance.randrange(len(one.sentences) - length + 1)
        found.append(one.sentences[at : at + length])
        if len(found) == wanted:
            break
    return found


def few(pool: Sequence[CutText], most: int, seed: int, *, sections: int = 1) -> Iterator[CutText]:
    """Yield single sections, or some neighbouring ones, as texts of their own."""
    chance = random.Random(seed)
    order = [text for text in pool if len(text.cuts) >= sections]
    chance.shuffle(order)
    for text in order[:most]:
        edges = [0, *text.cuts, len(text.text)]
        first = chance.randrange(len(edges) - sections)
        part = between(text, edges[first], edges[first + sections])
        yield replace(part, name=f"{text.name}/{first}", kind=_FEW[sections])


def cropped(text: CutText, most: int, chance: random.Random) -> CutText:
    """Return neighbouring sections of a text that is too long, as many as fit."""
    if len(text.text) <= most or not text.cuts:
        return text
    edges = [0, *text.cuts, len(text.text)]
    first = chance.randrange(len(edges) - 1)
    last = first + 1
    while last < len(edges) - 1 and edges[last + 1] - edges[first] <= most:
        last += 1
    while first and edges[last] - edges[first - 1] <= most:
        first -= 1
    return between(text, edges[first], edges[last])


def between(text: CutText, low: int, high: int) -> CutText:
    """Return a part of a text."""
    return replace(
        text,
        text=text.text[low:high],
        cuts=tuple(cut - low for cut in text.cuts if low < cut < high),
        headings=tuple((at - low, level, title) for at, level, title in text.headings if low <= at < high),
    )
