"""`tmima chunks`: documents in, chunks for an index out."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import astuple
from pathlib import Path
from typing import Any

import click

from tmima.chunks import CONTEXT_TOKENS, MAX_TOKENS, OVERLAP_UNITS, Chunk, Chunker
from tmima.chunks.changes import KINDS, SAME, Change, ChunkIndex, read_chunks
from tmima.cli import options
from tmima.cli.paths import FilledFolder, InputPath, note_inputs
from tmima.cli.show.output import printable, progress, texts_progress, write
from tmima.cli.ui_language import wording
from tmima.errors import TmimaError
from tmima.files import encode_json, files_named
from tmima.loading import require
from tmima.result import NO_TITLES, PHRASES

_LINES = ".jsonl"
_STYLES = ("parquet", "jsonl")


@click.command(cls=options.SettingsCommand)
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option(
    "--max-tokens",
    type=click.IntRange(min=1),
    default=MAX_TOKENS,
    show_default=True,
    metavar="N",
    help="Greatest number of tokens of a chunk's text.",
)
@options.setting(
    "tokenizer",
    help="Tokenizer: tiktoken:NAME, tokenizers:FILE or MODULE:FUNCTION. [default: an estimate, one "
    "token for four bytes]",
)
@click.option(
    "--min-tokens",
    type=click.IntRange(min=0),
    metavar="N",
    help="Chunks are not smaller unless they must be. [default: a quarter of --max-tokens]",
)
@click.option(
    "--overlap",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    metavar="N",
    help="Tell with each chunk so much of the text before it.",
)
@click.option(
    "--overlap-unit",
    type=click.Choice(OVERLAP_UNITS),
    default=OVERLAP_UNITS[0],
    show_default=True,
    help="What the overlap is counted in.",
)
@click.option(
    "--context-tokens",
    type=click.IntRange(min=0),
    default=CONTEXT_TOKENS,
    show_default=True,
    metavar="N",
    help="Greatest number of tokens of a chunk's context.",
)
@click.option(
    "--titles",
    type=click.Choice([NO_TITLES, PHRASES]),
    default=NO_TITLES,
    show_default=True,
    help="Whether topics without a heading are named and have keywords.",
)
@options.setting("language")
@options.setting("format")
@options.jobs
@click.option(
    "-o",
    "--output",
    type=FilledFolder(),
    metavar="OUT",
    help="A file OUT.jsonl, or a folder for very many documents; a run that was stopped goes on "
    "there. [default: JSON lines on standard output]",
)
@click.option(
    "--style",
    type=click.Choice(_STYLES),
    default=_STYLES[0],
    show_default=True,
    help="What is written into a folder.",
)
@click.option(
    "--column",
    default="text",
    show_default=True,
    metavar="NAME",
    help="The column of the texts, in files of rows (Parquet, JSON lines, CSV).",
)
@click.option("--id", "id_column", metavar="NAME", help="The column with the ids of the documents.")
@click.option(
    "--against",
    type=InputPath(),
    metavar="OLD",
    help="Print what has changed since these chunks were written: new, changed, moved, gone.",
)
def chunks(
    files: tuple[str, ...],
    output: Path | None,
    style: str,
    column: str,
    id_column: str | None,
    jobs: int,
    against: Path | None,
    **given: Any,
) -> None:
    """Cut documents into chunks for an index, with their headings, contexts and ids.

    FILE is any document, a folder or a pattern; with a folder as OUT also Parquet, JSON lines and
    CSV, of which each row holds a document.
    """
    chunker = Chunker(**given)
    chunker.check()
    index = None if against is None else ChunkIndex.read(against)
    if output is None or output.suffix == _LINES:
        failed: list[Path] = []
        made = _chunks_of_files(chunker, files, failed, jobs=jobs)
        if index is not None:
            _print_changes(
                _changes(index, made if output is None else _write_then_yield(made, output))
            )
        else:
            write((_json_line(one.as_dict()) for _, some in made for one in some), output)
        if failed:
            raise TmimaError(f"{len(failed)} of the files could not be cut")
    else:
        _write_folder(
            chunker, files, output, style=style, column=column, id_column=id_column, jobs=jobs
        )
        if index is not None:
            _print_changes(_changes(index, _by_document(read_chunks(output))))
    # Behind what is written: who is refused is told one thing.
    if chunker.tokenizer is None:
        click.echo(f"tmima: {wording().say('cli.tokensEstimated')}", err=True)


Documents = Iterator[tuple[str, list[Chunk]]]


def _chunks_of_files(
    chunker: Chunker, given: tuple[str, ...], failed: list[Path], *, jobs: int
) -> Documents:
    """Yield the name of each file with its chunks; those that cannot be cut are gathered."""
    named = list(files_named(given))
    note_inputs(*named)
    rows = [path for path in named if path.suffix in (".parquet", ".csv", ".tsv", ".jsonl")]
    if rows:
        raise TmimaError(f"{rows[0]} holds a document in each row: give `output`, a folder")
    documents = ((path.as_posix(), path) for path in named)
    with progress(wording().say("cli.cuttingFiles"), len(named)) as step:
        for path, made in zip(named, chunker.chunk_many(documents, jobs=jobs), strict=True):
            step()
            if isinstance(made, TmimaError):
                if len(named) == 1:
                    raise made
                click.echo(f"tmima: {printable(f'{path}: {made}')}", err=True)
                failed.append(path)
            else:
                yield path.as_posix(), made


def _write_then_yield(documents: Documents, output: Path) -> Documents:
    """Write all chunks, then yield them; they are compared only once they are written."""
    known = list(documents)
    write((_json_line(one.as_dict()) for _, some in known for one in some), output)
    yield from known


def _by_document(chunks: Iterable[Chunk]) -> Documents:
    """Yield the chunks of each document, which follow each other."""
    name, some = None, list[Chunk]()
    for one in chunks:
        if one.document_id != name:
            if name is not None:
                yield name, some
            name, some = one.document_id, []
        some.append(one)
    if name is not None:
        yield name, some


def _changes(index: ChunkIndex, documents: Documents) -> Iterator[Change]:
    for name, some in documents:
        yield from index.compare(name, some)
    yield from index.changes_of_missing_documents()


def _print_changes(changes: Iterable[Change]) -> None:
    """Print what has changed as JSON lines, and on standard error how many of each kind."""
    counts: Counter[str] = Counter()

    def lines() -> Iterator[str]:
        for one in changes:
            counts[one.kind] += 1
            if one.kind != SAME:
                yield _json_line(one.as_dict())

    write(lines(), None)
    told = ", ".join(f"{counts[kind]} {kind}" for kind in KINDS)
    click.echo(f"tmima: {told}", err=True)


def _json_line(value: dict[str, Any]) -> str:
    return encode_json(value, ensure_ascii=False) + "\n"


def _write_folder(
    chunker: Chunker,
    files: tuple[str, ...],
    output: Path,
    *,
    style: str,
    column: str,
    id_column: str | None,
    jobs: int,
) -> None:
    """Write chunks into the files of a folder, on from where an earlier run was stopped."""
    require("corpus")
    from tmima.corpora.rows import CorpusColumns
    from tmima.corpora.run import Corpus, run

    work = Corpus(
        inputs=files,
        out=output,
        segmenter=chunker,
        columns=CorpusColumns(text=column, id=id_column),
        format=style,
    )
    words = wording()
    with texts_progress(words.say("cli.reading")) as show:
        made = run(work, jobs=jobs, on_batch=lambda far: show(*astuple(far)))
    counted = {name: words.count(name, made[name]) for name in ("texts", "errors")}
    total = words.count("chunks", made["segments"])
    click.echo(words.say("cli.chunksDone", folder=output, chunks=total, **counted), err=True)
