"""The file of a model's weights: which arrays it holds, and the one way in which it is read.

Nothing of what a file says is believed before it is compared with the table of shapes below: not
the size of an array, nor its type, nor its numbers.
"""

import json
import math
import re
from collections.abc import Iterable, Mapping
from io import BytesIO
from typing import Any

import numpy as np

from tmima.errors import TmimaError
from tmima.kernel.arrays import Singles
from tmima.learnt.features import SIGNS, TEXT, names

ABOUT = "about"
# What a length scores by besides the text: the columns of `Model.segments`.
LENGTH_COLUMNS = 5
# Of sizes that are free, and of the layers that see around a place.
_WIDEST = 256
_MOST_LAYERS = 10
MOST_NETWORKS = 8
_NUMBERED = re.compile(r"[0-9]+\.")
# Weights beyond this could add up to no number in single precision.
_GREATEST = 1e3
_LEAST_DEVIATION = 1e-6
_MOST_BYTES = 16_000_000

# Shapes by name; a letter is a size that may be any, the same wherever it stands.
_Shape = tuple[int | str, ...]


def _linear(name: str, rows: int | str, columns: int | str) -> dict[str, _Shape]:
    return {f"{name}.weight": (rows, columns), f"{name}.bias": (columns,)}


def _network_shapes(prefix: str, layers: int) -> dict[str, _Shape]:
    """Return what each array of a network is to be; its free sizes are its own."""
    text = len(TEXT) + len(SIGNS)
    wide = f"{prefix}W"
    shapes: dict[str, _Shape] = {
        **_linear("read", len(names()) + len(SIGNS), wide),
        **_linear("odds", wide, 1),
        **_linear("length.0", LENGTH_COLUMNS + text, f"{prefix}L"),
        **_linear("length.2", f"{prefix}L", 1),
        **_linear("density.0", text, f"{prefix}D"),
        **_linear("density.2", f"{prefix}D", 2),
    }
    for layer in range(layers):
        shapes |= {
            f"near.{layer}.weight": (3, wide, wide),
            f"near.{layer}.bias": (wide,),
            f"norms.{layer}.weight": (wide,),
            f"norms.{layer}.bias": (wide,),
            **_linear(f"mixed.{layer}", wide, wide),
        }
    return {f"{prefix}{name}": shape for name, shape in shapes.items()}


def _common_shapes() -> dict[str, _Shape]:
    """Return what the arrays of a model are to be that all its networks share."""
    features = len(names())
    return {"means": (features,), "deviations": (features,)}


def network_prefixes(arrays: Iterable[str]) -> list[str]:
    """Return what the names of the arrays of each network begin with.

    A model has one network, or several with a number and a point before their names.
    """
    numbers = {name.partition(".")[0] for name in arrays if _NUMBERED.match(name)}
    return [f"{number}." for number in range(min(len(numbers), MOST_NETWORKS))] or [""]


