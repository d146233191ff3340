"""The front door: a segmenter that is set up once and cuts any number of texts."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, TypedDict, Unpack

from tmima import languages
from tmima.errors import TmimaError, plain_text, shortened, whole_number
from tmima.files import files_below, read_text, write_whole
from tmima.formats import (
    AUTO,
    Format,
    formats,
    labelled_texts,
    open_file,
    parse_text,
    read,
)
from tmima.learnt import Adaptation
from tmima.methods import (
    DEFAULT_METHOD,
    PAPER_METHOD,
    HasOutcome,
    LearnsLabelled,
    LearnsPlain,
    Method,
    MethodEntry,
    Outcome,
    make,
    methods,
)
from tmima.records import CHECKSUM, fixed, sealed, unsealed
from tmima.result import PHRASES, TITLES, SegmentedText, Settings, Titles
from tmima.segmentation import Constraints, Parameters, Prepared, Questions, in_pieces
from tmima.similarity import Encoder, Measure, NamedSimilarity
from tmima.text import Analyzer, Document, Segmentation, Source, Units
from tmima.version import __version__

if TYPE_CHECKING:
    from tmima.training import Adapting, Training

Folder = str | PathLike[str]
LabelledItem = str | Document | tuple[str | Document, Segmentation | Sequence[int]]
"""A text that tells its true segments, or a text with the ends of its segments in sentences."""

# Settings as 0.1.0 called them.
_RENAMED = {
    "form": "format",
    "words": "normalise",
    "segments": "n_segments",
    "measure": "similarity",
    "collection": "background",
    "wanted": "questions",
}
# What is built once.
_BUILT = ("_analyzers", "_untrained", "_backgrounds")
# What training and learning leave.
_OF_TRAINING = ("adaptation_", "parameters_", "similarity_", "training_")
_FOUND = ("method_", "language_", "learnt_from_", *_OF_TRAINING)
# What a file that was altered may raise.
_MALFORMED = (ValueError, LookupError, TypeError, AttributeError, RecursionError)
# Settings that a method may or may not understand; `MethodEntry.settings` says which.
_OF_METHODS = (
    "finer", "adaptation", "similarity", "parameters", "background", "encode", "constraints",
    "questions",
)  # fmt: skip


# What some settings must be; what the others must be, those say who read them.
_KINDS: dict[str, tuple[Any, str]] = {
    "language": (str | languages.LanguageEntry, "a code such as en"),
    "unit": (str, "a name"),
    "normalise": (str, "a name"),
    "stopwords": (Iterable, "a list of words"),
    "tagger": (str | PathLike, "a path"),
    "similarity": (str | NamedSimilarity | Callable, "a name or a measure"),
    "background": (str | PathLike | Iterable, "texts or a folder"),
}


class SegmenterSettings(TypedDict, total=False):
    """The settings of a `Segmenter`, for functions that hand them on."""

    language: str | None
    format: str | Format | None
    unit: str
    normalise: str | None
    stopwords: Iterable[str] | None
    tagger: str | PathLike[str] | None
    analyzer: Analyzer | None
    method: str | MethodEntry | Method | None
    n_segments: int | tuple[int, int] | None
    finer: float | None
    adaptation: Adaptation | Mapping[str, Any] | None
    similarity: str | Measure | NamedSimilarity | None
    parameters: Parameters | Mapping[str, Any] | None
    background: Folder | Iterable[str] | None
    encode: Encoder | None
    constraints: Constraints | Mapping[str, Any] | None
    questions: Questions | Mapping[str, Any] | None
    options: Mapping[str, Any] | None
    titles: Titles
    overlap: int


class Segmenter:
    """Cuts texts into their topics.

    The constructor only stores the settings; what a method does not understand is refused by name
    when it is used. Whatever is built once (the analyzer of a language, latent vectors, a trained
    method) is kept, so that a second text costs only itself; that is why settings cannot be changed
    afterwards: `replace` returns another segmenter.

    What `train` and `learn` find ends in an underscore: `method_`, `language_`, `learnt_from_`, and
    `training_`, with `adaptation_` for the learnt method, `parameters_` and `similarity_` for
    density.

    Args:
        language: code of the texts' language ("el", "en-US", "ell"), "und" for general rules; found
            from each text if not given.
        format: "text" for prose, "lines" for one sentence per line, "choi" for Choi's format,
            "srt", "vtt" and others for transcripts, "markdown", "html" or "html-main" for
            documents, "auto" to find out; or a format of one's own. By default a transcript or a
            page of HTML is found, and all else is prose.
        unit: cuts fall between these, "sentences" or "paragraphs".
        normalise: how words are normalised: "lemma", "stem", "porter" or "plain".
        stopwords: words that are not kept, in place of the language's list.
        tagger: a model file of `tmima tagger train`, in place of the shipped one.
        analyzer: finds sentences and words, in place of the language's own.
        method: the name of a method that `tmima methods` lists, or a method of one's own. By
            default "learnt", or "density" if parameters are given, which are its own.
        n_segments: the number of segments, or the least and the greatest number.
        finer: above 0 more segments, below it fewer: what each cut gains in log odds.
        adaptation: of the learnt method to a kind of texts, as `train` finds it (`adaptation_`).
        similarity: the name of one that `tmima info` lists, or one's own: a function from units to
            a similarity. By default the one that suits the method.
        parameters: of the cost of density, all or some of them by name; of what is not given, the
            weights suit the similarity and the lengths the number of segments, if it is told.
        background: other texts of the language or a folder of them, for the similarity "lsa".
        encode: a function from texts to vectors, for the similarity "vectors".
        constraints: what the segments must satisfy.
        questions: probabilities, alternatives, a hierarchy: what is asked besides the segments.
        options: of the method, by name.
        titles: what names the segments: "phrases" of the text, "none", or a function that is given
            the segments, named by phrases, and returns a title for each.
        overlap: how many sentences before and after a segment it tells as its context, in fields of
            their own.

    >>> segmenter = Segmenter(language="en", parameters={"mean_length": 2, "std_length": 1})
    >>> [segment.text for segment in segmenter.segment("Cats purr. A cat sleeps.\\nShips sail.")]
    ['Cats purr. A cat sleeps.\\n', 'Ships sail.']
    """

    method_: Method
    language_: str
    learnt_from_: str
    adaptation_: Adaptation
    parameters_: Parameters
    similarity_: str
    training_: "Training | Adapting"

    def __init__(  # noqa: PLR0913 - the settings are the one place where all are listed
        self,
        *,
        language: str | None = None,
        format: str | Format | None = None,
        unit: str = "sentences",
        normalise: str | None = None,
        stopwords: Iterable[str] | None = None,
        tagger: str | PathLike[str] | None = None,
        analyzer: Analyzer | None = None,
        method: str | MethodEntry | Method | None = None,
        n_segments: int | tuple[int, int] | None = None,
        finer: float | None = None,
        adaptation: Adaptation | Mapping[str, Any] | None = None,
        similarity: str | Measure | NamedSimilarity | None = None,
        parameters: Parameters | Mapping[str, Any] | None = None,
        background: Folder | Iterable[str] | None = None,
        encode: Encoder | None = None,
        constraints: Constraints | Mapping[str, Any] | None = None,
        questions: Questions | Mapping[str, Any] | None = None,
        options: Mapping[str, Any] | None = None,
        titles: Titles = PHRASES,
        overlap: int = 0,
    ) -> None:
        self.language = language
        self.format = format
        self.unit = unit
        self.normalise = normalise
        self.stopwords = fixed(stopwords)
        self.tagger = tagger
        self.analyzer = analyzer
        self.method = method
        self.n_segments = fixed(n_segments)
        self.finer = finer
        self.adaptation = fixed(adaptation)
        self.similarity = similarity
        self.parameters = fixed(parameters)
        self.background = fixed(background)
        self.encode = encode
        self.constraints = fixed(constraints)
        self.questions = fixed(questions)
        self.options = fixed(options)
        self.titles = titles
        self.overlap = overlap

    def __setattr__(self, name: str, value: Any) -> None:
        if name in SegmenterSettings.__annotations__ and name in vars(self):
            raise TmimaError(
                f"the settings of a Segmenter cannot be changed: replace({name}=...) returns "
                "another segmenter"
            )
        super().__setattr__(name, value)

    @property
    def settings(self) -> dict[str, Any]:
        """The settings by name, as they were given."""
        return {name: getattr(self, name) for name in SegmenterSettings.__annotations__}

    def __repr__(self) -> str:
        usual = Segmenter()
        given = [
            f"{name}={value!r}"
            for name, value in self.settings.items()
            if repr(value) != repr(getattr(usual, name))
        ]
        return f"Segmenter({', '.join(given)})"

    def __getstate__(self) -> dict[str, Any]:
        # What is built once is built again in another process: analyzers cannot be sent there.
        return {name: value for name, value in vars(self).items() if name not in _BUILT}

    def replace(self, **settings: Unpack[SegmenterSettings]) -> Self:
        """Return a segmenter with other settings; what this one has learnt it has to learn itself.

        >>> Segmenter(language="en").replace(constraints={"max_size": 2})
        Segmenter(language='en', constraints={'max_size': 2})
        """
        given = renamed(settings)
        kept = {name: each for name, each in self.__getstate__().items() if name not in _FOUND}
        changed = vars(Segmenter(**given))
        made = type(self).__new__(type(self))
        vars(made).update(kept | {name: changed[name] for name in given})
        return made

    def segment(
        self,
        text: str | Source | Document | Prepared,
        *,
        n_segments: int | tuple[int, int] | None = None,
    ) -> SegmentedText:
        """Cut a text into its topics; the segments' texts joined are the text.

        Args:
            text: the text, what was opened (`tmima.open_file`) or what was read before.
            n_segments: of this text, in place of the setting.
        """
        method, entry = self.ready, self.entry
        prepared = self.prepare(text)
        wanted = self.n_segments if n_segments is None else n_segments
        constraints = Constraints.of(self.constraints).with_count(wanted)
        count = _count(entry, wanted)
        if isinstance(method, HasOutcome):
            found = method.outcome(prepared, n_segments=count)
        else:
            found = Outcome(method.segment(prepared, n_segments=count))
        return SegmentedText(
            document=prepared.document,
            units=prepared.units,
            segmentation=found.segmentation,
            settings=Settings(
                method=entry.name,
                unit=prepared.unit,
                similarity=found.similarity_name,
                parameters=found.parameters,
                adaptation=found.adaptation,
                constraints=constraints,
                options=dict(self.options or {}),
                learnt_from=getattr(self, "learnt_from_", _learnt_from(found)),
                finer=self.finer or 0.0,
                # Where one is told, it is no question how probable the others are.
                number=None if isinstance(constraints.n_segments, int) else found.number,
            ),
            answers=found.answers,
            _similarity=found.similarity,
            _titles=self.titles,
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
        from tmima.processes import in_processes

        if isinstance(texts, str | Document) or not isinstance(texts, Iterable):
            raise TmimaError(
                f"segment_many takes a list of texts, not {shortened(texts)}: one text is for "
                "segment"
            )
        # A string of the user's own kind may not be known in another process.
        plain = (plain_text(each) if isinstance(each, str) else each for each in texts)
        return in_processes(self._tried, plain, jobs=jobs)

    def train(self, texts: Folder | Iterable[LabelledItem]) -> Self:
        """Learn from texts whose segments are known.

        Args:
            texts: a folder of texts in Choi's format, or texts: documents that know their truth,
                texts in a format that tells it, or pairs of a text and the ends of its segments.
        """
        known = [Prepared.of(document, self.unit) for document in self._labelled(texts)]
        if not known:
            raise TmimaError("there is no text to train from")
        method = self._made()
        if not isinstance(method, LearnsLabelled | LearnsPlain):
            raise TmimaError(f"the method {self.entry.name} learns nothing from texts")
        if isinstance(method, LearnsLabelled):
            method.train(known)
        else:
            method.learn(known)
        return self._learnt(method, known[0].document.language, _labelled(len(known)))

    def learn(self, texts: Folder | Iterable[str | Document]) -> Self:
        """Learn from plain texts of one kind, whose segments nobody knows.

        Args:
            texts: a folder of texts, or texts.
        """
        prepared = [Prepared.of(one, self.unit) for one in self._plain(texts)]
        if not prepared:
            raise TmimaError("there is no text to learn from")
        method = self._made()
        if not isinstance(method, LearnsPlain):
            raise TmimaError(f"the method {self.entry.name} learns nothing from plain texts")
        method.learn(prepared)
        return self._learnt(method, prepared[0].document.language, f"{len(prepared)} plain texts")

    def prepare(self, text: str | Source | Document | Prepared) -> Prepared:
        """Read and analyze a text, to be cut several times by segmenters of the same language."""
        if isinstance(text, Prepared):
            return text
        document = in_pieces(self.read(text), Constraints.of(self.constraints), self.unit)
        return Prepared.of(document, self.unit)

    def read(self, text: str | Source | Document) -> Document:
        """Find the sentences and words of a text; of a document, they are known."""
        if isinstance(text, Document):
            return text
        source = self._source(text)
        return read(source, self.analyzer_for(source.text), format=self.format)

    def _source(self, text: str | Source) -> Source:
        """Return what a text is; of what was opened as prose, the format that is told decides."""
        if isinstance(text, str):
            return parse_text(text, self.format)
        if not isinstance(text, Source):
            raise TmimaError(f"a text must be a string or a Document, not {type(text).__name__}")
        return (
            text if self.format is None or not text.is_prose else parse_text(text.text, self.format)
        )

    def analyzer_for(self, text: str) -> Analyzer:
        """Return what finds the sentences and words of a text, made once for each language."""
        if self.analyzer is not None:
            return self.analyzer
        return self.analyzer_of(self.language or languages.detect_language(text))

    def analyzer_of(self, code: str) -> Analyzer:
        """Return the analyzer of a language, made once."""
        if self.analyzer is not None:
            return self.analyzer
        made: dict[str, Analyzer] = self.__dict__.setdefault("_analyzers", {})
        if code not in made:
            made[code] = languages.analyzer(
                code,
                normalise=self.normalise,
                stopwords=self.stopwords,
                tagger=None if self.tagger is None else Path(self.tagger),
            )
        return made[code]

    def save(self, path: str | PathLike[str]) -> None:
        """Write the settings and what was learnt into a file, as JSON.

        Settings alone may be edited there; with what was learnt with them they have a checksum.
        """
        from tmima.saving import learnt_as_json, settings_as_json

        content: dict[str, Any] = {
            "tmima": __version__,
            "settings": settings_as_json(self.settings),
        }
        if hasattr(self, "method_"):
            content["learnt"] = {
                "language": self.language_,
                "from": self.learnt_from_,
                "method": learnt_as_json(self.method_),
            }
            content = sealed(content)
        write_whole(path, json.dumps(content, ensure_ascii=False, indent=1) + "\n")

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Self:
        """Read a segmenter that `save` wrote."""
        from tmima.saving import restore

        text = read_text(path)
        try:
            content = json.loads(text)
            if {"learnt", CHECKSUM} & content.keys():
                content = unsealed(content, "trained segmenter")
            segmenter = cls(**content["settings"])
            learnt = content.get("learnt")
            if learnt is not None:
                method = segmenter._made()
                restore(method, learnt["method"])
                segmenter._learnt(method, learnt["language"], learnt["from"])
        except (TmimaError, *_MALFORMED) as error:
            raise TmimaError(f"{path} holds no segmenter that can be read: {error}") from None
        return segmenter

    def check(self) -> None:
        """Refuse settings under which no text can be cut, before the first of many is met."""
        _count(self.entry, self.n_segments)
        if self.language is not None:
            self.analyzer_of(self.language)
        if isinstance(self.format, str) and self.format != AUTO:
            formats[self.format]
        self.ready  # noqa: B018 - made now, it tells what it does not understand

    def _tried(self, text: str | Document) -> SegmentedText | TmimaError:
        try:
            return self.segment(text)
        except TmimaError as error:
            return error

    @property
    def learns(self) -> bool:
        """Whether the method can be trained."""
        return isinstance(self._made(), LearnsLabelled | LearnsPlain)

    @property
    def entry(self) -> MethodEntry:
        """What is known of the method; of one's own, what can be seen of it."""
        if self.method is None:
            return methods[DEFAULT_METHOD if self.parameters is None else PAPER_METHOD]
        if isinstance(self.method, str):
            return methods[self.method]
        if isinstance(self.method, MethodEntry):
            return self.method
        if not isinstance(self.method, Method) or isinstance(self.method, type):
            raise TmimaError(
                "a method is a name, a MethodEntry or an object that segments, not "
                + shortened(self.method)
            )
        own = self.method
        name = type(own).__name__
        return MethodEntry(name, "", "a method of one's own", "", lambda: own, count="optional")

    @property
    def ready(self) -> Method:
        """The method, trained if it was, made once."""
        trained: Method | None = getattr(self, "method_", None)
        if trained is not None:
            return trained
        if "_untrained" not in self.__dict__:
            self._untrained = self._made()
        return self._untrained

    def _made(self) -> Method:
        """Make the method with all settings that are its own; refuse the others by name."""
        entry = self.entry
        self._check()
        understood: dict[str, Any] = {}
        for name in _OF_METHODS:
            value = getattr(self, name)
            if value is None:
                continue
            if name not in entry.settings:
                own = [each for each in methods.own() if name in methods[each].settings]
                users = ", ".join(own)
                raise TmimaError(
                    f"the method {entry.name} takes no {name}=: that is for {users or 'none'}"
                )
            understood[name] = self._background if name == "background" else value
        if understood and self.options:
            for name in self.options:
                if name in understood:
                    raise TmimaError(f"{name}= is given twice: as a setting and as an option")
        return make(entry, {**understood, **(self.options or {})})

    def _check(self) -> None:
        """Refuse by name what cannot be a setting."""
        for name, (kinds, said) in _KINDS.items():
            value = getattr(self, name)
            if value is not None and not isinstance(value, kinds):
                raise TmimaError(f"{name}= must be {said}, not {shortened(value)}")
        if not isinstance(self.format, str | Format | None):
            raise TmimaError(f"format= must be a name or a Format, not {shortened(self.format)}")
        if self.options is not None and not isinstance(self.options, Mapping):
            raise TmimaError(f"options= must be a mapping of names, not {shortened(self.options)}")
        if self.analyzer is not None and not all(
            hasattr(self.analyzer, name) for name in ("language", "split", "tokens")
        ):
            raise TmimaError(
                "analyzer= must have language, split and tokens; "
                f"{shortened(self.analyzer)} has not"
            )
        if not callable(self.titles) and not (
            isinstance(self.titles, str) and self.titles in TITLES
        ):
            raise TmimaError(
                f"titles= must be one of {', '.join(TITLES)} or a function, not "
                + shortened(self.titles)
            )
        whole_number("overlap=", self.overlap, least=0)
        if self.encode is not None and not callable(self.encode):
            raise TmimaError(f"encode= must be a function, not {shortened(self.encode)}")

    def _background(self, language: str) -> list[Units]:
        """Return the units of the background texts, analyzed as texts of a language."""
        made: dict[str, list[Units]] = self.__dict__.setdefault("_backgrounds", {})
        if language not in made:
            analyzer = self.analyzer_of(language)
            made[language] = [
                Units.of(read(text, analyzer), self.unit) for text in _texts(self.background)
            ]
        return made[language]

    def _labelled(self, texts: Folder | Iterable[LabelledItem]) -> Iterator[Document]:
        """Yield texts as documents that know their truth."""
        if isinstance(texts, str | PathLike):
            first = next(_texts(texts))
            for _, document in labelled_texts(texts, self.analyzer_for(first)):
                yield _known(document)
            return
        for item in _listed(texts):
            if isinstance(item, tuple) and len(item) == 2:
                yield _told(self.read(item[0]), item[1])
            else:
                yield _known(self.read(item))

    def _plain(self, texts: Folder | Iterable[str | Document]) -> Iterator[Document]:
        if not isinstance(texts, str | PathLike):
            yield from map(self.read, _listed(texts))
            return
        analyzer = self.analyzer_for(next(_texts(texts)))
        for path in files_below(texts).values():
            try:
                yield read(open_file(path, format=self.format), analyzer, format=self.format)
            except TmimaError as error:
                raise TmimaError(f"{path}: {error}") from None

    def _learnt(self, method: Method, language: str, source: str) -> Self:
        self.method_ = method
        self.language_ = language
        self.learnt_from_ = source
        for name in _OF_TRAINING:
            if hasattr(method, name):
                setattr(self, name, getattr(method, name))
        return self


