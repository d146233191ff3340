"""python -m tools.torture: random texts, options, kills, full disks and slow clients, for a bounded time.

Everything is drawn from a seed. A finding prints the line that repeats its trial, and the status is then 1. The counts
at the end are in docs/testing.md.
"""

import argparse
import sys

from tools.torture.trials import PARTS, run, trial


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=600.0, help="how long (default 600; 3600 for all counts)")
    parser.add_argument("--seed", default="1", help="everything random is from it")
    parser.add_argument("--jobs", type=int, default=2, help="how many processes (default 2)")
    parser.add_argument("--parts", default=",".join(PARTS), help="some of %(default)s")
    parser.add_argument("--trial", type=int, help="this trial of one part alone, again")
    given = parser.parse_args()
    parts = given.parts.split(",")
    if not set(parts) <= PARTS.keys():
        parser.error(f"parts are {', '.join(PARTS)}")
    if given.trial is not None:
        total, found = trial(parts[0], given.seed, given.trial)
        findings = [found] if found else []
        print(found or "nothing found")
    else:
        total, findings = run(parts, given.seed, given.seconds, given.jobs)
    for name, number in sorted(total.items()):
        print(f"{number:>8} {name}")
    print(f"{len(findings):>8} findings")
    sys.exit(1 if findings else 0)


if __name__ == "__main__":
    main()
