"""What is read off a text: its lines, paragraphs and headings, and the units of segmentation."""

from tmima.document.analyzer import Analyzer, ColumnAnalyzer, Tag
from tmima.document.headings import heading_sentences, is_heading
from tmima.document.lines import LINE_BREAK, line_spans, visible_span
from tmima.document.paragraphs import is_wrapped, paragraph_spans
from tmima.document.units import UNITS, Units, kept_sequence, kept_words, plural, word_count

__all__ = [
    "LINE_BREAK",
    "UNITS",
    "Analyzer",
    "ColumnAnalyzer",
    "Tag",
    "Units",
    "heading_sentences",
    "is_heading",
    "is_wrapped",
    "kept_sequence",
    "kept_words",
    "line_spans",
    "paragraph_spans",
    "plural",
    "visible_span",
    "word_count",
]
