"""What a method sees of a document: its kept words, counted by unit and in their order."""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from tmima.errors import TmimaError
from tmima.text import Document, Segmentation, Token, Units, plural

Value = TypeVar("Value")

# Methods that keep tables of all pairs of units have so many at once, and may take so much.
_TABLES = 4
_MOST_BYTES = 2_000_000_000


@dataclass(frozen=True, slots=True, eq=False)
class Prepared:
    """A document's units as methods of the literature read them.

    Attributes:
        document: the document itself, for those that need more than its kept words.
        units: sentences or paragraphs, between which cuts may fall.
        sequence: the number of every kept word of the text, in order (see `units.vocabulary`).
        owners: the unit that each word of the sequence stands in.
        unit: what the units are, "sentences" or "paragraphs".
    """

    document: Document
    units: Units
    sequence: NDArray[np.int32]
    owners: NDArray[np.int32]
    unit: str = "sentences"
    _memory: dict[Hashable, Any] = field(default_factory=dict, compare=False, repr=False)

    @classmethod
    def of(cls, document: Document, unit: str = "sentences") -> "Prepared":
        """Number the kept words of a document in their order."""
        unit = plural(unit)
        return cls(document, *Units.with_sequence(document, unit), unit)

    @property
    def spoken(self) -> list[int]:
        """The words of each unit as scores count them: what white space parts."""
        text, spans = self.document.text, self.document.columns.spans
        return [
            sum(len(text[start:end].split()) for start, end in spans[first:last])
            for first, last in self.units.runs
        ]

    def __len__(self) -> int:
        """Return the number of units."""
        return len(self.units)

    def in_units(self, truth: Segmentation) -> Segmentation:
        """Return a segmentation of the sentences in units; a cut inside a unit is at its end."""
        ends = [last for _, last in self.units.runs]
        places = {int(np.searchsorted(ends, boundary)) + 1 for boundary in truth.boundaries}
        return Segmentation(tuple(sorted(places)))

    def in_sentences(self, found: Segmentation) -> Segmentation:
        """Return a segmentation of the units in sentences."""
        return Segmentation(tuple(self.units.runs[place - 1][1] for place in found.boundaries))

    def remember(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """Return what is made of this text, made once however often it is asked for."""
        if key not in self._memory:
            self._memory[key] = make()
        found: Value = self._memory[key]
        return found

    def counts(self) -> NDArray[np.float64]:
        """Return how often each word (columns) stands in each unit (rows), as a dense matrix."""
        self.require_tables()
        matrix = np.zeros((len(self), len(self.units.vocabulary)))
        np.add.at(matrix, (self.owners, self.sequence), 1.0)
        return matrix

    def require_tables(self) -> None:
        """Refuse a text for whose tables, of units by words and by units, there is no room."""
        size = len(self)
        needed = 8 * size * (_TABLES * size + len(self.units.vocabulary))
        if needed > _MOST_BYTES:
            raise TmimaError(
                f"this method keeps tables of all pairs of units: {size:,} units need "
                f"{needed / 1e9:.1f} GB, and it takes no more than {_MOST_BYTES / 1e9:g}: use "
                "paragraphs as units, cut the text into parts, or take the method density"
            )

    def tokens(self, unit: int) -> Sequence[Token]:
        """Return all words of a unit, kept or not."""
        first, last = self.units.runs[unit]
        return [token for s in self.document.sentences[first:last] for token in s.tokens]

    def words(self, unit: int) -> list[str]:
        """Return the kept words of a unit as terms, in order, repetitions included."""
        return [token.term for token in self.tokens(unit) if token.kept]
