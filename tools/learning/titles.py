"""python -m tools.learning.titles WHAT DATA: what phrase of a segment its author would call it by.

`extract` writes the candidates of every segment of `sections` and `outlines` that has a title, with their features and
how much each says of the title, into TITLES_CACHE. `judge` leaves kinds out, learns from the others and tells the
overlap on them, of texts that choose and of those that report. `learn` writes src/tmima/titles/ranker.npz.

A lesson and its translations are in one part (`lesson`). Priors of words and endings are those of other texts: rows
that the trees learn from see the priors of the other folds.
"""

import os
import random
import re
import sys
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tmima import Segmentation, TmimaError, Units, languages
from tmima.formats import read
from tmima.titles.names import MOST_CANDIDATES, Namer
from tmima.titles.phrase_features import BUCKETS, FEATURES, NO_PRIORS, Buckets, Priors
from tmima.titles.ranking import PRIOR_SCALE, SCALE, Ranker
from tools.learning.judged import NEAR, NOT_SAID, Judged, judged
from tools.learning.loops import sums_by_bin
from tools.learning.texts import CHOOSE, LEARN, REPORT, CutText, cropped, part_of, sections

CACHE = Path(os.environ.get("TITLES_CACHE", "titles-cache"))
SHIPPED = Path(__file__).parents[2] / "src/tmima/titles/ranker.npz"
# Of a kind of texts, in each part.
_MOST = {LEARN: 500, CHOOSE: 40, REPORT: 40}
_MOST_CHARACTERS = 50_000
# Their titles are numbers of articles, or there are none.
_WITHOUT_TITLES = ("laws-gazette-el", "laws-el", "chats-tiage", "podcasts")
_WIDTH = 8
_TRANSLATION = re.compile(r"-translations-[a-z]{2}(?:-[A-Z]{2})?(?=-)|(?<=^tutorial)-[a-z]{2}(?=-)|^[a-z]{2}\.")
# Of titles, and of what readers say.
_TREES, _TREES_OF_READERS = 200, 300
_DEPTH, _RATE, _BINS = 8, 0.06, 48
_LEAST_WEIGHT, _RIDGE = 4.0, 8.0
# The share of the segments, and of the features, that a tree sees.
_DRAWN = 0.6
_FOLDS = 5
_PRIOR_ROWS = 30.0


def lesson(name: str) -> str:
    """Return the name of a text without its language.

    >>> lesson("Web-Dev-For-Beginners-translations-el-7-bank"), lesson("tutorial-it-django_models")
    ('Web-Dev-For-Beginners-7-bank', 'tutorial-django_models')
    """
    return _TRANSLATION.sub("", name)


def titled_texts(path: Path) -> Iterator[tuple[CutText, str]]:
    """Yield some texts of a kind, each with its part: that of the text and of its lesson."""
    every = list(sections(path))
    random.Random(path.name).shuffle(every)
    left = dict(_MOST)
    for text in every:
        part = part_of(lesson(text.name))
        if part == text.part and left[part] and any(title for _, _, title in text.headings):
            left[part] -= 1
            yield cropped(text, _MOST_CHARACTERS, random.Random(text.name)), part


def document_of(text: CutText) -> Any:
    """Return the document of a text with its true segments, and the title of each."""
    named = {at: title for at, _, title in text.headings}
    titles = [named.get(at, "") for at in (0, *text.cuts)]
    document = read(text.text, languages.analyzer(text.language), format="lines" if text.lines else "text")
    units = Units.of(document)
    edges = np.asarray(units.edges)
    ends = [int(np.argmin(abs(edges - cut))) for cut in text.cuts]
    if len({0, *ends, len(units)}) != len(ends) + 2:
        return None
    return document, units, Segmentation((*ends, len(units))), titles


def content(words: str, analyzer: Any) -> frozenset[str]:
    """Return the kept words of a title."""
    if not words.strip():
        return frozenset()
    try:
        document = read(words, analyzer, format="lines")
    except TmimaError:
        return frozenset()
    return frozenset(token.term for one in document.sentences for token in one.tokens if token.kept)


