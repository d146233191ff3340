"""Messages of the library in the words of the command line: keywords become options."""

import re

# Keywords whose option has another name.
_OPTIONS = {
    "format": "--input-format",
    "options": "--set",
    "params": "--params",
    "parameters": "--params",
    # There are several options of these, or none; the message names what it is about.
    "adaptation": "adaptation",
    "constraints": "constraints",
    "questions": "questions",
}
# With an underscore a word is a keyword; without one it is marked as such by an equals sign.
# A record that is shown as it is has fields of such names.
_KEYWORD = re.compile(
    r"\b[A-Z]\w*\(.*\)"
    r"|(?<![\w'\"/.-])([a-z]+(?:_[a-z]+)+)(?![\w'\".(=])"
    r"|\b([a-z_]+)=(?:'([^'\s]*)'|(?=[\s:,.)]|$))"
)
_KNOWN = (
    "n_segments", "min_size", "max_size", "size_unit", "cut_at", "no_cut_at", "keep_paragraphs",
    "mean_length", "std_length", "length_unit", "score_unit", "max_delay", "path_plot", "cut_costs",
    "max_bytes",
)  # fmt: skip
_PHRASES = {
    "call train first": "give --train FOLDER",
    "needs background=, texts": "needs texts: give --background FOLDER",
    "needs encode=, a function from texts to vectors": "needs a model: give --encode FOLDER",
    "as the option network": "with --set network=PATH",
    "as the option thesaurus": "with --set thesaurus=PATH",
}


def in_options(message: str) -> str:
    """Return a message of the library with options in place of keywords.

    >>> in_options("max_size must be 1 or more, not 0")
    '--max-size must be 1 or more, not 0'
    >>> in_options("the similarity lsa needs background=, texts")
    'the similarity lsa needs texts: give --background FOLDER'
    """
    for phrase, said in _PHRASES.items():
        message = message.replace(phrase, said)
    # What is known of a record are its fields, in a file of parameters or with --set.
    said, known, fields = message.partition(": known are ")
    return _KEYWORD.sub(_option, said) + known + fields


def _option(match: re.Match[str]) -> str:
    name = match[1] or match[2]
    if name is None or (match[1] and name not in _KNOWN):
        return match[0]
    option = _OPTIONS.get(name, "--" + name.replace("_", "-"))
    return option if match[3] is None else f"{option} {match[3]}"
