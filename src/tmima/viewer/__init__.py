"""The viewer: what is shown of a text and its segments, and the report in one file."""
