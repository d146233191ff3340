"""Which similarity and which parameters a text is cut with, where nobody has set them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from tmima.document import Units
from tmima.errors import TmimaError
from tmima.fitting.evidence import Evidence
from tmima.fitting.lengths import UnlabelledText, learn, told, usual_deviation
from tmima.fitting.structure import structure_p_value
from tmima.fitting.text import Text
from tmima.fitting.topics import Topics, find_in_pieces, near_length, told_topics
from tmima.segmentation import Parameters
from tmima.similarity import (
    DEFAULT_SIMILARITY,
    PAPER_SIMILARITY,
    Encoder,
    Measure,
    NamedSimilarity,
    Similarity,
    Sources,
    similarities,
)

OWN_SIMILARITY = "own"

# Weights of the cost belong to a similarity: who sets them without naming one means the paper's.
_OF_THE_PAPER = {"gamma", "r", "diagonal"}
# In fewer units there is no order to be tested.
_FEWEST_UNITS = 10


@dataclass(frozen=True, slots=True)
class Fitted:
    """What a text is cut with.

    Attributes:
        similarity: D of its units.
        name: of the similarity.
        parameters: of the cost.
        learnt: the names of the parameters that were learnt from the text.
        evidence: what speaks for each number of segments, where that was asked of the text.
        p_value: how likely the text's neighbours would be as similar if its units were shuffled,
            if anything was learnt and there is something to shuffle.
    """

    similarity: Similarity
    name: str
    parameters: Parameters
    learnt: tuple[str, ...] = ()
    p_value: float | None = None
    evidence: Evidence | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What a user has said of similarity and parameters; the rest is found.

    Attributes:
        parameters: all of them, or some by name.
        similarity: the name of one, or one of the user's own (a measure, or an entry of the
            registry); by default the one that did best without training, or the paper's if its
            weights are set.
        background: the units of other texts of a language, for similarities that learn from some.
        encode: a function from texts to vectors, for similarities that take them.
    """

    parameters: Parameters | Mapping[str, Any] | None = None
    similarity: str | Measure | NamedSimilarity | None = None
    background: Callable[[str], Sequence[Units]] | None = None
    encode: Encoder | None = None

    def __post_init__(self) -> None:
        entry = self.entry
        needs = entry.needs if entry else ""
        for name, what in (("background", "texts"), ("encode", "a function from texts to vectors")):
            given = getattr(self, name) is not None
            if given and needs != name:
                users = [each for each in similarities if similarities[each].needs == name]
                raise TmimaError(
                    f"{name}= is for the similarity {' or '.join(users)}, not for {self.name}"
                )
            if not given and needs == name:
                raise TmimaError(f"the similarity {self.name} needs {name}=, {what}")

    @property
    def name(self) -> str:
        """The name of the similarity."""
        if isinstance(self.similarity, str):
            return self.similarity
        if self.similarity is not None:
            return OWN_SIMILARITY
        if isinstance(self.parameters, Parameters) or _OF_THE_PAPER & set(self.parameters or ()):
            return PAPER_SIMILARITY
        return DEFAULT_SIMILARITY

    @property
    def entry(self) -> NamedSimilarity | None:
        """What is known of the similarity; nothing of a measure of the user's own."""
        if isinstance(self.similarity, NamedSimilarity):
            return self.similarity
        return None if self.name == OWN_SIMILARITY else similarities[self.name]

    def given(self) -> dict[str, Any]:
        """Return the parameters that were given, by name."""
        if isinstance(self.parameters, Parameters):
            return asdict(self.parameters)
        return dict(self.parameters or {})

    def start(self) -> Parameters:
        """Return the parameters before anything is learnt: the given ones, and what suits."""
        entry = self.entry
        suited = {} if entry is None else {"gamma": entry.gamma, "r": entry.r}
        if self.finds_topics:
            # A unit is not compared with itself: that tells nothing of where topics change.
            suited |= {"diagonal": False}
        return Parameters.of({**suited, **self.given()})

    @property
    def finds_topics(self) -> bool:
        """Whether the cost is found from the text: neither weights nor a deviation are given."""
        given = self.given()
        if not given.get("excess", True):
            return False
        return not {"gamma", "r", "diagonal", "penalty", "std_length"} & given.keys()

    def measure(self, language: str, *, diagonal: bool) -> Measure:
        """Return the measure, for texts of a language."""
        entry = self.entry
        if entry is None:
            if not callable(self.similarity):
                raise TmimaError(
                    "a similarity of one's own is a function from units to a similarity, not "
                    f"{self.similarity!r}"
                )
            return self.similarity
        background = self.background(language) if self.background is not None else ()
        return entry.make(
            Sources(
                language=language,
                background=background,
                encode=self.encode,
                diagonal=diagonal,
                excess=self.finds_topics,
            )
        )


def fit(
    units: Units, request: Request, similarity: Similarity, *, n_segments: int | None = None
) -> Fitted:
    """Return what to cut a text with: what was asked for, and the rest from the text.

    With a number of segments the preferred length follows from it.
    """
    start, given = request.start(), request.given()
    as_given = Fitted(similarity, request.name, start)
    missing = tuple(name for name in ("mean_length", "std_length") if name not in given)
    if not missing:
        return as_given
    p_value = structure_p_value(similarity) if len(units) >= _FEWEST_UNITS else None
    if request.finds_topics and units.lengths(start.length_unit).any():
        topics = _topics(units, start, similarity, given, n_segments)
        return replace(
            as_given,
            parameters=topics.parameters,
            learnt=topics.learnt,
            p_value=p_value,
            evidence=topics.evidence,
        )
    if "mean_length" in given:
        deviation = usual_deviation(start.mean_length)
        return replace(as_given, parameters=replace(start, std_length=deviation), p_value=p_value)
    lengths = units.lengths(start.length_unit)
    if not lengths.any():
        return replace(as_given, p_value=p_value)
    text = UnlabelledText(similarity, lengths, int(units.sentences.sum()))
    learnt = learn([text], start) if n_segments is None else told(text, n_segments, start)
    found = learnt.parameters
    if "std_length" in given:
        found = replace(found, std_length=start.std_length)
    return replace(as_given, parameters=found, learnt=missing, p_value=p_value)


def _topics(
    units: Units,
    start: Parameters,
    similarity: Similarity,
    given: Mapping[str, Any],
    n_segments: int | None,
) -> Topics:
    """Return the cost that finds the topics of a text, their number told or not."""
    text = Text.of(units, similarity, start.length_unit)
    if "mean_length" in given:
        return Topics(near_length(text, start), ())
    if n_segments is not None:
        return told_topics(text, n_segments, start)
    return find_in_pieces(text, start)
