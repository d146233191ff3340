"""Files that tmima wrote and somebody altered: refused with a TmimaError in one line, or as good as before."""

import io
import json
import math
import random
import re
import warnings
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

import tmima
from tmima.files import CHECKSUM, encode_json, read_text, sealed
from tmima.languages.el.tagging import TEMPLATES
from tmima.languages.el.word import TAGS
from tmima.learnt.model import SHIPPED
from tmima.streaming import ResumableStream, TextStream
from tmima.training import read_parameters, write_parameters
from tools.torture.chance import Chance, a_feed, require

_FILES = 6
_TEXT = "\n\n".join(
    f"The {one} is here. A {one} was there. The {one} and the {two} met."
    for one, two in (("cat", "dog"), ("ship", "boat"), ("baker", "bread"), ("river", "sea"))
)
_GREEK = "Η γάτα κοιμάται. Το πλοίο φεύγει. Ο ναύτης είδε το λιμάνι."
_LABELLED = [(_TEXT, [3, 5, 9, 12])] * 4


def altered(chance: Chance) -> None:
    """Alter files of each kind, and use what is left of them."""
    for _ in range(_FILES):
        kind = chance.rng.choice(list(KINDS))
        # A model of a tagger is kept by its name: each has another.
        alter_one(kind, chance.rng, chance.folder / f"{chance.rng.getrandbits(64):x}")
        chance.counts[f"altered {kind}"] += 1


def alter_one(kind: str, rng: random.Random, path: Path) -> str:
    """Alter a file of some kind and use it; return what the refusal says, nothing if it was used."""
    write, use = KINDS[kind]
    write(rng, path)
    path.write_bytes(alter(rng, path.read_bytes()))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            result = use(path)
    except tmima.TmimaError as error:
        require("\n" not in str(error), f"{kind}: a message of several lines: {error}")
        return str(error)
    if result is not None:
        # What a cut costs where none is allowed is infinite, and null in JSON.
        encode_json(result.as_dict())
        require(result.cost is None or math.isfinite(result.cost), f"{kind}: the cost is {result.cost}")
    return ""


# --- What is altered

_ODD: tuple[Any, ...] = (
    *(None, True, -1, 0, 3, 1e308, -1e308, 1e-320, math.nan, math.inf, 10**30, 10**400, "", "x", "el", "density"),
    *("\ud800", "../x", [], {}, [[]], [1], ["x"], {"x": 1}, [[1, 2]], {"array": "AAAA", "type": "O", "shape": [1]}),
    *({"array": "AAAA", "type": "<f8", "shape": [2**40]}, {"record": "Training", "pairs": []}, {"sparse": "csr"}),
)


def alter(rng: random.Random, content: bytes) -> bytes:
    """Return a file with something else somewhere."""
    if rng.random() < 0.6:
        return _alter_arrays(rng, content) if content.startswith(b"PK") else _alter_values(rng, content)
    kind = rng.randrange(5)
    place = rng.randrange(len(content))
    if kind == 0:
        return content[:place] + bytes([rng.randrange(256)]) + content[place + 1 :]
    if kind == 1:
        return content[:place]
    if kind == 2:
        return content[:place] + content[place + rng.randint(1, 200) :]
    if kind == 3:
        return content[:place] + content[rng.randrange(len(content)) :][: rng.randint(1, 400)] + content[place:]
    return content[:place] + rng.choice((b"[", b'{"a":')) * 100_000 + content[place:]


def _alter_values(rng: random.Random, content: bytes) -> bytes:
    """Alter a value of a line of JSON, or leave it out; now and then so that the checksum fits."""
    lines = content.split(b"\n") if content.count(b"\n{") else [content]
    place = rng.randrange(len(lines) - (not lines[-1]))
    whole = at = json.loads(lines[place])
    key: Any = rng.choice(list(whole))
    while isinstance(at[key], dict | list) and at[key] and rng.random() < 0.85:
        at = at[key]
        key = rng.choice(list(at)) if isinstance(at, dict) else rng.randrange(len(at))
    if rng.random() < 0.2:
        del at[key]
    else:
        at[key] = rng.choice(_ODD)
    if CHECKSUM in whole and rng.random() < 0.5:
        whole = sealed({name: value for name, value in whole.items() if name != CHECKSUM})
    lines[place] = json.dumps(whole).encode()
    return b"\n".join(lines)


def _alter_arrays(rng: random.Random, content: bytes) -> bytes:
    """Alter an array of a file of weights, or leave it out."""
    with np.load(io.BytesIO(content)) as held:
        arrays = {name: held[name] for name in held.files}
    name = rng.choice(list(arrays))
    one = arrays.pop(name)
    changes: tuple[Callable[[], Any], ...] = (
        lambda: one.astype(rng.choice((np.float64, np.float16, np.int8, np.int64, ">f4", "U3", bool, complex))),
        lambda: one[:-1],
        lambda: one[..., None],
        lambda: one.T,
        lambda: one[:0],
        lambda: one.ravel()[0],
        lambda: np.concatenate((one, one)),
        lambda: np.full_like(one, rng.choice((0, 1, 255))),
        lambda: np.full(one.shape, rng.choice((np.nan, np.inf, -np.inf, 3e38, -3e38, 1e-40, 0, 999, -999)), np.float32),
        lambda: one * np.float32(rng.choice((-1, 30, 900))) if one.dtype == np.float32 else one,
        lambda: np.array([{"a": print}], dtype=object),
    )
    if rng.random() < 0.85:
        arrays[rng.choice((name, name, name, "x"))] = rng.choice(changes)()
    made = io.BytesIO()
    np.savez(made, **arrays)
    return _huge(rng, made.getvalue()) if rng.random() < 0.1 else made.getvalue()


