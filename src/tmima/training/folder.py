"""Training from a folder of texts in Choi's format."""

from dataclasses import dataclass
from functools import partial
from pathlib import Path

from tmima import languages
from tmima.document import choi, read
from tmima.document.files import files_below, read_text
from tmima.errors import TmimaError
from tmima.segmentation import Parameters, Segmentation
from tmima.similarity import SharedWords
from tmima.training.grid import search
from tmima.training.problem import Problem
from tmima.training.temperature import Reliability, calibrated, reliability


@dataclass(frozen=True, slots=True)
class Training:
    """What was learnt, from how many texts, and how good it is on them.

    Pk is the mean over the texts; the reliability is that of the probabilities of cuts.
    """

    parameters: Parameters
    texts: int
    segments: int
    language: str
    pk: float
    unit: str
    reliability: list[Reliability]


def train(
    folder: Path,
    *,
    language: str | None = None,
    words: str | None = None,
    length_unit: str = "sentences",
    score_unit: str = "sentences",
    diagonal: bool = True,
) -> Training:
    """Learn the parameters from all texts in Choi's format below a folder."""
    paths = list(files_below(folder).values())
    if not paths:
        raise TmimaError(f"{folder} holds no text")
    texts = {path: read_text(path) for path in paths}
    code = language or languages.detect(next(iter(texts.values())))
    analyzer = languages.analyzer(code, words=words)
    problems = []
    for path, text in texts.items():
        parsed = choi.parse(text)
        if not parsed.sentences:
            raise TmimaError(f"{path} holds no sentence")
        problems.append(
            Problem.of(
                read(text, analyzer, form="choi"),
                Segmentation(parsed.boundaries),
                length_unit=length_unit,
                score_unit=score_unit,
                measure=partial(SharedWords, diagonal=diagonal),
            )
        )
    grid = search(problems, length_unit=length_unit, diagonal=diagonal)
    parameters = calibrated(problems, grid.parameters)
    return Training(
        parameters=parameters,
        texts=len(problems),
        segments=sum(len(problem.truth) for problem in problems),
        language=code,
        pk=grid.error,
        unit=score_unit,
        reliability=reliability(problems, parameters),
    )
