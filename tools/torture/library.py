"""Texts through the library: nothing is lost, offsets are true, only a TmimaError is raised."""

import json
import re
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from itertools import pairwise
from typing import Any

import numpy as np

import tmima
from tmima.text import visible_span
from tools.torture.chance import Chance, a_feed, a_page, a_text, require, settings

_TEXTS = 20


def texts(chance: Chance) -> None:
    """Cut random texts with random settings."""
    for _ in range(_TEXTS):
        _text(chance)


def _text(chance: Chance) -> None:
    text, given = a_text(chance.rng, most=200, lone=chance.maybe(0.1)), settings(chance.rng)
    if given.get("format") in ("markdown", "html") or chance.maybe(0.03):
        text = a_page(chance.rng, text)
    try:
        result = tmima.segment(text, **given)
    except tmima.TmimaError as error:
        require("\n" not in str(error), f"a message of several lines: {error}")
        chance.counts["texts refused in a line"] += 1
        return
    segments = list(result)
    source, origin = text, result.document.origin
    if origin is not None:
        text = result.document.text  # what is read of a page; the rest is markup
    said = f"{given} on {text[:80]!r}"
    require("".join(one.text for one in segments) == text, f"text is lost with {said}")
    edges = [0, *(one.end for one in segments)]
    require([one.start for one in segments] == edges[:-1], f"segments do not tile the text with {said}")
    require(all(text[a:b] == one.text for (a, b), one in zip(pairwise(edges), segments, strict=True)), said)
    limits = given.get("constraints") or {}
    spans = result.document.columns.spans
    if limits.get("oversize") != "split":  # pieces of what is too large may be white space alone
        require(all(visible_span(text, *span) == span for span in spans), f"a sentence is not tight with {said}")
    require(all(one.end <= other.start for one, other in pairwise(spans)), f"sentences overlap with {said}")
    if chance.maybe(0.3):  # names for segments take as long as all the rest
        json.dumps(result.as_dict(), allow_nan=False)
    if origin is not None and given.get("format") in ("markdown", "html"):
        places = [place for one in segments for place in (one.origin_start, one.origin_end) if place is not None]
        require(
            places == sorted(places) and places[-1:] <= [len(source)], f"places in the page are not true with {said}"
        )
        require(origin.kind != "markdown" or text == source, f"Markdown is not read as it is with {said}")
    measures = {
        "sentences": lambda one: int(sum(result.units.sentences[one.first : one.last])),
        "characters": lambda one: len(one.text),
    }
    measure = measures.get(limits.get("size_unit", "sentences"))
    if measure is not None and limits.get("oversize") != "keep":
        sizes = [measure(one) for one in segments]
        require(max(sizes) <= (limits.get("max_size") or max(sizes)), f"a segment is too large with {said}")
        require(min(sizes) >= (limits.get("min_size") or 0), f"a segment is too small with {said}")
    chance.counts["texts lossless"] += 1


def streams(chance: Chance) -> None:
    """Push random texts in random pieces, through states and back: the same segments, nothing lost."""
    rng = chance.rng
    text = a_feed(rng, 200) + a_text(rng) if chance.maybe(0.3) else a_text(rng, most=2000)
    given: dict[str, Any] = {
        "language": rng.choice(("en", "el", None)),
        "format": rng.choice(("text", "lines")),
        **rng.choice(({}, {"finer": 2.0}, {"max_size": 5})),
    }
    segmenter = tmima.Segmenter(**given)
    delay = rng.choice((1, 5, 50))
    whole = tmima.TextStream(segmenter, max_delay=delay)
    expected = [*whole.push(text), *whole.finish()]
    flow, found, place = tmima.TextStream(segmenter, max_delay=delay), [], 0
    while place < len(text):
        size = rng.choice((1, 10, 300, 5000))
        found += flow.push(text[place : place + size])
        place += size
        if chance.maybe(0.2):
            flow = tmima.TextStream.resume(json.loads(json.dumps(flow.state())))
    found += flow.finish()
    require(found == expected, f"pieces or states make a difference with {given}, {delay} on {text[:80]!r}")
    joined = "".join(one.text for one in found)
    require(joined == text or (not found and visible_span(text, 0, len(text)) is None), f"a stream lost {text[:80]!r}")
    chance.counts["streams the same in pieces"] += 1