def check_weights(weights: Mapping[str, Singles]) -> list[dict[str, Singles]]:
    """Return the arrays of each network of a model; refuse arrays that are none of a model.

    Args:
        weights: arrays by name.
    """
    prefixes = network_prefixes(weights)
    shapes = _common_shapes()
    for prefix in prefixes:
        near = f"{prefix}near."
        layers = {name.split(near)[1].split(".")[0] for name in weights if name.startswith(near)}
        shapes |= _network_shapes(prefix, min(len(layers), _MOST_LAYERS))
    for name in (*(f"{prefix}read.weight" for prefix in prefixes), "means"):
        held = weights[name].shape[:1] if name in weights else shapes[name][:1]
        if held != shapes[name][:1]:
            signs = "" if name == "means" else ", its signs among them"
            raise TmimaError(
                f"these weights are for {math.prod(held)} features of a place{signs}, and here it "
                f"has {shapes[name][0]}: learn them again with this version of tmima"
            )
    for name in sorted(shapes.keys() ^ weights.keys()):
        raise TmimaError(
            f"the array {name} is {'missing' if name in shapes else 'none of a model'}"
        )
    sizes: dict[str, int] = {}
    for name, shape in shapes.items():
        found = weights[name]
        expected = tuple(
            sizes.setdefault(size, found.shape[place] if place < found.ndim else 0)
            if isinstance(size, str)
            else size
            for place, size in enumerate(shape)
        )
        if found.dtype != np.float32 or found.shape != expected:
            raise TmimaError(
                f"the array {name} has {found.dtype} of the shape {found.shape}, not float32 of "
                f"{expected}"
            )
        if not (np.abs(found) <= _GREATEST).all():
            raise TmimaError(f"the array {name} has a number that is not from -1,000 to 1,000")
        if name.endswith("deviations") and not (found >= _LEAST_DEVIATION).all():
            raise TmimaError(f"the array {name} has a deviation that is not above 0")
    if not all(1 <= size <= _WIDEST for size in sizes.values()):
        raise TmimaError(f"a layer has {max(sizes.values())} numbers, more than {_WIDEST}, or none")
    common = _common_shapes()
    return [
        {
            name.removeprefix(prefix): one
            for name, one in weights.items()
            if name.startswith(prefix) and name not in common
        }
        for prefix in prefixes
    ]


def parse_weights(content: bytes) -> tuple[dict[str, Singles], dict[str, Any]]:
    """Return the arrays of a file as `numpy.savez` writes it, and what is told about them."""
    arrays = {
        name.removesuffix(".npy"): _array(name, data) for name, data in _members(content).items()
    }
    try:
        about = json.loads(arrays.pop(ABOUT, np.empty(0, np.uint8)).tobytes())
    except (ValueError, RecursionError) as error:
        raise TmimaError(f"what is told about the weights is no JSON: {error}") from None
    if not isinstance(about, dict):
        raise TmimaError("what is told about the weights is no object of JSON")
    return arrays, about


def _members(content: bytes) -> dict[str, bytes]:
    """Return the files of an archive by name, no more bytes of them than a model may have."""
    import struct
    import zlib
    from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

    found: dict[str, bytes] = {}
    room = _MOST_BYTES
    try:
        with ZipFile(BytesIO(content)) as archive:
            for each in archive.infolist():
                if each.compress_type not in (ZIP_STORED, ZIP_DEFLATED) or each.flag_bits & 1:
                    raise TmimaError(f"{each.filename} is packed in a way that is not read")
                if each.file_size > room:
                    raise TmimaError(f"it has more than {_MOST_BYTES:,} bytes")
                room -= each.file_size
                with archive.open(each) as member:
                    found[each.filename] = member.read(each.file_size)
    except (
        *(BadZipFile, zlib.error, struct.error, EOFError, OSError),
        *(ValueError, LookupError, OverflowError, RuntimeError),
    ) as error:  # as the bytes of an altered archive have it
        raise TmimaError(f"it is no archive of arrays: {error}") from None
    return found


# As NumPy writes it before the numbers of an array; of other types and versions there are none.
_HEADER = re.compile(
    rb"\x93NUMPY\x01\x00..\{'descr': '(<f4|\|u1)', 'fortran_order': (True|False), "
    rb"'shape': \(((?:[0-9]{1,9}(?:, |,|(?=\))))*)\), \} *\n",
    re.DOTALL,
)


def _array(name: str, data: bytes) -> Any:
    """Return the array that the bytes of a file are."""
    header = _HEADER.match(data)
    if header is None:
        raise TmimaError(f"{name} holds no array of 32-bit floating point numbers")
    shape = tuple(int(size) for size in re.findall(rb"[0-9]+", header[3]))
    numbers = data[header.end() :]
    kind = np.dtype(header[1].decode())
    if len(numbers) != math.prod(shape) * kind.itemsize:
        raise TmimaError(f"{name} holds {len(numbers)} bytes, which are not {shape} numbers")
    found = np.frombuffer(numbers, dtype=kind)
    found = found.reshape(shape[::-1]).T if header[2] == b"True" else found.reshape(shape)
    return found.astype(kind.newbyteorder("="))