def learning_texts(kind: str, data: Path) -> Iterator[CutText]:
    """Yield the texts of a kind that learn, by their own name and by that of their lesson."""
    for text in sections(next(data.glob(f"*/{kind}.jsonl.xz"))):
        if text.part == LEARN == part_of(lesson(text.name)):
            yield cropped(text, _MOST_CHARACTERS, random.Random(text.name))


Candidate = tuple[Any, ...]
"""What `Rows` has of a phrase, but for its kind."""


def candidates(text: CutText, part: int, first_segment: int, read_out: Mapping[int, Judged]) -> list[Candidate]:
    """Return the candidates of the segments of a text that have a title, or that were judged.

    Args:
        text: with its true cuts.
        part: 0 learns, 1 chooses, 2 reports.
        first_segment: the number of its first segment.
        read_out: what was said of phrases of its segments; where it is given, only these are looked at.
    """
    found = document_of(text)
    if found is None:
        return []
    document, units, truth, titles = found
    analyzer = languages.analyzer(text.language)
    number = zlib.crc32(lesson(text.name).encode())
    wanted = [content(title, analyzer) for title in titles]
    namer = Namer(document, units, truth, (), _without_trees())
    rows: list[Candidate] = []
    for first, phrases, some, features, scores in namer.looked_at():
        buckets = Buckets.of(namer.facts, phrases, some)
        for row, phrase in enumerate(some.tolist()):
            title = wanted[segment := first + int(phrases.segments[phrase])]
            if segment not in read_out if read_out else not title:
                continue
            held = [namer.facts.names[term] for term in namer.held(phrase)]
            own = set(held)
            hits = [term in title for term in held][:_WIDTH]
            terms = buckets.terms[row]
            kept = terms[terms >= 0][:_WIDTH]
            said = read_out[segment].said_of(namer.as_title(phrase), namer.as_written(phrase)) if read_out else NOT_SAID
            rows.append(
                (
                    part,
                    first_segment + segment,
                    number,
                    len(own & title) / len(own | title) if title else 0.0,
                    len(own),
                    len(title),
                    said,
                    scores[row],
                    features[row].astype(np.float32),
                    [*kept, *[-1] * (_WIDTH - len(kept))],
                    [*hits, *[False] * (_WIDTH - len(hits))],
                    [column[row] for column in buckets[1:]],
                )
            )
    return rows


def _without_trees() -> Ranker:
    none, places = np.zeros((1, 1), dtype=np.int64), np.zeros(MOST_CANDIDATES, dtype=np.int64)
    return Ranker(none, np.zeros((1, 1), dtype=np.float32), np.zeros((1, 2), dtype=np.int64), places, NO_PRIORS)


def extract(data: Path) -> None:
    (CACHE / "judged").mkdir(parents=True, exist_ok=True)
    said: dict[tuple[str, str], dict[int, Judged]] = {}
    for one in judged():
        said.setdefault((one.kind, one.text), {})[one.segment] = one
    for path in sorted(path for folder in ("sections", "outlines") for path in (data / folder).glob("*.xz")):
        kind = path.name.split(".")[0]
        if kind not in _WITHOUT_TITLES:
            parts: Iterable[tuple[CutText, int, Mapping[int, Judged]]] = (
                (text, (LEARN, CHOOSE, REPORT).index(part), {}) for text, part in titled_texts(path)
            )
            _keep(CACHE / f"{kind}.npz", parts)
        learn_from = ((text, 0, said.get((kind, text.name), {})) for text in learning_texts(kind, data))
        _keep(CACHE / "judged" / f"{kind}.npz", (one for one in learn_from if one[2]))


