"""Judge weights by texts that choose, or report: what a network, or the mean of several, makes of them.

    python -m tools.learning.judge CACHE WEIGHTS.npz [WEIGHTS.npz ...] --most 40

CACHE is what `tools.learning.extract` wrote. Each file of weights is judged for itself.
"""

import argparse
import math
import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import torch

from tmima.kernel.arrays import Floats
from tmima.learnt.features import SIGNS
from tmima.learnt.model import RAISED
from tmima.scores import f1_within, pk, window_diff
from tmima.text import Segmentation
from tools.learning import loops
from tools.learning.extract import read, squares_of
from tools.learning.network import Averaged, Text, read_model
from tools.learning.texts import CHOOSE, PARTS, REPORT

Kinds = dict[str, list[Text]]
HEADS = "probable", "by belief", "median", "told", "none"
_JUDGED, _FEWEST_NUMBERS = 60, 40
# What kinds are means of, by how their names begin; all others are sections.
_GROUPS = {
    "glued Greek articles": ("el-3", "el-6", "el-9", "el-suite"),
    "Greek articles": ("el-articles",),
    "Choi": ("choi",),
    "real": ("real",),
    "made up": ("glued", "headed", "one", "two"),
    "feeds": ("feeds",),
    "with headings": ("marked",),
    "outlines": (
        "community",
        "courses",
        "guides",
        "laws-de",
        "laws-gazette",
        "technical-books",
        "technical-dotnet",
        "technical-fr",
        "videos",
    ),
    "Debian's manuals": ("debian", "gimp", "kicad", "libreoffice", "manuals", "postgresql", "python"),
}


def load(folder: Path, parts: Sequence[str] = PARTS) -> dict[str, Kinds]:
    """Return the texts of some parts, by part and kind."""
    found: dict[str, Kinds] = {part: {} for part in parts}
    for path in sorted(folder.glob("*.npz")):
        for row in read(path):
            if str(row["part"]) in found:
                found[str(row["part"])].setdefault(str(row["kind"]), []).append(as_text(row))
    return found


def as_text(row: dict[str, Any]) -> Text:
    """Return a text as it is learnt from."""
    return {"row": row, "truth": row["truth"]} | {
        name: torch.from_numpy(row[name].astype(np.float32)) for name in ("values", "signs")
    }


def caught(cuts: Floats, price: float, tolerance: int = 2) -> list[int]:
    """Return the ends that catch the most belief within a tolerance, each at a price."""
    belief = cuts[1:]
    count, apart = len(belief), 2 * tolerance + 1
    sums = np.concatenate(([0.0], np.cumsum(belief)))
    at = np.arange(count)
    gain = sums[np.minimum(count, at + tolerance + 1)] - sums[np.maximum(0, at - tolerance)] - price
    best = np.zeros(count + 1)
    taken = np.zeros(count, dtype=bool)
    for place in range(count - 1, -1, -1):
        with_it = gain[place] + best[min(count, place + apart)]
        taken[place] = with_it > best[place + 1]
        best[place] = max(with_it, best[place + 1])
    ends, place = [], 0
    while place < count:
        if not taken[place]:
            place += 1
            continue
        low = max(0, place - tolerance)
        ends.append(low + int(np.argmax(belief[low : place + tolerance + 1])) + 1)
        place += apart
    return [*sorted(set(ends)), len(cuts)]


def answers(net: Any, text: Text, *, hide: bool, raised: float = RAISED) -> tuple[Floats, dict[str, list[int]]]:
    """Return the belief in each cut, and what may be answered."""
    known = [[0.0] * len(SIGNS)] if hide else None
    with torch.no_grad():
        scores = net.scores([text], known)
    places, lengths, weights = (array[0].double().numpy().copy() for array in scores)
    if hide or not text["signs"][:, SIGNS.index("heading")].any():
        places += raised
    own = squares_of(text["row"]), places, lengths, weights
    cuts = loops.expectations(*own)[1]
    most = min(len(cuts), max(_FEWEST_NUMBERS, math.ceil(2 * cuts.sum()) + 8, len(text["truth"]) + 1))
    shares = np.cumsum(loops.numbers(*own, most))
    median = min(int(np.searchsorted(shares, 0.5)) + 1, len(shares))
    return cuts, {
        "probable": loops.best(*own),
        "by belief": caught(cuts, 0.3),
        "median": loops.best(*own, median),
        "told": loops.best(*own, len(text["truth"])),
        "none": [len(cuts)],
    }


@dataclass(frozen=True)
class Judged:
    """The mean scores of the texts of a kind.

    Attributes:
        texts: how many.
        table: Pk, WindowDiff, F1 within two units and found / true, a row for each of `HEADS`.
        skill: how much better the beliefs are than the share of places that are cut.
    """

    texts: int
    table: Floats
    skill: float | None


