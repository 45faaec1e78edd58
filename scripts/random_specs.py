"""Runs specs with random texts through the program: what one command accepts, all must accept.

    python3 scripts/random_specs.py target/release/actiondeck --count 1000

Each spec shows every part, with its texts replaced by valid or invalid ones. A spec is refused with exit code
2 or accepted; then `generate` (for one in twenty) or cells of an earlier deck (for the others) make its deck,
and every command that reads decks must accept it. A deck that does not fit a theme is refused by `render`, as
by `build`; a printed one must be read back without a difference. The same seed gives the same texts. The exit
code is 1 if anything else happens.
"""

import argparse
import json
import pathlib
import random
import subprocess
import sys
import tempfile

SPEC = pathlib.Path(__file__).parent.parent / "tests" / "data" / "every_part.toml"
KNOWN = ["leg", "belly", "vitals", "arm", "chest", "head"]
THEMES = ["future-imperfect", "west", "ink-saver", "high-contrast", "large-print"]
TRAPS = (
    "\0\t\n\r\x1b\x7f\x85\x9b\xa0\xad\u0301\u200b\u200d\u200f\u2028\u2029\u202e\u2066\ufeff\ufffd"
    "\ufffe\U000e0041ﬁ\"'\\,;<&{}"
)


def text(rng):
    """A random text, valid or not."""
    word = lambda letters, most: "".join(rng.choice(letters) for _ in range(rng.randint(1, most)))
    small = "abcdefghijklmnopqrstuvwxyz"
    accents = "".join(chr(code) for code in range(0xC0, 0x17F))
    kind = rng.random()
    if kind < 0.45:
        return word(small + small.upper(), 5)
    if kind < 0.65:
        return word(accents, 4)
    if kind < 0.75:
        return word(small, 3) + " " + word(small, 3)
    if kind < 0.85:
        return word("=+@-'", 2) + word(small + "0123456789(!", 4)
    if kind < 0.90:
        return rng.choice(["-1", "007", "CF", "true", "{{deck}}", "<b>&amp;", "]]>", "%n", "#a"])
    if kind < 0.93:
        return "x" * rng.randint(198, 203)
    at = rng.choice(["", word(small, 3)])
    return at + rng.choice(TRAPS) + rng.choice(["", word(small, 3)])


def toml(value):
    """A text as a TOML string."""
    plain = lambda c: " " <= c <= "~" and c not in '"\\'
    return '"' + "".join(c if plain(c) else f"\\U{ord(c):08X}" for c in value) + '"'


def spec_of(rng):
    """The text of a spec, and its texts."""
    name, sides = text(rng), [rng.choice(["", "left", text(rng)]) for _ in range(2)]
    spec = SPEC.read_text()
    spec = spec.replace('"True Dice"', toml(name)).replace('"TD"', toml(text(rng)))
    spec = spec.replace('["left", "right"]', "[" + ", ".join(map(toml, sides)) + "]")
    locations = {}
    for known in KNOWN:
        # Mostly one unusual text per spec, so that enough specs are accepted.
        locations[known] = text(rng) if rng.random() < 0.3 else known
        spec = spec.replace(f'location = "{known}"', f"location = {toml(locations[known])}", 1)
    if rng.random() < 0.5:
        texts = ", ".join(toml(text(rng)) for _ in range(rng.randint(1, 3)))
        spec += f'\n[[element]]\nid = "omen"\ntexts = [{texts}]\n'
    return spec, name, sides, locations


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--generate-every", type=int, default=20)
    arguments = parser.parse_args()
    program = str(arguments.program.resolve())
    tally = {"taken": 0, "refused": 0, "generated": 0, "printed": 0, "refused by the face": 0}
    faults = []
    with tempfile.TemporaryDirectory() as folder:

        def run(*command):
            done = subprocess.run([program, *command], cwd=folder, capture_output=True, timeout=300)
            shown = (done.stdout + done.stderr).decode()
            if any(c != "\n" and (c < " " or "\x7f" <= c < "\xa0" or c == "\u202e") for c in shown):
                faults.append((command, "steers the terminal", shown[:300]))
            return done.returncode, shown

        here = pathlib.Path(folder)
        code, _ = run("generate", str(SPEC.resolve()), "--effort", "quick", "-q", "-o", "base.json")
        base = json.loads((here / "base.json").read_text())
        for turn in range(arguments.count):
            rng = random.Random(f"{arguments.seed} {turn}")
            spec, name, sides, locations = spec_of(rng)
            (here / "deck.toml").write_text(spec)
            if turn % arguments.generate_every == 0:
                code, shown = run(
                    "generate", "deck.toml", "--effort", "quick", "-q", "-o", "deck.json", "--force"
                )
                if code == 2:
                    tally["refused"] += 1
                    continue
                # 1: the deck was written but misses a limit.
                if code not in (0, 1):
                    faults.append((turn, "generate", code, shown[:300]))
                    continue
                tally["generated"] += 1
            else:
                deck = {key: base[key] for key in ("format", "cards")} | {"name": name}
                side = lambda own, word: f"{sides[own % 2 == 0]} {word}".strip(" ")

                def location(card, entry):
                    word = entry.removeprefix("left ").removeprefix("right ")
                    new = locations[word]
                    return side(card["hit_step"], new) if word != entry else new

                cards = [card | {"hit": [location(card, e) for e in card["hit"]]} for card in base["cards"]]
                (here / "deck.json").write_text(json.dumps(deck | {"cards": cards}))
            code, shown = run("validate", "deck.json", "--csv", "figures.csv", "--force")
            if code == 2 and turn % arguments.generate_every:
                tally["refused"] += 1
                continue
            if code not in (0, 1):
                faults.append((turn, "validate", code, shown[:300]))
                continue
            tally["taken"] += 1
            for command in (
                ["lookup", "card", "34", "--deck", "deck.json"],
                ["lookup", "location", "34", "--deck", "deck.json", "--json"],
                ["odds", "location", "--deck", "deck.json"],
                ["diff", "deck.json", "base.json"],
            ):
                code, shown = run(*command)
                if code != 0:
                    faults.append((turn, command, code, shown[:300]))
            theme = rng.choice(THEMES)
            code, shown = run(
                "render", "deck.json", "--theme", theme, "--only", "3", "--sheet", "single",
                "--format", "svg,pdf", "-o", "out", "--force", "-q",
            )  # fmt: skip
            if code == 2:
                tally["refused by the face"] += 1
                continue
            if code != 0:
                faults.append((turn, "render", theme, code, shown[:300]))
                continue
            tally["printed"] += 1
            code, shown = run(
                "preflight", "out/cards/svg/card-03.svg", "out/sheets/single.pdf", "--deck",
                "deck.json", "--theme", theme,
            )  # fmt: skip
            if code not in (0, 1) or "differ" in shown or "is printed" in shown:
                faults.append((turn, "preflight", theme, code, shown[:600]))
    print(f"{arguments.count} specs: " + ", ".join(f"{n} {what}" for what, n in tally.items()))
    for fault in faults[:20]:
        print(*fault)
    print(f"{len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
