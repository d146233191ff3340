"""LangChain: a text splitter whose limits hold and whose offsets are right.

    splitter = TmimaTextSplitter(chunk_size=1000, language="el")
    documents = splitter.create_documents([text])

The extra is `tmima[langchain]`.
"""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from tmima.errors import TmimaError, whole_number
from tmima.integrations.chunks import chunker, chunks
from tmima.loading import require

require("langchain")

from langchain_core.documents import Document  # noqa: E402 - said first what is missing
from langchain_text_splitters import TextSplitter  # noqa: E402


@dataclass(frozen=True)
class _LengthTokenizer:
    """A tokenizer made of a function that tells the length of a text."""

    length: Callable[[str], int]

    def __call__(self, text: str) -> range:
        return range(self.length(text))


class TmimaTextSplitter(TextSplitter):
    """Splits texts into their topics, each at most `chunk_size` long.

    Args:
        chunk_size: the greatest length of a chunk, its overlap included; nothing for no limit.
        chunk_overlap: so much of the text before it stands in each chunk at the most, in whole
            sentences where one fits.
        length_function: what tells the length; `from_tiktoken_encoder` and
            `from_huggingface_tokenizer` give one.
        add_start_index: whether metadata have `start_index`, the offset of the chunk.
        settings: those of `tmima.Segmenter`. With `overlap=1` metadata have the sentences `before`
            and `after`, with `titles="phrases"` a `title` and `keywords`.
    """

    def __init__(
        self,
        chunk_size: int | None = 4000,
        chunk_overlap: int = 0,
        *,
        length_function: Callable[[str], int] = len,
        add_start_index: bool = True,
        **settings: Any,
    ) -> None:
        whole_number("chunk_overlap", chunk_overlap, least=0)
        if chunk_size and chunk_overlap >= chunk_size:
            raise TmimaError(
                f"`chunk_overlap=` {chunk_overlap} must be less than `chunk_size=` {chunk_size}, "
                "which counts it too"
            )
        super().__init__(
            chunk_size=chunk_size or chunk_overlap + 1,
            chunk_overlap=chunk_overlap,
            length_function=length_function,
            add_start_index=add_start_index,
            strip_whitespace=False,
        )
        by_characters = length_function is len
        self.segmenter = chunker(
            chunk_size and chunk_size - chunk_overlap,
            "characters" if by_characters else "tokens",
            None if by_characters else _LengthTokenizer(length_function),
            settings,
        )

    def split_text(self, text: str) -> list[str]:
        """Return the chunks of a text; without an overlap, joined they are the text."""
        pieces = chunks(self.segmenter, text, overlap=self._chunk_overlap)
        return [chunk.text for chunk in pieces]

    def create_documents(
        self, texts: list[str], metadatas: list[dict[Any, Any]] | None = None
    ) -> list[Document]:
        """Return the chunks of texts as documents, each with a copy of its text's metadata.

        A `pathlib.Path` among the texts is opened.
        """
        documents = []
        for index, text in enumerate(texts):
            metadata_of_text = metadatas[index] if metadatas else {}
            name = metadata_of_text.get("source")
            for chunk in chunks(self.segmenter, text, name=name, overlap=self._chunk_overlap):
                metadata = deepcopy(metadata_of_text)
                place = {"start_index": chunk.start} if self._add_start_index else {}
                metadata.update(place | chunk.metadata)
                documents.append(Document(page_content=chunk.text, metadata=metadata))
        return documents
