"""python -m benchmarks.accuracy.kernel_changes: rivals on sentence vectors, and a penalty.

The change points of a kernel (ruptures' KernelCPD with the cosine kernel) among the vectors of the
units, and the runs of units whose vectors together are longest (textsplit). Run as a module it
prints the mean errors of KernelCPD's penalties on the choosing halves.
"""

import os
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from benchmarks.accuracy.encoders import minilm
from benchmarks.accuracy.texts import GLUED, REAL, texts_of
from tmima import Prepared, Segmentation, TmimaError
from tmima.similarity import Encoder
from tmima.similarity.vectors import texts_of_units
from tmima.training import DEFAULT_OBJECTIVE, OBJECTIVES

# What a change costs where nothing is known: the best of the grid on the choosing halves of the
# English texts, real and glued counting alike.
PENALTY = 1.4
PENALTIES = (0.8, 1.0, 1.2, 1.4, 1.6, 1.8, 2.0, 2.4, 2.8, 3.2, 4.0, 5.0, 6.0, 8.0)
_MOST = 20


class KernelChanges:
    """KernelCPD as a method.

    Args:
        encode: a function from texts to vectors.
        penalty: what a change costs where no number is given.
    """

    def __init__(self, encode: Encoder, penalty: float = PENALTY) -> None:
        self.encode = encode
        self.penalty = penalty

    def segment(self, text: Prepared, *, n_segments: int | None = None) -> Segmentation:
        """Return the changes of least cost, of all or into a number of segments."""
        model = self._model(text)
        if model is None:
            return Segmentation((len(text),))
        penalty = getattr(self, "penalty_", self.penalty)
        if n_segments is None:
            return Segmentation(tuple(model.predict(pen=penalty)))
        return Segmentation(tuple(model.predict(n_bkps=n_segments - 1)))

    def train(self, texts: Sequence[Prepared]) -> None:
        """Learn the penalty by what `tmima train` minimises."""
        errors = self.errors(texts)
        self.penalty_ = PENALTIES[int(np.argmin(errors))]

    def errors(self, texts: Sequence[Prepared]) -> NDArray[np.float64]:
        """Return the mean error of each penalty."""
        error = OBJECTIVES[DEFAULT_OBJECTIVE]
        rows = []
        for text in texts:
            model, truth = self._model(text), text.truth
            rows.append(
                [
                    error(truth, Segmentation(tuple(model.predict(pen=penalty))), None)
                    if model is not None and truth is not None
                    else 0.0
                    for penalty in PENALTIES
                ]
            )
        return np.mean(rows, axis=0)

    def _model(self, text: Prepared) -> Any:
        return fitted(self.encode(texts_of_units(text.units))) if len(text) > 1 else None


class TextSplit:
    """The package textsplit as a method, with the penalty that it estimates itself.

    Args:
        encode: a function from texts to vectors.
    """

    def __init__(self, encode: Encoder) -> None:
        self.encode = encode

    def segment(self, text: Prepared, *, n_segments: int | None = None) -> Segmentation:
        """Return the best split by the penalty it was trained to, or one into a number."""
        from textsplit.algorithm import split_greedy, split_optimal

        if len(text) == 1 or n_segments == 1:
            return Segmentation((len(text),))
        rows = self._rows(text)
        found = (
            split_optimal(rows, self.penalty_)
            if n_segments is None
            else split_greedy(rows, max_splits=n_segments - 1)
        )
        return Segmentation((*map(int, found.splits), len(text)))

    def train(self, texts: Sequence[Prepared]) -> None:
        """Learn the penalty from the mean length of the true segments."""
        from textsplit.tools import get_penalty

        mean_length = sum(map(len, texts)) / sum(len(text.truth) for text in texts)
        random.seed(1)  # it draws how a number is rounded
        self.penalty_ = float(get_penalty([self._rows(text) for text in texts], mean_length))

    def _rows(self, text: Prepared) -> NDArray[np.float64]:
        return np.asarray(self.encode(texts_of_units(text.units)), dtype=np.float64)


def fitted(vectors: ArrayLike) -> Any:
    """Return ruptures' model of a row of vectors."""
    try:
        import ruptures
    except ImportError:
        raise TmimaError("the comparison needs ruptures: pip install ruptures") from None
    rows = np.asarray(vectors, dtype=np.float64)
    # A vector of zeros has no cosine: it gets a direction of its own.
    signal = np.column_stack((rows, ~rows.any(axis=1)))
    return ruptures.KernelCPD(kernel="cosine", min_size=1).fit(signal)


def main() -> None:
    """Print the mean errors of the penalties."""
    data = Path(os.environ["TMIMA_DATA"])
    method = KernelChanges(minilm)
    print("        " + "".join(f"{penalty:7.1f}" for penalty in PENALTIES))
    means = []
    for kinds in (REAL, GLUED):
        errors = [
            method.errors([Prepared.of(text) for text in texts if text.truth])
            for kind in kinds
            if kind.language == "en"
            for texts in [texts_of(kind, "choosing", data, most=_MOST)]
        ]
        means.append(np.mean(errors, axis=0))
        print(f"{kinds[0].family:8}" + "".join(f"{100 * each:7.1f}" for each in means[-1]))
    print(f"{'both':8}" + "".join(f"{100 * each:7.1f}" for each in np.mean(means, axis=0)))


if __name__ == "__main__":
    main()
