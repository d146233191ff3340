"""Parameters in a file: as JSON, with the similarity that they were learnt for."""

import json
from typing import Any

from tmima.errors import TmimaError, shortened
from tmima.segmentation.parameters import Parameters
from tmima.similarity import PAPER_SIMILARITY, similarities

_SIMILARITY = "similarity"


def write_parameters(parameters: Parameters, similarity: str) -> str:
    """Return parameters as JSON, with the name of their similarity unless it is "shared"."""
    values = parameters.as_dict()
    if similarity != PAPER_SIMILARITY:
        values[_SIMILARITY] = similarity
    return json.dumps(values, indent=1) + "\n"


def read_parameters(text: str) -> tuple[Parameters, str | None]:
    """Return the parameters, and the name of their similarity if the text has it.

    What the text leaves out has its default.
    """
    try:
        values: Any = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise TmimaError(f"parameters must be JSON: {error}") from None
    if not isinstance(values, dict):
        raise TmimaError(f"parameters must be a JSON object, not {type(values).__name__}")
    similarity = values.pop(_SIMILARITY, None)
    if similarity is not None and not isinstance(similarity, str):
        raise TmimaError(f"the similarity must be a name, not {shortened(similarity)}")
    if similarity is not None:
        similarities[similarity]
    return Parameters.of(values), similarity
