"""See it: the explorer page and the one-file report, two uses of one viewer in `static/`.

The page needs the extra `explore`; the report needs nothing.
"""
