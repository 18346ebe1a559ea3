"""The course of one fault: load, harm, recovery, and the look at the rows."""

import subprocess
import time
from dataclasses import asdict, dataclass, field

from . import rows, scene
from .faults import Run
from .ledger import Ledger
from .load import KINDS, Load
from .postgres_wire import PostgresRefused
from .redis_wire import RedisRefused
from .tally import ANSWERED, REFUSED, Tally
from .weather import GATEWAY, NONCES, NONCES_BACK_SECONDS, Weather

# Until all kinds of requests were answered well before the harm.
WARM_SECONDS = 15
# A run that is not well by then is given up.
GIVE_UP_SECONDS = 30
LOOK_SECONDS = 0.05
# Of the requests of a kind that a fault spares, so many are answered. Those first moments
# do not count in which what was away may have to find out.
SPARED_SHARE = 0.9
SPARED_REQUESTS = 5


@dataclass
class Result:
    name: str
    does: str
    sent: int = 0
    answered: int = 0
    refused: int = 0
    wrong: int = 0
    recovered_seconds: float = None
    slowest_seconds: float = 0.0
    complaints: list = field(default_factory=list)
    notes: list = field(default_factory=list)
    kinds: dict = field(default_factory=dict)

    # Why the fault did not happen; None: it did.
    not_run: str = None

    def as_json(self):
        return asdict(self)


class Course:
    def __init__(self, cluster, fault, seconds, overload_seconds):
        self.cluster, self.fault, self.seconds = cluster, fault, seconds
        self.tally, self.weather = Tally(), Weather()
        environment = cluster.environment
        self.scene = scene.Scene("127.0.0.1", cluster.port, environment["COUNTERSIGN_OPERATOR_KEY"],
                                 environment["COUNTERSIGN_ROOT_KEY"])
        self.make_load()
        self.run = Run(cluster, self.scene, self.load, self.tally, self.begin_anew,
                       overload_seconds)
        self.recovered = None

    def make_load(self):
        self.ledger = Ledger()
        self.load = Load(self.scene, self.ledger, self.tally, self.weather)

    def begin_anew(self):
        """For a fault that changes what is true: it ended the load before."""
        self.make_load()
        self.run.load = self.load
        self.load.start()

    def result(self):
        """Runs it all; whatever does not go as it should is a complaint of the result."""
        try:
            self.go()
        except (OSError, RuntimeError, LookupError, subprocess.SubprocessError, PostgresRefused,
                RedisRefused) as failure:
            self.tally.fault(f"{type(failure).__name__}: {failure}")
        return self.summed()

    def go(self):
        self.cluster.ready()
        scene.prepare(self.scene)
        with self.run.afterwards:
            if self.fault.prepare:
                self.fault.prepare(self.run)
            self.go_through()

    def go_through(self):
        self.load.start()
        try:
            self.warm()
            self.harm()
        finally:
            self.load.stop()
        self.settle()
        for complaint in rows.faults(self.cluster, self.scene, self.ledger):
            self.tally.fault(f"rows: {complaint}")

    def warm(self):
        start = time.monotonic()
        self.cluster.until(WARM_SECONDS, "no good answers before the fault",
                           lambda: self.tally.recovered(KINDS, start) is not None)
        time.sleep(max(0.0, start + self.seconds - time.monotonic()))
        if self.tally.count() != self.tally.count(ANSWERED):
            self.tally.fault("not all requests were answered well before the fault")

    def harm(self):
        before, began = self.cluster.pids(), time.monotonic()
        self.weather.begin(*self.fault.losses)
        mended = self.fault.happen(self.run)
        self.recover(mended)
        self.weather.clear(GATEWAY)
        if NONCES in self.fault.losses:
            time.sleep(max(0.0, mended + NONCES_BACK_SECONDS - time.monotonic()))
            self.weather.clear(NONCES)
        time.sleep(self.seconds)
        recovered = self.tally.recovered(KINDS, mended)
        self.recovered = None if recovered is None else recovered - mended
        self.judge_recovery()
        self.judge_spared(began, mended)
        self.judge_ends(before)

    def recover(self, mended):
        end = mended + GIVE_UP_SECONDS
        while self.tally.recovered(KINDS, mended) is None and time.monotonic() < end:
            time.sleep(LOOK_SECONDS)

    def judge_recovery(self):
        if self.recovered is None:
            self.tally.fault(f"not well {GIVE_UP_SECONDS} s after mending")
        elif self.recovered > self.fault.recover_seconds:
            self.tally.fault(f"well after {self.recovered:.1f} s; "
                             f"{self.fault.recover_seconds:g} s are allowed")

    def judge_spared(self, began, mended):
        for kind in self.fault.spares:
            good, sent = self.tally.share_answered(kind, began + self.fault.spared_after_seconds, mended)
            if sent >= SPARED_REQUESTS and good < SPARED_SHARE * sent:
                self.tally.fault(f"meanwhile only {good} of {sent} {kind} requests were answered")

    def judge_ends(self, before):
        after = self.cluster.pids()
        for name, pid in before.items():
            if name not in self.fault.ends and after.get(name) != pid:
                self.tally.fault(f"{name} ended by itself")

    def settle(self):
        """What was committed and not yet in effect gets there."""
        end = time.monotonic() + rows.OUTBOX_SECONDS
        while time.monotonic() < end:
            for bound in self.load.revoker.pending[:]:
                self.load.revoker.look(bound)
            if not self.load.revoker.pending and rows.outbox_is_empty(self.cluster):
                return
            time.sleep(LOOK_SECONDS)
        self.tally.fault(f"{len(self.load.revoker.pending)} revocations are not in effect, or the "
                         f"outbox is not empty, {rows.OUTBOX_SECONDS} s later")

    def summed(self):
        tally = self.tally
        return Result(
            self.fault.name, self.fault.does, tally.count(), tally.count(ANSWERED),
            tally.count(REFUSED), tally.wrong(), self.recovered, round(tally.slowest(), 3),
            list(tally.faults), list(self.run.notes), tally.summary())
