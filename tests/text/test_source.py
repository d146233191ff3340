"""What was opened: a text with its times or its places, in one value."""

import pickle

import pytest

from tmima import Cue, Origin, Source, Timeline, TmimaError
from tmima.text import Block


def test_a_source_is_made_of_cues_or_blocks():
    timeline = Timeline([Cue(0, 1, "One ship."), Cue(1, 0, "Two ships.")])
    spoken = Source.of(timeline)
    assert (spoken.text, spoken.timeline) == (timeline.text, timeline)
    assert [str(fault) for fault in spoken.faults] == ["'Two ships.' ends before it starts"]
    origin = Origin("page", "One ship.", [Block(0, 9)])
    written = Source.of(origin)
    assert (written.text, written.origin, written.faults) == ("One ship.", origin, ())


def test_only_a_plain_text_is_prose():
    assert Source("One ship.").is_prose
    assert not Source("One ship.", format="lines").is_prose
    assert not Source.of(Timeline([Cue(0, 1, "One ship.")])).is_prose
    assert not Source.of(Origin("page", "One ship.", [])).is_prose


def test_a_source_can_be_sent_to_another_process():
    source = Source.of(Timeline([Cue(0, 1, "One ship.", "Anna")]))
    assert pickle.loads(pickle.dumps(source)) == source


def test_a_source_is_of_a_string():
    with pytest.raises(TmimaError, match="a text must be a string, not 5"):
        Source(5)


def test_words_of_code_asides_and_whatever_is_named_are_ignored():
    blocks = [Block(0, 4, "code"), Block(5, 9), Block(10, 15, "aside")]
    assert Origin("page", "a" * 20, blocks, ignored=[(13, 18), (6, 7)]).ignored == (
        (0, 4),
        (6, 7),
        (10, 18),
    )
