"""python -m benchmarks.real choosing|reporting [TEXTS [plain]]: real texts and glued ones.

Reads TMIMA_DATA. Of the real corpora the files in even order choose and the others report, of the
glued ones see `benchmarks.untrained.halves`. For each kind of text, in per cent: Pk, WindowDiff and
F1 within two units with nothing set, the median of found / true numbers, the Brier skill of the
probabilities of cuts, and the same scores told the true number with the share of segments of one
or two units. Pk of Choi's texts is in words, all else in units. `plain` is the cost of 0.1.0.
"""

import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from benchmarks.untrained.halves import GROUPS, HALVES, half_of_authors, half_of_texts
from tmima import Document, MethodText, Segmentation, SegmentedText, Segmenter, languages, score
from tmima.formats import read

REAL = (
    "wiki",
    "lectures-ai",
    "meetings-product",
    "meetings-academic",
    "meetings-committee",
    "chats-dialseg_711",
    "greek-laws",
)
HEAD = (
    "| | nothing set: Pk / WD / F1±2 | found / true | skill | told: Pk / WD / F1±2 | 1-2 |\n"
    "|---|---|---|---|---|---|"
)
_TEXTS = 40


@dataclass(frozen=True, slots=True)
class Kind:
    """Texts of one kind with their truth, and whether Pk counts words."""

    name: str
    texts: list[Document]
    in_words: bool = False


def kinds(data: Path, half: str, most: int) -> Iterator[Kind]:
    """Yield the real corpora, then the glued texts."""
    for name in REAL:
        analyzer = languages.analyzer("el" if name.startswith("greek") else "en")
        files = sorted((data / "real" / name).glob("*.ref"))[HALVES.index(half) :: 2][:most]
        texts = [read(file.read_text(encoding="utf-8"), analyzer, format="choi") for file in files]
        yield Kind(name, texts)
    for group in GROUPS:
        glued = half_of_texts(group, half, data, seed=1, most=most)
        texts = [replace(document, truth=truth) for document, truth in glued]
        yield Kind(group.name, texts, in_words=group.score_unit == "words")


def measured(kind: Kind, *, excess: bool) -> list[float]:
    """Return the figures of a kind of text."""
    parameters = {"excess": excess}
    free = Segmenter(parameters=parameters, questions={"posteriors": True})
    alone, told, ratios, slivers = [], [], [], []
    said: list[np.ndarray] = []
    true: list[np.ndarray] = []
    for document in kind.texts:
        text = MethodText.of(document)
        truth = text.units.truth
        if truth is None:
            continue
        result = free.segment(text)
        given = Segmenter(parameters=parameters, n_segments=len(truth)).segment(text)
        alone.append(_scores(text, truth, result, kind.in_words))
        told.append(_scores(text, truth, given, kind.in_words))
        ratios.append(len(result) / len(truth))
        slivers.append(np.mean([length <= 2 for length in given.segmentation.lengths]))
        if result.answers is not None and result.answers.posteriors is not None:
            said.append(result.answers.posteriors.cuts)
            true.append(np.isin(np.arange(1, len(text)), truth.cuts))
    return [
        *np.mean(alone, axis=0),
        float(np.median(ratios)),
        _skill(np.concatenate(said), np.concatenate(true)),
        *np.mean(told, axis=0),
        float(100 * np.mean(slivers)),
    ]


def _scores(
    text: MethodText, truth: Segmentation, found: SegmentedText, in_words: bool
) -> list[float]:
    words = text.spoken if in_words else None
    scores = score(truth, found.segmentation, words=words)
    return [100 * scores.pk, 100 * scores.window_diff, 100 * scores.f1_within]


def _skill(said: np.ndarray, true: np.ndarray) -> float:
    """Return by how much the probabilities err less than the share of cuts everywhere would."""
    return float(1 - ((said - true) ** 2).sum() / ((true.mean() - true) ** 2).sum())


def line(name: str, row: Sequence[float]) -> str:
    """Return a line of the table."""
    pk, wd, f1, ratio, skill, told_pk, told_wd, told_f1, slivers = row
    return (
        f"| {name} | {pk:.1f} / {wd:.1f} / {f1:.1f} | {ratio:.2f} | {skill:+.2f} | "
        f"{told_pk:.1f} / {told_wd:.1f} / {told_f1:.1f} | {slivers:.0f} % |"
    )


def main() -> None:
    """Print the table."""
    half, most = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else _TEXTS
    excess = "plain" not in sys.argv[3:]
    data = Path(os.environ["TMIMA_DATA"])
    print(HEAD)
    rows: dict[str, list[list[float]]] = {"real": [], "glued": []}
    for kind in kinds(data, half, most):
        row = measured(kind, excess=excess)
        rows["real" if kind.name in REAL else "glued"].append(row)
        print(line(kind.name, row), flush=True)
    for name, every in rows.items():
        print(line(f"**{name}, mean**", np.mean(every, axis=0).tolist()))
    segmenter = Segmenter(language="el", parameters={"excess": excess})
    articles = [text.document for author in half_of_authors(half, data) for text in author.texts]
    counts = [len(segmenter.segment(document)) for document in articles]
    one = np.mean(np.array(counts) == 1)
    print(f"\nsingle articles: {np.mean(counts):.2f} segments, one in {one:.0%}")


if __name__ == "__main__":
    main()
