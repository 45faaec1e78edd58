"""Checks that files printed by the program, and saved again by other programs, pass preflight.

    python3 scripts/false_alarms.py target/release/actiondeck

A turn prints a preset in a theme and a size: on sheets that hold the card, in all formats, and for vendors,
with options that change between turns. `preflight` then compares each file with its deck. PDF files are saved
again by qpdf, mutool and Ghostscript, SVG files by Inkscape, if these programs are installed, and must still
pass. A theme or size that `render` refuses is counted and skipped. Prints every false alarm with its command,
and at the end a summary; the exit code is 1 if there was a false alarm.

By default the smallest number of turns is run that covers each preset, theme and size, each with some of the
sheets and vendors, so that these are covered too. `--all` prints every preset in every theme and size on every
sheet and for every vendor, `--chance 7` every preset in every theme and size on some of them, in a random order
with this seed. `--cover` prints every theme in every size, with the presets in rotation, each on a few sheets
and for a few vendors, so that all pairs are covered: a theme or size with a sheet, a vendor and a saving program,
and a sheet or vendor with such a program. `--log FILE` writes a line for each turn; turns in it are not run
again. `--part 3/20` runs the third of twenty parts, `--presets`, `--themes` and `--sizes` select some of each;
a deck (.json) may replace a preset.
"""

import argparse
import itertools
import json
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

TEMPLATES = pathlib.Path(__file__).parent.parent / "templates"
PRESETS = sorted(p.stem for p in (TEMPLATES / "decks").glob("*.toml") if not p.stem.endswith("-rules"))
THEMES = sorted(p.name for p in (TEMPLATES / "themes").iterdir())
SHEETS = sorted(p.stem for p in (TEMPLATES / "sheets").glob("*.toml"))
VENDORS = sorted(p.stem for p in (TEMPLATES / "vendors").glob("*.toml"))
SIZES = ["", "poker", "euro-poker", "bridge", "tarot", "us-tarot", "jumbo", "a6", "66x91"]
OWN_SIZE = "size of the theme"
PROGRAMS = ["qpdf", "mutool", "gs", "inkscape"]
CARDS = "9,34"
OPTIONS = [
    [],
    ["--order", "stack", "--extras", "instruction,title"],
    ["--pages", "fronts", "--extras", "title"],
    ["--flip", "short"],
    ["--backs", "no", "--extras", "instruction"],
]
FORMATS = [
    ["--svg-text", "live"],
    ["--dpi", "150"],
    ["--format", "pdf", "--pdf-text", "outlined"],
    ["--format", "pdf", "--guides", "cross", "--guide-colours", "two"],
    ["--format", "svg"],
    ["--format", "png", "--dpi", "200"],
    [],
]


def run(*command):
    """Runs a command; returns its exit code and its output."""
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def saved_again(file, folder):
    """The file as saved by other programs, with their names. PDF/X-1a does not allow object streams."""
    is_press = b"PDF/X-1a" in file.read_bytes()
    gs = ["gs", "-q", "-dBATCH", "-dNOPAUSE", "-sDEVICE=pdfwrite"]
    gs += ["-dColorConversionStrategy=/LeaveColorUnchanged", "-dAutoRotatePages=/None"]
    out = folder / f"saved{file.suffix}"
    programs = {
        ".pdf": [
            ["qpdf", file, out],
            ["qpdf", "--qdf", "--object-streams=disable", file, out],
            ["mutool", "clean", "-gggz", file, out],
            ["qpdf", "--linearize", "--object-streams=" + ("disable" if is_press else "generate"), file, out],
            gs + [f"-o{out}", file],
        ],
        ".svg": [
            ["inkscape", "--export-plain-svg", f"--export-filename={out}", file],
            ["inkscape", f"--export-filename={out}", file],
        ],
    }
    for program in programs.get(file.suffix, []):
        if shutil.which(program[0]):
            out.unlink(missing_ok=True)
            run(*program)
            if out.exists():
                yield program[0], out


