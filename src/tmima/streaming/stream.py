"""Segments of a text that is still coming in, each as soon as nothing can change it."""

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Self

from tmima import languages
from tmima.document import Analyzer
from tmima.errors import TmimaError
from tmima.segmentation import Parameters
from tmima.segmentation.certificate import universal_window
from tmima.streaming.programme import Cut, OnlineProgramme
from tmima.streaming.sentences import FORMS, FlowSentence, SentenceFlow
from tmima.streaming.shared_words import OnlineSharedWords

_STATE = 1


@dataclass(frozen=True, slots=True)
class StreamedSegment:
    """A segment of a stream: characters [start, end), sentences [first, last), its text.

    `cut` says why it ends where it does: "final" if no text to come could change it, "forced" if a
    deadline decided it, "end" if the text ended.
    """

    start: int
    end: int
    first: int
    last: int
    text: str
    cut: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamSettings:
    """How a stream is cut.

    Attributes:
        language: code of the text's language; found from its beginning if not given.
        form: "text" for prose, "lines" for a sentence a line.
        parameters: of the cost, lengths in sentences.
        max_size: the greatest number of sentences of a segment.
        max_delay: decide on a cut at the latest when so many more sentences have come.
        words: how words are normalised.
        stopwords: words that are not kept, in place of the language's list.
        tagger: a model file in place of the shipped one (Greek).
    """

    language: str | None = None
    form: str = "text"
    parameters: Parameters = field(default_factory=Parameters)
    max_size: int | None = None
    max_delay: int | None = None
    words: str | None = None
    stopwords: tuple[str, ...] | None = None
    tagger: str | None = None

    def __post_init__(self) -> None:
        if self.form not in FORMS:
            raise TmimaError(f"a stream has the form {' or '.join(FORMS)}, not {self.form!r}")
        for name in ("max_size", "max_delay"):
            value = getattr(self, name)
            if value is not None and value < 1:
                raise TmimaError(f"{name} must be 1 or more, not {value}")
        if self.parameters.length_unit != "sentences":
            raise TmimaError("a stream counts lengths in sentences, not in words")

    def window(self) -> int:
        """Return how many sentences a segment can have at the most."""
        proved = universal_window(self.parameters)
        if proved is None and self.max_size is None:
            raise TmimaError(
                f"no length of a segment is too long with {self.parameters}: give a max_size"
            )
        return min(size for size in (proved, self.max_size) if size is not None)

    def analyzer(self, beginning: str) -> Analyzer:
        """Return what finds sentences and words, given the beginning of the text."""
        return languages.analyzer(
            self.language or languages.detect(beginning),
            words=self.words,
            stopwords=self.stopwords,
            tagger=None if self.tagger is None else Path(self.tagger),
        )

    def as_dict(self) -> dict[str, Any]:
        """Return the settings for JSON."""
        return {**asdict(self), "parameters": self.parameters.as_dict()}

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Self:
        """Read settings that `as_dict` gave."""
        stopwords = values["stopwords"]
        return cls(
            **{
                **values,
                "parameters": Parameters(**values["parameters"]),
                "stopwords": None if stopwords is None else tuple(stopwords),
            }
        )


