"""python -m benchmarks.token_limits: what limits in tokens take, and whether they hold.

The page is the beginning of our own documentation, 36,000 characters; then 60 pages of it, 14,000
characters each, spread over it. The tokenizer is a BPE of 8,000 tokens, learnt from the same text
by the package tokenizers: nothing is downloaded. Times are CPU time, of the best of three runs,
each with a new splitter; *larger* are the chunks beyond the limit. semchunk and Chonkie are
measured if they are installed.
"""

import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tokenizers import Tokenizer, models, pre_tokenizers, trainers

from tmima.integrations.chunks import chunker, chunks
from tmima.plots.tables import Table

_DOCS = Path(__file__).parents[1] / "docs"
_TOKENS = 8000
_PAGE, _SIZES = 36_000, (256, 512, 1024, 2048, 4096, 8192)
_PAGES, _SHORTER, _SIZE = 60, 14_000, 512
# The characters of a token of ours, about: what a limit in characters is compared by.
_CHARACTERS = 3.4
_PLAIN = "tmima, characters"

Split = Callable[[str], list[str]]
Make = Callable[[int], Split]


def learnt(text: str) -> Tokenizer:
    """Return a tokenizer as models of language have one, of the words of a text."""
    made = Tokenizer(models.BPE())
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    made.train_from_iterator([text], trainers.BpeTrainer(vocab_size=_TOKENS, show_progress=False))
    return made


def splitters(tokenizer: Tokenizer) -> Iterator[tuple[str, Make]]:
    """Yield ours, by characters and by tokens, and what is installed."""

    def ours(size_unit: str, scale: float) -> Make:
        def make(size: int) -> Split:
            def encode(text: str) -> Any:
                """Encode by a function made anew: nothing that was counted before is known."""
                return tokenizer.encode(text)

            made = chunker(int(scale * size), size_unit, encode)
            return lambda text: [one.text for one in chunks(made, text)]

        return make

    yield _PLAIN, ours("characters", _CHARACTERS)
    yield "tmima, tokens", ours("tokens", 1)
    if find_spec("semchunk"):
        yield "semchunk", lambda size: _semchunk(tokenizer, size)
    if find_spec("chonkie"):
        yield "Chonkie", lambda size: _chonkie(tokenizer, size)


def _semchunk(tokenizer: Tokenizer, size: int) -> Split:
    import semchunk

    made: Any = semchunk.chunkerify(lambda text: len(tokenizer.encode(text)), size)
    return lambda text: list(made(text))


def _chonkie(tokenizer: Tokenizer, size: int) -> Split:
    import chonkie

    made = chonkie.RecursiveChunker(tokenizer=tokenizer, chunk_size=size)
    return lambda text: [one.text for one in made.chunk(text)]


def measured(make: Make, size: int, pages: list[str]) -> tuple[str, list[str]]:
    """Return the time that pages take, in milliseconds, and the chunks."""
    times: list[float] = []
    found: list[str] = []
    for _ in range(3):
        split = make(size)
        start = time.process_time()
        found = [chunk for page in pages for chunk in split(page)]
        times.append(time.process_time() - start)
    return f"{1000 * min(times):,.0f}", found


def main() -> None:
    """Print a row for each limit."""
    text = "\n\n".join(path.read_text(encoding="utf-8") for path in sorted(_DOCS.glob("*.md")))
    tokenizer = learnt(text)
    kinds = list(splitters(tokenizer))
    step = (len(text) - _SHORTER) // (_PAGES - 1)
    pages = [text[first : first + _SHORTER] for first in range(0, _PAGES * step, step)]
    work = [(f"a page, {size:,}", size, [text[:_PAGE]]) for size in _SIZES]
    work.append((f"{_PAGES} pages, {_SIZE}", _SIZE, pages))
    rows = []
    for name, size, some in work:
        cells = [
            name,
            measured(lambda _: lambda page: tokenizer.encode(page).tokens, size, some)[0],
        ]
        for kind, make in kinds:
            taken, found = measured(make, size, some)
            larger = sum(len(tokenizer.encode(chunk)) > size for chunk in found)
            cells += [taken] if kind == _PLAIN else [taken, str(larger)]
        rows.append(tuple(cells))
    columns = [
        column for kind, _ in kinds for column in ((kind,) if kind == _PLAIN else (kind, "larger"))
    ]
    title = "Milliseconds of CPU time, and chunks beyond the limit"
    print(Table("tokens", title, ("", "tokenised once", *columns), tuple(rows)).markdown())


if __name__ == "__main__":
    main()
