"""The one error that bad input raises, and the checks of values that many rooms share."""

import math
import re
from collections.abc import Callable
from numbers import Real
from operator import index
from typing import Any

# A value in a message is shown up to so many characters.
_LONGEST = 100


# A setting in a message: its name, whether as a keyword, and what it is to be.
_MARKED = re.compile(r"`([a-z_]+)(?:='?([^'`\s]*)'?)?`")


class TmimaError(Exception):
    """Bad input: the message names the value that was seen and the way out.

    A setting stands in a message between backticks, as "`max_size`", "`titles=`" or
    "`method='density'`". Python shows it so without them; who calls settings otherwise spells them
    otherwise, as the command line does (`with_setting_names`).
    """

    def __str__(self) -> str:
        return _MARKED.sub(lambda match: match[0].strip("`"), self.marked)

    @property
    def marked(self) -> str:
        """The message with its settings between backticks, to be quoted in another message."""
        return str(self.args[0]) if self.args else ""

    def with_setting_names(self, spell: Callable[[str], str]) -> str:
        """Return the message with settings by the names that a function gives them.

        A value follows a name of one word after a space, a name of several after an equals sign.

        >>> error = TmimaError("give `max_size` or `method='density'`")
        >>> error.with_setting_names(lambda name: f"--{name}")
        'give --max_size or --method density'
        >>> TmimaError("give `oversize='split'`").with_setting_names(lambda name: f"--set {name}")
        'give --set oversize=split'
        """

        def replaced(match: re.Match[str]) -> str:
            name = spell(match[1])
            return f"{name}{'=' if ' ' in name else ' '}{match[2]}" if match[2] else name

        return _MARKED.sub(replaced, self.marked)


def marked_message(error: Exception) -> str:
    """Return the message of an error, with marked settings, to be quoted in another message."""
    return error.marked if isinstance(error, TmimaError) else str(error)


def plain_text(text: str) -> str:
    """Return a string as an exact `str`; anything else is refused.

    The strings of NumPy and of parsers are of subclasses, which compiled code does not take.
    """
    if not isinstance(text, str):
        raise TmimaError(f"a text must be a string, not {shortened(text)}")
    # Not str(text): of an enumeration's strings that is another text.
    return text if type(text) is str else str.__str__(text)


def whole_number(
    name: str, value: Any, *, least: int | None = None, most: int | None = None, why: str = ""
) -> int:
    """Return a whole number of any kind, NumPy's too, as an int; anything else is refused by name.

    >>> whole_number("best", 3)
    3
    """
    try:
        number = index(value)
    except TypeError:
        number = None
    if number is None or isinstance(value, bool):
        raise TmimaError(f"`{name}` must be a whole number, not {shortened(value)}")
    if least is not None and number < least:
        raise TmimaError(f"`{name}` must be {least} or more, not {shortened(number)}")
    if most is not None and number > most:
        raise TmimaError(f"`{name}` must be {most} or less, not {shortened(number)}: {why}")
    return number


def finite_number(name: str, value: Any) -> float:
    """Return a number of any kind as a float; anything else is refused by name.

    >>> finite_number("finer", 1)
    1.0
    """
    try:
        number = float(value) if isinstance(value, Real) and not isinstance(value, bool) else None
    except OverflowError:
        number = None
    if number is None or not math.isfinite(number):
        raise TmimaError(f"`{name}` must be a finite number, not {shortened(value)}")
    return number


def shortened(value: Any) -> str:
    """Return a value for a message of one line, however long it is.

    >>> shortened([1, 2]), shortened(10**5000)
    ('[1, 2]', 'a number of 5001 digits')
    """
    if isinstance(value, int) and abs(value) >= 10**_LONGEST:
        return f"a number of {int(math.log10(abs(value))) + 1} digits"
    said = repr(value)
    return said if len(said) <= _LONGEST else said[: _LONGEST - 1] + "…"
