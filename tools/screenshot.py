"""Takes the pictures of the explorer that the documentation shows.

Run: make screenshot
"""

import json
import shutil
from pathlib import Path
from urllib.parse import urlencode

import click
from playwright.sync_api import Page, ViewportSize, sync_playwright

from tools.explorer import explorer

_ROOT = Path(__file__).parents[1]
_TALK = _ROOT / "docs" / "transcripts" / "lighthouse.vtt"
_GUIDE = _ROOT / "examples" / "tool-library.md"
_PAIR = (11, 18)
# The presenter's greeting is parted from the rest by hand, and two titles are written.
_EDITS = [[3], [], {"0": "Welcome", "3": "How the lamp worked"}]
_CHAPTERS = {"form": "youtube", "edits": json.dumps(_EDITS)}
_SIZE, _TALL = ViewportSize(width=1360, height=860), ViewportSize(width=1360, height=960)


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
def main(folder: Path) -> None:
    """Start the explorer, show a guide and a transcript in Chromium, save them in FOLDER."""
    chromium = shutil.which("chromium")
    if chromium is None:
        raise click.ClickException("there is no chromium here: install Debian's")
    with explorer(_GUIDE) as guide, explorer(_TALK) as address, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(locale="en-US", viewport=_SIZE, reduced_motion="reduce")
        _open(page, guide)
        _point_at_pair(page)
        page.screenshot(path=folder / "explorer.png")
        page.close()
        page = browser.new_page(locale="en-US", viewport=_TALL, reduced_motion="reduce")
        _open(page, f"{address}&{urlencode(_CHAPTERS)}")
        page.screenshot(path=folder / "chapters.png")
        browser.close()


def _open(page: Page, address: str) -> None:
    page.goto(address)
    page.wait_for_selector("html[data-ready=yes]")
    page.wait_for_selector(".plot:not([data-drawn=''])")
    page.wait_for_timeout(500)


def _point_at_pair(page: Page) -> None:
    units = page.locator(".unit").count()
    box = page.locator(".plot").bounding_box()
    if box is None:
        raise click.ClickException("the plot is not in sight")
    row, column = ((at + 0.5) * box["width"] / units for at in _PAIR)
    page.mouse.move(box["x"] + column, box["y"] + row)
    page.wait_for_selector(".pair mark")
    page.wait_for_timeout(500)


if __name__ == "__main__":
    main()
