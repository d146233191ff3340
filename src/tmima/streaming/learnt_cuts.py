"""Cuts of a text that is still coming in by the learnt model, which looks at its last part.

Every few sentences the model looks at the last thousand as at a text of their own. What it decided
before stays; where its answer cuts in what is due now, a cut is decided, and the other places that
are due are closed for good. So a cut comes as soon as the model has seen most of what it looks at.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from tmima.learnt import settle_by_number
from tmima.methods import Learnt
from tmima.segmentation import Constraints, Prepared
from tmima.streaming.stream_sentences import StreamSentence
from tmima.text import Document, Sentences, Spans, Timeline, Units, Words

# So many sentences are looked at together.
_LOOKED_AT = 1000
# Two looks fall into the time that a cut waits.
_LOOKS = 2


class LearntCuts:
    """Decides where the sentences of a stream are cut.

    Memory is that of the sentences that are looked at: a thousand, and those that wait.

    Args:
        method: the model with its settings.
        language: of the text.
        max_delay: decide on each place when so many more sentences have come, at the next look.
        max_size: the most sentences of a segment.
        state: what `state` gave, to go on from there.
    """

    def __init__(
        self,
        method: Learnt,
        language: str,
        *,
        max_delay: int,
        max_size: int | None,
        state: dict[str, Any] | None = None,
    ) -> None:
        known = state or {"sentences": [], "first": 0, "cuts": [], "passed": 0}
        self._method = method
        self._language = language
        self._max_delay = max_delay
        self._step = max(1, max_delay // _LOOKS)
        self._max_size = min(max_size or _LOOKED_AT, _LOOKED_AT)
        self._sentences = [StreamSentence.from_dict(one) for one in known["sentences"]]
        self._first: int = known["first"]  # the number of the first of them
        self._cuts: list[int] = known["cuts"]  # that are decided, behind it or at it
        self._passed: int = known["passed"]  # every place up to here is decided

    @property
    def sentences_read(self) -> int:
        """The number of sentences so far."""
        return self._first + len(self._sentences)

    def push(self, sentences: Sequence[StreamSentence], *, together: bool = False) -> list[int]:
        """Take more sentences; return the cuts that are decided now.

        Cuts are decided at every step of some sentences; with `together`, only once all of these
        sentences have been taken.
        """
        cuts = []
        for one in sentences:
            self._sentences.append(one)
            if not together and self.sentences_read % self._step == 0:
                cuts += self._decide()
        return self._decide() if together else cuts

    def finish(self) -> list[int]:
        """Return the remaining cuts and the end of the text."""
        return [place for place in self._cut_window() if place > self._passed]

    def state(self) -> dict[str, Any]:
        """Return all that is needed to go on from here, for JSON."""
        return {
            "sentences": [one.as_dict() for one in self._sentences],
            "first": self._first,
            "cuts": self._cuts,
            "passed": self._passed,
        }

    def _decide(self) -> list[int]:
        """Cut where the model does, up to the place that is due."""
        due = self.sentences_read - self._max_delay
        if due <= self._passed:
            return []
        due_cuts = [place for place in self._cut_window() if self._passed < place <= due]
        self._cuts += due_cuts
        self._passed = due
        # A segment that has not ended is looked at from its beginning.
        last = self._cuts[-1] if self._cuts else 0
        first = max(self._first, min(last, self.sentences_read - _LOOKED_AT))
        del self._sentences[: first - self._first]
        self._first = first
        self._cuts = [cut for cut in self._cuts if cut >= first]
        return due_cuts

    def _cut_window(self) -> list[int]:
        """Return the model's cuts of the window, the decided ones among them, and its end."""
        cuts = [cut - self._first for cut in self._cuts if cut > self._first]
        closed = set(range(1, self._passed - self._first + 1)).difference(cuts)
        constraints = Constraints(
            cut_at=tuple(cuts), no_cut_at=tuple(closed), max_size=self._max_size
        )
        text = prepare_window(self._sentences, self._language)
        segmentation = settle_by_number(
            self._method.problem(text, constraints)
        ).optimum.segmentation
        return [self._first + place for place in segmentation.boundaries]


def prepare_window(sentences: Sequence[StreamSentence], language: str) -> Prepared:
    """Return sentences of a stream prepared as the one text that they make."""
    cues = [one.cue for one in sentences if one.cue is not None]
    timeline = Timeline(cues) if cues else None
    if timeline is None:
        text = "".join(one.text for one in sentences)
        starts = np.cumsum([0, *(len(one.text) for one in sentences[:-1])])
        begins = [place for place, one in enumerate(sentences) if one.begins or not place]
    else:
        text, starts = timeline.text, np.array(timeline.starts)
        begins = list(timeline.turns)
    ends = starts + [one.length for one in sentences]
    count = len(sentences)
    none = np.empty(0, dtype=np.int32)
    document = Document(
        text,
        language,
        # Their words are in the units.
        Sentences(
            Spans(starts.astype(np.int32), ends.astype(np.int32)),
            Words(np.zeros(count + 1, dtype=np.int32), none, none, none, ()),
        ),
        Spans.tiling(np.array([*begins, count], dtype=np.int32)),
        timeline=timeline,
    )
    numbers: dict[str, int] = {}
    held = [
        sorted(numbers.setdefault(word, len(numbers)) for word in one.kept) for one in sentences
    ]
    units = Units(
        runs=Spans.tiling(np.arange(count + 1, dtype=np.int32)),
        edges=[0, *starts[1:].tolist(), len(text)],
        sentences=np.ones(count, dtype=np.int32),
        words=np.array([one.words for one in sentences], dtype=np.int32),
        starts=np.cumsum([0, *map(len, held)]).astype(np.int64),
        terms=np.array([number for one in held for number in one], dtype=np.int32),
        vocabulary=tuple(numbers),
        document=document,
    )
    return Prepared.of_units(units)
