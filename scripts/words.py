#!/usr/bin/env python3
"""Checks that no file uses more of the words below than scripts/words.baseline allows.

    scripts/words.py                    # fails where a count has risen, and names the lines
    scripts/words.py --update           # lowers the baseline to the present counts
    scripts/words.py --update --force   # sets the baseline to the present counts, for moved files

The words make names and comments hard to search for. The baseline counts the uses that existed before
the check, by file and word. Identifiers count too: `WasTold` and `was_told` contain `told`.
"""

import argparse
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BASELINE = ROOT / "scripts/words.baseline"
SUFFIXES = {".css", ".html", ".js", ".md", ".py", ".rs", ".toml"}
SKIPPED = ("scripts/words.py", "tests/integration/snapshots/")

# Each word, the pattern that finds it, and what to write instead.
WORDS = [
    ("told", r"\btold\b", "reports, describes, returns"),
    ("somebody", r"\b(?:some|any|no)body\b", "the name of the thing, not of a person"),
    ("whoever", r"\bwhoever\b", "the caller, the user, the file"),
    ("lies", r"\blies\b", "is, is at, is inside"),
    ("aside", r"\baside\b", "offset, misregistration, separate"),
    ("is no", r"\b(?:is|are) no (?!longer\b|more\b)", "is not a, was not found"),
    ("what for", r"\bwhat for\b", "the purpose"),
    ("so many", r"\bso many\b", "the number of, `count`"),
    ("fn of", r"\bfn of\b", "new, with_…, from_…"),
    ("struct Typed", r"\bstruct typed\b", "CheckArgs, BuildArgs, …"),
]


def source_files():
    """The names of all text files of the project that git knows or would add."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for name in sorted(set(names.split("\0"))):
        if Path(name).suffix in SUFFIXES and not name.startswith(SKIPPED) and (ROOT / name).is_file():
            yield name


def uses():
    """(file, word) for each use, with its line number: {(file, word): [line, …]}."""
    found = {}
    for name in source_files():
        for number, line in enumerate((ROOT / name).read_text("utf-8").split("\n"), 1):
            words = re.sub(r"(?<=[a-z])(?=[A-Z])|_", " ", line).lower()
            for word, pattern, _ in WORDS:
                lines = [number] * len(re.findall(pattern, words))
                if lines:
                    found.setdefault((name, word), []).extend(lines)
    return found


def read_baseline():
    counts = Counter()
    if BASELINE.exists():
        for line in BASELINE.read_text("utf-8").splitlines():
            name, word, count = line.split("\t")
            counts[name, word] = int(count)
    return counts


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--update", action="store_true", help="lower the baseline to the present counts")
    parser.add_argument("--force", action="store_true", help="with --update: raise it as well")
    arguments = parser.parse_args()
    found, allowed = uses(), read_baseline()
    if arguments.update:
        counts = {key: len(lines) for key, lines in found.items()}
        if not arguments.force:
            counts = {key: min(count, allowed[key]) for key, count in counts.items() if allowed[key]}
        rows = [f"{name}\t{word}\t{count}\n" for (name, word), count in sorted(counts.items())]
        BASELINE.write_text("".join(rows), "utf-8")
        allowed = read_baseline()
    instead = {word: text for word, _, text in WORDS}
    risen = {key: lines for key, lines in found.items() if len(lines) > allowed[key]}
    for (name, word), lines in sorted(risen.items()):
        places = ", ".join(map(str, sorted(set(lines))))
        print(f'{name}: "{word}" {len(lines)} times, {allowed[name, word]} allowed (lines {places}); '
              f"write: {instead[word]}")
    lower = sum(1 for key, count in allowed.items() if len(found.get(key, [])) < count)
    if lower and not risen:
        print(f"{lower} counts have fallen: scripts/words.py --update lowers the baseline")
    return 1 if risen else 0


if __name__ == "__main__":
    sys.exit(main())
