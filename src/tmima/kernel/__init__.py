"""The inner loops, compiled where the install found a C compiler and in NumPy elsewhere."""

from tmima.kernel.groups import (
    Bounds,
    CharacterKind,
    Columns,
    Cost,
    Expected,
    Mode,
    Scratch,
    StopKind,
    TagChoices,
    TagWeights,
    TagWords,
    ValueTable,
    WordLists,
)
from tmima.kernel.twin_phrases import ALL_CELLS, CELLS, packed_part
from tmima.kernel.twin_text import (
    ACCENTED,
    ENDS,
    LABEL,
    LAST,
    NOT_LAST,
    ONLY_LAST,
    TARGET,
    UPPER,
)

try:
    from tmima.kernel import _compiled, _phrases, _places, _tags, _text
except ImportError:
    from tmima.kernel import twin, twin_phrases, twin_places, twin_tags, twin_text

    NAME = "numpy"
    add_degrees = twin.add_degrees
    add_pairs = twin_places.add_pairs
    add_products = twin_places.add_products
    add_splits = twin_places.add_splits
    add_windows = twin_places.add_windows
    advance = twin.advance
    advance_many = twin.advance_many
    believe = twin_places.believe
    choose_tags = twin_tags.choose_tags
    cut_words = twin_text.cut_words
    find_lines = twin_text.find_lines
    find_phrases = twin_phrases.find_phrases
    find_plain = twin_text.find_plain
    find_sentences = twin_text.find_sentences
    follow_words = twin_places.follow_words
    forms_alike = twin_text.forms_alike
    largest_window = twin.largest_window
    list_holders = twin.list_holders
    list_terms = twin.list_terms
    normalise = twin_places.normalise
    number_of_form = twin_text.number_of_form
    number_words = twin_text.number_words
    retreat = twin.retreat
    saturate = twin.saturate
    scan_words = twin_text.scan_words
    shared_columns = twin.shared_columns
    sum_rows = twin_text.sum_rows
    tally = twin.tally
    trim = twin_text.trim
    weigh = twin.weigh
    weigh_words = twin_phrases.weigh_words
    write_likelihoods = twin_places.write_likelihoods
    write_odds = twin_places.write_odds
    write_squares = twin_places.write_squares
else:
    NAME = "compiled"
    add_degrees = _compiled.add_degrees
    add_pairs = _places.add_pairs
    add_products = _places.add_products
    add_splits = _places.add_splits
    add_windows = _places.add_windows
    advance = _compiled.advance
    advance_many = _compiled.advance_many
    believe = _places.believe
    choose_tags = _tags.choose_tags
    cut_words = _text.cut_words
    find_lines = _text.find_lines
    find_phrases = _phrases.find_phrases
    find_plain = _text.find_plain
    find_sentences = _text.find_sentences
    follow_words = _places.follow_words
    forms_alike = _text.forms_alike
    largest_window = _compiled.largest_window
    list_holders = _compiled.list_holders
    list_terms = _compiled.list_terms
    normalise = _places.normalise
    number_of_form = _text.number_of_form
    number_words = _text.number_words
    retreat = _compiled.retreat
    saturate = _compiled.saturate
    scan_words = _text.scan_words
    shared_columns = _compiled.shared_columns
    sum_rows = _text.sum_rows
    tally = _compiled.tally
    trim = _text.trim
    weigh = _compiled.weigh
    weigh_words = _phrases.weigh_words
    write_likelihoods = _places.write_likelihoods
    write_odds = _places.write_odds
    write_squares = _places.write_squares

__all__ = [
    "ACCENTED",
    "ALL_CELLS",
    "CELLS",
    "ENDS",
    "LABEL",
    "LAST",
    "NAME",
    "NOT_LAST",
    "ONLY_LAST",
    "TARGET",
    "UPPER",
    "Bounds",
    "CharacterKind",
    "Columns",
    "Cost",
    "Expected",
    "Mode",
    "Scratch",
    "StopKind",
    "TagChoices",
    "TagWeights",
    "TagWords",
    "ValueTable",
    "WordLists",
    "add_degrees",
    "add_pairs",
    "add_products",
    "add_splits",
    "add_windows",
    "advance",
    "advance_many",
    "believe",
    "choose_tags",
    "cut_words",
    "find_lines",
    "find_phrases",
    "find_plain",
    "find_sentences",
    "follow_words",
    "forms_alike",
    "largest_window",
    "list_holders",
    "list_terms",
    "normalise",
    "number_of_form",
    "number_words",
    "packed_part",
    "retreat",
    "saturate",
    "scan_words",
    "shared_columns",
    "sum_rows",
    "tally",
    "trim",
    "weigh",
    "weigh_words",
    "write_likelihoods",
    "write_odds",
    "write_squares",
]
