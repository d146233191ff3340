"""The tagger: tags and lemmas for the words of a sentence.

Each word has its readings from `candidates`; the context decides where there are several, from left
to right: function words by the rules of `decisions`, open classes by the weights of a `TaggerModel`
and by how frequent the reading's lemma is. A model that a user trained on a treebank decides both.

One place makes the features for the shipped weights and for those a user trains on a treebank, so
the two cannot drift apart. A feature is a number of the template and a tuple of short strings:
function words by their form, other words by tag or ambiguity scheme and by their two last letters,
which in Greek carry the agreement of case, gender and number.

The score of a tag is the sum of the weights of the features that hold; only the tags the lexicon
allows compete. A model file is JSON: a header and, per template, ``key: [weight of each tag]`` with
the weights as integers in thousandths, zeros at the end left out. No code is ever read from it.
The shipped weights are packed (`WeightTable.pack`), because JSON of that size takes long to read.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, count, islice, pairwise
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tmima import kernel
from tmima.errors import TmimaError, shortened
from tmima.files import encode_json
from tmima.kernel.arrays import Bytes, Floats, Keys, Rows
from tmima.languages.el.candidates import Candidates
from tmima.languages.el.columns import ALL_TAGS, CODES, EDGE, GrowingColumn, WordLine, WordMemory
from tmima.languages.el.decisions import HINTS, hint_name, hint_rows
from tmima.languages.el.word import EDGE as EDGE_LOOK
from tmima.languages.el.word import (
    ENDLESS,
    FURTHEST,
    TAGS,
    Word,
    agreement_endings,
    is_mid_sentence,
    name_as_written,
    nominative_of_name,
)
from tmima.languages.el.word_lists import Reading

Key = tuple[str, ...]

TEMPLATES: Final = (
    "left",
    "left+ending",
    "left2+left",
    "right",
    "right+ending",
    "right+right2",
    "left+right",
    "left+ending+right",
    "agreement with left",
    "agreement with right",
    "left+agreement with right",
    "ending",
    "shape",
    "scheme",
    "scheme+left",
    "scheme+right",
    "form",
    "hint",
    "form+hint",
)
# The templates that speak of the word itself rather than of its neighbours.
OWN: Final = frozenset({"ending", "shape", "scheme", "scheme+left", "scheme+right"})

# Function words whose neighbours are the same whatever their tag: they appear as themselves.
_ONE_LOOK: Final = frozenset({"που", "σ'", "τ'", "ψηλά", "χαμηλά", "μακριά", "κοντά"})


def _features_once_tagged(
    words: Sequence[Word], tags: Sequence[str | None], at: int
) -> tuple[str, str]:
    """Return the features of a tagged word for the word after it: with its ending, without."""
    if at < 0:
        return EDGE_LOOK, EDGE_LOOK
    word = words[at]
    if word.only is not None:
        return word.look, word.short
    short = short_once_tagged(word.form if word.closed else None, word.short, str(tags[at]))
    return (short if word.closed else f"{short}:{word.ending}"), short


def short_once_tagged(form: str | None, short: str, tag: str) -> str:
    """Return how a word of several readings appears once it is tagged, without its ending.

    Args:
        form: of a word of a closed class, else None.
        short: how it appears before.
        tag: the tag.
    """
    if form in _ONE_LOOK:
        return short
    tag = "NOUN" if tag == "PROPN" else tag
    return tag if form is None else f"{form}/{tag}"


def feature_keys(
    words: Sequence[Word], at: int, tags: Sequence[str | None], hint: str | None = None
) -> list[Key | None]:
    """Return the feature of each template as a key (None where the template does not apply).

    The tags to the left are decided, the words to the right are not. `hint` is what the rules would
    say: only a model trained on a treebank is told it, and the form itself.
    """
    word = words[at]
    after = len(words) - at - 1
    left, left_short = _features_once_tagged(words, tags, at - 1)
    left2 = _features_once_tagged(words, tags, at - 2)[1]
    right = right_short = right2 = EDGE_LOOK
    left_final = words[at - 1].final if at else ""
    right_final = words[at + 1].final if after > 0 else ""
    final = word.final
    if after > 0:
        right, right_short = words[at + 1].look, words[at + 1].short
        if after > 1:
            right2 = words[at + 2].short
    ending, scheme, form = word.ending, word.scheme, word.form
    return [
        (left,),
        (left_short, ending),
        (left2, left_short),
        (right_short,),
        (right, ending),
        (right_short, right2),
        (left_short, right_short),
        (left_short, ending, right_short),
        (left_short, left_final, final),
        (right_short, right_final, final),
        (left_short, right_short, right_final, final),
        (form[-3:],),
        ("first" if not at else "capital" if word.capital else "lower",),
        (scheme,),
        (scheme, left_short),
        (scheme, right_short),
        None if hint is None else (form,),
        None if hint is None else (scheme, hint),
        None if hint is None else (form, hint),
    ]


INDEX: Final = {tag: index for index, tag in enumerate(TAGS)} | {"PROPN": 0}
# How much a nat of the lemma's frequency counts beside the context, and how many nats at most:
# beyond that the lexicon's counts are too thin to tell more.
_PRIOR: Final = 0.2
_FLOOR: Final = 5.0
_FORMAT: Final = "tmima greek tagger 1"
_SCALE: Final = 1000
_SEPARATOR: Final = "\t"

Weights = Sequence[Mapping[Key, Sequence[float]]]


def _trim_row(row: list[int]) -> list[int]:
    """Leave out the zeros at the end: most rows have weights for the first tags only."""
    while row and not row[-1]:
        row.pop()
    return row


# How many strings the keys of the templates have that need no hint.
_WIDTHS: Final = (1, 2, 2, 1, 2, 2, 2, 3, 3, 3, 4, 1, 1, 1, 2, 2)
_MOST_STRINGS: Final = (1 << 16) - 1
# Weights are whole numbers of some thousands.
_GREATEST: Final = 1e12

_WeightRows = Mapping[str, Sequence[float]]  # weights by the strings of a key, as a file has them


class WeightTable:
    """The weights as arrays, for the kernel: a key is made of the numbers of its strings.

    Args:
        strings: those of the keys; the first has the number 1.
        starts: where the keys of each template begin, and how many there are.
        keys: of all templates, those of each in order.
        values: the weights of each tag, a row for each key.
    """

    def __init__(self, strings: Iterable[str], starts: Rows, keys: Keys, values: Floats) -> None:
        self.numbers = {string: number for number, string in enumerate(strings, start=1)}
        if len(self.numbers) > _MOST_STRINGS:
            raise TmimaError(f"a tagger model with more than {_MOST_STRINGS} strings in its keys")
        first = self.numbers.get("first", 0)
        self.arrays = kernel.TagWeights(starts, keys, values, EDGE, first)

    @classmethod
    def of(cls, tables: Sequence[_WeightRows], scale: float = _SCALE) -> "WeightTable":
        """Make it of weights by template and key."""
        known: dict[str, int] = defaultdict(count(1).__next__)
        keys, values, starts = [], [], [0]
        for width, table in zip(_WIDTHS, tables, strict=False):
            told = {key: row for key, row in table.items() if key.count(_SEPARATOR) == width - 1}
            strings = _SEPARATOR.join(told).split(_SEPARATOR) if told else []
            numbers = np.array([*map(known.__getitem__, strings)], dtype=np.uint64)
            packed = np.bitwise_or.reduce(numbers.reshape(-1, width) << _bit_shifts(width), axis=1)
            order = np.argsort(packed)
            keys.append(packed[order])
            values.append(_padded_rows([*told.values()])[order] / scale)
            starts.append(starts[-1] + len(told))
        places = np.array(starts, dtype=np.int32)
        return cls(known, places, np.concatenate(keys), np.concatenate(values))

    @classmethod
    def unpack(cls, content: bytes) -> "WeightTable":
        """Make it of what `pack` returned."""
        head, _, rest = content.partition(b"\n")
        told = json.loads(head)
        size = told["starts"][-1]
        keys = np.frombuffer(rest, "<u8", size).astype(np.uint64)
        values = np.frombuffer(rest, "<i2", offset=keys.nbytes).reshape(size, -1)
        starts = np.array(told["starts"], dtype=np.int32)
        return cls(told["strings"], starts, keys, values.astype(np.float64) / _SCALE)

    def pack(self) -> bytes:
        """Return the content of a file: a line of JSON, then the keys and weights as numbers."""
        arrays = self.arrays
        head = {"strings": [*self.numbers], "starts": arrays.starts.tolist()}
        keys, values = arrays.keys.astype("<u8"), np.rint(arrays.values * _SCALE).astype("<i2")
        line = encode_json(head, ensure_ascii=False, separators=(",", ":")).encode()
        return b"\n".join((line, keys.tobytes() + values.tobytes()))

    def weights(self) -> Weights:
        """Return the weights by template and key."""
        strings, (starts, keys, values, *_) = ["", *self.numbers], self.arrays
        found: list[dict[Key, tuple[float, ...]]] = [{} for _ in TEMPLATES]
        spans = pairwise(starts.tolist())
        for table, width, (first, last) in zip(found, _WIDTHS, spans, strict=False):
            parts = keys[first:last, None] >> _bit_shifts(width) & np.uint64(_MOST_STRINGS)
            for part, row in zip(parts.tolist(), values[first:last].tolist(), strict=True):
                table[tuple(strings[number] for number in part)] = tuple(row)
        return found


def _bit_shifts(width: int) -> Keys:
    """Return by how many bits each of so many packed numbers of 16 bits is shifted."""
    return 16 * np.arange(width, dtype=np.uint64)


def _padded_rows(rows: Sequence[Sequence[float]]) -> Floats:
    values = np.zeros((len(rows), len(TAGS)))
    lengths = np.array([*map(len, rows)], dtype=np.int64)
    flat = np.array([*chain.from_iterable(rows)], dtype=np.float64)
    columns = np.arange(len(flat)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    values[np.repeat(np.arange(len(rows)), lengths), columns] = flat
    return values


def _pad_row(row: Sequence[float]) -> tuple[float, ...]:
    # A tuple: the garbage collector soon leaves tuples of numbers alone, lists never.
    return (*[value / _SCALE for value in row], *[0.0] * (len(TAGS) - len(row)))


class TaggerModel:
    """The weights, by template and key."""

    def __init__(
        self,
        weights: Weights | None = None,
        *,
        supervised: bool,
        readings: Mapping[str, tuple[Reading, ...]] | None = None,
        tables: Sequence[_WeightRows] = (),
        table: WeightTable | None = None,
    ) -> None:
        if weights is not None:
            self.weights = weights
        if table is not None:
            self.table = table
        self._tables = tables
        # Readings that a treebank has and the lists have not, by form.
        self.readings = dict(readings or {})
        # Trained on a treebank: the rules of grammar are then hints among others, not decisions.
        self.supervised = supervised

    @cached_property
    def weights(self) -> Weights:
        """The weights by template and key."""
        if not self._tables:
            return self.table.weights()
        return [
            {tuple(key.split(_SEPARATOR)): _pad_row(row) for key, row in table.items()}
            for table in self._tables
        ]

    @cached_property
    def table(self) -> WeightTable:
        """The same as arrays."""
        if self._tables:
            return WeightTable.of(self._tables)
        return WeightTable.of(
            [{_SEPARATOR.join(key): row for key, row in table.items()} for table in self.weights],
            scale=1.0,
        )

    def best_tag(self, keys: list[Key | None], tags: Sequence[str]) -> str:
        """Give the tag with the highest score; the first of equals."""
        scores = kernel.sum_weight_rows(self.weights, keys, [INDEX[tag] for tag in tags])
        return tags[scores.index(max(scores))]

    def dump(self, *, smallest: float = 0.0) -> str:
        """Return the model as JSON; weights that are all below `smallest` are left out."""
        tables = {
            name: {
                _SEPARATOR.join(key): _trim_row([round(weight * _SCALE) for weight in row])
                for key, row in sorted(table.items())
                if max(map(abs, row)) > smallest
            }
            for name, table in zip(TEMPLATES, self.weights, strict=True)
        }
        header = {
            "format": _FORMAT,
            "tags": TAGS,
            "supervised": self.supervised,
            "readings": self.readings,
        }
        text = encode_json({**header, "weights": tables}, ensure_ascii=False, separators=(",", ":"))
        return text + "\n"

    @classmethod
    def load(cls, path: Path) -> "TaggerModel":
        """Read the shipped weights."""
        return cls(supervised=False, table=WeightTable.unpack(path.read_bytes()))

    @classmethod
    def parse_foreign(cls, text: str) -> "TaggerModel":
        """Read a model from a user's file, whose content is checked."""
        try:
            data = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise TmimaError(f"not a tagger model, which is JSON: {error}") from None
        _check_model(data)
        return cls._of(data)

    @classmethod
    def _of(cls, data: Mapping[str, Any]) -> "TaggerModel":
        tables = [data["weights"].get(name, {}) for name in TEMPLATES]
        readings = {
            form: tuple(Reading(tag, lemma) for tag, lemma in pairs)
            for form, pairs in data["readings"].items()
        }
        model = cls(supervised=bool(data["supervised"]), readings=readings, tables=tables)
        # A table that cannot be used raises here, not in the first text.
        _ = model.weights if model.supervised else model.table
        return model


