"""What a fault takes away, and when: some answers are right only while something is gone."""

import threading
import time

# The gateway itself may be gone: then connections are refused and lost.
GATEWAY = "gateway"
# Nonces of verifications may be gone with Redis, or be known to one process only: then a request
# can be played once more (docs/architecture.md, "What it does not see").
NONCES = "nonces"


class Weather:
    def __init__(self):
        self.lock = threading.Lock()
        self.spans = {}

    def begin(self, *losses):
        with self.lock:
            for loss in losses:
                self.spans.setdefault(loss, []).append([time.monotonic(), float("inf")])

    def clear(self):
        """All is there again."""
        with self.lock:
            for spans in self.spans.values():
                for span in spans:
                    span[1] = min(span[1], time.monotonic())

    def lacked(self, loss, start, end):
        """Whether `loss` was gone at some time between the two."""
        with self.lock:
            return any(first <= end and start <= last for first, last in self.spans.get(loss, ()))
