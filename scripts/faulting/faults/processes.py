"""A. Our own processes: killed, stopped for a while, told to end; one, and all of a kind."""

import signal
import time

from ..weather import GATEWAY
from .fault import Fault

PLACES = ("gateway-1", "verification-1", "activation-1", "renewal-1", "admin-1")
# By the silence of 3 s the other side takes a process for gone; looked for twice a second.
NOTICED_SECONDS = 3.5
# Above the gateway's 5 s for a request, so that none just waits it out.
STOP_SECONDS = 8
# Those kinds of which there are two processes here.
PAIRS = ("verification", "activation")
OTHERS = {
    "gateway": (),
    "verification": ("verify", "denied", "introspect", "activate", "crowd", "deactivate", "renew",
                     "revoke"),
    "activation": ("verify", "denied", "introspect", "renew", "revoke"),
    "renewal": ("verify", "introspect", "activate", "crowd", "deactivate", "revoke"),
    "admin": ("verify", "denied", "introspect", "activate", "crowd", "deactivate", "renew"),
}
# What nobody answers without any process of the kind.
OF_THEIRS = {"verification": ("verify", "denied", "introspect"),
             "activation": ("activate", "crowd", "deactivate")}


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
            run.began = time.monotonic()
            time.sleep(STOP_SECONDS)
        return time.monotonic()
    return happen


def faults():
    for place in PLACES:
        kind = place.partition("-")[0]
        yield ending(f"kill-{kind}", f"SIGKILL of {place}", signal.SIGKILL, place)
        yield stopping(f"stop-{kind}", f"SIGSTOP of {place}", spared_by(kind), place)
        yield ending(f"term-{kind}", f"SIGTERM of {place}", signal.SIGTERM, place)
    for kind in PAIRS:
        places = (f"{kind}-1", f"{kind}-2")
        yield ending(f"kill-all-{kind}", f"SIGKILL of both processes of {kind}", signal.SIGKILL,
                     *places)
        yield stopping(f"stop-all-{kind}", f"SIGSTOP of both processes of {kind}",
                       spared_without(kind), *places)


def ending(name, does, number, *places):
    kind = places[0].partition("-")[0]
    spares = spared_by_end(kind) if len(places) == 1 else spared_without(kind)
    return Fault(name, "processes", does, ended_by(number, *places),
                 (GATEWAY,) if kind == "gateway" else (), frozenset(places), spares,
                 spared_after_seconds=0, heals_itself=True)


def stopping(name, does, spares, *places):
    return Fault(name, "processes", f"{does}, SIGCONT {STOP_SECONDS} s later", stopped(*places),
                 spares=spares, spared_after_seconds=NOTICED_SECONDS)


def spared_by(kind):
    """Of verification, there are two: the other goes on. A stopped process of activation keeps the
    row locks of what it was at."""
    return OTHERS[kind]


def spared_by_end(kind):
    """With the process its row locks are gone: of a pair the other does all."""
    return tuple(dict.fromkeys(OTHERS[kind] + OF_THEIRS.get(kind, ())))


def spared_without(kind):
    return tuple(spared for spared in OTHERS[kind] if spared not in OF_THEIRS[kind])
