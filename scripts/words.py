#!/usr/bin/env python3
"""Checks that no file contains one of the words below, which make names and comments hard to search for.

    scripts/words.py    # fails and names the lines

Identifiers count too: `WasTold` and `was_told` contain `told`.
"""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SUFFIXES = {".css", ".html", ".js", ".md", ".py", ".rs", ".toml"}
# This file, output that is compared byte by byte, and words that are printed on cards.
SKIPPED = ("scripts/words.py", "tests/integration/snapshots/", "templates/words/")

# Each word, the pattern that finds it, and what to write instead.
WORDS = [
    ("told", r"\btold\b", "reports, describes, returns"),
    ("somebody", r"\b(?:some|any)body\b", "the name of the thing, not of a person"),
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


def main():
    found = 0
    for name in source_files():
        for number, line in enumerate((ROOT / name).read_text("utf-8").split("\n"), 1):
            words = re.sub(r"(?<=[a-z])(?=[A-Z])|_", " ", line).lower()
            for word, pattern, instead in WORDS:
                if re.search(pattern, words):
                    print(f'{name}:{number}: "{word}"; write: {instead}')
                    found += 1
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
