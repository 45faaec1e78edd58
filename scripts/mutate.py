#!/usr/bin/env python3
"""Damages valid files of every kind and has the program read them.

The damage depends only on a seed and the file's number, so a failure is reproduced with --only NUMBER. Every
command runs with limits on memory and time. Failures are: a panic (exit 101), death by a signal, too much time
or memory, an exit code other than 0 to 3, a refusal (2 or 3) without a message, and files left behind. Commands
that accept many files get many; if such a run fails, each of its files is tried alone.

    cargo build --release
    python3 scripts/mutate.py --count 100000
    python3 scripts/mutate.py --count 100000      # continues where it was stopped

docs/dev/reliability.md has the result of a run. Needs only Python.
"""

import argparse
import collections
import json
import multiprocessing
import os
import pathlib
import random
import re
import resource
import select
import shlex
import shutil
import signal
import struct
import sys
import tempfile
import time
import zlib

ROOT = pathlib.Path(__file__).resolve().parent.parent
SEEDS = ROOT / "fuzz" / "seeds"
TEMPLATES = ROOT / "templates"
CHUNK = 250
BATCH = 25
# Of processor time, so that other load on the machine does not count; a process that only waits is limited
# by the clock.
SECONDS = 10
PATIENCE = 100
MEGABYTES = 1024
# The limit of mapped memory; used memory is compared with MEGABYTES.
ADDRESS_SPACE = 4 << 30
# The message of preflight for a file that ended the checking process, which may take 2 GB, and here 3 seconds
# and one for each page.
CONTAINED = re.compile("checking it takes more than|the program that checks it crashed")
LIMITED = "preflight --time-limit 3 "
CONTAINED_MEGABYTES = 2600

HUGE = [
    b"0", b"-1", b"255", b"256", b"65535", b"65536", b"99999999", b"2147483647", b"2147483648", b"-2147483648",
    b"4294967296", b"9223372036854775807", b"-9223372036854775808", b"18446744073709551616", b"1e9",
    b"1e32", b"-1e32", b"1e308", b"1e400", b"1e-300", b"nan", b"inf", b"0.0000001", b"9" * 60,
]  # fmt: skip
NUMBER = re.compile(rb"-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?")
TOKEN = re.compile(rb"\w+|\s+|[^\w\s]")
BRACKETS = [
    (rb"\{", rb"\}"), (rb"\[", rb"\]"), (rb"<<", rb">>"), (rb"\(", rb"\)"), (rb"<\w+[^<>]*>", rb"</\w+>"),
    (rb"obj", rb"endobj"), (rb"stream", rb"endstream"),
]  # fmt: skip


def replaced(data, start, end, new):
    return data[:start] + new + data[end:]


def place(rng, data):
    return rng.randrange(len(data) + 1)


def flip(rng, data, _):
    for _ in range(rng.choice([1, 1, 2, 8, 40])):
        at = place(rng, data)
        data = replaced(data, at, at + 1, bytes([rng.randrange(256)]))
    return data


def cut(rng, data, _):
    at = place(rng, data)
    return replaced(data, at, at + rng.choice([1, 2, 10, 100, len(data)]), b"")


def doubled(rng, data, _):
    at = place(rng, data)
    piece = data[at : at + rng.choice([1, 10, 100, 1000])]
    return replaced(data, at, at, piece * rng.choice([1, 2, 10, 200]))


def huge(rng, data, _):
    """Replaces numbers by extreme ones."""
    numbers = list(NUMBER.finditer(data))
    for found in sorted(rng.sample(numbers, min(len(numbers), rng.choice([1, 1, 2, 5]))), key=lambda m: -m.start()):
        data = replaced(data, found.start(), found.end(), rng.choice(HUGE))
    return data


def tokens(rng, data, _):
    """Omits, repeats or exchanges words."""
    words = TOKEN.findall(data[:200_000])
    if len(words) < 2:
        return data
    for _ in range(rng.choice([1, 2, 4])):
        at, other = rng.randrange(len(words)), rng.randrange(len(words))
        kind = rng.randrange(4)
        if kind == 0:
            words[at] = b""
        elif kind == 1:
            words[at] *= 2
        elif kind == 2:
            words[at], words[other] = words[other], words[at]
        else:
            words[at] = words[other]
    return b"".join(words) + data[200_000:]


