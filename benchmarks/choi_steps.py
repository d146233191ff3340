"""What moves Pk on Choi's texts: stop list, stemming, diagonal, what lengths count, sigma, k.

    python -m benchmarks.choi_steps

Reads the folder TMIMA_DATA. Pk in words, the paper's validation on each range, five repetitions
with the same halves for every variant.
"""

import os
import random
import sys
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from tmima import Parameters, Segmentation, languages, pk
from tmima.formats import read
from tmima.paper.cells import REPETITIONS
from tmima.paper.suites import RANGES
from tmima.scores import window_size
from tmima.segmentation import Prepared, Problem, pair_with_truth
from tmima.similarity import SharedWords
from tmima.training import GAMMAS, POWERS, solve
from tmima.training.grid import error_of_cuts, length_moments

DATA = Path(os.environ.get("TMIMA_DATA", "../shared/data"))
Learn = Callable[[Sequence[Problem]], Parameters]


def problems(
    lengths: tuple[int, int],
    *,
    normalise: str = "stem",
    stopwords: Iterable[str] | None = None,
    length_unit: str = "sentences",
    diagonal: bool = True,
) -> list[Problem]:
    """Return the texts of a range."""
    analyzer = languages.analyzer("en", normalise=normalise, stopwords=stopwords)
    made = []
    for path in sorted((DATA / "choi").glob("*/{}-{}/*.ref".format(*lengths))):
        document = read(path.read_text(encoding="utf-8"), analyzer, format="choi")
        if document.truth is not None:
            text = Prepared.of(document)
            similarity = text.stored(SharedWords(text.units, diagonal=diagonal))
            start = Parameters(length_unit=length_unit, diagonal=diagonal)
            made.append(Problem.of(text, similarity, start))
    return made


def learn(
    training: Sequence[Problem], factors: Sequence[float] = (1.0,), length_unit: str = "sentences"
) -> Parameters:
    """Return the best of the 80 pairs, and of some factors on sigma."""
    mean, deviation = length_moments([each.text for each in training], length_unit)
    settings = [
        Parameters(mean, deviation * factor, gamma, r, length_unit)
        for factor in factors
        for r in POWERS
        for gamma in GAMMAS
    ]
    return min(settings, key=lambda setting: sum(error(p, solve(p, setting)) for p in training))


def truth_of(problem: Problem) -> Segmentation:
    """Return the true segments of a text."""
    ((_, truth),) = pair_with_truth([problem.text])
    return truth


def error(problem: Problem, found: Segmentation) -> float:
    """Return Pk in words."""
    return error_of_cuts(problem, found, score_unit="words")


def pk_with_floor(problem: Problem, found: Segmentation) -> float:
    """Return Pk with half the mean length rounded down."""
    words = problem.text.whitespace_word_counts
    truth = truth_of(problem).measured_in(words)
    window = max(1, truth.size // (2 * len(truth)))
    return pk(truth, found.measured_in(words), window=window)


def pk_of_all(problem: Problem, found: Segmentation, window: int) -> float:
    """Return Pk with one window for all texts."""
    words = problem.text.whitespace_word_counts
    return pk(truth_of(problem).measured_in(words), found.measured_in(words), window=window)


def mean_pk(lengths: tuple[int, int], variant: str) -> float:
    """Return the mean Pk of a variant on the test halves of a range."""
    made = problems(lengths, **VARIANTS[variant])  # type: ignore[arg-type]
    unit = str(VARIANTS[variant].get("length_unit", "sentences"))
    factors = (0.5, 0.75, 1.0, 1.5, 2.0) if variant == "a factor on sigma" else (1.0,)
    judge: Callable[[Problem, Segmentation], float] = error
    if variant == "k rounded down":
        judge = pk_with_floor
    if variant == "one k for all texts":
        windows = [
            window_size(truth_of(p).measured_in(p.text.whitespace_word_counts)) for p in made
        ]
        judge = partial(pk_of_all, window=round(sum(windows) / len(windows)))
    means = []
    for number in range(REPETITIONS):
        chance = random.Random(f"{lengths}/{number}")
        half = set(chance.sample(range(len(made)), len(made) // 2))
        parameters = learn([made[i] for i in sorted(half)], factors, unit)
        errors = [judge(p, solve(p, parameters)) for i, p in enumerate(made) if i not in half]
        means.append(sum(errors) / len(errors))
    return sum(means) / len(means)


def choi_list() -> list[str]:
    """Return Choi's own stop list."""
    return (DATA / "choi-stopwords.txt").read_text(encoding="utf-8").split()


VARIANTS: dict[str, dict[str, object]] = {
    "as shipped": {},
    "Choi's stop list": {"stopwords": choi_list()} if DATA.exists() else {},
    "Choi's stop list, Porter's stemmer": {"stopwords": choi_list(), "normalise": "porter"}
    if DATA.exists()
    else {},
    "no stop list": {"stopwords": []},
    "Porter's stemmer": {"normalise": "porter"},
    "no stemming": {"normalise": "plain"},
    "diagonal left out": {"diagonal": False},
    "diagonal left out, no stemming": {"diagonal": False, "normalise": "plain"},
    "length in words": {"length_unit": "words"},
    "a factor on sigma": {},
    "k rounded down": {},
    "one k for all texts": {},
}


def main() -> None:
    """Print the table."""
    if not DATA.exists():
        sys.exit(f"there is no folder {DATA}: set TMIMA_DATA")
    print("Pk in words, in per cent; ranges 3-11, 3-5, 6-8, 9-11")
    with ProcessPoolExecutor(2) as pool:
        futures = {
            name: [pool.submit(mean_pk, lengths, name) for lengths in RANGES] for name in VARIANTS
        }
        for name, row in futures.items():
            values = "".join(f"{100 * future.result():8.2f}" for future in row)
            print(f"{name:<38}{values}", flush=True)


if __name__ == "__main__":
    main()
