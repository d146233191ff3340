from tmima.arrays import Floats, Indices, Rows
from tmima.kernel.twin_phrases import Windows

def find_phrases(
    text: str,
    starts: Rows,
    ends: Rows,
    edges: Rows,
    parts: Indices,
    terms: Rows,
    longest: int,
) -> Windows: ...
def weigh_words(terms: Rows, edges: Rows, sentences: Indices) -> Floats: ...
