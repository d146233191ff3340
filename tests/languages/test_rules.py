"""Sentences, words and languages by rule."""

import importlib
import re
from itertools import product

import pytest
import regex

from tmima import TmimaError, languages
from tmima.formats import read
from tmima.languages import normalise
from tmima.languages import sentences as sentence_rules
from tmima.languages.language import stopword_list
from tmima.languages.normalise import SNOWBALL, normaliser, written
from tmima.languages.rules import RuleAnalyzer
from tmima.paper import BUNDLED
from tmima.text import Span


def sentences(text: str, language: str) -> list[str]:
    return [
        text[start:end]
        for start, end in languages.analyzer(language).split(text, Span(0, len(text)))
    ]


ENGLISH = [
    ["One sentence.", "Another one!", "A third?"],
    ["Dr. Smith met Mrs. Jones at 5 p.m. on Monday.", "They talked."],
    ["He lives in the U.S. and she in the U.K. with friends.", "Both travel."],
    ["They left the U.S. Army in 1999.", "It was cold."],
    ["He moved to the U.S.", "He never came back."],
    ["J. R. Smith wrote it.", "Nobody read it."],
    ["The price was 3.50 dollars.", "It rose to 4.25."],
    ['"Stop!" he said.', '"Why?" she asked.'],
    ["She said (it was late.)", "He left."],
    ["Wait... what happened?", "Nothing."],
    ["1. The first point is short.", "2. The second is longer."],
    ["It ended in 1999.", "The rest is history."],
    ["We saw cats, dogs, etc.", "The rest hid."],
    ["As shown before.[12]", "The next one follows."],
    ["See fig. 3 and vol. 2 for more, e.g. the map.", "Done."],
]
GREEK = [
    ["Πού πας;", "Στη θάλασσα."],
    ["Πού πας\u037e", "Στη θάλασσα."],
    ["Ήρθε ο κ. Παπαδόπουλος.", "Κάθισε."],
    ["Έφερε φρούτα, π.χ. μήλα.", "Τα έφαγαν."],
    ["Ήρθε· είδε· νίκησε.", "Έφυγε."],
    ["Ο Κ. Π. Καβάφης έζησε στην Αλεξάνδρεια.", "Έγραφε ποιήματα."],
    ["«Έλα!»", "Δεν ήρθε."],
    ["Περίμενε... ήταν αργά.", "Έφυγε."],
    ["1. Το ζήτημα είναι παλιό.", "Το ξέρουμε."],
]
OTHERS = {
    "zh": ["今天天气很好。", "我们去公园！", "好吗？"],
    "ja": ["猫が好きです。", "「犬も好きです。」", "本当に？"],
    "hi": ["यह एक वाक्य है।", "यह दूसरा है।"],
    "ar": ["هل أنت بخير؟", "نعم."],
    "de": ["Das ist ein Satz.", "Und noch einer!"],
}


@pytest.mark.parametrize("expected", ENGLISH, ids=lambda expected: expected[0][:30])
def test_english_sentences(expected):
    assert sentences(" ".join(expected), "en") == expected


@pytest.mark.parametrize("expected", GREEK, ids=lambda expected: expected[0][:30])
def test_greek_sentences(expected):
    assert sentences(" ".join(expected), "el") == expected


@pytest.mark.parametrize(("language", "expected"), OTHERS.items())
def test_sentences_of_other_languages(language, expected):
    joint = "" if language in ("zh", "ja") else " "
    assert sentences(joint.join(expected), language) == expected


def kept(text: str, language: str, **options) -> list[str]:
    analyzer = languages.analyzer(language, **options)
    (tokens,) = analyzer.tokens(text, [Span(0, len(text))])
    return [token.lemma for token in tokens if token.kept]


