#!/usr/bin/env python3
"""Makes press/srgb.icc, the profile of sRGB (IEC 61966-2-1).

An ICC version 2.4 profile of class mntr with three colorants and one curve of 1,024 points. With
--check it reports whether the committed file is up to date.
"""

import struct
import sys
from pathlib import Path

PROFILE = Path(__file__).resolve().parent.parent / "press" / "srgb.icc"


def fixed(number):
    return struct.pack(">i", round(number * 65536))


def xyz(x, y, z):
    return b"XYZ \0\0\0\0" + fixed(x) + fixed(y) + fixed(z)


def text(words):
    return b"text\0\0\0\0" + words.encode("ascii") + b"\0"


def description(words):
    ascii_words = words.encode("ascii") + b"\0"
    return (
        b"desc\0\0\0\0" + struct.pack(">I", len(ascii_words)) + ascii_words
        + bytes(4 + 4) + bytes(2 + 1 + 67)
    )


def curve(points=1024):
    def linear(v):
        return v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4

    levels = [round(linear(i / (points - 1)) * 65535) for i in range(points)]
    return b"curv\0\0\0\0" + struct.pack(f">I{points}H", points, *levels)


def profile():
    trc = curve()
    # The primaries of sRGB, adapted from its white (D65) to that of profiles (D50) by the Bradford
    # transform.
    tags = [
        (b"desc", description("sRGB IEC61966-2.1")),
        (b"cprt", text("No copyright: CC0 1.0, use freely")),
        (b"wtpt", xyz(0.9642, 1.0, 0.8249)),
        (b"rXYZ", xyz(0.436066, 0.222488, 0.013916)),
        (b"gXYZ", xyz(0.385147, 0.716873, 0.097076)),
        (b"bXYZ", xyz(0.143066, 0.060608, 0.714096)),
        (b"rTRC", trc),
        (b"gTRC", trc),
        (b"bTRC", trc),
    ]
    at = 128 + 4 + 12 * len(tags)
    table, data, placed = b"", b"", {}
    for name, body in tags:
        if body not in placed:
            placed[body] = at + len(data)
            data += body + bytes(-len(body) % 4)
        table += name + struct.pack(">II", placed[body], len(body))
    size = at + len(data)
    header = (
        struct.pack(">I", size) + bytes(4) + bytes([2, 0x40, 0, 0]) + b"mntrRGB XYZ "
        + struct.pack(">6H", 2026, 1, 1, 0, 0, 0) + b"acsp" + bytes(4) + bytes(4) + bytes(8)
        + bytes(8) + struct.pack(">I", 1) + fixed(0.9642) + fixed(1.0) + fixed(0.8249)
    )
    header += bytes(128 - len(header))
    return header + struct.pack(">I", len(tags)) + table + data


if __name__ == "__main__":
    made = profile()
    if "--check" in sys.argv[1:]:
        same = PROFILE.read_bytes() == made
        print("the committed profile is " + ("what the script makes" if same else "another"))
        sys.exit(0 if same else 1)
    PROFILE.write_bytes(made)
    print(f"{PROFILE}: {len(made)} bytes")
