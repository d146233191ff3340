"""Times of a recording as people and files write them: 0:09, 1:02:03, 00:00:09.500."""

import regex

# Longer than any recording: times beyond it are errors of a file.
LONGEST = 3_600_000.0

PATTERN = r"(?:[0-9]{1,4}:)?[0-9]{1,4}:[0-9]{1,2}(?:[.,][0-9]{1,9})?"
"""A time: hours if there are any, minutes, seconds, parts of a second."""

_TIME = regex.compile(PATTERN)


def seconds(written: str) -> float | None:
    """Return a written time in seconds; nothing if it is none.

    >>> seconds("0:09"), seconds("1:02:03,5"), seconds("00:00:01.250"), seconds("9")
    (9.0, 3723.5, 1.25, None)
    """
    if _TIME.fullmatch(written) is None:
        return None
    whole, _, part = written.replace(",", ".").partition(".")
    total = 0
    for field in whole.split(":"):
        total = 60 * total + int(field)
    return round(float(f"{total}.{part or 0}"), 3)


def milliseconds(time: float) -> int:
    """Return seconds as whole milliseconds, in which every format can write them."""
    return round(1000 * time)


def exact(time: float, *, part: str = ".", digits: int = 3) -> str:
    """Return a time to the millisecond, as HH:MM:SS.mmm.

    >>> exact(3723.5), exact(0.001, part=","), exact(1, digits=9)
    ('01:02:03.500', '00:00:00,001', '00:00:01.000000000')
    """
    rest, thousandth = divmod(milliseconds(time), 1000)
    minutes, second = divmod(rest, 60)
    hour, minute = divmod(minutes, 60)
    return f"{hour:02d}:{minute:02d}:{second:02d}{part}{thousandth:03d}".ljust(9 + digits, "0")


def short(time: float, *, hours: bool = False, padded: bool = False) -> str:
    """Return a time to the second before it, as M:SS, or with hours where there are some.

    >>> short(9.9), short(3723.5), short(9, hours=True), short(9, padded=True)
    ('0:09', '1:02:03', '0:00:09', '00:09')
    """
    minutes, second = divmod(milliseconds(time) // 1000, 60)
    hour, minute = divmod(minutes, 60)
    width = 2 if padded else 1
    if hour or hours:
        return f"{hour:0{width}d}:{minute:02d}:{second:02d}"
    return f"{minute:0{width}d}:{second:02d}"