def lines(rng, data, _):
    rows = data.split(b"\n")
    at, other = rng.randrange(len(rows)), rng.randrange(len(rows))
    kind = rng.randrange(4)
    if kind == 0:
        del rows[at]
    elif kind == 1:
        rows[at:at] = [rows[at]] * rng.choice([1, 2, 60, 3000])
    elif kind == 2:
        rows[at], rows[other] = rows[other], rows[at]
    else:
        rows[at] = rows[at] * rng.choice([2, 50])
    return b"\n".join(rows)


def nested(rng, data, _):
    """Nests or repeats a bracketed part."""
    opening, closing = rng.choice(BRACKETS)
    starts = list(re.finditer(opening, data[:200_000]))
    if not starts:
        return huge(rng, data, None)
    start = rng.choice(starts)
    end = re.compile(closing).search(data, start.end())
    if not end:
        return data[: start.start()]
    piece, inner = data[start.start() : end.end()], data[start.end() : end.start()]
    times = rng.choice([2, 3, 10, 100, 1000])
    if rng.randrange(2):
        new = start[0] * times + inner + end[0] * times
    else:
        new = piece * times
    return replaced(data, start.start(), end.end(), new[:2_000_000])


def joined(rng, data, others):
    """Joins the beginning of this file and the end of another."""
    other = rng.choice(others)
    return data[: place(rng, data)] + other[place(rng, other) :]


def stranger(rng, data, _):
    """Inserts an unusual character."""
    at = place(rng, data)
    strange = ["\0", "\x1b[2J", "\u202e", "\ufeff", "\ud7ff", "\U0010ffff", "é́", "\r", "\t", "\x0c", "\xff"]
    piece = rng.choice(strange).encode() if rng.randrange(8) else b"\xc3\x28"
    return replaced(data, at, at, piece * rng.choice([1, 1, 50]))


KINDS_OF_DAMAGE = [flip, cut, doubled, huge, huge, tokens, tokens, lines, nested, joined, stranger]


def mended_session(data):
    """Corrects the checksum of every line."""
    lines = data.split(b"\n")
    for number, line in enumerate(lines, 1):
        text, mark, _ = line.rpartition(b',"check":"')
        if mark:
            check = 0x811C9DC5
            for byte in struct.pack("<Q", number) + text:
                check = ((check ^ byte) * 0x01000193) & 0xFFFFFFFF
            lines[number - 1] = text + mark + b'%08x"}' % check
    return b"\n".join(lines)


def mended_png(data):
    """Corrects the checksums of a PNG's chunks, so that decoders read on."""
    if not data.startswith(b"\x89PNG\r\n\x1a\n"):
        return data
    at, out = 8, data[:8]
    while at + 8 <= len(data):
        length = int.from_bytes(data[at : at + 4], "big")
        body = data[at + 4 : at + 8 + length]
        if len(body) < length + 4:
            break
        out += data[at : at + 4] + body + zlib.crc32(body).to_bytes(4, "big")
        at += 12 + length
    return out + data[at:]


def mended_pdf(data):
    """Corrects the cross-reference table."""
    if not data.startswith(b"%PDF-") or b"/Type /XRef" in data or b"xref" not in data:
        return data
    ends = [at for at in (data.rfind(b"\nxref"), data.rfind(b"trailer")) if at > 0]
    head = data[: min(ends)] + b"\n" if ends else data
    found = {int(m[1]): m.start(1) for m in re.finditer(rb"(?<![\d])(\d{1,5}) 0 obj", head)}
    trailer = data[data.rfind(b"trailer") :].split(b"startxref")[0] if b"trailer" in data else b"trailer << /Root 1 0 R >>\n"
    size = max(found, default=0) + 1
    rows = [b"0000000000 65535 f \n"] + [b"%010d 00000 n \n" % found.get(i, 0) for i in range(1, size)]
    table = b"xref\n0 %d\n" % size + b"".join(rows)
    return head + table + trailer + b"startxref\n%d\n%%%%EOF\n" % len(head)


