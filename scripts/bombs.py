#!/usr/bin/env python3
"""Small files that are expensive to read, and their cost.

Each is read by the commands that read such files. A bomb fails if it takes more than 2 seconds or 500 MB, ends
with another exit code than 0 to 3, or is refused without a message. Seconds are wall-clock or processor time,
whichever is smaller, and of a slow bomb those of the fastest of three runs, so that other load on the machine
matters little; it is stopped after 10 of them, or 30 by the clock if it only waits. What a decoder uses within the
limits of the process that checks foreign files (2 GB, and here 1 second and one for the page) is not a failure;
the other file must get its report.

    cargo build --release
    python3 scripts/bombs.py             # all; with words, only those whose names hold them
"""

import argparse
import os
import pathlib
import resource
import shutil
import sys
import tempfile
import zlib

import mutate

SECONDS = 2
RUNS = 3
mutate.PATIENCE = 30
MEGABYTES = 500
# For a file that ends the checking process: it is tried again alone.
CONTAINED_SECONDS = 8
CONTAINED_MEGABYTES = 2600
BOMBS = []


def bomb(name, command, ending):
    """Registers a function that returns the bytes of a file as a bomb."""

    def add(make):
        BOMBS.append((name, command, ending, make))
        return make

    return add


# PDF -------------------------------------------------------------------------------------------


def pdf(objects, root="/Root 1 0 R"):
    out, places = bytearray(b"%PDF-1.5\n"), []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n" % number + body + b"\nendobj\n"
    rows = b"".join(b"%010d 00000 n \n" % at for at in places)
    table = b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1) + rows
    trailer = b"trailer\n<< /Size %d %s >>\nstartxref\n%d\n%%%%EOF\n"
    return bytes(out + table + trailer % (len(objects) + 1, root.encode(), len(out)))


def stream(entries, data):
    return b"<< %s /Length %d >>\nstream\n" % (entries.encode(), len(data)) + data + b"\nendstream"


def page(contents, resources=b"<< >>"):
    """One page with these contents, followed by objects 4 and so on."""
    return [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 198 270] /Contents 4 0 R /Resources " + resources + b" >>",
        contents,
    ]


