"""scikit-learn: a transformer from texts to their segments, and scorers for searches.

    search = GridSearchCV(TopicSegmenter(language="el"), {"finer": [-1.0, 0.0, 1.0]}, cv=3)
    search.fit(texts, cuts)

The extra is `tmima[sklearn]`.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Self

import numpy as np

from tmima.errors import TmimaError
from tmima.integrations.chunks import chunker, segmented
from tmima.loading import require
from tmima.scores import SCORES
from tmima.segmentation import Tokenizer
from tmima.segmenter import Segmenter
from tmima.text import Segmentation

require("sklearn")

from sklearn.base import BaseEstimator, TransformerMixin  # noqa: E402 - said first what is missing

LEARNS = ("nothing", "parameters")


class TopicSegmenter(TransformerMixin, BaseEstimator):
    """Cuts texts into their topics.

    Args:
        language: of the texts, found from each if not given.
        finer: above 0 more segments, below it fewer.
        gamma: weight of length against density; a parameter of its cost means the method density.
        r: power of the length that divides similarity.
        mean_length: preferred length of a segment.
        std_length: how far lengths stray from it.
        max_size: the greatest size of a segment.
        size_unit: what sizes are counted in.
        tokenizer: for sizes in tokens, a function or its name.
        learn: what `fit` learns: "nothing", or "parameters" from texts with the ends of their
            segments as y, by which the learnt model is adapted and density trained.
        settings: further ones of `tmima.Segmenter`.
    """

    def __init__(  # noqa: PLR0913 - scikit-learn wants every parameter named
        self,
        *,
        language: str | None = None,
        finer: float | None = None,
        gamma: float | None = None,
        r: float | None = None,
        mean_length: float | None = None,
        std_length: float | None = None,
        max_size: int | None = None,
        size_unit: str = "characters",
        tokenizer: Tokenizer | str | None = None,
        learn: str = "nothing",
        settings: dict[str, Any] | None = None,
    ) -> None:
        self.language = language
        self.finer = finer
        self.gamma = gamma
        self.r = r
        self.mean_length = mean_length
        self.std_length = std_length
        self.max_size = max_size
        self.size_unit = size_unit
        self.tokenizer = tokenizer
        self.learn = learn
        self.settings = settings

    def fit(self, X: Iterable[str], y: Iterable[Sequence[int]] | None = None) -> Self:  # noqa: N803
        """Learn what is to be learnt; y has the ends of each text's segments in sentences."""
        if self.learn not in LEARNS:
            raise TmimaError(f"`learn=` must be one of {', '.join(LEARNS)}, not {self.learn!r}")
        self.segmenter_ = self._made()
        if self.learn == "parameters":
            if y is None:
                raise TmimaError(
                    "`learn=` 'parameters' needs y, the ends of the segments of each text"
                )
            self.segmenter_.train(list(zip(X, y, strict=True)))
        return self

    def transform(self, X: Iterable[str]) -> list[list[dict[str, Any]]]:  # noqa: N803
        """Return the segments of each text, as JSON has them."""
        return [[one.as_dict() for one in segmented(self._ready, text) or ()] for text in X]

    def predict(self, X: Iterable[str]) -> list[tuple[int, ...]]:  # noqa: N803
        """Return the ends of the segments of each text, in sentences."""
        return [self._ready.segment(text).boundaries for text in X]

    def score(self, X: Iterable[str], y: Iterable[Sequence[int]]) -> float:  # noqa: N803
        """Return 1 - Pk against the ends of the true segments, the mean of all texts."""
        return scorer("pk")(self, X, y)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.string = True
        tags.input_tags.one_d_array = True
        tags.input_tags.two_d_array = False
        tags.requires_fit = False
        tags.no_validation = True
        return tags

    @property
    def _ready(self) -> Segmenter:
        return getattr(self, "segmenter_", None) or self._made()

    def _made(self) -> Segmenter:
        names = ("gamma", "r", "mean_length", "std_length")
        values = {name: getattr(self, name) for name in names}
        parameters = {name: value for name, value in values.items() if value is not None}
        given = {"language": self.language, **(self.settings or {})}
        if self.finer is not None:
            given["finer"] = self.finer
        if parameters:
            given["parameters"] = {**(given.get("parameters") or {}), **parameters}
        return chunker(self.max_size, self.size_unit, self.tokenizer, given)


def scorer(name: str) -> Callable[[Any, Iterable[str], Iterable[Sequence[int]]], float]:
    """Return what searches take as `scoring`: a score of `tmima.Scores`, more being better.

    Args:
        name: of the score. Errors, as "pk" and "window_diff", are taken from 1.
    """
    if name not in SCORES:
        raise TmimaError(f"unknown score {name!r}: choose one of {', '.join(SCORES)}")

    def scored(estimator: Any, texts: Iterable[str], ends: Iterable[Sequence[int]]) -> float:
        pairs = zip(ends, estimator.predict(texts), strict=True)
        values = [
            SCORES[name].value(Segmentation(tuple(true)), Segmentation(tuple(predicted)))
            for true, predicted in pairs
        ]
        mean = float(np.mean(values))
        return 1 - mean if SCORES[name].is_error else mean

    return scored
