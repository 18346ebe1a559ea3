"""D. Clocks: a worker whose clock is an hour ahead, or behind, comes among those that are right."""

import json
import subprocess
import time

from ..odd_worker import OddWorker, why_no_odd_clock
from .fault import Fault

HOUR = 3600
# Of each kind that says what time it is in what it signs.
LIKE = ("verification-1", "activation-1", "renewal-1")
SERVICES = tuple(like.partition("-")[0] for like in LIKE)
# It starts, finds out, and clients ask all the while.
ODD_SECONDS = 5
KNOWN_SECONDS = 15
OFFSET = "countersign_clock_offset_seconds"
ABLE = "countersign_worker_able"
# What the time between two clocks' readings may hide.
SLACK_SECONDS = 10
DOCTOR_SECONDS = 60
ALL = ("verify", "denied", "introspect", "activate", "crowd", "deactivate", "renew", "revoke")


def odd(seconds_ahead):
    def happen(run):
        workers = [OddWorker(run.cluster, like, seconds_ahead) for like in LIKE]
        for worker in workers:
            run.afterwards.callback(worker.end)
            worker.start()
        began = time.monotonic()
        wait_until_told(run, seconds_ahead)
        time.sleep(max(0.0, began + ODD_SECONDS - time.monotonic()))
        found = run.cluster.metrics()
        for complaint in metric_faults(found, seconds_ahead) + doctor_faults(examined(run)):
            run.tally.fault(complaint)
        for worker in workers:
            if worker.has_ended:
                run.tally.fault(f"{worker.name} ended by itself")
            worker.end()
        return time.monotonic()
    return happen


def wait_until_told(run, seconds_ahead):
    """What is not told by then is a complaint of `metric_faults`."""
    end = time.monotonic() + KNOWN_SECONDS
    while time.monotonic() < end:
        if not metric_faults(run.cluster.metrics(), seconds_ahead):
            return
        time.sleep(0.2)


def metric_faults(samples, seconds_ahead):
    """That the gateway's metrics show the clock, and the worker as one that answers nothing."""
    found = []
    for service in SERVICES:
        instances = odd_instances(samples, service, seconds_ahead)
        if not instances:
            found.append(f"no metric shows a clock of {service} that is {seconds_ahead:+} s off")
        for labels in instances:
            if samples.get((ABLE, labels)) != 0:
                found.append(f"{service} with a clock {seconds_ahead:+} s off counts as able")
    return found


def odd_instances(samples, service, seconds_ahead):
    """Labels of the lanes of that service one of whose stores is so far off."""
    found = set()
    for (name, labels), value in samples.items():
        if name == OFFSET and ("service", service) in labels \
                and abs(value - seconds_ahead) < SLACK_SECONDS:
            found.add(tuple(label for label in labels if label[0] != "store"))
    return sorted(found)


def examined(run):
    """What the doctor finds, with the worker there."""
    done = subprocess.run(
        [run.cluster.binary, "doctor", "--json"], env=run.cluster.settings, text=True,
        stdin=subprocess.DEVNULL, capture_output=True, timeout=DOCTOR_SECONDS)
    try:
        return json.loads(done.stdout)["checks"]
    except (ValueError, KeyError):
        raise RuntimeError(f"the doctor says no JSON: {done.stderr.strip()}") from None


def doctor_faults(checks):
    """It must tell of each of the services, whose other workers are well."""
    told = {entry["check"].partition(".")[2] for entry in checks if entry["grade"] != "ok"}
    return [f"the doctor finds nothing amiss with {service}" for service in SERVICES
            if service not in told]


def faults():
    for name, ahead in (("clock-ahead", HOUR), ("clock-behind", -HOUR)):
        yield Fault(name, "clocks", f"workers of three kinds more, {ahead:+} s off", odd(ahead),
                    spares=ALL, lacks=why_no_odd_clock)
