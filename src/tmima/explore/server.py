"""The server: the page, its static files, and a JSON interface that programs may use too."""

from base64 import b64decode
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from functools import partial
from importlib.resources import files
from typing import Annotated, Any

from fastapi import FastAPI, HTTPException, Path, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response

from tmima.chapters import chapter_formats
from tmima.explore import requests, schema, worker
from tmima.explore.guard import Guard, host_names, is_loopback
from tmima.explore.requests import METHODS, READ
from tmima.explore.session import SIMILARITIES, Upload
from tmima.explore.settings import ServerSettings, Store, examples
from tmima.formats import AUTO, text_formats
from tmima.languages import known_languages
from tmima.methods import methods
from tmima.similarity import similarities
from tmima.text import UNITS
from tmima.version import __version__
from tmima.wording import wording_as_javascript
from tmima.workers.pool import BusyError, FailedError, Pool, TooLongError

# A character of JSON may take six bytes (\u0000); the rest of a request is small.
_ESCAPED, _REST = 6, 10_000
# The server remembers this many texts of the largest size.
_REMEMBERED = 16
_TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
}
_INTERNAL_ERROR = "internal error; see the server log"
_STATIC = files("tmima.viewer").joinpath("static")

Key = Annotated[str, Path(pattern="^[0-9a-f]{32}$", description="From the answer to POST.")]
_PROBLEMS: dict[int | str, dict[str, Any]] = {
    400: {
        "model": schema.Refusal,
        "description": "Host is not a name of this server, or not UTF-8",
    },
    401: {"model": schema.Refusal, "description": "The server has a token, and it is not shown"},
    403: {"model": schema.Refusal, "description": "Sent by a page of another site"},
    404: {"model": schema.Refusal, "description": "Not here"},
    413: {"model": schema.Refusal, "description": "The text is too long"},
    422: {"model": schema.Faults, "description": "A value cannot be used; its name is given"},
    500: {"model": schema.Refusal, "description": "Internal error"},
    503: {"model": schema.Refusal, "description": "All workers are busy"},
    504: {"model": schema.Refusal, "description": "The work took too long and was stopped"},
}


def create_app(settings: ServerSettings | None = None, *, opened: Upload | None = None) -> FastAPI:
    """Return the application.

    Args:
        settings: how it is to run.
        opened: a text that the page can show from the start, by its key.
    """
    settings = settings or ServerSettings()
    store = Store(_REMEMBERED * settings.max_bytes)
    if opened is not None:
        store.put(opened.key, opened.to_json())
    make_handler = partial(worker.make_handler, settings.memory)
    pool = Pool(settings.workers, settings.timeout, make_handler)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        async with pool:
            yield

    # FastAPI's own pages of documentation load scripts from elsewhere; the description is here.
    app = FastAPI(
        title="tmima explore",
        version=__version__,
        summary="Cut texts into their topics and see why.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        responses=_PROBLEMS,
    )
    app.add_middleware(
        Guard,
        hosts=host_names(settings.host),
        any_address=not is_loopback(settings.host),
        max_body=_ESCAPED * settings.max_bytes + _REST,
        token=settings.token,
    )
    app.add_exception_handler(RequestValidationError, _answer_validation_error)
    _add_static_routes(app)
    _add_about_routes(app, settings)
    _add_text_routes(app, settings, store, pool)
    return app


def _add_static_routes(app: FastAPI) -> None:
    """Serve the files of the package's own folder, read once: no path reaches the disk."""
    contents = {
        file.name: (file.read_bytes(), _TYPES["." + file.name.rpartition(".")[2]])
        for file in _STATIC.iterdir()
        if file.is_file()
    }
    contents["words.js"] = wording_as_javascript().encode(), _TYPES[".js"]

    @app.get("/", include_in_schema=False)
    async def page() -> Response:
        content, kind = contents["index.html"]
        return Response(content, media_type=kind)

    @app.get("/static/{name}", include_in_schema=False)
    async def static(name: str) -> Response:
        if name not in contents:
            raise HTTPException(404, "there is no such file")
        content, kind = contents[name]
        return Response(content, media_type=kind)


def _add_about_routes(app: FastAPI, settings: ServerSettings) -> None:
    offered_methods = [
        schema.MethodAnswer(
            name=name,
            year=one.year,
            summary=one.summary,
            count=one.count,
            settings=list(one.settings),
        )
        for name, one in ((name, methods[name]) for name in METHODS)
    ]
    offered_similarities = [
        schema.SimilarityAnswer(name=name, summary=one.summary, gamma=one.gamma, r=one.r)
        for name, one in ((name, similarities[name]) for name in SIMILARITIES)
    ]
    offered_forms = [
        schema.FormAnswer(
            name=name,
            summary=one.summary,
            suffix=one.suffix,
            least_chapters=one.rules.least_chapters,
            least_seconds=one.rules.least_seconds,
        )
        for name, one in ((name, chapter_formats[name]) for name in chapter_formats)
    ]
    answer = schema.AboutAnswer(
        version=__version__,
        max_bytes=settings.max_bytes,
        languages=known_languages(),
        formats=[AUTO, *text_formats()],
        units=list(UNITS),
        methods=offered_methods,
        similarities=offered_similarities,
        forms=offered_forms,
    )

    @app.get("/api/about")
    async def about() -> schema.AboutAnswer:
        """Tell the version, the limits, and what can be chosen."""
        return answer

    @app.get("/api/examples")
    async def list_examples() -> list[schema.ExampleAnswer]:
        """List the texts that come with the explorer."""
        return [
            schema.ExampleAnswer(name=each.name, title=each.title) for each in examples().values()
        ]

    @app.get("/api/examples/{name}")
    async def example(name: str) -> schema.ExampleTextAnswer:
        """Return a text that comes with the explorer."""
        if name not in examples():
            raise HTTPException(404, f"there is no such example: known are {', '.join(examples())}")
        one = examples()[name]
        return schema.ExampleTextAnswer(name=name, title=one.title, text=one.text)


