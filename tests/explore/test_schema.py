"""The server keeps what its OpenAPI description promises, whatever it is sent."""

import json
import urllib.request

import pytest
from hypothesis import HealthCheck, settings

pytest.importorskip("fastapi", reason="the server needs the extra: pip install 'tmima[explore]'")
pytest.importorskip("schemathesis", reason="this test needs Schemathesis")

import schemathesis
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi import checks
from tools.explorer import PATIENCE, explorer

from tmima.explore.server import create_app

# Not among them is that every request of the right shape must be accepted: a text of blanks has
# the right shape too.
CHECKS = [
    not_a_server_error,
    checks.content_type_conformance,
    checks.negative_data_rejection,
    checks.response_schema_conformance,
    checks.status_code_conformance,
]


@pytest.fixture(scope="module")
def address():
    with explorer("--max-bytes", "5000") as running:
        yield running


@pytest.fixture(scope="module")
def key(address) -> str:
    request = urllib.request.Request(
        f"{address}api/texts",
        json.dumps({"text": "The cats purr. A cat sleeps. The ships sail."}).encode(),
        {"Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)["key"]


schema = schemathesis.openapi.from_dict(create_app().openapi())


@schema.parametrize()
@settings(max_examples=40, suppress_health_check=list(HealthCheck))
def test_every_answer_is_as_described(case, address, key):
    # Most keys are those of no text; a right one lets the request go further.
    if case.meta.generation.mode.is_positive and "key" in (case.path_parameters or {}):
        case.path_parameters["key"] = key
    case.call_and_validate(base_url=address, checks=CHECKS, timeout=PATIENCE)
