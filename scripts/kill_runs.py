#!/usr/bin/env python3
"""Kills the program at random moments of writing and checks the files that are left.

    cargo build --release
    scripts/kill_runs.py [KILLS] [SEED] [COMMAND,…]

Each round has a folder with an earlier edition, a foreign file and files of other commands. A command (build,
render, diff, generate, play or those named) writes another edition over it and is killed by SIGKILL, SIGINT
or SIGTERM: half of the kills at any moment, half while it writes. ACTIONDECK may name another program than the
one just built. Checked are, at once and after the next run:

- whether `sha256sum --check` succeeds for one edition;
- whether the visible files belong to one edition;
- whether foreign files are unchanged;
- whether the next run needs no --force and leaves the new edition without temporary files.

The command play is killed during a session, between lines and while one is answered. The session must open
again with every answered step and at most one more, and continue.

Needs Linux and sha256sum. The exit code is 1 if anything is lost.
"""

import collections
import hashlib
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAM = os.environ.get("ACTIONDECK", str(ROOT / "target/release/actiondeck"))
SIGNALS = [signal.SIGKILL, signal.SIGINT, signal.SIGTERM]


def run(*arguments, code=(0, 1)):
    done = subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True)
    if code is not None and done.returncode not in code:
        sys.exit(f"{arguments}: {done.returncode}\n{done.stderr}")
    return done


def in_sight(folder):
    """Digests of the visible files, without the list."""
    found = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and name != "SHA256SUMS" and not name.startswith(".actiondeck"):
            found[name] = hashlib.sha256(path.read_bytes()).hexdigest()
    return found


def litter(folder):
    return [
        path.name for path in folder.rglob("*")
        if (".actiondeck" in path.parts[-1] and path.name != ".actiondeck")
        or (path.parent.name == ".actiondeck" and path.name != "written")
    ]


def list_holds(folder):
    """Whether the list is correct, and the files in it."""
    path = folder / "SHA256SUMS"
    if not path.exists():
        return True, {}
    check = ["sha256sum", "--check", "--strict", "--quiet", "SHA256SUMS"]
    held = subprocess.run(check, cwd=folder, capture_output=True).returncode == 0
    lines = [line.split("  ", 1) for line in path.read_text().splitlines()]
    return held, {name.removeprefix(".actiondeck/next/"): digest for digest, name in lines}


