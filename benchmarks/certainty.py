"""What the words for a cut are worth: of the cuts that are called certain, how many are right.

Run: TMIMA_DATA=FOLDER python -m benchmarks.certainty
"""

import os
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

import click
import numpy as np

from benchmarks.accuracy.texts import GLUED, HALVES, KINDS, REAL, SECTIONS, Kind, texts_of
from tmima import Document, Segmenter, TmimaError
from tmima.plots.tables import Table
from tmima.segmentation import WITHIN, beliefs, certainty
from tmima.segmentation.certainty import CERTAINTIES
from tmima.workers.parallel import map_unordered

_FAMILIES = {"real texts": REAL, "sections": SECTIONS, "glued texts": GLUED}
_FINEST = 20


class Cut(NamedTuple):
    """A cut that was found: how far it is believed in, and how far off a true one is."""

    belief: float
    off: int


def cuts_of(kind: Kind, half: str, data: Path, most: int) -> list[Cut]:
    """Return the cuts of all texts of a kind, found with nothing set."""
    segmenter = Segmenter(questions={"posteriors": True})
    texts = texts_of(kind, half, data, most=most)
    return [cut for text in texts for cut in _cuts(segmenter, text)]


def _cuts(segmenter: Segmenter, text: Document) -> Iterator[Cut]:
    result = segmenter.segment(text)
    if text.truth is None or result.answers is None or result.answers.posteriors is None:
        raise TmimaError("a text whose segments are not known cannot be measured with")
    true = np.array(text.truth.cuts, dtype=np.int64)
    held = beliefs(result.answers.posteriors.cuts)
    for cut in result.segmentation.cuts:
        yield Cut(float(held[cut - 1]), int(np.abs(true - cut).min(initial=len(held) + 1)))


def table(found: dict[str, list[Cut]]) -> Table:
    """Return for each family and word: cuts, the mean belief, and the shares that are right."""
    rows = []
    for family, cuts in found.items():
        for word in CERTAINTIES:
            some = [cut for cut in cuts if certainty(cut.belief) == word]
            if not some:
                continue
            shares = (
                len(some) / len(cuts),
                np.mean([cut.belief for cut in some]),
                np.mean([cut.off <= WITHIN for cut in some]),
                np.mean([cut.off == 0 for cut in some]),
            )
            rows.append((family, word, f"{len(some):,}", *(f"{100 * one:.0f}" for one in shares)))
    columns = ("texts", "word", "cuts", "of all, %", "belief", f"right within {WITHIN}", "right")
    return Table("certainty", "Cuts by the word for them, nothing set", columns, tuple(rows))


def steps(found: dict[str, list[Cut]]) -> Table:
    """Return what each twentieth of the belief is worth, to choose the words by."""
    rows = []
    for step in range(_FINEST):
        row = [f"{step / _FINEST:.2f}"]
        for cuts in found.values():
            some = [cut for cut in cuts if min(int(cut.belief * _FINEST), _FINEST - 1) == step]
            right = np.mean([cut.off <= WITHIN for cut in some]) if some else 0.0
            row += [f"{len(some):,}", f"{100 * right:.0f}" if some else ""]
        rows.append(tuple(row))
    columns = ["belief from"]
    for family in found:
        columns += [family, f"right within {WITHIN}, %"]
    return Table("beliefs", "Cuts by the belief in them", tuple(columns), tuple(rows))


@click.command()
@click.option("--half", type=click.Choice(HALVES), default="reporting", show_default=True)
@click.option("--most", type=int, default=40, show_default=True, help="Texts of each kind.")
@click.option("--jobs", type=int, default=1, show_default=True)
def main(half: str, most: int, jobs: int) -> None:
    """Print what the words are worth on the texts in TMIMA_DATA."""
    work = partial(cuts_of, half=half, data=Path(os.environ["TMIMA_DATA"]), most=most)
    cuts: dict[str, list[Cut]] = {}
    kinds = [kind for kind in KINDS if kind.family != "single"]
    for kind, found in map_unordered(work, kinds, jobs=jobs):
        click.echo(f"{kind.name}: {len(found)}", err=True)
        cuts[kind.name] = found
    found = {
        family: [cut for kind in kinds for cut in cuts[kind.name]]
        for family, kinds in _FAMILIES.items()
    }
    found["all"] = [cut for some in found.values() for cut in some]
    click.echo(table(found).markdown())
    click.echo(steps(found).markdown())


if __name__ == "__main__":
    main()
