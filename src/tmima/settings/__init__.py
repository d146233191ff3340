"""Settings: declared once, checked, made into analyzers and methods, and saved.

What declares settings (`kinds`, `declared`) is below all that has some. What a segmenter declares
of its texts (`text_settings`), what is built of its settings (`plan`) and how they are saved
(`saving`) stands above the methods.
"""

from tmima.settings.declared import (
    Setting,
    View,
    check_fields,
    checked_fields,
    document_settings,
    immutable,
    setting,
    settings_of,
)
from tmima.settings.kinds import (
    Count,
    Duration,
    Encode,
    File,
    Function,
    Kind,
    Number,
    OneOf,
    Options,
    PlaceList,
    RegistryName,
    Switch,
    Whole,
    WordList,
)

__all__ = [
    "Count",
    "Duration",
    "Encode",
    "File",
    "Function",
    "Kind",
    "Number",
    "OneOf",
    "Options",
    "PlaceList",
    "RegistryName",
    "Setting",
    "Switch",
    "View",
    "Whole",
    "WordList",
    "check_fields",
    "checked_fields",
    "document_settings",
    "immutable",
    "setting",
    "settings_of",
]
