"""An opened text: analyzed once, its similarities kept, so that new parameters are quick to try."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from tmima import languages
from tmima.document import Units
from tmima.fitting import Fitted, Wish, fit
from tmima.formats import AUTO, read
from tmima.languages.frequencies import is_known
from tmima.pipeline import SegmentedText, by_another_method, by_density
from tmima.segmentation import Constraints, DensitySegmenter, Wanted
from tmima.similarity import Similarity
from tmima.viewer.view import TextView, cuts_view

# The similarities that can start from the text alone; the last only in some languages.
_BACKGROUND = "background"
SIMILARITIES = ("graded", "shared", _BACKGROUND)
# What a character takes with all that is known of its word, roughly.
_CHARACTER_BYTES = 100
# A similarity holds lists of words, and room for a block of entries of D.
_ENTRY_BYTES, _BLOCK_ENTRIES = 12, 1 << 20


@dataclass(frozen=True, slots=True)
class Source:
    """A text and how it is to be read; `key` names it by its content."""

    text: str
    language: str | None = None
    form: str = AUTO
    unit: str = "sentences"

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
    """What to cut with: a method, for the paper's its parameters, the number of segments.

    Parameters that are left out are learnt from the text or suit the similarity, and the similarity
    is found as `tmima segment` finds it.
    """

    method: str = DensitySegmenter.name
    parameters: Mapping[str, Any] = field(default_factory=dict)
    similarity: str | None = None
    segments: int | None = None

    @property
    def constraints(self) -> Constraints:
        """What the paper's method must satisfy."""
        return Constraints(segments=self.segments)


class OpenText:
    """A text that has been read and analyzed, ready to be cut in many ways."""

    def __init__(self, source: Source) -> None:
        analyzer = languages.analyzer(source.language or languages.detect(source.text))
        self.document = read(source.text, analyzer, format=source.form)
        self.unit = source.unit
        self.units = Units.of(self.document, source.unit)
        self.truth = self.units.truth
        self._measured: dict[str, Similarity] = {}
        self._learnt: dict[tuple[str, int | None], Fitted] = {}

    @property
    def view(self) -> TextView:
        """The text as the viewer shows it."""
        return TextView(self.document, self.unit, self.units, self.truth)

    @property
    def similarities(self) -> list[str]:
        """The names of those that the text can be cut with."""
        known = is_known(self.document.language)
        return [name for name in SIMILARITIES if known or name != _BACKGROUND]

    @property
    def memory(self) -> int:
        """Bytes that the text takes with all its similarities, roughly."""
        entries = len(SIMILARITIES) * min(len(self.units) ** 2, _BLOCK_ENTRIES)
        return _CHARACTER_BYTES * len(self.document.text) + _ENTRY_BYTES * entries

    def similarity(self, name: str) -> Similarity:
        """Return D by the name of its measure, made once."""
        if name not in self._measured:
            measure = Wish(similarity=name).measured(self.document.language, diagonal=True)
            self._measured[name] = measure(self.units)
        return self._measured[name]

    def fitted(self, choice: Choice) -> Fitted:
        """Return what the paper's method cuts with; what the text alone tells is learnt once."""
        wish = Wish(parameters=choice.parameters, similarity=choice.similarity)
        told = None if choice.segments is None else min(choice.segments, len(self.units))
        if choice.parameters:
            return self._fit(wish, told)
        if (wish.name, told) not in self._learnt:
            self._learnt[wish.name, told] = self._fit(wish, told)
        return self._learnt[wish.name, told]

    def _fit(self, wish: Wish, segments: int | None) -> Fitted:
        return fit(
            self.units,
            self.document.language,
            wish,
            segments=segments,
            similarity=self.similarity(wish.name),
        )

    def cut(self, choice: Choice) -> SegmentedText:
        """Cut the text by a method."""
        if choice.method != DensitySegmenter.name:
            return by_another_method(self.document, self.unit, choice.method, choice.segments, {})
        return by_density(
            self.document,
            self.unit,
            self.units,
            self.fitted(choice),
            choice.constraints,
            Wanted(),
        )

    def cuts(self, choice: Choice) -> dict[str, Any]:
        """Cut the text and return what the viewer shows of it."""
        return cuts_view(self.cut(choice), truth=self.truth, constraints=choice.constraints)
