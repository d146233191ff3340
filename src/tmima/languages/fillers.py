"""Sounds and short answers that fill talk: they are not content, in any language."""

import regex

# Hesitation and assent as transcripts write them, in Latin letters ("uhh", "mm-hmm" is two words,
# "yeah") and in Greek ("εε", "χμμ"). A single ε or α is left to the language.
_FILLER = regex.compile(
    r"u+h+|u+m+|h+m+|m+h*m+|mm+h+|e+r+m*|e+h+|a+h+|o+h+|h+u+h+|y[ae]+h+|ye+p+|yu+p+|na+h+"
    r"|ε{2,}μ*|εμμ+|μ{2,}|χ+μ+|α{2,}χ*"
)


def is_filler(word: str) -> bool:
    """Tell whether a word in lower case only fills talk.

    >>> [word for word in ("uh", "Hmm".lower(), "εε", "human", "μμε") if is_filler(word)]
    ['uh', 'hmm', 'εε']
    """
    return _FILLER.fullmatch(word) is not None
