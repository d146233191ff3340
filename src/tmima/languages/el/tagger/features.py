"""What the context of an ambiguous word tells about its class.

One place makes the features for the shipped weights and for those a user trains on a treebank, so
the two cannot drift apart. A feature is a number of the template and a tuple of short strings:
function words by their form, other words by tag or ambiguity scheme and by their two last letters,
which in Greek carry the agreement of case, gender and number.
"""

from collections.abc import Sequence
from typing import Final

from tmima.languages.el.tagger.word import Word

Key = tuple[str, ...]

TEMPLATES: Final = (
    "left",
    "left+ending",
    "left2+left",
    "right",
    "right+ending",
    "right+right2",
    "left+right",
    "left+ending+right",
    "agreement with left",
    "agreement with right",
    "left+agreement with right",
    "ending",
    "shape",
    "scheme",
    "scheme+left",
    "scheme+right",
    "form",
    "hint",
    "form+hint",
)
# The templates that speak of the word itself rather than of its neighbours.
OWN: Final = frozenset({"ending", "shape", "scheme", "scheme+left", "scheme+right"})

_EDGE: Final = "|"
# Function words whose neighbours are the same whatever their tag: they appear as themselves.
_ONE_LOOK: Final = frozenset({"που", "σ'", "τ'", "ψηλά", "χαμηλά", "μακριά", "κοντά"})


def _decided(words: Sequence[Word], tags: Sequence[str | None], at: int) -> tuple[str, str]:
    """How a word looks from its right, with its ending and without, now that its tag is decided."""
    if at < 0:
        return _EDGE, _EDGE
    word = words[at]
    if word.only is not None:
        return word.look, word.short
    tag = "NOUN" if tags[at] == "PROPN" else str(tags[at])
    if word.closed:
        if word.form in _ONE_LOOK:
            return word.look, word.short
        look = f"{word.form}/{tag}"
        return look, look
    return f"{tag}:{word.ending}", tag


def extract(
    words: Sequence[Word], at: int, tags: Sequence[str | None], hint: str | None = None
) -> list[Key | None]:
    """Give one key for each template (None where it does not apply).

    The tags to the left are decided, the words to the right are not. `hint` is what the rules would
    say: only a model trained on a treebank is told it, and the form itself.
    """
    word = words[at]
    after = len(words) - at - 1
    left, left_short = _decided(words, tags, at - 1)
    left2 = _decided(words, tags, at - 2)[1]
    right = right_short = right2 = _EDGE
    left_final = words[at - 1].final if at else ""
    right_final = words[at + 1].final if after > 0 else ""
    final = word.final
    if after > 0:
        right, right_short = words[at + 1].look, words[at + 1].short
        if after > 1:
            right2 = words[at + 2].short
    ending, scheme, form = word.ending, word.scheme, word.form
    return [
        (left,),
        (left_short, ending),
        (left2, left_short),
        (right_short,),
        (right, ending),
        (right_short, right2),
        (left_short, right_short),
        (left_short, ending, right_short),
        (left_short, left_final, final),
        (right_short, right_final, final),
        (left_short, right_short, right_final, final),
        (form[-3:],),
        ("first" if not at else "capital" if word.capital else "lower",),
        (scheme,),
        (scheme, left_short),
        (scheme, right_short),
        None if hint is None else (form,),
        None if hint is None else (scheme, hint),
        None if hint is None else (form, hint),
    ]
