"""The viewer: what is shown of a text and its segments, and the report in one file."""

from tmima.viewer.report import report_html
from tmima.viewer.view import cuts_view, text_view

__all__ = ["cuts_view", "report_html", "text_view"]
