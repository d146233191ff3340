"""Takes the picture of the explorer that the documentation shows.

Run: make screenshot
"""

import shutil
from pathlib import Path

import click
from playwright.sync_api import ViewportSize, sync_playwright

from tools.explorer import explorer

_VIEW = "#example=en-island&unit=sentences&method=density&segment=2"
_PAIR = (13, 14)
_SIZE = ViewportSize(width=1360, height=860)


@click.command()
@click.argument("picture", type=click.Path(path_type=Path))
def main(picture: Path) -> None:
    """Start the explorer, open an example in Chromium, point at a pair, and save PICTURE."""
    chromium = shutil.which("chromium")
    if chromium is None:
        raise click.ClickException("there is no chromium here: install Debian's")
    with explorer() as address:
        _take(address + _VIEW, chromium, picture)


def _take(address: str, chromium: str, picture: Path) -> None:
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(locale="en-US", viewport=_SIZE, reduced_motion="reduce")
        page.goto(address)
        page.wait_for_selector("html[data-ready=yes]")
        page.wait_for_selector(".plot:not([data-drawn=''])")
        units = page.locator(".unit").count()
        box = page.locator(".plot").bounding_box()
        if box is None:
            raise click.ClickException("the plot is not in sight")
        row, column = ((at + 0.5) * box["width"] / units for at in _PAIR)
        page.mouse.move(box["x"] + column, box["y"] + row)
        page.wait_for_selector(".pair mark")
        page.wait_for_timeout(500)
        page.screenshot(path=picture)
        browser.close()


if __name__ == "__main__":
    main()
