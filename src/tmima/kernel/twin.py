"""The kernel in NumPy: same names, same signatures, same results as the compiled one.

It serves where the package was installed without a C compiler, and it is the readable statement of
what the kernel computes.
"""

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]
IndexArray = NDArray[np.int64]
RowArray = NDArray[np.int32]
FlagArray = NDArray[np.uint8]


def shared_columns(
    unit_starts: IndexArray,
    unit_words: RowArray,
    posting_starts: IndexArray,
    postings: RowArray,
    places: IndexArray,
    first: int,
    last: int,
    reach: int,
    diagonal: bool,
    word_weights: FloatArray,
    slots: IndexArray,
    column_starts: IndexArray,
    rows: RowArray,
    sums: FloatArray,
) -> int:
    """List, for each unit t of [first, last), the units s <= t that share a word with it.

    Only units s >= t - reach are looked at.
    `unit_words[unit_starts[t]:unit_starts[t + 1]]` are the distinct words of unit t, and
    `postings[posting_starts[w]:posting_starts[w + 1]]` the rising units that hold word w;
    `places[i]` is where in `postings` the occurrence `unit_words[i]` stands. The units found for t
    are written, each once and in no promised order, into
    `rows[column_starts[t - first]:column_starts[t - first + 1]]`; t itself is among them only if
    `diagonal`. If there are weights of words, `sums` has for each row the sum of the weights of
    the words that the two units share, added in the order of the words. `slots` is scratch of one
    entry a unit, -1 before the call. Returns the number of rows written.
    """
    count = 0
    for column in range(first, last):
        column_starts[column - first] = count
        found = []
        for occurrence in range(unit_starts[column], unit_starts[column + 1]):
            start = posting_starts[unit_words[occurrence]]
            holders = postings[start : places[occurrence] + diagonal]
            found.append(holders[np.searchsorted(holders, column - reach) :])
        distinct = np.unique(np.concatenate(found)) if found else rows[:0]
        written = slice(count, count + len(distinct))
        rows[written] = distinct
        if len(word_weights):
            sums[written] = 0.0
            words = unit_words[unit_starts[column] : unit_starts[column + 1]]
            for word, holders in zip(words, found, strict=True):
                sums[count + np.searchsorted(distinct, holders)] += word_weights[word]
        count += len(distinct)
    column_starts[last - first] = count
    return count


def largest_window(
    unit_starts: IndexArray,
    unit_words: RowArray,
    word_weights: FloatArray,
    frequencies: RowArray,
    count: int,
) -> float:
    """Return the largest sum of weighted squared frequencies that a window of `count` units has.

    It is the sum over words of the word's weight times the square of the number of units in the
    window that hold it. `frequencies` is scratch of one entry a word, 0 before the call.
    """
    total = largest = 0.0
    units = len(unit_starts) - 1
    for unit in range(units):
        words = unit_words[unit_starts[unit] : unit_starts[unit + 1]]
        total += float(np.sum(word_weights[words] * (2 * frequencies[words] + 1)))
        frequencies[words] += 1
        if unit >= count:
            words = unit_words[unit_starts[unit - count] : unit_starts[unit - count + 1]]
            frequencies[words] -= 1
            total -= float(np.sum(word_weights[words] * (2 * frequencies[words] + 1)))
        largest = max(largest, total)
    return largest


def weigh(
    weights: FloatArray,
    row_sums: FloatArray,
    positions: FloatArray,
    density_weights: FloatArray,
    mean_length: float,
    length_weight: float,
    column: int,
    earliest: int,
) -> None:
    """Write the costs of the segments that end with unit `column`.

    That of s..column, with s from `earliest` on, goes to `weights[s - earliest]`:

        length_weight * (positions[column + 1] - positions[s] - mean_length)^2
            - density_weights[s - column - 1] * (row_sums[s] + ... + row_sums[column])

    The density weights are counted from their end, the last being that of a single unit.
    """
    starts = slice(earliest, column + 1)
    inside = np.cumsum(row_sums[starts][::-1])[::-1]
    deviation = (positions[column + 1] - positions[starts]) - mean_length
    weights[: len(inside)] = (deviation * deviation) * length_weight - (
        inside * density_weights[len(density_weights) - len(inside) :]
    )


