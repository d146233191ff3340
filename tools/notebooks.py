"""Runs the notebooks in docs/notebooks and writes what their cells print into them.

Plain Python runs them: their cells are programs without magics, and no Jupyter is needed.

Run: make notebooks
"""

import ast
import contextlib
import io
import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[1] / "docs" / "notebooks"


def renewed(notebook: dict[str, Any]) -> dict[str, Any]:
    """Return a notebook with the outputs that its cells have when they are run in order."""
    names: dict[str, Any] = {}
    cells, count = [dict(cell) for cell in notebook["cells"]], 0
    for cell in cells:
        if cell["cell_type"] == "code":
            count += 1
            cell["execution_count"] = count
            cell["outputs"] = _outputs("".join(cell["source"]), names, count)
    return notebook | {"cells": cells}


def _outputs(source: str, names: dict[str, Any], count: int) -> list[dict[str, Any]]:
    """Run a cell; return what it prints, and the value of its last line if that is an expression."""
    *statements, last = ast.parse(source).body
    printed, value = io.StringIO(), None
    with contextlib.redirect_stdout(printed):
        if isinstance(last, ast.Expr):
            exec(compile(ast.Module(statements, []), "<cell>", "exec"), names)  # noqa: S102
            value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)  # noqa: S307
        else:
            exec(compile(source, "<cell>", "exec"), names)  # noqa: S102
    outputs: list[dict[str, Any]] = []
    if printed.getvalue():
        outputs.append({"name": "stdout", "output_type": "stream", "text": _lines(printed.getvalue())})
    if value is not None:
        data = {"text/plain": _lines(repr(value))}
        outputs.append({"data": data, "execution_count": count, "metadata": {}, "output_type": "execute_result"})
    return outputs


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def read(path: Path) -> dict[str, Any]:
    """Return a notebook."""
    notebook: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return notebook


def main() -> None:
    """Run all notebooks and write them."""
    for path in sorted(FOLDER.glob("*.ipynb")):
        text = json.dumps(renewed(read(path)), indent=1, ensure_ascii=False)
        path.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
