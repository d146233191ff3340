"""The site: every page can be found, every link leads somewhere, what is written by programs is
what they write, and what a page tells the reader to do gives what it shows."""

import re
import tomllib
from collections.abc import Iterator

import pytest
from benchmarks import names_read
from tools import gallery, notebooks, reference

from tests.pages import ROOT, follow, follow_apart, page
from tests.test_readme import found
from tmima import analyzer
from tmima.languages.pipelines import SpacyAnalyzer

DOCS = ROOT / "docs"
SITE = tomllib.loads((ROOT / "zensical.toml").read_text(encoding="utf-8"))["project"]
PAGES = {path.relative_to(DOCS).as_posix(): path for path in DOCS.rglob("*.md")}


def in_navigation(entries: list) -> Iterator[str]:
    for entry in entries:
        for target in entry.values():
            yield from in_navigation(target) if isinstance(target, list) else [target]


def test_every_page_stands_in_the_navigation_once():
    assert sorted(in_navigation(SITE["nav"])) == sorted(PAGES)


@pytest.mark.parametrize("name", PAGES)
def test_what_a_page_links_to_is_on_the_site(name):
    """The generator itself looks after pages and headings, but not after pictures and files."""
    text = re.sub(r"```.*?```|`[^`\n]*`", "", PAGES[name].read_text(encoding="utf-8"), flags=re.S)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if "://" not in target:
            path = (PAGES[name].parent / target.partition("#")[0]).resolve()
            assert path.is_relative_to(DOCS), f"{target} is not on the site"
            assert path.exists(), target


@pytest.mark.parametrize("name", [name for name in PAGES if "/" not in name])
def test_every_command_and_option_a_page_shows_exists(name):
    text = PAGES[name].read_text(encoding="utf-8")
    shown = re.findall(r"^    (?:.*\| )?(?:TMIMA_DATA=DIR )?(tmima .*)$", text, re.MULTILINE)
    for line in (*shown, *re.findall(r"`(tmima [^`]*)`", text)):
        found(re.sub(r"[\[\]]|\.\.\.", "", line))


def test_a_page_asks_nobody_else_for_anything():
    assert SITE["theme"]["font"] is False
    assert not {"extra_javascript", "repo_url"} & SITE.keys()
    for style in SITE["extra_css"]:
        assert "url(" not in (DOCS / style).read_text(encoding="utf-8")
    for path in PAGES.values():
        assert not re.search(r"<script|<link|<img|!\[[^\]]*\]\(http", path.read_text("utf-8"))


@pytest.mark.parametrize(("name", "written"), reference.pages().items())
def test_the_reference_is_what_the_code_says(name, written):
    """If not: make reference."""
    assert page(f"docs/reference/{name}") == written


def test_the_reference_has_no_page_too_many():
    assert {path.name for path in reference.FOLDER.iterdir()} == reference.pages().keys()


@pytest.mark.parametrize(
    ("name", "files", "commands", "programs"),
    [
        ("docs/index.md", 0, 0, 1),
        ("docs/tutorial.md", 1, 8, 2),
        ("docs/adapting.md", 0, 7, 0),
        ("docs/el.md", 1, 7, 1),
        ("docs/greek.md", 0, 0, 1),
        ("docs/streams.md", 1, 1, 1),
    ],
)
def test_a_reader_who_follows_the_page_gets_what_it_shows(
    name, files, commands, programs, tmp_path, monkeypatch
):
    # The model of the adapter is the reader's own.
    monkeypatch.setattr(SpacyAnalyzer, "load", lambda _name: analyzer("el"))
    if name == "docs/el.md":
        monkeypatch.setenv("LC_ALL", "el_GR.UTF-8")  # as its readers have it
    done = follow(page(name), tmp_path)
    assert (done["files"], done["commands"], done["programs"]) == (files, commands, programs)


@pytest.mark.parametrize(
    "text",
    [
        "```console\n$ tmima info --topics\n```\n",
        "```console\n$ tmima generate suite1 --range 3 5 --texts 1 -o texts\n2 texts\n```\n",
        "```python\nprint(1)\n```\n\n```text\n2\n```\n",
        "```python\nprint(1)\n```\n",
        "```console\n$ rm -r texts\n```\n",
    ],
)
def test_a_page_that_does_not_tell_the_truth_is_found_out(text, tmp_path):
    with pytest.raises(AssertionError):
        follow(text, tmp_path)


def test_so_it_is_in_a_process_of_its_own():
    with pytest.raises(AssertionError, match="and not"):
        follow_apart("```python\nprint(1)\n```\n\n```text\n2\n```\n")


def test_the_gallery_shows_what_is_found():
    """If not: make gallery, and look at the pictures."""
    parts = [part for part in page("docs/gallery.md").split("\n### ")[1:] if ".png" in part]
    sections = {re.search(r"gallery/([\w-]+)\.png", part)[1]: part for part in parts}
    for name, result in gallery.texts():
        if name != "tutorial":
            found = re.search(r"(\d+) segments? found", sections[name])[1]
            true = re.search(r"(\d+) true", sections[name])
            assert int(found) == len(result), name
            assert (true and int(true[1])) == (result.truth and len(result.truth)), name
    pictures = {path.stem: path.stat().st_size for path in gallery.FOLDER.iterdir()}
    assert pictures.keys() == {*sections, "tutorial"}
    assert max(pictures.values()) < 60_000


def test_the_gallery_of_names_shows_the_verdicts():
    """If not: python -m benchmarks.names_read page."""
    read = names_read.rows()
    assert page("docs/gallery-names.md") == names_read.written(read)
    assert len({row[:4] for row in read}) == len(read) == 200
    assert all({row.one[:3], row.two[:3]} <= {"yes", "no:"} for row in read)
    wanted = {group: sum(kinds.values()) for group, kinds in names_read.GROUPS.items()}
    shares = {group: (yes, count) for group, yes, count in names_read.shares(read)}
    assert {group: shares[group][1] for group in wanted} == wanted
    (_, one, count), (_, two, _) = (
        list(names_read.shares(read, verdict))[-1] for verdict in ("one", "two")
    )
    told = f"Of {count} names that were read blind beside their passages one reader would print"
    assert f"{told} {one} and another {two}" in page("docs/titles-figures.md")


@pytest.mark.parametrize(
    ("name", "faults"),
    [
        ("Harbour wall and the baker’s bread", []),
        ("Walls [inaudible]", ["a mark of a transcriber"]),
        ("Walls {#walls}", ["a mark of a transcriber", "markup"]),
        ("What’re walls", ["a contraction"]),
        ("Here's the wall", ["a contraction"]),
        ("Anna and the wall", ["a speaker"]),
    ],
)
def test_what_must_not_be_in_a_name_is_found(name, faults):
    assert list(names_read.unwanted(name, {"Anna"})) == faults


@pytest.mark.parametrize("name", ["greek", "topics"])
def test_a_notebook_runs_and_prints_what_it_shows(name):
    """If not: make notebooks."""
    shown = notebooks.read(notebooks.FOLDER / f"{name}.ipynb")
    assert notebooks.renewed(shown) == shown
    assert sum(bool(cell.get("outputs")) for cell in shown["cells"]) >= 4
