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
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tmima import Segmentation, TmimaError, Units, languages
from tmima.formats import read
from tmima.titles.names import AGREED, MOST_CANDIDATES, Namer
from tmima.titles.phrase_features import BUCKETS, FEATURES, NO_PRIORS, Buckets, Priors
from tmima.titles.ranking import PRIOR_SCALE, SCALE, Ranker, agreement
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
_TREES, _DEPTH, _RATE, _BINS = 200, 8, 0.06, 48
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


def extract(data: Path) -> None:
    CACHE.mkdir(parents=True, exist_ok=True)
    none, places = np.zeros((1, 1), dtype=np.int64), np.zeros(MOST_CANDIDATES, dtype=np.int64)
    ranker = Ranker(none, np.zeros((1, 1), dtype=np.float32), np.zeros((1, 2), dtype=np.int64), places, NO_PRIORS)
    for path in sorted(path for folder in ("sections", "outlines") for path in (data / folder).glob("*.xz")):
        kind = path.name.split(".")[0]
        if kind in _WITHOUT_TITLES or (CACHE / f"{kind}.npz").exists():
            continue
        rows: list[tuple[Any, ...]] = []
        segments, texts = 0, 0
        for text, part in titled_texts(path):
            found = document_of(text)
            if found is None:
                continue
            texts += 1
            document, units, truth, titles = found
            analyzer = languages.analyzer(text.language)
            wanted = [content(title, analyzer) for title in titles]
            namer = Namer(document, units, truth, (), ranker)
            number = (LEARN, CHOOSE, REPORT).index(part)
            for first, phrases, some, features, scores in namer.looked_at():
                buckets = Buckets.of(namer.facts, phrases, some)
                for row, phrase in enumerate(some.tolist()):
                    title = wanted[segment := first + int(phrases.segments[phrase])]
                    if not title:
                        continue
                    held = [namer.facts.names[term] for term in namer.held(phrase)]
                    own = set(held)
                    hits = [term in title for term in held][:_WIDTH]
                    terms = buckets.terms[row]
                    kept = terms[terms >= 0][:_WIDTH]
                    rows.append(
                        (
                            number,
                            segments + segment,
                            texts,
                            len(own & title) / len(own | title),
                            len(own),
                            len(title),
                            scores[row],
                            features[row].astype(np.float32),
                            [*kept, *[-1] * (_WIDTH - len(kept))],
                            [*hits, *[False] * (_WIDTH - len(hits))],
                            [column[row] for column in buckets[1:]],
                        )
                    )
            segments += len(titles)
        columns = list(zip(*rows, strict=True))
        names = ("part", "segment", "text", "overlap", "own", "wanted", "score", "features", "terms", "hits", "others")
        tables: dict[str, Any] = {name: np.array(column) for name, column in zip(names, columns, strict=True)}
        np.savez(CACHE / f"{kind}.npz", **tables)
        print(kind, texts, "texts", segments, "segments", len(rows), "rows", flush=True)


