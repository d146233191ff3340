"""The Greek analyzer: text to sentences, words, tags and lemmas, and which words are kept.

The paper keeps nouns, verbs, adjectives and adverbs. Some of those stand in any text on any
subject, and make unrelated sentences look alike: light verbs, words of quantity, degree, time and
order, deictic adverbs, and nouns that only carry others (τρόπος, φορά, πράγμα). They are listed
here by lemma, written from knowledge of the language and not from any collection. An empty list of
stop words in its place (`--set stopwords=none`) is the paper's filter.
"""

import math
from collections.abc import Collection, Iterable, Sequence
from functools import cache
from itertools import islice
from os import PathLike
from pathlib import Path
from typing import Final

import numpy as np

from tmima import kernel
from tmima.errors import TmimaError, plain_text
from tmima.files import read_text
from tmima.kernel.arrays import Rows, total
from tmima.languages.el.candidates import Candidates
from tmima.languages.el.dictionary import Lexicon, load_endings
from tmima.languages.el.spans import LONGEST_SHORT, next_word, split_sentences, word_classes
from tmima.languages.el.tagging import Tagger, TaggerModel
from tmima.languages.language import KEPT_TAGS, Probability
from tmima.languages.normalise import check_word_list, written
from tmima.languages.sentences import LanguageSplitter, split_paragraph
from tmima.text import Paragraphs, Sense, Span, Spans, Token, Words

VERBS: Final = """
    έχω κάνω μπορώ θέλω πρέπει λέω γίνομαι υπάρχω ξέρω γνωρίζω βλέπω δίνω παίρνω βάζω βγάζω βρίσκω
    βρίσκομαι έρχομαι πηγαίνω πάω μένω αφήνω αρχίζω ξεκινώ συνεχίζω τελειώνω φαίνομαι νομίζω
    πιστεύω θεωρώ σκέφτομαι καταλαβαίνω αποτελώ αφορά αφορώ πρόκειται σημαίνω προσπαθώ χρειάζομαι
    φτάνω φέρνω μιλώ μιλάω ακούω δείχνω λαμβάνω αναφέρω δηλώνω προσθέτω οφείλω
"""
NOUNS: Final = """
    χρόνος χρονιά έτος ημέρα μέρα ώρα στιγμή φορά καιρός εποχή διάστημα τρόπος πράγμα μέρος πλευρά
    περίπτωση λόγος θέμα ζήτημα γεγονός σημείο θέση σχέση είδος παράδειγμα αποτέλεσμα τέλος αρχή
    σύνολο πλαίσιο βάση κατάσταση αριθμός σειρά κύριος κυρία κ. εαυτός
    μήνας εβδομάδα
"""
ADJECTIVES: Final = """
    μεγάλος μικρός καλός κακός νέος παλιός πολύς λίγος ολόκληρος ίδιος πρώτος δεύτερος τρίτος
    τελευταίος επόμενος προηγούμενος μόνος μοναδικός δικός ορισμένος συγκεκριμένος διάφορος
    διαφορετικός σημαντικός βασικός κύριος αρκετός υπόλοιπος γενικός ειδικός απλός σωστός δυνατός
    πιθανός ανάλογος αντίστοιχος σχετικός υψηλός χαμηλός μισός γνωστός σημερινός
"""
ADVERBS: Final = """
    πολύ λίγο πιο πια πλέον πάντα πάντοτε ποτέ τώρα τότε σήμερα χθες αύριο πάλι ξανά ακόμα ακόμη ήδη
    μόνο μόνον μόλις έτσι όπως όσο τόσο πόσο ως σαν καθώς εδώ εκεί πού πώς πότε μετά πριν έπειτα
    ύστερα αργά νωρίς αμέσως συνεχώς συχνά κάποτε κάπου κάπως παντού πουθενά μέσα έξω πάνω κάτω πίσω
    μπροστά δίπλα γύρω κοντά μακριά πέρα ανάμεσα μαζί μάλιστα ίσως μάλλον δηλαδή λοιπόν άρα επομένως
    συνεπώς επίσης επιπλέον άλλωστε εξάλλου απλώς απλά κυρίως ιδίως ιδιαίτερα ειδικά γενικά τελικά
    βέβαια φυσικά ασφαλώς σίγουρα πράγματι πραγματικά περίπου σχεδόν τουλάχιστον εντελώς καλά
    καλύτερα όλο καθόλου εκτός παρόλο αλλιώς αλλού μήπως άραγε καν σύμφωνα σχετικά ανάλογα ευτυχώς
    δυστυχώς π.χ. δηλ. πρώτον δεύτερον τρίτον χάρη περισσότερο λιγότερο αρκετά εξίσου
"""

COMMON: Final = frozenset((VERBS + NOUNS + ADJECTIVES + ADVERBS).split())

_HERE: Final = Path(__file__).parent
# A sense is made for every new lemma: this is how a named tuple is made without its detours.
_new_sense: Final = tuple.__new__


