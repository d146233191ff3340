"""What a kind of texts loses where neither it nor its like was learnt from.

    python -m tools.learning.leave_out DATA CACHE OUT --steps 3000

The kinds are parted into folds. For each fold a run learns from texts of the other folds alone: also what
is glued or joined is made of these. It is compared with a run of as many steps that learnt from all kinds,
by the texts of the fold that choose. CACHE is what `tools.learning.extract` wrote of everything in DATA;
the texts and weights of the folds go to OUT, and what is there already is not made again.
"""

import argparse
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from tools.learning.texts import CHOOSE

# Kinds of one source or of one family are left out together, or its like would be learnt from.
FOLDS: tuple[tuple[str, ...], ...] = (
    ("textbooks", "textbooks-chapters", "technical-github", "laws-de", "guides-el", "guides-many", "chats-tiage"),
    (
        *("courses-el", "courses-en", "courses-many", "encyclopedia", "technical-mdn-es", "technical-mdn-fr"),
        *("meetings-academic", "meetings-committee", "meetings-product"),
    ),
    ("technical-dotnet", "technical-kubernetes", "laws-el", "laws-gazette-el", "podcasts"),
    (
        *("textbooks-es", "textbooks-es-chapters", "textbooks-pl", "textbooks-pl-chapters"),
        *("technical-books", "technical-fr", "community-en", "videos-en"),
    ),
)
# Of what is made of texts of several kinds, each fold has its own.
MADE = "glued", "feeds", "headed", "one", "two"


def prepare_fold(data: Path, cache: Path, folder: Path, without: Sequence[str]) -> None:
    """Write the texts to learn from without some kinds; files that do not depend on them are linked."""
    folder.mkdir(parents=True, exist_ok=True)
    for path in sorted(cache.glob("*.npz")):
        kind = path.stem.removeprefix("marked-")
        if not kind.startswith(MADE) and kind not in without and not (folder / path.name).exists():
            (folder / path.name).symlink_to(path.resolve())
    command = [sys.executable, "-m", "tools.learning.extract", str(data), str(folder), "--only", *MADE, "--without"]
    subprocess.run([*command, *without], check=True)


def main() -> None:
    """Learn without each fold, and print what its kinds lose."""
    # They need PyTorch, which the folds do not.
    from tools.learning.judge import HEADS, judged, load
    from tools.learning.network import read_model

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("cache", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--steps", default="3000")
    parser.add_argument("--most", type=int, default=40, help="texts of a kind that judge")
    parser.add_argument("--fold", type=int, nargs="*", help="only these, from 1; several processes may share")
    given, settings = parser.parse_known_args()
    given.out.mkdir(parents=True, exist_ok=True)

    def learnt(cache: Path, name: str) -> Any:
        weights = given.out / f"{name}.npz"
        if not weights.exists():
            command = [sys.executable, "-m", "tools.learning.train", str(cache), str(weights), "--steps", given.steps]
            subprocess.run([*command, "--most", "1", "--quick", *settings], check=True)
        with np.load(weights) as held:
            return read_model({key: held[key] for key in held.files})

    whole = learnt(given.cache, "whole")
    texts = load(given.cache, (CHOOSE,))[CHOOSE]
    lost = []
    for number, without in enumerate(FOLDS, start=1):
        if given.fold and number not in given.fold:
            continue
        folder = given.out / f"fold-{number}"
        prepare_fold(given.data, given.cache, folder, without)
        kinds = {kind: own for kind, own in texts.items() if kind in without}
        found = [judged(net, kinds, most=given.most) for net in (whole, learnt(folder, f"without-{number}"))]
        for kind in sorted(kinds):
            known, unknown = (own[kind] for own in found)
            tables = [[one.table[HEADS.index(head)][:3] for head in ("median", "told")] for one in (known, unknown)]
            lost.append(np.array(tables[1]) - np.array(tables[0]))
            print(f"{kind} ({known.texts}): {_row(tables[0])}; left out {_row(tables[1])}", flush=True)
    mean, middle = np.mean(lost, axis=0), np.median(lost, axis=0)
    print(f"mean loss of {len(lost)} kinds: {_row(mean)}; median {_row(middle)}")


def _row(tables: Sequence[Sequence[float]]) -> str:
    return ", told ".join(" / ".join(f"{score:.1f}" for score in table) for table in tables)


if __name__ == "__main__":
    main()
