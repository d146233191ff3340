"""The Greek lexicon, built from word lists and generated paradigms."""
