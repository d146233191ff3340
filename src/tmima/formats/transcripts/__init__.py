"""Transcripts: speech with times, as captions, programs and people write it."""

from tmima.formats.transcripts.layout import lay_out
from tmima.formats.transcripts.podcast import PODCAST
from tmima.formats.transcripts.srt import SRT
from tmima.formats.transcripts.turns import TURNS
from tmima.formats.transcripts.vtt import VTT
from tmima.formats.transcripts.whisper import WHISPER, WHISPER_CPP, cue_of, from_objects
from tmima.formats.transcripts.words import ends_sentence
from tmima.formats.transcripts.youtube import JSON3

# In the order in which a text is tried: whatever only a header tells comes first.
TRANSCRIPTS = (VTT, SRT, WHISPER, WHISPER_CPP, JSON3, PODCAST, TURNS)

__all__ = ["TRANSCRIPTS", "cue_of", "ends_sentence", "from_objects", "lay_out"]
