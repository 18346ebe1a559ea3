"""C. PostgreSQL: gone, silent, sessions ended, a row held by a stranger, no connection left."""

import contextlib
import signal
import time

from ..client import Client
from ..postgres_wire import PostgresRefused
from ..scene import Bound
from ..signing import number_of
from ..verdicts import answered, unexpected
from .fault import Fault, counted

# Its absence is known within a second, or the 3 s of STALLED_SECONDS; some 4 s are left to judge by.
AWAY_SECONDS = 6
FROZEN_SECONDS = 8
TERMINATE_SECONDS = 5
# A lane of verification looks once a second, waits 1.5 s for an answer, and 0.5 s for a new connection.
STALLED_SECONDS = 3.5
# The design's word: the service is well again by itself within so many seconds.
RECOVER_SECONDS = 5
# Above PostgreSQL's max_connections here.
SESSIONS = 300
# A session that was told to end has ended within some milliseconds.
RACE_SECONDS, TAKE_SECONDS = 0.1, 10
PLACE = frozenset(["postgres-1"])
# What Redis can answer without PostgreSQL.
SPARES = ("verify", "introspect")
OURS = "usename = 'countersign' AND application_name <> 'faults'"
# What a lock's holder keeps waiting shows by refusals: two calls, more than once.
LOCKED_OUT = 2


def restarted(run):
    with run.cluster.unattended():
        run.cluster.send("postgres-1", signal.SIGQUIT)
        time.sleep(AWAY_SECONDS)
    run.cluster.until_postgres()
    return time.monotonic()


def frozen(run):
    with run.cluster.postgres() as session:
        pids = [int(pid) for pid, in session.rows(
            f"SELECT pid FROM pg_stat_activity WHERE {OURS}")]
    counted(run, len(pids), "sessions stopped")
    with run.cluster.frozen(pids):
        run.began = time.monotonic()
        time.sleep(FROZEN_SECONDS)
    return time.monotonic()


def terminated(run):
    end, count = time.monotonic() + TERMINATE_SECONDS, 0
    with run.cluster.postgres() as session:
        while time.monotonic() < end:
            count += len(session.rows(
                f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {OURS}"))
            time.sleep(0.02)
    counted(run, count, "sessions ended")
    return time.monotonic()


class LockedClient(Client):
    """Asks for what the stranger holds: may wait, may be told to come again."""

    kind = "locked"
    per_second = 4

    def __init__(self, bound, *parts):
        super().__init__(*parts)
        self.bound = bound

    def step(self):
        for target in ("/v1/activate", "/v1/renew"):
            request, _ = self.scene.as_app(self.connection, target, {
                "code": self.bound.license.code, "device": {"id": self.bound.device}})
            self.ask(request, lambda answer: answered() if answer.status == 200
                     else unexpected(answer))


def row_held(run):
    """A stranger's lock on a licence and its binding."""
    bound = run.scene.victims.pop()
    assert isinstance(bound, Bound)
    run.load.add(LockedClient(bound, *run.load.parts))
    with run.cluster.postgres() as session:
        session.rows("BEGIN")
        for statement in ("SELECT id FROM licenses WHERE id = {} FOR UPDATE",
                          "SELECT id FROM device_bindings WHERE license_id = {} FOR UPDATE"):
            session.rows(statement.format(number_of(bound.license.id)))
        time.sleep(AWAY_SECONDS)
        session.rows("COMMIT")
    judge_lock(run)
    return time.monotonic()


def judge_lock(run):
    counted(run, run.tally.refused(LockedClient.kind), "calls refused for the lock", LOCKED_OUT)


def used_up(run):
    """All connections are a stranger's, those too that the service had."""
    with contextlib.ExitStack() as strangers, run.cluster.postgres() as session:
        taken = take_from_service(run.cluster, session, strangers)
        run.began = time.monotonic()
        time.sleep(AWAY_SECONDS)
        left = int(session.value(f"SELECT count(*) FROM pg_stat_activity WHERE {OURS}"))
        judge_left(run, taken, left)
    return time.monotonic()


def take_from_service(cluster, session, strangers):
    """Its lanes connect again at once: each time some are too late, until none has a connection."""
    taken, end = take_all(cluster, strangers), time.monotonic() + TAKE_SECONDS
    while session.rows(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {OURS}"):
        race_end = time.monotonic() + RACE_SECONDS
        while time.monotonic() < race_end:
            taken += take_all(cluster, strangers)
        if time.monotonic() > end:
            break
    return taken


def judge_left(run, taken, left):
    counted(run, taken, f"connections taken, {left} left to the service")
    if left:
        run.tally.fault(f"{left} connections were left to the service")
    judge_shut_out(run)


def judge_shut_out(run):
    """Whether the service's role gets a connection now."""
    try:
        run.cluster.postgres(superuser=False).close()
        run.tally.fault("the service's role was not shut out")
    except PostgresRefused as refusal:
        if not str(refusal).startswith("53300"):
            run.tally.fault(f"the service's role was refused otherwise: {refusal}")


def take_all(cluster, strangers):
    taken = 0
    while taken < SESSIONS:
        try:
            strangers.enter_context(cluster.postgres(superuser=False))
        except (OSError, PostgresRefused):
            break
        taken += 1
    return taken


def faults():
    others = ("verify", "denied", "introspect", "activate", "crowd", "deactivate", "renew", "revoke")
    yield Fault("postgres-restart", "PostgreSQL", f"immediate stop, back after {AWAY_SECONDS} s",
                restarted, (), PLACE, SPARES, RECOVER_SECONDS)
    yield Fault("postgres-frozen", "PostgreSQL", f"the service's backends stopped {FROZEN_SECONDS} s",
                frozen, spares=SPARES, recover_seconds=RECOVER_SECONDS,
                spared_after_seconds=STALLED_SECONDS)
    yield Fault("postgres-terminate", "PostgreSQL",
                f"pg_terminate_backend of all sessions for {TERMINATE_SECONDS} s", terminated,
                spares=SPARES, recover_seconds=RECOVER_SECONDS)
    yield Fault("postgres-row-lock", "PostgreSQL",
                f"a stranger holds one licence's rows {AWAY_SECONDS} s", row_held,
                spares=others, recover_seconds=RECOVER_SECONDS)
    yield Fault("postgres-connections", "PostgreSQL",
                f"all connections are a stranger's for {AWAY_SECONDS} s", used_up,
                spares=SPARES, recover_seconds=RECOVER_SECONDS)