def _check_model(data: Any) -> None:
    """Raise an error that names the first part of the data that does not fit a model."""

    def require(holds: bool, part: str, value: Any) -> None:
        if not holds:
            raise TmimaError(f"not a tagger model: {part} is {shortened(value)}")

    format_given = data.get("format") if isinstance(data, dict) else None
    if format_given != _FORMAT:
        raise TmimaError(
            f"not a tagger model: its format is {shortened(format_given)}, not {_FORMAT!r}"
        )
    require(isinstance(data.get("supervised"), bool), "supervised", data.get("supervised"))
    for part in ("weights", "readings"):
        require(isinstance(data.get(part), dict), part, data.get(part))
    for form, pairs in data["readings"].items():
        require(isinstance(pairs, list), f"the readings of {form}", pairs)
        for pair in pairs:
            is_reading = isinstance(pair, list) and len(pair) == 2 and isinstance(pair[1], str)
            known = is_reading and isinstance(pair[0], str) and pair[0] in INDEX
            require(known, f"a reading of {form}", pair)
    for name, table in data["weights"].items():
        require(isinstance(table, dict), f"the table {name}", table)
        for key, row in table.items():
            is_row = isinstance(row, list) and len(row) <= len(TAGS)
            require(
                is_row and all(type(one) in (int, float) and abs(one) < _GREATEST for one in row),
                f"the row of {key} in {name}",
                row,
            )


