"""Cues of single words, as some programs write, gathered to what people say in one breath."""

from collections.abc import Sequence
from math import isnan

from tmima.patterns import Pattern
from tmima.text import Cue

_ENDS_SENTENCE = Pattern(r"[.!?…;。！？][\"'”’»)\]]*\Z")
_MOST_WORDS = 20
_BREATH = 1.0
# Cues are words if so many of them are.
_SHARE = 0.8


def gathered(cues: Sequence[Cue]) -> list[Cue]:
    """Return cues as they are, or joined to runs with word times where nearly each is a word.

    A run ends with a sentence, a change of speaker, a silence of a second, or at twenty words.

    >>> [cue.text for cue in gathered([Cue(0, 1, "Good"), Cue(1, 2, "day."), Cue(2, 3, "Yes.")])]
    ['Good day.', 'Yes.']
    """
    spoken = [cue for cue in cues if cue.text.strip()]
    single = sum(len(cue.text.split()) == 1 for cue in spoken)
    if single < _SHARE * len(spoken) or len(spoken) < 2:
        return list(cues)
    runs: list[list[Cue]] = []
    for cue in spoken:
        if not runs or _is_over(runs[-1], cue):
            runs.append([])
        runs[-1].append(cue)
    return [_joined(run) for run in runs]


def ends_sentence(text: str) -> bool:
    """Tell whether a text ends as a sentence does.

    >>> ends_sentence("He said: “Good day.”"), ends_sentence("Good")
    (True, False)
    """
    return _ENDS_SENTENCE.search(text) is not None


def _is_over(run: Sequence[Cue], cue: Cue) -> bool:
    last = run[-1]
    return (
        len(run) >= _MOST_WORDS
        or last.speaker != cue.speaker
        or cue.start < last.start
        or cue.start - last.end >= _BREATH
        or ends_sentence(last.text)
    )


def _joined(run: Sequence[Cue]) -> Cue:
    words = []
    length = 0
    for cue in run:
        if not isnan(cue.start):
            words.append((length, cue.start))
        length += len(cue.text) + 1
    text = " ".join(cue.text for cue in run)
    return run[0]._replace(end=run[-1].end, text=text, words=tuple(words))
