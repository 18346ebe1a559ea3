"""One client: a thread, a connection, a pace, and a verdict on each answer."""

import threading
import time

from .verdicts import REFUSED, temporary


class Client:
    kind = ""
    per_second = 20

    def __init__(self, scene, ledger, tally, weather):
        self.scene, self.ledger, self.tally, self.weather = scene, ledger, tally, weather
        self.connection = scene.connection()
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self.run, daemon=True, name=self.kind)
        self.due = time.monotonic()

    def run(self):
        try:
            while not self.ended.is_set():
                self.step()
        except Exception as fault:  # A client that broke has not seen the rest.
            self.tally.fault(f"the {self.kind} client broke: {type(fault).__name__}: {fault}")
        finally:
            self.connection.close()

    def step(self):
        raise NotImplementedError

    def ask(self, request, judge, kind=None):
        """Sends when it is due; the answer, and the verdict: `judge` gives it on an answer proper."""
        self.pace()
        answer = self.connection.send(request)
        verdict = temporary(answer, self.weather) or judge(answer)
        self.tally.record(kind or self.kind, verdict, answer.sent, answer.received)
        return answer, verdict

    def retried(self, make, judge, tries=40):
        """Asks until the answer is no refusal; None where the end, or the limit, came first."""
        for _ in range(tries):
            if self.ended.is_set():
                return None
            request, nonce = make()
            answer, verdict = self.ask(request, lambda answer: judge(answer, nonce))
            if verdict.kind != REFUSED:
                return request, answer, verdict
        return None

    def pace(self):
        now = time.monotonic()
        self.due = max(self.due + 1 / self.per_second, now - 1 / self.per_second)
        if self.due > now:
            self.ended.wait(self.due - now)