def _keep(path: Path, texts: Iterable[tuple[CutText, int, Mapping[int, Judged]]]) -> None:
    """Write the candidates of texts, unless the file is there."""
    if path.exists():
        return
    rows: list[Candidate] = []
    segments = 0
    for text, part, read_out in texts:
        rows += candidates(text, part, segments, read_out)
        segments += len(text.cuts) + 1
    if rows:
        columns = list(zip(*rows, strict=True))
        names = [name for name in Rows._fields if name != "kind"]
        tables: dict[str, Any] = {name: np.array(column) for name, column in zip(names, columns, strict=True)}
        np.savez(path, **tables)
    print(path.stem, segments, "segments", len(rows), "rows", flush=True)


class Rows(NamedTuple):
    """Candidates with what each says of the title.

    Attributes:
        kind: the number of the kind of each.
        part: 0 learns, 1 chooses, 2 reports.
        segment: a number for each segment.
        text: a number for each text, the same for its translations.
        overlap: shared content words over all of both.
        own: content words of the phrase.
        wanted: content words of the title.
        label: what a reader says of it, from 0 to 1; -1 where nobody was asked.
        score: what it weighs as a title by the rule.
        features: without priors.
        terms: the buckets of its kept words, -1 for none.
        hits: whether the title has them.
        others: the buckets of its first word, its last and their endings.
    """

    kind: NDArray[Any]
    part: NDArray[Any]
    segment: NDArray[Any]
    text: NDArray[Any]
    overlap: NDArray[Any]
    own: NDArray[Any]
    wanted: NDArray[Any]
    label: NDArray[Any]
    score: NDArray[Any]
    features: NDArray[Any]
    terms: NDArray[Any]
    hits: NDArray[Any]
    others: NDArray[Any]

    @classmethod
    def load(cls, folder: Path) -> "Rows":
        columns: dict[str, list[NDArray[Any]]] = {name: [] for name in cls._fields}
        segments = 0
        for number, path in enumerate(sorted(folder.glob("*.npz"))):
            with np.load(path) as file:
                rows = {name: file[name] for name in file.files}
            rows["kind"] = np.full(len(rows["part"]), number)
            rows["segment"] += segments
            segments = rows["segment"].max() + 1
            for name in cls._fields:
                columns[name].append(rows[name])
        return cls(*(np.concatenate(columns[name]) for name in cls._fields))

    def where(self, some: NDArray[Any]) -> "Rows":
        return Rows(*(column[some] for column in self))

    @property
    def weights(self) -> NDArray[Any]:
        """Each segment counts as much as another, kinds by the square root of how many they are."""
        in_segment = np.bincount(self.segment)[self.segment]
        ones = 1 / in_segment
        of_kind = np.bincount(self.kind, weights=ones)
        found: NDArray[Any] = ones / np.sqrt(np.maximum(of_kind, 1))[self.kind]
        scaled: NDArray[Any] = found * len(found) / found.sum()
        return scaled


def learnt_priors(rows: Rows) -> Priors:
    """Return what words and endings tell, each as a logarithm, from candidates and their titles."""
    width = rows.terms.shape[1]
    known = rows.terms >= 0
    keys = np.repeat(rows.segment, width).reshape(rows.terms.shape) * BUCKETS + rows.terms
    _, first = np.unique(keys[known], return_index=True)
    of_words = _prior(rows.terms[known][first], rows.hits[known][first].astype(float))
    of_others = [_prior(rows.others[:, column], rows.overlap) for column in range(rows.others.shape[1])]
    texts = np.repeat(rows.text, width).reshape(rows.terms.shape)
    pairs = np.unique(texts[known] * BUCKETS + rows.terms[known])
    in_texts = np.bincount(pairs % BUCKETS, minlength=BUCKETS)
    common = np.round(np.log1p(in_texts) * PRIOR_SCALE) / PRIOR_SCALE
    return Priors(*(of_words, *of_others, common))


