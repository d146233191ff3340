"""What a format is: how the sentences of a text are found in it, and how it is recognised."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tmima.text import Analyzer, Origin, Segmentation, Span, Timeline


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the sentences of a text lie.

    Attributes:
        paragraphs: the sentences of each paragraph in order, without the white space around them.
            Paragraphs without a sentence are passed over; what no sentence holds (separators,
            marks of the format) stays part of the text.
        truth: the true segments of the sentences, if the format tells them.
        apart: characters whose words are not compared, in order.
    """

    paragraphs: list[list[Span]]
    truth: Segmentation | None = None
    apart: Sequence[Span] = ()


@dataclass(frozen=True, slots=True)
class Format:
    """A format that texts may come in.

    Attributes:
        name: by which it is asked for.
        summary: what it is, in a line.
        lay_out: finds the sentences of a text with the help of the language's analyzer.
        recognises: tells whether a text has this format; without it nobody takes a text for one.
    """

    name: str
    summary: str
    lay_out: Callable[[str, Analyzer], Layout]
    recognises: Callable[[str], bool] | None = None


@dataclass(frozen=True, slots=True)
class TranscriptFormat:
    """A format of speech with times. The text is what is said; the file's marks are none of it.

    Attributes:
        name: by which it is asked for.
        summary: what it is, in a line.
        hear: takes the cues out of a file, and names what it cannot read.
        recognises: tells whether a text has this format.
    """

    name: str
    summary: str
    hear: Callable[[str], Timeline]
    recognises: Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class DocumentFormat:
    """A format whose marks are no prose: what is read of a file, with the way back to it.

    Attributes:
        name: by which it is asked for.
        summary: what it is, in a line.
        take: takes the text and its blocks out of a file.
        recognises: tells whether a text has this format; without it nobody takes a text for one.
    """

    name: str
    summary: str
    take: Callable[[str], Origin]
    recognises: Callable[[str], bool] | None = None


AnyFormat = Format | TranscriptFormat | DocumentFormat
