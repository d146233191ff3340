"""Draws the gallery of dotplots, docs/gallery/.

Run: make gallery
"""

import io
from collections.abc import Iterator
from pathlib import Path

from PIL import Image
from tests.documents import documents

import tmima
from tmima.plots import draw

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs" / "gallery"
_EXAMPLES = ROOT / "src/tmima/explore/examples"
_BUNDLED = ROOT / "src/tmima/paper/bundled"
_SECTIONED = {
    "article": "town",
    "lecture": "lecture",
    "meeting": "meeting",
    "one-topic": "travel",
    "greek-article": "limni",
}
_DOTS_PER_INCH, _COLOURS = 100, 48


def texts() -> Iterator[tuple[str, tmima.SegmentedText]]:
    """Yield the name of each picture and the text that it shows, cut with nothing set."""
    tutorial = (ROOT / "docs/tutorial.md").read_text(encoding="utf-8")
    yield "tutorial", tmima.segment(tutorial.split('title="valley.txt"\n')[1].split("```")[0])
    yield "glued", tmima.segment(_read(_EXAMPLES / "english-five-topics.ref"), format="choi")
    sectioned = {one.name: one.document for code in ("en", "el") for one in documents(code)}
    for name, document in _SECTIONED.items():
        yield name, tmima.segment(sectioned[document])
    yield "greek-articles", tmima.segment(_read(_EXAMPLES / "greek-articles.txt"))
    yield "greek-essay", tmima.segment(_read(_BUNDLED / "philosophy/01-chronos.txt"))
    yield "captions", tmima.segment(_read(ROOT / "docs/transcripts/lighthouse.vtt"))


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def picture(result: tmima.SegmentedText) -> bytes:
    """Return the dotplot as a small PNG of few colours."""
    file, small = io.BytesIO(), io.BytesIO()
    figure = draw(result.similarity, result.segmentation, result.unit, truth=result.truth)
    figure.savefig(file, format="png", dpi=_DOTS_PER_INCH, bbox_inches="tight")
    with Image.open(file) as image:
        image.convert("RGB").quantize(_COLOURS).save(small, format="png", optimize=True)
    return small.getvalue()


def main() -> None:
    """Draw all pictures and say how many segments were found in each text."""
    FOLDER.mkdir(exist_ok=True)
    for name, result in texts():
        drawn = picture(result)
        (FOLDER / f"{name}.png").write_bytes(drawn)
        true = "" if result.truth is None else f", {len(result.truth)} true"
        print(f"{name}: {len(result)} segments of {len(result.units)}{true}; {len(drawn):,} bytes")


if __name__ == "__main__":
    main()
