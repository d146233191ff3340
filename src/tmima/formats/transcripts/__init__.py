"""Transcripts: speech with times, as captions, programs and people write it."""

from typing import TYPE_CHECKING

from tmima.loading import later

if TYPE_CHECKING:
    from tmima.formats.transcripts.layout import lay_out
    from tmima.formats.transcripts.whisper import cue_of, from_objects
    from tmima.formats.transcripts.words import ends_sentence

# In the order in which a text is tried: whatever only a header tells comes first.
TRANSCRIPTS = {
    "vtt": "tmima.formats.transcripts.vtt:VTT",
    "srt": "tmima.formats.transcripts.srt:SRT",
    "whisper": "tmima.formats.transcripts.whisper:WHISPER",
    "whisper.cpp": "tmima.formats.transcripts.whisper:WHISPER_CPP",
    "json3": "tmima.formats.transcripts.youtube:JSON3",
    "podcast": "tmima.formats.transcripts.podcast:PODCAST",
    "turns": "tmima.formats.transcripts.turns:TURNS",
}

__getattr__ = later(
    __name__,
    {
        "tmima.formats.transcripts.layout": ("lay_out",),
        "tmima.formats.transcripts.whisper": ("cue_of", "from_objects"),
        "tmima.formats.transcripts.words": ("ends_sentence",),
    },
)

__all__ = ["TRANSCRIPTS", "cue_of", "ends_sentence", "from_objects", "lay_out"]
