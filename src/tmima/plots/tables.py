"""Tables as they are printed: Markdown and comma-separated values."""

import csv
import io
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Table:
    """A table: a name for its files, a title, its columns and rows as they are printed."""

    name: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def markdown(self) -> str:
        """Return the table in Markdown."""
        lines = [
            f"**{self.title}**",
            "",
            "| " + " | ".join(self.columns) + " |",
            "|" + "---|" * len(self.columns),
            *("| " + " | ".join(row) + " |" for row in self.rows),
        ]
        return "\n".join(lines) + "\n"

    def csv(self) -> str:
        """Return the table as comma-separated values."""
        file = io.StringIO()
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(self.columns)
        writer.writerows(self.rows)
        return file.getvalue()


def percent(share: float) -> str:
    """Return a share as it is printed, in per cent with two decimals."""
    return f"{100 * share:.2f}"
