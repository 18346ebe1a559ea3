"""D. The network between three hosts: a link gone, or silent in one direction or both.

What is where: ../hosts.py. Whoever is cut off is a refusal to its callers and never a wrong answer;
what another worker can do goes on; afterwards all find together by themselves.
"""

import contextlib
import time

from ..namespaces import why_not
from ..weather import NONCES
from .fault import THREE_HOSTS, Fault

# Well above what it takes until a cut is known to all.
CUT_SECONDS = 13
# Enough for pauses that double to become long: the one that then lasts is of 16 s.
LONG_SECONDS = 30
LONG_BACK_SECONDS = 20
# A lane looks once a second, waits up to 1 s for Redis and 4 s for PostgreSQL, and says so within another
# second; a transaction that was open, and its row locks, are gone after 5 s. A second for a machine that
# has other work.
NOTICED_SECONDS = 8
LOOK_SECONDS = 0.5
RECOVER_SECONDS = 5
# The gateway has every worker again, those too that nothing waited for.
BACK_SECONDS = 10
# Not waited for any longer.
LOST_SECONDS = 40
# PostgreSQL has no session any more whose client is gone: it asks after 10 s of silence.
SESSIONS_SECONDS = 20
OURS = "usename = 'countersign' AND application_name <> 'faults'"
EVERYTHING = ("verify", "denied", "introspect", "activate", "crowd", "deactivate", "renew", "revoke",
              "replay")
# Administration is on b alone.
WITHOUT_B = tuple(kind for kind in EVERYTHING if kind != "revoke")


def pulled(hosts, names):
    return hosts.link(*names).down()


def muted(hosts, names):
    """What the first sends does not reach the second."""
    return hosts.link(*names).silent(hosts[names[0]])


def parted(hosts, names):
    """Neither hears the other, and both links look well."""
    stack = contextlib.ExitStack()
    for pair in (names, names[::-1]):
        stack.enter_context(muted(hosts, pair))
    return stack


def cut(way, *pairs, seconds=CUT_SECONDS, back_seconds=BACK_SECONDS):
    def happen(run):
        sessions = count_sessions(run.cluster)
        with contextlib.ExitStack() as stack:
            for names in pairs:
                stack.enter_context(way(run.cluster.hosts, names))
            run.began = time.monotonic()
            watch_loss(run, seconds)
        mended = time.monotonic()
        watch_return(run, mended, back_seconds)
        watch_sessions(run, mended, sessions)
        return mended
    return happen


def watch_loss(run, seconds):
    """Waits so long; whether the gateway misses lanes meanwhile, for else nothing was cut."""
    cluster, end = run.cluster, run.began + seconds
    least = cluster.all_lanes()
    while time.monotonic() < end:
        # Without an answer of the gateway there is nothing that could tell.
        if found := cluster.able_by_service():
            least = min(least, sum(found.values()))
        time.sleep(max(0.0, min(LOOK_SECONDS, end - time.monotonic())))
    judge_loss(run, cluster.all_lanes() - least)


def judge_loss(run, lanes):
    run.notes.append(f"{lanes:g} lanes were missed")
    if lanes <= 0:
        run.tally.fault("no lane was missed: nothing was cut")


def count_sessions(cluster):
    with cluster.postgres() as session:
        return int(session.value(f"SELECT count(*) FROM pg_stat_activity WHERE {OURS}"))


def watch_return(run, mended, allowed):
    """Whether all workers come back, and how soon."""
    cluster = run.cluster
    with contextlib.suppress(TimeoutError):
        cluster.until(LOST_SECONDS, "", cluster.is_ready)
    judge_return(run, time.monotonic() - mended, cluster.all_lanes() - cluster.able_lanes(),
                 allowed)


def judge_return(run, seconds, missing, allowed=BACK_SECONDS):
    if missing > 0:
        run.tally.fault(f"{missing:g} lanes did not come back within {seconds:.0f} s")
        return
    run.notes.append(f"all lanes were back after {seconds:.1f} s")
    if seconds > allowed:
        run.tally.fault(f"all lanes were back after {seconds:.1f} s; {allowed} are allowed")


def watch_sessions(run, mended, before):
    """Whether sessions stay behind whose clients are gone: each cut would leave more of them. One for
    each lane is no more than due, however many there were before."""
    before = max(before, run.cluster.all_lanes())
    with contextlib.suppress(TimeoutError):
        run.cluster.until(max(0.0, mended + SESSIONS_SECONDS - time.monotonic()), "",
                          lambda: count_sessions(run.cluster) <= before)
    judge_sessions(run, time.monotonic() - mended, count_sessions(run.cluster) - before)


def judge_sessions(run, seconds, left):
    if left > 0:
        run.tally.fault(f"{left} sessions of PostgreSQL are left behind {seconds:.0f} s after mending")


def faults():
    for names, losses, spares in (("ab", (), WITHOUT_B), ("bc", (NONCES,), WITHOUT_B),
                                  ("ac", (), EVERYTHING)):
        first, second = names
        yield partition(f"net-{names}-down", f"the link between {first} and {second} down "
                        f"for {CUT_SECONDS} s", cut(pulled, names), losses, spares)
        for one, other in (names, names[::-1]):
            yield partition(f"net-{one}{other}-mute", f"{other} hears nothing of {one} "
                            f"for {CUT_SECONDS} s", cut(muted, one + other), losses, spares)
    yield partition("net-c-alone", f"c and the others hear nothing of each other for "
                    f"{CUT_SECONDS} s", cut(parted, "bc", "ac"), (NONCES,), ())
    yield partition("net-b-alone", f"b and the others hear nothing of each other for "
                    f"{LONG_SECONDS} s", cut(parted, "ab", "bc", seconds=LONG_SECONDS,
                                        back_seconds=LONG_BACK_SECONDS),
                    (NONCES,), WITHOUT_B, LONG_BACK_SECONDS)


def partition(name, does, happen, losses, spares, recover_seconds=RECOVER_SECONDS):
    return Fault(name, "network", does, happen, losses, spares=spares,
                 recover_seconds=recover_seconds, spared_after_seconds=NOTICED_SECONDS,
                 needs=THREE_HOSTS, lacks=why_not)
