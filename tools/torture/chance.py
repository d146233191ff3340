"""What a trial draws by chance: texts in all scripts and oddities, settings good and bad."""

import json
import random
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


class FoundError(AssertionError):
    """Something that must not be; the message says what."""


class SkippedError(Exception):
    """This trial cannot be made here; the message says why."""


@dataclass(frozen=True, slots=True)
class Chance:
    """What a trial has: its own chance, a folder of its own, and the counts that are told at the end."""

    rng: random.Random
    folder: Path
    counts: Counter[str] = field(default_factory=Counter)

    def maybe(self, share: float) -> bool:
        return self.rng.random() < share


def require(condition: bool, message: str) -> None:
    """Make a finding of what does not hold."""
    if not condition:
        raise FoundError(message)


# Ranges of letters, by script; then what stands between letters, and what spoils them.
_SCRIPTS = (
    (0x61, 0x7A), (0x41, 0x5A), (0x3B1, 0x3C9), (0x1F00, 0x1FFF), (0x430, 0x44F), (0x5D0, 0x5EA), (0x627, 0x64A),
    (0x905, 0x939), (0xE01, 0xE2E), (0xE81, 0xEAE), (0xF40, 0xF6C), (0x1000, 0x1021), (0x10D0, 0x10F0),
    (0x1200, 0x1248), (0x1780, 0x17A2), (0x3041, 0x3096), (0x30A1, 0x30FA), (0x4E00, 0x4F00), (0xAC00, 0xAD00),
    (0x531, 0x556), (0x10400, 0x1044F), (0x1D400, 0x1D433),
)  # fmt: skip
_STOPS = (".", ". ", "! ", "? ", "; ", "。", "؟ ", "। ", "։ ", "… ", ".” ", ".) ", "·", "᠃ ", "\u0f0d ", "\u200b. ")
_BREAKS = ("\n", "\n\n", "\r\n", "\r\n\r\n", "\r", "\u2028", "\u2029", "\x85", "\v", "\f", "\n \n", "\n\t\n")
_ODD = (
    "\x00", "\x07", "\x1b[31m", "\x1b]0;t\x07", "\x7f", "\xa0", "\xad", "\u0301", "\u0308\u0301", "\u200b", "\u200d",
    "\u200e", "\u202a", "\u202e", "\u2066", "\u2069", "\u3000", "\ufe0f", "\ufeff", "\ufffd", "\uffff", "\ue000",
    "👩\u200d👩\u200d👧", "🇬🇷", "İ", "ß", "ﬃ", "Σς", "ǅ", "١٢٣", "½", "Ⅷ", "\U000e0061", "\U0010ffff", "<script>",
    "==========", "# ", "- ", "NAME: ", "1. ", "a@a.gr", "http://x.y/z?q=1", "κ.", "Dr.", "e.g. ", "«", "»", '"', "’",
)  # fmt: skip
_LONE = ("\ud800", "\udfff", "\ud83d", "\udc69")
_WORDS = (
    "harbour ship tide sailor anchor baker dough flour oven bread court judge witness verdict orchard apple harvest "
    "θάλασσα πλοίο λιμάνι ναύτης ψωμί φούρνος αλεύρι δικαστής μάρτυρας νόμος και το της the and of was had not"
).split()


def a_word(rng: random.Random) -> str:
    """Return a word: one of a few, so that units share some, or letters of some script."""
    if rng.random() < 0.7:
        return rng.choice(_WORDS)
    low, high = rng.choice(_SCRIPTS)
    return "".join(chr(rng.randint(low, high)) for _ in range(rng.randint(1, 9)))


def a_text(rng: random.Random, *, most: int = 400, lone: bool = False) -> str:
    """Return a text of pieces of all kinds, now and then of one kind only; seldom long, sometimes empty."""
    odd = rng.choice((0.0, 0.0, 0.05, 0.3))
    parts: list[str] = []
    for _ in range(rng.choice((0, 1, 3, rng.randint(0, 40), rng.randint(0, most)))):
        draw = rng.random()
        if draw < odd:
            parts.append(rng.choice(_ODD + (_LONE if lone else ())))
        elif draw < 0.75:
            parts.append(a_word(rng) + " ")
        elif draw < 0.93:
            parts.append(rng.choice(_STOPS))
        else:
            parts.append(rng.choice(_BREAKS))
    text = "".join(parts)
    if rng.random() < 0.02:
        text = rng.choice(_ODD + _BREAKS + _STOPS) * rng.randint(1, 3000)
    return text


_MARKUP = (
    "<p>", "</p>", "<h1>", "</h1>", "<h2 id=x>", "<div hidden>", "</div>", "<table><tr><th>", "<td>", "</table>",
    "<nav>", "</nav>", "<script>", "</script>", "<!--", "-->", "<br/>", "&amp;", "&#x301;", "&nosuch;", "&#99999999;",
    "<a href='", "'>", "<![CDATA[", "]]>", "<p", "</", "<pre>\n", "</pre>", "<main>", "<svg>", "<textarea>", "\n# ",
    "\n## ", "\n---\n", "\n===\n", "\n```\n", "\n~~~\n", "\n    ", "\n> ", "\n- ", "\n1. ", "\n|a|b|\n|-|-|\n",
    "[x](y ", "[x]: y\n", "**", "`", "\n\n", "\t",
)  # fmt: skip


def a_page(rng: random.Random, text: str) -> str:
    """Return a text with marks of HTML and Markdown in it, few of them in their place."""
    head = rng.choice(("", "", "<!DOCTYPE html>", "<html><body>", "---\ntitle: x\n---\n"))
    words = re.split(r"(?<= )", text)
    return head + "".join(word + (rng.choice(_MARKUP) if rng.random() < 0.3 else "") for word in words)


