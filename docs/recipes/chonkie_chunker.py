"""A chunker under a name, for pipelines and handshakes, with tmima's segments."""

from chonkie import Chunk, Pipeline
from chonkie.chunker import BaseChunker
from chonkie.pipeline import chunker

from tmima.integrations.chunks import chunker as limited
from tmima.integrations.chunks import chunks


@chunker("tmima")
class TmimaChunker(BaseChunker):
    def __init__(self, max_size: int | None = None, language: str | None = None) -> None:
        super().__init__("character")
        self.segmenter = limited(max_size, settings={"language": language})

    def chunk(self, text: str) -> list[Chunk]:
        return [
            Chunk(
                text=one.text,
                start_index=one.start,
                end_index=one.end,
                token_count=len(one.text),
            )
            for one in chunks(self.segmenter, text)
        ]


text = (
    "The harbour was full of ships. Every ship waited for the tide. The tide was late. "
    "Bakers rise early. The baker kneads the dough. Good dough needs good flour. "
)
document = Pipeline().chunk_with("tmima", max_size=100, language="en").run(text)
for chunk in document.chunks:
    print(chunk.start_index, chunk.text)
