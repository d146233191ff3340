"""The tables of features: what follows from them, and that an entry is all that a feature needs."""

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tmima
from tmima import Segmenter
from tmima.learnt import Model, features, seen
from tmima.learnt.features import (
    OUTLINE,
    PLACE_FEATURES,
    SIGN_FEATURES,
    SIGNS,
    TEXT_FEATURES,
    Feature,
    kinds,
    layout_signs,
    names,
    sign_kinds,
)
from tmima.learnt.views import TextView
from tmima.learnt.weights_file import check_weights
from tmima.similarity.words import GradedWords
from tmima.text import Units

TEXT = """Ann: The ship waits. It sails at noon.

Bob: The harbour is old. 12 ships wait here!

On the road

- Bread is baked.

- Salt is bought: all of it?
"""


@pytest.fixture(scope="module")
def units() -> Units:
    return Units.of(tmima.Segmenter(language="en", format="text").read(TEXT))


def test_each_feature_has_a_name_of_its_own():
    for table in (names(), [one.name for one in SIGN_FEATURES]):
        assert len(set(table)) == len(table)


def test_the_columns_are_those_of_the_table(units):
    """Each column is what its entry computes of the whole text at once."""
    similarity = GradedWords(units)
    text = TextView.of(similarity, units)
    (places,) = text.places()
    values = seen(similarity, units).values
    assert values.shape == (len(units), len(names()))
    for column, one in enumerate(PLACE_FEATURES):
        np.testing.assert_allclose(values[:, column], one.compute(places), atol=2**-16)
        assert names()[column] == one.name
    for column, entry in enumerate(TEXT_FEATURES, start=len(PLACE_FEATURES)):
        np.testing.assert_allclose(values[:, column], entry.compute(text), atol=2**-16)
        assert names()[column] == entry.name
    assert layout_signs(units).shape == (len(units), len(SIGN_FEATURES))


def test_each_feature_of_a_place_is_of_one_kind():
    columns = [column for some in kinds().values() for column in some]
    assert sorted(columns) == list(range(len(PLACE_FEATURES)))
    for kind, some in kinds().items():
        assert {PLACE_FEATURES[column].kind for column in some} == {kind}
    columns = [column for some in sign_kinds().values() for column in some]
    assert sorted(columns) == list(range(len(SIGN_FEATURES)))


def test_a_feature_more_is_an_entry_more(units, monkeypatch):
    """It has a name, a kind and a column, and weights without it are refused with a way out."""
    usual = names()
    count = len(usual) + len(SIGN_FEATURES)
    made = Feature("twice the words", "made up", lambda here: 2 * here.sizes.words.own)
    monkeypatch.setattr(features, "PLACE_FEATURES", (*PLACE_FEATURES, made))
    assert names() == [
        *usual[: len(PLACE_FEATURES)],
        "twice the words",
        *usual[len(PLACE_FEATURES) :],
    ]
    assert kinds()["made up"] == [len(PLACE_FEATURES)]
    told = dict(zip(names(), seen(GradedWords(units), units).values.T, strict=True))
    np.testing.assert_allclose(told["twice the words"], 2 * told["words"], atol=2**-15)
    with pytest.raises(
        tmima.TmimaError,
        match=rf"are for {count} features of a place, its signs among them, and here it has "
        rf"{count + 1}: learn",
    ):
        check_weights(Model.shipped()._weights)


def test_the_page_counts_the_features_of_each_kind():
    page = (Path(__file__).parents[2] / "docs" / "learning.md").read_text("utf-8")
    told = dict(re.findall(r"^\| (\w+) \| ([0-9]+) \|", page, re.MULTILINE))
    counted = {
        **{kind: len(some) for kind, some in kinds().items()},
        "text": len(TEXT_FEATURES),
        **{kind: len(some) for kind, some in sign_kinds().items()},
    }
    assert told == {kind: str(count) for kind, count in counted.items()}


# --- The author's outline

OUTLINED = """# Bread

Flour is weighed. Water is warmed.

## Dough

It is kneaded by hand.

### Rest

It rests for an hour. It rises.

## Oven

The oven is hot.

# Ships

The ship waits.
"""
ABOUT = np.frombuffer(b"{}", dtype=np.uint8)
RANKS = {
    "section of rank 1": [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0],
    "section of rank 2": [0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0],
    "section of lower rank": [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0],
    "no section begins": [0, 1, 1, 0, 1, 0, 1, 1, 0, 1, 0, 1],
}


