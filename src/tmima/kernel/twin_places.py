"""What is seen at the places of a text, in NumPy: the same as the compiled one, to the last bit."""

import numpy as np

from tmima.arrays import Floats, Indices, Rows, Singles
from tmima.kernel.groups import Columns


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
