"""Languages: each a folder of data, and an analyzer that turns text into sentences and words."""

from tmima.languages.codes import known_languages, language_code
from tmima.languages.detect import detect_language
from tmima.languages.entry import (
    AnalyzerMaker,
    LanguageEntry,
    Probability,
    TaggerEntry,
    languages,
)
from tmima.languages.frequencies import has_frequencies, word_probability
from tmima.languages.language import KEPT_TAGS, UNDETERMINED, Language
from tmima.languages.making import analyzer, load_tagger, tagged_languages, train_tagger
from tmima.languages.normalise import NORMALISERS, without_accents, written
from tmima.languages.parts import ALL_CELLS, GENITIVE, NOMINATIVE, Kind, Part, PartOf
from tmima.languages.phrases import phrase_parts, written_alone
from tmima.languages.rules import RuleAnalyzer

__all__ = [
    "ALL_CELLS",
    "GENITIVE",
    "KEPT_TAGS",
    "NOMINATIVE",
    "NORMALISERS",
    "UNDETERMINED",
    "AnalyzerMaker",
    "Kind",
    "Language",
    "LanguageEntry",
    "Part",
    "PartOf",
    "Probability",
    "RuleAnalyzer",
    "TaggerEntry",
    "analyzer",
    "detect_language",
    "has_frequencies",
    "known_languages",
    "language_code",
    "languages",
    "load_tagger",
    "phrase_parts",
    "tagged_languages",
    "train_tagger",
    "without_accents",
    "word_probability",
    "written",
    "written_alone",
]
