"""Many texts: how many a second, what Arrow and engines add, whether memory stays flat.

    python -m benchmarks.corpus [PART ...] [--texts N] [--million N]     (make bench-corpus)

The texts are paragraphs of the bundled collection, six together. Parts that need what is not
installed say so. Processor time where one process is measured, time on the clock where several are:
the ratio of two processes to one means something on a quiet machine only. `plan` makes of measured
rates what a billion documents take, beside the chunkers whose rates benchmarks.alternatives wrote
into docs/alternatives.csv.
"""

import argparse
import csv
import json
import os
import random
import resource
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from importlib.util import find_spec
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
from tools.running import all_processes

from benchmarks.reading import english, greek
from tmima import Segmenter
from tmima.arrow import segment_batches
from tmima.corpora.rows import CorpusColumns
from tmima.corpora.run import Corpus, Progress, run
from tmima.corpora.texts import batches, input_pieces
from tmima.paper import BUNDLED
from tmima.plots.tables import Table

SETTINGS = {"language": "el", "questions": {"posteriors": True}}
_TITLES = {"titles": "none"}
_PARAMETERS = {"mean_length": 3, "std_length": 1, "gamma": 0.4, "r": 0.5}
_BATCH = 64
# The plan: so many documents of so many characters on so many cores.
_DOCUMENTS, _CHARACTERS, _CORES = 10**9, 4_500, 512
_RATES = Path(__file__).parents[1] / "docs" / "alternatives.csv"


def texts(number: int) -> list[str]:
    """Return made-up documents, always the same."""
    rng = random.Random(17)
    files = sorted(Path(str(BUNDLED)).rglob("*.txt"))
    lines = [
        line for path in files for line in path.read_text("utf-8").splitlines() if line.strip()
    ]
    return ["\n".join(rng.sample(lines, 6)) for _ in range(number)]


