"""What was found: the results of the stand, asked by contender, way and kind of text."""

from collections.abc import Iterable
from typing import Any

from benchmarks.accuracy.stand import Result
from benchmarks.accuracy.texts import Kind

Figures = dict[str, Any]
# Kinds of fewer texts have their rows, but do not count in means.
FEWEST = 5


class Found:
    """The results of all cells that were measured.

    Args:
        results: of the cells, by name.
    """

    def __init__(self, results: dict[str, Result]) -> None:
        settings = [cell["settings"] for cell in results.values()]
        self.half: str = settings[0]["half"]
        self.most: int = max(each["most"] for each in settings)
        self.true: dict[str, Figures] = {}
        self._figures: dict[tuple[str, str], dict[str, Figures]] = {}
        for cell in results.values():
            kind, contender = cell["settings"]["kind"]["name"], cell["settings"]["contender"]
            # Of the texts that most contenders were given.
            if cell["true"]["texts"] > self.true.get(kind, {}).get("texts", 0):
                self.true[kind] = cell["true"]
            for way, figures in cell.items():
                if way not in ("settings", "true"):
                    self._figures.setdefault((contender, way), {})[kind] = figures

    def of(self, contender: str, way: str) -> dict[str, Figures]:
        """Return the figures of a contender by the names of the kinds."""
        return self._figures.get((contender, way), {})

    def all_of(self, contender: str, way: str, kinds: Iterable[Kind]) -> list[Figures]:
        """Return the figures on some kinds; none if one of them was not measured."""
        known = self.of(contender, way)
        wanted = [kind.name for kind in kinds]
        return [known[name] for name in wanted] if all(name in known for name in wanted) else []

    def texts(self, kind: Kind) -> int:
        """Return how many texts of a kind were measured."""
        return int(self.true[kind.name]["texts"]) if kind.name in self.true else 0

    def counting(self, kinds: Iterable[Kind]) -> list[Kind]:
        """Return the kinds that have enough texts to count in means."""
        return [kind for kind in kinds if self.texts(kind) >= FEWEST]
