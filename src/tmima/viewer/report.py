"""The one-file report: the viewer, its style and its data in an HTML file that asks for nothing."""

import base64
import hashlib
import re
from collections.abc import Callable
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from tmima.errors import TmimaError
from tmima.files import encode_json
from tmima.loading import Registry
from tmima.methods import methods
from tmima.similarity import similarities
from tmima.version import __version__
from tmima.viewer.view import cuts_view, text_view
from tmima.wording import wording_as_javascript

if TYPE_CHECKING:
    from tmima.result import SegmentedText

# The viewer's modules import by name only, and no two of them share a name at their top level, so
# that they may stand in one script one after the other. A browser test runs what comes out.
_IMPORT = re.compile(r'^import \{[^}]*\} from "\./(\w+\.js)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?function\b|class\b|const\b)", re.MULTILINE)
_LEFT_OVER = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


def bundle_modules(entry: str, read: Callable[[str], str]) -> str:
    """Return a JavaScript module bundled with all its imports, dependencies first.

    >>> sources = {"a.js": 'import { b } from "./b.js";\\nb();\\n',
    ...            "b.js": "export function b() {}\\n"}
    >>> print(bundle_modules("a.js", sources.__getitem__), end="")
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


_STATIC = files(__package__).joinpath("static")
_HALF = re.compile("[\ud800-\udfff]")


def report_html(result: "SegmentedText") -> str:
    """Return a segmented text as one HTML file with the viewer inside.

    The data is JSON in an element that is no script. The policy of the file allows its own script
    and style, by their hashes, and nothing else: no request, no other script, no HTML from text.
    """
    data = {
        "summaries": {
            "methods": _registry_summary(methods, result.method),
            "similarities": _registry_summary(similarities, result.settings.similarity),
        },
        "text": text_view(result),
        "cuts": cuts_view(result),
    }
    style = _read_static("style.css")
    script = bundle_modules("report.js", _read_static)
    return _fill_template(
        _read_static("report.html"),
        policy=(
            f"default-src 'none'; script-src {_content_hash(script)}; "
            f"style-src {_content_hash(style)}; "
            "img-src data:; base-uri 'none'; form-action 'none'; "
            "require-trusted-types-for 'script'; trusted-types 'none'"
        ),
        version=__version__,
        style=style,
        script=script,
        data=script_safe(data),
    )


def script_safe(value: Any) -> str:
    r"""Return JSON that cannot end the element it stands in, whatever text it holds.

    >>> print(script_safe("</script><!--"))
    "\u003c/script>\u003c!--"
    """
    plain = encode_json(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    # Half a character has no form in UTF-8, but an escape in JSON.
    return _HALF.sub(lambda half: f"\\u{ord(half[0]):04x}", plain)


def _registry_summary(known: Registry[Any], name: str | None) -> str:
    """Return the summary of a registry entry, empty for a name that is not registered."""
    summary: str = known[name].summary if name is not None and name in known else ""
    return summary


def _read_static(name: str) -> str:
    if name == "words.js":  # the one module of the page that is no file
        return wording_as_javascript()
    return _STATIC.joinpath(name).read_text(encoding="utf-8")


def _fill_template(template: str, **parts: str) -> str:
    """Fill the template's {names} in one pass, so that no part is taken for another."""
    pieces = []
    for index, piece in enumerate(template.replace("}", "{").split("{")):
        pieces.append(parts[piece] if index % 2 else piece)
    return "".join(pieces)


def _content_hash(source: str) -> str:
    digest = hashlib.sha256(source.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"
