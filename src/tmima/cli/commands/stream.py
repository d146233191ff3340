"""`tmima stream`: a text comes in on standard input, its segments go out as they are decided."""

import sys
from collections.abc import Iterable
from itertools import chain
from pathlib import Path
from typing import Any

import click

from tmima.cli import options
from tmima.cli.paths import OutputPath, note_inputs
from tmima.cli.show.output import printable
from tmima.errors import TmimaError
from tmima.files import STANDARD_INPUT, decoded, encode_json, standard_input
from tmima.files.resumable import OutputCheckpoint, ResumableOutput
from tmima.formats import cue_of
from tmima.segmentation import Parameters
from tmima.segmenter import SETTINGS, Segmenter
from tmima.settings import settings_of
from tmima.streaming import DEFAULT_DELAY, CueStream, ResumableStream, StreamedSegment, TextStream
from tmima.streaming.resumable_stream import Checkpoint


@click.command(cls=options.SettingsCommand)
@options.settings(
    *(name for name, told in SETTINGS.items() if told.stream),
    without=("titles", "overlap", *settings_of(Parameters)),
)
@options.encoding
@click.option(
    "--max-delay",
    type=click.IntRange(min=1),
    default=DEFAULT_DELAY,
    show_default=True,
    metavar="N",
    help="Decide on a cut when N more sentences have come, or up to half as many again.",
)
@click.option(
    "--state",
    "state",
    type=OutputPath(),
    metavar="FILE",
    help="Keep the state here, and go on from it if it is there. The input begins again from its "
    "start: what was read is compared and passed over.",
)
@click.option(
    "-o",
    "--output",
    type=OutputPath(),
    metavar="OUT",
    help="Write to a file instead of standard output, in place of what it holds; with --state each "
    "segment once, however often the run is killed and started again, and nothing is written over "
    "that the state does not know.",
)
@click.option(
    "--cues",
    is_flag=True,
    help="The input is speech: a line of JSON for each cue, with start and end in seconds, text, "
    "and speaker if known. Segments have times.",
)
def stream(
    state: Path | None,
    output: Path | None,
    encoding: str | None,
    max_delay: int,
    cues: bool,
    **given: Any,
) -> None:
    """Cut the text on standard input as it comes; print each segment as a line of JSON.

    What tmima segment does with the whole text, a stream does again and again with its last 1,000
    sentences: what is decided stays, and a cut is decided when --max-delay more sentences have come
    ("cut" is then "forced"). The language is found from the beginning, 150 sentences or 12,000
    characters; a text that is shorter is cut as tmima segment cuts it.

    With --state a run that was killed goes on where it was, if the input begins again from its
    start (tail -n +1 -F FILE). Into a file (-o) each segment is written once. On standard output
    the last ones may come again: the later of two with the same "first" is right. If the text has
    grown since it ended, its last segments are replaced, or printed again.
    """
    note_inputs(STANDARD_INPUT)
    segmenter = Segmenter(**options.given_settings(given))
    segmenter.check()
    pieces = decoded(standard_input(), "standard input", encoding)
    if cues:
        for name, value in (("format", given["format"]), ("state", state)):
            if value is not None:
                raise TmimaError(f"`{name}` is for text: a stream of cues has none")
        _stream_cues(CueStream(segmenter, max_delay=max_delay), pieces, output)
        return
    flow = TextStream(segmenter, max_delay=max_delay)
    if state is None:
        with _open_output(output) as lines:
            for piece in pieces:
                _write(flow.push(piece), lines)
            _write(_require_segments(flow.finish(), lines), lines)
    else:
        _stream_with_state(ResumableStream(state, flow), pieces, output)


def _stream_cues(flow: CueStream, pieces: Iterable[str], output: Path | None) -> None:
    unfinished, number = "", 0
    with _open_output(output) as lines:
        # The last line may end without a line break.
        for piece in chain(pieces, ["\n"]):
            *whole, unfinished = (unfinished + piece).split("\n")
            for line in whole:
                number += 1
                if line.strip():
                    _write(flow.push(cue_of(line, number)), lines)
        _write(_require_segments(flow.finish(), lines), lines)


def _stream_with_state(
    resumable: ResumableStream, pieces: Iterable[str], output: Path | None
) -> None:
    """Cut what comes, with a state from which the run can be resumed at any moment."""
    checkpoint = _output_checkpoint(resumable.checkpoint) if resumable.has_state else None
    with _open_output(output, resume_from=checkpoint, refuse_unknown=True) as lines:

        def write_new(segments: list[StreamedSegment], *, ended: bool = False) -> None:
            if resumable.replaying:
                return  # it may still be another text: nothing is touched
            if resumable.has_state:
                lines.rewind(resumable.checkpoint.output, resumable.checkpoint.tail)
            if segments and lines.position is not None and (ended or lines.tail is None):
                ending = "".join(_json_line(one) for one in segments) if ended else ""
                if ended:
                    lines.check_next(ending)  # before the state is touched
                resumable.write_first_snapshot(output=lines.position)
                lines.open_for_writing()
                resumable.announce(ending, output=lines.position, tail=lines.tail)
            _write(segments, lines, to_disk=True)
            # After the segments are out: a crash in between gives them again, never not at all.
            resumable.write_checkpoint(output=lines.position, tail=lines.tail)

        for piece in filter(None, pieces):
            write_new(resumable.push(piece))
        last = resumable.finish()
        write_new(
            last if resumable.checkpoint.segments else _require_segments(last, lines), ended=True
        )


def _open_output(output: Path | None, **how: Any) -> ResumableOutput:
    return ResumableOutput(output, echo=_echo, **how)


def _echo(line: str) -> None:
    click.echo(printable(line) if sys.stdout.isatty() else line)


def _json_line(segment: StreamedSegment) -> str:
    return encode_json(segment.as_dict(), ensure_ascii=False) + "\n"


def _output_checkpoint(checkpoint: Checkpoint) -> OutputCheckpoint:
    return OutputCheckpoint(
        position=checkpoint.output,
        tail=checkpoint.tail,
        ending=checkpoint.ending.encode(),
        finished=checkpoint.finished,
    )


def _require_segments(last: list[StreamedSegment], lines: ResumableOutput) -> list[StreamedSegment]:
    """Return the last segments; refuse a text that has none, before the output is emptied."""
    if not last and not lines.has_lines:
        raise TmimaError("standard input holds no text: nothing is written")
    return last


def _write(
    segments: list[StreamedSegment], lines: ResumableOutput, *, to_disk: bool = False
) -> None:
    for segment in segments:
        lines.write(_json_line(segment))
    if segments:
        lines.flush(to_disk=to_disk)
