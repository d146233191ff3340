"""Lay out sectioned pages of Debian's documentation packages as texts to learn from.

    apt-get download gimp-help-el && dpkg -x gimp-help-el_*.deb PACKAGES/gimp-help-el      # and so on, one folder each
    python -m tools.learning.debian PACKAGES -o TEXTS

One `NAME.jsonl.xz` for each source, with the fields of the collection of sections (`id`, `language`, `licence`,
`source`, `lines`, `text`, `cuts`, `titles`) and two more: `headings`, all that were taken out, each with the offset of
the text after it, its level (0 the text's own, 1 a section's) and its words; `items`, the offsets of list items.

A text's id is the name of its page, the same in every language, so that all translations of a page fall into the same
part, be it learning, choosing or reporting. Long pages and whole manuals are parted by their number of paragraphs,
which translations share. At most so many texts of a source are taken in each language, others in each.
"""

import argparse
import json
import lzma
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from html.entities import html5
from pathlib import Path
from typing import Any
from zlib import crc32

from lxml import etree, html

from tools.learning.pages import Element, Event, Heading, Layout, Section, Walker, documents, lay_out, tree

LANGUAGES = set("en el de es fr it nl pt ru sv pl cs da hu uk ca ro fi tr hr sl lt".split())
LARGEST = 350  # paragraphs of a text
ALONE = 12  # paragraphs of a page of help that is a text of its own
LEAST = 25  # words of a section
MIXED = 0.3  # of a section that may be left in English and is left out
REPEATED = 0.3  # of a text that other texts may have too
SENTENCE = re.compile(r"[.!?;:·…]+[\"'»”’)]*(?:\s|$)")


@dataclass(frozen=True)
class Source:
    """Pages of a project, in folders that are named by their language (or whose parents are)."""

    name: str
    licence: str | None  # none where each manual has its own
    folders: str
    kind: str = "pages"
    left_out: str = "(?!)"
    language: str | None = None


# What a copyright file or a manual's own notice says.
NOTICES = {
    "CC BY-SA": r"creativecommons\.org/licenses/by-sa|Creative Commons\s+(Attribution.)?Share.?Alike|CC-BY-SA",
    "GFDL": "Free Documentation Licen[cs]e|GFDL",
    "MPL": "MPL-2",
    "PSF": "PYTHON SOFTWARE FOUNDATION LICENSE",
    "PostgreSQL": "License: PostgreSQL",
}
# Left out of manuals: pages of code, and offshoots of other manuals, whose translations would fall into other parts.
SOURCES = [
    Source("gimp-help", "GFDL", "gimp-help-*/usr/share/gimp/2.0/help/*", "book", "gfdl.*|index|gimp-help"),
    Source("debian-handbook", "CC BY-SA", "debian-handbook/usr/share/doc/debian-handbook/html/*", "book"),
    Source("manuals", None, "*/usr/share/help/*/*", "manual", "(gnome-devel-demos|mate-|atril).*"),
    Source(
        "libreoffice-help",
        "MPL",
        "libreoffice-help-*/usr/share/libreoffice/help/*",
        left_out="text/(sbasic/shared|[a-z]+/0[0-46-9])/.*",
    ),
    Source("kicad", "CC BY-SA", "kicad-doc-*/usr/share/doc/kicad/help/*"),
    Source(
        "python",
        "PSF",
        "python3.*-doc/usr/share/doc/python3.*/html",
        left_out="(library|c-api|distutils|install|whatsnew)/.*|[a-z-]+",
        language="en",
    ),
    Source(
        "postgresql",
        "PostgreSQL",
        "postgresql-doc-*/usr/share/doc/postgresql-doc-*/html",
        "book",
        "index|release.*|biblio|bookindex",
        "en",
    ),
]


def language_of(folder: Path) -> str | None:
    """Tell the language of a folder by its name or its parent's; none if it is not wanted."""
    for part in (folder.name, folder.parent.name):
        code = "en" if part == "C" else re.split("[-_@]", part)[0]
        if code in LANGUAGES and len(part) <= 5:
            return code
    return None


def book(folder: Path) -> Iterator[Section]:
    """Read pages that follow one another as one book."""
    events: list[Event] = []
    page, seen = "index.html", set()
    while page not in seen and (path := folder / page).is_file():
        seen.add(page)
        root: Element = html.parse(path, html.HTMLParser(encoding="utf-8")).getroot()
        events += walked(root, path.stem)
        following = root.xpath('//a[@accesskey="n"]/@href')
        page = following[0].partition("#")[0] if following else page
    yield tree(events, folder.name)


