"""Names for segments: a title as the text has it, and the words that tell it from the rest."""

from tmima.titles.names import Name, names, retitled

__all__ = ["Name", "names", "retitled"]
