"""Cuts of a text that is still coming in by equation (1), with what its beginning tells of words.

Parameters are given; the weights of words are those of the beginning, frozen. With these the cuts
are those of the optimum of the whole text, each as early as it is certain or its time is over.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Self

from tmima.errors import TmimaError
from tmima.methods import Density
from tmima.segmentation import Parameters, Prepared, universal_window
from tmima.similarity import DEFAULT_SIMILARITY
from tmima.streaming.programme import Cut, OnlineProgramme
from tmima.streaming.sentences import StreamSentence
from tmima.streaming.similarity import Comparison, GradedTerms, OnlineSimilarity, SharedTerms
from tmima.text import Units

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
        graded = similarity == DEFAULT_SIMILARITY
        return cls(
            similarity=similarity,
            parameters=parameters,
            window=_window(parameters, max_size, None if lengths_set else _MOST),
            holders=GradedTerms.of(_kept(beginning.units)).holders if graded else {},
        )

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Self:
        """Read it as JSON has it."""
        return cls(**{**values, "parameters": Parameters.of(values["parameters"])})

    def comparison(self) -> Comparison:
        """Return how sentences are compared."""
        if self.similarity == DEFAULT_SIMILARITY:
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
            f"{name} {getattr(parameters, name):g}"
            for name in ("mean_length", "std_length", "gamma", "r")
        )
        raise TmimaError(f"with {values} no length of a segment is too long: give a max_size")
    return min(sizes)


def _kept(units: Units) -> list[list[str]]:
    """Return the kept words of each unit."""
    words, starts = units.vocabulary, units.starts
    return [
        [words[number] for number in units.terms[starts[i] : starts[i + 1]]]
        for i in range(len(units))
    ]
