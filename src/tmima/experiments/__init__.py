"""The paper's experiments: validation, the two suites, Choi's texts, tables and figures."""

from tmima.experiments.cells import Cell, CellResult
from tmima.experiments.plan import EXPERIMENTS, Plan, plan
from tmima.experiments.run import run
from tmima.experiments.write import REPORT, RESULTS, write

__all__ = ["EXPERIMENTS", "REPORT", "RESULTS", "Cell", "CellResult", "Plan", "plan", "run", "write"]
