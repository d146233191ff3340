"""A text made ready: what is cut, trained from, streamed and asked about, each fact once."""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from tmima.errors import TmimaError
from tmima.kernel.arrays import Rows
from tmima.segmentation.constraints import Admissible, Constraints
from tmima.similarity import Similarity, StoredColumns, can_be_stored
from tmima.text import Document, Segmentation, Token, Units, kept_sequence, plural

Value = TypeVar("Value")

_SEQUENCE = "sequence"

# Methods that keep tables of all pairs of units have so many at once, and may take so much.
_TABLES = 4
_MOST_BYTES = 2_000_000_000


@dataclass(frozen=True, slots=True, eq=False)
class Prepared:
    """The units of a document and their kept words; whatever is made of it is made once.

    Every method reads this record. What depends on a setting (D, the features of places, the
    admissible segmentations) is cached in it, by that setting.

    Attributes:
        document: the document itself, for those that need more than its kept words.
        units: sentences or paragraphs, between which cuts may fall.
        unit: what the units are, "sentences" or "paragraphs".
    """

    document: Document
    units: Units
    unit: str = "sentences"
    _memory: dict[Hashable, Any] = field(default_factory=dict, compare=False, repr=False)

    @classmethod
    def of(cls, document: Document, unit: str = "sentences") -> "Prepared":
        """Number the kept words of a document in their order."""
        unit = plural(unit)
        return cls(document, Units.of(document, unit), unit)

    @classmethod
    def of_units(cls, units: Units) -> "Prepared":
        """Return a text that consists of units and their distinct words alone."""
        made = cls(units.document or Document("", "und", (), ()), units)
        made._memory[_SEQUENCE] = units.terms, units.owners
        return made

    @property
    def sequence(self) -> Rows:
        """The number of every kept word of the text, in order (see `units.vocabulary`)."""
        return self.remember(_SEQUENCE, lambda: kept_sequence(self.units))[0]

    @property
    def owners(self) -> Rows:
        """The unit that each word of the sequence stands in."""
        return self.remember(_SEQUENCE, lambda: kept_sequence(self.units))[1]

    @property
    def truth(self) -> Segmentation | None:
        """The true segments of the units, if the document knows them.

        A true cut inside a unit is at its end.
        """
        truth = self.document.truth
        if truth is None or self.unit == "sentences":
            return truth
        ends = [last for _, last in self.units.runs]
        places = {int(np.searchsorted(ends, boundary)) + 1 for boundary in truth.boundaries}
        return Segmentation(tuple(sorted(places)))

    @property
    def whitespace_word_counts(self) -> tuple[int, ...]:
        """The words of each sentence as scores count them: what white space parts."""
        text = self.document.text
        return self.remember(
            "whitespace_word_counts",
            lambda: tuple(len(text[a:b].split()) for a, b in self.document.columns.spans),
        )

    @property
    def by_sentences(self) -> "Prepared":
        """The same text in sentences, whatever its units are."""
        if self.unit == "sentences":
            return self
        return self.remember("sentences", lambda: Prepared.of(self.document))

    def __len__(self) -> int:
        """Return the number of units."""
        return len(self.units)

    def in_sentences(self, segmentation: Segmentation) -> Segmentation:
        """Return a segmentation of the units in sentences."""
        if self.unit == "sentences":
            return segmentation
        return Segmentation(
            tuple(self.units.runs[place - 1][1] for place in segmentation.boundaries)
        )

    def remember(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """Return the value cached under a key, computed when it is first asked for."""
        if key not in self._memory:
            self._memory[key] = make()
        value: Value = self._memory[key]
        return value

    def admissible(self, constraints: Constraints) -> Admissible:
        """Return the segmentations that constraints allow, found once for each of them."""

        def found() -> Admissible:
            return constraints.on(self.units) or Admissible.everything(len(self))

        # A tokenizer of the user's own may have no hash.
        if not isinstance(constraints.tokenizer, Hashable):
            return found()
        return self.remember(("admissible", constraints), found)

    def stored(self, similarity: Similarity, reach: int | None = None) -> Similarity:
        """Return a similarity of the units, its columns computed once if they can be kept."""

        def kept() -> tuple[Similarity, Similarity]:
            can = can_be_stored(similarity, reach)
            # The similarity itself is held too, or another could come to have its number.
            return similarity, StoredColumns(similarity, reach) if can else similarity

        return self.remember(("stored", id(similarity), reach), kept)[1]

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
                f"{needed / 1e9:.1f} GB, and it takes no more than {_MOST_BYTES / 1e9:g}: take the "
                "default method, which keeps none, or use paragraphs as units"
            )

    def tokens(self, unit: int) -> Sequence[Token]:
        """Return all words of a unit, kept or not."""
        first, last = self.units.runs[unit]
        return [token for s in self.document.sentences[first:last] for token in s.tokens]

    def words(self, unit: int) -> list[str]:
        """Return the kept words of a unit as terms, in order, repetitions included."""
        return [token.term for token in self.tokens(unit) if token.kept]


def pair_with_truth(texts: Sequence[Prepared]) -> list[tuple[Prepared, Segmentation]]:
    """Return texts with their true segments, in units; one that knows none is refused."""
    pairs = []
    for text in texts:
        truth = text.truth
        if truth is None:
            raise TmimaError(f"a text does not tell its true segments: {text.document.text[:40]!r}")
        pairs.append((text, truth))
    return pairs