# A picture in one ink is accepted by all formats.
GREY = 'id="ink_black_on_paper"'


class Kind:
    """Files of one kind: valid seeds and the commands that read them."""

    def __init__(self, name, share, seeds, commands, ending, mend=None, many=False):
        self.name, self.share, self.commands, self.ending = name, share, commands, ending
        self.mend, self.many = mend, many
        self.seeds = [path.read_bytes() for path in sorted(seeds)]
        assert self.seeds, name

    def damaged(self, seed, number):
        rng = random.Random(f"{seed}:{number}")
        data = rng.choice(self.seeds)
        for _ in range(rng.choice([1, 1, 1, 2, 3, 6])):
            data = rng.choice(KINDS_OF_DAMAGE)(rng, data, self.seeds)
        if self.mend and rng.randrange(4):
            data = self.mend(data)
        return data[:4_000_000], rng


# In commands: FILE is the damaged file, OUT a writable path, HERE the folder of valid files, THEME a small theme
# with the damaged file in it, WHOLE one that can be printed.
def kinds(sound):
    def files(*patterns):
        return [path for pattern in patterns for path in ROOT.glob(pattern) if path.is_file()]

    deck = "--deck HERE/deck.csv"
    render = "render HERE/deck.csv --only 34 -q -o OUT"
    return [
        Kind("deck, CSV", 8, files("tests/data/deck.csv", "fuzz/seeds/deck/*.csv"), [
            "lookup card 34 --deck FILE", "lookup card 34 --deck FILE", "odds 3d10 --tn 7 --deck FILE", "validate FILE",
            "diff HERE/deck.csv FILE", "lookup check 34 3d10 --deck FILE --json"], ".csv"),
        Kind("deck, JSON", 8, files("templates/decks/future-imperfect.json"), [
            "lookup card 34 --deck FILE", "lookup card 34 --deck FILE", "odds 3d10 --tn 7 --deck FILE", "validate FILE --json",
            "play --deck FILE --plain"], ".json"),
        Kind("session", 14, list(sound.glob("*.session")), [
            f"play --session FILE {deck}", f"play --session FILE {deck} --json", f"lookup check 34 3d10 --session FILE {deck}"], ".json", mended_session),
        Kind("spec", 14, files("templates/decks/*.toml", "fuzz/seeds/spec/*.toml"), [
            *["validate HERE/deck.csv --spec FILE"] * 30, "generate FILE --effort quick -q -o OUT"], ".toml"),
        Kind("pins", 4, files("templates/decks/*-pins.csv"), ["validate HERE/deck.csv --spec HERE/pinned.toml"], "-pins.csv"),
        Kind("weapons", 3, files("templates/tables/weapons.csv"), [
            f"lookup attack 34 3d10 --weapons FILE --weapon 'example revolver' --distance 10 {deck}", f"play --weapons FILE {deck}"], ".csv"),
        Kind("characters", 3, files("templates/tables/characters.csv"), [
            f"lookup check 34 3d10 --as 'example doctor' --characters FILE {deck}", f"play --characters FILE {deck}"], ".csv"),
        Kind("house rules", 3, files("templates/decks/*-rules.toml"), [
            f"lookup check 34 3d10 --rules FILE {deck}", f"play --rules FILE {deck}"], ".toml"),
        Kind("sheet", 3, files("templates/sheets/*.toml"), [f"{render} --format pdf,svg --sheet FILE"], ".toml"),
        Kind("print house", 5, files("templates/vendors/*.toml"), [
            "preflight HERE/card.svg --vendor FILE", "preflight HERE/card.svg --vendor FILE", f"{render} --vendor FILE"], ".toml"),
        Kind("printers", 2, files("fuzz/seeds/tables/printers.toml"), [
            "calibrate --printer office --printers FILE -q -o OUT", f"{render} --format pdf --printer office --printers FILE"], ".toml"),
        Kind("theme, card.svg", 6, [sound / "theme" / "card.svg", SEEDS / "template" / "card.svg"], [
            "template check THEME", "template check THEME --json"], "card.svg"),
        Kind("theme, back.svg", 4, files("templates/themes/*/back.svg", "fuzz/seeds/template/back.svg"), [
            "template check THEME"], "back.svg"),
        Kind("theme that is printed", 1, files("templates/themes/ink-saver/card.svg"), [
            "render HERE/deck.csv --only 34 --theme WHOLE --format png,pdf --sheet single --dpi 72 -q -o OUT"], "card.svg"),
        Kind("theme.toml", 3, files("templates/themes/*/theme.toml"), ["template check THEME"], "theme.toml"),
        Kind("picture of a theme", 8, files("fuzz/seeds/pictures/*"), [
            *["template check THEME"] * 9, "render HERE/deck.csv --only 34 --theme WHOLE --format png --dpi 72 -q -o OUT"], "picture.png", mended_png),
        Kind("finished PNG", 12, list(sound.glob("*.png")) + files("fuzz/seeds/pictures/*.png"), [f"{LIMITED} FILE"], ".png", mended_png, True),
        Kind("finished PDF", 30, list(sound.glob("*.pdf")) + files("fuzz/seeds/pdf/*") * 4, [f"{LIMITED} FILE"], ".pdf", mended_pdf, True),
        Kind("finished SVG", 30, list(sound.glob("*.svg")) + files("fuzz/seeds/svg/*") * 3, [f"{LIMITED} FILE"], ".svg", None, True),
        Kind("finished file read back", 12, list(sound.glob("card*.svg")) + list(sound.glob("*.pdf")) + list(sound.glob("*.png")), [
            f"{LIMITED} FILE --deck HERE/deck.csv", f"{LIMITED} FILE --deck HERE/deck.csv --vendor press-x4"], ".svg", mended_pdf, True),
        Kind("packed pictures in a PDF", 6, list(sound.glob("packed-*.pdf")), [f"{LIMITED} FILE HERE/card.svg"], ".pdf", mended_pdf, True),
    ]  # fmt: skip


