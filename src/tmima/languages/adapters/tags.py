"""The paper's filter by universal part of speech, for taggers from elsewhere."""

KEPT_TAGS = frozenset({"NOUN", "PROPN", "VERB", "ADJ", "ADV"})
