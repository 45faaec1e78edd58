"""Own files through preflight: whatever the program prints, and other programs save again, must pass.

    python3 scripts/false_alarms.py target/release/actiondeck

A turn prints a preset in a theme and a size: on sheets that hold the card with all kinds of files, and
for print houses, with options that change from one turn to the next. Each file is then held against its
deck by `preflight`, drawn and read back. PDF files are saved again by qpdf, mutool and Ghostscript, SVG files
by Inkscape, where these programs are found, and must still show what they showed. A theme or size that
`render` refuses is counted and left out. Prints every false alarm with the command that raised it, and at the
end what was seen; ends with exit code 1 if there was a false alarm.

Without more, as few turns are run as show each preset, theme and size once, each on some of the sheets and for
some of the houses, so that all of these are seen as well. `--all` prints every preset in every theme and size
on every sheet and for every house, `--chance 7` every preset in every theme and size on some of them, in an
order by chance that follows from the number. `--cover` prints every theme in every size, the presets in turn, each
on a few sheets and for a few houses, so that every two things meet that meet in the program: a theme or size
with a sheet, a house, a program that saves files again, and a sheet or house with such a program. `--log FILE`
keeps a line for each turn; turns that are in it are not run again. `--part 3/20` takes the third of twenty
parts, `--presets`, `--themes` and `--sizes` take some of each; a deck (.json) may stand for a preset.
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
    """Runs a command; its exit code and all it said."""
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def saved_again(file, folder):
    """A file as other programs save it, with their names. Objects in streams are a fault of PDF/X-1a."""
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
    """Which two things have been seen together in what was printed: a theme and a sheet, a house and a program."""

    def __init__(self):
        self.pairs = set()

    def add(self, things, others):
        self.pairs.update((tuple(one), tuple(other)) for one in things for other in others)

    def lacking(self, things, kind, names):
        """Those names that have not met all of these things, first those that lack most."""
        lacks = {name: sum((thing, (kind, name)) not in self.pairs for thing in things) for name in names}
        return sorted((name for name in names if lacks[name]), key=lambda name: -lacks[name])

    def told(self, kind, names, other, others):
        """How many pairs of two kinds have met, and which have not."""
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
    """Whether a file lacks only what Ghostscript leaves out of a press file when it writes it anew."""
    left_out = ["version", "claim", "trapped", "output-intent", "output-condition", "upload-condition"]
    broken = {rule["rule"] for rule in file["rules"] if rule["verdict"] == "fail"}
    same = not file["read_back"]["differences"] and not file["seen"]["differences"]
    return same and broken <= {f"pdf.{rule}" for rule in left_out}


class Round:
    """What was tried so far."""

    def __init__(self, program):
        self.program = program
        self.files = self.again = self.refused = self.alarms = 0
        self.seen = {"sheets": set(), "vendors": set(), "programs": set()}
        self.met = Met()

    def alarm(self, command, told):
        self.alarms += 1
        print("false alarm:", " ".join(pathlib.Path(str(part)).name for part in command))
        print("   ", "\n    ".join(told.strip().splitlines()[:5]), flush=True)

    def printed(self, arguments, checking, folder, again, things, made_for):
        """Prints so and checks what was printed; whether anything was. `things` are the theme and the size,
        `made_for` tells of a file the sheet or the house."""
        command = [self.program, "render", *arguments, "-o", folder, "-q"]
        code, told = run(*command)
        printed = sorted(p for p in folder.rglob("*") if p.suffix in (".pdf", ".png", ".svg"))
        if not printed:
            # Texts that do not fit, sheets that hold no such card: refused in words.
            self.refused += 1
            if code != 2:
                self.alarm(command, f"exit code {code}\n{told}")
            return False
        if any(line.startswith("FAILS") for line in told.splitlines()):
            # Too small for this size, and told so with the floors it falls below.
            self.refused += 1
            return False
        if "checks passed" in told or "differs" in told:
            self.alarm(command, told)
        self.files += len(printed)
        self.met.add(things, [thing for file in printed for thing in made_for(file)])
        check = [self.program, "preflight", folder, *checking]
        code, told = run(*check)
        if code != 0:
            self.alarm(command + ["&&", *check], told)
        for file in again(printed):
            for name, saved in saved_again(file, folder):
                self.again += 1
                self.seen["programs"].add(name)
                self.met.add([*things, *made_for(file)], [("program", name)])
                code, told = run(self.program, "preflight", saved, *checking)
                if code != 0 and name == "gs":
                    check_json = [self.program, "preflight", saved, *checking, "--json"]
                    # Notes go elsewhere than the answer.
                    found = json.loads(subprocess.run(check_json, capture_output=True, text=True).stdout)
                    files = found.get("files")
                    code = not (files and all(is_whole_but_for_press(file) for file in files))
                if code != 0:
                    self.alarm(command + ["&&", name, file.name, "&&", *check], told)
                saved.unlink()
        return True


def share(names, number, of):
    """Those of some names that are the turn's of this number: all of them come round in so many turns."""
    return [name for place, name in enumerate(names) if place % of == number % of]


