"""An opened text: analyzed once, its similarities kept, so that new parameters are quick to try."""

import hashlib
import json
from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Self

from tmima.chapters import cut
from tmima.errors import TmimaError
from tmima.files import encode_json
from tmima.formats import AUTO, open_bytes, parse_text
from tmima.result import Segment, SegmentedText, Titles
from tmima.segmentation import CONSTRAINTS, QUESTIONS
from tmima.segmenter import SETTINGS, Segmenter
from tmima.similarity import DEFAULT_SIMILARITY, similarities
from tmima.text import Source

# The similarities that can start from the text alone, the default before the others.
SIMILARITIES = tuple(
    sorted(
        (name for name in similarities if not similarities[name].needs),
        key=lambda name: name != DEFAULT_SIMILARITY,
    )
)
# What a character takes with all that is known of its word, roughly.
_CHARACTER_BYTES = 100
# A similarity holds lists of words, and room for a block of entries of D.
_ENTRY_BYTES, _BLOCK_ENTRIES = 12, 1 << 20


@dataclass(frozen=True, slots=True)
class Upload:
    """A text or a file, and how it is to be read; `key` names it by its content.

    Attributes:
        content: a text, or the bytes of a file.
        name: of the file.
        max_bytes: that what is read of the file may have.
    """

    content: str | bytes
    language: str | None = None
    format: str = AUTO
    unit: str = "sentences"
    name: str = ""
    max_bytes: int | None = None

    @property
    def key(self) -> str:
        """A hash of the content and of how it is to be read."""
        return hashlib.sha256(self.to_json()).hexdigest()[:32]

    def to_json(self) -> bytes:
        """Return it as JSON, the same for the same upload."""
        fields = asdict(self)
        if isinstance(self.content, bytes):
            fields["content"] = [b64encode(self.content).decode()]
        return encode_json(fields).encode()

    @classmethod
    def from_json(cls, content: bytes) -> Self:
        """Read what `to_json` wrote."""
        fields = json.loads(content)
        if not isinstance(fields["content"], str):
            fields["content"] = b64decode(*fields["content"])
        return cls(**fields)

    def open(self) -> Source:
        """Return the source to read, as opening the file would."""
        if isinstance(self.content, str):
            return parse_text(self.content, self.format)
        source = open_bytes(self.name, self.content, format=self.format)
        size = len(source.text.encode())
        if self.max_bytes is not None and size > self.max_bytes:
            raise TmimaError(
                f"the text in {self.name} has {size} bytes, more than {self.max_bytes}: shorten "
                "it, or start the server with a larger `max_bytes`"
            )
        return source


class OpenText:
    """A text that has been read and analyzed, ready to be cut in many ways.

    The similarities that are made of it are kept with it.
    """

    def __init__(self, upload: Upload) -> None:
        self._upload = upload
        reader = Segmenter(language=upload.language, unit=upload.unit)
        self.prepared = reader.prepare(upload.open())

    @property
    def similarities(self) -> list[str]:
        """The names of the similarities that the text can be cut with."""
        language = self.prepared.document.language
        known = {name: similarities[name].knows for name in SIMILARITIES}
        return [name for name, knows in known.items() if knows is None or knows(language)]

    def details(self) -> dict[str, Any]:
        """Return for JSON what the explorer needs of the text besides `viewer.text_view`."""
        document, sent = self.prepared.document, self._upload.content
        return {
            "similarities": self.similarities,
            "source": sent if isinstance(sent, str) and sent != document.text else None,
            "file": {"name": self._upload.name, "content": b64encode(sent).decode()}
            if isinstance(sent, bytes)
            else None,
            "faults": [] if document.timeline is None else list(map(str, document.timeline.faults)),
        }

    @property
    def memory(self) -> int:
        """Bytes that the text takes with all its similarities, roughly."""
        entries = len(SIMILARITIES) * min(len(self.prepared) ** 2, _BLOCK_ENTRIES)
        return _CHARACTER_BYTES * len(self.prepared.document.text) + _ENTRY_BYTES * entries

    def cut(
        self,
        *,
        form: str | None = None,
        titles: Sequence[Mapping[str, Any]] = (),
        with_certainty: bool = True,
        **asked: Any,
    ) -> SegmentedText:
        """Cut the text by the settings of a request; others have the defaults of `tmima segment`.

        A transcript is cut into chapters, as `tmima chapters` does it.

        Args:
            form: of chapters, whose rules the segments of a transcript keep; without it there
                are none but the usual lengths.
            titles: those that a person has given, each with the first unit of its segment.
            with_certainty: whether to tell how sure each cut is, where the method knows.
            asked: settings by name. Those that the method does not understand are not heeded, but
                places to cut and not to cut are the person's, and refused.
        """
        entry = Segmenter(**asked).entry
        settings: dict[str, Any] = {"titles": _given_titles(titles)} if titles else {}
        for name, value in asked.items():
            of = SETTINGS[name].of
            if not of or of in entry.settings or of == CONSTRAINTS:
                settings[name] = value
        if settings.get("levels") == 1:
            del settings["levels"]
        if with_certainty and QUESTIONS in entry.settings:
            settings["posteriors"] = True
        if form is not None or self.prepared.document.speech is not None:
            return cut(self.prepared, form or "json", **settings)
        return Segmenter(**settings).segment(self.prepared)


def _given_titles(titles: Sequence[Mapping[str, Any]]) -> Titles:
    """Return a title function: the given title of a segment, or the one that was found."""
    given = {one["first"]: " ".join(one["title"].split()) for one in titles}

    def chosen(segments: Sequence[Segment]) -> list[str]:
        return [given.get(segment.first) or segment.title for segment in segments]

    return chosen
