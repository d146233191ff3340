"""The same as `_tags.pyx` in plain Python, for where no C compiler was found."""

from collections.abc import Iterable

import numpy as np

from tmima.arrays import Bytes, Rows
from tmima.kernel.groups import TagChoices, TagWeights, TagWords

__all__ = [
    "choose_tags",
]

# What is seen of a word, by column of its sights; of a decided one, the first two.
LOOK, SHORT, ENDING, FINAL, LAST_LETTERS, SCHEME, SHAPE = range(7)


def choose_tags(
    line: Rows,
    places: Rows,
    reactions: Rows,
    hints: Bytes,
    words: TagWords,
    choices: TagChoices,
    weights: TagWeights,
) -> Rows:
    """Choose a tag for each word that has several, from left to right.

    A word first reacts to the tag before it: the hint that this gives is the choice, where it is
    one. Else the weights of what is seen around it decide, and the prior of the choice; the first
    of equals.

    Args:
        line: the words by number, sentence after sentence, two edges before and after each.
        places: of those with several tags, rising.
        reactions: of each such place, the row of `hints` that it has.
        hints: by reaction and tag before: a tag; -1 for none; -2 - t for any tag but t.
        words: what is known of words by number.
        choices: their tags, where there are several.
        weights: of what is seen.

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
        sights = words.sights[line[place]] if choice is None else choices.sights[choice]
        return [int(sight) for sight in sights[:2]]

    for place, reaction in zip(places.tolist(), reactions.tolist(), strict=True):
        word, before = line[place], decided.get(place - 1)
        left_tag = words.tags[line[place - 1]] if before is None else choices.tags[before]
        hint = int(hints[reaction, left_tag])
        rivals = range(words.starts[word], words.starts[word + 1])
        best = next((rival for rival in rivals if choices.tags[rival] == hint), None)
        if best is None:
            own = [int(sight) for sight in words.sights[word]]
            left, left_short = look(place - 1)
            right, right_short = look(place + 1)
            left_final = int(words.sights[line[place - 1], FINAL])
            right_final = int(words.sights[line[place + 1], FINAL])
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
                for table, sights in zip(tables, seen, strict=True)
                if (row := table.get(key_of(sights))) is not None
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


def key_of(sights: Iterable[int]) -> int:
    """Return the key of a few things seen, which have 16 bits each."""
    return sum(sight << 16 * number for number, sight in enumerate(sights))
