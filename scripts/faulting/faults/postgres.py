"""C. PostgreSQL: gone, silent, sessions ended, a row held by a stranger, no connection left."""

import contextlib
import signal
import time

from ..client import Client
from ..postgres_wire import PostgresRefused
from ..scene import Bound
from ..signing import number_of
from ..verdicts import answered, unexpected
from .fault import Fault

AWAY_SECONDS = 3
TERMINATE_SECONDS = 2
# The design's word: the service is well again by itself within so many seconds.
RECOVER_SECONDS = 5
# Above PostgreSQL's max_connections here.
SESSIONS = 300
PLACE = frozenset(["postgres-1"])
# What Redis can answer without PostgreSQL.
SPARES = ("verify", "introspect")
OURS = "usename = 'countersign' AND application_name <> 'faults'"


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
    with run.cluster.frozen(pids):
        time.sleep(AWAY_SECONDS)
    return time.monotonic()


def terminated(run):
    end, count = time.monotonic() + TERMINATE_SECONDS, 0
    with run.cluster.postgres() as session:
        while time.monotonic() < end:
            count += len(session.rows(
                f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {OURS}"))
            time.sleep(0.02)
    run.notes.append(f"{count} sessions ended")
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
    return time.monotonic()


def used_up(run):
    """All connections are a stranger's, those too that the service had."""
    with contextlib.ExitStack() as strangers, run.cluster.postgres() as session:
        taken, end = 0, time.monotonic() + AWAY_SECONDS
        while time.monotonic() < end:
            session.rows(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {OURS}")
            taken += take_all(run.cluster, strangers)
            time.sleep(0.01)
        rest = session.value(f"SELECT count(*) FROM pg_stat_activity WHERE {OURS}")
    run.notes.append(f"{taken} connections taken, {rest} left to the service")
    return time.monotonic()


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
    others = ("verify", "denied", "introspect", "activate", "crowd", "renew", "revoke")
    yield Fault("postgres-restart", "PostgreSQL", f"immediate stop, back after {AWAY_SECONDS} s",
                restarted, (), PLACE, SPARES, RECOVER_SECONDS)
    yield Fault("postgres-frozen", "PostgreSQL", f"the service's backends stopped {AWAY_SECONDS} s",
                frozen, spares=SPARES, recover_seconds=RECOVER_SECONDS)
    yield Fault("postgres-terminate", "PostgreSQL",
                f"pg_terminate_backend of all sessions for {TERMINATE_SECONDS} s", terminated,
                spares=SPARES, recover_seconds=RECOVER_SECONDS)
    yield Fault("postgres-row-lock", "PostgreSQL",
                f"a stranger holds one licence's rows {AWAY_SECONDS} s", row_held,
                spares=others, recover_seconds=RECOVER_SECONDS)
    yield Fault("postgres-connections", "PostgreSQL",
                f"all connections are a stranger's for {AWAY_SECONDS} s", used_up,
                spares=SPARES, recover_seconds=RECOVER_SECONDS)
