"""Small made-up texts that several tests share: topics with words of their own."""

from itertools import pairwise

import numpy as np

from tmima.formats import render_choi

TOPICS = [
    ["harbour", "ship", "tide", "sailor", "anchor", "mast"],
    ["baker", "dough", "flour", "oven", "bread", "yeast"],
    ["court", "judge", "witness", "lawyer", "verdict", "oath"],
    ["orchard", "apple", "harvest", "ladder", "basket", "cider"],
    ["violin", "concert", "melody", "pianist", "chorus", "rehearsal"],
]
LENGTH = 9
TRUTH = tuple(LENGTH * (number + 1) for number in range(len(TOPICS)))
UNEVEN = (9, 18, 30, 36, 45)


def made_up(*, shuffled: bool = False, seed: int = 3) -> list[str]:
    """Return sentences of two words of a topic and one of their own, nine a topic."""
    chance = np.random.default_rng(seed)
    sentences = []
    for words in TOPICS:
        for _ in range(LENGTH):
            one, other = chance.choice(words, 2, replace=False)
            own = "".join(chance.choice(list("bcdfghklmnprst"), 7))
            sentences.append(f"The {one} and the {other} had {own}.")
    if shuffled:
        chance.shuffle(sentences)
    return sentences


def labelled(seed: int) -> str:
    """Return such sentences in Choi's format, cut into segments of uneven lengths."""
    lines = made_up(seed=seed)
    return render_choi([lines[first:last] for first, last in pairwise((0, *UNEVEN))])
