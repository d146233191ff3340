from tmima.arrays import Bytes, Rows
from tmima.kernel.groups import TagChoices, TagWeights, TagWords

def choose_tags(
    line: Rows,
    places: Rows,
    reactions: Rows,
    hints: Bytes,
    words: TagWords,
    choices: TagChoices,
    weights: TagWeights,
) -> Rows: ...
