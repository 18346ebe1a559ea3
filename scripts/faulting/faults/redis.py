"""B. Redis: away, emptied, silent, full, and back with old contents."""

import contextlib
import os
import time

from ..weather import NONCES
from .fault import Fault

AWAY_SECONDS = 3
RECOVER_SECONDS = 5
DUMP = "dump.rdb"
# What PostgreSQL can answer without Redis.
SPARES = ("verify", "introspect", "activate", "crowd", "renew")
PLACE = frozenset(["redis-1"])


def shut_down(cluster):
    with cluster.redis() as redis, contextlib.suppress(ConnectionError):
        redis.call("SHUTDOWN", "NOSAVE")
    cluster.until(5, "Redis does not end", lambda: not cluster.redis_is_there())


def restarted(run):
    with run.cluster.unattended():
        shut_down(run.cluster)
        time.sleep(AWAY_SECONDS)
    run.cluster.until_redis()
    return time.monotonic()


def emptied(run):
    with run.cluster.redis() as redis:
        redis.call("FLUSHALL")
    return time.monotonic()


def paused(run):
    with run.cluster.redis() as redis:
        redis.call("CLIENT", "PAUSE", AWAY_SECONDS * 1000, "ALL")
    time.sleep(AWAY_SECONDS)
    return time.monotonic()


def full(run):
    with run.cluster.redis() as redis:
        before = redis.call("CONFIG", "GET", "maxmemory")[1]
        redis.call("CONFIG", "SET", "maxmemory", 1)
        try:
            time.sleep(AWAY_SECONDS)
        finally:
            redis.call("CONFIG", "SET", "maxmemory", before)
    return time.monotonic()


def old_dump(run):
    """What was revoked between the dump and the restart must stay so."""
    cluster = run.cluster
    dump = os.path.join(
        os.path.dirname(cluster.environment["REDIS_URL"].removeprefix("unix://")), DUMP)
    with cluster.redis() as redis:
        redis.call("SAVE")
    try:
        before = len(run.load.denied)
        cluster.until(10, "nothing is revoked", lambda: len(run.load.denied) >= before + 3)
        with cluster.unattended():
            shut_down(cluster)
        cluster.until_redis()
        moment = time.monotonic()
        with cluster.redis() as redis:
            if redis.call("DBSIZE") == 0:
                run.tally.fault("Redis did not read the dump")
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(dump)
    return moment


def faults():
    losses = (NONCES,)
    yield Fault("redis-restart", "Redis", f"SHUTDOWN NOSAVE, back empty after {AWAY_SECONDS} s",
                restarted, losses, PLACE, SPARES, RECOVER_SECONDS)
    yield Fault("redis-flushall", "Redis", "FLUSHALL by hand", emptied, losses,
                recover_seconds=RECOVER_SECONDS)
    yield Fault("redis-pause", "Redis", f"CLIENT PAUSE {AWAY_SECONDS}000 ALL", paused, losses,
                spares=SPARES, recover_seconds=RECOVER_SECONDS)
    yield Fault("redis-full", "Redis", f"maxmemory 1 for {AWAY_SECONDS} s, noeviction", full, losses,
                spares=SPARES, recover_seconds=RECOVER_SECONDS)
    yield Fault("redis-old-dump", "Redis", "restarted from a dump older than a revocation",
                old_dump, losses, PLACE, recover_seconds=RECOVER_SECONDS)
