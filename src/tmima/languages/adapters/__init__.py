"""Analyzers around pipelines that the user has: spaCy's and Stanza's. Nothing is ever downloaded."""

from tmima.languages.adapters.spacy import SpacyAnalyzer
from tmima.languages.adapters.stanza import StanzaAnalyzer

__all__ = ["SpacyAnalyzer", "StanzaAnalyzer"]
