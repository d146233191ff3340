"""A stream that is kept in a file: killed at any moment, it goes on where it was.

The file has a line with the whole state of the stream now and then, and a short line, a mark, for
each piece of text since. The text itself is not kept: the input begins again from its start, and
what lies before the last mark is read once more, compared by its checksum, and gives nothing out.
So what is written each time is as little as what changed.
"""

import hashlib
import stat
from dataclasses import asdict, dataclass, replace
from os import PathLike
from pathlib import Path
from typing import Any

from tmima.durable.journal import Journal
from tmima.errors import TmimaError, checked_fields, shortened, whole_number
from tmima.streaming.stream import StreamedSegment, TextStream

# The whole state is written when the marks, and the text to be read again for them, have become
# longer than it, and at least so long.
_SMALL = 1 << 18


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """How far a stream has come.

    Attributes:
        characters: how many were read.
        text: their checksum.
        segments: how many were given out.
        output: where the output stands after them; nothing if it is no file.
        tail: the checksum of the end of the output.
        finished: whether the text ended there.
        ending: what may have been written into the output behind them, as the text seemed to end.
    """

    characters: int = 0
    text: str = hashlib.sha256().hexdigest()
    segments: int = 0
    output: int | None = None
    tail: str | None = None
    finished: bool = False
    ending: str = ""

    def __post_init__(self) -> None:
        if not isinstance(self.ending, str):
            raise TmimaError(f"ending must be a text, not {shortened(self.ending)}")
        for name in ("characters", "segments"):
            whole_number(name, getattr(self, name), least=0)
        if self.output is not None:
            whole_number("output", self.output, least=0)


class KeptStream:
    """A `TextStream` whose progress is kept in a file.

    Whoever uses it gives out what `push` and `finish` return, and then calls `keep`: if it is
    killed in between, the same segments come again, and never none. One that has an output to keep
    a position in takes it back to where `mark` says before it gives out what a `push` or `finish`
    returned, and calls `begin` and `announce` before it gives out the first and what `finish`
    returned.

    A text that was finished and has grown goes on from before its end: the last segments come
    again.

    Args:
        path: of the state's file; it is read if it is there.
        wanted: the stream as it is to be if there is no state; otherwise its settings must be the
            same.
    """

    def __init__(self, path: str | PathLike[str], wanted: TextStream) -> None:
        self._path = Path(path)
        self._journal = Journal(self._path, "state of a stream")
        self._digest = hashlib.sha256()
        self._read = 0  # characters of the input, from its start
        self._made = 0  # segments, from the start of the text
        self.flow = wanted
        self.mark = self._base = Mark()  # the last, and the last before the text ended
        self._size = 0  # of the journal, in bytes
        self._room = 0
        self.begun = self._is_there()  # whether there is a mark
        self._beginning = None if self.begun else wanted.state()
        if self.begun:
            self._load(wanted)

    @property
    def passing_over(self) -> bool:
        """Whether the input is still what was read before the last mark."""
        return self._read < self._base.characters

    def push(self, text: str) -> list[StreamedSegment]:
        """Take the next piece of the input, which begins at its start; return what is new."""
        known = text[: max(0, self._base.characters - self._read)]
        if known:
            self._pass_over(known)
        fresh = text[len(known) :]
        if not fresh:
            return []
        if self.mark.finished:
            # Said before anything is taken back of the output.
            self._append(self._base)
        self._take(fresh)
        return self._made_of(self.flow.push(fresh))

    def finish(self) -> list[StreamedSegment]:
        """Return the remaining segments, as the input has ended; none if they came before."""
        if self.passing_over:
            raise TmimaError(
                f"{self._path} has read {self._base.characters} characters, "
                f"{self._base.characters - self._read} more than the input holds: is it the same "
                "text, from its start?"
            )
        return [] if self.mark.finished else self._made_of(self.flow.finish())

    def keep(self, *, output: int | None = None, tail: str | None = None) -> None:
        """Write down that everything so far was given out."""
        if self.passing_over or self.mark.finished:
            return
        mark = Mark(
            characters=self._read,
            text=self._digest.hexdigest(),
            segments=self._made,
            output=output,
            tail=tail,
            finished=self.flow.ended,
        )
        new = mark.characters - self.mark.characters
        self._room -= new
        if self._room <= 0 and not mark.finished:
            self._write(mark)
        else:
            self._append(mark)

    def begin(self, *, output: int | None) -> None:
        """Write a state of the beginning, unless there is one: the output is about to be ours."""
        if not self.begun:
            self._write(Mark(output=output), self._beginning)

    def announce(self, ending: str, *, output: int | None, tail: str | None) -> None:
        """Write down that the output was begun, or what comes into it as the text has ended.

        If the text has grown when it is taken up again, other segments come in place of those; by
        this they are known again.
        """
        if not self.mark.finished:
            self._append(replace(self.mark, ending=ending, output=output, tail=tail))

    def _is_there(self) -> bool:
        try:
            there = self._path.stat()
        except FileNotFoundError:
            return False
        except (OSError, ValueError) as error:
            raise TmimaError(f"{str(self._path)!r} cannot be read: {error}") from None
        if not stat.S_ISREG(there.st_mode):
            raise TmimaError(f"{self._path} is no regular file: a state needs one")
        return there.st_size > 0

    def _take(self, text: str) -> None:
        self._read += len(text)
        self._digest.update(text.encode("utf-8", "surrogatepass"))

    def _made_of(self, segments: list[StreamedSegment]) -> list[StreamedSegment]:
        self._made += len(segments)
        return segments

    def _pass_over(self, text: str) -> None:
        """Read again what was read before the last mark."""
        skipped = max(0, self.flow.characters - self._read)
        self._take(text)
        if text[skipped:]:
            self._made_of(self.flow.push(text[skipped:]))
        if self.passing_over:
            return
        if self._digest.hexdigest() != self._base.text:
            raise TmimaError(
                f"{self._path} has read another text: its first {self._read} characters are not "
                "those of this input. Give the same from its start, or another file for the state"
            )
        if self._made != self._base.segments:
            raise TmimaError(
                f"{self._path} has {self._base.segments} segments of the text so far, where "
                f"{self._made} are found: begin again with another file for the state"
            )

    def _write(self, mark: Mark, stream: dict[str, Any] | None = None) -> None:
        """Write the whole state, by default as the stream is now."""
        record = {"stream": stream or self.flow.state(), "mark": asdict(mark)}
        self._size = self._journal.rewrite([record])
        self._room = max(_SMALL, self._size)
        self.mark = self._base = mark
        self.begun = True

    def _append(self, mark: Mark) -> None:
        """Write down a mark behind the others."""
        end = self._journal.append({"mark": asdict(mark)}).end
        self._room -= end - self._size
        self._size = end
        self.mark = mark
        if not mark.finished:
            self._base = mark

    def _load(self, wanted: TextStream) -> None:
        try:
            entries = list(self._journal.entries())
            if not entries:
                raise TmimaError("it has no whole line")
            self.flow = TextStream.resume(entries[0].record["stream"])
            marks = [checked_fields(Mark, entry.record["mark"], "mark") for entry in entries]
        except (ValueError, LookupError, TypeError, TmimaError) as error:
            raise TmimaError(f"{self._path} holds no state of a stream: {error}") from None
        if self.flow.settings != wanted.settings:
            raise TmimaError(
                f"{self._path} was written with other options: use those, or another file"
            )
        self._made = marks[0].segments
        self.mark = marks[-1]
        self._base = next((mark for mark in reversed(marks) if not mark.finished), marks[0])
        self._size = entries[-1].end
        self._room = max(1, _SMALL - self._size)
