"""Make texts ready to be learnt from: features, similarity and truth, one file for each kind.

    python -m tools.learning.extract DATA OUT --more debian/*.jsonl.xz

DATA is the folder of the corpora (CONTRIBUTING.md). What is there already is not made again.
"""

import argparse
import random
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
from benchmarks.accuracy import texts as judged

from tmima import Document, Segmenter
from tmima.kernel.arrays import Floats
from tmima.learnt import LONGEST, seen
from tmima.learnt.features import OUTLINE, PARAGRAPHS, SIGN_FEATURES
from tmima.segmentation import HORIZON
from tmima.similarity import StoredColumns
from tmima.similarity.words import GradedWords
from tmima.text import Units
from tools.learning import texts
from tools.learning.loops import Prefix, Squares
from tools.learning.texts import CHOOSE, LEARN, PARTS, REPORT, CutText, renamed_some

_SHORTEST = 4
# Of the segments of texts of more than twice as many units; as tmima.learnt.answer has it.
_LONGEST_SEGMENT = 1000
# Longer texts are cropped to so many characters, at their sections.
_MOST_CHARACTERS = 90_000
# A text occurs in another if so many of its runs of words do; laws share formulas.
_SHARED = 0.3
# Of each kind, in each part.
_MOST = {LEARN: 700, CHOOSE: 60, REPORT: 60}
_MOST_OF_KIND = 18_000_000
_GLUED = {LEARN: 4000, CHOOSE: 100, REPORT: 200}
_TALK = {LEARN: 900, CHOOSE: 60, REPORT: 60}
_FEW = {LEARN: 800, CHOOSE: 100, REPORT: 100}
_MARKED = {LEARN: 250, CHOOSE: 25, REPORT: 25}
_FEEDS = {LEARN: 400, CHOOSE: 30, REPORT: 30}
# Names of a word that is renamed, and the letters of such names.
_NAMES, _LETTERS = 4, str.maketrans("0123456789", "ghijklmnop")
# A cut may stand so many characters beside the edge of a unit, in white space.
_BESIDE = 3

_segmenters: dict[tuple[str, str], Segmenter] = {}


def extracted(text: CutText | Document, longest: int = LONGEST) -> dict[str, Any] | None:
    """Return one text as arrays; nothing if it has more units, or a cut falls inside a unit."""
    if isinstance(text, Document):
        units = Units.of(text)
        return None if units.truth is None else arrays(units, units.truth.boundaries, layout=True, longest=longest)
    key = text.language, "markdown" if text.marked else "lines" if text.lines else "text"
    if key not in _segmenters:
        _segmenters[key] = Segmenter(language=key[0], format=key[1])
    units = Units.of(_segmenters[key].read(text.text))
    if text.renamed:
        units = renamed(units, text.renamed, random.Random(text.name))
    edges = np.asarray(units.edges)
    nearest = [int(np.argmin(abs(edges - cut))) for cut in text.cuts]
    beside = (abs(int(edges[at]) - cut) for at, cut in zip(nearest, text.cuts, strict=True))
    if max(beside, default=0) > _BESIDE:
        return None
    found = arrays(units, (*nearest, len(units)), layout=not text.lines, longest=longest)
    names = {"name": text.name, "kind": text.kind, "part": text.part}
    return None if found is None else found | {name: np.array(one) for name, one in names.items()}


def renamed(units: Units, share: float, chance: random.Random) -> Units:
    """Return units in which some occurrences of words are other words, as where an author uses synonyms.

    Each has one of four names, so that a word still recurs, but less often.
    """
    numbers: dict[tuple[int, int], int] = {}
    count = len(units.vocabulary)
    found = units.terms.tolist()
    for place, term in enumerate(found):
        if chance.random() < share:
            found[place] = numbers.setdefault((term, chance.randrange(_NAMES)), count + len(numbers))
    terms = np.array(found, dtype=np.int32)
    for first, last in pairwise(units.starts.tolist()):
        terms[first:last].sort()
    names = (f"{crc32(f'{units.vocabulary[term]} {which}'.encode()):08x}" for term, which in numbers)
    letters = (name.translate(_LETTERS) for name in names)
    return replace(units, terms=terms, vocabulary=(*units.vocabulary, *letters))


