"""python -m benchmarks.retrieval: do segments help to find what one looks for?

Documents are split into chunks of the same mean size by several splitters, the chunks of all
documents of a corpus are indexed together, and queries look for a section of one of them. A query
is the title of the section (our documents in tests/data/documents, the meetings in TMIMA_DATA/real
that have titles), or a sentence of it that was taken out of the text before it was split
(encyclopedia articles in TMIMA_DATA/real/wiki, no titles being at hand).

A chunk is right if at least half of it lies in the section. Measured are the share of queries whose
first chunk is right, the same for the first five, the mean of 1 / the position of the first right
chunk, and how much of the section is in the first chunks that have 3,000 characters together.
Chunks are ranked by BM25 over the content words that tmima keeps, or by the cosines of MiniLM's
vectors (English). What it needs is in the dependency groups `rivals` and `vectors`.

Of each corpus the documents in even order choose (`--half choosing`), the others report.
"""

import os
import random
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import click
import numpy as np
import regex

from benchmarks.accuracy import encoders
from benchmarks.accuracy.texts import HALVES
from benchmarks.splitters import chonkie_embeddings
from benchmarks.titles import corpora as titled
from tmima import Constraints, Segmenter, Span
from tmima.files import read_text
from tmima.kernel.arrays import Floats
from tmima.plots.tables import Table

SIZES = (500, 1000)
_BUDGET = 3000
_SEED = 18
_RIGHT = 0.5
_FIRST = 5
_TUNED_WITHIN, _STEPS = 0.03, 9


class Text(NamedTuple):
    """A document and what is asked of it: queries, each with the section that it is about."""

    text: str
    language: str
    queries: list[tuple[str, Span]]


Split = Callable[[Text], list[Span]]


def corpora(half: str, step: int) -> dict[str, list[Text]]:
    """Return the corpora, of each the documents of one half, of the encyclopedia some."""
    found = {
        name: [_with_titles(one.document, one.titles) for one in texts]
        for name, texts in titled(half).items()
        if name != "bundled-el"  # its titles are in Latin letters
    }
    wiki = Path(os.environ.get("TMIMA_DATA", "../shared/data")) / "real" / "wiki"
    files = sorted(wiki.glob("*.ref"))[HALVES.index(half) :: 2][::step]
    if files:
        found["wiki"] = [_with_sentences(path) for path in files]
    return found


def _with_titles(document: Any, titles: Sequence[str]) -> Text:
    sentences = [document.text[one.start : one.end] for one in document.sentences]
    between = ["\n" if "\n" in gap else " " for gap in _gaps(document)]
    text, starts = _joined(sentences, between)
    queries = []
    for (first, last), title in zip(document.truth.segments, titles, strict=True):
        if title.strip():
            queries.append((title, Span(starts[first], starts[last])))
    return Text(text, document.language, queries)


def _gaps(document: Any) -> list[str]:
    ends = [one.end for one in document.sentences]
    starts = [one.start for one in document.sentences]
    # Marks between sections would give them away.
    return [
        regex.sub(r"=+", "", document.text[end:start])
        for end, start in zip(ends, starts[1:], strict=False)
    ]


def _with_sentences(path: Path) -> Text:
    """Return an article whose queries are sentences that are taken out of it."""
    chance = random.Random(f"{_SEED} {path.name}")
    sections = [
        [line.strip() for line in part.splitlines() if line.strip()]
        for part in regex.split(r"^=+$", read_text(path), flags=regex.MULTILINE)
    ]
    kept: list[str] = []
    asked: list[tuple[str, int, int]] = []
    for lines in sections:
        rest = list(lines)
        if len(lines) >= 5:
            query = rest.pop(chance.randrange(1, len(rest)))
            asked.append((query, len(kept), len(kept) + len(rest)))
        kept += rest
    text, starts = _joined(kept, [" "] * (len(kept) - 1))
    return Text(text, "en", [(query, Span(starts[a], starts[b])) for query, a, b in asked])


def _joined(sentences: Sequence[str], between: Sequence[str]) -> tuple[str, list[int]]:
    """Return sentences joined, and where each begins, the end included."""
    text, starts = "", []
    for sentence, gap in zip(sentences, [*between, ""], strict=True):
        starts.append(len(text))
        text += sentence + gap
    return text, [*starts, len(text)]


# --- Splitters


