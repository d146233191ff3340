"""Build the Greek lexicon: `python -m tools.greek.lexicon.main -o lexicon.bin`.

With --paradigms FILE the generated paradigms are kept there and used again (they take most of the time).
"""

import argparse
import logging
import os
import pickle
import sys
from pathlib import Path

from . import sources
from .collect import Collector
from .inflect import Inflector
from .merge import chosen, lines
from .pack import pack

log = logging.getLogger("build")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-o", "--output", type=Path, required=True)
    parser.add_argument("--paradigms", type=Path, help="keep generated paradigms in this file")
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(relativeCreated)d ms  %(message)s")
    inflector = Inflector()
    if options.paradigms and options.paradigms.exists():
        inflector.made = pickle.loads(options.paradigms.read_bytes())
    collector = Collector(inflector)
    found = collector.readings()
    if options.paradigms:
        options.paradigms.write_bytes(pickle.dumps(inflector.made))
    table = sources.log_probabilities()
    kept = chosen(found, table, collector.preferred)
    log.info("%d readings, %d kept", len(found), len(kept))
    packed = pack(lines(kept, table))
    new = options.output.with_suffix(".new")
    new.write_bytes(packed)
    os.replace(new, options.output)
    log.info("%d bytes", len(packed))


if __name__ == "__main__":
    if os.environ.get("PYTHONHASHSEED") != "0":
        # modern-greek-inflexion picks from sets: a few verbs would come out differently each time
        command = [sys.executable, "-m", "tools.greek.lexicon.main", *sys.argv[1:]]
        os.execve(sys.executable, command, {**os.environ, "PYTHONHASHSEED": "0"})
    main()
