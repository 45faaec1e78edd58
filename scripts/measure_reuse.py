#!/usr/bin/env python3
"""What changes of a spec cost the owner of a printed deck: the table of docs/reprinting.md.

    cargo build --release
    python3 scripts/measure_reuse.py
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

PROGRAM = Path("target/release/actiondeck").absolute()
DECKS = Path("templates/decks")
OLD = (DECKS / "future-imperfect.json").absolute()
SPEC = (DECKS / "future-imperfect.toml").read_text()
PINS = (DECKS / "future-imperfect-pins.csv").read_text()
ELEMENT = '\n[[element]]\nid = "omen"\n'
COLUMNS = 'columns = ["d4", "d6", "d8", "d10", "d12"'


def pins(*lines):
    return SPEC, PINS + "".join(f"{line},\n" for line in lines)


def text(old, new):
    assert old in SPEC, old
    return SPEC.replace(old, new, 1), PINS


CHANGES = {
    "none": (SPEC, PINS),
    "another name": text('name = "Future Imperfect"', 'name = "Another"'),
    "another seed": text("seed = 54", "seed = 7"),
    "pin of a cause cell": pins("20,cause,2,d6,6"),
    "pin of an effect cell": pins("21,effect,1,d6,5"),
    "pin on the card of a group": pins("20,cause,1,d8,8"),
    "pins in three rows of a cause column": pins(
        "5,cause,1,d12,3", "5,cause,2,d12,7", "5,cause,3,d12,12"
    ),
    "pins in two rows of an effect column": pins("30,effect,1,d10,4", "30,effect,2,d10,19"),
    "pins on three cards": pins("7,cause,1,d4,3", "8,effect,2,d8,9", "9,scatter,,,6"),
    "pin of scatter": pins("20,scatter,,,12"),
    "pin of a hit step": pins("20,hit_step,,,20"),
    "pin of a failure number": pins("20,failure,,,1"),
    "burst": text("3 = { 1 = 30, 2 = 16, 3 = 8 }", "3 = { 1 = 28, 2 = 18, 3 = 8 }"),
    "failure": text("\n13 = 1\n", "\n13 = 2\n"),
    "penetration": text("-2 = 6\n-1 = 12", "-2 = 5\n-1 = 13"),
    "one more CF in row 3 of d8": text("d8 = [2, 2, 1, 1, 1]", "d8 = [2, 2, 2, 1, 1]"),
    "one CF less in row 1 of d4": text("d4 = [3, 2, 2, 1, 1]", "d4 = [2, 2, 2, 1, 1]"),
    "exceptional values of d6": text("d6 = [7, 8]", "d6 = [7]"),
    "ladder": text('"belly", steps = 5', '"belly", steps = 4'),
    "new element": (SPEC + ELEMENT + 'dice = "1d20"\n', PINS),
    "new column": text(COLUMNS, COLUMNS + ', "d20"'),
}

print("| change | cards | cells | |\n|---|---|---|---|")
for name, (spec, pinned) in CHANGES.items():
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        (folder / "deck.toml").write_text(spec)
        (folder / "future-imperfect-pins.csv").write_text(pinned)
        made = subprocess.run(
            [PROGRAM, "generate", "deck.toml", "--from", OLD, "-o", "new.json"],
            cwd=folder,
            capture_output=True,
            text=True,
        )
        # 1: the deck is there and falls short of its limits.
        if made.returncode not in (0, 1):
            sys.exit(made.stderr)
        judged = subprocess.run(
            [PROGRAM, "validate", "new.json", "--spec", "deck.toml"],
            cwd=folder,
            capture_output=True,
        )
    cards, cells = re.search(r"(\d+) cards? and (\d+) cells?", made.stderr).groups()
    verdict = "keeps all limits" if judged.returncode == 0 else "FALLS SHORT"
    print(f"| {name} | {cards} | {cells} | {verdict} |", flush=True)
