"""Cuts of a text that is still coming in by equation (1), with what its beginning tells of words.

Parameters are given; the weights of words are those of the beginning, frozen. With these the cuts
are those of the optimum of the whole text, each as early as it is certain or its time is over.
D is found column by column: which earlier units are similar to each, and how much.
"""

import math
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Protocol, Self

import numpy as np

from tmima.errors import TmimaError
from tmima.methods import Density
from tmima.segmentation import Parameters, Prepared, universal_window
from tmima.similarity import GRADED_SIMILARITY, beginnings
from tmima.streaming.online_programme import Column, Cut, OnlineProgramme
from tmima.streaming.stream_sentences import StreamSentence
from tmima.text import Units


class Comparison(Protocol):
    """How units are compared in a stream: what they are compared by, and what it weighs."""

    diagonal: bool

    def terms(self, words: Iterable[str]) -> list[tuple[str, float]]:
        """Return what a unit of these kept words is compared by, each with its weight."""
        ...

    def degree(self, weight: float) -> float:
        """Return how similar units are that share terms of this weight."""
        ...


class SharedTerms:
    """Units are similar if they share a word.

    Args:
        diagonal: whether a unit with a kept word is similar to itself.
    """

    def __init__(self, *, diagonal: bool = True) -> None:
        self.diagonal = diagonal

    def terms(self, words: Iterable[str]) -> list[tuple[str, float]]:
        """Return the words."""
        return [(word, 1.0) for word in words]

    def degree(self, weight: float) -> float:
        """Return 1: a shared word is enough."""
        return 1.0


class GradedTerms:
    """Graded words (see `GradedWords`) whose weights were frozen with the beginning of the text.

    A word, and a family of words that begin alike, weighs share / sqrt(max(1, n - 1)) with n the
    units of the beginning that hold it. One that is not there weighs as one that is rare.

    Args:
        holders: the number of units of the beginning that hold each term.
    """

    diagonal = False

    def __init__(self, holders: Mapping[str, int]) -> None:
        self.holders = dict(holders)

    @classmethod
    def of(cls, units: Iterable[Iterable[str]]) -> "GradedTerms":
        """Count the terms of the beginning's units, each given as its kept words."""
        counts: Counter[str] = Counter()
        for words in units:
            counts.update({term for word in words for term, _ in beginnings(word)})
        return cls(counts)

    def terms(self, words: Iterable[str]) -> list[tuple[str, float]]:
        """Return the words and their families."""
        found = {}
        for word in words:
            for term, share in beginnings(word):
                if term not in found:
                    found[term] = share / math.sqrt(max(1, self.holders.get(term, 0) - 1))
        return list(found.items())

    def degree(self, weight: float) -> float:
        """Return 1 - exp(-weight)."""
        return -math.expm1(-weight)


class OnlineSimilarity:
    """Finds for each new unit the earlier ones that are similar to it, within a window.

    Args:
        comparison: how units are compared.
        window: how many units back it looks, the new one included.
        begin: the number of the first unit.
    """

    def __init__(self, comparison: Comparison, *, window: int, begin: int = 0) -> None:
        self._comparison = comparison
        self._window = window
        self._next = begin
        self._units: dict[str, list[int]] = {}

    def push(self, words: Iterable[str]) -> Column:
        """Take the words of the next unit; return the units that are similar to it."""
        unit = self._next
        oldest = unit + 1 - self._window
        weights: dict[int, float] = {}
        for term, weight in self._comparison.terms(words):
            units = self._units.setdefault(term, [])
            if units and units[0] < oldest:
                del units[: bisect_left(units, oldest)]
            for other in units:
                weights[other] = weights.get(other, 0.0) + weight
            units.append(unit)
            if self._comparison.diagonal:
                weights[unit] = weight
        self._next += 1
        if self._next % self._window == 0:
            self._forget(oldest)
        rows = sorted(weights)
        degree = self._comparison.degree
        return (
            np.array(rows, dtype=np.int32),
            np.array([degree(weights[row]) for row in rows], dtype=np.float64),
        )

    def _forget(self, oldest: int) -> None:
        """Drop the terms that have not come for a whole window."""
        self._units = {term: units for term, units in self._units.items() if units[-1] >= oldest}


