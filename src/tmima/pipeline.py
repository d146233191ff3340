"""The whole way from a text to its segments, in one call."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from tmima import languages
from tmima.document import Analyzer, Units, plural
from tmima.errors import TmimaError
from tmima.fitting import Fitted, Wish, fit
from tmima.formats import choi, read
from tmima.segmentation import Answers, Constraints, DensitySegmenter, Parameters, Wanted, ask
from tmima.similarity import Measure
from tmima.similarity.vectors import Encoder
from tmima.values import Document, Segmentation


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

    Of the paper's method, `fitted` tells with what similarity and parameters, and `answers` holds
    the certificate and whatever else was asked for; other methods have neither.
    """

    document: Document
    unit: str
    units: Units
    method: str
    parameters: dict[str, Any]
    segmentation: Segmentation
    cost: float | None
    fitted: Fitted | None = None
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
            **(self.fitted.as_dict() if self.fitted else {}),
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
    unit: str = "sentences",
    parameters: Parameters | Mapping[str, Any] | None = None,
    words: str | None = None,
    stopwords: Iterable[str] | None = None,
    tagger: Path | None = None,
    analyzer: Analyzer | None = None,
    similarity: str | None = None,
    measure: Measure | None = None,
    collection: Iterable[str] = (),
    encode: Encoder | None = None,
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
        unit: cuts fall between these, "sentences" or "paragraphs".
        parameters: of the cost, all or some of them by name; what is not given is learnt from the
            text or suits its similarity.
        words: how words are normalised: "lemma", "stem", "porter" or "plain".
        stopwords: words that are not kept, in place of the language's list.
        tagger: a model file of `tmima tagger train`, in place of the shipped one (Greek).
        analyzer: finds sentences and words, in place of the language's own.
        similarity: a name that `tmima info` lists; by default the one that does best without
            training, or the paper's "shared" if all parameters or its weights are given.
        measure: makes the similarity of the units, in place of a name.
        collection: other texts of the language, for the similarity "lsa".
        encode: a function from texts to vectors, for the similarity "vectors".
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
    unit = plural(unit)
    document = read(text, analyzer, format=form)
    if method != DensitySegmenter.name:
        if constraints is not None or wanted is not None or isinstance(segments, tuple):
            raise TmimaError(
                f"the method {method} takes a number of segments at the most, no other constraints "
                "and questions: those are for density"
            )
        return by_another_method(document, unit, method, segments, dict(options or {}))
    if options:
        raise TmimaError(f"the method {method} takes parameters, not options")
    constraints = constraints or Constraints()
    if segments is not None:
        constraints = replace(constraints, segments=segments)
    units = Units.of(document, unit)
    wish = Wish(
        parameters=parameters,
        similarity=similarity,
        measure=measure,
        collection=[Units.of(read(other, analyzer), unit) for other in collection],
        encode=encode,
    )
    told = constraints.segments
    fitted = fit(
        units,
        document.language,
        wish,
        segments=min(told, len(units)) if isinstance(told, int) else None,
    )
    return by_density(document, unit, units, fitted, constraints, wanted or Wanted())


def by_density(
    document: Document,
    unit: str,
    units: Units,
    fitted: Fitted,
    constraints: Constraints,
    wanted: Wanted,
) -> SegmentedText:
    """Cut a document by the paper's method, with what was fitted to its units."""
    segmenter = DensitySegmenter(
        fitted.parameters, measure=lambda _: fitted.similarity, constraints=constraints
    )
    answers = ask(segmenter, units, wanted)
    return SegmentedText(
        document=document,
        unit=unit,
        units=units,
        method=DensitySegmenter.name,
        parameters=fitted.parameters.as_dict(),
        segmentation=answers.optimum.segmentation,
        cost=answers.optimum.cost,
        fitted=fitted,
        answers=answers,
    )


def by_another_method(
    document: Document,
    unit: str,
    method: str,
    segments: int | None,
    options: Mapping[str, Any],
) -> SegmentedText:
    """Cut a document by a method of the literature, named as `tmima methods` does."""
    from tmima.methods.registry import entry, make
    from tmima.methods.text import MethodText

    count = entry(method).count
    if segments is None and count == "required":
        raise TmimaError(f"the method {method} must be told the number of segments")
    if segments is not None and count == "ignored":
        raise TmimaError(f"the method {method} cannot be told the number of segments")
    text = MethodText.of(document, unit)
    found = make(method, dict(options)).segment(text, segments=segments)
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
