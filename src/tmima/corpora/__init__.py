"""Corpora: many texts in, files of segments out, in processes, on from where a run stopped."""

from tmima.corpora.reading import pieces
from tmima.corpora.run import ERRORS, Corpus, Progress, learn, run
from tmima.corpora.sources import Columns, Piece
from tmima.corpora.writing import FORMATS

__all__ = ["ERRORS", "FORMATS", "Columns", "Corpus", "Piece", "Progress", "learn", "pieces", "run"]
