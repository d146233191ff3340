"""The tables of what characters are to the scanners."""

import numpy as np
import pytest

from tmima.languages.el import spans
from tmima.languages.sentences import _stop_classes
from tmima.languages.tokens import _word_classes
from tmima.text import characters, layout

ALIKE = characters._ALIKE
TABLES = (
    _stop_classes,
    lambda: _word_classes(False),
    lambda: _word_classes(True),
    spans.word_classes,
    layout._visible_classes,
)


@pytest.fixture
def every_character_asked(monkeypatch):
    def forget():
        characters._asked_characters.cache_clear()
        for cached in (_stop_classes, _word_classes, spans.word_classes, layout._visible_classes):
            cached.cache_clear()

    forget()
    monkeypatch.setattr(characters, "_ALIKE", ())
    yield
    monkeypatch.undo()
    forget()


@pytest.mark.parametrize("table", TABLES)
def test_characters_that_are_not_asked_for_are_as_those_that_stand_for_them(
    table, every_character_asked
):
    whole = table()
    assert len(whole) == 0x10000
    for first, last in ALIKE:
        assert np.unique(whole[first : last + 1]).size == 1