def _huge(rng: random.Random, content: bytes) -> bytes:
    """Have a header tell another shape, of the same length; the archive's own checksum is made to fit."""
    import zipfile

    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as given, zipfile.ZipFile(made, "w") as out:
        chosen = rng.choice(given.namelist())
        for name in given.namelist():
            data = given.read(name)
            if name == chosen:
                shape = rng.choice((b"(999999999,)", b"(999999999, 999999999)", b"(-1,)", b"(" * 90, b"9" * 90, b"()"))
                data = re.sub(rb"\([0-9, ]*\)", shape, data[:128]).ljust(128) + data[128:]
            out.writestr(name, data)
    return made.getvalue()


# --- The kinds: what tmima writes, and how it is used


def _write_weights(_: random.Random, path: Path) -> None:
    path.write_bytes(Path(tmima.__file__).with_name("learnt").joinpath(SHIPPED).read_bytes())


def _use_weights(path: Path) -> tmima.SegmentedText:
    return tmima.segment(_TEXT, language="en", options={"weights": str(path)}, posteriors=True, cut_costs=True)


def _write_parameters(rng: random.Random, path: Path) -> None:
    density = tmima.Parameters(mean_length=3.0, std_length=1.0, gamma=0.4, r=0.5)
    found = rng.choice((density, _trained("learnt").adaptation_))
    path.write_text(write_parameters(found, "shared"), encoding="utf-8")


def _use_parameters(path: Path) -> tmima.SegmentedText:
    found, similarity = read_parameters(read_text(path))
    name = "parameters" if isinstance(found, tmima.Parameters) else "adaptation"
    given: dict[str, Any] = {name: found, "similarity": similarity}
    return tmima.Segmenter(language="en", posteriors=True, **given).segment(_TEXT)


@lru_cache(maxsize=4)
def _trained(method: str) -> tmima.Segmenter:
    return tmima.Segmenter(language="en", method=method).train(_LABELLED)


def _write_segmenter(rng: random.Random, path: Path) -> None:
    given: dict[str, Any] = {"language": "en", "stopwords": ["a"], "overlap": 1, "max_size": 5, "best": 2}
    parameters = {"mean_length": 3.0, "std_length": 1.0}
    plain = (
        tmima.Segmenter(**given, cut_at=(3,), posteriors=True, adaptation={"cut": 0.5}),
        tmima.Segmenter(method="density", parameters=parameters, n_segments=3),
    )
    rng.choice((*plain, _trained(rng.choice(("learnt", "density", "hmm"))))).save(path)


def _use_segmenter(path: Path) -> tmima.SegmentedText:
    return tmima.Segmenter.load(path).segment(_TEXT)


@lru_cache(maxsize=1)
def _feed() -> str:
    return a_feed(random.Random("altered"), 200)


def _stream(path: Path) -> ResumableStream:
    return ResumableStream(path, TextStream(tmima.Segmenter(language="en"), max_delay=5))


@lru_cache(maxsize=1)
def _state(path: Path) -> bytes:
    kept = _stream(path)
    for start in range(0, len(_feed()), 2000):
        kept.push(_feed()[start : start + 2000])
        kept.write_checkpoint()
    return path.read_bytes()


def _write_state(_: random.Random, path: Path) -> None:
    path.write_bytes(_state(path.with_name("state")))


def _use_state(path: Path) -> None:
    kept = _stream(path)
    kept.push(_feed() + "One more ship.")
    kept.finish()


def _write_tagger(_: random.Random, path: Path) -> None:
    weights = {"w0": {"η": [1, 2, 3], "πλοίο": [0, -5]}, "w-1": {"το": [4]}}
    model = {
        "format": "tmima greek tagger 1",
        "tags": list(TAGS),
        "supervised": False,
        "readings": {"λιμάνι": [["NOUN", "λιμάνι"]]},
        "weights": {name: weights.get(name, {"η": [1, 2]}) for name in TEMPLATES},
    }
    path.write_text(json.dumps(model, ensure_ascii=False), encoding="utf-8")


def _use_tagger(path: Path) -> tmima.SegmentedText:
    return tmima.segment(_GREEK, language="el", tagger=path)


KINDS: dict[str, tuple[Callable[[random.Random, Path], None], Callable[[Path], tmima.SegmentedText | None]]] = {
    "weights": (_write_weights, _use_weights),
    "parameters": (_write_parameters, _use_parameters),
    "segmenter": (_write_segmenter, _use_segmenter),
    "state": (_write_state, _use_state),
    "tagger": (_write_tagger, _use_tagger),
}
