"""Segments as chunks: ids, neighbours, passages, contexts and overlaps of any segmented text."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import blake2b

from tmima.chunks.context import CONTEXT_TOKENS, ContextMaker
from tmima.chunks.record import Chunk
from tmima.files import encode_json
from tmima.loading import Pattern
from tmima.result import SegmentedText

TOKENS, SENTENCES = OVERLAP_UNITS = ("tokens", "sentences")
_WORD = Pattern(r"(?<=\s)\S")
# Of an id, before it is written with two digits each.
_ID_BYTES = 8
# An overlap in sentences has no more tokens than this share of a chunk.
_SHARE = 4


@dataclass(frozen=True, slots=True)
class ChunkAssembler:
    """Makes chunks of segments: adds ids, neighbours, passages, contexts and overlaps.

    Attributes:
        count: the number of tokens of a text.
        context_tokens: how many a context has at the most; none is made if that is 0.
        overlap: how many tokens or sentences an overlap has at the most.
        overlap_unit: "tokens" or "sentences".
        max_tokens: the limit of the chunks; an overlap in sentences has at the most a quarter.
    """

    count: Callable[[str], int]
    context_tokens: int = CONTEXT_TOKENS
    overlap: int = 0
    overlap_unit: str = TOKENS
    max_tokens: int | None = None

    def chunks(self, result: SegmentedText, passages: Sequence[int] | None = None) -> list[Chunk]:
        """Return the segments of a text as chunks.

        Args:
            result: the segmented text.
            passages: the number of the passage that each segment lies in.
        """
        document = result.document
        maker = ContextMaker(document, self.count, self.context_tokens)
        segments = list(result)
        ids = result.ids
        parents = _parent_ids(result, passages) if passages is not None else [None] * len(ids)
        starts = document.columns.spans.starts.tolist() if self.overlap else []
        made_chunks = []
        for number, one in enumerate(segments):
            before = None
            if self.overlap and number:
                before = self._overlap_before(document.text, starts, one.start)
            title, keywords = one.title or None, one.keywords or None
            if title is None:
                title = (one.path[-1] if one.path else document.outline.title) or None
            made_chunks.append(
                Chunk(
                    one.start,
                    one.end,
                    one.text,
                    id=ids[number],
                    tokens=self.count(one.text),
                    document_id=document.name,
                    previous_id=ids[number - 1] if number else None,
                    next_id=ids[number + 1] if number + 1 < len(ids) else None,
                    parent_id=parents[number],
                    path=one.path,
                    title=title,
                    keywords=keywords,
                    page=one.page,
                    pages=one.pages,
                    start_time=one.start_time,
                    end_time=one.end_time,
                    speakers=one.speakers,
                    forced=bool(one.forced),
                    context=maker.of(one.start, one.end),
                    before=before,
                )
            )
        return made_chunks

    def _overlap_before(self, text: str, starts: Sequence[int], start: int) -> str:
        """Return the whole sentences before a chunk that together are no more than allowed.

        Where not even the last sentence fits, its last words that do.

        Args:
            text: of the document.
            starts: where its sentences begin.
            start: where the chunk begins.
        """
        most, last = self.overlap, bisect_left(starts, start)
        fewest = 0
        if self.overlap_unit == SENTENCES:
            most, fewest = (self.max_tokens or 0) // _SHARE, max(0, last - self.overlap)
        begin = start
        for index in range(last - 1, fewest - 1, -1):
            if self.count(text[starts[index] : start]) > most:
                break
            begin = starts[index]
        if begin == start and last:
            words = [match.start() for match in _WORD.finditer(text, starts[last - 1], start)]
            fitting = bisect_left(
                words, True, key=lambda word: self.count(text[word:start]) <= most
            )
            begin = words[fitting] if fitting < len(words) else start
        return text[begin:start]


def _parent_ids(result: SegmentedText, passages: Sequence[int]) -> list[str | None]:
    """Return an id of the passage of each segment: the same as long as its headings are.

    It is a hash of what the document is and the path of the first segment, with a number behind
    where another passage has the same path.
    """
    identity = result.document.name or result.document.outline.title
    known: dict[int, str] = {}
    counts: Counter[str] = Counter()
    for passage, path in zip(passages, result.paths, strict=True):
        if passage not in known:
            content = encode_json([identity, path, "passage"])
            one = blake2b(content.encode(), digest_size=_ID_BYTES).hexdigest()
            counts[one] += 1
            known[passage] = one if counts[one] == 1 else f"{one}-{counts[one]}"
    return [known[passage] for passage in passages]
