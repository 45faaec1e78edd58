#!/usr/bin/env python3
"""Times printing against other programs on the same job, side by side on one machine.

    cargo build --release
    python3 -m pip install cairosvg reportlab weasyprint pdfimpose
    python3 scripts/compare_render.py [runs]

Each row is one job, done by `actiondeck render` and by a program people use instead; wall time of the
whole process, the shortest of some runs (three unless told), on all cores each of them uses:

1. PNG at 300 dpi of 54 cards and the back: rsvg-convert, CairoSVG and Inkscape on our outlined SVGs.
2. The six A4 sheets as PDF: ReportLab draws the same figures at the same places, and WeasyPrint
   prints the same figures from an HTML page. Both get the grids and leave out all ornament.
3. The imposition: pdfimpose lays our single-card pages on sheets of nine. Its input is made already.

Foreign programs that are missing are named and left out. The table is Markdown.
"""

import json
import multiprocessing
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = ROOT / "target/release/actiondeck"
DECK = ROOT / "templates/decks/future-imperfect.json"
RUNS = int(sys.argv[1]) if len(sys.argv) > 1 else 3
MM = 72 / 25.4


def best(job):
    """The shortest wall time in seconds of some runs."""
    times = []
    for _ in range(RUNS):
        start = time.perf_counter()
        job()
        times.append(time.perf_counter() - start)
    return min(times)


def run(*arguments, **options):
    done = subprocess.run(
        [str(argument) for argument in arguments], capture_output=True, text=True, **options
    )
    if done.returncode != 0:
        raise RuntimeError(f"{arguments[0]}: {done.stderr.strip()[-500:]}")
    return done.stdout


def render(folder, *options):
    run(PROGRAM, "render", DECK, "-q", "--force", "-o", folder, *options)


def figures():
    """The grids of every card as (text, x, y, size in points): x and y in mm from the trim's corner."""
    texts = []
    for card in json.loads(DECK.read_text())["cards"]:
        drawn = [(str(card["number"]), 4.0, 12.0, 24)]
        for grid, top in (("cause", 24.5), ("effect", 58.0)):
            for column, cells in enumerate(card[grid].values()):
                x = (12.0 if grid == "cause" else 28.0) + column * (9.5 if grid == "cause" else 6.5)
                for row, cell in enumerate(cells):
                    drawn.append((str(cell), x, top + row * 5.0, 10))
        texts.append(drawn)
    return texts


