"""Segments of a text that is still coming in, each as soon as nothing can change it."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from typing import Any, Unpack

from tmima.document import visible_span
from tmima.errors import TmimaError, plain_text, shortened, whole_number
from tmima.result import Segment
from tmima.saving import settings_as_json
from tmima.sealing import sealed, unsealed
from tmima.segmentation import Constraints, Parameters, universal_window
from tmima.segmenter import Segmenter, SegmenterSettings, renamed
from tmima.streaming.beginning import Beginning, check_similarity
from tmima.streaming.programme import Cut, OnlineProgramme
from tmima.streaming.sentences import FORMATS, SentenceStream, StreamSentence, head_length
from tmima.streaming.similarity import OnlineSimilarity
from tmima.version import __version__

DEFAULT_DELAY = 50
# Where the lengths are not set no segment has more sentences than so many.
_MOST = 2000
_STATE = 4
_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")
# What a stream has no answer to, or cannot know before the text has ended.
_REFUSED = ("n_segments", "questions", "background", "encode", "options")


@dataclass(frozen=True, slots=True)
class StreamedSegment(Segment):
    """A segment of a stream.

    `cut` says why it ends where it does: "final" if no text to come could change it, "forced" if a
    deadline decided it, "end" if the text ended.
    """

    cut: str = field(kw_only=True)


class TextStream:
    """Takes a text in pieces and gives its segments with the settings of a `Segmenter`.

    From the beginning of a text (some 150 sentences or 12,000 characters) are taken and then kept:
    the language, how its lines are broken, the weights of words. A text that ends before is cut as
    `segment` cuts it. Of a longer one each cut is decided when so many more sentences have come;
    without a deadline only when nothing to come can change it, which may be thousands of sentences
    later.

    Memory is bounded by the window: the greatest length that a segment can have at a profit, which
    follows from the parameters alone (docs/exactness.md), or `max_size`, or 2,000 sentences where
    the lengths are not set.

    Args:
        segmenter: the settings; a stream is cut between sentences, by density.
        max_delay: decide on a cut at the latest when so many more sentences have come; 0 to wait
            until it is certain.

    >>> flow = TextStream(Segmenter(language="en", format="lines", constraints={"max_size": 2}))
    >>> flow.push("Ships sail.\\nA ship waits.\\nBakers bake.\\nA baker rests.\\n")
    []
    >>> [(segment.first, segment.last, segment.cut) for segment in flow.finish()]
    [(0, 2, 'final'), (2, 4, 'end')]
    """

    def __init__(
        self, segmenter: Segmenter | None = None, *, max_delay: int = DEFAULT_DELAY
    ) -> None:
        self.segmenter = with_learnt(segmenter or Segmenter())
        self.max_delay = whole_number("max_delay", max_delay, least=0)
        self.beginning: Beginning | None = None
        self._max_size = _checked(self.segmenter)
        self._read = 0
        self._ended = False
        self._text = ""  # since the last cut
        self._text_start = 0
        self._sentences: list[StreamSentence] = []  # since the last cut

    @property
    def settings(self) -> dict[str, Any]:
        """The settings for JSON, the delay included."""
        return {**settings_as_json(self.segmenter.settings), "max_delay": self.max_delay}

    @property
    def characters(self) -> int:
        """How many characters have been taken."""
        return self._read

    @property
    def ended(self) -> bool:
        """Whether the text has ended."""
        return self._ended

    def push(self, text: str) -> list[StreamedSegment]:
        """Take the next piece of the text; return the segments that are certain now."""
        text = plain_text(text)
        if self._ended:
            raise TmimaError("the stream has ended: nothing can be pushed after finish")
        self._read += len(text)
        self._text += text
        if self.beginning is not None:
            return self._cut(self._flow.push(text))
        length = head_length(self._text)
        if length is None:
            return []
        self._begin(Beginning.of(self._text[:length], self.segmenter))
        # The whole beginning is there: deadlines count from its end.
        first = self._cut(self._flow.push(self._text[:length]), together=True)
        return first + self._cut(self._flow.push(self._text_after(length)))

    def finish(self) -> list[StreamedSegment]:
        """Return the remaining segments, as the text has ended."""
        if self._ended:
            return []
        self._ended = True
        if self.beginning is None:
            return self._whole()
        segments = self._cut(self._flow.finish())
        if not self._sentences:
            return segments
        *cuts, end = self._programme.finish()
        segments += [self._segment(Cut(place, forced=False)) for place in cuts]
        first = end - len(self._sentences)
        segments.append(
            StreamedSegment(self._text_start, self._read, first, end, self._text, cut="end")
        )
        return segments

    def state(self) -> dict[str, Any]:
        """Return all that is needed to go on later, for JSON, with a checksum."""
        if _PAIR.search(self._text):
            raise TmimaError(
                "the text holds characters as pairs of surrogates, which JSON would join: decode "
                "it as UTF-16 first"
            )
        state = {
            "state": _STATE,
            "version": __version__,
            "settings": settings_as_json(self.segmenter.settings),
            "max_delay": self.max_delay,
            "characters": self._read,
            "text": self._text,
        }
        if self.beginning is None:
            return sealed(state)
        return sealed(
            state
            | {
                "beginning": self.beginning.as_dict(),
                "flow": self._flow.state(),
                "decided": self._programme.decided,
                "cost": self._programme.decided_cost,
                "closed": self._programme.passed,
                "sentences": [asdict(sentence) for sentence in self._sentences],
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
            return cls._resumed(state)
        except (LookupError, TypeError, ValueError, AttributeError) as error:
            raise TmimaError(f"this is no state of a stream that can be read: {error}") from None

    @classmethod
    def _resumed(cls, state: dict[str, Any]) -> "TextStream":
        stream = cls(Segmenter(**state["settings"]), max_delay=state["max_delay"])
        stream._read = state["characters"]
        stream._text = state["text"]
        stream._text_start = state["characters"] - len(state["text"])
        if "beginning" not in state:
            return stream
        stream._begin(
            Beginning.from_dict(state["beginning"]),
            decided=state["decided"],
            cost=state["cost"],
            closed=state["closed"],
        )
        stream._flow.resume(state["flow"])
        stream._sentences = [
            StreamSentence(**{**one, "kept": tuple(one["kept"])}) for one in state["sentences"]
        ]
        stream._programme.replay([stream._similarity.push(one.kept) for one in stream._sentences])
        return stream

    def _begin(
        self, found: Beginning, *, decided: int = 0, cost: float = 0.0, closed: Iterable[int] = ()
    ) -> None:
        self.beginning = found
        self._flow = SentenceStream(
            found.analyzer(self.segmenter),
            format=str(self.segmenter.format or FORMATS[0]),
            wrapped=found.wrapped,
        )
        window = self._window(found.parameters)
        self._similarity = OnlineSimilarity(found.comparison(), window=window, begin=decided)
        self._programme = OnlineProgramme(
            found.parameters,
            window=window,
            max_delay=self.max_delay or None,
            begin=decided,
            cost=cost,
            closed=tuple(closed),
        )

    def _window(self, parameters: Parameters) -> int:
        """Return how many sentences a segment can have at the most."""
        proved = universal_window(parameters)
        given = self.segmenter.parameters
        is_set = isinstance(given, Parameters) or {"mean_length", "std_length"} <= set(given or ())
        limit = None if is_set else _MOST
        sizes = [size for size in (proved, self._max_size, limit) if size is not None]
        if not sizes:
            values = ", ".join(
                f"{name} {getattr(parameters, name):g}"
                for name in ("mean_length", "std_length", "gamma", "r")
            )
            raise TmimaError(f"with {values} no length of a segment is too long: give a max_size")
        return min(sizes)

    def _whole(self) -> list[StreamedSegment]:
        """Cut a text that ended before its beginning was complete: it is there as a whole."""
        if visible_span(self._text, 0, len(self._text)) is None:
            return []
        found = self.segmenter.segment(self._text)
        cuts = [*("final" for _ in found.boundaries[1:]), "end"]
        return [
            StreamedSegment(each.start, each.end, each.first, each.last, each.text, cut=cut)
            for each, cut in zip(found, cuts, strict=True)
        ]

    def _text_after(self, length: int) -> str:
        """Return what has come after the first so many characters of the whole."""
        return self._text[length - self._text_start :]

    def _cut(
        self, sentences: list[StreamSentence], *, together: bool = False
    ) -> list[StreamedSegment]:
        if not sentences:
            return []
        self._sentences += sentences
        columns = [self._similarity.push(one.kept) for one in sentences]
        cuts = self._programme.push(columns, together=together)
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
            start, self._text_start, first, cut.place, text, cut="forced" if cut.forced else "final"
        )


def stream(
    pieces: Iterable[str],
    *,
    max_delay: int = DEFAULT_DELAY,
    **settings: Unpack[SegmenterSettings],
) -> Iterator[StreamedSegment]:
    """Cut a text that comes in pieces; yield each segment as soon as it is decided.

    See `TextStream`; the settings are those of a `Segmenter`.
    """
    flow = TextStream(Segmenter(**renamed(settings)), max_delay=max_delay)
    if not isinstance(pieces, Iterable):
        raise TmimaError(f"a stream is made of pieces of text, not of {shortened(pieces)}")
    for piece in pieces:
        yield from flow.push(piece)
    yield from flow.finish()


def with_learnt(segmenter: Segmenter) -> Segmenter:
    """Return a segmenter whose settings hold what it has learnt: a state keeps settings only."""
    if not hasattr(segmenter, "parameters_"):
        return segmenter
    return segmenter.replace(
        parameters=segmenter.parameters_, similarity=segmenter.similarity_, options=None
    )


def _checked(segmenter: Segmenter) -> int | None:
    """Refuse by name what a stream cannot do; return the greatest size of a segment, if any."""
    if segmenter.format is not None and segmenter.format not in FORMATS:
        raise TmimaError(f"a stream has format= {' or '.join(FORMATS)}, not {segmenter.format!r}")
    if segmenter.unit not in ("sentence", "sentences"):
        raise TmimaError(f"a stream is cut between sentences: unit= cannot be {segmenter.unit!r}")
    for name in _REFUSED:
        if getattr(segmenter, name) is not None:
            raise TmimaError(f"a stream cannot have {name}=")
    check_similarity(segmenter)
    if Parameters.of(segmenter.parameters).length_unit != "sentences":
        raise TmimaError("a stream counts lengths in sentences: length_unit cannot be 'words'")
    constraints = Constraints.of(segmenter.constraints)
    if constraints != Constraints(max_size=constraints.max_size):
        raise TmimaError("a stream has no constraints but max_size in sentences")
    return constraints.max_size