@pytest.mark.parametrize(
    ("text", "language", "options", "expected"),
    [
        ("The cats were running to 3 houses", "en", {}, ["cat", "run", "hous"]),
        ("The cats were running", "en", {"normalise": "plain"}, ["cats", "running"]),
        ("In 1999 the 3.5 cats of A4", "en", {"normalise": "plain"}, ["cats", "a4"]),
        ("The cats were running", "en", {"normalise": "lemma"}, ["cat", "run"]),
        ("The cats", "en", {"normalise": "plain", "stopwords": []}, ["the", "cats"]),
        ("The cats", "en", {"normalise": "plain", "stopwords": ["CATS"]}, ["the"]),
        (
            "the children's toys don't fit",
            "en",
            {"normalise": "plain"},
            ["children's", "toys", "fit"],
        ),
        ("the children's toys", "en", {"normalise": "stem"}, ["children", "toy"]),
        ("who'd've said what're the people'll do", "en", {}, ["peopl"]),
        ("everyone's at O'Brien's", "en", {"normalise": "plain"}, ["o'brien's"]),
        ("l'homme et la mer", "fr", {"normalise": "plain"}, ["homme", "mer"]),
        ("Οι γάτες κοιμούνται", "el", {}, ["γάτα", "κοιμάμαι"]),
        ("ΟΙ ΓΑΤΕΣ ΚΑΙ ΤΑ ΠΛΟΙΑ", "el", {"normalise": "plain"}, ["γατες", "πλοια"]),
        ("Οι γα\u0301τες", "el", {"normalise": "plain"}, ["γάτες"]),
        ("το νε\u00adρό", "el", {"normalise": "plain"}, ["νερό"]),
        ("北京大学", "zh", {}, ["北京", "京大", "大学"]),
    ],
)
def test_kept_words(text, language, options, expected):
    assert kept(text, language, **options) == expected


@pytest.mark.parametrize("options", [{}, {"normalise": "plain"}])
@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "I'm sure that's what we've said. Don't cut the baker's bread, it'll rise."),
        ("fr", "L'homme n'a pas d'eau aujourd'hui."),
        ("el", "Σ' αυτό το νησί δεν ήρθ' εκείνος, κι' εγώ θα 'ρθω απ' τα βουνά."),
    ],
)
def test_both_apostrophes_are_one_character(language, text, options):
    typed = kept(text, language, **options)
    assert typed == kept(text.replace("'", "’"), language, **options)
    assert typed


@pytest.mark.parametrize("language", ["el", "en", "fr", "und"])
def test_one_word_is_no_list_of_stop_words(language):
    with pytest.raises(TmimaError, match="stopwords must be a list of words, not 'the'"):
        languages.analyzer(language, stopwords="the")


@pytest.mark.parametrize(
    ("language", "normalise", "message"),
    [
        ("en", "root", "unknown normalise='root': choose one of lemma, stem, porter, plain"),
        (
            "zh",
            "stem",
            "no stemmer for language 'zh': choose normalise='plain', or a",
        ),
        ("zh", "lemma", "no lemmas for language 'zh': choose normalise='plain'"),
        ("fr", "porter", "for English, not for 'fr': use normalise='stem'"),
    ],
)
def test_what_cannot_be_normalised_is_refused_by_the_names_of_keywords(
    language, normalise, message
):
    with pytest.raises(TmimaError, match=message):
        languages.analyzer(language, normalise=normalise)


@pytest.mark.parametrize(
    ("word", "stem"),
    # Examples of Porter's paper of 1980.
    [
        ("caresses", "caress"),
        ("ponies", "poni"),
        ("plastered", "plaster"),
        ("conflated", "conflat"),
        ("hopping", "hop"),
        ("relational", "relat"),
        ("conditional", "condit"),
        ("digitizer", "digit"),
        ("electriciti", "electr"),
        ("formalize", "formal"),
        ("revival", "reviv"),
        ("rate", "rate"),
        ("controll", "control"),
        ("generalizations", "gener"),
        ("oscillators", "oscil"),
    ],
)
def test_porter_is_the_original(word, stem):
    assert normaliser("porter", "en")([word]) == [stem]


