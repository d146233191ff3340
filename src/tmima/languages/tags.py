"""The paper's filter: the universal parts of speech that are kept."""

KEPT_TAGS = frozenset({"NOUN", "PROPN", "VERB", "ADJ", "ADV"})
