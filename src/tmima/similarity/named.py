"""The similarities by name, each with the weights of the cost that suit it untrained."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from tmima.errors import TmimaError
from tmima.languages import has_frequencies
from tmima.loading import Registry
from tmima.similarity.columns import Encoder, Measure
from tmima.similarity.words import GradedWords, SharedWords
from tmima.text import Units

PAPER_SIMILARITY = "shared"
# What suits it where nothing was trained, and the defaults of `Parameters`: docs/decisions.md.
PAPER_GAMMA, PAPER_R = 0.7, 0.5
GRADED_SIMILARITY = "graded"
DEFAULT_SIMILARITY = GRADED_SIMILARITY


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """What a similarity may be made from.

    Attributes:
        language: the code of the texts' language.
        background: the units of other texts of the language, analyzed alike.
        encode: a function from texts to vectors.
        diagonal: whether shared words have a diagonal; the others have none.
        excess: whether only what exceeds chance will count.
    """

    language: str
    background: Sequence[Units] = ()
    encode: Encoder | None = None
    diagonal: bool = True
    excess: bool = False


@dataclass(frozen=True, slots=True)
class NamedSimilarity:
    """A similarity that can be asked for by name.

    Attributes:
        summary: what it is, in a line.
        gamma: the weight of length against density that suits it where nothing was trained.
        r: the power of the density's denominator that suits it.
        make: makes the measure.
        needs: the setting without which it cannot be made: "background", "encode", or nothing.
        knows: tells whether it knows a language; without it, it knows all.
    """

    summary: str
    gamma: float
    r: float
    make: Callable[[Sources], Measure]
    needs: str = ""
    knows: Callable[[str], bool] | None = None


def _shared(sources: Sources) -> Measure:
    return partial(SharedWords, diagonal=sources.diagonal)


def _graded(_: Sources) -> Measure:
    return GradedWords


def _background(sources: Sources) -> Measure:
    from tmima.similarity.words import BackgroundWords

    return BackgroundWords(sources.language)


def _latent(sources: Sources) -> Measure:
    from tmima.similarity.vectors import LatentWords

    return LatentWords(sources.background, sources.language)


def _vectors(sources: Sources) -> Measure:
    if sources.encode is None:
        raise TmimaError("the similarity vectors needs `encode=`, a function from texts to vectors")
    from tmima.similarity.vectors import Vectors

    return Vectors(sources.encode, excess=sources.excess)


# gamma and r were chosen on texts that no figure is reported for: docs/decisions.md.
similarities: Registry[NamedSimilarity] = Registry(
    "similarity",
    "tmima.similarities",
    {
        PAPER_SIMILARITY: NamedSimilarity(
            "1 where two sentences share a word, else 0 (Fragkou)", PAPER_GAMMA, PAPER_R, _shared
        ),
        GRADED_SIMILARITY: NamedSimilarity(
            "by degrees: rare words of the text count for more, and words that begin alike",
            0.4,
            0.5,
            _graded,
        ),
        "background": NamedSimilarity(
            "by degrees, and words that are rare in the language count for more",
            0.4,
            0.5,
            _background,
            knows=has_frequencies,
        ),
        "lsa": NamedSimilarity(
            "background or graded, mixed with latent vectors of other texts' words",
            0.2,
            0.66,
            _latent,
            needs="background",
        ),
        "vectors": NamedSimilarity(
            "the cosine of sentence vectors from a model; beyond chance mixed with graded words",
            0.2,
            0.66,
            _vectors,
            needs="encode",
        ),
    },
)
