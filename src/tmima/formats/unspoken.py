"""What stands in a text and is neither said nor read: marks of transcribers, commands of templates.

`[laughter]`, `(inaudible)`, `{gap}`, music between notes; `{{ name }}`, `{% if %}`, `{#anchor}`.
Their words are not compared, and nothing is called by them.
"""

import re

from tmima.loading import Pattern
from tmima.text import Span

# What transcribers hear besides words. Brackets around one of these are a mark in any text.
_HEARD = (
    "laugh(?:s|ter|ing)?|chuckl(?:es?|ing)|applause|clapping|cheer(?:s|ing)|inaudible|indiscernible|"
    "unintelligible|cross-?talk|disfmarker|(?:non)?vocalsound|gap|pause|silence|noise|"
    "(?:background|theme|upbeat|intro|outro) (?:music|noise)|music(?: playing)?|cough(?:s|ing)?|"
    "sigh(?:s|ing)?|sniffs?|gasps?|clears throat|foreign language|overlapping|"
    "γέλ(?:ια|ιο|ωτα)|γελάει|χειροκρότημα|χειροκροτήματα|μουσική|ακατάληπτο|δεν ακούγεται|παύση|"
    "gelächter|lachen|lacht|beifall|applaus|musik|unverständlich|"
    "rires?|applaudissements|musique|risas?|aplausos?|música|ininteligible|risos?|inaudível|"
    "risate|applausi|musica|incomprensibile|смех|аплодисменты|музыка|неразборчиво|śmiech|oklaski|"
    "muzyka|niewyraźne"
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
        mark = pattern.match(text, start) if not spans or start >= spans[-1].end else None
        if mark is not None:
            spans.append(Span(*mark.span()))
    return spans
