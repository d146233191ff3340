"""`tmima stream`: a text comes in on standard input, its segments go out as they become certain."""

import codecs
import json
import os
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from tmima.cli.options import common as options
from tmima.cli.options.parameters import cost_options, parameters
from tmima.errors import TmimaError
from tmima.files import read_text, write_whole
from tmima.streaming.sentences import FORMS
from tmima.streaming.stream import StreamedSegment, StreamSettings, TextStream

_PIECE = 1 << 16


@click.command()
@options.language
@click.option(
    "--input",
    "form",
    type=click.Choice(FORMS),
    default="text",
    show_default=True,
    help="Prose, or a sentence a line.",
)
@cost_options
@options.words
@options.stopwords
@options.tagger
@click.option(
    "--max-size",
    type=click.IntRange(min=1),
    metavar="N",
    help="Greatest number of sentences of a segment.",
)
@click.option(
    "--max-delay",
    type=click.IntRange(min=1),
    metavar="N",
    help="Decide on a cut when N more sentences have come, certain or not.",
)
@click.option(
    "--state",
    "state_file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Keep the state here, and go on from it if it is there. The input begins again from its "
    "start: what was read is passed over.",
)
def stream(
    language: str | None,
    form: str,
    words: str | None,
    stopwords: str | None,
    tagger: Path | None,
    max_size: int | None,
    max_delay: int | None,
    state_file: Path | None,
    **given: Any,
) -> None:
    """Cut the text on standard input as it comes; print each segment as a line of JSON.

    A segment is printed as soon as nothing that may still come can change it, or with --max-delay
    at a deadline; "cut" then says that it was forced.
    """
    stopword_list = options.stopword_list(stopwords)
    settings = StreamSettings(
        language=language,
        form=form,
        parameters=parameters(given),
        max_size=max_size,
        max_delay=max_delay,
        words=words,
        stopwords=None if stopword_list is None else tuple(stopword_list),
        tagger=None if tagger is None else str(tagger),
    )
    flow = _stream(settings, state_file)
    passed_over = flow.characters
    for piece in _pieces():
        skipped = min(passed_over, len(piece))
        passed_over -= skipped
        if skipped < len(piece):
            _print(flow.push(piece[skipped:]))
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


def _stream(settings: StreamSettings, state_file: Path | None) -> TextStream:
    if state_file is None or not state_file.exists():
        return TextStream(settings)
    try:
        flow = TextStream.resume(json.loads(read_text(state_file)))
    except (ValueError, KeyError, TypeError, TmimaError) as error:
        raise TmimaError(f"{state_file} holds no state of a stream: {error}") from None
    if flow.settings != settings:
        raise TmimaError(f"{state_file} was written with other options: use those, or another file")
    return flow


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
        click.echo(json.dumps(asdict(segment), ensure_ascii=False))
    sys.stdout.flush()
