"""What is loaded only when it is asked for: names, patterns, extras, and entries of registries."""

from tmima.loading.on_request import Pattern, lazy_attributes, require
from tmima.loading.registry import Registry

__all__ = [
    "Pattern",
    "Registry",
    "lazy_attributes",
    "require",
]
