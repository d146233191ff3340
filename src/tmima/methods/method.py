"""The interface that every method of segmentation has, and what is told about each."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from tmima.learnt import Adaptation
from tmima.methods.text import MethodText
from tmima.segmentation import Answers, NumberOfSegments, Parameters
from tmima.similarity import Similarity
from tmima.text import Segmentation


@runtime_checkable
class Method(Protocol):
    """Finds the segments of a text. Constructors only store options; all have defaults."""

    def segment(self, text: MethodText, *, n_segments: int | None = None) -> Segmentation:
        """Return the segmentation, into a given number of segments if the method accepts one.

        A text of one unit is one segment. A text without a kept word is no error. The same text
        gives the same answer.
        """
        ...


@dataclass(frozen=True, slots=True)
class Outcome:
    """A segmentation with what it was found with, and what else was asked for.

    Attributes:
        segmentation: the segments.
        answers: what was asked for besides, of a method that has costs.
        similarity: D of the units, of a method that has one.
        similarity_name: what it is called.
        parameters: of the cost, of the method density.
        adaptation: to a kind of texts, of the learnt method where it was trained.
        number: how probable each number of segments is, of the learnt method.
    """

    segmentation: Segmentation
    answers: Answers | None = None
    similarity: Similarity | None = None
    similarity_name: str | None = None
    parameters: Parameters | None = None
    adaptation: Adaptation | None = None
    number: NumberOfSegments | None = None


@runtime_checkable
class Explained(Protocol):
    """A method that has more to tell than the segmentation."""

    def outcome(self, text: MethodText, *, n_segments: int | None = None) -> Outcome:
        """Return what `segment` does, with all that is known of it."""
        ...


@runtime_checkable
class Collected(Protocol):
    """A method that first looks at a collection of texts without known segments."""

    def learn(self, collection: Sequence[MethodText]) -> None:
        """Learn from a collection; what is learnt ends in an underscore."""
        ...


@runtime_checkable
class Trained(Protocol):
    """A method that first looks at texts with known segments."""

    def train(self, texts: Sequence[tuple[MethodText, Segmentation]]) -> None:
        """Learn from segmented texts; what is learnt ends in an underscore."""
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
