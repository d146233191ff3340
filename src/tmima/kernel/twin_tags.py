"""The same as `_tags.pyx` in plain Python, for where no C compiler was found."""

from collections.abc import Iterable

import numpy as np

from tmima.kernel.arrays import Bytes, Rows
from tmima.kernel.groups import TagChoices, TagWeights, TagWords

__all__ = [
    "choose_tags",
]

# The columns of the features of a word; a tagged word has the first two only.
LOOK, SHORT, ENDING, FINAL, LAST_LETTERS, SCHEME, SHAPE = range(7)


def choose_tags(
    line: Rows,
    places: Rows,
    hint_rows: Rows,
    hints: Bytes,
    words: TagWords,
    choices: TagChoices,
    weights: TagWeights,
) -> Rows:
    """Choose a tag for each word that has several, from left to right.

    If the hint for the word, given the tag before it, is one of its tags, that tag is chosen. Else
    the tag with the highest score is: the sum of the weights of its features and of its prior. Of
    equal scores the first tag wins.

    Args:
        line: the numbers of the words, sentence after sentence, with two edges around each.
        places: the places of the ambiguous words in the line, in rising order.
        hint_rows: for each such place its row of `hints`.
        hints: by row and tag before: a tag, -1 for no hint, or -2 - t for any tag but t.
        words: the features of the words by number.
        choices: the tags of ambiguous words.
        weights: the weights of features and their combinations.

    Returns:
        for each place the number of its choice.
    """
    tables = [
        dict(zip(weights.keys[first:last].tolist(), weights.values[first:last], strict=True))
        for first, last in zip(weights.starts.tolist(), weights.starts[1:].tolist(), strict=False)
    ]
    decided: dict[int, int] = {}
    columns = weights.values.shape[1]

    def look(place: int) -> list[int]:
        choice = decided.get(place)
        features = words.features[line[place]] if choice is None else choices.features[choice]
        return [int(feature) for feature in features[:2]]

    for place, hint_row in zip(places.tolist(), hint_rows.tolist(), strict=True):
        word, before = line[place], decided.get(place - 1)
        left_tag = words.tags[line[place - 1]] if before is None else choices.tags[before]
        hint = int(hints[hint_row, left_tag])
        rivals = range(words.starts[word], words.starts[word + 1])
        best = next((rival for rival in rivals if choices.tags[rival] == hint), None)
        if best is None:
            own = [int(feature) for feature in words.features[word]]
            left, left_short = look(place - 1)
            right, right_short = look(place + 1)
            left_final = int(words.features[line[place - 1], FINAL])
            right_final = int(words.features[line[place + 1], FINAL])
            shape = weights.shape_at_edge if left_tag == weights.edge else own[SHAPE]
            seen = [
                (left,),
                (left_short, own[ENDING]),
                (look(place - 2)[SHORT], left_short),
                (right_short,),
                (right, own[ENDING]),
                (right_short, look(place + 2)[SHORT]),
                (left_short, right_short),
                (left_short, own[ENDING], right_short),
                (left_short, left_final, own[FINAL]),
                (right_short, right_final, own[FINAL]),
                (left_short, right_short, right_final, own[FINAL]),
                (own[LAST_LETTERS],),
                (shape,),
                (own[SCHEME],),
                (own[SCHEME], left_short),
                (own[SCHEME], right_short),
            ]
            rows = [
                row
                for table, features in zip(tables, seen, strict=True)
                if (row := table.get(key_of(features))) is not None
            ]
            highest = 0.0
            for rival in rivals:
                tag = int(choices.tags[rival])
                if tag == -2 - hint:
                    continue
                score = 0.0
                for row in rows:
                    score += row[tag if tag < columns else 0]
                score += choices.priors[rival]
                if best is None or score > highest:
                    best, highest = rival, score
        decided[place] = -1 if best is None else best
    return np.array([decided[place] for place in places.tolist()], dtype=np.int32)


def key_of(features: Iterable[int]) -> int:
    """Return the key of a combination of features, which have 16 bits each."""
    return sum(feature << 16 * number for number, feature in enumerate(features))
