#!/usr/bin/env python3
"""How long a session of many steps takes to open, and a line of it to be answered.

    cargo build --release
    scripts/session_speed.py [STEPS]

Plays STEPS checks into a session file (100,000 when left out), then opens it a few times, and times
lines one by one, each from the line typed to its answer: on a new session and on the long one. A step
is on the disk before its answer. ACTIONDECK may name another program than the one just built.
"""

import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAM = os.environ.get("ACTIONDECK", str(ROOT / "target/release/actiondeck"))
LINES = 500


def play(session, lines):
    """Seconds that these lines take from the start of the program to its end."""
    began = time.monotonic()
    done = subprocess.run([PROGRAM, "play", "--json", "--session", session], input=lines, text=True,
                          stdout=subprocess.DEVNULL)
    assert done.returncode == 0, done
    return time.monotonic() - began


def answered(session):
    """Milliseconds for each of some lines, typed one after the other."""
    process = subprocess.Popen([PROGRAM, "play", "--json", "--session", session], text=True, bufsize=1,
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    times = []
    for _ in range(LINES):
        began = time.monotonic()
        process.stdin.write("3d10 tn 7\n")
        process.stdin.flush()
        process.stdout.readline()
        times.append(1000 * (time.monotonic() - began))
    process.stdin.close()
    process.wait()
    # The first line waits for the program to start.
    return times[1:]


def tell(name, times):
    times = sorted(times)
    print(f"{name}: median {statistics.median(times):.2f} ms, 95 of 100 within "
          f"{times[len(times) * 95 // 100]:.2f} ms, slowest {times[-1]:.2f} ms")


def main():
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    with tempfile.TemporaryDirectory() as folder:
        new, long = (str(pathlib.Path(folder) / name) for name in ("new.json", "long.json"))
        tell("a line of a new session", answered(new))
        play(long, "3d10 tn 7\n" * steps)
        megabytes = os.path.getsize(long) / 1e6
        start = min(play(str(pathlib.Path(folder) / f"{number}.json"), "table\n") for number in range(5))
        opened = min(play(long, "table\n") for _ in range(5))
        print(f"{steps} steps, {megabytes:.1f} MB: opened in {opened - start:.3f} s "
              f"(an empty session: {start:.3f} s)")
        tell(f"a line after {steps} steps", answered(long))
        taken_back = play(long, "undo\n") - opened
        print(f"undo after {steps} steps: {1000 * max(taken_back, 0):.1f} ms")


if __name__ == "__main__":
    main()
