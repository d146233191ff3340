"""The whole way from a text to its segments, in one call."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from tmima import languages
from tmima.document import Analyzer, Document, Units, choi, read
from tmima.errors import TmimaError
from tmima.segmentation import (
    Answers,
    Constraints,
    DensitySegmenter,
    Parameters,
    Segmentation,
    Wanted,
    ask,
)
from tmima.similarity import Measure


@dataclass(frozen=True, slots=True)
class Segment:
    """A segment: its characters [start, end), its units [first, last), and its text."""

    start: int
    end: int
    first: int
    last: int
    text: str


@dataclass(frozen=True, slots=True)
class SegmentedText:
    """A document cut into segments, with what was minimised to find them.

    `answers` holds the certificate and whatever else was asked of the paper's method; other methods
    have none.
    """

    document: Document
    unit: str
    units: Units
    method: str
    parameters: dict[str, Any]
    segmentation: Segmentation
    cost: float | None
    answers: Answers | None = None

    @property
    def boundaries(self) -> tuple[int, ...]:
        """The ends t_1 < ... < t_K = T of the segments, in units."""
        return self.segmentation.boundaries

    @property
    def segments(self) -> list[Segment]:
        """The segments in order; their texts joined are the text."""
        edges = self.units.edges
        return [
            Segment(
                edges[first],
                edges[last],
                first,
                last,
                self.document.text[edges[first] : edges[last]],
            )
            for first, last in self.segmentation.segments
        ]

    def as_dict(self) -> dict[str, Any]:
        """Return the result as the object that `tmima segment --format json` prints."""
        return {
            "language": self.document.language,
            "method": self.method,
            "unit": self.unit,
            "units": len(self.units),
            "parameters": self.parameters,
            "cost": self.cost,
            "boundaries": list(self.boundaries),
            "segments": [asdict(segment) for segment in self.segments],
            **(self.answers.as_dict(self.units) if self.answers else {}),
        }

    def as_choi(self) -> str:
        """Return the segments in Choi's format, one sentence a line."""
        text, runs = self.document.text, self.units.runs
        return choi.render(
            [
                text[s.start : s.end]
                for s in self.document.sentences[runs[first][0] : runs[last - 1][1]]
            ]
            for first, last in self.segmentation.segments
        )


def segment(
    text: str,
    *,
    language: str | None = None,
    form: str = "text",
    unit: str = "sentence",
    parameters: Parameters | None = None,
    words: str | None = None,
    stopwords: Iterable[str] | None = None,
    tagger: Path | None = None,
    analyzer: Analyzer | None = None,
    measure: Measure | None = None,
    method: str = DensitySegmenter.name,
    segments: int | tuple[int, int] | None = None,
    constraints: Constraints | None = None,
    wanted: Wanted | None = None,
    options: Mapping[str, Any] | None = None,
) -> SegmentedText:
    """Cut a text into its topics.

    Args:
        text: the text; the segments' texts joined are equal to it.
        language: ISO 639-1 code, "und" for general rules; found from the text if not given.
        form: "text" for prose, "lines" for a sentence a line, "choi" for Choi's format.
        unit: cuts fall between these, "sentence" or "paragraph".
        parameters: of the cost; those for ordinary articles by default.
        words: how words are normalised: "lemma", "stem", "porter" or "plain".
        stopwords: words that are not kept, in place of the language's list.
        tagger: a model file of `tmima tagger train`, in place of the shipped one (Greek).
        analyzer: finds sentences and words, in place of the language's own.
        measure: makes the similarity of the units, in place of shared words.
        method: one of the methods that `tmima methods` lists, in place of the paper's; parameters,
            measure, constraints and what else is wanted are the paper's own.
        segments: their number, or the least and the greatest number.
        constraints: what the segments must satisfy.
        wanted: probabilities, alternatives, a hierarchy: what is asked besides the segments.
        options: of another method, by name.

    >>> result = segment("Cats purr. A cat sleeps.\\nShips sail. Every ship sails.", language="en",
    ...                  parameters=Parameters(mean_length=2, std_length=1))
    >>> [segment.text for segment in result.segments]
    ['Cats purr. A cat sleeps.\\n', 'Ships sail. Every ship sails.']
    """
    if analyzer is None:
        analyzer = languages.analyzer(
            language or languages.detect(text), words=words, stopwords=stopwords, tagger=tagger
        )
    document = read(text, analyzer, form=form)
    if method != DensitySegmenter.name:
        if constraints is not None or wanted is not None or isinstance(segments, tuple):
            raise TmimaError(
                f"the method {method} takes a number of segments at the most, no other constraints "
                "and questions: those are for density"
            )
        return _by_another_method(document, unit, method, segments, dict(options or {}))
    if options:
        raise TmimaError(f"the method {method} takes parameters, not options")
    constraints = constraints or Constraints()
    if segments is not None:
        constraints = replace(constraints, segments=segments)
    segmenter = DensitySegmenter(parameters, measure=measure, constraints=constraints)
    units = Units.of(document, unit)
    answers = ask(segmenter, units, wanted or Wanted())
    return SegmentedText(
        document=document,
        unit=unit,
        units=units,
        method=method,
        parameters=segmenter.parameters.as_dict(),
        segmentation=answers.optimum.segmentation,
        cost=answers.optimum.cost,
        answers=answers,
    )


def _by_another_method(
    document: Document, unit: str, method: str, segments: int | None, options: dict[str, Any]
) -> SegmentedText:
    from tmima.methods.registry import entry, make
    from tmima.methods.text import MethodText

    count = entry(method).count
    if segments is None and count == "required":
        raise TmimaError(f"the method {method} must be told the number of segments")
    if segments is not None and count == "ignored":
        raise TmimaError(f"the method {method} cannot be told the number of segments")
    text = MethodText.of(document, unit)
    found = make(method, options).segment(text, segments=segments)
    told = {} if segments is None else {"segments": segments}
    return SegmentedText(
        document=document,
        unit=unit,
        units=text.units,
        method=method,
        parameters={**told, **options},
        segmentation=found,
        cost=None,
    )
