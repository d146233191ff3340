"""The packed file: sorted lines in blocks, so that it can be mapped into memory and searched.

Layout: the magic word; three little-endian 32-bit numbers (blocks, bytes of the heads, lines per
block at most); the heads, one key per block, joined by line feeds; blocks + 1 offsets into the body;
the body. Text is ISO 8859-7. Lines are sorted by accent-insensitive key, and all forms of one key
are in one block. A line is

    LF form TAB frequency entry [SP entry ...]        entry = tag frequency strip suffix

with a frequency as one character (see `grade`), `strip` as "0" plus the number of letters to take off
the form, and `suffix` what to add to get the lemma.
"""

import struct
from collections.abc import Iterable, Sequence
from itertools import groupby
from os.path import commonprefix
from typing import NamedTuple

from .letters import fold

MAGIC = b"TMIMALEX"
LINES = 32
LOWEST, STEP, GRADES = -21.8, 0.2, 94


class Entry(NamedTuple):
    tag: str
    lemma: str
    log_probability: float


class Line(NamedTuple):
    form: str
    log_probability: float
    entries: Sequence[Entry]


def grade(log_probability: float) -> str:
    """A log-probability as one printable character, in steps of a fifth of a nat."""
    step = round((log_probability - LOWEST) / STEP)
    return chr(33 + min(max(step, 0), GRADES - 1))


def encode_entry(form: str, entry: Entry) -> str:
    common = len(commonprefix([form, entry.lemma]))
    strip = chr(48 + len(form) - common)
    return entry.tag + grade(entry.log_probability) + strip + entry.lemma[common:]


def encode_line(line: Line) -> bytes:
    entries = " ".join(encode_entry(line.form, entry) for entry in line.entries)
    return f"\n{line.form}\t{grade(line.log_probability)}{entries}".encode("iso8859-7")


def _key(line: Line) -> bytes:
    return fold(line.form).encode("iso8859-7")


def pack(lines: Iterable[Line]) -> bytes:
    """The bytes of the file; the same lines in any order give the same bytes."""
    ordered = sorted(lines, key=lambda line: (_key(line), line.form))
    heads: list[bytes] = []
    blocks: list[list[bytes]] = []
    for key, group in groupby(ordered, key=_key):
        encoded = [encode_line(line) for line in group]
        if not blocks or len(blocks[-1]) + len(encoded) > LINES:
            heads.append(key)
            blocks.append([])
        blocks[-1] += encoded
    bodies = [b"".join(block) for block in blocks]
    offsets = [0]
    for body in bodies:
        offsets.append(offsets[-1] + len(body))
    joined = b"\n".join(heads)
    return b"".join(
        [
            MAGIC,
            struct.pack("<3I", len(heads), len(joined), LINES),
            joined,
            struct.pack(f"<{len(offsets)}I", *offsets),
            *bodies,
        ]
    )
