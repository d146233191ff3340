"""The run over a corpus: in worker processes, file by file, resumed where it was stopped."""

import hashlib
import json
import os
import platform
import re
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from importlib.metadata import version
from itertools import chain, groupby, islice
from operator import attrgetter
from os import PathLike
from pathlib import Path
from typing import Any

import pyarrow as pa

from tmima.arrow import Cutter, cut_texts, explode
from tmima.corpora import DOLMA, ERRORS, OUTPUT_FORMATS, PARQUET
from tmima.corpora.parts import FORMATS, check_dolma, part_name, part_number
from tmima.corpora.rows import COMPLAINT, FILE, TEXT, CorpusColumns, CorpusPiece
from tmima.corpora.run_journal import RunJournal, foreign_file_error
from tmima.corpora.texts import batches, input_pieces, texts_of_batch
from tmima.errors import TmimaError, shortened
from tmima.files import encode_json, refuse_inputs
from tmima.files.whole import make_folder, write_whole
from tmima.segmenter import Segmenter
from tmima.settings.saving import learnt_as_json, settings_as_json
from tmima.version import __version__
from tmima.workers.parallel import StepGuard, map_ordered, report_step

_PACKAGES = ("numpy", "pyarrow", "regex")


@dataclass(frozen=True, slots=True, kw_only=True)
class Corpus:
    """A run over many texts: where they are, how they are cut, and what is written where.

    Attributes:
        inputs: files, folders and patterns.
        out: the folder for the segments.
        segmenter: what cuts the texts: a segmenter, or a chunker for chunks.
        columns: which columns of the input are wanted.
        format: of the output, one of `OUTPUT_FORMATS`.
        text: whether segments have their text, or only say where they are.
        errors: "column" for a row that tells of a text that could not be cut, "raise" to end there.
        learn: of so many texts the method learns first, one that first looks at a collection.
        shard: which share this run does of how many, from 1; all of them together do what one run
            over all would do.
        part_rows: so many texts, at the most, become one file.
        part_bytes: at so many bytes of text a file is full.
        max_seconds: that one text may take; one that takes longer is an error of its row. With it
            all work is done in processes beside this one.
    """

    inputs: Sequence[str | PathLike[str]]
    out: Path
    segmenter: Cutter
    columns: CorpusColumns = field(default_factory=CorpusColumns)
    format: str = PARQUET
    text: bool = True
    errors: str = ERRORS[0]
    learn: int | None = None
    shard: tuple[int, int] = (1, 1)
    part_rows: int = 10_000
    part_bytes: int = 1 << 24
    max_seconds: float | None = None

    def __post_init__(self) -> None:
        if isinstance(self.inputs, str | PathLike):
            raise TmimaError(f"`inputs=` must be a list of paths, not {self.inputs!r}")
        for name, known in (("format", OUTPUT_FORMATS), ("errors", ERRORS)):
            if getattr(self, name) not in known:
                raise TmimaError(
                    f"{name}= must be one of {', '.join(known)}, not {getattr(self, name)!r}"
                )
        if self.max_seconds is not None and not 0 < self.max_seconds <= threading.TIMEOUT_MAX:
            raise TmimaError(
                f"`max_seconds=` must be more than 0, not {shortened(self.max_seconds)}"
            )


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run has come.

    Attributes:
        texts: how many are cut by now, or looked at.
        share: how much of the input is behind it.
        checking: whether it only looks at the texts of files that are there already.
    """

    texts: int
    share: float
    checking: bool = False


@dataclass(frozen=True, slots=True)
class _Batch:
    """Some texts of a part on their way to a process, or their segments on their way back.

    Attributes:
        part: the file that they go to.
        name: the checksum of the texts.
        texts: how many there are.
        data: the rows.
        share: how much of the input is read with them.
        counts: what there is of segments, once there are.
    """

    part: str
    name: str
    texts: int
    data: bytes
    share: float
    counts: Mapping[str, int] | None = None


@dataclass(frozen=True, slots=True)
class _CutBatch:
    """The function that workers call: it cuts the texts of a batch."""

    segmenter: Cutter
    text: bool
    errors: str
    max_bytes: int

    def __call__(self, batch: _Batch) -> _Batch:
        if batch.counts is not None:
            return batch
        rows = _unpack_rows(batch.data)
        texts = texts_of_batch(rows, format=self.segmenter.format, max_bytes=self.max_bytes)
        steps = _report_steps(texts, batch.texts)
        segments = cut_texts(steps, self.segmenter, text=self.text, names=_document_ids(rows))
        known = [name for name in rows.schema.names if name not in (TEXT, COMPLAINT, FILE)]
        table = explode(rows.select(known), segments)
        wrong = table.filter(table.column("error").is_valid())
        if self.errors == "raise" and wrong.num_rows:
            source, row, error = (wrong.column(name)[0] for name in ("source", "row", "error"))
            raise TmimaError(f"{source}, row {row}: {error}")
        counts = {
            "texts": batch.texts,
            "nulls": segments.null_count,
            "errors": wrong.num_rows,
            "segments": table.num_rows - segments.null_count - wrong.num_rows,
        }
        return replace(batch, data=_pack_rows(table), counts=counts)


def _document_ids(rows: Any) -> list[str]:
    """Return an identifier of each text: its id if it has one, else its source and row."""
    sources, numbers = rows.column("source").to_pylist(), rows.column("row").to_pylist()
    in_files = FILE in rows.schema.names
    places = [
        source if in_files else f"{source}:{row}"
        for source, row in zip(sources, numbers, strict=True)
    ]
    if "id" not in rows.schema.names:
        return places
    ids = rows.column("id").to_pylist()
    return [place if one is None else str(one) for one, place in zip(ids, places, strict=True)]


def _report_steps(texts: Iterator[Any], number: int) -> Iterator[Any]:
    """Yield texts, and report a step for each: reading and cutting it has a limit of time."""
    for step in range(number):
        report_step(step)
        yield next(texts)
    report_step(None)


def _replace_by_error(batch: _Batch, row: int, why: str) -> _Batch:
    """Return a batch in which an error stands in the place of a text."""
    rows = _unpack_rows(batch.data)
    complaints = rows.column(COMPLAINT).to_pylist()
    complaints[row] = f"the text {why}"
    place = rows.schema.get_field_index(COMPLAINT)
    rows = rows.set_column(place, COMPLAINT, pa.array(complaints, pa.string()))
    return replace(batch, data=_pack_rows(rows))


def learn(
    segmenter: Segmenter, corpus: Sequence[CorpusPiece], columns: CorpusColumns, number: int
) -> None:
    """Have a segmenter learn from some texts of a corpus, spread over all of it.

    They are the same whichever share of the corpus is asked for.
    """
    some = corpus[:: max(1, len(corpus) // number)]
    each = -(-number // max(1, len(some)))
    texts = chain.from_iterable(
        islice(_readable_texts(segmenter, piece, columns), each) for piece in some
    )
    segmenter.learn(islice(texts, number))


def _readable_texts(
    segmenter: Segmenter, piece: CorpusPiece, columns: CorpusColumns
) -> Iterator[Any]:
    for batch, _ in batches(piece, columns):
        for text in texts_of_batch(batch, format=segmenter.format, max_bytes=columns.max_bytes):
            if text is not None and not isinstance(text, Exception):
                with suppress(TmimaError):
                    yield segmenter.read(text)


def run(
    corpus: Corpus,
    *,
    jobs: int = 1,
    on_batch: Callable[[Progress], None] = lambda _: None,
) -> dict[str, Any]:
    """Cut all texts of a corpus, write the segments, and return the manifest, written last.

    Files appear whole or not at all, and a run that was stopped goes on from what is there: what
    comes of it is, to the byte, what an unbroken run gives, whatever the number of jobs. Only
    which texts take more than `max_seconds` depends on the machine. Nothing is written before all
    that can be refused has been.

    Args:
        corpus: the texts, and what is to become of them.
        jobs: the number of processes; beside this one, if texts have a limit of seconds.
        on_batch: told how far it has come.
    """
    corpus.segmenter.check()
    every_piece = input_pieces(corpus.inputs, corpus.columns, out=corpus.out)
    if corpus.format == DOLMA:
        check_dolma(every_piece)
    if corpus.learn is not None and isinstance(corpus.segmenter, Segmenter):
        learn(corpus.segmenter, every_piece, corpus.columns, corpus.learn)
    share, shares = corpus.shard
    ours = {
        number: piece for number, piece in enumerate(every_piece) if number % shares == share - 1
    }
    name = "" if shares == 1 else f"-{share}-of-{shares}"
    journal = RunJournal(corpus.out, name, _describe_run(corpus))
    _refuse_foreign_files(corpus, ours, journal)
    finished = _find_finished(corpus, ours, journal, on_batch)
    work = _CutBatch(corpus.segmenter, corpus.text, corpus.errors, corpus.columns.max_bytes)
    batches_to_do = _unfinished_batches(corpus, ours, finished, journal)
    guard = StepGuard(_replace_by_error, corpus.max_seconds)
    results = _report_progress(map_ordered(work, batches_to_do, jobs=jobs, guard=guard), on_batch)
    for part, some in groupby(results, key=attrgetter("part")):
        _write_part(corpus, part, some, journal)
    return journal.finish(sorted({piece.files[0].as_posix() for piece in ours.values()}))


def _refuse_foreign_files(
    corpus: Corpus, ours: Mapping[int, CorpusPiece], journal: RunJournal
) -> None:
    """Refuse a folder that has files of our names which the journal does not know."""
    out, (share, shares) = corpus.out, corpus.shard
    if os.path.lexists(out) and not out.is_dir():
        raise TmimaError(f"{out} is no folder: choose another OUT")
    if corpus.format == DOLMA:
        there = [part_name(DOLMA, number, 0, piece) for number, piece in ours.items()]
    else:
        # How many files a piece becomes is not known before it is read.
        numbers = {path.name: part_number(path.name) for path in out.glob(f"*.{corpus.format}")}
        there = [
            name
            for name, number in numbers.items()
            if number is not None and number % shares == share - 1
        ]
    for name in sorted(there):
        if name not in journal.parts and os.path.lexists(out / name):
            raise foreign_file_error(out / name)


@dataclass(frozen=True, slots=True)
class _FinishedParts:
    """What need not be done again: files of the output, and pieces that are not even read."""

    parts: set[str] = field(default_factory=set)
    pieces: set[int] = field(default_factory=set)


def _find_finished(
    corpus: Corpus,
    ours: Mapping[int, CorpusPiece],
    journal: RunJournal,
    on_batch: Callable[[Progress], None],
) -> _FinishedParts:
    """Return the finished files; refuse an output that was made from other texts."""
    finished = _FinishedParts()
    every = [path for piece in ours.values() for path in piece.files]
    unclaimed = set(journal.parts)
    known = {
        n: each for n, each in ours.items() if part_name(corpus.format, n, 0, each) in unclaimed
    }
    total = max(1, sum(piece.size for piece in known.values()))
    texts = before = 0
    for number, piece in known.items():
        complete = True
        for part, some in groupby(_batches_of(corpus, number, piece), key=attrgetter("part")):
            if part not in journal.parts:
                complete = False
                break
            digest = hashlib.sha256()
            for batch in some:
                digest.update(batch.name.encode())
                texts += batch.texts
                share = (before + batch.share * piece.size) / total
                on_batch(Progress(texts, share, checking=True))
            if journal.parts[part]["input"] != digest.hexdigest():
                raise TmimaError(
                    f"{corpus.out / part} was made from other texts than those of "
                    f"{piece.files[0]}: choose another OUT"
                )
            unclaimed.remove(part)
            if journal.is_whole(part):
                finished.parts.add(part)
            else:
                refuse_inputs([corpus.out / part], every)
                complete = False
        if complete:
            finished.pieces.add(number)
        before += piece.size
    if unclaimed:
        raise TmimaError(
            f"{corpus.out / min(unclaimed)} was made from texts that are not given any more: "
            "choose another OUT"
        )
    return finished


def _unfinished_batches(
    corpus: Corpus, ours: Mapping[int, CorpusPiece], finished: _FinishedParts, journal: RunJournal
) -> Iterator[_Batch]:
    """Yield the batches of all files that are not finished, those that are saved already cut."""
    total = max(1, sum(piece.size for piece in ours.values()))
    before = 0
    for number, piece in ours.items():
        for batch in _batches_of(corpus, number, piece) if number not in finished.pieces else ():
            if batch.part not in finished.parts:
                data, counts = journal.saved.get(batch.name) or (batch.data, None)
                share = (before + batch.share * piece.size) / total
                yield replace(batch, data=data, counts=counts, share=share)
        before += piece.size


def _batches_of(corpus: Corpus, number: int, piece: CorpusPiece) -> Iterator[_Batch]:
    """Yield the batches of a piece, each with the share of the piece that is read with it."""
    part = rows = size = 0
    for batch, share in batches(piece, corpus.columns):
        full = rows >= corpus.part_rows or size >= corpus.part_bytes
        if full and corpus.format != DOLMA:
            part, rows, size = part + 1, 0, 0
        rows += batch.num_rows
        size += batch.nbytes
        data = _pack_rows(batch)
        yield _Batch(
            part=part_name(corpus.format, number, part, piece),
            name=hashlib.sha256(data).hexdigest(),
            texts=batch.num_rows,
            data=data,
            share=share,
        )


def _report_progress(
    results: Iterator[_Batch], on_batch: Callable[[Progress], None]
) -> Iterator[_Batch]:
    texts = 0
    for batch in results:
        texts += batch.texts
        on_batch(Progress(texts, batch.share))
        yield batch


def _write_part(corpus: Corpus, part: str, batches: Iterator[_Batch], journal: RunJournal) -> None:
    """Write a file of the output as its batches come, after its record is in the journal."""
    counts: Counter[str] = Counter()
    read = hashlib.sha256()

    def tables() -> Iterator[Any]:
        for batch in batches:
            journal.saved.add(batch.name, batch.data, batch.counts or {})
            counts.update(batch.counts)
            read.update(batch.name.encode())
            yield _unpack_rows(batch.data)

    def add_record(checksum: str, size: int) -> None:
        facts = {"bytes": size, "sha256": checksum, "input": read.hexdigest()}
        journal.add({"file": part, **counts, **facts})

    journal.open_for_writing()
    path = corpus.out / part
    make_folder(path.parent)
    write_whole(path, FORMATS[corpus.format](tables(), part), on_complete=add_record)
    journal.saved.clear()


def _describe_run(corpus: Corpus) -> dict[str, Any]:
    """Return what the result depends on besides the texts, as JSON gives it back."""
    segmenter = corpus.segmenter
    made: dict[str, Any] = {
        "tmima": __version__,
        "versions": {"python": platform.python_version()} | {n: version(n) for n in _PACKAGES},
        "settings": _describe_segmenter(segmenter),
        "learnt": (
            learnt_as_json(segmenter.method_)
            if isinstance(segmenter, Segmenter) and hasattr(segmenter, "method_")
            else None
        ),
        "columns": asdict(corpus.columns),
        "format": corpus.format,
        "text": corpus.text,
        "part_rows": corpus.part_rows,
        "part_bytes": corpus.part_bytes,
        "shard": corpus.shard,
        "max_seconds": corpus.max_seconds,
    }
    read_back: dict[str, Any] = json.loads(encode_json(made))
    return read_back


def _describe_segmenter(segmenter: Cutter) -> dict[str, Any]:
    """Return the settings for JSON; objects that JSON has no form for by their `repr`."""
    described: dict[str, Any] = {}
    for name, value in segmenter.settings.items():
        if value is None:
            continue
        try:
            described |= settings_as_json({name: value})
        except TmimaError:
            described[name] = re.sub(r" at 0x[0-9a-f]+", "", repr(value))
    return described


def _pack_rows(rows: Any) -> bytes:
    """Return rows as bytes in Arrow's format; of a slice, only its own rows."""
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, rows.schema) as writer:
        writer.write(rows)
    data: bytes = sink.getvalue().to_pybytes()
    return data


def _unpack_rows(data: bytes) -> Any:
    return pa.ipc.open_stream(data).read_all()
