"""Corpora: many texts in, files of segments out, in processes, on from where a run stopped.

What a run may be asked for stands here, where no pyarrow is needed to know it.
"""

PARQUET, JSON_LINES, DOLMA = "parquet", "jsonl", "dolma"
OUTPUT_FORMATS = (PARQUET, JSON_LINES, DOLMA)
# A text that cannot be cut is a row that says why, or the end of the run.
ERRORS = ("column", "raise")
# Texts of `MAX_BYTES` take some ten seconds, those of the kinds that are slowest some minutes.
MAX_SECONDS = 300
