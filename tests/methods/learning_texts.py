"""Small texts for the tests of methods that learn: made of topics with words of their own."""

import random

from tmima.formats import choi, read
from tmima.languages import analyzer
from tmima.segmentation import Prepared
from tmima.text import Segmentation

TOPICS = {
    "sea": "ship sail harbour wave captain anchor tide".split(),
    "farm": "cow barn wheat tractor farmer milk hay".split(),
    "law": "judge court verdict lawyer jury appeal witness".split(),
}


def method_text(lines, *, language="und", unit="sentences"):
    return Prepared.of(read("\n".join(lines), analyzer(language), format="lines"), unit)


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
    text = choi.render(parts)
    truth = Segmentation(choi.parse(text).boundaries)
    return Prepared.of(read(text, analyzer("und"), format="choi")), truth


def training(number=8):
    return [topic_text(seed) for seed in range(number)]


NO_WORDS = ["1 2 3", "4 5", "6"]
