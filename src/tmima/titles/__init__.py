"""Names for segments: a title as the text has it, and the words that tell it from the rest."""

from tmima.titles.names import LONGEST, Name, names, retitled

__all__ = ["LONGEST", "Name", "names", "retitled"]
