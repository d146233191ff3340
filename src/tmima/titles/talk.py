"""What a talk says that is no subject: who speaks, greetings, sponsors, farewells.

Names of speakers, of those who are introduced or addressed, and of the show are never what a part
of it is about. A short first part that greets, a last one that says farewell, and one that thanks
sponsors have names of their own.
"""

from collections import Counter
from functools import cache

from tmima.languages import TalkWords, conjunction, talk_words
from tmima.loading import Pattern
from tmima.text import Document, Timeline

_NAME = r"\p{Lu}[\p{L}\p{M}’'-]+"
_NAMES = rf"{_NAME}(?:[ ]{_NAME}){{0,3}}"
_WORD = Pattern(_NAME)
# Somebody who is called: between a comma and a mark.
_CALLED = Pattern(rf",[ ](?P<name>{_NAME})(?=[,.?!…])")
# So often, and in such a share of all times that the word stands there.
_FEWEST_CALLS, _CALLED_SHARE = 2, 0.15
# Words of a part that frames a talk, at the most, and its share of the talk unless it is short.
_LONGEST_FRAME, _LARGEST_FRAME, _VERY_SHORT = 350, 0.12, 40
# Characters in which a greeting begins, and a farewell ends.
_GREETED = 500
_FEWEST_SPONSORS = 2


def names_in(document: Document) -> frozenset[str]:
    """Return the words by which the people of a talk and its show are called; none of prose."""
    speech = document.speech
    if speech is None:
        return frozenset()
    parts = speech.cues if isinstance(speech, Timeline) else speech.turns
    text = document.text
    found = {
        word for name in {part.speaker or "" for part in parts} for word in _WORD.findall(name)
    }
    known = talk_words(document.language)
    if known is not None:
        pattern = _introductions(known, conjunction(document.language))
        for match in pattern.finditer(text.replace("’", "'")):
            found.update(_WORD.findall(match["names"]))
    calls = Counter(match["name"] for match in _CALLED.finditer(text))
    found.update(
        name
        for name, count in calls.items()
        if count >= _FEWEST_CALLS and count >= _CALLED_SHARE * text.count(name)
    )
    return frozenset(found)


@cache
def _introductions(known: TalkWords, conjunction: str) -> Pattern:
    """Return the pattern of names behind what introduces somebody or a show."""
    row = rf"{_NAMES}(?:(?:,|,? {conjunction})[ ](?:\p{{Ll}}[ ])?{_NAMES}){{0,3}}"
    return Pattern(rf"(?<!\p{{L}})(?i:{known.introduces}|{known.shows})\s+(?P<names>{row})")


def frame_of(document: Document, start: int, end: int, *, is_first: bool, is_last: bool) -> str:
    """Return what a part of a talk is called that only greets, thanks sponsors or says farewell.

    Args:
        document: the talk.
        start: the first character of the part.
        end: the one after its last.
        is_first: whether the talk begins with it.
        is_last: whether the talk ends with it.
    """
    speech, known = document.speech, talk_words(document.language)
    if speech is None or known is None:
        return ""
    speakers = {(name or "").lower() for name in speech.speakers(start, end)}
    if speakers and speakers <= known.breaks:
        return known.sponsors
    text = document.text[start:end]
    words = len(text.split(None, _LONGEST_FRAME))
    large = end - start > _LARGEST_FRAME * len(document.text) and words > _VERY_SHORT
    if words > _LONGEST_FRAME or large:
        return ""
    greets, thanks, farewell = _frames(known)
    if is_first and greets.search(text, 0, _GREETED):
        return known.greeting
    if is_last and farewell.search(text, max(0, len(text) - _GREETED)):
        return known.farewell
    said = sum(1 for _ in thanks.finditer(text))
    return known.sponsors if said >= _FEWEST_SPONSORS else ""


@cache
def _frames(known: TalkWords) -> tuple[Pattern, Pattern, Pattern]:
    patterns = (known.greets, known.thanks_sponsors, known.says_farewell)
    greets, thanks, farewell = (Pattern(f"(?i){pattern}") for pattern in patterns)
    return greets, thanks, farewell
