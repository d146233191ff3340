"""Segments of a text that is still coming in, each as soon as it is decided."""

import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast

from tmima.errors import TmimaError, plain_text, shortened, whole_number
from tmima.files import sealed, unsealed
from tmima.methods import DEFAULT_METHOD, Learnt
from tmima.methods.method import CUSTOM_SIMILARITY
from tmima.result import Segment
from tmima.segmenter import SETTINGS, Segmenter
from tmima.segments import field_metadata
from tmima.settings.saving import settings_as_json
from tmima.similarity import GRADED_SIMILARITY, PAPER_SIMILARITY
from tmima.streaming.learnt_cuts import LearntCuts, prepare_window
from tmima.streaming.stream_sentences import FORMATS, SentenceStream, StreamSentence, head_length
from tmima.text import Cue, is_wrapped, visible_span
from tmima.version import __version__

DEFAULT_DELAY = 50
_STATE = 5
_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")
_SIMILARITIES = (GRADED_SIMILARITY, PAPER_SIMILARITY)


@dataclass(frozen=True, slots=True)
class StreamedSegment(Segment):
    """A segment of a stream."""

    cut: str = field(
        kw_only=True,
        metadata=field_metadata(
            'Why it ends where it does: "forced" if a deadline decided it, "end" if the '
            'text ended, "final" before that if it was short enough to be cut as a whole.'
        ),
    )


