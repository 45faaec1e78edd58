#!/usr/bin/env python3
"""Writes to disks that are too small or read-only and checks the files that are left.

    cargo build --release
    scripts/full_disk.py [RUNS] [SEED]

Each run has its own tmpfs with the prepared folder of kill_runs.py: an earlier edition, a foreign file and files
of other commands. It has room for a random part of what a command (build, render, diff or generate) needs to
write another edition; one run in eight is read-only instead. Checked are:

- whether a failing command reports it and leaves the old edition, complete and without temporary files;
- whether `sha256sum --check` succeeds and foreign files are unchanged;
- whether the next run, with enough room, needs no --force and leaves the new edition.

ACTIONDECK may name another program than the one just built. Needs Linux, sha256sum, and permission to
mount: root, or a user namespace of `unshare`. The exit code is 1 if anything is lost.
"""

import collections
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

from kill_runs import furnished, in_sight, list_holds, litter, run, tell, tell_wrong

WRONG = [
    "the run fails without a word",
    "a full disk left neither edition",
    "a full disk left litter",
    "a run that failed changed something",
    "sha256sum --check fails",
    "another's file touched",
    "the run with room enough refused",
    "not the new edition at the end",
    "litter at the end",
    "sha256sum --check fails at the end",
]


def mount(*options):
    subprocess.run(["mount", *map(str, options)], check=True)


def used(folder):
    """The bytes of a folder on a tmpfs, in whole pages."""
    return sum(4096 + -(-path.lstat().st_size // 4096) * 4096 for path in folder.rglob("*"))


def one(job, disk, rng):
    """One run; returns its findings."""
    found = collections.Counter()
    arguments = job.writes(1, disk / "folder")
    base, needed = used(job.start), used(job.end)
    # From none to more than needed.
    room = base + 16384 + int(rng.uniform(0, 1.1) * needed)
    mount("-t", "tmpfs", "-o", f"size={room}", "tmpfs", disk)
    try:
        shutil.copytree(job.start, disk / "folder")
        read_only = rng.randrange(8) == 0
        if read_only:
            mount("-o", "remount,ro", disk)
        done = run(*arguments, code=None)
        sight, held = in_sight(disk / "folder"), list_holds(disk / "folder")[0]
        if done.returncode in (0, 1):
            found["room enough"] += 1
            found["a full disk left neither edition"] += sight != job.new
        else:
            found["read-only" if read_only else "disk full"] += 1
            found["the run fails without a word"] += not done.stderr.strip()
            found["a full disk left neither edition"] += sight not in (job.old, job.new)
            found["a run that failed changed something"] += sight != job.old
        found["a full disk left litter"] += bool(litter(disk / "folder"))
        found["sha256sum --check fails"] += not held
        found["another's file touched"] += job.others_touched(disk / "folder")
        mount("-o", f"remount,rw,size={base + 4 * needed + (64 << 20)}", disk)
        done = run(*arguments, code=None)
        found["the run with room enough refused"] += done.returncode not in (0, 1)
        found["not the new edition at the end"] += in_sight(disk / "folder") != job.new
        found["litter at the end"] += bool(litter(disk / "folder"))
        found["another's file touched"] += job.others_touched(disk / "folder")
        found["sha256sum --check fails at the end"] += not list_holds(disk / "folder")[0]
    finally:
        subprocess.run(["umount", str(disk)], check=True)
    return found


def main():
    if os.environ.get("ACTIONDECK_MAY_MOUNT") is None:
        os.environ["ACTIONDECK_MAY_MOUNT"] = "yes"
        os.execvp("unshare", ["unshare", "--map-root-user", "--mount", sys.executable, *sys.argv])
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory() as work:
        work = pathlib.Path(work)
        jobs = furnished(work)
        for job in jobs:
            job.prepare(work)
            job.end = work / f"{job.name}-end"
        disk = work / "disk"
        disk.mkdir()
        total = collections.Counter()
        for number in range(1, runs + 1):
            job = rng.choice(jobs)
            found = one(job, disk, rng)
            total += found
            total[f"of {job.name}"] += 1
            tell_wrong(number, job, found, WRONG)
    print(f"{runs} runs, seed {seed}")
    return tell(total, WRONG)


if __name__ == "__main__":
    sys.exit(main())
