"""How texts are read, cut and named, as settings of a segmenter; a new one is one more field."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from os import PathLike
from typing import Any

from tmima import languages
from tmima.files import Folder
from tmima.formats import AUTO, Format, formats, formats_by_family
from tmima.languages import NORMALISERS
from tmima.learnt import Adaptation
from tmima.methods import FINER, Method, MethodEntry
from tmima.result import PHRASES, TITLES, Titles
from tmima.segmentation import Parameters
from tmima.settings import (
    Duration,
    Encode,
    File,
    Function,
    Kind,
    Number,
    OneOf,
    Options,
    RegistryName,
    Whole,
    WordList,
    setting,
)
from tmima.settings.kinds import Instance
from tmima.similarity import (
    DEFAULT_SIMILARITY,
    PAPER_SIMILARITY,
    Encoder,
    Measure,
    NamedSimilarity,
    similarities,
)
from tmima.text import UNITS, Analyzer
from tmima.titles import BY_MODEL, TIMEOUT

_FORMATS = "; ".join(
    f"{', '.join(names)} ({family})" for family, names in formats_by_family().items()
)


@dataclass(frozen=True, kw_only=True)
class TextSettings:
    """How texts are read, cut and named."""

    language: str | None = setting(
        Instance(str | languages.LanguageEntry, "a code such as en"),
        "Language of the text, e.g. el or en-US.",
        python='"und" stands for general rules.',
        usual="found from the text",
        metavar="CODE",
        stream=True,
        page=True,
    )
    format: str | Format | None = setting(
        RegistryName(
            str | Format,
            "a name or a Format",
            registry=formats,
            further=(AUTO,),
        ),
        f"Format of the input: {_FORMATS}; or auto.",
        python="Or a format of one's own.",
        usual="what it clearly is, else prose",
        option="input-format",
        stream=True,
        page=True,
    )
    unit: str = setting(
        OneOf(UNITS), "The unit between which cuts may fall.", default=UNITS[0], page=True
    )
    normalise: str | None = setting(
        OneOf(tuple(NORMALISERS)),
        "How words are normalised.",
        usual="the language's own way",
        stream=True,
    )
    stopwords: Iterable[str] | None = setting(
        WordList(Iterable, "a list of words"),
        "Words that are not kept, in place of the language's list; in a file, one per line.",
        metavar="FILE|none",
        stream=True,
    )
    tagger: Folder | None = setting(
        File(str | PathLike, "a path"),
        "A model of tmima tagger train, for a language with a tagger.",
        metavar="FILE",
        stream=True,
    )
    analyzer: Analyzer | None = setting(
        Instance(object, "language, split and tokens", ("language", "split", "tokens")),
        "Finds sentences and words, in place of the language's own.",
        option="",
        stream=True,
    )
    method: str | MethodEntry | Method | None = setting(
        Kind(),
        "Segmentation method (`tmima methods` lists them).",
        python="Or a method of one's own.",
        usual="learnt, or density if parameters of its cost are given",
        stream=True,
        page=True,
    )
    finer: float | None = setting(
        FINER,
        "More segments (above 0, as 1) or fewer (below 0, as -1) than the text has by itself.",
        python="What each cut gains in log odds.",
        metavar="X",
        of="finer",
        stream=True,
        page=True,
    )
    every: float | str | None = setting(
        Duration(),
        "Wanted length of the segments of a transcript, in the mean: as 5m, 90s or 1h30m.",
        python="A number is seconds.",
        metavar="TIME",
        of="every",
    )
    adaptation: Adaptation | Mapping[str, Any] | None = setting(
        Kind(),
        "Of the learnt method to a kind of texts, as `train` finds it (`adaptation_`).",
        option="",
        of="adaptation",
        stream=True,
    )
    similarity: str | Measure | NamedSimilarity | None = setting(
        RegistryName(
            str | NamedSimilarity | Callable, "a name or a measure", registry=similarities
        ),
        "How similar two sentences are (`tmima info` lists them).",
        python="Or one's own: a function from units to a similarity.",
        usual=f"{DEFAULT_SIMILARITY}; {PAPER_SIMILARITY} if gamma, r or all parameters are given",
        of="similarity",
        stream=True,
        page=True,
    )
    parameters: Parameters | Mapping[str, Any] | None = setting(
        Kind(),
        "Of the cost of density, all or some of them by name; of what is not given, the weights "
        "suit the similarity and the lengths the number of segments, if it is told.",
        option="params",
        of="parameters",
        stream=True,
        page=True,
    )
    background: Folder | Iterable[str] | None = setting(
        File(str | PathLike | Iterable, "texts or a folder"),
        "Other texts of the language, for the similarity lsa.",
        python="In Python also a list of them.",
        metavar="FOLDER",
        of="background",
    )
    encode: Encoder | None = setting(
        Encode(Callable, "a function"),
        "A model of sentence-transformers or model2vec, for the similarity vectors.",
        python="In Python, a function from texts to vectors.",
        metavar="FOLDER",
        of="encode",
    )
    options: Mapping[str, Any] | None = setting(
        Options(Mapping, "a mapping of names"),
        "An option of the method; may be given again.",
        python="In Python, all of them by name.",
        option="set",
        metavar="NAME=VALUE",
        stream=True,
    )
    titles: Titles = setting(
        Function(TITLES, beginnings=BY_MODEL),
        "What names the segments: phrases of the text, none, a language model at an ADDRESS "
        "(http://127.0.0.1:11434/v1) or asked by command:PROGRAM, or a function from the segments "
        "to their titles.",
        default=PHRASES,
        metavar="phrases|none|ADDRESS|command:PROGRAM|MODULE:FUNCTION",
        stream=True,
    )
    titles_model: str | None = setting(
        Instance(str, "a name"),
        "Name of the model at the address in `titles`.",
        usual="the first that the server has",
        metavar="NAME",
    )
    titles_prompt: str | PathLike[str] | None = setting(
        File(str | PathLike, "a path"),
        "What the model is asked, in a file: {passages} are filled in, {count} and {longest}.",
        usual="a prompt of our own",
        metavar="FILE",
    )
    titles_timeout: float | None = setting(
        Number(0, 86_400, above=True),
        "Seconds that the model may take for a text.",
        usual=f"{TIMEOUT:g}",
        metavar="SECONDS",
    )
    titles_cache: Folder | None = setting(
        File(str | PathLike, "a path"),
        "Folder in which the model's titles are kept, by the segment's id.",
        metavar="FOLDER",
    )
    overlap: int = setting(
        Whole(),
        "Tell with each segment the N sentences before and after it, as `before` and `after`.",
        default=0,
        metavar="N",
        stream=True,
    )
