"""B. Redis: away, emptied, silent, full, back with old contents, another in its place."""

import contextlib
import os
import re
import time

from ..redis_replica import RedisReplica
from ..weather import NONCES
from .fault import Fault, counted

# Its absence is known within a second; some 4 s are left to judge by.
AWAY_SECONDS = 6
RECOVER_SECONDS = 5
DUMP = "dump.rdb"
# What PostgreSQL can answer without Redis.
SPARES = ("verify", "introspect", "activate", "crowd", "deactivate", "renew")
PLACE = frozenset(["redis-1"])
# That what Redis held before is older than what was promised since.
REVOCATIONS = 3
# Shows whose contents a Redis has.
PLANTED = "faults:planted"
PLANTED_SECONDS = 300
# A worker tells its counters with each heartbeat, once a second.
TOLD_SECONDS = 5
# By the gateway's metrics, whatever stands around it.
WITHOUT_REDIS = "seconds_without_redis"
# Answers tell that nothing is in effect for 3 s after a new epoch: the next fault begins behind that.
SETTLE_SECONDS = 4


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
    before = seconds_without(run.cluster)
    with run.cluster.redis() as redis:
        redis.call("CLIENT", "PAUSE", AWAY_SECONDS * 1000, "ALL")
    time.sleep(AWAY_SECONDS)
    moment = time.monotonic()
    judge_absence(run, before)
    return moment


def judge_absence(run, before):
    """Workers must have gone without it: else it was not silent."""
    with contextlib.suppress(TimeoutError):
        run.cluster.until(TOLD_SECONDS, "", lambda: seconds_without(run.cluster) > before)
    counted(run, seconds_without(run.cluster) - before, "lane-seconds without Redis", least=1)


def seconds_without(cluster):
    """Of all lanes together."""
    return sum(value for (name, _), value in cluster.metrics().items() if WITHOUT_REDIS in name)


def full(run):
    with run.cluster.redis() as redis:
        before, refused = redis.call("CONFIG", "GET", "maxmemory")[1], out_of_memory(redis)
        redis.call("CONFIG", "SET", "maxmemory", 1)
        try:
            time.sleep(AWAY_SECONDS)
            counted(run, out_of_memory(redis) - refused, "commands refused for want of memory")
        finally:
            redis.call("CONFIG", "SET", "maxmemory", before)
    return time.monotonic()


def out_of_memory(redis):
    """How many commands Redis has refused with OOM."""
    found = re.search(r"^errorstat_OOM:count=(\d+)", redis.call("INFO", "errorstats"), re.MULTILINE)
    return int(found[1]) if found else 0


def old_dump(run):
    """What was revoked between the dump and the restart must stay so."""
    cluster = run.cluster
    dump = os.path.join(
        os.path.dirname(cluster.environment["REDIS_URL"].removeprefix("unix://")), DUMP)
    with cluster.redis() as redis:
        redis.call("SET", PLANTED, "1", "EX", PLANTED_SECONDS)
        redis.call("SAVE")
    try:
        revoke_some(run)
        with cluster.unattended():
            shut_down(cluster)
        cluster.until_redis()
        moment = time.monotonic()
        with cluster.redis() as redis:
            if redis.call("GET", PLANTED) != "1":
                run.tally.fault("Redis did not read the dump")
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(dump)
    return moment


def revoke_some(run):
    before = len(run.load.denied)
    run.cluster.until(10, "nothing is revoked",
                      lambda: len(run.load.denied) >= before + REVOCATIONS)


def promoted(run):
    """A replica that stopped to follow before the last revocations takes the place. The supervisor
    rests until all is over: it would start the first one again, at the same address."""
    cluster, replica = run.cluster, RedisReplica(run.cluster)
    run.afterwards.callback(time.sleep, SETTLE_SECONDS)
    run.afterwards.callback(cluster.until_redis)
    run.afterwards.callback(replica.end)
    run.afterwards.enter_context(cluster.unattended())
    replica.start()
    replica.promote()
    revoke_some(run)
    shut_down(cluster)
    replica.take_the_place()
    moment = time.monotonic()
    with cluster.redis() as redis:
        run.notes.append(f"{redis.call('DBSIZE')} keys in the promoted one")
        if "role:master" not in redis.call("INFO", "replication"):
            run.tally.fault("the Redis in its place is not the promoted one")
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
    yield Fault("redis-promoted", "Redis", "a promoted replica, behind the last revocations, in its "
                "place", promoted, losses, PLACE, SPARES, RECOVER_SECONDS)
