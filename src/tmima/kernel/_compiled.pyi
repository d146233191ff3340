from tmima.arrays import Floats, Indices, Rows
from tmima.kernel.groups import Columns, Cost, Fold, Room, Table, WordLists, Work

def shared_columns(lists: WordLists, reach: int, diagonal: bool, block: Columns) -> int: ...
def saturate(values: Floats) -> None: ...
def largest_window(
    unit_starts: Indices, unit_words: Rows, word_weights: Floats, frequencies: Rows, count: int
) -> float: ...
def weigh(work: Work, cost: Cost, column: int, earliest: int) -> None: ...
def advance(
    table: Table, work: Work, cost: Cost, room: Room, fold: Fold, block: Columns
) -> None: ...
def advance_many(
    positions: Floats,
    mean_lengths: Floats,
    length_weights: Floats,
    density_weights: Floats,
    values: Floats,
    previous: Rows,
    block: Columns,
) -> None: ...
def retreat(
    table: Table,
    beyond: Floats,
    work: Work,
    cost: Cost,
    room: Room,
    fold: Fold,
    block: Columns,
) -> None: ...
def tally(
    table: Table,
    counts: Floats,
    bands: Indices,
    work: Work,
    cost: Cost,
    room: Room,
    fold: Fold,
    block: Columns,
) -> None: ...
def moments(
    table: Table,
    sums: Floats,
    work: Work,
    cost: Cost,
    room: Room,
    fold: Fold,
    block: Columns,
) -> None: ...
def add_degrees(
    row_degrees: Floats, column_degrees: Floats, horizon: int, block: Columns
) -> int: ...
