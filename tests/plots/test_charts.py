"""Charts show what they are given, and mark the answer."""

import pytest

pytest.importorskip("matplotlib", reason="the extra plot is not installed")

from tmima.plots import charts


@pytest.mark.parametrize(("answered", "marks"), [(2, ["2 segments"]), (9, [])])
def test_the_answer_is_marked_and_not_the_least_cost(answered, marks):
    axes = charts._draw([3.0, 2.0, 1.0, None], answered).axes[0]
    assert [mark.get_text() for mark in axes.texts] == marks
    assert [line.get_xydata().tolist() for line in axes.lines[1:]] == [[[2.0, 2.0]]] * len(marks)
