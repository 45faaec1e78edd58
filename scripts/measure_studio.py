#!/usr/bin/env python3
"""Measures the studio and `watch` as they are served: times from an edit to what comes of it, beside the
commands that do the same; the work and memory of long use; what bad clients do. Usage:
scripts/measure_studio.py [PROGRAM] [EDITS]; EDITS 0 leaves out all but the times."""

import http.client
import json
import os
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time

PROGRAM = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else "target/release/actiondeck")
EDITS = int(sys.argv[2]) if len(sys.argv) > 2 else 10_000
TICKS = os.sysconf("SC_CLK_TCK")


class Studio:
    """The studio of a new project."""

    def __init__(self, folder):
        subprocess.run([PROGRAM, "new", "mine"], cwd=folder, check=True, capture_output=True)
        self.process = subprocess.Popen([PROGRAM, "studio", "mine/deck.toml"], cwd=folder,
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        address = self.process.stdout.readline().strip()
        self.port = int(address.split(":")[2].split("/")[0])
        self.token = address.split("/")[3]
        self.revision = 1
        self.news, self.heard = [], threading.Condition()
        threading.Thread(target=self.listen, daemon=True).start()

    def ask(self, method, path, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        headers = {"Content-Type": "application/json", "Origin": f"http://127.0.0.1:{self.port}"}
        connection.request(method, f"/{self.token}{path}", json.dumps(body) if body is not None else None, headers)
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        return answer.status, content

    def edit(self, edit):
        status, content = self.ask("POST", "/edit", {"revision": self.revision, "edit": edit})
        if status == 200:
            state = json.loads(content)
            self.revision, self.has_faults, self.text = state["revision"], bool(state["faults"]), state["text"]
        return status

    def listen(self):
        """News as the page hears them: pairs of revision and stage, with the time they came."""
        stream = socket.create_connection(("127.0.0.1", self.port))
        own = f"127.0.0.1:{self.port}"
        stream.sendall(f"GET /{self.token}/events HTTP/1.1\r\nHost: {own}\r\nOrigin: http://{own}\r\n\r\n".encode())
        for line in stream.makefile():
            if line.startswith("data: "):
                news = json.loads(line[6:])
                with self.heard:
                    revision, reached = (news["made"] or (0, ""))[:2]
                    self.news.append((revision, reached, time.monotonic()))
                    self.heard.notify_all()

    def until(self, stage):
        """Waits for the deck of the last edit at a stage; when its news came."""

        def told():
            # Who is slow to listen hears of the last stage only.
            is_it = lambda own, reached: own == self.revision and (stage == "sketch" or reached == stage)
            return next((at for own, reached, at in self.news if is_it(own, reached)), None)

        with self.heard:
            if not self.heard.wait_for(lambda: told() is not None, timeout=60):
                raise TimeoutError(stage)
            return told()

    def megabytes(self, line):
        with open(f"/proc/{self.process.pid}/status") as status:
            return next(int(text.split()[1]) / 1000 for text in status if text.startswith(line))


def count(draws):
    return {"count": {"path": ["penetration", draws.choice(["-2", "-1", "0", "1", "2"])], "to": draws.randint(0, 30)}}


def critical(draws):
    die, row = draws.choice(["d6", "d8", "d10"]), draws.randint(0, 4)
    return {"value": {"path": ["cause", "critical", die, row], "to": draws.randint(0, 3)}}


def told(name, seconds):
    most, least = (round(1000 * figure(seconds)) for figure in (max, min))
    print(f"{name}: median {1000 * statistics.median(seconds):.0f} ms, {least} to {most} ms, {len(seconds)} times")


def command(folder, *typed):
    start = time.monotonic()
    # A deck that falls short of its limits ends in 1.
    assert subprocess.run([PROGRAM, *typed], cwd=folder, capture_output=True).returncode in (0, 1), typed
    return time.monotonic() - start


GENERATE = ["generate", "mine/edited.toml", "--effort", "quick", "-q", "-o", "deck.json", "--force"]


def times(studio, folder, draws):
    """One edit after the other, each asked about in one way only, and the commands in between, so that
    whatever else the machine does meets all of them alike."""
    curves, faces, pages, settled, commands, loops = [], [], [], [], [], []

    def edited():
        while True:
            start, before = time.monotonic(), studio.revision
            status = studio.edit(critical(draws))
            if status == 200 and studio.revision != before and not studio.has_faults:
                return start

    for _ in range(12):
        start = edited()
        studio.until("sketch")
        studio.ask("GET", "/figures")
        curves.append(time.monotonic() - start)
        studio.until("settled")
        start = edited()
        studio.until("sketch")
        studio.ask("GET", "/face?card=34")
        faces.append(time.monotonic() - start)
        studio.until("settled")
        # As the page asks: the cells and pictures of two cards beside the figures.
        start = edited()
        studio.until("sketch")

        def look(card):
            studio.ask("GET", f"/card?card={card}")
            studio.ask("GET", f"/face?card={card}")

        asked = [threading.Thread(target=look, args=(card,)) for card in (34, 7)]
        asked.append(threading.Thread(target=studio.ask, args=("GET", "/figures")))
        for thread in asked:
            thread.start()
        for thread in asked:
            thread.join()
        pages.append(time.monotonic() - start)
        settled.append(studio.until("settled") - start)
        # The command makes the deck of the very same spec.
        with open(os.path.join(folder, "mine", "edited.toml"), "w") as file:
            file.write(studio.text)
        commands.append(command(folder, *GENERATE))
        loops.append(commands[-1] + command(folder, "validate", "deck.json", "--spec", "mine/edited.toml")
                     + command(folder, "render", "deck.json", "--only", "3", "--format", "png", "-o", "out", "--force", "-q"))
    told("edit of a column to its curves", curves)
    told("edit of a column to a face", faces)
    told("edit of a column to curves and two faces, as the page shows them", pages)
    told("edit to the settled deck, the page drawing meanwhile", settled)
    told("generate --effort quick, the command", commands)
    ratios = [one / other for one, other in zip(settled, commands)]
    print(f"settled deck / command, spec by spec: median {statistics.median(ratios):.2f}, {min(ratios):.2f} to {max(ratios):.2f}")
    told("generate --effort quick, validate, render of a card, the commands", loops)


def bad_requests(studio):
    port = studio.port
    bad = [
        b"GET /project HTTP/1.1\r\nHost: rebound.example\r\n\r\n",
        b"\x00" * 300, b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        b"POST /edit HTTP/1.1\r\nContent-Length: 99999999\r\n\r\n", b"GET / HT",
        f"GET /{studio.token}/../../etc/passwd HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode(),
    ]
    answers, open_ones, start = [], [], time.monotonic()
    for place in range(1000):
        stream = socket.create_connection(("127.0.0.1", port))
        stream.sendall(bad[place % len(bad)])
        open_ones.append(stream)
        if len(open_ones) > 20:
            open_ones.pop(0).close()
        if place % 50 == 0:
            before = time.monotonic()
            status, _ = studio.ask("GET", "/project")
            answers.append((status, time.monotonic() - before))
        time.sleep(max(0, start + place / 100 - time.monotonic()))
    for stream in open_ones:
        stream.close()
    told("a good request among 100 bad ones a second", [seconds for status, seconds in answers if status == 200])
    print(f"good requests refused meanwhile: {sum(status != 200 for status, _ in answers)} of {len(answers)}")


def seconds_of_work(process):
    with open(f"/proc/{process.pid}/stat") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def wake_ups(process):
    """How often any thread went to sleep of its own accord, and so was woken before."""
    count = 0
    for thread in os.listdir(f"/proc/{process.pid}/task"):
        with open(f"/proc/{process.pid}/task/{thread}/status") as status:
            count += sum(int(line.split()[1]) for line in status if line.startswith("voluntary"))
    return count


def idle(name, process):
    work, woken = seconds_of_work(process), wake_ups(process)
    time.sleep(60)
    work, woken = seconds_of_work(process) - work, wake_ups(process) - woken
    print(f"{name}, idle for 60 s: {1000 * work:.0f} ms of a processor, woken {woken / 60:.2f} times a second")


def watch(folder):
    spec, picture = os.path.join(folder, "mine", "deck.toml"), os.path.join(folder, "preview.svg")
    with open(spec) as file:
        text = file.read()
    process = subprocess.Popen([PROGRAM, "watch", "mine/deck.toml", "--card", "34"], cwd=folder,
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    process.stdout.readline(), process.stdout.readline()
    time.sleep(2)
    previews = []
    for draw in range(10):
        changed = text.replace("d6 = [3, 2, 2, 1, 1]", f"d6 = [{1 + draw % 3}, 2, 2, 1, {draw % 2}]")
        start = time.monotonic()
        with open(spec + "~", "w") as file:
            file.write(changed)
        os.rename(spec + "~", spec)
        process.stdout.readline()
        previews.append(time.monotonic() - start)
        process.stdout.readline()
        # All other cards are checked after the picture; nobody saves again within that.
        time.sleep(2)
    told("watch: save of the spec to the picture", previews)

    time.sleep(2)
    idle("watch", process)
    process.kill()
    with open(spec, "w") as file:
        file.write(text)


def main():
    with tempfile.TemporaryDirectory() as folder:
        studio = Studio(folder)
        try:
            measure(studio, folder, random.Random(1))
        finally:
            studio.process.kill()
        if EDITS > 0:
            watch(folder)


def measure(studio, folder, draws):
    studio.until("settled")
    times(studio, folder, draws)
    if EDITS == 0:
        return
    time.sleep(2)
    idle("studio", studio.process)
    bad_requests(studio)
    print(f"memory before the edits: {studio.megabytes('VmRSS'):.0f} MB")
    start = time.monotonic()
    refused = 0
    for place in range(EDITS):
        refused += studio.edit(draws.choice([count, critical])(draws)) != 200
        if place % 50 == 0:
            studio.ask("GET", "/figures")
            studio.ask("GET", f"/face?card={draws.randint(0, 53)}")
        if place % 100 == 0:
            studio.ask("POST", "/undo", {})
            studio.revision = json.loads(studio.ask("GET", "/project")[1])["revision"]
    seconds = time.monotonic() - start
    print(f"{EDITS} random edits in {seconds:.0f} s, {refused} refused; memory {studio.megabytes('VmRSS'):.0f} MB, "
          f"most {studio.megabytes('VmHWM'):.0f} MB")


main()
