"""What the engine costs: long texts, probabilities, alternatives, constraints.

Run: make bench, or python -m benchmarks.engine
"""

import time
import tracemalloc
from collections.abc import Callable

import numpy as np

from benchmarks.timing import seconds
from tmima import Constraints, Parameters
from tmima.segmentation import Prepared, Problem, Programme, TextCost
from tmima.similarity import SharedWords
from tmima.text import Span, Units

WORDS = 10
VOCABULARY = 20_000
# The commonest word in one sentence of twenty-five, as in English prose without function words.
FLATTENING = 40
TOPIC = 12
TEMPERATURE = Parameters().temperature


def made_up(size: int) -> Units:
    """Return units of ten kept words: seven as frequent as words are, three of a topic's twelve."""
    chance = np.random.default_rng(1)
    spread = np.log(np.arange(VOCABULARY + 1) + FLATTENING)
    uniform = chance.uniform(spread[0], spread[-1], (size, WORDS - 3))
    common = np.minimum(np.exp(uniform) - FLATTENING, VOCABULARY - 1).astype(np.int64)
    topics = np.arange(size)[:, None] // TOPIC
    topical = (topics * 997 + chance.integers(0, 12, (size, 3))) % VOCABULARY
    words = np.sort(np.concatenate((common, topical), axis=1), axis=1)
    distinct = np.ones_like(words, dtype=np.bool_)
    distinct[:, 1:] = words[:, 1:] != words[:, :-1]
    return Units(
        runs=(Span(0, 1),) * size,
        edges=(0,) * (size + 1),
        sentences=np.ones(size, dtype=np.int64),
        words=np.full(size, WORDS),
        starts=np.concatenate(([0], np.cumsum(distinct.sum(axis=1)))),
        terms=words[distinct].astype(np.int32),
        vocabulary=tuple(map(str, range(VOCABULARY))),
    )


def long_texts() -> None:
    """Show that time grows with the length, not with its square, the proof included."""
    print("Long texts of ten kept words a sentence, with the certificate; seconds, peak MB")
    print(f"{'sentences':>9} {'window':>7} {'lists':>8} {'proof':>8} {'programme':>10} {'MB':>6}")
    for size in (10_000, 100_000, 1_000_000):
        units = made_up(size)
        begin = time.perf_counter()
        similarity = SharedWords(units)
        made = time.perf_counter()
        programme = Programme(similarity, TextCost.of(Parameters(), units.sentences))
        programme.prove()
        proved = time.perf_counter()
        _, certificate = programme.certified()
        done = time.perf_counter()
        tracemalloc.start()
        Programme(SharedWords(units), TextCost.of(Parameters(), units.sentences)).certified()
        peak = tracemalloc.get_traced_memory()[1] / 2**20
        tracemalloc.stop()
        print(
            f"{size:>9} {certificate.window:>7} {made - begin:>8.3f} {proved - made:>8.3f} "
            f"{done - proved:>10.3f} {peak:>6.0f}",
            flush=True,
        )


def questions() -> None:
    """Show what each question costs beside the optimum."""
    print("\nQuestions, seconds and how many times the optimum")
    for size in (1000, 20_000):
        units = made_up(size)
        similarity = SharedWords(units)

        def programme(units: Units = units, similarity: SharedWords = similarity) -> Programme:
            return Programme(similarity, TextCost.of(Parameters(), units.sentences))

        plain = seconds(lambda: programme().optimum())
        asked: dict[str, Callable[[], object]] = {
            "posteriors": lambda: programme().posteriors(TEMPERATURE),
            "costs of all cuts": lambda: programme().cut_costs(),
            "100 samples": lambda: programme().samples(100, TEMPERATURE),
        }
        if size == 1000:
            asked["100 best"] = lambda: programme().best(100)
            asked["path to 100"] = lambda: programme().path(100)
        print(f"{plain:>9.4f}         optimum of {size} sentences")
        for name, run in asked.items():
            taken = seconds(run)
            print(f"{taken:>9.4f} {taken / plain:>6.1f}x {name}", flush=True)


def constraints() -> None:
    """Show what constraints cost, used and unused."""
    units = made_up(20_000)
    similarity = SharedWords(units)
    print("\nConstraints on 20,000 sentences, seconds")
    for name, given in (
        ("none", Constraints()),
        ("max_size 30", Constraints(max_size=30)),
        ("min_size 5, max_size 30", Constraints(min_size=5, max_size=30)),
        ("100 places to cut", Constraints(cut_at=tuple(range(150, 15_150, 150)))),
    ):
        problem = Problem.of(Prepared.of_units(units), similarity, constraints=given)
        taken = seconds(lambda: problem.programme().optimum())  # noqa: B023
        print(f"{taken:>9.4f} {name}", flush=True)


def main() -> None:
    """Print all tables."""
    long_texts()
    questions()
    constraints()


if __name__ == "__main__":
    main()