def zeros(size):
    """Zlib data that unpack to `size` zeros, in whole megabytes, made without compressing."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    block = packer.compress(bytes(1 << 20)) + packer.flush(zlib.Z_FULL_FLUSH)
    times = size >> 20
    checksum = ((times << 20) % 65521 << 16) | 1
    return b"\x78\xda" + block * times + b"\x03\x00" + checksum.to_bytes(4, "big")


CHECK = "preflight FILE"
TWICE = "preflight FILE FILE"
CONTAINED = "preflight FILE GOOD --time-limit 1"


def one_xref(entries, rows=b""):
    body = b"%PDF-1.5\n"
    return body + b"1 0 obj\n" + stream("/Type /XRef " + entries, rows) + b"\nendobj\nstartxref\n%d\n%%%%EOF\n" % len(body)


@bomb("PDF: cross-references 2^63 wide", CHECK, ".pdf")
def _():
    return one_xref("/Size 2 /W [1 9223372036854775807 1] /Root 1 0 R", b"0123456789")


@bomb("PDF: cross-references of no width, two thousand million", CHECK, ".pdf")
def _():
    return one_xref("/Size 2 /W [0 0 0] /Index [0 2000000000] /Root 1 0 R")


@bomb("PDF: 8 GB packed three times", CHECK, ".pdf")
def _():
    packed = zlib.compress(zlib.compress(zeros(8 << 30), 9), 9)
    return pdf(page(stream("/Filter [/FlateDecode /FlateDecode /FlateDecode]", packed)))


@bomb("PDF: 50 MB of operators", CONTAINED, ".pdf")
def _():
    return pdf(page(stream("/Filter /FlateDecode", zlib.compress(b"0 0 m 1 1 l S " * (50_000_000 // 14), 9))))


for size in (500, 4000, 10000):

    @bomb(f"PDF: a page of {size} MB of zeros", CHECK, ".pdf")
    def _(size=size):
        return pdf(page(stream("/Filter /FlateDecode", zeros(size << 20))))


@bomb("PDF: 4 GB of XMP", CHECK, ".pdf")
def _():
    objects = page(stream("", b"q Q"))
    objects[0] = b"<< /Type /Catalog /Pages 2 0 R /Metadata 5 0 R >>"
    return pdf([*objects, stream("/Type /Metadata /Subtype /XML /Filter /FlateDecode", zeros(4 << 30))])


@bomb("PDF: an object stream of 4 GB", CHECK, ".pdf")
def _():
    packed = zeros(4 << 30)
    body = bytearray(b"%PDF-1.5\n")
    first = len(body)
    body += b"4 0 obj\n" + stream("/Type /ObjStm /N 3 /First 20 /Filter /FlateDecode", packed) + b"\nendobj\n"
    table = len(body)
    rows = b"".join(bytes(row) for row in [(0, 0, 0, 0, 0), (2, 0, 0, 4, 0), (2, 0, 0, 4, 1), (2, 0, 0, 4, 2)])
    rows += b"\1" + first.to_bytes(3, "big") + b"\0" + b"\1" + table.to_bytes(3, "big") + b"\0"
    body += b"5 0 obj\n" + stream("/Type /XRef /Size 6 /W [1 3 1] /Root 1 0 R", rows) + b"\nendobj\nstartxref\n%d\n%%%%EOF\n" % table
    return bytes(body)


@bomb("PDF: a picture of 50,000 by 50,000", CHECK, ".pdf")
def _():
    entries = "/Type /XObject /Subtype /Image /Width 50000 /Height 50000 /BitsPerComponent 8 /ColorSpace /DeviceGray /Filter /FlateDecode"
    resources = b"<< /XObject << /I 5 0 R >> >>"
    return pdf([*page(stream("", b"q 99 0 0 99 0 0 cm /I Do Q"), resources), stream(entries, zeros(2500 << 20))])


@bomb("PDF: forms, ten calls each, twelve deep", CHECK, ".pdf")
def _():
    resources = b"<< /XObject << /F 5 0 R >> >>"
    objects = page(stream("", b"/F Do " * 10), resources)
    for number in range(5, 17):
        inner = b"/F Do " * 10 if number < 16 else b"0 0 1 1 re f"
        called = f"<< /XObject << /F {number + 1} 0 R >> >>" if number < 16 else "<< >>"
        objects.append(stream(f"/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources {called}", inner))
    return pdf(objects)


@bomb("PDF: arrays in arrays, a million deep", CHECK, ".pdf")
def _():
    return pdf([*page(stream("", b"q Q")), b"[" * 1_000_000 + b"]" * 1_000_000])


# Decoders that allocate tens of gigabytes or do not end; the other file is valid.
SHOW = b"q 99 0 0 99 0 0 cm /I Do Q"
WIDE = "/K {} /Columns 2147483647"


def packed_picture(kind, parameters, data, height=10, more="/ColorSpace /DeviceGray"):
    entries = f"/Type /XObject /Subtype /Image /Width 10 /Height {height} /BitsPerComponent 1"
    return stream(f"{entries} /Filter /{kind} /DecodeParms << {parameters} >> {more}", data)


def showing(picture, *more):
    return pdf([*page(stream("", SHOW), b"<< /XObject << /I 5 0 R >> >>"), picture, *more])


for k in (-1, 0, 4):

    @bomb(f"PDF: CCITT rows of 2^31 pixels, K {k}", CONTAINED, ".pdf")
    def _(k=k):
        return showing(packed_picture("CCITTFaxDecode", WIDE.format(k), b"\xff" * 100))

    @bomb(f"PDF: CCITT, 30,000 rows of a million pixels, K {k}", CONTAINED, ".pdf")
    def _(k=k):
        parameters = f"/K {k} /Columns 1000000 /Rows 30000"
        return showing(packed_picture("CCITTFaxDecode", parameters, bytes(100_000), 30_000))


def bilevel_page(side):
    return bytes([0, 0, 0, 0, 48, 0, 1, 0, 0, 0, 19]) + side.to_bytes(4, "big") * 2 + bytes(11)


for side in (65_535, 0x7FFFFFFF):

    @bomb(f"PDF: JBIG2, a page of {side:,} by {side:,}", CONTAINED, ".pdf")
    def _(side=side):
        return showing(packed_picture("JBIG2Decode", "", bilevel_page(side)))

    @bomb(f"PDF: JBIG2, the same page among the globals, {side:,}", CONTAINED, ".pdf")
    def _(side=side):
        globals_ = packed_picture("JBIG2Decode", "/JBIG2Globals 6 0 R", bilevel_page(side))
        return showing(globals_, stream("", bilevel_page(side)))


@bomb("PDF: a CCITT picture as a soft mask", CONTAINED, ".pdf")
def _():
    masked = "/Type /XObject /Subtype /Image /Width 2 /Height 2 /BitsPerComponent 8 /ColorSpace /DeviceGray /SMask 6 0 R"
    return showing(stream(masked, bytes(4)), packed_picture("CCITTFaxDecode", WIDE.format(-1), b"\xff" * 100))


@bomb("PDF: a CCITT picture among the operators", CONTAINED, ".pdf")
def _():
    head = b"q 99 0 0 99 0 0 cm BI /W 10 /H 10 /BPC 1 /CS /G /F /CCF /DP << /K -1 /Columns 2147483647 >> ID "
    return pdf(page(stream("", head + b"\xff" * 100 + b" EI Q")))


@bomb("PDF: a picture of 81 million pixels, drawn 20,000 times", CONTAINED, ".pdf")
def _():
    entries = "/Type /XObject /Subtype /Image /Width 9000 /Height 9000 /BitsPerComponent 8 /ColorSpace /DeviceGray /Filter /FlateDecode"
    contents = stream("/Filter /FlateDecode", zlib.compress(SHOW * 20_000, 9))
    return pdf([*page(contents, b"<< /XObject << /I 5 0 R >> >>"), stream(entries, zeros(81 << 20))])


@bomb("PDF: 10,000 lines of the finest dashes", CONTAINED, ".pdf")
def _():
    lines = b"".join(b"0 %d m 198 %d l S " % (y % 270, y * 7 % 270) for y in range(10_000))
    return pdf(page(stream("/Filter /FlateDecode", zlib.compress(b"[0.001] 0 d 0.1 w " + lines, 9))))


@bomb("PDF: functions within functions, 20,000 deep", CONTAINED, ".pdf")
def _():
    shading = b"<< /Shading << /S << /ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 99 99] /Function 5 0 R >> >> >>"
    inner = [b"<< /FunctionType 3 /Domain [0 1] /Functions [%d 0 R] /Bounds [] /Encode [0 1] >>" % n for n in range(6, 20_006)]
    last = b"<< /FunctionType 2 /Domain [0 1] /C0 [0] /C1 [1] /N 1 >>"
    return pdf([*page(stream("", b"/S sh"), shading), *inner, last])


# SVG -------------------------------------------------------------------------------------------

ROOT = '<svg xmlns="http://www.w3.org/2000/svg" width="69.85mm" height="95.25mm" viewBox="-3.175 -3.175 69.85 95.25">'
GROUND = '<rect x="-3.175" y="-3.175" width="69.85" height="95.25" fill="#ffffff"/>'


def svg(body):
    return f"{ROOT}{GROUND}{body}</svg>".encode()


CHECK_THEME = "template check THEME"
PRINT_THEME = "render HERE/deck.csv --only 34 --theme WHOLE --format png -q -o OUT"
EVERYWHERE = [(CHECK, ".svg"), (TWICE, ".svg"), (CHECK_THEME, "back.svg"), (PRINT_THEME, "back.svg")]


# Files that only take long, or that cannot be in a theme, are limited by the checking process.
CONTAINED_ALONE = [(CONTAINED, ".svg")]


def everywhere(name, where=None):
    def add(make):
        for command, ending in EVERYWHERE if where is None else where:
            BOMBS.append((f"SVG: {name}: {command.split(' HERE')[0].replace(' FILE', '')}{', two files' if command == TWICE else ''}", command, ending, make))
        return make

    return add


def chain(element, attribute, count, extra=""):
    links = "".join(
        f'<{element} id="i{n}" {extra}><path d="M0 0L1 1 2 0" stroke="#000000" {attribute}="url(#i{n + 1})"/></{element}>' for n in range(count)
    )
    return svg(f'<defs>{links}</defs><path d="M1 1L5 5 9 1" stroke="#000000" {attribute}="url(#i0)"/>')


for element, attribute, extra, counts in [
    ("marker", "marker-mid", 'markerWidth="3" markerHeight="3"', (322, 20000)),
    ("pattern", "fill", 'width="2" height="2" patternUnits="userSpaceOnUse"', (322, 20000)),
    ("mask", "mask", "", (1289, 20000)),
    ("clipPath", "clip-path", "", (1562, 20000)),
]:
    for count in counts:
        everywhere(f"{count} {element} in a chain")(
            lambda element=element, attribute=attribute, extra=extra, count=count: chain(element, attribute, count, extra)
        )


@everywhere("an arc to 1e32", CONTAINED_ALONE)
def _():
    return svg('<path d="M5.2 7.7 A1.8 1.8 0 0 0 1e32 5.9" fill="none" stroke="#000000" stroke-width="0.25"/>')


@everywhere("a stroke to -9e18")
def _():
    return svg('<path d="M2.9 42.89 h5.1 l-9223372036854775808 2.03 l-1.1 2.03 h-5.1 Z" fill="#ffffff" stroke="#000000" stroke-width="0.25"/>')


@everywhere("a stroke 1e9 wide, round")
def _():
    return svg('<path d="M2 2 L9 9" stroke="#000000" stroke-width="1e9" stroke-linecap="round"/>')


for count in (4000, 8000):

    @everywhere(f"{count} tspans", CONTAINED_ALONE)
    def _(count=count):
        spans = "".join('<tspan dx="0.1">a</tspan>' for _ in range(count))
        return svg(f'<text x="5" y="9" font-family="IBM Plex Sans Condensed" font-weight="500" font-size="2" fill="#000000">{spans}</text>')


@everywhere("a text of 100,000 letters", CONTAINED_ALONE)
def _():
    return svg(f'<text x="5" y="9" font-family="IBM Plex Sans Condensed" font-weight="500" font-size="2" fill="#000000">{"a" * 100_000}</text>')


for families, letters in ((12_000, 4_900),):

    @everywhere(f"{families:,} families for {letters:,} letters, each with a place", CONTAINED_ALONE)
    def _(families=families, letters=letters):
        names = ",".join(f"f{number}" for number in range(families))
        return svg(f'<text x="{"1 " * letters}" y="9" font-size="2" fill="#000000" font-family="{names}">{"a" * letters}</text>')


@everywhere("100,000 attributes", CONTAINED_ALONE)
def _():
    attributes = " ".join(f'a{n}="1"' for n in range(100_000))
    return svg(f"<g {attributes}/>")


@everywhere("3,000 rules for 2,000 elements", [(CHECK, ".svg"), (CHECK_THEME, "back.svg")])
def _():
    rules = "".join(f"rect.b{n} {{ fill: #000000 }}" for n in range(3000))
    return svg(f"<style>{rules}</style>" + '<rect class="b1 a2" width="1" height="1" fill="#000000"/>' * 2000)


@everywhere("100,000 uses", [(CHECK, ".svg"), (CHECK_THEME, "back.svg"), (PRINT_THEME, "back.svg")])
def _():
    return svg('<defs><rect id="r" width="1" height="1" fill="#000000"/></defs>' + '<use href="#r"/>' * 100_000)


@everywhere("200,000 rectangles", [(CHECK, ".svg"), (CHECK_THEME, "back.svg"), (PRINT_THEME, "back.svg")])
def _():
    return svg('<rect width="1" height="1" fill="#000000"/>' * 200_000)


@everywhere("uses of uses, ten each, eight deep")
def _():
    groups = "".join(f'<g id="g{n}">' + f'<use href="#g{n + 1}"/>' * 10 + "</g>" for n in range(8))
    return svg(f'<defs>{groups}<rect id="g8" width="1" height="1" fill="#000000"/></defs><use href="#g0"/>')


@everywhere("groups, 100,000 deep", [(CHECK, ".svg"), (TWICE, ".svg"), (CHECK_THEME, "back.svg")])
def _():
    return svg("<g>" * 100_000 + "</g>" * 100_000)


for name, primitive in [
    ("feMorphology of radius 30", '<feMorphology radius="30" operator="dilate"/>'),
    ("feTurbulence of 100,000 octaves", '<feTurbulence baseFrequency="0.1" numOctaves="100000"/>'),
    ("feConvolveMatrix of order 100", f'<feConvolveMatrix order="100" kernelMatrix="{"1 " * 10000}"/>'),
]:
    everywhere(name)(lambda primitive=primitive: svg(f'<filter id="f" x="0" y="0" width="1" height="1">{primitive}</filter><rect filter="url(#f)" width="60" height="80"/>'))


# Pictures --------------------------------------------------------------------------------------


def png(width, height, data, depth=8, colour=0, more=()):
    def chunk(kind, body):
        return len(body).to_bytes(4, "big") + kind + body + zlib.crc32(kind + body).to_bytes(4, "big")

    header = width.to_bytes(4, "big") + height.to_bytes(4, "big") + bytes([depth, colour, 0, 0, 0])
    extra = b"".join(chunk(kind, body) for kind, body in more)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + extra + chunk(b"IDAT", data) + chunk(b"IEND", b"")


PICTURES = [(CHECK, ".png"), (CHECK_THEME, "picture.png"), (PRINT_THEME, "picture.png")]


def picture(name):
    def add(make):
        for command, ending in PICTURES:
            BOMBS.append((f"PNG: {name}: {command.split(' HERE')[0].replace(' FILE', '')}", command, ending, make))
        return make

    return add


@picture("1 by 40,000,000")
def _():
    return png(1, 40_000_000, zeros(80 << 20))


@picture("50,000 by 50,000")
def _():
    return png(50_000, 50_000, zeros(2600 << 20))


@picture("a profile of 3 GB")
def _():
    return png(9, 9, zlib.compress(bytes(90)), more=[(b"iCCP", b"x\0\0" + zeros(3 << 30))])


# Tables ----------------------------------------------------------------------------------------

HEAD = mutate.ROOT.joinpath("tests/data/deck.csv").read_bytes().split(b"\n")[0]

for rows in (1000, 5000, 10_000, 1_000_000):

    @bomb(f"CSV: {rows:,} rows of x", "validate FILE", ".csv")
    def _(rows=rows):
        return HEAD + b"\n" + b"x\n" * rows


@bomb("CSV: a cell of 10 MB", "validate FILE", ".csv")
def _():
    rows = mutate.ROOT.joinpath("tests/data/deck.csv").read_bytes().split(b"\n")
    rows[3] = rows[3].replace(b",", b"," + b"9" * 10_000_000 + b",", 1)
    return b"\n".join(rows)


@bomb("TOML: 100,000 wrong keys", "validate HERE/deck.csv --spec FILE", ".toml")
def _():
    return b"".join(b"a%d = 1\n" % n for n in range(100_000))


@bomb("TOML: 100,000 wrong keys of a print house", "preflight HERE/card.svg --vendor FILE", ".toml")
def _():
    return b"".join(b"a%d = 1\n" % n for n in range(100_000))


def with_dice(*sums):
    """The spec of a preset with an element for each of these sums of dice."""
    spec = mutate.ROOT.joinpath("templates/decks/fudge.toml").read_text()
    elements = [f'\n[[element]]\nid = "bomb{place}"\ndice = "{dice}"\n' for place, dice in enumerate(sums)]
    return (spec + "".join(elements)).encode()


for name, sums in {
    "20 terms of 20d50": ["+".join(["20d50"] * 20)],
    "2,000 terms of 1d6": ["+".join(["1d6"] * 2000)],
    "open-ended dice": ["+".join(["20d50!"] * 20)],
    "kept dice": ["+".join(["20d50k19"] * 20)],
    "the largest sums that are read": ["20d50+20d50+20d50", "20d50!+20d50!", "20d50k19+20d50", "1d1000!"],
}.items():
    bomb(f"dice: {name}", "validate HERE/deck.csv --spec FILE", ".toml")(lambda sums=sums: with_dice(*sums))


@bomb("JSON: 30,000 wrong keys", "lookup card 34 --deck FILE", ".json")
def _():
    return b'{"format": "actiondeck/1", ' + b", ".join(b'"a%d": 1' % n for n in range(30_000)) + b"}"


@bomb("JSON: a million deep", "lookup card 34 --deck FILE", ".json")
def _():
    return b"[" * 1_000_000


@bomb("weapons: 10,000 wrong rows", "lookup attack 34 3d10 --weapon x --distance 10 --weapons FILE", ".csv")
def _():
    return mutate.ROOT.joinpath("templates/tables/weapons.csv").read_bytes().split(b"\n")[0] + b"\n" + b"x\n" * 10_000


# Lists on the command line ------------------------------------------------------------------------

NUMBERS = ",".join(str(number) for number in range(1, 5001))
for option in ("--bands", "--tn", "--under", "--bands 7 --modifier"):
    BOMBS.append((f"odds {option} of 5,000 numbers", f"odds 5d12 {option} {NUMBERS}", "nothing", None))
BOMBS.append(("odds of 300 dice", "odds " + "+".join(["9d100"] * 300), "nothing", None))

# Not a file -------------------------------------------------------------------------------

for command in [
    "validate PATH", "lookup card 34 --deck PATH", "preflight PATH", "generate PATH -q -o OUT", "play --session PATH",
    "validate HERE/deck.csv --spec PATH", "render HERE/deck.csv --sheet PATH -q -o OUT", "render HERE/deck.csv --vendor PATH -q -o OUT",
    "template check PATH", "lookup card 34 --weapons PATH", "calibrate --printer x --printers PATH -q -o OUT", "diff HERE/deck.csv PATH",
]:  # fmt: skip
    for what in ("/dev/zero", "a FIFO"):
        BOMBS.append((f"{what}: {command.split(' -q')[0].replace('HERE/', '')}", command, what, None))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("words", nargs="*", help="only bombs whose names hold one of these")
    parser.add_argument("--program", type=pathlib.Path, default=mutate.ROOT / "target/release/actiondeck")
    arguments = parser.parse_args()
    program_path = arguments.program.resolve()
    resource.setrlimit(resource.RLIMIT_AS, (16 << 30, 16 << 30))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    folder = pathlib.Path(tempfile.mkdtemp())
    failed = tried = 0
    try:
        mutate.make_sound(program_path, folder)
        program = mutate.Program(program_path, folder)
        theme = folder / "bomb"
        print("| bomb | bytes | exit | seconds | MB | |\n|---|---|---|---|---|---|")
        for name, command, ending, make in BOMBS:
            if arguments.words and not any(word in name for word in arguments.words):
                continue
            data = make() if make else b""
            if ending == "nothing":
                path = folder
            elif ending == "/dev/zero":
                path = pathlib.Path(ending)
            elif ending == "a FIFO":
                path = folder / "fifo"
                if not path.exists():
                    os.mkfifo(path)
            elif "THEME" in command or "WHOLE" in command:
                shutil.rmtree(theme, ignore_errors=True)
                shutil.copytree(folder / ("whole" if "WHOLE" in command else "theme"), theme)
                path = theme / ending
                path.write_bytes(data)
                if ending == "picture.png":
                    back = theme / "back.svg"
                    image = '<image x="9" y="9" width="9" height="9" href="picture.png"/></svg>'
                    back.write_text(back.read_text().replace("</svg>", image))
            else:
                path = folder / f"bomb{ending}"
                path.write_bytes(data)
                shutil.copy(path, folder / f"other{ending}")
            out = folder / "out"
            words = command.replace("GOOD", f"{folder}/card.svg").replace("FILE FILE", f"FILE {folder}/other{ending}").replace("FILE", str(path)).replace("PATH", str(path))
            words = words.replace("THEME", str(theme)).replace("WHOLE", str(theme)).replace("OUT", str(out)).split()
            most, megabytes = SECONDS, MEGABYTES
            if command == CONTAINED:
                most, megabytes = CONTAINED_SECONDS, CONTAINED_MEGABYTES
            for _ in range(RUNS):
                run = program.run(words)
                shutil.rmtree(out, ignore_errors=True)
                wrong = mutate.verdict(run)
                seconds = min(run.seconds, run.processor)
                if wrong or seconds <= most:
                    break
            if not wrong and command == CONTAINED and "card.svg: " not in run.said:
                wrong = "no report on the file beside it"
            if not wrong and seconds > most:
                wrong = f"more than {most} s"
            if not wrong and run.megabytes > megabytes:
                wrong = f"more than {megabytes} MB"
            tried += 1
            failed += bool(wrong)
            print(f"| {name} | {len(data):,} | {run.code} | {seconds:.1f} | {run.megabytes:.0f} | {wrong or ''} |", flush=True)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(f"\n{failed} of {tried} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
