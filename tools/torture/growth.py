"""Texts that repeat themselves: no pattern and no reader takes four times as long for twice the text."""

import ast
import pkgutil
import re
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from random import Random
from types import FrameType, ModuleType
from typing import Any

import regex

import tmima
from tmima.formats import formats, parse_text, read
from tmima.formats.converter import convert
from tmima.formats.format import Limits
from tmima.loading import Pattern
from tools.torture.chance import Chance, FoundError
from tools.torture.packed import PACKED

# Patterns are tried on so many repetitions a trial, readers on so many.
_REPETITIONS, _PAGES = 60, 4
# A first look: what takes less processor time for a text of this length is not looked at again.
_PATTERN_LENGTH, _PATTERN_SECONDS = 4_000, 0.01
_READER_LENGTHS, _READER_SECONDS = (30_000, 240_000), 0.02
# Growth is measured at a length that takes some time, and the least of several times counts.
_SECONDS, _TRIES, _LONGEST = 0.05, 3, 4_000_000
# Twice the text takes twice the time, by the square four times; two doublings in a row must be beyond this.
_RATIO = 3.0
# What takes longer than this is beyond any square.
_MOST_SECONDS = 8.0
# Patterns that are only asked of a few characters.
_SHORT = ("tmima.languages.el.spans._WORD_BEFORE", "tmima.segmenter._PATH")
# Modules that import what is seldom installed, and those that run when they are imported.
_PASSED_OVER = ("tmima.integrations", "tmima.__main__", "tmima.cli.__main__")
_COMMON = (" ", "a", "A", "1", ".", "\n", "x", ":", "\t", "\r\n")
# What classes of characters stand for.
_CLASSES = {
    r"\s": " \t", r"\S": "a", r"\w": "a1", r"\W": ".", r"\d": "1", r"\D": "a", r"\R": "\n\r", r"\p{L}": "aA",
    r"\p{Lu}": "A", r"\p{Ll}": "a", r"\p{N}": "1", r"\p{M}": "\u0301", r"\p{P}": ".", r"\b": "a", r"\n": "\n",
    r"\r": "\r", r"\t": "\t", r"\f": "\f", r"\v": "\v", ".": "a",
}  # fmt: skip
_TOKEN = re.compile(r"\\p\{\w+\}|\\.|\w{1,12}|\W", re.DOTALL)


# The methods of patterns, to the end of what they give.
_WAYS: dict[str, Callable[[Any, str], object]] = {
    "match": lambda pattern, text: pattern.match(text),
    "fullmatch": lambda pattern, text: pattern.fullmatch(text),
    "search": lambda pattern, text: pattern.search(text),
    "findall": lambda pattern, text: pattern.findall(text),
    "finditer": lambda pattern, text: pattern.findall(text),
    "sub": lambda pattern, text: pattern.sub("", text),
    "split": lambda pattern, text: pattern.split(text),
}


class _TooLongError(Exception):
    """Some work takes longer than anything linear could."""


def _modules() -> Iterator[ModuleType]:
    for found in pkgutil.walk_packages(tmima.__path__, "tmima."):
        if not found.name.startswith(_PASSED_OVER):
            with suppress(ImportError, tmima.TmimaError):
                yield import_module(found.name)


@dataclass(frozen=True, slots=True)
class UsedPattern:
    """A pattern of the package, where it stands, and the methods by which it is asked."""

    place: str
    pattern: Any
    methods: tuple[str, ...]


@cache
def used_patterns() -> list[UsedPattern]:
    """Return every pattern of the package: what names of modules hold, and what is written where it is used."""
    modules = list(_modules())
    called: dict[str, set[str]] = {}
    for module in modules:
        for name, method in _calls(module):
            called.setdefault(name, set()).add(method)
    found: dict[str, UsedPattern] = {}
    for module in modules:
        for name, value in vars(module).items():
            for one in _held(value):
                # Through another name, as that of a loop, anchored: whoever searches says so by name.
                methods = tuple(sorted(called.get(name, {"match", "fullmatch"})))
                found.setdefault(one.pattern, UsedPattern(f"{module.__name__}.{name}", one, methods))
        for method, one in _written_inside(module):
            found.setdefault(one.pattern, UsedPattern(f"{module.__name__}, inside", one, (method,)))
    return [one for one in found.values() if isinstance(one.pattern.pattern, str) and one.place not in _SHORT]


