"""What an analyzer found, written out."""

import json

from tmima import languages
from tmima.formats import ANALYSES, conllu, read

TEXT = "The cats sleep.\nShips, sail."


def written(style: str) -> str:
    return "".join(ANALYSES[style](read(TEXT, languages.analyzer("en"), format="lines")))


def test_a_table_marks_the_kept_words():
    assert written("table") == (
        "sentence 1, characters 0-15\n"
        "  The                             the\n"
        "* cats                            cat\n"
        "* sleep                           sleep\n"
        "\n"
        "sentence 2, characters 16-28\n"
        "* Ships                           ship\n"
        "* sail                            sail\n"
        "\n"
    )


def test_json_is_one_object_on_a_line():
    (line,) = written("json").splitlines()
    found = json.loads(line)
    assert found["language"] == "en"
    assert [sentence["end"] for sentence in found["sentences"]] == [15, 28]
    assert found["sentences"][0]["tokens"][1] == {
        "text": "cats",
        "start": 4,
        "end": 8,
        "lemma": "cat",
        "tag": "",
        "kept": True,
    }


def test_conllu_is_read_as_it_was_written():
    text = written("conllu")
    assert text.splitlines()[:5] == [
        "# language = en",
        "# sent_id = 1",
        "# text = The cats sleep.",
        "1\tThe\tthe\t_\t_\t_\t_\t_\t_\tTokenRange=0:3|Kept=No",
        "2\tcats\tcat\t_\t_\t_\t_\t_\t_\tTokenRange=4:8|Kept=Yes",
    ]
    sentences = list(conllu.read(text.splitlines()))
    assert [sentence.text for sentence in sentences] == ["The cats sleep.", "Ships, sail."]
    assert [token.text for token in sentences[1].tokens] == ["Ships", "sail"]


def test_a_sentence_without_words_is_written_too():
    document = read("Ships sail.\n...\nCats purr.", languages.analyzer("en"), format="lines")
    text = "".join(ANALYSES["conllu"](document))
    assert "# sent_id = 2\n# text = ...\n\n# sent_id = 3" in text
