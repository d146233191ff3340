"""Small texts for the tests of methods that learn: made of topics with words of their own."""

import random
from dataclasses import replace

from tmima.formats import read, render_choi
from tmima.languages import analyzer
from tmima.segmentation import Prepared

TOPICS = {
    "sea": "ship sail harbour wave captain anchor tide".split(),
    "farm": "cow barn wheat tractor farmer milk hay".split(),
    "law": "judge court verdict lawyer jury appeal witness".split(),
}


def method_text(lines, *, language="und", unit="sentences", truth=None):
    document = read("\n".join(lines), analyzer(language), format="lines")
    return Prepared.of(replace(document, truth=truth), unit)


def topic_text(seed, *, segments=4):
    """A text of segments of 3 to 5 sentences, neighbours of different topics, and its truth."""
    chance = random.Random(seed)
    names = sorted(TOPICS)
    previous = None
    parts = []
    for _ in range(segments):
        previous = chance.choice([name for name in names if name != previous])
        words = TOPICS[previous]
        parts.append(
            [" ".join(chance.sample(words, 4)) + " ." for _ in range(chance.randint(3, 5))]
        )
    text = Prepared.of(read(render_choi(parts), analyzer("und"), format="choi"))
    return text, text.truth


def training(number=8):
    return [topic_text(seed)[0] for seed in range(number)]


NO_WORDS = ["1 2 3", "4 5", "6"]
