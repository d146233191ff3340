"""What transcripts have in common: names of speakers, cues of single words, units of speech."""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise
from math import isnan

from tmima.formats.format import Layout
from tmima.loading import Pattern
from tmima.text import Analyzer, Cue, Span, Spans, Timeline, split_paragraphs, visible_span

# Marks and the signs of a new speaker may stand before a name; a name may be in brackets.
_HEAD = r"\s*(?:<[^<>]*>\s*|>>+\s*|[-–—]\s*)*"
_TAIL = r"(?:</\w+>)?:(?:</\w+>)?(?:\s+|$)"
_WORD = r"(?:\p{Lu}[\p{L}\p{M}\p{N}_.’'&-]*|\p{N}+|d[aei]|de[lr]|la|le|van|von|του|της|των)"
NAME = rf"\p{{Lu}}[\p{{L}}\p{{M}}\p{{N}}_.’'&-]*(?:[ ]{_WORD}){{0,4}}(?:[ ]\([^():]{{1,30}}\))?"
"""A name as names are written: up to five words with capitals, and what stands in brackets."""

_NAMED = Pattern(rf"{_HEAD}[\[(]?(?P<name>{NAME})[\])]?{_TAIL}")
# Where nearly every line has one, a name may be written in any way; a time is none.
_LOOSE = r"(?P<name>(?!\p{N}+:)[^\s:<>][^:<>]{0,59}?)"
_ANY = Pattern(rf"{_HEAD}(?:\[{_LOOSE}\]|{_LOOSE}){_TAIL}")
_EVERYWHERE = 0.8
_VOICE = Pattern(r"<v[.\s]")
_ENDS_SENTENCE = Pattern(r"[\p{Sentence_Terminal}…;][\"'”’»)\]]*\Z")
_RUN_WORDS = 20
_BREATH = 1.0
# Cues are words if so many of them are.
_SHARE = 0.8
# What has more words is no sentence that a person would speak: its cues are gathered to units of
# some words. Four cues of seven words did best on lectures and meetings without punctuation.
_MOST_WORDS = 60
_SOME_WORDS = 25


def spoken_names(lines: Sequence[str]) -> Collection[str]:
    """Return the names that stand at the heads of lines.

    What occurs once is a name only where other names are found; where nearly every line has
    something before a colon, all of it is names.
    """
    visible = [line for line in lines if line.strip()]
    if any(_VOICE.search(line) for line in visible):
        return frozenset()
    loose = Counter(match["name"] for line in visible if (match := _ANY.match(line)))
    if loose.total() >= max(2, _EVERYWHERE * len(visible)) and len(loose) < loose.total():
        return frozenset(loose)
    strict = Counter(match["name"] for line in visible if (match := _NAMED.match(line)))
    return frozenset(strict) if any(count > 1 for count in strict.values()) else frozenset()


def split_name(line: str, names: Collection[str]) -> tuple[str | None, str]:
    """Return who speaks a line, if a name says so, and the line without the name.

    >>> split_name("[ANNA]: Good morning.", {"ANNA"}), split_name("Note: it rains.", {"ANNA"})
    (('ANNA', 'Good morning.'), (None, 'Note: it rains.'))
    """
    for pattern in (_NAMED, _ANY):
        match = pattern.match(line) if names else None
        if match is not None and match["name"] in names:
            return match["name"], line[match.end() :]
    return None, line


def gather_words(cues: Sequence[Cue]) -> list[Cue]:
    """Return cues as they are, or joined to runs with word times where nearly each is a word.

    A run ends with a sentence, a change of speaker, a silence of a second, or at twenty words.

    >>> [cue.text for cue in gather_words([Cue(0, 1, "Good"), Cue(1, 2, "day.")])]
    ['Good day.']
    """
    spoken = [cue for cue in cues if cue.text.strip()]
    single = sum(len(cue.text.split()) == 1 for cue in spoken)
    if single < _SHARE * len(spoken) or len(spoken) < 2:
        return list(cues)
    runs: list[list[Cue]] = []
    for cue in spoken:
        if not runs or _run_is_over(runs[-1], cue):
            runs.append([])
        runs[-1].append(cue)
    return [_join_run(run) for run in runs]


def ends_sentence(text: str) -> bool:
    """Tell whether a text ends as a sentence does.

    >>> ends_sentence("He said: “Good day.”"), ends_sentence("Good")
    (True, False)
    """
    return _ENDS_SENTENCE.search(text) is not None


def _run_is_over(run: Sequence[Cue], cue: Cue) -> bool:
    last = run[-1]
    return (
        len(run) >= _RUN_WORDS
        or last.speaker != cue.speaker
        or cue.start < last.start
        or cue.start - last.end >= _BREATH
        or ends_sentence(last.text)
    )


def _join_run(run: Sequence[Cue]) -> Cue:
    words = []
    length = 0
    for cue in run:
        if not isnan(cue.start):
            words.append((length, cue.start))
        length += len(cue.text) + 1
    text = " ".join(cue.text for cue in run)
    return run[0]._replace(end=run[-1].end, text=text, words=tuple(words))


def lay_out_speech(timeline: Timeline, analyzer: Analyzer) -> Layout:
    """Find the units of a transcript, a paragraph for each turn."""
    edges = [*(timeline.starts[turn] for turn in timeline.turns), len(timeline.text)]
    timed = timeline.timed_offsets
    spans = (visible_span(timeline.text, start, end) for start, end in pairwise(edges))
    turns = [turn for turn in spans if turn is not None]
    split = split_paragraphs(analyzer, timeline.text, Spans.of(turns))
    return Layout(
        [
            list(_units_of_turn(timeline, turn, timed.intersection(sentences.starts.tolist())))
            for turn, sentences in zip(turns, split, strict=True)
        ]
    )


def _units_of_turn(timeline: Timeline, turn: Span, begins: Iterable[int]) -> Iterator[Span]:
    """Yield the units of a turn, given where those of its sentences begin that have a time."""
    text = timeline.text
    whole = sorted({turn.start, *begins})
    for start, end in pairwise([*whole, turn.end]):
        begin = start
        for place in [*_starts_inside_long_unit(timeline, start, end), end]:
            # A unit without visible text is joined to the one before it.
            visible = visible_span(text, begin, place)
            if visible is not None:
                yield visible
            begin = place


def _starts_inside_long_unit(timeline: Timeline, start: int, end: int) -> Iterator[int]:
    """Yield where units begin inside what is too long for one: at cues, so many words apart."""
    text, cues = timeline.text, timeline.starts
    if len(text[start:end].split()) <= _MOST_WORDS:
        return
    words, before = 0, start
    for cue in cues[bisect_right(cues, start) : bisect_left(cues, end)]:
        words += len(text[before:cue].split())
        before = cue
        if words >= _SOME_WORDS:
            yield cue
            words = 0
