"""Which similarity and which parameters a text is cut with, where nobody has set them."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from tmima.document import Units
from tmima.errors import TmimaError
from tmima.fitting.lengths import UnlabelledText, learn, told, usual_deviation
from tmima.fitting.structure import structure_chance
from tmima.segmentation import Parameters
from tmima.similarity import Measure, Similarity
from tmima.similarity.named import DEFAULT_SIMILARITY, PAPER_SIMILARITY, Sources, named
from tmima.similarity.vectors import Encoder

OWN_MEASURE = "own"

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
        chance: how likely the text's neighbours would be as similar if its units were shuffled, if
            anything was learnt and there is something to shuffle.
    """

    similarity: Similarity
    name: str
    parameters: Parameters
    learnt: tuple[str, ...] = ()
    chance: float | None = None

    def as_dict(self) -> dict[str, Any]:
        """Return for JSON what the similarity was, and what was learnt from what."""
        values: dict[str, Any] = {"similarity": self.name}
        if self.learnt:
            values["learnt"] = {"parameters": list(self.learnt), "from": "the text itself"}
        if self.chance is not None:
            values["structure"] = {"chance": self.chance}
        return values


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What a user has said of similarity and parameters; the rest is found.

    Attributes:
        parameters: all of them, or some by name.
        similarity: the name of one; by default the one that did best without training, or the
            paper's if its weights are set.
        measure: a measure of the user's own, in place of a name.
        collection: the units of texts to learn from, for lsa.
        encode: a function from texts to vectors, for vectors.
    """

    parameters: Parameters | Mapping[str, Any] | None = None
    similarity: str | None = None
    measure: Measure | None = None
    collection: Sequence[Units] = ()
    encode: Encoder | None = None

    def __post_init__(self) -> None:
        if self.similarity is not None and self.measure is not None:
            raise TmimaError(f"give a measure or the similarity {self.similarity!r}, not both")

    @property
    def name(self) -> str:
        """The name of the similarity."""
        if self.measure is not None:
            return OWN_MEASURE
        if self.similarity is not None:
            return self.similarity
        if isinstance(self.parameters, Parameters) or _OF_THE_PAPER & set(self.parameters or ()):
            return PAPER_SIMILARITY
        return DEFAULT_SIMILARITY

    def given(self) -> dict[str, Any]:
        """Return the parameters that were given, by name."""
        if isinstance(self.parameters, Parameters):
            return asdict(self.parameters)
        return dict(self.parameters or {})

    def start(self) -> Parameters:
        """Return the parameters before anything is learnt: the given ones, and what suits."""
        if self.measure is not None:
            return Parameters.of(self.given())
        suited = named(self.name)
        return Parameters.of({"gamma": suited.gamma, "r": suited.r, **self.given()})

    def measured(self, language: str, *, diagonal: bool) -> Measure:
        """Return the measure, for texts of a language."""
        if self.measure is not None:
            return self.measure
        sources = Sources(
            language=language, collection=self.collection, encode=self.encode, diagonal=diagonal
        )
        return named(self.name).make(sources)


def fit(
    units: Units,
    language: str,
    wish: Wish,
    *,
    segments: int | None = None,
    similarity: Similarity | None = None,
) -> Fitted:
    """Return what to cut a text with: what was wished, and the rest from the text.

    With a number of segments the preferred length follows from it. The similarity is the one that
    is wished for, where it has been made before.
    """
    start, given = wish.start(), wish.given()
    if similarity is None:
        similarity = wish.measured(language, diagonal=start.diagonal)(units)
    as_given = Fitted(similarity, wish.name, start)
    missing = tuple(name for name in ("mean_length", "std_length") if name not in given)
    if not missing:
        return as_given
    chance = structure_chance(similarity) if len(units) >= _FEWEST_UNITS else None
    if "mean_length" in given:
        deviation = usual_deviation(start.mean_length)
        return replace(as_given, parameters=replace(start, std_length=deviation), chance=chance)
    lengths = units.lengths(start.length_unit)
    if not lengths.any():
        return replace(as_given, chance=chance)
    text = UnlabelledText(similarity, lengths, int(units.sentences.sum()))
    learnt = learn([text], start) if segments is None else told(text, segments, start)
    found = learnt.parameters
    if "std_length" in given:
        found = replace(found, std_length=start.std_length)
    return replace(as_given, parameters=found, learnt=missing, chance=chance)