class Met:
    """The pairs covered by the printed files, such as a theme and a sheet."""

    def __init__(self):
        self.pairs = set()

    def add(self, things, others):
        self.pairs.update((tuple(one), tuple(other)) for one in things for other in others)

    def lacking(self, things, kind, names):
        """The names that are not paired with all of these things, those that lack most first."""
        lacks = {name: sum((thing, (kind, name)) not in self.pairs for thing in things) for name in names}
        return sorted((name for name in names if lacks[name]), key=lambda name: -lacks[name])

    def summary(self, kind, names, other, others):
        """The number of covered pairs of two kinds, and the missing ones."""
        pairs = itertools.product(names, others)
        left = [f"{one or OWN_SIZE}+{two}" for one, two in pairs if ((kind, one), (other, two)) not in self.pairs]
        count = len(names) * len(others)
        return " ".join([f"{kind} and {other}: {count - len(left)} of {count}", *left])


KNOWN = {}


def fits(program, deck, of, sheet, out):
    """Whether a sheet holds a card of this theme and size."""
    key = (*of, sheet)
    if key not in KNOWN:
        usual = ["--only", CARDS.split(",")[0], "--backs", "no", "--format", "pdf", "-q"]
        run(program, "render", deck, *of, *usual, "--sheet", sheet, "-o", out)
        KNOWN[key] = any(out.rglob("*.pdf"))
        shutil.rmtree(out, ignore_errors=True)
    return KNOWN[key]


def is_whole_but_for_press(file):
    """Whether a file lacks only what Ghostscript omits when it rewrites a press file."""
    left_out = ["version", "claim", "trapped", "output-intent", "output-condition", "upload-condition"]
    broken = {rule["rule"] for rule in file["rules"] if rule["verdict"] == "fail"}
    same = not file["read_back"]["differences"] and not file["seen"]["differences"]
    return same and broken <= {f"pdf.{rule}" for rule in left_out}


class Round:
    """The results so far."""

    def __init__(self, program):
        self.program = program
        self.files = self.again = self.refused = self.alarms = 0
        self.seen = {"sheets": set(), "vendors": set(), "programs": set()}
        self.met = Met()

    def alarm(self, command, output):
        self.alarms += 1
        print("false alarm:", " ".join(pathlib.Path(str(part)).name for part in command))
        print("   ", "\n    ".join(output.strip().splitlines()[:5]), flush=True)

    def printed(self, arguments, checking, folder, again, things, made_for):
        """Prints with these arguments, checks the files, and returns whether there were any. `things` are the
        theme and the size, `made_for` returns the sheet or the vendor of a file."""
        command = [self.program, "render", *arguments, "-o", folder, "-q"]
        code, output = run(*command)
        printed = sorted(p for p in folder.rglob("*") if p.suffix in (".pdf", ".png", ".svg"))
        if not printed:
            # Refused with a message: texts or cards that do not fit.
            self.refused += 1
            if code != 2:
                self.alarm(command, f"exit code {code}\n{output}")
            return False
        if any(line.startswith("FAILS") for line in output.splitlines()):
            # Too small for this size, and reported with the limits.
            self.refused += 1
            return False
        if "checks passed" in output or "differs" in output:
            self.alarm(command, output)
        self.files += len(printed)
        self.met.add(things, [thing for file in printed for thing in made_for(file)])
        check = [self.program, "preflight", folder, *checking]
        code, output = run(*check)
        if code != 0:
            self.alarm(command + ["&&", *check], output)
        for file in again(printed):
            for name, saved in saved_again(file, folder):
                self.again += 1
                self.seen["programs"].add(name)
                self.met.add([*things, *made_for(file)], [("program", name)])
                code, output = run(self.program, "preflight", saved, *checking)
                if code != 0 and name == "gs":
                    check_json = [self.program, "preflight", saved, *checking, "--json"]
                    # Notes are on stderr.
                    found = json.loads(subprocess.run(check_json, capture_output=True, text=True).stdout)
                    files = found.get("files")
                    code = not (files and all(is_whole_but_for_press(file) for file in files))
                if code != 0:
                    self.alarm(command + ["&&", name, file.name, "&&", *check], output)
                saved.unlink()
        return True


def share(names, number, of):
    """The names for the turn with this number; `of` turns cover all of them."""
    return [name for place, name in enumerate(names) if place % of == number % of]


