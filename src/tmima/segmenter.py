"""The front door: a segmenter that is set up once and cuts any number of texts."""

import json
import os
from collections.abc import Callable, Iterable, Iterator
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property
from os import PathLike
from typing import (
    TYPE_CHECKING,
    Any,
    Concatenate,
    Generic,
    ParamSpec,
    Self,
    TypeVar,
)

from tmima import languages
from tmima.errors import TmimaError, marked_message, plain_text, shortened
from tmima.files import CHECKSUM, Folder, encode_json, read_text, sealed, unsealed
from tmima.files.whole import write_whole
from tmima.formats import (
    AUTO,
    Labelled,
    formats,
    labelled_documents,
    open_file,
    parse_text,
    plain_documents,
    read,
)
from tmima.learnt import Adaptation
from tmima.loading import Pattern
from tmima.methods import (
    HasOutcome,
    LearnsLabelled,
    LearnsPlain,
    Method,
    MethodEntry,
    Outcome,
)
from tmima.result import SegmentedText, Settings
from tmima.segmentation import (
    CONSTRAINTS,
    Constraints,
    ConstraintSettings,
    Parameters,
    Prepared,
    Questions,
    QuestionSettings,
)
from tmima.settings import (
    Duration,
    Setting,
    View,
    document_settings,
    immutable,
    settings_of,
)
from tmima.settings.plan import Plan
from tmima.settings.text_settings import TextSettings
from tmima.text import Analyzer, Document, Source
from tmima.version import __version__

if TYPE_CHECKING:
    from tmima.training import Adapting, Training

P = ParamSpec("P")
Text = TypeVar("Text")
Result = TypeVar("Result")

# A text of more bytes is refused where many are cut: to cut it takes some 150 times as much memory.
MAX_BYTES = 8_000_000
# What training and learning leave.
_OF_TRAINING = ("adaptation_", "parameters_", "similarity_", "training_")
_FOUND = ("method_", "language_", "learnt_from_", *_OF_TRAINING)
# What is built once.
_BUILT = "_plan"
# A text that is longer is not looked for among the files.
_LONGEST_PATH = 1024
# What a file that was altered may raise.
_MALFORMED = (ValueError, LookupError, TypeError, AttributeError, RecursionError)


class _TrainedAttributes:
    """The attributes that `train` and `learn` set."""

    method_: Method
    language_: str
    learnt_from_: str
    adaptation_: Adaptation
    parameters_: Parameters
    similarity_: str
    training_: "Training | Adapting"


