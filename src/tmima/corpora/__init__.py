"""Corpora: many texts in, files of segments out, in processes, on from where a run stopped."""

from tmima.corpora.rows import Columns
from tmima.corpora.run import Corpus, Progress, learn, run
from tmima.corpora.texts import pieces

__all__ = ["Columns", "Corpus", "Progress", "learn", "pieces", "run"]
