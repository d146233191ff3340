"""The inner loops, compiled where the install found a C compiler and in Python elsewhere.

The functions of a twin are written in NumPy or plain Python, and say what they do and with which
types. The compiled module beside it has the same functions under the same names, and they take the
place of the twin's. So a new function is written in a twin and in its compiled module, and listed
in the twin's `__all__`.
"""

from importlib import import_module

from tmima.kernel import twin, twin_phrases, twin_places, twin_tags, twin_text
from tmima.kernel.groups import *
from tmima.kernel.twin import *
from tmima.kernel.twin_phrases import *
from tmima.kernel.twin_places import *
from tmima.kernel.twin_tags import *
from tmima.kernel.twin_text import *

TWINS = {
    "_compiled": twin,
    "_phrases": twin_phrases,
    "_places": twin_places,
    "_tags": twin_tags,
    "_text": twin_text,
}

try:
    _modules = {name: import_module(f"tmima.kernel.{name}") for name in TWINS}
except ImportError:
    NAME = "numpy"
else:
    NAME = "compiled"
    for _name, _module in _modules.items():
        globals().update({each: getattr(_module, each) for each in TWINS[_name].__all__})