def _prior(buckets: NDArray[Any], values: NDArray[Any]) -> NDArray[Any]:
    count = np.bincount(buckets, minlength=BUCKETS)
    total = np.bincount(buckets, weights=values, minlength=BUCKETS)
    mean = values.mean()
    found = np.log((total + _PRIOR_ROWS * mean) / (count + _PRIOR_ROWS) / mean)
    rounded: NDArray[Any] = np.round(np.clip(found, -3, 3) * PRIOR_SCALE) / PRIOR_SCALE
    return rounded


def with_priors(rows: Rows, priors: Priors) -> NDArray[Any]:
    """Return features with what was learnt of words."""
    features = rows.features.copy()
    columns = Buckets(rows.terms, *rows.others.T).columns(priors)
    for name, column in columns.items():
        features[:, FEATURES.index(name)] = column
    return features


def learnt(rows: Rows, said: Rows, seed: int = 1) -> Ranker:
    """Learn from candidates: priors of the other folds for each, then trees.

    The first trees learn what a phrase has of the true title, from what the place by the rule tells; the others, what a
    reader says of it.

    Args:
        rows: the candidates of segments that have a title.
        said: those that a reader judged.
        seed: of what each tree sees.
    """
    features, others = (np.zeros(some.features.shape, dtype=np.float32) for some in (rows, said))
    for fold in range(_FOLDS):
        priors = learnt_priors(rows.where(rows.text % _FOLDS != fold))
        for some, columns in ((rows, features), (said, others)):
            inside = some.text % _FOLDS == fold
            columns[inside] = with_priors(some.where(inside), priors)
    edges = [np.unique(np.quantile(column, np.linspace(0, 1, _BINS + 1)[1:-1])) for column in features.T]
    by_place = place_values(rows, rows.overlap, rows.weights)
    trees = Growing(edges)
    chance = np.random.default_rng(seed)
    shares = [by_place[some.features[:, FEATURES.index("rank")].astype(np.int64)] / SCALE for some in (rows, said)]
    titled = Sample(_binned(features, edges), rows.segment, rows.overlap, rows.weights, shares[0])
    trees.grow(titled, _TREES, chance)
    judged_rows = Sample(_binned(others, edges), said.segment, said.label, said.weights, shares[1])
    judged_rows.value += trees.values(judged_rows.bins)
    trees.grow(judged_rows, _TREES_OF_READERS, chance)
    return Ranker(
        np.array([one for one, _, _ in trees.tables]),
        np.array([two for _, two, _ in trees.tables]).astype(np.float32),
        np.array([three for _, _, three in trees.tables]).astype(np.int64),
        by_place.astype(np.int64),
        learnt_priors(rows),
    )


def _binned(features: NDArray[Any], edges: list[NDArray[Any]]) -> NDArray[np.uint8]:
    columns = zip(edges, features.T, strict=True)
    return np.stack([np.searchsorted(edge, column, side="left").astype(np.uint8) for edge, column in columns])


@dataclass(slots=True)
class Sample:
    """Phrases that trees are grown on.

    Attributes:
        bins: of their features, a row for each feature.
        segment: of each.
        wanted: what the values should be.
        weights: of each.
        value: what the trees say as yet.
    """

    bins: NDArray[np.uint8]
    segment: NDArray[Any]
    wanted: NDArray[Any]
    weights: NDArray[Any]
    value: NDArray[Any]


