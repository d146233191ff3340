"""python -m tools.house: the figures of the house that docs/decisions.md shows.

Modules, lines, deep imports across packages, the modules that each command walks through, the
largest number of parameters, and what an import and a short text take.
"""

import ast
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

PACKAGE = Path("src/tmima")
_COMMANDS = {
    "segment": ["segment", "text.txt"],
    "stream": ["stream"],
    "experiment": ["experiment", "suite2", "--quick", "--jobs", "1", "-o", "out"],
    "explore": ["explore", "--help"],
}
_TEXT = "".join(f"The harbour number {i} was full of ships and ship {i % 7} sailed. " for i in range(100))
_REPEATS = 7


def modules() -> list[Path]:
    """Return the files of the package."""
    return sorted(PACKAGE.rglob("*.py"))


def deep_imports() -> Counter[str]:
    """Count imports that reach past the door of another package of ours."""
    found: Counter[str] = Counter()
    packages = {path.parent.relative_to(PACKAGE).parts[0] for path in PACKAGE.glob("*/__init__.py")}
    for path in modules():
        own = path.relative_to(PACKAGE).parts[0]
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tmima."):
                parts = (node.module or "").split(".")[1:]
                if parts[0] in packages and parts[0] != own and len(parts) > 1:
                    found[".".join(parts)] += 1
    return found


def most_parameters() -> list[tuple[int, str]]:
    """Return the functions with the most parameters, the receiver not counted."""
    found = []
    for path in modules():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                every = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
                count = len([each for each in every if each.arg not in ("self", "cls")])
                found.append((count, f"{path.relative_to(PACKAGE)}:{node.name}"))
    return sorted(found, reverse=True)[:5]


def walked(arguments: list[str]) -> int:
    """Return how many modules of ours a command has imported when it is done."""
    code = (
        "import sys, atexit\n"
        "atexit.register(lambda: print(sum(n == 'tmima' or n.startswith('tmima.') "
        "for n in sys.modules), file=sys.stderr))\n"
        "from tmima.cli import main; main()"
    )
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "text.txt").write_text(_TEXT, encoding="utf-8")
        done = subprocess.run(
            [sys.executable, "-c", code, *arguments],
            input=_TEXT,
            cwd=folder,
            capture_output=True,
            text=True,
            check=True,
        )
    return int(done.stderr.split()[-1])


def fastest(*arguments: str, text: str = "") -> float:
    """Return the least time of several runs of Python, in seconds."""
    times = []
    for _ in range(_REPEATS):
        start = time.perf_counter()
        subprocess.run([sys.executable, *arguments], input=text, capture_output=True, text=True, check=True)
        times.append(time.perf_counter() - start)
    return min(times)


def main() -> None:
    """Print the figures."""
    lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in modules())
    deep = deep_imports()
    print(f"modules                      {len(modules())}")
    print(f"lines of Python              {lines}")
    print(f"deep imports across packages {deep.total()}", dict(deep.most_common(6)))
    print("most parameters              ", *most_parameters(), sep="\n    ")
    for name, arguments in _COMMANDS.items():
        print(f"modules walked by {name:<10} {walked(arguments)}")
    run = "from tmima.cli import main; main()"
    bare = fastest("-c", "pass")
    print(f"import tmima                 {fastest('-c', 'import tmima') - bare:.3f} s above Python")
    print(f"tmima segment, 100 sentences {fastest('-c', run, 'segment', '-', text=_TEXT):.3f} s")


if __name__ == "__main__":
    main()
