"""Names of speakers that stand in the text: "ANNA: Good morning." They are never content."""

from collections import Counter
from collections.abc import Collection, Sequence

import regex

from tmima.patterns import Pattern

# Marks and the signs of a new speaker may stand before a name; a name may be in brackets.
_HEAD = r"\s*(?:<[^<>]*>\s*|>>+\s*|[-–—]\s*)*"
_TAIL = r"(?:</\w+>)?:(?:</\w+>)?(?:\s+|$)"
_WORD = r"(?:\p{Lu}[\p{L}\p{M}\p{N}_.’'&-]*|\p{N}+|d[aei]|de[lr]|la|le|van|von|του|της|των)"
NAME = rf"\p{{Lu}}[\p{{L}}\p{{M}}\p{{N}}_.’'&-]*(?:[ ]{_WORD}){{0,4}}(?:[ ]\([^():]{{1,30}}\))?"
"""A name as names are written: up to five words with capitals, and what stands in brackets."""

_NAMED = Pattern(rf"{_HEAD}[\[(]?(?P<name>{NAME})[\])]?{_TAIL}")
# Where nearly every line has one, a name may be written in any way; a time is none.
_LOOSE = r"(?P<name>(?!\p{N}+:)[^\s:<>][^:<>]{0,59}?)"
_ANY = Pattern(rf"{_HEAD}(?:\[{_LOOSE}\]|{_LOOSE}){_TAIL}")
_EVERYWHERE = 0.8


def spoken_names(lines: Sequence[str]) -> Collection[str]:
    """Return the names that stand at the heads of lines.

    What occurs once is a name only where other names are found; where nearly every line has
    something before a colon, all of it is names.
    """
    visible = [line for line in lines if line.strip()]
    if any(regex.search(r"<v[.\s]", line) for line in visible):
        return frozenset()
    loose = Counter(match["name"] for line in visible if (match := _ANY.match(line)))
    if loose.total() >= max(2, _EVERYWHERE * len(visible)) and len(loose) < loose.total():
        return frozenset(loose)
    strict = Counter(match["name"] for line in visible if (match := _NAMED.match(line)))
    return frozenset(strict) if any(count > 1 for count in strict.values()) else frozenset()


def named(line: str, names: Collection[str]) -> tuple[str | None, str]:
    """Return who speaks a line, if a name says so, and the line without the name.

    >>> named("[ANNA]: Good morning.", {"ANNA"}), named("Note: it rains.", {"ANNA"})
    (('ANNA', 'Good morning.'), (None, 'Note: it rains.'))
    """
    for pattern in (_NAMED, _ANY):
        match = pattern.match(line) if names else None
        if match is not None and match["name"] in names:
            return match["name"], line[match.end() :]
    return None, line
