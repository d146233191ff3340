"""What cannot even be imported here is left out of the doctests; how tests are dealt out."""

from importlib.util import find_spec

import pytest

# The package that a module of ours needs, where `make test` does not install it.
_NEEDS = {
    "arrow.py": "pyarrow",
    "corpora/*": "pyarrow",
    "integrations/haystack.py": "haystack",
    "integrations/langchain.py": "langchain_text_splitters",
    "integrations/llama_index.py": "llama_index",
    "integrations/ray.py": "ray",
    "integrations/spark.py": "pyspark",
}
collect_ignore_glob = [
    f"src/tmima/{path}" for path, package in _NEEDS.items() if find_spec(package) is None
]


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """Keep the tests of a file together: what they share is then made by one worker, not by all."""
    if config.getoption("numprocesses", None) and config.getoption("dist") == "no":
        config.option.dist = "loadfile"
