"""What a text is cut with where nothing is set: the cost that finds as many topics as it shows.

Only similarity beyond expectation counts. Where the text tells its topics apart by itself (glued
texts, clear chapters) the lengths of its segments are learnt from it; elsewhere a penalty for each
segment makes the number that the evidence speaks for the cheapest. Both are parameters of the cost,
so that the result is an exact optimum, can be constrained and asked, like any other.
"""

import math
from dataclasses import dataclass, replace

import numpy as np

from tmima.arrays import Floats
from tmima.fitting.evidence import POWER, Evidence, is_sharp, sharpness
from tmima.fitting.lengths import measured, spread, usual_deviation
from tmima.fitting.text import Text
from tmima.segmentation import Parameters, Solution
from tmima.values import Segmentation

# What the logarithm of a length is worth, in mean gains of a segment: it keeps slivers away.
_LOG_LENGTH = 0.1
# What the cues of the text are worth, in mean gains of a segment to the unit of log odds.
_CUES = 0.1
# The weight of the length term, in standard deviations of D times the root of the mean length; the
# same where the number is told.
_LENGTH, _LENGTH_TOLD = 1.6, 1.0
# The mean lengths to start from, as parts of that of the greatest gap, and the rounds from each.
_STARTS = (0.5, math.sqrt(0.5), 1.0, math.sqrt(2.0))
_ROUNDS = 4
# Told the number, lengths are also tried from this deviation on, as a part of the mean.
_EVEN_SPREAD = 0.2
# What evenness is worth beside the gap; and how many times the segments of the greatest gap the
# learnt lengths may lead to.
_EVENNESS = 0.2
_DRIFT = 2.5
# Probabilities: the temperature in mean gains of a segment, unsharp; in sharp texts it falls with
# the evidence, from no more than the last.
_TEMPERATURE, _SHARP_TEMPERATURE, _WARMEST = 0.1, 0.22, 0.5
_TALK_TEMPERATURE = 0.4
# A longer text is judged in pieces of about as many units, or runs of them in talk; from the first
# size on it is looked at in short pieces before.
_LONG, _SHORT_PIECE = 400, 200
_PIECE = 1000
# Of the pieces of a long text so many are judged, spread evenly: learning is not to cost more than
# reading.
_MOST_SHORT, _MOST_PIECES = 12, 6
# Without a preferred length all pairs of places are weighed for each number of segments: beyond so
# many a told number is found with the length that it comes to, and a window.
_MOST_WEIGHED = 4e8


@dataclass(frozen=True, slots=True)
class Topics:
    """The parameters that a text leads to, which of them were learnt, and the evidence."""

    parameters: Parameters
    learnt: tuple[str, ...]
    evidence: Evidence | None = None


def find_topics(text: Text, start: Parameters) -> Topics:
    """Return the parameters with which the text is cut into its topics."""
    base = replace(start, excess=True, r=POWER, gamma=0.0, penalty=0.0, log_length=0.0)
    found = text.evidence
    if found is None or found.gaps.max() <= 0:
        return Topics(_one_topic(text, base), ("penalty",), found)
    if found.is_sharp:
        evened = _evened(text, base, found)
        if evened is not None:
            return Topics(evened, ("mean_length", "std_length"), found)
    return Topics(_penalised(text, base, found), ("penalty",), found)


def find_in_pieces(text: Text, start: Parameters) -> Topics:
    """Return the parameters of a text of any length, from pieces of it.

    A long text may have many short topics, which show in short pieces only: where most of those are
    clear, the lengths are theirs. Elsewhere larger pieces are judged. Of pieces with learnt lengths
    and pieces with a penalty the more frequent kind counts; of that the medians are taken.
    """
    if len(text) >= _LONG:
        pieces = _pieces(text, _SHORT_PIECE, _MOST_SHORT)
        clear = _clear(pieces)
        if len(clear) > len(pieces) / 2:
            found = [_judged(piece, start) for piece in clear]
            learnt = [each for each in found if "mean_length" in each.learnt]
            if len(learnt) > len(pieces) / 2:
                return _median(learnt)
    size = _PIECE * len(text) // len(text.runs)
    found = [_judged(piece, start) for piece in _pieces(text, size, _MOST_PIECES)]
    return found[0] if len(found) == 1 else _median(found)