def segment(text: str | Source | Document, **settings: Unpack[SegmenterSettings]) -> SegmentedText:
    """Cut a text into its topics; the settings are those of a `Segmenter`.

    >>> text = "Cats purr. A cat sleeps.\\nShips sail. Every ship sails."
    >>> [part.text for part in segment(text, language="en", n_segments=2)]
    ['Cats purr. A cat sleeps.\\n', 'Ships sail. Every ship sails.']
    """
    return Segmenter(**renamed(settings)).segment(text)


def renamed(settings: Mapping[str, Any]) -> Any:
    """Return settings with those that 0.1.0 called otherwise under their names of today."""
    found = {}
    for name, value in settings.items():
        today = _RENAMED.get(name, name)
        if today in found or (today != name and today in settings):
            raise TmimaError(f"{name}= is the old name of {today}=: give one of them")
        if name == "collection" and not value:
            continue
        found[today] = value
    return found


def _learnt_from(found: Outcome) -> str | None:
    """Return from what a method had learnt before it was made."""
    adaptation = found.adaptation
    return _labelled(adaptation.texts) if adaptation is not None and adaptation.texts else None


def _labelled(count: int) -> str:
    return f"{count} labelled texts"


def _count(entry: MethodEntry, wanted: int | tuple[int, int] | None) -> Any:
    """Return the number of segments, or the range, as the method accepts it."""
    if wanted is None:
        if entry.count == "required":
            raise TmimaError(f"the method {entry.name} must be given n_segments")
        return None
    if entry.count == "ignored":
        raise TmimaError(f"the method {entry.name} does not accept n_segments")
    count = Constraints(n_segments=wanted).n_segments
    if not isinstance(count, int) and "constraints" not in entry.settings:
        raise TmimaError(f"the method {entry.name} takes one number as n_segments, not {wanted}")
    return count


