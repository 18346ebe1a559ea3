"""A. Our own processes: killed, stopped for a while, told to end."""

import signal
import time

from ..weather import GATEWAY
from .fault import Fault

PLACES = ("gateway-1", "verification-1", "activation-1", "renewal-1", "admin-1")
# Longer than the 3 s of silence after which the other side takes a process for gone.
STOP_SECONDS = 4
OTHERS = {
    "gateway": (),
    "verification": ("verify", "denied", "introspect", "activate", "crowd", "renew", "revoke"),
    "activation": ("verify", "introspect", "renew", "revoke"),
    "renewal": ("verify", "introspect", "activate", "crowd", "revoke"),
    "admin": ("verify", "denied", "introspect", "activate", "crowd", "renew"),
}


def ended_by(place, number):
    def happen(run):
        moment = time.monotonic()
        pid = run.cluster.send(place, number)
        run.cluster.successor(place, pid)
        run.notes.append(f"{place} ran again after {time.monotonic() - moment:.1f} s")
        return moment
    return happen


def stopped(place):
    def happen(run):
        with run.cluster.frozen([run.cluster.pid(place)]):
            time.sleep(STOP_SECONDS)
        return time.monotonic()
    return happen


def faults():
    for place in PLACES:
        kind = place.partition("-")[0]
        losses = (GATEWAY,) if kind == "gateway" else ()
        ends = frozenset([place])
        yield Fault(f"kill-{kind}", "processes", f"SIGKILL of {place}",
                    ended_by(place, signal.SIGKILL), losses, ends)
        yield Fault(f"stop-{kind}", "processes", f"SIGSTOP of {place}, SIGCONT {STOP_SECONDS} s later",
                    stopped(place), spares=spared_by(kind))
        yield Fault(f"term-{kind}", "processes", f"SIGTERM of {place}",
                    ended_by(place, signal.SIGTERM), losses, ends)


def spared_by(kind):
    """Of verification, there are two: the other goes on."""
    return OTHERS[kind]