# Where the lengths are not set no segment has more sentences than so many.
_MOST = 2000


@dataclass(frozen=True, slots=True)
class Frozen:
    """What is found from the beginning of a stream, and then kept.

    Attributes:
        similarity: the name of the similarity.
        parameters: of the cost.
        window: how many sentences a segment can have at the most.
        holders: for the graded similarity, how many sentences of the beginning hold each term.
    """

    similarity: str
    parameters: Parameters
    window: int
    holders: dict[str, int]

    @classmethod
    def of(
        cls, method: Density, beginning: Prepared, *, lengths_set: bool, max_size: int | None
    ) -> Self:
        """Take what the method takes from a text from its beginning."""
        similarity, parameters = method.chosen.name, method.parameters(beginning)
        graded = similarity == GRADED_SIMILARITY
        return cls(
            similarity=similarity,
            parameters=parameters,
            window=_window(parameters, max_size, None if lengths_set else _MOST),
            holders=GradedTerms.of(_kept_words(beginning.units)).holders if graded else {},
        )

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Self:
        """Read it as JSON has it."""
        return cls(**{**values, "parameters": Parameters.of(values["parameters"])})

    def comparison(self) -> Comparison:
        """Return how sentences are compared."""
        if self.similarity == GRADED_SIMILARITY:
            return GradedTerms(self.holders)
        return SharedTerms(diagonal=self.parameters.diagonal)


class DensityCuts:
    """Decides where the sentences of a stream are cut.

    Args:
        frozen: what the beginning told.
        max_delay: decide on each place at the latest when so many more sentences have come; 0 to
            wait until it is certain.
        state: what `state` gave, to go on from there.
    """

    def __init__(
        self, frozen: Frozen, *, max_delay: int, state: dict[str, Any] | None = None
    ) -> None:
        known = state or {"decided": 0, "cost": 0.0, "closed": [], "kept": []}
        self.frozen = frozen
        self._kept: list[list[str]] = known["kept"]  # words of the sentences since the last cut
        self._similarity = OnlineSimilarity(
            frozen.comparison(), window=frozen.window, begin=known["decided"]
        )
        self._programme = OnlineProgramme(
            frozen.parameters,
            window=frozen.window,
            max_delay=max_delay or None,
            begin=known["decided"],
            cost=known["cost"],
            closed=known["closed"],
        )
        self._programme.replay([self._similarity.push(words) for words in self._kept])

    @property
    def read(self) -> int:
        """The number of sentences so far."""
        return self._programme.read

    def push(self, sentences: Sequence[StreamSentence], *, together: bool = False) -> list[Cut]:
        """Take more sentences; return the cuts that are decided now."""
        words = [sorted(one.kept) for one in sentences]
        self._kept += words
        columns = [self._similarity.push(each) for each in words]
        cuts = self._programme.push(columns, together=together) if columns else []
        self._kept = self._kept[len(self._kept) - (self.read - self._programme.decided) :]
        return cuts

    def finish(self) -> list[int]:
        """Return the remaining cuts and the end of the text."""
        return self._programme.finish()

    def state(self) -> dict[str, Any]:
        """Return all that is needed to go on from here, for JSON."""
        return {
            "frozen": asdict(self.frozen),
            "decided": self._programme.decided,
            "cost": self._programme.decided_cost,
            "closed": self._programme.passed,
            "kept": self._kept,
        }


def _window(parameters: Parameters, max_size: int | None, limit: int | None) -> int:
    sizes = [size for size in (universal_window(parameters), max_size, limit) if size is not None]
    if not sizes:
        values = ", ".join(
            f"`{name}` {getattr(parameters, name):g}"
            for name in ("mean_length", "std_length", "gamma", "r")
        )
        raise TmimaError(f"with {values} no length of a segment is too long: give a `max_size`")
    return min(sizes)


def _kept_words(units: Units) -> list[list[str]]:
    """Return the kept words of each unit."""
    words, starts = units.vocabulary, units.starts
    return [
        [words[number] for number in units.terms[starts[i] : starts[i + 1]]]
        for i in range(len(units))
    ]
