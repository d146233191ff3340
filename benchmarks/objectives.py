"""What training should minimise: every objective on texts it was not trained on.

    python -m benchmarks.objectives [SIMILARITY ...]

Reads the folder TMIMA_DATA. Of each corpus at most twelve texts of the choosing half (see
`benchmarks.accuracy.texts`) are halved once more: what is learnt on the one part is scored on the
other, and the other way round. Scores in sentences. The last row is no cut.
"""

import os
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from itertools import product
from pathlib import Path
from statistics import median

import numpy as np

from benchmarks.accuracy.texts import GLUED, REAL, Kind, texts_of
from tmima import Parameters, Prepared, Scores, Segmentation
from tmima.methods.method import ChosenSimilarity
from tmima.plots.tables import Table
from tmima.scores import average
from tmima.segmentation import Problem
from tmima.similarity import PAPER_SIMILARITY
from tmima.training import GAMMAS, OBJECTIVES, POWERS, scores_of_cuts, solve
from tmima.training.grid import error_of_cuts, length_moments

DATA = Path(os.environ.get("TMIMA_DATA", "../shared/data"))
KINDS = {
    "glued": [k for k in GLUED if k.name in ("en-3-11", "en-9-11", "el-3-11", "el-suite2")],
    "real": list(REAL),
}
MOST = 12
# Single errors, and means of two of them; the last is the objective "balanced".
MINIMISED = {name: (name,) for name in OBJECTIVES if name != "balanced"} | {
    "pk, window_diff": ("pk", "window_diff"),
    "pk, f1_within": ("pk", "f1_within"),
    "window_diff, f1_within": ("window_diff", "f1_within"),
}
NOTHING = "(no cut)"

Outcomes = dict[str, list[tuple[Scores, int, int]]]
"""By what was minimised, for each text: the scores, the numbers of segments found and true."""


def outcomes(kind: Kind, similarity: str) -> Outcomes:
    """Train on either half of a corpus with every objective, and score the other."""
    chosen = ChosenSimilarity(similarity, None, None, default=PAPER_SIMILARITY)
    labelled = [
        Problem.of(text, text.stored(chosen.of(text, diagonal=True, excess=False)))
        for text in map(Prepared.of, texts_of(kind, "choosing", DATA, most=MOST))
        if text.truth is not None
    ]
    found: Outcomes = {
        NOTHING: [_judged(text, Segmentation((len(text.text),))) for text in labelled]
    }
    for part in (0, 1):
        learnt = best(labelled[part::2])
        for text in labelled[1 - part :: 2]:
            for minimised, parameters in learnt.items():
                found.setdefault(minimised, []).append(_judged(text, solve(text, parameters)))
    return found


def best(labelled: list[Problem]) -> dict[str, Parameters]:
    """Return the parameters of `tmima.training.grid_search` for all objectives, solving once."""
    mean, deviation = length_moments([each.text for each in labelled])
    start = Parameters(mean, deviation)
    grid = [replace(start, gamma=gamma, r=r) for r, gamma in product(POWERS, GAMMAS)]
    solved = [[(text, solve(text, parameters)) for text in labelled] for parameters in grid]
    errors = {
        name: np.array([sum(error_of_cuts(text, cut, name) for text, cut in row) for row in solved])
        for name in OBJECTIVES
    }
    return {
        minimised: grid[int(np.argmin(sum(errors[name] for name in names)))]
        for minimised, names in MINIMISED.items()
    }


def _judged(text: Problem, found: Segmentation) -> tuple[Scores, int, int]:
    return scores_of_cuts(text, found), len(found), len(text.text.truth or ())


def table(title: str, corpora: list[Outcomes]) -> Table:
    """Return the means over the corpora, and the median and range of found / true."""
    rows = []
    for minimised in (*MINIMISED, NOTHING):
        judged = [corpus[minimised] for corpus in corpora]
        means = [average([scores for scores, _, _ in corpus]) for corpus in judged]
        shares = [sum(f for _, f, _ in c) / sum(t for _, _, t in c) for c in judged]
        values = [
            f"{100 * sum(getattr(mean, metric) for mean in means) / len(means):.1f}"
            for metric in ("pk", "window_diff", "boundary_similarity", "f1_within")
        ]
        spread = f"{median(shares):.2f} ({min(shares):.2f} to {max(shares):.2f})"
        rows.append((minimised, *values, spread))
    columns = ("minimised", "Pk", "WindowDiff", "B", "F1±2", "found / true")
    return Table("objectives", title, columns, tuple(rows))


def main(similarities: list[str]) -> None:
    """Print the tables."""
    if not DATA.exists():
        sys.exit(f"there is no folder {DATA}: set TMIMA_DATA")
    with ProcessPoolExecutor(2) as pool:
        for similarity, (family, kinds) in product(similarities or ["shared"], KINDS.items()):
            found = list(pool.map(outcomes, kinds, [similarity] * len(kinds)))
            print(table(f"{family}, similarity {similarity}", found).markdown(), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
