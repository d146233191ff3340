"""Scores of segmentations that lie in files, and where these differ."""

from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path

from tmima.errors import TmimaError
from tmima.files import as_path, files_below, read_text
from tmima.formats import parse_choi
from tmima.scores.cuttings import ComparablePair, in_same_units, read_cutting
from tmima.scores.scores import Scores, average, score
from tmima.text import COUNTED_UNITS, Segmentation, plural


@dataclass(frozen=True, slots=True)
class Difference:
    """A cut that only one of two segmentations has.

    Attributes:
        file: of the reference.
        unit: that it lies before, from 1, or the second.
        missed: whether it is the reference that has it.
        place: the words before and behind it, or its time and title.
    """

    file: str
    unit: int
    missed: bool
    place: str


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The scores of each file, by its path below the folder, their mean, and what differs."""

    files: dict[str, Scores]
    mean: Scores
    differences: tuple[Difference, ...] = ()


def evaluate_files(
    reference: str | PathLike[str], hypothesis: str | PathLike[str], *, unit: str = "sentences"
) -> Evaluation:
    """Score a file against a file, or each file of a folder against that of the same path.

    Args:
        reference: the true segmentation, or a folder of them.
        hypothesis: the segmentation to be judged, or a folder of them.
        unit: what Pk and WindowDiff are counted in; words are what white space parts. Where the
            files tell no sentences, words are counted, and of chapters with times seconds.
    """
    unit = plural(unit)
    if unit not in COUNTED_UNITS:
        raise TmimaError(f"unknown unit {unit!r}: choose one of {', '.join(COUNTED_UNITS)}")
    files: dict[str, Scores] = {}
    differences: list[Difference] = []
    for name, (true, hypothesized) in file_pairs(reference, hypothesis).items():
        pair = read_cutting(true), read_cutting(hypothesized)
        in_choi = all(one.sentences for one in pair)
        if in_choi:
            files[name] = _score_files(true, hypothesized, unit)
        compared = in_same_units(*pair)
        if not in_choi:
            scores = score(compared.reference, compared.hypothesis)
            files[name] = replace(scores, unit=compared.unit)
        differences += _differences(name, compared)
    return Evaluation(files, average(list(files.values())), tuple(differences))


def _differences(name: str, compared: ComparablePair) -> list[Difference]:
    true, hypothesized = compared.places
    return sorted(
        (
            Difference(name, cut + 1, missed, own[cut])
            for missed, own, other in ((True, true, hypothesized), (False, hypothesized, true))
            for cut in own.keys() - other.keys()
        ),
        key=lambda one: (one.unit, one.missed),
    )


def file_pairs(
    reference: str | PathLike[str], hypothesis: str | PathLike[str]
) -> dict[str, tuple[Path, Path]]:
    """Return the files that are scored against each other, by their path below the folder.

    In folders JSON that tells no segments, as the sources of generated texts, is left out.
    """
    reference, hypothesis = as_path(reference), as_path(hypothesis)
    if reference.is_dir() != hypothesis.is_dir():
        folder, other = (reference, hypothesis) if reference.is_dir() else (hypothesis, reference)
        raise TmimaError(f"{folder} is a folder but {other} is not: give two files or two folders")
    if not reference.is_dir():
        return {reference.name: (reference, hypothesis)}
    true = files_below(reference, with_json=True)
    hypothesized = files_below(hypothesis, with_json=True)
    for name in true.keys() | hypothesized.keys():
        paths = [files[name] for files in (true, hypothesized) if name in files]
        if paths[0].suffix == ".json" and not any(map(_states_segments, paths)):
            for files in (true, hypothesized):
                files.pop(name, None)
    for folder, names, others in (
        (hypothesis, true, hypothesized),
        (reference, hypothesized, true),
    ):
        missing = sorted(names.keys() - others.keys())
        if missing:
            raise TmimaError(f"{folder} lacks {missing[0]} ({len(missing)} files in all)")
    if not true:
        raise TmimaError(f"{reference} holds no file")
    return {name: (true[name], hypothesized[name]) for name in sorted(true)}


def _states_segments(path: Path) -> bool:
    try:
        return bool(read_cutting(path))
    except TmimaError:
        return False


def _score_files(reference: Path, hypothesis: Path, unit: str) -> Scores:
    true, hypothesized = parse_choi(read_text(reference)), parse_choi(read_text(hypothesis))
    for path, parsed in ((reference, true), (hypothesis, hypothesized)):
        if not parsed.sentences:
            raise TmimaError(f"{path} holds no sentence")
    words = []
    for index in range(max(len(true.sentences), len(hypothesized.sentences))):
        for path, shorter, longer in (
            (hypothesis, hypothesized, true),
            (reference, true, hypothesized),
        ):
            if index >= len(shorter.sentences):
                raise TmimaError(
                    f"{path} ends before sentence {index + 1}, {longer.sentence(index)[:60]!r}"
                )
        sentence = true.sentence(index).split()
        if sentence != hypothesized.sentence(index).split():
            raise TmimaError(
                f"the texts differ first in line {true.line_numbers[index]} of {reference}, "
                f"{true.sentence(index)[:60]!r}, and line {hypothesized.line_numbers[index]} of "
                f"{hypothesis}, {hypothesized.sentence(index)[:60]!r}"
            )
        words.append(len(sentence))
    return score(
        Segmentation(true.boundaries),
        Segmentation(hypothesized.boundaries),
        words=words if unit == "words" else None,
    )
