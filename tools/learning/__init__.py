"""Texts that their authors cut, to learn from."""
