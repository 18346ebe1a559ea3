"""CPU of processes over a stretch of time that is known only afterwards."""

import os
import threading
import time

from .cluster import TICKS, cpu_seconds


class CPUSampler:
    """Looks every 100 ms, beside the load; `used` then tells what a stretch between cost."""

    EVERY_SECONDS = 0.1
    END_SECONDS = 10

    def __init__(self, cluster):
        self.cluster = cluster
        self.samples = []
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self.run, daemon=True)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.ended.set()
        self.thread.join(self.END_SECONDS)

    def run(self):
        while True:
            self.samples.append((time.monotonic_ns(), self.cluster.cpu()))
            if self.ended.wait(self.EVERY_SECONDS):
                break
        self.samples.append((time.monotonic_ns(), self.cluster.cpu()))

    def used(self, start, end):
        """CPU seconds by kind of process between two times of the monotonic clock, in ns."""
        first, last = self.at(start), self.at(end)
        return {kind: max(0.0, last[kind] - first.get(kind, 0.0)) for kind in last}

    def at(self, moment):
        """Between two looks CPU is taken to have been used evenly."""
        before = self.samples[0]
        for sample in self.samples:
            if sample[0] >= moment:
                span = sample[0] - before[0]
                share = (moment - before[0]) / span if span else 0.0
                return {kind: before[1].get(kind, value) + (
                    value - before[1].get(kind, value)) * share
                        for kind, value in sample[1].items()}
            before = sample
        return before[1]


class ShareSampler(CPUSampler):
    """How much of the machine others left to a cluster and what asks it."""

    def __init__(self, cluster, load):
        super().__init__(cluster)
        self.load = load

    def run(self):
        while True:
            self.samples.append((time.monotonic_ns(), self.look()))
            if self.ended.wait(self.EVERY_SECONDS):
                break

    def look(self):
        all_of_it, busy = machine_seconds()
        own = os.times()
        ours = (sum(self.cluster.cpu().values()) + cpu_seconds(self.load.process.pid)
                + own.user + own.system)
        return {"all": all_of_it, "others": busy - ours}

    def left(self, start, end):
        """From 0 to 1, between two times of the monotonic clock, in ns."""
        used = self.used(start, end)
        return 1 - min(1.0, used["others"] / used["all"]) if used["all"] else 1.0


def machine_seconds():
    """(all, not idle) of all processors, since the machine began."""
    with open("/proc/stat") as file:
        # user, nice, system, idle, iowait, irq, softirq, steal: what a hypervisor took is used, too.
        parts = [int(word) / TICKS for word in file.readline().split()[1:9]]
    return sum(parts), sum(parts) - parts[3] - parts[4]
