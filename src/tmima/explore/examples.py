"""The texts that the page offers to those who have none at hand."""

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

_FOLDER = files(__package__).joinpath("examples")


@dataclass(frozen=True, slots=True)
class Example:
    """A text with its title in each language of the interface."""

    name: str
    title: dict[str, str]
    text: str


@cache
def examples() -> dict[str, Example]:
    """Return the examples by name, in the order in which they are offered."""
    described = tomllib.loads(_FOLDER.joinpath("examples.toml").read_text(encoding="utf-8"))
    return {
        name: Example(
            name, entry["title"], _FOLDER.joinpath(entry["file"]).read_text(encoding="utf-8")
        )
        for name, entry in described.items()
    }