def advance(
    values: FloatArray,
    previous: RowArray,
    previous_ranks: RowArray,
    spreads: FloatArray,
    row_sums: FloatArray,
    weights: FloatArray,
    costs: FloatArray,
    positions: FloatArray,
    density_weights: FloatArray,
    mean_length: float,
    length_weight: float,
    temperature: float,
    step: int,
    earliest: IndexArray,
    latest: IndexArray,
    closed: FlagArray,
    first: int,
    column_starts: IndexArray,
    rows: RowArray,
    entries: FloatArray,
) -> None:
    """Carry the recursion over the next columns of D, whatever its sum.

    The columns t = first, first + 1, ... are given sparsely: their rows s <= t (each at most once)
    and the entries D[s, t]. `row_sums[s]` holds D[s, s] + 2 * (D[s, s+1] + ... + D[s, t]), so the
    sum of D over the square of the units s..t is row_sums[s] + ... + row_sums[t], and no square
    is ever stored.

    `values[t, l]` belongs to the place before unit t, after l segments if `step` is 1 (if it is 0
    there is one layer, whatever the number of segments). A segment s..t may have its first unit
    from earliest[t] to latest[t], neither of which ever falls, and no segment may end at a place
    that is closed; a place that no segmentation reaches has the value infinity, as all have before
    the first call. With w(s, t) the cost that `weigh` gives,

        values[t + 1, l] = the sum over s of values[s, l - step] + w(s, t)

    where the sum is, by temperature:

    - 0: the least costs of all, as many as there are ranks, rising; `previous` and
      `previous_ranks` say from which s and which of its ranks each comes. Among equals those from
      the largest s come first, from one s those of the lower rank.
    - above 0: the soft minimum, -temperature * log(sum of exp(-cost / temperature)), and in
      `spreads[t + 1, l]` the entropy of the choice of s.

    `weights` and `costs` are scratch, of as many entries as the longest segment has units.
    """
    for index in range(len(column_starts) - 1):
        column = first + index
        _add_column(row_sums, column, column_starts, index, rows, entries, 1.0)
        oldest, newest = int(earliest[column]), int(latest[column])
        if closed[column + 1] or newest < oldest:
            continue
        weigh(
            weights, row_sums, positions, density_weights, mean_length, length_weight,
            column, oldest,
        )  # fmt: skip
        # From the latest start to the earliest, so that the first minimum is the largest start.
        starts = slice(newest, oldest - 1 if oldest else None, -1)
        onward = weights[: newest - oldest + 1][::-1]
        layers = values.shape[1] - step
        candidates = values[starts, :layers] + onward[:, None, None]
        arrived = values[column + 1, step:]
        if temperature > 0:
            _fold_soft(arrived, spreads[column + 1, step:], candidates[:, :, 0], temperature)
        else:
            ranks = values.shape[2]
            flat = candidates.transpose(1, 0, 2).reshape(layers, -1)
            order = np.argsort(flat, axis=1, kind="stable")[:, :ranks]
            kept = order.shape[1]
            arrived[:, :kept] = np.take_along_axis(flat, order, axis=1)
            previous[column + 1, step:, :kept] = newest - order // ranks
            previous_ranks[column + 1, step:, :kept] = order % ranks


def retreat(
    values: FloatArray,
    beyond: FloatArray,
    row_sums: FloatArray,
    weights: FloatArray,
    positions: FloatArray,
    density_weights: FloatArray,
    mean_length: float,
    length_weight: float,
    temperature: float,
    step: int,
    earliest: IndexArray,
    latest: IndexArray,
    closed: FlagArray,
    first: int,
    column_starts: IndexArray,
    rows: RowArray,
    entries: FloatArray,
) -> None:
    """Carry the same recursion back from the end of the text over the given columns.

    With `values` as `advance` left them, `beyond[s, l]` is for the place s after l segments, by
    temperature:

    - 0: the least cost of the ways on from there, the minimum over t of
      w(s, t) + beyond[t + 1, l + step]; infinity before the first call, but for the end.
    - above 0: the probability of coming through there, the sum over t of beyond[t + 1, l + step]
      times the share of s in values[t + 1, l + step]; 0 before the first call, but for the end.

    `row_sums`, which `advance` filled, is emptied column by column: when column t is weighed it is
    again as it was then.
    """
    layers = beyond.shape[1] - step
    for index in range(len(column_starts) - 2, -1, -1):
        column = first + index
        oldest, newest = int(earliest[column]), int(latest[column])
        if not closed[column + 1] and newest >= oldest:
            weigh(
                weights, row_sums, positions, density_weights, mean_length, length_weight,
                column, oldest,
            )  # fmt: skip
            starts = slice(oldest, newest + 1)
            onward = beyond[column + 1, step:]
            costs = weights[: newest - oldest + 1, None]
            if temperature == 0:
                beyond[starts, :layers] = np.minimum(beyond[starts, :layers], costs + onward)
            else:
                open_ways = onward > 0
                total = values[column + 1, step:, 0][open_ways]
                before = values[starts, :layers, 0][:, open_ways]
                shares = np.exp(-(before + costs - total) / temperature)
                beyond[starts, :layers][:, open_ways] += onward[open_ways] * shares
        _add_column(row_sums, column, column_starts, index, rows, entries, -1.0)


def _add_column(
    row_sums: FloatArray,
    column: int,
    column_starts: IndexArray,
    index: int,
    rows: RowArray,
    entries: FloatArray,
    sign: float,
) -> None:
    part = slice(column_starts[index], column_starts[index + 1])
    touched = rows[part]
    row_sums[touched] += np.where(touched == column, sign, 2.0 * sign) * entries[part]


def _fold_soft(
    arrived: FloatArray, spreads: FloatArray, candidates: FloatArray, temperature: float
) -> None:
    least = candidates.min(axis=0)
    reached = least < np.inf
    excess = (candidates[:, reached] - least[reached]) / temperature
    shares = np.exp(-excess)
    totals = shares.sum(axis=0)
    arrived[reached, 0] = least[reached] - temperature * np.log(totals)
    spread = (shares * np.where(shares > 0, excess, 0.0)).sum(axis=0)
    spreads[reached] = np.log(totals) + spread / totals
