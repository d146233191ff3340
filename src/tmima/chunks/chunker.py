"""The front door of chunks: a chunker that is set up once and cuts any number of documents."""

import asyncio
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, replace
from functools import cached_property
from os import PathLike
from typing import Any, cast

from tmima.chunks.assembly import OVERLAP_UNITS, TOKENS, ChunkAssembler
from tmima.chunks.context import CONTEXT_TOKENS
from tmima.chunks.packing import ENTRY, Packing
from tmima.chunks.record import Chunk
from tmima.chunks.sentences import SentencesAlone
from tmima.errors import TmimaError, shortened, whole_number
from tmima.formats import Format, open_file, parse_text, read
from tmima.loading import Pattern
from tmima.result import NO_TITLES, PHRASES
from tmima.segmentation import Tokenizer
from tmima.segmentation.tokenizers import count_tokens
from tmima.segmenter import Segmenter, refuse_path_as_text
from tmima.text import Document, Source, visible_span

MAX_TOKENS = 512
Text = str | PathLike[str] | Source | Document
_TITLES = (NO_TITLES, PHRASES)
# A heading, a fence or the rule of a table: a string has no name that would tell its format.
_MARKDOWN = Pattern(r"(?m)^(?:#{1,6}[ \t]+\S|```|~~~|\|?[ \t]*:?-{3,}:?[ \t]*\|)")