@pytest.mark.parametrize(
    ("word", "expected"),
    [("ΟΔΟΣ", "οδος"), ("ﬁne", "fine"), ("\u00b5έτρο", "μέτρο"), ("e\u0301tat", "état")],
)
def test_words_are_written_in_one_way(word, expected):
    assert written(word) == expected


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("el", "Η πόλη κοιμάται και το φεγγάρι φωτίζει τις στέγες."),
        ("en", "The town was asleep and the moon was over the roofs."),
        ("fr", "La ville dormait et la lune était au-dessus des toits."),
        ("de", "Die Stadt schlief und der Mond stand über den Dächern."),
        ("es", "La ciudad dormía y la luna estaba sobre los tejados."),
        ("it", "La città dormiva e la luna era sopra i tetti delle case."),
        ("pt", "A cidade dormia e a lua estava sobre os telhados das casas."),
        ("nl", "De stad sliep en de maan stond boven de daken van het dorp."),
        ("sv", "Staden sov och månen stod över taken som inte syntes."),
        ("pl", "Miasto spało, a księżyc był nad dachami, ale nikt go nie widział."),
        ("ru", "Город спал, и луна была над крышами, но никто её не видел."),
        # Word by word more languages than Czech have these, but few share the telling ones.
        ("cs", "Loď připlula do přístavu a ženy na ni čekaly s dětmi vedle domu."),
        ("tr", "Şehir uyuyordu ve ay çatıların üzerindeydi ama kimse onu görmedi."),
        ("he", "העיר ישנה והירח מעל הגגות."),
        ("ja", "町は眠っていて、月が屋根の上にあった。"),
        ("zh", "城市在睡觉，月亮在屋顶上。"),
        ("ko", "도시는 잠들었고 달은 지붕 위에 있었다."),
    ],
)
def test_language_is_found(language, text):
    assert languages.detect_language(text) == language


# Eleven words and more of no language, and one of English, prove nothing.
NO_LANGUAGE = "xyzzy plugh zork qwrt brmpf the klst wvrtz plmk grtzk snrkl blft"


@pytest.mark.parametrize("text", ["", "12345", "😀", "xyzzy plugh", NO_LANGUAGE])
def test_a_text_without_a_known_word_is_undetermined(text):
    assert languages.detect_language(text) == "und"


def test_long_awful_texts_take_linear_time():
    # Each would take hours if a rule looked at the rest of the text at every mark.
    for text in ("." * 200_000, ". " * 100_000, "a.b." * 50_000, "(" * 200_000, "1. " * 50_000):
        languages.analyzer("en").split(text, Span(0, len(text)))


@pytest.mark.parametrize(
    ("language", "text", "kept"),
    [
        ("en", "Uh, the harbour. Mm-hmm, yeah, hmm, um, uhh, yep.", ["harbour"]),
        ("el", "Εε, το λιμάνι. Χμμ, μμ, εεε, αα.", ["λιμάνι"]),
        ("de", "Hmm, uh, der Hafen.", ["Hafen"]),
    ],
)
def test_fillers_are_not_content(language, text, kept):
    document = read(text, languages.analyzer(language))
    tokens = [token for sentence in document.sentences for token in sentence.tokens]
    assert [text[token.start : token.end] for token in tokens if token.kept] == kept


def same_stems(algorithm: str, words: set[str]) -> None:
    compiled = pytest.importorskip("Stemmer").Stemmer(algorithm)
    module = importlib.import_module(f"snowballstemmer.{algorithm}_stemmer")
    pure = getattr(module, f"{algorithm.capitalize()}Stemmer")()
    assert [compiled.stemWord(word) for word in words] == [pure.stemWord(word) for word in words]


@pytest.mark.parametrize("algorithm", ["porter", *sorted({*SNOWBALL.values(), "english", "greek"})])
def test_compiled_stems_are_those_of_the_pure_stemmer(algorithm):
    codes = {name: code for code, name in SNOWBALL.items()} | {"greek": "el"}
    words = set(stopword_list(codes.get(algorithm, "en")))
    if algorithm == "greek":
        texts = [path.read_text("utf-8").lower() for path in BUNDLED.rglob("*.txt")]
        words |= set(regex.findall(r"\p{L}+", " ".join(texts)))
    same_stems(algorithm, {written(word) for word in words})