def arrays(units: Units, truth: Sequence[int], *, layout: bool, longest: int = LONGEST) -> dict[str, Any] | None:
    """Return what is learnt from of units and where their true segments end.

    Pairs farther apart than the horizon are not compared, here as where texts are cut.
    """
    if not _SHORTEST <= len(units) <= longest or len({0, *truth}) <= len(truth):
        return None
    similarity = StoredColumns(GradedWords(units), HORIZON)
    places = seen(similarity, units)
    block = similarity.columns(0, len(units))
    shown = [layout or one.kind not in (PARAGRAPHS, OUTLINE) for one in SIGN_FEATURES]
    return {
        "values": places.values,
        "signs": places.signs * np.array(shown, np.float32),
        "rows": block.rows.astype(np.uint16),
        "columns": block.columns().astype(np.uint16),
        "similar": block.values.astype(np.float32),
        "degrees": np.diff(places.expected.sums),
        "scale": np.array(places.expected.scale),
        "deviation": np.array(places.deviation),
        "truth": np.array(truth),
    }


def write(path: Path, some: Iterable[CutText | Document], *, longest: int = LONGEST, **same: str) -> None:
    """Write the arrays of the texts of a kind that have no more units, and what is the same for all of them."""
    if path.exists():
        return
    with ProcessPoolExecutor() as pool:
        found = [row for row in pool.map(partial(extracted, longest=longest), some, chunksize=8) if row is not None]
    for row in found:
        row |= {name: np.array(one) for name, one in same.items()}
    arrays = {f"{i}.{name}": one for i, row in enumerate(found) for name, one in row.items()}
    np.savez(path, count=len(found), **arrays)
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


def squares_of(row: dict[str, Any]) -> Squares:
    """Return the sums of X = (D - E) / deviation over the square of the l units before each place, for l in order.

    No segment of a long text is longer than is weighed where such texts are cut.
    """
    sums, size = _summed(row), len(row["degrees"])
    found = np.zeros((size + 1, longest_segment(size) + 1), dtype=np.float32)
    own = sums.diagonal()
    for length in range(1, found.shape[1]):
        found[length:, length] = own[length:] + own[:-length] - 2 * sums.diagonal(length)
    return found


def longest_segment(size: int) -> int:
    """Return the units of the longest segment that is weighed in a text of so many."""
    return size if size <= 2 * _LONGEST_SEGMENT else _LONGEST_SEGMENT


def prefix_sums(row: dict[str, Any]) -> Prefix:
    """Return the double prefix sums of X of a text."""
    return _summed(row).astype(np.float32)


def _summed(row: dict[str, Any]) -> Floats:
    size = len(row["degrees"])
    matrix = np.zeros((size, size))
    matrix[row["rows"], row["columns"]] = row["similar"]
    matrix += matrix.T
    matrix -= row["scale"] * np.outer(row["degrees"], row["degrees"])
    np.fill_diagonal(matrix, 0)
    sums = np.zeros((size + 1, size + 1))
    sums[1:, 1:] = (matrix / row["deviation"]).cumsum(0).cumsum(1)
    return sums


def unseen(own: Iterable[CutText], known: set[int]) -> list[CutText]:
    """Return the texts of a kind without those to be learnt from that occur in what judges."""
    kept = []
    for text in own:
        marks = texts.fingerprint(text.text) if text.part == LEARN else set()
        if len(marks & known) <= _SHARED * len(marks):
            kept.append(text)
    return kept


def sources(data: Path, more: Iterable[Path] = (), without: Sequence[str] = ()) -> list[Path]:
    """Return the files of texts to learn from, but for those of some kinds, in the order of their names."""
    found = *(data / "sections").glob("*.xz"), *(data / "outlines").glob("*.xz"), *more
    return sorted((path for path in found if path.name.split(".")[0] not in without), key=lambda path: path.name)