def packed_pictures():
    """Pages with a picture for each decoder that reads sizes from its data."""
    page = b"\0\0\0\0\x30\0\1\0\0\0\x13" + (16).to_bytes(4, "big") * 2 + bytes(11)
    ended = b"\0\0\0\1\x31\0\1\0\0\0\0"
    for kind, parameters, data in [
        ("CCITTFaxDecode", "/K -1 /Columns 16 /Rows 16", b"\x26\xa1\x00\x10\x01"), ("CCITTFaxDecode", "/K 0 /Columns 16 /Rows 16", b"\x35\x35\x35"),
        ("CCITTFaxDecode", "/K 4 /Columns 16 /Rows 16 /EndOfLine true", b"\x00\x1a\x9a"), ("JBIG2Decode", "/JBIG2Globals 6 0 R", page + ended),
    ]:  # fmt: skip
        resources = "<< /XObject << /I 5 0 R >> >>"
        image = f"/Type /XObject /Subtype /Image /Width 16 /Height 16 /BitsPerComponent 1 /ColorSpace /DeviceGray /Filter /{kind} /DecodeParms << {parameters} >>"
        bodies = [
            b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 198 270] /Contents 4 0 R /Resources {resources} >>".encode(),
        ]  # fmt: skip
        for entries, content in [("", b"q 99 0 0 99 0 0 cm /I Do Q"), (image, data), ("", b"")]:
            bodies.append(f"<< {entries} /Length {len(content)} >>\nstream\n".encode() + content + b"\nendstream")
        objects = b"".join(b"%d 0 obj\n" % number + body + b"\nendobj\n" for number, body in enumerate(bodies, 1))
        yield mended_pdf(b"%PDF-1.4\n" + objects + b"xref\n0 1\ntrailer\n<< /Size 7 /Root 1 0 R >>\n")


