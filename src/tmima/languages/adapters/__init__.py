"""Analyzers around pipelines that the user has, spaCy's or Stanza's; nothing is downloaded."""

from tmima.languages.adapters.spacy import SpacyAnalyzer, token_of
from tmima.languages.adapters.stanza import StanzaAnalyzer

__all__ = ["SpacyAnalyzer", "StanzaAnalyzer", "token_of"]
