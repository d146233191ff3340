"""An opened text: analyzed once, its similarities kept, so that new parameters are quick to try."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from tmima.formats import AUTO
from tmima.languages import has_frequencies
from tmima.methods import DEFAULT_METHOD
from tmima.result import SegmentedText
from tmima.segmenter import Segmenter

# The similarities that can start from the text alone; the last only in some languages.
_BACKGROUND = "background"
SIMILARITIES = ("graded", "shared", _BACKGROUND)
# What a character takes with all that is known of its word, roughly.
_CHARACTER_BYTES = 100
# A similarity holds lists of words, and room for a block of entries of D. There may be two of each:
# equation (1) compares a unit with itself, the cost beyond chance does not.
_ENTRY_BYTES, _BLOCK_ENTRIES = 12, 1 << 20
_COSTS = 2


@dataclass(frozen=True, slots=True)
class Source:
    """A text and how it is to be read; `key` names it by its content."""

    text: str
    language: str | None = None
    format: str = AUTO
    unit: str = "sentences"

    @property
    def key(self) -> str:
        """The name of this very text read in this very way."""
        return hashlib.sha256(self.to_json()).hexdigest()[:32]

    def to_json(self) -> bytes:
        """Return the source as JSON, the same for the same source."""
        fields = [self.text, self.language, self.format, self.unit]
        return json.dumps(fields).encode()

    @classmethod
    def from_json(cls, content: bytes) -> Self:
        """Read what `to_json` wrote."""
        return cls(*json.loads(content))


@dataclass(frozen=True, slots=True)
class Choice:
    """What to cut with: a method, for density its parameters, the number of segments.

    Parameters that are left out are learnt from the text or suit the similarity, and the similarity
    is found as `tmima segment` finds it.
    """

    method: str = DEFAULT_METHOD
    parameters: Mapping[str, Any] = field(default_factory=dict)
    similarity: str | None = None
    n_segments: int | None = None

    def segmenter(self) -> Segmenter:
        """Return the segmenter that cuts so, and asks what the viewer shows."""
        if self.method != DEFAULT_METHOD:
            return Segmenter(method=self.method, n_segments=self.n_segments)
        return Segmenter(
            parameters=self.parameters,
            similarity=self.similarity,
            n_segments=self.n_segments,
            questions={"cut_costs": True},
        )


class OpenText:
    """A text that has been read and analyzed, ready to be cut in many ways.

    What is made of it (similarities, what it tells of its lengths) is kept with it.
    """

    def __init__(self, source: Source) -> None:
        reader = Segmenter(language=source.language, format=source.format, unit=source.unit)
        self.prepared = reader.prepare(source.text)

    @property
    def similarities(self) -> list[str]:
        """The names of those that the text can be cut with."""
        known = has_frequencies(self.prepared.document.language)
        return [name for name in SIMILARITIES if known or name != _BACKGROUND]

    @property
    def memory(self) -> int:
        """Bytes that the text takes with all its similarities, roughly."""
        entries = _COSTS * len(SIMILARITIES) * min(len(self.prepared) ** 2, _BLOCK_ENTRIES)
        return _CHARACTER_BYTES * len(self.prepared.document.text) + _ENTRY_BYTES * entries

    def cut(self, choice: Choice) -> SegmentedText:
        """Cut the text by a method."""
        return choice.segmenter().segment(self.prepared)
