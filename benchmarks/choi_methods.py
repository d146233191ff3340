"""Methods on Choi's texts in Choi's own setting: his stop list, Porter's stemmer, Pk in words.

    python -m benchmarks.choi_methods [METHOD ...]

Reads the folder TMIMA_DATA; the number of segments given where the method can be told it, and not
given where it can find it.
"""

import os
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from tmima import Segmentation, languages
from tmima.collection import RANGES
from tmima.document import choi, read
from tmima.methods.registry import entry, make
from tmima.methods.text import MethodText
from tmima.scores import score

DATA = Path(os.environ.get("TMIMA_DATA", "../shared/data"))
METHODS = ("c99", "utiyama", "dotplot", "texttiling")


def mean_pk(name: str, told: bool, lengths: tuple[int, int]) -> float:
    """Return the mean Pk of a method over the texts of a range."""
    stops = (DATA / "choi-stopwords.txt").read_text(encoding="utf-8").split()
    analyzer = languages.analyzer("en", words="porter", stopwords=stops)
    errors = []
    for path in sorted((DATA / "choi").glob("*/{}-{}/*.ref".format(*lengths))):
        parsed = choi.parse(path.read_text(encoding="utf-8"))
        truth = Segmentation(parsed.boundaries)
        words = [len(parsed.sentence(index).split()) for index in range(truth.size)]
        text = MethodText.of(read(parsed.text, analyzer, form="choi"))
        found = make(name).segment(text, segments=len(truth) if told else None)
        errors.append(score(truth, found, words=words).pk)
    return sum(errors) / len(errors)


def main(names: list[str]) -> None:
    """Print the table."""
    if not DATA.exists():
        sys.exit(f"there is no folder {DATA}: set TMIMA_DATA")
    print("Pk in words, in per cent; ranges 3-11, 3-5, 6-8, 9-11")
    with ProcessPoolExecutor(2) as pool:
        for name in names or METHODS:
            for told in (False, True):
                if entry(name).count == ("ignored" if told else "required"):
                    continue
                row = pool.map(mean_pk, [name] * 4, [told] * 4, RANGES)
                label = f"{name}, number given" if told else name
                print(f"{label:<26}" + "".join(f"{100 * value:8.1f}" for value in row), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
