"""Own files through preflight: whatever the program prints, and other programs save again, must pass.

    python3 scripts/false_alarms.py target/release/actiondeck

Every preset is printed in every theme and size: on all sheets that hold the card with all kinds of files,
and for every print house, with options that change from one to the next. Each file is then held against its
deck by `preflight`, drawn and read back. PDF files are saved again by qpdf, mutool and Ghostscript, SVG files
by Inkscape, where these programs are found, and must still show what they showed. A theme or size that
`render` refuses is counted and left out. Prints every false alarm with the command that raised it; ends
with exit code 1 if there was one.

`--part 3/20` takes the third of twenty parts, `--presets`, `--themes` and `--sizes` take some of each.
"""

import argparse
import itertools
import json
import pathlib
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


def saved_again(file, folder, is_press):
    """A file as other programs save it, with their names. Objects in streams are a fault of PDF/X-1a."""
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


KNOWN = {}


def sheets_for(program, deck, of, out):
    """The sheets that hold a card of this theme and size."""
    if tuple(of[-2:]) not in KNOWN:
        fits = []
        for sheet in SHEETS:
            usual = ["--only", CARDS, "--backs", "no", "--format", "pdf", "-q"]
            run(program, "render", deck, *of, *usual, "--sheet", sheet, "-o", out)
            if any(out.rglob("*.pdf")):
                fits.append(sheet)
            shutil.rmtree(out, ignore_errors=True)
        KNOWN[tuple(of[-2:])] = fits
    return KNOWN[tuple(of[-2:])]


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

    def alarm(self, command, told):
        self.alarms += 1
        print("false alarm:", " ".join(pathlib.Path(str(part)).name for part in command))
        print("   ", "\n    ".join(told.strip().splitlines()[:5]), flush=True)

    def printed(self, arguments, checking, folder, again):
        """Prints so and checks what was printed."""
        command = [self.program, "render", *arguments, "-o", folder, "-q"]
        code, told = run(*command)
        printed = sorted(p for p in folder.rglob("*") if p.suffix in (".pdf", ".png", ".svg"))
        if not printed:
            # Texts that do not fit, sheets that hold no such card: refused in words.
            self.refused += 1
            if code != 2:
                self.alarm(command, f"exit code {code}\n{told}")
            return
        if "checks passed" in told or "differs" in told:
            self.alarm(command, told)
        self.files += len(printed)
        check = [self.program, "preflight", folder, *checking]
        code, told = run(*check)
        if code != 0:
            self.alarm(command + ["&&", *check], told)
        for file in again(printed):
            is_press = "--vendor" in checking
            for name, saved in saved_again(file, folder, is_press):
                self.again += 1
                code, told = run(self.program, "preflight", saved, *checking)
                if code != 0 and name == "gs":
                    check_json = [self.program, "preflight", saved, *checking, "--json"]
                    # Notes go elsewhere than the answer.
                    found = json.loads(subprocess.run(check_json, capture_output=True, text=True).stdout)
                    code = not all(is_whole_but_for_press(file) for file in found["files"])
                if code != 0:
                    self.alarm(command + ["&&", name, file.name, "&&", *check], told)
                saved.unlink()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--part", default="1/1", help="such as 3/20")
    parser.add_argument("--presets", nargs="*", default=PRESETS)
    parser.add_argument("--themes", nargs="*", default=THEMES)
    parser.add_argument("--sizes", nargs="*", default=SIZES)
    typed = parser.parse_args()
    part, parts = map(int, typed.part.split("/"))
    tried = Round(typed.program.resolve())
    folder = pathlib.Path(tempfile.mkdtemp())
    all_of_them = list(itertools.product(typed.presets, typed.themes, typed.sizes))
    for turn, (preset, theme, size) in enumerate(all_of_them):
        if turn % parts != part - 1:
            continue
        deck = folder / f"{preset}.json"
        if not deck.exists():
            code, told = run(tried.program, "generate", preset, "--effort", "quick", "-o", deck, "-q")
            if not deck.exists():
                sys.exit(f"{preset}: {told}")
        of = ["--theme", theme] + (["--size", size] if size else [])
        usual = [deck, *of, "--only", CARDS, *OPTIONS[turn % len(OPTIONS)]]
        checking = ["--deck", deck, *of, "--only", CARDS]
        out = folder / "out"
        fits = sheets_for(tried.program, deck, of, out)
        if fits:
            formats = FORMATS[turn % len(FORMATS)]
            # One with cards on it of each kind is saved again, another in every turn.
            kinds = lambda files: (
                [f for f in files if f.suffix == end and "back" not in f.name] for end in (".pdf", ".svg")
            )
            pick = lambda files: [kind[turn % len(kind)] for kind in kinds(files) if kind]
            tried.printed([*usual, "--sheet", ",".join(fits), *formats], checking, out, pick)
            shutil.rmtree(out, ignore_errors=True)
        else:
            tried.refused += 1
        for vendor in VENDORS:
            house = ["--vendor", vendor]
            pick = lambda files: [f for f in files if f.suffix == ".pdf"][:1]
            checked = checking + house
            tried.printed([*usual, *house], checked, out, pick)
            shutil.rmtree(out, ignore_errors=True)
        print(
            f"{turn + 1} of {len(all_of_them)}, {preset} {theme} {size}: {tried.files} files, "
            f"{tried.again} saved again, {tried.refused} refused, {tried.alarms} false alarms",
            flush=True,
        )
    shutil.rmtree(folder)
    sys.exit(1 if tried.alarms else 0)


if __name__ == "__main__":
    main()