@document_settings
@dataclass(frozen=True, kw_only=True, repr=False, eq=False)
class Segmenter(_TrainedAttributes, QuestionSettings, ConstraintSettings, TextSettings):
    """Cuts texts into their topics.

    The constructor only stores the settings; what cannot be or what a method does not understand is
    refused by name when it is used. Whatever is built once (the analyzer of a language, latent
    vectors, a trained method) is kept, so that a second text costs only itself; that is why
    settings cannot be changed afterwards: `replace` returns another segmenter.

    What `train` and `learn` find ends in an underscore: `method_`, `language_`, `learnt_from_`, and
    `training_`, with `adaptation_` for the learnt method, `parameters_` and `similarity_` for
    density.

    The settings of constraints and of questions may also be given as a record, `constraints` and
    `questions`, or as a mapping; as attributes these are all of them together.

    >>> segmenter = Segmenter(language="en", parameters={"mean_length": 2, "std_length": 1})
    >>> [segment.text for segment in segmenter.segment("Cats purr. A cat sleeps.\\nShips sail.")]
    ['Cats purr. A cat sleeps.\\n', 'Ships sail.']
    """

    constraints: View[Constraints] = View(Constraints, "constraint")
    questions: View[Questions] = View(Questions, "question")

    def __post_init__(self) -> None:
        for name, value in self.settings.items():
            object.__setattr__(self, name, immutable(value))

    @property
    def settings(self) -> dict[str, Any]:
        """The settings by name, as they were given."""
        return {name: getattr(self, name) for name in SETTINGS}

    @property
    def given(self) -> dict[str, Any]:
        """The settings that differ from their defaults."""
        return {
            name: value
            for name, value in self.settings.items()
            if not SETTINGS[name].is_default(value)
        }

    def __repr__(self) -> str:
        given = [f"{name}={value!r}" for name, value in self.given.items()]
        return f"Segmenter({', '.join(given)})"

    def __getstate__(self) -> dict[str, Any]:
        # What is built once is built again in another process: analyzers cannot be sent there.
        return {name: value for name, value in vars(self).items() if name != _BUILT}

    def replace(self, **settings: Any) -> Self:
        """Return a segmenter with other settings; what this one has learnt it has to learn itself.

        A record or mapping of constraints or of questions takes the place of all that there were.

        >>> Segmenter(language="en").replace(max_size=2)
        Segmenter(language='en', max_size=2)
        """
        changed = vars(Segmenter(**settings))
        names = settings.keys() & SETTINGS.keys()
        for view in settings.keys() - names:
            names |= settings_of(vars(Segmenter)[view].kind).keys()
        if "n_segments" not in settings and changed["n_segments"] is None:
            names.discard("n_segments")
        made = copy(self)
        for name in _FOUND:
            vars(made).pop(name, None)
        vars(made).update({name: changed[name] for name in names})
        return made

    @cached_property
    def _plan(self) -> Plan:
        return Plan(self.settings, Segmenter)

    def segment(
        self,
        text: str | PathLike[str] | Source | Document | Prepared,
        *,
        n_segments: int | tuple[int, int] | None = None,
    ) -> SegmentedText:
        """Cut a text into its topics; the segments' texts joined are the text.

        Args:
            text: the text, the path of a file (a `pathlib.Path`), what was opened
                (`tmima.open_file`) or what was read before.
            n_segments: of this text, in place of the setting.
        """
        method, entry = self.current_method, self.entry
        prepared = self.prepare(text)
        wanted = self.n_segments if n_segments is None else n_segments
        constraints = self._plan.constraints.with_count(wanted)
        count = _checked_count(entry, wanted)
        if isinstance(method, HasOutcome):
            outcome = method.outcome(prepared, n_segments=count)
        else:
            outcome = Outcome(method.segment(prepared, n_segments=count))
        return SegmentedText(
            document=prepared.document,
            units=prepared.units,
            segmentation=outcome.segmentation,
            settings=Settings(
                method=entry.name,
                unit=prepared.unit,
                similarity=outcome.similarity_name,
                parameters=outcome.parameters,
                adaptation=outcome.adaptation,
                constraints=constraints,
                options=dict(self.options or {}),
                learnt_from=getattr(self, "learnt_from_", _adapted_from(outcome)),
                finer=self.finer or 0.0,
                every=None if self.every is None else Duration().check("every", self.every),
                # Where one is told, it is no question how probable the others are.
                number=None if isinstance(constraints.n_segments, int) else outcome.number,
            ),
            answers=outcome.answers,
            _similarity=outcome.similarity,
            _odds=outcome.odds,
            _titles=self._plan.titles,
            _overlap=self.overlap,
        )

    def segment_many(
        self, texts: Iterable[str | Document], *, jobs: int = 1
    ) -> Iterator[SegmentedText | TmimaError]:
        """Cut many texts; yield the results in the order of the texts, whatever the jobs.

        A text that cannot be cut does not end it: the error stands in its place.

        Args:
            texts: may be without end; only a few are taken ahead.
            jobs: how many processes work on them.
        """
        from tmima.workers.parallel import map_ordered

        if isinstance(texts, str | Document) or not isinstance(texts, Iterable):
            raise TmimaError(
                f"segment_many takes a list of texts, not {shortened(texts)}: one text is for "
                "segment"
            )
        # A string of the user's own kind may not be known in another process.
        plain = (plain_text(each) if isinstance(each, str) else each for each in texts)
        return map_ordered(self._segment_or_error, plain, jobs=jobs)

    def train(self, texts: Folder | Iterable[Labelled]) -> Self:
        """Learn from texts whose segments are known.

        Args:
            texts: a folder of texts in Choi's format, or texts: documents that know their truth,
                texts in a format that tells it, or pairs of a text and the ends of its segments.
        """
        known = [Prepared.of(document, self.unit) for document in labelled_documents(texts, self)]
        if not known:
            raise TmimaError("there is no text to train from")
        method = self._plan.make_method()
        if not isinstance(method, LearnsLabelled | LearnsPlain):
            raise TmimaError(f"the method {self.entry.name} learns nothing from texts")
        if isinstance(method, LearnsLabelled):
            method.train(known)
        else:
            method.learn(known)
        return self._keep_trained(
            method, known[0].document.language, _count_of_labelled_texts(len(known))
        )

    def learn(self, texts: Folder | Iterable[str | Document]) -> Self:
        """Learn from plain texts of one kind, whose segments nobody knows.

        Args:
            texts: a folder of texts, or texts.
        """
        prepared = [Prepared.of(one, self.unit) for one in plain_documents(texts, self)]
        if not prepared:
            raise TmimaError("there is no text to learn from")
        method = self._plan.make_method()
        if not isinstance(method, LearnsPlain):
            raise TmimaError(f"the method {self.entry.name} learns nothing from plain texts")
        method.learn(prepared)
        return self._keep_trained(
            method, prepared[0].document.language, f"{len(prepared)} plain texts"
        )

    def prepare(self, text: str | PathLike[str] | Source | Document | Prepared) -> Prepared:
        """Read and analyze a text, to be cut several times by segmenters of the same language."""
        if isinstance(text, Prepared):
            return text
        document = self._plan.constraints.split_oversize_units(self.read(text), self.unit)
        return Prepared.of(document, self.unit)

    def read(self, text: str | PathLike[str] | Source | Document) -> Document:
        """Find the sentences and words of a text; of a document, they are known."""
        if isinstance(text, Document):
            return text
        source = self._as_source(text)
        return read(source, self.analyzer_for(source.text), format=self.format)

    def _as_source(self, text: str | PathLike[str] | Source) -> Source:
        """Return a text as a source; what was opened as prose is parsed by the format that is set.

        A path is opened; a string is always the text itself.
        """
        if isinstance(text, str):
            return parse_text(text, self.format)
        if isinstance(text, PathLike):
            return open_file(text, format=self.format)
        if not isinstance(text, Source):
            raise TmimaError(
                "a text must be a string or a Document, not "
                f"{type(text).__name__}: tmima.open_file opens a file"
            )
        if self.format is None or not text.is_prose:
            return text
        return replace(parse_text(text.text, self.format), name=text.name)

    def analyzer_for(self, text: str) -> Analyzer:
        """Return the analyzer for the language of a text, made once for each language."""
        if self.analyzer is not None:
            return self.analyzer
        return self.analyzer_of(self.language or languages.detect_language(text))

    def analyzer_of(self, code: str) -> Analyzer:
        """Return the analyzer of a language, made once."""
        return self._plan.analyzer_of(code)

    def save(self, path: str | PathLike[str]) -> None:
        """Write the settings and what was learnt into a file, as JSON.

        Settings alone may be edited there; with what was learnt with them they have a checksum.
        """
        from tmima.settings.saving import learnt_as_json, settings_as_json

        content: dict[str, Any] = {
            "tmima": __version__,
            "settings": settings_as_json(self.given),
        }
        if hasattr(self, "method_"):
            content["learnt"] = {
                "language": self.language_,
                "from": self.learnt_from_,
                "method": learnt_as_json(self.method_),
            }
            content = sealed(content)
        write_whole(path, encode_json(content, ensure_ascii=False, indent=1) + "\n")

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Self:
        """Read a segmenter that `save` wrote."""
        from tmima.settings.saving import refuse_language_models, restore

        text = read_text(path)
        try:
            content = json.loads(text)
            if {"learnt", CHECKSUM} & content.keys():
                content = unsealed(content, "trained segmenter")
            refuse_language_models(content["settings"])
            segmenter = cls(**content["settings"])
            learnt = content.get("learnt")
            if learnt is not None:
                method = segmenter._plan.make_method()
                restore(method, learnt["method"])
                segmenter._keep_trained(method, learnt["language"], learnt["from"])
        except (TmimaError, *_MALFORMED) as error:
            raise TmimaError(
                f"{path} holds no segmenter that can be read: {marked_message(error)}"
            ) from None
        return segmenter

    def check(self) -> None:
        """Refuse settings under which no text can be cut, before the first of many is met."""
        _checked_count(self.entry, self.n_segments)
        if self.language is not None:
            self.analyzer_of(self.language)
        if isinstance(self.format, str) and self.format != AUTO:
            formats[self.format]
        self.current_method  # noqa: B018 - made now, it tells what it does not understand

    def _segment_or_error(self, text: str | Document) -> SegmentedText | TmimaError:
        try:
            return self.segment(text)
        except TmimaError as error:
            return error

    @property
    def learns(self) -> bool:
        """Whether the method can be trained."""
        return isinstance(self._plan.make_method(), LearnsLabelled | LearnsPlain)

    @property
    def entry(self) -> MethodEntry:
        """The registry entry of the method; of one's own method, one made of its attributes."""
        return self._plan.entry

    @property
    def current_method(self) -> Method:
        """The method, trained if it was, made once."""
        return self.method_ if hasattr(self, "method_") else self._plan.method

    def _keep_trained(self, method: Method, language: str, source: str) -> Self:
        self.method_ = method
        self.language_ = language
        self.learnt_from_ = source
        for name in _OF_TRAINING:
            if hasattr(method, name):
                setattr(self, name, getattr(method, name))
        return self


