"""The units of a document: sentences of prose; a heading, a table, some code is one by itself."""

from collections.abc import Iterable, Sequence

from tmima.formats.format import Layout
from tmima.loading import Pattern
from tmima.text import (
    ASIDE,
    HEADING,
    PROSE,
    Analyzer,
    Block,
    Origin,
    Span,
    Spans,
    split_paragraphs,
    visible_span,
)

# Sections of these names list other texts and are not prose.
_REFERENCES = frozenset(
    (
        "references|bibliography|works cited|literature cited|further reading|external links|"
        "βιβλιογραφία|παραπομπές|βιβλιογραφικές αναφορές|εξωτερικοί σύνδεσμοι|literatur|"
        "literaturverzeichnis|einzelnachweise|weblinks|références|bibliographie|liens externes|"
        "referencias|bibliografía|enlaces externos"
    ).split("|")
)
# What is called so lists what comes: up to the next heading nothing of it is read as prose.
CONTENTS = frozenset(
    "contents|table of contents|περιεχόμενα|πίνακας περιεχομένων|inhalt|inhaltsverzeichnis|"
    "table des matières|sommaire|índice|contenido|tabla de contenidos|índice general".split("|")
)
# The marks at the end are tried once, where they begin.
_AROUND = Pattern(r"^[#\s\d.]+|(?<![\s#:=-])[\s#:=-]++$")


def lay_out_document(origin: Origin, analyzer: Analyzer) -> Layout:
    """Find the units of a document; asides that follow each other are one."""
    blocks: list[tuple[Span, bool]] = []
    before = PROSE
    for block in origin.blocks:
        span = visible_span(origin.text, block.start, block.end)
        if span is None:
            continue
        if block.kind == before == ASIDE:
            blocks[-1] = Span(blocks[-1][0].start, span.end), False
        else:
            blocks.append((span, block.kind == PROSE))
        before = block.kind
    paragraphs = split_prose(origin.text, blocks, analyzer)
    return Layout(
        paragraphs,
        ignored=[Span(*span) for span in origin.ignored],
        headings=origin.headings,
        title=origin.title,
    )


def split_prose(
    text: str, blocks: Sequence[tuple[Span, bool]], analyzer: Analyzer
) -> list[Sequence[Span]]:
    """Return the sentences of blocks; one that is no prose is a sentence by itself."""
    prose = Spans.of(span for span, is_prose in blocks if is_prose)
    sentences = iter(split_paragraphs(analyzer, text, prose))
    return [next(sentences) if is_prose else [span] for span, is_prose in blocks]


def without_references(text: str, blocks: Iterable[Block]) -> list[Block]:
    """Return blocks, what stands under a heading as "References" or "Contents" being an aside.

    A heading as "Contents" is one too, since nothing is called by it.
    """
    marked = []
    within = 0  # the level of the heading above, if it is such a one
    listed = False
    for block in blocks:
        if block.kind == HEADING:
            title = _AROUND.sub("", text[block.start : block.end]).strip().lower()
            listed = title in CONTENTS
        if listed:
            marked.append(block._replace(kind=ASIDE, level=0))
        elif block.kind == HEADING and (not within or block.level <= within):
            within = block.level if title in _REFERENCES else 0
            marked.append(block)
        else:
            marked.append(block._replace(kind=ASIDE) if within else block)
    return marked
