"""What ten labelled texts of a kind gain: the learnt method adapted to them, against nothing set.

    python -m benchmarks.adapting [--choosing] [--weights FILE] [KIND ...]

Reads the folder TMIMA_DATA: the corpora of `real`, the kinds of `sections`, Choi's texts, with the
parts of `tools.learning.texts`. Ten texts are drawn from the choosing part of a kind (all of them
where it has fewer), five times; the reporting part is scored, in sentences. With --choosing, which
is how training itself was chosen, nothing of the reporting part is read: the choosing
part is halved at each draw.
"""

import argparse
import os
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from tools.learning.texts import CHOOSE, REPORT, CutText, choi, cropped, sections

from tmima import Prepared, Segmentation, Segmenter
from tmima.kernel.arrays import Floats
from tmima.learnt import Adaptation, settle_by_number
from tmima.methods import Learnt
from tmima.scores import f1_within, pk, window_diff
from tmima.segmentation import Constraints, Problem
from tmima.training import adapt

DATA = Path(os.environ.get("TMIMA_DATA", "../shared/data"))
ENOUGH, DRAWS, FEWEST, MOST = 10, 5, 5, 60
# Longer texts are cropped to so many characters, at their sections, as where weights are learnt.
MOST_CHARACTERS = 90_000
# A cut may stand so many characters beside the edge of a unit, in white space.
BESIDE = 3


@dataclass(frozen=True, slots=True)
class Labelled:
    """A text by the model as it is, and its true segments."""

    problem: Problem
    truth: Segmentation

    def scores(self, adaptation: Adaptation) -> list[float]:
        """Return Pk, WindowDiff, F1 within two, found / true, and the errors of probabilities."""
        problem = replace(self.problem, cost=adaptation.of_cost(self.problem.cost))
        settled = settle_by_number(problem)
        ends = settled.optimum.segmentation
        true = np.isin(np.arange(1, self.truth.size), self.truth.cuts)
        errors = float(((settled.free.posteriors(problem.temperature).cuts - true) ** 2).sum())
        usual = float(((true.mean() - true) ** 2).sum()) if len(true) else 0.0
        judged = pk(self.truth, ends), window_diff(self.truth, ends), f1_within(self.truth, ends)
        return [*(100 * each for each in judged), len(ends) / len(self.truth), errors, usual]


def kinds() -> dict[str, Iterable[CutText]]:
    """Return the texts by kind, which are read when they are gone through."""
    found: dict[str, Iterable[CutText]] = {}
    for folder in sorted((DATA / "real").iterdir()):
        language = "el" if "greek" in folder.name else "en"
        found[f"real-{folder.name}"] = choi(folder, folder.name, language)
    for path in sorted((DATA / "sections").glob("*.xz")):
        found[path.name.split(".")[0]] = sections(path)
    for folder in sorted((DATA / "choi").iterdir()):
        if folder.is_dir():
            found[f"choi-{folder.name}"] = choi(folder, folder.name, "en")
    return found


def labelled(texts: Iterable[CutText], method: Learnt) -> Iterator[Labelled]:
    """Yield texts with their segments, leaving out those that are cut inside a sentence."""
    chance = random.Random(1)
    segmenters: dict[tuple[str, str], Segmenter] = {}
    for text in (cropped(each, MOST_CHARACTERS, chance) for each in texts):
        key = text.language, "lines" if text.lines else "text"
        if key not in segmenters:
            segmenters[key] = Segmenter(language=key[0], format=key[1])
        prepared = Prepared.of(segmenters[key].read(text.text))
        edges = np.asarray(prepared.units.edges)
        ends = [*(int(np.argmin(abs(edges - cut))) for cut in text.cuts), len(prepared)]
        beside = (abs(int(edges[at]) - cut) for at, cut in zip(ends, text.cuts, strict=False))
        if len(set(ends)) < len(ends) or 0 in ends or max(beside, default=0) > BESIDE:
            continue
        yield Labelled(method.problem(prepared, Constraints()), Segmentation(tuple(ends)))


def gains(texts: list[CutText], method: Learnt, *, choosing: bool) -> list[Floats] | None:
    """Return the mean scores with nothing set and adapted, by draw; nothing of too few texts."""
    own = list(labelled([text for text in texts if text.part == CHOOSE][:MOST], method))
    other = (
        []
        if choosing
        else list(labelled([text for text in texts if text.part == REPORT][:MOST], method))
    )
    if len(own) < (2 * FEWEST if choosing else FEWEST):
        return None
    usual = {id(each): each.scores(Adaptation()) for each in (own if choosing else other)}
    found = []
    for draw in range(DRAWS):
        order = random.Random(draw).sample(own, len(own))
        count = min(ENOUGH, len(own) // 2 if choosing else len(own))
        given = order[:count]
        problems, truths = [one.problem for one in given], [one.truth for one in given]
        adaptation = adapt(problems, truths).adaptation
        judged = order[count:] if choosing else other
        found.append(
            np.array(
                [
                    np.mean([usual[id(each)] for each in judged], axis=0),
                    np.mean([each.scores(adaptation) for each in judged], axis=0),
                ]
            )
        )
    return found


def main() -> None:
    """Print a row for each kind."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kinds", nargs="*")
    parser.add_argument("--choosing", action="store_true")
    parser.add_argument("--weights", help="a file of others than those that come with tmima")
    given = parser.parse_args()
    method = Learnt(weights=given.weights)
    changes = []
    print("kind: Pk / WindowDiff / F1±2, found / true, skill; and what ten texts change")
    for kind, texts in kinds().items():
        if given.kinds and kind not in given.kinds:
            continue
        draws = gains(list(texts), method, choosing=given.choosing)
        if draws is None:
            continue
        usual, found = np.mean(draws, axis=0)
        skills = [1 - each[4] / each[5] for each in (usual, found)]
        spread = np.std([draw[1, 1] - draw[0, 1] for draw in draws])
        changes.append([*(found - usual)[:3], skills[1] - skills[0]])
        print(
            f"{kind}: {usual[0]:.1f} / {usual[1]:.1f} / {usual[2]:.1f}, x{usual[3]:.2f}, "
            f"{skills[0]:+.2f}; {_signed(changes[-1])}, x{found[3]:.2f}; draws ±{spread:.1f}",
            flush=True,
        )
    print(f"mean of {len(changes)} kinds: {_signed(np.mean(changes, axis=0))}")
    print(f"the worst in WindowDiff: {max(change[1] for change in changes):+.1f}")


def _signed(change: Iterable[float]) -> str:
    pk_, window, f1, skill = change
    return f"{pk_:+.1f} / {window:+.1f} / {f1:+.1f}, skill {skill:+.3f}"


if __name__ == "__main__":
    main()
