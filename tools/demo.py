"""make demo: what tmima does, step by step on the screen; everything it writes is below demo/."""

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from textwrap import fill
from typing import NamedTuple

ROOT = Path(__file__).parents[1]


class Step(NamedTuple):
    """A command, what a person is told before it, and where its output goes if not to the screen."""

    said: str
    command: str
    log: str | None = None


DOCUMENT = "examples/tool-library.md"
STEPS = (
    Step(
        "1. The contents of a document. It is a guide of four pages with headings "
        "(examples/tool-library.md). Each topic has its name, its share of the text and the sentence that "
        "tells most of it. Topics follow the headings of the author: none cuts across a section.",
        f"tmima segment {DOCUMENT} --format contents",
    ),
    Step(
        "2. A text that has no headings (src/tmima/explore/examples/english-island.txt): topics and names are "
        "found from the words alone. demo/dotplot.png is its picture: a dot marks two sentences that share "
        "words, the darker the rarer the words; a red square is a topic.",
        "tmima segment src/tmima/explore/examples/english-island.txt --format contents --plot demo/dotplot.png",
    ),
    Step(
        "3. The same in Greek: the text is read with the grammar of the language, and the command line "
        "speaks Greek where the system does, or when it is told to.",
        "tmima segment examples/balcony.el.md --format contents --ui-language el",
    ),
    Step(
        "4. The chapters of a recorded talk, from its subtitles (docs/transcripts/lighthouse.vtt). These "
        "lines can be pasted into the description of a video.",
        "tmima chapters docs/transcripts/lighthouse.vtt",
    ),
    Step(
        "5. A report to read in the browser and to pass on: demo/report.html, one file that works without a "
        "network. It has the contents of the first document beside its text. The command prints nothing else.",
        f"tmima segment {DOCUMENT} --format html -o demo/report.html",
    ),
    Step(
        "6. How good is it? The experiment of the paper that tmima began with. Texts are made of the "
        "beginnings of ten Greek articles each, so that the true places are known. 30 of them teach how "
        "texts of this kind are cut; what was learnt is in demo/training.txt.",
        "tmima generate suite1 --range 9 11 --texts 30 --seed 1 -o demo/training",
    ),
    Step("", "tmima train demo/training --language el -o demo/params.json", log="training.txt"),
    Step(
        "Another text, which was not among them:", "tmima generate suite1 --range 9 11 --texts 1 --seed 2 -o demo/text"
    ),
    Step(
        "is cut by what was learnt,",
        "tmima segment demo/text/001.ref --input-format choi --params demo/params.json --format choi -o demo/found.ref",
    ),
    Step("and compared with the truth:", "tmima evaluate demo/text/001.ref demo/found.ref"),
)
READ = (
    "How to read this: F1 is 100 % if every cut is exactly right; F1±2 also counts a cut that is at most two "
    "sentences off, which a reader would hardly notice. Pk and WindowDiff are errors, 0 % is perfect, and who "
    "never cuts gets about 47 %. `tmima evaluate demo/text/001.ref demo/found.ref --show` tells where the "
    "two differ.",
    "Look at demo/report.html and demo/dotplot.png. Next: .venv/bin/tmima segment YOUR-FILE, or "
    ".venv/bin/tmima explore YOUR-FILE for the browser.",
)


def main(root: Path = ROOT) -> None:
    """Run the steps in a folder that has our documents; stop at the first that fails."""
    folder = root / "demo"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    # What is said here is English, and so is what the commands say, if not told otherwise.
    environment = {**os.environ, "LC_ALL": "C.UTF-8"}
    for step in STEPS:
        if step.said:
            print(f"\n{fill(step.said, 100)}\n")
        print(f"$ {step.command}" + (f" > demo/{step.log}" if step.log else ""), flush=True)
        command = [str(Path(sys.executable).with_name("tmima")), *shlex.split(step.command)[1:]]
        with open(folder / step.log, "w") if step.log else os.fdopen(os.dup(1), "w") as out:
            done = subprocess.run(command, cwd=root, env=environment, stdout=out, check=False)
        if done.returncode:
            sys.exit(done.returncode)
    for paragraph in READ:
        print(f"\n{fill(paragraph, 100)}")


if __name__ == "__main__":
    main()
