"""A chunker whose chunks are whole items, with tmima's segments."""

from collections.abc import Iterator

from docling_core.transforms.chunker import BaseChunker, DocChunk, DocMeta
from docling_core.types.doc import DocItemLabel, DoclingDocument, SectionHeaderItem, TextItem

import tmima


class TmimaChunker(BaseChunker):
    language: str | None = None

    def chunk(self, dl_doc: DoclingDocument, **kwargs) -> Iterator[DocChunk]:
        items = [
            item
            for item, _ in dl_doc.iterate_items()
            if isinstance(item, TextItem) and item.text.strip()
        ]
        kinds = ["heading" if isinstance(item, SectionHeaderItem) else "prose" for item in items]
        origin = tmima.Origin.of_parts(
            "docling", zip((item.text for item in items), kinds, strict=True)
        )
        source = tmima.Source.of(origin)
        for segment in tmima.segment(source, unit="paragraphs", language=self.language):
            own = [
                item
                for item, block in zip(items, origin.blocks, strict=True)
                if segment.start <= block.start < segment.end
            ]
            yield DocChunk(text=segment.text, meta=DocMeta(doc_items=own, origin=dl_doc.origin))


document = DoclingDocument(name="harbour")
for heading, paragraphs in {
    "The harbour": [
        "The harbour was full of ships. Every ship waited.",
        "Ships wait for the tide.",
    ],
    "Bread": ["Bakers rise early. The baker kneads the dough.", "Good dough needs a baker."],
}.items():
    document.add_heading(heading)
    for paragraph in paragraphs:
        document.add_text(label=DocItemLabel.PARAGRAPH, text=paragraph)
found = list(TmimaChunker(language="en").chunk(document))
print(sum(len(chunk.meta.doc_items) for chunk in found), "items in whole chunks")
