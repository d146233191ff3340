"""Documents: a file for each kind; what they have in common is in `layout`."""

from tmima.formats.documents.html import HTML, HTML_MAIN
from tmima.formats.documents.layout import lay_out_document
from tmima.formats.documents.markdown import MARKDOWN

DOCUMENTS = (MARKDOWN, HTML, HTML_MAIN)

__all__ = ["DOCUMENTS", "lay_out_document"]
