"""Comparing: methods side by side on the same texts."""

from tmima.compare.contenders import Contender, Row, Setup, compare, contenders
from tmima.compare.table import significance, tabulate

__all__ = ["Contender", "Row", "Setup", "compare", "contenders", "significance", "tabulate"]