class Growing:
    """Trees of one depth, one after the other, each of what those before leave."""

    def __init__(self, edges: list[NDArray[Any]]) -> None:
        self._edges = edges
        self.tables: list[tuple[list[int], list[float], NDArray[Any]]] = []
        self._questions: list[list[tuple[int, int]]] = []

    def grow(self, sample: Sample, trees: int, chance: np.random.Generator) -> None:
        """Grow trees on a sample, and add what they say to its values."""
        _, owners = np.unique(sample.segment, return_inverse=True)
        bins, edges = sample.bins, self._edges
        for _ in range(trees):
            drawn = np.flatnonzero((chance.random(owners.max() + 1) < _DRAWN)[owners])
            asked = [
                number for number in np.flatnonzero(chance.random(len(edges)) < _DRAWN).tolist() if len(edges[number])
            ]
            some = {number: bins[number][drawn] for number in asked}
            leaf = np.zeros(len(drawn), dtype=np.uint8)
            gradient = ((sample.wanted - sample.value) * sample.weights)[drawn].astype(np.float32)
            weight = sample.weights[drawn].astype(np.float32)
            questions: list[tuple[int, int]] = []
            for _ in range(_DEPTH):
                gains = {
                    number: _best_cut(
                        some[number], leaf, gradient, weight, (1 << len(questions), len(edges[number]) + 1)
                    )
                    for number in asked
                }
                feature = max(gains, key=lambda number: gains[number])
                cut = gains[feature][1]
                leaf |= (some[feature] > cut).astype(np.uint8) << np.uint8(len(questions))
                questions.append((feature, cut))
            total_gradient = np.bincount(leaf, weights=gradient, minlength=1 << _DEPTH)
            count = np.bincount(leaf, weights=weight, minlength=1 << _DEPTH)
            values = np.round(_RATE * total_gradient / (count + _RIDGE) * SCALE)
            self._questions.append(questions)
            self.tables.append(([one for one, _ in questions], [edges[one][cut] for one, cut in questions], values))
            sample.value += self._said_by(-1, bins)

    def values(self, bins: NDArray[np.uint8]) -> NDArray[Any]:
        """Return what all trees add for some phrases."""
        total = np.zeros(bins.shape[1])
        for number in range(len(self.tables)):
            total += self._said_by(number, bins)
        return total

    def _said_by(self, number: int, bins: NDArray[np.uint8]) -> NDArray[Any]:
        leaf = np.zeros(bins.shape[1], dtype=np.uint8)
        for level, (feature, cut) in enumerate(self._questions[number]):
            leaf |= (bins[feature] > cut).astype(np.uint8) << np.uint8(level)
        found: NDArray[Any] = self.tables[number][2][leaf] / SCALE
        return found


def place_values(rows: Rows, wanted: NDArray[Any], weights: NDArray[Any]) -> NDArray[Any]:
    """Return what the place by the rule alone tells, from the first to the last."""
    ranks = rows.features[:, FEATURES.index("rank")].astype(np.int64)
    count = np.bincount(ranks, weights=weights, minlength=MOST_CANDIDATES)
    share = np.bincount(ranks, weights=wanted * weights, minlength=MOST_CANDIDATES) / np.maximum(count, 1e-9)
    falling = np.minimum.accumulate(share)
    found: NDArray[Any] = np.round(falling * SCALE)
    return found


def _best_cut(
    bins: NDArray[np.uint8],
    leaf: NDArray[np.uint8],
    gradient: NDArray[np.float32],
    weight: NDArray[np.float32],
    shape: tuple[int, int],
) -> tuple[float, int]:
    """Return what the best question about a feature gains, and between which bins it lies."""
    sums = sums_by_bin(bins, leaf, gradient, weight, shape).cumsum(axis=1)
    below, under = sums[:, :-1, 0], sums[:, :-1, 1]
    above, over = sums[:, -1:, 0] - below, sums[:, -1:, 1] - under
    enough = (under.sum(axis=0) > _LEAST_WEIGHT) & (over.sum(axis=0) > _LEAST_WEIGHT)
    gains = (below**2 / (under + _RIDGE) + above**2 / (over + _RIDGE)).sum(axis=0)
    gains = np.where(enough, gains, -1.0)
    best = int(np.argmax(gains))
    return float(gains[best]), best


# What is left out together, as it was written by the same people or is of one kind.
GROUPS = (
    ("courses-el", "courses-en", "courses-many"),
    ("textbooks", "textbooks-chapters", "encyclopedia"),
    ("guides-el", "guides-many", "technical-fr", "laws-de"),
    ("textbooks-es", "textbooks-es-chapters", "textbooks-pl", "textbooks-pl-chapters"),
    ("technical-mdn-es", "technical-mdn-fr", "technical-books", "community-en", "videos-en"),
    ("technical-github", "technical-kubernetes", "technical-dotnet"),
    ("meetings-academic", "meetings-committee", "meetings-product"),
)


