"""The measuring stand: every similarity and its rivals, on real texts and on glued ones."""
