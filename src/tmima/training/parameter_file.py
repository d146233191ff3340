"""What training finds in a file: as JSON, with the similarity that it was learnt for."""

import json
from dataclasses import asdict
from typing import Any

from tmima.errors import TmimaError, shortened
from tmima.files import encode_json
from tmima.learnt import Adaptation
from tmima.segmentation import Parameters
from tmima.similarity import DEFAULT_SIMILARITY, PAPER_SIMILARITY, similarities

_SIMILARITY = "similarity"
# Parameters of equation (1) name no method, as they did before there was another.
_METHOD = "method"
_LEARNT = "learnt"
_GAMMA, _FIRST_GAMMA = "gamma", 0.6


def write_parameters(learnt: Parameters | Adaptation, similarity: str) -> str:
    """Return what was found as JSON, with the name of its similarity unless it is the usual one."""
    if isinstance(learnt, Adaptation):
        values, usual = {_METHOD: _LEARNT, **asdict(learnt)}, DEFAULT_SIMILARITY
    else:
        values, usual = learnt.as_dict(), PAPER_SIMILARITY
    if similarity != usual:
        values[_SIMILARITY] = similarity
    return encode_json(values, indent=1) + "\n"


def read_parameters(text: str) -> tuple[Parameters | Adaptation, str | None]:
    """Return what a file holds, and the name of its similarity if the text has it.

    What the text leaves out has its default; gamma that of the first versions, so that a file cuts
    as it always did.
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
    if values.get(_METHOD) == _LEARNT:
        del values[_METHOD]
        return Adaptation.of(values), similarity
    return Parameters.of({_GAMMA: _FIRST_GAMMA, **values}), similarity