@cache
def open_lexicon() -> Lexicon:
    """Map the shipped lexicon into memory."""
    return Lexicon.open(_HERE / "lexicon" / "lexicon.bin")


def load_tagger(model: str | PathLike[str] | None = None) -> Tagger:
    """Open the lexicon and the shipped weights, or a model of the user's own."""
    return _load_tagger(None if model is None else Path(model))


@cache
def _load_tagger(model: Path | None) -> Tagger:
    candidates = Candidates(open_lexicon(), load_endings(_HERE / "lexicon" / "endings.json"))
    if model is None:
        return Tagger(candidates, TaggerModel.load(_HERE / "tagger" / "weights.bin"))
    text = read_text(model)
    try:
        return Tagger(candidates, TaggerModel.parse_foreign(text))
    except TmimaError as error:
        raise TmimaError(f"{model}: {error}") from None


def train_tagger(treebank: str | PathLike[str]) -> TaggerModel:
    """Train a model on a CoNLL-U file, beginning with the shipped weights."""
    from tmima.formats import conllu
    from tmima.languages.el.treebank import train_model

    shipped = load_tagger()
    lines = read_text(treebank).splitlines()
    try:
        return train_model(conllu.read(lines), shipped.candidates, shipped.model)
    except ValueError as error:
        raise TmimaError(f"{treebank}: {error}") from None


@cache
def word_probability() -> Probability:
    """Return the function that gives the probability of a lemma, or of a word by its forms."""
    lexicon = open_lexicon()

    def probability_of(term: str, forms: Collection[str]) -> float:
        readings = [
            entry.log_probability for entry in lexicon.lookup(term) if entry.lemma.lower() == term
        ]
        if readings:
            return math.exp(max(readings))
        # A stem or a plain word is no lemma, but its forms may be known.
        return total(math.exp(lexicon.form_log_probability(form)) for form in forms)

    return probability_of


class GreekAnalyzer:
    """Analyzes Greek with a tagger.

    Kept are nouns, names, verbs, adjectives and adverbs whose lemma is not on a list: by default
    the content words too common to tell a topic (`common.COMMON`); with an empty list, the paper's
    own filter.
    """

    language = "el"

    def __init__(self, tagger: Tagger, *, stopwords: Iterable[str] | None = None) -> None:
        check_word_list(stopwords)
        self.tagger = tagger
        self._splitter = LanguageSplitter(split_sentences)
        self._dropped = COMMON if stopwords is None else frozenset(map(written, stopwords))
        # By number in the memory of the tagger.
        self._memory = tagger.candidates.memory
        self._senses: list[Sense] = []

    def split(self, text: str, paragraph: Span) -> list[Span]:
        """Return the sentences of a paragraph."""
        return split_paragraph(self.split_all, text, paragraph)

    def split_all(self, text: str, paragraphs: Spans) -> Paragraphs:
        """Return the sentences of all paragraphs as columns."""
        return self._splitter.split(text, paragraphs)

    def tokens(self, text: str, sentences: Sequence[Span]) -> list[tuple[Token, ...]]:
        """Return the words and punctuation marks of each sentence."""
        return list(self.word_columns(text, Spans.of(sentences)).by_sentence())

    def word_columns(self, text: str, sentences: Spans) -> Words:
        """Return the words and punctuation marks of all sentences as columns."""
        text = plain_text(text)
        edges, starts, ends = kernel.scan_words(
            text, sentences.starts, sentences.ends, word_classes(), next_word, LONGEST_SHORT
        )
        numbers, places = kernel.number_distinct_words(text, starts, ends)
        distinct = self.tagger.candidates.numbers_in_text(text, starts[places], ends[places])
        memory = self.tagger.candidates.memory
        senses_in_context = self.tagger.senses(distinct[numbers], edges)
        if self._memory is not memory:
            self._memory, self._senses = memory, []
        dropped, new = self._dropped, islice(memory.senses, len(self._senses), None)
        self._senses += [
            _new_sense(Sense, (lemma, tag, tag in KEPT_TAGS and lemma not in dropped))
            for tag, lemma in new
        ]
        # Senses are numbered as they come: first those of words that have one alone.
        alone = memory.rows["sense"][distinct]
        used, senses_in_context = _renumber_by_first_use(
            np.concatenate([alone[alone >= 0], senses_in_context]), len(senses_in_context)
        )
        senses = [self._senses[number] for number in used.tolist()]
        return Words(edges, starts, ends, senses_in_context, senses)


def _renumber_by_first_use(numbers: Rows, last: int) -> tuple[Rows, Rows]:
    """Return the distinct numbers as they first come, and the places there of the last numbers."""
    firsts = np.full(numbers.max(initial=-1) + 1, -1, dtype=np.int32)
    firsts[numbers[::-1]] = np.arange(len(numbers), dtype=np.int32)[::-1]
    used = np.flatnonzero(firsts >= 0)
    used = used[np.argsort(firsts[used])]
    firsts[used] = np.arange(len(used), dtype=np.int32)
    return used.astype(np.int32), firsts[numbers[len(numbers) - last :]]