def test_compiled_stems_are_those_of_the_pure_stemmer_on_the_corpora(corpora):
    texts = [path.read_text("utf-8") for path in (corpora / "choi").rglob("*.ref")]
    same_stems("english", {written(word) for word in regex.findall(r"\p{L}+", " ".join(texts))})


UNSTOPPED = {
    "Thai": ("th", "แมวนอนหลับอยู่บนเก้าอี้ในห้องครัวตลอดทั้งวัน"),
    "Lao": ("und", "ແມວນອນຫຼັບຢູ່ເທິງຕັ່ງໃນເຮືອນຄົວຕະຫຼອດມື້"),
    "Khmer": ("und", "ឆ្មាដេកនៅលើកៅអីក្នុងផ្ទះបាយពេញមួយថ្ងៃទាំងមូល"),
    "Tibetan": ("und", "བྱི་ལ་ཐབ་ཚང་ནང་རྐུབ་སྟེགས་སྒང་ཉིན་གང་ཉལ་འདུག།"),
}


@pytest.mark.parametrize("script", UNSTOPPED)
def test_prose_without_stops_is_cut_at_spaces(script):
    code, clause = UNSTOPPED[script]
    split = languages.analyzer(code).split
    text = " ".join([clause] * 60)
    found = [text[start:end] for start, end in split(text, Span(0, len(text)))]
    assert max(map(len, found)) < 200
    assert min(map(len, found)) >= 40
    assert " ".join(found) == text
    # What is no longer than some sentences stays whole, and so does what has other letters.
    assert len(split(f"{clause} {clause}", Span(0, 2 * len(clause) + 1))) == 1
    latin = "word " * 100
    assert len(split(latin, Span(0, len(latin)))) == 1


@pytest.mark.parametrize("mark", "\u200b \u200e \u200f \u202c \u2069 \ufeff \u061c".split(" "))
def test_a_stop_before_an_invisible_mark_ends_a_sentence(mark):
    for code, text in (
        ("en", f"The cats purr.{mark}The ships sail.{mark} The end."),
        ("ar", f"انتهى الأمر.{mark}بدأ آخر.{mark} انتهى."),
        ("el", f"Οι γάτες κοιμούνται.{mark}Τα πλοία φεύγουν.{mark} Τέλος."),
    ):
        assert len(languages.analyzer(code).split(text, Span(0, len(text)))) == 3
    for text in (
        f"It is 3.{mark}14 and no more.",
        f"Dr.{mark} Smith came.",
        f"See x.{mark}org now.",
    ):
        assert len(languages.analyzer("en").split(text, Span(0, len(text)))) == 1


def test_scripts_without_stops_are_known_by_their_blocks():
    told = "".join(map(chr, range(0x110000)))
    letters = regex.findall(sentence_rules._UNSTOPPED, told)
    assert all(map(sentence_rules._MAY_BE_UNSTOPPED.match, letters))


def test_what_fills_talk_begins_as_the_quick_look_says():
    letters = sorted(set(re.sub("[^a-zα-ω]", "", normalise._FILLER.pattern)))
    words = ["".join(each) for size in (1, 2, 3) for each in product(letters, repeat=size)]
    fillers = {word[:2] for word in words if normalise._FILLER.fullmatch(word)}
    assert fillers == normalise.FILLER_HEADS


def test_no_more_words_are_remembered_than_may_be(monkeypatch):
    text = "Ships sail. Bakers bake bread. Ships return."
    free = read(text, languages.analyzer("en"))
    monkeypatch.setattr("tmima.languages.rules._MEMORY", 2)
    bound = languages.analyzer("en")
    assert isinstance(bound, RuleAnalyzer)
    for _ in range(2):
        assert read(text, bound).sentences == free.sentences
        assert len(bound._senses) == 2
