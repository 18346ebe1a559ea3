"""E. More than the cluster can do."""

import time

from measuring import memory

from .fault import Fault

CAPACITY_SECONDS = 6
CONNECTIONS = 64
# More than the 4,096 requests that the gateway lets wait for one service: the rest is turned away.
OVERLOAD_CONNECTIONS = 5000
FACTOR = 2
DEVICES = 2000
CHECK = 0.01
# Of the capacity so much is still answered well.
SHARE = 0.8
# The gateway's own limit for a request: what is answered later would be answered to nobody.
LATENCY_MS = 5000
# Of the clients' pace beside it, so that they do not run out of licences.
PACE = 0.4
SAMPLE_SECONDS = 1


def overload(run):
    """Verifications by the clock; the clients ask beside them, all kinds, and may be refused."""
    cluster = run.cluster
    run.load.slow(PACE)
    common = ("--mix", "verify", "--devices", DEVICES, "--check", CHECK)
    try:
        capacity = cluster.loadtest(*common, "--duration", CAPACITY_SECONDS,
                                    "--connections", CONNECTIONS).result()["rps"]
        load = cluster.loadtest(
            *common, "--duration", round(run.overload_seconds), "--rate",
            max(1, round(FACTOR * capacity)), "--connections", OVERLOAD_CONNECTIONS)
        samples = memory.watch(cluster, load, SAMPLE_SECONDS)
        result = load.result()
    except SystemExit as failure:
        raise RuntimeError(str(failure)) from None
    finally:
        run.load.slow(1 / PACE)
    moment = time.monotonic()
    run.notes.append(told(capacity, result))
    for complaint in answer_faults(capacity, result) + memory_faults(samples):
        run.tally.fault(complaint)
    return moment


def told(capacity, result):
    return (f"{capacity:.0f}/s by itself; of {FACTOR * capacity:.0f}/s {result['rps']:.0f}/s answered "
            f"well ({result['rps'] / capacity:.2f}), {result['errors']} refused, p99 "
            f"{result['latency_ms']['p99']:.0f} ms")


def answer_faults(capacity, result):
    found = []
    if result["rps"] < SHARE * capacity:
        found.append(f"{result['rps']:.0f} answers a second where {capacity:.0f} are possible")
    if result["latency_ms"]["p99"] > LATENCY_MS:
        found.append(f"answers took {result['latency_ms']['p99']:.0f} ms")
    others = [entry for entry in result["errors_by_reason"] if not entry["reason"].startswith("503")]
    return found + [f"{entry['count']} × {entry['reason']}" for entry in others]


def memory_faults(samples):
    judged = (memory.fault(kind, rise, doubt, limit)
              for kind, _, rise, doubt, limit in memory.rises(samples))
    return [complaint for complaint in judged if complaint]


def faults():
    yield Fault("overload", "load", f"{FACTOR} × the capacity in verifications, for a minute", overload)
