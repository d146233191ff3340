"""The dotplot: what is drawn is D."""

import numpy as np
import pytest

from tests import oracle
from tests.command import output, refusal
from tmima import Segmentation, TmimaError
from tmima.similarity import SharedWords

pytest.importorskip("matplotlib", reason="plots need the extra: pip install 'tmima[plot]'")

from tmima.plots import dotplot
from tmima.plots.dotplot import draw, grey_levels

PNG = b"\x89PNG\r\n\x1a\n"


def random_units(count: int) -> list[set[int]]:
    generator = np.random.default_rng(3)
    return [set(generator.integers(0, 60, 4).tolist()) for _ in range(count)]


def test_a_small_picture_is_d_itself():
    words = random_units(91)
    assert np.array_equal(
        grey_levels(SharedWords(oracle.units_of(words))), oracle.shared_words(words)
    )


def test_a_large_picture_is_the_means_over_tiles():
    words = random_units(2000)
    image = grey_levels(SharedWords(oracle.units_of(words)))
    d = np.array(oracle.shared_words(words))
    assert image.shape == (667, 667)
    assert image[5, 100] == pytest.approx(d[15:18, 300:303].mean())
    assert image[666, 0] == pytest.approx(d[1998:2000, 0:3].mean())
    assert np.array_equal(image, image.T)


def test_the_segments_are_drawn():
    similarity = SharedWords(oracle.units_of(random_units(12)))
    (axes,) = draw(similarity, Segmentation((5, 12)), "sentence").axes
    (squares,) = axes.collections
    corners = [path.get_extents().get_points().tolist() for path in squares.get_paths()]
    assert corners == [[[0, 0], [5, 5]], [[5, 5], [12, 12]]]


def test_formats_by_ending(tmp_path):
    similarity = SharedWords(oracle.units_of(random_units(9)))
    dotplot(similarity, Segmentation((9,)), tmp_path / "d.png")
    assert (tmp_path / "d.png").read_bytes().startswith(PNG)
    dotplot(similarity, Segmentation((9,)), tmp_path / "d.svg")
    assert b"<svg" in (tmp_path / "d.svg").read_bytes()
    with pytest.raises(TmimaError, match=r"d\.doc cannot be drawn"):
        dotplot(similarity, Segmentation((9,)), tmp_path / "d.doc")
    with pytest.raises(TmimaError, match="cannot be written"):
        dotplot(similarity, Segmentation((9,)), tmp_path / "no" / "d.png")


def test_the_command_draws(tmp_path):
    picture = tmp_path / "plot.png"
    output("segment", "-", "--plot", picture, stdin="One cat. Two cats. One ship.")
    assert picture.read_bytes().startswith(PNG)
    assert "cannot be drawn" in refusal("segment", "-", "--plot", tmp_path / "x.doc", stdin="A b.")
