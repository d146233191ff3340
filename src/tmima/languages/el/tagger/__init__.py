"""The Greek tagger: readings of words, and the choice between them."""