def pages(folder: Path) -> Iterator[Section]:
    """Read each page as a text of its own."""
    for path in sorted(folder.rglob("*.html")):
        name = path.relative_to(folder).with_suffix("").as_posix()
        yield tree(walked(html.parse(path, html.HTMLParser(encoding="utf-8")).getroot(), name), name)


def manual(folder: Path) -> Iterator[Section]:
    """Read a manual, which is one file of DocBook or many pages of Mallard."""
    for path in sorted(folder.glob("*.docbook")):
        root = docbook(path)
        links = {str(title.getparent().get("id")): " ".join(title.itertext()) for title in root.iter("title")}
        yield tree(walked(root, folder.name, links), folder.name)
    yield from topics(folder)


def docbook(path: Path) -> Element:
    """Parse a file of DocBook with the files it takes in; names of characters, which its DTD would tell, are HTML's."""
    parser = etree.XMLParser(recover=True, no_network=True, load_dtd=True, resolve_entities=True)
    parser.resolvers.add(Named())
    root = etree.fromstring(named(path.read_text()).encode(), parser, base_url=path.as_posix())
    with suppress(etree.XIncludeError):  # of a file that is not there
        root.getroottree().xinclude()
    return root


class Named(etree.Resolver):  # type: ignore[misc]
    """Gives the files that a file takes in, with their names of characters replaced."""

    def resolve(self, url: str, _: str | None, context: Any) -> Any:
        path = Path(url)
        return self.resolve_string(named(path.read_text()) if path.is_file() else "", context)


def named(text: str) -> str:
    """Replace names of characters that XML itself does not know."""
    return re.sub(r"&(?!amp;|lt;|gt;|quot;|apos;)\w+;", lambda found: html5.get(found[0][1:], found[0]), text)


def topics(folder: Path) -> Iterator[Section]:
    """Read pages of help: long ones each as a text, short ones joined as sections of the page that guides to them."""
    parser = etree.XMLParser(recover=True, no_network=True)
    roots: dict[str, Element] = {
        path.stem: etree.parse(path, parser).getroot() for path in sorted(folder.glob("*.page"))
    }
    namespace = {"m": "http://projectmallard.org/1.0/"}
    links = {
        name: " ".join(root.xpath("string(m:title)", namespaces=namespace).split()) for name, root in roots.items()
    }
    joined: dict[str, list[Section]] = defaultdict(list)
    for name, root in roots.items():
        if root.get("type") == "guide":
            continue
        section = tree(walked(root, f"{folder.name}/{name}", links), f"{folder.name}/{name}")
        if sum(len(below.sections) for below in section.sections) > 1 and len(list(section.everything())) >= ALONE:
            yield section
        else:
            guides = root.xpath("m:info/m:link[@type='guide']/@xref", namespaces=namespace)
            joined[guides[0].partition("#")[0] if guides else ""] += section.sections
    for guide, sections in sorted(joined.items()):
        yield Section(Heading(0, links.get(guide, ""), f"{folder.name}/{guide}"), sections=sections)


KINDS = {"book": book, "pages": pages, "manual": manual}


def walked(root: Element, name: str, links: dict[str, str] | None = None) -> list[Event]:
    """Give a page's headings and paragraphs."""
    walker = Walker(name, links)
    walker.walk(root)
    return walker.events


def is_prose(layout: Layout) -> bool:
    """Whether a text has sections and sentences enough, most of its words in sentences."""
    paragraphs = layout.text.split("\n\n")
    sentences = len(SENTENCE.findall(layout.text))
    words = [(len(paragraph.split()), bool(SENTENCE.search(paragraph[-3:]))) for paragraph in paragraphs]
    total = sum(count for count, _ in words)
    prose = sum(count for count, ended in words if ended and count >= 6)
    return (
        len(layout.titles) >= 2
        and 6 <= sentences <= 1000
        and total >= max(150, 40 * len(layout.titles))
        and prose >= 0.7 * total
    )


def folders(source: Source, packages: Path) -> list[tuple[str, str, Path]]:
    """Give language, licence and folder of each edition under a licence that is known, English first."""
    found = []
    for folder in sorted(packages.glob(source.folders)):
        language = source.language or language_of(folder)
        licence = licence_of(source, packages / folder.relative_to(packages).parts[0], folder)
        if language and licence:
            found.append((language, licence, folder))
    return sorted(found, key=lambda edition: (edition[0] != "en", edition[0], len(edition[2].name), edition[2]))


