"""Corpora: many texts in, files of segments out, in processes, on from where a run stopped."""

from tmima.corpora.rows import CorpusColumns
from tmima.corpora.run import Corpus, learn, run
from tmima.corpora.texts import pieces

__all__ = ["Corpus", "CorpusColumns", "learn", "pieces", "run"]