class _Tagged(str):
    """A string that knows more, as those of parsers of pages do."""

    __slots__ = ("parent",)


class _Safe(str):
    """A string whose pieces and sums are of its own kind, as those of templates are."""

    __slots__ = ()

    def __getitem__(self, place: Any) -> "_Safe":
        return _Safe(super().__getitem__(place))

    def __add__(self, other: str) -> "_Safe":
        return _Safe(super().__add__(other))

    def __mod__(self, other: object) -> "_Safe":
        return _Safe(super().__mod__(other))

    def split(self, *given: Any, **named: Any) -> list[Any]:
        return [_Safe(each) for each in super().split(*given, **named)]

    def __repr__(self) -> str:
        return f"Safe({super().__repr__()})"


class _Spoken(str):
    """A string that shows itself as something else than it is."""

    __slots__ = ()

    def __str__(self) -> str:
        return "something else"

    def __repr__(self) -> str:
        return "Spoken()"

    def __format__(self, how: str) -> str:
        return "something else"


Dress = Callable[[str], str]


def _kinds_of_strings() -> list[Dress]:
    found: list[Dress] = [np.str_, _Tagged, _Safe, _Spoken]
    if find_spec("bs4"):
        found.append(import_module("bs4").NavigableString)
    return found


def strings(chance: Chance) -> None:
    """Give strings of other classes wherever a text is taken: the same as of plain ones."""
    rng = chance.rng
    dress = rng.choice(_kinds_of_strings())
    # NumPy's forget the zeros at their end.
    plain = [a_text(rng, most=150).rstrip("\0") or a_feed(rng, 5) for _ in range(4)]
    given = settings(rng) if chance.maybe(0.3) else {"language": rng.choice((None, "en", "el"))}
    feed = a_feed(rng, 40)
    delay = rng.choice((1, 5, 50))
    ways: list[Callable[[Dress], object]] = [
        lambda made: [_told(one) for one in tmima.stream(map(made, re.findall("(?s).{1,300}", feed)), max_delay=delay)],
        lambda made: [_whole(one) for one in tmima.Segmenter(**given).segment_many(map(made, plain))],
        *(lambda made, text=text: _whole(tmima.segment(made(text), **given)) for text in plain),
    ]
    if chance.maybe(0.3):
        ways.append(_trained)
    for way in ways:
        expected, found = _answer(way, str), _answer(way, dress)
        require(
            found == expected, f"{dress.__name__}: {found!r:.200} where a plain string gives {expected!r:.200}; {given}"
        )
    chance.counts["strings of other classes taken as plain ones"] += len(ways)


def _answer(way: Callable[[Dress], object], dress: Dress) -> object:
    try:
        return way(dress)
    except tmima.TmimaError as error:
        return str(error)


def _trained(dress: Dress) -> object:
    lines = "\n".join(f"The cat number {place} is here." for place in range(12))
    labelled = [(dress(lines), ends) for ends in ([2, 4, 6, 8, 10, 12], [2, 4, 7, 9, 12])]
    return tmima.Segmenter(language="en", format="lines").train(labelled).adaptation_


def _told(segment: tmima.Segment) -> tuple[object, ...]:
    """Return what a segment says; its text must be a plain string."""
    require(type(segment.text) is str, f"the text of a segment is {type(segment.text).__name__}")
    return segment.start, segment.end, segment.first, segment.last, segment.text


def _whole(result: tmima.SegmentedText | tmima.TmimaError) -> object:
    if isinstance(result, tmima.TmimaError):
        return str(result)
    json.dumps(result.as_dict(), allow_nan=False)
    return [_told(one) for one in result]
