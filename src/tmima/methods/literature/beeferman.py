"""The exponential model of cuts (Beeferman, Berger and Lafferty 1997).

Publication: Doug Beeferman, Adam Berger and John Lafferty, "Text Segmentation Using Exponential
Models", EMNLP 1997; at length in "Statistical Models for Text Segmentation", Machine Learning 34,
1999.

Every gap between units has a context x. With features f_i that are 1 or 0,

    P(cut | x) = 1 / (1 + exp(-(l_0 + sum over i of l_i f_i(x)))).

Features are induced: that one is added next whose gain is greatest, the rise of the training
texts' log likelihood when its weight alone is fitted to the model so far; then all weights are
fitted again. Candidates are of two kinds.

Topicality: an adaptive language model mixes the words just read into the static one,

    A(w | h) = m S(w) + (1 - m) (uses of w among the last 500 words h) / |h|,

and where the topic changes it predicts no better than the static model S. The features ask whether

    L = mean over the next words w of log(A(w | h) / S(w))

is below one of nine limits (the deciles of training gaps); the next words are those of the next
unit, or of the next three.

Cue words: whether a word (kept or not, in lower case) stands in the unit before the gap, in the
unit after it, or begins that unit.

A gap is cut if its probability is above a limit and none nearer than `distance` units is more
probable, or, with a number of segments given, if it is among the most probable.

Departures: both language models are of single words, the adaptive one a cache, where the
publication has trigrams and triggers (most of which are a word and itself); the history is counted
in kept words; cue words are looked for in units, where the publication looks also within five
words; the limit is the one of least mean Pk on the training texts, where the publication tunes it
by hand. Weights are fitted by scikit-learn with a slight penalty, for a feature that never fails in
training would have an infinite one.
"""

from collections import Counter, deque
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tmima.errors import TmimaError
from tmima.loading import require
from tmima.methods.method import MethodEntry
from tmima.methods.searches import cut_at, cuts_at_highest
from tmima.methods.vocabulary import check_training
from tmima.scores import pk
from tmima.segmentation import Prepared
from tmima.text import Segmentation

if TYPE_CHECKING:
    from scipy.sparse import csc_array

REACHES = (1, 3)  # units ahead over which topicality is taken
LIMITS = np.linspace(0.05, 0.95, 19)
# ("word after", "but") or ("topicality below", (reach, limit)).
Feature = tuple[str, Any]


