"""What came of the requests, by kind: counts, reasons, and when all were well again."""

import threading
from collections import Counter
from dataclasses import dataclass

from .verdicts import ANSWERED, REFUSED, WRONG

# So many good answers one after the other make a kind well; of slow kinds fewer.
STREAK = 10
SLOW_STREAKS = {"revoke": 3, "locked": 0}


@dataclass(frozen=True)
class Entry:
    sent: float
    received: float
    verdict: str
    reason: str = ""


class Tally:
    def __init__(self):
        self.lock = threading.Lock()
        self.entries = {}
        self.reasons = {}
        self.faults = []

    def record(self, kind, verdict, sent, received):
        with self.lock:
            self.entries.setdefault(kind, []).append(
                Entry(sent, received, verdict.kind, verdict.reason))
            self.reasons.setdefault(kind, Counter())[f"{verdict.kind}: {verdict.reason}"] += 1

    def fault(self, text):
        """Something that is wrong and belongs to no single answer."""
        with self.lock:
            self.faults.append(text)

    def count(self, verdict=None):
        with self.lock:
            return sum(1 for entries in self.entries.values() for entry in entries
                       if verdict in (None, entry.verdict))

    def wrong(self):
        return self.count(WRONG) + len(self.faults)

    def after(self, kind, moment):
        """Entries of requests sent after it, in the order of their answers."""
        with self.lock:
            entries = [entry for entry in self.entries.get(kind, ()) if entry.sent >= moment]
        return sorted(entries, key=lambda entry: entry.received)

    def well_since(self, kind, moment):
        """When a kind's unbroken run of good answers began, the newest; None: it is not well."""
        run = []
        for entry in reversed(self.after(kind, moment)):
            if entry.verdict != ANSWERED:
                break
            run.append(entry)
        needed = SLOW_STREAKS.get(kind, STREAK)
        if len(run) < needed:
            return None
        return run[-1].received if run else moment

    def recovered(self, kinds, moment):
        """When the last of the kinds was well again; None: not all are."""
        times = [self.well_since(kind, moment) for kind in kinds]
        return None if None in times else max(times, default=moment)

    def share_answered(self, kind, start, end):
        """(answered, sent) of the requests that were sent between the two."""
        entries = [entry for entry in self.after(kind, start) if entry.sent <= end]
        return sum(1 for entry in entries if entry.verdict == ANSWERED), len(entries)

    def answers(self, kind, start, end):
        """When good answers came between the two, ascending."""
        with self.lock:
            found = [entry.received for entry in self.entries.get(kind, ())
                     if entry.verdict == ANSWERED and start <= entry.received <= end]
        return sorted(found)

    def first_sent(self, kind, start):
        """When the first request was sent from then on; for ever later, if none was."""
        with self.lock:
            return min((entry.sent for entry in self.entries.get(kind, ()) if entry.sent >= start),
                       default=float("inf"))

    def last_refusal(self, start):
        """When the newest came that was not a good answer, `start` if none came since."""
        with self.lock:
            return max((entry.received for entries in self.entries.values() for entry in entries
                        if entry.verdict != ANSWERED and entry.received > start), default=start)

    def refused(self, kind):
        """How many of a kind were refused."""
        with self.lock:
            return sum(1 for entry in self.entries.get(kind, ()) if entry.verdict == REFUSED)

    def refused_between(self, reason, start, end):
        """How many requests that were sent between the two were refused for this reason."""
        with self.lock:
            return sum(1 for entries in self.entries.values() for entry in entries
                       if entry.verdict == REFUSED and entry.reason == reason
                       and start <= entry.sent <= end)

    def latencies(self, start, end):
        """Seconds of the good answers to what was sent between the two, ascending; never empty."""
        with self.lock:
            found = [entry.received - entry.sent for entries in self.entries.values()
                     for entry in entries
                     if entry.verdict == ANSWERED and start <= entry.sent <= end]
        return sorted(found) or [float("inf")]

    def slowest(self):
        with self.lock:
            return max((entry.received - entry.sent for entries in self.entries.values()
                        for entry in entries), default=0.0)

    def summary(self):
        """By kind: sent, the slowest answer in seconds, and how often each reason."""
        with self.lock:
            return {kind: {"sent": len(entries),
                           "slowest": round(max(e.received - e.sent for e in entries), 3),
                           "reasons": dict(self.reasons[kind].most_common())}
                    for kind, entries in sorted(self.entries.items())}


__all__ = ["ANSWERED", "REFUSED", "WRONG", "Tally"]
