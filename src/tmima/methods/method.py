"""The interface of a method of segmentation, the similarity it compares by, and all by name.

A module is imported when its method is asked for.
"""

import inspect
import math
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from tmima.errors import TmimaError, marked_message, shortened, whole_number
from tmima.kernel.arrays import Floats
from tmima.learnt import Adaptation
from tmima.loading import Registry
from tmima.segmentation import Answers, NumberOfSegments, Parameters, Prepared
from tmima.similarity import (
    Encoder,
    Measure,
    NamedSimilarity,
    Similarity,
    Sources,
    similarities,
)
from tmima.text import Segmentation, Units


@runtime_checkable
class Method(Protocol):
    """Finds the segments of a text. Constructors only store options; all have defaults."""

    def segment(self, text: Prepared, *, n_segments: int | None = None) -> Segmentation:
        """Return the segmentation, into a given number of segments if the method accepts one.

        A text of one unit is one segment. A text without a kept word is no error. The same text
        gives the same answer.
        """
        ...


@dataclass(frozen=True, slots=True)
class Outcome:
    """A segmentation with its similarity, its parameters and the answers to further questions.

    Attributes:
        segmentation: the segments.
        answers: what was asked for besides, of a method that has costs.
        similarity: D of the units, of a method that has one.
        similarity_name: what it is called.
        parameters: of the cost, of the method density.
        adaptation: to a kind of texts, of the learnt method where it was trained.
        number: how probable each number of segments is, of the learnt method.
        odds: the log odds of a cut at each place 1 .. T-1, of the learnt method under a limit.
    """

    segmentation: Segmentation
    answers: Answers | None = None
    similarity: Similarity | None = None
    similarity_name: str | None = None
    parameters: Parameters | None = None
    adaptation: Adaptation | None = None
    number: NumberOfSegments | None = None
    odds: Floats | None = None


@runtime_checkable
class HasOutcome(Protocol):
    """A method that has more to tell than the segmentation."""

    def outcome(self, text: Prepared, *, n_segments: int | None = None) -> Outcome:
        """Return the segmentation with the answers, the similarity and the parameters behind it."""
        ...


@runtime_checkable
class LearnsPlain(Protocol):
    """A method that first looks at a collection of texts without known segments."""

    def learn(self, collection: Sequence[Prepared]) -> None:
        """Learn from a collection; what is learnt ends in an underscore."""
        ...


@runtime_checkable
class LearnsLabelled(Protocol):
    """A method that first looks at texts with known segments."""

    def train(self, texts: Sequence[Prepared]) -> None:
        """Learn from texts that know their `truth`; what is learnt ends in an underscore."""
        ...


@dataclass(frozen=True, slots=True)
class MethodEntry:
    """What `tmima methods` tells of a method, and how to make one.

    Attributes:
        name: by which it is asked for.
        year: of the publication; empty for the baselines.
        summary: what it does, in a line.
        reference: author, title, where.
        make: the class, called with options by keyword.
        needs: "", "collection", "training", "thesaurus" or "network": what must be given first.
        count: "ignored", "optional" or "required": what it does with a number of segments.
        settings: those of a `Segmenter` that it understands besides its own options.
    """

    name: str
    year: str
    summary: str
    reference: str
    make: Callable[..., Method]
    needs: str = ""
    count: str = "ignored"
    settings: tuple[str, ...] = ()


CUSTOM_SIMILARITY = "custom"


class ChosenSimilarity:
    """The similarity that was chosen, and D of each text by it.

    Args:
        similarity: the name of one, or one of the user's own (a measure, or an entry of the
            registry).
        background: the units of other texts of a language, for similarities that learn from some.
        encode: a function from texts to vectors, for similarities that take them.
        default: the name of the similarity where none is chosen.
    """

    def __init__(
        self,
        similarity: str | Measure | NamedSimilarity | None,
        background: Callable[[str], Sequence[Units]] | None,
        encode: Encoder | None,
        *,
        default: str,
    ) -> None:
        self._chosen = default if similarity is None else similarity
        self._background = background
        self._encode = encode
        self._measures: dict[Hashable, Measure] = {}
        needs = self.entry.needs if self.entry else ""
        for name, given, what in (
            ("background", background, "texts"),
            ("encode", encode, "a model"),
        ):
            if given is not None and needs != name:
                users = [each for each in similarities if similarities[each].needs == name]
                raise TmimaError(
                    f"`{name}=` is for the similarity {' or '.join(users)}, not for {self.name}"
                )
            if given is None and needs == name:
                raise TmimaError(f"the similarity {self.name} needs {what}: give `{name}=`")

    @property
    def name(self) -> str:
        """The name of the similarity."""
        return self._chosen if isinstance(self._chosen, str) else CUSTOM_SIMILARITY

    @property
    def entry(self) -> NamedSimilarity | None:
        """What is known of the similarity; nothing of a measure of the user's own."""
        if isinstance(self._chosen, NamedSimilarity):
            return self._chosen
        return similarities[self._chosen] if isinstance(self._chosen, str) else None

    def of(self, text: Prepared, *, diagonal: bool, excess: bool) -> Similarity:
        """Return D of a text, made once for each text and measure.

        Args:
            text: the text.
            diagonal: whether a unit's similarity with itself counts, where there is one.
            excess: whether only what exceeds chance will count.
        """
        language = text.document.language
        key = (self._chosen, language, diagonal, excess)
        if key not in self._measures:
            self._measures[key] = self._measure(language, diagonal=diagonal, excess=excess)
        measure = self._measures[key]
        # What is made of other texts or by a function of the user's belongs to this choice alone.
        alone = self if self._background or self._encode else None
        return text.remember(
            ("similarity", key, alone), lambda: _check_similarity(measure(text.units))
        )

    def __getstate__(self) -> dict[str, Any]:
        # Measures may hold what cannot be sent to another process; they are made again there.
        return {**self.__dict__, "_measures": {}}

    def _measure(self, language: str, *, diagonal: bool, excess: bool) -> Measure:
        """Return the measure, for texts of a language."""
        entry = self.entry
        if entry is None:
            if not callable(self._chosen):
                raise TmimaError(
                    "a similarity of one's own is a function from units to a similarity, not "
                    f"{self._chosen!r}"
                )
            return self._chosen
        background = self._background(language) if self._background is not None else ()
        return entry.make(
            Sources(
                language=language,
                background=background,
                encode=self._encode,
                diagonal=diagonal,
                excess=excess,
            )
        )


