"""The adapters pass one list of checks, and work in a pipeline of their framework."""

import asyncio
import pickle
import sys
import tomllib
from importlib import import_module
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tmima import Origin, Source, TmimaError
from tmima.integrations.chunks import chunker
from tmima.integrations.chunks import chunks as chunks_of
from tmima.loading.on_request import EXTRAS
from tmima.testing import CheckError, Chunk, check_splitter
from tmima.text import Block

LIMIT = 120
TEXT = (
    "The harbour was full of ships. Every ship waited for the tide. The tide was late. "
    "Bakers rise early. The baker kneads the dough. Good dough needs good flour. "
)
PROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))


def words(text: str) -> list[str]:
    return [text[start : start + 4] for start in range(0, len(text), 4)]


def count(text: str) -> int:
    return len(words(text))


def adapter(framework: str, name: str):
    """Import an adapter, or skip with the reason."""
    pytest.importorskip(framework, reason=f"{framework} is not installed")
    return import_module(f"tmima.integrations.{name}")


@pytest.mark.parametrize(
    ("name", "package"),
    [
        ("langchain", "langchain_text_splitters"),
        ("llama_index", "llama_index.core"),
        ("haystack", "haystack"),
        ("spacy", "spacy"),
        ("sklearn", "sklearn"),
    ],
)
def test_without_its_framework_an_adapter_names_the_extra(monkeypatch, name, package):
    monkeypatch.delitem(sys.modules, f"tmima.integrations.{name}", raising=False)
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(TmimaError, match=rf"pip install 'tmima\[{name.replace('_', '-')}\]'"):
        import_module(f"tmima.integrations.{name}")


# --- The list of checks itself can fail


def plain(texts, metadatas):
    return [
        [Chunk(text[i : i + 50], i, min(len(text), i + 50), {**own, "tags": [*own["tags"]]})
         for i in range(0, len(text) if text.strip() else 0, 50)]
        for text, own in zip(texts, metadatas, strict=True)
    ]  # fmt: skip


def changed(**change):
    def split(texts, metadatas):
        return [
            [chunk._replace(**{k: f(chunk) for k, f in change.items()}) for chunk in chunks]
            for chunks in plain(texts, metadatas)
        ]

    return split


def shared(texts, metadatas):
    return [
        [chunk._replace(metadata=own) for chunk in chunks]
        for own, chunks in zip(metadatas, plain(texts, metadatas), strict=True)
    ]


def meddling(texts, metadatas):
    for own in metadatas:
        own["seen"] = True
    return plain(texts, metadatas)


def blank(texts, metadatas):
    return [
        chunks or [Chunk(text, 0, len(text), {**own, "tags": [*own["tags"]]})]
        for text, own, chunks in zip(texts, metadatas, plain(texts, metadatas), strict=True)
    ]


@pytest.mark.parametrize(
    ("split", "message"),
    [
        (changed(text=lambda chunk: chunk.text.strip()), "joined are not the text"),
        (changed(start=lambda chunk: 0), "does not stand at"),
        (changed(metadata=lambda chunk: {"tags": []}), "lacks the metadata"),
        (shared, "metadata are shared"),
        (meddling, "were changed"),
        (blank, "a blank text has some"),
    ],
)
def test_a_splitter_that_breaks_a_promise_is_found_out(split, message):
    check_splitter(plain, max_size=50)
    with pytest.raises(CheckError, match=message):
        check_splitter(split, max_size=50)
    with pytest.raises(CheckError, match="the limit is 49"):
        check_splitter(plain, max_size=49)
    with pytest.raises(CheckError, match="other chunks"):
        check_splitter(
            plain, max_size=50, copies=[changed(metadata=lambda c: c.metadata | {"x": 1})]
        )


# --- LangChain


def of_langchain(splitter):
    def split(texts, metadatas):
        found = [[] for _ in texts]
        for text, own, chunks in zip(texts, metadatas, found, strict=True):
            for document in splitter.create_documents([text], [own]):
                start = document.metadata.pop("start_index")
                content = document.page_content
                chunks.append(Chunk(content, start, start + len(content), document.metadata))
        return found

    return split


