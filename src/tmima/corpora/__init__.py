"""Corpora: many texts in, files of segments out, in processes, on from where a run stopped."""

from tmima.corpora.parts import FORMATS
from tmima.corpora.rows import Columns, Piece
from tmima.corpora.run import ERRORS, Corpus, Progress, learn, run
from tmima.corpora.texts import pieces

__all__ = ["ERRORS", "FORMATS", "Columns", "Corpus", "Piece", "Progress", "learn", "pieces", "run"]
