"""Marks inside the text of captions: voices, times of words, styles, entities."""

import html
from collections.abc import Collection, Sequence
from typing import NamedTuple

import regex

from tmima.formats.transcripts.names import named
from tmima.patterns import Pattern
from tmima.text import clock

# Only what is known is a mark: people also write <laughs>, and 3 < 4.
_MARK = Pattern(
    r"<(?P<close>/?)(?P<tag>v|c|i|b|u|s|ruby|rt|lang|font)(?:\.[^\s<>]*)?(?:\s(?P<name>[^<>]*))?>"
    rf"|<(?P<time>{clock.PATTERN})>"
    r"|\{\\[^{}]*\}",
    regex.IGNORECASE,
)
_ENTITY = Pattern(r"&(?:[A-Za-z][A-Za-z0-9]*|#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6});")
_PART = Pattern(r"\s+|\S+")


class Piece(NamedTuple):
    """What one speaker says within a cue."""

    speaker: str | None
    text: str
    words: tuple[tuple[int, float], ...]


def pieces(lines: Sequence[str], names: Collection[str], speaker: str | None) -> list[Piece]:
    """Return what is said in the lines of a cue, by whom, and when each word is.

    Args:
        lines: the lines.
        names: that stand before a colon at the head of a line and say who speaks.
        speaker: who speaks at the beginning.
    """
    said = _Said(speaker)
    for line in lines:
        name, rest = named(line, names)
        if name is not None:
            said.change(name)
        said.add(" ")
        last = 0
        for mark in _MARK.finditer(rest):
            said.add(rest[last : mark.start()])
            last = mark.end()
            if mark["time"] is not None:
                said.time = clock.seconds(mark["time"])
            elif (mark["tag"] or "").lower() == "v":
                said.change(None if mark["close"] else unescaped(mark["name"] or "").strip())
        said.add(rest[last:])
    said.change(None)
    return said.pieces


def unescaped(text: str) -> str:
    """Return a text with the characters that its entities stand for.

    >>> unescaped("Q&amp;A &copy 2026 &unknown;")
    'Q&A &copy 2026 &unknown;'
    """
    return str(_ENTITY.sub(lambda match: html.unescape(match[0]), text))


class _Said:
    """Gathers what is said, with single spaces between words."""

    def __init__(self, speaker: str | None) -> None:
        self.pieces: list[Piece] = []
        self.time: float | None = None
        self._begin(speaker)

    def _begin(self, speaker: str | None) -> None:
        self._speaker = speaker
        self._text = ""
        self._words: list[tuple[int, float]] = []
        self._gap = False

    def add(self, text: str) -> None:
        for part in _PART.findall(unescaped(text)):
            if part.isspace():
                self._gap = True
                continue
            self._text += " " if self._gap and self._text else ""
            self._gap = False
            if self.time is not None:
                self._words.append((len(self._text), self.time))
                self.time = None
            self._text += part

    def change(self, speaker: str | None) -> None:
        speaker = speaker or None
        if speaker == self._speaker and speaker is not None:
            return
        if self._text:
            self.pieces.append(Piece(self._speaker, self._text, tuple(self._words)))
        self._begin(speaker)
