"""What a fault takes away, and when: some answers are right only while something is gone."""

import threading
import time

# The gateway itself may be gone: then connections are refused and lost.
GATEWAY = "gateway"
# Nonces of verifications may be gone with Redis, or be known to one lane only: then a request can be
# played once more (docs/architecture.md, "What it does not see").
NONCES = "nonces"
# Each lane looks for Redis again once a second, and not within a second of a failure. Answers are
# good all the while, so that these tell nothing of it.
NONCES_BACK_SECONDS = 3


class Weather:
    def __init__(self):
        self.lock = threading.Lock()
        self.spans = {}

    def begin(self, *losses):
        with self.lock:
            for loss in losses:
                self.spans.setdefault(loss, []).append([time.monotonic(), float("inf")])

    def clear(self, loss):
        """It is there again."""
        with self.lock:
            for span in self.spans.get(loss, ()):
                span[1] = min(span[1], time.monotonic())

    def lacked(self, loss, start, end):
        """Whether `loss` was gone at some time between the two."""
        with self.lock:
            return any(first <= end and start <= last for first, last in self.spans.get(loss, ()))
