"""python -m tools.learning.sheets WHAT: draw segments for readers, and take what they say of names.

`draw DATA FOLDER SEED` writes `ASKED`, what readers are asked, and sheets of segments to read, from texts that learn,
each with the phrases that may name it in an order of chance; none that was judged before. A reader answers a line for
each, in SHEET.answers: the numbers of those that could be printed, the best first, and behind a bar those that are
nearly so (`17: 4 2 | 9`). `take FOLDER` adds the answers to judged.csv.xz.
"""

import json
import random
import re
import sys
from collections import Counter
from itertools import combinations
from pathlib import Path

from tmima.titles.names import PAIRED, Namer, begun_large
from tools.learning.judged import TABLE, Judged, judged, keep
from tools.learning.titles import document_of, learning_texts

# How many segments of each kind of texts, of 320.
KINDS = {
    "textbooks": 44,
    "courses-en": 18,
    "encyclopedia": 18,
    "podcasts": 62,
    "videos-en": 10,
    "meetings-committee": 2,
    "meetings-product": 4,
    "meetings-academic": 2,
    "courses-el": 34,
    "guides-el": 24,
    "laws-gazette-el": 20,
    "laws-el": 2,
    "technical-github": 10,
    "technical-kubernetes": 10,
    "technical-dotnet": 10,
    "technical-books": 10,
    "community-en": 6,
    "technical-fr": 5,
    "technical-mdn-fr": 5,
    "technical-mdn-es": 5,
    "textbooks-es": 5,
    "textbooks-pl": 5,
    "laws-de": 5,
    "guides-many": 4,
}
SHEETS = 8
ASKED = """You are an editor: say which PHRASES could be printed as the heading of each passage.

Write a line for each: `17: 4 2 | 9`. Before the bar are those that could be printed, the best first (often none);
behind it those that are nearly so. Judge by reading each passage, evenly, without a script.

A phrase is good when it is well formed as a heading in its language (a whole noun phrase, a gerund phrase or a name, in
the right number and case); when it says what this passage is mainly about, so that who sees it in a table of contents
finds what he expects; and when it is not merely the subject of the whole text, unless the passage introduces that. It
need not resemble the author's heading. A pair is good when the passage treats both halves. Near is the right subject,
somewhat too broad, too narrow or off in form.
"""
_SHOWN, _CHANCE = 12, 3
_OF_ONE_TEXT = 6
_FEWEST_WORDS = 30
_LONG, _PART = 1_300, 300
_ANSWER = re.compile(r"^(\d+):([\d ]*)(?:\|([\d ]*))?$")


def _shown(namer: Namer, segment: int, chance: random.Random) -> tuple[list[str], str]:
    """Return phrases that may name a segment, and what it is called."""
    name = namer.name(segment)
    ranked = namer.ranked(segment)
    best = [phrase for phrase in ranked if namer.is_fit(phrase)][:PAIRED]
    pairs = list(filter(None, (namer.pair(one, other) for one, other in combinations(best, 2))))
    rest = ranked[_SHOWN:]
    some = [*ranked[:_SHOWN], *chance.sample(rest, min(len(rest), _CHANCE))]
    phrases = [begun_large(namer.as_title(phrase)) for phrase in some]
    some_pairs = [*pairs[:3], *chance.sample(pairs[3:], min(2, len(pairs[3:])))]
    found = list(dict.fromkeys([*phrases, *map(begun_large, some_pairs), name.title]))
    chance.shuffle(found)
    return found, name.title


def _passage(text: str, chance: random.Random) -> str:
    """Return a segment, or its beginning, a part within and its end."""
    words = " ".join(text.split())
    if len(words) <= _LONG:
        return words
    inside = chance.randrange(_LONG - 2 * _PART, len(words) - 2 * _PART + 1) if len(words) > _LONG + _PART else 0
    middle = f" [...] {words[inside : inside + _PART]}" if inside else ""
    return f"{words[: _LONG - 2 * _PART]}{middle} [...] {words[-_PART:]}"


