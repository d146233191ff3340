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
from tmima.languages.rules import RuleAnalyzer

__all__ = [
    "KEPT_TAGS",
    "NORMALISERS",
    "UNDETERMINED",
    "AnalyzerMaker",
    "Language",
    "LanguageEntry",
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
    "tagged_languages",
    "train_tagger",
    "without_accents",
    "word_probability",
    "written",
]
