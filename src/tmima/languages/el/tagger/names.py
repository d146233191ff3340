"""Names: by their capital, and the nominative of one that no list knows.

τον Φάνη, του Φάνη are Φάνης; της Οσετίας is Οσετία; οι Τάταροι are a Τάταρος. The article before it
tells case and gender, the ending the declension. Where the article is missing the name stays as it
is written.
"""

from collections.abc import Sequence
from typing import Final

from tmima.languages.el.tagger.word import Word

# article -> (ending of the form, ending of the nominative), the first that fits
_MASCULINE: Final = (("ο", "ος"), ("ό", "ός"), ("η", "ης"), ("ή", "ής"), ("α", "ας"), ("ά", "άς"))
_FEMININE: Final = (("ας", "α"), ("άς", "ά"), ("ης", "η"), ("ής", "ή"), ("ου", "ος"))
_GENITIVE: Final = (("ου", "ος"), *_MASCULINE[2:])
_NOMINATIVES: Final = (("οι", "ος"), ("οί", "ός"), ("ες", "ας"), ("ές", "ής"))
_ACCUSATIVES: Final = (("ους", "ος"), ("ούς", "ός"), ("ες", "ας"), ("ές", "ής"))
_BY_ARTICLE: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    **dict.fromkeys(("τον", "στον", "έναν"), _MASCULINE),
    **dict.fromkeys(("του", "στου", "ενός"), _GENITIVE),
    **dict.fromkeys(("της", "στης", "μιας", "μίας"), _FEMININE),
    "οι": _NOMINATIVES,
    **dict.fromkeys(("τους", "στους"), _ACCUSATIVES),
    "των": (("ων", "ος"), ("ών", "ός")),
}
_FURTHEST: Final = 4
_BETWEEN: Final = frozenset({"ADJ", "NOUN", "PROPN", "NUM"})
_SHORTEST: Final = 4


def is_inside(words: Sequence[Word], at: int) -> bool:
    """Tell whether a capital cannot come from the head of a sentence or of quoted speech."""
    return at > 0 and (words[at - 1].only != "PUNCT" or words[at - 1].form == ",")


def nominative(words: Sequence[Word], tags: Sequence[str], at: int) -> str:
    """Give the lemma of the unknown name at a place of the sentence."""
    form = words[at].lemmas["PROPN"]
    if len(form) < _SHORTEST:
        return form
    for place in range(at - 1, max(-1, at - 1 - _FURTHEST), -1):
        rules = _BY_ARTICLE.get(words[place].form)
        if rules is not None:
            for ending, nominative_ending in rules:
                if form.endswith(ending):
                    return form[: -len(ending)] + nominative_ending
            return form
        if tags[place] not in _BETWEEN:
            return form
    return form