class Rows(NamedTuple):
    """Candidates with what each says of the title.

    Attributes:
        kind: the number of the kind of each.
        part: 0 learns, 1 chooses, 2 reports.
        segment: a number for each segment.
        text: a number for each text.
        overlap: shared content words over all of both.
        own: content words of the phrase.
        wanted: content words of the title.
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
    score: NDArray[Any]
    features: NDArray[Any]
    terms: NDArray[Any]
    hits: NDArray[Any]
    others: NDArray[Any]

    @classmethod
    def load(cls) -> "Rows":
        columns: dict[str, list[NDArray[Any]]] = {name: [] for name in cls._fields}
        segments = texts = 0
        for number, path in enumerate(sorted(CACHE.glob("*.npz"))):
            with np.load(path) as file:
                rows = {name: file[name] for name in file.files}
            rows["kind"] = np.full(len(rows["part"]), number)
            rows["segment"] += segments
            rows["text"] += texts
            segments, texts = rows["segment"].max() + 1, rows["text"].max() + 1
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


def learnt(rows: Rows, trees: int = _TREES, seed: int = 1) -> Ranker:
    """Learn from candidates: priors of the other folds for each, then trees.

    What is learnt is the choice among the candidates of a segment: the trees add to a number for each, whose
    exponentials are to have the proportions of the overlaps. They begin with what the place by the rule tells.
    """
    folds = rows.text % _FOLDS
    features = np.zeros(rows.features.shape, dtype=np.float32)
    for fold in range(_FOLDS):
        features[folds == fold] = with_priors(rows.where(folds == fold), learnt_priors(rows.where(folds != fold)))
    _, owners = np.unique(rows.segment, return_inverse=True)
    edges = [np.unique(np.quantile(column, np.linspace(0, 1, _BINS + 1)[1:-1])) for column in features.T]
    bins = np.stack(
        [
            np.searchsorted(edge, column, side="left").astype(np.uint8)
            for edge, column in zip(edges, features.T, strict=True)
        ]
    )
    weights = rows.weights
    by_place = place_values(rows, rows.overlap, weights)
    value = by_place[rows.features[:, FEATURES.index("rank")].astype(np.int64)] / SCALE
    chance = np.random.default_rng(seed)
    tables: list[tuple[list[int], list[float], NDArray[Any]]] = []
    for _ in range(trees):
        of_segments = chance.random(owners.max() + 1) < _DRAWN
        drawn = np.flatnonzero(of_segments[owners])
        asked = [number for number in np.flatnonzero(chance.random(len(edges)) < _DRAWN).tolist() if len(edges[number])]
        some = {number: bins[number][drawn] for number in asked}
        leaf = np.zeros(len(drawn), dtype=np.uint8)
        gradient = ((rows.overlap - value) * weights)[drawn].astype(np.float32)
        weight = weights[drawn].astype(np.float32)
        questions: list[tuple[int, int]] = []
        for _ in range(_DEPTH):
            gains = {
                number: _best_cut(some[number], leaf, gradient, weight, (1 << len(questions), len(edges[number]) + 1))
                for number in asked
            }
            feature = max(gains, key=lambda number: gains[number])
            cut = gains[feature][1]
            leaf |= (some[feature] > cut).astype(np.uint8) << np.uint8(len(questions))
            questions.append((feature, cut))
        total_gradient = np.bincount(leaf, weights=gradient, minlength=1 << _DEPTH)
        count = np.bincount(leaf, weights=weight, minlength=1 << _DEPTH)
        values = np.round(_RATE * total_gradient / (count + _RIDGE) * SCALE)
        every = np.zeros(len(value), dtype=np.uint8)
        for level, (feature, cut) in enumerate(questions):
            every |= (bins[feature] > cut).astype(np.uint8) << np.uint8(level)
        value = value + values[every] / SCALE
        tables.append(([one for one, _ in questions], [edges[one][cut] for one, cut in questions], values))
    return Ranker(
        np.array([one for one, _, _ in tables]),
        np.array([two for _, two, _ in tables]).astype(np.float32),
        np.array([three for _, _, three in tables]).astype(np.int64),
        by_place.astype(np.int64),
        learnt_priors(rows),
    )


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


def judge(_data: Path) -> None:
    rows = Rows.load()
    kinds = [path.name.split(".")[0] for path in sorted(CACHE.glob("*.npz"))]
    found: dict[tuple[str, str], list[dict[str, float]]] = {}
    for group in GROUPS:
        numbers = [kinds.index(kind) for kind in group if kind in kinds]
        out = np.isin(rows.kind, numbers)
        ranker = learnt(rows.where(~out & (rows.part == 0)))
        for number, part in product(numbers, (1, 2)):
            some = rows.where((rows.kind == number) & (rows.part == part))
            if not len(some.part):
                continue
            trees = ranker.values(with_priors(some, ranker.priors).astype(np.float64))
            agreed = trees + AGREED * agreement(trees, some.terms, some.segment)
            told = {"rule": some.score, "trees": trees, "agreed": agreed, "most possible": some.overlap}
            for name, values in told.items():
                found.setdefault(((CHOOSE, REPORT)[part - 1], name), []).append(overlaps(some, values))
            print(kinds[number], part, {name: found[(CHOOSE, REPORT)[part - 1], name][-1]["overlap"] for name in told})
    for (part_name, name), each in sorted(found.items()):
        print(part_name, name, {key: round(float(np.mean([one[key] for one in each])), 4) for key in each[0]})


def learn(_data: Path) -> None:
    rows = Rows.load()
    ranker = learnt(rows.where(rows.part == 0))
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
