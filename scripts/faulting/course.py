"""The course of one fault: load, harm, recovery, and the look at the rows."""

import subprocess
import time
from dataclasses import asdict, dataclass, field

from . import rows, scene, steadiness
from .faults import Run
from .ledger import Ledger
from .load import KINDS, Load
from .postgres_wire import PostgresRefused
from .redis_wire import RedisRefused
from .tally import ANSWERED, REFUSED, Tally
from .weather import GATEWAY, NONCES, NONCES_BACK_SECONDS, Weather

# Until all kinds of requests were answered well before the harm, without a refusal for a while.
WARM_SECONDS = 20
# A run that is not well by then is given up.
GIVE_UP_SECONDS = 30
LOOK_SECONDS = 0.05


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
        self.cluster.until(WARM_SECONDS, f"not all kinds were answered well for {self.seconds:g} s "
                           "before the fault", lambda: self.is_warm(start))

    def is_warm(self, start):
        """Whether an unbroken span of good answers is long enough; others may be at work here."""
        since = self.tally.last_refusal(start)
        return (time.monotonic() - since >= self.seconds
                and self.tally.recovered(KINDS, since) is not None)

    def harm(self):
        before, began = self.cluster.pids(), time.monotonic()
        self.weather.begin(*self.fault.losses)
        mended = self.fault.happen(self.run)
        first = self.recover(mended)
        self.weather.clear(GATEWAY)
        if NONCES in self.fault.losses:
            time.sleep(max(0.0, mended + NONCES_BACK_SECONDS - time.monotonic()))
            self.weather.clear(NONCES)
        time.sleep(self.seconds)
        self.judge_recovery(mended, first)
        self.judge_spared(self.run.began or began, mended)
        self.judge_ends(before)

    def recover(self, mended):
        """When all kinds were well for the first time; None: not before this is given up."""
        end = mended + GIVE_UP_SECONDS
        while (first := self.tally.recovered(KINDS, mended)) is None and time.monotonic() < end:
            time.sleep(LOOK_SECONDS)
        return first

    def judge_recovery(self, mended, first):
        moment, complaints = recovery(self.tally, mended, first, time.monotonic())
        for complaint in complaints:
            self.tally.fault(complaint)
        if moment is None:
            return
        self.recovered = moment - mended
        if self.recovered > self.fault.recover_seconds:
            self.tally.fault(f"well after {self.recovered:.1f} s; "
                             f"{self.fault.recover_seconds:g} s are allowed")

    def judge_spared(self, began, mended):
        """What is mended by itself is harm until it is well again."""
        start = began + self.fault.spared_after_seconds
        end = mended + (self.recovered or 0.0) if self.fault.heals_itself else mended
        for complaint in steadiness.faults(self.tally, self.fault.spares, start, end, "meanwhile"):
            self.tally.fault(complaint)

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


def recovery(tally, mended, first, now):
    """When all was well again, and complaints. It is the first time if what came behind was calm: a
    single refusal undoes nothing. Else it is the last time."""
    if first is None:
        return None, [f"not well {GIVE_UP_SECONDS} s after mending"]
    if not (found := steadiness.faults(tally, KINDS, first, now, "once well")):
        return first, []
    last = tally.recovered(KINDS, mended)
    return (first, found) if last is None else (last, [])
