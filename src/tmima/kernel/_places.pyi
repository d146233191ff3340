from tmima.arrays import Floats, Indices, Rows, Singles
from tmima.kernel.groups import Columns

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
