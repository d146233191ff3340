"""A chunk: a piece of a document for an index, with what an index wants to know of it."""

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, Self

from tmima.errors import TmimaError, shortened
from tmima.segments.fields import field_metadata, fields_of

_CHARACTERS = "characters (Unicode code points) of the text, the end not included"
_SECONDS = "seconds, of a transcript"
_PLACED = ("start", "end", "text")


@dataclass(frozen=True, slots=True)
class Chunk:
    """A chunk: its characters [start, end), its text, and what is known of it.

    What does not apply is None: headings where there are none, pages but of a document with pages,
    times and speakers but of a transcript.

    A field is declared here and nowhere else: every output is a loop over `fields_of(Chunk)`.
    """

    start: int = field(
        metadata=field_metadata("Where its text begins.", unit=_CHARACTERS, essential=True)
    )
    end: int = field(
        metadata=field_metadata("Where its text ends.", unit=_CHARACTERS, essential=True)
    )
    text: str = field(
        metadata=field_metadata("The text from start to end.", essential=True, is_text=True)
    )
    _: KW_ONLY
    id: str = field(
        metadata=field_metadata(
            "What tells it from all others; an edit elsewhere in its document leaves it as it is.",
            essential=True,
            column="chunk_id",
        )
    )
    tokens: int = field(metadata=field_metadata("How many tokens its text has.", essential=True))
    document_id: str = field(
        default="",
        metadata=field_metadata("What tells its document from all others.", essential=True),
    )
    previous_id: str | None = field(
        default=None, metadata=field_metadata("The id of the chunk before it in its document.")
    )
    next_id: str | None = field(
        default=None, metadata=field_metadata("The id of the chunk after it in its document.")
    )
    parent_id: str | None = field(
        default=None,
        metadata=field_metadata(
            "What it shares with its neighbours in a passage of up to four limits."
        ),
    )
    path: tuple[str, ...] | None = field(
        default=None,
        metadata=field_metadata("The headings above it, the highest first.", between=" > "),
    )
    title: str | None = field(
        default=None,
        metadata=field_metadata(
            "The name of its topic: the last heading above it, or a phrase of it."
        ),
    )
    keywords: tuple[str, ...] | None = field(
        default=None, metadata=field_metadata("What it is about, the most telling first.")
    )
    page: int | None = field(default=None, metadata=field_metadata("Its first page in a document."))
    pages: tuple[int, int] | None = field(
        default=None, metadata=field_metadata("Its first and its last page in a document.")
    )
    start_time: float | None = field(
        default=None, metadata=field_metadata("When its first word is said.", unit=_SECONDS)
    )
    end_time: float | None = field(
        default=None, metadata=field_metadata("When the next chunk begins.", unit=_SECONDS)
    )
    speakers: tuple[str, ...] | None = field(
        default=None, metadata=field_metadata("Who speaks in it, in order.")
    )
    forced: bool = field(
        default=False,
        metadata=field_metadata("Whether the limit made the cut before it, inside a paragraph."),
    )
    context: str = field(
        default="",
        metadata=field_metadata(
            "What to put before its text in an index: title, headings, an introducing sentence.",
            is_text=True,
        ),
    )
    before: str | None = field(
        default=None,
        metadata=field_metadata(
            "The overlap: what stands before it, no part of its text.", is_text=True
        ),
    )

    @property
    def indexed(self) -> str:
        """What to index: the context, a blank line, the overlap and the text."""
        return self.with_context(self.context, (self.before or "") + self.text)

    @staticmethod
    def with_context(context: str, text: str) -> str:
        """Return a text with a context before it."""
        return f"{context}\n\n{text}" if context else text

    def as_dict(self) -> dict[str, Any]:
        """Return it for JSON: the fields that apply."""
        values = ((each.name, getattr(self, each.name)) for each in fields_of(type(self)))
        return {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in values
            if value is not None
        }

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Self:
        """Return the chunk that `as_dict`, a line of JSON or a row of a table describes.

        What is no field of a chunk is left out.
        """
        values_given: dict[str, Any] = {}
        for each in fields_of(cls):
            # Beside the fields of a document the id of a chunk has another name.
            value = values.get(each.column, values.get(each.name))
            if value is not None:
                values_given[each.name] = tuple(value) if isinstance(value, list) else value
        try:
            return cls(**values_given)
        except TypeError:
            missing = [each.name for each in fields_of(cls) if each.essential]
            raise TmimaError(
                f"a chunk has the fields {', '.join(missing)}; {shortened(dict(values))} has not "
                "all of them"
            ) from None

    def about(self) -> dict[str, Any]:
        """Return for JSON what is known of it besides its text and where that is, as metadata."""
        values = self.as_dict()
        return {
            each.column: values[each.name]
            for each in fields_of(type(self))
            if each.name in values and each.name not in _PLACED
        }