def a_feed(rng: random.Random, sentences: int) -> str:
    """Return prose whose topic changes every few sentences, for streams."""
    made: list[str] = []
    while len(made) < sentences:
        own = ["".join(rng.choice("bcdfghklmnprst") for _ in range(6)) for _ in range(6)]
        for _ in range(rng.randint(4, 12)):
            one, other = rng.sample(own, 2)
            made.append(f"The {one} and the {other} had {rng.choice(_WORDS)}.{rng.choice((' ', ' ', chr(10)))}")
    return "".join(made[:sentences])


def write_inputs(rng: random.Random, folder: Path) -> None:
    """Write a file of each kind that commands read, all of them good."""
    (folder / "text.txt").write_text(a_feed(rng, rng.randint(12, 30)), encoding="utf-8")
    (folder / "page.md").write_text(f"# One\n\n{a_feed(rng, 9)}\n\n# Two\n\n{a_feed(rng, 9)}\n", encoding="utf-8")
    cues = (f"00:00:{10 + 2 * place}.000 --> 00:00:{11 + 2 * place}.000\nThe ship sails on.\n" for place in range(20))
    (folder / "talk.vtt").write_text("WEBVTT\n\n" + "\n".join(cues), encoding="utf-8")
    (folder / "params.json").write_text('{"mean_length": 5, "std_length": 2, "gamma": 0.5, "r": 1}', encoding="utf-8")
    (folder / "stop.txt").write_text("the\nand\n", encoding="utf-8")
    (folder / "t.conllu").write_text("1\tΚαι\tκαι\tCCONJ\t_\t_\t_\t_\t_\t_\n\n", encoding="utf-8")
    labelled = folder / "labelled"
    labelled.mkdir()
    for name, more in (("1.ref", ""), ("2.ref", "A cat slept.\n")):
        (labelled / name).write_text(
            f"==========\nA cat sat.\nA cat ran.\n{more}==========\nA ship sailed.\nA ship sank.\n==========\n",
            encoding="utf-8",
        )
    rows = "".join(json.dumps({"id": place, "text": a_feed(rng, 8)}) + "\n" for place in range(6))
    for name in ("1.jsonl", "2.jsonl"):
        (folder / name).write_text(rows, encoding="utf-8")


_KNOWN = (None, None, None, "el", "en", "und", "de", "ru", "zh", "ja", "th", "ar", "EL", "en-US")
_LANGUAGES = (*_KNOWN, "xx", "", "κ")
METHODS = (
    "density", "c99", "texttiling", "utiyama", "uniform", "random", "none", "dotplot", "bayesseg", "mincut", "yaari",
    "heinonen", "vmp", "kan", "hmm", "chains", "nonsense",
)  # fmt: skip
_NUMBERS = (0, 1, 2, 3, 7, 12, 0.5, 1e-9, 1e9, 1e300, -1, float("nan"), float("inf"))
_SIZES = (1, 1, 2, 3, 5, 9, 40, 1000, 0, -3, 10**20)


def some(rng: random.Random, choices: Mapping[str, Sequence[Any]], share: float) -> dict[str, Any]:
    """Return some of the choices, a value each."""
    return {name: rng.choice(values) for name, values in choices.items() if rng.random() < share}


def settings(rng: random.Random) -> dict[str, Any]:
    """Return settings of a `Segmenter`: plain ones, or any, some of which cannot be used at all."""
    given: dict[str, Any] = {"language": rng.choice(_KNOWN)}
    if rng.random() < 0.6:
        kinds = {"format": ("text", "lines", "auto", "markdown", "html"), "unit": ("sentences", "paragraphs")}
        return given | some(rng, kinds, 0.3) | some(rng, {"method": METHODS[:8]}, 0.1)
    given["language"] = rng.choice(_LANGUAGES)
    given |= some(
        rng,
        {
            "format": ("text", "lines", "choi", "auto", "markdown", "html", "nonsense"),
            "unit": ("sentences", "paragraphs", "paragraph", "pages"),
            "normalise": ("plain", "stem", "lemma", "porter"),
            "stopwords": ([], ["the", "και"], "the"),
            "similarity": ("graded", "shared", "lsa", "nonsense"),
            "overlap": (0, 1, 3, 10**9, -1),
            "n_segments": (1, 2, 3, 5, (1, 4), (2, 2), 0, 10**9, (4, 1), "3"),
        },
        0.12,
    )
    if rng.random() < 0.2:
        given["method"] = rng.choice(METHODS)
    if rng.random() < 0.3:
        names = ("mean_length", "std_length", "gamma", "r", "penalty", "log_length", "cues", "temperature")
        given["parameters"] = some(rng, dict.fromkeys(names, _NUMBERS), 0.3)
    if rng.random() < 0.3:
        places = (1, 2, (1, 3), "headings", "@5", ("@0", "@9"), 10**9, -1, "@x")
        given["constraints"] = some(
            rng,
            {
                "min_size": _SIZES,
                "max_size": _SIZES,
                "size_unit": ("sentences", "words", "characters", "tokens"),
                "tokenizer": (str.split, list),
                "oversize": ("refuse", "split", "split", "keep", "x"),
                "cut_at": places,
                "no_cut_at": places,
                "keep_paragraphs": (True, False),
            },
            0.25,
        )
    if rng.random() < 0.3:
        counts = (1, 2, 5, 30, 0, -1)
        given["questions"] = some(
            rng,
            {
                "posteriors": (True,),
                "cut_costs": (True,),
                "best": counts,
                "samples": counts,
                "seed": (0, 1, -1),
                "path": counts,
                "levels": (1, 2, 3, 0),
            },
            0.3,
        )
    return given
