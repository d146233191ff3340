"""Paradigms for many lemmas at once, on all cores."""

from collections.abc import Iterable
from multiprocessing import Pool

from .paradigms import readings
from .reading import Reading

Lemma = tuple[str, str]  # tag, lemma


def _job(lemma: Lemma) -> tuple[Lemma, frozenset[Reading]]:
    return lemma, frozenset(readings(*lemma))


class Inflector:
    """Makes each paradigm once and remembers it."""

    def __init__(self) -> None:
        self.made: dict[Lemma, frozenset[Reading]] = {}

    def paradigms(self, lemmas: Iterable[Lemma]) -> dict[Lemma, frozenset[Reading]]:
        wanted = sorted(set(lemmas))
        missing = [lemma for lemma in wanted if lemma not in self.made]
        if missing:
            with Pool() as pool:
                self.made.update(pool.imap_unordered(_job, missing, chunksize=100))
        return {lemma: self.made[lemma] for lemma in wanted}