def look_of(theme, size):
    """The options for a theme and a size."""
    return ["--theme", theme] + (["--size", size] if size else [])


def sheet_of(file):
    """The sheet of a file: the longest matching name."""
    names = [sheet for sheet in SHEETS if file.stem == sheet or file.stem.startswith(f"{sheet}-")]
    return [("sheet", max(names, key=len))] if names else []


def turn_of(tried, number, deck, theme, size, out, sheets, vendors):
    """Prints a deck in a theme and a size on these sheets and for these vendors; returns whether there were files."""
    of = look_of(theme, size)
    things = [("theme", theme), ("size", size)]
    usual = [deck, *of, "--only", CARDS, *OPTIONS[number % len(OPTIONS)]]
    checking = ["--deck", deck, *of, "--only", CARDS]
    sheets = [sheet for sheet in sheets if fits(tried.program, deck, of, sheet, out)]
    done = False
    if sheets:
        formats = FORMATS[number % len(FORMATS)]

        def pick(files):
            """One file of each kind, another in every turn. A file with only extra cards is not a deck."""
            for end in (".pdf", ".svg"):
                kind = [file for file in files if file.suffix == end and "back" not in file.name]
                turned = kind[number % len(kind) :] + kind[: number % len(kind)] if kind else []
                lacks = lambda file: len(tried.met.lacking(sheet_of(file), "program", PROGRAMS))
                turned.sort(key=lambda file: -lacks(file))
                alone = (f for f in turned if run(tried.program, "preflight", f, *checking)[0] == 0)
                yield from itertools.islice(alone, 1)

        if tried.printed([*usual, "--sheet", ",".join(sheets), *formats], checking, out, pick, things, sheet_of):
            tried.seen["sheets"].update(sheets)
            done = True
        shutil.rmtree(out, ignore_errors=True)
    else:
        tried.refused += 1
    for vendor in vendors:
        house = ["--vendor", vendor]
        pick = lambda files: [f for f in files if f.suffix == ".pdf"][:1]
        if tried.printed([*usual, *house], checking + house, out, pick, things, lambda _: [("house", vendor)]):
            tried.seen["vendors"].add(vendor)
            done = True
        shutil.rmtree(out, ignore_errors=True)
    return done


# The pairs to cover. A sheet and a vendor are printed separately.
MEETING = [
    *itertools.product(["theme", "size"], ["sheet", "house", "program"]),
    *itertools.product(["sheet", "house"], ["program"]),
]


