"""Parameters in a file: as JSON, with the similarity that they were learnt for."""

import json
from typing import Any

from tmima.errors import TmimaError
from tmima.segmentation import Parameters
from tmima.similarity.named import PAPER_SIMILARITY, named

_SIMILARITY = "similarity"


def write_parameters(parameters: Parameters, similarity: str) -> str:
    """Return parameters as JSON, with the name of their similarity unless it is the paper's."""
    values = parameters.as_dict()
    if similarity != PAPER_SIMILARITY:
        values[_SIMILARITY] = similarity
    return json.dumps(values, indent=1) + "\n"


def read_parameters(text: str) -> tuple[Parameters, str | None]:
    """Return the parameters, and the name of their similarity if the text has it."""
    try:
        values: Any = json.loads(text)
    except json.JSONDecodeError as error:
        raise TmimaError(f"parameters must be JSON: {error}") from None
    if not isinstance(values, dict) or _SIMILARITY not in values:
        return Parameters.from_json(text), None
    similarity = values.pop(_SIMILARITY)
    named(similarity)
    return Parameters.from_json(json.dumps(values)), similarity
