"""Pages tell the truth: their examples run in order, and print what the page says."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import tmima

DOCS = Path(__file__).parents[1] / "docs"
INTEGRATIONS = (DOCS / "integrations.md").read_text(encoding="utf-8")
# The sections of the page on frameworks, each with the module that it needs.
FRAMEWORKS = {
    "LangChain": "langchain_text_splitters",
    "LlamaIndex": "llama_index.core",
    "Haystack": "haystack",
    "spaCy": "spacy",
    "scikit-learn": "sklearn",
    "Chonkie": "chonkie",
    "Docling": "docling_core",
    "Unstructured": "unstructured",
}


def blocks(page: str, kind: str) -> str:
    return "\n".join(re.findall(rf"```{kind}\n(.*?)```", page, re.DOTALL))


def sections(page: str) -> dict[str, str]:
    return {part.partition("\n")[0]: part for part in page.split("\n## ")[1:]}


def examples_run(page: str, first: str = "") -> None:
    # In a process of its own, for what it registers stays.
    done = subprocess.run(
        [sys.executable, "-c", first + blocks(page, "python")],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={
            **os.environ,
            "PYTHONPATH": str(Path(tmima.__file__).parents[1]),
            "PYTHONUTF8": "1",
        },
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == blocks(page, "text")


@pytest.mark.parametrize("name", ["extending.md", "retrieval.md", "documents.md"])
def test_every_example_runs_in_the_order_of_the_page(name):
    examples_run((DOCS / name).read_text(encoding="utf-8"))


def test_every_section_on_a_framework_is_run():
    shown = {name for name, text in sections(INTEGRATIONS).items() if "```python" in text}
    assert shown == set(FRAMEWORKS)


@pytest.mark.parametrize("name", FRAMEWORKS)
def test_every_framework_gives_what_the_page_says(name):
    pytest.importorskip(FRAMEWORKS[name], reason=f"{name} is not installed")
    # A checkout that is not installed has no entry points.
    first = "import tmima.integrations.spacy\n" if name == "spaCy" else ""
    examples_run(sections(INTEGRATIONS)[name], first)
