"""Made-up texts for tests and timing: topics of ten sentences, words as frequent as in English."""

import numpy as np

FUNCTION_WORDS = "the of and a in to it is was for on that with as at by from this be are".split()
VOCABULARY = 8000
TOPICS = 400
TOPIC_WORDS = 25


def sentences(count: int, seed: int = 1) -> list[str]:
    """Return English-looking sentences of some twenty words, about ten of them content words.

    One content word in five belongs to the topic, which changes every ten sentences; the others
    follow Zipf's law as content words of English do, so that one pair of distant sentences in
    twenty shares a word (Choi's texts with tmima's stop list: one in 22).
    """
    generator = np.random.default_rng(seed)
    ranks = np.arange(1, VOCABULARY + 1)
    shares = 1 / (ranks + 60.0)
    shares /= shares.sum()
    words = [_word(number) for number in range(VOCABULARY + TOPICS * TOPIC_WORDS)]
    made = []
    for number in range(count):
        topic = VOCABULARY + (number // 10 % TOPICS) * TOPIC_WORDS
        common = generator.choice(VOCABULARY, size=8, p=shares)
        own = topic + generator.integers(0, TOPIC_WORDS, 2)
        content = [words[index] for index in generator.permutation(np.concatenate([common, own]))]
        function = generator.choice(FUNCTION_WORDS, size=10)
        pairs = [f"{a} {b}" for a, b in zip(function, content, strict=True)]
        made.append(" ".join(pairs).capitalize() + ".")
    return made


def _word(number: int) -> str:
    """Return a pronounceable word of its own for each number."""
    syllables = [a + b for a in "bdfgklmnprstvz" for b in ("a", "e", "i", "o", "u")]
    parts = []
    for _ in range(3):
        number, rest = divmod(number, len(syllables))
        parts.append(syllables[rest])
    return "".join(parts) + "k"
