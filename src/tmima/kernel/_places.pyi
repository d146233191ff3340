from tmima.arrays import Floats, Indices, Rows, Singles
from tmima.kernel.groups import Columns, Expected

def add_products(found: Singles, values: Singles, weights: Singles) -> None: ...
def normalise(
    found: Singles, values: Singles, weights: Singles, biases: Singles, least: float
) -> None: ...
def add_windows(across: Floats, within: Floats, sizes: Indices, block: Columns) -> None: ...
def add_splits(
    found: Floats,
    starts: Indices,
    words: Rows,
    window: int,
    vocabulary: int,
    single: Floats,
    whole: Floats,
) -> None: ...
def follow_words(
    changes: Floats,
    counts: Rows,
    starts: Indices,
    words: Rows,
    vocabulary: int,
    gaps: Indices,
) -> None: ...
def write_squares(
    found: Floats,
    row_sums: Floats,
    expected: Expected,
    deviation: float,
    first: int,
    block: Columns,
) -> None: ...
def add_pairs(degrees: Floats, horizon: int, found: Floats, block: Columns) -> None: ...
def write_likelihoods(
    found: Floats, starts: Indices, words: Rows, vocabulary: int, single: Floats, whole: Floats
) -> None: ...
def believe(cuts: Floats, blocks: Floats, lengths: Floats, weights: Floats) -> float: ...
def write_odds(found: Floats, beliefs: Floats) -> None: ...
