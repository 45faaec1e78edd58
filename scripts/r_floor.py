#!/usr/bin/env python3
"""How near to 0 the correlations of a deck could come if nothing but whole numbers stood in the way.

Readings keep their values and only change cards. For a pair of readings x and y, written as whole
steps i and j above their smallest value, the sum of i*j is whole, so that 54*sum(i*j) - sum(i)*sum(j)
is no nearer to 0 than sum(i)*sum(j) is to a multiple of 54. That bounds |r| of every pair by itself;
whether all pairs can stand there together is another question.

    python3 scripts/r_floor.py templates/decks/future-imperfect.json
"""

import itertools
import json
import math
import sys

CARDS = 54
SINE = [0, 5000, 8660, 10000, 8660, 5000, 0, -5000, -8660, -10000, -8660, -5000]


def readings(cards):
    """(element, values) of what is read from one card; readings of one element are no pair."""

    def outcome(cells):
        return 0 if cells[-1] == "CF" else max(cell for cell in cells if cell != "CF")

    for die, cells in cards[0]["cause"].items():
        for level in range(1, len(cells) + 1):
            yield "cause", [outcome(card["cause"][die][:level]) for card in cards]
    for die, cells in cards[0]["effect"].items():
        for row in range(len(cells)):
            yield "effect", [card["effect"][die][row] for card in cards]
    if cards[0]["burst"]:
        longest = max(cards[0]["burst"], key=int)
        yield "burst", [card["burst"][longest] for card in cards]
    for key in ["hit_step", "penetration", "unintended"]:
        yield key, [card[key] for card in cards]
    yield "scatter", [SINE[card["scatter"] % 12] for card in cards]
    yield "scatter", [SINE[(card["scatter"] + 3) % 12] for card in cards]
    yield "failure", [14 - card["failure"] if card["failure"] else 0 for card in cards]
    yield "number", [card["number"] for card in cards]
    yield "number", [int(card["toggle"] == "yes") for card in cards]


def steps(values):
    """The values as whole steps above the smallest, without a common factor."""
    lowest = min(values)
    factor = math.gcd(*(value - lowest for value in values))
    return [(value - lowest) // factor for value in values]


def spread(values):
    return CARDS * sum(value * value for value in values) - sum(values) ** 2


def main():
    cards = json.load(open(sys.argv[1]))["cards"]
    columns = [(element, steps(values)) for element, values in readings(cards)]
    pairs = achieved = floor = 0
    for (one, x), (other, y) in itertools.combinations(columns, 2):
        if one == other:
            continue
        scale = spread(x) * spread(y)
        covariance = CARDS * sum(map(int.__mul__, x, y)) - sum(x) * sum(y)
        rest = sum(x) * sum(y) % CARDS
        pairs += 1
        achieved += covariance**2 / scale
        floor += min(rest, CARDS - rest) ** 2 / scale
    print(f"{pairs} pairs: rms r {math.sqrt(achieved / pairs):.4f}, "
          f"whole numbers allow {math.sqrt(floor / pairs):.4f}")


if __name__ == "__main__":
    main()
