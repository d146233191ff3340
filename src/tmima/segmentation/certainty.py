"""How sure a cut is, in words: what share of such cuts is right is measured by a benchmark.

The belief in a change of topic is spread over neighbouring places, so that the probability of a cut
at one place alone says little of whether there is a change. What counts is the belief that there is
one within two places: their probabilities together.
"""

import numpy as np

from tmima.kernel.arrays import Floats

CERTAIN, LIKELY, ELSEWHERE = CERTAINTIES = ("certain", "likely", "could be elsewhere")
# How far from a cut another one counts as the same change of topic, in units.
WITHIN = 2
# The least belief of each word; `python -m benchmarks.certainty` tells what they are worth.
_LEAST = ((CERTAIN, 0.9), (LIKELY, 0.5), (ELSEWHERE, 0.0))


def beliefs(probabilities: Floats) -> Floats:
    """Return for each place 1 .. T-1 the belief that there is a cut within two places of it.

    >>> import numpy as np
    >>> beliefs(np.array([0.0, 0.25, 0.5, 0.0, 0.0, 0.125])).tolist()
    [0.75, 0.75, 0.75, 0.875, 0.625, 0.125]
    """
    # A running sum, which begins and ends with as many places as there are none.
    sums = np.cumsum(np.pad(probabilities, (WITHIN + 1, WITHIN)))
    held: Floats = np.clip(sums[2 * WITHIN + 1 :] - sums[: -2 * WITHIN - 1], 0.0, 1.0)
    return held


def certainty(belief: float) -> str:
    """Return the word for a belief.

    >>> certainty(0.95), certainty(0.6), certainty(0.2)
    ('certain', 'likely', 'could be elsewhere')
    """
    return next(word for word, least in _LEAST if belief >= least)
