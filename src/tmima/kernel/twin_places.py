"""What is seen at the places of a text, in NumPy: the same as the compiled one, to the last bit."""

import math

import numpy as np

from tmima.kernel.arrays import Floats, Indices, Rows, Singles, exponential, one_by_one
from tmima.kernel.groups import Columns, Expected

__all__ = [
    "add_pairs",
    "add_products",
    "add_splits",
    "add_windows",
    "believe",
    "follow_words",
    "normalise",
    "write_likelihoods",
    "write_odds",
    "write_squares",
]

# A way that is less probable by so much counts for nothing.
_NEGLIGIBLE = -40.0


def add_products(found: Singles, values: Singles, weights: Singles) -> None:
    """Add the product of values and weights, input after input: no order but this one."""
    rows, inputs = values.shape
    if found.shape != (rows, weights.shape[1]) or len(weights) != inputs:
        raise ValueError(f"{rows} rows of {inputs} numbers do not fit these weights")
    for given, row in zip(values.T, weights, strict=True):
        found += given[:, None] * row


def normalise(
    found: Singles, values: Singles, weights: Singles, biases: Singles, least: float
) -> None:
    """Write each row with mean 0 and deviation 1 (`least` is added to its square), then scaled."""
    count = np.float32(values.shape[1])
    mean = _row_sums(values) / count
    off = values - mean[:, None]
    spread = np.sqrt(_row_sums(off * off) / count + np.float32(least))
    found[:] = (off / spread[:, None]) * weights + biases


def _row_sums(values: Singles) -> Singles:
    """Add up each row from left to right."""
    sums = np.zeros(len(values), dtype=np.float32)
    for column in values.T:
        sums += column
    return sums


def add_windows(across: Floats, within: Floats, sizes: Indices, block: Columns) -> None:
    """Add each entry D[s, t] to all windows that hold it, as differences along the places.

    For the window of a row, `across` has the sum of D between the units before a place and those
    after it: an entry is added at the first place where it counts, and taken off behind the last.
    `within` has the sum over pairs in the window that begins at a place, its places shifted by the
    widest window, for windows that begin before the text.
    """
    widest = int(sizes[-1])
    rows, columns = block.rows.astype(np.int64), block.columns().astype(np.int64)
    apart = columns - rows
    for number, window in enumerate(sizes.tolist()):
        near = (apart > 0) & (apart < 2 * window)
        s, t, value = rows[near], columns[near], block.values[near]
        far = t - s > window
        begins, ends = np.where(far, t - window, s), np.where(far, s + window, t)
        _add(across[number], begins + 1, ends + 1, value)
        inner = t - s < window
        s, t, value = s[inner], t[inner], value[inner]
        _add(within[number], widest + t - window + 1, widest + s + 1, value)


def _add(sums: Floats, begins: Indices, ends: Indices, values: Floats) -> None:
    """Add values where they begin and take them off where they end, one after the other."""
    places = np.stack((begins, ends), axis=1).ravel()
    np.add.at(sums, places, np.stack((values, -values), axis=1).ravel())


def add_splits(
    found: Floats,
    starts: Indices,
    words: Rows,
    window: int,
    vocabulary: int,
    single: Floats,
    whole: Floats,
) -> None:
    """Add how much better two compound multinomials tell the words around a place than one.

    They are the words of the `window` units on each side. With alpha the weight of a word before
    anything is seen, single[k] = log gamma(k + alpha), whole[n] = log gamma(n + vocabulary alpha).
    """
    units = len(starts) - 1
    before, after = [0] * vocabulary, [0] * vocabulary
    left = right = both = 0.0
    on_left = on_right = 0
    terms: list[int] = words.tolist()
    one: list[float] = single.tolist()
    all_of: list[float] = whole.tolist()

    def held(unit: int) -> list[int]:
        return terms[starts[unit] : starts[unit + 1]]

    def more(count: int) -> float:
        return one[count + 1] - one[count]

    for unit in range(min(window, units)):
        for word in held(unit):
            both += more(after[word])
            right += more(after[word])
            after[word] += 1
            on_right += 1
    for place in range(1, units):
        for word in held(place - 1):
            after[word] -= 1
            right -= more(after[word])
            left += more(before[word])
            before[word] += 1
            on_left += 1
            on_right -= 1
        if place + window - 1 < units:
            for word in held(place + window - 1):
                right += more(after[word])
                both += more(after[word] + before[word])
                after[word] += 1
                on_right += 1
        if place - window - 1 >= 0:
            for word in held(place - window - 1):
                before[word] -= 1
                left -= more(before[word])
                both -= more(after[word] + before[word])
                on_left -= 1
        found[place] += (
            left
            + right
            - both
            + all_of[0]
            - all_of[on_left]
            - all_of[on_right]
            + all_of[on_left + on_right]
        )


def follow_words(
    changes: Floats,
    counts: Rows,
    starts: Indices,
    words: Rows,
    vocabulary: int,
    gaps: Indices,
) -> None:
    """Write where words that recur within each gap begin and cease to count, and how many do.

    A unit holds a word once. From the first place behind a unit on, those count that come again
    within the gap after it, and no more those that were met within it before. One that occurs n
    times weighs 1 / sqrt(n - 1). The rows of `counts` are the words of a unit that begin in it,
    that end in it, and that occur once.
    """
    units = len(starts) - 1
    owners = np.repeat(np.arange(units), np.diff(starts))
    times = np.bincount(words, minlength=vocabulary)
    order = np.argsort(words, kind="stable")
    again = words[order[1:]] == words[order[:-1]]
    earlier, later = order[:-1][again], order[1:][again]
    before, after = np.zeros((2, len(words)), dtype=np.int64)
    before[later] = after[earlier] = owners[later] - owners[earlier]
    weights = 1 / np.sqrt(np.maximum(1, times - 1))[words]
    for change, gap in zip(changes, gaps.tolist(), strict=True):
        for sign, apart in ((1, after), (-1, before)):
            near = (apart > 0) & (apart <= gap)
            some = np.bincount(owners[near], weights[near], units)
            change[1:] = some if sign > 0 else change[1:] - some
        change[0] = 0.0
    recurring = times[words] > 1
    for count, some in zip(
        counts, (recurring & (before == 0), recurring & (after == 0), ~recurring), strict=True
    ):
        count[:] = np.bincount(owners[some], minlength=units)


