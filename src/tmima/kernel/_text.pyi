from tmima.arrays import Classes, Rows
from tmima.kernel.twin_text import Plain

def scan_words(
    text: str, starts: Rows, ends: Rows, classes: Classes, plain: Plain
) -> tuple[Rows, Rows, Rows]: ...
def number_words(text: str, starts: Rows, ends: Rows) -> tuple[Rows, Rows]: ...
