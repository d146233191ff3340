"""Segmentations: the cost of one, what may be asked of them, and the search for the cheapest."""

from tmima.segmentation.by_bias import BiasSearch, cheapest_into
from tmima.segmentation.certainty import ELSEWHERE, WITHIN, beliefs, certainty
from tmima.segmentation.certificate import Certificate
from tmima.segmentation.constraints import (
    CONSTRAINTS,
    Admissible,
    Constraints,
    ConstraintSettings,
    Place,
)
from tmima.segmentation.cost import HORIZON, CostsSideBySide, TextCost, expectation
from tmima.segmentation.engine import Programme, distinct_optima
from tmima.segmentation.outline import FOLLOW, LEAST_CONFIDENCE, OutlineBounds
from tmima.segmentation.parameters import Parameters
from tmima.segmentation.prepared import Prepared, pair_with_truth
from tmima.segmentation.problem import Problem, Settled, settle_by_cost
from tmima.segmentation.questions import (
    QUESTIONS,
    Answers,
    Branch,
    Questions,
    QuestionSettings,
    ask,
    settle_and_ask,
)
from tmima.segmentation.recursion import NumberOfSegments, Solution
from tmima.segmentation.sizes import require_timeline
from tmima.segmentation.tokenizers import Tokenizer, is_named

__all__ = [
    "CONSTRAINTS",
    "ELSEWHERE",
    "FOLLOW",
    "HORIZON",
    "LEAST_CONFIDENCE",
    "QUESTIONS",
    "WITHIN",
    "Admissible",
    "Answers",
    "BiasSearch",
    "Branch",
    "Certificate",
    "ConstraintSettings",
    "Constraints",
    "CostsSideBySide",
    "NumberOfSegments",
    "OutlineBounds",
    "Parameters",
    "Place",
    "Prepared",
    "Problem",
    "Programme",
    "QuestionSettings",
    "Questions",
    "Settled",
    "Solution",
    "TextCost",
    "Tokenizer",
    "ask",
    "beliefs",
    "certainty",
    "cheapest_into",
    "distinct_optima",
    "expectation",
    "is_named",
    "pair_with_truth",
    "require_timeline",
    "settle_and_ask",
    "settle_by_cost",
]