def look_of(theme, size):
    """How a theme and a size are asked for."""
    return ["--theme", theme] + (["--size", size] if size else [])


def sheet_of(file):
    """The sheet that a file was made for: those that begin alike differ in length."""
    names = [sheet for sheet in SHEETS if file.stem == sheet or file.stem.startswith(f"{sheet}-")]
    return [("sheet", max(names, key=len))] if names else []


def turn_of(tried, number, deck, theme, size, out, sheets, vendors):
    """Prints a deck in a theme and a size on these sheets and for these houses; whether any file came of it."""
    of = look_of(theme, size)
    things = [("theme", theme), ("size", size)]
    usual = [deck, *of, "--only", CARDS, *OPTIONS[number % len(OPTIONS)]]
    checking = ["--deck", deck, *of, "--only", CARDS]
    sheets = [sheet for sheet in sheets if fits(tried.program, deck, of, sheet, out)]
    done = False
    if sheets:
        formats = FORMATS[number % len(FORMATS)]

        def pick(files):
            """One of each kind, another in every turn. One with extra cards alone is no deck by itself."""
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


# What meets in the program. A sheet and a house do not: each is printed by itself.
MEETING = [
    *itertools.product(["theme", "size"], ["sheet", "house", "program"]),
    *itertools.product(["sheet", "house"], ["program"]),
]


def lacking(tried, deck, theme, size, out):
    """A few sheets that hold such a card, and houses, that have not met the theme or the size."""
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
    # Turns that share nothing come first, so that few of them show each preset, theme and size.
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
        # What a turn does not print, because no sheet of it fits or a house refuses it, a later one may.
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
            code, told = run(tried.program, "generate", preset, "--effort", "quick", "-o", deck, "-q")
            if not deck.exists():
                sys.exit(f"{preset}: {told}")
        if typed.cover:
            sheets, vendors = lacking(tried, deck, theme, size, folder / "out")
            if not sheets and not vendors:
                continue
        else:
            sheets = SHEETS if typed.all else share(SHEETS, number, 5)
            vendors = VENDORS if typed.all else share(VENDORS, number, 4)
        # What no turn has printed by then is refused wherever it is asked for.
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
        told = {"turn": list(turn), "all": typed.all, "files": files, "again": again}
        told |= {"refused": refused, "alarms": alarms, "met": sorted(tried.met.pairs)}
        told["seen"] = {kind: sorted(names) for kind, names in tried.seen.items()}
        if typed.log:
            with typed.log.open("a") as log:
                log.write(json.dumps(told) + "\n")
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
            print(tried.met.told(one, of[one], other, of[other]))
    print("saved again by:", *sorted(tried.seen["programs"]))
    sys.exit(1 if tried.alarms + logged_alarms else 0)


if __name__ == "__main__":
    main()
