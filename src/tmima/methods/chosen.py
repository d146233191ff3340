"""Which similarity a text is compared by: one of those with a name, or one of the user's own."""

from collections.abc import Callable, Hashable, Sequence
from typing import Any

from tmima.errors import TmimaError, shortened
from tmima.methods.text import MethodText
from tmima.similarity import (
    Encoder,
    Measure,
    NamedSimilarity,
    Similarity,
    Sources,
    similarities,
)
from tmima.text import Units

OWN_SIMILARITY = "own"


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
            ("encode", encode, "a function from texts to vectors"),
        ):
            if given is not None and needs != name:
                users = [each for each in similarities if similarities[each].needs == name]
                raise TmimaError(
                    f"{name}= is for the similarity {' or '.join(users)}, not for {self.name}"
                )
            if given is None and needs == name:
                raise TmimaError(f"the similarity {self.name} needs {name}=, {what}")

    @property
    def name(self) -> str:
        """The name of the similarity."""
        return self._chosen if isinstance(self._chosen, str) else OWN_SIMILARITY

    @property
    def entry(self) -> NamedSimilarity | None:
        """What is known of the similarity; nothing of a measure of the user's own."""
        if isinstance(self._chosen, NamedSimilarity):
            return self._chosen
        return similarities[self._chosen] if isinstance(self._chosen, str) else None

    def of(self, text: MethodText, *, diagonal: bool, excess: bool) -> Similarity:
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
        return text.remember(("similarity", key, alone), lambda: _checked(measure(text.units)))

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


def _checked(made: Similarity) -> Similarity:
    """Refuse by name what a measure of the user's made that is no similarity."""
    if not (hasattr(made, "__len__") and hasattr(made, "columns")):
        raise TmimaError(
            f"similarity= must be a name or a function from units to a similarity, which has a "
            f"length and columns; it gave {shortened(made)}"
        )
    return made