def test_a_path_is_opened_as_what_the_file_is(tmp_path):
    file = tmp_path / "book.md"
    text = "# Ships\n\nThey float.\n\n# Bread\n\nIt is old.\n"
    file.write_text(text, encoding="utf-8")
    segmenter = chunker(30)
    found = chunks_of(segmenter, file)
    assert "".join(chunk.text for chunk in found) == text
    assert [chunk.metadata["path"] for chunk in found] == [["Ships"], ["Bread"]]
    assert {"segment_id", "forced"} <= found[0].metadata.keys()
    # A text whose file a framework tells has other ids than the same one of another file.
    ids = [[one.metadata["segment_id"] for one in chunks_of(segmenter, "A cat sleeps.", name=name)]
           for name in ("docs/a.txt", "b.txt", "a.txt", None)]  # fmt: skip
    assert ids[0] == ids[2]
    assert len({tuple(one) for one in ids}) == 3


def test_langchain():
    made = adapter("langchain_text_splitters", "langchain").TmimaTextSplitter
    splitter = made(LIMIT, language="und")
    copies = [of_langchain(pickle.loads(pickle.dumps(splitter)))]
    check_splitter(of_langchain(splitter), max_size=LIMIT, copies=copies)
    by_length = made(chunk_size=30, length_function=count, language="und")
    check_splitter(of_langchain(by_length), max_size=30, size=count)
    assert "".join(splitter.split_text(TEXT)) == TEXT
    assert "start_index" not in made(add_start_index=False).create_documents([TEXT])[0].metadata
    with_context = made(LIMIT, overlap=1, titles="phrases", language="en")
    first, *_ = with_context.create_documents([TEXT])
    assert first.metadata["after"].startswith("Bakers rise early.")
    assert first.metadata["title"]
    with pytest.raises(TmimaError, match="must be less than"):
        made(LIMIT, chunk_overlap=LIMIT)


def test_langchain_honours_its_overlap():
    made = adapter("langchain_text_splitters", "langchain").TmimaTextSplitter
    text = TEXT * 4
    for limit, overlap, length in ((120, 40, len), (60, 15, count)):
        splitter = made(limit, overlap, length_function=length, language="en")
        found = splitter.create_documents([text])
        end = 0
        for number, one in enumerate(found):
            start = one.metadata["start_index"]
            assert text[start : start + len(one.page_content)] == one.page_content
            assert length(one.page_content) <= limit
            assert (start < end) == (number > 0)
            assert length(text[start:end]) <= overlap
            end = start + len(one.page_content)
        assert end == len(text)
        assert splitter.split_text(text) == [one.page_content for one in found]


def test_paths_and_pages_go_through_the_adapters(tmp_path):
    path = tmp_path / "page.md"
    path.write_text(f"# Ships\n\n{TEXT}\n\n# Bread\n\n{TEXT}", encoding="utf-8")
    segmenter = chunker(200)
    found = chunks_of(segmenter, path)
    assert "".join(one.text for one in found) == path.read_text(encoding="utf-8")
    assert {one.metadata["document_id"] for one in found} == {"page.md"}
    assert found[0].metadata["context"] == "Ships"
    assert found[0].metadata["next_id"] == found[1].metadata["segment_id"]
    origin = Origin(
        "pdf", f"{TEXT}\f{TEXT}", [Block(0, len(TEXT)), Block(len(TEXT) + 1, 2 * len(TEXT))]
    )
    pages = [one.metadata["page"] for one in chunks_of(segmenter, Source.of(origin))]
    assert set(pages) == {1, 2}
    if find_spec("langchain_text_splitters"):
        made = import_module("tmima.integrations.langchain").TmimaTextSplitter(200)
        assert [one.page_content for one in made.create_documents([path])] == [
            one.text for one in found
        ]
    if find_spec("haystack"):
        splitter = import_module("tmima.integrations.haystack").TmimaSplitter(200)
        documents = splitter.run([path])["documents"]
        assert [one.content for one in documents] == [one.text for one in found]
        assert documents[0].meta["file_path"] == str(path)


def test_langchain_end_to_end():
    made = adapter("langchain_text_splitters", "langchain").TmimaTextSplitter
    from langchain_core.documents import Document
    from langchain_core.embeddings import Embeddings
    from langchain_core.vectorstores import InMemoryVectorStore

    class Letters(Embeddings):
        def embed_documents(self, texts):
            return [self.embed_query(text) for text in texts]

        def embed_query(self, text):
            terms = text.lower().replace(".", "").split()
            return [float(sum(term.startswith(stem) for term in terms)) for stem in ("ship", "bak")]

    splitter = made(LIMIT, language="en")
    given = [Document(page_content=TEXT, metadata={"source": "a"})]
    documents = asyncio.run(splitter.atransform_documents(given))
    assert documents == splitter.split_documents(given) == splitter.transform_documents(given)
    store = InMemoryVectorStore(Letters())
    store.add_documents(documents)
    (best,) = store.similarity_search("who bakes", k=1)
    assert best.page_content.startswith("Bakers")
    assert best.metadata["source"] == "a"
    assert best.metadata["start_index"] == TEXT.index("Bakers")


