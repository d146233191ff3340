"""A program as a user would write it: checked with `mypy --strict` and run by its test."""

from collections.abc import Iterator, Sequence

import numpy as np

import tmima
from tmima.segmentation import Certificate, Solution

TEXT = (
    "The harbour was full of ships. Every ship waited for the tide. The tide was late. "
    "Bakers rise early. The baker kneads the dough. Good dough needs good flour. "
)


def by_length(units: tmima.Units) -> tmima.Similarity:
    """A similarity of one's own."""
    words = units.words.astype(np.float64)
    return tmima.GivenMatrix(np.exp(-np.abs(words[:, None] - words[None, :])))


class Thirds:
    """A method of one's own that learns how many parts there usually are."""

    def train(self, texts: Sequence[tmima.Prepared]) -> None:
        self.parts_ = round(sum(len(text.truth or ()) for text in texts) / len(texts))

    def segment(self, text: tmima.Prepared, *, n_segments: int | None = None) -> tmima.Segmentation:
        count = min(n_segments or getattr(self, "parts_", 3), len(text))
        return tmima.Segmentation(tuple(len(text) * k // count for k in range(1, count + 1)))


class Words:
    """An analyzer of one's own: a sentence per line, every word kept."""

    language = "und"

    def split(self, text: str, paragraph: tmima.Span) -> list[tmima.Span]:
        return [paragraph]

    def tokens(self, text: str, sentences: Sequence[tmima.Span]) -> list[tuple[tmima.Token, ...]]:
        found = []
        for start, end in sentences:
            at, words = start, []
            for word in text[start:end].split():
                at = text.index(word, at)
                words.append(tmima.Token(at, at + len(word), word.lower(), "", True))
                at += len(word)
            found.append(tuple(words))
        return found


def pieces(text: str) -> Iterator[str]:
    for start in range(0, len(text), 10):
        yield text[start : start + 10]


def main() -> None:
    segmenter = tmima.Segmenter(
        language="en",
        similarity=by_length,
        constraints=tmima.Constraints(max_size=4),
        questions=tmima.Questions(posteriors=True, best=3, cut_costs=True),
    )
    result: tmima.SegmentedText = segmenter.segment(TEXT)
    answers = result.answers
    if answers is None or answers.posteriors is None or answers.best is None:
        raise SystemExit("questions without answers")
    certificate: Certificate = answers.certificate
    solution: Solution = answers.best[0]
    print(certificate.proof, solution.cost, answers.posteriors.cuts.sum(), answers.cut_costs)
    parameters: tmima.Parameters | None = result.settings.parameters
    print(parameters, result.settings.learnt_from)

    labelled = [(TEXT, tmima.Segmentation((3, 6))), (TEXT, tmima.Segmentation((2, 6)))]
    trained = tmima.Segmenter(language="en", method=Thirds()).train(labelled)
    print(len(trained.segment(TEXT)), trained.learnt_from_)
    density = tmima.Segmenter(language="en", method="density")
    learnt = density.train([(TEXT, (3, 6)), (TEXT, (2, 6))])
    print(learnt.parameters_.mean_length, learnt.training_.scores.pk)

    for outcome in segmenter.segment_many([TEXT, ""], jobs=1):
        if isinstance(outcome, tmima.TmimaError):
            print("not cut:", outcome)
        else:
            print([segment.text for segment in outcome])

    for streamed in tmima.stream(pieces(TEXT), language="en", max_delay=20):
        print(streamed.start, streamed.end, streamed.cut)

    own = tmima.segment("one two\ntwo three\nfour", format="lines", analyzer=Words(), n_segments=2)
    scores: tmima.Scores = tmima.score(tmima.Segmentation((1, 3)), own.segmentation)
    print(scores.pk, tmima.pk(own.segmentation, own.segmentation), own.as_dict()["boundaries"])


if __name__ == "__main__":
    main()
