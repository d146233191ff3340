"""What a format is, which there are, and which one a text has."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import KW_ONLY, dataclass
from pathlib import PurePath
from typing import Any

from tmima.errors import TmimaError, shortened
from tmima.loading import Registry
from tmima.text import Analyzer, Heading, Segmentation, Source, Span

AUTO = "auto"
PROSE = "text"

_PACKED = "packed documents"
# A line for each format, with the place of its record. Their order is that in which a text is
# tried: whatever only a header tells comes first.
_FAMILIES = {
    "texts": {
        PROSE: "tmima.formats.plain:TEXT",
        "lines": "tmima.formats.plain:LINES",
        "choi": "tmima.formats.plain:CHOI",
    },
    "transcripts": {
        "vtt": "tmima.formats.captions:VTT",
        "srt": "tmima.formats.captions:SRT",
        "whisper": "tmima.formats.speech_json:WHISPER",
        "whisper.cpp": "tmima.formats.speech_json:WHISPER_CPP",
        "json3": "tmima.formats.speech_json:JSON3",
        "podcast": "tmima.formats.speech_json:PODCAST",
        "turns": "tmima.formats.turns:TURNS",
    },
    "documents": {
        "markdown": "tmima.formats.markdown:MARKDOWN",
        "rst": "tmima.formats.rst:RST",
        "html": "tmima.formats.html:HTML",
        "html-main": "tmima.formats.html:HTML_MAIN",
    },
    _PACKED: {
        "pdf": "tmima.formats.office:PDF",
        "docx": "tmima.formats.office:DOCX",
        "epub": "tmima.formats.office:EPUB",
        "odt": "tmima.formats.office:ODT",
        "pptx": "tmima.formats.office:PPTX",
    },
}

# A text that has none of these is not recognised as the format, whose module then need not be
# loaded. Those without any go by the suffix of a name alone.
_SIGNS = {
    "vtt": ("WEBVTT",),
    "srt": ("->", "–>", "—>", "→"),
    **dict.fromkeys(("whisper", "whisper.cpp", "json3", "podcast"), ("{",)),
    "turns": (":",),
    "markdown": (),
    "rst": (),
    "html": ("<",),
    "html-main": (),
}


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the sentences of a text lie.

    Attributes:
        paragraphs: the sentences of each paragraph in order, without the white space around them.
            Paragraphs without a sentence are passed over; what no sentence holds (separators,
            marks of the format) stays part of the text.
        truth: the true segments of the sentences, if the format tells them.
        ignored: characters whose words are not compared, in order.
        headings: of the text, in order.
        title: what the document calls itself, where it says so.
    """

    paragraphs: Sequence[Sequence[Span]]
    truth: Segmentation | None = None
    ignored: Sequence[Span] = ()
    headings: Sequence[Heading] = ()
    title: str = ""


@dataclass(frozen=True, slots=True)
class Limits:
    """What reading a packed document may take; more is refused by name.

    Attributes:
        unpacked: bytes that its texts have when they are unpacked.
        depth: elements inside each other.
        seconds: that a converter may take.
        memory: bytes that a converter may have, where the system can hold it to that.
        ratio: times that a text of more than a megabyte may be larger than it is packed. Prose is
            some ten times larger, what repeats itself up to a thousand times.
    """

    unpacked: int = 64_000_000
    depth: int = 256
    seconds: float = 300.0
    memory: int = 4_000_000_000
    ratio: int = 100