def licence_of(source: Source, package: Path, folder: Path) -> str | None:
    """Find the licence in a manual's own notice or in the copyright file; none if it is not one of those wanted."""
    original = folder.parent.parent / "C" / folder.name
    notices = [] if source.licence else [*original.glob("*.page"), *original.glob("*.docbook"), *original.glob("*.xml")]
    family = source.folders.partition("/")[0] if source.licence else package.name
    for files in (notices, package.parent.glob(f"{family}/usr/share/doc/*/copyright")):
        said = " ".join(path.read_text(errors="replace") for path in files)
        for licence in [source.licence] if source.licence else ["CC BY-SA", "GFDL"]:
            if re.search(NOTICES[licence], said, re.IGNORECASE):
                return licence
    return None


def vocabulary(text: str) -> set[str]:
    """Give the words of four letters and more."""
    return set(re.findall(r"[^\W\d_]{4,}", text.lower()))


def is_english(text: str, english: set[str]) -> bool:
    """Whether a paragraph is still in English: most of its words are in the English pages."""
    words = vocabulary(text)
    return len(words) > 3 and len(words & english) > 0.6 * len(words)


def without(section: Section, paragraphs: set[str]) -> Section:
    """Leave these paragraphs out, and whole sections where they are many."""
    kept = [paragraph for paragraph in section.paragraphs if paragraph.text not in paragraphs]
    below = [without(part, paragraphs) for part in section.sections if share(part, paragraphs) <= MIXED]
    return Section(section.heading, kept, below)


def share(section: Section, paragraphs: set[str]) -> float:
    """Tell how much of a section is in these paragraphs."""
    texts = [paragraph.text for paragraph in section.everything()]
    return sum(len(text) for text in texts if text in paragraphs) / max(1, sum(map(len, texts)))


def texts(source: Source, packages: Path) -> Iterator[dict[str, Any]]:
    """Give the texts of a source that are prose, translated, and not there already."""
    english: set[str] = set()
    seen: dict[str, set[str]] = defaultdict(set)
    taken = set()
    for language, licence, folder in folders(source, packages):
        package = folder.relative_to(packages).parts[0]
        for document in chosen(source, folder):
            name = document.heading.name
            paragraphs = {paragraph.text for paragraph in document.everything()}
            if language == "en":
                english |= vocabulary(" ".join(paragraphs))
            foreign = {text for text in paragraphs if language != "en" and is_english(text, english)}
            own = without(document, foreign)
            layout = lay_out(own, LEAST)
            repeated = share(own, seen[language]) > REPEATED
            if (language, name) not in taken and not repeated and is_prose(layout):
                taken.add((language, name))
                seen[language] |= {text for text in paragraphs if len(text.split()) > 3}
                fields = {"id": f"{source.name}/{name}", "language": language, "licence": licence}
                yield fields | {"source": f"Debian, {package}", "lines": False} | asdict(layout)


def chosen(source: Source, folder: Path) -> Iterator[Section]:
    """Give the sections of an edition that are texts of their own."""
    for section in KINDS[source.kind](folder):
        for document in documents(section, LARGEST):
            if not re.fullmatch(source.left_out, document.heading.name):
                yield document


def balanced(found: Iterable[dict[str, Any]], most: int) -> list[dict[str, Any]]:
    """Take at most so many texts of each language, others in each; Greek, of which there is little, wholly."""
    counts: dict[str, int] = defaultdict(int)
    kept = []
    for text in sorted(found, key=lambda text: crc32(f"{text['language']} {text['id']}".encode())):
        counts[text["language"]] += 1
        if counts[text["language"]] <= most or text["language"] == "el":
            kept.append(text)
    return sorted(kept, key=lambda text: (text["language"], text["id"]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("packages", type=Path, help="folder with a folder for each unpacked package")
    parser.add_argument("-o", "--output", type=Path, required=True, help="folder for the texts")
    parser.add_argument("--most", type=int, default=40, help="texts of a source in a language (%(default)s)")
    parser.add_argument("--only", help="the one source to read")
    options = parser.parse_args()
    options.output.mkdir(parents=True, exist_ok=True)
    for source in SOURCES:
        if options.only in (None, source.name):
            kept = balanced(texts(source, options.packages), options.most)
            with lzma.open(options.output / f"{source.name}.jsonl.xz", "wt", encoding="utf-8") as file:
                file.writelines(json.dumps(text, ensure_ascii=False) + "\n" for text in kept)
            report(source.name, kept)


def report(name: str, kept: list[dict[str, Any]]) -> None:
    """Print a line for each language: texts, mean sections, mean words."""
    for language in sorted({text["language"] for text in kept}):
        own = [text for text in kept if text["language"] == language]
        sections = sum(len(text["titles"]) for text in own) / len(own)
        words = sum(len(text["text"].split()) for text in own) / len(own)
        print(f"{name}\t{language}\t{len(own)}\t{sections:.1f}\t{words:,.0f}")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
