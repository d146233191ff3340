"""What each step of the Greek analysis is worth: Pk of suite 1 with less and less of it.

    python -m benchmarks.greek_steps [COLLECTION]

The collection is the greek-articles of TMIMA_DATA by default. Set 5, all four ranges, the paper's
validation; every analysis sees the same texts and the same halves.
"""

import os
import random
import sys
from dataclasses import replace
from pathlib import Path

from tmima import languages
from tmima.languages.el import rules
from tmima.paper import read_collection, suite1
from tmima.paper.cells import compare_document, validate
from tmima.paper.suites import RANGES
from tmima.scores import average
from tmima.text import Analyzer

ANALYZERS: dict[str, Analyzer] = {
    "plain words, stop list": languages.analyzer("el", normalise="plain"),
    "Snowball stems, stop list": languages.analyzer("el", normalise="stem"),
    "simplemma, stop list": languages.RuleAnalyzer(rules(), normalise="lemma"),
    "tagger and lexicon, the paper's filter": languages.analyzer("el", stopwords=[]),
    "the same without common words (default)": languages.analyzer("el"),
}


def main(folder: Path) -> None:
    """Print the table."""
    print(f"Pk in sentences, in per cent, Set 5 of {folder.name}; ranges {RANGES}")
    for name, analyzer in ANALYZERS.items():
        members = read_collection(folder, analyzer).members(5)
        row = []
        for lengths in RANGES:
            seed = f"1/suite1/5/{lengths}"
            texts = suite1(members, lengths, 50, random.Random(seed))
            problems = [
                compare_document(replace(text.document, truth=text.truth)) for text in texts
            ]
            scores = [average(r.scores) for r in validate(problems, seed=seed)]
            row.append(average(scores).pk)
        print(f"{name:<42}" + "".join(f"{100 * value:8.2f}" for value in row), flush=True)


if __name__ == "__main__":
    data = Path(os.environ.get("TMIMA_DATA", "../shared/data"))
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else data / "greek-articles")
