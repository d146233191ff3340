"""Corpora: many texts in, files of segments out, in processes, on from where a run stopped."""

from tmima.corpora.reading import Columns, Piece, pieces
from tmima.corpora.run import ERRORS, Corpus, Progress, learn, run
from tmima.corpora.writing import FORMATS

__all__ = ["ERRORS", "FORMATS", "Columns", "Corpus", "Piece", "Progress", "learn", "pieces", "run"]
