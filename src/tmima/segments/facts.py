"""What is known of the segments of a document besides their text: paths, ids, forced cuts."""

from collections import Counter
from collections.abc import Sequence

from tmima.files import encode_json
from tmima.kernel.arrays import Floats
from tmima.segmentation import LEAST_CONFIDENCE, Constraints
from tmima.text import Document, Segmentation, Units, visible_span

# Of an id, before it is written with two digits each.
_ID_BYTES = 8

Path = tuple[str, ...]


def heading_paths(document: Document, offsets: Sequence[tuple[int, int]]) -> list[Path | None]:
    """Return the headings above each range of characters, the highest first.

    They are those of the headings that segments follow; nothing where the document has none.
    """
    outline = document.outline.above(LEAST_CONFIDENCE)
    if not outline:
        return [None] * len(offsets)
    seen = [visible_span(document.text, start, end) or (start, end) for start, end in offsets]
    return [outline.path(first, end) for (first, _), (_, end) in zip(seen, offsets, strict=True)]


def segment_ids(
    document: Document, offsets: Sequence[tuple[int, int]], paths: Sequence[Path | None]
) -> list[str]:
    """Return an id for each range of characters, which an edit elsewhere does not change.

    It is a hash of what the document is (the name of its file, else its title), the path and the
    text without the white space around it. Of equal ones the second has "-2" behind it, the third
    "-3", and so on.
    """
    # Only whoever asks for an id needs it, and it takes time to be loaded.
    from hashlib import blake2b

    identity = document.name or document.outline.title
    counts: Counter[str] = Counter()
    ids = []
    for (start, end), path in zip(offsets, paths, strict=True):
        content = encode_json([identity, path, document.text[start:end].strip()])
        one = blake2b(content.encode(), digest_size=_ID_BYTES).hexdigest()
        counts[one] += 1
        ids.append(one if counts[one] == 1 else f"{one}-{counts[one]}")
    return ids


def forced_cuts(
    units: Units, segmentation: Segmentation, constraints: Constraints, odds: Floats | None
) -> list[bool]:
    """Return for each segment whether a limit and no change of topic made the cut before it.

    So it is where the two segments around the cut are together larger than a segment may be, and
    nothing else speaks for the cut: neither a heading nor whoever told places, nor the model's
    odds; by methods without odds, the beginning of a paragraph.

    Args:
        units: of the document.
        segmentation: its segments.
        constraints: with the greatest size, if there is one.
        odds: the log odds of a cut at each of the places 1 .. T-1, of the learnt model.
    """
    forced = [False] * len(segmentation)
    document = units.document
    if constraints.max_size is None or document is None:
        return forced
    outline = document.outline.above(LEAST_CONFIDENCE)
    headings = {section.run_start for section in outline.sections}
    paragraphs = {first for first, _ in document.paragraphs}
    told = constraints.required_cuts(units)
    ends = (0, *segmentation.boundaries)
    for number, cut in enumerate(segmentation.cuts, start=1):
        speaks = units.runs[cut][0] in paragraphs if odds is None else odds[cut - 1] >= 0
        if speaks or cut in told or units.edges[cut] in headings:
            continue
        together = constraints.size_of(units, ends[number - 1], ends[number + 1])
        forced[number] = together > constraints.max_size
    return forced
