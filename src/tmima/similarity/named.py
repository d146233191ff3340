"""The similarities by name, each with the weights of the cost that suit it untrained."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from tmima.document.units import Units
from tmima.errors import TmimaError
from tmima.similarity.background import BackgroundWords
from tmima.similarity.columns import Measure
from tmima.similarity.graded import GradedWords
from tmima.similarity.lsa import LatentWords
from tmima.similarity.shared import SharedWords
from tmima.similarity.vectors import Encoder, Vectors

DEFAULT_SIMILARITY = "graded"
PAPER_SIMILARITY = "shared"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """What a similarity may be made from.

    Attributes:
        language: the code of the texts' language.
        collection: the units of other texts of the language, analyzed alike.
        encode: a function from texts to vectors.
        diagonal: whether the paper's similarity has a diagonal; the others have none.
    """

    language: str
    collection: Sequence[Units] = ()
    encode: Encoder | None = None
    diagonal: bool = True


@dataclass(frozen=True, slots=True)
class NamedSimilarity:
    """A similarity that can be asked for by name.

    Attributes:
        summary: what it is, in a line.
        gamma: the weight of length against density that suits it where nothing was trained.
        r: the power of the density's denominator that suits it.
        make: makes the measure.
    """

    summary: str
    gamma: float
    r: float
    make: Callable[[Sources], Measure]


def _latent(sources: Sources) -> Measure:
    if not sources.collection:
        raise TmimaError(
            "the similarity lsa learns from a collection of texts: give --collection FOLDER"
        )
    return LatentWords(sources.collection, sources.language)


def _vectors(sources: Sources) -> Measure:
    if sources.encode is None:
        raise TmimaError(
            "the similarity vectors needs a model: give --model FOLDER, or encode in Python"
        )
    return Vectors(sources.encode)


# gamma and r were chosen on texts that no figure is reported for: docs/accuracy.md.
SIMILARITIES: dict[str, NamedSimilarity] = {
    "shared": NamedSimilarity(
        "1 where two sentences share a word: the paper's",
        0.7,
        0.5,
        lambda sources: partial(SharedWords, diagonal=sources.diagonal),
    ),
    "graded": NamedSimilarity("by degrees, from the text alone", 0.4, 0.5, lambda _: GradedWords),
    "background": NamedSimilarity(
        "by degrees, with the words' frequency in the language",
        0.4,
        0.5,
        lambda sources: BackgroundWords(sources.language),
    ),
    "lsa": NamedSimilarity(
        "background or graded, mixed with latent vectors of a collection's words",
        0.2,
        0.66,
        _latent,
    ),
    "vectors": NamedSimilarity("the cosine of sentence vectors from a model", 0.2, 0.66, _vectors),
}


def named(name: str) -> NamedSimilarity:
    """Return a similarity by its name."""
    if name not in SIMILARITIES:
        raise TmimaError(f"unknown similarity {name!r}: choose one of {', '.join(SIMILARITIES)}")
    return SIMILARITIES[name]
