#!/usr/bin/env python3
"""Holds the generator against other ways of making the same deck, in one run on one machine.

    cargo build --release
    python3 -m pip install numpy simanneal ortools
    python3 scripts/compare_search.py [seconds]

1. The deal: which tuple goes to which card. A plain shuffle, the simanneal package (Python) with the
   same objective, and `actiondeck generate`. simanneal deals the columns of the generated deck, so
   all three start from equally good columns.
2. One cause column at its limit: OR-Tools CP-SAT, and `actiondeck generate` of a spec with that
   column alone.
"""

import json
import math
import random
import subprocess
import sys
import tempfile
import time
from fractions import Fraction
from pathlib import Path

import numpy
import simanneal
from ortools.sat.python import cp_model

PROGRAM = Path("target/release/actiondeck")
SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 60.0
CARDS = 54


def generate(spec, *options):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "deck.json"
        start = time.perf_counter()
        made = subprocess.run([PROGRAM, "generate", spec, *options, "-o", path])
        # 1: the deck is there and falls short of its limits.
        if made.returncode not in (0, 1):
            sys.exit(made.returncode)
        return time.perf_counter() - start, json.loads(path.read_text())["cards"]


# The 59 readings of a deck, unit by unit: (element, rows of values card by card).
def units(cards):
    columns = list(cards[0]["cause"])
    found = []
    for die in columns:
        rows = [[card["cause"][die] for card in cards]]
        levels = []
        for level in range(1, len(rows[0][0]) + 1):
            values = []
            for cells in rows[0]:
                numbers = [cell for cell in cells[:level] if cell != "CF"]
                values.append(0 if cells[level - 1] == "CF" else max(numbers))
            levels.append(values)
        found.append(("cause", levels))
    for die in columns:
        height = len(cards[0]["effect"][die])
        found.append(
            ("effect", [[card["effect"][die][row] for card in cards] for row in range(height)])
        )
    angle = [math.radians(30 * card["scatter"]) for card in cards]
    found += [
        ("hit", [[card["hit_step"] for card in cards]]),
        ("penetration", [[card["penetration"] for card in cards]]),
        ("scatter", [[round(math.sin(a), 4) for a in angle], [round(math.cos(a), 4) for a in angle]]),
        ("failure", [[14 - card["failure"] if card["failure"] else 0 for card in cards]]),
        ("unintended", [[card["unintended"] for card in cards]]),
        ("burst", [[card["burst"]["10"] for card in cards]]),
    ]
    fixed = [list(range(CARDS)), [1 if card["toggle"] == "yes" else 0 for card in cards]]
    return found, ("number", fixed)


class Judge:
    """Joint threshold errors and correlations of a deal."""

    def __init__(self, found, fixed):
        self.blocks, self.values, self.elements = [], [], []
        for element, rows in [*found, fixed]:
            block = []
            for values in rows:
                levels = sorted(set(values))[1:]
                block.append([[1.0 if v >= level else 0.0 for v in values] for level in levels])
                self.values.append(numpy.array(values, float))
                self.elements.append(element)
            self.blocks.append([numpy.array(b) for b in block])
        readings = [b for block in self.blocks for b in block]
        owner = numpy.concatenate([[i] * len(b) for i, b in enumerate(readings)])
        names = sorted(set(self.elements))
        kind = numpy.array([names.index(e) for e in self.elements])
        self.apart = numpy.triu(kind[owner][:, None] != kind[owner][None, :])
        self.apart_r = numpy.triu(kind[:, None] != kind[None, :])

    def figures(self, orders):
        rows, values, index = [], [], 0
        for block, order in zip(self.blocks, [*orders, numpy.arange(CARDS)]):
            for reading in block:
                rows.append(reading[:, order])
                values.append(self.values[index][order])
                index += 1
        b = numpy.concatenate(rows)
        n = b.sum(axis=1)
        errors = (b @ b.T - numpy.outer(n, n) / CARDS)[self.apart]
        x = numpy.array(values)
        x = x - x.mean(axis=1, keepdims=True)
        x = x / numpy.sqrt((x * x).sum(axis=1, keepdims=True))
        r = (x @ x.T)[self.apart_r]
        return {
            "worst r": numpy.abs(r).max(),
            "rms r": math.sqrt((r * r).mean()),
            "joint worst": numpy.abs(errors).max(),
            "joint rms": math.sqrt((errors * errors).mean()),
            "cost": (errors * errors).sum() + 60_000 * (r * r).sum(),
        }


class Dealer(simanneal.Annealer):
    def __init__(self, judge, count):
        self.judge = judge
        super().__init__([numpy.random.permutation(CARDS) for _ in range(count)])

    def move(self):
        order = self.state[random.randrange(len(self.state))]
        one, other = random.sample(range(CARDS), 2)
        order[one], order[other] = order[other], order[one]

    def energy(self):
        return self.judge.figures(self.state)["cost"]

    def copy_state(self, state):
        return [order.copy() for order in state]

    def update(self, *_):
        pass


