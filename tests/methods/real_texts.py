"""A few lectures with their own topics, where the corpora are at hand."""

from dataclasses import replace

import pytest

from tmima import Segmentation, score
from tmima.formats import parse_choi, read
from tmima.languages import analyzer
from tmima.segmentation import Prepared


def lectures(corpora, number=4):
    """The first lectures of the choosing half (even file order), with their true segments."""
    paths = sorted((corpora / "real" / "lectures-ai").glob("*.ref"))[::2][:number]
    if not paths:
        pytest.skip(f"no lectures in {corpora}")
    found = []
    for path in paths:
        parsed = parse_choi(path.read_text(encoding="utf-8"))
        document = read(parsed.text, analyzer("en"), format="choi")
        truth = Segmentation(parsed.boundaries)
        found.append((Prepared.of(replace(document, truth=truth)), truth))
    return found


def mean_pk(method, texts, *, told=True):
    """The mean Pk in per cent, in sentences."""
    scores = [
        score(truth, method.segment(text, n_segments=len(truth) if told else None)).pk
        for text, truth in texts
    ]
    return 100 * sum(scores) / len(scores)
