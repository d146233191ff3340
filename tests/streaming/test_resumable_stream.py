"""A stream that is kept in a file, killed at any moment, goes on where it was."""

import json
import re
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from unittest.mock import patch

import pytest

from tests.streaming.test_stream import WRAPPED, short_beginning, topical
from tmima import Segmenter, TextStream, TmimaError
from tmima.cli.commands.stream import _stream_with_state
from tmima.files import journal, sealed, unsealed
from tmima.files.resumable import OutputCheckpoint, ResumableOutput
from tmima.files.whole import write_whole
from tmima.streaming import resumable_stream
from tmima.streaming.learnt_cuts import LearntCuts
from tmima.streaming.resumable_stream import Checkpoint, ResumableStream

# Many segments of little text.
GIVEN = {"max_size": 4}


@pytest.fixture(autouse=True)
def every_fourth_sentence(monkeypatch):
    """What is kept does not depend on how cuts are found, so they are found at no cost."""

    def best(self):
        return [
            *(place for place in range(self._first, self.sentences_read) if place % 4 == 0),
            self.sentences_read,
        ]

    monkeypatch.setattr(LearntCuts, "_cut_window", best)


class KilledError(BaseException):
    """Stands for kill -9: nothing is put in order after it."""


class Run:
    """A stream into a file with its state, as the command runs it, killed at some step."""

    def __init__(self, folder: Path, **settings_) -> None:
        self.folder = folder
        self.state, self.out = folder / "state", folder / "out"
        self.settings = settings_
        self.steps = 0

    def step(self, last: int | None) -> None:
        if self.steps == last:
            raise KilledError
        self.steps += 1

    def __call__(self, pieces: Iterable[str], *, killed_at: int | None = None) -> None:
        """Run the stream; a step is whatever reaches the disk."""
        self.steps = 0
        real_write, real_append = write_whole, ResumableStream._append
        real_line = ResumableOutput.write
        run = self

        def line(self, text):
            run.step(killed_at)
            real_line(self, text)
            self._file.flush()
            run.step(killed_at)

        def append(self, checkpoint):
            run.step(killed_at)
            real_append(self, checkpoint)
            if run.steps == killed_at:
                # Killed while it was being written.
                content = run.state.read_bytes()
                run.state.write_bytes(content[: -len(content.splitlines()[-1]) // 2 - 1])
            run.step(killed_at)

        def write(path, content):
            run.step(killed_at)
            real_write(path, content)
            run.step(killed_at)

        with (
            patch.object(ResumableOutput, "write", line),
            patch.object(ResumableStream, "_append", append),
            patch.object(journal, "write_whole", write),
            suppress(KilledError),
        ):
            flow = TextStream(Segmenter(**self.settings), max_delay=3)
            _stream_with_state(ResumableStream(self.state, flow), pieces, self.out)

    def written(self) -> list[dict]:
        return [json.loads(line) for line in self.out.read_text().splitlines()]


@pytest.mark.parametrize("room", [1, 700, 1 << 18])
@pytest.mark.parametrize("size", [40, 400])
def test_a_stream_killed_at_any_moment_writes_each_segment_once(tmp_path, monkeypatch, room, size):
    monkeypatch.setattr(resumable_stream, "_SNAPSHOT_BYTES", room)
    text = WRAPPED * 3
    pieces = [text[place : place + size] for place in range(0, len(text), size)]
    with short_beginning(5):
        unbroken = Run(tmp_path, language="en", **GIVEN)
        unbroken(pieces)
        expected, steps = unbroken.written(), unbroken.steps
        assert len(expected) > 5
        assert "".join(one["text"] for one in expected) == text
        assert [one["first"] for one in expected] == sorted({one["first"] for one in expected})
        for killed_at in range(0, steps, 1 if size > 100 else 7):
            folder = tmp_path / str(killed_at)
            folder.mkdir()
            run = Run(folder, language="en", **GIVEN)
            run(pieces, killed_at=killed_at)
            # And once more, before it ends well: with other pieces.
            run([text[:90], text[90:]], killed_at=killed_at // 2)
            run([text])
            assert run.written() == expected
            # A finished one adds nothing.
            run([text])
            assert run.written() == expected


@pytest.mark.parametrize("part", [0.1, 0.6, 0.95])
def test_a_text_that_has_grown_goes_on_from_before_its_end(tmp_path, part):
    text = WRAPPED * 3
    known = text[: int(part * len(text))]
    with short_beginning(5):
        grown, whole_ = Run(tmp_path, language="en", **GIVEN), tmp_path / "whole"
        whole_.mkdir()
        at_once = Run(whole_, language="en", **GIVEN)
        at_once([text])
        grown([known])
        assert "".join(one["text"] for one in grown.written()) == known
        # Killed while the end is taken back, at each step of it.
        for killed_at in range(4):
            grown([text], killed_at=killed_at)
        grown([text])
        assert grown.written() == at_once.written()


def kept(tmp_path, text: str) -> Run:
    run = Run(tmp_path, language="en", **GIVEN)
    run([text])
    return run


def test_another_text_is_refused_and_nothing_is_lost(tmp_path):
    with short_beginning(5):
        run = kept(tmp_path, WRAPPED)
        before = run.out.read_bytes(), run.state.read_bytes()
        for other in (WRAPPED.replace("river", "ocean"), "x" + WRAPPED, WRAPPED[:-1] + "!"):
            with pytest.raises(TmimaError, match="has read another text: its first"):
                run([other])
        for shorter in ("", WRAPPED[:-1]):
            with pytest.raises(TmimaError, match="more than the input holds"):
                run([shorter])
        assert (run.out.read_bytes(), run.state.read_bytes()) == before


def test_another_text_touches_nothing_wherever_the_run_was_killed(tmp_path):
    other = WRAPPED[:-1] + "!" + WRAPPED
    with short_beginning(5):
        steps = kept(tmp_path, WRAPPED).steps
        for killed_at in range(steps):
            folder = tmp_path / str(killed_at)
            folder.mkdir()
            run = Run(folder, language="en", **GIVEN)
            run([WRAPPED], killed_at=killed_at)
            before = run.out.read_bytes() if run.out.exists() else None
            flow = TextStream(Segmenter(**run.settings), max_delay=3)
            # Before anything was written down as read, another text is only another beginning.
            if ResumableStream(run.state, flow).checkpoint.characters:
                with pytest.raises(TmimaError, match="has read another text"):
                    run([other[:50], other[50:]])
                assert (run.out.read_bytes() if run.out.exists() else None) == before
            else:
                with suppress(TmimaError):
                    run([other[:50], other[50:]])
                    before = run.out.read_bytes()
                    assert "".join(one["text"] for one in run.written()) == other
                assert (run.out.read_bytes() if run.out.exists() else None) == before


def test_another_output_is_refused_and_not_touched(tmp_path):
    with short_beginning(5):
        run = kept(tmp_path, WRAPPED)
        content = run.out.read_text()
        for changed in (content[:-1], content.replace("a", "b") + "more", "x" * 10_000):
            run.out.write_text(changed)
            with pytest.raises(TmimaError, match="is not the file that the state belongs to"):
                run([WRAPPED + "More."])
            assert run.out.read_text() == changed
        run.out.unlink()
        with pytest.raises(TmimaError, match="is not the file that the state belongs to"):
            run([WRAPPED])
        assert not run.out.exists()
        run.out = None
        with pytest.raises(TmimaError, match="whose output was a regular file"):
            run([WRAPPED])


def test_what_was_written_after_a_mark_must_be_what_comes(tmp_path):
    path = tmp_path / "out"
    with ResumableOutput(path) as lines:
        lines.write('{"first": 0}\n')
        place = OutputCheckpoint(position=lines.position, tail=lines.tail)
        lines.write('{"first": 1}\n')
        lines.write('{"first": 2}\n')
    whole = path.read_bytes()
    for size in range(place.position, len(whole) + 1):
        path.write_bytes(whole[:size])
        with ResumableOutput(path, resume_from=place) as lines:
            lines.write('{"first": 1}\n')
            lines.write('{"first": 2}\n')
            there = lines.position, lines.tail
            lines.write('{"first": 3}\n')
            lines.flush(to_disk=False)
            lines.rewind(*there)
        assert path.read_bytes() == whole
    for others in (whole[:-1] + b"other", whole + b"other"):
        path.write_bytes(others)
        with pytest.raises(TmimaError, match="has more at its end than was written to it"):
            taken_up_with_two_lines(path, place)
        assert path.read_bytes() == others


def taken_up_with_two_lines(path: Path, place: OutputCheckpoint) -> None:
    with ResumableOutput(path, resume_from=place) as lines:
        lines.write('{"first": 1}\n')
        lines.write('{"first": 2}\n')


def test_what_others_have_appended_to_the_output_stays(tmp_path):
    text = WRAPPED * 2
    with short_beginning(5):
        run = Run(tmp_path, language="en", **GIVEN)
        run([text])
        steps = run.steps
        for killed_at in (*range(0, steps, 3), None):
            folder = tmp_path / str(killed_at)
            folder.mkdir()
            run = Run(folder, language="en", **GIVEN)
            run([text[:300], text[300:]], killed_at=killed_at)
            if not run.out.exists() or not run.out.read_bytes() or not run.state.exists():
                continue  # nothing was written of which anybody could know
            with run.out.open("a") as file:
                file.write("a line of another program\n")
            before = run.out.read_bytes()
            for following in (text, text + " The rivers flow.", "Another text."):
                with pytest.raises(TmimaError, match=r"at its end|another text|than the input"):
                    run([following])
                assert run.out.read_bytes() == before


def test_a_text_that_grew_after_its_end_was_being_written_goes_on(tmp_path):
    text = WRAPPED * 2
    known = text[: len(text) // 2]
    with short_beginning(5):
        whole_ = Run(tmp_path, language="en", **GIVEN)
        whole_([text])
        expected, killed_at = whole_.written(), 0
        while True:
            folder = tmp_path / str(killed_at)
            folder.mkdir()
            run = Run(folder, language="en", **GIVEN)
            run([known], killed_at=killed_at)
            ended = run.steps < killed_at
            run([text])
            assert run.written() == expected
            if ended:
                break
            killed_at += 1
        assert killed_at > 5


def test_an_output_of_before_is_not_replaced(tmp_path):
    with short_beginning(5):
        run = Run(tmp_path, language="en", **GIVEN)
        run.out.write_text("of another run\n" * 1000)
        for _ in range(2):
            with pytest.raises(TmimaError, match="holds something that the state does not know"):
                run([WRAPPED[:200], WRAPPED[200:]])
            assert run.out.read_text() == "of another run\n" * 1000
            assert not run.state.exists()


def test_an_output_is_known_from_its_first_line_on(tmp_path):
    """All comes at once: segments are written before any text was written down as read."""
    with short_beginning(5):
        unbroken = Run(tmp_path, language="en", **GIVEN)
        unbroken([WRAPPED * 3])
        for killed_at in range(unbroken.steps):
            folder = tmp_path / str(killed_at)
            folder.mkdir()
            run = Run(folder, language="en", **GIVEN)
            run([WRAPPED * 3], killed_at=killed_at)
            run([WRAPPED * 3])
            assert run.written() == unbroken.written()


def test_every_change_of_a_state_is_noticed(tmp_path):
    with short_beginning(5):
        run = kept(tmp_path, WRAPPED)
        content = run.state.read_text()
        (first, *_), count = content.splitlines(), 0
        for found in re.finditer(r"[0-9]+|true|false|null|[a-z]{3,}", content):
            if found.end() % 5:
                continue
            other = "7" if found[0] != "7" else "8"
            run.state.write_text(content[: found.start()] + other + content[found.end() :])
            with pytest.raises(TmimaError, match="holds no state of a stream"):
                run([WRAPPED])
            count += 1
        assert count > 40
        assert "checksum" in first


@pytest.mark.parametrize("content", ["{}", "[]", "5", "null", "[" * 100_000, "{}\n", "[]\n", "5\n"])
def test_a_state_of_something_else_is_refused(tmp_path, content):
    state = tmp_path / "state.json"
    state.write_text(content)
    with pytest.raises(TmimaError, match="holds no state of a stream"):
        ResumableStream(state, TextStream())
    assert state.read_text() == content


def test_wrong_types_in_a_state_are_told_of(tmp_path):
    with short_beginning(5):
        flow = TextStream(Segmenter(language="en", **GIVEN))
        flow.push(WRAPPED)
        state = unsealed(flow.state())
        for name in state:
            for value in (None, "x", 5, [5], {"x": 5}):
                if name == "version" or value == state[name]:
                    continue
                with suppress(TmimaError):  # and nothing else
                    TextStream.resume(sealed({**state, name: value}))


def test_a_state_of_another_version_or_with_other_options_is_refused(tmp_path):
    state = tmp_path / "state.json"
    ResumableStream(state, TextStream()).write_checkpoint()
    with pytest.raises(TmimaError, match="other options"):
        ResumableStream(state, TextStream(Segmenter(constraints={"max_size": 5})))
    with pytest.raises(TmimaError, match="other options"):
        ResumableStream(state, TextStream(max_delay=7))
    assert ResumableStream(state, TextStream()).checkpoint == Checkpoint()
    with pytest.raises(TmimaError, match=r"was written by tmima 0\.0\.7, and this is"):
        TextStream.resume(sealed({**unsealed(TextStream().state()), "version": "0.0.7"}))


def test_what_is_written_is_as_little_as_what_changed(tmp_path):
    state = tmp_path / "state"
    flow = ResumableStream(state, TextStream(Segmenter(language="en", **GIVEN), max_delay=4))
    flow.write_checkpoint()
    written, changed, snapshots = 0, 0, 0
    with short_beginning(5):
        for sentence in topical(1500, seed=1):
            before = state.stat().st_size
            flow.push(sentence)
            flow.write_checkpoint()
            grown = state.stat().st_size - before
            snapshots += grown < 0
            written += grown if grown > 0 else state.stat().st_size
            changed += len(sentence)
    # Some 350 bytes a checkpoint, and as much again for whole states now and then.
    assert written < 1500 * 1000
    assert snapshots < 10


def test_a_pair_of_surrogates_has_no_state():
    flow = TextStream()
    flow.push("a \ud83d\ude00 b")
    with pytest.raises(TmimaError, match="pairs of surrogates"):
        flow.state()