def draw(data: Path, folder: Path, *, seed: int = 1) -> None:
    """Write sheets of segments, none of which was judged before."""
    folder.mkdir(parents=True, exist_ok=True)
    done = {(one.kind, one.text, one.segment) for one in judged()} if TABLE.exists() else set()
    items: list[tuple[dict[str, object], str]] = []
    chance = random.Random(seed)
    for kind, of_sheet in KINDS.items():
        texts = sorted(learning_texts(kind, data), key=lambda text: text.name)
        chance.shuffle(texts)
        left = of_sheet * SHEETS
        each = min(_OF_ONE_TEXT, -(-left // max(1, len(texts))))
        for text in texts:
            if left <= 0:
                break
            if text.language == "el" and len(re.findall("[α-ωά-ώ]", text.text)) < len(text.text) / 3:
                continue
            found = document_of(text)
            if found is None:
                continue
            document, units, truth, titles = found
            namer = Namer(document, units, truth, ())
            parts = text.sections
            some = [
                place
                for place, part in enumerate(parts)
                if len(part.split()) >= _FEWEST_WORDS and (kind, text.name, place) not in done
            ]
            for place in sorted(chance.sample(some, min(each, left, len(some)))):
                phrases, name = _shown(namer, place, chance)
                row = {"kind": kind, "text": text.name, "segment": place, "phrases": phrases, "name": name}
                listed = "  ".join(f"{number}={phrase}" for number, phrase in enumerate(phrases, 1))
                whole = text.title or " ".join(text.text.split())[:120]
                near = [titles[other] for other in (place - 1, place + 1) if 0 <= other < len(titles)]
                told = (
                    f"[{text.language} {kind}] part {place + 1} of {len(parts)} of: {whole}\n"
                    f"AUTHOR: {titles[place] or '-'} (beside it: {'; '.join(filter(None, near)) or '-'})\n"
                    f"TEXT: {_passage(parts[place], chance)}\nPHRASES: {listed}\n"
                )
                items.append((row, told))
                left -= 1
        print(kind, left, flush=True)
    chance.shuffle(items)
    (folder / "README.txt").write_text(ASKED, encoding="utf-8")
    for sheet in range(SHEETS):
        own = items[sheet::SHEETS]
        with (folder / f"{sheet}.txt").open("w", encoding="utf-8") as file:
            file.writelines(f"### {number} {told}\n" for number, (_, told) in enumerate(own, 1))
        with (folder / f"{sheet}.jsonl").open("w", encoding="utf-8") as file:
            file.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row, _ in own)


def take(folder: Path) -> None:
    """Add the answers of readers to the table."""
    rows = judged() if TABLE.exists() else []
    counts: Counter[str] = Counter()
    for path in sorted(folder.glob("*.jsonl")):
        shown = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        answers = path.with_suffix(".answers")
        for line in answers.read_text("utf-8").splitlines() if answers.exists() else ():
            match = _ANSWER.match(line.strip())
            if not match:
                print(path.name, "not understood:", line)
                continue
            one = shown[int(match[1]) - 1]
            good, near = (
                [
                    one["phrases"][int(number) - 1]
                    for number in (part or "").split()
                    if int(number) <= len(one["phrases"])
                ]
                for part in match.groups()[1:]
            )
            bad = [phrase for phrase in one["phrases"] if phrase not in {*good, *near}]
            rows.append(Judged(one["kind"], one["text"], one["segment"], tuple(good), tuple(near), tuple(bad)))
            counts["segments"] += 1
            counts["any good"] += bool(good)
            counts["named well"] += one["name"] in good
            counts["named nearly"] += one["name"] in near
    keep(rows)
    print(dict(counts), TABLE.stat().st_size, "bytes")


if __name__ == "__main__":
    if sys.argv[1] == "draw":
        draw(Path(sys.argv[2]), Path(sys.argv[3]), seed=int(sys.argv[4]))
    else:
        take(Path(sys.argv[2]))
