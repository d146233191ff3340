"""The texts to learn from, to choose with and to report on, kept apart.

Sections have parts by the checksum of their name: 0 to 6 are learnt from, 7 chooses, 8 and 9 report
(the README beside them). Texts of `real` and of Choi choose by their even files and report by the
odd ones; nothing is learnt from them, and what occurs in them is left out of what is learnt from.
"""

import json
import lzma
import math
import random
import re
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise
from pathlib import Path

LEARN, CHOOSE, REPORT = PARTS = ("learn", "choose", "report")
# What names the language in the name of a translated lesson, guide or page.
_TRANSLATION = re.compile(
    r"-translations-[a-z]{2,3}(-[A-Z]{2})?|(?<=^tutorial-)[a-z]{2}-|-pr\.[a-z-]{5}|^[a-z]{2}(?=\.react)"
)
_SEPARATOR = re.compile(r"={6,}.*")
_LETTERS = re.compile(r"\W+")
_SENTENCE_END = re.compile(r'(?<=[.!?;]["”’»)])\s+|(?<=[.!?;])\s+(?=["“‘«(]?[^\W_a-zα-ω])')
# How texts are glued: ranges of lengths and numbers of passages, as Choi's sets and wider.
_LENGTHS = ((3, 11), (3, 11), (3, 5), (6, 8), (9, 11), (3, 15), (12, 15), (10, 30))
_NUMBERS = (10, 10, 10, 4, 6, 8, 15, 20)
_FEWEST_SENTENCES, _ENOUGH_TEXTS, _TRIES = 3, 12, 1000
_OF_ONE_KIND, _BEGINNINGS = 0.4, 0.6
_WHOLE, _GREEK = 0.25, 0.25
# So many sentences of the source make one.
_TOGETHER = (1, 1, 1, 2, 2, 3)
# Glued talk: turns of a stretch, stretches of a text, words of a turn.
_TALK_LENGTHS, _TALK_NUMBERS, _TALK_WORDS = (3, 12), (3, 8), (2, 40)
_NAME = re.compile(r"^[^\W\d_][^\n:]{0,39}: ")
_FEW = {1: "one", 2: "two"}
# Shares of words that are renamed in made texts and in others, for authors differ in how they repeat words.
_RENAMED, _RENAMED_SECTIONS = (0.0, 0.0, 0.2, 0.4, 0.6), (0.0, 0.0, 0.0, 0.3)
# Feeds: characters of an article, articles of a feed, characters of the longest article of one feed, of all.
_FEED_CHARACTERS, _FEED_ARTICLES, _FEED_MOST, _FEED_LONGEST = (400, 20_000), (8, 60), (3_000, 8_000, 20_000), 300_000


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
        marked: whether the headings stand in the text, as Markdown.
        title: of the whole, where it has one.
        items: the characters at which items of lists begin, whose marks were taken out.
        renamed: the share of its words that stand under a name of their own where it is learnt from.
    """

    name: str
    kind: str
    part: str
    language: str
    text: str
    cuts: tuple[int, ...]
    lines: bool
    headings: tuple[tuple[int, int, str], ...] = ()
    items: tuple[int, ...] = ()
    marked: bool = False
    title: str = ""
    renamed: float = 0.0

    @property
    def sections(self) -> list[str]:
        """The sections."""
        edges = [0, *self.cuts, len(self.text)]
        return [self.text[first:last] for first, last in pairwise(edges)]


def part_of(name: str) -> str:
    """Return the part that a text of sections has by its name, the same for all translations of it."""
    name = _TRANSLATION.sub("", name)
    number = zlib.crc32(name.encode()) % 10
    return LEARN if number < 7 else CHOOSE if number == 7 else REPORT


def sections(path: Path, *, kind: str | None = None) -> Iterator[CutText]:
    """Read JSON lines as `sections` has them."""
    with lzma.open(path, "rt", encoding="utf-8") as file:
        for line in file:
            row = json.loads(line)
            titles = zip((0, *row["cuts"]), row.get("titles", ()), strict=False)
            headings = row.get("headings") or [(at, 1, title) for at, title in titles if title]
            yield CutText(
                name=row["id"],
                kind=kind or path.name.split(".")[0],
                part=part_of(row["id"]),
                language=row["language"],
                text=row["text"],
                cuts=tuple(row["cuts"]),
                lines=row.get("lines", False),
                headings=tuple((at, level, title) for at, level, title in headings),
                items=tuple(row.get("items", ())),
                title=row.get("title", ""),
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


def renamed_some(texts: Iterable[CutText], seed: int, *, made: bool = True) -> Iterator[CutText]:
    """Draw for each text to be learnt from which share of its words is renamed."""
    chance = random.Random(seed)
    for text in texts:
        share = chance.choice(_RENAMED if made else _RENAMED_SECTIONS)
        yield replace(text, renamed=share) if text.part == LEARN else text


def glued(pool: Sequence[CutText], part: str, count: int, seed: int, *, paragraphs: bool = False) -> Iterator[CutText]:
    """Glue passages from sections of different texts of one language.

    One sentence per line; or as they stand, each passage a paragraph of its own or several.
    """
    chance = random.Random(seed)
    # Talk has no paragraphs; the lines of laws are some.
    passages = _passages(text for text in pool if text.part == part and not (paragraphs and _is_talk(text)))
    languages = sorted(passages)
    for number in range(count):
        language = chance.choices(languages, [len(passages[each]) ** 0.5 for each in languages])[0]
        if chance.random() < _GREEK and "el" in passages:
            language = "el"
        some = passages[language]
        if chance.random() < _OF_ONE_KIND:
            kind = chance.choice(sorted({one.kind for one in some}))
            same = [one for one in some if one.kind == kind]
            some = same if len({one.name for one in same}) > _ENOUGH_TEXTS else some
        together = chance.choice(_TOGETHER)
        drawn = _drawn(some, chance, together, whole=paragraphs)
        chunks = [_joined(each, known=paragraphs) for each in drawn]
        if len(chunks) > 1:
            edges = list(accumulate(map(len, chunks)))
            yield CutText(
                name=f"{part}-{number}",
                kind="glued-paragraphs" if paragraphs else "glued",
                part=part,
                language=language,
                text="".join(chunks),
                cuts=tuple(edges[:-1]),
                lines=not paragraphs,
            )


def glued_talk(pool: Sequence[CutText], part: str, count: int, seed: int) -> Iterator[CutText]:
    """Glue stretches of different conversations, a turn per line and no speakers; most from the beginning."""
    chance = random.Random(seed)
    talks: dict[str, list[list[str]]] = {}
    for text in pool:
        turns = _turns(text) if text.part == part else []
        if len(turns) >= _TALK_LENGTHS[0]:
            talks.setdefault(text.kind, []).append(turns)
    kinds = [kind for kind in sorted(talks) if len(talks[kind]) >= _TALK_NUMBERS[1]]
    for number in range(count if kinds else 0):
        kind = chance.choices(kinds, [len(talks[one]) ** 0.5 for one in kinds])[0]
        most = chance.randint(_TALK_LENGTHS[0] + 2, _TALK_LENGTHS[1])
        chunks = []
        for turns in chance.sample(talks[kind], chance.randint(*_TALK_NUMBERS)):
            length = min(len(turns), chance.randint(_TALK_LENGTHS[0], most))
            at = 0 if chance.random() < _BEGINNINGS else chance.randrange(len(turns) - length + 1)
            chunks.append("".join(f"{turn}\n" for turn in turns[at : at + length]))
        edges = list(accumulate(map(len, chunks)))
        name = f"{part}-{number}"
        yield CutText(name, "glued-talk", part, "en", "".join(chunks), tuple(edges[:-1]), lines=True)


def _turns(text: CutText) -> list[str]:
    """Return the short turns of a conversation, without the names of their speakers."""
    if not text.kind.startswith(("chats", "meetings", "podcasts")):
        return []
    turns = (" ".join(_NAME.sub("", line).split()) for line in text.text.splitlines())
    return [turn for turn in turns if _TALK_WORDS[0] <= len(turn.split()) <= _TALK_WORDS[1]]


@dataclass(frozen=True, slots=True)
class _Passage:
    """The sentences of a section, by paragraphs."""

    kind: str
    name: str
    paragraphs: list[list[str]]

    @property
    def size(self) -> int:
        return sum(map(len, self.paragraphs))

    def merged(self, together: int) -> "_Passage":
        """Make one sentence of so many, as authors of long sentences would."""
        found = [
            [_merged(paragraph[at : at + together]) for at in range(0, len(paragraph), together)]
            for paragraph in self.paragraphs
        ]
        return replace(self, paragraphs=found)

    def sentences(self, first: int, count: int) -> list[list[str]]:
        """Return some sentences in a row, still by paragraphs."""
        found, at = [], 0
        for paragraph in self.paragraphs:
            found.append(paragraph[max(0, first - at) : max(0, first + count - at)])
            at += len(paragraph)
        return [paragraph for paragraph in found if paragraph]


def _is_talk(text: CutText) -> bool:
    return text.lines and text.kind.startswith(("chats", "meetings"))


def _merged(sentences: list[str]) -> str:
    return " ".join([*(sentence.rstrip(".!?;:·") + "," for sentence in sentences[:-1]), sentences[-1]])


def _joined(paragraphs: list[list[str]], *, known: bool) -> str:
    if known:
        return "".join(" ".join(paragraph) + "\n\n" for paragraph in paragraphs)
    return "".join(sentence + "\n" for paragraph in paragraphs for sentence in paragraph)


def _passages(pool: Iterable[CutText]) -> dict[str, list[_Passage]]:
    """Return the sections that have some sentences, by language."""
    found: dict[str, list[_Passage]] = {}
    for text in pool:
        for section in text.sections:
            if _is_talk(text):
                paragraphs = [[line] for line in section.splitlines() if line.strip()]
            else:
                paragraphs = [
                    [" ".join(one.split()) for one in _SENTENCE_END.split(paragraph.strip()) if len(one.split()) > 2]
                    for paragraph in section.split("\n" if text.lines else "\n\n")
                ]
            passage = _Passage(text.kind, text.name, [one for one in paragraphs if one])
            if passage.size >= _FEWEST_SENTENCES:
                found.setdefault(text.language, []).append(passage)
    return found


def _drawn(some: Sequence[_Passage], chance: random.Random, together: int, *, whole: bool) -> list[list[list[str]]]:
    """Draw passages of different texts, most of them from the beginning of a section.

    In one of four texts they are whole paragraphs, any number of them, if that is wanted.
    """
    low, high = chance.choice(_LENGTHS)
    wanted = chance.choice(_NUMBERS)
    whole = whole and chance.random() < _WHOLE
    seen: set[str] = set()
    found: list[list[list[str]]] = []
    for _ in range(_TRIES):
        one = chance.choice(some)
        one = one.merged(together) if together > 1 else one
        length = chance.randint(low, high)
        if one.name in seen or (one.size < length and not whole):
            continue
        seen.add(one.name)
        if whole:
            run = chance.randint(1, len(one.paragraphs))
            at = chance.randrange(len(one.paragraphs) - run + 1)
            found.append(one.paragraphs[at : at + run])
        else:
            at = 0 if chance.random() < _BEGINNINGS else chance.randrange(one.size - length + 1)
            found.append(one.sentences(at, length))
        if len(found) == wanted:
            break
    return found


def headed(text: CutText) -> CutText:
    """Put headings and marks of lists back into a text; each heading is a paragraph of its own."""
    put = [(at, f"{title}\n\n") for at, _, title in text.headings if title]
    return _with_put_back(text, put, kind="headed")


def marked(text: CutText) -> CutText:
    """Put headings back into a text as Markdown, with their levels and marks of lists; and its title before it."""
    low = min(level for _, level, _ in text.headings)
    put = [(at, f"{'#' * min(6, level - low + 2)} {' '.join(words.split())}\n\n") for at, level, words in text.headings]
    title = f"# {text.title}\n\n" if text.title.strip() else ""
    return replace(_with_put_back(text, put, kind=f"marked-{text.kind}", before=title), marked=True)


def _with_put_back(text: CutText, headings: Sequence[tuple[int, str]], *, kind: str, before: str = "") -> CutText:
    """Return a text with headings where they stood and with marks of its lists, and where it is cut then."""
    # A heading comes before the mark of an item at the same place, headings in their order.
    put = [(at, 1, words) for at, words in headings] + [(at, 2, "- ") for at in text.items]
    put.sort(key=lambda one: one[:2])
    pieces, moved = [before], len(before)
    last, cuts, found = 0, iter((*text.cuts, len(text.text) + 1)), []
    cut = next(cuts)
    for at, _, words in put:
        while cut <= at:
            found.append(cut + moved)
            cut = next(cuts)
        pieces += [text.text[last:at], words]
        last, moved = at, moved + len(words)
    found += [one + moved for one in (cut, *cuts) if one <= len(text.text)]
    pieces.append(text.text[last:])
    return replace(text, kind=kind, text="".join(pieces), cuts=tuple(found), headings=(), items=())


def feeds(pool: Sequence[CutText], part: str, count: int, seed: int) -> Iterator[CutText]:
    """Join whole articles and sections of one language, as in a newsfeed: each text is one topic or keeps its own.

    In half of the feeds each article is one section of a text or a whole short text, so that every join is a
    cut; in the others as well, but lines of a text are joined as they stand. Paragraphs stay where they are known.
    """
    chance = random.Random(seed)
    articles: dict[tuple[str, bool], list[tuple[str, str, str]]] = {}
    for text in pool:
        if text.part != part or _is_talk(text):
            continue
        for section in text.sections:
            if _FEED_CHARACTERS[0] <= len(section) <= _FEED_CHARACTERS[1]:
                articles.setdefault((text.language, text.lines), []).append((text.kind, text.name, section))
    languages = sorted(key for key, own in articles.items() if len({name for _, name, _ in own}) >= _FEED_ARTICLES[1])
    for number in range(count if languages else 0):
        key = chance.choices(languages, [len(articles[each]) ** 0.4 for each in languages])[0]
        some = articles[key]
        if chance.random() < _OF_ONE_KIND:
            kind = chance.choice(sorted({kind for kind, _, _ in some}))
            same = [one for one in some if one[0] == kind]
            some = same if len({name for _, name, _ in same}) >= _FEED_ARTICLES[1] else some
        wanted = round(math.exp(chance.uniform(math.log(_FEED_ARTICLES[0]), math.log(_FEED_ARTICLES[1]))))
        most = chance.choice(_FEED_MOST)
        seen: set[str] = set()
        chunks: list[str] = []
        for _ in range(_TRIES):
            _, name, section = chance.choice(some)
            if name in seen or len(section) > most:
                continue
            seen.add(name)
            chunks.append(section.strip() + ("\n" if key[1] else "\n\n"))
            if len(chunks) == wanted or sum(map(len, chunks)) > _FEED_LONGEST:
                break
        if len(chunks) > 2:
            edges = list(accumulate(map(len, chunks)))
            name = f"{part}-{number}"
            yield CutText(name, "feeds", part, key[0], "".join(chunks), tuple(edges[:-1]), lines=key[1])


def few(
    pool: Sequence[CutText], most: int, seed: int, *, sections: int = 1, longest: bool = False
) -> Iterator[CutText]:
    """Yield single sections, or some neighbouring ones, as texts of their own; any of a text, or the longest."""
    chance = random.Random(seed)
    order = [text for text in pool if len(text.cuts) >= sections]
    chance.shuffle(order)
    for text in order[:most]:
        edges = [0, *text.cuts, len(text.text)]
        firsts = range(len(edges) - sections)
        first = chance.choice(firsts)
        if longest:
            first = max(firsts, key=lambda at: edges[at + sections] - edges[at])
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
        items=tuple(at - low for at in text.items if low <= at < high),
    )
