"""What is measured: every contender, in every way it can take part, on every kind of text."""

import hashlib
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import tmima
from benchmarks.accuracy import encoders
from benchmarks.accuracy.chunkers import ChonkieChunks, LangChainChunks, LlamaIndexChunks
from benchmarks.accuracy.kernel_changes import KernelChanges, TextSplit
from benchmarks.accuracy.texts import HALVES, KINDS, Kind, texts_of
from tmima import Prepared, Segmentation, SegmentedText, Segmenter, TmimaError, score
from tmima.files.whole import make_folder, write_whole
from tmima.methods import methods
from tmima.workers.parallel import map_unordered

NOTHING, TRAINED, TOLD = WAYS = ("nothing set", "trained", "told the number")
MOST = 40
_OTHERS_TRAINING = 20
DEFAULT = "learnt"
OURS: dict[str, dict[str, Any]] = {
    DEFAULT: {},
    "learnt, shared": {"similarity": "shared"},
    "learnt, background": {"similarity": "background"},
    "learnt, vectors": {"similarity": "vectors", "encode": encoders.minilm},
}
PAPER: dict[str, dict[str, Any]] = {
    "density, graded": {"method": "density", "similarity": "graded"},
    "density, shared": {"method": "density", "similarity": "shared"},
}
# What came before: measured by the same command where that release is installed.
OLD = "tmima 0.2.0"
KERNEL, TEXTSPLIT, LANGCHAIN, LLAMA_INDEX, CHONKIE = ON_VECTORS = (
    "KernelCPD on vectors",
    "textsplit on vectors",
    "LangChain semantic",
    "LlamaIndex semantic",
    "Chonkie semantic",
)
_MADE = dict(
    zip(
        ON_VECTORS,
        (KernelChanges, TextSplit, LangChainChunks, LlamaIndexChunks, ChonkieChunks),
        strict=True,
    )
)
RIVALS = {
    "none": "no cut",
    "uniform": "uniform",
    "c99": "C99",
    "utiyama": "U00",
    "texttiling": "TextTiling",
    "bayesseg": "BayesSeg",
    "mincut": "MinCut",
    **{name: name for name in ON_VECTORS},
}
CONTENDERS = (*OURS, OLD, *PAPER, *RIVALS)
# They have no way to be trained, or none to be told.
_TRAINED = (DEFAULT, *PAPER, *ON_VECTORS)
NEVER_ALONE = (*PAPER, TEXTSPLIT)
NEVER_TOLD = (LLAMA_INDEX, CHONKIE)
_WITH_VECTORS = ("learnt, vectors", *ON_VECTORS)
# Encoding takes long, of some every sentence four times over.
FEW = 8
_FEW = dict.fromkeys(ON_VECTORS, FEW)
# The most texts that are trained on: ten are enough to adapt what is learnt.
_TRAINING = {DEFAULT: 10, **dict.fromkeys(ON_VECTORS, 4)}
_TENTHS = 10

Result = dict[str, Any]


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
        name = f"{self.kind.name}-{self.contender}"
        return "".join(each if each.isalnum() else "-" for each in name)

    def settings(self) -> dict[str, Any]:
        """Return what the result depends on, for JSON: the weights where they decide."""
        return {
            "contender": self.contender,
            "kind": asdict(self.kind),
            "half": self.half,
            "most": self.most,
            "weights": _weights() if self.contender in OURS else "",
        }

    def compute(self) -> Result:
        """Measure every way."""
        texts = _prepared(self.kind, self.half, self.data, self.most)
        segmenter = self._segmenter()
        ways: dict[str, Callable[[Prepared], SegmentedText]] = {}
        count = segmenter.entry.count
        several = self.kind.family != "single"
        if count != "required" and self.contender not in NEVER_ALONE:
            ways[NOTHING] = segmenter.segment
        if self._is_trained and several:
            ways[TRAINED] = self._trained().segment
        if count != "ignored" and self.contender not in NEVER_TOLD and several:
            ways[TOLD] = told(segmenter)
        in_words = self.kind.in_words
        found = {way: measured(texts, cut, in_words=in_words) for way, cut in ways.items()}
        true = {"texts": len(texts), "slivers": _slivers(map(_truth, texts))}
        return json.loads(json.dumps({"settings": self.settings(), "true": true, **found}))

    @property
    def _is_trained(self) -> bool:
        # Encoding what it would be trained on takes long, where texts are many and long.
        encoded = self.contender in ON_VECTORS and self.kind.family == "sections"
        return self.contender in _TRAINED and not encoded

    def _segmenter(self) -> Segmenter:
        if self.contender in _MADE:
            return Segmenter(method=_MADE[self.contender](encoders.minilm))
        if self.contender in RIVALS:
            return Segmenter(method=self.contender)
        settings = {**OURS, **PAPER}.get(self.contender, {})
        return Segmenter(**settings, posteriors=True)

    def _trained(self) -> Segmenter:
        segmenter = self._segmenter()
        if self.kind.in_words and self.contender not in ON_VECTORS:
            segmenter = segmenter.replace(options={"score_unit": "words"})
        other = HALVES[1 - HALVES.index(self.half)]
        most = min(self.most, _TRAINING.get(self.contender, _OTHERS_TRAINING))
        return segmenter.train(texts_of(self.kind, other, self.data, most=most))


def plan(data: Path, *, half: str = "reporting", most: int = MOST) -> list[Cell]:
    """Return the cells, kind by kind."""
    return [
        Cell(contender, kind, half, data, min(most, _FEW.get(contender, most)))
        for kind in KINDS
        for contender in CONTENDERS
        if kind.language == "en" or contender not in _WITH_VECTORS
    ]