def main() -> None:
    """Extract everything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--more", type=Path, nargs="*", default=[])
    parser.add_argument(
        "--only", nargs="*", default=[""], help="kinds whose names begin so; several processes may share"
    )
    parser.add_argument("--without", nargs="*", default=[], help="kinds that no text is made of")
    given = parser.parse_args()

    def write_kind(path: Path, some: Iterable[CutText | Document], **options: Any) -> None:
        if path.name.startswith(tuple(given.only)):
            write(path, some, **options)

    given.out.mkdir(parents=True, exist_ok=True)
    chance = random.Random(1)
    held: list[CutText] = []
    for folder in sorted((given.data / "real").iterdir()):
        held += texts.choi(folder, f"real-{folder.name}", "el" if "greek" in folder.name else "en")
    known: set[int] = set()
    for text in held:
        known |= texts.fingerprint(text.text)
    pool: list[CutText] = []
    for path in sources(given.data, given.more, given.without):
        whole = [texts.cropped(text, _MOST_CHARACTERS, chance) for text in texts.sections(path)]
        own = unseen(whole, known)
        print(f"{path.name}: {len(whole) - len(own)} texts occur in what judges", flush=True)
        chance.shuffle(own)
        pool += own
        name = path.name.split(".")[0]
        write_kind(given.out / f"{name}.npz", renamed_some(_balanced(own), 11, made=False))
        titled = [text for text in own if len(text.headings) > 1 and not text.lines]
        some = [text for part in PARTS for text in [one for one in titled if one.part == part][: _MARKED[part]]]
        if some:
            write_kind(given.out / f"marked-{name}.npz", map(texts.marked, some))
    for part in PARTS:
        write_kind(given.out / f"glued-{part}.npz", renamed_some(texts.glued(pool, part, _GLUED[part], seed=5), 12))
        kept = texts.glued(pool, part, _GLUED[part] // 2, seed=6, paragraphs=True)
        write_kind(given.out / f"glued-paragraphs-{part}.npz", renamed_some(kept, 13))
        write_kind(
            given.out / f"glued-talk-{part}.npz",
            renamed_some(texts.glued_talk(pool, part, _TALK[part], seed=7), 14),
        )
        joined = renamed_some(texts.feeds(pool, part, _FEEDS[part], seed=8), 15)
        write_kind(given.out / f"feeds-{part}.npz", joined)
        own = [text for text in pool if text.part == part]
        titled = [text for text in own if text.headings and not text.lines]
        some = [texts.headed(text) for text in chance.sample(titled, min(len(titled), _FEW[part]))]
        write_kind(given.out / f"headed-{part}.npz", some)
        write_kind(given.out / f"one-{part}.npz", renamed_some(texts.few(own, _FEW[part], 3), 16))
        write_kind(given.out / f"one-long-{part}.npz", renamed_some(texts.few(own, _FEW[part], 8, longest=True), 17))
        write_kind(given.out / f"two-{part}.npz", renamed_some(texts.few(own, _FEW[part], 4, sections=2), 18))
    for kind in sorted({text.kind for text in held}):
        write_kind(given.out / f"{kind}.npz", [text for text in held if text.kind == kind])
    for greek in (kind for kind in judged.KINDS if kind.language == "el" and kind.family in ("glued", "single")):
        for part, half in ((CHOOSE, "choosing"), (REPORT, "reporting")):
            articles = judged.texts_of(greek, half, given.data, most=_MOST[part])
            write_kind(given.out / f"{greek.name}-{part}.npz", articles, name="", kind=greek.name, part=part)
    for name in ("1", "2", "3"):
        write_kind(
            given.out / f"choi-{name}.npz",
            list(texts.choi(given.data / "choi" / name, f"choi-{name}", "en"))[:200],
        )


def _balanced(own: list[CutText]) -> list[CutText]:
    found = []
    for part in PARTS:
        some = [one for one in own if one.part == part][: _MOST[part]]
        before = [0, *accumulate(len(one.text) for one in some)]
        found += [one for one, held in zip(some, before, strict=False) if held < _MOST_OF_KIND]
    return found


if __name__ == "__main__":
    main()
