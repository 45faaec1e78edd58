#!/usr/bin/env python3
"""How near checks above the die can come to dice, row by row: every way to round a row is tried.

    python3 scripts/chain_bound.py

A row's follow-up cards show the same row, so the 54 values of a row settle its chances at target
numbers N + 1 to 3N. All is exact: fractions, and every ordered draw of three cards counted by value.
"""

import itertools
import math
from fractions import Fraction

CARDS = 54


def tail(sides, target):
    """The chance of one open-ended die to reach the target."""
    throws, face = divmod(target - 1, sides)
    return Fraction(sides - face, sides ** (throws + 1))


def nearest(cards):
    low = math.floor(cards)
    rest = cards - low
    return [low, low + 1] if 2 * rest == 1 else [low + (2 * rest > 1)]


def error(sides, counts):
    """The largest distance in cards, and the target number it is at. `counts`: value to cards."""
    reach = dict.fromkeys(range(sides + 1, 3 * sides + 1), Fraction(0))

    def add(total, cards):
        for target in range(sides + 1, min(total, 3 * sides) + 1):
            reach[target] += cards

    shown = [(value, cards) for value, cards in counts.items() if cards > 0]
    for first, cards in shown:
        if first < sides:
            continue
        for second, others in shown:
            pairs = Fraction(cards * (others - (second == first)), CARDS - 1)
            if second < sides:
                add(first + second, pairs)
                continue
            for third, rest in shown:
                rest -= (third == first) + (third == second)
                add(first + second + third, pairs * Fraction(rest, CARDS - 2))
    misses = {target: abs(reach[target] - CARDS * tail(sides, target)) for target in reach}
    worst = max(misses, key=misses.get)
    return misses[worst], worst


def roundings(sides, exceptional, critical, above):
    """Every way to fill a row: ties of its thresholds either way."""
    choices = [nearest(CARDS * tail(sides, target)) for target in range(2, sides)]
    for at_least in itertools.product([CARDS], *choices, [exceptional], [0]):
        counts = {value: at_least[value - 1] - at_least[value] for value in range(1, sides + 1)}
        counts[0] = critical
        counts[1] -= critical
        for value in above:
            counts[sides] -= 1
            counts[value] = counts.get(value, 0) + 1
        if min(counts.values()) >= 0:
            yield counts


def main():
    rows = [("true-dice", sides, cells, 0, [])
            for sides in (4, 6, 8, 10, 12) for cells in nearest(Fraction(CARDS, sides))]
    name = "future-imperfect"
    rows += [(name, 4, 14, critical, [5]) for critical in (1, 2, 3)]
    rows += [(name, 6, 9, critical, [7, 8]) for critical in (1, 2, 3)]
    rows += [(name, 8, 7, critical, [9]) for critical in (1, 2)]
    rows += [(name, 10, 5, critical, [11, 12, 12]) for critical in (1, 2)]
    rows += [(name, 10, 6, 1, [11]), (name, 12, 5, 1, [13])]
    print("| deck | die | exceptional | CF | above | smallest error | at TN |")
    print("|---|---|---|---|---|---|---|")
    for deck, sides, exceptional, critical, above in rows:
        best, target = min(
            error(sides, counts) for counts in roundings(sides, exceptional, critical, above)
        )
        shown = ", ".join(map(str, above)) or "-"
        cells = f"{exceptional} | {critical} | {shown} | {float(best):.4f} | {target}"
        print(f"| {deck} | d{sides} | {cells} |")


main()
