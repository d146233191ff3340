"""Put the weights of several runs into one file: the model is the mean of their networks.

    python -m tools.learning.join OUT.npz FIRST.npz SECOND.npz

Runs differ by chance, their mean less. Runs must have learnt from the same texts, so that their features
have the same means and deviations. Calibrate what was joined, not the runs.
"""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from tmima.errors import TmimaError
from tmima.learnt import Model
from tmima.learnt.weights_file import ABOUT, MOST_NETWORKS, network_prefixes, parse_weights

_COMMON = ("means", "deviations")


def joined(paths: Sequence[Path]) -> dict[str, Any]:
    """Return the arrays of a model of all networks of some files."""
    found: dict[str, Any] = {}
    stories: list[dict[str, Any]] = []
    count = 0
    for path in paths:
        arrays, about = parse_weights(path.read_bytes())
        if any(name.startswith("calibration.") for name in arrays):
            raise TmimaError(f"{path} is calibrated: join runs as tools.learning.train writes them")
        for name in _COMMON:
            if not np.array_equal(found.setdefault(name, arrays[name]), arrays[name]):
                raise TmimaError(f"{path} has other {name} of features than {paths[0]}: learn both from the same texts")
        for prefix in network_prefixes(arrays):
            own = (name for name in arrays if name not in _COMMON and name.startswith(prefix))
            found |= {f"{count}.{name.removeprefix(prefix)}": arrays[name] for name in own}
            count += 1
        stories.append(about)
    if count > MOST_NETWORKS:
        raise TmimaError(f"these are {count} networks: a model has {MOST_NETWORKS} at the most")
    about = stories[0] | {"settings": {"runs": [one.get("settings") for one in stories]}}
    Model(found, about)
    told = json.dumps(about, ensure_ascii=False).encode()
    return found | {ABOUT: np.frombuffer(told, dtype=np.uint8)}


def main() -> None:
    """Join files."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("runs", type=Path, nargs="+")
    given = parser.parse_args()
    np.savez_compressed(given.out, **joined(given.runs))


if __name__ == "__main__":
    main()
