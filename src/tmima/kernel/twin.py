"""The kernel in NumPy: same names, same signatures, same results as the compiled one.

It serves where the package was installed without a C compiler, and it is the readable statement of
what the kernel computes.
"""

import math
from itertools import pairwise

import numpy as np

from tmima.kernel.arrays import Floats, Indices, Rows, exponential, one_by_one, saturated
from tmima.kernel.groups import Bounds, Columns, Cost, Mode, Scratch, ValueTable, WordLists

__all__ = [
    "add_degrees",
    "backward",
    "count_segments_beyond",
    "distinct_terms",
    "forward",
    "forward_by_each_cost",
    "largest_window",
    "one_minus_exp",
    "shared_columns",
    "weigh",
    "write_inverted_index",
]

# As in the compiled kernel.
_UNLIKELY = 1e-12
_IMPROBABLE = 27.7
# Beyond it `exponential` has no answer, and exp(-x) is taken to be 0.
_FAR = 700.0


def shared_columns(lists: WordLists, reach: int, diagonal: bool, block: Columns) -> int:
    """List, for each unit t of a block, the units s <= t that share a word with it.

    Only units s >= t - reach are looked at, t itself only if `diagonal`. The block's `starts` say
    by their number how many units t there are from its `first` on. They are written, and so are
    `rows`, each row of a column once, word after word, the nearest unit first, for what
    is drawn at random for a text is seeded with that order. If there are weights of words,
    `values` has for each row the sum of the weights of the words that the two units share, added in
    the order of the words. Rows and values must have room for all that can be found. Returns the
    number of rows written.
    """
    count = 0
    for column in range(block.first, block.last):
        block.starts[column - block.first] = count
        occurrences = range(lists.unit_starts[column], lists.unit_starts[column + 1])
        found = []
        for occurrence in occurrences:
            start = lists.posting_starts[lists.unit_words[occurrence]]
            holders = lists.postings[start : lists.places[occurrence] + diagonal]
            found.append(holders[np.searchsorted(holders, column - reach) :][::-1])
        met = np.concatenate(found) if found else block.rows[:0]
        distinct, firsts = np.unique(met, return_index=True)
        order = np.argsort(firsts)
        written = slice(count, count + len(distinct))
        block.rows[written] = distinct[order]
        if len(lists.word_weights):
            block.values[written] = 0.0
            places = np.empty(len(distinct), dtype=np.int64)
            places[order] = count + np.arange(len(distinct))
            for occurrence, holders in zip(occurrences, found, strict=True):
                weight = lists.word_weights[lists.unit_words[occurrence]]
                block.values[places[np.searchsorted(distinct, holders)]] += weight
        count += len(distinct)
    block.starts[-1] = count
    return count


def write_inverted_index(
    posting_starts: Indices,
    postings: Rows,
    places: Rows,
    unit_starts: Indices,
    unit_words: Rows,
) -> None:
    """Write the inverted index: for each word the units that hold it, in rising order.

    They are the `posting_starts`, `postings` and `places` of `WordLists`.
    """
    posting_starts[0] = 0
    np.cumsum(np.bincount(unit_words, minlength=len(posting_starts) - 1), out=posting_starts[1:])
    owners = np.repeat(np.arange(len(unit_starts) - 1, dtype=np.int32), np.diff(unit_starts))
    order = np.argsort(unit_words, kind="stable")
    postings[:] = owners[order]
    places[order] = np.arange(len(order), dtype=np.int32)


def distinct_terms(edges: Indices, numbers: Rows, terms: Rows, width: int) -> tuple[Indices, Rows]:
    """List the terms that each row of words holds, rising, each once.

    Args:
        edges: where the rows begin, and the end of the last.
        numbers: of the words; one below 0 holds nothing.
        terms: of the words by number, on one level or on several; -1 for none.
        width: more than any term.

    Returns:
        where the terms of each row begin, and the terms.
    """
    starts, held = np.zeros(len(edges), dtype=np.int64), [np.empty(0, dtype=np.int32)]
    for row, (first, last) in enumerate(pairwise(edges.tolist())):
        some = numbers[first:last]
        found = np.unique(terms[:, some[some >= 0]])
        held.append(found[found >= 0])
        starts[row + 1] = starts[row] + len(held[-1])
    return starts, np.concatenate(held)


