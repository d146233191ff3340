"""Prints the contents that tmima gives documents: `python -m tools.gallery_documents FILE...`.

docs/gallery.md judges what it printed of documents that Debian's packages hold; none is kept here.
"""

import sys
from pathlib import Path

import tmima
from tmima.text import heading_sentences


def contents(path: Path) -> str:
    """Return the parts of a document, each with its pages and its title, and how many begin so."""
    result = tmima.segment(tmima.open_file(path))
    starts = set(result.document.columns.spans.starts[heading_sentences(result.document)].tolist())
    begin = sum(segment.start in starts for segment in result)
    lines = [f"{path.name}: {len(result)} parts, {begin} at headings, {result.document.language}"]
    for segment in result:
        pages = "" if segment.pages is None else f"{segment.pages[0]}-{segment.pages[1]} "
        lines.append(f"  {pages}{segment.title}")
    return "\n".join(lines)


if __name__ == "__main__":
    for name in sys.argv[1:]:
        print(contents(Path(name)))