def make_sound(program, folder):
    """Files written by the program, in addition to those of the repository."""
    shutil.copy(ROOT / "tests/data/deck.csv", folder / "deck.csv")
    shutil.copytree(SEEDS / "template", folder / "theme", ignore=shutil.ignore_patterns("theme", "back", "colours"))
    shutil.copytree(TEMPLATES / "themes/ink-saver", folder / "whole")
    pinned = (TEMPLATES / "decks/future-imperfect.toml").read_text()
    (folder / "pinned.toml").write_text(pinned)
    for number, text in enumerate(["draw\n3d10 tn 7\nhand sid 4\nwound sid chest 3 ct 10\nshuffle\n3d10\nround\n", "draw\n" * 70]):
        made = Program(program, folder).run(f"play --session HERE/{number}.session --deck HERE/deck.csv --seed 7".split(), text.encode())
        assert made.code == 0, made
    for theme, name in [("ink-saver", "ink"), ("future-imperfect", "card")]:
        out = folder / f"{name}.out"
        run = f"render HERE/deck.csv --only 34 --theme {theme} --format svg,png,pdf --sheet single,single-x4 --dpi 36 -q -o {out}"
        made = Program(program, folder).run(run.split())
        assert made.code in (0, 1), made
        for path in out.rglob("*"):
            if path.suffix in (".svg", ".png", ".pdf"):
                shutil.copy(path, folder / f"{name}-{path.name}")
    shutil.copy(folder / "card-card-34.svg", folder / "card.svg")
    for number, data in enumerate(packed_pictures()):
        (folder / f"packed-{number}.pdf").write_bytes(data)


Run = collections.namedtuple("Run", "code seconds processor megabytes said")


class Program:
    """The program in a separate folder."""

    def __init__(self, path, sound):
        self.path, self.sound = str(path), str(sound)

    def run(self, words, typed=b""):
        words = [word.replace("HERE", self.sound) for word in words]
        with tempfile.TemporaryFile() as said, tempfile.TemporaryFile() as stdin:
            stdin.write(typed)
            stdin.seek(0)
            files = [(os.POSIX_SPAWN_DUP2, stdin.fileno(), 0), (os.POSIX_SPAWN_DUP2, said.fileno(), 1), (os.POSIX_SPAWN_DUP2, said.fileno(), 2)]
            start = time.monotonic()
            child = os.posix_spawn(self.path, [self.path, *words], {"PATH": "/usr/bin", "LC_ALL": "C"}, file_actions=files)
            resource.prlimit(child, resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))
            watch = os.pidfd_open(child)
            late = not select.select([watch], [], [], PATIENCE)[0]
            if late:
                signal.pidfd_send_signal(watch, signal.SIGKILL)
            _, status, usage = os.wait4(child, 0)
            os.close(watch)
            seconds = time.monotonic() - start
            said.seek(max(0, os.fstat(said.fileno()).st_size - 4000))
            text = said.read().decode("utf-8", "replace")
        code = os.waitstatus_to_exitcode(status)
        if late or code == -signal.SIGXCPU:
            code = "late"
        return Run(code, seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, text)


def verdict(run):
    """The failure of a run, or None."""
    is_contained = CONTAINED.search(run.said)
    if run.code == "late":
        return f"more than {SECONDS} s"
    if run.code == 101:
        return "panic"
    if run.code < 0:
        return f"killed by {signal.Signals(-run.code).name}"
    if run.code not in (0, 1, 2, 3):
        return f"exit code {run.code}"
    if run.megabytes > (CONTAINED_MEGABYTES if is_contained else MEGABYTES):
        return f"{run.megabytes:.0f} MB"
    if run.code in (2, 3) and "error" not in run.said:
        return "refused without a word"
    return None


