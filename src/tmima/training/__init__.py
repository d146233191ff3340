"""Training: what texts whose segments are known teach, of equation (1) and of the model."""

from typing import TYPE_CHECKING

from tmima.loading import lazy_attributes
from tmima.training.objectives import DEFAULT_OBJECTIVE, OBJECTIVES, objective_named

if TYPE_CHECKING:
    from tmima.training.adapting import Adapting, adapt
    from tmima.training.grid import (
        GAMMAS,
        POWERS,
        Reliability,
        Training,
        grid_search,
        scores_of_cuts,
        solve,
        train,
    )
    from tmima.training.parameter_file import read_parameters, write_parameters

# A method knows what it would minimise; most programs never train it.
__getattr__ = lazy_attributes(
    __name__,
    {
        "tmima.training.adapting": ("Adapting", "adapt"),
        "tmima.training.grid": (
            "GAMMAS", "POWERS", "Reliability", "Training", "scores_of_cuts",
            "grid_search", "solve", "train",
        ),
        "tmima.training.parameter_file": ("read_parameters", "write_parameters"),
    },
)  # fmt: skip

__all__ = [
    "DEFAULT_OBJECTIVE",
    "GAMMAS",
    "OBJECTIVES",
    "POWERS",
    "Adapting",
    "Reliability",
    "Training",
    "adapt",
    "grid_search",
    "objective_named",
    "read_parameters",
    "scores_of_cuts",
    "solve",
    "train",
    "write_parameters",
]
