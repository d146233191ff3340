"""What cannot even be imported here is left out of the doctests; how tests are dealt out."""

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from tmima.loading.on_request import EXTRAS

PACKAGE = Path(__file__).parent / "src" / "tmima"
_REQUIRED = re.compile(r'^require\("([\w-]+)"\)', re.MULTILINE)
# What each module names to `require` as soon as it is imported: adapters say so themselves.
_NEEDS = {"arrow/*": "corpus", "corpora/*": "corpus"} | {
    f"integrations/{path.name}": name
    for path in PACKAGE.glob("integrations/*.py")
    for name in _REQUIRED.findall(path.read_text(encoding="utf-8"))
}
collect_ignore_glob = [
    f"src/tmima/{path}"
    for path, name in _NEEDS.items()
    if any(find_spec(package.partition(".")[0]) is None for package in EXTRAS[name].packages)
]


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """Keep the tests of a file together: what they share is then made by one worker, not by all."""
    if config.getoption("numprocesses", None) and config.getoption("dist") == "no":
        config.option.dist = "loadfile"