class Exponential:
    """Cuts where a model of features induced from training texts finds a cut probable.

    Args:
        features: how many are induced.
        history: how many words the adaptive model remembers.
        mixture: the share m of the static model in the adaptive one.
        minimum: in how many training gaps a cue word must be seen.
        distance: cuts are at least so many units apart.
        threshold: the probability above which a gap is cut; learnt by default.
    """

    def __init__(
        self,
        *,
        features: int = 50,
        history: int = 500,
        mixture: float = 0.8,
        minimum: int = 10,
        distance: int = 2,
        threshold: float | None = None,
    ) -> None:
        if min(features, history, minimum, distance) < 1:
            raise TmimaError(
                "features, history, minimum and distance are 1 or more, not "
                f"{features}, {history}, {minimum} and {distance}"
            )
        if not 0 < mixture < 1 or not (threshold is None or 0 <= threshold <= 1):
            raise TmimaError(f"shares lie between 0 and 1, not {mixture} and {threshold}")
        self.features = features
        self.history = history
        self.mixture = mixture
        self.minimum = minimum
        self.distance = distance
        self.threshold = threshold

    def train(self, texts: Sequence[Prepared]) -> None:
        """Induce the features, fit their weights, and choose the limit of probability."""
        require("methods")
        pairs = check_training(texts)
        self.static_ = Counter(w for text in texts for w in words_of(text))
        truth = np.concatenate([_cut_indicators(each) for _, each in pairs])
        curves = [self._topicality(text) for text in texts]
        columns, names = self._candidate_features(texts, curves)
        if not 0 < truth.sum() < len(truth):
            raise TmimaError(
                f"{int(truth.sum())} of the {len(truth)} gaps of the training texts are cuts: "
                "give texts with cuts and with gaps that are none"
            )
        chosen, model = induce_features(columns, truth, self.features)
        self.features_ = [names[each] for each in chosen]
        self.weights_: NDArray[np.float64] = model[1:]
        self.bias_ = float(model[0])
        probabilities = [self.probabilities(text) for text in texts]
        errors = [
            np.mean(
                [
                    pk(each, cut_at(each.size, self._gaps_above(found, limit)))
                    for (_, each), found in zip(pairs, probabilities, strict=True)
                ]
            )
            for limit in LIMITS
        ]
        self.threshold_ = float(LIMITS[int(np.argmin(errors))])

    def probabilities(self, text: Prepared) -> NDArray[np.float64]:
        """Return the probability of a cut at every gap."""
        if not hasattr(self, "weights_"):
            raise TmimaError("exponential needs training: use `train` first")
        curves = self._topicality(text)
        odds = np.full(len(text) - 1, self.bias_)
        seen = [set(cues) for cues in _cue_word_features(text)]
        for feature, weight in zip(self.features_, self.weights_, strict=True):
            name, value = feature
            if name == "topicality below":
                reach, limit = value
                odds += weight * (curves[REACHES.index(reach)] < limit)
            else:
                odds += weight * np.array([feature in cues for cues in seen], dtype=np.float64)
        probable: NDArray[np.float64] = 1 / (1 + np.exp(-odds))
        return probable

    def segment(self, text: Prepared, *, n_segments: int | None = None) -> Segmentation:
        """Return the segments between the most probable cuts."""
        probabilities = self.probabilities(text)
        if n_segments is not None:
            size = len(probabilities)
            apart = self._gaps_above(probabilities, -1.0) if size else []
            return cut_at(len(text), cuts_at_highest(probabilities, n_segments, apart))
        limit = self.threshold_ if self.threshold is None else self.threshold
        return cut_at(len(text), self._gaps_above(probabilities, limit))

    def _gaps_above(self, probabilities: NDArray[np.float64], limit: float) -> list[int]:
        """Return the gaps above a limit, the most probable first, each far enough from the last."""
        taken = np.zeros(len(probabilities), dtype=bool)
        gaps = []
        for gap in np.argsort(-probabilities, kind="stable").tolist():
            if probabilities[gap] <= limit:
                break
            if not taken[max(gap - self.distance + 1, 0) : gap + self.distance].any():
                taken[gap] = True
                gaps.append(gap)
        return gaps

    def _topicality(self, text: Prepared) -> NDArray[np.float64]:
        """Return L of every gap (columns) over each reach (rows); 0 where no word follows."""
        units = [text.words(unit) for unit in range(len(text))]
        known = self.static_.total() + len(self.static_) + 1
        static = {w: (self.static_[w] + 1) / known for words in units for w in words}
        cache: Counter[str] = Counter()
        past: deque[str] = deque()
        topicality = np.zeros((len(REACHES), len(text) - 1))
        for gap in range(len(text) - 1):
            for word in units[gap]:
                past.append(word)
                cache[word] += 1
                if len(past) > self.history:
                    cache[past.popleft()] -= 1
            for row, reach in enumerate(REACHES):
                ahead = [w for words in units[gap + 1 : gap + 1 + reach] for w in words]
                if ahead and past:
                    ratios = [cache[w] / (len(past) * static[w]) for w in ahead]
                    adapted = self.mixture + (1 - self.mixture) * np.array(ratios)
                    topicality[row, gap] = np.log(adapted).mean()
        return topicality

    def _candidate_features(
        self, texts: Sequence[Prepared], curves: Sequence[NDArray[np.float64]]
    ) -> tuple["csc_array", list[Feature]]:
        """Return all candidate features (columns) of all training gaps (rows), and their names."""
        from scipy.sparse import csc_array

        rows: dict[Feature, list[int]] = {}
        joined = np.concatenate(curves, axis=1)
        for row, reach in enumerate(REACHES):
            for limit in np.unique(np.quantile(joined[row], np.arange(1, 10) / 10)).tolist():
                below = np.flatnonzero(joined[row] < limit)
                rows["topicality below", (reach, limit)] = below.tolist()
        gap = 0
        for text in texts:
            for cues in _cue_word_features(text):
                for cue in cues:
                    rows.setdefault(cue, []).append(gap)
                gap += 1
        names = [
            name for name, gaps in rows.items() if self.minimum <= len(gaps) <= gap - self.minimum
        ]
        edges = np.concatenate(([0], np.cumsum([len(rows[name]) for name in names])))
        places = np.array([g for name in names for g in rows[name]], dtype=np.int64)
        return csc_array((np.ones(len(places)), places, edges), shape=(gap, len(names))), names


