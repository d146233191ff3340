"""LlamaIndex: a node parser whose limits hold and whose offsets are right.

    parser = TmimaNodeParser(max_size=1000, settings={"language": "el"})
    nodes = parser.get_nodes_from_documents(documents)

The extra is `tmima[llama-index]`.
"""

import asyncio
from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import replace
from itertools import pairwise
from pathlib import PurePath
from typing import Any

from tmima.formats import parse_text
from tmima.integrations.chunks import chunker, with_metadata
from tmima.loading import require
from tmima.result import SegmentedText
from tmima.segmentation import Branch
from tmima.segmenter import Segmenter
from tmima.text import visible_span

require("llama-index")

from llama_index.core.bridge.pydantic import Field, PrivateAttr  # noqa: E402 - as above
from llama_index.core.node_parser import NodeParser  # noqa: E402
from llama_index.core.node_parser.node_utils import build_nodes_from_splits  # noqa: E402
from llama_index.core.schema import (  # noqa: E402
    BaseNode,
    Document,
    MetadataMode,
    NodeRelationship,
    TextNode,
)


class TmimaNodeParser(NodeParser):
    """Parses documents into their topics, each node at most `max_size` large.

    With `settings={"questions": {"levels": 3}}` there are nodes of three levels, larger ones as
    parents of smaller ones; the limit is that of the smallest.
    """

    max_size: int | None = Field(default=None, description="The greatest size of a node.")
    size_unit: str = Field(default="characters", description="What sizes are counted in.")
    tokenizer: str | None = Field(default=None, description="Its name, for sizes in tokens.")
    settings: dict[str, Any] = Field(default_factory=dict, description="Of tmima.Segmenter.")
    _segmenter: Segmenter = PrivateAttr()

    def model_post_init(self, context: Any, /) -> None:
        """Set the segmenter up, once."""
        super().model_post_init(context)
        self._segmenter = chunker(self.max_size, self.size_unit, self.tokenizer, self.settings)

    @classmethod
    def class_name(cls) -> str:
        """Return the name by which it is serialised."""
        return "TmimaNodeParser"

    def _parse_nodes(
        self, nodes: Sequence[BaseNode], show_progress: bool = False, **kwargs: Any
    ) -> list[BaseNode]:
        return [parsed for node in nodes for parsed in self._nodes(node)]

    async def _aparse_nodes(
        self, nodes: Sequence[BaseNode], show_progress: bool = False, **kwargs: Any
    ) -> list[BaseNode]:
        return await asyncio.to_thread(self._parse_nodes, nodes, show_progress, **kwargs)

    def _nodes(self, node: BaseNode) -> Iterator[BaseNode]:
        text = node.get_content(metadata_mode=MetadataMode.NONE)
        if not visible_span(text, 0, len(text)):
            return
        # The name of its file is part of the ids of its segments.
        named = node.metadata.get("file_name") or node.metadata.get("file_path") or ""
        source = replace(parse_text(text, self._segmenter.format), name=PurePath(str(named)).name)
        result = self._segmenter.segment(source)
        above: list[TextNode] = []
        for level in _levels(result):
            spans = [(result.units.edges[first], result.units.edges[last]) for first, last in level]
            texts = [text[start:end] for start, end in spans]
            made = build_nodes_from_splits(texts, node, id_func=self.id_func)
            for one, (start, end) in zip(made, spans, strict=True):
                one.start_char_idx, one.end_char_idx = start, end
                for parent in above:
                    if parent.start_char_idx <= start and end <= parent.end_char_idx:
                        _relate(parent, one)
            above = made
            yield from made
        for one, (_, metadata) in zip(above, with_metadata(self._segmenter, result), strict=True):
            one.metadata.update(metadata)
            # What a model reads before the text of a node is its context, and not ids.
            hidden = [name for name in metadata if name != "context"]
            one.excluded_embed_metadata_keys = [*one.excluded_embed_metadata_keys, *hidden]
            one.excluded_llm_metadata_keys = [*one.excluded_llm_metadata_keys, *hidden]

    def _postprocess_parsed_nodes(
        self, nodes: list[BaseNode], parent_doc_map: dict[str, Document]
    ) -> list[BaseNode]:
        # Theirs looks for the text of a node again, and shares metadata.
        places = [(node.start_char_idx, node.end_char_idx) for node in nodes]
        super()._postprocess_parsed_nodes(nodes, parent_doc_map)
        for node, (start, end) in zip(nodes, places, strict=True):
            node.start_char_idx, node.end_char_idx = start, end
            node.metadata = deepcopy(node.metadata)
        for node, following in pairwise(nodes):
            if node.end_char_idx != following.start_char_idx:  # another level begins
                node.relationships.pop(NodeRelationship.NEXT, None)
                following.relationships.pop(NodeRelationship.PREVIOUS, None)
        return nodes


def _levels(result: SegmentedText) -> list[list[tuple[int, int]]]:
    """Return the segments of each level in units, from the coarsest to the finest."""
    asked = result.answers.levels if result.answers is not None else None
    if not asked:
        return [list(result.segmentation.segments)]
    levels: list[list[tuple[int, int]]] = []
    level: Sequence[Branch] = asked
    while level:
        levels.append([(branch.first, branch.last) for branch in level])
        level = [child for branch in level for child in branch.children]
    return levels


def _relate(parent: BaseNode, child: BaseNode) -> None:
    children = [*(parent.child_nodes or []), child.as_related_node_info()]
    parent.relationships[NodeRelationship.CHILD] = children
    child.relationships[NodeRelationship.PARENT] = parent.as_related_node_info()
