"""What the server answers, as JSON that its OpenAPI description tells programs."""

from typing import Any

from pydantic import BaseModel, Field, create_model

from tmima.result import Segment
from tmima.scores import SCORES
from tmima.segments import SegmentField, fields_of


class FileAnswer(BaseModel):
    """A file that was opened."""

    name: str
    content: str = Field(description="Its bytes in base64.")


class SectionAnswer(BaseModel):
    """A section that a heading opens: the units [first, last)."""

    heading: str
    level: int
    unit: int = Field(description="That of the heading.")
    first: int = Field(description="Where a segment that begins with it begins.")
    last: int


class TextAnswer(BaseModel):
    """A text that was opened. Offsets count characters (code points); ranges are half-open.

    Unit i is text[edges[i]:edges[i + 1]] and begins with sentence unit_sentences[i]. Two units are
    similar if they hold a word with the same term.
    """

    key: str = Field(description="Names the text, with language, format and unit, by its content.")
    text: str
    format: str | None = Field(description="What document it was taken from, if from one.")
    language: str
    unit: str
    edges: list[int]
    sentence_starts: list[int]
    sentence_ends: list[int]
    paragraph_sentences: list[int] = Field(description="The first sentence of each paragraph.")
    unit_sentences: list[int]
    word_starts: list[int] = Field(description="Of the content words, in order.")
    word_ends: list[int]
    word_terms: list[int] = Field(description="Words of one lemma or stem have one number.")
    terms: list[str] = Field(description="Each term as the text writes it most often.")
    blocks: list[tuple[int, int, str, int]] = Field(
        description="Of a document, with where each begins and ends: heading, prose, item, quote, "
        "table, code, aside or program (what only a program reads), and its level."
    )
    marks: list[tuple[int, int, str]] = Field(
        description="Characters that are hidden, or shown in a style: em, strong, code, del, note."
    )
    sections: list[SectionAnswer] = Field(description="The author's, in order.")
    truth: list[int] | None = Field(description="True ends of segments, from Choi's format.")
    times: list[float] | None = Field(
        description="Of a transcript: when each unit begins, in seconds, and when the last ends."
    )
    speakers: list[str | None] | None = Field(
        description="Of a transcript: who speaks each unit, where that is known."
    )
    source: str | None = Field(
        description="What was sent, if `text` is less: what is said, or what a page holds."
    )
    file: FileAnswer | None = Field(description="What was sent, if it was a file.")
    faults: list[str] = Field(description="What of a transcript was mended or could not be read.")
    similarities: list[str] = Field(description="Those that it can be cut with.")


def _schema_of_field(each: SegmentField) -> tuple[Any, Any]:
    kind = _IN_JSON.get(each.kind, each.kind)
    unit = f" In {each.unit}." if each.unit else ""
    return (kind | None if each.optional else kind), Field(description=each.help + unit)


# JSON has lists only.
_IN_JSON = {tuple[str, ...]: list[str], tuple[int, int]: list[int]}
_SEGMENT: dict[str, Any] = {
    each.name: _schema_of_field(each) for each in fields_of(Segment) if not each.is_text
}


class SegmentAnswer(create_model("SegmentAnswer", **_SEGMENT)):  # type: ignore[misc]
    """One segment: the units [first, last)."""

    sentences: int
    words: int
    density: float = Field(description="The mean of D over the segment's square.")


class ElsewhereAnswer(BaseModel):
    """A place that was not cut, and could be."""

    place: int = Field(description="Units before it.")
    belief: float = Field(description="How probable a cut within two places of it is.")


_SCORES: dict[str, Any] = {
    name: (float, Field(description=one.help)) for name, one in SCORES.items()
}


class ScoresAnswer(create_model("ScoresAnswer", **_SCORES)):  # type: ignore[misc]
    """How well the cuts agree with the true ones, in units."""


class LearntAnswer(BaseModel):
    """What the method has learnt from."""

    source: str = Field(alias="from")


class NumberAnswer(BaseModel):
    """How probable each number of segments is."""

    median: int = Field(
        description="The number of segments answered; in long texts a number near it."
    )
    interval: list[int] = Field(description="The least and the greatest likely number.")
    first: int = Field(description="The least number that is at all probable.")
    shares: list[float] = Field(description="How probable that number is, the next, and so on.")


class FittedAnswer(BaseModel):
    """What a text was cut with, as `tmima segment --format json` tells it."""

    similarity: str
    learnt: LearntAnswer | None = Field(None, description="Left out if nothing was learnt.")
    number: NumberAnswer | None = Field(
        None, description="Of the method learnt; left out if a number was told."
    )


class CutsAnswer(BaseModel):
    """A segmentation of a text."""

    method: str
    parameters: dict[str, Any]
    fitted: FittedAnswer | None = Field(description="Null for methods of the literature.")
    cost: float | None = Field(
        description="The least among those that the certificate names; null for methods without."
    )
    boundaries: list[int] = Field(description="The ends of the segments, in units.")
    probabilities: list[float] | None = Field(
        description="For each place 1 .. T-1, how probable a cut there is; null for methods of the "
        "literature."
    )
    elsewhere: list[ElsewhereAnswer] = Field(
        description="Where there could be a cut too, the likeliest first."
    )
    segments: list[SegmentAnswer]
    answers: dict[str, Any] = Field(
        description="The certificate, which names those that it is the cheapest of, and "
        "what else was asked for; see `tmima segment`."
    )
    scores: ScoresAnswer | None = Field(description="Of a text whose true cuts are known.")
    score_labels: dict[str, str] = Field(description="What people call each score.")
    score_helps: dict[str, str] = Field(description="What each score is.")


class ExampleAnswer(BaseModel):
    """A text that comes with the explorer."""

    name: str
    title: dict[str, str] = Field(description="By the language of the interface, el and en.")


class ExampleTextAnswer(ExampleAnswer):
    """The same with its text."""

    text: str


class MethodAnswer(BaseModel):
    """A method, and what of a request it heeds."""

    name: str
    year: str
    summary: str
    count: str = Field(description="A number of segments is ignored, optional or required.")
    settings: list[str] = Field(
        description="What else it understands: finer, similarity, parameters, constraints, ..."
    )


class SimilarityAnswer(BaseModel):
    """A similarity, and the weights of the cost that suit it where nothing was trained."""

    name: str
    summary: str
    gamma: float
    r: float


class FormAnswer(BaseModel):
    """A form of chapters, and what the platform that reads it demands."""

    name: str
    summary: str
    suffix: str = Field(description="How the name of a file of it ends.")
    least_chapters: int
    least_seconds: int


class AboutAnswer(BaseModel):
    """What this server can do."""

    version: str
    max_bytes: int = Field(description="Bytes of UTF-8 that a text may have.")
    languages: list[str]
    formats: list[str]
    units: list[str]
    methods: list[MethodAnswer]
    similarities: list[SimilarityAnswer]
    forms: list[FormAnswer]


class Refusal(BaseModel):
    """Why a request was not answered."""

    detail: str


class FieldFault(BaseModel):
    """One thing that is wrong with a request: where it is, and what to do."""

    loc: list[str | int]
    msg: str


class Faults(BaseModel):
    """What is wrong with a request, by name."""

    detail: list[FieldFault]
