"""Whether a difference between two methods is more than luck."""

import random

from tmima.compare.contenders import Row

_PERMUTATIONS = 2000


def significance(one: Row, other: Row) -> float:
    """Return how likely a difference in mean Pk this large comes from luck alone.

    A paired permutation test: which of the two had which Pk on a text is shuffled 2,000 times.
    """
    names = one.scores.keys() & other.scores.keys()
    differences = [one.scores[name].pk - other.scores[name].pk for name in sorted(names)]
    seen = abs(sum(differences))
    rng = random.Random(f"{one.contender.label}/{other.contender.label}")
    as_large = sum(
        abs(sum(d if rng.random() < 0.5 else -d for d in differences)) >= seen - 1e-12
        for _ in range(_PERMUTATIONS)
    )
    return (as_large + 1) / (_PERMUTATIONS + 1)
