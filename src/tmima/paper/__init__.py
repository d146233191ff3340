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
    contenders,
    own_method,
    run_contenders,
    set_up,
    tabulate,
)
from tmima.paper.results import REPORT, RESULTS, write
from tmima.paper.running import run
from tmima.paper.suites import (
    BUNDLED,
    Collection,
    GeneratedText,
    collection_language,
    read_collection,
    seeded,
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
    "contenders",
    "own_method",
    "plan",
    "read_collection",
    "run",
    "run_contenders",
    "seeded",
    "set_up",
    "suite1",
    "suite2",
    "tabulate",
    "write",
]