class Tagger:
    """Part-of-speech tags (UPOS) and lemmas for Greek."""

    def __init__(self, candidates: Candidates, model: TaggerModel) -> None:
        self.candidates = candidates.with_readings(model.readings) if model.readings else candidates
        self.model = model
        self._features: _FeatureColumns | None = None

    def senses(self, numbers: Rows, edges: Rows) -> Rows:
        """Give the senses of the words of a text, all by their numbers in the memory.

        Args:
            numbers: of the words.
            edges: how many words come before each sentence, and how many there are.
        """
        memory = self.candidates.memory
        tags, senses = self._choose(numbers, edges)
        left = np.flatnonzero(senses < 0)
        firsts = edges[np.searchsorted(edges, left, side="right") - 1]
        firsts = np.maximum(firsts, left - FURTHEST)
        for at, first in zip(left.tolist(), firsts.tolist(), strict=True):
            names = [ALL_TAGS[tag] for tag in tags[first : at + 1].tolist()]
            name = memory.spelling(numbers[at])
            if name is None:
                words = [memory.word(number) for number in numbers[first : at + 1].tolist()]
                sense = sense_in_context(words, names, at - first)
            else:
                forms = map(memory.form, numbers[first:at][::-1].tolist())
                before = zip(forms, names[-2::-1], strict=True)
                sense = names[-1], nominative_of_name(name_as_written(name), before)
            senses[at] = memory.sense_number(*sense)
        return senses

    def tag(self, words: Sequence[str]) -> list[tuple[str, str]]:
        """Give the tag and the lemma of each word of one sentence."""
        return self.tag_sentences([words])[0]

    def tag_sentences(self, sentences: Sequence[Sequence[str]]) -> list[list[tuple[str, str]]]:
        """Give the tag and the lemma of each word of some sentences; faster than one by one."""
        return [
            [word.answer or sense_in_context(words, tags, at) for at, word in enumerate(words)]
            for words, tags in self.words_and_tags(sentences)
        ]

    def words_and_tags(
        self, sentences: Sequence[Sequence[str]]
    ) -> Iterator[tuple[list[Word], list[str]]]:
        """Give the words of each sentence with their readings, and the tag chosen for each."""
        numbers = self.candidates.numbers_of(chain.from_iterable(sentences))
        edges = np.cumsum([0, *map(len, sentences)]).astype(np.int32)
        words = [self.candidates.memory.word(number) for number in numbers.tolist()]
        tags = [ALL_TAGS[tag] for tag in self._choose(numbers, edges)[0].tolist()]
        for first, last in pairwise(edges.tolist()):
            yield words[first:last], tags[first:last]

    def _choose(self, numbers: Rows, edges: Rows) -> tuple[Bytes, Rows]:
        """Choose a tag for each word of a text.

        Returns:
            the tags, and the numbers of the senses; -1 for a sense that the tag does not decide.
        """
        memory = self.candidates.memory
        tags, senses = memory.rows["only_tag"][numbers], memory.rows["sense"][numbers]
        ambiguous = np.flatnonzero(tags < 0).astype(np.int32)
        if not len(ambiguous):
            return tags, senses
        line = WordLine(memory, numbers, edges)
        places = line.places[ambiguous]
        rows = hint_rows(line, places)
        if self.model.supervised:
            self._fill_supervised(tags, ambiguous, rows, numbers, edges)
            return tags, senses
        if self._features is None or self._features.memory is not memory:
            self._features = _FeatureColumns(memory, self.model.table.numbers)
        words, choices, choice_senses = self._features.columns()
        chosen = kernel.choose_tags(
            line.numbers, places, rows, HINTS, words, choices, self.model.table.arrays
        )
        tags[ambiguous] = choices.tags[chosen]
        known = senses[ambiguous]
        senses[ambiguous] = np.where(known < 0, choice_senses[chosen], known)
        return tags, senses

    def _fill_supervised(
        self, tags: Bytes, ambiguous: Rows, rows: Rows, numbers: Rows, edges: Rows
    ) -> None:
        """Fill in the tags of ambiguous words by the weights, to which hints are features."""
        memory = self.candidates.memory
        sentences = np.searchsorted(edges, ambiguous, side="right") - 1
        current, first = -1, 0
        words: list[Word] = []
        names: list[str] = []
        for place, sentence, row in zip(
            ambiguous.tolist(), sentences.tolist(), rows.tolist(), strict=True
        ):
            if sentence != current:
                current, (first, last) = sentence, edges[sentence : sentence + 2].tolist()
                words = [memory.word(number) for number in numbers[first:last].tolist()]
                names = [ALL_TAGS[tag] if tag >= 0 else "" for tag in tags[first:last].tolist()]
            at = place - first
            hint = hint_name(row, names[at - 1] if at else None)
            names[at] = self.model.best_tag(feature_keys(words, at, names, hint), words[at].tags)
            tags[place] = CODES[names[at]]