@dataclass(frozen=True, slots=True)
class Format:
    """A format that texts, transcripts and documents may come in.

    Which format a file has is decided by the first of these questions that is answered by one. Are
    its bytes those of a packed document? Is its text recognised by a format that goes by no suffix?
    Does its name end in the suffix of a format? Is its text recognised by any other format that is
    parsed? If none is, the file is prose.

    Attributes:
        name: by which it is asked for.
        summary: what it is, in a line.
        recognises: tells whether a text has this format; without it nobody takes a text for one.
        suffixes: of the names of its files, in small letters, as ".md".
        parse: takes out of a text what is said or read in it. Without it the text is read as it is,
            and the format is recognised only by "auto".
        lay_out: finds the sentences of what was parsed with the help of the language's analyzer;
            without it those of a transcript by its times, of a document by its blocks, else prose.
        recognises_bytes: tells whether a file that is no text has this format.
        parse_bytes: takes out of such a file what is read in it.
    """

    name: str
    summary: str
    _: KW_ONLY
    recognises: Callable[[str], bool] | None = None
    suffixes: tuple[str, ...] = ()
    parse: Callable[[str], Source] | None = None
    lay_out: Callable[[Source, Analyzer], Layout] | None = None
    recognises_bytes: Callable[[bytes], bool] | None = None
    parse_bytes: Callable[[bytes, Limits], Source] | None = None


formats: Registry[Format] = Registry(
    "format",
    "tmima.formats",
    {name: place for family in _FAMILIES.values() for name, place in family.items()},
)


def formats_by_family() -> dict[str, list[str]]:
    """Return the names of formats by family; what was registered besides ours is "others".

    What other packages announce is left out: finding it takes time.

    >>> "markdown" in formats_by_family()["documents"]
    True
    """
    others = [name for name in formats.built_in if name not in formats.own()]
    families = {family: list(names) for family, names in _FAMILIES.items()}
    return families | ({"others": others} if others else {})


def text_formats() -> list[str]:
    """Return the names of the formats that a text may have, those of packed files left out."""
    return [name for name in formats if name not in _FAMILIES[_PACKED]]


def known_format(told: Any) -> Format:
    """Return the format of a name; a format of one's own is one already."""
    if isinstance(told, Format):
        return told
    if not isinstance(told, str):
        raise TmimaError(f"`format=` must be a name or a Format, not {shortened(told)}")
    return formats[told]


def find_format(text: str, *, name: str = "", auto: bool = True) -> Format:
    """Return the format that a text has; prose if it has no other.

    Args:
        text: the text.
        name: of its file, if it has one.
        auto: whether the formats of other packages and those that are read as they are, as Choi's,
            are asked too.

    >>> find_format("==========\\nA cat.\\n==========").name, find_format("A cat.\\n=====").name
    ('choi', 'text')
    >>> find_format("WEBVTT\\n\\n00:01.000 --> 00:02.000\\nA cat.", name="a.md").name
    'vtt'
    """
    # Other packages are looked through only where any format is asked for: it takes time.
    names = formats if auto else formats.built_in
    suffix = PurePath(name).suffix.lower()
    known = list(
        _loaded(
            name
            for name in names
            if name not in _FAMILIES[_PACKED] and (suffix or _may_have(text, name))
        )
    )
    by_name = next((one for one in known if suffix in one.suffixes), None)
    for one in known:
        if by_name is not None:
            # People keep transcripts in files of Markdown; a page in one is a piece of Markdown.
            asked = one.parse is not None and not one.suffixes
        else:
            asked = one.parse is not None or auto
        if asked and one.recognises is not None and one.recognises(text):
            return one
    return by_name or formats[PROSE]


def _may_have(text: str, name: str) -> bool:
    """Tell whether a text may be recognised as a format, without loading it."""
    return name not in _SIGNS or any(sign in text for sign in _SIGNS[name])


def find_packed(content: bytes) -> Format | None:
    """Return the format of a file that is no text but holds one."""
    others = [name for name in formats.built_in if name not in formats.own()]
    for one in _loaded([*_FAMILIES[_PACKED], *others]):
        if one.recognises_bytes is not None and one.recognises_bytes(content):
            return one
    return None


def _loaded(names: Iterable[str]) -> Iterator[Format]:
    for name in names:
        try:
            yield formats[name]
        except TmimaError:
            # What another package announces but cannot load must not stand in the way of ours.
            continue
