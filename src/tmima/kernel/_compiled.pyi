from tmima.arrays import Floats, Indices, Rows
from tmima.kernel.groups import Bounds, Columns, Cost, Mode, Scratch, ValueTable, WordLists

def shared_columns(lists: WordLists, reach: int, diagonal: bool, block: Columns) -> int: ...
def list_holders(
    posting_starts: Indices,
    postings: Rows,
    places: Rows,
    unit_starts: Indices,
    unit_words: Rows,
) -> None: ...
def list_terms(edges: Indices, numbers: Rows, terms: Rows, width: int) -> tuple[Indices, Rows]: ...
def saturate(values: Floats) -> None: ...
def largest_window(
    unit_starts: Indices, unit_words: Rows, word_weights: Floats, frequencies: Rows, count: int
) -> float: ...
def weigh(scratch: Scratch, cost: Cost, column: int, earliest: int) -> None: ...
def advance(
    table: ValueTable, scratch: Scratch, cost: Cost, bounds: Bounds, mode: Mode, block: Columns
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
    table: ValueTable,
    beyond: Floats,
    scratch: Scratch,
    cost: Cost,
    bounds: Bounds,
    mode: Mode,
    block: Columns,
) -> None: ...
def tally(
    table: ValueTable,
    counts: Floats,
    bands: Indices,
    scratch: Scratch,
    cost: Cost,
    bounds: Bounds,
    mode: Mode,
    block: Columns,
) -> None: ...
def add_degrees(
    row_degrees: Floats, column_degrees: Floats, horizon: int, block: Columns
) -> int: ...
