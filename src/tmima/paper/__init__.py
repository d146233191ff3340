"""The paper: its collection and suites of texts, its experiments, and methods side by side."""

from tmima.paper.cells import (
    EXPERIMENTS,
    CellResult,
    ExperimentPlan,
    plan,
)
from tmima.paper.comparison import (
    ComparisonRow,
    Contender,
    Setup,
    compare,
    comparison_setup,
    contenders,
    own_method,
    run_contenders,
    tabulate,
)
from tmima.paper.results import REPORT, RESULTS, write_results
from tmima.paper.running import run_plan
from tmima.paper.suites import (
    BUNDLED,
    Collection,
    GeneratedText,
    collection_language,
    read_collection,
    seeded_generator,
    suite1,
    suite2,
)

__all__ = [
    "BUNDLED",
    "EXPERIMENTS",
    "REPORT",
    "RESULTS",
    "CellResult",
    "Collection",
    "ComparisonRow",
    "Contender",
    "ExperimentPlan",
    "GeneratedText",
    "Setup",
    "collection_language",
    "compare",
    "comparison_setup",
    "contenders",
    "own_method",
    "plan",
    "read_collection",
    "run_contenders",
    "run_plan",
    "seeded_generator",
    "suite1",
    "suite2",
    "tabulate",
    "write_results",
]
