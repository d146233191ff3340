"""The size of a text in tokens where no tokenizer is given."""


def estimate_tokens(text: str) -> range:
    """Return as many things as a text has tokens, about: one for four bytes of UTF-8.

    So it is of English prose in the usual vocabularies; of scripts with two or three bytes a
    character they differ more than twofold.

    >>> len(estimate_tokens("The tide is late.")), len(estimate_tokens("Η άμπωτη αργεί."))
    (5, 7)
    """
    return range(-(-len(text.encode("utf-8", "replace")) // 4))