class TextStream:
    """Takes a text in pieces and gives its segments, as they would be found in the whole at once.

    Memory is bounded by the window: the greatest length that a segment can have at a profit, which
    follows from the parameters alone (docs/exactness.md), or `max_size`.

    >>> flow = TextStream(StreamSettings(language="en", form="lines", max_size=2))
    >>> flow.push("Ships sail.\\nA ship waits.\\nBakers bake.\\nA baker rests.\\n")
    []
    >>> [(segment.first, segment.last, segment.cut) for segment in flow.finish()]
    [(0, 2, 'final'), (2, 4, 'end')]
    """

    def __init__(self, settings: StreamSettings | None = None) -> None:
        self.settings = settings or StreamSettings()
        self._read = 0
        self._ended = False
        self._flow = SentenceFlow(self.settings.analyzer, form=self.settings.form)
        self._begin(decided=0, cost=0.0, closed=[])
        self._text = ""
        self._text_start = 0
        self._sentences: list[FlowSentence] = []  # since the last cut

    @property
    def characters(self) -> int:
        """How many characters have been taken."""
        return self._read

    def push(self, text: str) -> list[StreamedSegment]:
        """Take the next piece of the text; return the segments that are certain now."""
        if self._ended:
            raise TmimaError("the stream has ended: nothing can be pushed after finish")
        self._read += len(text)
        self._text += text
        return self._cut(self._flow.push(text))

    def finish(self) -> list[StreamedSegment]:
        """Return the remaining segments, as the text has ended."""
        if self._ended:
            return []
        segments = self._cut(self._flow.finish())
        self._ended = True
        if not self._sentences:
            return segments
        *cuts, end = self._programme.finish()
        segments += [self._segment(Cut(place, forced=False)) for place in cuts]
        first = end - len(self._sentences)
        segments.append(
            StreamedSegment(self._text_start, self._read, first, end, self._text, "end")
        )
        return segments

    def state(self) -> dict[str, Any]:
        """Return all that is needed to go on later, for JSON."""
        return {
            "state": _STATE,
            "settings": self.settings.as_dict(),
            "characters": self._read,
            "flow": self._flow.state(),
            "decided": self._programme.decided,
            "cost": self._programme.decided_cost,
            "closed": self._programme.passed,
            "text": self._text,
            "sentences": [asdict(sentence) for sentence in self._sentences],
        }

    @classmethod
    def resume(cls, state: dict[str, Any]) -> "TextStream":
        """Go on from a state, as if nothing had happened."""
        if state.get("state") != _STATE:
            raise TmimaError(f"this is no state of a stream that can be read: {str(state)[:60]}")
        stream = cls(StreamSettings.from_dict(state["settings"]))
        flow = state["flow"]
        # The language was found from the beginning of the text, which is no longer at hand.
        found = replace(stream.settings, language=flow["language"])
        stream._flow.resume(flow, found.analyzer("") if flow["begun"] else None)
        stream._read = state["characters"]
        stream._text = state["text"]
        stream._text_start = state["characters"] - len(state["text"])
        stream._begin(state["decided"], state["cost"], state["closed"])
        stream._sentences = [
            FlowSentence(**{**one, "kept": tuple(one["kept"])}) for one in state["sentences"]
        ]
        columns = [stream._similarity.push(one.kept) for one in stream._sentences]
        stream._programme.replay(columns)
        return stream

    def _begin(self, decided: int, cost: float, closed: list[int]) -> None:
        window = self.settings.window()
        parameters = self.settings.parameters
        self._similarity = OnlineSharedWords(
            window=window, begin=decided, diagonal=parameters.diagonal
        )
        self._programme = OnlineProgramme(
            parameters,
            window=window,
            max_delay=self.settings.max_delay,
            begin=decided,
            cost=cost,
            closed=closed,
        )

    def _cut(self, sentences: list[FlowSentence]) -> list[StreamedSegment]:
        if not sentences:
            return []
        self._sentences += sentences
        cuts = self._programme.push([self._similarity.push(one.kept) for one in sentences])
        return [self._segment(cut) for cut in cuts]

    def _segment(self, cut: Cut) -> StreamedSegment:
        """Return the segment up to a cut, and forget its text."""
        end = self._programme.read
        first = end - len(self._sentences)
        length = cut.place - first
        start, self._text_start = self._text_start, self._sentences[length].start
        taken = self._text_start - start
        text, self._text = self._text[:taken], self._text[taken:]
        del self._sentences[:length]
        return StreamedSegment(
            start, self._text_start, first, cut.place, text, "forced" if cut.forced else "final"
        )


def stream(
    pieces: Iterable[str], settings: StreamSettings | None = None
) -> Iterator[StreamedSegment]:
    """Cut a text that comes in pieces; yield each segment as soon as it is certain."""
    flow = TextStream(settings)
    for piece in pieces:
        yield from flow.push(piece)
    yield from flow.finish()
