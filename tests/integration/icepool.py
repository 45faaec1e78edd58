"""Odds by icepool, one a line: kind, what, value, and hits of a total at that value or above."""
import icepool
from icepool import d
def tails(kind, name, die, upto):
    total = die.denominator()
    for x in range(die.min_outcome(), upto + 1):
        hits = sum(q for outcome, q in die.items() if outcome >= x)
        print(kind, name, x, hits, total)
for n in (4, 6, 10):
    one = d(n).explode(depth=4)
    for level in (1, 2, 5):
        tails("pool", f"{level}d{n}", one.highest(level, 1) if level > 1 else one, 3 * n)
    for row in (2, 4):
        tails("sum", f"({row}){n}", row @ one, 3 * n)
tails("expression", "4d6k3", d(6).highest(4, 3), 18)
tails("expression", "2d6+1", 2 @ d(6) + 1, 13)
tails("expression", "3d8k2", d(8).highest(3, 2), 16)
tails("expression", "4dF", 4 @ (d(3) - 2), 4)
for hits in (1, 9, 27):
    for draws in (5, 10, 18):
        dealt = icepool.Deck({0: 54 - hits, 1: hits}).deal(draws).sum()
        total = dealt.denominator()
        print("none", hits, draws, dict(dealt.items()).get(0, 0), total)
