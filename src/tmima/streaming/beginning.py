"""What a stream takes from its beginning, as `segment` would, and then keeps."""

from dataclasses import asdict, dataclass
from typing import Any, Self

from tmima.document import Analyzer, Units, is_wrapped
from tmima.errors import TmimaError
from tmima.methods import Density
from tmima.methods.chosen import OWN_SIMILARITY
from tmima.methods.density import ENTRY
from tmima.segmentation import Parameters
from tmima.segmenter import Segmenter
from tmima.similarity import DEFAULT_SIMILARITY, PAPER_SIMILARITY
from tmima.streaming.similarity import Comparison, GradedTerms, SharedTerms

_SIMILARITIES = (PAPER_SIMILARITY, DEFAULT_SIMILARITY)


@dataclass(frozen=True, slots=True)
class Beginning:
    """What was found from the beginning of a stream.

    Attributes:
        language: the code of the text's language.
        wrapped: whether its lines were broken by an editor.
        similarity: the name of the similarity.
        parameters: of the cost.
        holders: for the graded similarity, how many sentences of the beginning hold each term.
    """

    language: str
    wrapped: bool
    similarity: str
    parameters: Parameters
    holders: dict[str, int]

    @classmethod
    def of(cls, text: str, segmenter: Segmenter) -> Self:
        """Take from the beginning of a text what `segment` would take from it."""
        prepared = segmenter.prepare(text)
        method = segmenter.ready
        if not isinstance(method, Density):
            raise TmimaError(f"a stream is cut by density, not by {segmenter.entry.name}")
        graded = method.chosen.name == DEFAULT_SIMILARITY
        return cls(
            language=prepared.document.language,
            wrapped=is_wrapped(text),
            similarity=method.chosen.name,
            parameters=method.parameters(prepared),
            holders=GradedTerms.of(_kept(prepared.units)).holders if graded else {},
        )

    def analyzer(self, segmenter: Segmenter) -> Analyzer:
        """Return what finds sentences and words."""
        return segmenter.analyzer_of(self.language)

    def comparison(self) -> Comparison:
        """Return how sentences are compared."""
        if self.similarity == DEFAULT_SIMILARITY:
            return GradedTerms(self.holders)
        return SharedTerms(diagonal=self.parameters.diagonal)

    def as_dict(self) -> dict[str, Any]:
        """Return the beginning for JSON."""
        return asdict(self)

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Self:
        """Read what `as_dict` gave."""
        return cls(**{**values, "parameters": Parameters.of(values["parameters"])})


def check_similarity(segmenter: Segmenter) -> None:
    """Refuse by name another method than density, and similarities that need more than a part."""
    if segmenter.entry.name != ENTRY.name:
        raise TmimaError(f"a stream is cut by density, not by the method {segmenter.entry.name}")
    asked = segmenter.similarity
    if asked is not None and asked not in _SIMILARITIES:
        name = asked if isinstance(asked, str) else OWN_SIMILARITY
        raise TmimaError(
            f"a stream compares sentences by {' or '.join(_SIMILARITIES)}, not by {name}"
        )


def _kept(units: Units) -> list[list[str]]:
    """Return the kept words of each unit."""
    words, starts = units.vocabulary, units.starts
    return [
        [words[number] for number in units.terms[starts[i] : starts[i + 1]]]
        for i in range(len(units))
    ]
