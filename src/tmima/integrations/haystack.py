"""Haystack: a component that splits documents, to be written to and read from YAML.

    pipeline.add_component("splitter", TmimaSplitter(max_size=1000, language="el"))

The extra is `tmima[haystack]`.
"""

import asyncio
from copy import deepcopy
from pathlib import Path
from typing import Any

from tmima.integrations.chunks import chunker, chunks
from tmima.loading import require
from tmima.segmentation import Tokenizer, is_named

require("haystack")

from haystack import Document, component, default_from_dict, default_to_dict  # noqa: E402 - as above
from haystack.utils import deserialize_callable, serialize_callable  # noqa: E402


@component
class TmimaSplitter:
    """Splits documents into their topics, each at most `max_size` large.

    Metadata are those of Haystack's `DocumentSplitter`: `source_id`, `page_number`, `split_id` and
    `split_idx_start`, beside a copy of the document's own.

    Args:
        max_size: the greatest size of a chunk, nothing for no limit.
        size_unit: what sizes are counted in.
        tokenizer: for sizes in tokens: its name, or a function that can be imported.
        settings: those of `tmima.Segmenter`, values for JSON.
    """

    def __init__(
        self,
        max_size: int | None = None,
        size_unit: str = "characters",
        tokenizer: Tokenizer | str | None = None,
        **settings: Any,
    ) -> None:
        self.max_size = max_size
        self.size_unit = size_unit
        self.tokenizer = tokenizer
        self.settings = settings
        self.segmenter = chunker(max_size, size_unit, tokenizer, settings)

    @component.output_types(documents=list[Document])
    def run(self, documents: list[Document]) -> dict[str, list[Document]]:
        """Return the chunks of documents, in order; a `pathlib.Path` among them is opened."""
        return {"documents": [chunk for document in documents for chunk in self._split(document)]}

    @component.output_types(documents=list[Document])
    async def run_async(self, documents: list[Document]) -> dict[str, list[Document]]:
        """Return the same, without holding up others meanwhile."""
        return await asyncio.to_thread(self.run, documents)

    def to_dict(self) -> dict[str, Any]:
        """Return its arguments as a dictionary, which Haystack writes as YAML."""
        function = self.tokenizer is not None and not isinstance(self.tokenizer, str)
        return default_to_dict(
            self,
            max_size=self.max_size,
            size_unit=self.size_unit,
            tokenizer=serialize_callable(self.tokenizer) if function else self.tokenizer,
            **self.settings,
        )

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> "TmimaSplitter":
        """Return the splitter that such a dictionary describes."""
        data = deepcopy(data)
        tokenizer = data["init_parameters"].get("tokenizer")
        if tokenizer is not None and not is_named(tokenizer):
            data["init_parameters"]["tokenizer"] = deserialize_callable(tokenizer)
        return default_from_dict(cls, data)

    def _split(self, given: Document | Path) -> list[Document]:
        document = Document(meta={"file_path": str(given)}) if isinstance(given, Path) else given
        text = document.content or ""
        pieces = chunks(
            self.segmenter,
            given if isinstance(given, Path) else text,
            name=document.meta.get("file_path"),
        )
        return [
            Document(
                content=chunk.text,
                meta={
                    **deepcopy(document.meta),
                    **chunk.metadata,
                    "source_id": document.id,
                    "page_number": chunk.metadata.get("page")
                    or text.count("\f", 0, chunk.start) + 1,
                    "split_id": number,
                    "split_idx_start": chunk.start,
                },
            )
            for number, chunk in enumerate(pieces)
        ]