def line(name, seconds, figures):
    keys = ["worst r", "rms r", "joint worst", "joint rms"]
    print(f"| {name} | {seconds:.1f} | " + " | ".join(f"{figures[k]:.3f}" for k in keys) + " |")


def deals():
    print("| the deal of `true-dice` | seconds | worst \\|r\\| | rms r | joint worst | joint rms |")
    print("|---|---|---|---|---|---|")
    seconds, cards = generate("true-dice", "--seed", "1")
    found, fixed = units(cards)
    judge = Judge(found, fixed)
    random.seed(1)
    numpy.random.seed(1)
    shuffled = [
        judge.figures([numpy.random.permutation(CARDS) for _ in found]) for _ in range(20)
    ]
    mean = {key: sum(f[key] for f in shuffled) / len(shuffled) for key in shuffled[0]}
    line("plain shuffle, mean of 20", 0.0, mean)
    dealer = Dealer(judge, len(found))
    start = time.perf_counter()
    judge.figures(dealer.state)
    one = time.perf_counter() - start
    dealer.Tmax, dealer.Tmin, dealer.updates = 3000.0, 5.0, 0
    dealer.steps = max(100, int(SECONDS / one / 1.3))
    start = time.perf_counter()
    state, _ = dealer.anneal()
    name = f"simanneal, {dealer.steps} moves"
    line(name, time.perf_counter() - start, judge.figures(state))
    whole = judge.figures([numpy.arange(CARDS) for _ in found])
    line("`actiondeck generate`, columns and all", seconds, whole)


def ranges(sides, rows):
    """Allowed counts of each threshold, for rows alone and for levels."""
    half = Fraction(1, 2)

    def near(ideal):
        return math.ceil(ideal - half), math.floor(ideal + half)

    single = {t: near(Fraction(CARDS * (sides - t + 1), sides)) for t in range(2, sides + 1)}
    level = {
        (l, t): near(CARDS * (1 - Fraction(t - 1, sides) ** l))
        for l in range(1, rows + 1)
        for t in range(2, sides + 1)
    }
    return single, level


def column_by_cp_sat(sides, rows=5):
    single, level = ranges(sides, rows)
    model = cp_model.CpModel()
    cell = [[model.new_int_var(1, sides, "") for _ in range(CARDS)] for _ in range(rows)]
    best = [cell[0]]
    for row in range(1, rows):
        best.append([model.new_int_var(1, sides, "") for _ in range(CARDS)])
        for card in range(CARDS):
            model.add_max_equality(best[row][card], [best[row - 1][card], cell[row][card]])
    misses = []

    def count(variables, t, low, high, soft):
        reached = []
        for variable in variables:
            flag = model.new_bool_var("")
            model.add(variable >= t).only_enforce_if(flag)
            model.add(variable < t).only_enforce_if(~flag)
            reached.append(flag)
        if soft:
            miss = model.new_int_var(0, CARDS, "")
            model.add(sum(reached) >= low - miss)
            model.add(sum(reached) <= high + miss)
            misses.append(miss)
        else:
            model.add(sum(reached) >= low)
            model.add(sum(reached) <= high)

    for row in range(rows):
        for t, (low, high) in single.items():
            count(cell[row], t, low, high, False)
    for (l, t), (low, high) in level.items():
        if l > 1:
            count(best[l - 1], t, low, high, True)
    # Cards are alike: the first row may be sorted.
    for card in range(CARDS - 1):
        model.add(cell[0][card] <= cell[0][card + 1])
    model.minimize(sum(misses))
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = SECONDS
    solver.parameters.num_workers = 2
    start = time.perf_counter()
    status = solver.solve(model)
    seconds = time.perf_counter() - start
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return seconds, "no column found"
    missed = sum(solver.value(miss) > 0 for miss in misses)
    return seconds, "at the limit" if missed == 0 else f"{missed} thresholds past the limit"


def column_by_actiondeck(sides):
    spec = Path("templates/decks/true-dice.toml").read_text()
    spec = spec.replace('["d4", "d6", "d8", "d10", "d12"]', f'["d{sides}"]')
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "column.toml"
        path.write_text(spec)
        seconds, cards = generate(path, "--effort", "quick")
    _, level = ranges(sides, 5)
    found, _ = units(cards)
    values = found[0][1]
    missed = sum(
        not low <= sum(value >= t for value in values[l - 1]) <= high
        for (l, t), (low, high) in level.items()
    )
    return seconds, "at the limit" if missed == 0 else f"{missed} thresholds past the limit"


def columns():
    print("\n| one cause column | CP-SAT: seconds, result | `actiondeck`, a whole quick deck |")
    print("|---|---|---|")
    for sides in [4, 6, 12]:
        theirs = "{:.1f}, {}".format(*column_by_cp_sat(sides))
        ours = "{:.1f}, {}".format(*column_by_actiondeck(sides))
        print(f"| d{sides}, five rows | {theirs} | {ours} |")


deals()
columns()
