"""`tmima stream`: a text comes in on standard input, its segments go out as they are decided."""

import codecs
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from tmima.cli.options import common as options
from tmima.cli.options.parameters import parameter_options, parameters
from tmima.cli.options.similarity import similarity
from tmima.errors import TmimaError
from tmima.files import read_text, write_whole
from tmima.formats import cue_of
from tmima.segmenter import Segmenter
from tmima.streaming import DEFAULT_DELAY, CueStream, StreamedSegment, TextStream

_PIECE = 1 << 16


@click.command()
@options.language
@options.input_format
@parameter_options
@options.normalise
@options.stopwords
@options.tagger
@similarity
@click.option(
    "--max-size",
    type=click.IntRange(min=1),
    metavar="N",
    help="Greatest number of sentences of a segment.",
)
@click.option(
    "--max-delay",
    type=click.IntRange(min=0),
    default=DEFAULT_DELAY,
    show_default=True,
    metavar="N",
    help="Decide on a cut when N more sentences have come; 0 to wait until it is certain, which "
    "may be thousands of sentences later.",
)
@click.option(
    "--state",
    "state_file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Keep the state here, and go on from it if it is there. The input begins again from its "
    "start: what was read is passed over.",
)
@click.option(
    "--cues",
    is_flag=True,
    help="The input is speech: a line of JSON for each cue, with start and end in seconds, text, "
    "and speaker if known. Segments have times.",
)
def stream(state_file: Path | None, max_delay: int, cues: bool, **given: Any) -> None:
    """Cut the text on standard input as it comes; print each segment as a line of JSON.

    It is the method of tmima segment, but what that takes from the whole text is taken from its
    beginning (150 sentences or 12,000 characters) and then kept: the language, the weights of
    words, the lengths of segments. A shorter text is cut as tmima segment cuts it. A cut is decided
    when --max-delay more sentences have come ("cut" is then "forced"), or before, when nothing that
    may still come can change it ("final").
    """
    segmenter = _segmenter(given)
    if cues:
        _stream_cues(segmenter, max_delay, given["format"], state_file)
        return
    flow = _stream(segmenter, max_delay, state_file)
    passed_over = flow.characters
    for piece in _pieces():
        skipped = min(passed_over, len(piece))
        passed_over -= skipped
        if skipped < len(piece):
            begun = flow.beginning is not None
            _print(flow.push(piece[skipped:]))
            if not begun:
                _tell(flow)
            if state_file is not None:
                # After the segments are out: a crash in between gives them twice, never not at all.
                write_whole(state_file, json.dumps(flow.state(), ensure_ascii=False))
    if passed_over:
        raise TmimaError(
            f"{state_file} has read {flow.characters} characters, {passed_over} more than the "
            "input holds: is it the same text, from its start?"
        )
    _print(flow.finish())
    if state_file is not None:
        state_file.unlink(missing_ok=True)


def _stream_cues(
    segmenter: Segmenter, max_delay: int, format: str | None, state_file: Path | None
) -> None:
    for name, value in (("format", format), ("state", state_file)):
        if value is not None:
            raise TmimaError(f"{name}= is for text: a stream of cues has none")
    flow = CueStream(segmenter, max_delay=max_delay)
    unfinished, number = "", 0
    for piece in _pieces():
        *lines, unfinished = (unfinished + piece).split("\n")
        # The last line may end without a line break.
        for line in [*lines, *([unfinished] if not piece else [])]:
            number += 1
            if line.strip():
                _print(flow.push(cue_of(line, number)))
    _print(flow.finish())


def _segmenter(given: dict[str, Any]) -> Segmenter:
    asked, learnt_for = parameters(given)
    max_size = given["max_size"]
    return Segmenter(
        language=given["language"],
        format=given["format"],
        normalise=given["normalise"],
        stopwords=options.stopword_list(given["stopwords"]),
        tagger=given["tagger"],
        similarity=given["similarity"] or learnt_for,
        parameters=asked,
        constraints=None if max_size is None else {"max_size": max_size},
    )


def _stream(segmenter: Segmenter, max_delay: int, state_file: Path | None) -> TextStream:
    wanted = TextStream(segmenter, max_delay=max_delay)
    if state_file is None or not state_file.exists():
        return wanted
    try:
        flow = TextStream.resume(json.loads(read_text(state_file)))
    except (ValueError, KeyError, TypeError, TmimaError) as error:
        raise TmimaError(f"{state_file} holds no state of a stream: {error}") from None
    if flow.settings != wanted.settings:
        raise TmimaError(f"{state_file} was written with other options: use those, or another file")
    return flow


def _tell(flow: TextStream) -> None:
    """Say once, on standard error, what was learnt from the beginning and is kept from now on."""
    found = flow.beginning
    if found is None or not found.learnt:
        return
    values = ", ".join(f"{name} {getattr(found.parameters, name):.4g}" for name in found.learnt)
    click.echo(
        f"tmima: from here on with similarity {found.similarity}, {values}, learnt from the "
        "beginning of the text",
        err=True,
    )


def _pieces() -> Iterator[str]:
    """Yield standard input as it comes."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    offset = 0
    while True:
        # As much as is there, so that what comes is dealt with at once.
        content = os.read(sys.stdin.fileno(), _PIECE)
        try:
            yield decoder.decode(content, final=not content)
        except UnicodeDecodeError as error:
            raise TmimaError(
                f"standard input is not UTF-8 after {offset} characters: {error.reason}"
            ) from None
        if not content:
            return
        offset += len(content)


def _print(segments: list[StreamedSegment]) -> None:
    for segment in segments:
        click.echo(json.dumps(segment.as_dict(), ensure_ascii=False))
    sys.stdout.flush()
