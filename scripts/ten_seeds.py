#!/usr/bin/env python3
"""Generates decks for ten seeds of each preset and writes the tables of docs/statistics.md.

    cargo build --release
    python3 scripts/ten_seeds.py > docs/statistics.md

Every figure comes from `actiondeck validate --json`; the time is that of `actiondeck generate`.
Times depend on the machine, everything else is the same everywhere.
"""

import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PROGRAM = Path("target/release/actiondeck")
SEEDS = range(1, 11)
# west-that-wasnt has the cards of future-imperfect.
PRESETS = [
    "future-imperfect", "true-dice", "open-d6", "fudge",
    "d20", "pbta", "percentile", "year-zero", "oracle",
]
# Figure, what the limit is, what the aim is.
FIGURES = [
    ("threshold_error", "check against best-of-level dice, cards", "0.5", ""),
    ("effect_error", "effect cell against sums of dice, cards", "0.5", ""),
    ("increment_r", "effect row with the step to the next, \\|r\\|", "0.1", "0.05"),
    ("worst_r", "worst \\|r\\| of two readings used together", "0.10", "0.05"),
    ("rms_r", "root mean square of r", "0.026", "0.0115"),
    ("joint_rms", "joint threshold error, root mean square, cards", "0.80", "0.65"),
    ("joint_worst", "joint threshold error, worst, cards", "5", "3.5"),
    ("chain", "follow-up cards, TN N+1 to 3N, one row, cards", "0.75", "0.5"),
    ("element_error", "own element against its dice, cards", "", "0.5"),
]


def deck_figures(preset, seed, folder):
    deck = folder / f"{preset}-{seed}.json"
    start = time.perf_counter()
    made = subprocess.run([PROGRAM, "generate", preset, "--seed", str(seed), "-o", deck])
    seconds = time.perf_counter() - start
    # 1: the deck is there and falls short of its limits.
    if made.returncode not in (0, 1):
        sys.exit(made.returncode)
    answer = subprocess.run(
        [PROGRAM, "validate", deck, "--spec", preset, "--json"], capture_output=True, check=False
    )
    if answer.returncode not in (0, 1):
        sys.exit(answer.stderr.decode())
    judged = json.loads(answer.stdout)
    figures = {figure["id"]: abs(figure["achieved"]["value"]) for figure in judged["figures"]}
    return seconds, judged["verdict"], figures


def main():
    print("# Statistics\n")
    print("Ten decks of each preset, seeds 1 to 10, at normal effort: the smallest, the median and")
    print("the largest value of every figure that has a limit. Made by\n")
    print("```sh\ncargo build --release\npython3 scripts/ten_seeds.py > docs/statistics.md\n```\n")
    print(Path("scripts/ten_seeds_notes.md").read_text().rstrip())
    with tempfile.TemporaryDirectory() as folder:
        for preset in PRESETS:
            rows = [deck_figures(preset, seed, Path(folder)) for seed in SEEDS]
            held = sum(verdict == "holds" for _, verdict, _ in rows)
            print(f"\n## {preset}\n")
            print(f"{held} of {len(rows)} decks keep every rule and every limit.\n")
            print("| figure | min | median | max | limit | aim |\n|---|---|---|---|---|---|")
            for name, title, limit, aim in FIGURES:
                # A deck without effects or elements has no such figure.
                if name not in rows[0][2]:
                    continue
                values = [figures[name] for _, _, figures in rows]
                shown = [min(values), statistics.median(values), max(values)]
                cells = " | ".join(f"{value:.3f}" for value in shown)
                print(f"| {title} | {cells} | {limit} | {aim} |")
            seconds = [row[0] for row in rows]
            shown = [min(seconds), statistics.median(seconds), max(seconds)]
            cells = " | ".join(f"{value:.1f}" for value in shown)
            print(f"| time to generate, seconds on two cores | {cells} | 10 | 5 |")


main()
