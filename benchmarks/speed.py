"""How fast and how lean: tmima beside other programs on the same sentences, in one run.

Run: make bench
"""

import subprocess
import sys
import warnings

from nltk.tokenize import TextTilingTokenizer
from tools.texts import FUNCTION_WORDS, sentences

import tmima
from benchmarks.segmenters import dense, kernel_cpd, ours, points, units_of
from benchmarks.timing import seconds
from tmima import Parameters, kernel, languages
from tmima.formats import read
from tmima.methods import make, methods
from tmima.paper import BUNDLED
from tmima.segmentation import Prepared

SIZES = (100, 1000, 5000, 20_000)


def kernels() -> None:
    """Compare the segmenters from the sentences' words on."""
    print(f"Segmenter, kernel {kernel.NAME}; seconds and how many times ours")
    print(f"{'sentences':>9} {'tmima':>9} {'dense NumPy':>20} {'ruptures KernelCPD':>20}")
    kernel_cpd(points(units_of(SIZES[0])))  # the import of ruptures is not timed
    for size in SIZES:
        units = units_of(size)
        own = seconds(lambda units=units: ours(units))
        rival = seconds(lambda units=units: dense(units), repeats=1 if size > 1000 else 3)
        if ours(units) != dense(units):
            raise SystemExit(f"the two programmes disagree at {size} sentences")
        row = f"{size:>9} {own:>9.4f} {rival:>11.3f} {rival / own:>7.1f}x"
        signal = points(units)
        other = seconds(lambda signal=signal: kernel_cpd(signal), repeats=1)
        print(f"{row} {other:>11.3f} {other / own:>7.1f}x", flush=True)


def whole_path() -> None:
    """Compare the whole way from raw text with NLTK's TextTiling."""
    made = sentences(400)
    text = "\n\n".join(" ".join(made[i : i + 5]) for i in range(0, len(made), 5))
    words = len(text.split())
    own = seconds(lambda: tmima.segment(text, language="en"))
    tiling = TextTilingTokenizer(stopwords=FUNCTION_WORDS)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        rival = seconds(lambda: tiling.tokenize(text), repeats=1)
    print(f"\nFrom raw text, {words} words; words per second")
    print(f"{'tmima':<18} {words / own:>12,.0f}")
    print(f"{'NLTK TextTiling':<18} {words / rival:>12,.0f} ({rival / own:.1f} times slower)")


def nothing_set() -> None:
    """Compare the default with the paper's method as given."""
    print("\nNothing set, beside the paper's similarity with all parameters given; 1,000 sentences")
    bundled = "\n\n".join(path.read_text("utf-8") for path in sorted(BUNDLED.rglob("*.txt")))
    document = read(bundled, languages.analyzer("el"))
    greek = bundled[: document.sentences[1000].start]
    for language, text in (("en", " ".join(sentences(1000))), ("el", greek)):
        paper = {"method": "density", "parameters": Parameters()}
        given = seconds(lambda: tmima.segment(text, language=language, **paper))  # noqa: B023
        default = seconds(lambda: tmima.segment(text, language=language))  # noqa: B023
        print(f"{default:>8.3f}  {default / given:.2f} times as long, language {language}")


def memory() -> None:
    """Measure the peak memory of a process that segments 20,000 sentences."""
    # The high-water mark of this program alone; getrusage would count its parent's.
    report = "print(open('/proc/self/status').read().split('VmHWM:')[1].split()[0])"
    work = "from benchmarks.segmenters import ours, units_of; ours(units_of(20_000))"

    def peak(code: str) -> float:
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True
        )
        return int(done.stdout) / 1024

    bare = peak(report)
    print("\nPeak memory at 20,000 sentences, MB above the bare interpreter")
    print(f"{peak(f'import tmima; {report}') - bare:>8.0f}  importing tmima")
    print(f"{peak(f'{work}; {report}') - bare:>8.0f}  importing it and segmenting")


def start() -> None:
    """Measure how long a process takes to import tmima and to segment a short text."""
    text = " ".join(sentences(100))

    def process(*arguments: str) -> float:
        command = [sys.executable, *arguments]
        return seconds(
            lambda: subprocess.run(
                command, input=text.encode(), check=True, stdout=subprocess.DEVNULL
            )
        )

    bare = process("-c", "pass")
    run = "from tmima.cli import main; main()"
    print("\nSeconds of a process")
    print(f"{bare:>8.2f}  a bare interpreter")
    print(f"{process('-c', 'import tmima'):>8.2f}  import tmima")
    print(f"{process('-c', run, 'segment', '-'):>8.2f}  tmima segment, 100 English sentences")
    print(f"{process('-c', run, 'segment', '-', '--language', 'el'):>8.2f}  the same as Greek")


def every_method() -> None:
    """Time every method that needs nothing, on 2,000 sentences."""
    text = Prepared.of(read("\n".join(sentences(2000)), languages.analyzer("en"), format="lines"))
    print("\nMethods on 2,000 sentences, seconds")
    for name in methods.own():
        known = methods[name]
        if known.needs:
            continue
        count = 200 if known.count == "required" else None
        taken = seconds(lambda: make(name).segment(text, n_segments=count), repeats=1)  # noqa: B023
        print(f"{taken:>8.2f}  {name}", flush=True)


if __name__ == "__main__":
    kernels()
    every_method()
    whole_path()
    nothing_set()
    memory()
    start()
