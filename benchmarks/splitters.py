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

from tmima.files import read_text
from tmima.integrations.chunks import chunker, chunks
from tmima.paper import BUNDLED
from tmima.tables import Table

LIMIT = 400
_TEXTS, _SEED = 1000, 18
_DOCUMENTS = Path(__file__).parents[1] / "tests" / "data" / "documents"

Chunk = tuple[int | None, str]
"""Where a chunk begins, if the splitter tells it, and its text."""
Splitter = Callable[[str], Sequence[Chunk]]
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


def splitters() -> Iterator[tuple[str, Splitter]]:
    """Yield what is installed, and ours."""
    if find_spec("langchain_text_splitters"):
        yield from _langchain()
    if find_spec("llama_index"):
        yield from _llama_index()
    if find_spec("haystack"):
        yield from _haystack()
    if find_spec("chonkie"):
        yield from _chonkie()
    ours = chunker(LIMIT)
    yield "tmima", lambda text: [(one.start, one.text) for one in chunks(ours, text)]
    counted = chunker(_WORDS, "tokens", str.split)
    yield (
        f"tmima, {IN_WORDS}",
        lambda text: [(one.start, one.text) for one in chunks(counted, text)],
    )


def _langchain() -> Iterator[tuple[str, Splitter]]:
    import langchain_text_splitters as langchain

    def of(made: Any) -> Splitter:
        def split(text: str) -> list[Chunk]:
            found = made.create_documents([text])
            return [(one.metadata["start_index"], one.page_content) for one in found]

        return split

    for kind in ("RecursiveCharacterTextSplitter", "CharacterTextSplitter"):
        made = getattr(langchain, kind)
        told = made(chunk_size=LIMIT, chunk_overlap=0, add_start_index=True)
        yield f"LangChain {kind}", of(told)
        counted = made(
            chunk_size=_WORDS, chunk_overlap=_OVERLAP, length_function=words, add_start_index=True
        )
        yield f"LangChain {kind}, {IN_WORDS}", of(counted)
    if find_spec("langchain_experimental"):
        from langchain_experimental.text_splitter import SemanticChunker

        class Counts:
            def embed_documents(self, texts: list[str]) -> list[list[float]]:
                return [counts(text) for text in texts]

        yield "LangChain SemanticChunker", of(SemanticChunker(Counts(), add_start_index=True))


def _llama_index() -> Iterator[tuple[str, Splitter]]:
    from llama_index.core import Document
    from llama_index.core.base.embeddings.base import BaseEmbedding
    from llama_index.core.node_parser import (
        SemanticSplitterNodeParser,
        SentenceSplitter,
        TokenTextSplitter,
    )

    class Counts(BaseEmbedding):
        def _get_text_embedding(self, text: str) -> list[float]:
            return counts(text)

        _get_query_embedding = _get_text_embedding

        async def _aget_query_embedding(self, query: str) -> list[float]:
            return counts(query)

    def of(made: Any) -> Splitter:
        def split(text: str) -> list[Chunk]:
            found = made.get_nodes_from_documents([Document(text=text)])
            return [(one.start_char_idx, one.text) for one in found]

        return split

    for kind in (SentenceSplitter, TokenTextSplitter):
        yield (
            f"LlamaIndex {kind.__name__}",
            of(kind(chunk_size=LIMIT, chunk_overlap=0, tokenizer=list)),
        )
        counted = kind(chunk_size=_WORDS, chunk_overlap=_OVERLAP, tokenizer=str.split)
        yield f"LlamaIndex {kind.__name__}, {IN_WORDS}", of(counted)
    found = SemanticSplitterNodeParser(embed_model=Counts())
    yield "LlamaIndex SemanticSplitterNodeParser", of(found)


def _haystack() -> Iterator[tuple[str, Splitter]]:
    from haystack import Document
    from haystack.components.preprocessors import RecursiveDocumentSplitter

    made = RecursiveDocumentSplitter(
        split_length=LIMIT, split_unit="char", separators=["\n\n", "\n", " "]
    )
    made.warm_up()

    def split(text: str) -> list[Chunk]:
        found = made.run([Document(content=text)])["documents"]
        return [(one.meta["split_idx_start"], one.content) for one in found]

    yield "Haystack RecursiveDocumentSplitter", split


def _chonkie() -> Iterator[tuple[str, Splitter]]:
    import chonkie

    def of(kind: str) -> Splitter:
        made = getattr(chonkie, kind)(tokenizer="character", chunk_size=LIMIT)
        return lambda text: [(one.start_index, one.text) for one in made.chunk(text)]

    for kind in ("RecursiveChunker", "SentenceChunker"):
        yield f"Chonkie {kind}", of(kind)

    vectors = chonkie_embeddings(lambda texts: np.array([counts(text) for text in texts]))
    made = chonkie.SemanticChunker(vectors, chunk_size=LIMIT)
    yield (
        "Chonkie SemanticChunker",
        lambda text: [(one.start_index, one.text) for one in made.chunk(text)],
    )


def chonkie_embeddings(encode: Callable[[Sequence[str]], Any]) -> Any:
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
