"""A. Our own processes: killed, stopped for a while, told to end; one, and all of a kind."""

import signal
import time

from ..verdicts import NO_CONNECTION
from ..weather import GATEWAY
from .fault import Fault

PLACES = ("gateway-1", "verification-1", "activation-1", "renewal-1", "admin-1")
# Longer than the 3 s of silence after which the other side takes a process for gone.
STOP_SECONDS = 4
# Those kinds of which there are two processes here.
PAIRS = ("verification", "activation")
# The bus' word: a restarted gateway has its workers back within a heartbeat of 1 s. As much again for
# a machine that has other work.
WORKERS_BACK_SECONDS = 2
# Until each client has a request that waits.
GATHER_SECONDS = 0.3
# Of some fourteen clients.
AWAY_REQUESTS = 5
OTHERS = {
    "gateway": (),
    "verification": ("verify", "denied", "introspect", "activate", "crowd", "renew", "revoke"),
    "activation": ("verify", "introspect", "renew", "revoke"),
    "renewal": ("verify", "introspect", "activate", "crowd", "revoke"),
    "admin": ("verify", "denied", "introspect", "activate", "crowd", "renew"),
}
# What nobody answers without any process of the kind.
OF_THEIRS = {"verification": ("verify", "denied", "introspect"), "activation": ("activate", "crowd")}
READY_SECONDS = 30


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


def all_killed(places):
    def happen(run):
        moment = time.monotonic()
        pids = {place: run.cluster.send(place, signal.SIGKILL) for place in places}
        for place, pid in pids.items():
            run.cluster.successor(place, pid)
        run.notes.append(f"both ran again after {time.monotonic() - moment:.1f} s")
        return moment
    return happen


def all_stopped(places):
    def happen(run):
        with run.cluster.frozen([run.cluster.pid(place) for place in places]):
            time.sleep(STOP_SECONDS)
        return time.monotonic()
    return happen


def gateway_killed_busy(run):
    """Workers are held for a moment so that each client waits for an answer, and let go as the
    gateway is gone: what they answer then is for nobody."""
    cluster = run.cluster
    workers = [pid for name, pid in cluster.pids().items()
               if name.partition("-")[0] in ("verification", "activation", "renewal", "admin")]
    with cluster.frozen(workers):
        time.sleep(GATHER_SECONDS)
        moment = time.monotonic()
        pid = cluster.send("gateway-1", signal.SIGKILL)
    cluster.successor("gateway-1", pid)
    cluster.until(READY_SECONDS, "the gateway does not listen", cluster.is_listening)
    listening = time.monotonic()
    cluster.until(READY_SECONDS, "the gateway has no workers", cluster.is_ready)
    ready = time.monotonic()
    judge_busy(run.tally, run.notes, moment, listening, ready)
    return moment


def judge_busy(tally, notes, moment, listening, ready):
    lost = tally.refused_between(NO_CONNECTION + "lost", moment - GATHER_SECONDS, moment)
    notes.append(f"{lost} requests were away; listened after {listening - moment:.2f} s, had all "
                 f"services {ready - listening:.2f} s later")
    if lost < AWAY_REQUESTS:
        tally.fault(f"only {lost} requests were away as the gateway was killed")
    if ready - listening > WORKERS_BACK_SECONDS:
        tally.fault(f"workers were back after {ready - listening:.1f} s; {WORKERS_BACK_SECONDS} s "
                    "are allowed")


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


    yield Fault("kill-gateway-busy", "processes", "SIGKILL of gateway-1 with requests away",
                gateway_killed_busy, (GATEWAY,), frozenset(["gateway-1"]))
    for kind in PAIRS:
        places = (f"{kind}-1", f"{kind}-2")
        yield Fault(f"kill-all-{kind}", "processes", f"SIGKILL of both processes of {kind}",
                    all_killed(places), (), frozenset(places))
        yield Fault(f"stop-all-{kind}", "processes",
                    f"SIGSTOP of both processes of {kind}, SIGCONT {STOP_SECONDS} s later",
                    all_stopped(places), spares=tuple(
                        spared for spared in OTHERS[kind] if spared not in OF_THEIRS[kind]))


def spared_by(kind):
    """Of verification, there are two: the other goes on."""
    return OTHERS[kind]
