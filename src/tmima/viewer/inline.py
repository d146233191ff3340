"""Many modules into one script, for a file that must not ask for any other."""

import re
from collections.abc import Callable

from tmima.errors import TmimaError

# The viewer's modules import by name only, and no two of them share a name at their top level, so
# that they may stand in one script one after the other. A browser test runs what comes out.
_IMPORT = re.compile(r'^import \{[^}]*\} from "\./(\w+\.js)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?function\b|class\b|const\b)", re.MULTILINE)
_LEFT_OVER = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


def one_script(entry: str, read: Callable[[str], str]) -> str:
    """Return a module and all that it imports as one module, each after those that it needs.

    >>> sources = {"a.js": 'import { b } from "./b.js";\\nb();\\n',
    ...            "b.js": "export function b() {}\\n"}
    >>> print(one_script("a.js", sources.__getitem__), end="")
    function b() {}
    b();
    """
    scripts: dict[str, str] = {}

    def include(name: str) -> None:
        if name in scripts:
            return
        source = read(name)
        for needed in _IMPORT.findall(source):
            include(needed)
        body = _EXPORT.sub("", _IMPORT.sub("", source)).lstrip("\n")
        odd = _LEFT_OVER.search(body)
        if odd:
            raise TmimaError(f"{name} cannot be joined with others: {odd[0]}")
        scripts[name] = body

    include(entry)
    return "".join(scripts.values())
