"""How long the way from raw text to its segments takes, in ratios of one run.

Run: python -m benchmarks.reading [texts | growth PLOT.png | memory [BYTES] | names [BYTES] |
files [BYTES] | numbers]

The yardstick is `re.findall(r"\\w+")` over the same text, in CPU time. Prose is that of the corpora
(TMIMA_DATA) where they are, else made up. Beside others are shown those that are installed
(`pip install --group rivals`); those that compare meanings are given the cheapest vectors there
are, counts of hashed words, so that the time is their own and not a model's.

A process remembers the words that it has met, so what is timed are texts that it has not read
before, after 200,000 characters of other texts of the language, in a new process for each run. What
they take when they are read again stands beside it. Without a word behind it the command also
compares with other programs and measures memory; `texts` leaves these out.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import numpy as np
from tools.texts import FUNCTION_WORDS, sentences

from tmima import Segmenter
from tmima.paper import BUNDLED
from tmima.plots.tables import Table

ROOT = Path(__file__).parents[1]
DATA = Path(os.environ.get("TMIMA_DATA", ROOT.parent / "shared" / "data"))
_DIMENSIONS = 256
# The characters of a sentence of English prose, about.
_SENTENCE = 130
# What a measured process runs: a short text, then the whole. The high-water mark is its own,
# getrusage would count its parent.
_MEASURED = """
import sys, time, tmima
def peak():
    return int(open('/proc/self/status').read().split('VmHWM:')[1].split()[0])
settings = eval(sys.argv[2])
with open(sys.argv[1], encoding='utf-8', newline='') as file:
    tmima.segment(file.read(20_000), **{**settings, 'n_segments': None})
    fixed = peak()
    file.seek(0)
    start = time.process_time()
    found = tmima.segment(file.read(), **settings)
    if sys.argv[3] == 'named':
        [segment.title for segment in found]
print(fixed, peak(), time.process_time() - start, len(found.units))
"""
# Reads other texts, then some that the process has not met, each in its two steps and then again:
# for each text the CPU seconds of reading, of cutting, of both again, and of the yardstick.
_UNSEEN = """
import json, re, sys, time
from tmima import Segmenter
def seconds(run):
    start = time.process_time()
    found = run()
    return time.process_time() - start, found
with open(sys.argv[1], encoding='utf-8', newline='') as file:
    other, texts = json.load(file)
segmenter = Segmenter()
segmenter.segment(other)
for text in texts:
    reading, document = seconds(lambda: segmenter.read(text))
    cutting, _ = seconds(lambda: segmenter.segment(segmenter.prepare(document)))
    again = min(seconds(lambda: segmenter.segment(text))[0] for _ in range(3))
    yardstick = min(seconds(lambda: re.findall(r"\\w+", text))[0] for _ in range(3))
    print(reading, cutting, again, yardstick)
"""
# The same for the command, which names the segments too: the seconds and the peak of the process.
_COMMAND = """
import sys, time
from tmima.cli import main
sys.argv = ['tmima', 'segment', sys.argv[1], '-o', sys.argv[2], '--format', 'json']
try:
    main()
finally:
    peak = int(open('/proc/self/status').read().split('VmHWM:')[1].split()[0])
    print(time.process_time(), peak)
