"""Lists that are made part by part are those of the whole."""

import numpy as np

from tmima.arrays import listed_once, stretches


def test_what_rows_hold_is_listed_once_however_it_is_parted():
    rng = np.random.default_rng(1)
    rows = [rng.integers(0, 9, count) for count in rng.integers(0, 12, 60)]
    edges = np.cumsum([0, *map(len, rows)])
    parts = list(stretches(edges, 20))
    assert [first for first, _ in parts[1:]] == [last for _, last in parts[:-1]]
    assert (parts[0][0], parts[-1][1]) == (0, len(rows))
    assert all(edges[last] - edges[first] <= 20 for first, last in parts)
    blocks = (
        (last - first, np.concatenate([9 * row + rows[first + row] for row in range(last - first)]))
        for first, last in parts
    )
    starts, terms = listed_once(blocks, 9)
    for row, held in enumerate(rows):
        assert terms[starts[row] : starts[row + 1]].tolist() == sorted(set(held.tolist()))