class TextStream:
    """Takes a text in pieces and gives its segments with the settings of a `Segmenter`.

    From the beginning of a text (some 150 sentences or 12,000 characters) are taken and then kept:
    the language, how its lines are broken. A text that ends before is cut as `segment` cuts it. Of
    a longer one each cut is decided when so many more sentences have come.

    The learnt model looks again and again at the last thousand sentences and those that wait; that
    is all the memory there is. No segment has more than a thousand sentences.

    Args:
        segmenter: the settings; a stream is cut between sentences, by the method learnt.
        max_delay: decide on a cut when so many more sentences have come. The learnt model looks
            every half of that, so it may be half as many more.

    >>> flow = TextStream(Segmenter(language="en", format="lines", max_size=2))
    >>> flow.push("Ships sail.\\nA ship waits.\\nBakers bake.\\nA baker rests.\\n")
    []
    >>> [(segment.first, segment.last, segment.cut) for segment in flow.finish()]
    [(0, 2, 'final'), (2, 4, 'end')]
    """

    def __init__(
        self, segmenter: Segmenter | None = None, *, max_delay: int = DEFAULT_DELAY
    ) -> None:
        self.segmenter = with_adaptation_set(segmenter or Segmenter())
        self.max_delay = whole_number("max_delay", max_delay, least=1)
        _check_streamable(self.segmenter)
        self._read = 0
        self._ended = False
        self._text = ""  # since the last cut
        self._text_start = 0
        self._place = 0  # of the last cut
        self._starts: list[int] = []  # of the sentences behind it
        self._said: deque[tuple[int, Cue]] = deque()  # where lines of speech begin
        self._speaking: Cue | None = None
        self._cuts: LearntCuts | None = None

    @property
    def settings(self) -> dict[str, Any]:
        """The settings for JSON, the delay included."""
        return {**settings_as_json(self.segmenter.given), "max_delay": self.max_delay}

    @property
    def characters(self) -> int:
        """How many characters have been taken."""
        return self._read

    @property
    def ended(self) -> bool:
        """Whether the text has ended."""
        return self._ended

    def push(self, text: str) -> list[StreamedSegment]:
        """Take the next piece of the text; return the segments that are decided now."""
        text = plain_text(text)
        if self._ended:
            raise TmimaError("the stream has ended: nothing can be pushed after finish")
        self._read += len(text)
        self._text += text
        if self._cuts is not None:
            return self._cut(self._cuts, self._flow.push(text))
        length = head_length(self._text)
        if length is None:
            return []
        rest = self._text[length:]
        cuts = self._start_cutting(self._text[:length])
        # The whole beginning is there: deadlines count from its end.
        first = self._cut(cuts, self._flow.push(self._text[:length]), together=True)
        return first + self._cut(cuts, self._flow.push(rest))

    def say(self, cue: Cue) -> list[StreamedSegment]:
        """Take a sentence of speech, which becomes a line of the text; return what is decided."""
        self._said.append((self._read, cue))
        return self.push(cue.text + "\n")

    def finish(self) -> list[StreamedSegment]:
        """Return the remaining segments, as the text has ended."""
        if self._ended:
            return []
        self._ended = True
        if self._cuts is None:
            return self._cut_whole_text()
        segments = self._cut(self._cuts, self._flow.finish())
        return segments + self._last_segments(self._cuts.finish() if self._starts else [])

    def state(self) -> dict[str, Any]:
        """Return all that is needed to go on later, for JSON, with a checksum."""
        if _PAIR.search(self._text):
            raise TmimaError(
                "the text holds characters as pairs of surrogates, which JSON would join: decode "
                "it as UTF-16 first"
            )
        if self._said or self._speaking:
            raise TmimaError("speech that comes in has no state: begin again with its first cue")
        state = {
            "state": _STATE,
            "version": __version__,
            "settings": settings_as_json(self.segmenter.given),
            "max_delay": self.max_delay,
            "characters": self._read,
            "text": self._text,
        }
        if self._cuts is None:
            return sealed(state)
        return sealed(
            state
            | {
                "language": self._language,
                "wrapped": self._wrapped,
                "flow": self._flow.state(),
                "place": self._place,
                "starts": self._starts,
                "cuts": self._cuts.state(),
            }
        )

    @classmethod
    def resume(cls, state: dict[str, Any]) -> "TextStream":
        """Go on from a state, as if nothing had happened."""
        state = unsealed(state)
        if (state.get("state"), state.get("version")) != (_STATE, __version__):
            raise TmimaError(
                "this is no state of a stream that can be read: it was written by tmima "
                f"{state.get('version')}, and this is {__version__}"
            )
        try:
            return cls._resume_from(state)
        except (LookupError, TypeError, ValueError, AttributeError) as error:
            raise TmimaError(f"this is no state of a stream that can be read: {error}") from None

    @classmethod
    def _resume_from(cls, state: dict[str, Any]) -> "TextStream":
        stream = cls(Segmenter(**state["settings"]), max_delay=state["max_delay"])
        stream._read = state["characters"]
        stream._text = state["text"]
        stream._text_start = state["characters"] - len(state["text"])
        if "cuts" in state:
            stream._start_sentences(state["language"], wrapped=state["wrapped"])
            stream._flow.resume(state["flow"])
            stream._place, stream._starts = state["place"], state["starts"]
            stream._cuts = stream._learnt_cuts(state["cuts"])
        return stream

    def _start_cutting(self, head: str) -> LearntCuts:
        """Fix the language and the kind of lines by the beginning of the text."""
        self._start_sentences(self.segmenter.analyzer_for(head).language, wrapped=is_wrapped(head))
        self._cuts = self._learnt_cuts()
        return self._cuts

    def _start_sentences(self, language: str, *, wrapped: bool) -> None:
        self._language, self._wrapped = language, wrapped
        self._flow = SentenceStream(
            self.segmenter.analyzer_of(language),
            format=str(self.segmenter.format or FORMATS[0]),
            wrapped=wrapped,
        )

    def _learnt_cuts(self, state: dict[str, Any] | None = None) -> LearntCuts:
        """Return the object that decides on cuts, new or resumed from its state."""
        return LearntCuts(
            cast("Learnt", self.segmenter.current_method),
            self._language,
            max_delay=self.max_delay,
            max_size=self.segmenter.max_size,
            state=state,
        )

    def _cut_whole_text(self) -> list[StreamedSegment]:
        """Cut a text that ended before its beginning was complete: it is there as a whole."""
        if visible_span(self._text, 0, len(self._text)) is None:
            return []
        if self._said:
            # Who speaks, and when, is not in the text.
            self._start_sentences(self.segmenter.analyzer_for(self._text).language, wrapped=False)
            sentences = self._note_sentences([*self._flow.push(self._text), *self._flow.finish()])
            segmented = self.segmenter.segment(prepare_window(sentences, self._language))
            return self._last_segments(segmented.boundaries)
        result = self.segmenter.segment(self._text)
        cuts = [*("final" for _ in result.boundaries[1:]), "end"]
        return [
            StreamedSegment(each.start, each.end, each.first, each.last, each.text, cut=cut)
            for each, cut in zip(result, cuts, strict=True)
        ]

    def _cut(
        self, cuts: LearntCuts, sentences: list[StreamSentence], *, together: bool = False
    ) -> list[StreamedSegment]:
        places = cuts.push(self._note_sentences(sentences), together=together)
        return [self._take_segment(place, "forced") for place in places]

    def _note_sentences(self, sentences: list[StreamSentence]) -> list[StreamSentence]:
        """Note where sentences begin; of speech, say who speaks."""
        self._starts += [one.start for one in sentences]
        return [self._with_cue(one) for one in sentences]

    def _with_cue(self, one: StreamSentence) -> StreamSentence:
        while self._said and self._said[0][0] <= one.start:
            self._speaking = self._said.popleft()[1]
        if self._speaking is None:
            return one
        # A line that is endless becomes several sentences.
        return replace(one, cue=self._speaking._replace(text=one.text[: one.length]))

    def _last_segments(self, places: Sequence[int]) -> list[StreamedSegment]:
        """Return the segments up to the end of the text, which is the last place."""
        if not places:
            return []
        *cuts, end = places
        segments = [self._take_segment(place, "final") for place in cuts]
        start, first = self._text_start, self._place
        return [*segments, StreamedSegment(start, self._read, first, end, self._text, cut="end")]

    def _take_segment(self, place: int, cut: str) -> StreamedSegment:
        """Return the segment up to a place, and forget its text."""
        length = place - self._place
        start, self._text_start = self._text_start, self._starts[length]
        first, self._place = self._place, place
        taken = self._text_start - start
        text, self._text = self._text[:taken], self._text[taken:]
        del self._starts[:length]
        return StreamedSegment(start, self._text_start, first, place, text, cut=cut)


