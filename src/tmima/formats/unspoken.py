"""What stands in a text and is neither said nor read: marks of transcribers, commands of templates.

`[laughter]`, `(inaudible)`, `{gap}`, music between notes; `{{ name }}`, `{% if %}`, `{#anchor}`.
Their words are not compared, and nothing is called by them.
"""

import re

from tmima.loading import Pattern
from tmima.text import Span

# What transcribers hear besides words. Brackets around one of these are a mark in any text.
_HEARD = (
    "laugh|laughs|laughter|laughing|chuckle|chuckles|chuckling|applause|clapping|cheers|cheering|"
    "inaudible|indiscernible|unintelligible|crosstalk|cross-talk|disfmarker|vocalsound|"
    "nonvocalsound|gap|pause|silence|noise|background music|background noise|theme music|"
    "theme noise|upbeat music|upbeat noise|intro music|intro noise|outro music|outro noise|music|"
    "music playing|cough|coughs|coughing|sigh|sighs|sighing|sniff|sniffs|gasp|gasps|clears throat|"
    "foreign language|overlapping|"
    "γέλια|γέλιο|γέλωτα|γελάει|χειροκρότημα|χειροκροτήματα|μουσική|ακατάληπτο|δεν ακούγεται|παύση|"
    "gelächter|lachen|lacht|beifall|applaus|musik|unverständlich|"
    "rire|rires|applaudissements|musique|risa|risas|aplauso|aplausos|música|ininteligible|riso|"
    "risos|inaudível|risate|applausi|musica|incomprensibile|смех|аплодисменты|музыка|неразборчиво|"
    "śmiech|oklaski|muzyka|niewyraźne"
)
_MARK = (
    rf"[\[({{<][ ]?(?:{_HEARD})(?:[ ,:][^\[\](){{}}<>\n]{{0,40}})?[ ]?[\])}}>]"
    r"|[♪♫♬♩][^♪♫♬♩\n]{0,200}[♪♫♬♩]"
)
_TEMPLATE = r"\{\{[^{}\n]{0,300}\}\}|\{%[^{}\n]{0,300}%\}|\{[#:][^{}\n]{0,100}\}"
_ANYWHERE = Pattern(rf"(?i){_TEMPLATE}|{_MARK}")
# Where people speak, whatever a transcriber put into brackets; words of a link are said.
_IN_SPEECH = Pattern(
    rf"(?i){_TEMPLATE}|{_MARK}|\[[^\[\]\n]{{1,60}}\](?![(\[])|\{{[^{{}}\n]{{1,60}}\}}"
)
_OPENING = re.compile(r"[\[({<♪♫♬♩]")
# So many letters, or all of a shorter word, tell most brackets from marks sooner than the pattern,
# which takes milliseconds to compile.
_TOLD_BY = (5, 4, 3)


def unspoken(text: str, *, speech: bool) -> list[Span]:
    """Return where a text has marks and commands, in order.

    Args:
        text: the text.
        speech: whether people speak in it: then short brackets of any content are marks.

    >>> text = "So [laughter] we {gap} went (to sea). [applause and cheers]"
    >>> [text[start:end] for start, end in unspoken(text, speech=False)]
    ['[laughter]', '{gap}', '[applause and cheers]']
    """
    pattern = _IN_SPEECH if speech else _ANYWHERE
    spans: list[Span] = []
    for opening in _OPENING.finditer(text):
        start = opening.start()
        if (spans and start < spans[-1].end) or not (speech or _may_be_mark(text, start)):
            continue
        mark = pattern.match(text, start)
        if mark is not None:
            spans.append(Span(*mark.span()))
    return spans


def _may_be_mark(text: str, start: int) -> bool:
    """Tell whether a mark or a command may begin with an opening bracket, by what follows it."""
    if text[start] in "♪♫♬♩" or text[start + 1 : start + 2] in ("{", "%", "#", ":"):
        return True
    begin = start + 1 + text.startswith(" ", start + 1)
    return any(_folded(text[begin : begin + size]) in _HEADS for size in _TOLD_BY)


def _folded(letters: str) -> str:
    """Return letters as a pattern compares them that is blind to their case, any i as the same."""
    return letters.casefold().replace("\u0307", "").replace("ı", "i")


_HEADS = frozenset(_folded(heard[: max(_TOLD_BY)]) for heard in _HEARD.split("|"))
