"""What comes out: a text cut into segments, which remembers how it was cut."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from functools import partial
from os import PathLike
from typing import Any, overload

from tmima.files import encode_json, json_value
from tmima.formats import choi_lines
from tmima.kernel.arrays import Floats
from tmima.learnt import Adaptation
from tmima.segmentation import (
    Answers,
    Branch,
    Constraints,
    NumberOfSegments,
    Parameters,
    beliefs,
    certainty,
)
from tmima.segments import (
    as_markdown,
    as_outline,
    computed_field,
    field_metadata,
    fields_of,
    forced_cuts,
    heading_paths,
    segment_ids,
)
from tmima.similarity import SharedWords, Similarity
from tmima.text import Document, Origin, Segmentation, Timeline, Units, visible_span
from tmima.titles import Name, names, retitled

NO_TITLES, PHRASES = "none", "phrases"
TITLES = (PHRASES, NO_TITLES)


# The offsets are those of Python's strings; other languages may count otherwise.
_CHARACTERS = "characters (Unicode code points) of the text, the end not included"
_OF_DOCUMENT = "characters of the document that the text was taken from"
_SECONDS = "seconds, of a transcript"


@dataclass(frozen=True, slots=True)
class Segment:
    """A segment: its characters [start, end), its units [first, last), its text, and its name.

    The name is found when it is first asked for; segments of a stream have none. What does not
    apply is None: times but of a transcript, speakers where nobody is named, places and pages but
    of a document, sentences around it where no context was asked for.

    A field is declared here and nowhere else: every output is a loop over `fields_of(Segment)`.
    """

    start: int = field(
        metadata=field_metadata("Where its text begins.", unit=_CHARACTERS, essential=True)
    )
    end: int = field(
        metadata=field_metadata("Where its text ends.", unit=_CHARACTERS, essential=True)
    )
    first: int = field(metadata=field_metadata("Its first unit, from 0.", essential=True))
    last: int = field(metadata=field_metadata("The unit after its last.", essential=True))
    text: str = field(
        metadata=field_metadata("The text from start to end.", essential=True, is_text=True)
    )
    _: KW_ONLY
    start_time: float | None = field(
        default=None, metadata=field_metadata("When its first word is said.", unit=_SECONDS)
    )
    end_time: float | None = field(
        default=None,
        metadata=field_metadata(
            "When the next segment begins, or the recording ends.", unit=_SECONDS
        ),
    )
    speakers: tuple[str, ...] | None = field(
        default=None, metadata=field_metadata("Who speaks in it, in order.")
    )
    origin_start: int | None = field(
        default=None,
        metadata=field_metadata(
            "Where it begins in a document, white space aside.", unit=_OF_DOCUMENT
        ),
    )
    origin_end: int | None = field(
        default=None,
        metadata=field_metadata(
            "Where it ends in a document, white space aside.", unit=_OF_DOCUMENT
        ),
    )
    pages: tuple[int, int] | None = field(
        default=None, metadata=field_metadata("Its first and its last page in a document.")
    )
    before: str | None = field(
        default=None,
        metadata=field_metadata("The sentences before it, no part of its text.", is_text=True),
    )
    after: str | None = field(
        default=None,
        metadata=field_metadata("The sentences after it, no part of its text.", is_text=True),
    )
    _of: "SegmentedText | None" = field(default=None, repr=False, compare=False)
    _index: int = field(default=0, repr=False, compare=False)

    @property
    def name(self) -> Name:
        """Its title, keywords and summary, empty where there are none."""
        return Name() if self._of is None else self._of.names[self._index]

    @property
    @computed_field()
    def title(self) -> str:
        """What it is called: its heading, or a phrase of its text of fewer than 40 characters."""
        return self.name.title

    @property
    @computed_field()
    def keywords(self) -> tuple[str, ...]:
        """What it is about, the most telling first."""
        return self.name.keywords

    @property
    @computed_field()
    def summary(self) -> str:
        """Its most central sentence, in its own words; empty where no sentence says much."""
        return self.name.summary

    @property
    @computed_field(between=" > ")
    def path(self) -> tuple[str, ...] | None:
        """The headings of the sections that it lies in, the highest first, where there are some.

        Of several neighbouring sections the first one's heading comes last. Empty before the first
        heading of a document.
        """
        return None if self._of is None else self._of.paths[self._index]

    @property
    @computed_field()
    def page(self) -> int | None:
        """Its first page in a document."""
        return None if self.pages is None else self.pages[0]

    @property
    @computed_field(column="segment_id")
    def id(self) -> str | None:
        """What tells it from all others; an edit elsewhere in its document leaves it as it is.

        A hash of the name of its file (else the document's title), its path and its text, with a
        number behind where the document has the same again.
        """
        return None if self._of is None else self._of.ids[self._index]

    @property
    @computed_field()
    def forced(self) -> bool | None:
        """Whether the greatest size, and no change of topic, made the cut before it."""
        return None if self._of is None else self._of.forced[self._index]

    @property
    @computed_field()
    def probability(self) -> float | None:
        """How probable the cut before it is, where posteriors are asked for."""
        answers = None if self._of is None else self._of.answers
        # The text's beginning is no cut.
        if answers is None or answers.posteriors is None or not self.first:
            return None
        return float(answers.posteriors.cuts[self.first - 1])

    @property
    @computed_field()
    def certainty(self) -> str | None:
        """How sure the cut before it is: "certain", "likely" or "could be elsewhere".

        None where nobody knows: posteriors were not asked for, or the cut was told.
        """
        return None if self._of is None else self._of.certainties[self._index]

    @property
    @computed_field(essential=True)
    def units(self) -> int:
        """How many units it has: sentences or paragraphs."""
        return self.last - self.first

    def values(self) -> dict[str, Any]:
        """Return all fields by name; what does not apply or has no name is None."""
        values = {each.name: getattr(self, each.name) for each in fields_of(type(self))}
        return values | {name: values[name] or None for name in Name._fields}

    def as_dict(self) -> dict[str, Any]:
        """Return it for JSON: the fields that apply."""
        return {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in self.values().items()
            if value is not None
        }

    def about(self) -> dict[str, Any]:
        """Return for JSON what is known of it besides its text and where that is, as metadata."""
        values = self.as_dict()
        return {
            each.column: values[each.name]
            for each in fields_of(type(self))
            if each.name in values and not each.essential
        }


Titles = str | Callable[[Sequence[Segment]], Sequence[str]]
"""What names segments: "phrases", "none", or a function from named segments to other titles."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What a text was cut with.

    Attributes:
        method: the name of the method.
        unit: what cuts fall between, "sentences" or "paragraphs".
        similarity: the name of the similarity, for a method that has one.
        parameters: of the cost, for a method that has one.
        adaptation: to a kind of texts, for the learnt method where it was trained.
        constraints: what the segments had to satisfy, their number included.
        options: of the method.
        learnt_from: from what texts the method has learnt, where it has.
        finer: by how much finer than usual.
        every: how long segments of a transcript were wanted to be in the mean, in seconds.
        number: how probable each number of segments is, where nobody told it.
    """

    method: str
    unit: str = "sentences"
    similarity: str | None = None
    parameters: Parameters | None = None
    adaptation: Adaptation | None = None
    constraints: Constraints = field(default_factory=Constraints)
    options: Mapping[str, Any] = field(default_factory=dict)
    learnt_from: str | None = None
    finer: float = 0.0
    every: float | None = None
    number: NumberOfSegments | None = None

    def numbers(self) -> dict[str, Any]:
        """Return for JSON the numbers of a method: parameters or adaptation, and options."""
        if self.parameters is not None:
            return self.parameters.as_dict()
        count = self.constraints.n_segments
        return {
            **({} if count is None else {"n_segments": count}),
            **({"finer": self.finer} if self.finer else {}),
            **({"every": self.every} if self.every else {}),
            **({} if self.adaptation is None else self.adaptation.as_dict()),
            **json_value(self.options, lambda made: getattr(made, "__name__", type(made).__name__)),
        }

    def fitted_as_dict(self) -> dict[str, Any]:
        """Return for JSON the similarity, what was learnt from, and the number of segments."""
        values: dict[str, Any] = {}
        if self.similarity is not None:
            values["similarity"] = self.similarity
        if self.learnt_from is not None:
            values["learnt"] = {"from": self.learnt_from}
        if self.number is not None:
            values["number"] = self.number.as_dict()
        return values


@dataclass(frozen=True, slots=True, repr=False)
class SegmentedText(Sequence[Segment]):
    """A document cut into segments, with the settings it was cut with and all further answers.

    It is a sequence of its segments: it has a length, can be gone through, and gives one by its
    number or several by a slice. The segments' texts joined are the text.

    Attributes:
        document: the text with its sentences and words.
        units: the sentences or paragraphs that cuts fall between.
        segmentation: the ends of the segments.
        settings: what it was cut with.
        answers: the certificate, which names the segmentations that this is the cheapest of, and
            whatever else was asked for, of a method that has costs.
    """

    document: Document
    units: Units
    segmentation: Segmentation
    settings: Settings
    answers: Answers | None = None
    _similarity: Similarity | None = field(default=None, compare=False)
    _titles: Titles = field(default=PHRASES, compare=False)
    _overlap: int = field(default=0, compare=False)
    _names: list[Name] = field(default_factory=list, compare=False)
    _certainties: list[str | None] = field(default_factory=list, compare=False)
    _odds: Floats | None = field(default=None, compare=False)
    _paths: list[tuple[str, ...] | None] = field(default_factory=list, compare=False)
    _ids: list[str] = field(default_factory=list, compare=False)
    _forced: list[bool] = field(default_factory=list, compare=False)

    def __repr__(self) -> str:
        count, size = len(self), len(self.units)
        return (
            f"<SegmentedText: {count} {'segment' if count == 1 else 'segments'} of {size} "
            f"{self.unit.removesuffix('s') if size == 1 else self.unit}, "
            f"{self.document.language}, {self.method}>"
        )

    def __hash__(self) -> int:
        return hash((self.document.text, self.segmentation, self.method))

    def __len__(self) -> int:
        """Return the number of segments."""
        return len(self.segmentation)

    def __iter__(self) -> Iterator[Segment]:
        """Yield the segments in order."""
        for index, (first, last) in enumerate(self.segmentation.segments):
            yield self._segment(index, first, last)

    @overload
    def __getitem__(self, index: int) -> Segment: ...
    @overload
    def __getitem__(self, index: slice) -> list[Segment]: ...
    def __getitem__(self, index: int | slice) -> Segment | list[Segment]:
        """Return a segment by its number, from 0, or several as a list."""
        numbers = range(len(self))[index]
        ends = (0, *self.segmentation.boundaries)
        if isinstance(numbers, int):
            return self._segment(numbers, *ends[numbers : numbers + 2])
        return [self._segment(number, *ends[number : number + 2]) for number in numbers]

    def _segment(self, index: int, first: int, last: int) -> Segment:
        text, timeline = self.document.text, self.document.timeline
        start, end = self.units.edges[first], self.units.edges[last]
        segment = Segment(start, end, first, last, text[start:end], _of=self, _index=index)
        if timeline is not None:
            segment = replace(segment, **_time_fields(timeline, start, end))
        if self.document.turns is not None:
            segment = replace(segment, speakers=self.document.turns.speakers(start, end))
        if self.document.origin is not None:
            segment = replace(segment, **_origin_fields(self.document.origin, start, end))
        return replace(segment, **self._context(segment)) if self._overlap else segment

    def _context(self, segment: Segment) -> dict[str, Any]:
        """Return the sentences before and after a segment, with the white space behind them."""
        text, starts = self.document.text, self.document.columns.spans.starts
        low = self.units.runs[segment.first][0] - self._overlap
        high = self.units.runs[segment.last - 1][1] + self._overlap
        return {
            "before": text[starts[low] if low > 0 else 0 : segment.start],
            "after": text[segment.end : starts[high] if high < len(starts) else None],
        }

    @property
    def segments(self) -> list[Segment]:
        """The segments in order; their texts joined are the text."""
        return list(self)

    @property
    def names(self) -> list[Name]:
        """The title and the keywords of each segment, found once."""
        if not self._names:
            self._names.extend(self._find_names())
        return self._names

    def _find_names(self) -> list[Name]:
        if callable(self._titles):
            own = replace(self, _titles=PHRASES, _names=[])
            return retitled(own.names, self._titles(own.segments))
        if self._titles == NO_TITLES:
            return [Name()] * len(self)
        return names(self.document, self.units, self.segmentation)

    def titles_of(self, branches: Sequence[Branch]) -> dict[Branch, str]:
        """Return the titles of branches and of all below them: of the finest, the segments'.

        No branch has the title of a branch that contains it.
        """
        own = [name.title for name in self.names]
        titles: dict[Branch, str] = {}
        level = list(branches)
        above: list[frozenset[str]] = [frozenset()] * len(level)
        while below := [child for branch in level for child in branch.children]:
            # Who wants no titles wants none on any level.
            named = self._titles_of_level(level, above) if any(own) else [""] * len(level)
            titles |= dict(zip(level, named, strict=True))
            above = [
                # What is the whole of the branch above may be called as it is.
                held | {title.lower()} if len(branch.children) > 1 else held
                for branch, title, held in zip(level, named, above, strict=True)
                for _ in branch.children
            ]
            level = below
        if any(own) and any(title.lower() in held for title, held in zip(own, above, strict=True)):
            others = self._titles_of_level(level, above)
            own = [
                other if title.lower() in held else title
                for title, other, held in zip(own, others, above, strict=True)
            ]
        return titles | dict(zip(level, own, strict=True))

    def _titles_of_level(
        self, level: Sequence[Branch], above: Sequence[frozenset[str]]
    ) -> list[str]:
        """Return titles of the branches of a level, each other than those of the branches above."""
        ends = Segmentation(tuple(branch.last for branch in level))
        return [name.title for name in names(self.document, self.units, ends, above)]

    @property
    def certainties(self) -> list[str | None]:
        """How sure the cut before each segment is, found once; before the first there is none."""
        if not self._certainties:
            self._certainties.extend(self._find_certainties())
        return self._certainties

    def _find_certainties(self) -> Iterator[str | None]:
        yield None
        known = None if self.answers is None else self.answers.posteriors
        held = None if known is None else beliefs(known.cuts)
        told = self.settings.constraints.required_cuts(self.units)
        for cut in self.segmentation.cuts:
            yield None if held is None or cut in told else certainty(held[cut - 1])

    @property
    def paths(self) -> list[tuple[str, ...] | None]:
        """The headings above each segment, found once."""
        if not self._paths:
            self._paths.extend(heading_paths(self.document, self._offsets))
        return self._paths

    @property
    def ids(self) -> list[str]:
        """The identifier of each segment, found once."""
        if not self._ids:
            self._ids.extend(segment_ids(self.document, self._offsets, self.paths))
        return self._ids

    @property
    def forced(self) -> list[bool]:
        """Whether a limit made the cut before each segment, found once."""
        if not self._forced:
            told = self.settings.constraints
            self._forced.extend(forced_cuts(self.units, self.segmentation, told, self._odds))
        return self._forced

    @property
    def _offsets(self) -> list[tuple[int, int]]:
        """The first and last character offset of each segment."""
        edges = self.units.edges
        return [(edges[first], edges[last]) for first, last in self.segmentation.segments]

    @property
    def boundaries(self) -> tuple[int, ...]:
        """The ends t_1 < ... < t_K = T of the segments, in units."""
        return self.segmentation.boundaries

    @property
    def method(self) -> str:
        """The name of the method."""
        return self.settings.method

    @property
    def unit(self) -> str:
        """What cuts fall between, "sentences" or "paragraphs"."""
        return self.settings.unit

    @property
    def cost(self) -> float | None:
        """The cost of the segmentation; `answers.certificate` says among which it is the least.

        None by a method that has no costs.
        """
        return None if self.answers is None else self.answers.optimum.cost

    @property
    def truth(self) -> Segmentation | None:
        """The true segments in units, if the input told them."""
        return self.units.truth

    @property
    def similarity(self) -> Similarity:
        """D that the text was cut with; shared words where the method has none."""
        return SharedWords(self.units) if self._similarity is None else self._similarity

    def as_dict(self) -> dict[str, Any]:
        """Return the result as the object that `tmima segment --format json` prints."""
        return {
            **self._json_before_segments(),
            "segments": [segment.as_dict() for segment in self],
            **self._json_after_segments(),
        }

    def _json_before_segments(self) -> dict[str, Any]:
        origin = self.document.origin
        return {
            **({} if origin is None else {"format": origin.kind}),
            "language": self.document.language,
            "method": self.method,
            "unit": self.unit,
            "units": len(self.units),
            "parameters": self.settings.numbers(),
            "cost": self.cost,
            "boundaries": list(self.boundaries),
        }

    def _json_after_segments(self) -> dict[str, Any]:
        return {
            **self.settings.fitted_as_dict(),
            **(self.answers.as_dict(self.units) if self.answers else {}),
        }

    def json_pieces(self, **first: Any) -> Iterator[str]:
        """Yield `as_dict` as a line of JSON, piece by piece, so that no text is held twice.

        Args:
            first: what else comes at its beginning.
        """
        encode = partial(encode_json, ensure_ascii=False)
        before, after = (
            encode({**first, **self._json_before_segments()}),
            encode(self._json_after_segments()),
        )
        yield f'{before[:-1]}, "segments": ['
        for number, segment in enumerate(self):
            yield (", " if number else "") + encode(segment.as_dict())
        yield "]" + (f", {after[1:]}" if after != "{}" else "}") + "\n"

    def as_choi(self) -> str:
        """Return the segments in Choi's format, one sentence per line."""
        return "".join(self.choi_lines())

    def choi_lines(self) -> Iterator[str]:
        """Yield the lines of `as_choi`."""
        text, spans, runs = self.document.text, self.document.columns.spans, self.units.runs
        return choi_lines(
            [text[start:end] for start, end in spans[runs[first][0] : runs[last - 1][1]]]
            for first, last in self.segmentation.segments
        )

    def as_markdown(self) -> str:
        """Return the text as Markdown: each segment under a heading, its own or its name.

        A text in Markdown stays as it is but for the headings that are added; of a transcript they
        tell the time.
        """
        return "".join(self.markdown_pieces())

    def markdown_pieces(self) -> Iterator[str]:
        """Yield the pieces of `as_markdown`, one for each segment."""
        return as_markdown(self.document, self.segments)

    def as_outline(self) -> str:
        """Return a nested list of sections and segments with their places, without their text."""
        return "".join(as_outline(self.document, self.segments))

    def as_html(self) -> str:
        """Return the viewer with this text in one HTML file.

        How sure its cuts are is shown if `posteriors` were asked for, its scores if the truth is
        known.
        """
        from tmima.viewer import report_html

        return report_html(self)

    def plot(self, path: str | PathLike[str]) -> None:
        """Draw the dotplot with the segments, and the true cuts if they are known.

        The path's ending chooses the format (PNG, SVG, PDF). Needs the extra `plot`.
        """
        from tmima.plots import dotplot

        dotplot(self.similarity, self.segmentation, path, unit=self.unit, truth=self.truth)


def _origin_fields(origin: Origin, start: int, end: int) -> dict[str, Any]:
    """Return the place of some characters in their document, as fields of a segment."""
    seen = visible_span(origin.text, start, end) or (start, end)
    first, last = origin.place(*seen) or (None, None)
    return {"origin_start": first, "origin_end": last, "pages": origin.pages(*seen)}


def _time_fields(timeline: Timeline, start: int, end: int) -> dict[str, Any]:
    """Return the times and speakers of some characters, as fields of a segment."""
    times = [round(time, 3) for time in timeline.times([start, end]).tolist()]
    return {
        "start_time": times[0],
        "end_time": times[1],
        "speakers": timeline.speakers(start, end),
    }
