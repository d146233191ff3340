"""An opened text: analyzed once, its similarity kept, so that new parameters are quick to try."""

import hashlib
import json
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Self

from tmima import languages
from tmima.document import Units, choi, read
from tmima.document.lines import visible_span
from tmima.explore.view import TextView, cuts_view, kept_bytes, kept_similarity
from tmima.pipeline import SegmentedText, by_another_method
from tmima.segmentation import (
    Constraints,
    DensitySegmenter,
    Parameters,
    Segmentation,
    Wanted,
    ask,
)
from tmima.similarity import Similarity

AUTO = "auto"
# What a character takes with all that is known of its word, roughly.
_CHARACTER_BYTES = 100


@dataclass(frozen=True, slots=True)
class Source:
    """A text and how it is to be read; `key` names it by its content."""

    text: str
    language: str | None = None
    form: str = AUTO
    unit: str = "sentence"

    @property
    def key(self) -> str:
        """The name of this very text read in this very way."""
        return hashlib.sha256(self.to_json()).hexdigest()[:32]

    def to_json(self) -> bytes:
        """Return the source as JSON, the same for the same source."""
        fields = [self.text, self.language, self.form, self.unit]
        return json.dumps(fields).encode()

    @classmethod
    def from_json(cls, content: bytes) -> Self:
        """Read what `to_json` wrote."""
        return cls(*json.loads(content))


@dataclass(frozen=True, slots=True)
class Choice:
    """What to cut with: a method, the parameters of the paper's, the number of segments."""

    method: str = DensitySegmenter.name
    parameters: Parameters = field(default_factory=Parameters)
    segments: int | None = None

    @property
    def constraints(self) -> Constraints:
        """What the paper's method must satisfy."""
        return Constraints(segments=self.segments)


class OpenText:
    """A text that has been read and analyzed, ready to be cut in many ways."""

    def __init__(self, source: Source) -> None:
        form = found_form(source.text) if source.form == AUTO else source.form
        analyzer = languages.analyzer(source.language or languages.detect(source.text))
        self.document = read(source.text, analyzer, form=form)
        self.unit = source.unit
        self.units = Units.of(self.document, source.unit)
        # Choi's format tells where sentences are cut, not paragraphs.
        known = form == "choi" and source.unit == "sentence"
        self.truth = Segmentation(choi.parse(source.text).boundaries) if known else None

    @property
    def view(self) -> TextView:
        """The text as the viewer shows it."""
        return TextView(self.document, self.unit, self.units, self.truth)

    @cached_property
    def similarity(self) -> Similarity:
        """D with its diagonal."""
        return kept_similarity(self.units)

    @cached_property
    def memory(self) -> int:
        """Bytes that the text takes with its similarity, roughly."""
        return _CHARACTER_BYTES * len(self.document.text) + kept_bytes(self.units)

    def cut(self, choice: Choice) -> SegmentedText:
        """Cut the text by a method."""
        if choice.method != DensitySegmenter.name:
            return by_another_method(self.document, self.unit, choice.method, choice.segments, {})
        segmenter = DensitySegmenter(
            choice.parameters, measure=lambda _: self.similarity, constraints=choice.constraints
        )
        answers = ask(segmenter, self.units, Wanted())
        return SegmentedText(
            document=self.document,
            unit=self.unit,
            units=self.units,
            method=choice.method,
            parameters=choice.parameters.as_dict(),
            segmentation=answers.optimum.segmentation,
            cost=answers.optimum.cost,
            answers=answers,
        )

    def cuts(self, choice: Choice) -> dict[str, Any]:
        """Cut the text and return what the viewer shows of it."""
        return cuts_view(
            self.cut(choice), self.similarity, truth=self.truth, constraints=choice.constraints
        )


def found_form(text: str) -> str:
    """Tell Choi's format, which begins with its separator line, from prose.

    >>> found_form("==========\\nA cat.\\n=========="), found_form("A cat.\\n==========")
    ('choi', 'text')
    """
    visible = visible_span(text, 0, len(text))
    if visible is None:
        return "text"
    first_line = text[visible.start : visible.end].partition("\n")[0].strip()
    return "choi" if first_line == choi.SEPARATOR else "text"
