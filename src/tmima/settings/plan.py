"""What is built of the settings of a segmenter: each thing once, when it is first needed."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cached_property, lru_cache
from os import PathLike
from pathlib import Path
from typing import Any, cast

from tmima import languages
from tmima.errors import TmimaError, shortened
from tmima.files import read_text
from tmima.formats import read, texts_of
from tmima.languages import LanguageEntry
from tmima.methods import (
    DEFAULT_METHOD,
    PAPER_METHOD,
    Method,
    MethodEntry,
    make,
    methods,
)
from tmima.result import Titles
from tmima.segmentation import Constraints, Questions
from tmima.settings import settings_of
from tmima.text import Analyzer, Units
from tmima.titles import BY_MODEL, PROMPT, TIMEOUT, ModelTitles

# So many analyzers are kept for other segmenters, each with the words that it remembers.
_SHARED = 8
# Of a model that names segments.
_OF_MODEL = ("model", "prompt", "timeout", "cache")


class Plan:
    """The analyzers and the method of a segmenter.

    Args:
        settings: all settings of the segmenter by name.
        kind: the class whose fields they are.
    """

    def __init__(self, settings: Mapping[str, Any], kind: type) -> None:
        self._settings = settings
        self._kind = kind
        self._told = settings_of(kind)
        self._analyzers: dict[str, Analyzer] = {}
        self._backgrounds: dict[str, list[Units]] = {}

    def __reduce__(self) -> Any:
        # In another process all is built again: analyzers cannot be sent there.
        return Plan, (self._settings, self._kind)

    @cached_property
    def constraints(self) -> Constraints:
        """What the segments must satisfy."""
        return Constraints(**self._values_for(Constraints))

    @cached_property
    def titles(self) -> Titles:
        """What names the segments; a model that is asked is a function too."""
        told = self._settings["titles"]
        own = {name: self._settings[f"titles_{name}"] for name in _OF_MODEL}
        if not isinstance(told, str) or not told.startswith(BY_MODEL):
            unread = next((name for name, value in own.items() if value is not None), None)
            if unread is not None:
                raise TmimaError(
                    f"`titles_{unread}=` is for a language model: give its address or a command as "
                    "`titles=`"
                )
            return cast("Titles", told)
        asked = ModelTitles(
            told,
            own["model"],
            PROMPT if own["prompt"] is None else read_text(own["prompt"]),
            TIMEOUT if own["timeout"] is None else float(own["timeout"]),
            None if own["cache"] is None else Path(own["cache"]),
        )
        return cast("Titles", asked)

    @cached_property
    def questions(self) -> Questions:
        """What is asked besides the segments."""
        return Questions(**self._values_for(Questions))

    def _values_for(self, kind: type[Any]) -> dict[str, Any]:
        return {name: self._settings[name] for name in settings_of(kind)}

    @cached_property
    def entry(self) -> MethodEntry:
        """The registry entry of the method; for a method object, one made of its attributes."""
        method = self._settings["method"]
        if method is None:
            plain = self._settings["parameters"] is None
            return methods[DEFAULT_METHOD if plain else PAPER_METHOD]
        if isinstance(method, str):
            return methods[method]
        if isinstance(method, MethodEntry):
            return method
        if not isinstance(method, Method) or isinstance(method, type):
            raise TmimaError(
                "a method is a name, a MethodEntry or an object that segments, not "
                + shortened(method)
            )
        name = type(method).__name__
        return MethodEntry(name, "", "a method of one's own", "", lambda: method, count="optional")

    @cached_property
    def method(self) -> Method:
        """The method, as long as it has learnt nothing."""
        return self.make_method()

    def make_method(self) -> Method:
        """Make the method with all settings that are its own; refuse the others by name."""
        entry = self.entry
        self.check()
        options = self._settings["options"] or {}
        understood: dict[str, Any] = {}
        for name, told in self._told.items():
            if told.of and not told.is_default(self._settings[name]):
                if told.of not in entry.settings:
                    own = [each for each in methods.own() if told.of in methods[each].settings]
                    raise TmimaError(
                        f"the method {entry.name} takes no `{name}=`: that is for "
                        f"{', '.join(own) or 'none'}"
                    )
                understood[told.of] = self._constructor_argument(told.of)
        for name in options:
            if name in understood:
                raise TmimaError(f"`{name}=` is given twice: as a setting and as an option")
        return make(entry, {**understood, **options})

    def _constructor_argument(self, name: str) -> Any:
        """Return what the method's constructor is given for one of its settings."""
        match name:
            case "constraints":
                return replace(self.constraints, n_segments=None)
            case "questions":
                return self.questions
            case "background":
                return self._background
        return self._settings[name]

    def check(self) -> None:
        """Refuse by name what cannot be a setting."""
        # Records check themselves.
        checked = (self.constraints, self.questions)
        for name, told in self._told.items():
            value = self._settings[name]
            if not told.is_default(value) and not any(hasattr(one, name) for one in checked):
                told.kind.check(f"{name}=", value)

    def analyzer_of(self, code: str) -> Analyzer:
        """Return the analyzer of a language."""
        settings = self._settings
        if settings["analyzer"] is not None:
            own: Analyzer = settings["analyzer"]
            return own
        if code not in self._analyzers:
            self._analyzers[code] = _make_analyzer(
                code, settings["normalise"], settings["stopwords"], settings["tagger"]
            )
        return self._analyzers[code]

    def _background(self, language: str) -> list[Units]:
        """Return the units of the background texts, analyzed as texts of a language."""
        if language not in self._backgrounds:
            analyzer = self.analyzer_of(language)
            self._backgrounds[language] = [
                Units.of(read(text, analyzer), self._settings["unit"])
                for text in texts_of(self._settings["background"])
            ]
        return self._backgrounds[language]


def _make_analyzer(
    code: str,
    normalise: str | None,
    stopwords: Iterable[str] | None,
    tagger: str | PathLike[str] | None,
) -> Analyzer:
    """Return the analyzer of a language; one for all segmenters that have the same settings.

    It holds no more than the words that it has met, so threads may share it. A file of a tagger may
    change from one segmenter to the next.
    """
    words = tuple(stopwords) if isinstance(stopwords, list | tuple) else stopwords
    if tagger is None and (words is None or isinstance(words, tuple | frozenset)):
        with suppress(TypeError):  # a stop word that is none, which is refused below
            return _shared_analyzer(code, languages.languages.get(code), normalise, words)
    return languages.analyzer(
        code,
        normalise=normalise,
        stopwords=stopwords,
        tagger=None if tagger is None else Path(tagger),
    )


@lru_cache(maxsize=_SHARED)
def _shared_analyzer(
    code: str,
    entry: LanguageEntry | None,
    normalise: str | None,
    stopwords: tuple[str, ...] | frozenset[str] | None,
) -> Analyzer:
    """Return the analyzer that is shared; a language that is registered anew has another."""
    return languages.analyzer(code, normalise=normalise, stopwords=stopwords)