def one_minus_exp(values: Floats) -> None:
    """Replace each number x, not negative, by 1 - exp(-x)."""
    values[:] = saturated(values)


def largest_window(
    unit_starts: Indices, unit_words: Rows, word_weights: Floats, frequencies: Rows, count: int
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


def weigh(scratch: Scratch, cost: Cost, column: int, earliest: int) -> None:
    """Write the costs of the segments that end with unit `column`.

    That of s..column, with s from `earliest` on, goes to `scratch.weights[s - earliest]`:

        length_weight * (positions[column + 1] - positions[s] - mean_length)^2
            - density_weights[s - column - 1] * (inside - expected)
            + count_costs[s - column - 1] + place_costs[column + 1]

    where inside = row_sums[s] + ... + row_sums[column], and expected is what `Expected` says of
    these units. Weights and costs by number of units are counted from their end, the last being
    that of a single unit.
    """
    starts = slice(earliest, column + 1)
    inside = np.cumsum(scratch.row_sums[starts][::-1])[::-1]
    sums, squares, scale = cost.expected
    if len(sums):
        between = sums[column + 1] - sums[starts]
        inside = inside - scale * (between * between - (squares[column + 1] - squares[starts]))
    deviation = (cost.positions[column + 1] - cost.positions[starts]) - cost.mean_length
    count = len(inside)
    scratch.weights[:count] = (deviation * deviation) * cost.length_weight - (
        inside * cost.density_weights[len(cost.density_weights) - count :]
    )
    if len(cost.count_costs):
        scratch.weights[:count] += cost.count_costs[len(cost.count_costs) - count :]
    if len(cost.place_costs):
        scratch.weights[:count] += cost.place_costs[column + 1]


def forward(
    table: ValueTable, scratch: Scratch, cost: Cost, bounds: Bounds, mode: Mode, block: Columns
) -> None:
    """Fill the table of the dynamic programme for the next columns of D, from left to right.

    The columns come from left to right, each once. `row_sums[s]` holds
    D[s, s] + 2 * (D[s, s+1] + ... + D[s, t]), so the sum of D over the square of the units s..t is
    row_sums[s] + ... + row_sums[t], and no square is ever stored.

    `values[t, l]` belongs to the place before unit t, after l segments if `step` is 1 (if it is 0
    there is one layer, whatever the number of segments). A segment s..t may have its first unit
    from earliest[t] to latest[t], and no segment may end at a place that is closed; a place that no
    segmentation reaches has the value infinity, as all but the first have before the first call.
    With w(s, t) the cost that `weigh` gives,

        values[t + 1, l] = the sum over s of values[s, l - step] + w(s, t)

    where the sum is, by temperature:

    - 0: the least costs of all, as many as there are ranks, rising, with the bias of the layer
      added, if there are biases; `previous` and
      `previous_ranks` say from which s and which of its ranks each comes. Among equals those from
      the largest s come first, from one s those of the lower rank.
    - above 0: the soft minimum, -temperature * log(sum of exp(-cost / temperature)), and in
      `spreads[t + 1, l]` the entropy of the choice of s. With one layer, and each s as probable as
      its share exp(-cost / temperature) of that sum, `counts[:, t + 1]` has the mean number of
      segments before the place, and the mean of its square.
    """
    values, previous, previous_ranks, spreads, counts = table
    temperature, step, biases = mode
    for index in range(len(block.starts) - 1):
        column = block.first + index
        _add_column(scratch.row_sums, block, index, 1.0)
        oldest, newest = int(bounds.earliest[column]), int(bounds.latest[column])
        if bounds.closed[column + 1] or newest < oldest:
            continue
        weigh(scratch, cost, column, oldest)
        # From the latest start to the earliest, so that the first minimum is the largest start.
        starts = slice(newest, oldest - 1 if oldest else None, -1)
        onward = scratch.weights[: newest - oldest + 1][::-1]
        layers = values.shape[1] - step
        candidates = values[starts, :layers] + onward[:, None, None]
        arrived = values[column + 1, step:]
        if temperature > 0:
            shares = _write_soft_minima(
                arrived, spreads[column + 1, step:], candidates[:, :, 0], temperature
            )
            if counts.size and shares.size:
                mean, square = counts[:, starts] @ shares[:, 0]
                counts[:, column + 1] = mean + 1.0, square + 2.0 * mean + 1.0
        else:
            ranks = values.shape[2]
            if ranks == 1:
                nearest = np.argmin(candidates[:, :, 0], axis=0)
                arrived[:, 0] = candidates[nearest, np.arange(layers), 0]
                if len(previous):
                    previous[column + 1, step:, 0] = newest - nearest
                if len(biases):
                    arrived[:, 0] += biases
                continue
            flat = candidates.transpose(1, 0, 2).reshape(layers, -1)
            order = np.argsort(flat, axis=1, kind="stable")[:, :ranks]
            kept = order.shape[1]
            arrived[:, :kept] = np.take_along_axis(flat, order, axis=1)
            previous[column + 1, step:, :kept] = newest - order // ranks
            previous_ranks[column + 1, step:, :kept] = order % ranks


def forward_by_each_cost(
    positions: Floats,
    mean_lengths: Floats,
    length_weights: Floats,
    density_weights: Floats,
    values: Floats,
    previous: Rows,
    block: Columns,
) -> None:
    """Write the least costs of one text by many costs at once, and the place each comes from.

    The block is the whole of D. A row of `values` and `previous` belongs to a place, a column to a
    cost; the values are infinite before the call but for those of place 0, which are 0. The costs
    are those of `weigh` without what is expected and without count and place costs; a row of
    `density_weights` belongs to a number of units, from all of them down to 1.
    """
    size = len(positions) - 1
    row_sums = np.zeros(size)
    for column in range(size):
        _add_column(row_sums, block, column, 1.0)
        inside = np.cumsum(row_sums[column::-1])[:, None]
        deviation = (positions[column + 1] - positions[column::-1])[:, None] - mean_lengths
        weights = (deviation * deviation) * length_weights - inside * density_weights[
            : -column - 2 : -1
        ]
        costs = weights + values[column::-1]
        latest = costs.argmin(axis=0)
        previous[column + 1] = column - latest
        values[column + 1] = costs.min(axis=0)


def backward(
    table: ValueTable,
    beyond: Floats,
    scratch: Scratch,
    cost: Cost,
    bounds: Bounds,
    mode: Mode,
    block: Columns,
) -> None:
    """Go over the same recursion from the end of the text to its beginning (backward pass).

    The columns come from right to left. With `values` as `forward` left them, `beyond[s, l]` is for
    the place s after l segments, by temperature:

    - 0: the least cost of the ways on from there, the minimum over t of
      w(s, t) + beyond[t + 1, l + step]; infinity before the first call, but for the end.
    - above 0: the probability of coming through there, the sum over t of beyond[t + 1, l + step]
      times the share of s in values[t + 1, l + step]; 0 before the first call, but for the end.

    `row_sums`, which `forward` filled, is emptied column by column: when column t is weighed it is
    again as it was then.
    """
    temperature, step, _ = mode
    layers = beyond.shape[1] - step
    for index in range(len(block.starts) - 2, -1, -1):
        column = block.first + index
        oldest, newest = int(bounds.earliest[column]), int(bounds.latest[column])
        if not bounds.closed[column + 1] and newest >= oldest:
            weigh(scratch, cost, column, oldest)
            starts = slice(oldest, newest + 1)
            onward = beyond[column + 1, step:]
            costs = scratch.weights[: newest - oldest + 1, None]
            if temperature == 0:
                beyond[starts, :layers] = np.minimum(beyond[starts, :layers], costs + onward)
            else:
                open_ways = onward > 0
                total = table.values[column + 1, step:, 0][open_ways]
                before = table.values[starts, :layers, 0][:, open_ways]
                shares = _exp_of_minus((before + costs - total) / temperature)
                beyond[starts, :layers][:, open_ways] += onward[open_ways] * shares
        _add_column(scratch.row_sums, block, index, -1.0)


def count_segments_beyond(
    table: ValueTable,
    counts: Floats,
    bands: Indices,
    scratch: Scratch,
    cost: Cost,
    bounds: Bounds,
    mode: Mode,
    block: Columns,
) -> None:
    """Write the distribution of the number of segments that follow each place.

    With the values of one layer as `forward` left them at a temperature, counts[s, k] is the
    probability of a cut at place s with k segments beyond it: the sum over t of
    counts[t + 1, k - 1] times the share of s in values[t + 1]. There is a column for every number
    up to that of the units. Before the first call all are 0, but 1 at the end of the text for no
    segment. `bands` has the first and the last number that is met at each place; before the first
    call more than all numbers and -1, but 0 and 0 at the end. `row_sums` is emptied as by
    `backward`.
    """
    for index in range(len(block.starts) - 2, -1, -1):
        column = block.first + index
        starts, shares = _start_probabilities(table, scratch, cost, bounds, mode, column)
        met = np.flatnonzero(counts[column + 1] >= _UNLIKELY)
        if len(starts) and len(met):
            low, high = int(met[0]), int(met[-1])
            beyond = counts[column + 1, low : high + 1]
            for start, share in zip(starts.tolist(), shares.tolist(), strict=True):
                counts[start, low + 1 : high + 2] += share * beyond
            bands[starts, 0] = np.minimum(bands[starts, 0], low + 1)
            bands[starts, 1] = np.maximum(bands[starts, 1], high + 1)
        _add_column(scratch.row_sums, block, index, -1.0)


def _start_probabilities(
    table: ValueTable, scratch: Scratch, cost: Cost, bounds: Bounds, mode: Mode, column: int
) -> tuple[Indices, Floats]:
    """Return where a segment that ends with a unit may start, and how probable each start is."""
    oldest, newest = int(bounds.earliest[column]), int(bounds.latest[column])
    if bounds.closed[column + 1] or newest < oldest:
        return np.empty(0, dtype=np.int64), np.empty(0)
    weigh(scratch, cost, column, oldest)
    starts = np.arange(oldest, newest + 1)
    with np.errstate(invalid="ignore"):
        costs = table.values[starts, 0, 0] + scratch.weights[: len(starts)]
        excess = (costs - table.values[column + 1, 0, 0]) / mode.temperature
    near = excess < _IMPROBABLE
    return starts[near], exponential(-excess[near])


def add_degrees(row_degrees: Floats, column_degrees: Floats, horizon: int, block: Columns) -> int:
    """Add the values of a block to the degrees of their rows, and to those of their columns.

    The diagonal does not count, nor do rows more than `horizon` above it. Returns how many entries
    these were.
    """
    columns = block.columns()
    pair = (block.rows != columns) & (columns - block.rows <= horizon)
    rows, columns, values = block.rows[pair], columns[pair], block.values[pair]
    row_degrees += np.bincount(rows, values, len(row_degrees))
    column_degrees += np.bincount(columns, values, len(column_degrees))
    return len(pair) - len(rows)


def _add_column(row_sums: Floats, block: Columns, index: int, sign: float) -> None:
    part = slice(block.starts[index], block.starts[index + 1])
    rows = block.rows[part]
    row_sums[rows] += np.where(rows == block.first + index, sign, 2.0 * sign) * block.values[part]


def _write_soft_minima(
    arrived: Floats, spreads: Floats, candidates: Floats, temperature: float
) -> Floats:
    """Write soft minima and entropies; return the probability of each start, by layer reached."""
    least = candidates.min(axis=0)
    reached = least < np.inf
    excess = (candidates[:, reached] - least[reached]) / temperature
    shares = _exp_of_minus(excess)
    totals = shares.sum(axis=0)
    logarithms = one_by_one(math.log, totals)
    arrived[reached, 0] = least[reached] - temperature * logarithms
    spread = (shares * np.where(shares > 0, excess, 0.0)).sum(axis=0)
    spreads[reached] = logarithms + spread / totals
    parts: Floats = shares / totals
    return parts


def _exp_of_minus(excess: Floats) -> Floats:
    """Return exp(-excess), the same on every processor; a large excess underflows to 0."""
    return np.where(excess < _FAR, exponential(-np.minimum(excess, _FAR)), 0.0)