def outlined(**settings: object) -> tmima.Segmenter:
    return tmima.Segmenter(language="en", format="markdown", **settings)


def test_the_ranks_of_sections_are_signs():
    units = Units.of(outlined().read(OUTLINED))
    told = dict(zip(SIGNS, layout_signs(units).T.tolist(), strict=True))
    assert {name: told[name] for name in RANKS} == RANKS
    assert {SIGN_FEATURES[column].name for column in sign_kinds()[OUTLINE]} == set(RANKS)
    # What is guessed from the look of a line is no outline that binds.
    guessed = (
        "On the road\n\nThe ship waits. It sails.\n\nIn the town\n\nBread is sold. It is good.\n"
    )
    plain = Units.of(tmima.Segmenter(language="en", format="text").read(guessed))
    signs = dict(zip(SIGNS, layout_signs(plain).T.tolist(), strict=True))
    assert any(signs["heading"])
    assert not any(any(signs[name]) for name in RANKS)


def test_the_text_tells_how_many_places_have_each_rank():
    units = Units.of(outlined().read(OUTLINED))
    places = seen(GradedWords(units), units)
    assert len(places.text) == len(TEXT_FEATURES) + len(SIGN_FEATURES)
    told = dict(zip(SIGNS, places.text[len(TEXT_FEATURES) :], strict=True))
    for name, column in RANKS.items():
        assert told[name] == pytest.approx(sum(column) / len(units))


def test_an_outline_that_is_ignored_is_not_seen():
    units = Units.of(outlined().read(OUTLINED))
    places = seen(GradedWords(units), units)
    blind, columns = places.without_outline, sign_kinds()[OUTLINE]
    others = [column for column in range(len(SIGNS)) if column not in columns]
    assert places.signs[:, columns].any()
    assert not blind.signs[:, columns].any()
    assert not blind.text[[len(TEXT_FEATURES) + column for column in columns]].any()
    np.testing.assert_array_equal(blind.signs[:, others], places.signs[:, others])
    assert blind.values.tobytes() == places.values.tobytes()
    assert blind.without_outline is blind


def with_ranks(held: dict[str, Any], array: str, weight: float) -> dict[str, Any]:
    """Return weights in which the ranks of sections count so much in an array of each network."""
    changed = {name: one.copy() for name, one in held.items() if name.endswith(array)}
    for one in changed.values():
        one[-len(RANKS) :] = weight
    return {**held, **changed}


@pytest.mark.parametrize("array", ["read.weight", "length.0.weight", "density.0.weight"])
def test_only_where_the_outline_is_followed_does_it_count(array, tmp_path):
    """With weights that know ranks, also when the same text is asked in both ways in turn."""
    plain: dict[str, Any] = {**Model.shipped()._weights, "about": ABOUT}
    np.savez(tmp_path / "plain.npz", **plain)
    np.savez(tmp_path / "known.npz", **with_ranks(plain, array, 2.0))
    text = outlined().prepare(OUTLINED)

    def cost(weights: str, outline: str) -> float | None:
        asked = Segmenter(
            outline=outline, n_segments=4, options={"weights": tmp_path / f"{weights}.npz"}
        )
        return asked.segment(text).cost

    for _ in range(2):
        assert cost("known", "follow") != cost("plain", "follow")
        assert cost("known", "ignore") == cost("plain", "ignore")
    assert cost("known", "ignore") == pytest.approx(
        outlined(outline="ignore", n_segments=4, options={"weights": tmp_path / "plain.npz"})
        .segment(OUTLINED)
        .cost
    )


def test_reasons_tell_the_outline_apart_from_the_layout(tmp_path):
    held: dict[str, Any] = {**Model.shipped()._weights, "about": ABOUT}
    np.savez(tmp_path / "own.npz", **with_ranks(held, "read.weight", 1.0))
    asked = {"options": {"weights": tmp_path / "own.npz"}, "questions": {"cut_costs": True}}
    followed = outlined(**asked).segment(OUTLINED).answers.reasons
    assert np.any(followed["outline"])
    ignored = outlined(**asked, outline="ignore").segment(OUTLINED).answers.reasons
    assert "outline" not in ignored
