"""Put the weights of several runs into one file: the model is the mean of their networks.

    python -m tools.learning.join OUT.npz FIRST.npz SECOND.npz

Runs differ by chance, their mean less. A model has one mean and one deviation for each feature, those of
the first run; a run that has others is restated in them.
"""

import argparse
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from tmima.errors import TmimaError
from tmima.kernel.arrays import Singles
from tmima.learnt import Model
from tmima.learnt.weights_file import ABOUT, MOST_NETWORKS, network_prefixes, parse_weights

_COMMON = ("means", "deviations")


def joined(paths: Sequence[Path]) -> dict[str, Any]:
    """Return the arrays of a model of all networks of some files."""
    common: dict[str, Singles] = {}
    found: dict[str, Any] = {}
    runs: list[Any] = []
    abouts: list[dict[str, Any]] = []
    count = 0
    for path in paths:
        arrays, about = parse_weights(path.read_bytes())
        common = common or {name: arrays[name] for name in _COMMON}
        for prefix in network_prefixes(arrays):
            restated = restated_weights(arrays, prefix, common)
            found |= {f"{count}.{name.removeprefix(prefix)}": one for name, one in restated.items()}
            count += 1
        settings = about.get("settings", {})
        runs += settings.get("runs", [settings])
        abouts.append(about)
    if count > MOST_NETWORKS:
        raise TmimaError(f"these are {count} networks: a model has {MOST_NETWORKS} at the most")
    about = abouts[0] | {"settings": {"runs": runs}}
    Model(common | found, about)
    told = json.dumps(about, ensure_ascii=False).encode()
    return common | found | {ABOUT: np.frombuffer(told, dtype=np.uint8)}


def restated_weights(arrays: Mapping[str, Singles], prefix: str, common: Mapping[str, Singles]) -> dict[str, Singles]:
    """Return the weights of a network, which give the same with other means and deviations of features.

    They differ only where a feature is so far from its mean that the model sees it as less far.

    Args:
        arrays: of the file.
        prefix: of the names of the network's arrays.
        common: the means and deviations that the features shall have.
    """
    own = {name: one for name, one in arrays.items() if name not in _COMMON and name.startswith(prefix)}
    if all(np.array_equal(arrays[name], common[name]) for name in _COMMON):
        return own
    if arrays["means"].shape != common["means"].shape:
        raise TmimaError(f"a run is for {len(arrays['means'])} features and the first for {len(common['means'])}")
    means, deviations = (arrays[name].astype(np.float64) for name in _COMMON)
    read = own[f"{prefix}read.weight"].astype(np.float64)
    features = read[: len(means)] / deviations[:, None]
    bias = own[f"{prefix}read.bias"] + (common["means"] - means) @ features
    read[: len(means)] = features * common["deviations"][:, None]
    return own | {
        f"{prefix}read.weight": read.astype(np.float32),
        f"{prefix}read.bias": bias.astype(np.float32),
    }


def main() -> None:
    """Join files."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("runs", type=Path, nargs="+")
    given = parser.parse_args()
    np.savez_compressed(given.out, **joined(given.runs))


if __name__ == "__main__":
    main()
