"""C. PostgreSQL's sessions, ended where it hurts, and refused to the service's role."""

import time

from .fault import Fault, counted
from .postgres import AWAY_SECONDS, OURS, RECOVER_SECONDS, SPARES, judge_shut_out

AIM_SECONDS = 5
# A transaction that has written.
WRITING = f"{OURS} AND backend_xid IS NOT NULL"
# COMMIT has made its record last and waits for a standby that is not there: it cannot be undone.
COMMITTED = f"{OURS} AND wait_event = 'SyncRep'"
# So long commits are held each time, and so long they are free again.
HELD_SECONDS = 0.08
FREE_SECONDS = 0.2
STANDBY = "ALTER SYSTEM SET synchronous_standby_names = '{}'"


def ended_within(run):
    """As fast as PostgreSQL can tell who has written and not committed."""
    end, count = time.monotonic() + AIM_SECONDS, 0
    with run.cluster.postgres() as session:
        while time.monotonic() < end:
            count += ended(session, WRITING)
    counted(run, count, "sessions ended within a transaction that had written")
    return time.monotonic()


def ended_at_commit(run):
    """Each time commits are held once they are on disk, ended there, and free for a while, so that
    what is looked up afterwards goes through."""
    end, count = time.monotonic() + AIM_SECONDS, 0
    with run.cluster.postgres() as session:
        run.afterwards.callback(free_commits, run.cluster)
        while time.monotonic() < end:
            hold_commits(session, "nobody")
            time.sleep(HELD_SECONDS)
            count += ended(session, COMMITTED)
            hold_commits(session, "")
            time.sleep(FREE_SECONDS)
    counted(run, count, "sessions ended with their COMMIT done and not answered")
    return time.monotonic()


def ended(session, whom):
    return len(session.rows(
        f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {whom}"))


def hold_commits(session, standby):
    session.rows(STANDBY.format(standby))
    session.rows("SELECT pg_reload_conf()")


def free_commits(cluster):
    with cluster.postgres() as session:
        session.rows("ALTER SYSTEM RESET synchronous_standby_names")
        session.rows("SELECT pg_reload_conf()")


def shut_out(run):
    """No process of the service gets a connection, and none keeps one."""
    cluster = run.cluster
    with cluster.postgres() as session:
        session.rows("ALTER ROLE countersign CONNECTION LIMIT 0")
        try:
            end = time.monotonic() + AWAY_SECONDS
            while time.monotonic() < end:
                ended(session, OURS)
                time.sleep(0.02)
            judge_shut_out(run)
        finally:
            session.rows("ALTER ROLE countersign CONNECTION LIMIT -1")
    return time.monotonic()


def faults():
    yield Fault("postgres-terminate-begin", "PostgreSQL",
                f"sessions ended between BEGIN and COMMIT, for {AIM_SECONDS} s", ended_within,
                spares=SPARES, recover_seconds=RECOVER_SECONDS)
    yield Fault("postgres-terminate-commit", "PostgreSQL",
                f"sessions ended as COMMIT is done and not answered, for {AIM_SECONDS} s",
                ended_at_commit, spares=SPARES, recover_seconds=RECOVER_SECONDS)
    yield Fault("postgres-shut-out", "PostgreSQL",
                f"CONNECTION LIMIT 0 for the service's role, sessions ended, for {AWAY_SECONDS} s",
                shut_out, spares=SPARES, recover_seconds=RECOVER_SECONDS)