# --- LlamaIndex


def of_llama_index(parser):
    from llama_index.core import Document

    def split(texts, metadatas):
        found = []
        for text, own in zip(texts, metadatas, strict=True):
            nodes = parser.get_nodes_from_documents([Document(text=text, metadata=own)])
            found.append(
                [Chunk(n.text, n.start_char_idx, n.end_char_idx, n.metadata) for n in nodes]
            )
        return found

    return split


def test_llama_index():
    made = adapter("llama_index.core", "llama_index").TmimaNodeParser
    from llama_index.core import Document
    from llama_index.core.schema import NodeRelationship

    parser = made(max_size=LIMIT, settings={"language": "und"})
    again = made.model_validate({**parser.to_dict(), "id_func": parser.id_func})
    copies = [of_llama_index(pickle.loads(pickle.dumps(parser))), of_llama_index(again)]
    check_splitter(of_llama_index(parser), max_size=LIMIT, copies=copies)
    two = [Document(text=TEXT), Document(text=""), Document(text=TEXT * 3)]
    nodes = parser.get_nodes_from_documents(two)
    later = asyncio.run(parser.acall(two))
    assert [node.text for node in later] == [node.text for node in nodes]
    for before, node in pairwise(nodes):
        same = before.ref_doc_id == node.ref_doc_id
        assert (NodeRelationship.PREVIOUS in node.relationships) == same
        if same:
            assert before.relationships[NodeRelationship.NEXT].node_id == node.node_id


def test_llama_index_levels_are_parents():
    made = adapter("llama_index.core", "llama_index").TmimaNodeParser
    from llama_index.core import Document
    from llama_index.core.node_parser import get_leaf_nodes, get_root_nodes

    settings = {"language": "en", "questions": {"levels": 2}}
    # What is repeated is found at the wrong place by whoever looks for it again.
    text = (TEXT + "The judge heard a witness. A witness swore an oath. The verdict came. ") * 2
    parser = made(max_size=60, settings=settings)
    nodes = parser.get_nodes_from_documents([Document(text=text)])
    roots, leaves = get_root_nodes(nodes), get_leaf_nodes(nodes)
    assert "".join(node.text for node in roots) == "".join(node.text for node in leaves) == text
    assert len(roots) < len(leaves) == len(nodes) - len(roots)
    by_id = {node.node_id: node for node in nodes}
    for leaf in leaves:
        parent = by_id[leaf.parent_node.node_id]
        assert parent.start_char_idx <= leaf.start_char_idx < leaf.end_char_idx
        assert leaf.end_char_idx <= parent.end_char_idx
        assert leaf.node_id in {child.node_id for child in parent.child_nodes}
    for level in (roots, leaves):
        for node, following in pairwise(level):
            assert node.end_char_idx == following.start_char_idx
            assert by_id[node.next_node.node_id] is following
            assert by_id[following.prev_node.node_id] is node
        assert level[0].prev_node is None
        assert level[-1].next_node is None


def test_llama_index_end_to_end():
    made = adapter("llama_index.core", "llama_index").TmimaNodeParser
    from llama_index.core import Document, VectorStoreIndex
    from llama_index.core.embeddings import BaseEmbedding
    from llama_index.core.ingestion import IngestionPipeline

    class Stems(BaseEmbedding):
        def _get_query_embedding(self, query):
            terms = query.lower().replace(".", "").split()
            return [float(sum(term.startswith(stem) for term in terms)) for stem in ("ship", "bak")]

        async def _aget_query_embedding(self, query):
            return self._get_query_embedding(query)

        _get_text_embedding = _get_query_embedding

    parser = made(max_size=LIMIT, settings={"language": "en"})
    nodes = IngestionPipeline(transformations=[parser]).run(documents=[Document(text=TEXT)])
    index = VectorStoreIndex(nodes, embed_model=Stems())
    (best,) = index.as_retriever(similarity_top_k=1).retrieve("who bakes")
    assert best.node.text.startswith("Bakers")


# --- Haystack


def of_haystack(splitter):
    from haystack import Document

    def split(texts, metadatas):
        found = []
        for text, own in zip(texts, metadatas, strict=True):
            chunks = splitter.run([Document(content=text, meta=own)])["documents"]
            starts = [chunk.meta["split_idx_start"] for chunk in chunks]
            found.append(
                [
                    Chunk(chunk.content, start, start + len(chunk.content), chunk.meta)
                    for chunk, start in zip(chunks, starts, strict=True)
                ]
            )
        return found

    return split


