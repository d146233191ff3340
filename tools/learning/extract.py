"""Make texts ready to be learnt from: features, similarity and truth, one file for each kind.

    python -m tools.learning.extract DATA OUT --more debian/*.jsonl.xz

DATA is the folder of the corpora (CONTRIBUTING.md). What is there already is not made again.
"""

import argparse
import random
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from tmima import Segmenter
from tmima.document import Units
from tmima.similarity import GradedWords
from tools.learning import texts
from tools.learning.features import LONGEST, features
from tools.learning.texts import CHOOSE, LEARN, PARTS, REPORT, CutText

_SHORTEST = 4
# Longer texts are cropped to so many characters, at their sections.
_MOST_CHARACTERS = 90_000
# A text occurs in another if so many of its runs of words do; laws share formulas.
_SHARED = 0.3
# Of each kind, in each part.
_MOST = {LEARN: 260, CHOOSE: 60, REPORT: 60}
_GLUED = {LEARN: 1300, CHOOSE: 100, REPORT: 200}
_FEW = {LEARN: 500, CHOOSE: 100, REPORT: 100}
# A cut may stand so many characters beside the edge of a unit, in white space.
_BESIDE = 3

_segmenters: dict[tuple[str, str], Segmenter] = {}


def extracted(text: CutText) -> dict[str, Any] | None:
    """Return one text as arrays; nothing if it is too long, or a cut falls inside a unit."""
    key = text.language, "lines" if text.lines else "text"
    if key not in _segmenters:
        _segmenters[key] = Segmenter(language=key[0], format=key[1])
    units = Units.of(_segmenters[key].read(text.text))
    size, edges = len(units), np.asarray(units.edges)
    nearest = [int(np.argmin(abs(edges - cut))) for cut in text.cuts]
    truth = [*nearest, size]
    beside = (abs(int(edges[at]) - cut) for at, cut in zip(nearest, text.cuts, strict=True))
    if not _SHORTEST <= size <= LONGEST or max(beside, default=0) > _BESIDE:
        return None
    if len(set(truth)) < len(truth) or 0 in truth:
        return None
    places = features(GradedWords(units), units, layout=not text.lines)
    return {
        "name": np.array(text.name),
        "kind": np.array(text.kind),
        "part": np.array(text.part),
        "values": places.values.astype(np.float32),
        "signs": places.signs.astype(np.float32),
        "rows": places.rows.astype(np.uint16),
        "columns": places.columns.astype(np.uint16),
        "similar": places.similar.astype(np.float32),
        "degrees": np.diff(places.expected.sums),
        "scale": np.array(places.expected.scale),
        "deviation": np.array(places.deviation),
        "truth": np.array(truth),
    }


def write(path: Path, some: Iterable[CutText]) -> None:
    """Write the arrays of texts of a kind."""
    if path.exists():
        return
    with ProcessPoolExecutor(2) as pool:
        found = [row for row in pool.map(extracted, some, chunksize=8) if row is not None]
    arrays = {f"{i}.{name}": one for i, row in enumerate(found) for name, one in row.items()}
    np.savez_compressed(path, count=len(found), **arrays)
    sizes = [len(row["values"]) for row in found]
    print(f"{path.name}: {len(found)} texts, {np.mean(sizes or [0]):.0f} units", flush=True)


def read(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the texts of a file that `write` wrote."""
    with np.load(path) as held:
        rows: list[dict[str, Any]] = [{} for _ in range(int(held["count"]))]
        for key in held.files:
            number, dot, name = key.partition(".")
            if dot:
                rows[int(number)][name] = held[key]
    yield from rows


def unseen(own: Iterable[CutText], seen: set[int]) -> list[CutText]:
    """Return the texts of a kind without those to be learnt from that occur in what judges."""
    kept = []
    for text in own:
        marks = texts.fingerprint(text.text) if text.part == LEARN else set()
        if len(marks & seen) <= _SHARED * len(marks):
            kept.append(text)
    return kept


def main() -> None:
    """Extract everything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--more", type=Path, nargs="*", default=[])
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    chance = random.Random(1)
    held: list[CutText] = []
    for folder in sorted((given.data / "real").iterdir()):
        held += texts.choi(folder, f"real-{folder.name}", "el" if "greek" in folder.name else "en")
    seen: set[int] = set()
    for text in held:
        seen |= texts.fingerprint(text.text)
    pool: list[CutText] = []
    for path in (*sorted((given.data / "sections").glob("*.xz")), *given.more):
        whole = [texts.cropped(text, _MOST_CHARACTERS, chance) for text in texts.sections(path)]
        own = unseen(whole, seen)
        print(f"{path.name}: {len(whole) - len(own)} texts occur in what judges", flush=True)
        chance.shuffle(own)
        pool += own
        write(given.out / f"{path.name.split('.')[0]}.npz", _balanced(own))
    for part in PARTS:
        write(given.out / f"glued-{part}.npz", texts.glued(pool, part, _GLUED[part], seed=5))
        own = [text for text in pool if text.part == part]
        write(given.out / f"one-{part}.npz", texts.few(own, _FEW[part], 3))
        write(given.out / f"two-{part}.npz", texts.few(own, _FEW[part], 4, sections=2))
    for kind in sorted({text.kind for text in held}):
        write(given.out / f"{kind}.npz", [text for text in held if text.kind == kind])
    for name in ("1", "2", "3"):
        write(
            given.out / f"choi-{name}.npz",
            list(texts.choi(given.data / "choi" / name, f"choi-{name}", "en"))[:200],
        )


def _balanced(own: list[CutText]) -> list[CutText]:
    return [text for part in PARTS for text in [one for one in own if one.part == part][: _MOST[part]]]


if __name__ == "__main__":
    main()
