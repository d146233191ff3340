"""Greek text: characters, sentences, words."""