class Job:
    """A command that writes two editions into one folder."""

    def __init__(self, name, writes):
        self.name, self.writes = name, writes  # writes(edition, folder) -> arguments

    def prepare(self, work):
        """The two editions, the furnished folder to start from, how long the command takes and when
        it begins to write."""
        self.start = work / f"{self.name}-start"
        start = self.start
        start.mkdir()
        if self.name != "generate":
            run("calibrate", "-q", "-o", start)
        (start / "notes").mkdir()
        (start / "notes/mine.txt").write_text("my own words\n")
        run(*self.writes(0, start))
        self.old, self.old_list = in_sight(start), list_holds(start)[1]
        end = work / f"{self.name}-end"
        shutil.copytree(start, end)
        began = time.monotonic()
        process = subprocess.Popen([PROGRAM, *map(str, self.writes(1, end))],
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.first_write = None
        while process.poll() is None:
            if self.first_write is None and self.is_writing(end):
                self.first_write = time.monotonic() - began
        self.takes = time.monotonic() - began
        self.new, self.new_list = in_sight(end), list_holds(end)[1]
        assert self.old != self.new and process.returncode in (0, 1), self.name

    def is_writing(self, folder):
        if self.name == "generate":
            return any(path.name.startswith(".actiondeck-") for path in folder.iterdir())
        return (folder / ".actiondeck/next").exists()

    def is_switching(self, folder):
        return (folder / ".actiondeck/journal").exists()

    def kill(self, folder, rng):
        """One round; returns its findings."""
        found = collections.Counter()
        if folder.exists():
            shutil.rmtree(folder)
        shutil.copytree(self.start, folder)
        arguments = [PROGRAM, *map(str, self.writes(1, folder))]
        aim = rng.choice(["any", "any", "writing", "switching"])
        with_signal = rng.choice(SIGNALS)
        wait = rng.uniform(0, 1.1 * self.takes) if aim == "any" else None
        # During writing for up to its usual length, during the switch for a few milliseconds.
        length = self.takes - (self.first_write or self.takes)
        later = rng.uniform(0, max(length, 0.002)) if aim == "writing" else rng.uniform(0, 0.015)
        process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        began = time.monotonic()
        if wait is not None:
            time.sleep(wait)
        else:
            seen = self.is_writing if aim == "writing" or self.name == "generate" else self.is_switching
            while process.poll() is None and not seen(folder):
                pass
            until = time.monotonic() + later
            while time.monotonic() < until:
                pass
        found["ended before the kill"] += process.poll() is not None
        process.send_signal(with_signal)
        process.wait()
        found[f"by {with_signal.name}"] += 1
        found["killed while files were staged or put in place"] += self.is_writing(folder)
        found["killed while files were put in place"] += self.is_switching(folder)

        held, listed = list_holds(folder)
        found["sha256sum --check fails at once"] += not held
        found["the list names neither edition"] += listed not in (self.old_list, self.new_list)
        sight = in_sight(folder)
        mixed = sight not in (self.old, self.new)
        found["names in sight mixed at once"] += mixed and with_signal == signal.SIGKILL
        found["names in sight mixed after a signal that can be held off"] += (
            mixed and with_signal != signal.SIGKILL)
        found["litter after a signal that can be held off"] += (
            bool(litter(folder)) and with_signal != signal.SIGKILL)
        found["another's file touched"] += self.others_touched(folder)

        # The next run is of another command, then of the same one.
        if self.name != "generate":
            run("calibrate", "-q", "-o", folder)
            held, listed = list_holds(folder)
            found["sha256sum --check fails after the next run"] += not held
            found["names in sight mixed after the next run"] += (
                in_sight(folder) not in (self.old, self.new))
            found["litter after the next run"] += bool(litter(folder))
            found["another's file touched"] += self.others_touched(folder)
        done = run(*self.writes(rng.choice([0, 1]), folder), code=None)
        found["the run after refused"] += done.returncode not in (0, 1)
        found["not an edition at the end"] += in_sight(folder) not in (self.old, self.new)
        found["litter at the end"] += bool(litter(folder))
        found["another's file touched"] += self.others_touched(folder)
        found["sha256sum --check fails at the end"] += not list_holds(folder)[0]
        return found

    def others_touched(self, folder):
        """Files of other commands and foreign files are equal in both editions."""
        others = {name: digest for name, digest in self.old.items()
                  if name.startswith(("notes/", "calibration"))}
        sight = in_sight(folder)
        return any(sight.get(name) != digest for name, digest in others.items())


class Table:
    """A session that is continued and killed."""

    name = "play"

    def prepare(self, work):
        self.session = work / "evening.json"
        self.answered = 0

    def run(self, lines):
        """The answers to these lines, from a program that is not killed."""
        done = subprocess.run([PROGRAM, "play", "--json", "--session", str(self.session)],
                              input=lines, capture_output=True, text=True)
        if done.returncode != 0:
            return None
        return [json.loads(line) for line in done.stdout.splitlines()]

    def kill(self, _, rng):
        found = collections.Counter()
        if self.answered > 2000:
            self.session.unlink()
            self.answered = 0
        process = subprocess.Popen([PROGRAM, "play", "--json", "--session", str(self.session)],
                                   stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                   stderr=subprocess.DEVNULL, text=True, bufsize=1)
        # Checks, questions that wait for their card, undo.
        lines = [rng.choice(["3d10 7", "tn 3d10 7", "attack 3d10 weapon rev distance 8", "undo"])
                 for _ in range(rng.randrange(1, 20))]
        for line in lines:
            process.stdin.write(line + "\n")
            process.stdin.flush()
            answer = json.loads(process.stdout.readline())
            if "errors" in answer:
                continue
            self.answered += -1 if line == "undo" else 1
        # One more line, killed before, during or after its answer.
        last = rng.choice(["3d10 7", "undo"])
        process.stdin.write(last + "\n")
        process.stdin.flush()
        until = time.monotonic() + rng.uniform(0, 0.004)
        while time.monotonic() < until:
            pass
        with_signal = rng.choice(SIGNALS)
        process.send_signal(with_signal)
        process.wait()
        found[f"by {with_signal.name}"] += 1
        opened = self.run("table\n")
        found["a session that does not open"] += opened is None
        if opened is None:
            self.session.unlink()
            self.answered = 0
            return found
        steps = opened[0]["answer"]["answer"]["steps"]
        change = -1 if last == "undo" else 1
        # A step without an answer may have been saved, or not.
        found["an answered step lost, or one too many"] += (
            steps not in (self.answered, max(self.answered + change, 0)))
        found["killed after the last step was written"] += steps != self.answered
        self.answered = steps
        beside = [path.name for path in self.session.parent.iterdir()
                  if path.name.startswith(self.session.name) and path != self.session]
        found["litter beside a session"] += bool(beside)
        return found


def jobs(decks):
    def build(edition, folder):
        return ["build", "-q", "--effort", "quick", "--format", "svg", "--sheet", "single",
                "--seed", 1 + edition, "-o", folder]

    def render(edition, folder):
        return ["render", "-q", decks[edition], "--format", "svg", "--sheet", "single",
                "--only", "0-11", "-o", folder]

    def diff(edition, folder):
        return ["diff", "-q", decks[edition], decks[1 - edition], "--render", folder,
                "--format", "svg", "--sheet", "single"]

    def generate(edition, folder):
        # From a deck: a short search, so that a larger share of the time is writing.
        return ["generate", "-q", "--from", decks[edition], "-o", folder / "deck.json"]

    return [Job("build", build), Job("render", render), Job("diff", diff), Job("generate", generate)]


# Findings that are failures.
WRONG = [
    "sha256sum --check fails at once",
    "the list names neither edition",
    "names in sight mixed after a signal that can be held off",
    "litter after a signal that can be held off",
    "another's file touched",
    "sha256sum --check fails after the next run",
    "names in sight mixed after the next run",
    "litter after the next run",
    "the run after refused",
    "not an edition at the end",
    "litter at the end",
    "sha256sum --check fails at the end",
    "a session that does not open",
    "an answered step lost, or one too many",
    "litter beside a session",
]


def furnished(work):
    """Every command with its two editions, prepared in this folder."""
    decks = [work / "one.json", work / "two.json"]
    for number, deck in enumerate(decks):
        run("generate", "-q", "--effort", "quick", "--seed", 1 + number, "-o", deck)
    return jobs(decks)


def tell_wrong(number, job, found, wrong):
    """Prints the failures of a round, if any."""
    wrong = [kind for kind in wrong if found[kind]]
    if wrong:
        print(f"run {number}, {job.name}: {'; '.join(wrong)}", flush=True)


def tell(total, wrong):
    """Prints the counts, failures last; returns the exit code."""
    for what in [*sorted(set(total) - set(wrong)), *wrong]:
        print(f"{total[what]:6}  {what}")
    return 1 if any(total[what] for what in wrong) else 0


def main():
    kills = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    rng = random.Random(seed)
    chosen = sys.argv[3].split(",") if len(sys.argv) > 3 else ["build", "render", "diff", "generate", "play"]
    with tempfile.TemporaryDirectory() as work:
        work = pathlib.Path(work)
        all_jobs = [job for job in [*furnished(work), Table()] if job.name in chosen]
        for job in all_jobs:
            job.prepare(work)
        # Quick commands more often: most of their time is writing.
        often = {"render": 2, "diff": 2}
        shares = [job for job in all_jobs for _ in range(often.get(job.name, 1))]
        total = collections.Counter()
        # Ctrl-C ends the runs and prints the summary.
        stopped = []
        signal.signal(signal.SIGINT, lambda *_: stopped.append(True))
        number = 0
        while number < kills and not stopped:
            number += 1
            job = rng.choice(shares)
            found = job.kill(work / "folder", rng)
            total += found
            total[f"of {job.name}"] += 1
            tell_wrong(number, job, found, WRONG)
    print(f"{number} kills, seed {seed}")
    return tell(total, WRONG)


if __name__ == "__main__":
    sys.exit(main())