class Desk:
    """A worker that damages files and has them read."""

    def __init__(self, arguments, sound):
        self.arguments, self.sound = arguments, sound
        self.folder = pathlib.Path(tempfile.mkdtemp(dir=arguments.work))
        self.kinds = kinds(sound)
        self.program = Program(arguments.program, sound)
        self.shares = [kind.share for kind in self.kinds]
        for theme in ("theme", "whole"):
            shutil.copytree(sound / theme, self.folder / theme)

    def kind_of(self, number):
        return random.Random(f"{self.arguments.seed}/{number}").choices(self.kinds, self.shares)[0]

    def chunk(self, numbers):
        count, failures = collections.Counter(), []
        groups = collections.defaultdict(list)
        for number in numbers:
            groups[self.kind_of(number).name].append(number)
        for kind in self.kinds:
            mine = groups[kind.name]
            step = BATCH if kind.many else 1
            for at in range(0, len(mine), step):
                self.try_files(kind, mine[at : at + step], count, failures)
        return count, failures

    def try_files(self, kind, numbers, count, failures):
        run, wrong, words = self.read(kind, numbers)
        if wrong and len(numbers) > 1:
            found = len(failures)
            for number in numbers:
                self.try_files(kind, [number], count, failures)
            if len(failures) == found:
                failures.append({"files": numbers, "kind": kind.name, "wrong": wrong + " (only together)", "said": run.said[-600:], "command": words})
            return
        for number in numbers:
            count[f"{kind.name}|{run.code}"] += 1
        count["slowest"] = max(count["slowest"], round(run.seconds * 1000))
        count["largest"] = max(count["largest"], round(run.megabytes))
        count["contained"] += len(CONTAINED.findall(run.said)) if not wrong else 0
        count["caught"] += "the program failed on it" in run.said and not wrong
        if wrong:
            failures.append({"files": numbers, "kind": kind.name, "wrong": wrong, "said": run.said[-600:], "command": words})

    def read(self, kind, numbers):
        """Has damaged files read by one command."""
        made, rng = [], None
        for number in numbers:
            data, rng = kind.damaged(self.arguments.seed, number)
            made.append(data)
        command = rng.choice(kind.commands)
        spoilt, typed = [], b"draw\n3d10\nlog\nundo\n" if command.startswith("play") else b""
        which = "whole" if "WHOLE" in command else "theme"
        theme = self.folder / which
        in_theme = "THEME" in command or "WHOLE" in command
        if in_theme:
            path = theme / kind.ending
            before = path.read_bytes() if path.exists() else None
            if kind.ending == "picture.png":
                back = (self.sound / which / "back.svg").read_text()
                image = f'<image {"" if which == "theme" else GREY} x="9" y="9" width="1" height="0.7" href="picture.png"/></svg>'
                (theme / "back.svg").write_text(back.replace("</svg>", image))
            path.write_bytes(made[0])
            spoilt.append(path)
        elif kind.name == "pins":
            path = self.folder / "future-imperfect-pins.csv"
            path.write_bytes(made[0])
            shutil.copy(self.sound / "pinned.toml", self.folder / "pinned.toml")
            command = command.replace("HERE/pinned.toml", str(self.folder / "pinned.toml"))
            spoilt += [path, self.folder / "pinned.toml"]
        else:
            for number, data in zip(numbers, made):
                path = self.folder / f"{number}{kind.ending}"
                path.write_bytes(data)
                spoilt.append(path)
        beside = self.folder / "future-imperfect-pins.csv"
        if kind.name == "spec":
            shutil.copy(TEMPLATES / "decks" / beside.name, beside)
        out = self.folder / "out"
        words = []
        for word in shlex.split(command):
            if word == "FILE":
                words += [str(path) for path in spoilt]
            else:
                words.append(word.replace("THEME", str(theme)).replace("WHOLE", str(theme)).replace("OUT", str(out)))
        run = self.program.run(words, typed)
        wrong = verdict(run)
        shutil.rmtree(out, ignore_errors=True)
        out.unlink(missing_ok=True)
        beside.unlink(missing_ok=True)
        for path in spoilt:
            path.unlink(missing_ok=True)
            path.with_name(path.name + ".lock").unlink(missing_ok=True)
        if in_theme:
            if before is not None:
                path.write_bytes(before)
            if kind.ending == "picture.png":
                shutil.copy(self.sound / which / "back.svg", theme / "back.svg")
        left = {path.name for path in self.folder.iterdir()} - {"theme", "whole"}
        left |= {path.name for path in theme.iterdir()} - {path.name for path in (self.sound / which).iterdir()}
        for name in left:
            path = self.folder / name
            shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
        if left and not wrong:
            wrong = f"left behind: {', '.join(sorted(left))}"
        if wrong and len(numbers) == 1:
            keep = self.arguments.record.parent / "failures"
            keep.mkdir(exist_ok=True)
            (keep / f"{numbers[0]}{kind.ending}").write_bytes(made[0])
        return run, wrong, " ".join(words)


DESK = None


def work(numbers):
    count, failures = DESK.chunk(numbers)
    return numbers[0], dict(count), failures


