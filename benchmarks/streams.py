"""How far a stream is from the whole text at once: python -m benchmarks.streams.

Texts of 300 sentences or more, of the reporting parts of the folder TMIMA_DATA (tools/learning), at
most six of a kind, with nothing set: Pk / WindowDiff / F1 within two sentences against the author's
cuts, found / true, and F1 within two of a stream's cuts against those of the whole text. In the end
the time a sentence takes.
"""

import argparse
import os
from collections import Counter
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from time import process_time

import numpy as np
from tools.learning import texts
from tools.learning.texts import PARTS, REPORT, CutText
from tools.texts import sentences

import tmima
from tmima import Segmentation, Segmenter
from tmima.scores import average, f1_within, score
from tmima.text import Units

_LEAST = 300
_MOST = 6
_DELAYS = (25, 50, 200)
_FEEDS = (500, 2000, 5000)


def long_texts(data: Path, part: str) -> Iterator[tuple[CutText, Segmentation]]:
    """Yield the long texts of a part with their true segments."""
    real = (
        texts.choi(folder, folder.name, "el" if folder.name.startswith("greek") else "en")
        for folder in sorted((data / "real").iterdir())
    )
    parted = (texts.sections(path) for path in sorted((data / "sections").glob("*.xz")))
    met: Counter[str] = Counter()
    for text in chain.from_iterable((*real, *parted)):
        if text.part == part and met[text.kind] < _MOST:
            edges = np.asarray(Units.of(segmenter(text).read(text.text)).edges)
            places = {int(np.argmin(abs(edges - cut))) for cut in text.cuts} - {0, len(edges) - 1}
            if len(edges) > _LEAST:
                met[text.kind] += 1
                yield text, Segmentation((*sorted(places), len(edges) - 1))


def segmenter(text: CutText) -> Segmenter:
    """Return what cuts a text with nothing set but what it is written in."""
    return Segmenter(language=text.language, format="lines" if text.lines else "text")


def accuracy(data: Path, part: str) -> None:
    """Print a row for the whole text at once, and one for each delay."""
    pairs = list(long_texts(data, part))
    whole = [segmenter(text).segment(text.text).segmentation for text, _ in pairs]
    print(f"{len(pairs)} texts of the part {part}, {sum(t.size for _, t in pairs):,} sentences")
    print(_row("the whole text at once", [truth for _, truth in pairs], whole, whole), flush=True)
    for delay in _DELAYS:
        found = []
        for text, _ in pairs:
            settings = segmenter(text).settings
            cut = tmima.stream([text.text], max_delay=delay, **settings)
            found.append(Segmentation(tuple(segment.last for segment in cut)))
        truth = [true for _, true in pairs]
        print(_row(f"a stream, max_delay {delay}", truth, found, whole), flush=True)


def _row(
    name: str,
    truth: list[Segmentation],
    found: list[Segmentation],
    whole: list[Segmentation],
) -> str:
    mean = average([score(one, other) for one, other in zip(truth, found, strict=True)])
    same = np.mean([f1_within(one, other) for one, other in zip(whole, found, strict=True)])
    share = sum(len(one) - 1 for one in found) / sum(len(one) - 1 for one in truth)
    numbers = (mean.pk, mean.window_diff, mean.f1_within)
    said = " / ".join(f"{100 * number:.1f}" for number in numbers)
    return f"{name:26} {said}  x {share:.2f}  F1 within two of the whole's {100 * same:.1f}"


def speed() -> None:
    """Print what a sentence takes, in the whole text at once and in streams."""
    print("\nProcessor time of a sentence, in microseconds: the whole at once, a stream")
    for count in _FEEDS:
        text = "\n".join(sentences(count))
        start = process_time()
        tmima.segment(text, language="en", format="lines")
        between = process_time()
        list(tmima.stream([text], language="en", format="lines"))
        taken = between - start, process_time() - between
        print(f"{count:>6} sentences " + "".join(f"{1e6 * one / count:>9.0f}" for one in taken))


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--part", choices=PARTS, default=REPORT)
    part = parser.parse_args().part
    accuracy(Path(os.environ.get("TMIMA_DATA", "../shared/data")), part)
    speed()


if __name__ == "__main__":
    main()
