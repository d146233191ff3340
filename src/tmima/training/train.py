"""Training from a folder of texts in Choi's format."""

from dataclasses import dataclass
from pathlib import Path

from tmima import languages
from tmima.document import Analyzer, Units
from tmima.errors import TmimaError
from tmima.files import files_below, read_text
from tmima.fitting.fitted import Wish
from tmima.fitting.lengths import Learnt, UnlabelledText, learn
from tmima.formats import labelled_texts, read
from tmima.segmentation import Parameters
from tmima.similarity.named import DEFAULT_SIMILARITY, PAPER_SIMILARITY, named
from tmima.training.grid import search
from tmima.training.labelled import Problem
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
    similarity: str
    reliability: list[Reliability]


def train(
    folder: Path,
    *,
    language: str | None = None,
    words: str | None = None,
    length_unit: str = "sentences",
    score_unit: str = "sentences",
    diagonal: bool = True,
    similarity: str = PAPER_SIMILARITY,
) -> Training:
    """Learn the parameters from all texts in Choi's format below a folder."""
    _, analyzer = _texts(folder, language, words)
    measure = Wish(similarity=similarity).measured(analyzer.language, diagonal=diagonal)
    problems = [
        Problem.of(
            document,
            document.truth,
            length_unit=length_unit,
            score_unit=score_unit,
            measure=measure,
        )
        for _, document in labelled_texts(folder, analyzer)
        if document.truth is not None
    ]
    grid = search(problems, length_unit=length_unit, diagonal=diagonal)
    parameters = calibrated(problems, grid.parameters)
    return Training(
        parameters=parameters,
        texts=len(problems),
        segments=sum(len(problem.truth) for problem in problems),
        language=analyzer.language,
        similarity=similarity,
        pk=grid.error,
        unit=score_unit,
        reliability=reliability(problems, parameters),
    )


def learn_lengths(
    folder: Path,
    *,
    language: str | None = None,
    words: str | None = None,
    length_unit: str = "sentences",
    similarity: str = DEFAULT_SIMILARITY,
) -> Learnt:
    """Learn the preferred length and its deviation from all plain texts below a folder.

    Their segments need not be known, but they should be of one kind: all share one mean. The other
    parameters are those that suit the similarity.
    """
    texts, analyzer = _texts(folder, language, words)
    measure = Wish(similarity=similarity).measured(analyzer.language, diagonal=True)
    suited = named(similarity)
    unlabelled = []
    for path, text in texts.items():
        try:
            units = Units.of(read(text, analyzer))
        except TmimaError as error:
            raise TmimaError(f"{path}: {error}") from None
        lengths = units.lengths(length_unit)
        unlabelled.append(UnlabelledText(measure(units), lengths, int(units.sentences.sum())))
    start = Parameters(gamma=suited.gamma, r=suited.r, length_unit=length_unit)
    return learn(unlabelled, start)


def _texts(
    folder: Path, language: str | None, words: str | None
) -> tuple[dict[Path, str], Analyzer]:
    """Return the texts of a folder, and the analyzer for their language."""
    texts = {path: read_text(path) for path in files_below(folder).values()}
    if not texts:
        raise TmimaError(f"{folder} holds no text")
    code = language or languages.detect(next(iter(texts.values())))
    return texts, languages.analyzer(code, words=words)
