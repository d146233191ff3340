"""Chapters of a recording: segments with times and titles, in the forms that platforms read."""

from tmima.chapters.chapter import Chapter, chapters_of
from tmima.chapters.cutting import cut
from tmima.chapters.writing import ChapterFormat, Rules, chapter_formats, render, usual_form

__all__ = [
    "Chapter",
    "ChapterFormat",
    "Rules",
    "chapter_formats",
    "chapters_of",
    "cut",
    "render",
    "usual_form",
]
