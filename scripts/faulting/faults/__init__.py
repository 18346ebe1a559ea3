"""All faults, in the order in which they happen."""

from . import (
    busy_gateway, clocks, overload, partitions, postgres, postgres_disk, postgres_restore,
    postgres_sessions, processes, redis)
from .fault import Fault, Run

# The overload comes first, on a cluster that is new: for minutes after a new Redis epoch verification
# remembers nonces itself, and its memory grows by them.
ALL = (*overload.faults(), *processes.faults(), *busy_gateway.faults(), *redis.faults(),
       *postgres.faults(), *postgres_sessions.faults(), *postgres_disk.faults(),
       *postgres_restore.faults(), *clocks.faults(), *partitions.faults())

__all__ = ["ALL", "Fault", "Run"]
