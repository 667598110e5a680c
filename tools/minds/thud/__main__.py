"""Measures the mind of Thud: `python -m tools.minds.thud speed`, or `... hunt house 10`."""

from __future__ import annotations

import argparse

from tools.minds.thud import hunt, speed


def main() -> None:
    """Prints what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(required=True)
    fast = commands.add_parser("speed", help="nodes a second on eight positions")
    fast.set_defaults(run=lambda _: speed.lines())
    long = commands.add_parser("hunt", help="how long battles last, and how long nothing happens in them")
    long.add_argument("trolls", help="who commands the trolls: a level or a rival")
    long.add_argument("battles", type=int, nargs="?", default=10)
    long.add_argument("--dwarfs", default="grete", help="who commands the dwarfs (default: grete)")
    long.add_argument(
        "--first", type=int, default=0, help="the number of the first battle, which is its seed"
    )
    long.set_defaults(run=lambda given: hunt.lines(given.dwarfs, given.trolls, given.first, given.battles))
    given = parser.parse_args()
    for line in given.run(given):
        print(line, flush=True)


if __name__ == "__main__":
    main()
