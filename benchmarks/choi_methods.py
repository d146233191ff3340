"""Methods on Choi's texts in Choi's own setting: his stop list, Porter's stemmer, Pk in words.

    python -m benchmarks.choi_methods [METHOD ...]

Reads the folder TMIMA_DATA; the number of segments given where the method can be told it, and not
given where it can find it.

A method that learns from a collection does so from the passages of Choi's texts, the beginnings of
124 documents that are drawn again and again: once from all of them, so that it has seen every
passage that it is then to find, and once, for each text anew, from those that are not in it. Its
settings were chosen on every fourth text; only the others are scored.
"""

import os
import sys
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from itertools import pairwise
from pathlib import Path

from tmima import languages
from tmima.formats import parse_choi, read
from tmima.formats.plain import ChoiText
from tmima.methods import LearnsPlain, Method, make, methods
from tmima.paper.suites import RANGES
from tmima.scores import score
from tmima.segmentation import Prepared
from tmima.text import Analyzer

DATA = Path(os.environ.get("TMIMA_DATA", "../shared/data"))
METHODS = ("c99", "c99-lsa", "utiyama", "dotplot", "texttiling")
SEEN = {"": "", "seen": ", passages seen", "unseen": ", passages not seen"}


@cache
def analyzer() -> Analyzer:
    """Return Choi's own way to find words."""
    stops = (DATA / "choi-stopwords.txt").read_text(encoding="utf-8").split()
    return languages.analyzer("en", normalise="porter", stopwords=stops)


def segments(parsed: ChoiText) -> Iterable[list[str]]:
    """Return the sentences of each segment."""
    for first, last in pairwise((0, *parsed.boundaries)):
        yield [parsed.sentence(index) for index in range(first, last)]


@cache
def passages() -> dict[str, Prepared]:
    """Return the passages that Choi's texts are made of, the longest of each beginning."""
    longest: dict[str, list[str]] = {}
    for path in sorted((DATA / "choi").glob("*/*/*.ref")):
        for sentences in segments(parse_choi(path.read_text(encoding="utf-8"))):
            if len(sentences) > len(longest.get(sentences[0], ())):
                longest[sentences[0]] = sentences
    return {
        beginning: Prepared.of(read("\n".join(sentences), analyzer(), format="lines"))
        for beginning, sentences in longest.items()
    }


def learnt(name: str, without: frozenset[str] = frozenset()) -> Method:
    """Return a method that has learnt from all passages but some."""
    method = make(name)
    if isinstance(method, LearnsPlain):
        method.learn([text for begin, text in passages().items() if begin not in without])
    return method


def mean_pk(name: str, told: bool, lengths: tuple[int, int], seen: str) -> float:
    """Return the mean Pk of a method over the texts of a range."""
    errors = []
    method = learnt(name) if seen == "seen" else make(name)
    for path in sorted((DATA / "choi").glob("*/{}-{}/*.ref".format(*lengths))):
        if seen and int(path.stem) % 4 == 0:
            continue
        content = path.read_text(encoding="utf-8")
        text = Prepared.of(read(content, analyzer(), format="choi"))
        truth = text.document.truth
        if truth is None:
            continue
        if seen == "unseen":
            parsed = parse_choi(content)
            method = learnt(name, frozenset(sentences[0] for sentences in segments(parsed)))
        found = method.segment(text, n_segments=len(truth) if told else None)
        errors.append(score(truth, found, words=text.whitespace_word_counts).pk)
    return sum(errors) / len(errors)


def main(names: list[str]) -> None:
    """Print the table."""
    if not DATA.exists():
        sys.exit(f"there is no folder {DATA}: set TMIMA_DATA")
    print("Pk in words, in per cent; ranges 3-11, 3-5, 6-8, 9-11")
    with ProcessPoolExecutor(2) as pool:
        for name in names or METHODS:
            for seen in ("seen", "unseen") if methods[name].needs == "collection" else ("",):
                for told in (False, True):
                    if methods[name].count == ("ignored" if told else "required"):
                        continue
                    row = pool.map(mean_pk, [name] * 4, [told] * 4, RANGES, [seen] * 4)
                    label = f"{name}{SEEN[seen]}{', number given' if told else ''}"
                    shown = "".join(f"{100 * value:8.1f}" for value in row)
                    print(f"{label:<44}{shown}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