def begin(arguments, sound):
    global DESK
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    DESK = Desk(arguments, sound)


def table(total, failures):
    """Prints the counts by kind of file and exit code."""
    by_kind = collections.defaultdict(collections.Counter)
    for key, number in total.items():
        if "|" in key:
            kind, code = key.split("|")
            by_kind[kind][code] += number
    wrong = collections.Counter(failure["kind"] for failure in failures for _ in failure["files"])
    print("| kind of file | files | exit 0 | 1 | 2 | 3 | failed |\n|---|---|---|---|---|---|---|")
    sums = collections.Counter()
    for kind in sorted(by_kind):
        codes = by_kind[kind]
        row = [sum(codes.values()), codes["0"], codes["1"], codes["2"], codes["3"], wrong[kind]]
        sums.update(dict(enumerate(row)))
        print(f"| {kind} | " + " | ".join(f"{number:,}" for number in row) + " |")
    print("| all | " + " | ".join(f"{sums[i]:,}" for i in range(6)) + " |")
    print(f"\nslowest run {total['slowest'] / 1000:.1f} s, largest {total['largest']} MB, runs with a caught panic of a library {total['caught']}, "
        f"files at which the checking process ended {total['contained']}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=54)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / "target/release/actiondeck")
    parser.add_argument("--record", type=pathlib.Path, default=ROOT / "target/mutate/record.jsonl")
    parser.add_argument("--only", type=int, metavar="NUMBER", help="one file again, with what is said")
    arguments = parser.parse_args()
    arguments.program = arguments.program.resolve()
    arguments.record.parent.mkdir(parents=True, exist_ok=True)
    # In memory instead of on a disk, if possible.
    shared = pathlib.Path("/dev/shm")
    arguments.work = pathlib.Path(tempfile.mkdtemp(dir=shared if shared.is_dir() else None))
    try:
        sound = arguments.work / "sound"
        sound.mkdir()
        make_sound(arguments.program, sound)
        if arguments.only is not None:
            begin(arguments, sound)
            kind = DESK.kind_of(arguments.only)
            run, wrong, words = DESK.read(kind, [arguments.only])
            print(kind.name, words, run, wrong, sep="\n")
            return 1 if wrong else 0
        return mutate(arguments, sound)
    finally:
        shutil.rmtree(arguments.work, ignore_errors=True)


def mutate(arguments, sound):
    total, failures, done = collections.Counter(), [], set()
    head = {"seed": arguments.seed, "program": zlib.crc32(arguments.program.read_bytes())}
    if arguments.record.exists():
        rows = [json.loads(row) for row in arguments.record.read_text().splitlines()]
        if not rows or rows[0] != head:
            sys.exit(f"{arguments.record} is of another seed or program; move it away")
    else:
        arguments.record.write_text(json.dumps(head) + "\n")
        rows = [head]

    def add(start, count, found):
        for key, number in count.items():
            total[key] = max(total[key], number) if key in ("slowest", "largest") else total[key] + number
        failures.extend(found)
        done.add(start)

    for row in rows[1:]:
        add(row["start"], row["count"], row["failures"])
    chunks = [list(range(start, min(start + CHUNK, arguments.count))) for start in range(0, arguments.count, CHUNK)]
    chunks = [chunk for chunk in chunks if chunk[0] not in done]
    start = time.monotonic()
    with multiprocessing.Pool(arguments.processes, begin, (arguments, sound)) as pool, arguments.record.open("a") as record:
        for number, (first, count, found) in enumerate(pool.imap_unordered(work, chunks), 1):
            add(first, count, found)
            record.write(json.dumps({"start": first, "count": count, "failures": found}) + "\n")
            record.flush()
            for failure in found:
                print(f"{failure['kind']} {failure['files']}: {failure['wrong']}\n  {failure['command'][:300]}\n  {failure['said'][-300:]}", flush=True)
            if sys.stderr.isatty():
                print(f"\r{number * CHUNK} files, {len(failures)} failures, {time.monotonic() - start:.0f} s", end="", file=sys.stderr)
    table(total, failures)
    print(f"{time.monotonic() - start:.0f} s in this run; seed {arguments.seed}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
