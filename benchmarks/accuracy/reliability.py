"""How far probabilities of cuts can be believed: what was said, and what share was true."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.accuracy.found import Found
from benchmarks.accuracy.stand import DEFAULT, NOTHING, OLD
from benchmarks.accuracy.texts import GLUED, REAL, SECTIONS
from tmima.plots.tables import Table

# Means of fewer places say little, and are not drawn.
_FEWEST = 30
_FAMILIES = {"real texts": REAL, "sections": SECTIONS, "glued texts": GLUED}


def tenths(found: Found, contender: str) -> dict[str, NDArray[np.float64]]:
    """Return for each family, by tenths of what was said: places, the sum said, true cuts."""
    known = found.of(contender, NOTHING)
    return {
        family: np.sum(some, axis=0)
        for family, kinds in _FAMILIES.items()
        if (some := [known[kind.name]["reliability"] for kind in kinds if kind.name in known])
    }


def reliability_table(found: Found) -> Table:
    """Return how many places were said to be cuts with such a probability, and how many were."""
    own = tenths(found, DEFAULT)
    rows = []
    for tenth in range(10):
        row = []
        for places, said, true in (each[tenth] for each in own.values()):
            shares = [f"{said / places:.2f}", f"{true / places:.2f}"] if places else ["", ""]
            row += [f"{places:.0f}", *shares]
        rows.append((f"{tenth / 10:.1f} to {(tenth + 1) / 10:.1f}", *row))
    columns = ["said"]
    for family in own:
        columns += [f"{family}: places", f"{family}: said", f"{family}: true"]
    title = "Nothing set: the mean probability said and the share that was true, by tenths"
    return Table("reliability", title, tuple(columns), tuple(rows))


def draw(found: Found, path: Path) -> None:
    """Draw said against true, for what is shipped and for 0.2.0 where that was measured."""
    from matplotlib.figure import Figure

    titles = {DEFAULT: "nothing set", OLD: "0.2.0, nothing set"}
    drawn = {name: rows for name in titles if (rows := tenths(found, name))}
    figure = Figure(figsize=(0.4 + 4 * len(drawn), 4.2), layout="constrained")
    both = figure.subplots(1, len(drawn), sharey=True, squeeze=False)[0]
    for axes, (contender, families) in zip(both, drawn.items(), strict=True):
        axes.plot([0, 1], [0, 1], ":", color="#888888")
        for (family, rows), marker in zip(families.items(), "os^", strict=False):
            many = rows[rows[:, 0] >= _FEWEST]
            axes.plot(many[:, 1] / many[:, 0], many[:, 2] / many[:, 0], f"{marker}-", label=family)
        axes.set(
            title=titles[contender], xlabel="probability that was said", xlim=(0, 1), ylim=(0, 1)
        )
        axes.grid(color="#e5e5e5")
        axes.spines[["top", "right"]].set_visible(False)
        if axes.get_legend_handles_labels()[1]:
            axes.legend(frameon=False)
    both[0].set_ylabel("share of true cuts")
    figure.savefig(path, dpi=120)
