"""Comparing: methods side by side on the same texts."""