def write_squares(
    found: Floats,
    row_sums: Floats,
    expected: Expected,
    deviation: float,
    first: int,
    block: Columns,
) -> None:
    """Write what the squares of the 1, 2, .. units up to each unit of a block have beyond chance.

    In deviations. Only units from `first` on are looked at; `found` and `row_sums` begin with it.
    `row_sums` are those of `forward`, carried from block to block; the diagonal does not count.
    """
    width = found.shape[1]
    sums, squares, scale = expected
    for index in range(len(block.starts) - 1):
        column = block.first + index
        oldest = max(first, column + 1 - width)
        part = slice(block.starts[index], block.starts[index + 1])
        rows = block.rows[part]
        pair = (rows != column) & (rows >= oldest)
        row_sums[rows[pair] - first] += 2.0 * block.values[part][pair]
        starts = slice(column, oldest - 1 if oldest else None, -1)
        between = sums[column + 1] - sums[starts]
        expect = scale * (between * between - (squares[column + 1] - squares[starts]))
        inside = np.cumsum(row_sums[oldest - first : column + 1 - first][::-1])
        found[column - first, : column + 1 - oldest] = (inside - expect) / deviation


def add_pairs(degrees: Floats, horizon: int, found: Floats, block: Columns) -> None:
    """Add D[s, t] d[s] d[t] to the first number, D[s, t]^2 to the second, one after the other.

    Over the pairs of a block that are no more than a horizon apart, the diagonal left out.
    """
    columns = block.columns()
    near = (block.rows < columns) & (columns - block.rows <= horizon)
    rows, columns, values = block.rows[near], columns[near], block.values[near]
    added = np.stack((values * degrees[rows] * degrees[columns], values * values), axis=1)
    found[:] = np.cumsum(np.concatenate((found[None], added)), axis=0)[-1]


def write_likelihoods(
    found: Floats, starts: Indices, words: Rows, vocabulary: int, single: Floats, whole: Floats
) -> None:
    """Write what a compound multinomial gives the words of the 1, 2, .. units up to each unit.

    single[k] = log(k + alpha), whole[n] = log gamma(n + vocabulary * alpha). With one unit more at
    the end a word adds single[k], k being how often it was met: that changes only at the lengths
    where one more of its occurrences comes in.
    """
    units, width = found.shape
    terms: list[int] = words.tolist()
    one: list[float] = single.tolist()
    edges: list[int] = starts.tolist()
    met: dict[int, list[int]] = {}
    sums = np.zeros(1)
    for unit in range(units):
        most = min(width, unit + 1)
        steps = [0.0] * (most + 1)
        for word in terms[edges[unit] : edges[unit + 1]]:
            steps[1] += one[0]
            holders = met.setdefault(word, [])
            for count, holder in enumerate(reversed(holders), start=1):
                if unit + 1 - holder > most:
                    break
                steps[unit + 1 - holder] += one[count] - one[count - 1]
            holders.append(unit)
        sums = np.concatenate(([0.0], sums[:most] + np.cumsum(steps)[1:]))
        held = edges[unit + 1] - starts[unit + 1 - most : unit + 1][::-1]
        found[unit, :most] = sums[1:] - whole[held] + whole[0]


def believe(cuts: Floats, blocks: Floats, lengths: Floats, weights: Floats) -> float:
    """Write how probable a cut is before each unit, and return the logarithm of the sum of all.

    A segment of n units scores lengths[n] + weights[n] * (the number of `blocks` for the n units up
    to its last one); longer ones than lengths are given for there are none.
    """
    units, width = len(blocks), len(lengths) - 1
    forward, wholes = np.zeros(units + 1), np.zeros(units)
    shares = []
    for unit in range(units):
        most = min(width, unit + 1)
        before = forward[unit + 1 - most : unit + 1][::-1]
        row = before + lengths[1 : most + 1] + weights[1 : most + 1] * blocks[unit, :most]
        largest = row.max()
        near = row - largest > _NEGLIGIBLE
        part = np.zeros(most + -most % 4)
        part[:most][near] = exponential(row[near] - largest)
        # Four sums side by side, then theirs.
        sums = np.cumsum(part.reshape(-1, 4), axis=0)[-1]
        wholes[unit] = (sums[0] + sums[1]) + (sums[2] + sums[3])
        shares.append(part[:most])
        forward[unit + 1] = largest + math.log(wholes[unit])
    cuts[:] = 0.0
    for unit in range(units - 1, -1, -1):
        through = cuts[unit + 1] if unit + 1 < units else 1.0
        most = len(shares[unit])
        cuts[unit + 1 - most : unit + 1][::-1] += (through / wholes[unit]) * shares[unit]
    cuts[0] = 0.0
    return float(forward[units])


def write_odds(found: Floats, beliefs: Floats) -> None:
    """Write the log odds of beliefs, which are neither 0 nor 1, halved."""
    found[:] = one_by_one(math.log, (beliefs + 0.001) / (1.001 - beliefs)) / 2
