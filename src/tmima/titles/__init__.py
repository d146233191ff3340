"""Names for segments: a title as the text has it, and the words that tell it from the rest."""

from tmima.titles.by_model import BY_MODEL, PROMPT, TIMEOUT, ModelTitles
from tmima.titles.names import Name, names, retitled

__all__ = ["BY_MODEL", "PROMPT", "TIMEOUT", "ModelTitles", "Name", "names", "retitled"]
