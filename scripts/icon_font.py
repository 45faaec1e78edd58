#!/usr/bin/env python3
"""Writes fonts/ActionDeckIcons.ttf: the drawings of templates/elements.svg as glyphs, for `:clock:` in texts.

    pip install fonttools skia-pathops && scripts/icon_font.py

Run it when a drawing changes; a test compares the glyphs with the drawings. src/face/icons.rs lists the names in
the same order.
"""

import xml.etree.ElementTree as ET
from pathlib import Path

import pathops
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.svgLib.path import parse_path

ROOT = Path(__file__).resolve().parent.parent
LABEL = "{http://www.inkscape.org/namespaces/inkscape}label"
EM = 1000
HEIGHT, WIDTH = 800, 1000
# Half the height of capitals, the vertical centre of an icon.
MIDDLE = 345
BEARING = 45
# The thinnest printable line, 0.25 pt, in text of the smallest size, 6 pt.
LEAST_LINE = EM * 0.25 / 6 * 1.08
NAMES = {
    "unintended target": "unintended",
    "unintended target in a hat": "unintended-hat",
    "red joker": "joker",
    "die other": "die",
}


def read(data):
    path = pathops.Path()
    parse_path(data, path.getPen(glyphSet=None))
    return path


def drawing(group):
    """The glyph of a group, and its width."""
    children = [(child, read(child.get("d"))) for child in group.iter() if child.get("d")]
    bounds = [path.bounds for _, path in children]
    left, top = (min(edge[at] for edge in bounds) for at in (0, 1))
    right, bottom = (max(edge[at] for edge in bounds) for at in (2, 3))
    scale = min(HEIGHT / (bottom - top), WIDTH / (right - left))
    parts = []
    for child, path in children:
        fill, stroke = child.get("fill", "#000000"), child.get("stroke", "none")
        if fill not in ("none", "#ffffff"):
            parts.append(pathops.Path(path))
        if stroke != "none":
            line = pathops.Path(path)
            line.stroke(max(float(child.get("stroke-width")), LEAST_LINE / scale), pathops.LineCap.BUTT_CAP,
                        pathops.LineJoin.ROUND_JOIN, 4)
            line.convertConicsToQuads()
            parts.append(line)
    whole = pathops.Path()
    pathops.union([part for part in parts], whole.getPen(glyphSet=None))
    pen = TTGlyphPen(None)
    middle = (top + bottom) / 2
    place = (scale, 0, 0, -scale, BEARING - left * scale, MIDDLE + middle * scale)
    # Curves are accurate to a thousandth of the text size.
    whole.draw(TransformPen(Cu2QuPen(pen, 1.0), place))
    return pen.glyph(), round((right - left) * scale) + 2 * BEARING


def main():
    groups = ET.parse(ROOT / "templates/elements.svg").getroot()
    letters = {".notdef": (TTGlyphPen(None).glyph(), EM // 2), "space": (TTGlyphPen(None).glyph(), EM // 4)}
    characters = {0x20: "space"}
    for group in groups:
        label = group.get(LABEL)
        if label is None:
            continue
        name = NAMES.get(label, label.removeprefix("die "))
        characters[0xF0000 + len(characters)] = name
        letters[name] = drawing(group)
    font = FontBuilder(EM, isTTF=True)
    font.setupGlyphOrder(list(letters))
    font.setupCharacterMap(characters)
    font.setupGlyf({name: glyph for name, (glyph, _) in letters.items()})
    edges = font.font["glyf"]
    font.setupHorizontalMetrics({name: (width, getattr(edges[name], "xMin", 0)) for name, (_, width) in letters.items()})
    font.setupHorizontalHeader(ascent=800, descent=-200)
    font.setupNameTable({"familyName": "Action Deck Icons", "styleName": "Regular",
                         "psName": "ActionDeckIcons", "licenseDescription": "MIT or Apache 2.0"})
    font.setupOS2(sTypoAscender=800, sTypoDescender=-200, usWinAscent=800, usWinDescent=200, fsType=0)
    font.setupPost()
    font.setupHead(unitsPerEm=EM, created=0, modified=0)
    font.font.recalcTimestamp = False
    font.save(ROOT / "fonts/ActionDeckIcons.ttf")
    print(", ".join(f'"{name}"' for name in characters.values() if name != "space"))


if __name__ == "__main__":
    main()
