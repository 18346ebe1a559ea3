"""A. Our own processes: killed, stopped for a while, told to end; one, and all of a kind."""

import signal
import time

from ..weather import GATEWAY
from .fault import Fault

PLACES = ("gateway-1", "verification-1", "activation-1", "renewal-1", "admin-1")
# Longer than the 3 s of silence after which the other side takes a process for gone.
STOP_SECONDS = 4
# Those kinds of which there are two processes here.
PAIRS = ("verification", "activation")
OTHERS = {
    "gateway": (),
    "verification": ("verify", "denied", "introspect", "activate", "crowd", "renew", "revoke"),
    "activation": ("verify", "introspect", "renew", "revoke"),
    "renewal": ("verify", "introspect", "activate", "crowd", "revoke"),
    "admin": ("verify", "denied", "introspect", "activate", "crowd", "renew"),
}
# What nobody answers without any process of the kind.
OF_THEIRS = {"verification": ("verify", "denied", "introspect"), "activation": ("activate", "crowd")}


def ended_by(number, *places):
    def happen(run):
        moment = time.monotonic()
        pids = {place: run.cluster.send(place, number) for place in places}
        for place, pid in pids.items():
            run.cluster.successor(place, pid)
        run.notes.append(f"ran again after {time.monotonic() - moment:.1f} s")
        return moment
    return happen


def stopped(*places):
    def happen(run):
        with run.cluster.frozen([run.cluster.pid(place) for place in places]):
            time.sleep(STOP_SECONDS)
        return time.monotonic()
    return happen


def faults():
    for place in PLACES:
        kind = place.partition("-")[0]
        losses = (GATEWAY,) if kind == "gateway" else ()
        ends = frozenset([place])
        yield Fault(f"kill-{kind}", "processes", f"SIGKILL of {place}",
                    ended_by(signal.SIGKILL, place), losses, ends)
        yield Fault(f"stop-{kind}", "processes", f"SIGSTOP of {place}, SIGCONT {STOP_SECONDS} s later",
                    stopped(place), spares=spared_by(kind))
        yield Fault(f"term-{kind}", "processes", f"SIGTERM of {place}",
                    ended_by(signal.SIGTERM, place), losses, ends)
    for kind in PAIRS:
        places = (f"{kind}-1", f"{kind}-2")
        yield Fault(f"kill-all-{kind}", "processes", f"SIGKILL of both processes of {kind}",
                    ended_by(signal.SIGKILL, *places), (), frozenset(places))
        yield Fault(f"stop-all-{kind}", "processes",
                    f"SIGSTOP of both processes of {kind}, SIGCONT {STOP_SECONDS} s later",
                    stopped(*places), spares=spared_without(kind))


def spared_by(kind):
    """Of verification, there are two: the other goes on."""
    return OTHERS[kind]


def spared_without(kind):
    return tuple(spared for spared in OTHERS[kind] if spared not in OF_THEIRS[kind])
