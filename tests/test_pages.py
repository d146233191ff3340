"""Pages tell the truth: their examples run in order, and print what the page says."""

import re

import pytest

from tests.pages import follow_apart, page

INTEGRATIONS = page("docs/integrations.md")
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


def sections(text: str) -> dict[str, str]:
    return {part.partition("\n")[0]: part for part in text.split("\n## ")[1:]}


def runnable(text: str) -> str:
    """Return a section with its recipe, a file beside the page, in the place of the link."""
    linked = re.search(r"recipes/\w+\.py", text)
    recipe = f"```python\n{page(f'docs/{linked[0]}')}```\n\n" if linked else ""
    return recipe + text


@pytest.mark.parametrize(
    "name",
    [
        "documents.md",
        "extending-texts.md",
        "extending.md",
        "limits.md",
        "outlines.md",
        "retrieval.md",
        "scoring.md",
    ],
)
def test_every_example_runs_in_the_order_of_the_page(name):
    follow_apart(page(f"docs/{name}"))


def test_every_section_on_a_framework_is_run():
    shown = {name for name, text in sections(INTEGRATIONS).items() if "```python" in runnable(text)}
    assert shown == set(FRAMEWORKS)


@pytest.mark.parametrize("name", FRAMEWORKS)
def test_every_framework_gives_what_the_page_says(name):
    pytest.importorskip(FRAMEWORKS[name], reason=f"{name} is not installed")
    # A checkout that is not installed has no entry points.
    first = "```python\nimport tmima.integrations.spacy\n```\n" if name == "spaCy" else ""
    follow_apart(first + runnable(sections(INTEGRATIONS)[name]))
