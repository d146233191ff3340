"""The learnt model: from what is seen at the places of a text to what its segmentations score.

    score(segmentation) = sum over cuts i of odds[i] + sum over segments of lengths[n]
                          + weights[n] * (what the segment's square of D has beyond chance)

    P(segmentation) = exp(score) / Z

Networks give the odds of each place, what lengths score and what density weighs in a text
(`network`). Weights may be those of several runs, which differ by chance: then odds, lengths and
weights are the means of what their networks give. How they were learnt is in docs/learning.md.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from os import PathLike
from pathlib import Path
from typing import Any, Self, cast

import numpy as np

from tmima.errors import TmimaError, finite_number, whole_number
from tmima.files import read_bytes
from tmima.kernel.arrays import Floats, Singles
from tmima.learnt.features import LONGEST, OUTLINE, SIGNS, TEXT, kinds, sign_kinds
from tmima.learnt.network import Network, rounded
from tmima.learnt.numerics import logarithms
from tmima.learnt.places import Places
from tmima.learnt.weights_file import check_weights, parse_weights
from tmima.segmentation import TextCost
from tmima.settings import checked_fields

SHIPPED = "weights.npz"
# Features beyond so many deviations tell no more; signs count as two.
_FARTHEST = 5.0
_SIGN = 2.0
# Texts of kinds that were not learnt from have more cuts than is believed. By so much the log odds
# of each cut are raised where no headings tell: the only number that was chosen beside the weights.
RAISED = 0.25
_HEADING = SIGNS.index("heading")
# Of an adaptation; larger ones could make costs that are no numbers.
_GREATEST_NUMBER = 1e9
_LENGTH = TEXT.index("believed length")


@dataclass(frozen=True, slots=True)
class LengthScores:
    """What segments score by their number of units, as the engine asks for it: as costs.

    Attributes:
        lengths: what n = 0, 1, .. units score.
        weights: what density beyond chance weighs in n = 0, 1, .. units.
    """

    lengths: Floats
    weights: Floats
    mean_length: float = 0.0
    length_weight: float = 0.0

    def count_costs(self, longest: int) -> Floats:
        """Return what n = longest, .., 1 units cost."""
        return -self.lengths[longest:0:-1]

    def density_weights(self, longest: int) -> Floats:
        """Return what density weighs in n = longest, .., 1 units."""
        return self.weights[longest:0:-1].copy()


class Model:
    """Weights that were learnt, and what they make of a text.

    Args:
        weights: arrays by name, as `tools/learning` writes them.
        about: where they come from: texts, licences, script, seed, date.
    """

    def __init__(self, weights: Mapping[str, Singles], about: Mapping[str, Any]) -> None:
        self.about = dict(about)
        self._weights = {name: np.ascontiguousarray(one) for name, one in weights.items()}
        self._networks = [Network(one) for one in check_weights(self._weights)]

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Self:
        """Read weights from a file that `tools/learning` wrote."""
        try:
            return cls(*parse_weights(read_bytes(path)))
        except TmimaError as error:
            raise TmimaError(
                f"{path} holds no weights: {error}. Take a file that tools/learning wrote"
            ) from None

    @classmethod
    def shipped(cls) -> "Model":
        """Return the model that comes with the package, read once."""
        return _shipped()

    def odds(self, places: Places) -> Floats:
        """Return the log odds of a cut at each place by what is seen there; 0 at the first."""
        odds = rounded(self._odds(places)[0])
        if not places.signs[:, _HEADING].any():
            odds += RAISED
        odds[0] = 0.0
        return odds

    def reasons(self, places: Places) -> dict[str, Floats]:
        """Return how much each kind of features adds to the odds of each place.

        It is what the odds would lack if the features of the kind were as they usually are, or the
        layout not known. The author's outline is told apart where the text has one.
        """
        features = len(self._weights["means"])
        signs = sign_kinds()
        outline = signs.pop(OUTLINE)
        without = {**kinds(), "layout": [features + one for some in signs.values() for one in some]}
        if places.signs[:, outline].any():
            without[OUTLINE] = [features + column for column in outline]
        odds, *others = self._odds(places, [[], *without.values()])
        return {kind: odds - other for kind, other in zip(without, others, strict=True)}

    def _odds(self, places: Places, without: Sequence[Sequence[int]] = ((),)) -> list[Floats]:
        """Return the odds of each place, for each list of features that are as they usually are.

        Rows are held until all that they see around them has come.
        """
        reach = max(network.reach for network in self._networks)
        found = [np.empty(len(places)) for _ in without]
        held = np.empty((0, len(self._weights["means"]) + len(SIGNS)), dtype=np.float32)
        begin = done = 0
        for given in self._given(places):
            held = np.concatenate((held, given)) if len(held) else given
            end = begin + len(held)
            known = end if end == len(places) else end - reach
            if known <= done:
                continue
            for odds, columns in zip(found, without, strict=True):
                usual = held
                if columns:
                    usual = held.copy()
                    usual[:, columns] = 0.0
                mean = _mean([network.odds(usual) for network in self._networks])
                odds[done:known] = mean[done - begin : known - begin]
            done = known
            gone = max(0, done - reach - begin)
            held, begin = held[gone:], begin + gone
        return found

    def _given(self, places: Places) -> Iterator[Singles]:
        """Yield the features in deviations from what they usually are, with the signs behind."""
        means, deviations, first = self._weights["means"], self._weights["deviations"], 0
        for values in places.windows():
            last = first + len(values)
            given = np.empty((len(values), len(means) + len(SIGNS)), dtype=np.float32)
            given[:, : len(means)] = np.clip((values - means) / deviations, -_FARTHEST, _FARTHEST)
            given[:, len(means) :] = places.signs[first:last] * np.float32(_SIGN)
            first = last
            yield given

    def segments(self, places: Places, longest: int) -> LengthScores:
        """Return what segments of up to `longest` units score in a text."""
        size = min(LONGEST, len(places))
        counted = logarithms(longest)[:longest]
        share = counted - math.log(size)
        text = places.text
        beside = counted - 3 * float(text[_LENGTH])
        columns = counted, share, share * share, beside, beside * beside
        given = np.empty((longest, len(columns) + len(text)), dtype=np.float32)
        given[:, : len(columns)] = np.stack(columns, axis=1)
        given[:, len(columns) :] = text
        lengths = _mean([network.lengths(given) for network in self._networks])
        weights = np.zeros(longest + 1)
        for network in self._networks:
            weight, power = network.density(text)
            scale = weight / math.sqrt(size) / places.deviation
            weights[1:] += [scale * math.pow(count, -power) for count in range(1, longest + 1)]
        weights /= len(self._networks)
        return LengthScores(rounded(np.concatenate(([0.0], lengths))), weights)


def _mean(of_networks: Sequence[Floats]) -> Floats:
    mean: Floats = np.add.reduce(of_networks) / len(of_networks)
    return mean


@lru_cache(maxsize=1)
def _shipped() -> Model:
    return Model(*parse_weights(Path(__file__).with_name(SHIPPED).read_bytes()))


@dataclass(frozen=True, slots=True)
class Adaptation:
    """What the scores of the model are taken with; as it is, it changes nothing.

    A segmentation scores the sum over cuts of odds * (the odds of the place) + cut, and over
    segments of n units of what n scores + length * log(n) + length_squared * log(n)^2, and density
    times what its density scores.

    Attributes:
        odds: what the odds of a place count for.
        cut: what each cut scores besides.
        length: what the logarithm of a segment's number of units scores.
        length_squared: what its square scores.
        density: what the density of segments counts for.
        texts: from how many labelled texts the numbers were learnt.
    """

    odds: float = 1.0
    cut: float = 0.0
    length: float = 0.0
    length_squared: float = 0.0
    density: float = 1.0
    texts: int = 0

    def __post_init__(self) -> None:
        for name in NUMBERS:
            number = finite_number(name, getattr(self, name))
            if abs(number) > _GREATEST_NUMBER:
                raise TmimaError(f"`{name}` must be from -1e9 to 1e9, not {number}")
            object.__setattr__(self, name, number)
        object.__setattr__(self, "texts", whole_number("texts", self.texts, least=0))

    @classmethod
    def of(cls, values: "Adaptation | Mapping[str, Any] | None") -> Self:
        """Return an adaptation, also from some of its numbers by name."""
        return checked_fields(cls, values, "number")

    @property
    def numbers(self) -> tuple[float, ...]:
        """What is learnt, in the order of `NUMBERS`."""
        return tuple(getattr(self, name) for name in NUMBERS)

    def of_cost(self, cost: TextCost) -> TextCost:
        """Return what segmentations cost, given what they cost by the model as it is."""
        places = cost.place_costs.copy()
        places[1:-1] = -(self.odds * -places[1:-1] + self.cut)
        segment = self.of_segments(cast("LengthScores", cost.segment))
        return replace(cost, segment=segment, place_costs=places)

    def of_segments(self, scores: LengthScores) -> LengthScores:
        """Return what segments score."""
        if (self.length, self.length_squared, self.density) == (0.0, 0.0, 1.0):
            return scores
        counted = logarithms(len(scores.lengths))[: len(scores.lengths) - 1]
        lengths = scores.lengths.copy()
        lengths[1:] += self.length * counted + self.length_squared * (counted * counted)
        return LengthScores(lengths, self.density * scores.weights)

    def as_dict(self) -> dict[str, float]:
        """Return the numbers by name."""
        return dict(zip(NUMBERS, self.numbers, strict=True))


NUMBERS = tuple(field.name for field in fields(Adaptation) if field.name != "texts")