def _add_text_routes(app: FastAPI, settings: ServerSettings, store: Store, pool: Pool) -> None:
    @app.post("/api/texts", response_model=schema.TextAnswer, status_code=201)
    async def open_text(request: requests.TextRequest) -> Response:
        """Analyze a text: its language, sentences, words, and true boundaries if it has them."""
        read = Upload(request.text, **request.model_dump(include=set(READ)))
        return await opened(read, len(request.text.encode()))

    @app.post("/api/files", response_model=schema.TextAnswer, status_code=201)
    async def open_file(request: requests.FileRequest) -> Response:
        """Open a file as `tmima segment` does: transcripts, Markdown, HTML, DOCX, EPUB, PDF."""
        content = b64decode(request.content)
        told = request.model_dump(include={*READ, "name"})
        read = Upload(content, **told, max_bytes=settings.max_bytes)
        return await opened(read, len(content))

    async def opened(source: Upload, size: int) -> Response:
        if size > settings.max_bytes:
            raise HTTPException(
                413,
                f"the text has {size} bytes, more than {settings.max_bytes}: shorten it, or start "
                "the server with a larger max_bytes",
            )
        key, content = source.key, source.to_json()
        answer = await run_job(key, content, {"name": "open"})
        store.put(key, content)
        return Response(answer, 201, media_type="application/json")

    @app.get("/api/texts/{key}", response_model=schema.TextAnswer)
    async def opened_text(key: Key) -> Response:
        """Return a text that was opened before, as it was answered then."""
        answer = await run_job(key, stored(key), {"name": "open"})
        return Response(answer, media_type="application/json")

    @app.post("/api/texts/{key}/cuts", response_model=schema.CutsAnswer)
    async def cut_text(key: Key, request: requests.CutRequest) -> Response:
        """Cut a text that was opened; what is not set is found as `tmima segment` finds it."""
        answer = await run_job(key, stored(key), {"name": "cut", "asked": request.given_settings()})
        return Response(answer, media_type="application/json")

    @app.post(
        "/api/texts/{key}/report",
        response_class=Response,
        responses={200: {"content": {"text/html": {}}, "description": "One HTML file"}},
    )
    async def report(key: Key, request: requests.CutRequest) -> Response:
        """Cut a text and return the report: the viewer with its data in one file."""
        answer = await run_job(
            key, stored(key), {"name": "report", "asked": request.given_settings()}
        )
        return Response(
            answer,
            media_type="text/html",
            headers={"Content-Disposition": 'attachment; filename="report.html"'},
        )

    @app.post(
        "/api/texts/{key}/chapters",
        response_class=Response,
        responses={200: {"content": {"text/plain": {}}, "description": "The chapters"}},
    )
    async def chapters(key: Key, request: requests.CutRequest) -> Response:
        """Cut a transcript and return its chapters in the form asked for, or as JSON."""
        answer = await run_job(
            key, stored(key), {"name": "chapters", "asked": request.given_settings()}
        )
        return Response(answer, media_type="text/plain")

    @app.post(
        "/api/texts/{key}/markdown",
        response_class=Response,
        responses={200: {"content": {"text/plain": {}}, "description": "The text in Markdown"}},
    )
    async def markdown(key: Key, request: requests.CutRequest) -> Response:
        """Cut a text and return it as Markdown, each segment under a heading."""
        answer = await run_job(
            key, stored(key), {"name": "markdown", "asked": request.given_settings()}
        )
        return Response(answer, media_type="text/plain")

    @app.post(
        "/api/texts/{key}/outline",
        response_class=Response,
        responses={200: {"content": {"text/plain": {}}, "description": "A nested list"}},
    )
    async def outline(key: Key, request: requests.CutRequest) -> Response:
        """Cut a text and return its sections and segments as a nested list, without the text."""
        answer = await run_job(
            key, stored(key), {"name": "outline", "asked": request.given_settings()}
        )
        return Response(answer, media_type="text/plain")

    def stored(key: str) -> bytes:
        source = store.get(key)
        if source is None:
            raise HTTPException(404, "this text is not here (any more): send it again")
        return source

    async def run_job(key: str, source: bytes, job: Mapping[str, Any]) -> bytes:
        try:
            answer = await pool.run(key, worker.encode_request(key, source, job))
        except BusyError:
            raise HTTPException(
                503, "all workers are busy: try again", {"Retry-After": "1"}
            ) from None
        except TooLongError:
            raise HTTPException(
                504,
                f"stopped after {settings.timeout:g} seconds: take a shorter text or another "
                "method, or start the server with a larger timeout",
            ) from None
        except FailedError:
            raise HTTPException(500, _INTERNAL_ERROR) from None
        return _body_or_error(answer)


def _body_or_error(answer: bytes) -> bytes:
    """Return the body of a worker's answer; raise what it is answered with otherwise."""
    status, body = worker.decode_answer(answer)
    if status == worker.REFUSED:
        raise RequestValidationError(
            [{"loc": ["body"], "msg": body.decode(), "type": "value_error"}]
        )
    if status != worker.DONE:
        raise HTTPException(500, _INTERNAL_ERROR)
    return body


async def _answer_validation_error(_: Request, error: Exception) -> Response:
    """Answer 422 with the names of what is wrong, without repeating the values."""
    faults = error.errors() if isinstance(error, RequestValidationError) else []
    detail = [{"loc": list(fault["loc"]), "msg": fault["msg"]} for fault in faults]
    return JSONResponse({"detail": detail}, 422)
