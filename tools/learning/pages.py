"""Read sectioned pages (HTML, Mallard, DocBook) as headings and paragraphs, and lay them out as texts with cuts.

A page is walked once. What is not prose (code, tables, figures, navigation) is left out, headings are taken out of the
text and kept with their places, and list items are marked. Nothing here knows a language.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeAlias

Element: TypeAlias = Any  # of lxml, which has no types of its own

TITLES = {"h1", "h2", "h3", "h4", "h5", "h6", "title"}
ITEMS = {"li", "dt", "item", "listitem", "varlistentry", "step"}
BLOCKS = (
    TITLES
    | ITEMS
    | set(
        """article blockquote body dd dl div example formalpara html main ol p section td tr table tbody ul
        abstract appendix book caution chapter desc important info itemizedlist list listing note orderedlist page para
        preface procedure sect1 sect2 sect3 sect4 sect5 sidebar simpara simplesect steps substeps
        term terms tip tree variablelist warning""".split()
    )
)
SKIPPED_TAGS = set(
    """aside audio button code-block figure footer form head header iframe img input label math meta nav noscript pre
    script style svg video
    articleinfo bibliography bookinfo chapterinfo code-listing comment equation footnote footnoteref glossary graphic
    index indexterm info informalequation informalexample informalfigure informaltable inlinegraphic legalnotice links
    literallayout media mediaobject preinfo programlisting prefaceinfo remark revhistory screen screenshot sect1info
    sect2info synopsis th titleabbrev""".split()
)
SKIPPED_CLASSES = set(
    """admonition-title bibliography c caption contents deprecated details docnav equation figure footnotes glossary
    highlight howtoget icontable index informalequation informalexample informalfigure informaltable legalnotice
    literallayout mediaobject navfooter navheader preamble programlisting py refentry refnamediv related relatedtopics
    revhistory screen seealso sidebar sphinxsidebar synopsis toc toctree-wrapper topic versionadded
    versionchanged""".split()
)
SKIPPED_IDS = {"preamble", "toc"}
SKIPPED_INLINE = {"footnote", "footnote-reference", "headerlink"}
LINKS = {"a", "link", "ulink", "xref"}
# One of several wordings is shown (one for each system or program): the last is the usual one.
SWITCHES = {"switch", "switchinline"}
NOTES = {"note", "tip", "warning", "caution", "important"}
# How deep a heading is, by what holds it; elsewhere the digit of its own tag says it (h2: 2).
LEVELS = {"set": 0, "book": 0, "part": 0}
LEVELS |= dict.fromkeys(("chapter", "appendix", "preface", "article", "page"), 1)
LEVELS |= {f"sect{depth}": depth + 1 for depth in range(1, 6)}
SEQUENCES = {"guiseq": " → ", "menuchoice": " → ", "keyseq": "+", "keycombo": "+"}
NUMBER = re.compile(r"^(?:(?:\w+ )?(?:\d+|[IVXLC]+|[A-Z])(?:\.\d+)*\.|\d+(?:\.\d+)+) +")


@dataclass(frozen=True)
class Heading:
    """A heading: how deep it is, its words, and the name of what it heads."""

    level: int
    title: str
    name: str


@dataclass(frozen=True)
class Paragraph:
    """A paragraph, and whether a list item begins with it."""

    text: str
    item: bool = False


Event: TypeAlias = Heading | Paragraph


@dataclass
class Section:
    """A heading with what stands below it."""

    heading: Heading
    paragraphs: list[Paragraph] = field(default_factory=list)
    sections: list["Section"] = field(default_factory=list)

    def everything(self) -> Iterator[Paragraph]:
        """Go through the paragraphs of the section and of all below it."""
        yield from self.paragraphs
        for section in self.sections:
            yield from section.everything()

    @property
    def words(self) -> int:
        """Count the words of the section and of all below it."""
        return sum(len(paragraph.text.split()) for paragraph in self.everything())


class Walker:
    """Goes through a page and gives its headings and paragraphs in order."""

    def __init__(self, name: str, links: dict[str, str] | None = None) -> None:
        self.name = name
        self.links = links or {}
        self.events: list[Event] = []
        self._inline: list[str] = []
        self._plain = False
        self._links = 0
        self._item = False
        self._depth = 0
        self._titles = 0

    def walk(self, element: Element) -> None:
        """Take up an element and all below it."""
        tag = _tag(element)
        classes = set((element.get("class") or "").split()) | ({element.get("id")} & SKIPPED_IDS)
        skipped = SKIPPED_INLINE | SKIPPED_CLASSES if tag in BLOCKS else SKIPPED_INLINE
        if tag in SKIPPED_TAGS or classes & skipped or (tag == "table" and not _is_note(element)):
            return
        term = tag == "title" and _tag(element.getparent()) == "item"
        if not term and (tag in TITLES or (tag in ("p", "div") and "title" in classes)):
            self._title(element, tag)
        elif tag in BLOCKS:
            self._flush()
            self._item = self._item or _is_item(element, tag)
            self._depth += tag == "section"
            self._inside(element)
            self._flush()
            self._depth -= tag == "section"
            self._item = self._item and tag not in ITEMS
        elif tag in SEQUENCES:
            self._add(SEQUENCES[tag].join(_words(child) for child in element))
        elif classes & SWITCHES:
            for child in element[-1:]:
                self.walk(child)
        elif not len(element) and not element.text:
            self._add(" " if tag == "br" else self.links.get(element.get("xref") or element.get("linkend"), ""))
        else:
            self._links += tag in LINKS
            self._inside(element)
            self._links -= tag in LINKS

    def _inside(self, element: Element) -> None:
        """Take up what an element holds."""
        self._add(element.text or "")
        for child in element:
            if isinstance(child.tag, str):
                self.walk(child)
            self._add(child.tail or "")

    def _add(self, text: str) -> None:
        """Add to the paragraph."""
        self._inline.append(text)
        self._plain = self._plain or (not self._links and any(map(str.isalpha, text)))

    def _title(self, element: Element, tag: str) -> None:
        """Take a heading out; titles of notes, figures and lists just go."""
        self._flush()
        level = _level(element, tag, self._depth)
        title = NUMBER.sub("", _words(element))
        if level is not None and title:
            own = element.getparent().get("id") if tag == "title" else None
            name = f"{self.name}#{own or self._titles}" if self._titles else self.name
            self._titles += 1
            self.events.append(Heading(level, title, name))

    def _flush(self) -> None:
        """End a paragraph; one that is nothing but links is navigation and goes."""
        text = " ".join("".join(self._inline).split())
        if self._plain:
            self.events.append(Paragraph(text, self._item))
            self._item = False
        self._inline.clear()
        self._plain = False


def _tag(element: Element) -> str:
    """Give an element's name without its namespace."""
    return str(element.tag).rpartition("}")[2].lower()