def _calls(module: ModuleType) -> Iterator[tuple[str, str]]:
    """Yield the names on which methods of patterns are called, one by one or as an item."""
    for node in ast.walk(_tree(module)):
        match node:
            case ast.Attribute(value=ast.Name(id=name), attr=method) if method in _WAYS:
                yield name, method
            case ast.Attribute(value=ast.Subscript(value=ast.Name(id=name)), attr=method) if method in _WAYS:
                yield name, method


def _held(value: object) -> Iterator[Any]:
    if isinstance(value, re.Pattern | regex.Pattern):
        yield value
    elif isinstance(value, Pattern):
        yield regex.compile(*value._source)
    elif isinstance(value, dict):
        for one in value.values():
            yield from _held(one)
    elif isinstance(value, tuple | list) and len(value) < 100:
        for one in value:
            yield from _held(one)


def _written_inside(module: ModuleType) -> Iterator[tuple[str, Any]]:
    """Yield patterns that are given as strings to functions of `re` and `regex`."""
    for node in ast.walk(_tree(module)):
        match node:
            case ast.Call(
                func=ast.Attribute(value=ast.Name(id="re" | "regex" as library), attr=method),
                args=[ast.Constant(value=str(pattern)), *_],
            ) if method in _WAYS:
                with suppress(re.error, regex.error):
                    yield method, (re if library == "re" else regex).compile(pattern)


def _tree(module: ModuleType) -> ast.AST:
    path = module.__file__ or ""
    return ast.parse(Path(path).read_text(encoding="utf-8") if path.endswith(".py") else "")


def _pieces(source: str) -> list[str]:
    """Return what a text that a pattern looks at may be made of: its own characters and some others."""
    found = [piece for token in _TOKEN.findall(source) for piece in _CLASSES.get(token, token.removeprefix("\\"))]
    whole = [token for token in _TOKEN.findall(source) if len(token) > 1 and token[0] != "\\"]
    return sorted({*found, *whole, *_COMMON})


def _repetition(rng: Random, pieces: Sequence[str]) -> Callable[[int], str]:
    """Draw what stands before, again and again, and behind; return the text of a length."""
    few = rng.sample(pieces, min(len(pieces), rng.randint(1, 6)))
    before, unit, behind = (
        "".join(rng.choice(few) for _ in range(rng.randint(least, most))) for least, most in ((0, 4), (1, 4), (0, 3))
    )

    def text(length: int) -> str:
        return before + unit * (length // len(unit) + 1) + behind

    return text


def _seconds(work: Callable[[], object], most: float = _MOST_SECONDS) -> float:
    """Return the processor time that some work takes; infinite if it takes too long."""

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise _TooLongError

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, most)
    begun = time.process_time()
    try:
        work()
    except _TooLongError:
        return float("inf")
    except tmima.TmimaError:
        pass
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
    return time.process_time() - begun


def require_linear(work: Callable[[str], object], text: Callable[[int], str], length: int, what: str) -> None:
    """Make a finding of work that takes clearly more than twice the time for twice the text, twice in a row."""
    while length <= _LONGEST and _seconds(partial(work, text(length))) < _SECONDS:
        length *= 2
    if length > _LONGEST:
        return
    times = []
    for size in (length, 2 * length, 4 * length):
        again = partial(work, text(size))
        times.append(min(_seconds(again) for _ in range(_TRIES)))
        if times[-1] > _MOST_SECONDS:
            raise FoundError(f"{what} takes more than {_MOST_SECONDS:g} s for {size:,} characters, as {text(9)!r}")
    first, second, third = times
    if second > _RATIO * first and third > _RATIO * second:
        said = " / ".join(f"{each:.3f}" for each in times)
        raise FoundError(f"{what} takes {said} s for {length:,} characters and twice as many, as {text(9)!r}")


def patterns(chance: Chance) -> None:
    """Ask one pattern of the package about texts that repeat its own characters."""
    rng = chance.rng
    one = rng.choice(used_patterns())
    pieces = _pieces(one.pattern.pattern)
    for _ in range(_REPETITIONS):
        text = _repetition(rng, pieces)
        for method in one.methods:
            work = partial(_WAYS[method], one.pattern)
            if _seconds(partial(work, text(_PATTERN_LENGTH))) > _PATTERN_SECONDS:
                require_linear(work, text, 1000, f"{one.place} {one.pattern.pattern[:60]!r} ({method})")
        chance.counts["repetitions that a pattern takes linear time for"] += 1