def test_haystack():
    made = adapter("haystack", "haystack").TmimaSplitter
    from haystack import Document, Pipeline

    splitter = made(LIMIT, language="und")
    copies = [
        of_haystack(pickle.loads(pickle.dumps(splitter))),
        of_haystack(made.from_dict(splitter.to_dict())),
    ]
    check_splitter(of_haystack(splitter), max_size=LIMIT, copies=copies)
    by_tokens = made(30, "tokens", words, language="und")
    pipeline = Pipeline()
    pipeline.add_component("splitter", by_tokens)
    # Who reads a pipeline says whose code it may name.
    trusted = ["tmima.integrations.haystack", words.__module__]
    again = Pipeline.loads(pipeline.dumps(), allowed_modules=trusted).get_component("splitter")
    assert again.tokenizer is words
    check_splitter(of_haystack(again), max_size=30, size=count)
    pages = Document(content=f"{TEXT}\f{TEXT}", meta={"source": "a"})
    chunks = made(60, language="en").run([pages, Document(content=None)])["documents"]
    assert [chunk.meta["split_id"] for chunk in chunks] == list(range(len(chunks)))
    assert {chunk.meta["page_number"] for chunk in chunks} == {1, 2}
    assert {chunk.meta["source_id"] for chunk in chunks} == {pages.id}
    later = asyncio.run(made(60, language="en").run_async([pages]))
    assert later["documents"] == chunks


def test_haystack_end_to_end():
    made = adapter("haystack", "haystack").TmimaSplitter
    from haystack import Document, Pipeline
    from haystack.components.retrievers.in_memory import InMemoryBM25Retriever
    from haystack.components.writers import DocumentWriter
    from haystack.document_stores.in_memory import InMemoryDocumentStore

    pipeline = Pipeline()
    pipeline.add_component("splitter", made(LIMIT, language="en"))
    store = InMemoryDocumentStore()
    pipeline.add_component("writer", DocumentWriter(store))
    pipeline.connect("splitter", "writer")
    trusted = ["tmima.integrations.haystack"]
    written = Pipeline.loads(pipeline.dumps(), allowed_modules=trusted)
    assert written.get_component("splitter").to_dict() == made(LIMIT, language="en").to_dict()
    pipeline.run({"splitter": {"documents": [Document(content=TEXT)]}})
    (best,) = InMemoryBM25Retriever(store, top_k=1).run("baker dough")["documents"]
    assert best.content.startswith("Bakers")


# --- spaCy


def of_spacy(nlp):
    def split(texts, metadatas):
        return [
            [
                Chunk(
                    span.text_with_ws,
                    span.start_char,
                    span.start_char + len(span.text_with_ws),
                    {**own, "tags": [*own["tags"]]},
                )
                for span in doc.spans["topics"]
            ]
            for own, doc in zip(metadatas, nlp.pipe(texts), strict=True)
        ]

    return split


def test_spacy(tmp_path):
    adapter("spacy", "spacy")
    import spacy

    nlp = spacy.blank("el")
    nlp.add_pipe("sentencizer")
    nlp.add_pipe("tmima", config={"max_size": LIMIT})
    nlp.to_disk(tmp_path / "pipeline")
    copies = [
        of_spacy(spacy.load(tmp_path / "pipeline")),
        of_spacy(spacy.blank("el").from_config(nlp.config).from_bytes(nlp.to_bytes())),
        of_spacy(pickle.loads(pickle.dumps(nlp))),
    ]
    # No token is cut, and spaCy has tokens of white space as long as that.
    check_splitter(of_spacy(nlp), max_size=707, copies=copies)
    spans = [span for doc in nlp.pipe([TEXT, TEXT * 3]) for span in doc.spans["topics"]]
    assert max(len(span.text) for span in spans) <= LIMIT
    assert {span.label_ for span in spans} == {"TOPIC"}


