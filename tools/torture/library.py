"""Texts through the library: nothing is lost, offsets are true, only a TmimaError is raised."""

import json
from itertools import pairwise
from typing import Any

import tmima
from tmima.document import visible_span
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
        "parameters": rng.choice((None, {"mean_length": 5, "std_length": 2})),
    }
    segmenter = tmima.Segmenter(**given)
    delay = rng.choice((0, 1, 5, 50))
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
