"""python -m benchmarks.splitters: on how many of a thousand texts splitters break their promises.

Half of the texts are ordinary: runs of paragraphs of our documents (tests/data/documents) and of
the bundled Greek texts. Half are hard: repeated paragraphs, long sentences without a stop, long
strings without white space, emoji, code and tables, white space. All are made from one seed.

Each splitter is told 400 characters, or 80 words with an overlap of 16, as those do who count
tokens; three that look for topics have no limit, or another. Their vectors are counts of words, for
no model need be had. A text counts as *larger* if a chunk has more than was told, as *misplaced* if
a chunk does not stand where its offset says, or where the offsets leave out something visible, as
*torn* if a chunk ends inside what a reader sees as one character.

Run it in an environment for each framework (`tools/frameworks.py` makes them); it measures what is
installed there, and tmima.
"""

import base64
import random
import zlib
from collections.abc import Callable, Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import regex

from tmima import Segmenter
from tmima.files import read_text
from tmima.integrations.chunks import chunker, chunks
from tmima.paper import BUNDLED
from tmima.plots.tables import Table

LIMIT = 400
_TEXTS, _SEED = 1000, 18
_DOCUMENTS = Path(__file__).parents[1] / "tests" / "data" / "documents"

Chunk = tuple[int | None, str]
"""Where a chunk begins, if the splitter tells it, and its text."""
Splitter = Callable[[str], Sequence[Chunk]]
Encode = Callable[[Sequence[str]], Any]
"""From texts to vectors, for those that compare meanings."""
_WORDS, _OVERLAP = 80, 16
IN_WORDS = f"{_WORDS} words"
_DIMENSIONS = 256
_BROKEN = ("larger", "misplaced", "torn")


