"""E. More than the cluster can do."""

import time
from dataclasses import dataclass

from measuring import memory
from measuring.sampling import ShareSampler

from .fault import Fault

CAPACITY_SECONDS = 6
# So many at once make batches large: more than this the cluster cannot do.
CONNECTIONS = 1000
# More than the 4,096 requests that the gateway lets wait for one service: the rest is turned away.
OVERLOAD_CONNECTIONS = 5000
FACTOR = 2
DEVICES = 2000
CHECK = 0.01
# Of the capacity so much is still answered well.
SHARE = 0.8
# The gateway's own 5 s for a request, and a moment for a machine that is busy with the load
# itself: docs/operations.md says both. As the clients see it: what the load test tells counts from when a request was due, and with
# that its own queue.
LATENCY_SECONDS = 6
# Of the clients' pace beside it, so that the victims are enough to revoke some all the while.
PACE = 0.2
SAMPLE_SECONDS = 1
# In a shorter load memory is still on its way to what it needs.
FLAT_AFTER_SECONDS = 30
# Where the load goes through a rise may be that of fuller buffers: half of the smallest block that
# malloc gives, for each request, is no block that is kept for each.
LOADED = ("gateway", "verification")
BYTES_A_REQUEST = 16


def overload(run):
    """Verifications by the clock; the clients ask beside them, all kinds, and may be refused."""
    run.load.slow(PACE)
    began = time.monotonic()
    try:
        alone = measured(run, CAPACITY_SECONDS, "--connections", CONNECTIONS)
        rate = max(1, round(FACTOR * alone.result["rps"]))
        loaded = measured(run, round(run.overload_seconds), "--rate", rate,
                          "--connections", OVERLOAD_CONNECTIONS)
    except SystemExit as failure:
        raise RuntimeError(str(failure)) from None
    finally:
        run.load.slow(1 / PACE)
    moment = time.monotonic()
    latencies = run.tally.latencies(began, moment)
    run.notes += [told(alone, loaded), told_of(latencies), memory_told(loaded.samples)]
    found = answer_faults(alone, loaded) + latency_faults(latencies)
    if run.overload_seconds >= FLAT_AFTER_SECONDS:
        found += memory_faults(loaded.samples, loaded.result["rps"])
    for complaint in found:
        run.tally.fault(complaint)
    return moment


@dataclass
class Measured:
    result: dict
    # Memory, as `memory.watch` gives it.
    samples: list
    # How much of the machine others left, from 0 to 1: they may be at work beside.
    left: float


def measured(run, seconds, *options):
    load = run.cluster.loadtest("--mix", "verify", "--devices", DEVICES, "--check", CHECK,
                                "--duration", seconds, *options)
    run.afterwards.callback(load.end)
    with ShareSampler(run.cluster, load) as sampler:
        samples = memory.watch(run.cluster, load, SAMPLE_SECONDS)
        result = load.result()
    span = result["measured_ns"]
    return Measured(result, samples, sampler.left(span["from"], span["to"]))


def told(alone, loaded):
    capacity, rps = alone.result["rps"], loaded.result["rps"]
    return (f"{capacity:.0f}/s by itself, with {alone.left:.2f} of the machine; of "
            f"{FACTOR * capacity:.0f}/s {rps:.0f}/s answered well, with {loaded.left:.2f} of it; "
            f"{loaded.result['errors']} turned away")


def told_of(latencies):
    return (f"clients beside it: p99 {percentile(latencies, 0.99):.2f} s, slowest "
            f"{latencies[-1]:.2f} s")


def percentile(latencies, share):
    return latencies[int(share * (len(latencies) - 1))]


def answer_faults(alone, loaded):
    """Capacity is that of what others left of the machine meanwhile."""
    found, result = [], loaded.result
    capacity = alone.result["rps"] * min(1.0, loaded.left / alone.left)
    if result["rps"] < SHARE * capacity:
        found.append(f"{result['rps']:.0f} answers a second where {capacity:.0f} are possible")
    others = [entry for entry in result["errors_by_reason"]
              if not entry["reason"].startswith("503")]
    return found + [f"{entry['count']} × {entry['reason']}: {entry['example']}" for entry in others]


def memory_told(samples):
    return "memory, MiB, and its rise in the second half: " + ", ".join(
        f"{kind} {size:.0f} {rise:+.1f}" for kind, size, rise, _, _ in memory.rises(samples))


def latency_faults(latencies):
    if latencies[-1] <= LATENCY_SECONDS:
        return []
    return [f"an answer took {latencies[-1]:.1f} s; {LATENCY_SECONDS} s are allowed"]


def memory_faults(samples, rate):
    """`rate`: answers a second."""
    requests = rate * samples[-1][0] / 2
    judged = (memory.fault(kind, rise, doubt, max(limit, block_limit(kind, requests)))
              for kind, _, rise, doubt, limit in memory.rises(samples))
    return [complaint for complaint in judged if complaint]


def block_limit(kind, requests):
    """In MiB."""
    return requests * BYTES_A_REQUEST / 2 ** 20 if kind in LOADED else 0.0


def faults():
    yield Fault("overload", "load", f"{FACTOR} × the capacity in verifications, for a minute",
                overload)
