"""The viewer: what is shown of a text and its segments, and the report in one file."""

from tmima.viewer.report import html
from tmima.viewer.view import ShownResult, ShownText, cuts_view, text_view

__all__ = ["ShownResult", "ShownText", "cuts_view", "html", "text_view"]
