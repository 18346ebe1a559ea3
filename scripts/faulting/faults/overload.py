"""D. More than the machine can do."""

import json
import time

from .fault import Fault

# Four times those of `make bench`.
CONNECTIONS = 256
SECONDS = 10
DEVICES = 1000
MIX = "verify=90,renew=5,activate=5"
# By how much one of our processes may grow meanwhile.
GROWTH_MIB = 64
JUDGED = ("gateway", "verification", "activation", "renewal", "admin")


def overloaded(run):
    before = run.cluster.rss()
    load = run.cluster.loadtest(
        "--mix", MIX, "--connections", CONNECTIONS, "--duration", SECONDS, "--devices", DEVICES,
        "--licences", 20_000, "--check", 0.05)
    try:
        out, err = load.process.communicate(timeout=SECONDS + 60)
    finally:
        load.process.kill()
        load.process.wait()
    moment = time.monotonic()
    judge(run, load.process.returncode, out, err)
    grown(run, before, run.cluster.rss())
    return moment


def judge(run, status, out, err):
    try:
        result = json.loads(out)
    except ValueError:
        return run.tally.fault(f"the load test ended with {status}: {err.strip()[-200:]}")
    run.notes.append(f"beside them {result['rps']:.0f} answers/s over {CONNECTIONS} connections, "
                     f"p99 {result['latency_ms']['p99']} ms, {result['errors']} errors")
    if status != 0:
        run.tally.fault("the load test found wrong answers")
    return None


def grown(run, before, after):
    run.notes.append("MiB before and after: " + ", ".join(
        f"{kind} {before[kind]:.0f} {after.get(kind, 0):.0f}" for kind in sorted(before)))
    for kind in JUDGED:
        if after[kind] - before[kind] > GROWTH_MIB:
            run.tally.fault(f"{kind} grew by {after[kind] - before[kind]:.0f} MiB")


def faults():
    yield Fault("overload", "overload", f"{CONNECTIONS} more connections for {SECONDS} s", overloaded,
                spares=("verify", "denied", "introspect", "activate", "crowd", "renew", "revoke"))