"""
_NUMBERS = (
    (2400, (1400, 2000)),
    (10_000, 200),
    (49_000, 5),
    (49_000, 2000),
    (49_000, (1400, 2000)),
    (49_000, 20_000),
)
_LONG, _LONG_GREEK = 3_000_000, 1_600_000
# The characters of the other texts that a process reads first, and the short texts behind them.
_OTHER = 200_000
_SHORT_TEXTS = 40
_FILE = 30_000_000
_RUNS = 5
_GROWTH = (1000, 3000, 10_000, 30_000, 100_000, 300_000, 1_000_000)
_SLOW = "NLTK TextTiling"


def cpu(run: Callable[[], object], *, repeats: int = 3) -> float:
    """Return the CPU seconds of the shortest of a few runs."""
    times = []
    for _ in range(repeats):
        start = time.process_time()
        run()
        times.append(time.process_time() - start)
    return min(times)


def english(characters: int) -> str:
    """Return English prose: encyclopedia, lectures and Choi's texts, five sentences a paragraph."""
    folders = [DATA / "real" / "wiki", DATA / "real" / "lectures-ai", DATA / "choi" / "1"]
    found = [path for folder in folders for path in sorted(folder.rglob("*.ref"))]
    lines = [line for path in found for line in _lines(path)]
    return _prose(lines or sentences(characters // 100), characters)


def greek(characters: int) -> str:
    """Return Greek prose: newspaper articles and laws, else the bundled texts."""
    articles = sorted((DATA / "greek-articles").rglob("*.txt")) or sorted(BUNDLED.rglob("*.txt"))
    laws = sorted((DATA / "real" / "greek-laws").glob("*.ref"))
    lines = [line for path in [*articles, *laws] for line in _lines(path)]
    return _prose(lines, characters, together=1)


def _lines(path: Path) -> Iterator[str]:
    for line in path.read_text("utf-8").splitlines():
        if line.strip() and not line.startswith("===="):
            yield line.strip()


def _prose(lines: list[str], characters: int, *, together: int = 5) -> str:
    paragraphs = [" ".join(lines[i : i + together]) for i in range(0, len(lines), together)]
    text = "\n\n".join(paragraphs)
    return ("\n\n".join([text] * (characters // len(text) + 1)))[:characters]


def spread(found: list[float], digits: int = 1) -> str:
    """Return the median of some runs, with the least and the greatest.

    >>> spread([3.0, 1.0, 2.0])
    '2.0 (1.0 to 3.0)'
    """
    low, middle, high = (f"{each:.{digits}f}" for each in (min(found), median(found), max(found)))
    return f"{middle} ({low} to {high})"


def against_findall() -> None:
    """Compare the whole path, nothing set, with finding the words by a regular expression.

    All texts are new to the process, which has read others of their language.
    """
    long_texts, short_texts = [], []
    for name, make, long, words in (
        ("English", english, _LONG, 2000),
        ("Greek", greek, _LONG_GREEK, 1000),
    ):
        prose = make(long + _OTHER)
        text, other = prose[:long], prose[long:]
        drawn = text.split(" ")[: _SHORT_TEXTS * words]
        short = [" ".join(drawn[at : at + words]) for at in range(0, len(drawn), words)]
        for size in (long, _OTHER):
            runs = [unseen(other, [text[:size]])[0] for _ in range(_RUNS)]
            parts = [(one.whole, one.reading, one.cutting, one.again) for one in runs]
            ratios = [
                [part / one.yardstick for part in some]
                for one, some in zip(runs, parts, strict=True)
            ]
            row = f"{name}, {size:,} characters", *map(spread, map(list, zip(*ratios, strict=True)))
            long_texts.append(row)
            print(*row, sep="  ", file=sys.stderr, flush=True)
        runs_of_short = [unseen(other, short) for _ in range(_RUNS)]
        first, again = (
            spread([1000 * median(getattr(one, which) for one in run) for run in runs_of_short])
            for which in ("whole", "again")
        )
        short_texts.append((f"{name}, {words:,} words", first, again))
        print(*short_texts[-1], sep="  ", file=sys.stderr, flush=True)
    title = f'Times as long as re.findall(r"\\w+"), nothing set; median and spread of {_RUNS} runs'
    columns = ("a text not read before", "whole path", "reading", "cutting", "whole, read again")
    print(Table("findall", title, columns, tuple(long_texts)).markdown(), flush=True)
    columns = (f"median of {_SHORT_TEXTS} texts, milliseconds", "not read before", "read again")
    print(Table("short", "Short texts", columns, tuple(short_texts)).markdown(), flush=True)


class Unseen(NamedTuple):
    """CPU seconds of a text that is new to a process, of the same read again, of the yardstick."""

    reading: float
    cutting: float
    again: float
    yardstick: float

    @property
    def whole(self) -> float:
        """The whole path of the new text."""
        return self.reading + self.cutting


def unseen(other: str, texts: list[str]) -> list[Unseen]:
    """Measure texts in a new process that has read another text before."""
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", newline="") as file:
        json.dump([other, texts], file)
        file.flush()
        done = subprocess.run(
            [sys.executable, "-c", _UNSEEN, file.name],
            capture_output=True,
            text=True,
            check=True,
            cwd=ROOT,
        )
    return [Unseen(*map(float, line.split())) for line in done.stdout.splitlines()]


def memory(size: int = _LONG) -> None:
    """Measure what segmenting long texts takes at the most, beyond a short one of the same kind."""
    prose = english(size)
    kinds = {
        "English": prose,
        "Greek": greek(size),
        "Chinese, made up": chinese(size),
        "lines of one word": one_word(size),
        "one paragraph": prose.replace("\n", " "),
        "no spaces": re.sub(r"\s", "", english(2 * size)),
        "sentences of four words": short(size),
    }
    rows = [_memory(name, text.encode()[:size]) for name, text in kinds.items()]
    many = ".".join(short(3 * _LONG).split(".")[:200_000])
    rows.append(
        _memory("200,000 sentences by the certificate", many.encode(), {"method": "density"})
    )
    columns = (
        "memory at the peak",
        "bytes of text",
        "MB after a short text",
        "beyond it, bytes a byte",
    )
    print(Table("memory", "Memory", columns, tuple(rows)).markdown(), flush=True)


def _memory(
    name: str, content: bytes, settings: dict[str, Any] | None = None
) -> tuple[str, str, str, str]:
    one = measured(content, settings)
    return name, f"{one.bytes:,}", f"{one.fixed / 1e6:.0f}", f"{one.by_byte:.1f}"


class Measured(NamedTuple):
    """What segmenting a text takes in a process of its own: bytes, CPU seconds, units."""

    bytes: int
    fixed: int
    most: int
    seconds: float
    units: int

    @property
    def by_byte(self) -> float:
        """The peak beyond that of a short text, for each byte of this one."""
        return (self.most - self.fixed) / self.bytes


def measured(
    content: bytes, settings: dict[str, Any] | None = None, *, named: bool = False
) -> Measured:
    """Segment a text after a short one, and read the names of its segments if told to."""
    content = content.decode("utf-8", "ignore").encode()
    with tempfile.NamedTemporaryFile() as file:
        file.write(content)
        file.flush()
        told = (repr(settings or {}), "named" if named else "")
        done = subprocess.run(
            [sys.executable, "-c", _MEASURED, file.name, *told],
            capture_output=True,
            text=True,
            check=True,
            cwd=ROOT,
        )
    fixed, most, seconds, units = done.stdout.split()
    return Measured(len(content), 1024 * int(fixed), 1024 * int(most), float(seconds), int(units))


def names(size: int = _LONG) -> None:
    """Measure how much more memory is taken where the segments are named."""
    kinds = {
        "random words": short(size, 13),
        "English": english(size),
        "Greek": greek(size),
    }
    rows = []
    for name, text in kinds.items():
        content = text.encode()[:size]
        both = (measured(content, named=named).by_byte for named in (False, True))
        rows.append((name, f"{size:,}", *(f"{one:.1f}" for one in both)))
    columns = ("peak beyond a short text, bytes a byte", "bytes of text", "cut", "cut and named")
    print(Table("names", "Memory with names", columns, tuple(rows)).markdown(), flush=True)


def numbers() -> None:
    """Measure numbers of segments that are told of long texts."""
    rows = []
    for sentences_, told in _NUMBERS:
        text = ". ".join(short(110 * sentences_, 13).split(". ")[:sentences_])
        one = measured(text.encode(), {"n_segments": told})
        number = "-".join(f"{each:,}" for each in told) if isinstance(told, tuple) else f"{told:,}"
        row = f"{number} of {one.units:,} sentences", f"{one.seconds:.1f}", f"{one.most / 1e6:.0f}"
        rows.append(row)
        print(*row, sep="  ", file=sys.stderr, flush=True)
    columns = ("segments told", "CPU seconds, reading included", "MB at the peak")
    print(Table("numbers", "Told numbers", columns, tuple(rows)).markdown(), flush=True)


def files(size: int = _FILE) -> None:
    """Measure the command on long files of every kind, from the file to JSON with names."""
    english_lines, greek_lines = shuffled(english(4 * _LONG), size), shuffled(greek(_LONG), size)
    kinds = {
        "English": english_lines,
        "Greek": greek_lines,
        "Chinese, made up": chinese(size // 3),
        "lines of one word": one_word(size),
        "one paragraph": english_lines.replace("\n", " "),
        "sentences of eight random words": short(size, 8),
        "log": log(size),
        "CSV": table(size),
        "minified JSON": minified(size),
    }
    rows = []
    for name, text in kinds.items():
        content = text.encode()[:size].decode("utf-8", "ignore").encode()
        with tempfile.TemporaryDirectory() as folder:
            given, out = Path(folder) / "text.txt", Path(folder) / "out.json"
            given.write_bytes(content)
            start = time.perf_counter()
            done = subprocess.run(
                [sys.executable, "-c", _COMMAND, given, out],
                capture_output=True,
                text=True,
                check=False,
                cwd=ROOT,
            )
            wall = time.perf_counter() - start
        used = done.stdout.split()
        told = (f"status {done.returncode}", "") if len(used) < 2 else used
        peak = 1024 * int(told[1] or 0)
        row = (
            name,
            f"{len(content):,}",
            f"{float(told[0]):.1f}" if told[1] else told[0],
            f"{wall:.1f}",
            f"{peak / 1e6:.0f}",
            f"{peak / len(content):.1f}",
        )
        print(*row, done.stderr.strip()[-200:], sep="  ", file=sys.stderr, flush=True)
        rows.append(row)
    columns = ("file", "bytes", "CPU seconds", "seconds", "MB at the peak", "bytes a byte")
    load = f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors at the end"
    title = f"tmima segment FILE -o OUT --format json; {load}"
    print(Table("files", title, columns, tuple(rows)).markdown(), flush=True)


def shuffled(text: str, characters: int) -> str:
    """Return the paragraphs of a text in ever other orders, until there are enough characters."""
    paragraphs = np.array(text.split("\n\n"), dtype=object)
    rng = np.random.default_rng(1)
    orders = range(characters // len(text) + 1)
    return "\n\n".join("\n\n".join(rng.permutation(paragraphs)) for _ in orders)[:characters]


def log(characters: int) -> str:
    """Return lines of a log: times, levels, parts of a program, numbers."""
    rng = np.random.default_rng(1)
    parts = "http db auth cache mail queue worker session".split()
    says = "request served;connection lost;retrying now;user logged in;slow query".split(";")
    rows = characters // 60 + 1
    drawn = zip(
        rng.choice(parts, rows), rng.choice(says, rows), rng.integers(1, 10**6, rows), strict=True
    )
    lines = (
        f"2026-11-{1 + at // 86400 % 30:02} {at // 3600 % 24:02}:{at // 60 % 60:02}:{at % 60:02} "
        f"INFO {part}: {said} id={number}"
        for at, (part, said, number) in enumerate(drawn)
    )
    return "\n".join(lines)[:characters]


def table(characters: int) -> str:
    """Return rows of CSV: numbers and names."""
    rng = np.random.default_rng(1)
    rows = characters // 30 + 1
    names = rng.choice(_drawn(5000), rows)
    numbers = rng.integers(1, 10**6, (rows, 3)).tolist()
    lines = (f"{a},{name},{b},{c / 100}" for (a, b, c), name in zip(numbers, names, strict=True))
    return "\n".join(lines)[:characters]


def minified(characters: int) -> str:
    """Return one line of JSON."""
    rows = (line.split(",") for line in table(characters).split("\n"))
    parts = (f'{{"id":{row[0]},"name":"{row[1]}","x":{row[2]}}}' for row in rows if len(row) == 4)
    return ("[" + ",".join(parts) + "]")[:characters]


def _drawn(count: int) -> list[str]:
    """Return English words in no order."""
    words = np.array(sorted(set(re.findall("[a-z]{3,}", english(1_000_000)))))
    return np.random.default_rng(1).choice(words, count).tolist()


def short(characters: int, together: int = 4) -> str:
    """Return sentences of a few words in no order."""
    words = _drawn(characters // 8)
    rows = (words[first : first + together] for first in range(0, len(words), together))
    return ". ".join(" ".join(row).capitalize() for row in rows)[:characters]


def one_word(characters: int) -> str:
    """Return lines of one word each."""
    return "\n".join(word.capitalize() for word in _drawn(characters // 4))[:characters]


def chinese(characters: int) -> str:
    """Return made-up Chinese: words of two characters, by ranks as frequent as in prose."""
    rng = np.random.default_rng(1)

    def drawn(most: int, count: int) -> np.ndarray:
        shares = 1 / np.arange(1, most + 1)
        return rng.choice(most, count, p=shares / shares.sum())

    ranks = drawn(2000, 8000), rng.permutation(2000)[drawn(2000, 8000)]
    words = [
        chr(0x4E00 + 10 * one) + chr(0x4E00 + 10 * other) for one, other in zip(*ranks, strict=True)
    ]
    numbers, lengths = drawn(len(words), characters // 2), rng.integers(6, 22, characters // 12)
    edges = np.cumsum(lengths)[np.cumsum(lengths) < len(numbers)]
    found = [
        "".join(words[number] for number in part) + ("。" if place % 5 else "。\n\n")
        for place, part in enumerate(np.split(numbers, edges))
    ]
    return "".join(found)[:characters]


def beside_others(characters: int = 200_000) -> None:
    """Compare with other programs on the same raw text, which is new to us; theirs is warm."""
    prose = english(characters + _OTHER)
    text, other = prose[:characters], prose[characters:]
    own = median(unseen(other, [text])[0].whole for _ in range(_RUNS))
    rows = [("tmima", "1")]
    for name, run in _rivals(text):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                cpu(run, repeats=1)  # imports and first uses are not timed
                taken = cpu(run, repeats=1 if name == _SLOW else 3) / own
        except ImportError as missing:
            rows.append((name, f"not installed ({missing.name})"))
            continue
        rows.append((name, f"{taken:.{0 if taken > 20 else 1 if taken > 1 else 2}f}"))
    title = f"Beside others, tmima {1000 * own:.0f} ms"
    columns = (f"the same raw text of {characters:,} characters", "times as long as tmima")
    print(Table("others", title, columns, tuple(rows)).markdown(), flush=True)


def hashed(texts: list[str]) -> np.ndarray:
    """Return counts of hashed words as vectors of length 1: the cheapest there are."""
    vectors = np.zeros((len(texts), _DIMENSIONS), dtype=np.float32)
    for row, text in enumerate(texts):
        for word in text.lower().split():
            vectors[row, hash(word) % _DIMENSIONS] += 1
    return vectors / np.maximum(1, np.linalg.norm(vectors, axis=1, keepdims=True))


def _rivals(text: str) -> Iterator[tuple[str, Callable[[], object]]]:
    yield _SLOW, lambda: _texttiling(text)
    yield "ruptures KernelCPD on TF-IDF of sentences", lambda: _kernel_cpd(text)
    yield "LangChain SemanticChunker, hashed words as vectors", lambda: _semantic_chunker(text)
    yield "Chonkie SemanticChunker, hashed words as vectors", lambda: _chonkie(text)
    yield "semchunk (counts characters)", lambda: _semchunk(text)
    yield "LangChain recursive splitter (counts characters)", lambda: _recursive(text)


def _texttiling(text: str) -> object:
    from nltk.tokenize import TextTilingTokenizer

    return TextTilingTokenizer(stopwords=FUNCTION_WORDS).tokenize(text)


def _kernel_cpd(text: str) -> object:
    import ruptures
    from sklearn.feature_extraction.text import TfidfVectorizer

    parts = re.split(r"(?<=[.!?])\s+", text)
    signal = TfidfVectorizer(stop_words="english", max_features=500).fit_transform(parts).toarray()
    return ruptures.KernelCPD(kernel="cosine", min_size=2).fit(signal + 1e-9).predict(pen=5)


def _semantic_chunker(text: str) -> object:
    from langchain_experimental.text_splitter import SemanticChunker

    class Hashed:
        def embed_documents(self, texts: list[str]) -> list[list[float]]:
            return hashed(texts).tolist()

    return SemanticChunker(Hashed()).split_text(text)


def _chonkie(text: str) -> object:
    from chonkie import SemanticChunker
    from chonkie.embeddings import BaseEmbeddings

    class Hashed(BaseEmbeddings):
        dimension = _DIMENSIONS

        def embed(self, text: str) -> np.ndarray:
            return hashed([text])[0]

        def embed_batch(self, texts: list[str]) -> list[np.ndarray]:
            return list(hashed(texts))

        def similarity(self, u: np.ndarray, v: np.ndarray) -> float:
            return float(u @ v)

        def get_tokenizer(self) -> object:
            return "word"

    return SemanticChunker(embedding_model=Hashed()).chunk(text)


def _semchunk(text: str) -> object:
    import semchunk

    return semchunk.chunk(text, chunk_size=2000, token_counter=len)


def _recursive(text: str) -> object:
    from langchain_text_splitters import RecursiveCharacterTextSplitter

    return RecursiveCharacterTextSplitter(chunk_size=2000, chunk_overlap=0).split_text(text)


def growth(path: str) -> None:
    """Draw how the time grows with the text, from a thousand units to a million."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(6, 4))
    segmenter = Segmenter(language="en")
    segmenter.segment(english(20_000))
    rows = []
    for name, make, of_unit in (
        ("prose", english, _SENTENCE),
        ("lines of one word", one_word, 8.4),
    ):
        sizes, times = [], []
        for wanted in _GROWTH:
            text = make(int(wanted * of_unit))
            taken = cpu(lambda: sizes.append(len(segmenter.segment(text).units)), repeats=1)  # noqa: B023
            times.append(taken)
            rows.append((f"{name}, {sizes[-1]:,} units", f"{taken:.2f}"))
        axes.loglog(sizes, times, "o-", label=name)
        axes.loglog(sizes, [times[0] * size / sizes[0] for size in sizes], ":", color="grey")
    print(Table("growth", "Growth", ("text", "seconds"), tuple(rows)).markdown(), flush=True)
    axes.set_xlabel("units")
    axes.set_ylabel("CPU seconds")
    axes.legend()
    figure.tight_layout()
    figure.savefig(path, dpi=110)


if __name__ == "__main__":
    if sys.argv[1:2] == ["growth"]:
        growth(sys.argv[2])
    elif sys.argv[1:2] == ["memory"]:
        memory(*map(int, sys.argv[2:]))
    elif sys.argv[1:2] == ["names"]:
        names(*map(int, sys.argv[2:]))
    elif sys.argv[1:2] == ["texts"]:
        against_findall()
    elif sys.argv[1:2] == ["numbers"]:
        numbers()
    elif sys.argv[1:2] == ["files"]:
        files(*map(int, sys.argv[2:]))
    else:
        against_findall()
        beside_others()
        memory()
