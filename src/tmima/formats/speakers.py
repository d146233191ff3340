"""Speakers without times: names that recur at the heads of lines, as in the transcript of a talk.

A name and a colon, bold or not, at the head of a paragraph or a line begin a turn, in whatever
format. Manuals write "Note:" and forms "Type:" just so; a text is a talk only where names are many
and recur, and what stands behind them is said in sentences.
"""

import unicodedata
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from tmima.formats.format import Layout
from tmima.formats.speech import NAME
from tmima.loading import Pattern
from tmima.text import PROSE, Origin, Span, Spans, Turn, Turns, Words, merge_ranges, visible_span

_MARK = r"(?:\*\*|__|\*|_)?"
_HEAD = Pattern(
    rf"(?m)^[ \t]*(?P<head>(?:>[ \t]*)*{_MARK}[\[(]?(?P<name>{NAME})[\])]?{_MARK}[:：]{_MARK}"
    r"(?=\s|$)\s*)",
)
_WORD = Pattern(r"\p{Lu}[\p{L}\p{M}\p{N}’'-]*")


def _folded_name(name: str) -> str:
    """Return a name in small letters without accents."""
    return "".join(
        mark
        for mark in unicodedata.normalize("NFKD", name.lower())
        if not unicodedata.combining(mark)
    )


# What manuals, forms and lists write before a colon, and who counts his points.
_LABELS = frozenset(
    _folded_name(
        "note notes warning caution tip hint important example examples see todo fixme input "
        "output summary answer question exercise figure table source sources update edit ps "
        "subject date from to cc σημείωση προσοχή παράδειγμα σημαντικό πηγή πίνακας εικόνα "
        "remarque attention exemple astuce hinweis warnung achtung beispiel tipp nota "
        "advertencia aviso ejemplo consejo "
        "first second third fourth fifth sixth seventh eighth ninth tenth firstly secondly thirdly "
        "fourthly fifthly finally lastly πρώτον δεύτερον τρίτον τέταρτον πέμπτον έκτον έβδομον "
        "όγδοον ένατον δέκατον τέλος premièrement deuxièmement troisièmement quatrièmement "
        "cinquièmement enfin erstens zweitens drittens viertens fünftens sechstens siebtens "
        "achtens neuntens zehntens primero segundo tercero cuarto quinto sexto séptimo octavo"
    ).split()
)
# Of a talk: so many turns, such a share of its paragraphs, so many words in a turn on average.
_LEAST_TURNS = 4
_SHARE = 0.25
_MEAN_WORDS = 4


def find_turns(
    text: str, layout: Layout, origin: Origin | None = None, *, told: bool = False
) -> Turns | None:
    """Return the turns of a text, if it is a talk.

    Args:
        text: the text.
        layout: its sentences.
        origin: its blocks, if it is a document; names stand in prose only.
        told: whether somebody said that it is a talk; then one name is enough.
    """
    heads = speaker_lines(text)
    if origin is not None:
        heads = [head for head in heads if _is_in_prose(origin, head.start)]
    counts = Counter(head.speaker for head in heads)
    recurring = [name for name, count in counts.items() if count > 1]
    if told:
        return Turns(text, heads) if heads else None
    turns = sum(counts[name] for name in recurring)
    paragraphs = sum(bool(sentences) for sentences in layout.paragraphs)
    if len(recurring) < 2 or turns < max(_LEAST_TURNS, _SHARE * paragraphs, len(heads) / 2):
        return None
    words = len(text[heads[0].start :].split())
    return Turns(text, heads) if words >= (_MEAN_WORDS + 1) * len(heads) else None


def names_a_speaker(text: str) -> bool:
    """Tell whether a name begins a line of a text.

    >>> names_a_speaker("ANNA: Good day.\\nBEN: Hello."), names_a_speaker("Good day: it rains.")
    (True, False)
    """
    return bool(speaker_lines(text))


def speaker_lines(text: str) -> list[Turn]:
    """Return the turns by the names at the heads of lines, which the first colon of a line ends."""
    turns: list[Turn] = []
    line, searched, done = -1, 0, 0
    for colon in sorted([*_find_all(text, ":"), *_find_all(text, "：")]):
        begin = max(line, text.rfind("\n", searched, colon) + 1)
        searched = colon
        if begin == line or begin < done:
            continue
        line = begin
        match = _HEAD.match(text, line)
        if match is not None:
            done = match.end()
            if _folded_name(match["name"]) not in _LABELS:
                turns.append(Turn(match.start("head"), done, match["name"]))
    return turns


def _find_all(text: str, mark: str) -> Iterator[int]:
    place = text.find(mark)
    while place >= 0:
        yield place
        place = text.find(mark, place + 1)


def _is_in_prose(origin: Origin, offset: int) -> bool:
    block = origin.block(offset)
    return block is not None and block.kind == PROSE


def lay_out_turns(layout: Layout, turns: Turns) -> Layout:
    """Return a layout in which every turn begins a paragraph, and names are not compared.

    A name is no sentence of its own: it belongs to what is said first.
    """
    said = {turn.start: turn.said for turn in turns.turns}
    edges = list(said)
    paragraphs: list[list[Span]] = []
    head = -1
    for sentences in layout.paragraphs:
        begins = True
        for part in _split_at(sentences, turns.text, edges):
            if part.start in said:
                paragraphs.append([part])
                head = said[part.start]
            elif part.start <= head:
                paragraphs[-1][-1] = Span(paragraphs[-1][-1].start, part.end)
            elif begins:
                paragraphs.append([part])
            else:
                paragraphs[-1].append(part)
            begins = False
    names = [(turn.start, turn.said) for turn in turns.turns]
    ignored = [Span(*each) for each in merge_ranges([*layout.ignored, *names])]
    return replace(layout, paragraphs=paragraphs, ignored=ignored)


def _split_at(sentences: Iterable[Span], text: str, edges: Sequence[int]) -> Iterator[Span]:
    """Yield sentences, those that hold an edge in parts."""
    for start, end in sentences:
        inside = edges[bisect_right(edges, start) : bisect_left(edges, end)]
        for first, last in pairwise([start, *inside, end]):
            part = visible_span(text, first, last)
            if part is not None:
                yield part


def without_names(words: Words, text: str, turns: Turns) -> Words:
    """Return words, the names of the speakers not kept wherever they are called by them."""
    names = {word for turn in turns.turns for word in _WORD.findall(turn.speaker)}
    called = [
        Span(start, end)
        for start, end in zip(words.starts.tolist(), words.ends.tolist(), strict=True)
        if text[start:end] in names
    ]
    return words.not_kept(Spans.of(called))