def can_be_measured(cell: Cell) -> bool:
    """Tell whether what a contender needs is installed here."""
    if cell.contender == OLD:
        return DEFAULT not in methods
    if cell.contender in (*OURS, *PAPER) and DEFAULT not in methods:
        return False
    return cell.contender not in _WITH_VECTORS or encoders.installed()


def run(
    cells: Sequence[Cell],
    out: Path,
    *,
    only: Sequence[str] = (),
    again: bool = False,
    jobs: int = 1,
    on_cell: Callable[[Cell], None] = lambda _: None,
) -> dict[str, Result]:
    """Measure what is not in OUT yet and return by name all that is there.

    Args:
        cells: all of them, for the page.
        out: the folder that the results are kept in, each cell in a file.
        only: these contenders are measured; of the others what was measured before is taken.
        again: whether these contenders are measured again.
        jobs: the number of processes.
        on_cell: called after each cell that is measured, for a progress bar.
    """
    folder = make_folder(out / "cells")
    wanted = [cell for cell in cells if not only or cell.contender in only]
    known = {cell.name: _known(folder / f"{cell.name}.json", cell) for cell in cells}
    missing = [
        cell for cell in wanted if can_be_measured(cell) and (again or known[cell.name] is None)
    ]
    for cell, result in map_unordered(Cell.compute, missing, jobs=jobs):
        write_whole(folder / f"{cell.name}.json", json.dumps(result, indent=1) + "\n")
        known[cell.name] = result
        on_cell(cell)
    return {name: result for name, result in known.items() if result}


def _known(path: Path, cell: Cell) -> Result | None:
    """Return what was measured before, unless with other settings."""
    try:
        result: Result = json.loads(path.read_bytes())
        made_with = result["settings"]
    except (OSError, ValueError, LookupError, TypeError):
        return None
    return result if made_with == json.loads(json.dumps(cell.settings())) else None


@lru_cache(maxsize=1)
def _weights() -> str:
    """Return what changes with the shipped weights."""
    files = sorted(Path(tmima.__file__).parent.glob("learnt/*.npz"))
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:16]


def told(segmenter: Segmenter) -> Callable[[Prepared], SegmentedText]:
    """Return what cuts a text into the true number of segments."""
    return lambda text: segmenter.segment(text, n_segments=len(_truth(text)))


def measured(
    texts: Iterable[Prepared],
    cut: Callable[[Prepared], SegmentedText],
    *,
    in_words: bool = False,
) -> Result:
    """Return the figures of a way to cut texts.

    Pk, WindowDiff and F1 within two units are means over the texts, `found` the median of found /
    true numbers, `all_found` all found segments over all true ones, `segments` the mean number,
    `slivers` the share of segments of one or two units, `skill` how much less than the share of
    cuts of each text the probabilities of cuts err, `reliability` for each tenth of probabilities
    how many places have them, their sum, and how many true cuts there are.
    """
    scores, results, said, true, usual = [], [], [], [], []
    for text in texts:
        truth, result = _truth(text), cut(text)
        words = text.whitespace_word_counts if in_words else None
        each = score(truth, result.segmentation, words=words)
        scores.append((each.pk, each.window_diff, each.f1_within))
        results.append((len(result), len(truth), result.segmentation))
        if result.answers is not None and result.answers.posteriors is not None:
            said.append(result.answers.posteriors.cuts)
            true.append(np.isin(np.arange(1, len(text)), truth.cuts))
            usual.append(np.full(len(text) - 1, true[-1].mean() if len(text) > 1 else 0.0))
    pk, window_diff, f1_within = np.mean(scores, axis=0).tolist()
    figures = {
        "pk": pk,
        "window_diff": window_diff,
        "f1_within": f1_within,
        "found": float(np.median([found / true for found, true, _ in results])),
        "all_found": sum(found for found, _, _ in results) / sum(true for _, true, _ in results),
        "segments": float(np.mean([found for found, _, _ in results])),
        "slivers": _slivers(segmentation for _, _, segmentation in results),
        "skill": None,
        "reliability": None,
    }
    if said:
        all_said, all_true = np.concatenate(said), np.concatenate(true)
        figures["skill"] = skill(all_said, all_true, np.concatenate(usual))
        figures["reliability"] = reliability(all_said, all_true)
    return figures


def _truth(text: Prepared) -> Segmentation:
    truth = text.units.truth
    if truth is None:
        raise TmimaError("a text whose segments are not known cannot be measured with")
    return truth


def _slivers(found: Iterable[Segmentation]) -> float:
    """Return the share of segments of one or two units, the mean over texts."""
    return float(np.mean([np.mean([n <= 2 for n in each.lengths]) for each in found]))


def skill(
    said: NDArray[np.float64], true: NDArray[np.bool_], usual: NDArray[np.float64]
) -> float | None:
    """Return by how much the probabilities err less, in squares, than the usual share would."""
    error = ((usual - true) ** 2).sum()
    return float(1 - ((said - true) ** 2).sum() / error) if error else None


def reliability(said: NDArray[np.float64], true: NDArray[np.bool_]) -> list[list[float]]:
    """Return for each tenth of probabilities: how many, their sum, how many are true."""
    tenths = np.minimum((said * _TENTHS).astype(np.int64), _TENTHS - 1)
    columns = [
        np.bincount(tenths, weights=weights, minlength=_TENTHS)
        for weights in (np.ones_like(said), said, true.astype(np.float64))
    ]
    return np.column_stack(columns).tolist()


@lru_cache(maxsize=1)
def _prepared(kind: Kind, half: str, data: Path, most: int) -> list[Prepared]:
    """Read the texts of a kind; the cells come kind by kind."""
    return [Prepared.of(text) for text in texts_of(kind, half, data, most=most)]