def words_of(text: Prepared) -> list[str]:
    """Return the kept words of a text in order."""
    return [text.units.vocabulary[number] for number in text.sequence.tolist()]


def _cut_indicators(truth: Segmentation) -> NDArray[np.float64]:
    """Return 1 for every gap that is a cut and 0 for the others."""
    marks = np.zeros(truth.size - 1)
    marks[np.array(truth.cuts, dtype=np.int64) - 1] = 1.0
    return marks


def _cue_word_features(text: Prepared) -> list[list[Feature]]:
    """Return the cue-word features of every gap, each once."""
    whole = text.document.text
    units = [
        [whole[t.start : t.end].lower() for t in text.tokens(unit) if t.tag != "PUNCT"]
        for unit in range(len(text))
    ]
    return [
        [
            *(("word before", word) for word in dict.fromkeys(units[gap])),
            *(("word after", word) for word in dict.fromkeys(units[gap + 1])),
            *(("first word after", word) for word in units[gap + 1][:1]),
        ]
        for gap in range(len(units) - 1)
    ]


def induce_features(
    columns: "csc_array", truth: NDArray[np.float64], number: int
) -> tuple[list[int], NDArray[np.float64]]:
    """Return the induced columns in order and the fitted weights, that of no feature first."""
    from sklearn.linear_model import LogisticRegression

    rate = truth.mean()
    odds = np.full(len(truth), np.log(rate / (1 - rate)))
    chosen: list[int] = []
    model: NDArray[np.float64] = odds[:1].copy()
    for _ in range(min(number, columns.shape[1])):
        rises = gains(columns, truth, odds)
        rises[chosen] = -np.inf
        best = int(rises.argmax())
        if rises[best] <= 1e-9:
            break
        chosen.append(best)
        table = columns[:, chosen].toarray()
        fitted = LogisticRegression(C=100.0, max_iter=1000).fit(table, truth)
        model = np.concatenate((fitted.intercept_, fitted.coef_[0]))
        odds = model[0] + table @ model[1:]
    return chosen, model


def gains(
    columns: "csc_array", truth: NDArray[np.float64], odds: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return how much each feature can raise the log likelihood, with a weight of its own alone.

    The weight is found by Newton's steps, for all features at once.
    """
    rows, number = columns.indices, columns.shape[1]
    owner = np.repeat(np.arange(number), np.diff(columns.indptr))
    true, before = truth[rows], odds[rows]
    weight = np.zeros(number)
    for _ in range(6):
        chance = 1 / (1 + np.exp(-(before + weight[owner])))
        slope = np.bincount(owner, true - chance, minlength=number)
        bend = np.bincount(owner, chance * (1 - chance), minlength=number)
        # Bounded, for a feature that is always right has no finite weight.
        weight = np.clip(weight + np.clip(slope / np.maximum(bend, 1e-9), -2, 2), -8, 8)
    after = before + weight[owner]
    rise = true * (after - before) - np.logaddexp(0, after) + np.logaddexp(0, before)
    return np.bincount(owner, rise, minlength=number).astype(np.float64)


ENTRY = MethodEntry(
    name="exponential",
    year="1997",
    summary="exponential model over topicality and cue words, induced from training texts",
    reference="Beeferman, Berger and Lafferty, Text Segmentation Using Exponential Models, "
    "EMNLP 1997",
    make=Exponential,
    needs="training",
    count="optional",
)