SETTINGS: dict[str, Setting] = settings_of(Segmenter)


def _refuse_change(segmenter: Segmenter, name: str, value: Any) -> None:
    if name in SETTINGS or name in ("constraints", "questions"):
        raise TmimaError(
            f"the settings of a Segmenter cannot be changed: replace({name}=...) returns another "
            "segmenter"
        )
    object.__setattr__(segmenter, name, value)


# That of a frozen dataclass does not say what to do instead.
Segmenter.__setattr__ = _refuse_change  # type: ignore[assignment, method-assign]


class with_settings(Generic[P]):  # noqa: N801 - a decorator
    """Says of a function that it takes the settings of a segmenter besides its first argument."""

    def __init__(self, _: Callable[P, Segmenter]) -> None:
        pass

    def __call__(
        self, function: Callable[Concatenate[Text, ...], Result]
    ) -> Callable[Concatenate[Text, P], Result]:
        """Return the function itself."""
        return function


@with_settings(Segmenter)
def segment(text: str | PathLike[str] | Source | Document, **settings: Any) -> SegmentedText:
    """Cut a text into its topics; the settings are those of a `Segmenter`.

    A file is given as a `pathlib.Path`. A string is a text; one that is nothing but the path of a
    file that is there is refused, since it is hardly meant.

    >>> text = "Cats purr. A cat sleeps.\\nShips sail. Every ship sails."
    >>> [part.text for part in segment(text, language="en", n_segments=2)]
    ['Cats purr. A cat sleeps.\\n', 'Ships sail. Every ship sails.']
    """
    if isinstance(text, str):
        refuse_path_as_text(text, "segment")
    return Segmenter(**settings).segment(text)


