"""A. The gateway killed in the middle of requests, and back at once."""

import signal
import time

from ..verdicts import NO_CONNECTION
from ..weather import GATEWAY
from .fault import Fault

PLACE = frozenset(["gateway-1"])
WORKERS = ("verification", "activation", "renewal", "admin")
# The bus' word: a restarted gateway has its workers back within a heartbeat of 1 s. As much again for
# a machine that has other work.
WORKERS_BACK_SECONDS = 2
# Until each client has a request that waits, on a machine with other work, too; well below the silence
# of 3 s after which a worker is gone.
GATHER_SECONDS = 1.0
# Of some fourteen clients.
AWAY_REQUESTS = 5
READY_SECONDS = 30


def killed(run):
    """Workers are held for a moment so that each client waits for an answer, and let go as the
    gateway is gone: what they answer then is for nobody."""
    cluster = run.cluster
    workers = [pid for name, pid in cluster.pids().items()
               if name.partition("-")[0] in WORKERS]
    held = time.monotonic()
    with cluster.frozen(workers):
        time.sleep(GATHER_SECONDS)
        moment = time.monotonic()
        pid = cluster.send("gateway-1", signal.SIGKILL)
    cluster.successor("gateway-1", pid)
    cluster.until(READY_SECONDS, "the gateway does not listen", cluster.is_listening)
    listening = time.monotonic()
    ready, slowest = ready_again(cluster)
    judge(run.tally, run.notes, (held, moment), listening, ready, slowest)
    return moment


def ready_again(cluster):
    """When it was, and how long the slowest look for it took."""
    looks = []

    def is_ready():
        start = time.monotonic()
        found = cluster.is_ready()
        looks.append(time.monotonic() - start)
        return found
    cluster.until(READY_SECONDS, "the gateway has no workers", is_ready)
    return time.monotonic(), max(looks)


def judge(tally, notes, gathered, listening, ready, slowest):
    """`gathered`: from when to when requests came together that nobody answered."""
    moment = gathered[1]
    lost = tally.refused_between(NO_CONNECTION + "lost", *gathered)
    notes.append(f"{lost} requests were away; listened after {listening - moment:.2f} s, had all "
                 f"services {ready - listening:.2f} s later")
    if lost < AWAY_REQUESTS:
        tally.fault(f"only {lost} requests were away as the gateway was killed")
    # One look may be a slow one, which tells of the machine and not of the workers.
    if ready - listening > WORKERS_BACK_SECONDS + slowest:
        tally.fault(f"workers were back after {ready - listening:.1f} s; {WORKERS_BACK_SECONDS} s "
                    "are allowed")


def faults():
    yield Fault("kill-gateway-busy", "processes", "SIGKILL of gateway-1 with requests away", killed,
                (GATEWAY,), PLACE)
