"""What is put before a chunk when it is indexed: where it stands, and what it is about."""

from bisect import bisect_right
from collections.abc import Callable

from tmima.loading import Pattern
from tmima.segmentation import LEAST_CONFIDENCE
from tmima.text import PROSE, TABLE, Block, Document, visible_span

CONTEXT_TOKENS = 100
BETWEEN_HEADINGS = " > "
# The rule below the header of a table in Markdown belongs to it.
_RULE = Pattern(r"[\s|:+=-]*-[\s|:+=-]*")
_ELLIPSIS = "…"


class ContextMaker:
    """Makes the contexts of the chunks of one document.

    A context has up to three lines: the title of the document and the headings above the chunk; the
    sentence that introduces what the chunk goes on with (of the paragraph that it begins inside,
    else of its section); and the header of a table that the chunk begins inside.

    Args:
        document: the document.
        count: the number of tokens of a text.
        most: the tokens that a context has at the most.
    """

    def __init__(
        self,
        document: Document,
        count: Callable[[str], int] = lambda text: len(text) // 4,
        most: int = CONTEXT_TOKENS,
    ) -> None:
        self._document = document
        self._text = document.text
        self._count = count
        self._most = most
        self._outline = document.outline.above(LEAST_CONFIDENCE)
        self._starts = document.columns.spans.starts.tolist()
        self._ends = document.columns.spans.ends.tolist()
        self._paragraphs = [first for first, _ in document.paragraphs]
        self._blocks = () if document.origin is None else document.origin.blocks
        self._block_starts = [block.start for block in self._blocks]
        self._headings = {heading.start for heading in self._outline.headings}

    def of(self, start: int, end: int) -> str:
        """Return the context of some characters."""
        seen = visible_span(self._text, start, end)
        if seen is None or not self._most:
            return ""
        lines = [self.path_line(*seen)]
        block = self._block(seen.start)
        inside = block is not None and block.start < seen.start
        if inside and block is not None and block.kind == TABLE:
            lines.append(self._header(block, seen.start))
        else:
            lines.insert(1, self._introduction(seen.start, block))
        return self._bounded([line for line in lines if line])

    def path_line(self, start: int, end: int) -> str:
        """Return the title and the headings above some characters, on one line."""
        path = self._outline.path(start, end)
        title = self._document.outline.title
        if title and (not path or path[0] != title):
            path = (title, *path)
        return BETWEEN_HEADINGS.join(path)

    def _introduction(self, start: int, block: Block | None) -> str:
        """Return the first sentence of the paragraph that a chunk continues, or of its section."""
        sentence = max(0, bisect_right(self._starts, start) - 1)
        paragraph = self._paragraphs[max(0, bisect_right(self._paragraphs, sentence) - 1)]
        if self._starts[paragraph] < start:
            return "" if block is not None and block.kind != PROSE else self._sentence(paragraph)
        if not self._outline:
            return ""
        section = self._innermost(start)
        # Of the section's own text, what comes first that is no heading.
        first = max(0, bisect_right(self._starts, section) - 1)
        while first < sentence and self._starts[first] in self._headings:
            first += 1
        return self._sentence(first) if self._starts[first] < start and section < start else ""

    def _innermost(self, start: int) -> int:
        """Return where the innermost section begins that holds a character; 0 before the first."""
        starts = [section.start for section in self._outline.sections]
        index = bisect_right(starts, start) - 1
        return starts[index] if index >= 0 else 0

    def _sentence(self, index: int) -> str:
        block = self._block(self._starts[index])
        if block is not None and block.kind != PROSE:
            return ""
        return " ".join(self._text[self._starts[index] : self._ends[index]].split())

    def _header(self, table: Block, start: int) -> str:
        """Return the first row of a table, and the rule below it if there is one."""
        lines = self._text[table.start : start].splitlines()
        rule = len(lines) > 1 and _RULE.fullmatch(lines[1]) is not None
        return "\n".join(lines[: 2 if rule else 1]).strip()

    def _block(self, offset: int) -> Block | None:
        index = bisect_right(self._block_starts, offset) - 1
        return self._blocks[index] if index >= 0 and offset < self._blocks[index].end else None

    def _bounded(self, lines: list[str]) -> str:
        """Return the lines joined; what exceeds the limit of tokens is cut off at a word."""
        kept: list[str] = []
        for line in lines:
            whole = "\n".join([*kept, line])
            if self._count(whole) > self._most:
                words = line.split(" ")
                low, high = 0, len(words)
                while high - low > 1:
                    middle = (low + high) // 2
                    part = " ".join(words[:middle]) + _ELLIPSIS
                    fits = self._count("\n".join([*kept, part])) <= self._most
                    low, high = (middle, high) if fits else (low, middle)
                return "\n".join([*kept, *([" ".join(words[:low]) + _ELLIPSIS] if low else [])])
            kept.append(line)
        return "\n".join(kept)