def texts() -> dict[str, list[str]]:
    """Return the ordinary texts and the hard ones."""
    chance = random.Random(_SEED)
    files = [*sorted(_DOCUMENTS.glob("*/*.txt")), *sorted(BUNDLED.glob("*/*.txt"))]
    whole = [_paragraphs(read_text(path)) for path in files]
    return {
        "ordinary": [_run(chance, chance.choice(whole)) for _ in range(_TEXTS // 2)],
        "hard": [_hard(chance, chance.choice(whole), kind % 6) for kind in range(_TEXTS // 2)],
    }


def _paragraphs(text: str) -> list[str]:
    return [part for part in text.split("\n\n") if part.strip()]


def _run(chance: random.Random, paragraphs: list[str]) -> str:
    first = chance.randrange(len(paragraphs))
    return "\n\n".join(paragraphs[first : first + chance.randrange(2, 9)])


def _hard(chance: random.Random, paragraphs: list[str], kind: int) -> str:
    before, after = chance.choice(paragraphs), chance.choice(paragraphs)
    words = " ".join(paragraphs).replace(".", ",").split()
    start = chance.randrange(len(words))
    inside = [
        "\n\n".join([chance.choice(paragraphs)[:180]] * chance.randrange(2, 9)),
        " ".join((words * 2)[start : start + 200]),
        base64.b64encode(chance.randbytes(600)).decode(),
        "".join(chance.choices(["👨‍👩‍👧‍👦", "👍🏽", "🚢", "e\u0301", "🇬🇷"], k=300)),
        "```\n" + "\n".join(f"x{n} = f({n}, {n + 1})" for n in range(60)) + "\n```",
        "\n".join(" " * chance.randrange(1, 200) for _ in range(6)) + "\t" * 90,
    ][kind]
    return f"{before}\n\n{inside}\n\n{after}"


def splitters(
    limit: int = LIMIT, encode: Encode | None = None, *, form: str = "text"
) -> Iterator[tuple[str, Splitter]]:
    """Yield what is installed, and ours, which alone reads a text of another form as what it is."""
    encode = encode or _counts_of
    if find_spec("langchain_text_splitters"):
        yield from _langchain(limit, encode)
    if find_spec("llama_index"):
        yield from _llama_index(limit, encode)
    if find_spec("haystack"):
        yield from _haystack(limit)
    if find_spec("chonkie"):
        yield from _chonkie(limit, encode)
    if find_spec("semchunk"):
        yield from _semchunk(limit)
    yield "tmima", _ours(chunker(limit, settings={"format": form}))
    marked = {"format": "markdown", "cut_at": "headings"}
    yield "tmima, cut at headings", _ours(chunker(limit, settings=marked))
    yield f"tmima, {IN_WORDS}", _ours(chunker(_WORDS, "tokens", str.split))


def _ours(made: Segmenter) -> Splitter:
    return lambda text: [(one.start, one.text) for one in chunks(made, text)]


def _langchain(limit: int, encode: Encode) -> Iterator[tuple[str, Splitter]]:
    import langchain_text_splitters as langchain

    def of(made: Any) -> Splitter:
        def split(text: str) -> list[Chunk]:
            found = made.create_documents([text])
            return [(one.metadata["start_index"], one.page_content) for one in found]

        return split

    for kind in ("RecursiveCharacterTextSplitter", "CharacterTextSplitter"):
        made = getattr(langchain, kind)
        told = made(chunk_size=limit, chunk_overlap=0, add_start_index=True)
        yield f"LangChain {kind}", of(told)
        counted = made(
            chunk_size=_WORDS, chunk_overlap=_OVERLAP, length_function=words, add_start_index=True
        )
        yield f"LangChain {kind}, {IN_WORDS}", of(counted)
    marked = langchain.RecursiveCharacterTextSplitter.from_language(
        langchain.Language.MARKDOWN, chunk_size=limit, chunk_overlap=0, add_start_index=True
    )
    yield "LangChain recursive, for Markdown", of(marked)
    if find_spec("langchain_experimental"):
        from langchain_experimental.text_splitter import SemanticChunker

        class Vectors:
            def embed_documents(self, texts: list[str]) -> list[list[float]]:
                return np.asarray(encode(texts)).tolist()

        yield "LangChain SemanticChunker", of(SemanticChunker(Vectors(), add_start_index=True))


def _llama_index(limit: int, encode: Encode) -> Iterator[tuple[str, Splitter]]:
    from llama_index.core import Document
    from llama_index.core.node_parser import (
        SemanticSplitterNodeParser,
        SentenceSplitter,
        TokenTextSplitter,
    )

    def of(made: Any) -> Splitter:
        def split(text: str) -> list[Chunk]:
            found = made.get_nodes_from_documents([Document(text=text)])
            return [(one.start_char_idx, one.text) for one in found]

        return split

    for kind in (SentenceSplitter, TokenTextSplitter):
        yield (
            f"LlamaIndex {kind.__name__}",
            of(kind(chunk_size=limit, chunk_overlap=0, tokenizer=list)),
        )
        counted = kind(chunk_size=_WORDS, chunk_overlap=_OVERLAP, tokenizer=str.split)
        yield f"LlamaIndex {kind.__name__}, {IN_WORDS}", of(counted)
    found = SemanticSplitterNodeParser(embed_model=llama_embeddings(encode))
    yield "LlamaIndex SemanticSplitterNodeParser", of(found)


def _haystack(limit: int) -> Iterator[tuple[str, Splitter]]:
    from haystack import Document
    from haystack.components.preprocessors import RecursiveDocumentSplitter

    made = RecursiveDocumentSplitter(
        split_length=limit, split_unit="char", separators=["\n\n", "\n", " "]
    )
    made.warm_up()

    def split(text: str) -> list[Chunk]:
        found = made.run([Document(content=text)])["documents"]
        return [(one.meta["split_idx_start"], one.content) for one in found]

    yield "Haystack RecursiveDocumentSplitter", split


def _chonkie(limit: int, encode: Encode) -> Iterator[tuple[str, Splitter]]:
    import chonkie

    def of(kind: str) -> Splitter:
        made = getattr(chonkie, kind)(tokenizer="character", chunk_size=limit)
        return lambda text: [(one.start_index, one.text) for one in made.chunk(text)]

    for kind in ("RecursiveChunker", "SentenceChunker"):
        yield f"Chonkie {kind}", of(kind)

    made = chonkie.SemanticChunker(chonkie_embeddings(encode), chunk_size=limit)
    yield (
        "Chonkie SemanticChunker",
        lambda text: [(one.start_index, one.text) for one in made.chunk(text)],
    )


def _semchunk(limit: int) -> Iterator[tuple[str, Splitter]]:
    import semchunk

    def split(text: str) -> list[Chunk]:
        found, spans = semchunk.chunk(text, limit, token_counter=len, offsets=True)
        return [(span[0], chunk) for chunk, span in zip(found, spans, strict=True)]

    yield "semchunk", split


def llama_embeddings(encode: Encode) -> Any:
    """Return what LlamaIndex takes for a model, made of a function from texts to vectors."""
    from llama_index.core.base.embeddings.base import BaseEmbedding

    class Vectors(BaseEmbedding):
        # All texts at once: a function may keep what it has encoded by their list.
        embed_batch_size: int = 2048

        def _get_text_embedding(self, text: str) -> list[float]:
            return self._get_text_embeddings([text])[0]

        def _get_text_embeddings(self, texts: list[str]) -> list[list[float]]:
            return np.asarray(encode(texts)).tolist()

        _get_query_embedding = _get_text_embedding

        async def _aget_query_embedding(self, query: str) -> list[float]:
            return self._get_text_embedding(query)

    return Vectors()


def chonkie_embeddings(encode: Encode) -> Any:
    """Return what Chonkie takes for a model, made of a function from texts to vectors."""
    import chonkie

    class Vectors(chonkie.BaseEmbeddings):
        dimension = _DIMENSIONS

        def embed(self, text: str) -> Any:
            return encode([text])[0]

        def embed_batch(self, texts: list[str]) -> Any:
            return list(encode(texts))

        def similarity(self, u: Any, v: Any) -> Any:
            return np.float32(u @ v)

        def get_tokenizer(self) -> Any:
            return chonkie.tokenizer.CharacterTokenizer()

        @classmethod
        def is_available(cls) -> bool:
            return True

    return Vectors()


def words(text: str) -> int:
    """Return how many words a text has."""
    return len(text.split())


def counts(text: str) -> list[float]:
    """Return the direction of a text's words, a number for each thrown into one of few places."""
    found = np.zeros(_DIMENSIONS)
    for word in text.lower().split():
        found[zlib.crc32(word.encode()) % _DIMENSIONS] += 1
    return (found / (np.linalg.norm(found) or 1)).tolist()


def _counts_of(texts: Sequence[str]) -> Any:
    return np.array([counts(text) for text in texts])


def faults(text: str, found: Sequence[Chunk], *, in_words: bool) -> set[str]:
    """Return which promises the chunks of a text break."""
    broken = set()
    ends = {one.end() for one in regex.finditer(r"\X", text)}
    covered = np.zeros(len(text), dtype=bool)
    for start, chunk in found:
        if words(chunk) > _WORDS if in_words else len(chunk) > LIMIT:
            broken.add("larger")
        if start is None or start < 0 or text[start : start + len(chunk)] != chunk:
            broken.add("misplaced")
            continue
        covered[start : start + len(chunk)] = True
        if start + len(chunk) not in ends:
            broken.add("torn")
    if "".join(mark for mark, seen in zip(text, covered, strict=True) if not seen).strip():
        broken.add("misplaced")
    return broken


def main() -> None:
    """Print a row for each splitter."""
    rows = []
    given = texts()
    for name, split in splitters():
        counted = []
        for kind in given.values():
            in_words = name.endswith(IN_WORDS)
            broken = [faults(text, split(text), in_words=in_words) for text in kind]
            counted += [str(sum(promise in one for one in broken)) for promise in _BROKEN]
        rows.append((name, *counted))
    kinds = [f"{kind}: {promise}" for kind in given for promise in _BROKEN]
    title = "Texts with a broken promise, of 500 ordinary and 500 hard ones"
    print(Table("splitters", title, ("splitter", *kinds), tuple(rows)).markdown())


if __name__ == "__main__":
    main()