def _listed(texts: Any) -> Iterable[Any]:
    if not isinstance(texts, Iterable):
        raise TmimaError(f"texts must be a folder or a list of texts, not {shortened(texts)}")
    return texts


def _texts(given: Folder | Iterable[str] | None) -> Iterator[str]:
    """Yield texts, or those of a folder one by one."""
    if not isinstance(given, str | PathLike):
        for text in given or ():
            if not isinstance(text, str):
                raise TmimaError(f"background= must be texts or a folder, not {text!r}")
            yield text
        return
    files = files_below(given)
    if not files:
        raise TmimaError(f"{given} holds no text")
    for path in files.values():
        yield open_file(path).text


def _known(document: Document) -> Document:
    """Refuse a document that does not know its truth."""
    if document.truth is None:
        raise TmimaError(
            "a text to train from must tell its true segments: give it in Choi's format, or as a "
            f"pair with the ends of its segments; {document.text[:40]!r} tells none"
        )
    return document


def _told(document: Document, truth: Segmentation | Sequence[int]) -> Document:
    """Return a document that knows its truth, as it was told."""
    segmentation = truth if isinstance(truth, Segmentation) else Segmentation(tuple(truth))
    if segmentation.size != len(document.sentences):
        raise TmimaError(
            f"a training text has {len(document.sentences)} sentences but its segmentation "
            f"{segmentation.size}"
        )
    return replace(document, truth=segmentation)
