"""The site in a browser: no page is wider than a phone, no code is cut off, and it can be dark."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.pages import ROOT

pytestmark = pytest.mark.slow
PHONE = {"width": 360, "height": 640}
# What sticks out of the page, unless it scrolls in a box of its own; and code that would scroll.
TOO_WIDE = """() => {
    const width = document.documentElement.clientWidth;
    const scrolls = (element) => /auto|scroll/.test(getComputedStyle(element).overflowX);
    const boxed = (element) => element && (scrolls(element) || boxed(element.parentElement));
    const out = (element) => element.getBoundingClientRect().right > width + 1;
    const found = [...document.querySelectorAll("article *")].filter(
        (element) => out(element) && !boxed(element.parentElement)
    );
    const code = [...document.querySelectorAll("pre > code")].filter(
        (element) => element.scrollWidth > element.clientWidth + 1
    );
    return [...found, ...code].map((element) => element.outerHTML.slice(0, 80));
}"""


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Path:
    pytest.importorskip("zensical", reason="the site is built by zensical: make docs installs it")
    folder: Path = tmp_path_factory.mktemp("site")
    shutil.copy(ROOT / "zensical.toml", folder)
    shutil.copytree(ROOT / "docs", folder / "docs")
    subprocess.run([sys.executable, "-m", "zensical", "build", "--strict"], cwd=folder, check=True)
    return folder / "build" / "site"


def test_no_page_is_wider_than_a_phone(site, browser):
    page = browser.new_page(viewport=PHONE)
    paths = sorted(site.rglob("*.html"))
    assert len(paths) > 30
    for path in paths:
        page.goto(path.as_uri())
        assert page.evaluate(TOO_WIDE) == [], path.name


def test_the_page_is_as_dark_as_the_reader_s_machine(site, browser):
    for scheme, name in (("light", "default"), ("dark", "slate")):
        page = browser.new_page(color_scheme=scheme)
        page.goto((site / "index.html").as_uri())
        assert page.locator("body").get_attribute("data-md-color-scheme") == name
        assert page.locator("label[title^='Switch to']").count() == 3