def test_spacy_uses_what_the_pipeline_knows():
    adapter("spacy", "spacy")
    import spacy
    from spacy.language import Language

    @Language.component("tmima_test_tagger")
    def tagger(doc):
        for token in doc:
            token.pos_, token.lemma_ = ("NOUN", token.lower_) if token.is_alpha else ("PUNCT", "")
            token.is_sent_start = token.i in (0, 3)
        return doc

    nlp = spacy.blank("en")
    nlp.add_pipe("tmima_test_tagger")
    marker: Any = nlp.add_pipe("tmima", config={"settings": {"titles": "phrases"}})
    doc = nlp("Ships sail now ships sail. Bread\n\nrises.")
    read = marker._read(doc)
    assert [(one.start, one.end) for one in read.sentences] == [(0, 14), (15, 32), (34, 40)]
    assert [token.tag for token in read.sentences[0].tokens] == ["NOUN"] * 3
    assert doc.spans["topics"][0].id_


def test_spacy_finds_it_by_an_entry_point():
    found = PROJECT["project"]["entry-points"]["spacy_factories"]
    module, _, name = found["tmima"].partition(":")
    made = adapter("spacy", module.removeprefix("tmima.integrations."))
    assert callable(getattr(made, name))


# --- scikit-learn


def of_sklearn(estimator):
    def split(texts, metadatas):
        return [
            [
                Chunk(one["text"], one["start"], one["end"], {**own, "tags": [*own["tags"]]})
                for one in chunks
            ]
            for own, chunks in zip(metadatas, estimator.transform(texts), strict=True)
        ]

    return split


def test_sklearn():
    made = adapter("sklearn", "sklearn").TopicSegmenter
    from sklearn.base import clone
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import FunctionTransformer
    from sklearn.utils.estimator_checks import check_estimator

    estimator = made(language="und", max_size=LIMIT)
    copies = [clone(estimator), pickle.loads(pickle.dumps(estimator.fit([TEXT])))]
    check_splitter(of_sklearn(estimator), max_size=LIMIT, copies=[*map(of_sklearn, copies)])
    with pytest.warns(Warning, match="requires input"):  # theirs are for numbers
        check_estimator(made(), on_skip=None)
    assert clone(made(gamma=0.3)).get_params()["gamma"] == 0.3
    pipeline = make_pipeline(FunctionTransformer(lambda texts: [t.lower() for t in texts]), made())
    assert "".join(one["text"] for one in pipeline.fit_transform([TEXT])[0]) == TEXT.lower()


def test_sklearn_searches_and_learns():
    adapted = adapter("sklearn", "sklearn")
    from sklearn.model_selection import GridSearchCV

    texts, ends = [TEXT, TEXT * 2, TEXT, TEXT * 2], [(3, 6), (3, 6, 9, 12)] * 2
    given = {"std_length": 1.0, "mean_length": 1.0, "r": 0.5}
    made = adapted.TopicSegmenter(language="en", **given)
    search = GridSearchCV(made, {"gamma": [0.05, 0.9]}, cv=2, scoring=adapted.scorer("f1"))
    search.fit(texts, ends)
    assert search.best_params_["gamma"] in (0.05, 0.9)
    assert len(set(search.cv_results_["mean_test_score"])) == 2
    dial = {"finer": [-9.0, 9.0]}
    search = GridSearchCV(
        adapted.TopicSegmenter(language="en"), dial, cv=2, scoring=adapted.scorer("recall")
    )
    assert search.fit(texts, ends).best_params_ == {"finer": 9.0}
    assert 0 <= made.score(texts, ends) <= 1
    assert made.score(texts, made.predict(texts)) == 1
    labelled = texts, [(3, 6), (6, 12)] * 2
    adapted_ = adapted.TopicSegmenter(language="en", learn="parameters").fit(*labelled)
    assert adapted_.segmenter_.learnt_from_ == "4 labelled texts"
    assert adapted_.predict([TEXT])[0][-1] == 6
    paper = {"method": "density"}
    fitted = adapted.TopicSegmenter(language="en", learn="parameters", settings=paper).fit(
        *labelled
    )
    assert fitted.segmenter_.parameters_
    assert fitted.predict([TEXT])[0][-1] == 6
    with pytest.raises(TmimaError, match="needs y"):
        adapted.TopicSegmenter(learn="parameters").fit(texts)
    with pytest.raises(TmimaError, match="learn= must be one of"):
        adapted.TopicSegmenter(learn="all").fit(texts)


def test_every_framework_has_a_group_and_an_extra_if_it_has_an_adapter():
    from tools.frameworks import FRAMEWORKS

    assert set(FRAMEWORKS) <= set(PROJECT["dependency-groups"])
    folder = Path(import_module("tmima.integrations").__file__).parent
    adapters = {path.stem.replace("_", "-") for path in folder.glob("*.py")}
    assert {name for name in FRAMEWORKS if name in adapters} <= set(EXTRAS)
