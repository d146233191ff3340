"""What is measured: every contender, in every way it can take part, on every kind of text."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.accuracy import encoders
from benchmarks.accuracy.kernel_changes import KernelChanges
from benchmarks.accuracy.texts import HALVES, KINDS, Kind, background_for, texts_of
from tmima import MethodText, Segmentation, SegmentedText, Segmenter, TmimaError, score
from tmima.document import Units
from tmima.similarity import NamedSimilarity, Sources, similarities

WAYS = ("nothing set", "trained", "told the number")
MOST = 40
# The most texts that are trained on.
_TRAINING = 20
KERNEL = "KernelCPD on vectors"
# By these the method density compares, trained or told the number.
SIMILARITIES = ("shared", "graded", "background", "lsa", "vectors")
RIVALS = {
    "none": "no cut",
    "uniform": "uniform",
    "c99": "C99",
    "utiyama": "U00",
    "texttiling": "TextTiling",
    "bayesseg": "BayesSeg",
    "mincut": "MinCut",
    KERNEL: KERNEL,
}
CONTENDERS = (*SIMILARITIES, *RIVALS)

Result = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Plan:
    """The cells of the stand."""

    cells: tuple["Cell", ...]
    experiment: str = "accuracy"


@dataclass(frozen=True, slots=True)
class Cell:
    """One contender on the texts of one kind, in all its ways.

    Attributes:
        contender: one of `CONTENDERS`.
        kind: of the texts.
        half: that is measured; the other one is trained on.
        data: the folder that holds the texts.
        most: how many texts at the most.
    """

    contender: str
    kind: Kind
    half: str
    data: Path
    most: int

    @property
    def name(self) -> str:
        """The name of the cell and its file."""
        plain = "".join(each if each.isalnum() else "-" for each in self.contender)
        return f"{self.kind.name}-{plain}"

    @property
    def folder(self) -> Path:
        """The folder that holds the texts, as the cells of experiments name it."""
        return self.data

    def settings(self) -> dict[str, Any]:
        """Return what the result depends on, for JSON; the folder by name only."""
        return {**asdict(self), "data": self.data.name}

    def compute(self) -> Result:
        """Measure every way."""
        texts = _prepared(self.kind, self.half, self.data, self.most)
        segmenter = self._segmenter()
        ways: dict[str, Callable[[MethodText], SegmentedText]] = {}
        count = segmenter.entry.count
        if count != "required" and self.contender not in SIMILARITIES:
            ways["nothing set"] = segmenter.segment
        if self.contender in (*SIMILARITIES, KERNEL) and self.kind.family != "single":
            ways["trained"] = self._trained().segment
        if count != "ignored" and self.kind.family != "single":
            ways["told the number"] = told(segmenter)
        in_words = self.kind.in_words
        found = {way: measured(texts, cut, in_words=in_words) for way, cut in ways.items()}
        true = {"texts": len(texts), "slivers": _slivers(map(_truth, texts))}
        return {"settings": self.settings(), "true": true, **found}

    def _segmenter(self) -> Segmenter:
        if self.contender == KERNEL:
            return Segmenter(method=KernelChanges(encoders.minilm))
        if self.contender in RIVALS:
            return Segmenter(method=self.contender)
        settings: dict[str, Any] = {"method": "density", "questions": {"posteriors": True}}
        if self.contender == "lsa":
            latent = _latent(self.kind.language, self.half, self.data)
            return Segmenter(similarity=latent, **settings)
        if self.contender == "vectors":
            settings["encode"] = encoders.minilm
        return Segmenter(similarity=self.contender, **settings)

    def _trained(self) -> Segmenter:
        segmenter = self._segmenter()
        if self.kind.in_words and self.contender != KERNEL:
            segmenter = segmenter.replace(options={"score_unit": "words"})
        other = HALVES[1 - HALVES.index(self.half)]
        most = min(self.most, _TRAINING)
        return segmenter.train(texts_of(self.kind, other, self.data, most=most))


def plan(
    data: Path,
    *,
    half: str = "reporting",
    most: int = MOST,
    only: Sequence[str] = (),
) -> Plan:
    """Return the cells, kind by kind; with vectors where the model is installed."""
    wanted = [name for name in CONTENDERS if not only or name in only]
    return Plan(
        tuple(
            Cell(contender, kind, half, data, most)
            for kind in KINDS
            for contender in wanted
            if contender not in ("vectors", KERNEL)
            or (kind.language == "en" and encoders.installed())
        )
    )


def told(segmenter: Segmenter) -> Callable[[MethodText], SegmentedText]:
    """Return what cuts a text into the true number of segments."""
    return lambda text: segmenter.segment(text, n_segments=len(_truth(text)))


def measured(
    texts: Iterable[MethodText],
    cut: Callable[[MethodText], SegmentedText],
    *,
    in_words: bool = False,
) -> Result:
    """Return the figures of a way to cut texts.

    Pk, WindowDiff and F1 within two units are means over the texts, `found` the median of found /
    true numbers, `segments` the mean number, `slivers` the share of segments of one or two units,
    `skill` how much less than the share of cuts everywhere the probabilities of cuts err.
    """
    scores, results, said, true = [], [], [], []
    for text in texts:
        truth, result = _truth(text), cut(text)
        words = text.spoken if in_words else None
        each = score(truth, result.segmentation, words=words)
        scores.append((each.pk, each.window_diff, each.f1_within))
        results.append((len(result), len(truth), result.segmentation))
        if result.answers is not None and result.answers.posteriors is not None:
            said.append(result.answers.posteriors.cuts)
            true.append(np.isin(np.arange(1, len(text)), truth.cuts))
    pk, window_diff, f1_within = np.mean(scores, axis=0).tolist()
    return {
        "pk": pk,
        "window_diff": window_diff,
        "f1_within": f1_within,
        "found": float(np.median([found / true for found, true, _ in results])),
        "segments": float(np.mean([found for found, _, _ in results])),
        "slivers": _slivers(segmentation for _, _, segmentation in results),
        "skill": _skill(np.concatenate(said), np.concatenate(true)) if said else None,
    }


def _truth(text: MethodText) -> Segmentation:
    truth = text.units.truth
    if truth is None:
        raise TmimaError("a text whose segments are not known cannot be measured with")
    return truth


def _slivers(found: Iterable[Segmentation]) -> float:
    """Return the share of segments of one or two units, the mean over texts."""
    return float(np.mean([np.mean([n <= 2 for n in each.lengths]) for each in found]))


def _skill(said: NDArray[np.float64], true: NDArray[np.bool_]) -> float | None:
    """Return by how much the probabilities err less than the share of cuts everywhere would."""
    usual = ((true.mean() - true) ** 2).sum()
    return float(1 - ((said - true) ** 2).sum() / usual) if usual else None


@lru_cache(maxsize=1)
def _latent(language: str, half: str, data: Path) -> NamedSimilarity:
    """Return the similarity lsa, whose vectors are made once for all kinds of a language."""
    texts = background_for(language, half, data)
    background = [Units.of(text) for text in texts]
    lsa = similarities["lsa"]
    measure = lsa.make(Sources(language=language, background=background))
    return replace(lsa, make=lambda _: measure, needs="")


@lru_cache(maxsize=1)
def _prepared(kind: Kind, half: str, data: Path, most: int) -> list[MethodText]:
    """Read the texts of a kind; the cells come kind by kind."""
    return [MethodText.of(text) for text in texts_of(kind, half, data, most=most)]
