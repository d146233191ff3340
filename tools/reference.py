"""Writes the reference: docs/reference/ from the docstrings of the package and from `--help`.

Run: make reference
"""

import ast
import dataclasses
import inspect
import re
import sys
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, cast

import click

from tmima.arrow import segment_fields
from tmima.cli import tmima as commands
from tmima.cli.commands.settings import list_settings
from tmima.loading import Registry
from tmima.settings import settings_of

FOLDER = Path(__file__).parents[1] / "docs" / "reference"
# A module of the public interface is a page; the rooms of the package are the headings of the first.
_PAGES = {
    "tmima": "python",
    "tmima.chapters": "chapters",
    "tmima.languages": "languages",
    "tmima.testing": "testing",
    "tmima.arrow": "arrow",
}
_ROOMS = {
    "segmenter": "Segmenting", "result": "Results", "segmentation": "Parameters, constraints, questions",
    "streaming": "Streams", "scores": "Scores", "text": "Texts, units and segmentations",
    "languages": "Languages", "formats": "Formats",
    "similarity": "Similarities", "kernel": "Columns of D", "methods": "Methods",
    "training": "Learning from labelled texts", "loading": "Registries", "errors": "Errors",
}  # fmt: skip
_WIDTH = 100
_HELP: dict[str, Any] = {"terminal_width": _WIDTH, "help_option_names": ["-h", "--help"]}
_NOTE = "<!-- Written by `make reference`; edit the docstrings or the help texts, not this page. -->\n\n"
_SECTION = re.compile(r"(Args|Attributes|Returns|Raises|Yields):")
_ENTRY = re.compile(r"    (\*{0,2}[\w.]+): (.*)")
_Definition = ast.FunctionDef | ast.ClassDef


def pages() -> dict[str, str]:
    """Return the pages of the reference by file name."""
    found = {f"{page}.md": _NOTE + module_page(import_module(name)) for name, page in _PAGES.items()}
    found["arrow.md"] += columns_of_a_segment()
    return found | {"commands.md": _NOTE + commands_page()}


def columns_of_a_segment() -> str:
    """Return the table of what is told of a segment, in every output."""
    lines = ["\n### The columns of a segment\n", "| column | type | what |", "|---|---|---|"]
    for field in segment_fields():
        unit = field.metadata.get(b"unit")
        told = field.metadata[b"meaning"].decode() + (f" In {unit.decode()}." if unit else "")
        lines.append(f"| `{field.name}` | `{field.type}` | {told} |")
    return "\n".join(lines) + "\n"


def module_page(module: ModuleType) -> str:
    """Return the page of a module: its public names, ordered by the room that they live in."""
    rooms: dict[str, list[str]] = {room: [] for room in _ROOMS}
    for name in _public(module):
        found = inspect.unwrap(getattr(module, name))
        if not isinstance(found, Registry | type | FunctionType):
            continue  # the version, constants and names of kinds
        room = type(found).__module__ if isinstance(found, Registry) else found.__module__
        rooms.setdefault(room.split(".")[1], []).append(_entry(name, found))
    several = sum(map(bool, rooms.values())) > 1
    parts = [f"# {module.__name__}", markdown(inspect.getdoc(module) or "")]
    for room, entries in rooms.items():
        if entries:
            parts += [f"## {_ROOMS.get(room, room.capitalize())}" if several else "", *entries]
    return "\n\n".join(filter(None, parts)) + "\n"


def _public(module: ModuleType) -> list[str]:
    own = [name for name, found in vars(module).items() if getattr(found, "__module__", "") == module.__name__]
    return list(getattr(module, "__all__", [name for name in own if not name.startswith("_")]))


def _entry(name: str, found: Registry[Any] | type | FunctionType) -> str:
    if isinstance(found, Registry):
        names = ", ".join(f"`{each}`" for each in found.own())
        return f"### {name}\n\nA registry: every {found.kind} by its name. Ours are {names}."
    if found.__name__ != name:
        return f"### {name}\n\nAnother name of `{found.__name__}`."
    node = _definitions(found.__module__)[found.__qualname__]
    if isinstance(node, ast.FunctionDef):
        return f"### {name}\n\n{_function(node, name)}"
    return "\n\n".join([f"### {name}", *_class(node, cast("type", found))])


@cache
def _definitions(module: str) -> dict[str, _Definition]:
    """Return the functions and classes of a module, as they are written."""
    tree = ast.parse(Path(inspect.getfile(sys.modules[module])).read_text(encoding="utf-8"))
    return {node.name: node for node in tree.body if isinstance(node, _Definition)}


def _function(node: ast.FunctionDef, name: str) -> str:
    return _signature(node, name) + "\n\n" + markdown(ast.get_docstring(node) or "")


def _signature(node: ast.FunctionDef, name: str) -> str:
    """Return the head of a function: on one line if it fits, else one parameter per line."""
    arguments = node.args
    bound = arguments.posonlyargs or arguments.args
    if bound and bound[0].arg in {"self", "cls"}:
        del bound[0]
    returns = f" -> {ast.unparse(node.returns)}" if node.returns and node.name != "__init__" else ""
    # A default stands apart from its annotation.
    parts = [re.sub(r"(: [^=]*)=", r"\1 = ", one) for one in _parts(ast.unparse(arguments))]
    line = f"{name}({', '.join(parts)}){returns}"
    if len(line) > _WIDTH:
        line = f"{name}(\n" + "".join(f"    {one},\n" for one in parts) + f"){returns}"
    return f"```python\n{line}\n```"


