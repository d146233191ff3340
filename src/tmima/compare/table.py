"""The table of a comparison, and whether its differences are more than luck."""

import random

from tmima.arrays import total
from tmima.compare.contenders import METRICS, Row
from tmima.tables import Table, percent

_PERMUTATIONS = 2000
_FURTHER = ("p against the best", "ms per text", "learnt")


def tabulate(rows: list[Row], unit: str) -> Table:
    """Return the table of a comparison."""
    scored = [row for row in rows if row.scores]
    best = min(scored, key=lambda row: row.mean.pk, default=None)
    lines = []
    for row in rows:
        if not row.scores:
            lines.append((row.contender.label, *"-" * len((*METRICS, *_FURTHER))))
            continue
        shown = []
        for metric in METRICS:
            low, high = row.interval(metric)
            value = percent(getattr(row.mean, metric))
            shown.append(f"{value} ({percent(low)} to {percent(high)})")
        against = "best" if row is best or best is None else _shown(significance(row, best))
        learnt = "trained" if row.trained else ""
        lines.append((row.contender.label, *shown, against, f"{1000 * row.seconds:.1f}", learnt))
    texts = max((len(row.scores) for row in rows), default=0)
    return Table(
        "comparison",
        f"{texts} texts, in per cent with 95 % intervals; Pk and WindowDiff in {unit}",
        ("method", *METRICS.values(), *_FURTHER),
        tuple(lines),
    )


def _shown(p_value: float) -> str:
    return "<0.001" if p_value < 0.001 else f"{p_value:.3f}"


def significance(one: Row, other: Row) -> float:
    """Return how likely a difference in mean Pk this large comes from luck alone.

    A paired permutation test: which of the two had which Pk on a text is shuffled 2,000 times.
    """
    names = one.scores.keys() & other.scores.keys()
    differences = [one.scores[name].pk - other.scores[name].pk for name in sorted(names)]
    seen = abs(total(differences))
    rng = random.Random(f"{one.contender.label}/{other.contender.label}")
    as_large = sum(
        abs(total(d if rng.random() < 0.5 else -d for d in differences)) >= seen - 1e-12
        for _ in range(_PERMUTATIONS)
    )
    return (as_large + 1) / (_PERMUTATIONS + 1)