def overlaps(rows: Rows, expected: NDArray[Any]) -> dict[str, float]:
    """Return the mean overlap of the phrase that is best by some values, and what else it shows."""
    order = np.lexsort((-expected, rows.segment))
    first = order[np.append(True, np.diff(rows.segment[order]) != 0)]
    return {
        "overlap": float(rows.overlap[first].mean()),
        "word": float((rows.overlap[first] > 0).mean()),
        "words": float(rows.own[first].mean()),
    }


def printable(said: Rows, expected: NDArray[Any]) -> dict[str, float]:
    """Return how often a reader would print the phrase that is best by some values, of those that were shown."""
    order = np.lexsort((-expected, said.segment))
    first = order[np.append(True, np.diff(said.segment[order]) != 0)]
    return {
        "printable": float((said.label[first] > NEAR).mean()),
        "nearly": float((said.label[first] == NEAR).mean()),
        "words": float(said.own[first].mean()),
    }


def judge(_data: Path) -> None:
    rows, said = (Rows.load(folder) for folder in (CACHE, CACHE / "judged"))
    said = said.where(said.label >= 0)
    kinds, kinds_said = (sorted(path.stem for path in folder.glob("*.npz")) for folder in (CACHE, CACHE / "judged"))
    found: dict[tuple[str, str], list[dict[str, float]]] = {}
    for group in (*GROUPS, _WITHOUT_TITLES):
        numbers = [kinds.index(kind) for kind in group if kind in kinds]
        numbers_said = [kinds_said.index(kind) for kind in group if kind in kinds_said]
        out, out_said = np.isin(rows.kind, numbers), np.isin(said.kind, numbers_said)
        ranker = learnt(rows.where(~out & (rows.part == 0)), said.where(~out_said))

        def trees(some: Rows, ranker: Ranker = ranker) -> NDArray[Any]:
            return ranker.values(with_priors(some, ranker.priors).astype(np.float64))

        for number, part in product(numbers, (1, 2)):
            some = rows.where((rows.kind == number) & (rows.part == part))
            if not len(some.part):
                continue
            told = {"rule": some.score, "trees": trees(some), "most possible": some.overlap}
            for name, values in told.items():
                found.setdefault(((CHOOSE, REPORT)[part - 1], name), []).append(overlaps(some, values))
            print(kinds[number], part, {name: found[(CHOOSE, REPORT)[part - 1], name][-1]["overlap"] for name in told})
        for number in numbers_said:
            some = said.where(said.kind == number)
            told = {"rule": some.score, "trees": trees(some), "most possible": some.label}
            for name, values in told.items():
                found.setdefault(("readers", name), []).append(printable(some, values))
            print(kinds_said[number], {name: found["readers", name][-1]["printable"] for name in told}, flush=True)
    for (part_name, name), each in sorted(found.items()):
        print(part_name, name, {key: round(float(np.mean([one[key] for one in each])), 4) for key in each[0]})


def learn(_data: Path) -> None:
    rows, said = Rows.load(CACHE), Rows.load(CACHE / "judged")
    ranker = learnt(rows.where(rows.part == 0), said.where(said.label >= 0))
    np.savez_compressed(
        SHIPPED,
        names=np.array(FEATURES),
        features=ranker.features.astype(np.uint8),
        thresholds=ranker.thresholds.astype(np.float32),
        leaves=ranker.leaves.astype(np.int32),
        places=ranker.places.astype(np.int32),
        priors=np.round(np.stack(ranker.priors) * PRIOR_SCALE).astype(np.int8),
    )
    print(SHIPPED.stat().st_size, "bytes")


if __name__ == "__main__":
    {"extract": extract, "judge": judge, "learn": learn}[sys.argv[1]](Path(sys.argv[2]))
