"""The generators of the paper's two suites of experiments (its section 3.2)."""

import random
from collections.abc import Sequence

from tmima.collection.collection import Author
from tmima.collection.generated import GeneratedText, Passage, glue
from tmima.errors import TmimaError

RANGES = ((3, 11), (3, 5), (6, 8), (9, 11))
_SEGMENTS = 10


def seeded(
    seed: int, suite: str, *, members: int = 5, lengths: tuple[int, int] | None = None
) -> random.Random:
    """Return the chance that a suite's texts come from; an experiment and `generate` share it."""
    return random.Random(f"{seed}/{suite}/{members}/{lengths}")


def suite1(
    authors: Sequence[Author], lengths: tuple[int, int], count: int, chance: random.Random
) -> list[GeneratedText]:
    """Return texts of ten segments, each the beginning of a text, of a length in a..b sentences.

    A length is drawn, then an author, then one of the author's texts, each uniformly; a text
    shorter than the length cannot be drawn for it, nor an author who has no other.
    """
    shortest, longest = lengths
    if not 1 <= shortest <= longest:
        raise TmimaError(f"a range of lengths must rise from 1 or more, not be {lengths}")
    fitting = {length: _with_texts_of(authors, length) for length in range(shortest, longest + 1)}
    texts = []
    for _ in range(count):
        passages = []
        for _ in range(_SEGMENTS):
            length = chance.randint(shortest, longest)
            author = chance.choice(fitting[length])
            source = chance.choice(author.texts)
            passages.append(Passage(author, source, 0, length))
        texts.append(glue(passages))
    return texts


def suite2(authors: Sequence[Author], count: int, chance: random.Random) -> list[GeneratedText]:
    """Return texts of ten segments, each a run of whole paragraphs of a text.

    Of a text with Z paragraphs, l of them are taken, l uniform in 1..Z, from a first one that is
    uniform among the Z - l + 1 possible.
    """
    texts = []
    for _ in range(count):
        passages = []
        for _ in range(_SEGMENTS):
            author = chance.choice(authors)
            source = chance.choice(author.texts)
            paragraphs = source.document.paragraphs
            run = chance.randint(1, len(paragraphs))
            first = chance.randint(0, len(paragraphs) - run)
            passages.append(
                Passage(author, source, paragraphs[first][0], paragraphs[first + run - 1][1])
            )
        texts.append(glue(passages))
    return texts


def _with_texts_of(authors: Sequence[Author], length: int) -> list[Author]:
    """Return the authors who have a text of a length, with only such texts."""
    found = []
    for author in authors:
        texts = tuple(text for text in author.texts if len(text.document.sentences) >= length)
        if texts:
            found.append(Author(author.name, author.area, texts))
    if not found:
        names = ", ".join(author.name for author in authors)
        raise TmimaError(f"no author has a text of {length} sentences among {names}")
    return found
