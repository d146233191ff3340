"""Files that survive a kill: written whole and renamed, or appended to record by record.

Every output of the package is written by one of two functions. `whole.write_whole` writes a file
beside its place and renames it, so that it is there whole or not at all. `journal.Journal` appends
records, each with its checksum, and ignores the end that a killed process left torn. A folder of
results (`results`), an output file that a later run continues (`resumable`), the run over a corpus
(`tmima.corpora.run_journal`) and the state of a stream (`tmima.streaming.resumable_stream`) are
built of these two.
"""
