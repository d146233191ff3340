"""Files: found, read in any encoding, and written so that they survive a kill.

Every output of the package is written by one of two functions. `whole.write_whole` writes a file
beside its place and renames it, so that it is there whole or not at all. `journal.Journal` appends
records, each with its checksum, and ignores the end that a killed process left torn. A folder of
results (`results`), an output file that a later run continues (`resumable`), the run over a corpus
(`tmima.corpora.run_journal`) and the state of a stream (`tmima.streaming.resumable_stream`) are
built of these two.
"""

from tmima.files.json_records import CHECKSUM, encode_json, json_value, sealed, unsealed
from tmima.files.reading import (
    STANDARD_INPUT,
    Folder,
    as_path,
    decoded,
    decoded_text,
    files_below,
    files_named,
    lies_in,
    read_bytes,
    read_text,
    refuse_inputs,
    shown_name,
    standard_input,
)

__all__ = [
    "CHECKSUM",
    "STANDARD_INPUT",
    "Folder",
    "as_path",
    "decoded",
    "decoded_text",
    "encode_json",
    "files_below",
    "files_named",
    "json_value",
    "lies_in",
    "read_bytes",
    "read_text",
    "refuse_inputs",
    "sealed",
    "shown_name",
    "standard_input",
    "unsealed",
]