def written(folder: Path, documents: list[str]) -> Path:
    """Write documents as Parquet."""
    path = folder / "texts.parquet"
    table = pa.table({"id": range(len(documents)), "text": documents})
    pq.write_table(table, path, row_group_size=max(1, len(documents) // 10))
    return path


def shown(what: str, spent: float, documents: list[str], *, over: float | None = None) -> None:
    """Print a line: what, how long, how many a second, and beside the first."""
    words = sum(len(text.split()) for text in documents)
    ratio = "" if over is None else f"  {spent / over:5.2f} times the first"
    rate = f"{len(documents) / spent:7.0f} texts/s {words / spent:9.0f} words/s"
    print(f"{what:<42} {spent:7.2f} s {rate}{ratio}", flush=True)


def least(*works: Callable[[], object], clock: Callable[[], float], rounds: int = 3) -> list[float]:
    """Return the shortest time of each, the works in turn, so that none has the better weather."""
    times: list[list[float]] = [[] for _ in works]
    for _ in range(rounds):
        for each, work in zip(times, works, strict=True):
            start = clock()
            work()
            each.append(clock() - start)
    return [min(each) for each in times]


def arrow(folder: Path, documents: list[str]) -> None:
    """Compare the plain loop with the same over Arrow columns, from Parquet to Parquet."""
    path = written(folder, documents)
    for name, further in (("nothing set", {}), ("no titles", _TITLES)):
        segmenter = Segmenter(**SETTINGS, **further)

        def loop(segmenter: Segmenter = segmenter) -> None:
            rows = []
            for text in documents:
                for each in segmenter.segment(text):
                    rows.append((each.start, each.end, each.text, each.title, each.keywords))

        def columns(segmenter: Segmenter = segmenter) -> None:
            _cut(path, folder / "out.parquet", segmenter)

        plain, ours = least(loop, columns, clock=time.process_time, rounds=5)
        shown(f"plain loop, {name}", plain, documents)
        shown("  Arrow, Parquet to Parquet", ours, documents, over=plain)
        size = (folder / "out.parquet").stat().st_size
        each = sum(map(len, documents)) / len(documents)
        print(f"  {each:.0f} characters a text, {size / len(documents):.0f} bytes out")


def _cut(path: Path, out: Path, segmenter: Segmenter) -> None:
    with pq.ParquetFile(path) as file:
        batches = segment_batches(file.iter_batches(_BATCH), segmenter=segmenter)
        pq.write_table(pa.Table.from_batches(batches), out, compression="zstd")


def plan(folder: Path, documents: list[str]) -> None:
    """Say what a billion documents would take, from Parquet to Parquet, and others beside it.

    The process has read other documents of the language before, but none of those that are timed.
    """
    rows = []
    kinds = (("nothing set", {}), ("no titles", _TITLES))
    for code, language, prose in (("en", "English", english), ("el", "Greek", greek)):
        all_documents = _documents(prose((1 + len(kinds)) * len(documents) * _CHARACTERS))
        other, *parts = (all_documents[part :: 1 + len(kinds)] for part in range(1 + len(kinds)))
        out = folder / "out.parquet"
        for (name, further), some in zip(kinds, parts, strict=True):
            given = sum(map(len, some)) / _CHARACTERS
            segmenter = Segmenter(language=code, **further)
            _cut(written(folder, other), out, segmenter)
            work = partial(_cut, written(folder, some), out, segmenter)
            (spent,) = least(work, clock=time.process_time, rounds=1)
            size = f"{out.stat().st_size / given / 1000:.1f}"
            rows.append((f"tmima, {language}, {name}", *planned(given / spent), size))
    others = sorted(_others(), key=lambda one: -one[1])
    rows += [(name, *planned(rate), "") for name, rate in others]
    columns = ("", "texts a second and core", "core hours for 10⁹", f"on {_CORES} cores", "kB out")
    title = f"10⁹ documents of {_CHARACTERS:,} characters"
    print(Table("plan", title, columns, tuple(rows)).markdown())


def _documents(prose: str) -> list[str]:
    """Return prose in pieces of whole lines, each as long as a document of the plan or longer."""
    found = [""]
    for line in prose.splitlines(keepends=True):
        if len(found[-1]) >= _CHARACTERS:
            found.append("")
        found[-1] += line
    return found


def planned(rate: float) -> tuple[str, str, str]:
    """Return the rate, and the hours of one core and of all that it makes."""
    hours = _DOCUMENTS / rate / 3600
    return f"{rate:,.{0 if rate >= 10 else 1}f}", f"{hours:,.0f}", f"{hours / _CORES:,.1f} h"


def _others() -> Iterator[tuple[str, float]]:
    """Yield the chunkers that were measured, each with its texts a second and core."""
    if not _RATES.exists():
        return
    with _RATES.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            # Seconds of a million characters.
            if (row["table"], row["column"]) == ("chunkers", "seconds") and "tmima" not in row[
                "row"
            ]:
                yield row["row"], 1e6 / _CHARACTERS / float(row["figures"])


def reading(folder: Path, documents: list[str]) -> None:
    """Read the same texts as the parent of processes does, in three forms."""
    columns = CorpusColumns(id="id")
    rows = [{"id": number, "text": text} for number, text in enumerate(documents)]
    lines, commas = folder / "texts.jsonl", folder / "texts.csv"
    lines.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")
    with commas.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, ["id", "text"])
        writer.writeheader()
        writer.writerows(rows)
    size = sum(len(text.encode()) for text in documents) / 1e6
    for path in (written(folder, documents), lines, commas):

        def read(path: Path = path) -> None:
            for piece in input_pieces([path], columns):
                for _ in batches(piece, columns):
                    pass

        (spent,) = least(read, clock=time.process_time)
        print(f"{path.name:<42} {size / spent:7.0f} MB of text a second")


def processes(folder: Path, documents: list[str]) -> None:
    """Run `tmima corpus` in one process and in two."""
    path = written(folder, documents)

    def corpus(jobs: int) -> Callable[[], None]:
        def work() -> None:
            shutil.rmtree(folder / "out", ignore_errors=True)
            run(_corpus(path, folder / "out", Segmenter(**SETTINGS)), jobs=jobs)

        return work

    one, two = least(corpus(1), corpus(2), clock=time.perf_counter)
    shown("tmima corpus, 1 process", one, documents)
    shown("tmima corpus, 2 processes, their start too", two, documents, over=one)
    print(f"two processes are {one / two:.2f} times as fast as one (load {os.getloadavg()[0]:.1f})")
    alone = _processor(corpus(1))
    parent, workers = _processor(corpus(2))
    print(
        f"processor time: {sum(alone):.1f} s in one; {parent:.1f} s in the parent of two, "
        f"{workers:.1f} s in both, their start too"
    )


def _processor(work: Callable[[], None]) -> tuple[float, float]:
    """Return the processor time that work takes here and in processes that it starts and ends."""
    kinds = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    before = [resource.getrusage(kind) for kind in kinds]
    work()
    after = [resource.getrusage(kind) for kind in kinds]
    own, others = (
        new.ru_utime + new.ru_stime - old.ru_utime - old.ru_stime
        for old, new in zip(before, after, strict=True)
    )
    return own, others


def _corpus(path: Path, out: Path, segmenter: Segmenter) -> Corpus:
    return Corpus(inputs=[path], out=out, segmenter=segmenter, columns=CorpusColumns(id="id"))


def rivals(folder: Path, documents: list[str]) -> None:
    """Cut the same Parquet with what others call batches."""
    path = written(folder, documents)

    def read() -> list[str]:
        found: list[str] = pq.read_table(path, columns=["text"]).column("text").to_pylist()
        return found

    if find_spec("chonkie"):
        from chonkie import RecursiveChunker, SentenceChunker

        # Sizes in characters, near the mean of ours.
        for kind in (SentenceChunker, RecursiveChunker):
            chunker = kind(tokenizer="character", chunk_size=900)
            (spent,) = least(
                lambda of=chunker: of.chunk_batch(read()), clock=time.process_time, rounds=1
            )
            shown(f"Chonkie {kind.__name__}, chunk_batch", spent, documents)
    else:
        print("Chonkie is not installed")
    if find_spec("langchain_text_splitters"):
        from langchain_text_splitters import RecursiveCharacterTextSplitter

        splitter = RecursiveCharacterTextSplitter(chunk_size=900, chunk_overlap=0)
        (spent,) = least(
            lambda: splitter.create_documents(read()), clock=time.process_time, rounds=1
        )
        shown("LangChain RecursiveCharacterTextSplitter", spent, documents)
    else:
        print("LangChain's splitters are not installed")


def memory(folder: Path, number: int) -> None:
    """Run over very many short texts, and show the memory of all processes at each tenth."""
    path = folder / "short.parquet"
    rng = random.Random(3)
    schema = pa.schema([("id", pa.int64()), ("text", pa.string())])
    some = [" ".join(text.split(". ")[:2])[:160] for text in texts(1000)]
    with pq.ParquetWriter(path, schema) as writer:
        for first in range(0, number, 50_000):
            rows = range(first, min(number, first + 50_000))
            batch = pa.table({"id": rows, "text": rng.choices(some, k=len(rows))}, schema)
            writer.write_table(batch)
    segmenter = Segmenter(**SETTINGS, **_TITLES, parameters=_PARAMETERS)
    tenth = 0

    def show(far: Progress) -> None:
        nonlocal tenth
        if far.texts * 10 // number > tenth:
            tenth = far.texts * 10 // number
            spent = time.perf_counter() - start
            print(
                f"{far.texts:>10,} texts {spent:7.0f} s  {_megabytes():6.0f} MB in all processes",
                flush=True,
            )

    start = time.perf_counter()
    made = run(_corpus(path, folder / "short", segmenter), jobs=2, on_batch=show)
    spent = time.perf_counter() - start
    size = sum(file.stat().st_size for file in (folder / "short").iterdir()) / 1e6
    print(f"{made['texts']:,} texts, {made['segments']:,} segments, {number / spent:,.0f} texts/s")
    print(f"in {path.stat().st_size / 1e6:.1f} MB, out {size:.1f} MB in {len(made['parts'])} files")


def _megabytes() -> float:
    """Return the memory of this process and of all that it started, shared pages shared out."""
    kinships = {one.pid: one.parent for one in all_processes()}
    family = {os.getpid()}
    while more := {child for child, parent in kinships.items() if parent in family} - family:
        family |= more
    total = 0
    for process in family:
        try:
            lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
        except OSError:
            continue
        total += sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return total / 1024


@contextmanager
def _timed(what: str, documents: list[str]) -> Iterator[None]:
    start = time.perf_counter()
    yield
    shown(what, time.perf_counter() - start, documents)


def spark(folder: Path, documents: list[str]) -> None:
    """Run the same on Spark, with two processes."""
    if find_spec("pyspark") is None or shutil.which("java") is None:
        print("Spark or Java is not installed")
        return
    from pyspark.sql import SparkSession

    from tmima.integrations.spark import segment_frame

    os.environ["PYSPARK_PYTHON"] = sys.executable
    path = written(folder, documents)
    with _timed("Spark local[2], its start alone", documents):
        session = (
            SparkSession.builder.master("local[2,4]")
            .config("spark.ui.enabled", "false")
            .getOrCreate()
        )
        session.range(1).count()
    for again in ("first", "again"):
        with _timed(f"Spark, Parquet to Parquet, {again}", documents):
            frame = session.read.parquet(str(path)).repartition(8)
            found = segment_frame(frame, segmenter=Segmenter(**SETTINGS))
            found.write.parquet(str(folder / f"spark-{again}"))
    session.stop()


def ray(folder: Path, documents: list[str]) -> None:
    """Run the same on Ray Data, with two actors."""
    if find_spec("ray") is None:
        print("Ray is not installed")
        return
    import ray

    from tmima.integrations.ray import segment_dataset

    path = written(folder, documents)
    with _timed("Ray, its start alone", documents):
        ray.init(num_cpus=3, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    for again in ("first", "again"):
        with _timed(f"Ray Data, Parquet to Parquet, {again}", documents):
            dataset = ray.data.read_parquet(str(path), override_num_blocks=8)
            found = segment_dataset(dataset, segmenter=Segmenter(**SETTINGS), actors=(2, 2))
            found.write_parquet(str(folder / f"ray-{again}"))
    ray.shutdown()


PARTS = {
    "plan": plan,
    "arrow": arrow,
    "reading": reading,
    "processes": processes,
    "rivals": rivals,
    "spark": spark,
    "ray": ray,
}


def main() -> None:
    """Run the parts that are asked for."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "parts", nargs="*", metavar="PART", help=f"some of {', '.join(PARTS)}, memory"
    )
    parser.add_argument(
        "--texts", type=int, default=2000, help="of some 2,700 characters (default 2000)"
    )
    parser.add_argument("--million", type=int, default=1_000_000, help="short texts for memory")
    given = parser.parse_args()
    documents = texts(given.texts)
    for name in given.parts or [*PARTS, "memory"]:
        print(f"\n{name}", flush=True)
        with tempfile.TemporaryDirectory(prefix="tmima-corpus-") as folder:
            if name == "memory":
                memory(Path(folder), given.million)
            else:
                PARTS[name](Path(folder), documents)


if __name__ == "__main__":
    main()