# How files of a format begin, and what they are made of, besides the strings of the module that reads them.
_SAMPLES: dict[str, tuple[str, tuple[str, ...]]] = {
    "vtt": ("WEBVTT\n\n", ("00:01.000 --> 00:02.000\n", "a\n\n", "<v Ann>", "</v>", "<00:01.000>", "NOTE\n", "&amp;")),
    "srt": ("1\n00:00:01,000 --> 00:00:02,000\nA.\n\n", ("2\n00:00:01,000 --> 00:00:02,000\n", "a\n\n", "ANN: ")),
    "whisper": ('{"segments": [', ('{"start": 1, "end": 2, "text": "a."},', '{"text": "', '"},', "\n", "[", '"')),
    "whisper.cpp": ('{"transcription": [', ('{"offsets": {"from": 1, "to": 2}, "text": "a."},', "\n", "[", '"')),
    "json3": ('{"events": [', ('{"tStartMs": 1, "segs": [{"utf8": "a "}]},', "\n", '{"segs": [', '{"utf8": "a "},')),
    "podcast": ('{"segments": [', ('{"startTime": 1, "body": "a.", "speaker": "A"},', "\n", "[", '"')),
    "turns": ("Ann 0:01\nGood day.\n", ("Ann 0:01\n", "[0:02] Ann: a.\n", "a\n", "**", "ANN: a.\n", "A ")),
    "markdown": (
        "",
        ("# a\n\n", "- a\n", "> ", "    ", "| a | b |\n", "|-|-|\n", "[a](b)", "```\n", "<p>", "***", "1. "),
    ),
    "rst": ("", ("A\n===\n\n", "::\n\n", "   a\n", ".. note::\n", ":ref:`a`", "`a <b>`_", "- a\n", "\n\n")),
    "html": ("<html><body>", ("<p>a.", "<div>", "</div>", "<table>", "<th>", "<td>", "</table>", "<h1>a</h1>", "<!--")),
    "text": ("", ("A\n\n", "===\n", "1.1 A\n\n", ". ", "a. ", "........ 1\n", "---\n", "a: b\n", "ANN: a.\n")),
    "docx": ("<w:p><w:r><w:t>A.</w:t></w:r></w:p>", ("<w:p><w:r><w:t>a. </w:t></w:r></w:p>", "<w:p/>")),
    "epub": ("<p>A.</p>", ("<p>a.</p>", "<h1>a</h1>", "<ul><li>a</li></ul>", "<b>a</b> ", "a. ", "<br/>", "&amp;")),
    "odt": (
        "<text:p>A.</text:p>",
        (
            "<text:p>a. </text:p>",
            "<text:h>a</text:h>",
            "<text:p><text:note><text:note-body><text:p>a</text:p></text:note-body></text:note></text:p>",
            "<text:list><text:list-item><text:p>a</text:p></text:list-item></text:list>",
        ),
    ),
    "pdf": ("A ship.", ("a. ", "A", "1", " ", ".", "....", "a", ": ")),
}
_SAMPLES["html-main"] = _SAMPLES["html"]


def readers(chance: Chance) -> None:
    """Read files of one format that repeat what such files are made of."""
    rng = chance.rng
    name = rng.choice([one for one in formats if formats[one].parse_bytes is None or one in PACKED])
    head, sample = _SAMPLES.get(name, ("", ()))
    packed = name in PACKED
    pieces = [*sample] if packed else [*sample * 2, *_mentioned(name), *_COMMON]
    analyzer = tmima.analyzer(rng.choice(("en", "el", "und")))

    def work(text: str) -> None:
        if packed:
            try:
                convert(PACKED[name](head + text), name, Limits())
            except (tmima.TmimaError, _TooLongError):
                raise
            except Exception:  # what the process of the converter answers for
                return
        else:
            read(parse_text(head + text, name), analyzer)

    for _ in range(_PAGES):
        text = _repetition(rng, pieces)
        # What is linear takes eight times as long; what is copied again and again shows in long texts only.
        short, long = (_seconds(partial(work, text(length))) for length in _READER_LENGTHS)
        if long > 16 * max(short, _READER_SECONDS):
            require_linear(work, text, _READER_LENGTHS[1], f"the reader of {name}")
        chance.counts["repetitions that a reader takes linear time for"] += 1


def _mentioned(name: str) -> list[str]:
    """Return the short strings of the module that reads a format."""
    one = formats[name]
    module = import_module((one.parse or one.lay_out or parse_text).__module__)
    found = {
        node.value
        for node in ast.walk(_tree(module))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and 0 < len(node.value) < 12
    }
    return sorted(found)