# A separator or a suffix, as names of files have them, and no line break.
_PATH = Pattern(r"[^\n\0]*(?:[/\\][^\n\0]*|\.\w{1,8})")


def refuse_path_as_text(text: str, function: str) -> None:
    """Refuse a string that is the path of a file, given to a function of `tmima` as a text."""
    if _names_a_file(text):
        raise TmimaError(
            f"{shortened(text)} is the path of a file, not its text: give "
            f"tmima.{function}(pathlib.Path(...)), or what tmima.open_file returns"
        )


def _names_a_file(text: str) -> bool:
    """Tell whether a string is the path of a file that is there, and nothing else."""
    if len(text) > _LONGEST_PATH or not _PATH.fullmatch(text):
        return False
    try:
        return os.path.isfile(text)
    except (OSError, ValueError):
        return False


def _adapted_from(outcome: Outcome) -> str | None:
    """Return what the adaptation of a method was learnt from."""
    adaptation = outcome.adaptation
    return (
        _count_of_labelled_texts(adaptation.texts)
        if adaptation is not None and adaptation.texts
        else None
    )


def _count_of_labelled_texts(count: int) -> str:
    return f"{count} labelled texts"


def _checked_count(entry: MethodEntry, wanted: int | tuple[int, int] | None) -> Any:
    """Return the number of segments, or the range, as the method accepts it."""
    if wanted is None:
        if entry.count == "required":
            raise TmimaError(f"the method {entry.name} must be given `n_segments`")
        return None
    if entry.count == "ignored":
        raise TmimaError(f"the method {entry.name} does not accept `n_segments`")
    count = Constraints(n_segments=wanted).n_segments
    if not isinstance(count, int) and CONSTRAINTS not in entry.settings:
        raise TmimaError(f"the method {entry.name} takes one number as `n_segments`, not {wanted}")
    return count
