"""spaCy: a component `tmima` that marks the topics of a text as spans.

    nlp.add_pipe("tmima", config={"max_size": 1000})
    for span in nlp(text).spans["topics"]: ...

spaCy finds it by an entry point where tmima is installed. The extra is `tmima[spacy]`.
"""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tmima.formats import read
from tmima.integrations.chunks import chunker
from tmima.languages import analyzer, pipelines
from tmima.loading import require
from tmima.segmenter import Segmenter
from tmima.text import Document, Span, Token, visible_span

require("spacy")

from spacy import tokens as spacy_tokens  # noqa: E402 - said first what is missing
from spacy.language import Language  # noqa: E402


class _PipelineAnalyzer:
    """What a pipeline has found in a text already, as an analyzer of this text alone."""

    def __init__(self, doc: Any) -> None:
        self.language = str(doc.lang_)
        self._doc = doc
        self._sentences = [(one.start_char, one.end_char) for one in doc.sents]
        self._ends = [end for _, end in self._sentences]

    def split(self, text: str, paragraph: Span) -> list[Span]:
        """Return the pipeline's sentences as far as they lie in a paragraph."""
        spans = []
        for start, end in self._sentences[bisect_left(self._ends, paragraph.start + 1) :]:
            if start >= paragraph.end:
                break
            span = visible_span(text, max(start, paragraph.start), min(end, paragraph.end))
            spans += [] if span is None else [span]
        return spans

    def tokens(self, text: str, sentences: Sequence[Span]) -> list[tuple[Token, ...]]:
        """Return the pipeline's words, or ours where it does not tell parts of speech."""
        if not self._doc.has_annotation("POS"):
            return list(analyzer(self.language).tokens(text, list(sentences)))
        spans = (self._doc.char_span(*span, alignment_mode="expand") for span in sentences)
        return [
            tuple(pipelines.token_of(token) for token in span if not token.is_space)
            for span in spans
        ]


@dataclass
class TopicMarker:
    """Marks the topics of a text as spans that cover all its tokens; no token is cut.

    Attributes:
        segmenter: cuts the texts.
        spans_key: the name of the group of spans.
        label: of every span; its `id_` is the title, where titles are asked for.
    """

    segmenter: Segmenter
    spans_key: str
    label: str

    def __call__(self, doc: Any) -> Any:
        """Mark the topics of a text."""
        shown = visible_span(doc.text, 0, len(doc.text))
        segments = self.segmenter.segment(self._read(doc)).segments if shown else []
        starts = [token.idx for token in doc]
        edges = [0, *(bisect_left(starts, segment.end) for segment in segments)]
        doc.spans[self.spans_key] = [
            spacy_tokens.Span(doc, first, last, label=self.label, span_id=segment.title)
            for segment, first, last in zip(segments, edges, edges[1:], strict=False)
            if first < last
        ]
        return doc

    def _read(self, doc: Any) -> str | Document:
        """Return what the pipeline found; where it tells no sentences, the text alone."""
        return (
            read(doc.text, _PipelineAnalyzer(doc))
            if doc.has_annotation("SENT_START")
            else str(doc.text)
        )


@Language.factory(
    "tmima",
    default_config={
        "max_size": None,
        "size_unit": "characters",
        "tokenizer": None,
        "spans_key": "topics",
        "label": "TOPIC",
        "settings": {},
    },
    assigns=["doc.spans"],
)
def make(
    nlp: Any,
    name: str,
    max_size: int | None,
    size_unit: str,
    tokenizer: str | None,
    spans_key: str,
    label: str,
    settings: dict[str, Any],
) -> TopicMarker:
    """Make the component of a pipeline; its language is the pipeline's."""
    given = {"language": nlp.lang, **settings}
    return TopicMarker(chunker(max_size, size_unit, tokenizer, given), spans_key, label)
