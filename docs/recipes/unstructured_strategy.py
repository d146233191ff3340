"""A chunking strategy under a name. Elements are blocks, as above, with tmima's segments."""

from unstructured.chunking.dispatch import chunk, register_chunking_strategy
from unstructured.documents.elements import (
    CompositeElement,
    Element,
    ElementMetadata,
    NarrativeText,
    Title,
)

import tmima

KINDS = {"Title": "heading", "Table": "table", "CodeSnippet": "code", "Footer": "aside"}


def by_topic(elements: list[Element], *, max_characters: int | None = None) -> list[Element]:
    shown = [element for element in elements if element.text.strip()]
    origin = tmima.Origin.of_parts(
        "elements", ((one.text, KINDS.get(one.category, "prose")) for one in shown)
    )
    limits = tmima.Constraints(
        max_size=max_characters, size_unit="characters", oversize="split", keep_paragraphs=True
    )
    return [
        CompositeElement(
            text=segment.text,
            metadata=ElementMetadata(
                orig_elements=[
                    one
                    for one, block in zip(shown, origin.blocks, strict=True)
                    if block.start < segment.end and segment.start < block.end
                ]
            ),
        )
        for segment in tmima.segment(tmima.Source.of(origin), constraints=limits)
    ]


register_chunking_strategy("by_topic", by_topic)
elements = [
    Title("The harbour"),
    NarrativeText("The harbour was full of ships. Every ship waited for the tide."),
    Title("Bread"),
    NarrativeText("Bakers rise early. The baker kneads the dough."),
]
for composite in chunk(elements, "by_topic", max_characters=80):
    print(len(composite.text), composite.text.split("\n")[0])
