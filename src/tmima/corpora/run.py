"""Running through a corpus: in processes, file by file, and on from where a run was stopped."""

import hashlib
import json
import platform
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from importlib.metadata import version
from itertools import chain, groupby, islice
from operator import attrgetter, itemgetter
from os import PathLike
from pathlib import Path
from typing import Any

import pyarrow as pa

from tmima.arrow import cut_texts, explode
from tmima.corpora.journal import Journal
from tmima.corpora.reading import batches, pieces, texts_of
from tmima.corpora.sources import COMPLAINT, FILE, TEXT, Columns, Piece
from tmima.corpora.writing import DOLMA, FORMATS, PARQUET, check_dolma, part_name
from tmima.errors import TmimaError
from tmima.files import made_folder, write_whole
from tmima.processes import in_processes
from tmima.saving import learnt_as_json, settings_as_json
from tmima.segmenter import Segmenter
from tmima.version import __version__

ERRORS = ("column", "raise")
_PACKAGES = ("numpy", "pyarrow", "regex")


@dataclass(frozen=True, slots=True, kw_only=True)
class Corpus:
    """Texts, and what is to become of them.

    Attributes:
        inputs: files, folders and patterns.
        out: the folder for the segments.
        segmenter: what cuts the texts.
        columns: which columns of the input are wanted.
        format: of the output, one of `FORMATS`.
        text: whether segments have their text, or only say where they are.
        errors: "column" for a row that tells of a text that could not be cut, "raise" to end there.
        shard: which share this run does of how many, from 1; all of them together do what one run
            over all would do.
        part_rows: so many texts, at the most, become one file.
        part_bytes: at so many bytes of text a file is full.
    """

    inputs: Sequence[str | PathLike[str]]
    out: Path
    segmenter: Segmenter
    columns: Columns = field(default_factory=Columns)
    format: str = PARQUET
    text: bool = True
    errors: str = "column"
    shard: tuple[int, int] = (1, 1)
    part_rows: int = 10_000
    part_bytes: int = 1 << 24

    def __post_init__(self) -> None:
        if isinstance(self.inputs, str | PathLike):
            raise TmimaError(f"inputs= must be a list of paths, not {self.inputs!r}")
        for name, known in (("format", tuple(FORMATS)), ("errors", ERRORS)):
            if getattr(self, name) not in known:
                raise TmimaError(
                    f"{name}= must be one of {', '.join(known)}, not {getattr(self, name)!r}"
                )
        for given in map(Path, self.inputs):
            if given.is_dir() and self.out.resolve().is_relative_to(given.resolve()):
                raise TmimaError(f"{self.out} is inside {given}: what is written would be read")


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run has come: texts cut by now, and which share of the input is behind it."""

    texts: int
    share: float


@dataclass(frozen=True, slots=True)
class _Batch:
    """Some texts of a part on their way to a process, or their segments on their way back."""

    part: str
    data: bytes
    share: float
    counts: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True, slots=True)
class _Cut:
    """What a process does with each batch."""

    segmenter: Segmenter
    text: bool
    errors: str
    max_bytes: int

    def __call__(self, batch: _Batch) -> _Batch:
        rows = _received(batch.data)
        texts = texts_of(rows, format=self.segmenter.format, max_bytes=self.max_bytes)
        found = cut_texts(texts, self.segmenter, text=self.text)
        known = [name for name in rows.schema.names if name not in (TEXT, COMPLAINT, FILE)]
        table = explode(rows.select(known), found)
        wrong = table.filter(table.column("error").is_valid())
        if self.errors == "raise" and wrong.num_rows:
            source, row, error = (wrong.column(name)[0] for name in ("source", "row", "error"))
            raise TmimaError(f"{source}, row {row}: {error}")
        counts = Counter(
            texts=rows.num_rows,
            nulls=found.null_count,
            errors=wrong.num_rows,
            segments=table.num_rows - found.null_count - wrong.num_rows,
        )
        return _Batch(batch.part, _sent(table), batch.share, counts)


def learn(segmenter: Segmenter, corpus: Sequence[Piece], columns: Columns, number: int) -> None:
    """Have a segmenter learn from some texts of a corpus, spread over all of it.

    They are the same whichever share of the corpus is asked for.
    """
    some = corpus[:: max(1, len(corpus) // number)]
    each = -(-number // max(1, len(some)))
    texts = chain.from_iterable(islice(_good(segmenter, piece, columns), each) for piece in some)
    segmenter.learn(islice(texts, number))


def _good(segmenter: Segmenter, piece: Piece, columns: Columns) -> Iterator[Any]:
    for batch, _ in batches(piece, columns):
        for text in texts_of(batch, format=segmenter.format, max_bytes=columns.max_bytes):
            if text is not None and not isinstance(text, Exception):
                with suppress(TmimaError):
                    yield segmenter.read(text)


def run(
    corpus: Corpus,
    *,
    jobs: int = 1,
    on_batch: Callable[[Progress], None] | None = None,
) -> dict[str, Any]:
    """Cut all texts of a corpus, write the segments, and return the manifest, written last.

    Files appear whole or not at all, and a run that was stopped goes on from those that are there:
    what comes of it is, to the byte, what an unbroken run gives, whatever the number of jobs.

    Args:
        corpus: the texts, and what is to become of them.
        jobs: the number of processes.
        on_batch: told how far it has come.
    """
    corpus.segmenter.check()
    found = pieces(corpus.inputs, corpus.columns)
    if corpus.format == DOLMA:
        check_dolma(found)
    share, shares = corpus.shard
    ours = [(number, piece) for number, piece in enumerate(found) if number % shares == share - 1]
    name = "" if shares == 1 else f"-{share}-of-{shares}"
    done: Counter[str] = Counter()

    def tell(batch: _Batch) -> None:
        done.update(batch.counts)
        if on_batch is not None:
            on_batch(Progress(done["texts"], batch.share))

    with Journal(corpus.out, name, _made(corpus)) as journal:
        work = _Cut(corpus.segmenter, corpus.text, corpus.errors, corpus.columns.max_bytes)
        inputs: dict[str, str] = {}
        results = in_processes(work, _missing(corpus, ours, journal, inputs), jobs=jobs)
        for part, some in groupby(results, key=attrgetter("part")):
            path = corpus.out / part
            made_folder(path.parent)
            file = _File(some, tell)
            write_whole(path, file.content(corpus.format, part))
            journal.add({"file": part, **file.fingerprint(), "input": inputs.pop(part)})
        return journal.finish(sorted({piece.files[0].as_posix() for _, piece in ours}))


def _missing(
    corpus: Corpus, ours: Sequence[tuple[int, Piece]], journal: Journal, inputs: dict[str, str]
) -> Iterator[_Batch]:
    """Yield the texts of all parts that are not there yet, and leave the fingerprint of each.

    Those that are there must have been made of the same texts.
    """
    total = max(1, sum(piece.size for _, piece in ours))
    before = 0
    for number, piece in ours:
        for part, some in groupby(_parts(corpus, number, piece), key=itemgetter(0)):
            digest = hashlib.sha256()
            known = journal.known(part)
            for _, batch, share in some:
                data = _sent(batch)
                digest.update(data)
                if known is None:
                    yield _Batch(part, data, (before + share * piece.size) / total)
            if known is None:
                inputs[part] = digest.hexdigest()
            elif known["input"] != digest.hexdigest():
                raise TmimaError(
                    f"{corpus.out / part} was made from other texts than those of "
                    f"{piece.files[0]}: choose another OUT"
                )
        before += piece.size


def _parts(corpus: Corpus, number: int, piece: Piece) -> Iterator[tuple[str, Any, float]]:
    """Yield the texts of a piece with the name of the file that they go to."""
    part = rows = size = 0
    for batch, share in batches(piece, corpus.columns):
        full = rows >= corpus.part_rows or size >= corpus.part_bytes
        if full and corpus.format != DOLMA:
            part, rows, size = part + 1, 0, 0
        rows += batch.num_rows
        size += batch.nbytes
        yield part_name(corpus.format, number, part, piece), batch, share


class _File:
    """A file in the making: what goes into it is counted, what comes out summed up."""

    def __init__(self, batches: Iterator[_Batch], tell: Callable[[_Batch], None]) -> None:
        self._batches = batches
        self._tell = tell
        self._counts: Counter[str] = Counter()
        self._size = 0
        self._digest = hashlib.sha256()

    def content(self, format: str, name: str) -> Iterator[bytes]:
        """Yield what is to be written, as it is made."""
        for piece in FORMATS[format](self._tables(), name):
            self._size += len(piece)
            self._digest.update(piece)
            yield piece

    def _tables(self) -> Iterator[Any]:
        for batch in self._batches:
            self._counts.update(batch.counts)
            self._tell(batch)
            yield _received(batch.data)

    def fingerprint(self) -> dict[str, Any]:
        """Return what is known of it when it is written."""
        return {**self._counts, "bytes": self._size, "sha256": self._digest.hexdigest()}


def _made(corpus: Corpus) -> dict[str, Any]:
    """Return what the result depends on besides the texts, as JSON gives it back."""
    segmenter = corpus.segmenter
    made: dict[str, Any] = {
        "tmima": __version__,
        "versions": {"python": platform.python_version()} | {n: version(n) for n in _PACKAGES},
        "settings": _described(segmenter),
        "learnt": learnt_as_json(segmenter.method_) if hasattr(segmenter, "method_") else None,
        "columns": asdict(corpus.columns),
        "format": corpus.format,
        "text": corpus.text,
        "part_rows": corpus.part_rows,
        "part_bytes": corpus.part_bytes,
        "shard": corpus.shard,
    }
    read_back: dict[str, Any] = json.loads(json.dumps(made))
    return read_back


def _described(segmenter: Segmenter) -> dict[str, Any]:
    """Return the settings for JSON; objects of one's own as they show themselves."""
    found: dict[str, Any] = {}
    for name, value in segmenter.settings.items():
        try:
            found |= settings_as_json({name: value})
        except TmimaError:
            found[name] = re.sub(r" at 0x[0-9a-f]+", "", repr(value))
    return found


def _sent(rows: Any) -> bytes:
    """Return rows as bytes: of a part of a batch, its own and no more."""
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, rows.schema) as writer:
        writer.write(rows)
    data: bytes = sink.getvalue().to_pybytes()
    return data


def _received(data: bytes) -> Any:
    return pa.ipc.open_stream(data).read_all()