def places():
    """Nine places on A4: the trim's corner in mm."""
    return [(9.75 + 63.5 * (n % 3), 15.15 + 88.9 * (n // 3)) for n in range(9)]


def reportlab_sheets(path):
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont
    from reportlab.pdfgen.canvas import Canvas

    pdfmetrics.registerFont(TTFont("Plex", str(ROOT / "fonts/IBMPlexSansCondensed-Medium.ttf")))
    canvas = Canvas(str(path), pagesize=(210 * MM, 297 * MM))
    cards = figures()
    for first in range(0, len(cards), 9):
        for (left, top), drawn in zip(places(), cards[first : first + 9]):
            canvas.setFillColorCMYK(1, 0.8, 0.3, 0.2)
            canvas.rect(left * MM, (297 - top - 88.9) * MM, 63.5 * MM, 88.9 * MM, 0, 1)
            canvas.setFillColorCMYK(0, 0, 0, 0)
            canvas.rect((left + 3) * MM, (297 - top - 80) * MM, 57.5 * MM, 65 * MM, 0, 1)
            canvas.setFillColorCMYK(0, 0, 0, 1)
            for text, x, y, size in drawn:
                canvas.setFont("Plex", size)
                canvas.drawString((left + x) * MM, (297 - top - y) * MM, text)
        canvas.showPage()
        canvas.setFillColorCMYK(1, 0.8, 0.3, 0.2)
        for left, top in places():
            canvas.rect(left * MM, (297 - top - 88.9) * MM, 63.5 * MM, 88.9 * MM, 0, 1)
        canvas.showPage()
    canvas.save()


def html_sheets():
    rules = (
        "@font-face{font-family:Plex;src:url(fonts/IBMPlexSansCondensed-Medium.ttf)}"
        "@page{size:210mm 297mm;margin:0}body{margin:0;font-family:Plex}"
        ".page{position:relative;width:210mm;height:297mm;break-after:page}"
        ".card{position:absolute;width:63.5mm;height:88.9mm;background:#0c2340}"
        ".plate{position:absolute;left:3mm;top:15mm;width:57.5mm;height:65mm;background:#fff}"
        "span{position:absolute;line-height:0}"
    )
    pages = []
    cards = figures()
    for first in range(0, len(cards), 9):
        fronts, backs = [], []
        for (left, top), drawn in zip(places(), cards[first : first + 9]):
            place = f'<div class="card" style="left:{left}mm;top:{top}mm">'
            spans = "".join(
                f'<span style="left:{x}mm;top:{y}mm;font-size:{size}pt">{text}</span>'
                for text, x, y, size in drawn
            )
            fronts.append(f'{place}<div class="plate"></div>{spans}</div>')
            backs.append(f"{place}</div>")
        pages += [f'<div class="page">{"".join(side)}</div>' for side in (fronts, backs)]
    return f"<!doctype html><meta charset=utf-8><style>{rules}</style>{''.join(pages)}"


def in_process(call):
    """Runs Python packages in a process of their own, start and imports counted, as ours is."""

    def job():
        process = multiprocessing.get_context("spawn").Process(target=call[0], args=call[1:])
        process.start()
        process.join()
        if process.exitcode != 0:
            raise RuntimeError(f"{call[0].__name__} failed")

    return job


def cairosvg_all(svgs, folder):
    import cairosvg

    for svg in svgs:
        cairosvg.svg2png(url=str(svg), write_to=str(folder / f"{svg.stem}.png"), output_width=825)


def cairosvg_pool(svgs, folder):
    """Half the cards to each core: CairoSVG itself uses one."""
    cores = os.cpu_count() or 1
    parts = [(svgs[start::cores], folder) for start in range(cores)]
    with multiprocessing.get_context("spawn").Pool(cores) as pool:
        pool.starmap(cairosvg_all, parts)


def weasyprint_sheets(path):
    import weasyprint

    weasyprint.HTML(string=html_sheets(), base_url=str(ROOT) + os.sep).write_pdf(str(path))


def rsvg_all(svgs, folder):
    """One process a card, as many at a time as there are cores."""
    lines = "\n".join(f"{svg}\n{folder / svg.stem}.png" for svg in svgs)
    run("xargs", "-P", os.cpu_count() or 1, "-n", 2, "sh", "-c",
        'exec rsvg-convert -w 825 -h 1125 -o "$1" "$0"', input=lines)


def inkscape_all(svgs, folder):
    """One process for all cards: starting it for each would take a second each."""
    lines = [
        f"file-open:{svg}; export-filename:{folder / svg.stem}.png; export-width:825; "
        "export-do; file-close"
        for svg in svgs
    ]
    run("inkscape", "--shell", input="\n".join([*lines, "quit"]) + "\n")


def pdfimpose_sheets(pdf, path):
    run(sys.executable, "-m", "pdfimpose", "cards", pdf, "-o", path, "--signature", "3x3")


def version(*command):
    try:
        said = subprocess.run(command, capture_output=True, text=True).stdout
    except FileNotFoundError:
        return ""
    found = re.search(r"\d+(\.\d+)+", said)
    return found.group(0) if found else ""


def package_version(name):
    from importlib.metadata import version as of

    return of(name)


def main():
    if not PROGRAM.is_file():
        sys.exit("cargo build --release first")
    rows, missing = [], []
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        render(work / "svg", "--format", "svg", "--sheet", "single")
        render(work / "pdf", "--format", "pdf", "--sheet", "single")
        svgs = sorted((work / "svg/cards/svg").glob("*.svg"))
        out = work / "out"
        out.mkdir()

        def row(job, who, call, note=""):
            try:
                rows.append((job, who, best(call), note))
            except (RuntimeError, OSError) as error:
                missing.append(f"{who}: {error}")

        def program(job, name, call, note=""):
            if shutil.which(name) is None:
                missing.append(f"{name}: not installed (Debian package)")
            else:
                row(job, f"{name} {version(name, '--version')}".strip(), call, note)

        def package(job, name, call, note=""):
            if find_spec(name) is None:
                missing.append(f"{name}: not installed (pip)")
            else:
                row(job, f"{name} {package_version(name)}", call, note)

        pngs = f"{len(svgs)} pictures, 300 dpi"
        ours = f"actiondeck {version(PROGRAM, '--version')}"
        row(pngs, ours, lambda: render(work / "p", "--format", "png", "--sheet", "single"),
            "binds the deck to the template too")
        program(pngs, "rsvg-convert", lambda: rsvg_all(svgs, out), "one process a card on all cores")
        package(pngs, "cairosvg", in_process((cairosvg_pool, svgs, out)), "a share to each core")
        program(pngs, "inkscape", lambda: inkscape_all(svgs, out), "one process for all")

        sheets = "six A4 sheets as PDF"
        row(sheets, ours, lambda: render(work / "s", "--format", "pdf", "--sheet", "a4-3x3"),
            "whole design, exact inks")
        package(sheets, "reportlab", in_process((reportlab_sheets, out / "reportlab.pdf")),
                "grids on two plain plates")
        package(sheets, "weasyprint", in_process((weasyprint_sheets, out / "weasyprint.pdf")),
                "grids on two plain plates, RGB")

        impose = "54 single cards laid on sheets of nine"
        pdf = work / "pdf/sheets/single.pdf"
        row(impose, ours, lambda: render(work / "i", "--format", "pdf", "--sheet", "a4-3x3"),
            "draws the cards too")
        package(impose, "pdfimpose", lambda: pdfimpose_sheets(pdf, out / "imposed.pdf"),
                "cards are drawn already")

        sizes = {path.name: path.stat().st_size for path in out.glob("*.pdf")}
        sizes["actiondeck"] = (work / "s/sheets/a4-3x3.pdf").stat().st_size

    print(f"{os.cpu_count()} cores, shortest of {RUNS} runs each.\n")
    print("| job | by | seconds | note |\n|---|---|---|---|")
    for job, who, seconds, note in rows:
        print(f"| {job} | {who} | {seconds:.2f} | {note} |")
    print("\nSizes of the PDFs:", ", ".join(f"{name} {size // 1024} KB" for name, size in sizes.items()))
    for line in missing:
        print(f"left out: {line}", file=sys.stderr)


if __name__ == "__main__":
    main()
