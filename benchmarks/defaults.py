"""How the default parameters were chosen: mean Pk of many settings on texts of known topics.

Reads the folder TMIMA_DATA (Choi's texts, Greek articles); every fifth text of Choi's, and Greek
texts glued of the first 5 to 15 sentences of ten articles each. Run: python -m benchmarks.defaults
"""

import os
import random
from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np

from tmima import languages
from tmima.formats import read, render_choi
from tmima.paper.cells import compare_document
from tmima.scores import score
from tmima.segmentation import Parameters
from tmima.text import Document, Segmentation
from tmima.training.grid import calibrate_temperature, reliability

DATA = Path(os.environ.get("TMIMA_DATA", "../shared/data"))
Text = tuple[Document, Segmentation]


def english() -> list[Text]:
    """Return every fifth of Choi's texts."""
    analyzer = languages.analyzer("en")
    texts = []
    for path in sorted((DATA / "choi").rglob("*.ref"))[::5]:
        document = read(path.read_text(encoding="utf-8"), analyzer, format="choi")
        if document.truth is not None:
            texts.append((document, document.truth))
    return texts


def greek(count: int = 60) -> list[Text]:
    """Return texts glued of the beginnings of articles, from a fixed seed."""
    analyzer = languages.analyzer("el")
    articles = [
        [text[s.start : s.end] for s in read(text, analyzer).sentences]
        for path in sorted((DATA / "greek-articles").rglob("*.txt"))
        for text in [path.read_text(encoding="utf-8")]
    ]
    chance = random.Random(1)
    texts = []
    for _ in range(count):
        parts = []
        for article in chance.sample([a for a in articles if len(a) >= 15], 10):
            parts.append(article[: chance.randint(5, 15)])
        truth = Segmentation.from_lengths(map(len, parts))
        texts.append((read(render_choi(parts), analyzer, format="choi"), truth))
    return texts


def main() -> None:
    """Print the settings with the lowest mean Pk over the two languages."""
    languages_texts = [
        [(compare_document(document), truth) for document, truth in texts]
        for texts in (english(), greek())
    ]
    results = []
    for mean, spread, gamma, r in product(
        (8, 10, 12), (0.4, 0.5, 0.6), (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8), (0.33, 0.5, 0.66, 1)
    ):
        parameters = Parameters(mean, mean * spread, gamma, r)
        errors = [
            np.mean(
                [
                    score(
                        truth,
                        problem.with_parameters(parameters).programme().optimum().segmentation,
                    ).pk
                    for problem, truth in texts
                ]
            )
            for texts in languages_texts
        ]
        results.append((float(np.mean(errors)), *map(float, errors), parameters))
    results.sort(key=lambda result: result[0])
    print("Pk mean, English, Greek (in sentences)")
    for both, first, second, parameters in results[:12]:
        print(f"{both:.4f} {first:.4f} {second:.4f} {parameters.as_dict()}")


def temperature() -> None:
    """Print the temperature at which the defaults' probabilities of cuts are truest."""
    for name, texts in (("English", english()), ("Greek", greek())):
        problems = [compare_document(replace(document, truth=truth)) for document, truth in texts]
        learnt = calibrate_temperature(problems, Parameters())
        print(f"temperature {learnt.temperature:.3f} ({name})")
        for tenth in reliability(problems, Parameters()):
            print(f"  said {tenth.said:6.1%}: {tenth.true:6.1%} of {tenth.places} places")


if __name__ == "__main__":
    temperature()
    main()
