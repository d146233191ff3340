"""The experiment on what can be had without training: its cells and how each is computed."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from benchmarks.untrained.encoders import installed, remembering
from benchmarks.untrained.halves import GROUPS, Group, KnownText, background_for, half_of_texts
from benchmarks.untrained.rivals import LITERATURE, PENALTIES, PENALTY_GRID, kernel_changes
from tmima.document import Units
from tmima.experiments.validation import REPETITIONS, validate
from tmima.fitting import UnlabelledText, learn, told
from tmima.methods import MethodText, make
from tmima.scores import Scores, average, interval
from tmima.segmentation import Admissible, Parameters, cheapest
from tmima.similarity import Measure, SharedWords, Sources, similarities
from tmima.training import LabelledText
from tmima.values import Segmentation

REPORTS = ("similarity", "rival")
MODES = ("trained", "text", "folder", "told")
GAMMAS = (0.1, 0.2, 0.3, 0.35, 0.4, 0.5, 0.6, 0.7, 0.8)
POWERS = (0.5, 0.66)
_TEXTS = 200
_CHOOSING_TEXTS = 25
_QUICK_TEXTS = 6

Result = dict[str, Any]


@dataclass(frozen=True, slots=True)
class UntrainedPlan:
    """The cells of the experiment."""

    cells: tuple["UntrainedCell", ...]
    experiment: str = "untrained"


@dataclass(frozen=True, slots=True)
class UntrainedCell:
    """One similarity or one rival on the texts of one kind, or the search for its numbers.

    Attributes:
        task: "similarity" and "rival" report, "weights" and "penalty" choose.
        subject: the similarity ("vectors/minilm" with its model), the method, or what stands for
            the sentences in KernelCPD.
        group: the kind of texts.
        data: the folder that holds them.
        seed: everything random is from it.
        texts: how many at the most.
        repetitions: of the validation that training is judged by.
    """

    task: str
    subject: str
    group: Group
    data: Path
    seed: int
    texts: int
    repetitions: int

    @property
    def name(self) -> str:
        """The name of the cell and its file."""
        return f"{self.task}-{self.subject.replace('/', '-')}-{self.group.name}"

    def settings(self) -> dict[str, Any]:
        """Return what the result depends on, for JSON; the folder by name only."""
        return {**asdict(self), "data": self.data.name}

    def compute(self) -> Result:
        """Compute the cell."""
        half = "reporting" if self.task in REPORTS else "choosing"
        texts = half_of_texts(self.group, half, self.data, seed=self.seed, most=self.texts)
        return {"settings": self.settings(), **_TASKS[self.task](self, texts)}


def plan_untrained(data: Path, *, seed: int = 1, quick: bool = False) -> UntrainedPlan:
    """Return the cells: those that choose, then those that report."""
    models = dict.fromkeys(installed(), "en")
    every_similarity = {
        "shared": "en el",
        "graded": "en el",
        "background": "en el",
        "lsa": "el",
        **{f"vectors/{model}": where for model, where in models.items()},
    }
    kernels = {"words": "en el", **models}
    subjects = {
        "weights": every_similarity,
        "penalty": kernels,
        "similarity": every_similarity,
        "rival": {**dict.fromkeys(LITERATURE, "en el"), **kernels},
    }
    return UntrainedPlan(
        tuple(
            UntrainedCell(
                task,
                subject,
                group,
                data,
                seed,
                _QUICK_TEXTS if quick else _TEXTS if task in REPORTS else _CHOOSING_TEXTS,
                1 if quick else REPETITIONS,
            )
            for task, where in subjects.items()
            for subject, languages in where.items()
            for group in GROUPS
            if group.language in languages.split()
        )
    )


def _measure(cell: UntrainedCell, half: str) -> tuple[Measure, Parameters]:
    """Return what makes the similarity, and the parameters that suit it but for the lengths."""
    name, _, model = cell.subject.partition("/")
    sources = Sources(
        language=cell.group.language,
        background=background_for(cell.group, half, cell.data) if name == "lsa" else (),
        encode=remembering(model) if model else None,
    )
    entry = similarities[name]
    return entry.make(sources), Parameters(gamma=entry.gamma, r=entry.r)


def _problems(
    cell: UntrainedCell, texts: Sequence[KnownText], measure: Measure = SharedWords
) -> list[LabelledText]:
    unit = cell.group.score_unit
    return [
        LabelledText.of(text, truth, score_unit=unit, similarity=measure(Units.of(text)))
        for text, truth in texts
    ]


def _unlabelled(problem: LabelledText) -> UnlabelledText:
    return UnlabelledText(problem.similarity, problem.lengths, len(problem.lengths))


def _similarity(cell: UntrainedCell, texts: Sequence[KnownText]) -> Result:
    """Report a similarity: trained, untrained on each text and on all, and told the number."""
    measure, given = _measure(cell, "reporting")
    problems = _problems(cell, texts, measure)
    alone = [
        problem.score(problem.solve(learn([_unlabelled(problem)], given).parameters))
        for problem in problems
    ]
    pooled = learn([_unlabelled(problem) for problem in problems], given)
    together = [problem.score(problem.solve(pooled.parameters)) for problem in problems]
    counted = [problem.score(_told(problem, given)) for problem in problems]
    seed = f"{cell.seed}/untrained/{cell.name}"
    return {
        "trained": _summary(_trained(problems, seed, cell.repetitions), seed),
        "text": _summary(alone, seed),
        "folder": {**_summary(together, seed), "learnt": pooled.parameters.as_dict()},
        "told": _summary(counted, seed),
    }


def _told(problem: LabelledText, given: Parameters) -> Segmentation:
    count = len(problem.truth)
    parameters = told(_unlabelled(problem), count, given).parameters
    allowed = replace(Admissible.everything(len(problem.lengths)), counts=(count, count))
    return cheapest(problem.similarity, problem.lengths, parameters, allowed).segmentation


def _trained(problems: Sequence[LabelledText], seed: str, repetitions: int) -> list[Scores]:
    """Return the mean scores of each text by the paper's procedure, over the halves it was in."""
    by_text: dict[int, list[Scores]] = {}
    for repetition in validate(problems, seed=seed, repetitions=repetitions):
        for index, scores in zip(repetition.testing, repetition.scores, strict=True):
            by_text.setdefault(index, []).append(scores)
    return [average(scores) for _, scores in sorted(by_text.items())]


