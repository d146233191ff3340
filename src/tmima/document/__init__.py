"""From text to document: paragraphs, sentences and words, each with its place in the text."""

from tmima.document.analyzer import Analyzer
from tmima.document.model import Document, Sentence, Span, Token
from tmima.document.readers import READERS, read
from tmima.document.units import UNITS, Units

__all__ = ["READERS", "UNITS", "Analyzer", "Document", "Sentence", "Span", "Token", "Units", "read"]
