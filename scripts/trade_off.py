#!/usr/bin/env python3
"""Draws the table of weights in scripts/ten_seeds_notes.md as docs/images/trade-off.svg.

    python3 scripts/trade_off.py
"""

from pathlib import Path

NOTES = Path("scripts/ten_seeds_notes.md")
PICTURE = Path("docs/images/trade-off.svg")
LEFT, TOP, WIDTH, HEIGHT = 70, 20, 460, 260
# What the axes span.
R = (0.008, 0.024)
JOINT = (0.45, 0.80)


def points():
    """Weight, rms r and joint rms of each line of the table."""
    lines = NOTES.read_text().splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith("| weight on r²"))
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            return
        weight, r, _, joint, _ = (cell.strip() for cell in line.replace("\\|", "").strip("|").split("|"))
        yield weight.split(" (")[0], "chosen" in weight, float(r), float(joint)


def place(r, joint):
    """Where a pair of figures lies in the picture, in its units."""
    x = LEFT + WIDTH * (r - R[0]) / (R[1] - R[0])
    y = TOP + HEIGHT * (JOINT[1] - joint) / (JOINT[1] - JOINT[0])
    return round(x, 1), round(y, 1)


def main():
    marks, path = [], []
    for weight, chosen, r, joint in points():
        x, y = place(r, joint)
        path.append(f"{x},{y}")
        marks.append(f'<circle cx="{x}" cy="{y}" r="{6 if chosen else 4}" fill="{"#b3451d" if chosen else "#333"}"/>')
        marks.append(f'<text x="{x + 9}" y="{y - 7}">{weight}</text>')
    for r in (0.010, 0.015, 0.020):
        x, y = place(r, JOINT[0])
        marks.append(f'<path d="M{x} {y}v6" stroke="#333"/><text x="{x}" y="{y + 20}" text-anchor="middle">{r}</text>')
    for joint in (0.5, 0.6, 0.7, 0.8):
        x, y = place(R[0], joint)
        marks.append(f'<path d="M{x} {y}h-6" stroke="#333"/><text x="{x - 10}" y="{y + 4}" text-anchor="end">{joint}</text>')
    base, left = TOP + HEIGHT, LEFT + WIDTH / 2
    text = f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 560 340" font-family="sans-serif" font-size="12" fill="#333">
<rect width="560" height="340" fill="#fff"/>
<path d="M{LEFT} {TOP}V{base}H{LEFT + WIDTH}" fill="none" stroke="#333"/>
<polyline points="{' '.join(path)}" fill="none" stroke="#999"/>
{chr(10).join(marks)}
<text x="{left}" y="{base + 42}" text-anchor="middle">rms r, at the weights on r² beside the points</text>
<text transform="translate(20 {TOP + HEIGHT / 2}) rotate(-90)" text-anchor="middle">joint rms, cards</text>
</svg>
"""
    PICTURE.write_text(text)


if __name__ == "__main__":
    main()
