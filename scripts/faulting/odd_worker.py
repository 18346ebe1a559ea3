"""One more worker of a kind, whose clock is another one (libfaketime): a host without NTP."""

import os
import subprocess

# Where Debian's package `faketime` has it, on any architecture.
LIBRARY = "libfaketime.so.1"
FOLDERS = ("/usr/lib", "/usr/local/lib")
END_SECONDS = 10
# Of the process that it is made like: its own address for direct clients, and its supervisor's pipe.
WITHHELD = ("COUNTERSIGN_DIRECT_", "COUNTERSIGN_READY_FD")


class OddWorker:
    def __init__(self, cluster, like, seconds_ahead):
        self.cluster, self.like, self.seconds_ahead = cluster, like, seconds_ahead
        self.name = f"{like.partition('-')[0]}-odd"
        self.process = None

    def start(self):
        pid = self.cluster.pid(self.like)
        with open(os.path.join(self.cluster.home, "log", f"{self.name}.log"), "w") as log:
            self.process = subprocess.Popen(
                read_words(pid, "cmdline"), env=self.environment(pid), stdin=subprocess.DEVNULL,
                stdout=log, stderr=log, start_new_session=True)

    def environment(self, pid):
        values = dict(word.split("=", 1) for word in read_words(pid, "environ") if "=" in word)
        kept = {name: value for name, value in values.items() if not name.startswith(WITHHELD)}
        # Only what people set is wrong: intervals are as long as they are.
        return {**kept, "LD_PRELOAD": library(), "FAKETIME": f"{self.seconds_ahead:+d}s",
                "FAKETIME_DONT_FAKE_MONOTONIC": "1", "DONT_FAKE_MONOTONIC": "1"}

    @property
    def has_ended(self):
        return self.process.poll() is not None

    def end(self):
        if self.process is None:
            return
        self.process.terminate()
        try:
            self.process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait(END_SECONDS)


def read_words(pid, name):
    with open(f"/proc/{pid}/{name}") as file:
        return file.read().rstrip("\0").split("\0")


def library():
    for folder in FOLDERS:
        for place, _, names in os.walk(folder):
            if place.endswith("/faketime") and LIBRARY in names:
                return os.path.join(place, LIBRARY)
    return None


def why_no_odd_clock():
    return None if library() else "the package faketime is missing"