@dataclass(frozen=True, kw_only=True)
class Chunker:
    """Cuts documents into chunks for an index.

    Paragraphs, tables, code and lists are kept whole unless the limit forces otherwise, a heading
    stays with what follows it, and a chunk begins with a section where that makes none too small.

    Attributes:
        max_tokens: of a chunk's text, exactly; contexts and overlaps come on top of it.
        tokenizer: a function from a text to its tokens, or "tiktoken:NAME" or "tokenizers:FILE".
            If none is given, tokens are estimated: one for four bytes of UTF-8.
        min_tokens: a chunk is not smaller unless it must be: a wish, and never a refusal. A quarter
            of `max_tokens` if not given.
        overlap: so much of the text before a chunk is told as its field `before`, in whole
            sentences; offsets stay those of the chunk alone.
        overlap_unit: "tokens", or "sentences", which together have at the most a quarter of
            `max_tokens`.
        context_tokens: of a context at the most; 0 for none.
        titles: "none", or "phrases" for names of topics and keywords, which takes twice the time.
        language: of the texts, found from each if not given.
        format: of the texts, as for a `Segmenter`; if none is given, a string that looks like
            Markdown is read as such.

    >>> text = "# Ships\\n\\nA ship waits for the tide.\\n\\n# Bread\\n\\nDough rises."
    >>> for one in Chunker(max_tokens=12).chunk(text):
    ...     print(one.tokens, one.path, repr(one.text))
    10 ('Ships',) '# Ships\\n\\nA ship waits for the tide.\\n\\n'
    6 ('Bread',) '# Bread\\n\\nDough rises.'
    """

    max_tokens: int = MAX_TOKENS
    tokenizer: Tokenizer | str | None = None
    min_tokens: int | None = None
    overlap: int = 0
    overlap_unit: str = TOKENS
    context_tokens: int = CONTEXT_TOKENS
    titles: str = NO_TITLES
    language: str | None = None
    format: str | Format | None = None

    def __post_init__(self) -> None:
        whole_number("max_tokens", self.max_tokens, least=1)
        whole_number("overlap", self.overlap, least=0)
        whole_number("context_tokens", self.context_tokens, least=0)
        if self.min_tokens is not None:
            whole_number("min_tokens", self.min_tokens, least=0)
            if self.min_tokens > self.max_tokens:
                raise TmimaError(
                    f"`min_tokens` {self.min_tokens} is above `max_tokens` {self.max_tokens}"
                )
        for name, known in (("overlap_unit", OVERLAP_UNITS), ("titles", _TITLES)):
            if getattr(self, name) not in known:
                raise TmimaError(
                    f"`{name}` must be one of {', '.join(known)}, not "
                    f"{shortened(getattr(self, name))}"
                )

    @property
    def settings(self) -> dict[str, Any]:
        """The settings by name, as they were given."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    @cached_property
    def segmenter(self) -> Segmenter:
        """The segmenter that does the work."""
        return Segmenter(
            method=ENTRY,
            options=None if self.min_tokens is None else {"least": self.min_tokens},
            max_size=self.max_tokens,
            size_unit="tokens",
            tokenizer=self._tokenizer,
            oversize="split",
            titles=self.titles,
            language=self.language,
            format=self.format,
        )

    def chunk(self, text: Text, *, document_id: str | None = None) -> list[Chunk]:
        """Return the chunks of a document; their texts joined are its text.

        What shows nothing on a page has none.

        Args:
            text: the text, the path of a file (a `pathlib.Path`), what was opened, or what was
                read.
            document_id: what tells the document from all others in the index, which the ids of its
                chunks depend on; the name of its file if not given.
        """
        if not isinstance(text, Document):
            source = self._opened(text)
            if visible_span(source.text, 0, len(source.text)) is None:
                return []
            text = self.read(source)
        if document_id is not None:
            text = replace(text, name=document_id)
        prepared = self.segmenter.prepare(text)
        result = self.segmenter.segment(prepared)
        method = cast("Packing", self.segmenter.current_method)
        return self._assembler.chunks(result, method.passages(prepared, result.segmentation))

    async def achunk(self, text: Text, *, document_id: str | None = None) -> list[Chunk]:
        """Return the same, without holding up others meanwhile."""
        return await asyncio.to_thread(self.chunk, text, document_id=document_id)

    def chunk_many(
        self, documents: Iterable[Text | tuple[str, Text]], *, jobs: int = 1
    ) -> Iterator[list[Chunk] | TmimaError]:
        """Yield the chunks of many documents in their order, whatever the jobs.

        A document that cannot be cut does not end it: the error stands in its place.

        Args:
            documents: may be without end; each alone, or as a pair of its id and itself.
            jobs: how many processes work on them.
        """
        from tmima.workers.parallel import map_ordered

        if isinstance(documents, str | PathLike | Source | Document):
            raise TmimaError(
                f"chunk_many takes a list of documents, not {shortened(documents)}: one is for "
                "chunk"
            )
        return map_ordered(self._chunks_or_error, documents, jobs=jobs)

    def read(self, text: str | PathLike[str] | Source) -> Document:
        """Find the sentences of a text, and its words where names of topics are asked for."""
        source = self._opened(text)
        analyzer = self.segmenter.analyzer_for(source.text)
        alone = SentencesAlone(analyzer) if self.titles == NO_TITLES else analyzer
        return read(source, alone, format=self.format)

    def __getstate__(self) -> dict[str, Any]:
        # What is built once is built again in another process.
        return self.settings

    def check(self) -> None:
        """Refuse settings under which no text can be cut, before the first of many is met."""
        self.segmenter.check()
        self.count("")

    def count(self, text: str) -> int:
        """Return how many tokens a text has, as chunks are counted."""
        return count_tokens(self._tokenizer, text)

    @property
    def _tokenizer(self) -> Tokenizer | str:
        return estimate_tokens if self.tokenizer is None else self.tokenizer

    @property
    def _assembler(self) -> ChunkAssembler:
        return ChunkAssembler(
            self.count, self.context_tokens, self.overlap, self.overlap_unit, self.max_tokens
        )

    def _opened(self, text: str | PathLike[str] | Source) -> Source:
        if isinstance(text, Source):
            return text
        if isinstance(text, str):
            source = parse_text(text, self.format)
            if self.format is None and source.is_prose and _MARKDOWN.search(source.text):
                return parse_text(text, "markdown")
            return source
        if isinstance(text, PathLike):
            return open_file(text, format=self.format)
        raise TmimaError(
            f"a document must be a string, a pathlib.Path or what tmima.open_file returns, not "
            f"{type(text).__name__}"
        )

    def _chunks_or_error(self, document: Text | tuple[str, Text]) -> list[Chunk] | TmimaError:
        name, text = document if isinstance(document, tuple) else (None, document)
        try:
            return self.chunk(text, document_id=name)
        except TmimaError as error:
            return error


def chunk(
    text: Text, max_tokens: int = MAX_TOKENS, *, document_id: str | None = None, **settings: Any
) -> list[Chunk]:
    """Cut a document into chunks for an index; the settings are those of a `Chunker`.

    A file is given as a `pathlib.Path`. A string is a text; one that is nothing but the path of a
    file that is there is refused, since it is hardly meant.

    >>> text = "# Ships\\n\\nA ship waits for the tide.\\n\\nThe tide is late."
    >>> [(one.start, one.end, one.context) for one in chunk(text, max_tokens=10)]
    [(0, 37, 'Ships'), (37, 54, 'Ships\\nA ship waits for the tide.')]
    """
    if isinstance(text, str):
        refuse_path_as_text(text, "chunk")
    return Chunker(max_tokens=max_tokens, **settings).chunk(text, document_id=document_id)


def estimate_tokens(text: str) -> range:
    """Return a range as long as the estimated number of tokens: one for four bytes of UTF-8.

    English prose has about that number in the usual vocabularies. In scripts with two or three
    bytes a character, the numbers of different vocabularies differ more than twofold.

    >>> len(estimate_tokens("The tide is late.")), len(estimate_tokens("Η άμπωτη αργεί."))
    (5, 7)
    """
    return range(-(-len(text.encode("utf-8", "replace")) // 4))
