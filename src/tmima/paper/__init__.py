"""The paper: its collection and suites of texts, its experiments, and methods side by side."""

from tmima.paper.cells import (
    EXPERIMENTS,
    CellResult,
    ExperimentPlan,
    compare_document,
    plan,
    validate,
)
from tmima.paper.comparison import (
    ComparisonRow,
    Contender,
    Setup,
    compare,
    contenders,
    tabulate,
)
from tmima.paper.results import REPORT, RESULTS, write
from tmima.paper.running import run
from tmima.paper.suites import (
    BUNDLED,
    RANGES,
    Author,
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
    "RANGES",
    "REPORT",
    "RESULTS",
    "Author",
    "CellResult",
    "Collection",
    "ComparisonRow",
    "Contender",
    "ExperimentPlan",
    "GeneratedText",
    "Setup",
    "collection_language",
    "compare",
    "compare_document",
    "contenders",
    "plan",
    "read_collection",
    "run",
    "seeded",
    "suite1",
    "suite2",
    "tabulate",
    "validate",
    "write",
]