def stream(
    pieces: Iterable[str],
    *,
    max_delay: int = DEFAULT_DELAY,
    **settings: Any,
) -> Iterator[StreamedSegment]:
    """Cut a text that comes in pieces; yield each segment as soon as it is decided.

    See `TextStream`; the settings are those of a `Segmenter`.
    """
    flow = TextStream(Segmenter(**settings), max_delay=max_delay)
    if not isinstance(pieces, Iterable):
        raise TmimaError(f"a stream is made of pieces of text, not of {shortened(pieces)}")
    for piece in pieces:
        yield from flow.push(piece)
    yield from flow.finish()


def with_adaptation_set(segmenter: Segmenter) -> Segmenter:
    """Return a segmenter with its adaptation as a setting: a state keeps settings only."""
    if hasattr(segmenter, "adaptation_"):
        return segmenter.replace(adaptation=segmenter.adaptation_)
    return segmenter


def _check_streamable(segmenter: Segmenter) -> None:
    """Refuse by name what a stream cannot do."""
    if segmenter.format is not None and segmenter.format not in FORMATS:
        raise TmimaError(f"a stream has `format=` {' or '.join(FORMATS)}, not {segmenter.format!r}")
    if segmenter.unit not in ("sentence", "sentences"):
        raise TmimaError(f"a stream is cut between sentences: `unit=` cannot be {segmenter.unit!r}")
    for name in segmenter.given:
        if not SETTINGS[name].stream and name != "unit":
            raise TmimaError(f"a stream cannot have `{name}=`")
    method = segmenter.entry.name
    if method != DEFAULT_METHOD:
        raise TmimaError(
            f"a stream is cut by the method {DEFAULT_METHOD}, not by {method}: leave `method=` and "
            "`parameters=` out, or cut the whole text by tmima segment"
        )
    asked = segmenter.similarity
    if asked is not None and asked not in _SIMILARITIES:
        name = asked if isinstance(asked, str) else CUSTOM_SIMILARITY
        raise TmimaError(
            f"a stream compares sentences by {' or '.join(_SIMILARITIES)}, not by {name}"
        )
    segmenter.current_method  # noqa: B018 - made now, it tells what it does not understand
