"""A stream whose progress is in a file: killed at any moment, it goes on where it was.

The file is a journal. Its first record is a snapshot, the whole state of the stream; each of the
following is a checkpoint, written after a piece of text. The text itself is not saved: the input
begins again from its start, and what lies before the last checkpoint is replayed: it is read once
more and compared by its checksum, and its segments are not given out again. Now and then a new
snapshot replaces the journal, so that what is written is about as little as what changed.
"""

import hashlib
import stat
from dataclasses import asdict, dataclass, replace
from os import PathLike
from pathlib import Path
from typing import Any

from tmima.errors import TmimaError, shortened, whole_number
from tmima.files.journal import Journal
from tmima.settings import checked_fields
from tmima.streaming.stream import StreamedSegment, TextStream

# A new snapshot is written when the checkpoints, and the text to be replayed for them, have become
# longer than the last one, and at least so long.
_SNAPSHOT_BYTES = 1 << 18


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkpoint:
    """How far a stream has come.

    Attributes:
        characters: how many were read.
        text: the checksum of these characters.
        segments: how many were given out.
        output: the position in the output behind them; nothing if it is no regular file.
        tail: the checksum of the end of the output.
        finished: whether the text ended there.
        ending: the lines that may have been written behind the position, as the text seemed to end.
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


class ResumableStream:
    """A `TextStream` whose progress is saved in a file.

    Whoever uses it writes the segments that `push` and `finish` return, and then calls
    `write_checkpoint`. If the process is killed in between, the same segments are returned again:
    they may be written twice, but are never lost.

    Where the output is a file, each segment is written once if the caller does three things more:
    it rewinds the file to the position of `checkpoint` before it writes, it calls
    `write_first_snapshot` before it writes the first segment, and `announce` before it writes the
    first segment and before it writes what `finish` returned.

    A text that was finished and has grown goes on from before its end: the last segments come
    again.

    Args:
        path: of the state's file; it is read if it is there.
        wanted: the stream that is used if there is no state; otherwise its settings must be the
            same.
    """

    def __init__(self, path: str | PathLike[str], wanted: TextStream) -> None:
        self._path = Path(path)
        self._journal = Journal(self._path, "state of a stream")
        self._digest = hashlib.sha256()
        self._characters = 0  # of the input, from its start
        self._segments = 0  # from the start of the text
        self.stream = wanted
        # The last checkpoint, and the last one before the text ended.
        self.checkpoint = self._base = Checkpoint()
        self._size = 0  # of the journal, in bytes
        self._bytes_left = 0  # until the next snapshot
        self.has_state = self._is_there()  # whether a snapshot is written
        self._first_state = None if self.has_state else wanted.state()
        if self.has_state:
            self._load(wanted)

    @property
    def replaying(self) -> bool:
        """Whether the input is still what was read before the last checkpoint."""
        return self._characters < self._base.characters

    def push(self, text: str) -> list[StreamedSegment]:
        """Take the next piece of the input, which begins at its start; return what is new."""
        known = text[: max(0, self._base.characters - self._characters)]
        if known:
            self._replay(known)
        fresh = text[len(known) :]
        if not fresh:
            return []
        if self.checkpoint.finished:
            # Before anything of the output is removed, the state says that it may be.
            self._append(self._base)
        self._count_characters(fresh)
        return self._count_segments(self.stream.push(fresh))

    def finish(self) -> list[StreamedSegment]:
        """Return the remaining segments, as the input has ended; none if they came before."""
        if self.replaying:
            raise TmimaError(
                f"{self._path} has read {self._base.characters} characters, "
                f"{self._base.characters - self._characters} more than the input holds: is it the "
                "same text, from its start?"
            )
        return [] if self.checkpoint.finished else self._count_segments(self.stream.finish())

    def write_checkpoint(self, *, output: int | None = None, tail: str | None = None) -> None:
        """Save that everything so far was given out."""
        if self.replaying or self.checkpoint.finished:
            return
        checkpoint = Checkpoint(
            characters=self._characters,
            text=self._digest.hexdigest(),
            segments=self._segments,
            output=output,
            tail=tail,
            finished=self.stream.ended,
        )
        self._bytes_left -= checkpoint.characters - self.checkpoint.characters
        if self._bytes_left <= 0 and not checkpoint.finished:
            self._write_snapshot(checkpoint)
        else:
            self._append(checkpoint)

    def write_first_snapshot(self, *, output: int | None) -> None:
        """Save the state of the beginning, unless one is saved: the output is about to be ours."""
        if not self.has_state:
            self._write_snapshot(Checkpoint(output=output), self._first_state)

    def announce(self, ending: str, *, output: int | None, tail: str | None) -> None:
        """Save that the output is begun, or which lines are about to be written at its end.

        If the text has grown when the stream is resumed, other segments replace those lines, which
        are recognised by this.
        """
        if not self.checkpoint.finished:
            self._append(replace(self.checkpoint, ending=ending, output=output, tail=tail))

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

    def _count_characters(self, text: str) -> None:
        self._characters += len(text)
        self._digest.update(text.encode("utf-8", "surrogatepass"))

    def _count_segments(self, segments: list[StreamedSegment]) -> list[StreamedSegment]:
        self._segments += len(segments)
        return segments

    def _replay(self, text: str) -> None:
        """Read again what was read before the last checkpoint."""
        skipped = max(0, self.stream.characters - self._characters)
        self._count_characters(text)
        if text[skipped:]:
            self._count_segments(self.stream.push(text[skipped:]))
        if self.replaying:
            return
        if self._digest.hexdigest() != self._base.text:
            raise TmimaError(
                f"{self._path} has read another text: its first {self._characters} characters are "
                "not those of this input. Give the same from its start, or another file for the "
                "state"
            )
        if self._segments != self._base.segments:
            raise TmimaError(
                f"{self._path} has {self._base.segments} segments of the text so far, where "
                f"{self._segments} are found: begin again with another file for the state"
            )

    def _write_snapshot(self, checkpoint: Checkpoint, state: dict[str, Any] | None = None) -> None:
        """Replace the journal by the whole state, by default as the stream is now."""
        record = {"stream": state or self.stream.state(), "mark": asdict(checkpoint)}
        self._size = self._journal.rewrite([record])
        self._bytes_left = max(_SNAPSHOT_BYTES, self._size)
        self.checkpoint = self._base = checkpoint
        self.has_state = True

    def _append(self, checkpoint: Checkpoint) -> None:
        """Append a checkpoint to the journal."""
        end = self._journal.append({"mark": asdict(checkpoint)}).end
        self._bytes_left -= end - self._size
        self._size = end
        self.checkpoint = checkpoint
        if not checkpoint.finished:
            self._base = checkpoint

    def _load(self, wanted: TextStream) -> None:
        try:
            entries = list(self._journal.entries())
            if not entries:
                raise TmimaError("it has no whole line")
            self.stream = TextStream.resume(entries[0].record["stream"])
            checkpoints = [
                checked_fields(Checkpoint, entry.record["mark"], "checkpoint") for entry in entries
            ]
        except (ValueError, LookupError, TypeError, TmimaError) as error:
            raise TmimaError(f"{self._path} holds no state of a stream: {error}") from None
        if self.stream.settings != wanted.settings:
            raise TmimaError(
                f"{self._path} was written with other options: use those, or another file"
            )
        self._segments = checkpoints[0].segments
        self.checkpoint = checkpoints[-1]
        self._base = next(
            (each for each in reversed(checkpoints) if not each.finished), checkpoints[0]
        )
        self._size = entries[-1].end
        self._bytes_left = max(1, _SNAPSHOT_BYTES - self._size)