def lacking(tried, deck, theme, size, out):
    """A few fitting sheets and vendors that are not yet paired with the theme or the size."""
    things = [("theme", theme), ("size", size)]
    sheets = tried.met.lacking(things, "sheet", SHEETS)
    sheets = (sheet for sheet in sheets if fits(tried.program, deck, look_of(theme, size), sheet, out))
    return list(itertools.islice(sheets, 4)), tried.met.lacking(things, "house", VENDORS)[:3]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--all", action="store_true", help="every preset in every theme and size")
    parser.add_argument("--chance", type=int, help="every preset in every theme and size in this order by chance")
    parser.add_argument("--cover", action="store_true", help="every two things that meet in the program")
    parser.add_argument("--log", type=pathlib.Path, help="a line for each turn; these are not run again")
    parser.add_argument("--part", default="1/1", help="such as 3/20")
    parser.add_argument("--presets", nargs="*", default=PRESETS)
    parser.add_argument("--themes", nargs="*", default=THEMES)
    parser.add_argument("--sizes", nargs="*", default=SIZES)
    typed = parser.parse_args()
    part, parts = map(int, typed.part.split("/"))
    tried = Round(typed.program.resolve())
    folder = pathlib.Path(tempfile.mkdtemp())
    kinds = [typed.presets, typed.themes, typed.sizes]
    # Turns without common values come first, so that few of them cover each preset, theme and size.
    longest = max(len(kind) for kind in kinds)
    first = [tuple(kind[turn % len(kind)] for kind in kinds) for turn in range(longest)]
    turns = first + [turn for turn in itertools.product(*kinds) if turn not in first]
    of_log = typed.log.read_text().splitlines() if typed.log and typed.log.exists() else []
    logged = [json.loads(line) for line in of_log]
    seen = set()
    for known in logged:
        seen.update(enumerate(known["turn"]) if known["files"] else [])
        for kind, names in known["seen"].items():
            tried.seen[kind].update(names)
        tried.met.pairs.update((tuple(one), tuple(other)) for one, other in known.get("met", []))
    ran = 0
    if typed.cover:
        # A later turn may print what did not fit or was refused in this one.
        rounds = itertools.product(range(2), typed.themes, typed.sizes)
        turns = [(typed.presets[number % len(typed.presets)], *of[1:]) for number, of in enumerate(rounds)]
    numbered = list(enumerate(turns))
    if typed.chance is not None:
        random.Random(typed.chance).shuffle(numbered)
    for number, turn in numbered:
        # A turn that ran on some of the sheets has not run on all of them.
        ran_before = any(known["turn"] == list(turn) and known["all"] >= typed.all for known in logged)
        if number % parts != part - 1 or ran_before:
            continue
        preset, theme, size = turn
        deck = pathlib.Path(preset) if preset.endswith(".json") else folder / f"{preset}.json"
        if not deck.exists():
            code, output = run(tried.program, "generate", preset, "--effort", "quick", "-o", deck, "-q")
            if not deck.exists():
                sys.exit(f"{preset}: {output}")
        if typed.cover:
            sheets, vendors = lacking(tried, deck, theme, size, folder / "out")
            if not sheets and not vendors:
                continue
        else:
            sheets = SHEETS if typed.all else share(SHEETS, number, 5)
            vendors = VENDORS if typed.all else share(VENDORS, number, 4)
        # What is not printed by then is always refused.
        is_new = any(value not in seen for value in enumerate(turn)) or (
            ran + len(logged) < 3 * longest
            and (set(sheets) - tried.seen["sheets"] or set(vendors) - tried.seen["vendors"])
        )
        if not (typed.all or typed.cover) and typed.chance is None and not is_new:
            continue
        counts = lambda: [tried.files, tried.again, tried.refused, tried.alarms]
        before = counts()
        if turn_of(tried, number, deck, theme, size, folder / "out", sheets, vendors):
            seen.update(enumerate(turn))
        ran += 1
        files, again, refused, alarms = (now - then for now, then in zip(counts(), before))
        record = {"turn": list(turn), "all": typed.all, "files": files, "again": again}
        record |= {"refused": refused, "alarms": alarms, "met": sorted(tried.met.pairs)}
        record["seen"] = {kind: sorted(names) for kind, names in tried.seen.items()}
        if typed.log:
            with typed.log.open("a") as log:
                log.write(json.dumps(record) + "\n")
        print(
            f"turn {ran}, {preset} {theme} {size or OWN_SIZE}: {files} files, {again} saved again, "
            f"{refused} refused, {alarms} false alarms",
            flush=True,
        )
    shutil.rmtree(folder)
    logged_alarms = sum(known["alarms"] for known in logged)
    print(f"{ran + len(logged)} of {len(turns)} turns, {tried.alarms + logged_alarms} false alarms")
    for place, (kind, names) in enumerate(zip(["presets", "themes", "sizes"], kinds)):
        missing = [name or OWN_SIZE for name in names if (place, name) not in seen]
        print(f"{kind}: {len(names) - len(missing)} of {len(names)}", *missing)
    for kind, names in zip(["sheets", "vendors"], [SHEETS, VENDORS]):
        missing = [name for name in names if name not in tried.seen[kind]]
        print(f"{kind}: {len(names) - len(missing)} of {len(names)}", *missing)
    if typed.cover:
        of = {"theme": typed.themes, "size": typed.sizes, "sheet": SHEETS, "house": VENDORS, "program": PROGRAMS}
        for one, other in MEETING:
            print(tried.met.summary(one, of[one], other, of[other]))
    print("saved again by:", *sorted(tried.seen["programs"]))
    sys.exit(1 if tried.alarms + logged_alarms else 0)


if __name__ == "__main__":
    main()
