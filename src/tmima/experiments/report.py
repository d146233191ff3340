"""The report: one HTML file that shows tables and figures and refers to nothing outside itself."""

import base64
from collections.abc import Sequence
from html import escape

from tmima.plots import Picture
from tmima.tables import Table

_STYLE = """
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 68rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.15rem; margin-top: 2.5rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .7rem; border-bottom: 1px solid #8884; text-align: right; }
th:first-child, td:first-child, .words { text-align: left; }
figure { margin: 1rem 0; display: inline-block; vertical-align: top; }
img { max-width: 100%; background: white; }
figcaption, .note { color: #777; font-size: .9rem; }
"""


def report(
    title: str, notes: Sequence[str], tables: Sequence[Table], pictures: Sequence[Picture]
) -> str:
    """Return the page."""
    parts = [
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head><body>",
        f"<h1>{escape(title)}</h1>",
        *(f'<p class="note">{escape(note)}</p>' for note in notes),
        *map(_table, tables),
        *map(_picture, pictures),
        "</body></html>",
    ]
    return "\n".join(parts) + "\n"


def _table(table: Table) -> str:
    head = "".join(f"<th>{escape(column)}</th>" for column in table.columns)
    body = "\n".join("<tr>" + "".join(map(_cell, row)) + "</tr>" for row in table.rows)
    return (
        f'<h2>{escape(table.title)}</h2><div class="wide"><table><thead><tr>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )


def _cell(value: str) -> str:
    kind = "" if value[:1].isdigit() or value[:1] in "-" else ' class="words"'
    return f"<td{kind}>{escape(value)}</td>"


def _picture(picture: Picture) -> str:
    data = base64.b64encode(picture.png).decode("ascii")
    return (
        f'<figure><img alt="{escape(picture.title)}" width="520" '
        f'src="data:image/png;base64,{data}"><figcaption>{escape(picture.title)}</figcaption>'
        "</figure>"
    )