def _words(element: Element) -> str:
    """Give an element's words, without those of footnotes and links to itself."""
    walker = Walker("")
    walker._inside(element)
    return " ".join("".join(walker._inline).split())


def _is_item(element: Element, tag: str) -> bool:
    """Whether a list item begins; in a list of terms it has begun with the term."""
    return tag in ITEMS and not (tag == "listitem" and _tag(element.getparent()) == "varlistentry")


def _is_note(table: Element) -> bool:
    """Whether a table is but the frame of a note."""
    parent = table.getparent()
    return parent is not None and bool(NOTES & set((parent.get("class") or "").split()))


def _level(element: Element, tag: str, depth: int) -> int | None:
    """Tell how deep a heading is; none if it heads no section."""
    if tag[1:].isdigit():
        for holder in element.iterancestors():
            classes = (holder.get("class") or "").split()
            if known := [LEVELS[name] for name in classes if name in LEVELS]:
                return known[0]
            if NOTES & set(classes):
                return None
            if "section" in classes:
                break
        return int(tag[1:])
    holder = _tag(element.getparent()) if tag == "title" else ""
    return 1 + depth if holder == "section" else LEVELS.get(holder)


def tree(events: Iterable[Event], name: str) -> Section:
    """Nest headings and paragraphs by their levels below one root."""
    root = Section(Heading(-1, "", name))
    path = [root]
    for event in events:
        if isinstance(event, Paragraph):
            path[-1].paragraphs.append(event)
            continue
        while path[-1].heading.level >= event.level:
            path.pop()
        section = Section(event)
        path[-1].sections.append(section)
        path.append(section)
    return root


def documents(section: Section, largest: int) -> Iterator[Section]:
    """Choose sections that are texts of their own: at most so many paragraphs, two sections or more.

    Translations of a page have the same paragraphs one by one, so that the choice is the same in every language.
    """
    filled = [below for below in section.sections if any(below.everything())]
    if len(filled) > 1 and sum(1 for _ in section.everything()) <= largest:
        yield section
    else:
        for below in filled:
            yield from documents(below, largest)


@dataclass
class Layout:
    """A text with the places of its sections, headings and list items."""

    text: str = ""
    cuts: list[int] = field(default_factory=list)
    titles: list[str] = field(default_factory=list)
    headings: list[tuple[int, int, str]] = field(default_factory=list)
    items: list[int] = field(default_factory=list)


def lay_out(document: Section, least: int) -> Layout:
    """Lay a document out; sections of fewer words go, and a lead of fewer words is part of the first section."""
    layout = Layout()
    sections = [section for section in document.sections if section.words >= least]
    lead = sum(len(paragraph.text.split()) for paragraph in document.paragraphs) >= least
    if lead:
        layout.titles.append("")
    _write(Section(document.heading, document.paragraphs), 0, layout)
    for number, section in enumerate(sections):
        if number or lead:
            layout.cuts.append(len(layout.text))
        layout.titles.append(section.heading.title)
        _write(section, 1, layout)
    layout.text = layout.text.rstrip() + "\n"
    return layout


def _write(section: Section, depth: int, layout: Layout) -> None:
    """Add a section and those below it to a layout."""
    layout.headings.append((len(layout.text), depth, section.heading.title))
    for paragraph in section.paragraphs:
        if paragraph.item:
            layout.items.append(len(layout.text))
        layout.text += paragraph.text + "\n\n"
    for below in section.sections:
        if any(below.everything()):
            _write(below, depth + 1, layout)
