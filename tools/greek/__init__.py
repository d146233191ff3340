"""The Greek lexicon, the endings of its guesser and the weights of its tagger."""
