"""What the viewer is given: one object for a text, one for a segmentation of it, as plain JSON."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from tmima.kernel.arrays import Floats
from tmima.scores import SCORES, score
from tmima.segmentation import LEAST_CONFIDENCE, WITHIN, Answers, Prepared, beliefs
from tmima.segments import fields_of
from tmima.similarity import Similarity, column_blocks
from tmima.text import Document, Segmentation, Units, kept_sequence
from tmima.viewer.markup import markup_of

if TYPE_CHECKING:
    from tmima.result import SegmentedText


def most_frequent_spellings(document: Document, units: Units) -> tuple[str, ...]:
    """Return each word of the vocabulary as the text writes it most often.

    >>> from tmima import languages
    >>> from tmima.formats import read
    >>> document = read("Two bakers. The baker bakes.", languages.analyzer("en"))
    >>> most_frequent_spellings(document, Units.of(document))
    ('bakers', 'bakes')
    """
    written: dict[str, Counter[str]] = {word: Counter() for word in units.vocabulary}
    for sentence in document.sentences:
        for token in sentence.tokens:
            if token.kept:
                written[token.term][document.text[token.start : token.end]] += 1
    return tuple(counts.most_common(1)[0][0] for counts in written.values())


# More digits than a screen can show; fewer bytes than a float has.
_DIGITS = 6
# At most so many other places are listed, and only those at least so probable.
_MOST_ELSEWHERE, _LEAST_ELSEWHERE = 24, 0.02


def text_view(shown: "Prepared | SegmentedText") -> dict[str, Any]:
    """Return a text for the viewer: its units and words with their places, its true cuts if known.

    All offsets count characters (code points). The plot's D is not sent: it is read off the words,
    which the viewer needs anyway to mark those that two sentences share, and which grow with the
    text and not with its square.
    """
    document, units, timeline = shown.document, shown.units, shown.document.timeline
    spans, words = document.columns.spans, document.columns.words
    kept = np.array([sense.kept for sense in words.senses], dtype=bool)[words.numbers]
    sequence, _ = kept_sequence(units)
    blocks, marks = markup_of(document)
    return {
        "text": document.text,
        "format": None if document.origin is None else document.origin.kind,
        "language": document.language,
        "unit": shown.unit,
        "edges": list(units.edges),
        "sentence_starts": spans.starts.tolist(),
        "sentence_ends": spans.ends.tolist(),
        "paragraph_sentences": [first for first, _ in document.paragraphs],
        "unit_sentences": [first for first, _ in units.runs],
        "word_starts": words.starts[kept].tolist(),
        "word_ends": words.ends[kept].tolist(),
        "word_terms": sequence.tolist(),
        "terms": list(most_frequent_spellings(document, units)),
        "blocks": [list(block) for block in blocks],
        "marks": [list(mark) for mark in marks],
        "sections": sections_view(document, units),
        "truth": None if units.truth is None else list(units.truth.boundaries),
        "times": None if timeline is None else timeline.times(units.edges).round(3).tolist(),
        "speakers": None if timeline is None else [*map(timeline.speaker, units.edges[:-1])],
    }


def sections_view(document: Document, units: Units) -> list[dict[str, Any]]:
    """Return the author's sections as units: the headings that segments follow.

    `unit` is that of the heading; `first` is where a segment that begins with the section begins,
    before headings that stand directly above its own.
    """
    edges = np.asarray(units.edges)
    sections = document.outline.above(LEAST_CONFIDENCE).sections

    def places(offsets: list[int]) -> list[int]:
        # The white space before a heading belongs to the unit before it.
        found = np.searchsorted(edges[:-1], offsets, side="right") - 1
        told: list[int] = np.where(np.asarray(offsets) >= edges[-1], len(units), found).tolist()
        return told

    rows = zip(
        sections,
        places([one.start for one in sections]),
        places([one.run_start for one in sections]),
        places([one.run_end for one in sections]),
        strict=True,
    )
    return [
        {"heading": one.heading, "level": one.level, "unit": unit, "first": first, "last": last}
        for one, unit, first, last in rows
    ]


def cuts_view(result: "SegmentedText") -> dict[str, Any]:
    """Return a segmentation for the viewer: its segments, where else it could be cut, its scores.

    How sure a cut is, and where else one could be, is told where probabilities were asked for. The
    densities of methods without a similarity are those of shared words, as in the plot.
    """
    truth = result.units.truth
    return {
        "method": result.method,
        "parameters": result.settings.numbers(),
        "fitted": result.settings.fitted_as_dict() or None,
        "cost": result.cost,
        "boundaries": list(result.segmentation.boundaries),
        "probabilities": _probabilities(result.answers),
        "elsewhere": _other_possible_cuts(result.answers, result.segmentation),
        "segments": list(_segments(result)),
        "answers": {} if result.answers is None else _other_answers(result.answers, result.units),
        "scores": None if truth is None else score(truth, result.segmentation).values(),
        "score_labels": {name: one.label for name, one in SCORES.items()},
        "score_helps": {name: one.help for name, one in SCORES.items()},
    }


def _segments(result: "SegmentedText") -> Iterator[dict[str, Any]]:
    units = result.units
    densities = block_densities(result.similarity, result.segmentation)
    for segment, density in zip(result, densities, strict=True):
        held = slice(segment.first, segment.last)
        yield {
            **{
                each.name: _as_json(getattr(segment, each.name))
                for each in fields_of(type(segment))
                if not each.is_text
            },
            "sentences": int(units.sentences[held].sum()),
            "words": int(units.words[held].sum()),
            "density": round(float(density), _DIGITS),
        }


def _as_json(value: Any) -> Any:
    """Return a value as JSON has it."""
    return list(value) if isinstance(value, tuple) else value


def _probabilities(answers: Answers | None) -> list[float] | None:
    """Return how probable a cut at each place 1 .. T-1 is, if that was asked."""
    if answers is None or answers.posteriors is None:
        return None
    told: list[float] = answers.posteriors.cuts.round(_DIGITS).tolist()
    return told


def _other_possible_cuts(
    answers: Answers | None, segmentation: Segmentation
) -> list[dict[str, Any]]:
    """Return the most probable places that were not cut, with the probability of a cut nearby.

    What lies within two places of a cut, or of one that is likelier, is the same change of topic.
    """
    if answers is None or answers.posteriors is None:
        return []
    cuts = answers.posteriors.cuts
    held = beliefs(cuts)
    taken = set(segmentation.cuts)
    places: list[dict[str, Any]] = []
    # Of places with the same probability the first.
    for at in np.argsort(-cuts, kind="stable").tolist():
        if len(places) == _MOST_ELSEWHERE or cuts[at] < _LEAST_ELSEWHERE:
            break
        if taken.isdisjoint(range(at + 1 - WITHIN, at + 2 + WITHIN)):
            taken.add(at + 1)
            places.append({"place": at + 1, "belief": round(float(held[at]), _DIGITS)})
    return sorted(places, key=lambda one: -one["belief"])


def _other_answers(answers: Answers, units: Units) -> dict[str, Any]:
    """Return the answers other than those with a value for each place."""
    kept = replace(answers, cut_costs=None, odds=None, reasons=None, posteriors=None)
    return kept.as_dict(units)


def block_densities(similarity: Similarity, segmentation: Segmentation) -> Floats:
    """Return the mean of D over the square of each segment."""
    owner = np.repeat(np.arange(len(segmentation)), segmentation.lengths)
    sums = np.zeros(len(segmentation))
    # No two units of a segment are further apart than the longest has room for.
    for block in column_blocks(similarity, reach=max(segmentation.lengths) - 1):
        columns = block.columns()
        inside = owner[block.rows] == owner[columns]
        twice = np.where(block.rows == columns, 1.0, 2.0) * block.values
        sums += np.bincount(owner[columns[inside]], twice[inside], minlength=len(segmentation))
    densities: Floats = sums / np.square(segmentation.lengths)
    return densities
