"""python -m benchmarks.accuracy.contrast: how much more alike sentences of one true segment are.

Of each kind of text, on the choosing half (TMIMA_DATA): the mean graded similarity of two units of
the same true segment, over that of two units of different ones; each pair as far apart as the
length of a segment at the most, for neighbours are alike in any text.
"""

import os
from pathlib import Path

import numpy as np

from benchmarks.accuracy.texts import GLUED, REAL, SECTIONS, texts_of
from tmima import Prepared, TmimaError
from tmima.plots.tables import Table
from tmima.similarity.words import GradedWords

_MOST = 20


def contrast(text: Prepared) -> float | None:
    """Return similarity inside true segments over that across their edges; none if undefined."""
    truth = text.units.truth
    if truth is None:
        raise TmimaError("a text whose segments are not known has no contrast")
    owner = np.repeat(np.arange(len(truth)), truth.lengths)
    near = round(len(text) / len(truth))
    similar = np.zeros((len(text), len(text)))
    block = GradedWords(text.units).columns(0, len(text))
    for column in range(len(text)):
        entries = slice(block.starts[column], block.starts[column + 1])
        similar[block.rows[entries], column] = block.values[entries]
    first, last = np.triu_indices(len(text), 1)
    close = last - first <= near
    same = owner[first] == owner[last]
    inside, across = (similar[first, last][close & each] for each in (same, ~same))
    if not len(inside) or not len(across) or not across.mean():
        return None
    return float(inside.mean() / across.mean())


def main() -> None:
    """Print the mean size, and the median contrast, of each kind of text."""
    data = Path(os.environ["TMIMA_DATA"])
    rows = []
    for kind in (*REAL, *SECTIONS, *GLUED):
        texts = [Prepared.of(text) for text in texts_of(kind, "choosing", data, most=_MOST)]
        found = [each for text in texts if (each := contrast(text)) is not None]
        units = np.mean([len(text) for text in texts])
        segments = np.mean([len(text.units.truth or ()) for text in texts])
        alike = f"{np.median(found):.2f}" if found else ""
        rows.append((kind.name, str(len(texts)), f"{units:.0f}", f"{segments:.1f}", alike))
    columns = ("", "texts", "units", "segments", "inside / across")
    print(Table("contrast", "Similarity in true segments", columns, tuple(rows)).markdown())


if __name__ == "__main__":
    main()
