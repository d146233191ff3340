"""What a stream takes from its beginning, as `segment` would, and then keeps."""

from dataclasses import asdict, dataclass, replace
from typing import Any, Self

from tmima.document import Analyzer, Units, is_wrapped
from tmima.errors import TmimaError
from tmima.fitting import OWN_SIMILARITY, Fitted, usual_lengths
from tmima.methods import DEFAULT_METHOD, Density
from tmima.result import SegmentedText
from tmima.segmentation import Parameters
from tmima.segmenter import Segmenter
from tmima.similarity import DEFAULT_SIMILARITY, PAPER_SIMILARITY, similarities
from tmima.streaming.similarity import Comparison, GradedTerms, SharedTerms

_SIMILARITIES = (DEFAULT_SIMILARITY, PAPER_SIMILARITY)
# Fewer segments tell nothing of how long segments are; then they are as long as sections of
# articles usually are, in sentences, with this deviation.
_FEWEST = 3
_USUAL_LENGTHS = (20.0, 6.0)


@dataclass(frozen=True, slots=True)
class Beginning:
    """What was found from the beginning of a stream.

    Attributes:
        language: the code of the text's language.
        wrapped: whether its lines were broken by an editor.
        similarity: the name of the similarity.
        parameters: of the cost.
        learnt: the names of the parameters that were learnt.
        holders: for the graded similarity, how many sentences of the beginning hold each term.
    """

    language: str
    wrapped: bool
    similarity: str
    parameters: Parameters
    learnt: tuple[str, ...]
    holders: dict[str, int]

    @classmethod
    def of(cls, text: str, segmenter: Segmenter) -> Self:
        """Take from the beginning of a text what `segment` would take from it."""
        prepared = segmenter.prepare(text)
        method = segmenter.ready
        if not isinstance(method, Density):
            raise TmimaError(f"a stream is cut by density, not by {segmenter.entry.name}")
        fitted = method.fitted(prepared)
        graded = fitted.name == DEFAULT_SIMILARITY
        if fitted.parameters.excess:
            fitted = _by_lengths(segmenter.segment(prepared), fitted)
        return cls(
            language=prepared.document.language,
            wrapped=is_wrapped(text),
            similarity=fitted.name,
            parameters=fitted.parameters,
            learnt=fitted.learnt,
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
        return cls(
            **{
                **values,
                "parameters": Parameters.of(values["parameters"]),
                "learnt": tuple(values["learnt"]),
            }
        )


def check_similarity(segmenter: Segmenter) -> None:
    """Refuse by name another method than density, and similarities that need more than a part."""
    if segmenter.entry.name != DEFAULT_METHOD:
        raise TmimaError(f"a stream is cut by density, not by the method {segmenter.entry.name}")
    asked = segmenter.similarity
    if asked is not None and asked not in _SIMILARITIES:
        name = asked if isinstance(asked, str) else OWN_SIMILARITY
        raise TmimaError(
            f"a stream compares sentences by {' or '.join(_SIMILARITIES)}, not by {name}"
        )


def _by_lengths(found: SegmentedText, fitted: Fitted) -> Fitted:
    """Return what cuts the rest of the text into segments as long as those of the beginning.

    What exceeds expectation is known of a whole text only; a stream prefers the lengths that were
    found with it, by the cost of equation (1). Where there are too few to tell, those that were
    given, or usual ones.
    """
    suited, given = similarities[fitted.name], fitted.parameters
    learnt: tuple[str, ...] = ()
    if len(found) >= _FEWEST:
        mean, deviation = usual_lengths(found.segmentation)
        learnt = ("mean_length", "std_length")
    elif fitted.learnt:
        mean, deviation = _USUAL_LENGTHS
    else:
        mean, deviation = given.mean_length, given.std_length
    parameters = Parameters(mean, deviation, suited.gamma, suited.r)
    return replace(fitted, parameters=parameters, learnt=learnt)


def _kept(units: Units) -> list[list[str]]:
    """Return the kept words of each unit."""
    words, starts = units.vocabulary, units.starts
    return [
        [words[number] for number in units.terms[starts[i] : starts[i + 1]]]
        for i in range(len(units))
    ]
