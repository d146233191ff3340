"""Small texts and what is found in them, to hold a port or another version to.

    python -m tmima.conformance [SET]       checks the tmima that is installed
    python -m tmima.conformance --renew     writes what it finds now into the set

The set is conformance.json beside this file; docs/conformance.md says what its fields mean. Only
what every version has is used of the package, so that a set can be tried with an older one too.
"""

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click

import tmima
from tmima.files import encode_json

_SET = Path(__file__).with_name("conformance.json")


def found(text: str, settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is found in a text: cuts, offsets, and how probable a cut is at each place."""
    try:
        result = tmima.segment(text, questions={"posteriors": True}, **settings)
    # An older version may not know a setting.
    except Exception as error:
        return {"error": type(error).__name__}
    posteriors = result.answers.posteriors if result.answers else None
    cuts = None if posteriors is None else [round(float(each), 9) for each in posteriors.cuts]
    return {
        "language": result.document.language,
        "sentences": [[each.start, each.end] for each in result.document.sentences],
        "ends": [segment.end for segment in result],
        "boundaries": list(result.boundaries),
        "probabilities": cuts,
    }


def differences(
    expected: Mapping[str, Any], seen: Mapping[str, Any], tolerance: float
) -> Iterator[str]:
    """Yield the fields that are not as expected, probabilities beyond a tolerance."""
    # Of a text that is refused nothing else is known.
    fields = ["error"] if "error" in {**expected, **seen} else expected
    for field in fields:
        one, other = expected.get(field), seen.get(field)
        if field == "probabilities" and one and other and len(one) == len(other):
            place, far = max(
                enumerate(abs(a - b) for a, b in zip(one, other, strict=True)), key=lambda at: at[1]
            )
            if far > tolerance:
                yield f"probability {other[place]} at place {place + 1}, expected {one[place]}"
        elif one != other:
            yield f"{field} {other}, expected {one}"


@click.command()
@click.argument(
    "path",
    metavar="[SET]",
    default=_SET,
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
)
@click.option("--renew", is_flag=True, help="Write what is found now into the set.")
def main(path: Path, renew: bool) -> None:
    """Check the tmima that is installed against SET, by default its own."""
    records = json.loads(path.read_text(encoding="utf-8"))
    texts = records["texts"]
    now = [found(each["text"], each["settings"]) for each in texts]
    if renew:
        kept = [{**each, "found": seen} for each, seen in zip(texts, now, strict=True)]
        lines = ",\n".join(encode_json(each, ensure_ascii=False) for each in kept)
        head = encode_json({**records, "tmima": tmima.__version__, "texts": []})
        path.write_text(f"{head.removesuffix(']}')}\n{lines}\n]}}\n", encoding="utf-8")
        return
    other = 0
    for each, seen in zip(texts, now, strict=True):
        told = list(differences(each["found"], seen, records["tolerance"]))
        other += bool(told)
        for line in told:
            click.echo(f"{each['name']}: {line}")
    click.echo(
        f"tmima {tmima.__version__}, set of {records['tmima']}: "
        f"{len(texts)} texts, {other or 'none'} differ"
    )
    sys.exit(bool(other))


if __name__ == "__main__":
    main()