def _rival(cell: UntrainedCell, texts: Sequence[KnownText]) -> Result:
    """Report a method of others: left to itself, and told the number of segments."""
    problems = _problems(cell, texts)
    read = [MethodText.of(document) for document, _ in texts]
    seed = f"{cell.seed}/untrained/{cell.name}"
    found: dict[str, list[Segmentation]] = {}
    for mode in ("text", "told"):
        counts = [len(truth) if mode == "told" else None for _, truth in texts]
        if cell.subject in LITERATURE:
            method = make(cell.subject, {})
            found[mode] = [
                method.segment(text, n_segments=count)
                for text, count in zip(read, counts, strict=True)
            ]
        else:
            penalty = PENALTIES[cell.subject]
            found[mode] = [
                kernel_changes(_rows(cell.subject, text), penalty=penalty, n_segments=count)
                for text, count in zip(read, counts, strict=True)
            ]
    return {
        mode: _summary([p.score(s) for p, s in zip(problems, each, strict=True)], seed)
        for mode, each in found.items()
    }


def _rows(subject: str, text: MethodText) -> Any:
    """Return what stands for the sentences: how often words stand in them, or a model's vectors."""
    if subject == "words":
        return text.counts()
    document = text.document
    return remembering(subject)([document.text[s.start : s.end] for s in document.sentences])


def _weights(cell: UntrainedCell, texts: Sequence[KnownText]) -> Result:
    """Try weights of the cost on the choosing half, each text on its own."""
    measure, _ = _measure(cell, "choosing")
    problems = _problems(cell, texts, measure)
    errors = []
    for r in POWERS:
        for gamma in GAMMAS:
            given = Parameters(gamma=gamma, r=r)
            pks = [
                problem.error(problem.solve(learn([_unlabelled(problem)], given).parameters))
                for problem in problems
            ]
            errors.append({"gamma": gamma, "r": r, "pk": sum(pks) / len(pks)})
    return {"tried": errors}


def _penalty(cell: UntrainedCell, texts: Sequence[KnownText]) -> Result:
    """Try penalties of KernelCPD on the choosing half."""
    problems = _problems(cell, texts)
    rows = [_rows(cell.subject, MethodText.of(document)) for document, _ in texts]
    tried = []
    for penalty in PENALTY_GRID:
        pks = [
            problem.error(kernel_changes(each, penalty=penalty))
            for problem, each in zip(problems, rows, strict=True)
        ]
        tried.append({"penalty": penalty, "pk": sum(pks) / len(pks)})
    return {"tried": tried}


def _summary(scores: Sequence[Scores], seed: str) -> Result:
    return {
        "scores": asdict(average(scores)),
        "pk_interval": interval([each.pk for each in scores], seed=f"{seed}/pk"),
        "window_diff_interval": interval([each.window_diff for each in scores], seed=f"{seed}/wd"),
        "pk_by_text": [each.pk for each in scores],
    }


_TASKS: dict[str, Callable[[UntrainedCell, Sequence[KnownText]], Result]] = {
    "similarity": _similarity,
    "rival": _rival,
    "weights": _weights,
    "penalty": _penalty,
}
