"""The Greek lexicon, its closed classes, and guesses for what it lacks."""