def splitters(size: int, texts: Sequence[Text], *, vectors: bool) -> Iterator[tuple[str, Split]]:
    """Yield the splitters, each with chunks of about the same mean size."""
    yield "fixed size", lambda text: _fixed(text, size)
    yield "whole sentences, packed", tuned(_packed, texts, size)
    if find_spec("langchain_text_splitters"):
        yield "LangChain recursive", tuned(_recursive, texts, size)
    if vectors and find_spec("langchain_experimental"):
        yield "LangChain semantic", lambda text: _langchain_semantic(text, size)
    if vectors and find_spec("chonkie"):
        # Its threshold decides, not its limit.
        yield "Chonkie semantic", tuned(_chonkie_semantic, texts, size, between=(1, 999))
    yield "tmima, max_size", tuned(_ours, texts, size)
    yield "tmima, n_segments and max_size", lambda text: _ours_told(text, size)
    if vectors:
        encode = {"similarity": "vectors", "encode": encoders.minilm}
        yield (
            "tmima, n_segments and max_size, vectors",
            lambda text: _ours_told(text, size, **encode),
        )


def tuned(
    make: Callable[[Text, int], list[Span]],
    texts: Sequence[Text],
    size: int,
    between: tuple[int, int] | None = None,
) -> Split:
    """Return a splitter whose limit is such that chunks have the mean size that is wanted."""
    low, high = between or (size // 2, 6 * size)
    limit = size
    for _ in range(_STEPS):
        limit = (low + high) // 2
        found = [span for text in texts for span in make(text, limit)]
        mean = float(np.mean([end - start for start, end in found]))
        if abs(mean / size - 1) <= _TUNED_WITHIN:
            break
        low, high = (limit, high) if mean < size else (low, limit)
    return lambda text: make(text, limit)


def _fixed(text: Text, size: int) -> list[Span]:
    length = len(text.text)
    return [Span(start, min(length, start + size)) for start in range(0, length, size)]


def _packed(text: Text, limit: int) -> list[Span]:
    edges = _sentence_edges(text.text, text.language)
    found, start = [], 0
    for place, following in zip(edges[1:], [*edges[2:], 10**9], strict=True):
        if following - start > limit:
            found.append(Span(start, place))
            start = place
    return found


@cache
def _sentence_edges(text: str, language: str) -> list[int]:
    document = _reader(language).read(text)
    return [0, *(one.start for one in document.sentences[1:]), len(text)]


def _recursive(text: Text, limit: int) -> list[Span]:
    from langchain_text_splitters import RecursiveCharacterTextSplitter

    made = RecursiveCharacterTextSplitter(chunk_size=limit, chunk_overlap=0)
    return placed(text.text, made.split_text(text.text))


def _langchain_semantic(text: Text, size: int) -> list[Span]:
    from langchain_experimental.text_splitter import SemanticChunker

    class Vectors:
        def embed_documents(self, texts: list[str]) -> list[list[float]]:
            return vectors_of(texts).tolist()

    number = max(1, round(len(text.text) / size))
    return placed(
        text.text, SemanticChunker(Vectors(), number_of_chunks=number).split_text(text.text)
    )


def _chonkie_semantic(text: Text, unlike: int) -> list[Span]:
    return [Span(one.start_index, one.end_index) for one in _chonkie(unlike).chunk(text.text)]


@cache
def _chonkie(unlike: int) -> Any:
    from chonkie import SemanticChunker

    made = chonkie_embeddings(vectors_of)
    return SemanticChunker(made, threshold=1 - unlike / 1000, chunk_size=4000)


def placed(text: str, chunks: Sequence[str]) -> list[Span]:
    """Return where chunks stand that lost only white space, each after the one before it."""
    visible = [place for place, mark in enumerate(text) if not mark.isspace()]
    found, seen = [], 0
    for chunk in chunks:
        count = len("".join(chunk.split()))
        if count:
            found.append(Span(visible[seen], visible[seen + count - 1] + 1))
            seen += count
    return found


def _ours(text: Text, limit: int, **settings: Any) -> list[Span]:
    limits = Constraints(max_size=limit, size_unit="characters", oversize="split")
    return _cut(text, constraints=limits, **settings)


def _ours_told(text: Text, size: int, **settings: Any) -> list[Span]:
    number = max(1, round(len(text.text) / size))
    return _ours(text, 2 * size, n_segments=number, **settings)


def _cut(text: Text, **settings: Any) -> list[Span]:
    made = Segmenter(language=text.language, titles="none", format="text", **settings)
    return [Span(one.start, one.end) for one in made.segment(text.text)]


# --- Ranking


@cache
def _reader(language: str) -> Segmenter:
    return Segmenter(language=language, format="text")


def _terms(text: str, language: str) -> list[str]:
    words = _reader(language).analyzer_of(language).tokens(text, [Span(0, len(text))])
    return [token.term for tokens in words for token in tokens if token.kept]


_known: dict[str, Floats] = {}


def vectors_of(texts: Sequence[str]) -> Floats:
    """Return vectors of length 1, each text encoded once."""
    missing = [text for text in dict.fromkeys(texts) if text not in _known]
    if missing:
        made = np.asarray(encoders._model()(missing), dtype=np.float32)
        lengths = np.linalg.norm(made, axis=1, keepdims=True)
        _known.update(zip(missing, made / np.where(lengths > 0, lengths, 1), strict=True))
    return np.array([_known[text] for text in texts])


def by_words(chunks: Sequence[str], queries: Sequence[str], language: str) -> Iterator[Floats]:
    """Yield the score of each chunk by BM25, for each query."""
    import bm25s

    index = bm25s.BM25()
    index.index([_terms(chunk, language) or [""] for chunk in chunks], show_progress=False)
    for query in queries:
        known = [term for term in _terms(query, language) if term in index.vocab_dict]
        yield index.get_scores(known) if known else np.zeros(len(chunks))


def by_vectors(chunks: Sequence[str], queries: Sequence[str], language: str) -> Iterator[Floats]:
    """Yield the cosine of each chunk, for each query."""
    yield from vectors_of(queries) @ vectors_of(chunks).T


RANKINGS = {"BM25": by_words, "vectors": by_vectors}


def measured(
    texts: Sequence[Text], spans: Sequence[Sequence[Span]], ranking: str
) -> tuple[Floats, Floats]:
    """Index the chunks of all documents of a corpus together and ask all queries.

    Returns a row for each query (is the first chunk right, one of the first five, 1 / position,
    recall) and the sizes of all chunks.
    """
    owners = np.repeat(np.arange(len(texts)), [len(one) for one in spans])
    flat = np.array([span for one in spans for span in one])
    chunks = [
        text.text[start:end] for text, one in zip(texts, spans, strict=True) for start, end in one
    ]
    asked = [(number, *query) for number, text in enumerate(texts) for query in text.queries]
    scores = RANKINGS[ranking](chunks, [query for _, query, _ in asked], texts[0].language)
    lengths = flat[:, 1] - flat[:, 0]
    rows = []
    for (number, _, (start, end)), score in zip(asked, scores, strict=True):
        order = np.argsort(-score, kind="stable")
        inside = np.minimum(flat[:, 1], end) - np.maximum(flat[:, 0], start)
        inside = np.where(owners == number, np.maximum(inside, 0), 0)
        right = (inside >= _RIGHT * lengths)[order]
        position = int(np.argmax(right)) if right.any() else None
        room = np.clip(_BUDGET - (np.cumsum(lengths[order]) - lengths[order]), 0, lengths[order])
        held = (inside[order] * room / lengths[order]).sum()
        rows.append(
            (
                right[0],
                right[:_FIRST].any(),
                0.0 if position is None else 1 / (position + 1),
                held / min(_BUDGET, end - start),
            )
        )
    return np.array(rows, dtype=float), lengths.astype(float)


@click.command()
@click.option("--half", type=click.Choice(HALVES), default="reporting", show_default=True)
@click.option("--ranking", "rankings", type=click.Choice(list(RANKINGS)), multiple=True)
@click.option("--size", "sizes", type=int, multiple=True, default=SIZES, show_default=True)
@click.option("--corpus", "names", multiple=True, help="Only this one; may be given again.")
@click.option("--step", default=3, show_default=True, help="Every so many articles of a half.")
def main(
    half: str, rankings: Sequence[str], sizes: Sequence[int], names: Sequence[str], step: int
) -> None:
    """Print a table for each ranking, corpus and size, and one for all corpora together."""
    known = corpora(half, step)
    given = {name: texts for name, texts in known.items() if not names or name in names}
    for size in sizes:
        found: dict[tuple[str, str], dict[str, list[tuple[Floats, Floats]]]] = {}
        for name, texts in given.items():
            vectors = texts[0].language == "en" and encoders.installed()
            for splitter, split in splitters(size, texts, vectors=vectors):
                click.echo(f"{name} {size} {splitter}", err=True)
                spans = [[span for span in split(text) if span[0] < span[1]] for text in texts]
                for ranking in rankings or ["BM25"]:
                    if ranking == "vectors" and not vectors:
                        continue
                    scores = measured(texts, spans, ranking)
                    for corpus in (name, "all"):
                        rows = found.setdefault((ranking, corpus), {})
                        rows.setdefault(splitter, []).append(scores)
        for (ranking, corpus), rows in found.items():
            show(f"{corpus}, {size} characters, {ranking}, {half}", rows)


def show(title: str, found: dict[str, list[tuple[Floats, Floats]]]) -> None:
    """Print the means of each splitter."""
    rows = []
    for splitter, parts in found.items():
        queries = np.concatenate([scores for scores, _ in parts])
        size = np.concatenate([lengths for _, lengths in parts]).mean()
        shares = [f"{100 * one:.1f}" for one in queries.mean(axis=0)]
        rows.append((splitter, str(len(queries)), *shares, f"{size:.0f}"))
    columns = ("splitter", "queries", "first", "first five", "1 / position", "recall", "mean size")
    print(Table("retrieval", title, columns, tuple(rows)).markdown(), flush=True)


if __name__ == "__main__":
    main()