def _parts(written: str) -> Iterator[str]:
    """Yield the parameters: parted by commas that stand in no brackets."""
    depth, start = 0, 0
    for place, character in enumerate(written):
        depth += (character in "([{") - (character in ")]}")
        if character == "," and depth == 0:
            yield written[start:place].strip()
            start = place + 1
    yield written[start:].strip()


def _class(node: ast.ClassDef, made: type) -> Iterator[str]:
    members = [one for one in node.body if isinstance(one, ast.FunctionDef)]
    fields = list(_declared(node, made))
    constructor = next((one for one in members if one.name == "__init__"), None)
    if constructor is not None:
        yield _signature(constructor, node.name)
    elif fields:
        declared = [f"    {_field(one, made)}" for one in fields]
        yield "```python\n" + "\n".join([f"class {node.name}:", *declared]) + "\n```"
    yield markdown(ast.get_docstring(node) or "")
    told = dataclasses.fields(made) if dataclasses.is_dataclass(made) else ()
    helps = [f"- `{one.name}`: {one.metadata['help']}" for one in told if "help" in one.metadata]
    settings = settings_of(made) if told else {}
    helps += [f"- `{name}`: {one.python_help}" for name, one in settings.items()]
    if helps:
        yield "**Attributes**\n\n" + "\n".join(helps)
    for member in members:
        if member.name.startswith("_") or not ast.get_docstring(member):
            continue
        kinds = {ast.unparse(one).split(".")[-1] for one in member.decorator_list}
        heading = f"#### {node.name}.{member.name}"
        if kinds & {"property", "cached_property"}:
            kind = f": {ast.unparse(member.returns)}" if member.returns else ""
            yield f"{heading}\n\n```python\n{member.name}{kind}\n```\n\n{markdown(ast.get_docstring(member) or '')}"
        else:
            yield f"{heading}\n\n{_function(member, member.name)}"


def _declared(node: ast.ClassDef, made: type) -> Iterator[ast.AnnAssign]:
    """Yield the fields of a class, those of others that are its settings first."""
    for base in reversed(made.__bases__):
        if dataclasses.is_dataclass(base) and settings_of(base):
            yield from _declared(cast("ast.ClassDef", _definitions(base.__module__)[base.__name__]), base)
    for one in node.body:
        if isinstance(one, ast.AnnAssign) and not ast.unparse(one.target).startswith("_"):
            yield one


def _field(node: ast.AnnAssign, made: type) -> str:
    """Return a field as it is written, but of what is declared with it the default only."""
    value = node.value
    written = f"{ast.unparse(node.target)}: {ast.unparse(node.annotation)}"
    kind = ast.unparse(value.func) if isinstance(value, ast.Call) else ""
    if not isinstance(value, ast.Call) or kind not in ("field", "setting", "View"):
        return written if value is None else f"{written} = {ast.unparse(value)}"
    if kind == "View":
        return re.sub(r"View\[(\w+)\]", r"\1 | Mapping[str, Any] | None = None", written)
    given = {one.arg: ast.unparse(one.value) for one in value.keywords}
    if kind == "setting":
        return f"{written} = {settings_of(made)[ast.unparse(node.target)].default!r}"
    if "default_factory" in given:
        return f"{written} = {given['default_factory']}()"
    return f"{written} = {given['default']}" if "default" in given else written


def markdown(docstring: str) -> str:
    """Return a docstring as Markdown: sections as lists, examples as code."""
    return "\n\n".join(filter(None, map(_block, docstring.split("\n\n"))))


def _block(block: str) -> str:
    head, _, body = block.partition("\n")
    if block.startswith(">>>"):
        return f"```pycon\n{block}\n```"
    if not _SECTION.fullmatch(head):
        return block
    items: list[str] = []
    for line in body.splitlines():
        entry = _ENTRY.match(line)
        if entry is not None:
            items.append(f"- `{entry[1]}`: {entry[2]}")
        elif items:
            items[-1] += f"\n  {line.strip()}"
        else:
            items.append(line.strip())
    return f"**{head[:-1]}**\n\n" + "\n".join(items)


def commands_page() -> str:
    """Return the page of the commands: what `--help` prints, of each."""
    parts = [
        "# Commands",
        "What `tmima COMMAND --help` prints. A bad option or input ends in one line and exit status 2.",
    ]
    for path, text in _helps(commands, click.Context(commands, info_name="tmima", **_HELP)):
        parts += [f"## {path}", f"```text\n{text}\n```"]
    listed = list_settings(click.Context(commands, **_HELP))
    parts += ["## Settings", "What `tmima settings` prints.", f"```text\n{listed}```"]
    return "\n\n".join(parts) + "\n"


def _helps(command: click.Command, context: click.Context) -> Iterator[tuple[str, str]]:
    yield context.command_path, "\n".join(line.rstrip() for line in command.get_help(context).splitlines())
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            if inner is not None:
                yield from _helps(inner, click.Context(inner, context, name, **_HELP))


def main() -> None:
    """Write the pages."""
    FOLDER.mkdir(exist_ok=True)
    for name, page in pages().items():
        (FOLDER / name).write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
