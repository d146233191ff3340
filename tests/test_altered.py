"""Files that tmima reads back and somebody has altered: refused by a TmimaError, or used."""

import io
import json
import random
import zipfile

import numpy as np
import pytest
from tools.torture.altered import KINDS, alter_one

import tmima
from tmima import TmimaError
from tmima.learnt import NUMBERS, Model


@pytest.mark.parametrize("kind", KINDS)
def test_what_was_altered_is_refused_or_holds(kind, tmp_path):
    pytest.importorskip("scipy", reason="some methods need an extra")
    said = [
        alter_one(kind, random.Random(f"{kind} {number}"), tmp_path / str(number))
        for number in range(120)
    ]
    refused = sum(map(bool, said))
    assert refused > 40
    assert refused < len(said)


def arrays() -> dict[str, np.ndarray]:
    return {**Model.shipped()._weights, "about": np.frombuffer(b"{}", dtype=np.uint8)}


def saved(path, held):
    np.savez(path, **held)
    return path


def test_weights_that_are_saved_are_loaded_whole(tmp_path):
    path = saved(tmp_path / "own.npz", arrays())
    assert Model.load(path)._weights.keys() == Model.shipped()._weights.keys()


def test_archives_may_be_compressed_and_must_be_whole(tmp_path):
    path = tmp_path / "own.npz"
    np.savez_compressed(path, **arrays())
    assert Model.load(path)._weights.keys() == Model.shipped()._weights.keys()
    whole = path.read_bytes()
    # A byte of an array.
    place = whole.index(b"means.npy") + len("means.npy") + 40
    path.write_bytes(whole[:place] + bytes([whole[place] ^ 255]) + whole[place + 1 :])
    with pytest.raises(TmimaError, match=r"own\.npz holds no weights"):
        Model.load(path)
    # A number that is a little another, where nothing is packed: the checksum alone tells.
    stored = bytearray(saved(path, arrays()).read_bytes())
    stored[stored.index(b"\x93NUMPY") + 128] ^= 1
    path.write_bytes(stored)
    with pytest.raises(TmimaError, match="CRC"):
        Model.load(path)
    for size in (0, 10, 1000, len(whole) - 1):
        path.write_bytes(whole[:size])
        with pytest.raises(TmimaError, match=r"own\.npz holds no weights"):
            Model.load(path)


def parts_of_weights() -> list[object]:
    """Return what all runs share, and each run; runs are read alike, so the first one is enough."""
    parts = {name.partition(".")[0] for name in Model.shipped()._weights}
    return [
        pytest.param(part, marks=[pytest.mark.slow] if part.isdigit() and int(part) else [])
        for part in sorted(parts)
    ]


def arrays_of(part: str) -> dict[str, np.ndarray]:
    return {name: one for name, one in arrays().items() if name.partition(".")[0] == part}


@pytest.mark.parametrize("part", parts_of_weights())
def test_every_array_of_a_model_must_be_there_and_as_it_is_to_be(part, tmp_path):
    path = tmp_path / "own.npz"
    for name, one in arrays_of(part).items():
        held = arrays()
        del held[name]
        with pytest.raises(TmimaError, match=rf"own\.npz holds no weights.*(features|{name})"):
            Model.load(saved(path, held))
        for changed in (one.astype(np.float64), one[..., None], one * np.float32(np.nan), one[:0]):
            with pytest.raises(TmimaError, match=r"own\.npz holds no weights"):
                Model.load(saved(path, {**arrays(), name: changed}))
        # However it lies in the memory of who wrote it.
        assert Model.load(saved(path, {**arrays(), name: np.asfortranarray(one)}))


def test_a_shape_is_not_believed(tmp_path):
    with zipfile.ZipFile(saved(tmp_path / "own.npz", arrays())) as given:
        for shape in (b"(999999999,)", b"(999999999, 999999999)", b"(-1,)", b"()", b"(9,", b"9"):
            made = io.BytesIO()
            with zipfile.ZipFile(made, "w") as out:
                for name in given.namelist():
                    data = given.read(name)
                    if name == "0.odds.bias.npy":
                        data = data[:128].replace(b"(1,)", shape).ljust(128) + data[128:]
                    out.writestr(name, data)
            (tmp_path / "huge.npz").write_bytes(made.getvalue())
            with pytest.raises(TmimaError, match=r"0\.odds\.bias"):
                Model.load(tmp_path / "huge.npz")


def test_nothing_in_weights_is_run(tmp_path):
    class Harm:
        def __reduce__(self):
            return (tmp_path / "ran").touch, ()

    held = {**arrays(), "odds.bias": np.array([Harm()], dtype=object)}
    with pytest.raises(TmimaError, match="holds no array of"):
        Model.load(saved(tmp_path / "own.npz", held))
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize("value", [12, 1.5, True, [1], {"a": 1}])
def test_weights_that_name_no_file_are_refused(value):
    with pytest.raises(
        TmimaError, match=r"holds no weights: a file is named by a string or a path"
    ):
        tmima.segment("One. Two.", options={"weights": value})


@pytest.mark.parametrize("part", parts_of_weights())
def test_weights_of_extreme_numbers_give_costs_that_are_numbers(part, tmp_path):
    text = " ".join(f"The {one} is here. A {one} was there." for one in ("cat", "ship", "baker"))
    for name, one in arrays_of(part).items():
        for factor in (-1000.0, 1000.0):
            if "deviations" in name:
                continue
            held = {**arrays(), name: np.full_like(one, factor)}
            saved(tmp_path / "own.npz", held)
            found = tmima.segment(
                text, options={"weights": str(tmp_path / "own.npz")}, posteriors=True
            )
            json.dumps(found.as_dict(), allow_nan=False)


@pytest.mark.parametrize("name", NUMBERS)
def test_numbers_of_an_adaptation_have_bounds(name):
    text = " ".join(f"The {one} is here. A {one} was there." for one in ("cat", "ship", "baker"))
    for number in (1e9, -1e9):
        found = tmima.segment(text, adaptation={name: number}, posteriors=True)
        json.dumps(found.as_dict(), allow_nan=False)
    with pytest.raises(TmimaError, match=f"{name} must be from -1e9 to 1e9"):
        tmima.segment(text, adaptation={name: 1e300})