def judged(
    net: Any, kinds: Kinds, *, hide: bool = False, most: int = _JUDGED, raised: float = RAISED
) -> dict[str, Judged]:
    """Return the scores of each kind."""
    jobs = [(kind, text) for kind, own in sorted(kinds.items()) for text in own[:most]]
    global _net  # noqa: PLW0603 - what processes inherit, in place of a copy for each text
    _net = net
    with get_context("fork").Pool(os.cpu_count()) as pool:
        rows = pool.map(partial(_judge_text, hide=hide, raised=raised), [text for _, text in jobs], chunksize=4)
    found = {}
    for kind in sorted(kinds):
        own = [row for row, (name, _) in zip(rows, jobs, strict=True) if name == kind]
        usual = sum(row[2] for row in own)
        skill = 1 - sum(row[1] for row in own) / usual if usual else None
        found[kind] = Judged(len(own), np.mean([row[0] for row in own], axis=0), skill)
    return found


_net: Any = None


def _judge_text(text: Text, *, hide: bool, raised: float) -> tuple[list[list[float]], float, float]:
    """Return the scores of each answer, the squared error of the beliefs, and that of the share of cuts."""
    torch.set_num_threads(1)
    cuts, found = answers(_net, text, hide=hide, raised=raised)
    truth = Segmentation(tuple(text["truth"].tolist()))
    flags = np.zeros(len(cuts))
    flags[list(truth.cuts)] = 1
    error = float(((cuts - flags)[1:] ** 2).sum())
    usual = float(((flags[1:].mean() - flags[1:]) ** 2).sum())
    return [_scores(truth, Segmentation(tuple(ends))) for ends in found.values()], error, usual


def group_of(kind: str) -> str:
    """Return the group whose mean a kind has a part in."""
    return next((name for name, heads in _GROUPS.items() if kind.startswith(heads)), "sections")


def judge(
    net: Any, kinds: Kinds, title: str, *, hide: bool = False, most: int = _JUDGED, raised: float = RAISED
) -> None:
    """Print Pk, WindowDiff, F1 within two and found / true of each answer, kind by kind, and their means.

    Of a mean of several runs it is also told how far the means of its runs lie apart, as a deviation.
    """
    asked: dict[str, Any] = {"hide": hide, "most": most, "raised": raised}
    found = judged(net, kinds, **asked)
    for kind, own in found.items():
        skill = "" if own.skill is None else f" skill {own.skill:+.2f}"
        print(f"{title} {kind} ({own.texts}): {_shown(own.table)}{skill}", flush=True)
    runs = net.networks if isinstance(net, Averaged) else ()
    of_runs = [group_means(judged(run, kinds, **asked)) for run in runs]
    for group, table in group_means(found).items():
        skills = [own.skill for kind, own in found.items() if group_of(kind) == group and own.skill is not None]
        skill = f" skill {np.mean(skills):+.3f}" if skills else ""
        spread = np.std([means[group] for means in of_runs], axis=0, ddof=1) if of_runs else None
        print(f"{title}, mean of {group}: {_shown(table, spread)}{skill}", flush=True)


def group_means(found: dict[str, Judged]) -> dict[str, Floats]:
    """Return the mean table of each group of kinds."""
    tables: dict[str, list[Floats]] = {}
    for kind, own in found.items():
        tables.setdefault(group_of(kind), []).append(own.table)
    return {group: np.mean(some, axis=0) for group, some in tables.items()}


def _scores(truth: Segmentation, found: Segmentation) -> list[float]:
    judged = pk(truth, found), window_diff(truth, found), f1_within(truth, found)
    return [*(100 * score for score in judged), len(found) / len(truth)]


def _shown(table: Floats, spread: Floats | None = None) -> str:
    told = []
    for number, (head, row) in enumerate(zip(HEADS, table, strict=True)):
        apart = "" if spread is None else "; runs ±{:.1f} / {:.1f} / {:.1f}".format(*spread[number][:3])
        told.append(f"{head} {row[0]:.1f} / {row[1]:.1f} / {row[2]:.1f} x{row[3]:.2f}{apart}")
    return "; ".join(told)


def main() -> None:
    """Judge files of weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cache", type=Path)
    parser.add_argument("weights", type=Path, nargs="+")
    parser.add_argument("--most", type=int, default=_JUDGED, help="texts of a kind")
    parser.add_argument("--raised", type=float, default=RAISED, help="what log odds are raised by without headings")
    parser.add_argument("--report", action="store_true", help="judge by what reports")
    given = parser.parse_args()
    torch.set_num_threads(1)
    part = REPORT if given.report else CHOOSE
    kinds = load(given.cache, (part,))[part]
    for path in given.weights:
        with np.load(path) as held:
            net = read_model({name: held[name] for name in held.files})
        judge(net, kinds, path.stem, most=given.most, raised=given.raised)


if __name__ == "__main__":
    main()