def _check_similarity(made: Similarity) -> Similarity:
    """Refuse what a measure of the user's returned if it is not a similarity."""
    if not (hasattr(made, "__len__") and hasattr(made, "columns")):
        raise TmimaError(
            f"`similarity=` must be a name or a function from units to a similarity, which has a "
            f"length and columns; it gave {shortened(made)}"
        )
    return made


DEFAULT_METHOD = "learnt"
PAPER_METHOD = "density"

# In the order of the table: our own, then the literature by its years, then the baselines.
methods: Registry[MethodEntry] = Registry(
    "method",
    "tmima.methods",
    {
        DEFAULT_METHOD: "tmima.methods.learnt:ENTRY",
        PAPER_METHOD: "tmima.methods.density:ENTRY",
        "vmp": "tmima.methods.literature.youmans:ENTRY",
        "chains": "tmima.methods.literature.morris_hirst:ENTRY",
        "kozima": "tmima.methods.literature.kozima:ENTRY",
        "texttiling": "tmima.methods.literature.hearst:ENTRY",
        "dotplot": "tmima.methods.literature.reynar:ENTRY",
        "exponential": "tmima.methods.literature.beeferman:ENTRY",
        "ponte": "tmima.methods.literature.ponte:ENTRY",
        "yaari": "tmima.methods.literature.yaari:ENTRY",
        "heinonen": "tmima.methods.literature.heinonen:ENTRY",
        "segmenter": "tmima.methods.literature.kan:ENTRY",
        "hmm": "tmima.methods.literature.yamron:ENTRY",
        "c99": "tmima.methods.literature.choi:ENTRY",
        "c99-lsa": "tmima.methods.literature.choi_lsa:ENTRY",
        "utiyama": "tmima.methods.literature.utiyama:ENTRY",
        "aspect-hmm": "tmima.methods.literature.blei:ENTRY",
        "mincut": "tmima.methods.literature.malioutov:ENTRY",
        "bayesseg": "tmima.methods.literature.eisenstein:ENTRY",
        "uniform": "tmima.methods.baselines:UNIFORM",
        "random": "tmima.methods.baselines:RANDOM",
        "none": "tmima.methods.baselines:NONE",
    },
)


def options_of(entry: MethodEntry) -> dict[str, Any]:
    """Return the options of a method with their defaults, without the settings of a segmenter."""
    known = inspect.signature(entry.make).parameters
    return {
        name: each.default
        for name, each in known.items()
        if each.kind is not inspect.Parameter.VAR_KEYWORD and name not in entry.settings
    }


def make(method: str | MethodEntry, options: Mapping[str, Any] | None = None) -> Method:
    """Make a method with options by name; one that it does not have is refused by its name."""
    entry = methods[method] if isinstance(method, str) else method
    options = dict(options or {})
    known = inspect.signature(entry.make).parameters
    if not any(each.kind is inspect.Parameter.VAR_KEYWORD for each in known.values()):
        for name in options:
            if name not in known:
                has = ", ".join(known) or "none"
                raise TmimaError(f"the method {entry.name} has no option {name!r}: it has {has}")
    try:
        for name, value in options.items():
            if isinstance(value, float) and not math.isfinite(value):
                raise TmimaError(f"`{name}` must be a finite number, not {value}")
            wanted = known[name].annotation if name in known else None
            if wanted is int or (wanted == int | None and value is not None):
                options[name] = whole_number(name, value)
        return entry.make(**options)
    except (TypeError, TmimaError) as error:
        raise TmimaError(f"{entry.name}: {marked_message(error)}") from None
