"""Languages: rules for any, data for some, and analyzers from text to sentences and words."""

from tmima.languages.detect import detect_language
from tmima.languages.language import (
    UNDETERMINED,
    AnalyzerMaker,
    Language,
    LanguageEntry,
    Probability,
    TaggerEntry,
    conjunction,
    has_frequencies,
    joined,
    known_languages,
    language_code,
    languages,
    phrase_parts,
    word_probability,
    written_alone,
)
from tmima.languages.normalise import NORMALISERS, without_accents, written
from tmima.languages.phrases import Part, PartOf, PhraseKind
from tmima.languages.rules import (
    RuleAnalyzer,
    analyzer,
    load_tagger,
    tagged_languages,
    train_tagger,
)

__all__ = [
    "NORMALISERS",
    "UNDETERMINED",
    "AnalyzerMaker",
    "Language",
    "LanguageEntry",
    "Part",
    "PartOf",
    "PhraseKind",
    "Probability",
    "RuleAnalyzer",
    "TaggerEntry",
    "analyzer",
    "conjunction",
    "detect_language",
    "has_frequencies",
    "joined",
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
