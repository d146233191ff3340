from tmima.kernel.twin import FloatArray, IndexArray, RowArray

def shared_columns(
    unit_starts: IndexArray,
    unit_words: RowArray,
    posting_starts: IndexArray,
    postings: RowArray,
    first: int,
    last: int,
    diagonal: bool,
    marks: RowArray,
    column_starts: IndexArray,
    rows: RowArray,
) -> int: ...
def advance(
    costs: FloatArray,
    previous: IndexArray,
    row_sums: FloatArray,
    positions: FloatArray,
    density_weights: FloatArray,
    mean_length: float,
    length_weight: float,
    first: int,
    column_starts: IndexArray,
    rows: RowArray,
    values: FloatArray,
) -> None: ...
