"""Runs decks with random layouts through the program: generate, validate, render, preflight.

    python3 scripts/random_decks.py target/release/actiondeck --count 100

Each spec has random columns, rows, bursts, hit locations, elements, words, language and omitted parts, often
more than fits a card. It is generated with quick effort, validated and queried, and two of its cards are
rendered in a theme and checked by preflight. A refusal has exit code 2 and at most REASONS reasons; a rendered
card must match the deck. The same seed gives the same specs. Anything else is printed with its spec, and
the exit code is 1.
"""

import argparse
import collections
import pathlib
import random
import re
import subprocess
import sys
import tempfile

THEMES = ["future-imperfect", "west", "ink-saver", "high-contrast", "large-print"]
PARTS = ["rank", "suit", "toggle", "effect", "hit", "burst", "penetration", "scatter", "failure", "unintended"]
DICE = [2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 30, 54, 100, 1000]
COMMON = [4, 6, 8, 10, 12, 20]
WORDS = ["sun", "rain", "no, but", "yes", "ambush", "a friend", "stormy weather", "nothing at all"]
LANGUAGES = ["", "", "", "de", "fr", "es"]
REASONS = 12


def grid(rng, name):
    """A grid, mostly a plausible one."""
    known, most = (COMMON, 5) if rng.random() < 0.7 else (DICE, 8)
    columns = sorted(rng.sample(known, rng.randint(1, min(most, len(known)))))
    dice = ", ".join(f'"d{die}"' for die in columns)
    return f"[{name}]\ncolumns = [{dice}]\nrows = {rng.randint(1, most)}\n"


def shares(rng, values):
    """A table of 54 cards over these values."""
    cuts = sorted(rng.sample(range(1, 54), len(values) - 1))
    sizes = [high - low for low, high in zip([0, *cuts], [*cuts, 54])]
    return "".join(f'"{value}" = {size}\n' for value, size in zip(values, sizes))


def word(rng):
    """A word: a common one, random letters, accents, rarely letters that the fonts lack."""
    letters = rng.choice(["", "", "abcdefghijklmnopqrstuvwxyz", "abcdeéèàüößñøåçîœ", "абвгде"])
    if not letters or rng.random() < 0.5:
        return rng.choice(WORDS)
    return "".join(rng.choice(letters) for _ in range(rng.randint(1, 14)))


def element(rng, place):
    """An element of dice, words or counts."""
    kind = rng.randrange(3)
    if kind == 0:
        values = f'dice = "{rng.choice(["1d20", "2d6", "4dF", "3d6", "4d6k3", "1d100", "2d6+1"])}"'
    elif kind == 1:
        texts = ", ".join(f'"{word(rng)}"' for _ in range(rng.randint(1, 6)))
        values = f"texts = [{texts}]"
    else:
        low = rng.randint(1, 53)
        values = f"counts = {{ clear = {low}, rain = {54 - low} }}"
    return f'[[element]]\nid = "own{place}"\n{values}\n'


def spec_of(rng):
    """The text of a spec."""
    without = rng.sample(PARTS, rng.choice([0, 0, 1, 2, 4, 8, 10]))
    has = lambda part: part not in without
    text = 'format = "actiondeck-spec/1"\nname = "Trial"\nabbreviation = "T"\n'
    if language := rng.choice(LANGUAGES):
        text += f'words = "{language}"\n'
    text += f"seed = {rng.randint(0, 999)}\nwithout = {without}\n".replace("'", '"') + grid(rng, "cause")
    if has("effect"):
        text += grid(rng, "effect") + f"closed = {rng.choice(['true', 'false'])}\n"
    if has("hit"):
        reads = sorted((rng.randint(-4, 4) for _ in range(rng.randint(2, 6))), reverse=True)
        text += f"[hit]\nreads = {reads}\n"
        for place in rng.sample(["wheel", "hull", "mast", "deck", "rudder", "crow's nest"], rng.randint(1, 6)):
            sided = rng.choice(["true", "false"])
            text += f'[[hit.ladder]]\nlocation = "{place}"\nsteps = {rng.randint(1, 5)}\nsided = {sided}\n'
    if has("burst"):
        sizes = sorted(rng.sample([2, 3, 5, 10, 20], rng.randint(1, 4)))
        # A longer burst never hits less.
        ones = sorted(rng.sample(range(1, 54), len(sizes)), reverse=True)
        for shots, low in zip(sizes, ones):
            text += f'[burst.{shots}]\n"1" = {low}\n"2" = {54 - low}\n'
    if has("penetration"):
        text += "[penetration]\n" + shares(rng, [-1, 0, 1])
    if has("unintended"):
        text += "[unintended]\n" + shares(rng, [1, 2, 3, 4, 5, 6])
    return text + "".join(element(rng, place) for place in range(rng.choice([0, 0, 1, 2, 3])))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    program = str(arguments.program.resolve())
    tally, refusals, faults = collections.Counter(), collections.Counter(), []
    with tempfile.TemporaryDirectory() as folder:

        def run(*command):
            done = subprocess.run([program, *command], cwd=folder, capture_output=True, timeout=900)
            return done.returncode, (done.stdout + done.stderr).decode()

        for turn in range(arguments.count):
            rng = random.Random(f"{arguments.seed} {turn}")
            spec, theme = spec_of(rng), rng.choice(THEMES)
            (pathlib.Path(folder) / "deck.toml").write_text(spec)

            def refused(step, shown):
                reasons = [line for line in shown.splitlines() if line.startswith("error")]
                tally[f"refused by {step}"] += 1
                refusals[re.sub(r"\d+(\.\d+)?", "N", reasons[0] if reasons else "no reason")[:90]] += 1
                if not 1 <= len(reasons) <= REASONS:
                    faults.append((turn, step, theme, f"{len(reasons)} reasons", shown[:600], spec))

            steps = [
                (["generate", "deck.toml", "--effort", "quick", "-q", "-o", "deck.json", "--force"], (0, 1)),
                (["validate", "deck.json", "--spec", "deck.toml"], (0, 1)),
                (["lookup", "card", "34", "--deck", "deck.json"], (0,)),
                (["odds", "check", "--deck", "deck.json", "--level", "1"], (0, 2)),
                (["render", "deck.json", "--theme", theme, "--only", "3,34", "--sheet", "single",
                  "--format", "svg,pdf", "-o", "out", "--force", "-q"], (0, 1)),
                (["preflight", "out/cards/svg", "out/sheets", "--only", "3,34", "--deck", "deck.json",
                  "--theme", theme], (0,)),
            ]  # fmt: skip
            for command, good in steps:
                code, shown = run(*command)
                if code == 2 and command[0] in ("generate", "render"):
                    refused(command[0], shown)
                    break
                if code not in good or "panicked" in shown or (command[0] == "render" and code):
                    faults.append((turn, command[0], theme, code, shown[:900], spec))
                    break
            else:
                tally["drawn"] += 1
    print(f"{arguments.count} specs: " + ", ".join(f"{n} {what}" for what, n in sorted(tally.items())))
    for reason, count in refusals.most_common():
        print(f"{count:>5} {reason}")
    for fault in faults[:20]:
        print(*fault, sep="\n", end="\n\n")
    print(f"{len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