class _FeatureColumns:
    """The features of the words of a memory, before and after a tag is chosen, as columns."""

    def __init__(self, memory: WordMemory, numbers: Mapping[str, int]) -> None:
        self.memory = memory
        self._numbers = numbers
        self._word_features = GrowingColumn(np.uint16, 7)
        self._tags, self._decided = GrowingColumn(np.int8), GrowingColumn(np.uint16, 2)
        self._priors = GrowingColumn(np.float64)
        # By kind: the features SHORT, SCHEME and SHAPE, and in `_looks` the number of what it looks
        # like before it is tagged; where in `_kind_choices` its readings begin.
        self._kinds, self._kind_starts = GrowingColumn(np.int32, 4), GrowingColumn(np.int32)
        # By kind and reading: the tag, its feature SHORT, and the number of what it looks like.
        self._kind_choices = GrowingColumn(np.int32, 3)
        # By letters: the features ENDING, FINAL and LAST, and the number of the ending.
        self._letters = GrowingColumn(np.int32, 4)
        self._looks: dict[tuple[str, bool], int] = {}
        self._endings: dict[str, int] = {}
        self._features_of_looks: dict[int, int] = {}

    def columns(self) -> tuple[kernel.TagWords, kernel.TagChoices, Rows]:
        """Return the features of the words, those of their readings, and the readings' senses."""
        rows, senses = self.memory.rows, self.memory.choice_senses
        if len(self._word_features.array) < len(rows):
            self._add_kinds()
            self._add_letters()
            self._add_words(rows[len(self._word_features.array) :])
        only = np.ascontiguousarray(rows["only_tag"])
        starts = np.append(rows["choices"], np.int32(len(senses)))
        words = kernel.TagWords(only, starts, self._word_features.array)
        choices = kernel.TagChoices(self._tags.array, self._priors.array, self._decided.array)
        return words, choices, senses

    def _add_kinds(self) -> None:
        number = self._numbers.get
        for kind in self.memory.kinds[len(self._kinds.array) :]:
            closed = kind.form is not None
            short = kind.scheme if kind.form is None else kind.form
            endless = closed or kind.tags[0] in ENDLESS
            shape = number("capital" if kind.capital else "lower", 0)
            look = self._look(short, endless)
            self._kinds.extend([(number(short, 0), number(kind.scheme, 0), shape, look)])
            self._kind_starts.extend([len(self._kind_choices.array)])
            if len(kind.tags) == 1:
                continue
            for tag in kind.tags:
                told = short_once_tagged(kind.form, short, tag)
                look = self._look(told, closed)
                self._kind_choices.extend([(CODES[tag], number(told, 0), look)])

    def _look(self, told: str, endless: bool) -> int:
        return self._looks.setdefault((told, endless), len(self._looks))

    def _add_letters(self) -> None:
        number, endings = self._numbers.get, self._endings
        new = islice(self.memory.letters, len(self._letters.array), None)
        self._letters.extend(
            [
                (
                    number(each[-2:], 0),
                    number(agreement_endings(each[-2:])[1], 0),
                    number(each, 0),
                    endings.setdefault(each[-2:], len(endings)),
                )
                for each in new
            ]
            or np.zeros((0, 4))
        )

    def _add_words(self, rows: NDArray[Any]) -> None:
        kinds, letters = self._kinds.array[rows["kind"]], self._letters.array[rows["letters"]]
        short, scheme, shape, look = kinds.T
        ending, final, last, ending_number = letters.T
        features = (self._features_by_look(look, ending_number), short, ending, final, last)
        self._word_features.extend(np.column_stack([*features, scheme, shape]))
        # The readings of those that have several, one after another.
        several = np.flatnonzero(rows["only_tag"] < 0)
        first = len(self._tags.array)
        edges = np.append(rows["choices"][several], len(self.memory.choice_senses)) - first
        counts = np.diff(edges)
        places = np.arange(edges[-1]) - np.repeat(edges[:-1], counts)
        places += np.repeat(self._kind_starts.array[rows["kind"][several]], counts)
        tags, short, look = self._kind_choices.array[places].T
        looks = self._features_by_look(look, np.repeat(ending_number[several], counts))
        self._tags.extend(tags)
        self._decided.extend(np.column_stack([looks, short]))
        priors, highest = self.memory.choice_priors[first:].T
        self._priors.extend(_PRIOR * np.maximum(highest - _FLOOR, priors))

    def _features_by_look(self, looks: Rows, endings: Rows) -> Rows:
        """Return the feature LOOK of words by the numbers of what they look like and end in."""
        pairs, places = np.unique(looks.astype(np.int64) << 32 | endings, return_inverse=True)
        known, features = self._features_of_looks, []
        told: list[tuple[str, bool]] = []
        letters: list[str] = []
        for pair in pairs.tolist():
            feature = known.get(pair)
            if feature is None:
                told, letters = told or list(self._looks), letters or list(self._endings)
                look, endless = told[pair >> 32]
                key = look if endless else f"{look}:{letters[pair & 0xFFFFFFFF]}"
                feature = known[pair] = self._numbers.get(key, 0)
            features.append(feature)
        return np.array(features, dtype=np.int32)[places]


def sense_in_context(words: Sequence[Word], tags: Sequence[str], at: int) -> tuple[str, str]:
    """Return tag and lemma of a word whose reading depends on its neighbours."""
    word, tag = words[at], tags[at]
    if word.name and tag == "NOUN" and is_mid_sentence(words, at):
        return "PROPN", word.name
    if word.known or tag != "PROPN":
        return tag, word.lemmas[tag]
    places = range(at - 1, max(-1, at - 1 - FURTHEST), -1)
    before = ((words[place].form, tags[place]) for place in places)
    return tag, nominative_of_name(word.lemmas["PROPN"], before)
