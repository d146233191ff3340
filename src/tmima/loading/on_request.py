"""What is loaded only when it is asked for: names, patterns, and packages installed on request."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from tmima.errors import TmimaError


def lazy_attributes(package: str, homes: Mapping[str, Iterable[str]]) -> Callable[[str], Any]:
    """Return the `__getattr__` of a package that looks for names in the modules they live in.

    No module may have the name of what it holds: once imported, it would stand in its place.

    >>> lazy_attributes("tmima", {"tmima.scores": ["pk"]})("pk").__name__
    'pk'
    """
    modules = {name: module for module, names in homes.items() for name in names}

    def load(name: str) -> Any:
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(modules[name]), name)

    return load


class Pattern:
    """A pattern of `regex`, compiled when it is first asked: most programs need few of ours.

    >>> Pattern(r"\\p{Lu}\\w+").search("the Aegean")[0]
    'Aegean'
    """

    def __init__(self, pattern: str, flags: int = 0) -> None:
        self._source = pattern, flags

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        import regex  # takes as long as several rooms of ours

        method = getattr(regex.compile(*self._source), name)
        # Found at once from now on.
        setattr(self, name, method)
        return method


@dataclass(frozen=True, slots=True)
class Extra:
    """Packages that something needs.

    Attributes:
        needs: what needs what, as the message says it.
        packages: the names to import; the first one is what `require` returns.
        install: what to give to pip.
    """

    needs: str
    packages: tuple[str, ...]
    install: str


def _extra_of_tmima(name: str) -> str:
    return f"'tmima[{name}]'"


# The extras of pyproject.toml first, then packages that users bring along themselves.
EXTRAS: dict[str, Extra] = {
    "plot": Extra("plots need Matplotlib", ("matplotlib",), _extra_of_tmima("plot")),
    "methods": Extra(
        "this method needs SciPy and scikit-learn", ("sklearn", "scipy"), _extra_of_tmima("methods")
    ),
    # SciPy alone is enough for it.
    "lsa": Extra("lsa needs SciPy", ("scipy",), _extra_of_tmima("methods")),
    "frequencies": Extra(
        "how frequent words are is told by wordfreq", ("wordfreq",), _extra_of_tmima("frequencies")
    ),
    "explore": Extra(
        "the explorer needs FastAPI and uvicorn", ("fastapi", "uvicorn"), _extra_of_tmima("explore")
    ),
    "corpus": Extra("columns of texts need pyarrow", ("pyarrow",), _extra_of_tmima("corpus")),
    "html": Extra(
        "the main content of a page needs trafilatura",
        # The second is asked for by a name that pip 23 does not understand.
        ("trafilatura", "lxml_html_clean"),
        _extra_of_tmima("html"),
    ),
    "documents": Extra(
        "documents in PDF need pypdfium2", ("pypdfium2",), _extra_of_tmima("documents")
    ),
    "langchain": Extra(
        "this splitter needs LangChain", ("langchain_text_splitters",), _extra_of_tmima("langchain")
    ),
    "llama-index": Extra(
        "this parser needs LlamaIndex", ("llama_index.core",), _extra_of_tmima("llama-index")
    ),
    "haystack": Extra("this component needs Haystack", ("haystack",), _extra_of_tmima("haystack")),
    "spacy": Extra("this needs spaCy", ("spacy",), _extra_of_tmima("spacy")),
    "sklearn": Extra("this estimator needs scikit-learn", ("sklearn",), _extra_of_tmima("sklearn")),
    "stanza": Extra("this analyzer needs Stanza", ("stanza",), "stanza"),
    "sentence-transformers": Extra(
        "the model needs sentence-transformers",
        ("sentence_transformers",),
        "sentence-transformers",
    ),
    "tiktoken": Extra("this tokenizer needs tiktoken", ("tiktoken",), "tiktoken"),
    "tokenizers": Extra("this tokenizer needs tokenizers", ("tokenizers",), "tokenizers"),
    "pyspark": Extra("this needs Spark", ("pyspark",), "pyspark"),
    "ray": Extra("this needs Ray Data", ("ray.data",), "'ray[data]'"),
    "model2vec": Extra("the model needs model2vec", ("model2vec",), "model2vec"),
}


def require(name: str) -> Any:
    """Import what a row of the table names and return its first package.

    It is called before any work is done, so that nobody waits for a plot that cannot be drawn.
    """
    extra = EXTRAS[name]
    try:
        first, *_ = [import_module(package) for package in extra.packages]
    except ImportError as error:
        missing = [package for package in extra.packages if not _is_installed(package)]
        said = ""
        if not missing:
            said = f", which cannot be imported ({' '.join(str(error).split())[:200]})"
        elif extra.packages[0] not in missing:
            said = f", and {' and '.join(missing)} is missing"
        raise TmimaError(f"{extra.needs}{said}: pip install {extra.install}") from None
    return first


def _is_installed(package: str) -> bool:
    """Tell whether a package is installed, even one that cannot be imported."""
    try:
        return find_spec(package) is not None
    except (ImportError, ValueError):
        return False