def _pieces(text: Text, size: int, most: int) -> list[Text]:
    """Return some pieces of about `size` units, or of as many as D can be kept of."""
    pieces = _spread(text.pieces(size), most)
    if all(piece.can_be_stored for piece in pieces):
        return pieces
    return _pieces(text, min(size, len(text)) // 2, most)


def _spread(pieces: list[Text], most: int) -> list[Text]:
    """Return at most so many of the pieces, spread evenly."""
    if len(pieces) <= most:
        return pieces
    return [pieces[(2 * number + 1) * len(pieces) // (2 * most)] for number in range(most)]


def _clear(pieces: list[Text]) -> list[Text]:
    """Return the pieces that tell their topics clearly, or some where those are not most of all."""
    clear = []
    for place, piece in enumerate(pieces, start=1):
        if piece.evidence and piece.evidence.share == 1:
            clear.append(piece)
        piece.forget()
        if len(clear) + len(pieces) - place <= len(pieces) / 2:
            break
    return clear


def _judged(piece: Text, start: Parameters) -> Topics:
    """Judge a piece and leave nothing of it: all pieces of a long text would fill the memory."""
    found = find_topics(piece, start)
    piece.forget()
    return found


def _median(pieces: list[Topics]) -> Topics:
    """Return the medians over the pieces of the more frequent kind."""
    by_kind: dict[tuple[str, ...], list[Topics]] = {}
    for piece in pieces:
        by_kind.setdefault(piece.learnt, []).append(piece)
    learnt, kind = max(by_kind.items(), key=lambda item: len(item[1]))

    def middle(name: str) -> float:
        return float(np.median([getattr(piece.parameters, name) for piece in kind]))

    parameters = replace(
        kind[0].parameters,
        mean_length=middle("mean_length"),
        std_length=middle("std_length"),
        gamma=middle("gamma"),
        penalty=middle("penalty"),
        log_length=middle("log_length"),
        cues=middle("cues"),
        cut_odds=middle("cut_odds"),
        temperature=middle("temperature"),
    )
    return Topics(parameters, learnt)


def told_topics(text: Text, n_segments: int, start: Parameters) -> Topics:
    """Return the parameters with which the text is cut into a number of segments."""
    if float(len(text)) ** 2 * n_segments > _MOST_WEIGHED or not text.can_be_stored:
        mean = float(text.lengths.sum()) / n_segments
        return Topics(near_length(text, replace(start, mean_length=mean)), ("mean_length",))
    base = replace(start, excess=True, r=POWER, gamma=0.0, penalty=0.0, log_length=0.0)
    plain = text.programme(base, n_segments=n_segments).optimum()
    each = max(0.0, -plain.cost / n_segments)
    parameters = replace(
        base,
        log_length=_LOG_LENGTH * each,
        cues=_CUES * each,
        temperature=_warmth(_TEMPERATURE * each),
    )
    shown = sharpness(-plain.cost, text.pairs, text.expected, len(text))
    if n_segments == 1 or not is_sharp(shown):
        return Topics(parameters, ())
    return Topics(_evened_told(text, base, n_segments, plain), ("mean_length", "std_length"))


def near_length(text: Text, start: Parameters) -> Parameters:
    """Return the parameters with which segments are near a given mean length."""
    units = start.mean_length / max(float(text.lengths.mean()), 1e-12)
    return replace(
        start,
        excess=True,
        r=POWER,
        gamma=_gamma(_LENGTH, text, units),
        std_length=usual_deviation(start.mean_length),
    )


def _one_topic(text: Text, base: Parameters) -> Parameters:
    """Return parameters under which no cut pays."""
    gains = _gains(text, base, min(len(text), 40))
    rises = [(gain - gains[0]) / count for count, gain in enumerate(gains[1:], start=1)]
    # Beyond forty segments each more gains less than those did on average.
    penalty = 1.05 * max([*rises, 0.0]) + 1e-6
    return replace(
        base, penalty=penalty, cut_odds=0.3 / len(text), temperature=_warmth(_TEMPERATURE * penalty)
    )


def _penalised(text: Text, base: Parameters, found: Evidence) -> Parameters:
    """Return parameters under which the number that the evidence speaks for is the cheapest."""
    if found.number == 1:
        return _one_topic(text, base)
    most = min(len(text), max(found.number + 10, 2 * found.number))
    each = max(0.0, _gains(text, base, found.number)[-1] / found.number)
    base = replace(base, log_length=_LOG_LENGTH * each, cues=_CUES * each)
    gains = _gains(text, base, most)
    # Only numbers on the upper hull of the gains are the cheapest under some penalty.
    slopes = {number: _slopes(gains, number) for number in range(2, len(gains))}
    scores = found.scores
    reachable = [
        number for number, (low, high) in slopes.items() if low < high and number <= len(scores)
    ]
    if not reachable:
        return _one_topic(text, base)
    chosen = max(reachable, key=lambda number: float(scores[number - 1]))
    low, high = slopes[chosen]
    odds = (chosen - 1) / max(1, len(text) - chosen)
    return replace(
        base,
        penalty=max(0.0, (low + high) / 2),
        cut_odds=odds,
        temperature=_warmth(_heat(found) * each),
    )


def _slopes(gains: Floats, number: int) -> tuple[float, float]:
    """Return the most that further segments gain each, and the least that the last ones did."""
    at = gains[number - 1]
    after = [(gains[k - 1] - at) / (k - number) for k in range(number + 1, len(gains) + 1)]
    before = [(at - gains[k - 1]) / (number - k) for k in range(1, number)]
    return max(after), min(before)


def _gains(text: Text, parameters: Parameters, most: int) -> Floats:
    """Return the gains of the best segmentations into 1, 2, .. `most` segments."""
    costs = text.programme(parameters).path_costs(max(1, min(most, len(text))))
    gains: Floats = -costs[np.isfinite(costs)]
    return gains


def _evened(text: Text, base: Parameters, found: Evidence) -> Parameters | None:
    """Learn the lengths of a sharp text; nothing where the plain optimum is more even."""
    gains = _gains(text, base, min(len(text), len(found.gaps)))
    top = float(found.gaps.max())
    most = len(gains)
    mean = len(text) / found.best_gap
    cues = _CUES * max(0.0, float(gains[min(found.best_gap, most) - 1])) / found.best_gap
    best: tuple[float, Parameters, Segmentation] | None = None
    for start in _STARTS:
        solution, learnt = _rounds(text, base, max(2.0, start * mean), cues)
        segmentation = solution.segmentation
        count = min(len(segmentation), most)
        lost = float(gains[count - 1]) - text.gain(segmentation)
        worth = (float(found.gaps[count - 1]) - lost) / top
        worth += _EVENNESS * math.log(learnt.mean_length / learnt.std_length)
        if best is None or worth > best[0]:
            best = worth, learnt, segmentation
    if best is None:
        return None
    _, learnt, segmentation = best
    number = max(1, found.number)
    plain = text.programme(base, n_segments=min(number, len(text))).optimum()
    lengths = measured(text.lengths, plain.segmentation)
    plain_mean = float(lengths.mean())
    uneven = learnt.std_length / learnt.mean_length
    if spread(lengths, plain_mean) / plain_mean < uneven or len(segmentation) > _DRIFT * (
        found.best_gap
    ):
        return None
    each = max(0.0, text.gain(segmentation) / len(segmentation))
    scale = 1 - learnt.gamma
    odds = len(segmentation) / max(1, len(text) - len(segmentation))
    return replace(
        learnt,
        cut_odds=odds ** (1 - found.share / 2),
        temperature=_warmth(scale * each * _heat(found)),
    )


def _rounds(text: Text, base: Parameters, mean: float, cues: float) -> tuple[Solution, Parameters]:
    """Follow a mean length (in units) to where it leads."""
    scale = float(text.lengths.mean())
    current = replace(
        base,
        mean_length=mean * scale,
        std_length=usual_deviation(mean * scale),
        gamma=_gamma(_LENGTH, text, mean),
    )
    current = replace(current, cues=cues * (1 - current.gamma))
    solution = text.programme(current).optimum()
    for _ in range(_ROUNDS):
        lengths = measured(text.lengths, solution.segmentation)
        found = float(lengths.mean())
        following = replace(
            current,
            mean_length=found,
            std_length=spread(lengths, found),
            gamma=_gamma(_LENGTH, text, found / scale),
        )
        following = replace(following, cues=cues * (1 - following.gamma))
        if following == current:
            break
        current = following
        solution = text.programme(current).optimum()
    return solution, current


def _evened_told(text: Text, base: Parameters, n_segments: int, plain: Solution) -> Parameters:
    """Learn how even the lengths of a number of segments are."""
    mean = float(text.lengths.sum()) / n_segments
    gamma = _gamma(_LENGTH_TOLD, text, len(text) / n_segments)
    each = max(0.0, -plain.cost / n_segments)
    base = replace(base, mean_length=mean, gamma=gamma, cues=_CUES * (1 - gamma) * each)
    own = measured(text.lengths, plain.segmentation)
    best: tuple[float, Parameters] | None = None
    for start in (_EVEN_SPREAD * mean, spread(own, mean)):
        current = replace(base, std_length=start)
        solution = plain
        for _ in range(_ROUNDS):
            solution = text.programme(current, n_segments=n_segments).optimum()
            following = replace(
                base, std_length=spread(measured(text.lengths, solution.segmentation), mean)
            )
            if following == current:
                break
            current = following
        worth = text.gain(solution.segmentation) / max(-plain.cost, 1e-12)
        worth -= _EVENNESS * math.log(current.std_length / mean)
        if best is None or worth > best[0]:
            best = worth, current
    return replace(
        best[1] if best else base, temperature=_warmth((1 - gamma) * each * _TEMPERATURE)
    )


def _gamma(weight: float, text: Text, units: float) -> float:
    """Return gamma such that the length term has a weight in deviations of D."""
    against = weight * text.deviation * math.sqrt(max(units, 1.0))
    return against / (1 + against)


def _heat(found: Evidence) -> float:
    """Return the temperature in mean gains of a segment: the lower the clearer the text is."""
    usual = _TALK_TEMPERATURE if found.is_talk else _TEMPERATURE
    sharp = min(_WARMEST, _SHARP_TEMPERATURE / max(found.strength, 1e-6) ** 3)
    return float(usual ** (1 - found.share) * sharp**found.share)


def _warmth(temperature: float) -> float:
    """Return a temperature that is one, also where nothing is gained."""
    return max(temperature, 1e-6)
