"""Torture: whatever can go wrong, made to go wrong at random, from a seed. `python -m tools.torture --help`."""
