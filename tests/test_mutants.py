"""The list of wrong changes is in step with the sources; `make mutants` judges it."""

from dataclasses import replace

import pytest
from tools.mutants import Mutant, mutants, refused

EVERY = mutants()


def test_every_change_can_be_made_and_its_tests_are_there():
    assert refused(EVERY) == []


def test_there_are_enough_and_in_all_central_rooms():
    assert len(EVERY) >= 200
    rooms = {each.file.split("/")[2] for each in EVERY}
    assert rooms >= {
        *("kernel", "segmentation", "similarity", "text", "formats", "languages"),
        *("scores", "training", "streaming", "methods", "paper", "cli", "explore"),
        *("learnt", "titles", "chapters"),
    }
    assert len({(each.file, each.old, each.new) for each in EVERY}) == len(EVERY)


@pytest.mark.parametrize("text", ["", "a b a"])
def test_a_place_that_is_not_there_once_is_refused(text):
    mutant = Mutant(file="x.py", old="a", new="c", tests=(), why="")
    with pytest.raises(ValueError, match=rf"x\.py: the old text is there {text.count('a')} times"):
        mutant.changed(text)
    assert mutant.changed("b a") == "b c"


def test_a_test_that_is_not_there_is_named():
    known = EVERY[0]
    for name in ("tests/none.py", f"{known.tests[0].partition('::')[0]}::test_that_nobody_wrote"):
        assert refused([replace(known, tests=(name,))]) == [f"{name}: no such test"]
